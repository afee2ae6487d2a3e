/* thin_qr.h - a matrix of at least as many rows as columns, which are independent:  A = Q T  (LAPACK).
 *
 *   reach     x (n): |A x - b| smallest
 *   weakest   the smallest singular value, A u = weakest w
 */
#pragma once
#include "base/arena.h"

typedef struct {
    int m, n;
    double *A;        /* (m x n) by columns: in, A; out, Q and T */
    double *tau;      /* (n) */
    double *work;     /* (room) */
    double *x;        /* (m) */
    double *u;        /* (n) direction in which A is weakest */
    double *w;        /* (m) A u, brought to length 1 */
    double sigma_min; /* zero: the columns depend on each other */
    double largest;   /* of the diagonal of T */
    int room;
} tml_thin_qr;

tml_thin_qr tml_thin_qr_make(int m, int n, tml_arena *arena);
/* Factors what f->A holds and finds its weakest direction, from the one found before. */
void tml_thin_qr_factor(tml_thin_qr *f);
void tml_thin_qr_solve(const tml_thin_qr *f, const double *b, double *x);
/* The largest singular value of A - B (both m x n by columns), by power iteration: a little less than it is. */
double tml_thin_qr_difference(const tml_thin_qr *f, const double *A, const double *B);
