/* compile_breaks.c - kinks of what drives, loads and couples bodies, and of rates of states, so that no step of an integrator runs across one: those at
 * instants that are known are listed, the others are events that nobody is told of.
 */
#include "system/compile/builder.h"

static bool same_joins(const double *a, const double *b, int count)
{
    for (int k = 0; k < count; k++)
        if (a[k] != b[k])
            return false;
    return true;
}

static void add_time(void *context, tml_time_break found)
{
    tml_builder *b = context;
    for (int i = 0; i < b->s->time_break_count; i++) {
        const tml_time_break *known = &b->s->time_breaks[i];
        if (known->slope == found.slope && known->offset == found.offset && known->count == found.count &&
            known->period == found.period && same_joins(known->x, found.x, found.count))
            return;
    }
    TML_GROW(b->arena, b->s->time_breaks, b->s->time_break_count, b->time_break_capacity);
    b->s->time_breaks[b->s->time_break_count++] = found;
}

static void add_crossing(void *context, tml_time_crossing found)
{
    tml_builder *b = context;
    for (int i = 0; i < b->s->time_crossing_count; i++) {
        const tml_time_crossing *known = &b->s->time_crossings[i];
        if (known->count == found.count && known->period == found.period &&
            same_joins(known->x, found.x, found.count) && tml_expression_same(known->argument, found.argument))
            return;
    }
    TML_GROW(b->arena, b->s->time_crossings, b->s->time_crossing_count, b->time_crossing_capacity);
    b->s->time_crossings[b->s->time_crossing_count++] = found;
}

/* Whether it depends on what only a solution of the equations of motion gives: its joins are left to the control of errors. */
static bool uses_results(const tml_system *s, const tml_expression *e)
{
    for (int i = 0; i < s->input_count; i++)
        if ((s->inputs[i].what == TML_INPUT_RESULT || s->inputs[i].what == TML_INPUT_OUTPUT ||
             s->inputs[i].what == TML_INPUT_UNKNOWN) &&
            tml_expression_uses(e, i))
            return true;
    return false;
}

static void add_joins(void *context, tml_joins found)
{
    tml_builder *b = context;
    if (uses_results(b->s, found.argument))
        return;
    for (int i = 0; i < b->s->event_count; i++) {
        const tml_joins *known = b->s->events[i].joins;
        if (known && known->x[0] == found.x[0] && known->count == found.count && known->period == found.period &&
            tml_expression_same(known->argument, found.argument))
            return;
    }
    const size_t work = tml_expression_size(found.when);
    b->s->expression_work = work > b->s->expression_work ? work : b->s->expression_work;
    tml_joins *joins = TML_NEW(b->home, tml_joins);
    *joins = found;
    TML_GROW(b->arena, b->s->events, b->s->event_count, b->event_capacity);
    b->s->events[b->s->event_count++] =
        (tml_event){.name = "", .place = TML_NOWHERE, .when = found.when, .silent = true, .joins = joins, .touch = -1};
    b->s->join_event_count++;
}

void tml_builder_note_expression(tml_builder *b, const tml_expression *e, bool built_in)
{
    TML_GROW(b->arena, b->built_in, b->expression_count, b->built_in_capacity);
    b->built_in[b->expression_count] = built_in;
    TML_GROW(b->arena, b->expressions, b->expression_count, b->expression_capacity);
    b->expressions[b->expression_count++] = e;
}

static bool uses_parameters(const tml_system *s, const tml_expression *e)
{
    for (int i = 0; i < s->input_count; i++)
        if (s->inputs[i].what == TML_INPUT_PARAMETER && tml_expression_uses(e, i))
            return true;
    return false;
}

static bool is_load(const tml_system *s, const tml_expression *e)
{
    for (int i = 0; i < s->law_count; i++)
        if (s->laws[i].value == e)
            return !s->laws[i].unknown;
    return false;
}

static bool is_output(const tml_system *s, const tml_expression *e)
{
    for (int i = 0; i < s->output_count; i++)
        if (s->outputs[i].value == e)
            return true;
    return false;
}

static void see_time(void *seen, tml_time_break found)
{
    (void)found;
    *(bool *)seen = true;
}

static void see_crossing(void *seen, tml_time_crossing found)
{
    (void)found;
    *(bool *)seen = true;
}

static void see_joins(void *seen, tml_joins found)
{
    (void)found;
    *(bool *)seen = true;
}

bool tml_builder_parameters_only_load(const tml_builder *b)
{
    const tml_system *s = b->s;
    const tml_varies *varies = tml_builder_varies(b);
    bool good = b->parameters_named == b->parameters_noted;
    for (int i = 0; good && i < b->expression_count; i++) {
        const tml_expression *e = b->expressions[i];
        bool kinks = false;
        if (!uses_parameters(s, e))
            continue;
        tml_expression_breaks(b->arena, e, varies, &(tml_break_list){&kinks, see_time, see_crossing, see_joins});
        good = is_output(s, e) || (is_load(s, e) && !kinks);
    }
    return good;
}

void tml_builder_breaks(tml_builder *b, int count)
{
    const tml_break_list list = {b, add_time, add_crossing, add_joins};
    const tml_varies *varies = tml_builder_varies(b);
    for (int i = 0; i < count; i++)
        tml_expression_breaks(b->home, b->expressions[i], varies, &list);
}
