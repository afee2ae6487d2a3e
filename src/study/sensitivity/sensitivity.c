/* sensitivity.c - answers as functionals of a motion: what is sampled for them, and their derivatives by the chain rule.
 *
 *   a = A(r_1, ..., r_m),   da/dp = sum_i A_i dr_i/dp
 *   final      y(T):  y_p + y' T_p             integral  I = int y dt:  I_p + y(T) T_p
 *   mean       I/L:   (I_p + (y(T) - mean) T_p)/L                           rms  r^2 = J/L:  (J_p + (y(T)^2 - r^2) T_p)/(2 r L)
 *   max, min, times of them and of events: study/sensitivity/forward.h
 * T: the end of the motion, which depends on p where an event ends it. y_p, I_p: derivatives at fixed times. L = T - t_0.
 */
#include "study/sensitivity/sensitivity.h"
#include "base/guard.h"
#include "study/answer_parts.h"
#include "study/sensitivity/forward.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double TOLERANCES[] = {1e-11, 3e-10,
                                    1e-8}; /* of the motion and its derivatives: the first that rounding admits */
enum {
    TRIALS = sizeof TOLERANCES / sizeof *TOLERANCES,
    STEPS = 4,
    SOME_STEPS = 300
};                                    /* times those of a run, and a few */
static const double SAME_TIME = 1e-9; /* of the motion: an extremum at its beginning or end */

/* What a reduction is made of; NULL, -1: not needed. */
typedef struct {
    const tml_reduction *of;
    int sample, other; /* its own; of `range` the minimum */
    int integral;
} plan;

typedef struct {
    const tml_study *study;
    tml_forward_gradient *out;
    tml_arena *arena;
    tml_variants *v;
    tml_near_models *near;
    tml_results *results;    /* of the same motion */
    const tml_table *motion; /* in these */
    tml_forward_request request;
    int sample_capacity, integral_capacity;
    int stop;         /* sample of the event that ends the motion; -1: none does */
    int last;         /* analysis */
    bool exact;       /* is wanted */
    plan *plans;      /* of the reductions of one answer after the other */
    double *end_rate; /* (parameters) T_p */
    double *by;       /* (parameters) scratch */
} work;

/* ---- what is needed ---- */

static int add_sample(work *w, tml_sample_kind kind, int column, double t, double expected)
{
    tml_forward_request *r = &w->request;
    for (int i = 0; i < r->sample_count; i++)
        if (r->samples[i].kind == kind && r->samples[i].column == column && r->samples[i].t == t &&
            r->samples[i].expected == expected)
            return i;
    TML_GROW(w->arena, r->samples, r->sample_count, w->sample_capacity);
    r->samples[r->sample_count] = (tml_sample){.kind = kind,
                                               .column = column,
                                               .t = t,
                                               .expected = expected,
                                               .derivative = TML_NEW_ARRAY(w->arena, double, w->v->parameters + 1),
                                               .time = TML_NEW_ARRAY(w->arena, double, w->v->parameters + 1)};
    return r->sample_count++;
}

static int add_integral(work *w, int column, bool squared, double size)
{
    tml_forward_request *r = &w->request;
    for (int i = 0; i < r->integral_count; i++)
        if (r->integrals[i].column == column && r->integrals[i].squared == squared)
            return i;
    TML_GROW(w->arena, r->integrals, r->integral_count, w->integral_capacity);
    r->integrals[r->integral_count] =
        (tml_running_integral){.column = column,
                               .squared = squared,
                               .size = size,
                               .derivative = TML_NEW_ARRAY(w->arena, double, w->v->parameters + 1)};
    return r->integral_count++;
}

static double fact(const work *w, const char *name, const char *what)
{
    char text[TML_ANSWER_NAME];
    snprintf(text, sizeof text, "%s.%s", name, what);
    const long at = tml_table_fact_find(w->motion, text);
    return at < 0 ? NAN : w->motion->facts[at].number;
}

static bool is_same(const work *w, double t, double other)
{
    return fabs(t - other) <= SAME_TIME * (w->request.end - w->v->begin);
}

static int sample_extremum(work *w, const char *name, int column, bool least)
{
    const double t = fact(w, name, least ? "min.time" : "max.time");
    if (isnan(t))
        return -1;
    if (is_same(w, t, w->v->begin))
        return add_sample(w, TML_AT_TIME, column, w->v->begin, 0);
    if (is_same(w, t, w->request.end))
        return add_sample(w, TML_AT_TIME, column, w->request.end, 0);
    return add_sample(w, TML_AT_EXTREMUM, column, t, fact(w, name, least ? "min" : "max"));
}

static int event_named(const work *w, const char *name, size_t length)
{
    const tml_system *s = w->v->centre.live->task.system;
    for (int i = 0; i < s->event_count; i++)
        if (s->events[i].name && strlen(s->events[i].name) == length && strncmp(s->events[i].name, name, length) == 0)
            return i;
    return -1;
}

static int sample_event(work *w, const char *name)
{
    char text[TML_ANSWER_NAME];
    snprintf(text, sizeof text, "event %s", name);
    const long at = tml_table_fact_find(w->motion, text);
    const int event = event_named(w, name, strlen(name));
    return at < 0 || event < 0 ? -1 : add_sample(w, TML_AT_EVENT, event, w->motion->facts[at].number, 0);
}

/* Where in the table of the motion a name stands, if that is where the answer finds it; -1: not there. */
static int column_of(const work *w, const char *name)
{
    long column;
    return tml_answer_table(w->results, name, &column) == w->motion
               ? (int)tml_table_find(w->v->centre.live->table, name)
               : -1;
}

static int sample_entry(work *w, const tml_reduction *x)
{
    const int column = column_of(w, x->name);
    const long rows = (long)w->motion->row_count, row = x->row > 0 ? x->row : rows + 1 + x->row;
    if (column < 0 || (row != 1 && row != rows))
        return -1;
    return add_sample(w, TML_AT_TIME, column, row == rows ? w->request.end : w->v->begin, 0);
}

/* Whether the reduction is one of the motion. */
static bool plan_output(work *w, plan *p)
{
    const char *name = w->study->answers->outputs[p->of->output].name;
    const int column = column_of(w, name);
    const double largest =
        fmax(fabs(fact(w, name, "rms")), fmax(fabs(fact(w, name, "max")), fabs(fact(w, name, "min"))));
    const double size = (largest > 0 ? largest : 1) * (w->request.end - w->v->begin);
    if (column < 0)
        return false;
    switch (p->of->kind) {
    case TML_REDUCE_MAX:
    case TML_REDUCE_TIME_OF_MAX:
        return (p->sample = sample_extremum(w, name, column, false)) >= 0;
    case TML_REDUCE_MIN:
    case TML_REDUCE_TIME_OF_MIN:
        return (p->sample = sample_extremum(w, name, column, true)) >= 0;
    case TML_REDUCE_RANGE:
        p->sample = sample_extremum(w, name, column, false);
        p->other = sample_extremum(w, name, column, true);
        return p->sample >= 0 && p->other >= 0;
    case TML_REDUCE_AT:
        return (p->sample = add_sample(w, TML_AT_TIME, column, p->of->t, 0)) >= 0;
    case TML_REDUCE_FINAL:
        return (p->sample = add_sample(w, TML_AT_TIME, column, w->request.end, 0)) >= 0;
    case TML_REDUCE_MEAN:
    case TML_REDUCE_INTEGRAL:
    case TML_REDUCE_RMS:
        p->integral = add_integral(w, column, p->of->kind == TML_REDUCE_RMS,
                                   p->of->kind == TML_REDUCE_RMS ? size * largest : size);
        return (p->sample = add_sample(w, TML_AT_TIME, column, w->request.end, 0)) >= 0;
    default:
        return false;
    }
}

static bool plan_reduction(work *w, plan *p, const tml_reduction *x)
{
    *p = (plan){.of = x, .sample = -1, .other = -1, .integral = -1};
    switch (x->kind) {
    case TML_REDUCE_PARAMETER:
        return true;
    case TML_REDUCE_TIME_OF_EVENT:
        return (p->sample = sample_event(w, x->name)) >= 0;
    case TML_REDUCE_ENTRY:
        return (p->sample = sample_entry(w, x)) >= 0;
    default:
        return x->output >= 0 && plan_output(w, p); /* not of the rows of a column */
    }
}

/* Which answers can be found. */
static void plan_answers(work *w)
{
    const tml_answers *all = w->study->answers;
    int count = 0;
    for (int i = 0; i < all->count; i++)
        count += all->list[i].count;
    w->plans = TML_NEW_ARRAY(w->arena, plan, count + 1);
    plan *at = w->plans;
    for (int i = 0; i < all->count; i++) {
        bool good = true;
        for (int k = 0; k < all->list[i].count; k++)
            good = plan_reduction(w, at++, &all->list[i].reductions[k]) && good;
        w->out->found[i] = good;
        if (!good)
            w->out->why = "not a smooth function of the motion";
    }
}

/* ---- derivatives ---- */

/* Of a sample, T_p included where it is at the end. */
static double total(const work *w, int sample, int j)
{
    const tml_sample *s = &w->request.samples[sample];
    const bool at_end = s->kind == TML_AT_TIME && s->t == w->request.end;
    return s->derivative[j] + (at_end && w->end_rate[j] != 0 ? s->rate * w->end_rate[j] : 0);
}

static double of_time(const work *w, int sample, int j)
{
    const tml_sample *s = &w->request.samples[sample];
    return s->kind != TML_AT_TIME ? s->time[j] : s->t == w->request.end ? w->end_rate[j] : 0;
}

static double of_integral(const work *w, const plan *p, double value, int j)
{
    const double y = w->request.samples[p->sample].value, T = w->end_rate[j], length = w->request.end - w->v->begin;
    const double inside = w->request.integrals[p->integral].derivative[j];
    if (p->of->kind == TML_REDUCE_INTEGRAL)
        return inside + y * T;
    if (p->of->kind == TML_REDUCE_MEAN)
        return (inside + (y - value) * T) / length;
    return (inside + (y * y - value * value) * T) / (2 * value * length);
}

static double derivative(const work *w, const plan *p, double value, int j)
{
    switch (p->of->kind) {
    case TML_REDUCE_PARAMETER:
        tml_variants_parameter(w->v, p->of->parameter, w->by);
        return w->by[j];
    case TML_REDUCE_TIME_OF_EVENT:
    case TML_REDUCE_TIME_OF_MAX:
    case TML_REDUCE_TIME_OF_MIN:
        return of_time(w, p->sample, j);
    case TML_REDUCE_RANGE:
        return total(w, p->sample, j) - total(w, p->other, j);
    case TML_REDUCE_MEAN:
    case TML_REDUCE_RMS:
    case TML_REDUCE_INTEGRAL:
        return of_integral(w, p, value, j);
    default:
        return total(w, p->sample, j);
    }
}

static bool is_found(const work *w, const plan *p)
{
    const tml_sample *s = w->request.samples;
    return (p->sample < 0 || s[p->sample].found) && (p->other < 0 || s[p->other].found);
}

static void chain(work *w)
{
    const tml_answers *all = w->study->answers;
    const double *parameters = w->v->centre.live->task.resolved->parameters;
    double *values = TML_NEW_ARRAY(w->arena, double, tml_answers_work(all) + 1);
    plan *at = w->plans;
    for (int i = 0; i < all->count; i++) {
        const tml_answer *a = &all->list[i];
        double *weight = TML_NEW_ARRAY(w->arena, double, a->count + 1),
               *row = w->out->gradient + (size_t)i * tml_study_parameter_count(w->study);
        for (int k = 0; k < a->count; k++) {
            values[k] = tml_reduction_value(all, &a->reductions[k], w->results, parameters);
            w->out->found[i] = w->out->found[i] && is_found(w, &at[k]);
        }
        tml_expression_gradient(a->value, values, values + a->count, 1, weight);
        for (int j = 0; w->out->found[i] && j < w->v->parameters; j++) {
            double sum = 0;
            for (int k = 0; k < a->count; k++)
                sum += weight[k] != 0 ? weight[k] * derivative(w, &at[k], values[k], j) : 0;
            row[w->v->which[j]] = sum;
            w->out->found[i] = isfinite(sum);
        }
        if (!w->out->found[i])
            w->out->why = "not a smooth function of the motion";
        at += a->count;
    }
}

/* ---- all of it ---- */

/* The last analysis that is run, if it is the first motion; -1: it is none, or another. */
static int find_motion(const tml_study *s)
{
    const char *only = s->options.only;
    for (int i = 0; i < s->model->analysis_count; i++) {
        const bool last = only ? strcmp(s->model->analyses[i].kind, only) == 0 : i + 1 == s->model->analysis_count;
        if (tml_analysis_integrates(s->model->analyses[i].kind))
            return last ? i : -1;
        if (last)
            return -1;
    }
    return -1;
}

/* The same motion by a run: when something happens in it. */
static tml_status run_motion(work *w)
{
    tml_run_options options = w->study->options;
    tml_log unheard = {.quiet = true};
    tml_model *model = w->v->centre.model;
    unsigned char *wanted = TML_NEW_ARRAY(w->arena, unsigned char, model->output_count + 1);
    options.tolerance = TOLERANCES[0];
    options.integrator = "auto";
    tml_answers_wanted(w->study->answers, model, wanted);
    model->wanted = wanted;
    const tml_status status = tml_run(model, &options, &w->results, &unheard);
    model->wanted = NULL; /* in memory of this gradient */
    for (size_t i = 0; status == TML_OK && i < w->results->count; i++)
        if (w->results->tables[i]->analysis == (size_t)w->last && !strchr(w->results->tables[i]->kind, '.'))
            w->motion = w->results->tables[i];
    return status;
}

/* One for stiff motions where the run takes one. */
static const tml_integrator_class *find_integrator(const work *w)
{
    const tml_integrator_class *smooth = tml_integrator_automatic(TML_FOR_SMOOTH_MOTION);
    const tml_integrator_class *stiff = tml_integrator_automatic(TML_FOR_STIFF_MOTION);
    const long at = tml_table_fact_find(w->motion, "integrator");
    const char *text = at < 0 ? "" : w->motion->facts[at].text;
    const size_t length = strcspn(text, ":");
    return strlen(stiff->name) == length && strncmp(text, stiff->name, length) == 0 ? stiff : smooth;
}

static void find_end(work *w)
{
    const tml_table *t = w->motion;
    const long at = tml_table_fact_find(t, "stopped");
    w->request.end = t->values[(t->row_count - 1) * t->column_count];
    w->stop = -1;
    if (at < 0)
        return;
    const char *text = t->facts[at].text, *name = strchr(text, ' ');
    const char *end = name ? strstr(name, " at t = ") : NULL;
    const int event = end ? event_named(w, name + 1, (size_t)(end - name - 1)) : -1;
    w->request.end = t->facts[at].number;
    w->stop = event < 0 ? -1 : add_sample(w, TML_AT_EVENT, event, w->request.end, 0);
}

/* The motion and its derivatives, at one tolerance. TML_FAILED: w->out->why. */
static tml_status follow(work *w, double tolerance)
{
    const long at = tml_table_fact_find(w->motion, "steps");
    w->request = (tml_forward_request){.tolerance = tolerance, .integrator = find_integrator(w)};
    w->sample_capacity = w->integral_capacity = 0;
    w->out->why = NULL;
    if (at >= 0)
        w->request.most_steps = STEPS * (long)w->motion->facts[at].number + SOME_STEPS;
    w->v->exact = w->v->exact && w->exact;
    find_end(w);
    plan_answers(w);
    const tml_status status = tml_forward_run(w->v, &w->request, w->arena);
    if (status != TML_OK)
        w->out->why = w->v->why;
    return status;
}

static void find_gradient(work *w)
{
    w->end_rate = TML_NEW_ARRAY(w->arena, double, w->v->parameters + 1);
    w->by = TML_NEW_ARRAY(w->arena, double, w->v->parameters + 1);
    for (int j = 0; w->stop >= 0 && j < w->v->parameters; j++)
        w->end_rate[j] = w->request.samples[w->stop].time[j];
    chain(w);
}

typedef struct {
    work *w;
    const double *values;
} job;

static tml_status find_guarded(void *context)
{
    const job *j = context;
    work *w = j->w;
    tml_status status = TML_FAILED;
    for (int i = 0; status == TML_FAILED && i < TRIALS; i++) {
        tml_variants_free(w->v);
        if (!tml_variants_make(w->v, w->near, j->values, w->arena)) {
            w->out->why = w->v->why;
            return TML_FAILED;
        }
        if (!w->results && (status = run_motion(w)) != TML_OK) {
            w->out->why = "the run fails at a tight tolerance";
            return status == TML_STOPPED || status == TML_NO_MEMORY ? status : TML_FAILED;
        }
        if (!w->motion || w->motion->row_count == 0)
            return TML_FAILED;
        status = follow(w, TOLERANCES[i]);
        if (status == TML_FAILED && !(w->request.most_steps > 0 && w->request.steps > w->request.most_steps))
            return status;
    }
    if (status == TML_OK)
        find_gradient(w);
    w->out->exact = w->v->exact;
    return status;
}

tml_status tml_forward_gradient_find(tml_near_models *near, const double *values, tml_forward_gradient *out,
                                     tml_arena *arena)
{
    const tml_study *study = tml_near_models_study(near);
    tml_variants v = {0};
    work w = {.study = study,
              .near = near,
              .out = out,
              .arena = arena,
              .v = &v,
              .last = find_motion(study),
              .exact = out->exact};
    job j = {&w, values};
    memset(out->found, 0, (size_t)study->answers->count * sizeof(bool));
    out->why = "not of a motion that is the first of the analyses";
    if (w.last < 0)
        return TML_OK;
    out->why = NULL;
    const tml_status status = tml_guarded(arena, NULL, find_guarded, &j);
    if (status != TML_OK)
        memset(out->found, 0, (size_t)study->answers->count * sizeof(bool));
    tml_results_free(w.results);
    tml_variants_free(&v);
    return status == TML_FAILED ? TML_OK : status;
}
