/* optimize_table.c - what an optimisation found, as tables: every evaluation, facts of the best, and the front of several goals. */
#include "optimize/best_facts.h"
#include "optimize/optimization.h"
#include "result/search_columns.h"
#include "run/origin.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double AGREE = 1e-4; /* of the range of goals that were seen */
static const double STEEP = 0.01; /* of what a straight goal has, */
static const double NEAR = 1e-4;  /* of the box: over such a way no slope is told from a curve */
static const double FLAT = 1e-3;  /* of that range: with such a slope over the box it is an optimum */

/* ---- columns ---- */

static tml_column answer_column(const tml_problem *p, int answer)
{
    return (tml_column){.name = tml_problem_answer_name(p, answer), .unit = p->study->units[answer]};
}

/* An answer that is a parameter, such as the mass that is to be small, has no second column. */
static bool is_parameter(const tml_problem *p, int answer)
{
    for (int i = 0; i < p->parameters; i++)
        if (strcmp(tml_study_parameter_name(p->study, (size_t)i), tml_problem_answer_name(p, answer)) == 0)
            return true;
    return false;
}

/* Columns of parameters and answers; how many. */
static int add_common(const tml_problem *p, tml_column *to)
{
    int count = p->parameters;
    for (int i = 0; i < p->parameters; i++)
        to[i] = (tml_column){.name = tml_study_parameter_name(p->study, (size_t)i),
                             .unit = tml_variation_unit(p->study->variation, i)};
    for (int i = 0; i < p->answers; i++)
        if (!is_parameter(p, i))
            to[count++] = answer_column(p, i);
    return count;
}

/* The same of their values; where the next goes. */
static double *put_common(const tml_problem *p, const double *x, const double *answers, double *to)
{
    for (int i = 0; i < p->parameters; i++)
        *to++ = x[i];
    for (int i = 0; i < p->answers; i++)
        if (!is_parameter(p, i))
            *to++ = answers[i];
    return to;
}

static tml_table *add_history(tml_optimization *o, tml_results *results)
{
    const tml_problem *p = &o->problem;
    tml_column *columns = TML_NEW_ARRAY(&o->arena, tml_column, p->parameters + p->answers + 3);
    columns[0] = (tml_column){.name = TML_EVALUATIONS, .unit = ""};
    columns[1] = (tml_column){.name = "search", .unit = ""};
    const int common = 2 + add_common(p, columns + 2);
    columns[common] = (tml_column){.name = TML_BEST, .unit = p->study->units[p->goals[0].answer]};
    const bool one = p->goal_count == 1;
    tml_table *table =
        tml_results_add(results, "optimize", p->study->model->title, columns, (size_t)(common + (one ? 1 : 0)));
    if (table)
        table->has_row_names = table->names_are_reasons = true;
    return table;
}

/* The best goal so far is that of all searches up to this row, not of one. */
static bool is_better(const tml_optimization *o, double value, double than)
{
    return isnan(than) || (isfinite(value) && o->problem.goals[0].sign * (value - than) < 0);
}

static bool add_rows(tml_optimization *o, tml_table *table)
{
    const tml_problem *p = &o->problem;
    const size_t common = (size_t)(p->parameters + p->answers);
    double number = 0, best = NAN;
    for (int i = 0; i < o->count; i++) {
        const tml_table *rows = o->list[i]->rows ? o->list[i]->rows->tables[0] : NULL;
        for (size_t k = 0; rows && k < rows->row_count; k++) {
            double *row = tml_table_append_named(table, tml_table_row_name(rows, k));
            if (!row)
                return false;
            const double *from = rows->values + k * rows->column_count;
            row[0] = ++number;
            row[1] = i + 1;
            double *end = put_common(p, from, from + p->parameters, row + 2);
            best = is_better(o, from[common], best) ? from[common] : best;
            if (p->goal_count == 1)
                *end = best;
        }
    }
    return true;
}

/* What pictures ask for: how many columns are parameters, and which goals are to be made small or large. */
static bool add_roles(const tml_problem *p, tml_table *table)
{
    bool good = tml_table_add_fact(table, TML_PARAMETERS, p->parameters, "%d", p->parameters);
    char name[300];
    for (int i = 0; i < p->goal_count; i++) {
        snprintf(name, sizeof name, TML_GOAL "%s", p->goals[i].name);
        good = good && tml_table_add_fact(table, name, p->goals[i].sign, p->goals[i].sign > 0 ? "small" : "large");
    }
    return good;
}

static bool add_front(tml_optimization *o, tml_search *const *front, int count, tml_results *results)
{
    const tml_problem *p = &o->problem;
    tml_column *columns = TML_NEW_ARRAY(&o->arena, tml_column, p->parameters + p->answers + 1);
    double *x = TML_NEW_ARRAY(&o->arena, double, p->parameters);
    columns[0] = (tml_column){.name = TML_POINTS, .unit = ""};
    const int all = 1 + add_common(p, columns + 1);
    tml_table *table = tml_results_add(results, "front", p->study->model->title, columns, (size_t)all);
    for (int i = 0; table && i < count; i++) {
        double *row = tml_table_append(table);
        if (!row)
            return false;
        row[0] = i;
        tml_search_values(p, front[i]->best, x);
        put_common(p, x, front[i]->answers, row + 1);
    }
    return table && add_roles(p, table) && tml_table_add_fact(table, "points on the front", count, "%d", count);
}

/* ---- facts ---- */

static const char *end_text(const tml_search *s)
{
    switch (s->end) {
    case TML_SEARCH_NONE:
        return "not begun";
    case TML_SEARCH_CONVERGED:
        return s->feasible ? "the accuracy was reached" : "no nearer point was found";
    case TML_SEARCH_ROUNDOFF:
        return "rounding, or the tolerance of runs, allows no further step";
    case TML_SEARCH_EXHAUSTED:
        return "the number of evaluations was reached";
    case TML_SEARCH_STOPPED:
        return "stopped";
    case TML_SEARCH_FAILED:
        return "the method gave up";
    }
    return "";
}

static bool add_best(tml_optimization *o, const tml_search *best, tml_table *table)
{
    const tml_problem *p = &o->problem;
    double *x = TML_NEW_ARRAY(&o->arena, double, p->parameters);
    char name[300];
    tml_search_values(p, best->best, x);
    const bool good = tml_table_add_best(table, p->study, x);
    const int goal = p->goals[0].answer;
    if (is_parameter(p, goal))
        return good;
    snprintf(name, sizeof name, "best %s", p->goals[0].name);
    return good && tml_table_add_fact(table, name, best->answers[goal], "%.10g%s%s", best->answers[goal],
                                      p->study->units[goal][0] ? " " : "", p->study->units[goal]);
}

/* What a constraint does at the best point: it limits the goal, or no point was found that keeps it. */
static bool add_constraint(const tml_constraint *c, const double *answers, double allowed, bool active,
                           tml_table *table)
{
    const double left = answers[c->left], value = tml_constraint_value(c, answers),
                 beyond = c->equal ? fabs(value) : value;
    char name[400];
    snprintf(name, sizeof name, "constraint %s", c->text);
    return beyond > allowed ? tml_table_add_fact(table, name, left, "%.10g, violated by %.4g", left, beyond)
                            : tml_table_add_fact(table, name, left, "%.10g%s", left, active ? ", active" : "");
}

/* Multipliers are told of an optimum alone: elsewhere the gain of the goal is not theirs. */
static bool add_constraints(const tml_optimization *o, const tml_search *best, const tml_optimality *found,
                            bool is_optimum, tml_table *table)
{
    const tml_problem *p = &o->problem;
    bool good = true;
    char name[400];
    for (int i = 0; i < p->constraint_count; i++) {
        const tml_constraint *c = &p->constraints[i];
        good &= add_constraint(c, best->answers, o->field.accuracy * o->field.sizes[i], found->active[i], table);
        snprintf(name, sizeof name, "multiplier %s", c->text);
        if (found->active[i] && is_optimum)
            good &= tml_table_add_fact(table, name, found->multiplier[i], "%.6g", found->multiplier[i]);
    }
    for (int i = 0; i < p->parameters; i++) {
        snprintf(name, sizeof name, "bound %s", tml_study_parameter_name(p->study, (size_t)i));
        if (found->bound[i] && is_optimum)
            good &= tml_table_add_fact(table, name, found->bound_multiplier[i], "at its %s bound, %.6g",
                                       found->bound[i] < 0 ? "lower" : "upper", found->bound_multiplier[i]);
    }
    return good;
}

/* How many searches from the starts found the same goal, and the range of goals that were seen. */
static int count_agreeing(const tml_optimization *o, const tml_search *best, double *range)
{
    int agree = 0, starts = 0;
    double low = INFINITY, high = -INFINITY;
    const int goal = o->problem.parameters + o->problem.goals[0].answer;
    for (int i = 0; i < o->count; i++) {
        const tml_table *rows = o->list[i]->rows ? o->list[i]->rows->tables[0] : NULL;
        for (size_t k = 0; rows && k < rows->row_count; k++) {
            const double value = rows->values[k * rows->column_count + (size_t)goal];
            if (isfinite(value))
                low = fmin(low, value), high = fmax(high, value);
        }
    }
    *range = high > low ? high - low : 0;
    for (int i = 0; i < o->starts && i < o->count; i++, starts++)
        agree += o->list[i]->begun && o->list[i]->feasible == best->feasible &&
                 fabs(o->list[i]->goal_best - best->goal_best) <= AGREE * *range;
    return agree;
}

/* Whether the goal still has a slope where the best search ended: over the way that searches went, a good part of what a straight goal would have.
 * Near a smooth optimum that is as small as what is left of the way. */
static bool has_slope(const tml_optimization *o, const tml_search *best, double slope, double range)
{
    const tml_problem *p = &o->problem;
    double way = 0;
    for (int s = 0; s < o->count; s++) {
        const tml_table *rows = o->list[s]->rows ? o->list[s]->rows->tables[0] : NULL;
        for (size_t k = 0; rows && k < rows->row_count; k++)
            for (int i = 0; i < p->parameters; i++)
                way = fmax(way, fabs((rows->values[k * rows->column_count + (size_t)i] - p->low[i]) /
                                         (p->high[i] - p->low[i]) -
                                     best->best[i]));
    }
    return way > NEAR && slope * way > STEEP * range;
}

static bool add_counts(const tml_optimization *o, tml_table *table)
{
    return tml_table_add_fact(table, "method", NAN, "%s: %s", o->method->name, o->method->doc) &&
           tml_table_add_fact(table, "searches", o->count, "%d", o->count) &&
           tml_table_add_fact(table, "evaluations", (double)o->field.done, "%llu", (unsigned long long)o->field.done) &&
           tml_table_add_fact(table, "evaluations that failed", (double)o->field.bad, "%llu",
                              (unsigned long long)o->field.bad) &&
           tml_table_add_fact(table, "derivatives", (double)o->field.gradients, "%llu",
                              (unsigned long long)o->field.gradients);
}

static const char CORNER[] = "the goal still has a slope there, as at a corner: other starts, or a method without "
                             "derivatives, may find a better point";

static bool add_facts(tml_optimization *o, const tml_search *best, tml_table *table)
{
    const tml_problem *p = &o->problem;
    double range;
    const tml_optimality found = tml_optimality_find(p, 0, o->field.sizes, best->best, &o->arena);
    const int agree = count_agreeing(o, best, &range);
    const bool steep = found.is_known && has_slope(o, best, found.slope, range),
               converged =
                   best->feasible && !steep && (best->end == TML_SEARCH_CONVERGED || best->end == TML_SEARCH_ROUNDOFF);
    const bool is_optimum = best->feasible && found.is_known && (converged || found.slope <= FLAT * range);
    bool good = add_best(o, best, table) &&
                tml_table_add_fact(table, "feasible", best->feasible, best->feasible ? "yes" : "no") &&
                add_constraints(o, best, &found, is_optimum, table) &&
                tml_table_add_fact(table, "ended", NAN, "%s", steep && best->feasible ? CORNER : end_text(best)) &&
                tml_table_add_fact(table, "converged", converged, converged ? "converged" : "not converged");
    if (good && found.is_known && best->feasible)
        good = tml_table_add_fact(
            table, "slope", found.slope,
            "%.3g: of goal and active constraints over the box; goals that were seen range over %.3g", found.slope,
            range);
    if (!best->feasible)
        return good &&
               tml_table_add_fact(table, "searches that agree", 0, "none of %d satisfied the constraints", o->starts);
    return good &&
           tml_table_add_fact(table, "searches that agree", agree, "%d of %d found this goal", agree, o->starts);
}

/* ---- all ---- */

static bool fill(tml_optimization *o, const tml_search *best, tml_search *const *front, int front_count,
                 tml_results *results)
{
    tml_table *table = add_history(o, results);
    if (!table || !add_rows(o, table) || !add_roles(&o->problem, table) || !add_counts(o, table) ||
        (best && !add_facts(o, best, table)))
        return false;
    const tml_study *study = o->problem.study;
    return (best || add_front(o, front, front_count, results)) &&
           tml_run_keep_origin(study->model, &study->options, results) &&
           tml_results_set_origin(results, "study", study->definition);
}

tml_results *tml_optimization_results(tml_optimization *o, const tml_search *best, tml_search *const *front,
                                      int front_count)
{
    tml_results *results = tml_results_make();
    if (results && fill(o, best, front, front_count, results))
        return results;
    tml_results_free(results);
    return NULL;
}
