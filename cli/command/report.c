/* report.c - `trammel report`: does a model's analyses and writes all that came out into one HTML file, to be opened anywhere. */
#include "command.h"
#include "messages.h"
#include <stdio.h>

#define USAGE "report MODEL [-o REPORT.html] [--set parameter=value]… [--analysis KIND] [--verify] [--quiet]"

#ifdef TML_WORKBENCH
#include "command_line.h"
#include "frontend/memory.h"
#include "output.h"
#include "parameters.h"
#include "progress.h"
#include "trammel/trammel.h"
#include "workbench/report/report.h"
#include "workbench/server/request.h"
#include <stdlib.h>
#include <string.h>

static const char explained[] =
    "usage: trammel " USAGE "\n"
    "\n"
    "Runs the analyses of a model and writes a report: the mechanism moving, plots, tables, forces in the joints and "
    "the\n"
    "text of the model in one HTML file that opens in any browser, without a network.\n"
    "\n"
    "  -o REPORT.html         where to write it; -: to stdout (default: the name of MODEL with .html, in this folder)\n"
    "  --set parameter=value  gives a parameter another value\n"
    "  --analysis KIND        runs the analyses up to the one of this kind only\n"
    "  --verify               also solves the motion by every formulation: the report says how well they agree\n"
    "  --quiet                no progress, no message about the file written\n";

enum { ROWS = 150 /* enough for a smooth animation */ };

typedef struct {
    const char *model, *output, *only;
    cli_settings set;
    bool verify, quiet;
} arguments;

typedef struct {
    char *text; /* of the model */
    tml_model *model;
    tml_results *results;
    tml_verification *verification;
    tml_log *log, *verify_log;
    wb_report report;
} job;

/* ---- arguments ---- */

static bool read_arguments(int count, char **list, arguments *a, int *code)
{
    const cli_option options[] = {
        {"--output", "-o", &cli_text, &a->output}, {"--analysis", NULL, &cli_text, &a->only},
        {"--set", NULL, &cli_setting, &a->set},    {"--verify", NULL, &cli_flag, &a->verify},
        {"--quiet", "-q", &cli_flag, &a->quiet},   {0},
    };
    cli_command_line line = {
        .command = "report", .usage = USAGE, .help = explained, .options = options, .needs = "model"};
    const bool goes_on = cli_read_command_line(&line, count, list, code);
    a->model = line.first;
    return goes_on;
}

/* ---- the command, as it can be given again ---- */

static void put_argument(FILE *to, const char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=./:,@%";
    const bool quoted = text[0] == 0 || text[strspn(text, plain)] != 0;
    fputs(quoted ? " '" : " ", to);
    for (; *text; text++)
        fprintf(to, quoted && *text == '\'' ? "'\\''" : "%c", *text);
    fputs(quoted ? "'" : "", to);
}

/* Folders are left out: they are private. */
static void put_command(FILE *to, const arguments *a)
{
    fputs("trammel report", to);
    put_argument(to, cli_file_name(a->model));
    for (int i = 0; i < a->set.count; i++) {
        fputs(" --set", to);
        put_argument(to, a->set.item[i]);
    }
    if (a->only) {
        fputs(" --analysis", to);
        put_argument(to, a->only);
    }
    fputs(a->verify ? " --verify" : "", to);
}

/* ---- the work ---- */

static tml_status load(job *j, const char *path)
{
    size_t length = 0;
    j->text = tml_file_read_model(path, &length, j->log);
    if (!j->text)
        return TML_WRONG;
    j->model = tml_model_parse(j->text, length, path, j->log);
    return j->model ? TML_OK : TML_WRONG;
}

static int run_progress(void *context, const char *analysis, double part)
{
    return cli_progress_show(context, analysis, part);
}

static int verify_progress(void *context, double part)
{
    return cli_progress_show(context, "verify", part);
}

static tml_status run(job *j, const arguments *a)
{
    cli_progress state = cli_progress_begin(!a->quiet);
    const double begin = wb_now();
    const tml_run_options options = {
        .size = sizeof options, .only = a->only, .context = &state, .progress = run_progress, .rows = ROWS};
    tml_status status = tml_run(j->model, &options, &j->results, j->log);
    const tml_status added = j->results ? tml_results_add_loads(j->results, j->model, j->log) : TML_OK;
    status = status == TML_OK ? added : status;
    j->report.seconds = wb_now() - begin;
    if (status == TML_OK && a->verify) {
        const tml_verify_options how = {.size = sizeof how, .context = &state, .progress = verify_progress};
        j->report.verifies = true;
        j->report.verify_status = tml_verify(j->model, &how, &j->verification, j->verify_log);
    }
    cli_progress_end(&state);
    return status;
}

/* The report is made in memory, so that a run that is interrupted leaves no file. */
static tml_status make_html(job *j, const arguments *a, fe_memory *html)
{
    fe_memory how;
    if (!fe_memory_open(&how))
        return TML_NO_MEMORY;
    put_command(how.to, a);
    if (!fe_memory_close(&how) || !fe_memory_open(html)) {
        fe_memory_free(&how);
        return TML_NO_MEMORY;
    }
    wb_report *r = &j->report;
    r->path = a->model;
    r->name = cli_file_name(a->model);
    r->text = j->text;
    r->how = how.data;
    r->set = a->set.item;
    r->set_count = a->set.count;
    r->model = j->model;
    r->results = j->results;
    r->log = j->log;
    r->verification = j->verification;
    r->verify_log = j->verify_log;
    const tml_status status = wb_report_write(r, html->to, j->log);
    fe_memory_free(&how);
    return fe_memory_close(html) ? status : TML_NO_MEMORY;
}

static tml_status tell(job *j, const arguments *a, const char *path)
{
    fe_memory html = {0};
    tml_status status = make_html(j, a, &html);
    if (status == TML_OK)
        status = cli_write_output(path, &(cli_sources){.input = a->model, .model = j->model}, html.data, html.length,
                                  j->log);
    if (status == TML_OK && !a->quiet && !cli_is(path, "-"))
        cli_print(stdout, "written to %s (%zu kB)\n", path, (html.length + 999) / 1000);
    fe_memory_free(&html);
    return status;
}

static tml_status work(job *j, const arguments *a, const char *path)
{
    tml_status status = load(j, a->model);
    if (status == TML_OK)
        status = cli_set_parameters(a->set.item, a->set.count, j->model, j->log);
    if (status == TML_OK)
        status = cli_check_output(path, &(cli_sources){.input = a->model, .model = j->model}, j->log);
    if (status != TML_OK)
        return status;
    status = j->report.status = run(j, a);
    if (!j->results)
        return status;
    const tml_status told = tell(j, a, path);
    if (status == TML_OK && j->report.verifies)
        status = j->report.verify_status;
    return status == TML_OK ? told : status;
}

static int report(int count, char **list)
{
    arguments a = {0};
    int code;
    if (!read_arguments(count, list, &a, &code))
        return code;
    job j = {.log = tml_log_make(), .verify_log = tml_log_make()};
    char *path = cli_output_path(a.output, cli_file_name(a.model), ".html");
    tml_status status = TML_NO_MEMORY;
    if (j.log && j.verify_log && path) {
        status = work(&j, &a, path);
        cli_print_log(j.log);
        cli_print_log(j.verify_log);
    }
    if (status == TML_STOPPED)
        fprintf(stderr, "trammel: stopped; what was computed up to then is in the report\n");
    tml_verification_free(j.verification);
    tml_results_free(j.results);
    tml_model_free(j.model);
    tml_log_free(j.verify_log);
    tml_log_free(j.log);
    free(j.text);
    free(path);
    return cli_exit_code(status);
}

#else

static int report(int count, char **list)
{
    (void)count, (void)list;
    return cli_without_workbench("report");
}

#endif

const tml_command tml_command_report = {
    .name = "report",
    .usage = USAGE,
    .doc = "the analyses of a model in one HTML file that opens anywhere: animation, plots, tables, model",
    .main = report,
};
