/* redundancy.h - what makes a constraint superfluous, and an edit that ends it. */
#pragma once
#include "assembly/assemble.h"
#include "diagnosis/conflict.h"

/* For each row that depends on others (report, at the closed position q): "joints A, B and C" that hold it already: the smallest such set;
 * NULL for other rows. (rigid_row_count) in the arena; NULL where the mechanism is too large, or q is singular. *cure: one edit, tried,
 * that takes redundant constraints away and leaves the degrees of freedom as they are; NULL: none was found. */
const char **tml_redundancy_find(const tml_system *system, const tml_assembly *report, double t, const double *q,
                                 tml_arena *arena, const char **cure);
