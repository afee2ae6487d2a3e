/* pseudo_transient.h - static equilibrium by pseudo-transient continuation: overdamped motion (no inertia) downhill,
 * then Newton's method.
 */
#pragma once
#include "analysis/statics/equilibrium.h"

typedef enum {
    TML_EQUILIBRIUM_FOUND,
    TML_EQUILIBRIUM_UNBOUNDED,         /* it moves farther and farther: nothing holds it */
    TML_EQUILIBRIUM_STALLED,           /* no step succeeds: forces are discontinuous, or constraints lock */
    TML_EQUILIBRIUM_MAX_ITERATIONS,    /* after MAX_STEPS */
    TML_EQUILIBRIUM_NOT_FINITE,        /* a force or a constraint is not finite at the start */
    TML_EQUILIBRIUM_STOPPED,           /* by the caller */
    TML_EQUILIBRIUM_CURVATURE_UNKNOWN, /* these matrices cannot give the signs of the stiffness; others may */
    TML_EQUILIBRIUM_CHANGED,           /* the guard ended it, at the last step that it let pass */
} tml_equilibrium_status;

typedef struct {
    tml_equilibrium_status end;
    int steps, iterations; /* of the continuation; linear solves in total */
    bool conservative;     /* the stiffness at the end is symmetric */
    int unstable,
        indifferent; /* directions of negative and of zero stiffness at the end, without ignorable rotations of massless bodies */
    double *along; /* (nv) lengths: the least stiff of these; without equilibrium, the last motion */
} tml_equilibrium_result;

typedef enum { TML_STEP_GOOD, TML_STEP_TOO_LONG, TML_STEP_ENDS } tml_step_verdict;

/* What the steps of a search must not pass. */
typedef struct {
    void *context;
    /* A step (nv, lengths) from a configuration to q, which eq is evaluated at. ENDS: it is not taken, and the search ends. */
    tml_step_verdict (*judge)(void *context, const double *from, const double *step, const double *q);
    /* The step was taken. False: the search ends there. */
    bool (*accept)(void *context);
} tml_step_guard;

/* Non-zero stops the search. */
typedef int tml_equilibrium_progress(void *context, int steps);

/* From an assembled q to a static equilibrium in q, at which eq is then evaluated. tolerance: the largest residual
 * force relative to eq->scale, unless rounding leaves more. Angles are unwrapped from eq->work->unwrapped on. guard may be NULL. */
tml_equilibrium_result tml_pseudo_transient_solve(tml_equilibrium *eq, double tolerance, double *q,
                                                  const tml_step_guard *guard, tml_equilibrium_progress *watch,
                                                  void *context);
