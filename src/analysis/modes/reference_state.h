/* reference_state.h - what small motions are small against: found, linearized, put in words, or explained where it is not what was meant. */
#pragma once
#include "analysis/modes/ports.h"

/* The state to linearize about, by the field `about` and by what the analysis before has left. TML_FAILED with a message where
 * the mechanism moves and nobody said what of it. */
tml_status tml_about_find(tml_task *task, tml_about *about);
/* The linearized equations there. TML_FAILED with a message where there are none, or where it does not rest or is not steady. */
tml_status tml_about_linear(tml_task *task, tml_about about, const tml_assembly *report, const tml_ports *ports,
                            bool undamped, tml_linear **linear);
/* The same judgement of forces `left` (nv) over at rest, beside all forces and what rounding makes of them. */
tml_status tml_about_check_rest(tml_task *task, const double *left, double residual, double scale, double rounding);
tml_status tml_about_not_finite(tml_task *task, const tml_workspace *work);
void tml_about_facts(tml_task *task, tml_table *table, tml_about about, bool damping);
