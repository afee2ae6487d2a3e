/* arnoldi.h - a few eigenvalues of a large matrix that is known by its products only: those of largest size (ARPACK). */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

/* y = A x; non-zero: it cannot be had. It takes no memory from an arena and does not search itself: a lock is held. */
typedef int tml_product(void *context, const double *x, double *y);

typedef struct {
    int n, count;    /* size; eigenvalues found, of a pair both */
    double *re, *im; /* (count) */
    double *x;       /* (n x count) by columns; of a pair the real part, then the imaginary one */
    int products;
} tml_arnoldi;

/* From a vector `start` (n), which is overwritten. Threads that search at once wait for each other.
 * False when it does not converge or a product fails. */
bool tml_arnoldi_find(tml_product *product, void *context, int n, int wanted, double *start, tml_arena *arena,
                      tml_arnoldi *out);
