/* run.c - `trammel run`: does a model's analyses and says what came out. */
#define _XOPEN_SOURCE 700
#include "command.h"
#include "messages.h"
#include "result/writer.h"
#include "summary.h"
#include "trammel/trammel.h"
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    const char *model, *output, *only;
    const char *set[64];
    int set_count;
    bool json, quiet, help;
} arguments;

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* The first signal stops the run, which keeps what was computed; the second ends the program. */
static void catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

typedef struct {
    time_t begin;
    bool bar, shown;
    int percent; /* shown last */
} progress_state;

static int progress(void *context, const char *analysis, double part)
{
    progress_state *p = context;
    const int percent = (int)(100 * part);
    if (p->bar && percent != p->percent && time(NULL) - p->begin >= 1) {
        const int full = (int)(30 * part);
        p->percent = percent;
        fprintf(stderr, "\r%s [%.*s%.*s] %3.0f %%", analysis, full, "##############################", 30 - full,
                "                              ", 100 * part);
        p->shown = true;
    }
    return interrupted;
}

#define USAGE "run MODEL [-o RESULT.csv|.json] [--analysis KIND] [--set parameter=value]… [--json] [--quiet]"

static int wrong(const char *format, const char *what)
{
    fprintf(stderr, "trammel run: ");
    fprintf(stderr, format, what);
    fprintf(stderr, "\nusage: trammel " USAGE "\n");
    return 2;
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

static tml_status set_parameters(const arguments *a, tml_model *model, tml_log *log)
{
    tml_status status = TML_OK;
    for (int i = 0; i < a->set_count; i++) {
        char name[256];
        const char *equals = strchr(a->set[i], '=');
        snprintf(name, sizeof name, "%.*s", (int)(equals - a->set[i]), a->set[i]);
        const tml_status one = tml_model_set(model, name, equals + 1, log);
        status = one != TML_OK ? one : status;
    }
    return status;
}

/* Whether the output can be written, as far as can be told before an hour has been spent on it. */
static tml_status check_output(const arguments *a, tml_log *log)
{
    if (!a->output)
        return TML_OK;
    if (!tml_writer_find(a->output, log))
        return TML_WRONG;
    const char *slash = strrchr(a->output, '/');
    char folder[PATH_MAX] = ".";
    if (slash)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - a->output + 1), a->output);
    struct stat status;
    if (stat(folder, &status) != 0)
        tml_log_error(log, TML_NOWHERE, "cannot write %s: %s", a->output, strerror(errno));
    else if (stat(a->output, &status) == 0 && S_ISDIR(status.st_mode))
        tml_log_error(log, TML_NOWHERE, "cannot write %s: it is a folder", a->output);
    else
        return TML_OK;
    return TML_WRONG;
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
    tml_status status = model ? set_parameters(&a, model, log) : TML_WRONG;
    if (status == TML_OK)
        status = check_output(&a, log);
    if (status == TML_OK) {
        progress_state state = {.begin = time(NULL), .bar = !a.quiet && isatty(2), .percent = -1};
        const tml_run_options options = {.only = a.only, .context = &state, .progress = progress};
        catch_interrupts();
        status = tml_run(model, &options, &results, log);
        if (state.shown)
            fprintf(stderr, "\r%60s\r", "");
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
