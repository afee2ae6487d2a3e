/* euler.c - explicit Euler method y_1 = y_0 + h f(t_0, y_0) with a fixed step, as in textbooks. */
#include "integrate/runge_kutta.h"

static tml_status run(const tml_problem *problem, tml_statistics *statistics, tml_log *log)
{
    return tml_runge_kutta_run(problem, &tml_pair_euler, statistics, log);
}

const tml_integrator_class tml_integrator_euler = {
    .name = "euler",
    .doc = "Euler's rule of order 1 with a fixed step",
    .elsewhere = "ode1 forward_euler explicit_euler forwardeuler semi_implicit symplectic_euler",
    .single_step = true,
    .fixed_step = true,
    .order = 1,
    .stability_limit = 1.8, /* the stability interval on the real axis ends at 2 */
    .evaluates_steps = true,
    .run = run,
};
