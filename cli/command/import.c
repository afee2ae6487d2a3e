/* import.c - `trammel import`: the model file of a robot that another program describes. */
#include "command.h"
#include "command_line.h"
#include "load.h"
#include "messages.h"
#include "output.h"
#include "trammel/trammel.h"
#include <stdlib.h>
#include <string.h>

#define USAGE "import FILE [-o MODEL] [--floating] [--keep-fixed] [--models DIRS] [--mend-inertia] [--hold-massless]"

/* That of a file, up to its last slash; for free(). */
static char *folder_of(const char *file)
{
    const char *slash = strrchr(file, '/');
    const size_t length = slash ? (size_t)(slash - file) + 1 : 0;
    char *folder = calloc(1, length + 1);
    return folder ? memcpy(folder, file, length) : NULL;
}

static int import(int count, char **list)
{
    const char *output = NULL;
    tml_import_options options = {.size = sizeof options};
    const cli_option table[] = {{"--output", "-o", &cli_text, &output},
                                {"--floating", NULL, &cli_flag, &options.floating},
                                {"--keep-fixed", NULL, &cli_flag, &options.keep_fixed},
                                {"--models", NULL, &cli_text, &options.models},
                                {"--mend-inertia", NULL, &cli_flag, &options.mend_inertia},
                                {"--hold-massless", NULL, &cli_flag, &options.hold_massless},
                                {0}};
    cli_command_line line = {.command = "import", .usage = USAGE, .options = table, .needs = "description of a robot"};
    int code;
    if (!cli_read_command_line(&line, count, list, &code))
        return code;
    tml_log *log = tml_log_make();
    char *folder = folder_of(line.first), *model_folder = output && strcmp(output, "-") != 0 ? folder_of(output) : NULL;
    options.folder = folder;
    options.model_folder = model_folder;
    options.output = model_folder ? output : NULL;
    size_t length = 0;
    char *text = log && folder ? cli_read_text(line.first, &length, log) : NULL, *model = NULL;
    tml_status status = text ? tml_import(text, length, cli_input_name(line.first), &options, &model, log) : TML_WRONG;
    if (status == TML_OK)
        status =
            cli_write_output(output ? output : "-", &(cli_sources){.input = line.first}, model, strlen(model), log);
    free(folder);
    free(model_folder);
    free(text);
    free(model);
    return cli_finish(NULL, log, status, NULL);
}

const tml_command tml_command_import = {
    .name = "import",
    .usage = USAGE,
    .doc = "make a model file of a robot's URDF, MJCF or SDFormat: bodies, joints, loops, limits, damping, friction",
    .main = import,
};
