/* fit.c - tml_fit: values of parameters with which a run comes closest to measured curves, from several starts. */
#include "base/clock.h"
#include "base/guard.h"
#include "base/options.h"
#include "base/parallel.h"
#include "optimize/fitting.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DEFAULT_STARTS = 8, TRIES = 16, DEFAULT_ITERATIONS = 100, MAX_STARTS = 10000, MAX_REWEIGHTS = 20 };
static const double DEFAULT_ACCURACY = 1e-8, DEFAULT_CONFIDENCE = 0.95;
static const double SAME_SIGMA = 1e-4; /* relative */

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
        r[i] = (s->answers[i] - d->value[i]) * weight;
        for (int k = 0; J && k < f->n; k++)
            J[(size_t)k * (size_t)d->number_count + (size_t)i] =
                s->gradient[i * f->n + k] * weight * (f->high[k] - f->low[k]);
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
    const size_t n = (size_t)f->n, m = (size_t)f->data.number_count;
    tml_log unheard = {.quiet = true};
    s->u = TML_NEW_ARRAY(&s->arena, double, n);
    s->x = TML_NEW_ARRAY(&s->arena, double, n);
    s->r = TML_NEW_ARRAY(&s->arena, double, m);
    s->answers = TML_NEW_ARRAY(&s->arena, double, m);
    s->J = TML_NEW_ARRAY(&s->arena, double, m *n);
    s->gradient = TML_NEW_ARRAY(&s->arena, double, m *n);
    s->worker = tml_study_worker_make(f->study, &unheard);
    if (!s->worker)
        return TML_NO_MEMORY;
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

static bool make_study(tml_fitting *f)
{
    const tml_fit_options *o = f->options;
    const tml_study_options options = {.size = sizeof options,
                                       .vary = o->over,
                                       .vary_count = o->over_count,
                                       .keep = f->data.answer,
                                       .keep_count = (size_t)f->data.number_count,
                                       .sample = "sobol",
                                       .count = (double)f->starts * TRIES,
                                       .seed = o->seed,
                                       .only = o->only,
                                       .formulation = o->formulation,
                                       .integrator = o->integrator,
                                       .tolerance = o->tolerance};
    if (f->data.number_count <= (int)o->over_count)
        return wrong(f, "there are not more measured numbers than parameters");
    f->study = tml_study_make_search(f->model, &options, f->log);
    if (!f->study)
        return false;
    f->n = (int)tml_study_parameter_count(f->study);
    f->low = TML_NEW_ARRAY(&f->arena, double, f->n);
    f->high = TML_NEW_ARRAY(&f->arena, double, f->n);
    f->start = TML_NEW_ARRAY(&f->arena, double, f->n);
    f->weight = TML_NEW_ARRAY(&f->arena, double, f->data.count);
    f->list = TML_NEW_ARRAY(&f->arena, tml_fit_search, f->starts);
    for (int i = 0; i < f->n; i++)
        tml_variation_range(f->study->variation, i, &f->low[i], &f->high[i], &f->start[i]);
    return true;
}

typedef struct {
    tml_fitting *f;
    tml_results **results;
} running;

static tml_status run(void *context)
{
    running *x = context;
    tml_fitting *f = x->f;
    if (!read_options(f) || !tml_measured_read(&f->data, f->model, f->options, &f->arena, f->log) || !make_study(f))
        return TML_WRONG;
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

tml_status tml_fit(const tml_model *model, const tml_fit_options *options, const tml_study_run_options *how,
                   tml_results **results, tml_log *log)
{
    tml_fit_options own;
    tml_study_run_options own_how;
    *results = NULL;
    if (!tml_options_copy(&own, sizeof own, options, log) || !tml_options_copy(&own_how, sizeof own_how, how, log))
        return TML_WRONG;
    tml_fitting f = {.model = model, .options = &own, .how = &own_how, .log = log, .shown = tml_wall_time()};
    running x = {&f, results};
    const tml_status status = tml_guarded(&f.arena, NULL, run, &x);
    if (status == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    for (int i = 0; f.list && i < f.starts; i++) {
        tml_study_worker_free(f.list[i].worker);
        tml_arena_free(&f.list[i].arena);
    }
    tml_measured_free(&f.data);
    tml_study_free(f.study);
    tml_arena_free(&f.arena);
    return status;
}
