/* eigenvalues.h - eigenvalues of a real matrix in ascending order (LAPACK). */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

typedef struct {
    int n;
    bool symmetric;
    double *values;    /* (n) ascending; real parts if A is not symmetric */
    double *vectors;   /* (n x n) by columns, normalized: only if A is symmetric */
    double *imaginary; /* (n) */
} tml_eigenvalues;

/* For matrices of up to n x n. */
tml_eigenvalues tml_eigenvalues_make(int n, tml_arena *arena);
/* Of A (n x n by columns), which counts as symmetric if A and A' differ by no more than `tolerance`. NaN if none are
 * found, as for non-finite matrices. False: no memory. */
bool tml_eigenvalues_find(tml_eigenvalues *s, const double *A, int n, double tolerance);
