/* along.h - functions of the state along a motion: their integrals and extrema, from the integrator's dense output.
 *
 *   int f dt,  int f^2 dt      by adaptive Gauss-Lobatto quadrature with its Kronrod extension (4 and 7 nodes) in every step
 *   max f, min f               at all nodes; where the polynomial through the nodes rises above them, by Brent's method
 * Of a function whose integrals are not wanted only those steps are divided in which it may exceed what it has reached so far.
 * Where a method knows the functions at its stages, these tell the integrals, and that no extremum is in a step: without dense output.
 */
#pragma once
#include "integrate/integrator.h"
#include "model/model.h"

typedef struct tml_along {
    unsigned wanted;         /* bits of tml_wanted */
    bool corners;            /* it may have corners, or jump */
    bool magnitude;          /* only the extremum of the larger magnitude is searched for */
    double precision;        /* of the largest value: no better is needed; 0: as good as the motion allows */
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
/* What a step of a Runge-Kutta method knows of the functions: their values at its stages, with its own weights. */
typedef struct {
    int count;                  /* stages */
    const double *place;        /* (count) parts of the step */
    const double *weight;       /* (count) */
    const double *error_weight; /* (count) of the difference from a formula of lower order */
    const double *f;            /* (count x function_count) at the stages that are marked */
    const double *end;          /* (function_count) at the end of the step */
} tml_along_stages;

/* Marks the stages (count) at which values tell something; the first, at the beginning of a step, does in any case. */
void tml_along_mark_stages(tml_along_work *work, const tml_along_stages *stages, bool *needed);
/* The part of the last step from `from`, or from where the last call ended, up to `to`; y: the state there, NULL: from the dense output. stages: of
 * the step, if that is all of it; NULL: not known. 0, or an error. */
int tml_along_step(tml_along_work *work, double from, double to, const double *y, const tml_along_stages *stages);
