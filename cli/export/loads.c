/* loads.c - `trammel export loads`: load cases for a stress analysis: all loads on bodies at chosen instants, in body axes. */
#include "command_line.h"
#include "export.h"
#include "frontend/codes.h"
#include "frontend/memory.h"
#include "load.h"
#include "load_cases.h"
#include "load_files.h"
#include "messages.h"
#include "output.h"
#include "parameters.h"
#include "progress.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define USAGE                                                                                                          \
    "export loads MODEL -o LOADS.csv|.inp [--body BODY] [--at TIME[,TIME]…] [--peaks] [--mm] [--set "                \
    "parameter=value]… [--quiet]"

/* clang-format off */
static const char explained[] =
    "usage: trammel " USAGE "\n"
    "\n"
    "Runs the model and writes every load on each body (joints, forces, drivers, weight, inertia) at chosen outputs of\n"
    "the motion, in the axes of the body and at points in its frame, as a stress analysis wants them: a table (.csv), or\n"
    "cards for CalculiX (.inp), whose heading says what is left to do.\n"
    "\n"
    "  -o, --output FILE      where to; - is the table on stdout\n"
    "  --body BODY            loads on this body alone\n"
    "  --at TIME,TIME…        at the outputs nearest to these times, s\n"
    "  --peaks                where the force of each joint is largest (without --at this is the default)\n"
    "  --mm                   lengths in mm, torques in N mm, mass in t\n"
    "  --set parameter=value  another value of a parameter\n"
    "  -q, --quiet            no progress\n";
/* clang-format on */

typedef struct {
    const char *model, *output, *body;
    double *times; /* owned */
    int time_count;
    bool peaks, mm, quiet;
    cli_settings set;
} arguments;

/* "0.5,1.2" */
static bool take_times(void *to, char *value)
{
    arguments *a = to;
    for (char *item = value, *after;; item = after + 1) {
        const double time = strtod(item, &after);
        if (after == item || (*after && *after != ',') || !isfinite(time))
            return false;
        double *more = realloc(a->times, (size_t)(a->time_count + 1) * sizeof *more);
        if (!more)
            return false;
        a->times = more;
        a->times[a->time_count++] = time;
        if (!*after)
            return true;
    }
}

static bool read_arguments(int count, char **list, arguments *a, int *code)
{
    static const cli_kind times = {"times in seconds, as 0.5,1.2", take_times};
    const cli_option options[] = {
        {"--output", "-o", &cli_text, &a->output},
        {"--body", NULL, &cli_text, &a->body},
        {"--at", NULL, &times, a},
        {"--peaks", NULL, &cli_flag, &a->peaks},
        {"--mm", NULL, &cli_flag, &a->mm},
        {"--set", NULL, &cli_setting, &a->set},
        {"--quiet", "-q", &cli_flag, &a->quiet},
        {0},
    };
    cli_command_line line = {
        .command = "export loads", .usage = USAGE, .help = explained, .options = options, .needs = "model"};
    if (!cli_read_command_line(&line, count, list, code))
        return false;
    a->model = line.first;
    if (!a->output)
        *code = cli_wrong("export loads", USAGE, "no output given: -o loads.csv");
    else if (!cli_load_file_find(a->output))
        *code = cli_wrong("export loads", USAGE, "loads are written as .csv or .inp, unlike %s", a->output);
    return !*code;
}

static int progress(void *context, const char *analysis, double part)
{
    return cli_progress_show(context, analysis, part);
}

static tml_status choose_cases(const arguments *a, cli_load_cases *cases, tml_log *log)
{
    tml_status status = TML_OK;
    for (int i = 0; i < a->time_count && status == TML_OK; i++)
        status = cli_load_cases_add_time(cases, a->times[i], log);
    if (status == TML_OK && (a->peaks || !a->time_count))
        status = cli_load_cases_add_peaks(cases, log);
    return status;
}

static tml_status write_cases(const arguments *a, const tml_model *model, cli_load_cases *cases, tml_log *log)
{
    fe_memory memory = {0};
    tml_status status = TML_NO_MEMORY;
    if (fe_memory_open(&memory) &&
        cli_load_file_find(a->output)(memory.to, cases, a->mm ? &cli_millimetres : &cli_metres) &&
        fe_memory_close(&memory))
        status = cli_write_output(a->output, &(cli_sources){.input = a->model, .model = model}, memory.data,
                                  memory.length, log);
    else
        tml_log_add(log, FE_E_OUT_OF_MEMORY, (tml_place){0}, "out of memory");
    fe_memory_free(&memory);
    return status;
}

static tml_status make(const arguments *a, const tml_model *model, const tml_results *results, tml_log *log)
{
    cli_load_cases cases;
    tml_status status = cli_load_cases_make(&cases, model, results, a->body, log);
    if (status == TML_OK)
        status = choose_cases(a, &cases, log);
    if (status == TML_OK)
        status = write_cases(a, model, &cases, log);
    cli_load_cases_free(&cases);
    return status;
}

static tml_status run_and_make(const arguments *a, tml_model *model, tml_log *log)
{
    tml_results *results = NULL;
    tml_status status = cli_set_parameters(a->set.item, a->set.count, model, log);
    if (status == TML_OK)
        status = cli_check_output(a->output, &(cli_sources){.input = a->model, .model = model}, log);
    if (status != TML_OK)
        return status;
    cli_progress state = cli_progress_begin(!a->quiet);
    const tml_run_options options = {.size = sizeof options, .context = &state, .progress = progress};
    status = tml_run(model, &options, &results, log);
    cli_progress_end(&state);
    if (status == TML_OK)
        status = make(a, model, results, log);
    tml_results_free(results);
    return status;
}

static int export_loads(int count, char **list)
{
    arguments a = {0};
    int code;
    if (!read_arguments(count, list, &a, &code)) {
        free(a.times);
        return code;
    }
    tml_log *log = tml_log_make();
    tml_model *model = log ? cli_load_model(a.model, log) : NULL;
    const tml_status status = model ? run_and_make(&a, model, log) : TML_WRONG;
    free(a.times);
    return cli_finish(model, log, status, "nothing written");
}

const tml_export tml_export_loads = {
    .name = "loads",
    .usage = USAGE,
    .doc = "load cases for a stress analysis: all loads on each body at chosen instants or peaks, in body axes",
    .main = export_loads,
};
