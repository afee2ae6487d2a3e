/* robot_export.c - loads a model, sets parameters, and writes its mechanism in a format for robots; what is left out is listed. */
#include "robot_export.h"
#include "command_line.h"
#include "load.h"
#include "messages.h"
#include "output.h"
#include "parameters.h"
#include <stdlib.h>
#include <string.h>

int cli_export_robot(const char *command, const char *usage, const char *help, const char *format, int count,
                     char **list)
{
    const char *output = NULL;
    cli_settings set = {.count = 0};
    const cli_option options[] = {{"--output", "-o", &cli_text, &output}, {"--set", NULL, &cli_setting, &set}, {0}};
    cli_command_line line = {.command = command, .usage = usage, .help = help, .options = options, .needs = "model"};
    int code;
    if (!cli_read_command_line(&line, count, list, &code))
        return code;
    tml_log *log = tml_log_make();
    tml_model *model = log ? cli_load_model(line.first, log) : NULL;
    tml_status status = model ? cli_set_parameters(set.item, set.count, model, log) : TML_WRONG;
    char *text = NULL;
    if (status == TML_OK)
        status = tml_export_robot(model, format, &text, log);
    const cli_sources from = {.input = line.first, .model = model};
    if (status == TML_OK)
        status = cli_write_output(output ? output : "-", &from, text, strlen(text), log);
    free(text);
    return cli_finish(model, log, status, NULL);
}
