/* pseudo_transient.h - from a position downhill to static equilibrium, by overdamped motion without inertia. */
#pragma once
#include "analysis/statics/equilibrium.h"

typedef enum {
    TML_SETTLE_RESTS,
    TML_SETTLE_RUNS_AWAY,      /* it went on and on: nothing holds it */
    TML_SETTLE_STUCK,          /* no step leads on: forces jump, or constraints lock */
    TML_SETTLE_MAX_ITERATIONS, /* after the most steps */
    TML_SETTLE_NOT_FINITE,     /* a force or a constraint is no number at the start */
    TML_SETTLE_STOPPED,        /* by the caller */
    TML_SETTLE_UNKNOWN,        /* the signs of the stiffness cannot be found by these matrices: others may do */
} tml_settle_end;

typedef struct {
    tml_settle_end end;
    int steps, iterations;     /* downhill; linear solves in all */
    bool conservative;         /* the stiffness at the end is symmetric */
    int unstable, indifferent; /* directions of negative and of no stiffness at the end; massless bodies that nothing
                                  turns are not counted */
    double *along;             /* (nv) lengths: the weakest of these; where it does not rest, the last motion */
} tml_settling;

/* Non-zero stops. */
typedef int tml_settle_watch(void *context, int steps);

/* From q, assembled, to a position of rest in q, at which rest is then evaluated. tolerance: the largest force that may be left
 * as a part of rest->scale, unless rounding leaves more. Angles count full turns on from rest->work->turn. */
tml_settling tml_settle(tml_equilibrium *rest, double tolerance, double *q, tml_settle_watch *watch, void *context);
