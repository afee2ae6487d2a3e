/* rerun.c - `trammel rerun`: repeats a run, or a sweep, from the model's text and the options in its result, and compares the numbers. */
#include "command.h"
#include "command_line.h"
#include "compare_results.h"
#include "frontend/codes.h"
#include "messages.h"
#include "progress.h"
#include "trammel/trammel.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USAGE "rerun RESULT [--tolerance X] [--quiet]"

typedef struct {
    const char *result;
    double tolerance; /* of differences, relative to the largest value of a channel */
    bool quiet;
} arguments;

static bool take_tolerance(void *to, char *value)
{
    double *tolerance = to;
    return cli_read_number(value, tolerance) && *tolerance >= 0;
}

static int progress(void *context, const char *analysis, double part)
{
    return cli_progress_show(context, analysis, part);
}

/* An option that is a number; 0 where it was not given. */
static double number_of(const tml_results *results, const char *name)
{
    const char *text = tml_results_origin(results, name);
    double number = 0;
    return text && cli_read_number(text, &number) ? number : 0;
}

static tml_status set_parameters(const tml_results *results, tml_model *model, tml_log *log)
{
    tml_status status = TML_OK;
    for (size_t i = 0; i < tml_results_origin_count(results) && status == TML_OK; i++) {
        const char *name = tml_results_origin_name(results, i);
        if (strncmp(name, "set.", 4) == 0)
            status = tml_model_set(model, name + 4, tml_results_origin(results, name), log);
    }
    return status;
}

static tml_model *make_model(const tml_results *results, const char *path, tml_log *log)
{
    const char *text = tml_results_origin(results, "text"), *name = tml_results_origin(results, "model");
    if (tml_results_origin(results, "study") && !tml_results_find(results, "sweep")) {
        tml_log_add(log, FE_E_NO_ORIGIN, (tml_place){.file = path},
                    "runs and sweeps are repeated; this is what a search found");
        return NULL;
    }
    if (!text) {
        tml_log_add(log, FE_E_NO_ORIGIN, (tml_place){.file = path}, "it does not hold the model that it was made from");
        return NULL;
    }
    tml_model *model = tml_model_parse(text, strlen(text), name ? name : path, log);
    if (model && set_parameters(results, model, log) == TML_OK)
        return model;
    tml_model_free(model);
    return NULL;
}

static tml_status run_again(const arguments *a, const tml_results *old, tml_model *model, tml_results **again,
                            tml_log *log)
{
    cli_progress state = cli_progress_begin(!a->quiet);
    const tml_run_options options = {.size = sizeof options,
                                     .only = tml_results_origin(old, "analysis"),
                                     .context = &state,
                                     .progress = progress,
                                     .formulation = tml_results_origin(old, "formulation"),
                                     .integrator = tml_results_origin(old, "integrator"),
                                     .tolerance = number_of(old, "tolerance"),
                                     .stiffness = number_of(old, "stiffness"),
                                     .rows = number_of(old, "rows"),
                                     .refine = number_of(old, "refine"),
                                     .error = tml_results_origin(old, "error") != NULL};
    tml_status status = tml_run(model, &options, again, log);
    cli_progress_end(&state);
    if (status == TML_OK && tml_results_origin(old, "loads"))
        status = tml_results_add_loads(*again, model, log);
    return status;
}

/* ---- a sweep ---- */

static int study_progress(void *context, uint64_t done, uint64_t all)
{
    return cli_progress_show(context, "sweep", all ? (double)done / (double)all : 1);
}

/* Those points that the file has: it may be of a sweep that was stopped. */
static tml_status compute_same(const tml_table *old, const tml_study *study, tml_study_rows *rows, cli_progress *state,
                               tml_log *log)
{
    tml_study_worker *worker = tml_study_worker_make(study, log);
    double *answers = malloc((tml_study_answer_count(study) + 1) * sizeof *answers);
    tml_status status = worker && answers ? TML_OK : TML_NO_MEMORY;
    for (size_t i = 0; i < tml_table_rows(old) && status == TML_OK; i++) {
        const uint64_t point = (uint64_t)tml_table_value(old, i, 0);
        const char *reason = NULL;
        if (study_progress(state, i, tml_table_rows(old)))
            status = TML_STOPPED;
        else if (tml_study_worker_run(worker, point, answers, &reason) <= TML_FAILED)
            status = tml_study_rows_put(rows, point, answers, reason);
        else
            status = TML_NO_MEMORY;
    }
    free(answers);
    tml_study_worker_free(worker);
    return status;
}

static tml_status sweep_again(const arguments *a, const tml_results *old, const tml_model *model, tml_results **again,
                              tml_log *log)
{
    cli_progress state = cli_progress_begin(!a->quiet);
    const tml_study_run_options options = {.size = sizeof options, .context = &state, .progress = study_progress};
    tml_study *study = tml_study_of_results(model, old, log);
    tml_study_rows *rows = NULL;
    tml_status status = study ? tml_study_rows_make(study, NULL, false, &rows, log) : TML_WRONG;
    if (status == TML_OK)
        status = tml_table_rows(tml_results_table(old, 0)) < tml_study_point_count(study)
                     ? compute_same(tml_results_table(old, 0), study, rows, &state, log)
                     : tml_study_run(study, &options, rows, log);
    cli_progress_end(&state);
    if (status == TML_OK) {
        *again = tml_study_results(study, rows);
        status = *again ? TML_OK : TML_NO_MEMORY;
    }
    tml_study_rows_free(rows);
    tml_study_free(study);
    return status;
}

/* ---- what is different ---- */

/* Files that the model names (input.NAME: their SHA-256) and that were others then. */
static void print_inputs(const tml_results *old, const tml_results *again)
{
    for (size_t i = 0; i < tml_results_origin_count(old); i++) {
        const char *name = tml_results_origin_name(old, i);
        const char *now = strncmp(name, "input.", 6) == 0 ? tml_results_origin(again, name) : "";
        if (!now)
            cli_print(stdout, "%s was read by the run, and is not now\n", name + 6);
        else if (*now && strcmp(now, tml_results_origin(old, name)) != 0)
            cli_print(stdout, "%s has changed since the run: its SHA-256 is another\n", name + 6);
    }
}

/* What is not the same beside the numbers. */
static void print_origin(const tml_results *old, const tml_results *again)
{
    const char *version = tml_results_origin(old, "version"), *hash = tml_results_origin(old, "sha256"),
               *now = tml_results_origin(again, "sha256");
    if (version && strcmp(version, tml_version()) != 0)
        cli_print(stdout, "made by Trammel %s, repeated by %s\n", version, tml_version());
    if (hash && now && strcmp(hash, now) != 0)
        cli_print(stdout, "the model's text in the file is not the one that was run: its SHA-256 is another\n");
    print_inputs(old, again);
}

static tml_status judge(const arguments *a, const cli_comparison *c, tml_log *log)
{
    const bool close = c->different == 0 || c->worst <= a->tolerance;
    if (c->missing == 0 && close && !a->quiet)
        cli_print(stdout, c->different ? "all %zu numbers agree to %g\n" : "all %zu numbers are the same\n", c->values,
                  a->tolerance);
    if (c->missing == 0 && close)
        return TML_OK;
    if (!close)
        tml_log_add(log, FE_E_RERUN_DIFFERS, (tml_place){.file = a->result},
                    "%zu of %zu channels differ, by up to %.3g of their largest value", c->different, c->channels,
                    c->worst);
    if (c->missing)
        tml_log_add(log, FE_E_RERUN_DIFFERS, (tml_place){.file = a->result},
                    "tables, channels or numbers of rows are not the same");
    return TML_FAILED;
}

static tml_status repeat(const arguments *a, tml_model **model, tml_log *log)
{
    tml_results *old = tml_results_load(a->result, log), *again = NULL;
    *model = old ? make_model(old, a->result, log) : NULL;
    tml_status status = !*model                            ? TML_WRONG
                        : tml_results_origin(old, "study") ? sweep_again(a, old, *model, &again, log)
                                                           : run_again(a, old, *model, &again, log);
    if (again && status != TML_STOPPED) {
        print_origin(old, again);
        const cli_comparison c = cli_compare_results(old, again, a->quiet);
        const tml_status judged = judge(a, &c, log);
        status = status == TML_OK ? judged : status;
    }
    tml_results_free(again);
    tml_results_free(old);
    return status;
}

static int rerun(int count, char **list)
{
    static const cli_kind tolerance = {"a number that is not negative", take_tolerance};
    arguments a = {0};
    const cli_option options[] = {
        {"--tolerance", NULL, &tolerance, &a.tolerance},
        {"--quiet", "-q", &cli_flag, &a.quiet},
        {0},
    };
    cli_command_line line = {.command = "rerun", .usage = USAGE, .options = options, .needs = "result file"};
    int code;
    if (!cli_read_command_line(&line, count, list, &code))
        return code;
    a.result = line.first;
    tml_log *log = tml_log_make();
    tml_model *model = NULL;
    const tml_status status = log ? repeat(&a, &model, log) : TML_NO_MEMORY;
    return cli_finish(model, log, status, "nothing was compared");
}

const tml_command tml_command_rerun = {
    .name = "rerun",
    .usage = USAGE,
    .doc = "repeat the run or the sweep of a result and compare the numbers",
    .main = rerun,
};
