/* choose_integrator.h - which integrator `auto` takes, and why. */
#pragma once
#include "analysis/dynamics/motion_state.h"

tml_choice tml_choose_integrator(tml_motion_state *m, double t, const double *y);

typedef struct {
    const tml_formulation_class *class;
    const char *why; /* "" when it was asked for by name */
} tml_formulation_choice;

/* For a formulation's name or "auto", which looks at the integrator asked for and whether constraints are kept by projection. */
tml_formulation_choice tml_choose_formulation(const tml_task *task, const char *name, const char *integrator,
                                              bool projects);
