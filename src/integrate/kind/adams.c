/* adams.c - Adams multistep method, for smooth motion at tight tolerances. */
#include "integrate/cvode.h"

static tml_status run(const tml_problem *problem, tml_statistics *statistics, tml_log *log)
{
    return tml_cvode_run(problem, false, statistics, log);
}

const tml_integrator_class tml_integrator_adams = {
    .name = "adams",
    .doc = "Adams multistep (CVODE)",
    .elsewhere = "ode113 abm VABM lsode_adams CVODE_Adams vode zvode AB2 AB4 ABAM",
    .run = run,
};
