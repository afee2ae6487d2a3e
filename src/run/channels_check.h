/* channels_check.h - whether the patterns of channels that an analysis keeps find some: before it runs where all its channels are known then,
 * else after it. */
#pragma once
#include "run/run.h"

/* The patterns, a list; NULL: it keeps all. */
const tml_node *tml_analysis_channels(const tml_element *analysis);
/* False with messages. */
bool tml_analysis_channels_check(const tml_task *task);
bool tml_analysis_channels_found(const tml_task *task, const tml_table *table);
