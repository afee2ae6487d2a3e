/* implicit_formulation.c - joints as stiff springs and dampers (implicit constraint approach, a penalty method): M v' = Q, an ODE
 * without constraints, each row of each joint a spring and a damper among the forces.
 *
 * The rows became force laws when the system was compiled (TML_PENALIZE); what remains are absolute coordinates without constraints.
 */
#include "dynamics/absolute/absolute.h"

static tml_equations *make(const tml_system *system, int rank, tml_stabilization stabilization, tml_place place,
                           tml_arena *arena, tml_log *log)
{
    (void)place, (void)log;
    tml_absolute *b = tml_absolute_make(&tml_formulation_implicit, system, rank, stabilization, arena);
    b->e.description = "absolute coordinates, joints as springs and dampers";
    b->e.solver = "none: no constraints";
    return &b->e;
}

const tml_formulation_class tml_formulation_implicit = {
    .name = "implicit",
    .doc = "every joint compliant: a stiff differential equation without constraints",
    .treatment = TML_PENALIZE,
    .make = make,
    TML_ABSOLUTE_METHODS,
};
