/* state_space.h - linearized equations of motion in state space form:  z' = A z + B u,  y = E z + F u.
 *
 * z: independent coordinates and their rates, then the states of the user's. Massless motions have no rates of their own: damped ones are first-order states,
 * undamped ones are in static balance with the others (F), and those without stiffness or damping are left out.
 */
#pragma once
#include "linearize/linearization.h"

typedef struct {
    int law;       /* the force law to which it adds; -1: */
    int released;  /* it is the acceleration of this released row (index among them) */
    double factor; /* force of the law per unit input */
} tml_linear_input;

typedef struct {
    int states, inputs;
    int all;            /* coordinates y: independent ones, and those of released rows where these are inputs */
    double *A;          /* (states x states) by columns, like all matrices here */
    double *B;          /* (states x inputs) */
    double *E, *F;      /* (all x states), (all x inputs) */
    const char **names; /* (states) "O.angle", "O.speed" */
    bool *is_rotation, *is_speed; /* (states) an angle or its rate; a rate */
    const char **units;           /* (states) where they are known otherwise: of the user's; NULL: none of these */
    bool second_order;            /* states are y, then y': nothing is massless */
    int ignorable;                /* number of massless motions without stiffness or damping, left out */
    int unstable_coordinate; /* coordinate that moves most in a massless, undamped motion with negative stiffness; -1: none */
} tml_state_space;

/* NULL where a massless motion is not determined: *along is the coordinate that moves most in it, or -1 where LAPACK failed. */
tml_state_space *tml_state_space_make(const tml_linear *l, const tml_linear_input *inputs, int input_count,
                                      tml_arena *arena, int *along);
