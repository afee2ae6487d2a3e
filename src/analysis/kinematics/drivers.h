/* drivers.h - whether a mechanism is fully driven, and which drivers are missing or redundant. */
#pragma once
#include "analysis/analysis.h"
#include "analysis/kinematics/driven.h"

/* Assembles and counts. TML_FAILED with messages that name the coordinates not driven, or the redundant drivers. */
tml_status tml_drivers_assemble(tml_task *task, tml_assembly *report);
/* Whether redundant drivers are also consistent slightly later than t. TML_FAILED with messages that name the
 * contradiction and a remedy. span: how long they act, s; 0: unknown. */
tml_status tml_drivers_check_consistency(const tml_system *system, const tml_assembly *report, double t, double span,
                                         const double *q, const double *v, const double *unwrapped, tml_arena *arena,
                                         tml_log *log);
