/* redundancy.h - what makes a constraint redundant, and an edit that removes it. */
#pragma once
#include "assembly/assemble.h"
#include "diagnosis/conflict.h"

/* For each row that depends on others (report, at the closed position q): "joints A, B and C" that constrain it
 * already: the minimal such set; NULL for other rows. (rigid_row_count) in the arena; NULL if the mechanism is too
 * large, or q is singular. *cure: one edit, tried, that removes redundant constraints and keeps the degrees of
 * freedom; NULL: none was found. */
const char **tml_redundancy_find(const tml_system *system, const tml_assembly *report, double t, const double *q,
                                 tml_arena *arena, const char **cure);
