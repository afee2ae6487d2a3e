/* continuation.h - pseudo-arclength continuation of relative equilibria in the prescribed speeds. */
#pragma once
#include "analysis/steady/damped_newton.h"
#include "analysis/steady/stability.h"

enum {
    TML_STEADY_FOLD = 1,             /* limit point: the speeds have an extremum along the curve */
    TML_STEADY_BIFURCATION = 2,      /* another branch crosses */
    TML_STEADY_STABILITY_CHANGE = 4, /* stable on one side, unstable on the other */
};

typedef struct {
    tml_steady_point at;
    tml_steady_direction along; /* unit tangent of the curve */
    int sign;                   /* of the determinant that vanishes at bifurcations */
    double logarithm;
    bool unstable;
    double growth; /* 1/s, with rounding; -INFINITY: no motion */
    int marks;     /* what is special about this point */
    double margin; /* of the condition that ends the curve; while none does: zero */
} tml_steady_node;

typedef enum {
    TML_CONTINUATION_REACHED_END, /* at an end of the range of speeds */
    TML_CONTINUATION_UNBOUNDED,   /* a coordinate grows without bound */
    TML_CONTINUATION_STALLED,     /* the step became too short */
    TML_CONTINUATION_CLOSED,      /* the curve is closed */
    TML_CONTINUATION_MAX_POINTS,  /* after MAX_POINTS */
    TML_CONTINUATION_STOPPED,     /* by the caller */
    TML_CONTINUATION_BOUNDARY,    /* a condition is met no longer */
    TML_CONTINUATION_NO_START,
} tml_continuation_end;

typedef struct {
    tml_steady_solver *v;
    tml_steady_stability *stability;
    int steps; /* of the range of speeds: the fewest steps */
    /* Called at each point of the curve, with everything evaluated there. Non-zero stops. */
    int (*visit)(void *context, const tml_steady_node *node);
    /* Conditions that end the curve where one is met no longer: the one that is violated most at a solution, -1: none; how far one is met,
     * from zero on. NULL: none. */
    int (*violated)(void *context, const tml_steady_point *at);
    double (*margin)(void *context, const tml_steady_point *at, int condition);
    int condition; /* the one that has ended it, or is tried; -1 */
    void *context;

    double limit;                     /* if unbounded: the parameter that the curve approaches */
    int unbounded;                    /* and the velocity of the tree that belongs to the growing coordinate */
    tml_steady_node nodes[5], *a, *b; /* the last point, the next one, trials */
    tml_steady_point start;
} tml_steady_continuation;

tml_steady_continuation *tml_steady_continuation_make(tml_steady_solver *v, tml_steady_stability *stability, int steps);
/* From a solution in the given direction; the start is visited too. */
tml_continuation_end tml_steady_continuation_run(tml_steady_continuation *t, const tml_steady_point *start,
                                                 const tml_steady_direction *along);
/* Branch switching: a point on the branch that leaves a bifurcation to one side (sign 1 or -1), and its direction. */
bool tml_steady_switch_branch(tml_steady_continuation *t, const tml_steady_node *bifurcation, double sign,
                              tml_steady_point *to, tml_steady_direction *along);
tml_steady_direction tml_steady_direction_make(const tml_steady *s);
