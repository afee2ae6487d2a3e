/* impact.h - velocities after an impact: complementarity of impulses and velocities, in all joints at once.
 *
 * M (v+ - v-) = G' L + J' P,   G v+ = rate of the targets
 * Of each gap at zero:   P >= 0,  u+ + e u- >= 0,  P (u+ + e u-) = 0        (u- < 0; else e = 0): Newton's restitution, Moreau's law
 * of friction:           |P_t| <= limit of impulses, against the slip after the impact
 * Where one of them has Poisson's restitution, there are two phases, each with friction of its own:
 *   compression          P_c >= 0,  u_c >= 0,  P_c u_c = 0
 *   expansion            P_e >= e P_c,  u+ >= 0,  (P_e - e P_c) u+ = 0        of those with Newton's: P_e >= 0, u+ + e u- >= 0
 */
#pragma once
#include "analysis/dynamics/interaction_run.h"

/* Where the impulses found are not unique, marks the columns of the table of events that others change: marks of the state of the task. */
void tml_impact_mark_undetermined(tml_interaction_run *x);
/* At the state of the motion, which it changes. `none`: whether it will do to find no impulses; then, that there are none. */
tml_status tml_impact(tml_interaction_run *x, double t, bool *none);
/* Where slip goes on but no finite forces exist (Painlevé's paradox): the impulses that time stepping finds in the limit of short steps (Stewart 2000),
 *   u+ = u + h c + R P,   P >= 0,  u_n+ >= 0,  P_n u_n+ = 0,  |P_t| <= mu P_n against u_t+,   h -> 0
 * with c the accelerations of the gaps without forces, x->free_acceleration. `none`: there are none. */
tml_status tml_impact_without_collision(tml_interaction_run *x, double t, bool *none);
