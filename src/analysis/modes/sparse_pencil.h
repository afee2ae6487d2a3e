/* sparse_pencil.h - the sparse matrix pencil of a mechanism at rest: K + s C - s^2 M on G q = 0, factored at one s,
 * and its zeros counted.
 *
 *   quadratic   (q, v) to (q+, v+) has the eigenvalue 1/(s - shift):
 *               [K + shift C - shift^2 M, G'; G, 0] (q+, lambda) = (M v - (C - shift M) q, 0),  v+ = shift q+ + q
 *   linear      without C: q to q+ has the eigenvalue 1/(s^2 - shift^2):  (K - shift^2 M) q+ + G' lambda = M q
 */
#pragma once
#include "linalg/sparse_lu.h"
#include "system/kernel/workspace.h"

typedef struct {
    int row, column;
    double value;
} tml_pencil_entry;

typedef struct {
    tml_pencil_entry *list;
    size_t count, capacity;
} tml_pencil_entries;

typedef struct {
    const tml_system *system;
    const tml_workspace *work; /* G */
    const bool *independent;   /* (row_count) independent rows */
    tml_arena *arena;
    tml_pencil_entries K, C;
    bool damped;    /* C is not zero */
    double *scale;  /* (nv) mass of each coordinate; a substitute for massless ones */
    double highest; /* the highest rate from K and M of one coordinate, 1/s */
    double shift;
    int n; /* nv plus the number of independent rows */
    tml_pattern pattern;
    tml_lu *lu, *onto_rows; /* of the matrix at the shift; of [D G'; G 0], D the scales */
    struct tml_complex_lu *complex_lu;
    double *stiffness, *damping, *mass, *rows; /* (entries) of K, C, M, and of G and G' */
    double *right, *rest, *image, *values;     /* (n), (n), (nv), (2 entries) */
} tml_pencil;

tml_pencil *tml_pencil_make(const tml_workspace *work, const bool *independent, tml_arena *arena);
void tml_pencil_add_K(tml_pencil *p, int row, int column, double value);
void tml_pencil_add_C(tml_pencil *p, int row, int column, double value);
/* After all entries: pattern, scales. False: the rows are dependent. */
bool tml_pencil_finish(tml_pencil *p);
/* Whether K is symmetric, to `part` of its largest entry (divided by masses). */
bool tml_pencil_is_symmetric(const tml_pencil *p, double part);
/* False: singular at this shift. */
bool tml_pencil_factor(tml_pencil *p, double shift, bool quadratic);

/* Products and inner products for krylov.h, context tml_pencil: of nv, or 2 nv numbers. */
int tml_pencil_linear(void *pencil, const double *x, double *y);
int tml_pencil_quadratic(void *pencil, const double *x, double *y);
void tml_pencil_purge_linear(void *pencil, double *x);
void tml_pencil_purge_quadratic(void *pencil, double *x);
void tml_pencil_apply_mass(void *pencil, const double *x, double *y);
void tml_pencil_apply_linear_metric(void *pencil, const double *x, double *y);
void tml_pencil_apply_quadratic_metric(void *pencil, const double *x, double *y);

/* Rayleigh quotient x' K x / x' M x of an admissible displacement. */
double tml_pencil_quotient(const tml_pencil *p, const double *x);

/* s = (re, im) after a Newton step on x' (s^2 M - s C - K) x = 0, x + i x_im (NULL: real): its error is the square of
 * that of x if all matrices are symmetric. */
void tml_pencil_improve(const tml_pencil *p, const double *x, const double *x_im, double *re, double *im);

/* How many s with |s| < radius (quadratic), or s^2 with |s^2| < radius, there are besides those known: (2 x known)
 * real and imaginary parts, of pairs both. Negative: some of those known are wrong. False: could not be counted. */
bool tml_pencil_count(tml_pencil *p, bool quadratic, double radius, const double *roots, int known, int *more);
