/* parameters.c - parameters in the order in which they need each other, circles named.
 *
 * Each parameter waits for those its text names. One that waits for none is evaluated and releases those that wait for
 * it; what is never released is in a cycle or depends on one.
 */
#include "model/check.h"
#include <string.h>

typedef struct {
    tml_resolved *r;
    const tml_named_text *texts; /* (count) with `set` put in */
    int *first, *needs;          /* parameter i needs needs[first[i]] … needs[first[i + 1] - 1] */
    int need_count, need_capacity;
    int *waiting; /* (count) how many it still waits for */
    int *state;   /* (count) 0: waiting, 1: done, more: in a cycle, visited on that walk */
} sorter;

static void see(void *context, const char *name)
{
    sorter *s = context;
    const int i = tml_names_find(&s->r->model->parameter_names, name);
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

int tml_resolved_varying(const tml_resolved *r, const char *name)
{
    const int i = tml_names_find(&r->model->parameter_names, name);
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

static void parse_all(sorter *s, int count)
{
    double value;
    for (int i = 0; i < count; i++) {
        s->first[i] = s->need_count;
        const char *text = s->texts[i].text;
        s->r->parameter_bad[i] = !text; /* it is no number, which was reported */
        if (!text || tml_decimal_read(text, strlen(text), &value))
            continue;
        const char *what = tml_arena_format(s->r->arena, "parameter %s", s->texts[i].name);
        const tml_tree *tree = tml_resolved_parse(s->r, text, s->texts[i].place, what);
        if (tree)
            tml_tree_names(tree, see, s);
        else
            s->r->parameter_bad[i] = true;
    }
    s->first[count] = s->need_count;
}

static void evaluate(sorter *s, int i)
{
    tml_resolved *r = s->r;
    s->state[i] = 1;
    if (r->parameter_bad[i])
        return;
    const char *what = tml_arena_format(r->arena, "parameter %s", s->texts[i].name);
    r->parameter_bad[i] = !tml_constant_read(r, s->texts[i].text, s->texts[i].place, NULL, what, &r->parameters[i],
                                             &r->parameter_typed[i], &r->parameter_dimensions[i]);
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
        s->waiting[i] = s->first[i + 1] - s->first[i];
        if (s->waiting[i] == 0)
            queue[queued++] = i;
    }
    for (int at = 0; at < queued; at++) {
        evaluate(s, queue[at]);
        for (int k = start[queue[at]]; k < start[queue[at] + 1]; k++)
            if (--s->waiting[users[k]] == 0)
                queue[queued++] = users[k];
    }
}

/* One that i needs and that was never released, or -1. */
static int next_in_cycle(const sorter *s, int i)
{
    for (int k = s->first[i]; k < s->first[i + 1]; k++)
        if (s->state[s->needs[k]] != 1)
            return s->needs[k];
    return -1;
}

/* Follows dependences from i until a parameter repeats: from there on it is a cycle. */
static void report_cycle(sorter *s, int i)
{
    const int visit = i + 2;
    while (s->state[i] == 0) {
        s->state[i] = visit;
        i = next_in_cycle(s, i);
    }
    if (s->state[i] == visit) {
        tml_text names = {0};
        int k = i, first = i, length = 0;
        do {
            first = k < first ? k : first;
            k = next_in_cycle(s, k);
            length++;
        } while (k != i);
        k = first;
        do {
            tml_text_add(&names, "%s%s", k == first ? "" : ", ", s->texts[k].name);
            k = next_in_cycle(s, k);
        } while (k != first && names.length < 200);
        if (length == 1)
            tml_log_raise(s->r->log, TML_E_PARAMETER_CIRCLE, s->texts[first].place, "parameter %s refers to itself",
                          s->texts[first].name);
        else
            tml_log_raise(s->r->log, TML_E_PARAMETER_CIRCLE, s->texts[first].place,
                          "parameters %s%s refer to each other in a cycle", names.data ? names.data : "",
                          k != first ? ", ..." : "");
        tml_text_free(&names);
    }
}

void tml_parameters_read(tml_resolved *r, const tml_named_text *set, int set_count)
{
    const int count = r->model->parameter_count;
    r->parameters = TML_NEW_ARRAY(r->arena, double, count);
    r->parameter_dimensions = TML_NEW_ARRAY(r->arena, tml_dimension, count);
    r->parameter_typed = TML_NEW_ARRAY(r->arena, bool, count);
    r->parameter_bad = TML_NEW_ARRAY(r->arena, bool, count);
    r->parameter_varies = TML_NEW_ARRAY(r->arena, bool, count);
    r->parameter_read = TML_NEW_ARRAY(r->arena, bool, count);
    sorter s = {
        .r = r,
        .texts = texts_now(r, set, set_count),
        .first = TML_NEW_ARRAY(r->arena, int, count + 1),
        .waiting = TML_NEW_ARRAY(r->arena, int, count),
        .state = TML_NEW_ARRAY(r->arena, int, count),
    };
    parse_all(&s, count);
    evaluate_all(&s, count);
    for (int i = 0; i < count; i++) {
        if (s.state[i] == 1)
            continue;
        if (s.state[i] == 0)
            report_cycle(&s, i);
        r->parameter_bad[i] = true;
    }
}
