/* absolute_formulation.c - absolute (body) coordinates, every row enforced by a Lagrange multiplier. */
#include "dynamics/absolute/absolute.h"

static tml_equations *make(const tml_system *system, int rank, tml_stabilization stabilization, tml_place place,
                           tml_arena *arena, tml_log *log)
{
    (void)place, (void)log;
    return &tml_absolute_make(&tml_formulation_absolute, system, rank, stabilization, arena)->e;
}

const tml_formulation_class tml_formulation_absolute = {
    .name = "absolute",
    .doc = "body coordinates and Lagrange multipliers",
    .treatment = TML_ENFORCE,
    .make = make,
    TML_ABSOLUTE_METHODS,
};
