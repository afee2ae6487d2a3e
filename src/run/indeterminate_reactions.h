/* indeterminate_reactions.h - which channels redundant constraints or actuators leave open. */
#pragma once
#include "analysis/analysis.h"

/* (column_count) not 0: forces that balance each other without load change this channel. NULL: not known, there are too many rows, or no
 * row of the table tells where the bodies are. */
const int *tml_indeterminate_channels(const tml_task *task, const tml_table *table);
