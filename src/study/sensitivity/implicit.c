/* implicit.c - derivatives of answers by the implicit function theorem: which rows and instants they are of, and the chain rule.
 *
 *   entry, final            y_p at that row                              y_p = y_x S + y_p of a row, at its time (twins.h)
 *   max(y), min(y)          y_p where y' = 0 (envelope theorem), or at an end of the motion;   of the time itself  -(y_p)'/y''
 *   integral, mean, rms     the integral of y_p, of 2 y y_p: Gauss's quadrature in every interval between rows
 */
#include "base/guard.h"
#include "elementary/elementary.h"
#include "model/preparation.h"
#include "study/sensitivity/implicit_parts.h"
#include "study/sensitivity/mode_slopes.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_TRIES = 4 };
static const double ZERO_SCALE = 0x1p-3; /* what a parameter of zero is compared with */
static const double SAME = 1e-7;         /* relative: a row found again is that of the table */

typedef tml_implicit implicit;
typedef tml_implicit_part part;

/* ---- what is asked for ---- */

static void plan(implicit *w)
{
    const tml_answers *all = w->study->answers;
    const int parameters = w->twins.parameters;
    int count = 0;
    for (int i = 0; i < all->count; i++)
        count += all->list[i].count;
    w->parts = TML_NEW_ARRAY(w->arena, part, count + 1);
    w->last_wanted = -1;
    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->list[i].count; k++) {
            const tml_reduction *x = &all->list[i].reductions[k];
            part *p = &w->parts[w->part_count++];
            long column;
            *p = (part){.of = x, .analysis = -1};
            p->derivative = TML_NEW_ARRAY(w->arena, double, parameters + 1);
            p->state = TML_NEW_ARRAY(w->arena, tml_derivative_state, parameters + 1);
            if (x->kind == TML_REDUCE_PARAMETER || x->kind == TML_REDUCE_TIME_OF_EVENT)
                continue;
            p->name = x->output >= 0 ? all->outputs[x->output].name : x->name;
            const tml_table *table = tml_answer_table(w->results, p->name, &column);
            if (table && !strchr(table->kind, '.'))
                p->analysis = (int)table->analysis;
            w->last_wanted = p->analysis > w->last_wanted ? p->analysis : w->last_wanted;
        }
}

/* Takes the derivatives of a column of the row last sampled. */
void tml_implicit_take(implicit *w, long column, double *derivative, tml_derivative_state *state)
{
    tml_twins *t = &w->twins;
    const double largest = tml_twins_largest(t);
    for (int j = 0; j < t->parameters; j++) {
        const size_t at = (size_t)j * t->columns + (size_t)column;
        derivative[j] = t->slope[at];
        state[j] = t->state[j];
        if (state[j] != TML_FOUND)
            continue;
        const char *why = t->loose[column]          ? "depends on positions that nothing determines"
                          : t->kinked[at]           ? "has a kink there"
                          : !isfinite(t->slope[at]) ? "depends on what came before"
                          : !tml_twins_accept(t, j, t->slope[at], t->rough[at], t->row[column], largest)
                              ? "is not smooth enough"
                              : NULL;
        state[j] = why ? TML_NOT_FOUND : TML_FOUND;
        w->why = why ? why : w->why;
    }
}

/* The row found again must be that of the table. */
static bool is_same(double a, double b, double size)
{
    return fabs(a - b) <= SAME * fmax(fabs(b), size);
}

void tml_implicit_row(implicit *w, part *p, const tml_table *table, size_t row, long column)
{
    tml_twins *t = &w->twins;
    const double value = tml_implicit_value_in(table, row, column);
    tml_twins_sample(t, table, row, table->values[row * table->column_count]);
    tml_implicit_take(w, column, p->derivative, p->state);
    for (int j = 0; j < t->parameters; j++)
        if (p->state[j] == TML_FOUND && !is_same(t->row[column], value, 1e-9)) {
            w->why = "depends on what came before";
            p->state[j] = TML_NOT_FOUND;
        }
}

/* ---- one analysis ---- */

/* Which row an entry, or an extremum over rows, is of; false: of none. */
static bool row_of(const part *p, const tml_table *table, long column, bool dense, size_t *row)
{
    const long rows = (long)table->row_count, entry = p->of->row > 0 ? p->of->row - 1 : rows + p->of->row;
    *row = table->row_count - 1;
    if (p->of->kind == TML_REDUCE_FINAL)
        return true;
    if (p->of->kind == TML_REDUCE_ENTRY) { /* of rows at times that answers ask for only the ends are the same */
        *row = (size_t)entry;
        return entry >= 0 && entry < rows && (dense || entry == 0 || entry == rows - 1);
    }
    for (size_t i = 0; i < table->row_count; i++)
        if (tml_implicit_value_in(table, i, column) == p->value)
            *row = i;
    return p->of->kind == TML_REDUCE_MAX || p->of->kind == TML_REDUCE_MIN;
}

/* Analyses that evaluate: in the states of the twins, as they are. */
static void find_of_instant(implicit *w, part *p, const tml_table *own, int index, long column)
{
    tml_twins *t = &w->twins;
    double largest = 0;
    for (size_t i = 0; i < own->column_count; i++)
        largest = isfinite(own->values[i]) ? fmax(largest, fabs(own->values[i])) : largest;
    for (int j = 0; j < t->parameters; j++) {
        double value[TML_TWIN_SIDES], *all[TML_TWIN_SIDES];
        bool good = !t->gone[j];
        for (int side = 0; good && side < TML_TWIN_SIDES; side++) {
            const tml_results *results = tml_twins_near(t, j, side)->run.results;
            const tml_table *table = NULL;
            for (size_t i = 0; i < results->count; i++)
                if (results->tables[i]->analysis == (size_t)index &&
                    tml_table_find(results->tables[i], p->name) == column)
                    table = results->tables[i];
            good = table && table->row_count == 1;
            value[side] = good ? tml_implicit_value_in(table, 0, column) : NAN;
            all[side] = &value[side];
        }
        p->state[j] = TML_NOT_FOUND;
        if (good) {
            double rough;
            tml_twins_differentiate(t, j, all, 1, &p->derivative[j], &rough);
            p->state[j] =
                isfinite(p->derivative[j]) && tml_twins_accept(t, j, p->derivative[j], rough, value[0], largest)
                    ? TML_FOUND
                    : TML_NOT_FOUND;
        }
    }
}

static void run_instants(implicit *w, int index)
{
    tml_twins *t = &w->twins;
    for (int j = 0; j < t->parameters; j++)
        for (int side = 0; !t->gone[j] && side < TML_TWIN_SIDES; side++) {
            tml_twin *x = tml_twins_near(t, j, side);
            const size_t before = x->run.results->count;
            t->gone[j] = tml_analysis_find(x->task.element->kind)->run(&x->task) != TML_OK;
            for (size_t i = before; i < x->run.results->count; i++)
                x->run.results->tables[i]->analysis = (size_t)index;
        }
}

static const tml_table *table_of(const implicit *w, const part *p, int index, long *column)
{
    for (size_t i = w->run.results->count; i-- > 0;) {
        const tml_table *table = w->run.results->tables[i];
        if (table->analysis == (size_t)index && !strchr(table->kind, '.')) {
            *column = tml_table_find(table, p->name);
            return *column >= 0 && table->row_count ? table : NULL;
        }
    }
    return NULL;
}

typedef enum { OTHER, SOLUTION, INSTANT, MODES } kind;

/* Behind a dead point the motion may go on otherwise at values nearby, or not at all. */
static void doubt(implicit *w, part *p, const tml_table *table)
{
    const long passed = tml_table_fact_find(table, "dead points passed");
    if (passed < 0 || !(table->facts[passed].number > 0))
        return;
    w->why = "a dead point is passed";
    for (int j = 0; j < w->twins.parameters; j++)
        p->state[j] = p->state[j] == TML_FOUND && !w->twins.still[j] ? TML_NOT_FOUND : p->state[j];
}

static void find_part(implicit *w, part *p, int index, kind of, tml_mode_slopes *modes)
{
    long column;
    size_t row;
    char final[TML_ANSWER_NAME];
    const tml_table *table = table_of(w, p, index, &column);
    if (!table || of == OTHER || (of == SOLUTION && !w->twins.x) || (of == MODES && !modes))
        return;
    snprintf(final, sizeof final, "%s.final", p->name);
    const bool moves = of == SOLUTION && (p->of->kind == TML_REDUCE_AT || tml_table_fact_find(table, final) >= 0);
    if (moves && p->of->kind != TML_REDUCE_ENTRY)
        tml_implicit_motion(w, p, table, column);
    else if (!row_of(p, table, column, w->study->options.time_count == 0 || table->row_count == 1, &row))
        w->why = "not of one row";
    else if (of == MODES)
        tml_mode_slopes_find(modes, table, row, (size_t)column, p->derivative, p->state);
    else if (of == INSTANT)
        find_of_instant(w, p, table, index, column);
    else
        tml_implicit_row(w, p, table, row, column);
    if (of == SOLUTION)
        doubt(w, p, table);
}

static kind kind_of(tml_task *task)
{
    const tml_rows_kind rows = tml_analysis_find(task->element->kind)->rows_of;
    return tml_solution_class_of(task) ? SOLUTION
           : rows == TML_ROWS_OF_MODES ? MODES
           : rows == TML_ROWS_OF_STATE ? INSTANT
                                       : OTHER;
}

/* The last table of an analysis. */
static const tml_table *main_table(const implicit *w, int index)
{
    for (size_t i = w->run.results->count; i-- > 0;)
        if (w->run.results->tables[i]->analysis == (size_t)index && !strchr(w->run.results->tables[i]->kind, '.'))
            return w->run.results->tables[i];
    return NULL;
}

/* What is zero and a length, or may be one, is compared with the size of the mechanism. */
static void scale_zeros(tml_twins *t, double size)
{
    const double h = TML_TWIN_STEP * tml_exp2(floor(tml_log2(size)));
    for (int j = 0; j < t->parameters; j++) {
        const char *unit = tml_variation_unit(t->study->variation, j);
        if (t->values[j] != 0 || t->h[j] <= h || (*unit && strcmp(unit, "m") != 0))
            continue;
        t->next[j] = fmin(t->next[j], h);
        t->too_far = true;
    }
}

static tml_status ran(tml_run_state *run, int index, tml_task *task)
{
    implicit *w = (implicit *)run;
    tml_twins *t = &w->twins;
    const kind of = kind_of(task);
    const bool keeps = tml_analysis_find(task->element->kind)->keeps_state;
    if (w->broken || index > w->last_wanted)
        return TML_OK;
    if (tml_arena_is_cancelled(task->arena))
        return TML_STOPPED;
    if (of == OTHER) {
        w->broken = !keeps;
        return TML_OK;
    }
    t->why = NULL;
    scale_zeros(t, task->system->size / 4);
    if (t->too_far && index == 0) {
        w->broken = true; /* until the next try */
        return TML_OK;
    }
    tml_twins_follow(t, run, index, task);
    if (of == INSTANT)
        run_instants(w, index);
    tml_mode_slopes *modes = of == MODES ? tml_mode_slopes_make(t) : NULL;
    w->why = t->why ? t->why : w->why;
    for (int i = 0; i < w->part_count; i++)
        if (w->parts[i].analysis == index) {
            find_part(w, &w->parts[i], index, of, modes);
            w->why = t->why ? t->why : w->why;
        }
    if (of == SOLUTION && !t->x)
        w->broken = true;
    else if (of == SOLUTION && index < w->last_wanted)
        tml_twins_leave(t, run, main_table(w, index));
    return TML_OK;
}

/* ---- the chain rule ---- */

/* A parameter, or what is made of parameters, in those nearby. */
static void find_parameter(implicit *w, part *p)
{
    tml_twins *t = &w->twins;
    for (int j = 0; j < t->parameters; j++) {
        double value[TML_TWIN_SIDES], *all[TML_TWIN_SIDES];
        bool good = !t->gone[j];
        for (int side = 0; good && side < TML_TWIN_SIDES; side++) {
            const double *parameters = tml_twins_near(t, j, side)->parameters;
            good = parameters != NULL;
            value[side] = good ? parameters[p->of->parameter] : NAN;
            all[side] = &value[side];
        }
        double rough;
        if (good)
            tml_twins_differentiate(t, j, all, 1, &p->derivative[j], &rough);
        p->state[j] = good ? TML_FOUND : TML_NOT_FOUND;
    }
}

static void chain(implicit *w, tml_implicit_gradient *out)
{
    const tml_answers *all = w->study->answers;
    const int parameters = w->twins.parameters;
    double *values = TML_NEW_ARRAY(w->arena, double, tml_answers_work(all) + 1);
    const part *at = w->parts;
    for (int i = 0; i < all->count; i++) {
        const tml_answer *a = &all->list[i];
        double *weight = TML_NEW_ARRAY(w->arena, double, a->count + 1);
        for (int k = 0; k < a->count; k++)
            values[k] = at[k].value;
        tml_expression_gradient(a->value, values, values + a->count, 1, weight);
        for (int j = 0; j < parameters; j++) {
            const size_t cell = (size_t)i * (size_t)parameters + (size_t)j;
            tml_derivative_state state = TML_FOUND;
            double sum = 0;
            for (int k = 0; k < a->count; k++) {
                state = at[k].state[j] < state && at[k].state[j] == TML_NOT_FOUND ? TML_NOT_FOUND
                        : at[k].state[j] == TML_NONE && state == TML_FOUND        ? TML_NONE
                                                                                  : state;
                sum += weight[k] != 0 ? weight[k] * at[k].derivative[j] : 0;
            }
            if (out->found[cell])
                continue;
            out->found[cell] = state == TML_FOUND && isfinite(sum);
            out->none[cell] = state == TML_NONE;
            out->gradient[cell] = out->found[cell] ? sum : NAN;
        }
        at += a->count;
    }
}

/* ---- all of it ---- */

/* The same run without those nearby: which tables answers are of, and what they are there. */
static tml_status run_plainly(implicit *w)
{
    const tml_status status = tml_run(w->model, &w->options, &w->results, &w->log);
    return status;
}

static void take_values(implicit *w)
{
    const double *parameters = tml_twins_parameters(w->model);
    for (int i = 0; parameters && i < w->part_count; i++)
        w->parts[i].value = tml_reduction_value(w->study->answers, w->parts[i].of, w->results, parameters);
}

static void give_values(const implicit *w)
{
    for (int i = 0; i < w->twins.parameters; i++) {
        char *text = tml_arena_format(w->arena, "%.17g", w->twins.values[i]);
        w->model->parameters[tml_variation_parameter(w->study->variation, i)].text = text;
    }
    tml_preparations_forget(w->model->prepared);
}

/* What was found with other steps. */
static void forget(implicit *w)
{
    const size_t parameters = (size_t)w->twins.parameters;
    for (int i = 0; i < w->part_count; i++) {
        memset(w->parts[i].derivative, 0, parameters * sizeof(double));
        memset(w->parts[i].state, 0, parameters * sizeof *w->parts[i].state);
    }
    w->broken = false;
}

static tml_status find(void *context)
{
    implicit *w = context;
    tml_twins *t = &w->twins;
    tml_status status = TML_OK;
    w->model = tml_study_variant(w->study, &w->log);
    if (!w->model)
        return TML_FAILED;
    unsigned char *wanted = TML_NEW_ARRAY(w->arena, unsigned char, w->model->output_count + 1);
    tml_answers_wanted(w->study->answers, w->model, wanted);
    w->model->wanted = wanted; /* no extrema that nobody asks for */
    give_values(w);
    status = run_plainly(w);
    if (status != TML_OK)
        return status;
    plan(w);
    take_values(w);
    t->h = TML_NEW_ARRAY(w->arena, double, t->parameters + 1);
    t->shortened = TML_NEW_ARRAY(w->arena, bool, t->parameters + 1);
    t->next = TML_NEW_ARRAY(w->arena, double, t->parameters + 1);
    for (int j = 0; j < t->parameters; j++)
        t->next[j] = TML_TWIN_STEP * tml_exp2(floor(tml_log2(t->values[j] != 0 ? fabs(t->values[j]) : ZERO_SCALE)));
    for (int i = 0; status == TML_OK && w->last_wanted >= 0 && i < MAX_TRIES; i++) {
        tml_twins_again(t);
        forget(w);
        w->run = (tml_run_state){.model = w->model, .options = &w->options, .log = &w->log, .ran = ran};
        status = tml_run_state_go(&w->run);
        if (!t->too_far || i + 1 == MAX_TRIES)
            break;
        tml_run_state_free(&w->run);
        w->run = (tml_run_state){0};
    }
    for (int i = 0; status == TML_OK && t->near && i < w->part_count; i++)
        if (w->parts[i].of->kind == TML_REDUCE_PARAMETER)
            find_parameter(w, &w->parts[i]);
    if (status == TML_OK)
        chain(w, w->out);
    return status;
}

/* Whether an analysis solves equations; else there is nothing to be found here. */
static bool is_of_solutions(const tml_study *s)
{
    for (int i = 0; i < s->model->analysis_count; i++)
        if (!tml_analysis_integrates(s->model->analyses[i].kind))
            return true;
    return false;
}

static bool is_complete(const tml_implicit_gradient *out, size_t cells)
{
    for (size_t i = 0; i < cells; i++)
        if (!out->found[i])
            return false;
    return true;
}

tml_status tml_implicit_gradient_find(const tml_study *study, const double *values, tml_implicit_gradient *out,
                                      tml_arena *arena)
{
    const size_t parameters = tml_study_parameter_count(study), answers = tml_study_answer_count(study);
    implicit w = {.study = study, .arena = arena, .options = study->options, .log = {.quiet = true}, .out = out};
    w.twins = (tml_twins){.study = study, .values = values, .parameters = (int)parameters, .arena = arena};
    w.options.times = NULL; /* rows as the model asks for: they lead from one instant to the next */
    w.options.time_count = 0;
    if (!is_of_solutions(study) || is_complete(out, answers * parameters))
        return TML_OK;
    const tml_status status = tml_guarded(arena, NULL, find, &w);
    out->why = w.why;
    out->singular = w.twins.singular;
    tml_twins_free(&w.twins);
    tml_run_state_free(&w.run);
    tml_results_free(w.results);
    tml_model_free(w.model);
    tml_log_clear(&w.log);
    return status == TML_STOPPED || status == TML_NO_MEMORY ? status : TML_OK;
}
