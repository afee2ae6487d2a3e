/* optimize.c - tml_optimize: searches from several starts on several threads, and what they found. */
#include "trammel/optimize.h"
#include "base/clock.h"
#include "base/guard.h"
#include "base/options.h"
#include "base/parallel.h"
#include "optimize/optimization.h"
#include <math.h>
#include <string.h>

enum { DEFAULT_STARTS = 8, TRIES = 64, EVALUATIONS_PER_PARAMETER = 1000, MAX_STARTS = 10000 };
static const double DEFAULT_ACCURACY = 1e-8, MAX_EVALUATIONS = 1e9;

/* ---- progress ---- */

static void show(tml_optimization *o)
{
    const tml_study_run_options *how = o->how;
    if (how->progress &&
        how->progress(how->context, o->field.done, (uint64_t)o->field.evaluations * (uint64_t)o->count))
        o->field.stopped = true;
}

static void tell(void *context)
{
    tml_optimization *o = context;
    if (tml_wall_time() - o->shown < 0.1)
        return;
    o->shown = tml_wall_time();
    show(o);
}

/* One at a time, whatever thread a search is on. */
static void evaluated(void *context, const tml_evaluation *evaluation)
{
    tml_optimization *o = context;
    pthread_mutex_lock(&o->telling);
    o->how->evaluated(o->how->context, evaluation);
    pthread_mutex_unlock(&o->telling);
}

/* ---- searches ---- */

tml_search *tml_optimization_add(tml_optimization *o, int goal, const double *limits, const double *start)
{
    tml_search *s = TML_NEW(&o->arena, tml_search);
    TML_GROW(&o->arena, o->list, o->count, o->capacity);
    *s = (tml_search){.field = &o->field, .method = o->method, .goal = goal, .limits = limits, .start = start};
    s->number = (uint64_t)o->count;
    o->list[o->count++] = s;
    return s;
}

typedef struct {
    tml_optimization *o;
    int first;
    void (*work)(tml_search *s);
} jobs;

static void job(void *context, int number)
{
    const jobs *j = context;
    j->work(j->o->list[j->first + number]);
}

static void wait_for_others(void *context)
{
    const jobs *j = context;
    show(j->o);
}

static void work_on(tml_optimization *o, int first, void (*work)(tml_search *s))
{
    jobs j = {o, first, work};
    const tml_parallel parallel = {o->count - first, o->threads, job, o->threads == 1 ? NULL : wait_for_others, &j};
    tml_parallel_run(&parallel);
}

/* What violations of constraints are measured by: the largest of their sides at all points from which searches start. */
static void find_sizes(tml_optimization *o, int first)
{
    const tml_problem *p = &o->problem;
    if (first > 0)
        return; /* they stay what they are */
    for (int i = 0; i < p->constraint_count; i++) {
        double size = 0;
        for (int k = 0; k < o->count; k++)
            if (o->list[k]->begun)
                size = fmax(size, tml_constraint_size(&p->constraints[i], o->list[k]->answers));
        o->field.sizes[i] = size > 0 ? size : 1;
    }
}

tml_status tml_optimization_run(tml_optimization *o, int first)
{
    work_on(o, first, tml_search_begin);
    find_sizes(o, first);
    work_on(o, first, tml_search_run);
    for (int i = first; i < o->count; i++)
        if (o->list[i]->status != TML_OK)
            return o->list[i]->status;
    return o->field.stopped ? TML_STOPPED : TML_OK;
}

tml_search *tml_optimization_best(const tml_optimization *o, int first, int last)
{
    tml_search *best = NULL;
    for (int i = first; i < last; i++)
        if (o->list[i]->begun && (!best || tml_search_is_better(o->list[i], best)))
            best = o->list[i];
    return best;
}

/* Where the user says, u (parameters); parameters without a start are in the middle. NULL: nowhere. */
static const double *given_start(tml_optimization *o)
{
    const tml_problem *p = &o->problem;
    double *u = TML_NEW_ARRAY(&o->arena, double, p->parameters);
    bool any = false;
    for (int i = 0; i < p->parameters; i++) {
        any |= !isnan(p->start[i]);
        u[i] = isnan(p->start[i]) ? 0.5 : (p->start[i] - p->low[i]) / (p->high[i] - p->low[i]);
    }
    return any ? u : NULL;
}

/* Where a search that began at the best point ended is taken, but not if it is worse by more than rounding. */
static bool is_as_good(const tml_search *polish, const tml_search *best)
{
    const double little = 100 * polish->field->accuracy * fabs(best->goal_best);
    return polish->begun && (tml_search_is_better(polish, best) ||
                             (polish->feasible && best->feasible && polish->goal_best <= best->goal_best + little));
}

tml_search *tml_optimization_solve(tml_optimization *o, int goal, tml_status *status)
{
    const int first = o->count;
    const double *given = given_start(o);
    for (int i = 0; i < o->starts; i++) {
        tml_search *s = tml_optimization_add(o, goal, NULL, i == 0 ? given : NULL);
        s->first = (uint64_t)i;
        s->stride = (uint64_t)o->starts;
        s->tries = TRIES;
    }
    *status = tml_optimization_run(o, first);
    tml_search *best = tml_optimization_best(o, first, o->count);
    if (!best || *status != TML_OK || !(o->method->is_global || o->method->uses_gradient))
        return best;
    const int again = o->count;
    tml_search *polish = tml_optimization_add(o, goal, NULL, best->best);
    polish->method = tml_search_method_find("gradient");
    polish->tries = 1;
    *status = tml_optimization_run(o, again);
    return is_as_good(polish, best) ? polish : best;
}

/* ---- what is asked for ---- */

static bool wrong(tml_optimization *o, const char *why)
{
    tml_log_raise(o->log, TML_E_OPTIMIZE, TML_NOWHERE, "%s", why);
    return false;
}

static bool is_whole(double number, double max)
{
    return number >= 0 && number <= max && number == floor(number);
}

static bool all_starts_given(const tml_optimize_options *options)
{
    for (size_t i = 0; i < options->over_count; i++)
        if (!strchr(options->over[i], '@'))
            return false;
    return true;
}

static bool choose_method(tml_optimization *o)
{
    const tml_optimize_options *options = o->options;
    o->method = tml_search_method_find(options->method ? options->method : "gradient");
    if (o->method)
        return true;
    const char *all = "";
    for (int i = 0; i < tml_search_method_count(); i++)
        all = tml_arena_format(&o->arena, "%s%s%s", all, i ? ", " : "", tml_search_method_at(i)->name);
    return wrong(o, tml_arena_format(&o->arena, "methods are %s; not \"%s\"", all, options->method));
}

static bool read_options(tml_optimization *o)
{
    const tml_optimize_options *options = o->options;
    if (!choose_method(o))
        return false;
    if (!is_whole(options->starts, MAX_STARTS))
        return wrong(o, "the number of starts must be a whole one, up to 10000");
    if (!is_whole(options->evaluations, MAX_EVALUATIONS))
        return wrong(o, "the number of evaluations must be a whole one, up to 1e9");
    if (!(options->accuracy >= 0 && options->accuracy < 1))
        return wrong(o, "the accuracy must be a number from 0 to 1");
    if (!(options->front == 0 || (is_whole(options->front, MAX_STARTS) && options->front >= 3)))
        return wrong(o, "the number of points on the front must be a whole one, from 3 to 10000");
    if (!tml_nlopt_open(&o->nlopt))
        return wrong(o, "NLopt (libnlopt.so.0) is not installed: Debian's package libnlopt0");
    const bool same = o->method->is_global && !o->method->is_random; /* from anywhere it would search the same box */
    o->starts = same                        ? 1
                : options->starts > 0       ? (int)options->starts
                : o->method->is_global      ? 1
                : all_starts_given(options) ? 1
                                            : DEFAULT_STARTS;
    o->threads = o->how->threads > 0 ? o->how->threads : tml_processor_count();
    return true;
}

static void make_field(tml_optimization *o)
{
    const tml_problem *p = &o->problem;
    const tml_optimize_options *options = o->options;
    const double evaluations =
        options->evaluations > 0 ? options->evaluations : (double)EVALUATIONS_PER_PARAMETER * p->parameters;
    o->field = (tml_search_field){.problem = p,
                                  .nlopt = &o->nlopt,
                                  .accuracy = options->accuracy > 0 ? options->accuracy : DEFAULT_ACCURACY,
                                  .evaluations = (int)evaluations,
                                  .seed = (uint64_t)options->seed,
                                  .sizes = TML_NEW_ARRAY(&o->arena, double, p->constraint_count + 1),
                                  .goal_sizes = TML_NEW_ARRAY(&o->arena, double, p->goal_count),
                                  .context = o,
                                  .evaluated = o->how->evaluated ? evaluated : NULL,
                                  .tell = o->threads == 1 ? tell : NULL};
}

typedef struct {
    tml_optimization *o;
    tml_results **results;
} running;

static tml_status nothing_runs(tml_optimization *o, tml_status status)
{
    if (status == TML_OK)
        tml_log_raise(o->log, TML_E_OPTIMIZE, TML_NOWHERE,
                      "no point within the bounds could be run; the first of them: %s",
                      o->count && o->list[0]->reason[0] ? o->list[0]->reason : "");
    return status == TML_OK ? TML_FAILED : status;
}

static tml_status run(void *context)
{
    running *r = context;
    tml_optimization *o = r->o;
    tml_status status = TML_OK;
    tml_search *best = NULL, **front = NULL;
    int front_count = 0;
    if (!read_options(o) || !tml_problem_make(&o->problem, o->model, o->options, (uint64_t)o->starts * TRIES, o->log))
        return TML_WRONG;
    make_field(o);
    if (o->problem.goal_count == 1)
        best = tml_optimization_solve(o, 0, &status);
    else
        status = tml_optimization_front(o, &front, &front_count);
    if (status != TML_OK && status != TML_STOPPED)
        return status;
    if (!best && !front_count)
        return nothing_runs(o, status);
    *r->results = tml_optimization_results(o, best, front, front_count);
    if (!*r->results)
        return TML_NO_MEMORY;
    if (status == TML_STOPPED)
        tml_results_set_partial(*r->results, "the optimisation was stopped");
    else if (best && !best->feasible) {
        tml_log_raise(o->log, TML_E_OPTIMIZE, TML_NOWHERE,
                      "no point was found that satisfies the constraints; the nearest violates one by %.3g of its size",
                      best->violation);
        return TML_FAILED;
    }
    return status;
}

tml_status tml_optimize(const tml_model *model, const tml_optimize_options *options, const tml_study_run_options *how,
                        tml_results **results, tml_log *log)
{
    tml_optimize_options own;
    tml_study_run_options own_how;
    *results = NULL;
    if (!tml_options_copy(&own, sizeof own, options, log) || !tml_options_copy(&own_how, sizeof own_how, how, log))
        return TML_WRONG;
    tml_optimization o = {.model = model, .options = &own, .how = &own_how, .log = log, .shown = tml_wall_time()};
    running r = {&o, results};
    pthread_mutex_init(&o.telling, NULL);
    const size_t first = log->count;
    tml_status status = tml_guarded(&o.arena, NULL, run, &r);
    if (status == TML_WRONG && tml_log_ran_out(log, first))
        status = TML_NO_MEMORY;
    else if (status == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    for (int i = 0; i < o.count; i++)
        tml_search_free(o.list[i]);
    tml_problem_free(&o.problem);
    tml_arena_free(&o.arena);
    pthread_mutex_destroy(&o.telling);
    return status;
}

size_t tml_optimize_method_count(void)
{
    return (size_t)tml_search_method_count();
}

const char *tml_optimize_method_name(size_t index)
{
    const tml_search_method *method = tml_search_method_at((int)index);
    return method ? method->name : NULL;
}

const char *tml_optimize_method_doc(size_t index)
{
    const tml_search_method *method = tml_search_method_at((int)index);
    return method ? method->doc : NULL;
}
