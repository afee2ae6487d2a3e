/* kept_channels.h - what is written of results: the channels that names and patterns choose, and facts that are not measured. */
#pragma once
#include "result/table.h"

/* Whether one of the patterns, with * and ?, matches the name. */
bool tml_patterns_match(const char *const *patterns, size_t count, const char *name);
/* The pattern found nothing among these names: a message at this place that lists near ones. */
void tml_pattern_unknown(const char *pattern, const char *const *names, size_t count, tml_place place, tml_log *log);
/* Whether each finds one of these names; false with messages. */
bool tml_patterns_check(const char *const *patterns, size_t count, const char *const *names, size_t name_count,
                        tml_place place, tml_log *log);

/* What a result was made from has the patterns of the model's own choice under this name, separated by commas. */
#define TML_CHANNELS_ORIGIN "output.channels"

/* Whether the model chooses channels of its own. */
bool tml_channels_are_chosen(const tml_results *results);
/* Results with the chosen channels (count 0: those that the model chooses, or all) and with time; tables in which nothing matches, and those whose rows have names, are whole.
 * `measured`: with facts that differ from run to run, such as the CPU time. They refer to the results given, which must outlive them.
 * TML_WRONG with messages: a pattern matches nothing at all. To be freed in any case. */
tml_status tml_kept_channels_make(const tml_results *results, const char *const *patterns, size_t count, bool measured,
                                  tml_results *kept, tml_log *log);
void tml_kept_channels_free(tml_results *kept);
