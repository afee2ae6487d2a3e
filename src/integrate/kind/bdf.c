/* bdf.c - backward differentiation for stiff forces, with the exact Jacobian. */
#include "integrate/cvode.h"

static tml_status run(const tml_problem *problem, tml_statistics *statistics, tml_log *log)
{
    return tml_cvode_run(problem, true, statistics, log);
}

const tml_integrator_class tml_integrator_bdf = {
    .name = "bdf",
    .doc = "backward differentiation for stiff forces (CVODE)",
    .elsewhere = "ode15s ode23s ode23t ode23tb gear gstiff wstiff si1 si2 radau radau5 radauIIa rosenbrock rodas "
                 "rodas5 rodas5p kvaerno trbdf2 lsode sundials cvode fbdf qndf implicit implicitfast",
#ifndef TML_LEAN /* otherwise there is no CVODE: explicit methods take its place */
    .automatic = TML_FOR_STIFF_MOTION,
#endif
    .run = run,
    .needs_jacobian = true,
};
