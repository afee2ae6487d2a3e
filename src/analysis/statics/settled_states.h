/* settled_states.h - states that come to rest by themselves, wherever the bodies are: the current of a motor, the slip that a tyre keeps.
 *
 *   r_i(s) = 0 for the largest set of states whose rates at rest depend on states of the set alone:  dr_i/dq = 0, dr_i/ds_j = 0 for j outside
 *
 * What they rest at is part of every equilibrium, and the search for that of the bodies begins with it: held where they are, they may load what nothing
 * stops.
 */
#pragma once
#include "analysis/analysis.h"

/* Brings them to rest in the task's state; what has no regular solution nearby stays as it is. */
void tml_states_settle(tml_task *task);
