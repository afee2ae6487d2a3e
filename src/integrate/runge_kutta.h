/* runge_kutta.h - explicit Runge-Kutta: adaptive pairs, or a rule without an estimate of its error, with a fixed step. */
#pragma once
#include "integrate/integrator.h"
#include "integrate/pair.h"

/* pair NULL: that of Verner's two pairs which suits the moment; without an estimate: fixed steps. */
tml_status tml_runge_kutta_run(const tml_problem *problem, const tml_pair *pair, tml_statistics *statistics,
                               tml_log *log);

/* The classical rule one step at a time, for who must keep pace with a clock: no events, no output. */
typedef struct tml_single_steps tml_single_steps;
/* The problem must stay. NULL: no memory. */
tml_single_steps *tml_single_steps_make(const tml_problem *problem, tml_arena *arena);
/* problem->y from t to `reached`, which is t + h but for rounding; four rates, one projection. Else than 0: it cannot be done, y stays. */
int tml_single_step(tml_single_steps *steps, double t, double h, double reached);
