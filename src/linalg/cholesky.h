/* cholesky.h - small dense symmetric systems, row-major, without any allocation. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* No NaN and no infinity among x. */
bool tml_all_finite(const double *x, int n);
/* Brings x to length 1, unless it is zero; the length it had. */
double tml_to_unit(double *x, int n);

/* A = L L' in place (lower triangle, n x n). False when a pivot falls below `least` times its diagonal entry. */
bool tml_cholesky(double *A, int n, double least);
/* x = L^-1 x, x = L^-T x, x = (L L')^-1 x */
void tml_cholesky_forward(const double *L, int n, double *x);
void tml_cholesky_backward(const double *L, int n, double *x);
void tml_cholesky_solve(const double *L, int n, double *x);

/* A symmetric, positive semi-definite matrix of rank r as P A P' = L L', L of r columns.
 * Stops at `most` columns, or when every remaining diagonal has fallen below `least` times its first value; rows of zeros but for
 * rounding may be among them. */
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

/* Rows a_1 … a_m (length n) made orthogonal: A P = L Q with Q's rows orthonormal. Unlike A A' this does not square the
 * condition of A. Stops at rows that have shrunk below `least` of their length. */
typedef struct {
    int rank;
    double *Q;    /* (rows x n), in the order taken */
    double *L;    /* (rows x rows): row order[i] = sum_k L[i][k] Q[k] */
    int *order;   /* (rows) */
    double *size; /* (2 rows) lengths */
} tml_orthogonal;

/* Q holds the rows in their original order on input. */
void tml_orthogonal_factor(tml_orthogonal *f, int rows, int n, double least);
