/* search_command.c - searches for values of parameters from the command line. */
#include "search_command.h"
#include "clock.h"
#include "load.h"
#include "messages.h"
#include "output.h"
#include "parameters.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- arguments ---- */

static bool take_threads(void *to, char *value)
{
    return cli_read_whole_number(value, 1, 1024, to);
}

static bool take_whole(void *to, char *value)
{
    double *number = to;
    return cli_read_number(value, number) && *number >= 0 && *number == floor(*number);
}

static bool take_positive(void *to, char *value)
{
    double *number = to;
    return cli_read_number(value, number) && *number > 0;
}

const cli_kind cli_whole = {"a whole number", take_whole}, cli_positive = {"a number greater than zero", take_positive};

int cli_search_options(cli_search *s, cli_option *options)
{
    static const cli_kind threads = {"a whole number", take_threads};
    const cli_option all[] = {
        {"--over", NULL, &cli_setting, &s->over},
        {"--output", "-o", &cli_text, &s->output},
        {"--write", NULL, &cli_text, &s->write},
        {"--starts", NULL, &cli_whole, &s->starts},
        {"--accuracy", NULL, &cli_positive, &s->accuracy},
        {"--seed", NULL, &cli_whole, &s->seed},
        {"--analysis", NULL, &cli_text, &s->only},
        {"--tolerance", NULL, &cli_positive, &s->tolerance},
        {"--set", NULL, &cli_setting, &s->set},
        {"--threads", NULL, &threads, &s->threads},
        {"--units", NULL, &cli_flag, &s->units},
        {"--quiet", "-q", &cli_flag, &s->quiet},
    };
    memcpy(options, all, sizeof all);
    return (int)(sizeof all / sizeof *all);
}

bool cli_search_read(cli_search *s, cli_command_line *line, int count, char **list, int *code)
{
    const char **names = calloc((size_t)count + 1, sizeof *names);
    line->more = names;
    const bool read = names && cli_read_command_line(line, count, list, code);
    s->model = line->first;
    s->name = read && line->more_count ? names[0] : NULL;
    free(names);
    line->more = NULL;
    if (!read || line->more_count < 2)
        return read;
    *code = cli_wrong(line->command, line->usage, "one study at a time: a model, and the name of one of its studies");
    return false;
}

tml_model *cli_search_model(const cli_search *s, tml_log *log)
{
    tml_model *model = cli_load_model(s->model, log);
    tml_status status = model ? cli_set_parameters(s->set.item, s->set.count, model, log) : TML_WRONG;
    if (status == TML_OK && s->output)
        status = tml_results_check_ending(s->output, log);
    if (status == TML_OK && s->output)
        status = tml_file_check_output(s->output, model, log);
    if (status == TML_OK)
        return model;
    tml_model_free(model);
    return NULL;
}

/* ---- progress ---- */

static int show(void *context, uint64_t done, uint64_t all)
{
    cli_search *s = context;
    char text[80];
    snprintf(text, sizeof text, "%s: %llu evaluations, at most %llu", s->what, (unsigned long long)done,
             (unsigned long long)all);
    return cli_progress_show(&s->progress, text, all ? (double)done / (double)all : 1);
}

tml_study_run_options cli_search_begin(cli_search *s)
{
    s->began = cli_clock();
    s->progress = cli_progress_begin(!s->quiet);
    return (tml_study_run_options){
        .size = sizeof(tml_study_run_options), .threads = s->threads, .context = s, .progress = show};
}

/* ---- what it found ---- */

void cli_shortest(double number, char *text, size_t size)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, size, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            return;
    }
}

static tml_status write_model(const cli_search *s, const char *const *names, const char *const *values, size_t count,
                              tml_log *log)
{
    size_t length = 0;
    char *changed = NULL, *text = cli_read_text(s->model, &length, log);
    tml_status status =
        text ? tml_model_put_values(text, length, cli_input_name(s->model), names, values, count, &changed, log)
             : TML_WRONG;
    if (status == TML_OK)
        status = cli_write_output(s->write, changed, strlen(changed), log);
    if (status == TML_OK && !s->quiet)
        cli_print(stdout, "the model with these values is written to %s\n", s->write);
    free(text);
    free(changed);
    return status;
}

tml_status cli_search_use(const cli_search *s, const char *const *names, const char *const *units, const double *values,
                          size_t count, tml_log *log)
{
    enum { ROOM = 64 };
    char(*texts)[ROOM] = calloc(count + 1, sizeof *texts);
    const char **list = calloc(count + 1, sizeof *list);
    tml_status status = texts && list ? TML_OK : TML_NO_MEMORY;
    if (!s->quiet && status == TML_OK)
        cli_print(stdout, "to use them:");
    for (size_t i = 0; status == TML_OK && i < count; i++) {
        cli_shortest(values[i], texts[i], ROOM);
        if (!s->quiet)
            cli_print(stdout, " --set %s=%s", names[i], texts[i]);
        const size_t length = strlen(texts[i]);
        if (units[i] && *units[i])
            snprintf(texts[i] + length, ROOM - length, " %s", units[i]);
        list[i] = texts[i];
    }
    if (!s->quiet && status == TML_OK)
        cli_print(stdout, "\n");
    if (status == TML_OK && s->write)
        status = write_model(s, names, list, count, log);
    free(texts);
    free(list);
    return status;
}

tml_status cli_search_save(const cli_search *s, const tml_results *results, tml_log *log)
{
    const tml_save_options how = {.size = sizeof how, .units = s->units};
    if (!s->output)
        return TML_OK;
    const tml_status status = tml_results_save_as(results, s->output, &how, log);
    if (status == TML_OK && !s->quiet)
        cli_print(stdout, "written to %s\n", s->output);
    return status;
}

const char *cli_fact_text(const tml_table *table, const char *name)
{
    const long at = tml_table_fact_find(table, name);
    return at < 0 ? "" : tml_table_fact_text(table, (size_t)at);
}
