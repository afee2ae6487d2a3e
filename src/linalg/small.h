/* small.h - small dense square systems, by columns: LU, and solutions of least norm where they are singular.
 *
 * As LAPACK's dgetrf, dgetrs and dgelsy, to which larger ones are given. Those prepare for thousands of unknowns: with four, that is most of
 * their time.
 */
#pragma once
#include <lapacke.h>

/* P A = L U in place, with partial pivoting; pivot as of dgetrf (from 1). 0; k > 0: pivot k is zero; negative: no memory. */
int tml_small_factor(int n, double *A, lapack_int *pivot);
/* x = A^-1 x with these factors. */
void tml_small_solve(int n, const double *LU, const lapack_int *pivot, double *x);
/* x: of least norm among those that make |A x - b| least, b on entry; A is lost. Columns that are less independent than `least`, of the largest, count as
 * dependent. Returns the rank. */
int tml_small_least(int n, double *A, double *x, double least, lapack_int *pivot);
