/* deflated_eigenvalues.h - eigenvalues and eigenvectors (LAPACK), zero eigenvalues separated by deflation of the null space.
 *
 *   A x = s x          any real A; of a pair s, s* only that with Im s > 0
 *   K x = s M x        K symmetric, M symmetric positive definite
 */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

typedef struct {
    int n, count;     /* size; number of eigenvalues */
    double *re, *im;  /* (count) */
    double *x, *x_im; /* (n x count) by columns; NULL: real */
    bool *zero;       /* (count) indistinguishable from zero; then re and im are zero */
} tml_eigen;

/* scale (n): units of the entries of x, which make A homogeneous. Null vectors of A come first. Further zero
 * eigenvalues, from defective ones, are not listed. False: failure. */
bool tml_eigen_general(const double *A, const double *scale, int n, tml_arena *arena, tml_eigen *out);
/* Ascending. False: failure, or M is not positive definite. */
bool tml_eigen_pencil(const double *K, const double *M, int n, tml_arena *arena, tml_eigen *out);
