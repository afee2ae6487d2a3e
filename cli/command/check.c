/* check.c - `trammel check`: what is in a model, and whether it closes. */
#include "command.h"
#include "messages.h"
#include "trammel/trammel.h"
#include "words.h"
#include <stdio.h>
#include <stdlib.h>

#define USAGE "check MODEL [--particles]"

static int check(int count, char **list)
{
    tml_check_options options = {.size = sizeof options};
    const cli_option table[] = {{"--particles", NULL, &cli_flag, &options.particles}, {0}};
    cli_words words = {.command = "check", .usage = USAGE, .options = table, .needs = "model"};
    int code;
    if (!cli_read_words(&words, count, list, &code))
        return code;
    tml_log *log = tml_log_make();
    tml_model *model = log ? tml_model_load(words.first, log) : NULL;
    char *text = NULL;
    const tml_status status = model ? tml_model_check(model, &options, &text, log) : TML_WRONG;
    if (text)
        cli_put_text(stdout, text);
    if (log)
        cli_print_log(log);
    free(text);
    tml_model_free(model);
    tml_log_free(log);
    return cli_exit_code(status);
}

const tml_command tml_command_check = {
    .name = "check",
    .usage = USAGE,
    .doc = "what is in a model: bodies, joints, loops, degrees of freedom, redundant constraints, gaps; its equivalent "
           "particles",
    .main = check,
};
