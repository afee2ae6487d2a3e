/* rk4.c - classical Runge-Kutta method of order 4 with a fixed step, as in textbooks. */
#include "integrate/runge_kutta.h"

static tml_status run(const tml_problem *problem, tml_statistics *statistics, tml_log *log)
{
    return tml_runge_kutta_run(problem, &tml_pair_classical, statistics, log);
}

const tml_integrator_class tml_integrator_rk4 = {
    .name = "rk4",
    .doc = "classical Runge-Kutta of order 4 with a fixed step",
    .elsewhere = "ode4 ode3 ode5 runge_kutta_4 rungekutta4 classical",
    .single_step = true,
    .fixed_step = true,
    .order = 4,
    .stability_limit = 2.5, /* the stability interval on the real axis ends at 2.78 */
    .evaluates_steps = true,
    .run = run,
};
