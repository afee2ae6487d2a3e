/* reference_state.h - the reference state of the linearization: found, linearized, described, or rejected with an
 * explanation. */
#pragma once
#include "analysis/modes/ports.h"

/* The reference state, by the field `about` and the state left by the previous analysis. TML_FAILED with a message if
 * the mechanism moves and `about` is not given. */
tml_status tml_about_find(tml_task *task, tml_about *about);
/* What is to be linearized there, with nothing released, and damping. */
tml_linear_request tml_about_request(const tml_task *task, tml_about about, const tml_assembly *report);
/* The linearized equations there; held: names what is, NULL: nothing. TML_FAILED with a message if there are none, or if it is neither an equilibrium nor
 * steady. */
tml_status tml_about_linear(tml_task *task, tml_about about, const tml_assembly *report, const tml_ports *ports,
                            const char *held, bool undamped, tml_linear **linear);
/* The same check of residual forces (nv) at rest, given the magnitudes of all that act (nv) and their rounding. */
tml_status tml_about_check_rest(tml_task *task, const double *residual, const double *acting, double rounding);
tml_status tml_about_not_finite(tml_task *task, const tml_workspace *work);
void tml_about_facts(tml_task *task, tml_table *table, tml_about about, bool damping);
