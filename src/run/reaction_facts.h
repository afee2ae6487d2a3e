/* reaction_facts.h - what must be known of the reactions in a table before they are used. */
#pragma once
#include "analysis/analysis.h"

/* Which reactions are not unique, and which are couples of gears without teeth. */
void tml_reaction_facts(const tml_task *task, tml_table *table);
