/* kkt.h - sparse KKT matrices: solution, and inertia (signs of the curvature on the null space of the constraints).
 *
 *   H = [ a A + mu   s G' ]      A (n x n) of symmetric pattern, G (m x n) with independent rows
 *       [    s G      0   ]
 *
 * With Z a basis of the null space of G, H has m negative eigenvalues plus those of Z' (a A + mu) Z (Haynsworth, Gould).
 */
#pragma once
#include "linalg/ldl.h"
#include "linalg/sparse_lu.h"

typedef struct {
    int n, m;
    tml_pattern A;
    double *A_value;               /* (A.entries) set by the caller */
    int *transposed;               /* (A.entries) index of the transposed entry */
    const int *G_start, *G_column; /* (m + 1), (entries) of rows */
    double *G_value;               /* (entries) set by the caller; rows of about unit length */
    int *A_at, *diagonal, *G_at;   /* positions in H of entries, of the diagonal (n), and of G, then of G' */
    tml_pattern H;
    double *H_value;
    double scale; /* s of the last factors */
    bool symmetric;
    tml_arena *arena;
    tml_ldl *ldl;
    tml_lu *lu; /* for unsymmetric A; NULL until needed */
    double *b;  /* (n + m) */
} tml_kkt;

/* group (n): coordinates of one group, 0 ... groups - 1, are eliminated together, constraints with one of theirs. */
tml_kkt *tml_kkt_make(tml_pattern A, int m, const int *G_start, const int *G_column, const int *group, int groups,
                      tml_arena *arena);
/* Factors H; symmetric: with (A + A')/2. False: singular. Without memory it gives up in its arena. */
bool tml_kkt_factor(tml_kkt *k, double a, double mu, double scale, bool symmetric);
/* Negative eigenvalues of Z' (a A + mu) Z at the last symmetric factorization; -1: unknown, rows of G are dependent. */
int tml_kkt_negative(const tml_kkt *k);
/* (a A + mu) x + s G' y = f, s G x = c. c NULL: zero. y may be NULL; x may be f. */
void tml_kkt_solve(tml_kkt *k, const double *f, const double *c, double *x, double *y);
