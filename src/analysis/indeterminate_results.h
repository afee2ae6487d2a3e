/* indeterminate_results.h - forces that depend on results which redundant constraints leave undetermined. */
#pragma once
#include "analysis/analysis.h"

/* False, with a message: a force depends on one of them. For the state of the task. */
bool tml_results_are_unique(const tml_task *task, const tml_assembly *report);
