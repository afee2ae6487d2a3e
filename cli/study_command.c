/* study_command.c - a study from the command line: arguments, file, journal, summary. */
#include "study_command.h"
#include "clock.h"
#include "load.h"
#include "messages.h"
#include "output.h"
#include "parameters.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_REASONS = 5 };

/* ---- arguments ---- */

static bool take_threads(void *to, char *value)
{
    return cli_read_whole_number(value, 1, 1024, to);
}

static bool take_count(void *to, char *value)
{
    double *count = to;
    return cli_read_number(value, count) && *count >= 0 && *count == floor(*count);
}

bool cli_study_read_arguments(cli_study_arguments *a, const char *command, int count, char **list, int *code)
{
    static const cli_kind threads = {"a whole number from 1 to 1024", take_threads},
                          whole = {"a whole number from 0 on", take_count};
    char *tolerance = NULL;
    const cli_option options[] = {
        {"--vary", NULL, &cli_setting, &a->vary},
        {"--keep", NULL, &cli_texts, &a->keep},
        {"--output", "-o", &cli_text, &a->output},
        {"--sample", NULL, &cli_text, &a->sample},
        {"--count", NULL, &whole, &a->count},
        {"--seed", NULL, &whole, &a->seed},
        {"--correlate", NULL, &cli_texts, &a->correlate},
        {"--analysis", NULL, &cli_text, &a->only},
        {"--tolerance", NULL, &cli_text, &tolerance},
        {"--set", NULL, &cli_setting, &a->set},
        {"--threads", NULL, &threads, &a->threads},
        {"--resume", NULL, &cli_flag, &a->resume},
        {"--units", NULL, &cli_flag, &a->units},
        {"--quiet", "-q", &cli_flag, &a->quiet},
        {0},
    };
    const char **names = calloc((size_t)count + 1, sizeof *names);
    cli_command_line line = {
        .command = command, .usage = CLI_SWEEP_USAGE, .options = options, .needs = "model", .more = names};
    const bool read = names && cli_read_command_line(&line, count, list, code);
    const int more = line.more_count;
    a->model = line.first;
    a->name = more ? names[0] : NULL;
    free(names);
    if (!read)
        return false;
    if (more > 1) {
        *code = cli_wrong(command, CLI_SWEEP_USAGE, "one study at a time: a model, and the name of one of its studies");
        return false;
    }
    a->began = cli_clock();
    if (tolerance && (!cli_read_number(tolerance, &a->tolerance) || !(a->tolerance > 0))) {
        *code =
            cli_wrong(command, CLI_SWEEP_USAGE, "--tolerance needs a number greater than zero, not \"%s\"", tolerance);
        return false;
    }
    if (a->resume && !a->output) {
        *code = cli_wrong(command, CLI_SWEEP_USAGE, "--resume goes on with the file of -o, which is missing");
        return false;
    }
    return true;
}

/* ---- the study and its rows ---- */

/* The journal of s.h5 is s.h5.part. The caller frees it. */
static char *journal_of(const cli_study_arguments *a)
{
    const size_t length = a->output ? strlen(a->output) : 0;
    char *path = length ? malloc(length + 6) : NULL;
    if (path)
        snprintf(path, length + 6, "%s.part", a->output);
    return path;
}

/* Whether the output and its journal can be written, and are no files that are read. */
static tml_status check_files(const cli_study_arguments *a, const tml_model *model, tml_log *log)
{
    const cli_sources from = {.input = a->model, .model = model};
    char *journal = journal_of(a);
    tml_status status = cli_check_result(a->output, &from, log);
    if (status == TML_OK && journal)
        status = cli_check_output(journal, &from, log);
    free(journal);
    return status;
}

tml_study *cli_study_make(const cli_study_arguments *a, tml_model **model, tml_log *log)
{
    *model = cli_load_model(a->model, log);
    tml_status status = *model ? cli_set_parameters(a->set.item, a->set.count, *model, log) : TML_WRONG;
    if (status == TML_OK && a->output)
        status = check_files(a, *model, log);
    if (status != TML_OK)
        return NULL;
    const tml_study_options options = {.size = sizeof options,
                                       .vary = a->vary.item,
                                       .vary_count = (size_t)a->vary.count,
                                       .keep = a->keep.item,
                                       .keep_count = (size_t)a->keep.count,
                                       .correlate = a->correlate.item,
                                       .correlate_count = (size_t)a->correlate.count,
                                       .sample = a->sample,
                                       .count = a->count,
                                       .seed = a->seed,
                                       .only = a->only,
                                       .tolerance = a->tolerance};
    const bool of_model = a->name || (a->vary.count == 0 && tml_model_study_count(*model) > 0);
    return of_model ? tml_study_of_model(*model, a->name, &options, log) : tml_study_make(*model, &options, log);
}

tml_study_rows *cli_study_rows_make(const cli_study_arguments *a, const tml_study *study, tml_log *log)
{
    char *journal = journal_of(a);
    tml_study_rows *rows = NULL;
    tml_study_rows_make(study, journal, a->resume, &rows, log);
    free(journal);
    return rows;
}

/* ---- progress ---- */

cli_study_progress cli_study_progress_begin(const cli_study_arguments *a, const tml_study_rows *rows)
{
    return (cli_study_progress){cli_progress_begin(!a->quiet), cli_clock(), tml_study_rows_done(rows)};
}

int cli_study_progress_show(void *context, uint64_t done, uint64_t all)
{
    cli_study_progress *p = context;
    const double spent = cli_clock() - p->began, computed = (double)(done - p->before);
    char what[80];
    if (computed > 0)
        snprintf(what, sizeof what, "%.0f a second, %.0f s left", computed / spent,
                 spent * (double)(all - done) / computed);
    else
        snprintf(what, sizeof what, "sweep");
    return cli_progress_show(&p->progress, what, all ? (double)done / (double)all : 1);
}

/* ---- the summary ---- */

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Quantile by linear interpolation between order statistics. */
static double quantile(const double *sorted, size_t count, double p)
{
    const double at = p * (double)(count - 1);
    const size_t low = (size_t)at, high = low + 1 < count ? low + 1 : low;
    return sorted[low] + (at - (double)low) * (sorted[high] - sorted[low]);
}

static void print_answer(const tml_table *table, size_t column, double *values)
{
    size_t count = 0, step;
    double sum = 0, squares = 0;
    const double *all = tml_table_column(table, column, &step);
    for (size_t i = 0; all && i < tml_table_rows(table); i++)
        if (isfinite(all[i * step]))
            sum += values[count++] = all[i * step];
    if (count == 0) {
        cli_print(stdout, "  %-24s no value\n", tml_table_name(table, column));
        return;
    }
    for (size_t i = 0; i < count; i++)
        squares += (values[i] - sum / (double)count) * (values[i] - sum / (double)count);
    qsort(values, count, sizeof *values, by_value);
    cli_print(stdout, "  %-24s %-12.6g %-12.6g %-12.6g %-12.6g %-12.6g %s\n", tml_table_name(table, column), values[0],
              quantile(values, count, 0.5), values[count - 1], sum / (double)count,
              count > 1 ? sqrt(squares / (double)(count - 1)) : 0, tml_table_unit(table, column));
}

static void print_reasons(const tml_table *table)
{
    const char *said[MAX_REASONS];
    int count = 0;
    for (size_t i = 0; i < tml_table_rows(table) && count < MAX_REASONS; i++) {
        const char *reason = tml_table_row_name(table, i);
        bool new = reason &&*reason;
        for (int k = 0; new &&k < count; k++)
            new = strncmp(said[k], reason, 40) != 0;
        if (new) {
            said[count++] = reason;
            cli_print(stdout, "  point %.0f: %s\n", tml_table_value(table, i, 0), reason);
        }
    }
}

static void print_summary(const cli_study_arguments *a, const tml_study *study, const tml_results *results)
{
    const tml_table *table = tml_results_table(results, 0);
    const size_t rows = tml_table_rows(table), parameters = tml_study_parameter_count(study);
    const double failed =
        tml_table_fact_number(table, (size_t)tml_table_fact_find(table, "points without all answers"));
    double *values = malloc((rows + 1) * sizeof *values);
    cli_print(stdout, "%zu point%s (%s), %.3g s\n", rows, rows == 1 ? "" : "s",
              tml_table_fact_text(table, (size_t)tml_table_fact_find(table, "points")), cli_clock() - a->began);
    cli_print(stdout, "  %-24s %-12s %-12s %-12s %-12s %-12s\n", "", "least", "median", "greatest", "mean",
              "deviation");
    for (size_t i = 1 + parameters; values && i < tml_table_columns(table); i++)
        print_answer(table, i, values);
    if (failed > 0) {
        cli_print(stdout, "%.0f point%s without all answers:\n", failed, failed == 1 ? "" : "s");
        print_reasons(table);
    }
    free(values);
}

tml_status cli_study_finish(const cli_study_arguments *a, const tml_study *study, const tml_study_rows *rows,
                            tml_status status, tml_log *log)
{
    tml_results *results = tml_study_results(study, rows);
    const tml_save_options how = {.size = sizeof how, .units = a->units};
    if (!results)
        return TML_NO_MEMORY;
    const tml_status saved = a->output ? tml_results_save_as(results, a->output, &how, log) : TML_OK;
    if (!a->quiet)
        print_summary(a, study, results);
    if (a->output && saved == TML_OK && !a->quiet)
        cli_print(stdout, "written to %s\n", a->output);
    char *journal = journal_of(a);
    if (journal && saved == TML_OK && tml_study_rows_done(rows) == tml_study_point_count(study))
        unlink(journal);
    free(journal);
    tml_results_free(results);
    return status == TML_OK ? saved : status;
}
