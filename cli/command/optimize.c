/* optimize.c - `trammel optimize`: the values of parameters within bounds that make a goal small or large, under constraints. */
#include "clock.h"
#include "command.h"
#include "messages.h"
#include "search_command.h"
#include <stdio.h>
#include <string.h>

#define USAGE                                                                                                          \
    "optimize MODEL [NAME] [--minimize|--maximize GOAL]… [--over PARAMETER=LOW..HIGH[@START]]… [--subject-to "     \
    "CONSTRAINT]…"                                                                                                   \
    " [--method NAME] [--evaluations N] [--front N]" CLI_SEARCH_USAGE

typedef struct {
    cli_search search;
    cli_settings minimize, maximize, subject_to;
    const char *method;
    double evaluations, front;
} arguments;

enum { MAX_FRONT_ROWS = 40 };

/* ---- what is printed ---- */

static void print_counts(const cli_search *s, const tml_table *table)
{
    cli_print(stdout, "%s\n", cli_fact_text(table, "method"));
    cli_print(stdout, "%s searches, %s evaluations (%s failed), derivatives at %s points, %.3g s\n",
              cli_fact_text(table, "searches"), cli_fact_text(table, "evaluations"),
              cli_fact_text(table, "evaluations that failed"), cli_fact_text(table, "derivatives"),
              cli_clock() - s->began);
}

/* Facts whose names begin so, behind it: "constraint a <= b"; `title` in front of the first. */
static void print_facts(const tml_table *table, const char *begin, const char *title)
{
    const size_t length = strlen(begin);
    for (size_t i = 0; i < tml_table_fact_count(table); i++) {
        const char *name = tml_table_fact_name(table, i);
        if (strncmp(name, begin, length) != 0)
            continue;
        cli_print(stdout, "%s  %-32s %s\n", title, name + length, tml_table_fact_text(table, i));
        title = "";
    }
}

static void print_best(const tml_table *table)
{
    print_facts(table, "best ", "");
    print_facts(table, "constraint ", "constraints:\n");
    print_facts(table, "multiplier ",
                "multipliers, the gain of the goal for each unit by which a constraint is relaxed:\n");
    print_facts(table, "bound ",
                "parameters at a bound, and the gain of the goal for each unit by which it is relaxed:\n");
    cli_print(stdout, "%s (%s); %s\n", cli_fact_text(table, "ended"), cli_fact_text(table, "converged"),
              cli_fact_text(table, "searches that agree"));
}

static void print_front(const tml_table *front)
{
    const size_t rows = tml_table_rows(front), columns = tml_table_columns(front);
    for (size_t k = 1; k < columns; k++)
        cli_print(stdout, "%s%-16s", k == 1 ? "  " : " ", tml_table_name(front, k));
    cli_print(stdout, "\n");
    for (size_t i = 0; i < rows && i < MAX_FRONT_ROWS; i++) {
        for (size_t k = 1; k < columns; k++)
            cli_print(stdout, "%s%-16.8g", k == 1 ? "  " : " ", tml_table_value(front, i, k));
        cli_print(stdout, "\n");
    }
    cli_print(stdout, "%zu point%s on the front%s\n", rows, rows == 1 ? "" : "s",
              rows > MAX_FRONT_ROWS ? ", the first of which are shown" : "");
}

static void print(const cli_search *s, const tml_results *results)
{
    const tml_table *table = tml_results_find(results, "optimize"), *front = tml_results_find(results, "front");
    print_counts(s, table);
    if (front)
        print_front(front);
    else
        print_best(table);
}

/* ---- the command ---- */

static tml_status run(const cli_search *s, const tml_model *model, bool of_model, const tml_study_run_options *how,
                      tml_results **results, tml_log *log)
{
    const arguments *a = (const arguments *)s;
    const tml_optimize_options options = {.size = sizeof options,
                                          .minimize = a->minimize.item,
                                          .minimize_count = (size_t)a->minimize.count,
                                          .maximize = a->maximize.item,
                                          .maximize_count = (size_t)a->maximize.count,
                                          .over = s->over.item,
                                          .over_count = (size_t)s->over.count,
                                          .subject_to = a->subject_to.item,
                                          .subject_to_count = (size_t)a->subject_to.count,
                                          .method = a->method,
                                          .starts = s->starts,
                                          .front = a->front,
                                          .evaluations = a->evaluations,
                                          .accuracy = s->accuracy,
                                          .seed = s->seed,
                                          .only = s->only,
                                          .tolerance = s->tolerance};
    return of_model ? tml_optimize_of_model(model, s->name, &options, how, results, log)
                    : tml_optimize(model, &options, how, results, log);
}

static const char *refuse(const cli_search *s)
{
    const arguments *a = (const arguments *)s;
    return s->write && a->minimize.count + a->maximize.count > 1
               ? "--write needs one goal: several give a front, not a point"
               : NULL;
}

static int optimize(int count, char **list)
{
    static const cli_search_kind kind = {"optimize", USAGE, "the best so far is shown", refuse, run, print};
    arguments a = {.search.kind = &kind};
    cli_option options[CLI_SEARCH_OPTIONS + 7] = {0};
    int at = cli_search_options(&a.search, options);
    options[at++] = (cli_option){"--minimize", NULL, &cli_texts, &a.minimize};
    options[at++] = (cli_option){"--maximize", NULL, &cli_texts, &a.maximize};
    options[at++] = (cli_option){"--subject-to", NULL, &cli_texts, &a.subject_to};
    options[at++] = (cli_option){"--method", NULL, &cli_text, &a.method};
    options[at++] = (cli_option){"--evaluations", NULL, &cli_whole, &a.evaluations};
    options[at] = (cli_option){"--front", NULL, &cli_whole, &a.front};
    return cli_search_main(&a.search, options, count, list);
}

const tml_command tml_command_optimize = {
    .name = "optimize",
    .usage = USAGE,
    .doc = "find the values of parameters that make a goal small or large, under constraints",
    .main = optimize,
};
