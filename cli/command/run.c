/* run.c - `trammel run`: does a model's analyses and prints a summary. */
#include "checkpoint.h"
#include "command.h"
#include "command_line.h"
#include "load.h"
#include "messages.h"
#include "output.h"
#include "parameters.h"
#include "progress.h"
#include "summary.h"
#include "trammel/trammel.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *model, *output, *only;
    cli_settings set;
    cli_pattern_list channels;
    bool json, quiet, error, loads, units;
    const char *free_body, *at;
    double time; /* `at`; NAN: the end */
} arguments;

/* What is done while the run goes on. */
typedef struct {
    cli_progress progress;
    cli_checkpoint file;
} going_on;

static int progress(void *context, const char *analysis, double part)
{
    return cli_progress_show(&((going_on *)context)->progress, analysis, part);
}

static void rows_so_far(void *context, const tml_results *results)
{
    cli_checkpoint_take(&((going_on *)context)->file, results);
}

#define USAGE                                                                                                          \
    "run MODEL [-o RESULT{results}] [--analysis KIND] [--set parameter=value]… [--channels PATTERN,...] [--units]"   \
    " [--error] [--loads] [--free-body BODY [--at TIME]] [--json] [--quiet]"

static bool read_arguments(int count, char **list, arguments *a, int *code)
{
    const cli_option options[] = {
        {"--output", "-o", &cli_text, &a->output}, {"--analysis", NULL, &cli_text, &a->only},
        {"--set", NULL, &cli_setting, &a->set},    {"--json", NULL, &cli_flag, &a->json},
        {"--quiet", "-q", &cli_flag, &a->quiet},   {"--error", NULL, &cli_flag, &a->error},
        {"--loads", NULL, &cli_flag, &a->loads},   {"--free-body", NULL, &cli_text, &a->free_body},
        {"--at", NULL, &cli_text, &a->at},         {"--channels", NULL, &cli_patterns, &a->channels},
        {"--units", NULL, &cli_flag, &a->units},   {0},
    };
    cli_command_line line = {.command = "run", .usage = USAGE, .options = options, .needs = "model"};
    const bool goes_on = cli_read_command_line(&line, count, list, code);
    a->model = line.first;
    a->time = NAN;
    if (goes_on && a->at && (!a->free_body || !cli_read_number(a->at, &a->time))) {
        *code = cli_wrong("run", USAGE,
                          a->free_body ? "--at needs a time in seconds, not \"%s\""
                                       : "--at %s: it is the time of a --free-body",
                          a->at);
        return false;
    }
    return goes_on;
}

/* Whether the output can be written, as far as that is known before a long run. */
static tml_status check_output(const arguments *a, const tml_model *model, tml_log *log)
{
    if (!a->output)
        return TML_OK;
    const tml_status status = cli_check_result(a->output, &(cli_sources){.input = a->model, .model = model}, log);
    return status == TML_OK ? tml_channels_check(model, a->channels.item, a->channels.count, log) : status;
}

static tml_save_options how_to_save(const arguments *a)
{
    return (tml_save_options){.size = sizeof(tml_save_options),
                              .kind = a->only,
                              .units = a->units,
                              .channels = a->channels.item,
                              .channel_count = a->channels.count};
}

/* `--analysis dynamics.loads` asks for that table as well. */
static bool wants_loads(const arguments *a)
{
    const char *part = a->only ? strchr(a->only, '.') : NULL;
    return a->loads || (part && strcmp(part, ".loads") == 0);
}

static tml_status print_free_body(const arguments *a, const tml_model *model, const tml_results *results, tml_log *log)
{
    char *text = NULL;
    const tml_status status =
        a->free_body ? tml_free_body_text(model, results, a->free_body, a->time, &text, log) : TML_OK;
    if (text)
        cli_put_text(stdout, text);
    free(text);
    return status;
}

/* The file first: a pipe that is closed while the summary is printed must not cost the results. */
static tml_status print_results(const arguments *a, const tml_model *model, tml_results *results, tml_log *log)
{
    const tml_status added = wants_loads(a) ? tml_results_add_loads(results, model, log) : TML_OK;
    if (added != TML_OK)
        return added;
    const bool saves = a->output && tml_results_count(results) > 0;
    const tml_save_options how = how_to_save(a);
    const tml_status saved = saves ? tml_results_save_as(results, a->output, &how, log) : TML_OK;
    if (a->json)
        cli_print_json(model, results);
    else if (!a->quiet && !a->free_body)
        cli_print_summary(model, results);
    if (saves && saved == TML_OK && !a->quiet && !a->json)
        cli_print(stdout, "written to %s\n", a->output);
    const tml_status printed = print_free_body(a, model, results, log);
    return saved == TML_OK ? printed : saved;
}

static int run(int count, char **list)
{
    arguments a = {0};
    int code;
    if (!read_arguments(count, list, &a, &code))
        return code;
    tml_log *log = tml_log_make();
    tml_model *model = log ? cli_load_model(a.model, log) : NULL;
    tml_results *results = NULL;
    tml_status status = model ? cli_set_parameters(a.set.item, a.set.count, model, log) : TML_WRONG;
    if (status == TML_OK)
        status = check_output(&a, model, log);
    if (status == TML_OK) {
        const tml_save_options how = how_to_save(&a);
        going_on state = {cli_progress_begin(!a.quiet), cli_checkpoint_begin(a.output, &how)};
        const tml_run_options options = {.size = sizeof options,
                                         .only = a.only,
                                         .context = &state,
                                         .progress = progress,
                                         .error = a.error,
                                         .rows_so_far = a.output ? rows_so_far : NULL};
        status = tml_run(model, &options, &results, log);
        cli_progress_end(&state.progress);
    }
    if (results) {
        const tml_status saved = print_results(&a, model, results, log);
        status = status == TML_OK ? saved : status;
    }
    tml_results_free(results);
    return cli_finish(model, log, status,
                      a.output ? "what was computed up to then is kept"
                               : "what was computed up to then is kept (no -o given: nothing written)");
}

const tml_command tml_command_run = {
    .name = "run",
    .usage = USAGE,
    .doc = "run the analyses of a model",
    .main = run,
};
