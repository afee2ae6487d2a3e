/* driven_sparse.h - the Jacobian B of a large driven mechanism: as many independent rows as columns, factored by KLU.
 *
 *   B x = r,   B' y = f,   sigma_min by inverse iteration with both
 *
 * B is stored in the order of the blocks of G (blocks x nvb), with rows of length 1 and rotations as lengths.
 * Dependent rows are left out: if the mechanism closes they agree.
 */
#pragma once
#include "linalg/sparse_lu.h"
#include "system/system.h"

typedef struct {
    const tml_system *system;
    int n;           /* coordinates */
    int row_count;   /* rows of B, including dependent ones */
    const int *rows; /* (n) independent rows */
    int *at;         /* (blocks x nvb) index of an entry among the values of lu; -1: none */
    tml_lu *lu;
    double *b, *z; /* (row_count + n) */
    bool regular;  /* the factors are usable */
} tml_driven_sparse;

/* independent (row_count): marks nv independent rows. NULL: there are fewer, or so few coordinates that dense matrices
 * are faster. */
tml_driven_sparse *tml_driven_sparse_make(const tml_system *system, const bool *independent, tml_arena *arena);
/* False: B is singular; then solutions are NaN. */
bool tml_driven_sparse_factor(tml_driven_sparse *p, const double *B);
/* x (n) with B x = r (row_count); y (row_count) with B' y = f (n), zero in dependent rows. */
void tml_driven_sparse_solve(tml_driven_sparse *p, const double *r, double *x);
void tml_driven_sparse_solve_transpose(tml_driven_sparse *p, const double *f, double *y);
/* The smallest singular value, starting from the direction u (n) found before: B u = sigma w, w (row_count). */
double tml_driven_sparse_sigma_min(tml_driven_sparse *p, double *u, double *w);
/* The largest singular value of A - B, by power iteration: slightly underestimated. */
double tml_driven_sparse_difference(tml_driven_sparse *p, const double *A, const double *B);
