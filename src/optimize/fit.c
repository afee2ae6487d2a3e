/* fit.c - tml_fit: values of parameters with which a run comes closest to measured curves, from several starts. */
#include "base/clock.h"
#include "base/guard.h"
#include "base/options.h"
#include "base/parallel.h"
#include "base/unit.h"
#include "optimize/fitting.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DEFAULT_STARTS = 8, TRIES = 16, DEFAULT_ITERATIONS = 100, MAX_STARTS = 10000, MAX_REWEIGHTS = 50 };
static const double DEFAULT_ACCURACY = 1e-8, DEFAULT_CONFIDENCE = 0.95;
static const double SAME_SIGMA = 1e-6; /* relative */

void tml_fit_values(const tml_fitting *f, const double *u, double *x)
{
    for (int i = 0; i < f->n; i++)
        x[i] = u[i] <= 0 ? f->low[i] : u[i] >= 1 ? f->high[i] : f->low[i] + u[i] * (f->high[i] - f->low[i]);
}

/* ---- residuals ---- */

static void show(tml_fitting *f)
{
    const tml_study_run_options *how = f->how;
    if (how->progress && how->progress(how->context, f->done, (uint64_t)f->iterations * (uint64_t)f->starts))
        f->stopped = true;
}

static void tell(tml_fitting *f)
{
    if (f->threads > 1 || tml_wall_time() - f->shown < 0.1)
        return;
    f->shown = tml_wall_time();
    show(f);
}

static int is_stopped(void *context)
{
    tml_fitting *f = context;
    tell(f);
    return f->stopped;
}

static tml_status evaluate(void *context, const double *u, double *r, double *J)
{
    tml_fit_search *s = context;
    tml_fitting *f = s->f;
    const tml_measured *d = &f->data;
    const char *reason = NULL;
    if (f->stopped)
        return TML_STOPPED;
    tml_fit_values(f, u, s->x);
    tml_status status = J ? tml_study_worker_gradient(s->worker, s->x, s->answers, s->gradient, &reason)
                          : tml_study_worker_try(s->worker, s->x, s->answers, &reason);
    f->done++;
    tell(f);
    if (status != TML_OK && reason && !s->reason[0])
        snprintf(s->reason, sizeof s->reason, "%s", reason);
    if (status != TML_OK)
        return status;
    for (int i = 0; i < d->number_count; i++) {
        const double weight = f->weight[d->of[i]];
        r[i] = (s->answers[d->at[i]] - d->value[i]) * weight;
        for (int k = 0; J && k < f->n; k++)
            J[(size_t)k * (size_t)d->number_count + (size_t)i] =
                s->gradient[d->at[i] * f->n + k] * weight * (f->high[k] - f->low[k]);
    }
    return TML_OK;
}

/* ---- one search ---- */

static bool next_start(const tml_fit_search *s, int index, int try)
{
    const tml_fitting *f = s->f;
    bool given = false;
    for (int i = 0; i < f->n; i++)
        given |= !isnan(f->start[i]);
    if (try >= TRIES)
        return false;
    if (given && index == 0 && try == 0) {
        for (int i = 0; i < f->n; i++)
            s->u[i] = isnan(f->start[i]) ? 0.5 : (f->start[i] - f->low[i]) / (f->high[i] - f->low[i]);
        return true;
    }
    tml_study_point(f->study, (uint64_t)index + (uint64_t)try * (uint64_t)f->starts, s->u);
    for (int i = 0; i < f->n; i++)
        s->u[i] = (s->u[i] - f->low[i]) / (f->high[i] - f->low[i]);
    return true;
}

static tml_status solve(tml_fit_search *s)
{
    const tml_fitting *f = s->f;
    const tml_least_squares problem = {.n = f->n,
                                       .m = f->data.number_count,
                                       .context = s,
                                       .evaluate = evaluate,
                                       .accuracy = f->accuracy,
                                       .iterations = f->iterations};
    return tml_least_squares_solve(&problem, s->u, s->r, s->J, &s->sum, &s->end, &s->arena);
}

static tml_status search(void *context)
{
    tml_fit_search *s = context;
    const tml_fitting *f = s->f;
    const size_t n = (size_t)f->n, m = (size_t)f->data.number_count, answers = (size_t)f->data.answer_count;
    tml_log unheard = {.quiet = true};
    s->u = TML_NEW_ARRAY(&s->arena, double, n);
    s->x = TML_NEW_ARRAY(&s->arena, double, n);
    s->r = TML_NEW_ARRAY(&s->arena, double, m);
    s->answers = TML_NEW_ARRAY(&s->arena, double, answers);
    s->J = TML_NEW_ARRAY(&s->arena, double, m *n);
    s->gradient = TML_NEW_ARRAY(&s->arena, double, answers *n);
    s->worker = tml_study_worker_make(f->study, &unheard);
    if (!s->worker)
        return TML_NO_MEMORY;
    tml_study_worker_watch(s->worker, is_stopped, s->f);
    const int index = (int)(s - f->list);
    tml_status status = TML_FAILED;
    for (int try = 0; status == TML_FAILED && next_start(s, index, try); try++)
        status = evaluate(s, s->u, s->r, NULL);
    s->good = status == TML_OK;
    return s->good ? solve(s) : status == TML_FAILED ? TML_OK : status;
}

static void job(void *context, int number)
{
    tml_fitting *f = context;
    tml_fit_search *s = &f->list[number];
    s->f = f;
    s->status = tml_guarded(&s->arena, NULL, search, s);
    if (s->status == TML_FAILED) /* its derivatives could not be found */
        s->good = false, s->status = TML_OK;
}

static void wait_for_others(void *context)
{
    show(context);
}

static tml_fit_search *best_of(tml_fitting *f)
{
    tml_fit_search *best = NULL;
    for (int i = 0; i < f->starts; i++)
        if (f->list[i].good && (!best || f->list[i].sum < best->sum))
            best = &f->list[i];
    return best;
}

/* ---- weights ---- */

/* Until the noise is known: by the spread of what was measured. */
static void first_weights(tml_fitting *f)
{
    const tml_measured *d = &f->data;
    for (int k = 0; k < d->count; k++) {
        double sum = 0, squares = 0, count = 0;
        for (int i = 0; i < d->number_count; i++)
            if (d->of[i] == k)
                sum += d->value[i], count++;
        for (int i = 0; i < d->number_count; i++)
            if (d->of[i] == k)
                squares += (d->value[i] - sum / count) * (d->value[i] - sum / count);
        const double spread = sqrt(squares / fmax(1, count));
        f->weight[k] = 1 / (!isnan(d->list[k].sigma) ? d->list[k].sigma : spread > 0 ? spread : 1);
    }
}

/* Weights of columns by the residuals that they have; the largest relative change. */
static double change_weights(tml_fitting *f, const tml_fit_search *best)
{
    const tml_measured *d = &f->data;
    double largest = 0;
    for (int k = 0; k < d->count; k++) {
        double squares = 0, count = 0;
        for (int i = 0; i < d->number_count; i++)
            if (d->of[i] == k)
                squares += best->r[i] * best->r[i], count++;
        const double share = 1 - (double)f->n / (double)d->number_count;
        const double factor = sqrt(squares / (count * share));
        if (!isnan(d->list[k].sigma) || !(factor > 0 && isfinite(factor)))
            continue;
        f->weight[k] /= factor;
        largest = fmax(largest, fabs(factor - 1));
    }
    return largest;
}

/* Several columns count by their noise, which is found with the parameters. */
static tml_status balance(tml_fitting *f, tml_fit_search *best)
{
    tml_status status = TML_OK;
    for (int i = 0; f->data.count > 1 && status == TML_OK && i < MAX_REWEIGHTS; i++) {
        if (change_weights(f, best) < SAME_SIGMA)
            break;
        status = solve(best);
    }
    return status;
}

/* ---- what is asked for ---- */

static bool wrong(const tml_fitting *f, const char *why)
{
    tml_log_raise(f->log, TML_E_OPTIMIZE, TML_NOWHERE, "%s", why);
    return false;
}

static bool is_whole(double number, double max)
{
    return number >= 0 && number <= max && number == floor(number);
}

static bool read_options(tml_fitting *f)
{
    const tml_fit_options *o = f->options;
    bool given = o->over_count > 0;
    for (size_t i = 0; i < o->over_count; i++)
        given &= strchr(o->over[i], '@') != NULL;
    if (!is_whole(o->starts, MAX_STARTS))
        return wrong(f, "the number of starts must be a whole one, up to 10000");
    if (!is_whole(o->iterations, 1e6))
        return wrong(f, "the number of iterations must be a whole one, up to 1e6");
    if (!(o->accuracy >= 0 && o->accuracy < 1) || !(o->confidence >= 0 && o->confidence < 1))
        return wrong(f, "accuracy and confidence are numbers from 0 to 1");
    if (o->over_count == 0)
        return wrong(f, "parameters are missing, and their bounds: --over L=1..3");
    f->starts = o->starts > 0 ? (int)o->starts : given ? 1 : DEFAULT_STARTS;
    f->iterations = o->iterations > 0 ? (int)o->iterations : DEFAULT_ITERATIONS;
    f->accuracy = o->accuracy > 0 ? o->accuracy : DEFAULT_ACCURACY;
    f->confidence = o->confidence > 0 ? o->confidence : DEFAULT_CONFIDENCE;
    f->threads = f->how->threads > 0 ? f->how->threads : tml_processor_count();
    return true;
}

static tml_study_options study_options(const tml_fitting *f, const char *const *keep, int count)
{
    const tml_fit_options *o = f->options;
    return (tml_study_options){.size = sizeof(tml_study_options),
                               .vary = o->over,
                               .vary_count = o->over_count,
                               .keep = keep,
                               .keep_count = (size_t)count,
                               .sample = "sobol",
                               .count = (double)f->starts * TRIES,
                               .seed = o->seed,
                               .only = o->only,
                               .formulation = o->formulation,
                               .integrator = o->integrator,
                               .tolerance = o->tolerance};
}

/* Bounds and analyses alone, before the file is read. */
static bool check_bounds(const tml_fitting *f)
{
    const char *const nothing = "0";
    const tml_study_options options = study_options(f, &nothing, 1);
    return tml_study_check_search(f->model, &options, f->log);
}

/* What is said of an answer, "at(O.angel, 0.1)", is said of what the user wrote. */
static tml_place place_of(const tml_fitting *f, tml_place said)
{
    const tml_measured *d = &f->data;
    for (int i = 0; said.file && i < d->answer_count; i++) {
        if (strcmp(d->answer[i], said.file) != 0)
            continue;
        const tml_measured_column *column = &d->list[d->answer_column[i]];
        if (!column->match)
            return (tml_place){.file = f->options->data};
        const char *text = strchr(column->match, '=') + 1;
        const int begin = (int)(text + strspn(text, " ") - column->match), bracket = (int)strlen("at(");
        said.file = column->match;
        said.column = begin + (said.column > bracket ? said.column - bracket : 1);
        return said;
    }
    return said;
}

/* The study of all numbers; in a check one of each column stands for the others. */
static bool make_answers(tml_fitting *f)
{
    const tml_measured *d = &f->data;
    const char **first = TML_NEW_ARRAY(&f->arena, const char *, d->count);
    int count = 0;
    for (int i = 0; i < d->answer_count; i++)
        if (i == 0 || d->answer_column[i] != d->answer_column[i - 1])
            first[count++] = d->answer[i];
    tml_log said = {0};
    tml_study_options options = study_options(f, first, count);
    bool good = tml_study_check_search(f->model, &options, &said);
    if (good && !f->only_check) {
        options = study_options(f, d->answer, d->answer_count);
        f->study = tml_study_make_search(f->model, &options, &said);
        good = f->study != NULL;
    }
    for (size_t i = 0; i < tml_log_count(&said); i++) {
        tml_message message = tml_log_get(&said, i);
        message.place = place_of(f, message.place);
        tml_log_repeat(f->log, &message, NULL);
    }
    tml_log_clear(&said);
    return good;
}

/* A column with a unit measured what has such a unit. */
static bool check_units(const tml_fitting *f)
{
    const tml_measured *d = &f->data;
    for (int i = 0; i < d->answer_count; i++) {
        const tml_measured_column *column = &d->list[d->answer_column[i]];
        tml_unit measured, computed;
        if (!tml_unit_parse(column->unit, &measured) || !tml_unit_parse(f->study->units[i], &computed) ||
            tml_dimension_same(measured.dimension, computed.dimension))
            continue;
        tml_log_raise(f->log, TML_E_MEASURED, (tml_place){.file = column->match ? column->match : f->options->data},
                      "the column %s is in %s, but %s in %s", column->name, column->unit, column->text,
                      *f->study->units[i] ? f->study->units[i] : "1");
        return false;
    }
    return true;
}

static bool make_study(tml_fitting *f)
{
    if (f->data.number_count <= (int)f->options->over_count)
        return wrong(f, "there are not more measured numbers than parameters");
    if (!make_answers(f))
        return false;
    if (f->only_check)
        return true;
    f->n = (int)tml_study_parameter_count(f->study);
    f->low = TML_NEW_ARRAY(&f->arena, double, f->n);
    f->high = TML_NEW_ARRAY(&f->arena, double, f->n);
    f->start = TML_NEW_ARRAY(&f->arena, double, f->n);
    f->weight = TML_NEW_ARRAY(&f->arena, double, f->data.count);
    f->list = TML_NEW_ARRAY(&f->arena, tml_fit_search, f->starts);
    for (int i = 0; i < f->n; i++)
        tml_variation_range(f->study->variation, i, &f->low[i], &f->high[i], &f->start[i]);
    return check_units(f);
}

typedef struct {
    tml_fitting *f;
    tml_results **results;
} running;

static tml_status run(void *context)
{
    running *x = context;
    tml_fitting *f = x->f;
    if (!read_options(f) || !check_bounds(f) || !tml_measured_read(&f->data, f->model, f->options, &f->arena, f->log) ||
        !make_study(f))
        return TML_WRONG;
    if (f->only_check)
        return TML_OK;
    first_weights(f);
    const tml_parallel parallel = {f->starts, f->threads, job, f->threads > 1 ? wait_for_others : NULL, f};
    tml_parallel_run(&parallel);
    for (int i = 0; i < f->starts; i++)
        if (f->list[i].status != TML_OK)
            return f->list[i].status;
    tml_fit_search *best = best_of(f);
    if (!best) {
        tml_log_raise(f->log, TML_E_OPTIMIZE, TML_NOWHERE,
                      "no point within the bounds could be run to the end of the measured times; the first of them: %s",
                      f->list[0].reason);
        return TML_FAILED;
    }
    const tml_status status = balance(f, best);
    if (status != TML_OK)
        return status;
    *x->results = tml_fit_results(f, best);
    return *x->results ? TML_OK : TML_NO_MEMORY;
}

static tml_status run_all(tml_fitting *f, tml_results **results)
{
    running x = {f, results};
    const size_t first = f->log->count;
    tml_status status = tml_guarded(&f->arena, NULL, run, &x);
    if (status == TML_WRONG && tml_log_ran_out(f->log, first))
        status = TML_NO_MEMORY;
    else if (status == TML_NO_MEMORY)
        tml_log_raise(f->log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    for (int i = 0; f->list && i < f->starts; i++) {
        tml_study_worker_free(f->list[i].worker);
        tml_arena_free(&f->list[i].arena);
    }
    tml_measured_free(&f->data);
    tml_study_free(f->study);
    tml_arena_free(&f->arena);
    return status;
}

tml_status tml_fit(const tml_model *model, const tml_fit_options *options, const tml_study_run_options *how,
                   tml_results **results, tml_log *log)
{
    tml_fit_options own;
    tml_study_run_options own_how;
    *results = NULL;
    if (!tml_options_copy(&own, sizeof own, options, log) || !tml_options_copy(&own_how, sizeof own_how, how, log))
        return TML_WRONG;
    tml_fitting f = {.model = model, .options = &own, .how = &own_how, .log = log, .shown = tml_wall_time()};
    return run_all(&f, results);
}

bool tml_fit_check(const tml_model *model, const tml_fit_options *options, tml_log *log)
{
    const tml_study_run_options how = {.size = sizeof how};
    tml_fitting f = {.model = model, .options = options, .how = &how, .log = log, .only_check = true};
    return run_all(&f, NULL) == TML_OK;
}
