/* drivers.h - whether drivers leave a mechanism no freedom, and what is missing or too much. */
#pragma once
#include "analysis/analysis.h"
#include "analysis/driven.h"

/* Assembles and counts. TML_FAILED with messages that say which freedoms are not driven, or which drivers are too many. */
tml_status tml_drivers_assemble(tml_task *task, tml_assembly *report);
