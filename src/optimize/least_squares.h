/* least_squares.h - least squares within the unit box by the method of Levenberg and Marquardt.
 *
 *   minimize |r(u)|^2,  0 <= u <= 1:   (J' J + lambda D^2) d = -J' r,   u + d cut to the box,
 *
 * D the lengths of the columns of J. Steps that do not help, or lead to a point that cannot be evaluated, are tried again with a larger lambda.
 */
#pragma once
#include "base/arena.h"
#include "base/status.h"

typedef struct {
    int n, m; /* unknowns, residuals */
    void *context;
    /* r (m) and, if J is not NULL, J (m x n, by columns) at u. TML_FAILED: the point has none. */
    tml_status (*evaluate)(void *context, const double *u, double *r, double *J);
    double accuracy; /* of u */
    int iterations;  /* at most */
} tml_least_squares;

typedef enum { TML_FIT_CONVERGED, TML_FIT_STALLED, TML_FIT_EXHAUSTED } tml_fit_end;

/* From u (n), which is replaced by what was found; r (m), J (m x n) and the sum of squares there. TML_FAILED: the start has no residuals. */
tml_status tml_least_squares_solve(const tml_least_squares *p, double *u, double *r, double *J, double *sum,
                                   tml_fit_end *end, tml_arena *arena);
