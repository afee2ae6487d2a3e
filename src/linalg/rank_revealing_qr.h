/* rank_revealing_qr.h - rank-revealing QR with column pivoting of A' (LAPACK): orthonormal bases of the row space and null space of A.
 *
 * A (m x n), its rows normalized by D and permuted by P:   A' D^-1 P = [Y Z] [R; 0]
 * Y (n x rank) spans the row space, Z (n x (n - rank)) the null space: A Z = 0.
 */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

typedef struct {
    int m, n, rank;
    double *rows;     /* (n x m) by columns: on input the rows of A one after the other; on output R */
    double *basis;    /* (n x n) by columns: Y, then Z */
    double *length;   /* (m) D */
    double *unit;     /* (m) units of y where it is not unique, 1 unless set */
    int *order;       /* (m) P: rows in pivot order, from 0 */
    double *tau;      /* (m) */
    double *work;     /* (m + n) */
    double *triangle; /* (m x m) */
} tml_rank_qr;

tml_rank_qr tml_rank_qr_make(int m, int n, tml_arena *arena);
/* Factors f->rows. Rows reduced to min_pivot of their length depend on those before them; at most max_rank are taken.
 * False: no memory. Non-finite rows give a basis of NaN and rank 0. */
bool tml_rank_qr_factor(tml_rank_qr *f, int max_rank, double min_pivot);
/* Z: basis of the null space, n - rank columns. */
const double *tml_rank_qr_null_space(const tml_rank_qr *f);
/* x (n): minimum-norm solution of A x = b (m). */
void tml_rank_qr_solve(const tml_rank_qr *f, const double *b, double *x);
/* y (m): least-squares solution of A' y = b with minimum norm of y / unit. b (n); if it is not finite, y is not. False:
 * no memory. */
bool tml_rank_qr_solve_transpose(const tml_rank_qr *f, const double *b, double *y);
/* y (m) with A' y = 0: the k-th of m - rank independent ones, scaled to a largest |D y| of 1. Returns |A' y|: by a few times as much y may differ from
 * that of rows that depend on each other exactly. */
double tml_rank_qr_dependence(const tml_rank_qr *f, int k, double *y);
