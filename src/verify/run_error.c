/* run_error.c - a run and the error of its result: the same analyses again at other tolerances. */
#include "run/run.h"
#include "verify/error_estimate.h"
#include <math.h>
#include <string.h>

typedef struct {
    const tml_run_options *options;
    double done, share; /* of the whole work: before this run, of this run */
} portion;

/* Work of the runs at the tolerance, a tenth and a hundredth of it, as fractions of the total. */
static const double SHARES[1 + TML_ERROR_RUNS] = {0.24, 0.32, 0.44};

static int progress(void *context, const char *analysis, double part)
{
    const portion *p = context;
    return p->options->progress(p->options->context, analysis, p->done + p->share * part);
}

static tml_status run(const tml_model *model, const tml_run_options *options, double refine, portion *p,
                      tml_results **results, tml_log *log)
{
    tml_run_options now = *options;
    now.error = false;
    now.refine = refine;
    now.context = p;
    now.progress = options->progress ? progress : NULL;
    now.rows_so_far = NULL; /* `context` is not the caller's */
    return tml_run(model, &now, results, log);
}

static bool has_motion(const tml_results *results)
{
    for (size_t i = 0; i < results->count; i++)
        if (tml_analysis_integrates(results->tables[i]->kind))
            return true;
    return false;
}

static bool has_kind(const tml_results *results, size_t before, const char *kind)
{
    for (size_t i = 0; i < before; i++)
        if (strcmp(results->tables[i]->kind, kind) == 0)
            return true;
    return false;
}

/* Other analyses have no integration error: theirs is not estimated, and a note says so. */
static void note_others(const tml_results *results, tml_log *log)
{
    tml_text text = {0};
    for (size_t i = 0; i < results->count; i++) {
        const char *kind = results->tables[i]->kind;
        if (!strchr(kind, '.') && !tml_analysis_integrates(kind) && !has_kind(results, i, kind))
            tml_text_add(&text, "%s%s", text.length ? ", " : "", kind);
    }
    if (text.length && !text.failed)
        tml_log_raise(log, TML_N_ERROR_OF_DYNAMICS, TML_NOWHERE,
                      "the error is estimated for `dynamics` only, not for %s", text.data);
    tml_text_free(&text);
}

static void not_known(tml_results *results, const char *why)
{
    for (size_t i = 0; i < results->count; i++)
        if (tml_analysis_integrates(results->tables[i]->kind))
            tml_table_add_fact(results->tables[i], "error of the result", NAN, "not known: %s", why);
}

static const char *first_error(const tml_log *log)
{
    for (size_t i = 0; i < tml_log_count(log); i++)
        if (tml_log_get(log, i).severity == TML_ERROR)
            return tml_log_get(log, i).text;
    return "it was stopped";
}

/* The two runs besides the one requested. */
static tml_status run_others(const tml_model *model, const tml_run_options *options, tml_results *results, tml_log *log)
{
    tml_results *others[TML_ERROR_RUNS] = {0};
    tml_status status = TML_OK;
    double done = SHARES[0];
    for (int i = 0; status == TML_OK && i < TML_ERROR_RUNS; i++) {
        tml_log *said = tml_log_make();
        portion p = {options, done, SHARES[1 + i]};
        status = said ? run(model, options, tml_error_refinement[i], &p, &others[i], said) : TML_NO_MEMORY;
        done += SHARES[1 + i];
        if (status == TML_FAILED || status == TML_WRONG)
            not_known(results, first_error(said));
        tml_log_free(said);
    }
    const tml_results *const found[TML_ERROR_RUNS] = {others[0], others[1]};
    if (status == TML_OK && !tml_error_add(results, found, log))
        status = TML_NO_MEMORY;
    else if (status == TML_FAILED || status == TML_WRONG) { /* the run that was requested remains valid */
        tml_log_raise(log, TML_W_ERROR_NOT_KNOWN, TML_NOWHERE,
                      "dynamics: the error of the result is not known: a run at a smaller "
                      "tolerance failed");
        status = TML_OK;
    } else if (status == TML_STOPPED)
        not_known(results, "it was stopped");
    for (int i = 0; i < TML_ERROR_RUNS; i++)
        tml_results_free(others[i]);
    return status;
}

tml_status tml_run_with_error(const tml_model *model, const tml_run_options *options, tml_results **results,
                              tml_log *log)
{
    portion p = {options, 0, SHARES[0]};
    const tml_status status = run(model, options, 1, &p, results, log);
    if (!*results)
        return status;
    if (status != TML_OK) {
        not_known(*results, "the run did not finish");
        return status;
    }
    note_others(*results, log);
    if (!has_motion(*results))
        return status;
    return run_others(model, options, *results, log);
}
