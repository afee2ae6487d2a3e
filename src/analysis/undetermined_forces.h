/* undetermined_forces.h - channels of forces that contacts, stops and friction leave undetermined. */
#pragma once
#include "analysis/analysis.h"
#include "dynamics/complementarity.h"
#include "dynamics/impulse.h"

/* Where the forces found are not unique (problem->unique), marks the channels of the system that other solutions change: marks of task->state,
 * made where there are none. active: the law of each force of the problem; `impulse`: of this system with rigid joints. Returns whether these solutions also
 * move the bodies differently: another share of the loads presses friction harder here, and less there. */
bool tml_undetermined_forces_mark(tml_task *task, const tml_complementarity *problem, const int *active,
                                  tml_impulse *impulse, double t, const double *q);
