/* driven_passages.h - bodies that a driven motion takes through each other between two of its steps.
 *
 * With L, the largest speed at which the surfaces can approach, a gap g that is g_a at t_a and g_b at t_b is at least
 *   (g_a + g_b - L (t_b - t_a))/2    in between, and as small as that at t = (t_a + t_b)/2 + (g_a - g_b)/(2 L) only (Piyavskii's lower bound).
 * As long as that is below zero for some interval, the motion is closed there and the gap is looked at. L is that of the velocities and accelerations at
 * the ends of the step.
 */
#pragma once
#include "analysis/kinematics/driven.h"
#include "analysis/limit_watch.h"

typedef struct tml_driven_passages tml_driven_passages;

/* NULL: there are no rigid contacts. Overlaps are told to the watch. */
tml_driven_passages *tml_driven_passages_make(tml_driven *d, tml_limit_watch *watch, tml_arena *arena);
/* From one configuration to the next, both closed. */
void tml_driven_passages_step(tml_driven_passages *p, tml_configuration *from, tml_configuration *to);
