/* explicit.c - adaptive explicit Runge-Kutta: for motion without stiff forces. */
#include "integrate/arkode.h"

static tml_status run(const tml_problem *problem, tml_statistics *statistics, tml_log *log)
{
    return tml_arkode_run(problem, false, statistics, log);
}

const tml_integrator_class tml_integrator_explicit = {
    .name = "explicit",
    .doc = "adaptive explicit Runge-Kutta (ARKODE)",
    .run = run,
};
