/* quadrics.h - common zeros of a few quadratic functions of a few unknowns.
 *
 *   f_l(x) = x' Q_l x + b_l . x + c_l = 0,   l = 1 ... count
 *
 * Zeros by Gauss-Newton with minimum-norm steps, those nearest to the origin by Newton's method on
 *   x + J' mu = 0,   f = 0,   J_l = 2 Q_l x + b_l
 * from many starts: all results are zeros, but completeness is not guaranteed.
 */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

typedef struct {
    int count, n;
    double *Q;                /* (count x n x n) symmetric */
    double *b;                /* (count x n) */
    double *c;                /* (count) */
    double *J, *f, *schur;    /* (count x n), (count), (count x count): at the last point */
    double *K, *step, *trial; /* of Newton's equations */
    int *pivot;               /* (n + count) */
} tml_quadrics;

/* All coefficients zero. */
tml_quadrics *tml_quadrics_make(int count, int n, tml_arena *arena);
/* f and J at x; returns the largest |f|. */
double tml_quadrics_evaluate(tml_quadrics *z, const double *x);
/* Whether the gradients at the last point are independent: successive sines of angles between them all at min_sine
 * min_sine. */
bool tml_quadrics_regular(tml_quadrics *z, double min_sine);
/* Gauss-Newton from x to a zero nearby, to `tolerance` in f; false: none found. */
bool tml_quadrics_solve(tml_quadrics *z, double *x, double tolerance);
/* From a zero to one at which the distance from the origin is stationary; false: not found. */
bool tml_quadrics_nearest(tml_quadrics *z, double *x, double tolerance);
