/* semidefinite.h - a small symmetric positive semidefinite matrix as a sum of squares (L D L' with pivoting).
 *
 * x' A x = sum over k of d_k (l_k . x)^2,  d_k > 0,  l_k = 1 at its pivot.
 */
#pragma once

enum { TML_MAX_SEMIDEFINITE = 6 };

typedef struct {
    int rank; /* -1: A is not positive semidefinite */
    double d[TML_MAX_SEMIDEFINITE], l[TML_MAX_SEMIDEFINITE][TML_MAX_SEMIDEFINITE];
} tml_squares;

/* A (n x n), n <= 6. Up to rounding the result does not depend on the units of x. */
tml_squares tml_squares_of(int n, const double *A);
