/* time_stepping.h - a motion with contacts by Moreau's midpoint rule (dynamics/time_step.h), with a table and facts as the result. */
#pragma once
#include "analysis/dynamics/motion.h"

/* Whether the task's system can be stepped through; false with a message. */
bool tml_time_stepping_fits(const tml_task *task);
/* The default step, s: for a duration. */
double tml_time_stepping_default_step(double duration);
tml_status tml_time_stepping_run(tml_task *task, const tml_motion_request *request, const tml_assembly *report);
