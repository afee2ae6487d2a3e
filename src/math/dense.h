/* dense.h - small dense symmetric systems, row-major, without any allocation. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* A = L L' in place (lower triangle, n x n). False when a pivot falls below `least` times its diagonal entry. */
bool tml_cholesky(double *A, int n, double least);
/* x = (L L')^-1 x */
void tml_cholesky_solve(const double *L, int n, double *x);

/* A symmetric, positive semi-definite matrix of rank r as P A P' = L L', L of r columns.
 * Stops at `most` columns, or when every remaining diagonal has fallen below `least` times its first value. */
typedef struct {
    int n, rank;
    double *L;    /* (n x n) row-major, columns beyond rank are not used; rows in original order */
    double *N;    /* (n x n) L'L, factored */
    int *order;   /* (n) pivots, in order */
    double *work; /* (2 n) */
} tml_semidefinite;

void tml_semidefinite_factor(tml_semidefinite *f, const double *A, int n, int most, double least);
/* x: solution of least norm of A x = b, b in the range of A (else of its projection). x may be b. */
void tml_semidefinite_solve(const tml_semidefinite *f, const double *b, double *x);
