/* choose_integrator.h - the integrator and the formulation that `auto` selects, and why. */
#pragma once
#include "analysis/dynamics/motion_state.h"

tml_choice tml_choose_integrator(tml_motion_state *m, double t, const double *y);
/* Whether the caller's step is so short that an explicit method makes it with less, although the motion is stiff. */
bool tml_step_is_short_for_stiff_methods(const tml_motion_state *m);

/* The fastest eigenvalue at a state, 1/s: of a decay, of an oscillation or of a rotation. Negative: it was not found. */
double tml_fastest_rate(tml_motion_state *m, double t, const double *y);

typedef struct {
    const tml_formulation_class *class;
    const char *why; /* "" if requested by name */
} tml_formulation_choice;

/* For the name of a formulation or "auto", which considers the integrator requested and whether constraints are
 * enforced by projection. */
tml_formulation_choice tml_choose_formulation(const tml_task *task, const char *name, const char *integrator,
                                              bool projects);
