/* driven_diagnosis.h - messages where a driven motion meets a singular configuration (dead point) or cannot continue. */
#pragma once
#include "analysis/analysis.h"
#include "analysis/kinematics/driven.h"

/* The start is singular, or (not closed) cannot be closed. work is evaluated at the configuration. */
void tml_driven_report_singular_start(const tml_task *task, const tml_driven *d, const tml_configuration *configuration,
                                      bool closed);
/* The motion passes a singular configuration at time t. */
void tml_driven_report_crossing(const tml_task *task, const tml_driven *d, const tml_configuration *configuration,
                                double t);
/* The motion comes close to one at time t without passing it; `part`: sigma_min relative to its reference. */
void tml_driven_report_near_singular(const tml_task *task, double t, double part);
/* The motion cannot continue beyond a singular configuration about `time_ahead` (s) ahead. */
void tml_driven_report_locking(const tml_task *task, tml_driven *d, const tml_configuration *configuration,
                               double time_ahead);
/* Whether the speed of a driver jumps between two times, however close they are: warns, unless it did so at
 * `reported`, shortly before. */
bool tml_driven_report_kink(const tml_task *task, tml_driven *d, double t1, double t2, double reported);
/* No step is short enough: a driver jumps or is not finite, or drivers contradict each other. */
void tml_driven_report_stalled(const tml_task *task, tml_driven *d, const tml_configuration *configuration,
                               double span);
