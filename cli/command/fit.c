/* fit.c - `trammel fit`: values of parameters with which a run comes closest to measured curves, with their confidence intervals. */
#include "clock.h"
#include "command.h"
#include "messages.h"
#include "search_command.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USAGE                                                                                                          \
    "fit MODEL --data FILE --over PARAMETER=LOW..HIGH[@START]… [--match COLUMN=EXPRESSION]… [--time COLUMN]"       \
    " [--sigma COLUMN=X]… [--confidence X] [--iterations N]" CLI_SEARCH_USAGE

typedef struct {
    cli_search search;
    cli_settings match, sigma;
    const char *data, *time;
    double confidence, iterations;
} arguments;

static void print_parameters(const tml_table *table)
{
    char interval[40];
    snprintf(interval, sizeof interval, "%.6g %% between",
             100 * tml_table_fact_number(table, (size_t)tml_table_fact_find(table, "confidence")));
    cli_print(stdout, "  %-20s %-16s %-16s %s\n", "", "value", "standard error", interval);
    for (size_t i = 0; i < tml_table_rows(table); i++) {
        cli_print(stdout, "  %-20s %-16.9g %-16.3g %.6g and %.6g\n", tml_table_row_name(table, i),
                  tml_table_value(table, i, 0), tml_table_value(table, i, 1), tml_table_value(table, i, 2),
                  tml_table_value(table, i, 3));
    }
}

static void print_fit(const arguments *a, const tml_table *table)
{
    print_parameters(table);
    for (size_t i = tml_table_rows(table); i < tml_table_fact_count(table); i++) {
        const char *name = tml_table_fact_name(table, i);
        if (strncmp(name, "sigma ", 6) == 0 || strncmp(name, "R^2 ", 4) == 0 ||
            strncmp(name, "correlation ", 12) == 0 || strcmp(name, "chi^2") == 0)
            cli_print(stdout, "  %-37s %s\n", name, tml_table_fact_text(table, i));
    }
    cli_print(stdout, "%s numbers, %s degrees of freedom; %s (%s); %s evaluations, %.3g s\n",
              cli_fact_text(table, "numbers"), cli_fact_text(table, "degrees of freedom"),
              cli_fact_text(table, "ended"), cli_fact_text(table, "searches that agree"),
              cli_fact_text(table, "evaluations"), cli_clock() - a->search.began);
}

static tml_status use(const arguments *a, const tml_table *table, tml_log *log)
{
    const size_t count = tml_table_rows(table);
    const char **names = calloc(count + 1, sizeof *names), **units = calloc(count + 1, sizeof *units);
    double *values = calloc(count + 1, sizeof *values);
    tml_status status = names && units && values ? TML_OK : TML_NO_MEMORY;
    for (size_t i = 0; status == TML_OK && i < count; i++) {
        names[i] = tml_table_row_name(table, i);
        values[i] = tml_table_value(table, i, 0);
    }
    if (status == TML_OK)
        status = cli_search_use(&a->search, names, units, values, count, log);
    free(names);
    free(units);
    free(values);
    return status;
}

static tml_status compute(arguments *a, const tml_model *model, tml_log *log)
{
    const cli_search *s = &a->search;
    const tml_fit_options options = {.size = sizeof options,
                                     .data = a->data,
                                     .time = a->time,
                                     .match = a->match.item,
                                     .match_count = (size_t)a->match.count,
                                     .sigma = a->sigma.item,
                                     .sigma_count = (size_t)a->sigma.count,
                                     .over = s->over.item,
                                     .over_count = (size_t)s->over.count,
                                     .starts = s->starts,
                                     .iterations = a->iterations,
                                     .accuracy = s->accuracy,
                                     .confidence = a->confidence,
                                     .seed = s->seed,
                                     .only = s->only,
                                     .tolerance = s->tolerance};
    tml_results *results = NULL;
    const tml_study_run_options how = cli_search_begin(&a->search);
    tml_status status = tml_fit(model, &options, &how, &results, log);
    cli_progress_end(&s->progress);
    const tml_table *table = results ? tml_results_find(results, "fit") : NULL;
    if (table && !s->quiet)
        print_fit(a, table);
    if (table && status == TML_OK)
        status = use(a, table, log);
    if (table && status == TML_OK)
        status = cli_search_save(s, results, log);
    tml_results_free(results);
    return status;
}

static int fit(int count, char **list)
{
    arguments a = {.search.what = "fit"};
    cli_option options[CLI_SEARCH_OPTIONS + 7] = {0};
    int at = cli_search_options(&a.search, options), code;
    options[at++] = (cli_option){"--data", NULL, &cli_text, &a.data};
    options[at++] = (cli_option){"--match", NULL, &cli_texts, &a.match};
    options[at++] = (cli_option){"--time", NULL, &cli_text, &a.time};
    options[at++] = (cli_option){"--sigma", NULL, &cli_setting, &a.sigma};
    options[at++] = (cli_option){"--confidence", NULL, &cli_positive, &a.confidence};
    options[at] = (cli_option){"--iterations", NULL, &cli_whole, &a.iterations};
    cli_command_line line = {.command = "fit", .usage = USAGE, .options = options, .needs = "model"};
    if (!cli_read_command_line(&line, count, list, &code))
        return code;
    a.search.model = line.first;
    if (!a.data)
        return cli_wrong("fit", USAGE, "no measured curves given (--data)");
    tml_log *log = tml_log_make();
    tml_model *model = log ? cli_search_model(&a.search, log) : NULL;
    const tml_status status = model ? compute(&a, model, log) : TML_WRONG;
    return cli_finish(model, log, status, "nothing was fitted");
}

const tml_command tml_command_fit = {
    .name = "fit",
    .usage = USAGE,
    .doc = "fit parameters to measured curves, with confidence intervals",
    .main = fit,
};
