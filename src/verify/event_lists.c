/* event_lists.c - whether all runs with rigid joints have the same impacts, stops and events of the user: by name, and how often.
 *
 * Two runs differ in the events of a name if one has more that are certain than the other has at all. Certain is an impact with more than CERTAIN of the largest impulse of
 * all runs, and an event without impulse before the last moment of the motion; impacts with less than POSSIBLE of it, such as the last ones of a body that comes to rest,
 * are rounding. Where the other run has an event at the same time, it is the same one under another name: two corners that land together. Changes between sticking and
 * sliding ("P sticks") are not compared: at rest rounding decides on them.
 */
#include "verify/verify.h"
#include <math.h>
#include <string.h>

static const double CERTAIN = 1e-3, POSSIBLE = 1e-6; /* of the largest impulse */
static const double SAME_TIME = 1e-4;                /* of the duration */
static const double LAST = 1e-6; /* of the duration: what happens so shortly before the end may be missed */

typedef struct {
    const char *name;
    size_t analysis;
    double t, impulse; /* s; N s, of torques divided by the size of the mechanism; 0: none */
} occurrence;

typedef struct {
    const char *formulation;
    double tolerance;
    occurrence *list; /* (count) */
    size_t count;
    double end; /* s */
} run_events;

typedef struct {
    run_events *runs; /* (count) */
    int count;
    double largest, span; /* impulse, s */
    tml_arena *arena;
} event_lists;

static double impulse_of(const tml_table *t, size_t row, double size)
{
    double largest = 0;
    for (size_t j = 0; j < t->column_count; j++) {
        const double x = fabs(t->values[row * t->column_count + j]);
        const char *unit = t->columns[j].unit;
        if (strcmp(unit, "N*s") == 0 && x > largest)
            largest = x;
        else if (strcmp(unit, "N*m*s") == 0 && x / size > largest)
            largest = x / size;
    }
    return largest;
}

static bool lists_events(const tml_table *t)
{
    const size_t length = strlen(t->kind);
    return t->has_row_names && length > 7 && strcmp(t->kind + length - 7, ".events") == 0;
}

static void read_table(event_lists *x, run_events *r, const tml_table *t, double size)
{
    for (size_t row = 0; row < t->row_count; row++) {
        const char *name = row < t->row_name_capacity && t->row_names[row] ? t->row_names[row] : "";
        const double impulse = impulse_of(t, row, size);
        if (impulse == 0 && (!name[0] || strchr(name, ' ')))
            continue;
        r->list[r->count++] = (occurrence){name, t->analysis, t->values[row * t->column_count], impulse};
        x->largest = fmax(x->largest, impulse);
    }
}

static void read_run(event_lists *x, const tml_verify_workspace *v, int formulation, const tml_verify_job *job)
{
    run_events *r = &x->runs[x->count++];
    size_t rows = 0;
    *r = (run_events){.formulation = v->list[formulation].name, .tolerance = job->options.tolerance};
    for (size_t i = 0; i < job->results->count; i++)
        rows += lists_events(job->results->tables[i]) ? job->results->tables[i]->row_count : 0;
    r->list = TML_NEW_ARRAY(x->arena, occurrence, rows + 1);
    for (size_t i = 0; i < job->results->count; i++) {
        const tml_table *t = job->results->tables[i];
        if (lists_events(t))
            read_table(x, r, t, v->plan.size);
        else if (tml_analysis_integrates(t->kind) && t->row_count)
            r->end = fmax(r->end, t->values[(t->row_count - 1) * t->column_count]);
    }
    x->span = fmax(x->span, r->end);
}

static bool is_certain(const event_lists *x, const run_events *r, const occurrence *o)
{
    return o->impulse > 0 ? o->impulse > CERTAIN * x->largest : o->t < r->end - LAST * x->span;
}

static bool is_possible(const event_lists *x, const occurrence *o)
{
    return o->impulse == 0 || o->impulse > POSSIBLE * x->largest;
}

static size_t count_of(const event_lists *x, const run_events *r, const char *name, bool certain)
{
    size_t count = 0;
    for (size_t i = 0; i < r->count; i++)
        count += strcmp(r->list[i].name, name) == 0 &&
                 (certain ? is_certain(x, r, &r->list[i]) : is_possible(x, &r->list[i]));
    return count;
}

/* Whether a run has a certain event of this name at a time at which the other has none. */
static bool is_alone(const event_lists *x, const run_events *r, const run_events *other, const char *name)
{
    for (size_t i = 0; i < r->count; i++) {
        const occurrence *o = &r->list[i];
        bool alone = strcmp(o->name, name) == 0 && is_certain(x, r, o);
        for (size_t k = 0; alone && k < other->count; k++)
            alone = other->list[k].analysis != o->analysis || fabs(other->list[k].t - o->t) > SAME_TIME * x->span;
        if (alone)
            return true;
    }
    return false;
}

static bool differs(const event_lists *x, const char *name)
{
    for (int i = 0; i < x->count; i++)
        for (int k = 0; k < x->count; k++)
            if (count_of(x, &x->runs[i], name, true) > count_of(x, &x->runs[k], name, false) &&
                is_alone(x, &x->runs[i], &x->runs[k], name))
                return true;
    return false;
}

/* Whether the name stands before that place in the lists. */
static bool was_listed(const event_lists *x, int run, size_t at)
{
    for (int i = 0; i <= run; i++)
        for (size_t k = 0; k < (i == run ? at : x->runs[i].count); k++)
            if (strcmp(x->runs[i].list[k].name, x->runs[run].list[at].name) == 0)
                return true;
    return false;
}

/* "hit occurs 2 times by absolute at tolerance 1e-09, once by joint at tolerance 1e-09" */
static const char *describe(const event_lists *x, const char *name, tml_arena *arena)
{
    const char *text = tml_arena_format(arena, "%s occurs", name), *between = "";
    for (int i = 0; i < x->count; i++) {
        const size_t count = count_of(x, &x->runs[i], name, false);
        text = tml_arena_format(arena, "%s%s %zu time%s by %s at tolerance %.3g", text, between, count,
                                count == 1 ? "" : "s", x->runs[i].formulation, x->runs[i].tolerance);
        between = ",";
    }
    return text;
}

const char *tml_verify_event_lists(tml_verify_workspace *v)
{
    event_lists x = {.arena = &v->scratch};
    const char *text = NULL;
    int more = 0;
    x.runs = TML_NEW_ARRAY(x.arena, run_events, TML_RUN_COUNT * tml_formulation_class_count + 1);
    for (int i = 0; i < tml_formulation_class_count; i++)
        for (int run = 0; run < TML_RUN_COUNT && !tml_verify_is_compliant(v, i); run++)
            if (v->of[i][run] >= 0 && v->jobs[v->of[i][run]].status == TML_OK)
                read_run(&x, v, i, &v->jobs[v->of[i][run]]);
    for (int i = 0; i < x.count; i++)
        for (size_t k = 0; k < x.runs[i].count; k++) {
            const char *name = x.runs[i].list[k].name;
            if (was_listed(&x, i, k) || !differs(&x, name))
                continue;
            more += text != NULL;
            text = text ? text : describe(&x, name, v->arena);
        }
    return more ? tml_arena_format(v->arena, "%s; %d more events differ in number", text, more) : text;
}
