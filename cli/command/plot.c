/* plot.c - trammel plot: draws channels of a result file as SVG or PNG. */
#include "result/plot.h"
#include "command.h"
#include "result/file.h"
#include "result/read.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USAGE                                                                                                          \
    "plot RESULT CHANNEL... [-o FILE.svg|.png] [--against CHANNEL] [--xy] [--log x|y|xy|none] [--title TEXT] "         \
    "[--theme light|dark|auto] [--width W] [--height H] [--analysis KIND]"

enum { DONE = 0, FAILED = 1, WRONG = 2 };

typedef struct {
    const char *result, *output, *analysis;
    const char **channels;
    tml_plot_request request;
    bool help;
} options;

/* ---- the arguments ------------------------------------------------------------------------------------------- */

static bool wrong(const char *what, const char *argument)
{
    fprintf(stderr, "trammel: plot: %s%s%s\n", what, argument != NULL ? " " : "", argument != NULL ? argument : "");
    return false;
}

static bool read_theme(const char *text, tml_theme *theme)
{
    static const char *const names[] = {"auto", "light", "dark"};
    for (int i = 0; i < 3; i++)
        if (strcmp(text, names[i]) == 0) {
            *theme = (tml_theme)i;
            return true;
        }
    return wrong("--theme is light, dark or auto, not", text);
}

static bool read_log(const char *text, tml_plot_request *request)
{
    request->log_x = strcmp(text, "x") == 0 || strcmp(text, "xy") == 0;
    request->log_y = strcmp(text, "y") == 0 || strcmp(text, "xy") == 0;
    request->plain = strcmp(text, "none") == 0;
    return request->log_x || request->log_y || request->plain || wrong("--log is x, y, xy or none, not", text);
}

static bool read_size(const char *option, const char *text, double *size)
{
    char *end;
    *size = strtod(text, &end);
    if (end != text && *end == '\0' && *size >= 160 && *size <= 8000)
        return true;
    fprintf(stderr, "trammel: plot: %s is a number of pixels from 160 to 8000, not %s\n", option, text);
    return false;
}

static bool read_option(options *to, const char *option, const char *value)
{
    if (strcmp(option, "--theme") == 0)
        return read_theme(value, &to->request.theme);
    if (strcmp(option, "--log") == 0)
        return read_log(value, &to->request);
    if (strcmp(option, "--width") == 0)
        return read_size(option, value, &to->request.width);
    if (strcmp(option, "--height") == 0)
        return read_size(option, value, &to->request.height);
    const struct {
        const char *name;
        const char **value;
    } texts[] = {{"-o", &to->output},
                 {"--output", &to->output},
                 {"--against", &to->request.against},
                 {"--title", &to->request.title},
                 {"--analysis", &to->analysis}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(option, texts[i].name) == 0)
            *texts[i].value = value;
    return true;
}

static bool takes_value(const char *option)
{
    static const char *const names[] = {"-o",      "--output", "--against", "--title",   "--log",
                                        "--theme", "--width",  "--height",  "--analysis"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(option, names[i]) == 0)
            return true;
    return false;
}

static void add_name(options *to, const char *name)
{
    if (to->result == NULL)
        to->result = name;
    else
        to->channels[to->request.channel_count++] = name;
}

static bool read_arguments(options *to, int count, char **arguments)
{
    bool names_only = false;
    for (int i = 0; i < count; i++) {
        const char *argument = arguments[i];
        if (names_only || argument[0] != '-' || argument[1] == '\0') {
            add_name(to, argument);
        } else if (takes_value(argument)) {
            if (i + 1 == count)
                return wrong("a value is missing after", argument);
            if (!read_option(to, argument, arguments[++i]))
                return false;
        } else if (strcmp(argument, "--xy") == 0) {
            to->request.path = true;
        } else if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0) {
            to->help = true;
        } else if (strcmp(argument, "--") == 0) {
            names_only = true;
        } else {
            return wrong("unknown option", argument);
        }
    }
    if (to->help || to->request.channel_count > 0)
        return true;
    fprintf(stderr, "trammel: plot: %s\nusage: trammel " USAGE "\n",
            to->result == NULL ? "name a result file" : "name at least one channel");
    return false;
}

/* ---- the work ------------------------------------------------------------------------------------------------ */

static int tell(const tml_log *log, tml_status status)
{
    for (size_t i = 0; i < tml_log_count(log); i++) {
        tml_message message = tml_log_get(log, i);
        if (message.place.file != NULL)
            fprintf(stderr, "%s:%d:%d: %s\n", message.place.file, message.place.line, message.place.column,
                    message.text);
        else
            fprintf(stderr, "trammel: %s\n", message.text);
    }
    return status == TML_OK ? DONE : status == TML_WRONG ? WRONG : FAILED;
}

/* The result's path with the ending .svg. */
static char *default_output(const char *result)
{
    const char *name = strrchr(result, '/');
    name = name != NULL ? name + 1 : result;
    const char *point = strrchr(name, '.');
    size_t length = point != NULL && point > name ? (size_t)(point - result) : strlen(result);
    char *path = malloc(length + sizeof ".svg");
    if (path != NULL) {
        memcpy(path, result, length);
        memcpy(path + length, ".svg", sizeof ".svg");
    }
    return path;
}

static const tml_table *find_table(const tml_results *results, const char *kind, tml_log *log)
{
    for (size_t i = tml_results_count(results); i-- > 0;) {
        const char *its = tml_table_kind(tml_results_table(results, i));
        if (kind == NULL ? strchr(its, '.') == NULL : strcmp(its, kind) == 0)
            return tml_results_table(results, i);
    }
    tml_log_error(log, TML_NOWHERE, "the result has no analysis \"%s\"", kind != NULL ? kind : "");
    return NULL;
}

static tml_status write_plot(const char *path, const tml_text *text, tml_log *log)
{
    if (strcmp(path, "-") == 0) {
        bool written = fwrite(text->data, 1, text->length, stdout) == text->length && fflush(stdout) == 0;
        if (!written)
            tml_log_error(log, TML_NOWHERE, "cannot write to stdout");
        return written ? TML_OK : TML_FAILED;
    }
    tml_status status = tml_file_write(path, text->data, text->length, log);
    if (status == TML_OK)
        printf("%s\n", path);
    return status;
}

static tml_status plot(const options *from, const char *path, tml_log *log)
{
    bool png = tml_path_ends(path, ".png");
    if (!png && !tml_path_ends(path, ".svg") && strcmp(path, "-") != 0) {
        tml_log_error(log, TML_NOWHERE, "%s: no picture format ends so; known endings: .svg, .png", path);
        return TML_WRONG;
    }
    tml_results *results = tml_results_load(from->result, log);
    if (results == NULL)
        return TML_WRONG;
    const tml_table *table = find_table(results, from->analysis, log);
    tml_text text = {0};
    tml_status status = table != NULL ? tml_table_plot(table, &from->request, png, &text, log) : TML_WRONG;
    if (status == TML_OK)
        status = write_plot(path, &text, log);
    tml_text_free(&text);
    tml_results_free(results);
    return status;
}

static int run(const options *from)
{
    tml_log *log = tml_log_make();
    char *output = from->output == NULL ? default_output(from->result) : NULL;
    int code = FAILED;
    if (log != NULL && (output != NULL || from->output != NULL)) {
        tml_status status = plot(from, output != NULL ? output : from->output, log);
        code = tell(log, status);
    }
    free(output);
    tml_log_free(log);
    return code;
}

extern const tml_command tml_command_plot;

static int plot_main(int count, char **arguments)
{
    options from = {.channels = calloc((size_t)count + 1, sizeof(char *))};
    int code = WRONG;
    if (from.channels == NULL)
        return FAILED;
    from.request.channels = from.channels;
    if (read_arguments(&from, count, arguments)) {
        if (from.help)
            code = printf("usage: trammel %s\n\n%s\n", USAGE, tml_command_plot.doc) > 0 ? DONE : FAILED;
        else
            code = run(&from);
    }
    free(from.channels);
    return code;
}

const tml_command tml_command_plot = {
    .name = "plot",
    .usage = USAGE,
    .doc = "Draws channels of a result over time, over another channel or as paths; * stands for any part of a name.",
    .main = plot_main,
};
