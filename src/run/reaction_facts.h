/* reaction_facts.h - facts about the reactions in a table that a user must know. */
#pragma once
#include "analysis/analysis.h"

/* Which reactions are not unique, and which are couples of gears without teeth. */
void tml_reaction_facts(const tml_task *task, tml_table *table);
