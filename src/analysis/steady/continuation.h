/* continuation.h - a curve of steady states followed while the given speeds change. */
#pragma once
#include "analysis/steady/damped_newton.h"
#include "analysis/steady/stability.h"

enum {
    TML_TRACE_FOLD = 1,        /* the curve turns back: its speeds are the largest or the smallest there */
    TML_TRACE_BIFURCATION = 2, /* another curve crosses it */
    TML_TRACE_CHANGE = 4,      /* stable on one side, unstable on the other */
};

typedef struct {
    tml_steady_point at;
    tml_steady_direction along; /* the curve, of length 1 */
    int sign;                   /* of the determinant that passes zero at forks */
    double logarithm;
    bool unstable;
    double growth; /* 1/s, with rounding; -INFINITY */
    int marks;     /* what it is besides a point of the curve */
} tml_steady_node;

typedef enum {
    TML_TRACE_ENDS,      /* at the first or last speeds */
    TML_TRACE_RUNS_AWAY, /* farther and farther */
    TML_TRACE_STUCK,     /* the curve cannot be followed */
    TML_TRACE_CLOSED,    /* it has come back to its start */
    TML_TRACE_LONG,      /* after the most points */
    TML_TRACE_STOPPED,   /* by the caller */
    TML_TRACE_NO_START,
} tml_trace_end;

typedef struct {
    tml_steady_solver *v;
    tml_steady_stability *stability;
    int steps; /* of the speeds, at least */
    /* A point of the curve, at which everything is evaluated and judged. Non-zero stops. */
    int (*visit)(void *context, const tml_steady_node *node);
    void *context;

    double limit;                     /* where it runs away: the part that the speeds approach */
    int runs;                         /* and the speed of the tree that does */
    tml_steady_node nodes[5], *a, *b; /* the last point, the next one, trials */
    tml_steady_point start;
} tml_steady_tracer;

tml_steady_tracer *tml_steady_tracer_make(tml_steady_solver *v, tml_steady_stability *stability, int steps);
/* From a solution in the direction given; the start is visited too. */
tml_trace_end tml_steady_trace(tml_steady_tracer *t, const tml_steady_point *start, const tml_steady_direction *along);
/* At a fork: a point on the curve that leaves it to one side (sign 1 or -1), and its direction. */
bool tml_steady_bifurcation(tml_steady_tracer *t, const tml_steady_node *fork, double sign, tml_steady_point *to,
                            tml_steady_direction *along);
tml_steady_direction tml_steady_direction_make(const tml_steady *s);
