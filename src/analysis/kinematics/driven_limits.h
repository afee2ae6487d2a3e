/* driven_limits.h - stops, ropes, flanks and couplers of one side that a driven motion violates between two of its steps.
 *
 * Such a gap is a smooth function of the coordinates. It is bounded between both ends of a step by Hermite's cubic and its error (system/kernel/gap_path.h); where
 * that does not exclude zero the motion is closed in the middle, and each half is bounded in turn.
 */
#pragma once
#include "analysis/kinematics/driven.h"
#include "analysis/limit_watch.h"

typedef struct tml_driven_limits tml_driven_limits;

/* NULL: there is nothing to watch. Violations are told to the watch. */
tml_driven_limits *tml_driven_limits_make(tml_driven *d, tml_limit_watch *watch, tml_arena *arena);
/* From one configuration to the next, both closed, whose angles d's workspace has accepted. */
void tml_driven_limits_step(tml_driven_limits *limits, tml_configuration *from, tml_configuration *to);
