/* cholesky.h - small dense symmetric systems, row-major, without allocation: Cholesky, pivoted Cholesky, Gram-Schmidt. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* No NaN or infinity in x. */
bool tml_all_finite(const double *x, int n);
/* Normalizes x, unless it is zero; returns its length. */
double tml_normalize(double *x, int n);

/* A = L L' in place (lower triangle, n x n). False if a pivot falls below min_pivot times its diagonal entry. */
bool tml_cholesky(double *A, int n, double min_pivot);
/* x = L^-1 x, x = L^-T x, x = (L L')^-1 x */
void tml_cholesky_forward(const double *L, int n, double *x);
void tml_cholesky_backward(const double *L, int n, double *x);
void tml_cholesky_solve(const double *L, int n, double *x);

/* Pivoted Cholesky of a symmetric positive semidefinite matrix of rank r: P A P' = L L', L of r columns. Stops after
 * max_rank columns, or when every remaining diagonal entry has fallen below min_pivot times its first value; some rows
 * may be zero up to rounding. */
typedef struct {
    int n, rank;
    double *L;    /* (n x n) row-major, columns beyond rank are unused; rows in original order */
    double *N;    /* (n x n) L'L, factored */
    int *order;   /* (n) pivots, in order */
    double *work; /* (2 n) */
} tml_semidefinite;

void tml_semidefinite_factor(tml_semidefinite *f, const double *A, int n, int max_rank, double min_pivot);
/* x: minimum-norm solution of A x = b, b in the range of A (otherwise of its projection). x may be b. */
void tml_semidefinite_solve(const tml_semidefinite *f, const double *b, double *x);

/* Orthogonalization of rows a_1 ... a_m (length n) with row pivoting: P A = L Q, Q with orthonormal rows. Unlike A A'
 * it does not square the condition number. Stops at rows reduced below min_length of their length. */
typedef struct {
    int rank;
    double *Q;    /* (rows x n), in pivot order */
    double *L;    /* (rows x rows): row order[i] = sum_k L[i][k] Q[k] */
    int *order;   /* (rows) */
    double *size; /* (2 rows) lengths */
} tml_orthogonal;

/* On input Q holds the rows in their original order. */
void tml_orthogonal_factor(tml_orthogonal *f, int rows, int n, double min_length);
