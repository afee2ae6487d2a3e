/* run.c - `trammel run`: does a model's analyses and says what came out. */
#include "command.h"
#include "messages.h"
#include "output.h"
#include "parameters.h"
#include "progress.h"
#include "result/writer.h"
#include "summary.h"
#include "trammel/trammel.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *model, *output, *only;
    const char *set[64];
    int set_count;
    bool json, quiet, help;
} arguments;

static int progress(void *context, const char *analysis, double part)
{
    return cli_progress_show(context, analysis, part);
}

#define USAGE "run MODEL [-o RESULT.csv|.json] [--analysis KIND] [--set parameter=value]… [--json] [--quiet]"

static int wrong(const char *format, const char *what)
{
    return cli_wrong("run", format, what, USAGE);
}

static int read_arguments(int count, char **list, arguments *a)
{
    for (int i = 0; i < count; i++) {
        const char *word = list[i];
        const bool takes = strcmp(word, "-o") == 0 || strcmp(word, "--output") == 0 ||
                           strcmp(word, "--analysis") == 0 || strcmp(word, "--set") == 0;
        if (takes && i + 1 == count)
            return wrong("%s needs a value", word);
        if (strcmp(word, "-o") == 0 || strcmp(word, "--output") == 0)
            a->output = list[++i];
        else if (strcmp(word, "--analysis") == 0)
            a->only = list[++i];
        else if (strcmp(word, "--set") == 0) {
            if (a->set_count == 64 || !strchr(list[i + 1], '='))
                return wrong("--set wants parameter=value, not %s", list[i + 1]);
            a->set[a->set_count++] = list[++i];
        } else if (strcmp(word, "--json") == 0)
            a->json = true;
        else if (strcmp(word, "--quiet") == 0 || strcmp(word, "-q") == 0)
            a->quiet = true;
        else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
            a->help = true;
        else if (word[0] == '-' && word[1])
            return wrong("unknown option %s", word);
        else if (a->model)
            return wrong("one model at a time: %s is one too many", word);
        else
            a->model = word;
    }
    return a->model || a->help ? 0 : wrong("%s", "no model given");
}

/* Whether the output can be written, as far as can be told before an hour has been spent on it. */
static tml_status check_output(const arguments *a, tml_log *log)
{
    if (!a->output)
        return TML_OK;
    if (!tml_writer_find(a->output, log))
        return TML_WRONG;
    return cli_check_output(a->output, log);
}

/* The file first: a pipe that is closed while the summary is printed must not cost the results. */
static tml_status tell(const arguments *a, const tml_results *results, tml_log *log)
{
    const bool saves = a->output && tml_results_count(results) > 0;
    const tml_status saved = saves ? tml_results_save(results, a->output, a->only, log) : TML_OK;
    if (a->json)
        cli_print_json(results);
    else if (!a->quiet)
        cli_print_summary(results);
    if (saves && saved == TML_OK && !a->quiet && !a->json)
        printf("written to %s\n", a->output);
    return saved;
}

static int run(int count, char **list)
{
    arguments a = {0};
    const int bad = read_arguments(count, list, &a);
    if (bad)
        return bad;
    if (a.help) {
        printf("usage: trammel " USAGE "\n");
        return 0;
    }
    tml_log *log = tml_log_make();
    tml_model *model = log ? tml_model_load(a.model, log) : NULL;
    tml_results *results = NULL;
    tml_status status = model ? cli_set_parameters(a.set, a.set_count, model, log) : TML_WRONG;
    if (status == TML_OK)
        status = check_output(&a, log);
    if (status == TML_OK) {
        cli_progress state = cli_progress_begin(!a.quiet);
        const tml_run_options options = {.only = a.only, .context = &state, .progress = progress};
        status = tml_run(model, &options, &results, log);
        cli_progress_end(&state);
    }
    if (results) {
        const tml_status saved = tell(&a, results, log);
        status = status == TML_OK ? saved : status;
    }
    if (log)
        cli_print_log(log);
    if (status == TML_STOPPED)
        fprintf(stderr, "trammel: stopped; what was computed up to then is kept%s\n",
                a.output ? "" : " (no -o given: nothing written)");
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
    return cli_exit_code(status);
}

const tml_command tml_command_run = {
    .name = "run",
    .usage = USAGE,
    .doc = "do the analyses of a model",
    .main = run,
};
