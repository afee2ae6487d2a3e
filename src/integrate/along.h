/* along.h - functions of the state along a motion: their integrals and extrema, from the integrator's dense output.
 *
 *   int f dt,  int f^2 dt      by adaptive Gauss-Lobatto quadrature with its Kronrod extension (4 and 7 nodes) in every step
 *   max f, min f               at all nodes; where the polynomial through the nodes rises above them, by Brent's method
 * Of a function whose integrals are not wanted only those steps are divided in which it may exceed what it has reached so far.
 */
#pragma once
#include "integrate/integrator.h"
#include "model/model.h"

typedef struct tml_along {
    unsigned wanted;         /* bits of tml_wanted */
    double integral, square; /* from `begin` until `end` */
    double begin, end;
    double max, max_time, min, min_time;
    double last;                /* at the latest time */
    double scale;               /* largest |f| */
    double undefined;           /* the first time at which it was not finite; NAN: none */
    int splits;                 /* of intervals that it may still demand */
    double error, square_error; /* of the integrals: estimates where the quadrature did not converge */
} tml_along;

/* Before any value. */
extern const tml_along tml_along_none;
/* A value at a time: extrema, the latest value. */
void tml_along_take(tml_along *along, double t, double f);

typedef struct tml_along_work tml_along_work;

/* NULL: no memory. `at`: dense output of the last step. */
tml_along_work *tml_along_make(const tml_problem *p, int (*at)(void *library, double t, double *y), void *library);
void tml_along_free(tml_along_work *work);
/* The part of the last step from `from`, or from where the last call ended, up to `to`; y: the state there, NULL: from the dense output. 0, or an error. */
int tml_along_step(tml_along_work *work, double from, double to, const double *y);
