/* dae.c - constraints and equations of motion as a DAE, solved together, sparse. */
#include "integrate/ida.h"

static tml_status run(const tml_problem *problem, tml_statistics *statistics, tml_log *log)
{
    return tml_ida_run(problem, statistics, log);
}

const tml_integrator_class tml_integrator_dae = {
    .name = "dae",
    .doc = "differential-algebraic, stabilized index 2 (IDA)",
    .elsewhere = "ode15i dassl daspk dasslc ida hht hht_i3 i3 generalized_alpha generalized-alpha newmark trapezoidal "
                 "TrapezoidalIndex2",
    .automatic = TML_FOR_MASSLESS_BODIES,
    .run = run,
    .needs_dae = true,
};
