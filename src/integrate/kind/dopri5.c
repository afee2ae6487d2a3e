/* dopri5.c - Dormand and Prince's adaptive pair of orders 5 and 4, as in MATLAB's ode45. */
#include "integrate/runge_kutta.h"

static tml_status run(const tml_problem *problem, tml_statistics *statistics, tml_log *log)
{
    return tml_runge_kutta_run(problem, &tml_pair_dormand_prince, statistics, log);
}

const tml_integrator_class tml_integrator_dopri5 = {
    .name = "dopri5",
    .doc = "adaptive explicit Runge-Kutta of orders 5 and 4 (Dormand and Prince)",
    .elsewhere = "ode45 rk45 dopri dp5 dormand_prince dormandprince rkf45 rkdp45 tsit5 ode23 rk23 bs3 odeauto",
    .single_step = true,
    .last_stage_near_end = true,
    .evaluates_steps = true,
    .run = run,
};
