/* plot.c - trammel plot: draws channels of a result file, or a study, as a picture. */
#include "command.h"
#include "command_line.h"
#include "frontend/codes.h"
#include "messages.h"
#include "output.h"
#include "trammel/trammel.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USAGE                                                                                                          \
    "plot RESULT... CHANNEL... [-o FILE{pictures}] [--against CHANNEL] [--xy] [--log x|y|z|xy|none] [--title TEXT] "   \
    "[--theme light|dark|auto] [--width W] [--height H] [--analysis KIND]\n"                                           \
    "       trammel plot STUDY [COLUMN...] [--kind {kinds}] [--maximize GOAL]..."

typedef struct {
    const char *output, *analysis;
    const char **results; /* (result_count) files */
    size_t result_count;
    cli_settings maximize;
    tml_plot_options request;
} arguments;

/* ---- the arguments ------------------------------------------------------------------------------------------- */

static bool take_theme(void *to, char *value)
{
    static const char *const names[] = {"auto", "light", "dark"};
    for (int i = 0; i < 3; i++)
        if (cli_is(value, names[i])) {
            *(tml_theme *)to = (tml_theme)i;
            return true;
        }
    return false;
}

/* Axes by their letters, each once at most. */
static bool take_log(void *to, char *value)
{
    tml_plot_options *request = to;
    request->plain = cli_is(value, "none");
    if (request->plain)
        return true;
    request->log_x = strchr(value, 'x') != NULL;
    request->log_y = strchr(value, 'y') != NULL;
    request->log_z = strchr(value, 'z') != NULL;
    return *value && (size_t)(request->log_x + request->log_y + request->log_z) == strlen(value);
}

static bool take_size(void *to, char *value)
{
    double *size = to;
    return cli_read_number(value, size) && *size >= 160 && *size <= 8000;
}

/* Whether a name is that of a file with results: by its ending, which no channel has. */
static bool is_result(const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = 0; i < tml_registry_count(TML_RESULT_FORMATS); i++) {
        const char *ending = tml_registry_ending(TML_RESULT_FORMATS, i);
        if (length > strlen(ending) && cli_is(name + length - strlen(ending), ending))
            return true;
    }
    return false;
}

/* Files, then channels. Further files are moved from the names that follow the first. */
static void split_names(arguments *a, const char *first, const char **names, size_t count)
{
    a->results[a->result_count++] = first;
    size_t channels = 0;
    for (size_t i = 0; i < count; i++)
        if (is_result(names[i]))
            a->results[a->result_count++] = names[i];
        else
            names[channels++] = names[i];
    a->request.channels = names;
    a->request.channel_count = channels;
}

/* `channels` and `results` have room for all arguments. */
static bool read_arguments(int count, char **list, arguments *a, const char **channels, int *code)
{
    static const cli_kind theme = {"light, dark or auto", take_theme},
                          log = {"x, y, z, several of them, or none", take_log},
                          size = {"a number of pixels from 160 to 8000", take_size};
    tml_plot_options *request = &a->request;
    const cli_option options[] = {
        {"--output", "-o", &cli_text, &a->output},         {"--analysis", NULL, &cli_text, &a->analysis},
        {"--against", NULL, &cli_text, &request->against}, {"--title", NULL, &cli_text, &request->title},
        {"--xy", NULL, &cli_flag, &request->path},         {"--log", NULL, &log, request},
        {"--theme", NULL, &theme, &request->theme},        {"--width", NULL, &size, &request->width},
        {"--height", NULL, &size, &request->height},       {"--kind", NULL, &cli_text, &request->kind},
        {"--maximize", NULL, &cli_texts, &a->maximize},    {0},
    };
    cli_command_line line = {
        .command = "plot", .usage = USAGE, .options = options, .needs = "result file", .more = channels};
    if (!cli_read_command_line(&line, count, list, code))
        return false;
    split_names(a, line.first, channels, (size_t)line.more_count);
    request->maximize = a->maximize.item;
    request->maximize_count = (size_t)a->maximize.count;
    return true;
}

/* ---- the work ------------------------------------------------------------------------------------------------ */

static const tml_table *find_table(const tml_results *results, const char *kind, tml_log *log)
{
    const tml_table *table = tml_results_find(results, kind);
    if (!table)
        tml_log_add(log, FE_E_NO_ANALYSIS_IN_RESULT, (tml_place){0}, "the result has no analysis \"%s\"",
                    kind ? kind : "");
    return table;
}

/* What was read of the files, and their names for the legend. */
typedef struct {
    tml_results **results;
    const tml_table **tables;
    const char **labels;
} loaded;

static bool load_all(const arguments *from, loaded *all, tml_log *log)
{
    for (size_t i = 0; i < from->result_count; i++) {
        all->results[i] = tml_results_load(from->results[i], log);
        all->tables[i] = all->results[i] ? find_table(all->results[i], from->analysis, log) : NULL;
        all->labels[i] = cli_file_name(from->results[i]);
        if (!all->tables[i])
            return false;
    }
    return true;
}

static tml_status draw_tables(const arguments *from, const loaded *all, const char *path, tml_log *log)
{
    char *bytes = NULL;
    size_t length = 0;
    tml_status status =
        from->result_count == 1
            ? tml_table_plot(all->tables[0], &from->request, path, &bytes, &length, log)
            : tml_tables_plot(all->tables, all->labels, from->result_count, &from->request, path, &bytes, &length, log);
    if (status == TML_OK)
        status = cli_write_output(path, &(cli_sources){.all = from->results, .count = from->result_count}, bytes,
                                  length, log);
    if (status == TML_OK && !cli_is(path, "-"))
        cli_print(stdout, "%s\n", path);
    free(bytes);
    return status;
}

static tml_status draw(const arguments *from, const char *path, tml_log *log)
{
    const size_t count = from->result_count;
    loaded all = {calloc(count, sizeof *all.results), calloc(count, sizeof *all.tables),
                  calloc(count, sizeof *all.labels)};
    tml_status status = all.results && all.tables && all.labels ? TML_WRONG : TML_NO_MEMORY;
    if (status == TML_WRONG && tml_plot_find_ending(path, log) && load_all(from, &all, log))
        status = draw_tables(from, &all, path, log);
    for (size_t i = 0; all.results && i < count; i++)
        tml_results_free(all.results[i]);
    free(all.results);
    free(all.tables);
    free(all.labels);
    return status;
}

static int plot(int count, char **list)
{
    arguments a = {.request = {.size = sizeof a.request}};
    tml_status status = TML_NO_MEMORY;
    int code = cli_exit_code(status);
    const char **channels = calloc((size_t)count + 1, sizeof *channels);
    a.results = calloc((size_t)count + 1, sizeof *a.results);
    tml_log *log = tml_log_make();
    if (channels && a.results && log && read_arguments(count, list, &a, channels, &code)) {
        char *path = cli_output_path(a.output, a.results[0], tml_plot_find_ending(NULL, log));
        if (path)
            status = draw(&a, path, log);
        cli_print_log(log);
        code = cli_exit_code(status);
        free(path);
    }
    tml_log_free(log);
    free(a.results);
    free(channels);
    return code;
}

const tml_command tml_command_plot = {
    .name = "plot",
    .usage = USAGE,
    .doc = "Draws channels of results over time, over another channel or as paths; * stands for any part of a name. "
           "Draws studies.",
    .main = plot,
};
