/* closed_facts.h - stops and contacts that are closed, as facts: "closed O.lower_limit: 6.55 N*m". */
#pragma once
#include "analysis/analysis.h"

enum { TML_CLOSED_NAMED = 12 };

/* The k-th of them (from 0) with its force; note: behind it. Beyond TML_CLOSED_NAMED nothing is added. */
void tml_closed_fact(tml_task *task, tml_table *table, int k, int interaction, double force, const char *note);
/* How many there are, where not all were named. */
void tml_closed_count_fact(tml_table *table, int count);
