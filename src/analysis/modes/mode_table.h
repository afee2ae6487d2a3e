/* mode_table.h - modes as a table: a row for each, with its eigenvalue, its shape and each body's share of the energy. */
#pragma once
#include "analysis/analysis.h"
#include "analysis/modes/dense_modes.h"

/* work: at the state of linearization, all measures evaluated. NULL if out of memory. */
tml_table *tml_mode_table(tml_task *task, const tml_workspace *work, const tml_modes *modes);
/* Describes the modes as facts; frozen: about an instant, whose growth tells nothing of the motion. */
void tml_mode_table_facts(const tml_task *task, tml_table *table, const tml_modes *modes, bool frozen);
/* Notes that `what` is unstable if a mode grows. */
void tml_mode_table_warn(const tml_task *task, const tml_table *table, const tml_modes *modes, const char *what);
