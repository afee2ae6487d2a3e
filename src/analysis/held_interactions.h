/* held_interactions.h - stops and contacts that press and friction that sticks, held as rows at the state of a task: for small motions about it.
 *
 * Which are follows from complementarity there (dynamics/instant_modes.h). What presses with a force above zero and what sticks with less
 * than it can hold stays so in small motions: it is a constraint (tml_system_hold). A gap at zero without force, and friction at its limit or
 * without load, is not linear: such a one is left open.
 */
#pragma once
#include "analysis/analysis.h"

typedef struct {
    const char *held;     /* "O sticks, floor closed"; NULL: nothing is held */
    const char *open;     /* "wall touches without force, P sticks without load"; NULL: none */
    const char *idle;     /* joints without slip whose friction is left out; NULL: none */
    const char *at_limit; /* friction that sticks and is at its limit; NULL: none */
} tml_held_interactions;

/* Interactions of one kind, without those of places that edges take: stops and rigid contacts that can close, or dry friction. */
static inline int tml_system_count(const tml_system *s, int kind)
{
    int count = 0;
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_candidate *c = s->measures[s->interactions[i].term[0].measure].candidate;
        count += (int)s->interactions[i].kind == kind && !(s->space && c && c->slot > 0);
    }
    return count;
}

static inline int tml_system_gaps(const tml_system *s)
{
    return tml_system_count(s, TML_UNILATERAL);
}

/* The system of the task, and the ranks in the report, become those with what is held at its state, or at rest there. TML_FAILED with
 * messages: no forces are possible. */
tml_status tml_task_hold(tml_task *task, tml_assembly *report, bool rest, tml_held_interactions *out);
/* Names what touches at the state, "O.lower_limit, floor touch"; NULL: nothing does. False with messages: something overlaps. */
bool tml_task_touching(const tml_task *task, const char **names);
/* Facts of them. */
void tml_held_facts(const tml_held_interactions *held, tml_table *table);
