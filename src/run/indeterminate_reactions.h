/* indeterminate_reactions.h - channels that redundant constraints or actuators leave undetermined. */
#pragma once
#include "analysis/analysis.h"

/* (column_count) not 0: self-balancing forces change this channel. NULL: unknown, there are too many rows, or no row
 * of the table has the positions of the bodies. */
const int *tml_indeterminate_channels(const tml_task *task, const tml_table *table);
