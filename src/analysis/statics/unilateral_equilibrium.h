/* unilateral_equilibrium.h - static equilibrium on rigid stops and contacts: force >= 0, gap >= 0, one of them zero.
 *
 * An active-set method. Gaps that are closed are rows (tml_system_hold); the search goes downhill along them (pseudo_transient.h) until
 *   a step would pass a surface: it ends there, and that gap is closed
 *   the multiplier of a row is negative: the force would pull, and that gap opens
 * and from there on with the rows that remain. Where a gap has closed, friction may hold the mechanism: that is asked there.
 */
#pragma once
#include "analysis/friction_hold.h"
#include "analysis/statics/static_search.h"

typedef struct tml_unilateral tml_unilateral;

/* NULL: the system of the task has neither rigid stops nor rigid contacts. */
tml_unilateral *tml_unilateral_make(tml_task *task, const tml_assembly *report, double tolerance);
/* Whether no gap is negative where the state is; false with messages. */
bool tml_unilateral_starts_apart(const tml_unilateral *u);
/* From the state of the task to an equilibrium. *eq: its system has a row for every gap that is closed there. */
tml_equilibrium_result tml_unilateral_find(tml_unilateral *u, tml_equilibrium **eq);
/* The search has ended where friction holds; NULL: it has not. */
tml_friction_hold *tml_unilateral_held(const tml_unilateral *u);
/* Which gaps are closed, and their forces. The system of eq becomes that of the task. */
void tml_unilateral_facts(tml_unilateral *u, tml_equilibrium *eq, tml_table *table);
/* Closed gaps without force: motions that close and open them differ. "" where there are none, else ": floor, ...". */
const char *tml_unilateral_idle(const tml_unilateral *u, const tml_equilibrium *eq);
