/* sensitivity.c - the analysis `sensitivity`: derivatives of answers by parameters, those first that matter most.
 *
 *   derivative  dy/dp,      relative  (p/y) dy/dp
 *
 * The analyses before it are a study with one point (study/gradient.h): they are run again, at the values of the parameters and nearby.
 */
#include "analysis/analysis.h"
#ifndef TML_LEAN
#include "model/channel.h"
#include "study/gradient.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#endif

static const tml_field fields[] = {
    {"of", TML_FIELD_NAMES,
     .doc = "answers: max(f), min(f), range(f), mean(f), rms(f), integral(f), final(f), time(max(f)), time(EVENT), "
            "COLUMN[ROW], or expressions of these; the outputs of the model if not given"},
    {"by", TML_FIELD_NAMES, .doc = "parameters; all that are given by numbers if not given"},
};

#ifdef TML_LEAN /* in an FMU: nothing is run there but a live motion (cmake/Fmu.cmake) */
static bool check(tml_task *task)
{
    return (void)task, true;
}

static tml_status run(tml_task *task)
{
    return (void)task, TML_FAILED;
}
#else

typedef struct {
    tml_task *task;
    const char **of, **by; /* by: "torque=39.75", as a study varies it */
    size_t of_count, by_count;
    int before; /* analyses before this one */
} request;

/* ---- what is asked for ---- */

static bool complain(const tml_task *task, tml_place place, const char *what)
{
    tml_log_raise(task->log, TML_E_SENSITIVITY, place, "sensitivity: %s", what);
    return false;
}

/* How many analyses stand before this one; a proposed one comes after all. */
static int find_before(const tml_task *task)
{
    const tml_model *m = task->model;
    for (int i = 0; i < m->analysis_count; i++)
        if (&m->analyses[i] == task->element)
            return i;
    return m->analysis_count;
}

static bool has_subject(const tml_task *task, int before)
{
    for (int i = 0; i < before; i++)
        if (!tml_analysis_find(task->model->analyses[i].kind)->about_variants)
            return true;
    return false;
}

/* Answers as they are written, or the outputs. */
static bool read_answers(tml_task *task, request *r)
{
    const tml_node *node = tml_element_field(task->element, tml_task_field(task, "of"));
    const int count = node ? node->count : task->system->output_count;
    r->of = TML_NEW_ARRAY(task->arena, const char *, count + 1);
    for (int i = 0; i < count; i++)
        r->of[r->of_count++] = node ? node->items[i]->text : task->system->outputs[i].name;
    if (count == 0)
        return complain(task, task->element->place,
                        "the model has no outputs: say what is asked for, such as of: [max(energy.kinetic)]");
    const tml_answers *read = tml_answers_read(task->model, r->of, r->of_count, task->arena, task->log);
    return read != NULL;
}

static void see_name(void *context, const char *name)
{
    bool *any = context;
    (void)name;
    *any = true;
}

/* Whether a parameter is made of others, or of points: it follows them. */
static bool is_derived(const tml_task *task, const tml_named_text *parameter)
{
    bool any = false;
    tml_log unheard = {.quiet = true};
    const tml_tree *tree =
        parameter->text ? tml_tree_parse(task->arena, parameter->text, parameter->place, &unheard) : NULL;
    if (tree)
        tml_tree_names(tree, see_name, &any);
    return any || !tree;
}

static void add_parameter(tml_task *task, request *r, const tml_named_text *p)
{
    r->by[r->by_count++] = tml_arena_format(task->arena, "%s=%s", p->name, p->text);
}

static bool read_parameters(tml_task *task, request *r)
{
    const tml_model *m = task->model;
    const tml_node *node = tml_element_field(task->element, tml_task_field(task, "by"));
    r->by = TML_NEW_ARRAY(task->arena, const char *, (node ? node->count : m->parameter_count) + 1);
    for (int i = 0; node && i < node->count; i++) {
        const int at = tml_names_find(&m->parameter_names, node->items[i]->text);
        if (at < 0)
            return complain(task, node->items[i]->place,
                            tml_arena_format(task->arena, "the model has no parameter \"%s\"", node->items[i]->text));
        add_parameter(task, r, &m->parameters[at]);
    }
    for (int i = 0; !node && i < m->parameter_count; i++)
        if (!is_derived(task, &m->parameters[i]))
            add_parameter(task, r, &m->parameters[i]);
    return r->by_count > 0 || complain(task, task->element->place,
                                       "the model has no parameter by which to differentiate: add parameters: {...}");
}

static bool read(tml_task *task, request *r)
{
    *r = (request){.task = task, .before = find_before(task)};
    if (!has_subject(task, r->before))
        return complain(task, task->element->place, "it is about the analyses before it, and there are none");
    return read_parameters(task, r) && read_answers(task, r);
}

static bool check(tml_task *task)
{
    request r;
    return read(task, &r);
}

/* ---- results ---- */

typedef struct {
    const tml_study *study;
    const tml_gradient *gradient;
    const double *answers, *values;
    size_t parameters;
    const char *reason; /* why some are missing; NULL: none is, or not known */
} outcome;

typedef struct {
    size_t answer, parameter;
    double effect; /* |p dy/dp| */
} entry;

/* Those of an answer by effect, what is missing last. */
static int compare(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    if (a->answer != b->answer)
        return a->answer < b->answer ? -1 : 1;
    if (isnan(a->effect) != isnan(b->effect))
        return isnan(a->effect) ? 1 : -1;
    return a->effect != b->effect && !isnan(a->effect) ? (a->effect > b->effect ? -1 : 1)
           : a->parameter < b->parameter               ? -1
                                                       : 1;
}

static entry *sort(const outcome *o, size_t count, tml_arena *arena)
{
    entry *list = TML_NEW_ARRAY(arena, entry, count + 1);
    for (size_t i = 0; i < count; i++) {
        const size_t j = i % o->parameters;
        list[i] = (entry){i / o->parameters, j, fabs(o->gradient->values[i] * o->values[j])};
    }
    qsort(list, count, sizeof *list, compare);
    return list;
}

static const double SHOWN = 5e-10;   /* of a derivative: errors below its last digit are not told */
static const double NOTHING = 1e-10; /* of an answer: what changes it by less is zero */

static bool add_row(const outcome *o, const entry *e, tml_table *table, tml_arena *arena)
{
    const size_t at = e->answer * o->parameters + e->parameter;
    const double y = o->answers[e->answer], p = o->values[e->parameter], d = o->gradient->values[at];
    const char *name = tml_arena_format(arena, "%s by %s", tml_study_answer_name(o->study, e->answer),
                                        tml_study_parameter_name(o->study, e->parameter));
    double *row = tml_table_append_named(table, name);
    if (!row)
        return false;
    row[0] = y, row[1] = p, row[2] = d;
    row[3] = y != 0 ? d * p / y + 0.0 : NAN; /* not -0 */
    row[4] = o->gradient->errors[at];
    if (o->gradient->none[at])
        return tml_table_add_fact(table, name, NAN, "none: %s", o->gradient->singular);
    if (isnan(d))
        return tml_table_add_fact(table, name, NAN, "not found%s%s", o->reason ? ": " : "", o->reason ? o->reason : "");
    if (o->gradient->kinks[at]) {
        row[2] = row[3] = NAN;
        return tml_table_add_fact(table, name, d, "none: one-sided derivatives are about %.6g and %.6g", d - row[4],
                                  d + row[4]);
    }
    const char *size = isnan(row[3]) ? "" : tml_arena_format(arena, ", relative %.4g", row[3]);
    if (row[4] >= fabs(d) && row[4] * fabs(p) > NOTHING * fabs(y))
        return tml_table_add_fact(table, name, d, "not known: differences say %.3g, and may be off by %.2g", d, row[4]);
    return row[4] > SHOWN * fabs(d) ? tml_table_add_fact(table, name, d, "%.9g +- %.1g%s", d, row[4], size)
                                    : tml_table_add_fact(table, name, d, "%.9g%s", d, size);
}

static bool any_varied(const outcome *o, size_t answer)
{
    for (size_t j = 0; j < o->parameters; j++)
        if (o->gradient->varied[answer * o->parameters + j])
            return true;
    return false;
}

/* How they were found. */
static bool add_methods(const outcome *o, tml_table *table, tml_arena *arena)
{
    const tml_gradient *g = o->gradient;
    const char *others = NULL;
    size_t varied = 0, implicit = 0, count = tml_study_answer_count(o->study) * o->parameters;
    for (size_t i = 0; i < count; i++)
        varied += g->varied[i] && !g->implicit[i], implicit += g->implicit[i];
    for (size_t i = 0; i < count; i++) {
        const char *name = tml_study_answer_name(o->study, i / o->parameters),
                   *by = tml_study_parameter_name(o->study, i % o->parameters);
        const bool whole = !any_varied(o, i / o->parameters);
        if (g->varied[i] || isnan(g->values[i]) || (whole && i % o->parameters > 0))
            continue;
        name = whole ? name : tml_arena_format(arena, "%s by %s", name, by);
        others = others ? tml_arena_format(arena, "%s, %s", others, name) : name;
    }
    bool good = true;
    if (varied)
        good = tml_table_add_fact(table, "along the motion", NAN,
                                  "forward variation, by differences of orders 4 and 6 of the equations");
    if (implicit)
        good = good &&
               tml_table_add_fact(table, "by equations", NAN,
                                  "the implicit function theorem at the solutions; derivatives of their equations by "
                                  "parameters of order 6");
    if (others)
        good = good && tml_table_add_fact(table, "by differences", NAN, "%s: extrapolated, of whole runs%s%s", others,
                                          g->why ? "; " : "", g->why ? g->why : "");
    return good;
}

static tml_status record(tml_task *task, const outcome *o)
{
    enum { COLUMNS = 5 };
    const size_t count = tml_study_answer_count(o->study) * o->parameters;
    tml_column columns[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) {
        const tml_channel *c = tml_channel_at(TML_OF_SENSITIVITY, false, false, i);
        columns[i] = (tml_column){c->name, c->unit};
    }
    tml_table *table = tml_results_add(task->results, task->element->kind, task->model->title, columns, COLUMNS);
    const entry *list = sort(o, count, task->arena);
    bool good = table != NULL;
    for (size_t i = 0; good && i < count; i++)
        good = add_row(o, &list[i], table, task->arena);
    return good && add_methods(o, table, task->arena) ? TML_OK : TML_NO_MEMORY;
}

/* ---- running ---- */

static void free_study(void *study)
{
    tml_study_free(study);
}

static void free_worker(void *worker)
{
    tml_study_worker_free(worker);
}

static bool any_found(const outcome *o)
{
    for (size_t i = 0; i < tml_study_answer_count(o->study) * o->parameters; i++)
        if (isfinite(o->gradient->values[i]))
            return true;
    return false;
}

static tml_status find(tml_task *task, tml_study *study, tml_study_worker *worker)
{
    tml_gradient *g = tml_gradient_make(study, task->arena);
    double *values = TML_NEW_ARRAY(task->arena, double, tml_study_parameter_count(study) + 1),
           *answers = TML_NEW_ARRAY(task->arena, double, tml_study_answer_count(study) + 1);
    outcome o = {study, g, answers, values, tml_study_parameter_count(study), NULL};
    const char *reason;
    tml_study_point(study, 0, values);
    const tml_status status = tml_gradient_find(worker, values, answers, g, &reason);
    if (status == TML_STOPPED || status == TML_NO_MEMORY)
        return status;
    o.reason = reason;
    if (!any_found(&o)) {
        tml_log_raise(task->log, TML_E_NO_DERIVATIVE, task->element->place, "sensitivity: no derivative was found: %s",
                      g->singular ? g->singular : reason);
        return TML_FAILED;
    }
    return record(task, &o);
}

static tml_status run(tml_task *task)
{
    request r;
    if (!read(task, &r))
        return TML_WRONG;
    const tml_study_options options = {.size = sizeof options,
                                       .vary = r.by,
                                       .vary_count = r.by_count,
                                       .keep = r.of,
                                       .keep_count = r.of_count,
                                       .formulation = task->options->formulation,
                                       .integrator = task->options->integrator,
                                       .tolerance = task->options->tolerance};
    tml_study *study = tml_study_make_before(task->model, &options, r.before, task->log);
    if (!study)
        return TML_WRONG;
    tml_arena_at_end(task->arena, free_study, study);
    tml_study_worker *worker = tml_study_worker_make(study, task->log);
    if (!worker)
        return TML_NO_MEMORY;
    tml_arena_at_end(task->arena, free_worker, worker);
    return find(task, study, worker);
}
#endif

const tml_analysis_class tml_analysis_sensitivity = {
    .name = "sensitivity",
    .doc = "how answers of the analyses before it change with parameters",
    TML_LIST(fields),
    .keeps_state = true,
    .about_variants = true,
    .row = "derivative",
    .rows = "derivatives",
    .template = {.title = "Sensitivity", .rank = 9},
    .compliant = true,
    .run = run,
    .check = check,
};
