/* import.c - `trammel import`: the model file of a robot that another program describes. */
#include "command.h"
#include "command_line.h"
#include "load.h"
#include "messages.h"
#include "output.h"
#include "trammel/trammel.h"
#include <stdlib.h>
#include <string.h>

#define USAGE "import FILE [-o MODEL] [--floating] [--keep-fixed]"

/* Where files that are included begin. */
typedef struct {
    const char *first; /* the file that is imported */
    tml_log *log;
} folder;

static char *read_included(void *context, const char *path, size_t *length)
{
    const folder *f = context;
    const char *slash = strrchr(f->first, '/');
    const size_t kept = slash && path[0] != '/' ? (size_t)(slash - f->first) + 1 : 0, own = strlen(path) + 1;
    char *whole = malloc(kept + own);
    if (!whole)
        return NULL;
    memcpy(whole, f->first, kept);
    memcpy(whole + kept, path, own);
    char *text = tml_file_read_model(whole, length, f->log);
    free(whole);
    return text;
}

static int import(int count, char **list)
{
    const char *output = NULL;
    tml_import_options options = {.size = sizeof options};
    const cli_option table[] = {{"--output", "-o", &cli_text, &output},
                                {"--floating", NULL, &cli_flag, &options.floating},
                                {"--keep-fixed", NULL, &cli_flag, &options.keep_fixed},
                                {0}};
    cli_command_line line = {.command = "import", .usage = USAGE, .options = table, .needs = "description of a robot"};
    int code;
    if (!cli_read_command_line(&line, count, list, &code))
        return code;
    tml_log *log = tml_log_make();
    folder beside = {line.first, log};
    options.include = read_included;
    options.context = &beside;
    size_t length = 0;
    char *text = log ? cli_read_text(line.first, &length, log) : NULL, *model = NULL;
    tml_status status = text ? tml_import(text, length, cli_input_name(line.first), &options, &model, log) : TML_WRONG;
    if (status == TML_OK)
        status = cli_write_output(output ? output : "-", model, strlen(model), log);
    free(text);
    free(model);
    return cli_finish(NULL, log, status, NULL);
}

const tml_command tml_command_import = {
    .name = "import",
    .usage = USAGE,
    .doc = "make a model file of a robot's URDF or MJCF: bodies, joints, loops, limits, damping, friction",
    .main = import,
};
