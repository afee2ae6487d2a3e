/* motion_advance.h - integrates a motion to a time, for whole runs and for motions that their caller paces. */
#pragma once
#include "analysis/dynamics/event_run.h"

/* The gap around the next instant after t at which what drives or loads the motion has a kink; of those after `until` it may find none. */
tml_time_gap tml_motion_break_after(const tml_motion_state *m, double t, double until);
/* Sets problem.t1: the next instant after problem.t0 at which what drives or loads the motion has a kink, or `until`. Returns the gap around it. */
tml_time_gap tml_motion_find_break(tml_motion_state *m, double until);
/* From problem.t0 to `until`, through the events and breaks of time between, or to the event that stops the motion (m->event). The state
 * reached is problem.y at statistics->reached. `events` NULL: none interrupts the motion. TML_FAILED: it cannot go on from there. */
tml_status tml_motion_advance(tml_motion_state *m, tml_event_run *events, double until, tml_statistics *statistics);
