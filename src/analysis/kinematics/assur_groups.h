/* assur_groups.h - a driven mechanism as Assur groups: the smallest sets of bodies whose positions follow at once from bodies before them.
 *
 * Constraints are matched with coordinates; what then depends on each other in a circle is a group (block triangular form of G).
 * A driven crank is a group of one body, coupler and rocker of a four-bar are a group of two, a dyad.
 */
#pragma once
#include "system/system.h"

/* group (nb): 0 the ground, then in the order in which they follow; independent (row_count): rows to go by. */
void tml_assur_groups(const tml_system *system, const bool *independent, int *group, tml_arena *arena);
