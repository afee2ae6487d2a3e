/* perturbation.h - a small motion about the reference state of a linearization, and what it changes.
 *
 * Along y, y', y'', the states of the user's and an input force, the quantities from which channels are computed change by exact amounts:
 * dq, dv, da from the linearized equations, forces df by the gradients of their laws, multipliers by
 *   G' dlambda = M da - K dq - C dv - b u
 * Channels are smooth functions of these, differentiated by central differences of order 8: to about 12 digits.
 */
#pragma once
#include "linearize/linearization.h"
#include "system/channel/channels.h"
#include <limits.h>

typedef struct {
    tml_linear *l;
    const double *q; /* (nq) of the bodies at the reference state */
    bool undamped;
    /* given: */
    double *y, *y1,
        *y2; /* (all) coordinates, their first and second time derivatives; of a nonholonomic system y (positions), w, w' */
    double *states;          /* (state_count) of the user's */
    double *parameters;      /* (input_count) of inputs of expressions that are parameters */
    double work_done;        /* of the work since the start, where there is one: */
    const tml_instant *past; /* NULL: an instant by itself */
    int law;                 /* an input force: the law to which it adds; -1: none */
    double push;             /* its force */
    bool holds_values;       /* those of forces that depend on results stay as they are */
    /* found: */
    double *dq, *dv, *da, *df, *dlambda; /* (nv), (nv), (nv), (law_count), (rows) */
    /* scratch */
    tml_workspace *work;              /* perturbed */
    tml_row_derivatives laws, inputs; /* derivatives of what force laws and expressions read */
    double *gradient;                 /* (law_count x input_count) of expressions */
    double *values;                   /* (channels x 9) at multiples of a step, -4 to 4 */
    double *force, *moved_q, *moved_v, *moved_a, *moved_lambda, *row;
} tml_perturbation;

tml_perturbation *tml_perturbation_make(tml_linear *l, const double *q, bool undamped, tml_arena *arena);
/* All zero, no input. */
void tml_perturbation_clear(tml_perturbation *p);
void tml_perturbation_find(tml_perturbation *p);
/* load (nv) += the forces on the bodies that the changes of parameters cause. */
void tml_perturbation_add_load(tml_perturbation *p, double *load);
/* In place of a column: the power of all non-conservative forces, drivers included. */
#define TML_POWER_COLUMN INT_MIN
/* Change of an expression by what it reads besides results; gradient (input_count). */
double tml_perturbation_of_expression(const tml_perturbation *p, const double *gradient);
/* Change of channels, by their columns: out (count). kinks (count; NULL: not wanted): marks those that have no derivative here, and these are
 * NAN. */
void tml_perturbation_of_channels(tml_perturbation *p, const int *columns, int count, double *out, bool *kinks);
