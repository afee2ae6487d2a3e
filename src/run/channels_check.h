/* channels_check.h - whether the patterns of channels that a model keeps (output: channels) find some: before anything runs where all channels are
 * known then, else when all analyses have run. */
#pragma once
#include "run/run.h"

/* The task is that of the first analysis: all have its channels. False with messages. */
bool tml_own_channels_check(const tml_task *task);
bool tml_own_channels_found(const tml_model *model, const tml_results *results, tml_arena *arena, tml_log *log);
