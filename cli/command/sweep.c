/* sweep.c - `trammel sweep`: runs a model at many values of its parameters, on all processors, and keeps a few numbers of each run. */
#include "command.h"
#include "messages.h"
#include "study_command.h"

static tml_status compute(const cli_study_arguments *a, const tml_study *study, tml_study_rows *rows, tml_log *log)
{
    cli_study_progress progress = cli_study_progress_begin(a, rows);
    const tml_study_run_options options = {
        .size = sizeof options, .threads = a->threads, .context = &progress, .progress = cli_study_progress_show};
    const tml_status status = tml_study_run(study, &options, rows, log);
    cli_progress_end(&progress.progress);
    return cli_study_finish(a, study, rows, status, log);
}

static int sweep(int count, char **list)
{
    cli_study_arguments a = {0};
    int code;
    if (!cli_study_read_arguments(&a, "sweep", count, list, &code))
        return code;
    tml_log *log = tml_log_make();
    tml_model *model = NULL;
    tml_study *study = log ? cli_study_make(&a, &model, log) : NULL;
    tml_study_rows *rows = study ? cli_study_rows_make(&a, study, log) : NULL;
    const tml_status status = rows ? compute(&a, study, rows, log) : TML_WRONG;
    tml_study_rows_free(rows);
    tml_study_free(study);
    return cli_finish(model, log, status,
                      a.output ? "points that are done are kept; --resume goes on with the others"
                               : "points that are done were counted (no -o given: nothing written)");
}

const tml_command tml_command_sweep = {
    .name = "sweep",
    .usage = CLI_SWEEP_USAGE,
    .doc = "run a model at many values of its parameters, and keep a few numbers of each run",
    .main = sweep,
};
