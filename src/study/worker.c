/* worker.c - one thread's copy of a study's model: at each point its parameters have other values, and it is run. */
#include "study/worker.h"
#include "base/guard.h"
#include "model/preparation.h"
#include "study/near_models.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static tml_status make(void *context)
{
    tml_study_worker *w = context;
    const tml_study *s = w->study;
    const int count = tml_variation_count(s->variation);
    w->values = TML_NEW_ARRAY(&w->arena, double, count + 1);
    w->given = TML_NEW_ARRAY(&w->arena, double, w->model->parameter_count + 1);
    w->answers = TML_NEW_ARRAY(&w->arena, double, tml_answers_count(s->answers) + 1);
    w->work = TML_NEW_ARRAY(&w->arena, double, tml_answers_work(s->answers) + 1);
    w->tried = TML_NEW_ARRAY(&w->arena, double, count + 1);
    w->found = TML_NEW_ARRAY(&w->arena, double, tml_answers_count(s->answers) + 1);
    w->varied = TML_NEW_ARRAY(&w->arena, bool, tml_answers_count(s->answers) * count + 1);
    w->unknown = TML_NEW_ARRAY(&w->arena, double, w->model->parameter_count + 1);
    for (int i = 0; i < w->model->parameter_count; i++)
        w->unknown[i] = NAN;
    unsigned char *wanted = TML_NEW_ARRAY(&w->arena, unsigned char, w->model->output_count + 1);
    tml_answers_wanted(s->answers, w->model, wanted);
    w->model->wanted = wanted;
    tml_study_share(s, w->model, w->given);
    tml_preparations_forget(w->model->prepared); /* made when it was read */
    return TML_OK;
}

tml_study_worker *tml_study_worker_make(const tml_study *study, tml_log *log)
{
    tml_study_worker *w = tml_allocate(sizeof *w);
    if (w) {
        *w = (tml_study_worker){.study = study};
        w->model = tml_study_variant(study, log);
        w->near = tml_near_models_make(study);
        if (w->model && w->near && tml_guarded(&w->arena, NULL, make, w) == TML_OK)
            return w;
    }
    if (!w || w->model)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    tml_study_worker_free(w);
    return NULL;
}

void tml_study_worker_free(tml_study_worker *w)
{
    if (!w)
        return;
    tml_near_models_free(w->near);
    tml_study_lanes_free(w->lanes);
    tml_model_free(w->model);
    tml_arena_free(&w->arena);
    tml_release(w);
}

/* What all points share is there after the first, and stays; NULL: it cannot be made, which the run reports. */
static tml_preparation *shared(tml_study_worker *w)
{
    tml_preparations *all = w->model->prepared;
    tml_log unheard = {.quiet = true};
    const bool good = all->list || tml_analyses_check(w->model, &unheard) == TML_OK;
    tml_log_clear(&unheard);
    return good ? all->list : NULL;
}

static void put_values(const tml_study_worker *w, const double *values, double *given)
{
    const tml_variation *v = w->study->variation;
    for (int i = 0; i < tml_variation_count(v); i++)
        given[tml_variation_parameter(v, i)] = values[i];
}

/* Loads are inputs of what all points share; other numbers are written into it again. */
void tml_study_worker_give(tml_study_worker *w, const double *values)
{
    put_values(w, values, w->given);
    const tml_preparation *all = w->model->varies ? shared(w) : NULL;
    if (all)
        put_values(w, values, all->resolved->parameters);
    else
        tml_preparations_renew(w->model->prepared);
}

/* The first error of a log in one line. */
static void take_reason(tml_study_worker *w, const tml_log *log)
{
    snprintf(w->reason, TML_REASON, "the run failed");
    for (size_t i = 0; i < log->count; i++)
        if (log->messages[i].severity == TML_ERROR) {
            snprintf(w->reason, TML_REASON, "%s: %s", log->messages[i].code, log->messages[i].text);
            break;
        }
    for (char *c = w->reason; *c; c++)
        if (*c == '\n' || *c == '\r' || *c == '\t')
            *c = ' ';
}

/* The preparation of the run just made is still there, and has the values of all parameters. */
static int find_answers(tml_study_worker *w, const tml_results *results, double *answers)
{
    const tml_answers *all = w->study->answers;
    tml_preparation *p = w->model->prepared->list;
    while (p && p->since >= 0)
        p = p->next;
    return tml_answers_evaluate(all, results, p ? p->resolved->parameters : w->unknown, w->work, answers, w->reason,
                                TML_REASON);
}

static int is_unwanted(void *context, const char *analysis, double part)
{
    const tml_watch *watch = context;
    (void)analysis, (void)part;
    return watch->unwanted(watch->context);
}

void tml_study_run_watched(tml_run_options *options, const tml_watch *watch)
{
    if (!watch->unwanted)
        return;
    options->progress = is_unwanted;
    options->context = (void *)watch;
}

tml_status tml_study_worker_answer(tml_study_worker *w, tml_status status, const tml_results *results,
                                   const tml_log *log, double *answers, const char **reason)
{
    *reason = NULL;
    for (int i = 0; i < tml_answers_count(w->study->answers); i++)
        answers[i] = NAN;
    if (status == TML_OK && find_answers(w, results, answers) >= 0) {
        status = TML_FAILED;
        *reason = w->reason;
    } else if (status == TML_FAILED || status == TML_WRONG) {
        take_reason(w, log);
        status = TML_FAILED;
        *reason = w->reason;
    }
    return status;
}

tml_status tml_study_worker_try(tml_study_worker *w, const double *values, double *answers, const char **reason)
{
    tml_results *results = NULL;
    tml_log log = {0};
    tml_study_worker_give(w, values);
    tml_run_options options = w->study->options;
    tml_study_run_watched(&options, &w->model->watch);
    const tml_status ended = tml_run(w->model, &options, &results, &log);
    const tml_status status = tml_study_worker_answer(w, ended, results, &log, answers, reason);
    tml_results_free(results);
    tml_log_clear(&log);
    w->known = status == TML_OK;
    memcpy(w->tried, values, (size_t)tml_variation_count(w->study->variation) * sizeof(double));
    memcpy(w->found, answers, (size_t)tml_answers_count(w->study->answers) * sizeof(double));
    return status;
}

tml_status tml_study_worker_know(tml_study_worker *w, const double *values, double *answers, const char **reason)
{
    const tml_study *s = w->study;
    if (!w->known || memcmp(values, w->tried, (size_t)tml_variation_count(s->variation) * sizeof(double)) != 0)
        return tml_study_worker_try(w, values, answers, reason);
    memcpy(answers, w->found, (size_t)tml_answers_count(s->answers) * sizeof(double));
    *reason = NULL;
    return TML_OK;
}

void tml_study_worker_watch(tml_study_worker *w, int (*unwanted)(void *context), void *context)
{
    tml_model_set_cancel(w->model, unwanted, context);
}

void tml_study_worker_counts(const tml_study_worker *w, uint64_t *resolved, uint64_t *compiled)
{
    *resolved = (uint64_t)w->model->prepared->resolutions;
    *compiled = (uint64_t)w->model->prepared->compilations;
    tml_near_models_count(w->near, resolved, compiled);
    tml_study_lanes_counts(w->lanes, resolved, compiled);
}

bool *tml_study_worker_varied(tml_study_worker *w)
{
    return w->varied;
}

bool tml_study_worker_is_varied(const tml_study_worker *w, size_t answer, size_t parameter)
{
    const size_t parameters = tml_study_parameter_count(w->study);
    return answer < tml_study_answer_count(w->study) && parameter < parameters &&
           w->varied[answer * parameters + parameter];
}

tml_near_models *tml_study_worker_near(const tml_study_worker *w)
{
    return w->near;
}

const tml_study *tml_study_worker_study(const tml_study_worker *w)
{
    return w->study;
}
