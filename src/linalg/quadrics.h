/* quadrics.h - common zeros of a few quadratic functions of a few unknowns.
 *
 *   f_l(x) = x' Q_l x + b_l . x + c_l = 0,   l = 1 … count
 *
 * Zeros are found by Gauss-Newton steps of least norm, those nearest to the origin by Newton's method on
 *   x + J' mu = 0,   f = 0,   J_l = 2 Q_l x + b_l
 * from many starts: what is found are zeros, but that all are found is not proved.
 */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

typedef struct {
    int count, n;
    double *Q;                /* (count x n x n) symmetric */
    double *b;                /* (count x n) */
    double *c;                /* (count) */
    double *J, *f, *normal;   /* (count x n), (count), (count x count): of the last point */
    double *K, *step, *trial; /* of Newton's equations */
    int *pivot;               /* (n + count) */
} tml_quadrics;

/* All zero. */
tml_quadrics *tml_quadrics_make(int count, int n, tml_arena *arena);
/* f and J at x; the largest |f|. */
double tml_quadrics_evaluate(tml_quadrics *z, const double *x);
/* Whether the gradients at the last point are independent: no sine of an angle between them, in turn, below `least`. */
bool tml_quadrics_regular(tml_quadrics *z, double least);
/* Moves x to a zero near it, to `tolerance` in f; false: there is none. */
bool tml_quadrics_reach(tml_quadrics *z, double *x, double tolerance);
/* From a zero to one at which the distance from the origin is stationary among zeros; false: not found. */
bool tml_quadrics_nearest(tml_quadrics *z, double *x, double tolerance);
