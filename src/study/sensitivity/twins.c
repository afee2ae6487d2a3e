/* twins.c - the same analyses at values nearby, in states displaced along the derivative of the solution. */
#include "study/sensitivity/twins.h"
#include "elementary/elementary.h"
#include "model/preparation.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER = 40, MAX_REFINE = 8 };
static const double CLOSE = 0x1p-7;   /* sizes or rad: displacements h S are not larger */
static const double REFINED = 1e-11;  /* relative: S changes by no more */
static const double CONVERGES = 0.25; /* a refinement is that part of the one before, or less */
static const double ROUNDED = 1e-9;   /* relative: what refinement may leave, limited by rounding */
static const double STILL = 1e-13;    /* sizes or rad, for a step: rounding of positions that do not change */
static const double OPEN = 1e-6;      /* of the gaps without S: what it leaves open */
static const double SAME = 1e-9;     /* relative: second differences of smooth functions, or of rounding, are smaller */
static const double NOISE = 1e-12;   /* of the largest number of a row: less is rounding */
static const double PROBE = 0x1p-12; /* sizes or rad: motions that are left open */
static const double MOVED = 1e-9;    /* relative */
static const double FINE =
    1e-7; /* relative: derivatives of orders 4 and 6 are no further apart, so that the latter has 11 digits */
static const double COARSE = 1e-5; /* the same with shorter steps: rounding */
static const double SHORTER = 0x1p-3;
static const double LEAST_STEP = 0x1p-30; /* of a parameter: less is lost in its rounding */
static const double KINK = 1e-4;          /* of the derivative: less is noise */
static const double SHRINKS = 0.75;       /* of a smooth function: half */

double tml_twin_steps(int side)
{
    return (side % 2 ? -1 : 1) * (double)(side / 2 + 1);
}

double tml_twin_weight(int side)
{
    return (side % 2 ? -1 : 1) * tml_stencil_weight[side / 2];
}

tml_twin *tml_twins_near(const tml_twins *t, int parameter, int side)
{
    return &t->near[parameter * TML_TWIN_SIDES + side];
}

/* ---- making ---- */

/* A text of 17 digits is read as the same number again. What was prepared before stays where it is used. */
static void give_values(tml_twins *t, int moved, double by)
{
    for (int i = 0; i < t->parameters; i++) {
        char *text = t->texts + (size_t)i * NUMBER;
        snprintf(text, NUMBER, "%.17g", t->values[i] + (i == moved ? by : 0));
        t->model->parameters[tml_variation_parameter(t->study->variation, i)].text = text;
    }
    tml_preparations_forget(t->model->prepared);
}

void tml_twins_make(tml_twins *t)
{
    tml_log unheard = {.quiet = true};
    t->near = TML_NEW_ARRAY(t->arena, tml_twin, t->parameters * TML_TWIN_SIDES + 1);
    t->gone = TML_NEW_ARRAY(t->arena, bool, t->parameters + 1);
    t->texts = tml_arena_take(t->arena, (size_t)(t->parameters + 1) * NUMBER);
    t->model = t->model ? t->model : tml_study_variant(t->study, &unheard);
    for (int i = 0; i < t->parameters * TML_TWIN_SIDES; i++) {
        tml_twin *x = &t->near[i];
        x->log.quiet = true;
        x->options = t->study->options;
        x->run = (tml_run_state){.model = t->model, .options = &x->options, .log = &x->log};
        x->run.results = tml_results_make();
        t->gone[i / TML_TWIN_SIDES] |= !t->model || !x->run.results;
        if (t->model)
            x->run.arena.watch = x->run.state_arena.watch = &t->model->watch;
    }
}

static void free_all(tml_twins *t)
{
    for (int i = 0; t->near && i < t->parameters * TML_TWIN_SIDES; i++) {
        tml_run_state_free(&t->near[i].run);
        tml_log_clear(&t->near[i].log);
    }
    t->near = NULL;
    tml_results_free(t->task.results);
    t->task.results = NULL;
}

void tml_twins_again(tml_twins *t)
{
    free_all(t);
    for (int j = 0; j < t->parameters; j++)
        t->shortened[j] = t->h[j] > t->next[j];
    memcpy(t->h, t->next, (size_t)t->parameters * sizeof(double));
    t->too_far = false;
    tml_twins_make(t);
}

void tml_twins_free(tml_twins *t)
{
    free_all(t);
    tml_model_free(t->model);
    t->model = NULL;
}

/* Of a model that has been prepared, before all analyses; NULL: it has not. */
const double *tml_twins_parameters(const tml_model *model)
{
    const tml_preparation *p = model->prepared->list;
    while (p && p->since >= 0)
        p = p->next;
    return p ? p->resolved->parameters : NULL;
}

/* ---- following a run ---- */

/* Memory that runs out leads to the same place as that of the run. */
static void guard(tml_twin *x, const tml_run_state *run)
{
    x->run.arena.escape = run->arena.escape;
    x->run.state_arena.escape = run->arena.escape;
}

static bool is_alike(const tml_system *a, const tml_system *b)
{
    return a->nq == b->nq && a->nv == b->nv && a->row_count == b->row_count &&
           a->rigid_row_count == b->rigid_row_count && a->measure_count == b->measure_count &&
           a->state_count == b->state_count;
}

static bool prepare(tml_twins *t, tml_twin *x, const tml_run_state *run, int index, const tml_task *task)
{
    guard(x, run);
    tml_arena_free(&x->run.arena);
    x->x = NULL;
    if (tml_run_state_prepare(&x->run, index, &x->task) != TML_OK || !is_alike(x->task.system, task->system))
        return false;
    const double *parameters = tml_twins_parameters(t->model);
    if (index == 0)
        x->drawn = tml_arena_copy(&x->run.state_arena, x->run.state.q, (size_t)x->run.nq * sizeof(double));
    if (parameters)
        x->parameters =
            tml_arena_copy(&x->run.state_arena, parameters, (size_t)t->model->parameter_count * sizeof(double));
    x->run.state.actuation = NULL;
    x->task.results = x->run.results;
    return true;
}

static void make_arrays(tml_twins *t, const tml_table *table)
{
    const size_t columns = t->columns = table ? table->column_count : 0;
    tml_arena *arena = t->task.arena;
    t->row = TML_NEW_ARRAY(arena, double, columns + 1);
    t->slope = TML_NEW_ARRAY(arena, double, columns *(size_t)t->parameters + 1);
    t->rough = TML_NEW_ARRAY(arena, double, columns *(size_t)t->parameters + 1);
    t->kinked = TML_NEW_ARRAY(arena, bool, columns *(size_t)t->parameters + 1);
    t->still = TML_NEW_ARRAY(arena, bool, t->parameters + 1);
    t->loose = TML_NEW_ARRAY(arena, bool, columns + 1);
    t->state = TML_NEW_ARRAY(arena, tml_derivative_state, t->parameters + 1);
    for (int side = 0; side < TML_TWIN_SIDES; side++)
        t->beside[side] = TML_NEW_ARRAY(arena, double, columns + 1);
    if (!t->x)
        return;
    t->S = TML_NEW_ARRAY(arena, double, t->x->n + 1);
    t->d = TML_NEW_ARRAY(arena, double, t->x->n + 1);
    double **const residuals[] = {&t->D, &t->first, &t->r[0], &t->r[1]};
    for (int i = 0; i < 4; i++)
        *residuals[i] = TML_NEW_ARRAY(arena, double, t->x->residuals + 1);
}

static const tml_table *table_of(const tml_run_state *run, int index)
{
    for (size_t i = run->results->count; i-- > 0;)
        if (run->results->tables[i]->analysis == (size_t)index && !strchr(run->results->tables[i]->kind, '.'))
            return run->results->tables[i];
    return NULL;
}

void tml_twins_follow(tml_twins *t, tml_run_state *run, int index, tml_task *task)
{
    const tml_solution_class *class = tml_solution_class_of(task);
    tml_assembly report = {0};
    const tml_table *table = table_of(run, index);
    tml_results_free(t->task.results);
    t->task = *task;
    t->task.results = tml_results_make();
    t->begin = *task->state;
    t->task.state = &t->begin;
    if (table && table->row_count && tml_table_find(table, "t") == 0)
        t->begin.t = table->values[0];
    t->x = NULL;
    t->sampled = false;
    for (int j = 0; j < t->parameters; j++)
        for (int side = 0; !t->gone[j] && side < TML_TWIN_SIDES; side++) {
            give_values(t, j, tml_twin_steps(side) * t->h[j]);
            t->gone[j] = !prepare(t, tml_twins_near(t, j, side), run, index, task);
        }
    if (class && t->task.results) {
        tml_assembly_rank(task->system, task->state->t, task->state->q, task->state->v, &report, task->arena);
        t->x = class->make(&t->task, &report, &t->why);
    }
    for (int j = 0; t->x && j < t->parameters; j++)
        for (int side = 0; !t->gone[j] && side < TML_TWIN_SIDES; side++) {
            tml_twin *x = tml_twins_near(t, j, side);
            x->x = class->make(&x->task, &report, &t->why);
            t->gone[j] = !x->x || x->x->n != t->x->n || x->x->residuals != t->x->residuals;
        }
    make_arrays(t, table);
}

/* ---- derivatives of the solution ---- */

/* D = d/ds R(x + s S, p + s), as a change for h; false: not finite. */
static bool find_defect(tml_twins *t, int parameter)
{
    const tml_solution_class *class = t->x->class;
    memset(t->D, 0, (size_t)t->x->residuals * sizeof(double));
    for (int side = 0; side < TML_TWIN_SIDES; side++) {
        tml_solution *x = tml_twins_near(t, parameter, side)->x;
        class->place(x, t->x, t->S, tml_twin_steps(side));
        if (!class->residual(x, t->r[0]))
            return false;
        for (int i = 0; i < t->x->residuals; i++)
            t->D[i] += tml_twin_weight(side) * t->r[0][i];
    }
    return true;
}

static double largest(const double *x, int n)
{
    double max = 0;
    for (int i = 0; i < n; i++)
        max = fabs(x[i]) > max || isnan(x[i]) ? fabs(x[i]) : max;
    return max;
}

/* Whether S closes the joints, of gaps without it: redundant ones may contradict each other nearby. */
static bool closes(const tml_twins *t, double gap)
{
    return largest(t->D, t->x->gaps) <= OPEN * (gap + largest(t->S, t->x->n)) + STILL * t->task.system->size;
}

/* S, times h, as displacements. */
static tml_derivative_state find_displacement(tml_twins *t, int parameter)
{
    const tml_solution_class *class = t->x->class;
    const double size = t->task.system->size, scale = fabs(t->values[parameter]) > 0 ? fabs(t->values[parameter]) : 1;
    const int n = t->x->n;
    double before = INFINITY, gap = 0;
    memset(t->S, 0, (size_t)n * sizeof(double));
    for (int i = 0; i < MAX_REFINE; i++) {
        if (!find_defect(t, parameter))
            return TML_NOT_FOUND;
        if (i == 0)
            gap = largest(t->D, t->x->gaps);
        if (largest(t->D, t->x->residuals) == 0)
            return TML_FOUND;
        if (!class->solve(t->x, t->D, t->d))
            return TML_NOT_FOUND;
        const double change = largest(t->d, n);
        if (change > class->unbounded * size / scale * t->h[parameter] && class->is_singular &&
            class->is_singular(t->x)) {
            t->why = t->singular = class->singular;
            return TML_NONE;
        }
        if (change > CONVERGES * before)
            return before <= ROUNDED * largest(t->S, n) + STILL * size && closes(t, gap) ? TML_FOUND : TML_NOT_FOUND;
        for (int k = 0; k < n; k++)
            t->S[k] += t->d[k];
        const double all = largest(t->S, n);
        if (all > CLOSE * size) {
            const double nearer = t->h[parameter] * tml_exp2(floor(tml_log2(CLOSE / 2 * size / all)));
            if (nearer >= LEAST_STEP * scale) {
                t->next[parameter] = fmin(t->next[parameter], nearer);
                t->too_far = true;
            }
            return TML_NOT_FOUND;
        }
        if (change <= REFINED * all) /* the next would be far less */
            return closes(t, gap) ? TML_FOUND : TML_NOT_FOUND;
        before = change;
    }
    return TML_NOT_FOUND;
}

/* ---- derivatives of a row ---- */

void tml_twins_differentiate(const tml_twins *t, int parameter, double *const from[TML_TWIN_SIDES], size_t count,
                             double *out, double *rough)
{
    const double h = t->h[parameter];
    for (size_t i = 0; i < count; i++) {
        double sum = 0;
        for (int k = 0; k < TML_TWIN_SIDES; k += 2) /* pairs: what does not change has a derivative of zero */
            sum += tml_twin_weight(k) * (from[k][i] - from[k + 1][i]);
        out[i] = sum / h;
        rough[i] = (8 * (from[0][i] - from[1][i]) - (from[2][i] - from[3][i])) / (12 * h);
    }
}

bool tml_twins_accept(tml_twins *t, int parameter, double slope, double rough, double value, double largest_value)
{
    const double h = t->h[parameter], apart = fabs(slope - rough),
                 scale = fmax(fabs(slope), fabs(value) * TML_TWIN_STEP / h), noise = NOISE * largest_value / h;
    if (apart <= FINE * scale + noise)
        return true;
    if (t->shortened[parameter])
        return apart <= COARSE * scale + noise;
    t->next[parameter] = fmin(t->next[parameter], SHORTER * h);
    t->too_far = true;
    return false;
}

static double largest_finite(const double *x, size_t n)
{
    double max = 0;
    for (size_t i = 0; i < n; i++)
        max = isfinite(x[i]) ? fmax(max, fabs(x[i])) : max;
    return max;
}

/* Where slopes of both sides differ, the second difference does not shrink with the square of the step. */
static void find_kinks(tml_twins *t, int parameter)
{
    const double h = t->h[parameter];
    bool *kinked = t->kinked + (size_t)parameter * t->columns;
    const double *slope = t->slope + (size_t)parameter * t->columns;
    const double noise = NOISE * largest_finite(t->row, t->columns) / h;
    for (size_t i = 0; i < t->columns; i++) {
        const double one = fabs(t->beside[0][i] - 2 * t->row[i] + t->beside[1][i]) / h,
                     two = fabs(t->beside[2][i] - 2 * t->row[i] + t->beside[3][i]) / (2 * h);
        kinked[i] = one > KINK * fabs(slope[i]) + SAME * fabs(t->row[i]) / h + noise && one > SHRINKS * two;
    }
}

static tml_derivative_state find_slopes(tml_twins *t, int parameter)
{
    t->why = "the derivative of its positions is not found to rounding";
    const tml_solution_class *class = t->x->class;
    double *slope = t->slope + (size_t)parameter * t->columns;
    const tml_derivative_state found = find_displacement(t, parameter);
    t->still[parameter] = found == TML_FOUND && largest(t->S, t->x->n) == 0;
    if (found != TML_FOUND)
        return found;
    for (int side = 0; side < TML_TWIN_SIDES; side++) {
        tml_solution *x = tml_twins_near(t, parameter, side)->x;
        class->place(x, t->x, t->S, tml_twin_steps(side));
        if (!class->fill(x, t->beside[side]))
            return TML_NOT_FOUND;
    }
    tml_twins_differentiate(t, parameter, t->beside, t->columns, slope, t->rough + (size_t)parameter * t->columns);
    find_kinks(t, parameter);
    t->why = NULL;
    return TML_FOUND;
}

/* Columns that change along motions which the equations leave open: the analysis leaves these as drawn, whatever that is nearby. */
static void find_loose(tml_twins *t)
{
    const tml_solution_class *class = t->x->class;
    tml_solution *x = NULL;
    memset(t->loose, 0, t->columns * sizeof(bool));
    for (int j = 0; j < t->parameters && !x; j++)
        x = t->gone[j] ? NULL : tml_twins_near(t, j, 0)->x;
    for (int k = 0; x && class->loose && class->loose(t->x, k); k++) {
        const double *d = class->loose(t->x, k);
        class->place(x, t->x, d, PROBE * t->task.system->size);
        const bool ahead = class->fill(x, t->beside[0]);
        class->place(x, t->x, d, -PROBE * t->task.system->size);
        const bool good = ahead && class->fill(x, t->beside[1]);
        const double noise = NOISE * largest_finite(t->row, t->columns);
        for (size_t i = 0; i < t->columns; i++)
            t->loose[i] |= !good || !(fabs(t->beside[0][i] - t->beside[1][i]) <= MOVED * fabs(t->beside[0][i]) + noise);
    }
}

double tml_twins_largest(const tml_twins *t)
{
    return largest_finite(t->row, t->columns);
}

void tml_twins_sample(tml_twins *t, const tml_table *table, size_t row, double time)
{
    const tml_solution_class *class = t->x->class;
    if (t->sampled && t->sampled_row == row && t->sampled_time == time)
        return;
    t->sampled = true, t->sampled_row = row, t->sampled_time = time;
    for (int j = 0; j < t->parameters; j++)
        t->state[j] = TML_NOT_FOUND;
    if (!class->take(t->x, table, row, time) || !class->fill(t->x, t->row) || !class->factor(t->x)) {
        t->why = "its equations are singular there";
        return;
    }
    find_loose(t);
    for (int j = 0; j < t->parameters; j++)
        if (!t->gone[j])
            t->state[j] = find_slopes(t, j);
}

/* ---- to the next analysis ---- */

static void copy_flags(const tml_run_state *run, tml_run_state *to)
{
    const tml_state *from = &run->state;
    to->state.t = from->t;
    to->state.at_guess = from->at_guess;
    to->state.assembled = from->assembled;
    to->angles = run->angle_count
                     ? tml_arena_copy(&to->state_arena, run->angles, (size_t)run->angle_count * sizeof(double))
                     : NULL;
    to->angle_count = run->angle_count;
}

/* What the equations leave open stays as drawn: whether that is the same nearby. */
static bool is_drawn_alike(const tml_twins *t, int parameter)
{
    const tml_twin *one = tml_twins_near(t, parameter, 0), *other = tml_twins_near(t, parameter, 1);
    return one->drawn && other->drawn && memcmp(one->drawn, other->drawn, (size_t)one->run.nq * sizeof(double)) == 0;
}

void tml_twins_leave(tml_twins *t, const tml_run_state *run, const tml_table *table)
{
    if (!t->x || !table || table->row_count == 0)
        return;
    const size_t last = table->row_count - 1;
    const double time = table->values[last * table->column_count];
    const bool taken = t->x->class->take(t->x, table, last, time) && t->x->class->factor(t->x);
    const bool open = taken && t->x->class->loose && t->x->class->loose(t->x, 0);
    for (int j = 0; j < t->parameters; j++) {
        t->gone[j] |= open && !t->gone[j] && !is_drawn_alike(t, j);
        t->gone[j] |= !taken || (!t->gone[j] && find_displacement(t, j) != TML_FOUND);
        for (int side = 0; !t->gone[j] && side < TML_TWIN_SIDES; side++) {
            tml_twin *x = tml_twins_near(t, j, side);
            t->x->class->place(x->x, t->x, t->S, tml_twin_steps(side));
            copy_flags(run, &x->run);
            x->x->class->leave(x->x, &x->run.state);
        }
    }
}
