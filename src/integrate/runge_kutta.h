/* runge_kutta.h - explicit Runge-Kutta: adaptive pairs, or fixed-step methods without an error estimate. */
#pragma once
#include "integrate/integrator.h"
#include "integrate/pair.h"

/* pair NULL: the better suited of Verner's two pairs; without an error estimate: fixed steps. */
tml_status tml_runge_kutta_run(const tml_problem *problem, const tml_pair *pair, tml_statistics *statistics,
                               tml_log *log);

/* Memory for many runs of one problem, which must outlive it; problem->workspace. NULL: no memory. */
typedef struct tml_runge_kutta_state tml_runge_kutta_state;
tml_runge_kutta_state *tml_runge_kutta_workspace(const tml_problem *problem, tml_arena *arena);

/* What the first step of a run by an automatic pair begins with: the row at the start is written, nothing is integrated. 0, or not: the run itself finds out why. */
typedef struct {
    double step, rounding; /* to be tried; of the derivatives, in units of the tolerance and 1/s */
} tml_runge_kutta_start;
int tml_runge_kutta_begin(const tml_problem *problem, tml_runge_kutta_start *start);
