/* choose.h - which integrator `auto` takes, and why. */
#pragma once
#include "analysis/motion.h"
#include "formulation/tangent.h"
#include "integrate/integrator.h"

typedef struct {
    const tml_integrator_class *class;
    const char *why; /* "" when it was asked for by name */
} tml_choice;

tml_choice tml_choose_integrator(tml_task *task, const tml_motion_request *request, tml_equations *e, tml_tangent *tangent, double t,
                                 const double *y);
