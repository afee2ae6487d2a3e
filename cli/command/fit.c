/* fit.c - `trammel fit`: values of parameters with which a run comes closest to measured curves, with their confidence intervals. */
#include "clock.h"
#include "command.h"
#include "messages.h"
#include "search_command.h"
#include <stdio.h>
#include <string.h>

#define USAGE                                                                                                          \
    "fit MODEL [NAME] [--data FILE] [--over PARAMETER=LOW..HIGH[@START]]… [--match COLUMN=EXPRESSION]… [--time "   \
    "COLUMN]"                                                                                                          \
    " [--sigma COLUMN=X]… [--confidence X] [--iterations N]" CLI_SEARCH_USAGE

typedef struct {
    cli_search search;
    cli_settings match, sigma;
    const char *time;
    double confidence, iterations;
} arguments;

static void print_parameters(const tml_table *table)
{
    char interval[40];
    snprintf(interval, sizeof interval, "%.6g %% between", 100 * cli_fact(table, "confidence"));
    cli_print(stdout, "  %-20s %-16s %-16s %s\n", "", "value", "standard error", interval);
    for (size_t i = 0; i < tml_table_rows(table); i++) {
        cli_print(stdout, "  %-20s %-16.9g %-16.3g %.6g and %.6g\n", tml_table_row_name(table, i),
                  tml_table_value(table, i, 0), tml_table_value(table, i, 1), tml_table_value(table, i, 2),
                  tml_table_value(table, i, 3));
    }
}

static void print(const cli_search *s, const tml_results *results)
{
    const tml_table *table = tml_results_find(results, "fit");
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
              cli_fact_text(table, "evaluations"), cli_clock() - s->began);
}

static tml_status run(const cli_search *s, const tml_model *model, bool of_model, const tml_study_run_options *how,
                      tml_results **results, tml_log *log)
{
    const arguments *a = (const arguments *)s;
    const tml_fit_options options = {.size = sizeof options,
                                     .data = s->data,
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
    return of_model ? tml_fit_of_model(model, s->name, &options, how, results, log)
                    : tml_fit(model, &options, how, results, log);
}

static const char *refuse(const cli_search *s)
{
    if (!s->data && !s->name && s->over.count > 0)
        return "no measured curves given (--data)";
    return NULL;
}

static int fit(int count, char **list)
{
    static const cli_search_kind kind = {"fit", USAGE, "nothing was fitted", refuse, run, print};
    arguments a = {.search.kind = &kind};
    cli_option options[CLI_SEARCH_OPTIONS + 7] = {0};
    int at = cli_search_options(&a.search, options);
    options[at++] = (cli_option){"--data", NULL, &cli_text, &a.search.data};
    options[at++] = (cli_option){"--match", NULL, &cli_texts, &a.match};
    options[at++] = (cli_option){"--time", NULL, &cli_text, &a.time};
    options[at++] = (cli_option){"--sigma", NULL, &cli_setting, &a.sigma};
    options[at++] = (cli_option){"--confidence", NULL, &cli_positive, &a.confidence};
    options[at] = (cli_option){"--iterations", NULL, &cli_whole, &a.iterations};
    return cli_search_main(&a.search, options, count, list);
}

const tml_command tml_command_fit = {
    .name = "fit",
    .usage = USAGE,
    .doc = "fit parameters to measured curves, with confidence intervals",
    .main = fit,
};
