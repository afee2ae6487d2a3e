/* interaction_idle.c - measures that need no evaluation: gaps and slips of what is open, where nothing else reads them.
 *
 * An open contact exerts no force: the equations of motion depend neither on its gap nor on its slips. Its gap is watched after each step, its slips
 * are not even then.
 */
#include "analysis/dynamics/interaction_state.h"
#include <string.h>

/* Of no interaction, or of its own: the law of an interaction is zero while that is open. */
static bool is_own_law(const tml_system *s, int law)
{
    for (int k = 0; k < s->result_law_count; k++)
        if (s->result_laws[k].law == law && s->result_laws[k].interaction >= 0)
            return true;
    return false;
}

/* Whether an expression that is evaluated whatever the modes are reads input i. */
static bool is_read(const tml_system *s, int i)
{
    bool read = false;
    for (int k = 0; k < s->law_count; k++)
        read |= s->laws[k].value && !is_own_law(s, k) && tml_expression_uses(s->laws[k].value, i);
    for (int k = 0; k < s->result_law_count; k++)
        read |= s->result_laws[k].interaction < 0 && tml_expression_uses(s->result_laws[k].value, i);
    for (int k = 0; k < s->state_count; k++)
        read |= tml_expression_uses(s->states[k].rate, i);
    for (int k = 0; k < s->event_count; k++)
        read |= tml_expression_uses(s->events[k].when, i);
    for (int k = 0; k < s->interaction_count; k++)
        for (int back = 0; back < 2; back++) {
            const tml_expression *holding = tml_interaction_holding(&s->interactions[k], back);
            read |= s->interactions[k].normal < 0 && holding && tml_expression_uses(holding, i);
        }
    return read || s->state_watch_count || s->store_count;
}

static void exclude(const tml_system *s, const tml_terms *terms, bool *alone)
{
    for (int k = terms->first; k < terms->first + terms->count; k++)
        alone[s->terms[k].measure] = false;
}

void tml_interaction_run_find_alone(tml_interaction_run *x)
{
    const tml_system *s = x->r->m->task->system;
    tml_arena *arena = x->r->m->task->arena;
    x->alone = TML_NEW_ARRAY(arena, bool, s->measure_count + 1);
    x->idle = TML_NEW_ARRAY(arena, bool, s->measure_count + 1);
    x->idle_slips = TML_NEW_ARRAY(arena, bool, s->measure_count + 1);
    for (int i = 0; i < s->interaction_count; i++)
        for (int k = 0; k < s->interactions[i].size; k++)
            x->alone[s->interactions[i].term[k].measure] = true;
    for (int i = 0; i < s->assembly_row_count; i++)
        exclude(s, &s->rows[i].terms, x->alone);
    for (int i = 0; i < s->law_count; i++)
        if (!is_own_law(s, i))
            exclude(s, &s->laws[i].terms, x->alone);
    for (int i = 1; i < s->input_count; i++)
        if ((s->inputs[i].what == TML_INPUT_VALUE || s->inputs[i].what == TML_INPUT_RATE) && is_read(s, i))
            x->alone[s->inputs[i].term.measure] = false;
    for (int i = 0; i < s->interaction_count; i++) /* of a stop the measure is that of its joint */
        for (int k = 0; k < s->interactions[i].size; k++) {
            const int measure = s->interactions[i].term[k].measure;
            x->alone[measure] &= s->measures[measure].kind == TML_GAP || s->measures[measure].kind == TML_SLIP;
        }
}

void tml_interaction_run_find_idle(tml_interaction_run *x)
{
    const tml_workspace *w = x->r->m->e->work;
    const tml_system *s = w->system;
    for (int i = 0; i < s->interaction_count; i++)
        for (int k = 0; k < s->interactions[i].size; k++) {
            const int measure = s->interactions[i].term[k].measure;
            x->idle[measure] = x->alone[measure] && w->modes[i].kind == TML_OPEN;
            x->idle_slips[measure] = x->idle[measure] && s->interactions[i].kind == TML_FRICTION;
        }
}

const bool *tml_interaction_run_idle(const tml_interaction_run *x)
{
    return x->idle;
}

const bool *tml_interaction_run_idle_slips(const tml_interaction_run *x)
{
    return x->idle_slips;
}
