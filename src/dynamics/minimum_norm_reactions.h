/* minimum_norm_reactions.h - the multipliers of minimum norm among all that exert the same forces. */
#pragma once
#include "system/kernel/workspace.h"

/* Replaces lambda (row_count) by the minimum-norm solution with the same G' lambda, G of work; unit (nv): the lengths
 * that torques are divided by. Sparse, for many rows. Without memory it gives up in its arena. */
void tml_reactions_minimum_norm(const tml_workspace *work, const double *unit, double *lambda, tml_arena *arena);
