/* live_steps.h - live motions that step over contacts (dynamics/time_step.h): many contacts, sets of pairs. */
#pragma once
#include "analysis/dynamics/time_stepping.h"
#include "base/pieces.h"

typedef struct tml_live_steps tml_live_steps;

/* At the state of the task; NULL with messages: it cannot be stepped over. `varying` inputs keep the values that they are given. */
tml_live_steps *tml_live_steps_make(tml_task *task, const tml_assembly *report);
const tml_table *tml_live_steps_table(const tml_live_steps *steps);
/* From t to t + h. Non-zero: failure, the state is as it was, and the task's log says why. */
int tml_live_steps_advance(tml_live_steps *steps, double t, double h);
/* All channels at t, the end of the last step of length h. */
void tml_live_steps_observe(tml_live_steps *steps, double t, double h, double *row);
/* From the state at the start again. */
void tml_live_steps_restart(tml_live_steps *steps);
/* What its future depends on. The impulses of near contacts, from which the next are searched, are no part of it. */
void tml_live_steps_pieces(tml_live_steps *steps, tml_pieces *pieces);
/* Positions and velocities of the bodies, states: to be read, or to be put there before `begin_at`. */
typedef struct {
    double *q, *v, *x;
} tml_live_steps_state;
tml_live_steps_state tml_live_steps_now(tml_live_steps *steps);
/* From the state that was put there. 0; non-zero: the equations have no solution there. */
int tml_live_steps_begin_at(tml_live_steps *steps, double t);
void tml_live_steps_set(tml_live_steps *steps, int input, double value);
/* The workspace whose inputs are set. */
tml_workspace *tml_live_steps_workspace(tml_live_steps *steps);
