/* minimum_norm_reactions.h - of all reactions that make the same forces, the smallest. */
#pragma once
#include "system/kernel/workspace.h"

/* lambda (row_count) becomes that of least norm with the same G' lambda, G of work; unit (nv): what rotations are divided by. For many
 * rows: sparse. Gives up in its arena without memory. */
void tml_reactions_minimum_norm(const tml_workspace *work, const double *unit, double *lambda, tml_arena *arena);
