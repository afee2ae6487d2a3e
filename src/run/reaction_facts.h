/* reaction_facts.h - facts about the reactions in a table that a user must know. */
#pragma once
#include "analysis/analysis.h"

/* Which reactions are not unique, and which are couples of gears without teeth. */
void tml_reaction_facts(const tml_task *task, tml_table *table);
/* Which impulses of a table of events are not unique: those that redundant rows leave open, as reactions in the table of the motion, and those that
 * contacts and friction share. */
void tml_impulse_facts(const tml_task *task, const tml_table *motion, tml_table *events);
