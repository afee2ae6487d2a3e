/* convert.c - `trammel convert`: a result in another format, or a part of its channels. */
#include "command.h"
#include "command_line.h"
#include "messages.h"
#include "output.h"
#include "trammel/trammel.h"
#include <stdio.h>

#define USAGE "convert RESULT -o RESULT{results} [--analysis KIND] [--channels PATTERN,...] [--units]"

static int convert(int count, char **list)
{
    const char *output = NULL;
    cli_pattern_list channels = {0};
    tml_save_options how = {.size = sizeof how, .channels = channels.item};
    const cli_option options[] = {
        {"--output", "-o", &cli_text, &output},
        {"--analysis", NULL, &cli_text, &how.kind},
        {"--channels", NULL, &cli_patterns, &channels},
        {"--units", NULL, &cli_flag, &how.units},
        {0},
    };
    cli_command_line line = {.command = "convert", .usage = USAGE, .options = options, .needs = "result file"};
    int code;
    if (!cli_read_command_line(&line, count, list, &code))
        return code;
    if (!output)
        return cli_wrong("convert", USAGE, "no output given (-o)");
    how.channel_count = channels.count;
    tml_log *log = tml_log_make();
    tml_status status = log ? cli_check_result(output, &(cli_sources){.input = line.first}, log) : TML_NO_MEMORY;
    tml_results *results = status == TML_OK ? tml_results_load(line.first, log) : NULL;
    if (status == TML_OK)
        status = results ? tml_results_save_as(results, output, &how, log) : TML_WRONG;
    if (status == TML_OK)
        cli_print(stdout, "written to %s\n", output);
    tml_results_free(results);
    return cli_finish(NULL, log, status, NULL);
}

const tml_command tml_command_convert = {
    .name = "convert",
    .usage = USAGE,
    .doc = "write a result in another format, or some of its channels",
    .main = convert,
};
