/* eigenvalues.h - eigenvalues of a real matrix, the lowest first (LAPACK). */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

typedef struct {
    int n;
    bool symmetric;
    double *values;  /* (n) rising; real parts where it is not symmetric */
    double *vectors; /* (n x n) by columns, of length 1: only where it is symmetric */
    double *other;   /* (n) */
} tml_eigenvalues;

/* For matrices of up to n x n. */
tml_eigenvalues tml_eigenvalues_make(int n, tml_arena *arena);
/* Of A (n x n by columns). It counts as symmetric where A and A' differ by no more than `alike`. The values are NaN where
 * none are found, as of numbers that are not finite. False when there is no memory. */
bool tml_eigenvalues_find(tml_eigenvalues *s, const double *A, int n, double alike);
