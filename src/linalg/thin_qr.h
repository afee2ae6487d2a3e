/* thin_qr.h - thin QR of a full-rank matrix with at least as many rows as columns:  A = Q T  (LAPACK).
 *
 *   solve       x (n): |A x - b| minimal
 *   sigma_min   the smallest singular value, A u = sigma_min w
 */
#pragma once
#include "base/arena.h"

typedef struct {
    int m, n;
    double *A;        /* (m x n) by columns: on input A; on output Q and T */
    double *tau;      /* (n) */
    double *work;     /* (room) */
    double *x;        /* (m) */
    double *u;        /* (n) right singular vector of sigma_min */
    double *w;        /* (m) left singular vector of sigma_min */
    double sigma_min; /* zero: the columns are dependent */
    double largest;   /* largest diagonal entry of T */
    int room;
} tml_thin_qr;

tml_thin_qr tml_thin_qr_make(int m, int n, tml_arena *arena);
/* Factors f->A and finds sigma_min with its singular vectors, starting from the previous ones. */
void tml_thin_qr_factor(tml_thin_qr *f);
void tml_thin_qr_solve(const tml_thin_qr *f, const double *b, double *x);
/* Spectral norm of A - B (both m x n by columns) by power iteration: a lower estimate. */
double tml_thin_qr_difference(const tml_thin_qr *f, const double *A, const double *B);
