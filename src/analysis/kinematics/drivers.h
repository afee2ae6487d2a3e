/* drivers.h - whether drivers leave a mechanism no freedom, and what is missing or too much. */
#pragma once
#include "analysis/analysis.h"
#include "analysis/kinematics/driven.h"

/* Assembles and counts. TML_FAILED with messages that say which freedoms are not driven, or which drivers are too many. */
tml_status tml_drivers_assemble(tml_task *task, tml_assembly *report);
/* Whether drivers that joints or other drivers determine already agree with these a little later than t, too: TML_FAILED with messages that
 * name what contradicts itself, and a cure. span: how long they are to act, s; 0: not known. */
tml_status tml_drivers_agree(const tml_system *system, const tml_assembly *report, double t, double span,
                             const double *q, const double *v, const double *unwrapped, tml_arena *arena, tml_log *log);
