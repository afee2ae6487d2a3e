/* waiting_motion.h - a motion that waits for another to integrate it: several at once in lanes (integrate/lane_steps.h).
 *
 * Only smooth motions of planar mechanisms of which the last row is wanted, in a study. What the model and its system are must stay as they are until
 * it ends.
 */
#pragma once
#include "analysis/dynamics/motion.h"
#include "dynamics/written_out/numbers.h"
#include "integrate/runge_kutta.h"

bool tml_motion_can_wait(tml_motion *motion);
/* Writes the first row, and finds what its integration begins with. Not 0: it fails at the start. */
int tml_motion_wait(tml_motion *motion, tml_runge_kutta_start *first);
const tml_problem *tml_motion_problem(const tml_motion *motion);
const tml_equations *tml_motion_equations(const tml_motion *motion);
/* It has been integrated, to the state y. */
tml_status tml_motion_end_at(tml_motion *motion, const double *y, const tml_statistics *statistics);
