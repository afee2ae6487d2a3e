/* gap_proofs.h - proofs that no gap of a motion closes and opens again within a step: contacts, stops, and compliant contacts that begin.
 *
 * The integrator asks for them (integrate/proofs.c); bounds of gaps are those of system/kernel/gap_path.h. What could not be proven is counted and told.
 */
#pragma once
#include "analysis/dynamics/motion_state.h"

/* NULL: no event of the motion is a gap. */
tml_gap_proofs *tml_gap_proofs_make(tml_motion_state *m, int event_count, int first_guard);
/* The proofs are of this motion from here on; what was found before, in other proofs (NULL: none), is kept. */
void tml_gap_proofs_take_over(tml_gap_proofs *proofs, const tml_gap_proofs *before, tml_motion_state *m);
/* Notes positions, velocities and accelerations at the start of a step: those of the state last solved for. */
void tml_gap_proofs_begin_step(tml_gap_proofs *proofs);
/* Whether accelerations at the end of steps are needed often: then they are found with what is watched there. */
bool tml_gap_proofs_want_accelerations(const tml_gap_proofs *proofs);
const tml_proofs *tml_gap_proofs_calls(const tml_gap_proofs *proofs);
/* The motion has ended at a time within the last step, or at its end: what was found later in that step did not happen. */
void tml_gap_proofs_end(tml_gap_proofs *proofs, double until);
/* What was proven, grazed and left open: facts of the table, and warnings. */
void tml_gap_proofs_facts(const tml_gap_proofs *proofs, tml_table *table);
