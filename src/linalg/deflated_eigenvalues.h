/* deflated_eigenvalues.h - eigenvalues and eigenvectors (LAPACK), with those that are zero told from small ones.
 *
 *   A x = s x          any real A; of a pair s, s* only that with Im s > 0
 *   K x = s M x        K symmetric, M symmetric and positive
 */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

typedef struct {
    int n, count;     /* size; eigenvalues */
    double *re, *im;  /* (count) */
    double *x, *x_im; /* (n x count) by columns; NULL: real */
    bool *zero;       /* (count) not to be told from zero; then re and im are zero */
} tml_eigen;

/* scale (n): what the entries of x count in, so that all of A is of one kind. Vectors that A takes to zero come first. Other
 * eigenvalues zero, which defective ones leave, are not listed. False: it failed. */
bool tml_eigen_general(const double *A, const double *scale, int n, tml_arena *arena, tml_eigen *out);
/* Rising. False: it failed, or M is not positive. */
bool tml_eigen_pencil(const double *K, const double *M, int n, tml_arena *arena, tml_eigen *out);
