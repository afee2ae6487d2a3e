/* explicit.c - adaptive explicit Runge-Kutta: for motion without stiff forces. */
#include "integrate/runge_kutta.h"

static tml_status run(const tml_problem *problem, tml_statistics *statistics, tml_log *log)
{
    return tml_runge_kutta_run(problem, NULL, statistics, log);
}

const tml_integrator_class tml_integrator_explicit = {
    .name = "explicit",
    .doc = "adaptive explicit Runge-Kutta",
    .elsewhere = "ode78 ode89 dop853 dopri853 vern6 vern7 vern8 vern9 rkf78 explicitrk runge_kutta verner",
    .single_step = true,
    .last_stage_near_end = true,
    .evaluates_steps = true,
    .automatic = TML_FOR_SMOOTH_MOTION,
    .run = run,
};
