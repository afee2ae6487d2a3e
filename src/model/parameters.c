/* parameters.c - parameters in the order in which they need each other, circles named.
 *
 * Each parameter waits for those its text names. One that waits for none is evaluated and releases those that wait for
 * it; what is never released is in a cycle or depends on one. Those that name points or tables come after the others: what
 * these need is evaluated on demand (demand.c).
 */
#include "base/track.h"
#include "model/check.h"
#include "model/demand.h"
#include "model/scope.h"
#include <string.h>

typedef struct {
    tml_resolved *r;
    int *first, *needs; /* parameter i needs needs[first[i]] … needs[first[i + 1] - 1] */
    int need_count, need_capacity;
    const tml_use *use; /* of the text that is looked at */
    int *waiting;       /* (count) how many it still waits for */
    bool *later;        /* (count) it names something that is no parameter */
    int at;             /* the parameter whose names are looked at */
} sorter;

static void see(void *context, const char *name)
{
    sorter *s = context;
    int number;
    const int i = tml_scope_parameter(s->r->model, name, s->use, &number);
    s->later[s->at] |= i == -1;
    if (i < 0)
        return;
    if (s->need_count == s->need_capacity) {
        const int *old = s->needs;
        s->need_capacity = 2 * s->need_capacity + 64;
        s->needs = TML_NEW_ARRAY(s->r->arena, int, s->need_capacity);
        if (s->need_count > 0)
            memcpy(s->needs, old, (size_t)s->need_count * sizeof *old);
    }
    s->needs[s->need_count++] = i;
}

static void report_unknown(tml_resolved *r, const char *name, tml_place place)
{
    const tml_checker c = tml_resolved_checker(r);
    tml_log_raise(r->log, TML_E_NO_PARAMETER, place, "no parameter \"%s\"%s", name,
                  tml_suggestion(&c, tml_names_nearest(&r->model->parameter_names, name)));
}

bool tml_resolved_vary(tml_resolved *r, const char *name)
{
    const int i = tml_names_find(&r->model->parameter_names, name);
    if (i >= 0)
        r->parameter_varies[i] = true;
    else
        report_unknown(r, name, (tml_place){.file = r->model->file});
    return i >= 0;
}

int tml_resolved_varying(const tml_resolved *r, const char *name, const tml_use *use)
{
    int number;
    const int i = tml_scope_parameter(r->model, name, use, &number);
    return i >= 0 && r->parameter_varies[i] ? i : -1;
}

/* Texts as written, with those of `set` in their place. */
static const tml_named_text *texts_now(tml_resolved *r, const tml_named_text *set, int set_count)
{
    const int count = r->model->parameter_count;
    tml_named_text *texts = TML_NEW_ARRAY(r->arena, tml_named_text, count);
    for (int i = 0; i < count; i++)
        texts[i] = r->model->parameters[i];
    for (int k = 0; k < set_count; k++) {
        const int i = tml_names_find(&r->model->parameter_names, set[k].name);
        if (i < 0)
            report_unknown(r, set[k].name, set[k].place);
        else
            texts[i] = set[k];
    }
    return texts;
}

/* A study gives its value, and no `set` another. */
static bool is_given(const tml_resolved *r, int i)
{
    const tml_model *m = r->model;
    return m->changes && m->changes[i] && r->parameter_texts[i].text == m->parameters[i].text;
}

static void parse_all(sorter *s, int count)
{
    double value;
    for (int i = 0; i < count; i++) {
        s->first[i] = s->need_count;
        s->at = i;
        if (is_given(s->r, i))
            continue;
        const char *text = s->r->parameter_texts[i].text;
        s->r->parameter_bad[i] = !text; /* it is no number, which was reported */
        if (!text || tml_decimal_read(text, strlen(text), &value))
            continue;
        const char *what = tml_keep_joined(s->r->arena, "parameter", " ", s->r->parameter_texts[i].name);
        const tml_tree *tree = tml_resolved_parse(s->r, text, s->r->parameter_texts[i].place, what);
        s->use = s->r->parameter_texts[i].place.use;
        if (tree)
            tml_tree_names(tree, see, s);
        else
            s->r->parameter_bad[i] = true;
    }
    s->first[count] = s->need_count;
}

static bool evaluate(tml_resolved *r, int i)
{
    const tml_named_text *text = &r->parameter_texts[i];
    const size_t touched = tml_arena_touched(r->arena);
    const char *what = tml_keep_joined(r->arena, "parameter", " ", text->name);
    const bool good = tml_constant_read(r, text->text, text->place, NULL, what, &r->parameters[i],
                                        &r->parameter_typed[i], &r->parameter_dimensions[i]);
    r->parameter_changes[i] = tml_arena_touched(r->arena) > touched;
    return good;
}

bool tml_parameter_read(tml_resolved *r, int i)
{
    const tml_named_text *text = &r->parameter_texts[i];
    tml_demand d = {.kind = "parameter", .name = text->name, .place = text->place, .state = &r->parameter_states[i]};
    bool circle;
    if (tml_demand_begin(r, &d, &circle)) {
        r->parameter_changes[i] = is_given(r, i);
        if (r->parameter_changes[i])
            r->parameters[i] = r->model->values[i];
        else
            r->parameter_bad[i] = r->parameter_bad[i] || !evaluate(r, i);
        tml_demand_end(r, &d);
    }
    return !circle && !r->parameter_bad[i];
}

/* Once: those that wait only for what is no parameter. False: there are none. */
static bool release_later(sorter *s, int count, int *queue, int *queued)
{
    const int before = *queued;
    for (int i = 0; i < count; i++) {
        if (s->later[i] && --s->waiting[i] == 0)
            queue[(*queued)++] = i;
        s->later[i] = false;
    }
    return *queued > before;
}

/* Evaluates parameters that wait for nothing until no more are released (Kahn's topological sort). */
static void evaluate_all(sorter *s, int count)
{
    int *users = TML_NEW_ARRAY(s->r->arena, int, s->need_count), *start = TML_NEW_ARRAY(s->r->arena, int, count + 2);
    int *queue = TML_NEW_ARRAY(s->r->arena, int, count), queued = 0;
    for (int k = 0; k < s->need_count; k++)
        start[s->needs[k] + 2]++;
    for (int i = 0; i < count; i++)
        start[i + 2] += start[i + 1];
    for (int i = 0; i < count; i++)
        for (int k = s->first[i]; k < s->first[i + 1]; k++)
            users[start[s->needs[k] + 1]++] = i;
    for (int i = 0; i < count; i++) {
        s->waiting[i] = s->first[i + 1] - s->first[i] + s->later[i];
        if (s->waiting[i] == 0)
            queue[queued++] = i;
    }
    for (int at = 0; at < queued || release_later(s, count, queue, &queued); at++) {
        tml_parameter_read(s->r, queue[at]);
        for (int k = start[queue[at]]; k < start[queue[at] + 1]; k++)
            if (--s->waiting[users[k]] == 0)
                queue[queued++] = users[k];
    }
}

void tml_parameters_read(tml_resolved *r, const tml_named_text *set, int set_count)
{
    const int count = r->model->parameter_count;
    r->parameters = TML_NEW_ARRAY(r->arena, double, count);
    r->parameter_dimensions = TML_NEW_ARRAY(r->arena, tml_dimension, count);
    r->parameter_typed = TML_NEW_ARRAY(r->arena, bool, count);
    r->parameter_bad = TML_NEW_ARRAY(r->arena, bool, count);
    r->parameter_changes = TML_NEW_ARRAY(r->arena, bool, count);
    r->parameter_varies = TML_NEW_ARRAY(r->arena, bool, count);
    r->parameter_read = TML_NEW_ARRAY(r->arena, bool, count);
    r->parameter_states = TML_NEW_ARRAY(r->arena, tml_demand_state, count);
    r->parameter_texts = texts_now(r, set, set_count);
    sorter s = {
        .r = r,
        .later = TML_NEW_ARRAY(r->arena, bool, count),
        .first = TML_NEW_ARRAY(r->arena, int, count + 1),
        .waiting = TML_NEW_ARRAY(r->arena, int, count),
    };
    parse_all(&s, count);
    evaluate_all(&s, count);
    for (int i = 0; i < count; i++) /* in a cycle, which is reported, or in need of one */
        tml_parameter_read(r, i);
}
