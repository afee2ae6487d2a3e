/* state_space.h - linearized equations of motion as a system of first order:  z' = A z + B u,  y = E z + F u.
 *
 * z: independent coordinates and their speeds. What has no mass has no speed of its own: damped motions of it are states of first
 * order, undamped ones follow the others at once (F), and those that meet no resistance at all are left out.
 */
#pragma once
#include "linearize/linearization.h"

typedef struct {
    int law;       /* whose force it adds to; -1: */
    int released;  /* the acceleration of this released row (its number among them) */
    double factor; /* force of the law for an input of 1 */
} tml_linear_input;

typedef struct {
    int states, inputs;
    int all;                      /* coordinates y: freedoms, and those of released rows where inputs move them */
    double *A;                    /* (states x states) by columns, as all of these */
    double *B;                    /* (states x inputs) */
    double *E, *F;                /* (all x states), (all x inputs) */
    const char **names;           /* (states) "O.angle", "O.speed" */
    bool *is_rotation, *is_speed; /* (states) of angles; y' */
    bool second_order;            /* states are y, then y': no part without mass */
    int ignorable;                /* motions that were left out */
    int unheld; /* coordinate that moves most where springs drive a motion without mass or damping away; -1 */
} tml_state_space;

/* NULL where a motion without mass is not determined; *along is then the coordinate that moves most in it, -1 where LAPACK
 * failed. */
tml_state_space *tml_state_space_make(const tml_linear *l, const tml_linear_input *inputs, int input_count,
                                      tml_arena *arena, int *along);
