/* event_proofs.h - proofs that the expression of an event, or of a coupler of one side, keeps its sign between two states of a motion: by its enclosure over the
 * ranges of its inputs.
 *
 * Time is known. Positions move along Hermite's cubic through both ends, speeds and states along a parabola; each range is widened by what the state in the
 * middle differs from it or, without that, by half of what the curve deviates from a straight line.
 */
#pragma once
#include "analysis/dynamics/motion_state.h"

typedef struct tml_event_proofs tml_event_proofs;

/* NULL: the motion has nothing that can be proven. */
tml_event_proofs *tml_event_proofs_make(const tml_motion_state *m);
/* The proofs are of this motion from here on. */
void tml_event_proofs_take_over(tml_event_proofs *proofs, const tml_motion_state *m);
/* The number of a coupler among the events: of an interaction along a function that may have narrow features; -1: it needs none. */
int tml_event_proofs_of_coupler(const tml_event_proofs *proofs, const tml_interaction *is);
/* Whether there are proofs for event i: its inputs are time, positions, speeds and states. */
bool tml_event_proofs_apply(const tml_event_proofs *proofs, int event);
/* Whether the event can only be looked at in samples: it depends on forces. */
bool tml_event_is_sampled(const tml_system *system, int event);
/* Keeps the inputs of the event at the state that the workspace holds, in a slot (integrator.h). */
void tml_event_proofs_keep(tml_event_proofs *proofs, int event, int slot, double t);
/* What the end of a step has kept is of the start of the next one. */
void tml_event_proofs_advance(tml_event_proofs *proofs);
/* Rates of speeds and states at the start of a step: those of the state last solved for. */
void tml_event_proofs_begin_step(tml_event_proofs *proofs);
/* Whether the expression contains zero at the state of a slot, with inputs known to rounding. */
bool tml_event_proofs_vanish(tml_event_proofs *proofs, int event, int slot);
bool tml_event_proofs_stay(tml_event_proofs *proofs, int event, bool by_middle, int from, int middle, int to);
