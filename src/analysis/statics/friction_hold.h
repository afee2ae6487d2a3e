/* friction_hold.h - rest by friction: whether it holds a mechanism where it is, and which loads it holds.
 *
 * At rest all forces x of friction follow from complementarity with the accelerations (dynamics/complementarity.h): where these are zero, it
 * stays. Forces and accelerations depend affinely on a load p besides:  r = r0 + R x + P (p - p0),  so that the smallest and the largest p
 * at which it stays are found by bisection, each step one small problem; then by the margin of the friction that lets go first.
 */
#pragma once
#include "analysis/analysis.h"

typedef struct tml_friction_hold tml_friction_hold;

/* NULL: nothing has friction that sticks, or friction does not hold it at the state of the task, at rest. */
tml_friction_hold *tml_friction_hold_find(tml_task *task, const tml_assembly *report);
/* The row of that state, and facts: how much of each friction is used, the range of each load. */
tml_status tml_friction_hold_record(tml_friction_hold *h, const tml_assembly *report);
