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

const cli_kind cli_whole = {"a whole number from 0 on", take_whole},
               cli_positive = {"a number greater than zero", take_positive};

int cli_search_options(cli_search *s, cli_option *options)
{
    static const cli_kind threads = {"a whole number from 1 to 1024", take_threads};
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

/* A model, and perhaps the name of one of its studies. False: the command ends with this exit code. */
static bool read_arguments(cli_search *s, const cli_option *options, int count, char **list, int *code)
{
    const char **names = calloc((size_t)count + 1, sizeof *names);
    cli_command_line line = {
        .command = s->kind->name, .usage = s->kind->usage, .options = options, .needs = "model", .more = names};
    const bool read = names && cli_read_command_line(&line, count, list, code);
    s->model = line.first;
    s->name = read && line.more_count ? names[0] : NULL;
    free(names);
    if (!read)
        return false;
    const char *why = line.more_count > 1 ? "one study at a time: a model, and the name of one of its studies"
                      : s->kind->refuse   ? s->kind->refuse(s)
                                          : NULL;
    if (why)
        *code = cli_wrong(s->kind->name, s->kind->usage, "%s", why);
    return !why;
}

/* What another version of the model must not overwrite. */
static cli_sources sources_of_version(const cli_search *s)
{
    return (cli_sources){.input = s->data, .text = s->text, .length = s->length, .name = cli_input_name(s->model)};
}

/* The model with its settings, once it is seen that what is found can be written; NULL with messages. */
static tml_model *load(cli_search *s, tml_log *log)
{
    s->text = cli_read_text(s->model, &s->length, log);
    tml_model *model = s->text ? tml_model_parse(s->text, s->length, cli_input_name(s->model), log) : NULL;
    tml_status status = model ? cli_set_parameters(s->set.item, s->set.count, model, log) : TML_WRONG;
    const char *const inputs[] = {s->model, s->data};
    const cli_sources all = {.all = inputs, .count = s->data ? 2 : 1, .model = model}, version = sources_of_version(s);
    if (status == TML_OK && s->output)
        status = cli_check_result(s->output, &all, log);
    if (status == TML_OK && s->write)
        status = cli_check_output(s->write, &version, log);
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
    snprintf(text, sizeof text, "%s: %llu evaluations, at most %llu", s->kind->name, (unsigned long long)done,
             (unsigned long long)all);
    return cli_progress_show(&s->progress, text, all ? (double)done / (double)all : 1);
}

/* ---- the values that it found ---- */

typedef struct {
    size_t count;
    const char **names, **texts, **units; /* (count) */
    double *values;
} found_values;

static void free_values(found_values *v)
{
    free(v->names);
    free(v->texts);
    free(v->units);
    free(v->values);
}

/* The first facts "best NAME" are those of the parameters. */
static bool read_values(const tml_table *table, found_values *v)
{
    static const char BEST[] = "best ";
    const size_t all = (size_t)cli_fact(table, "parameters");
    *v = (found_values){.names = calloc(all + 1, sizeof *v->names),
                        .texts = calloc(all + 1, sizeof *v->texts),
                        .units = calloc(all + 1, sizeof *v->units),
                        .values = calloc(all + 1, sizeof *v->values)};
    if (!v->names || !v->texts || !v->units || !v->values)
        return false;
    for (size_t i = 0; i < tml_table_fact_count(table) && v->count < all; i++) {
        const char *name = tml_table_fact_name(table, i);
        char unit[320];
        if (strncmp(name, BEST, strlen(BEST)) != 0)
            continue;
        snprintf(unit, sizeof unit, "unit %s", name + strlen(BEST));
        v->names[v->count] = name + strlen(BEST);
        v->texts[v->count] = tml_table_fact_text(table, i);
        v->units[v->count] = cli_fact_text(table, unit);
        v->values[v->count++] = tml_table_fact_number(table, i);
    }
    return true;
}

static tml_status write_model(const cli_search *s, const found_values *v, tml_log *log)
{
    char *changed = NULL;
    tml_status status = tml_model_put_values(s->text, s->length, cli_input_name(s->model), v->names, v->values,
                                             v->units, v->count, &changed, log);
    const cli_sources from = sources_of_version(s);
    if (status == TML_OK)
        status = cli_write_output(s->write, &from, changed, strlen(changed), log);
    if (status == TML_OK && !s->quiet && strcmp(s->write, "-") != 0)
        cli_print(stdout, "the model with these values is written to %s\n", s->write);
    free(changed);
    return status;
}

static tml_status use_values(const cli_search *s, const tml_table *table, tml_log *log)
{
    found_values v;
    tml_status status = read_values(table, &v) ? TML_OK : TML_NO_MEMORY;
    if (status == TML_OK && v.count && !s->quiet) {
        cli_print(stdout, "to use them:");
        for (size_t i = 0; i < v.count; i++)
            cli_print(stdout, " --set %s=%s", v.names[i], v.texts[i]);
        cli_print(stdout, "\n");
    }
    if (status == TML_OK && s->write && v.count)
        status = write_model(s, &v, log);
    else if (status == TML_OK && s->write) {
        cli_print(stderr, "trammel: no model is written: several goals give a front, not a point\n");
        status = TML_WRONG;
    }
    free_values(&v);
    return status;
}

static tml_status save(const cli_search *s, const tml_results *results, tml_log *log)
{
    const tml_save_options how = {.size = sizeof how, .units = s->units};
    if (!s->output)
        return TML_OK;
    tml_status status = cli_check_result(s->output, &(cli_sources){.input = s->write}, log); /* just written */
    if (status == TML_OK)
        status = tml_results_save_as(results, s->output, &how, log);
    if (status == TML_OK && !s->quiet)
        cli_print(stdout, "written to %s\n", s->output);
    return status;
}

/* ---- the command ---- */

static tml_status search(cli_search *s, const tml_model *model, tml_log *log)
{
    tml_results *results = NULL;
    s->began = cli_clock();
    s->progress = cli_progress_begin(!s->quiet);
    const tml_study_run_options how = {.size = sizeof how, .threads = s->threads, .context = s, .progress = show};
    const bool of_model = s->name || (s->over.count == 0 && tml_model_study_count(model) > 0);
    const tml_status status = s->kind->run(s, model, of_model, &how, &results, log);
    cli_progress_end(&s->progress);
    if (!results)
        return status;
    if (!s->quiet)
        s->kind->print(s, results);
    const tml_table *table = tml_results_table(results, 0);
    const bool usable = cli_fact(table, "feasible") != 0; /* a fit has no constraints */
    const tml_status used = usable ? use_values(s, table, log) : TML_OK, saved = save(s, results, log);
    tml_results_free(results);
    return status != TML_OK ? status : used != TML_OK ? used : saved;
}

int cli_search_main(cli_search *s, const cli_option *options, int count, char **list)
{
    int code;
    if (!read_arguments(s, options, count, list, &code))
        return code;
    tml_log *log = tml_log_make();
    tml_model *model = log ? load(s, log) : NULL;
    const tml_status status = model ? search(s, model, log) : TML_WRONG;
    free(s->text);
    return cli_finish(model, log, status, s->kind->stopped);
}

const char *cli_fact_text(const tml_table *table, const char *name)
{
    const long at = tml_table_fact_find(table, name);
    return at < 0 ? "" : tml_table_fact_text(table, (size_t)at);
}

double cli_fact(const tml_table *table, const char *name)
{
    const long at = tml_table_fact_find(table, name);
    return at < 0 ? NAN : tml_table_fact_number(table, (size_t)at);
}
