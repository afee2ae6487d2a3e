/* runge_kutta.h - explicit Runge-Kutta: adaptive pairs, or fixed-step methods without an error estimate. */
#pragma once
#include "integrate/integrator.h"
#include "integrate/pair.h"

/* pair NULL: the better suited of Verner's two pairs; without an error estimate: fixed steps. */
tml_status tml_runge_kutta_run(const tml_problem *problem, const tml_pair *pair, tml_statistics *statistics,
                               tml_log *log);

/* The classical method of order 4, one step per call, for real-time stepping: no events, no output. */
typedef struct tml_single_steps tml_single_steps;
/* The problem must outlive it. NULL: no memory. */
tml_single_steps *tml_single_steps_make(const tml_problem *problem, tml_arena *arena);
/* problem->y from t to `reached`, t + h up to rounding; four evaluations, one projection. Non-zero: failure, y is
 * unchanged. */
int tml_single_step(tml_single_steps *steps, double t, double h, double reached);

/* What the first step of a run by an automatic pair begins with: the row at the start is written, nothing is integrated. 0, or not: the run itself finds out why. */
typedef struct {
    double step, rounding; /* to be tried; of the derivatives, in units of the tolerance and 1/s */
} tml_runge_kutta_start;
int tml_runge_kutta_begin(const tml_problem *problem, tml_runge_kutta_start *start);
