/* assur_groups.h - Assur groups of a driven mechanism: the smallest sets of bodies whose positions follow
 * simultaneously from those of preceding bodies.
 *
 * Constraints are matched with coordinates; cyclic dependences then form a group (block triangular form of G). A
 * driven crank is a group of one body; coupler and rocker of a four-bar are a group of two, a dyad.
 */
#pragma once
#include "system/system.h"

/* group (nb): 0 for the ground, then in the order of dependence; independent (row_count): rows to use. */
void tml_assur_groups(const tml_system *system, const bool *independent, int *group, tml_arena *arena);
