/* search.c - one search: NLopt asks for goal and constraints, a worker answers. */
#include "optimize/search.h"
#include "base/guard.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double PENALTY = 10;      /* of a violation of one size, where constraints are added to the goal */
static const double FLAT = 1e-3;       /* of the goal: its derivatives count as no smaller */
static const double LITTLE = 100;      /* times the accuracy: no difference */
static const double FIRST_STEP = 0.15; /* of the box, without derivatives */

typedef struct {
    tml_search *s;
    const tml_problem *p;
    int n, rows;
    tml_constraint *row; /* (rows) constraints of the problem, and limits of goals */
    double *size;        /* (rows) */
    double *x;           /* (n) */
    double *u;           /* (n) the point of the numbers below; not yet: */
    bool evaluated;
    double *answers;  /* (answers) */
    bool good;        /* all of them are numbers */
    double *gradient; /* (answers x n) by u */
    double *lost;     /* (answers) of the run for the gradient */
    bool has_gradient;
    double scale;        /* of the goal */
    double worst;        /* scaled goal of all good points */
    double *row_at_best; /* (rows) */
    bool any;
    bool probing; /* for a start: a good point is evaluated again by the search */
    int count;    /* of evaluations */
    nlopt_opt opt;
} searching;

void tml_search_values(const tml_problem *p, const double *u, double *x)
{
    for (int i = 0; i < p->parameters; i++)
        x[i] = u[i] <= 0 ? p->low[i] : u[i] >= 1 ? p->high[i] : p->low[i] + u[i] * (p->high[i] - p->low[i]);
}

static bool better(bool feasible, double goal, double violation, bool than_feasible, double than_goal,
                   double than_violation)
{
    if (feasible != than_feasible)
        return feasible;
    return feasible ? goal < than_goal : violation < than_violation;
}

bool tml_search_is_better(const tml_search *s, const tml_search *than)
{
    return better(s->feasible, s->goal_best, s->violation, than->feasible, than->goal_best, than->violation);
}

/* ---- one point ---- */

static double goal_of(const searching *w)
{
    const tml_goal *goal = &w->p->goals[w->s->goal];
    return goal->sign * w->answers[goal->answer];
}

static double row_of(const searching *w, int row)
{
    return tml_constraint_value(&w->row[row], w->answers) / w->size[row];
}

static double violation_of(const searching *w)
{
    double worst = 0;
    for (int i = 0; i < w->rows; i++)
        worst = fmax(worst, w->row[i].equal ? fabs(row_of(w, i)) : row_of(w, i));
    return worst;
}

static void take(searching *w, bool feasible, double goal, double violation)
{
    tml_search *s = w->s;
    s->feasible = feasible;
    s->goal_best = goal;
    s->violation = violation;
    memcpy(s->best, w->u, sizeof(double) * (size_t)w->n);
    memcpy(s->answers, w->answers, sizeof(double) * (size_t)w->p->answers);
    for (int i = 0; i < w->rows; i++)
        w->row_at_best[i] = row_of(w, i);
}

static void take_best(searching *w)
{
    tml_search *s = w->s;
    const double violation = violation_of(w), goal = goal_of(w);
    const bool feasible = violation <= s->field->accuracy;
    w->worst = w->any ? fmax(w->worst, goal / w->scale) : goal / w->scale;
    if (w->any && !better(feasible, goal, violation, s->feasible, s->goal_best, s->violation))
        return;
    w->any = true;
    take(w, feasible, goal, violation);
}

/* Where the algorithm ended is the best point, unless another is better by more than what the accuracy of constraints lets it gain. */
static void take_end(searching *w)
{
    const double violation = violation_of(w), goal = goal_of(w), accuracy = w->s->field->accuracy;
    if (w->good && violation <= accuracy && w->s->feasible &&
        goal - w->s->goal_best <= LITTLE * accuracy * fmax(fabs(goal), w->scale))
        take(w, true, goal, violation);
}

static void stop(searching *w, tml_search_end why)
{
    w->s->end = why;
    if (w->opt)
        w->s->field->nlopt->nlopt_force_stop(w->opt);
}

/* The best goal so far of points that satisfy the constraints. */
static double best_goal(const searching *w)
{
    return w->any && w->s->feasible ? w->p->goals[w->s->goal].sign * w->s->goal_best : NAN;
}

static void tell_of(const searching *w, const char *reason)
{
    const tml_search *s = w->s;
    const tml_evaluation e = {w->p->study, s->number, w->x, w->answers, best_goal(w), reason};
    if (s->field->evaluated)
        s->field->evaluated(s->field->context, &e);
}

/* A row of the history: parameters, answers, the best goal. */
static bool add_row(const searching *w, const char *reason)
{
    tml_search *s = w->s;
    const int n = w->n, answers = w->p->answers;
    double *row = tml_table_append_named(s->rows->tables[0], reason ? reason : "");
    if (!row)
        return false;
    memcpy(row, w->x, sizeof(double) * (size_t)n);
    memcpy(row + n, w->answers, sizeof(double) * (size_t)answers);
    row[n + answers] = best_goal(w);
    return true;
}

static void evaluate(searching *w, const double *u)
{
    tml_search *s = w->s;
    const char *reason = NULL;
    if (w->evaluated && memcmp(u, w->u, sizeof(double) * (size_t)w->n) == 0)
        return;
    memcpy(w->u, u, sizeof(double) * (size_t)w->n);
    w->evaluated = true;
    w->good = w->has_gradient = false;
    if (s->field->stopped || s->status != TML_OK) {
        stop(w, TML_SEARCH_STOPPED);
        return;
    }
    tml_search_values(w->p, u, w->x);
    const tml_status status = tml_study_worker_try(s->worker, w->x, w->answers, &reason);
    if (status != TML_OK && status != TML_FAILED) {
        s->status = status;
        stop(w, TML_SEARCH_STOPPED);
        return;
    }
    w->good = status == TML_OK;
    if (w->good && w->probing) {
        memcpy(s->answers, w->answers, sizeof(double) * (size_t)w->p->answers);
        return;
    }
    w->count++;
    s->field->done++;
    if (s->field->tell)
        s->field->tell(s->field->context);
    s->field->bad += !w->good;
    if (!w->good && !s->reason[0])
        snprintf(s->reason, sizeof s->reason, "%s", reason);
    if (w->good)
        take_best(w);
    if (!add_row(w, reason))
        s->status = TML_NO_MEMORY;
    tell_of(w, reason);
    if (w->count >= s->field->evaluations && w->opt)
        stop(w, TML_SEARCH_EXHAUSTED);
}

/* Derivatives by u at the point that was evaluated; those that are missing are taken for zero. */
static void differentiate(searching *w)
{
    const char *reason;
    if (w->has_gradient || !w->good)
        return;
    const tml_status status = tml_study_worker_gradient(w->s->worker, w->x, w->lost, w->gradient, &reason);
    w->has_gradient = true;
    w->s->field->gradients++;
    if (status != TML_OK && status != TML_FAILED) {
        w->s->status = status;
        stop(w, TML_SEARCH_STOPPED);
    }
    for (int i = 0; i < w->p->answers; i++)
        for (int k = 0; k < w->n; k++) {
            double *entry = &w->gradient[i * w->n + k];
            *entry = isfinite(*entry) ? *entry * (w->p->high[k] - w->p->low[k]) : 0;
        }
}

/* ---- what NLopt asks ---- */

/* 1 + |u - best|^2 above the worst, and its derivatives. */
static double bad_value(const searching *w, const double *u, double *gradient)
{
    double square = 0;
    for (int i = 0; i < w->n; i++) {
        square += (u[i] - w->s->best[i]) * (u[i] - w->s->best[i]);
        if (gradient)
            gradient[i] = 2 * (u[i] - w->s->best[i]);
    }
    return w->worst + 1 + square;
}

static double penalty(const searching *w)
{
    double sum = 0;
    for (int i = 0; i < w->rows; i++)
        sum += w->row[i].equal ? fabs(row_of(w, i)) : fmax(0, row_of(w, i));
    return PENALTY * sum;
}

static double objective(unsigned n, const double *u, double *gradient, void *context)
{
    searching *w = context;
    const tml_goal *goal = &w->p->goals[w->s->goal];
    evaluate(w, u);
    if (!w->good)
        return bad_value(w, u, gradient);
    if (gradient) {
        differentiate(w);
        for (unsigned i = 0; i < n; i++)
            gradient[i] = goal->sign * w->gradient[(unsigned)goal->answer * n + i] / w->scale;
    }
    const double scaled = goal_of(w) / w->scale;
    return w->s->method->support == TML_CONSTRAINTS_PENALTY ? scaled + penalty(w) : scaled;
}

static void row_gradient(const searching *w, int row, double *gradient)
{
    const tml_constraint *c = &w->row[row];
    for (int i = 0; i < w->n; i++) {
        const double right = c->right < 0 ? 0 : w->gradient[c->right * w->n + i];
        gradient[i] = c->sign * (w->gradient[c->left * w->n + i] - right) / w->size[row];
    }
}

static void constraints(double *result, const double *u, double *gradient, searching *w, bool equal)
{
    int at = 0;
    evaluate(w, u);
    if (gradient)
        differentiate(w);
    for (int i = 0; i < w->rows; i++) {
        if (w->row[i].equal != equal)
            continue;
        result[at] = w->good ? row_of(w, i) : w->row_at_best[i] + 1;
        if (gradient && w->good)
            row_gradient(w, i, gradient + at * w->n);
        else if (gradient)
            memset(gradient + at * w->n, 0, sizeof(double) * (size_t)w->n);
        at++;
    }
}

static void inequalities(unsigned m, double *result, unsigned n, const double *u, double *gradient, void *context)
{
    (void)m, (void)n;
    constraints(result, u, gradient, context, false);
}

static void equations(unsigned m, double *result, unsigned n, const double *u, double *gradient, void *context)
{
    (void)m, (void)n;
    constraints(result, u, gradient, context, true);
}

/* ---- the algorithm ---- */

static unsigned count_rows(const searching *w, bool equal)
{
    unsigned count = 0;
    for (int i = 0; i < w->rows; i++)
        count += w->row[i].equal == equal;
    return count;
}

static nlopt_opt create(const searching *w, nlopt_algorithm algorithm)
{
    const tml_search_field *f = w->s->field;
    const tml_nlopt *l = f->nlopt;
    nlopt_opt opt = l->nlopt_create(algorithm, (unsigned)w->n);
    if (!opt)
        return NULL;
    l->nlopt_set_lower_bounds1(opt, 0);
    l->nlopt_set_upper_bounds1(opt, 1);
    l->nlopt_set_xtol_abs1(opt, f->accuracy);
    l->nlopt_set_ftol_rel(opt, fmax(f->accuracy * f->accuracy, DBL_EPSILON));
    l->nlopt_set_maxeval(opt, f->evaluations);
    if (!w->s->method->uses_gradient)
        l->nlopt_set_initial_step1(opt, FIRST_STEP);
    return opt;
}

/* What the algorithm does not do itself is done by another around it. NULL: no memory. */
static nlopt_opt create_all(const searching *w)
{
    const tml_search_method *method = w->s->method;
    const tml_nlopt *l = w->s->field->nlopt;
    const unsigned equal = count_rows(w, true);
    const bool lagrangian = (method->support == TML_CONSTRAINTS_LAGRANGIAN && w->rows > 0) ||
                            (method->support == TML_CONSTRAINTS_INEQUALITIES && equal > 0);
    const bool nested = lagrangian || method->local != method->algorithm;
    nlopt_opt opt = create(w, lagrangian ? NLOPT_AUGLAG : method->algorithm);
    nlopt_opt local = nested ? create(w, method->local) : NULL;
    if (opt && local)
        l->nlopt_set_local_optimizer(opt, local);
    l->nlopt_destroy(local);
    if (!opt || (nested && !local)) {
        l->nlopt_destroy(opt);
        return NULL;
    }
    return opt;
}

static bool add_constraints(searching *w, double *tolerance)
{
    const tml_nlopt *l = w->s->field->nlopt;
    const unsigned equal = count_rows(w, true), other = count_rows(w, false);
    if (w->s->method->support == TML_CONSTRAINTS_PENALTY)
        return true;
    for (int i = 0; i < w->rows; i++)
        tolerance[i] = w->s->field->accuracy;
    return (!other || l->nlopt_add_inequality_mconstraint(w->opt, other, inequalities, w, tolerance) > 0) &&
           (!equal || l->nlopt_add_equality_mconstraint(w->opt, equal, equations, w, tolerance) > 0);
}

static tml_search_end end_of(nlopt_result result)
{
    switch (result) {
    case NLOPT_FTOL_REACHED:
    case NLOPT_XTOL_REACHED:
    case NLOPT_SUCCESS:
    case NLOPT_STOPVAL_REACHED:
        return TML_SEARCH_CONVERGED;
    case NLOPT_ROUNDOFF_LIMITED:
        return TML_SEARCH_ROUNDOFF;
    case NLOPT_MAXEVAL_REACHED:
    case NLOPT_MAXTIME_REACHED:
        return TML_SEARCH_EXHAUSTED;
    case NLOPT_FORCED_STOP:
        return TML_SEARCH_STOPPED;
    case NLOPT_FAILURE:
    case NLOPT_INVALID_ARGS:
    case NLOPT_OUT_OF_MEMORY:
    case NLOPT_NUM_FAILURES:
    case NLOPT_NUM_RESULTS:
        break;
    }
    return TML_SEARCH_FAILED;
}

/* So that derivatives at the start have length 1. */
static void choose_scale(searching *w)
{
    const tml_goal *goal = &w->p->goals[w->s->goal];
    double square = 0;
    w->scale = fabs(goal_of(w));
    if (w->s->method->uses_gradient) {
        differentiate(w);
        for (int i = 0; i < w->n; i++)
            square += w->gradient[goal->answer * w->n + i] * w->gradient[goal->answer * w->n + i];
        w->scale = fmax(FLAT * w->scale, sqrt(square));
    }
    if (!(w->scale > 0 && isfinite(w->scale)))
        w->scale = 1;
    w->worst = goal_of(w) / w->scale;
}

static void make_rows(searching *w)
{
    const tml_search *s = w->s;
    tml_arena *arena = &w->s->arena;
    w->row = TML_NEW_ARRAY(arena, tml_constraint, w->p->constraint_count + w->p->goal_count);
    w->size = TML_NEW_ARRAY(arena, double, w->p->constraint_count + w->p->goal_count);
    for (int i = 0; i < w->p->constraint_count; i++) {
        w->row[w->rows] = w->p->constraints[i];
        w->size[w->rows++] = s->field->sizes[i];
    }
    for (int i = 0; s->limits && i < w->p->goal_count; i++) {
        const tml_goal *goal = &w->p->goals[i];
        if (!isfinite(s->limits[i]))
            continue;
        w->row[w->rows] =
            (tml_constraint){.left = goal->answer, .right = -1, .limit = goal->sign * s->limits[i], .sign = goal->sign};
        w->size[w->rows++] = s->field->goal_sizes[i];
    }
    w->row_at_best = TML_NEW_ARRAY(arena, double, w->rows + 1);
}

static void make_room(searching *w)
{
    tml_arena *arena = &w->s->arena;
    const int answers = w->p->answers;
    w->x = TML_NEW_ARRAY(arena, double, w->n);
    w->u = TML_NEW_ARRAY(arena, double, w->n);
    w->answers = TML_NEW_ARRAY(arena, double, answers);
    w->lost = TML_NEW_ARRAY(arena, double, answers);
    w->gradient = TML_NEW_ARRAY(arena, double, answers * w->n);
}

static tml_status run(void *context)
{
    tml_search *s = context;
    searching w = {.s = s, .p = s->field->problem, .n = s->field->problem->parameters, .scale = 1};
    double goal;
    make_room(&w);
    make_rows(&w);
    double *tolerance = TML_NEW_ARRAY(&s->arena, double, w.rows + 1), *u = TML_NEW_ARRAY(&s->arena, double, w.n);
    memcpy(u, s->u, sizeof(double) * (size_t)w.n);
    evaluate(&w, u);
    if (!w.good)
        return s->status;
    choose_scale(&w);
    w.opt = create_all(&w);
    if (!w.opt)
        return TML_NO_MEMORY;
    const tml_nlopt *l = s->field->nlopt;
    l->nlopt_set_min_objective(w.opt, objective, &w);
    const bool ready = add_constraints(&w, tolerance);
    l->nlopt_srand((unsigned long)(s->field->seed * 7919 + s->first + 1));
    const nlopt_result result = ready ? l->nlopt_optimize(w.opt, u, &goal) : NLOPT_FAILURE;
    l->nlopt_destroy(w.opt);
    if (result != NLOPT_FORCED_STOP || s->end == TML_SEARCH_NONE)
        s->end = end_of(result);
    if (s->end == TML_SEARCH_CONVERGED || s->end == TML_SEARCH_ROUNDOFF) {
        w.opt = NULL;
        evaluate(&w, u);
        take_end(&w);
    }
    return s->status;
}

void tml_search_run(tml_search *s)
{
    if (!s->begun || s->status != TML_OK)
        return;
    const tml_status status = tml_guarded(&s->arena, NULL, run, s);
    s->status = s->status == TML_OK ? status : s->status;
    tml_study_worker_free(s->worker);
    s->worker = NULL;
}

/* ---- where it starts ---- */

static tml_status make_table(tml_search *s)
{
    const tml_problem *p = s->field->problem;
    const size_t count = (size_t)(p->parameters + p->answers + 1);
    tml_column *columns = TML_NEW_ARRAY(&s->arena, tml_column, count);
    for (size_t i = 0; i < count; i++)
        columns[i] = (tml_column){.name = "", .unit = ""};
    s->rows = tml_results_make();
    tml_table *table = s->rows ? tml_results_add(s->rows, "search", "", columns, count) : NULL;
    if (table)
        table->has_row_names = table->names_are_reasons = true;
    return table ? TML_OK : TML_NO_MEMORY;
}

/* The next point to try; u (parameters). */
static bool next_point(const tml_search *s, uint64_t try, double *u)
{
    const tml_problem *p = s->field->problem;
    if (s->start && try == 0) {
        memcpy(u, s->start, sizeof(double) * (size_t)p->parameters);
        return true;
    }
    if (try >= s->tries)
        return false;
    tml_study_point(p->study, s->first + try * s->stride, u);
    for (int i = 0; i < p->parameters; i++)
        u[i] = (u[i] - p->low[i]) / (p->high[i] - p->low[i]);
    return true;
}

static int is_stopped(void *context)
{
    tml_search_field *field = context;
    if (field->tell)
        field->tell(field->context);
    return field->stopped;
}

tml_study_worker *tml_search_worker(const tml_problem *p)
{
    tml_log unheard = {.quiet = true}; /* the study was made of the same model */
    return tml_study_worker_make(p->study, &unheard);
}

static tml_status begin(void *context)
{
    tml_search *s = context;
    const tml_problem *p = s->field->problem;
    s->best = TML_NEW_ARRAY(&s->arena, double, p->parameters);
    s->u = TML_NEW_ARRAY(&s->arena, double, p->parameters);
    s->answers = TML_NEW_ARRAY(&s->arena, double, p->answers);
    s->worker = tml_search_worker(p);
    searching w = {.s = s, .p = p, .n = p->parameters, .scale = 1, .probing = true};
    make_room(&w);
    if (!s->worker || make_table(s) != TML_OK)
        return TML_NO_MEMORY;
    tml_study_worker_watch(s->worker, is_stopped, s->field);
    for (uint64_t try = 0; !s->begun && s->status == TML_OK && !s->field->stopped && next_point(s, try, s->u); try++) {
        evaluate(&w, s->u);
        s->begun = w.good;
    }
    return s->status;
}

void tml_search_begin(tml_search *s)
{
    const tml_status status = tml_guarded(&s->arena, NULL, begin, s);
    s->status = s->status == TML_OK ? status : s->status;
}

void tml_search_free(tml_search *s)
{
    tml_study_worker_free(s->worker);
    tml_results_free(s->rows);
    tml_arena_free(&s->arena);
}
