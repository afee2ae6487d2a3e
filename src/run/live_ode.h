/* live_ode.h - a live motion as differential equations, from inside: what evaluation (live_ode.c) and derivatives (live_derivatives.c) share. */
#pragma once
#include "linearize/perturbation.h"
#include "run/real_time.h"

/* Derivatives at one state, in memory of their own. */
typedef struct {
    tml_arena *arena;
    tml_perturbation *p;
    double *mass; /* (n x n) Cholesky factor of M */
    double *z;    /* (count) the state with its loops closed */
    int *chosen;  /* (n) velocities of the tree that the independent coordinates belong to */
    double *turn, *part, *still, *change, *speed, *across; /* (count) scratch */
    double *load;                                          /* (nv of the bodies) */
    double *gradient;                                      /* (input_count) */
    int *columns;                                          /* (channels + 1) all of them, and the power */
    double *out;                                           /* the same */
    bool *kinks;
} tml_live_tangent;

struct tml_live_ode {
    int count; /* of x */
    const char **names, **units;
    double *nominal;   /* (count) */
    double *z, *rates; /* (count) x with its loops closed; scratch */
    double *values;    /* (event_count) */
    int *watched;      /* (watched_count) of these */
    int watched_count;
    int rank;  /* of the constraints */
    int *tree; /* (nv) for each velocity, its place among the coordinates of the tree; NULL: other coordinates */
    double begin, end;        /* the present interval between breaks of time */
    double happened;          /* when events have acted last; NAN: they have not */
    tml_live_tangent tangent; /* arena NULL: not found here yet */
};

/* x with its loops closed, in ode->z. 0; non-zero: it cannot be. */
int tml_live_ode_close(tml_live *live);
/* Goes through what happens where one of the values that the motion watches is zero, at the present state, which is there up to rounding. */
tml_status tml_live_ode_fire(tml_live *live, int value);
