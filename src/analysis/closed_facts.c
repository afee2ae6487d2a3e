/* closed_facts.c - stops and contacts that are closed, and their forces. */
#include "analysis/closed_facts.h"

void tml_closed_fact(tml_task *task, tml_table *table, int k, int interaction, double force, const char *note)
{
    const tml_interaction *is = &task->system->interactions[interaction];
    if (k < TML_CLOSED_NAMED)
        tml_table_add_fact(table, tml_arena_format(task->arena, "closed %s", is->name), force, "%.12g %s%s", force,
                           tml_unit_of_force(tml_terms_turn(task->system, &is->along[0])), note);
}

void tml_closed_count_fact(tml_table *table, int count)
{
    if (count > TML_CLOSED_NAMED)
        tml_table_add_fact(table, "closed", count, "%d stops and contacts in all", count);
}
