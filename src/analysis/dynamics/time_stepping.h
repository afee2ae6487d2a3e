/* time_stepping.h - a motion with contacts by Moreau's midpoint rule (dynamics/time_step.h), with a table and facts as the result. */
#pragma once
#include "analysis/dynamics/motion.h"
#include "dynamics/time_step.h"

/* Whether the task's system can be stepped through; false with a message. */
bool tml_time_stepping_fits(const tml_task *task);
/* The default step, s: for a duration. */
double tml_time_stepping_default_step(double duration);
/* The same once it is assembled. */
bool tml_time_stepping_begins(const tml_task *task, const tml_assembly *report);
/* One step of length h, q, v and states x at its end; NULL, or why there is none. */
const char *tml_time_stepping_step(tml_time_step *step, double t, double h, double *q, double *v, double *x,
                                   tml_arena *arena);
tml_status tml_time_stepping_run(tml_task *task, const tml_motion_request *request, const tml_assembly *report);
