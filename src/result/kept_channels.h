/* kept_channels.h - what is written of results: the channels that names and patterns choose, and facts that are not measured. */
#pragma once
#include "result/table.h"

/* Whether one of the patterns, with * and ?, matches the name. */
bool tml_patterns_match(const char *const *patterns, size_t count, const char *name);
/* The pattern found nothing among these names: a message that lists near ones. */
void tml_pattern_unknown(const char *pattern, const char *const *names, size_t count, tml_log *log);

/* Results with the chosen channels (count 0: all) and with time; tables in which nothing matches, and those whose rows have names, are whole.
 * `measured`: with facts that differ from run to run, such as the CPU time. They refer to the results given, which must outlive them.
 * TML_WRONG with messages: a pattern matches nothing at all. To be freed in any case. */
tml_status tml_kept_channels_make(const tml_results *results, const char *const *patterns, size_t count, bool measured,
                                  tml_results *kept, tml_log *log);
void tml_kept_channels_free(tml_results *kept);
