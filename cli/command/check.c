/* check.c - `trammel check`: what is in a model, and whether it closes. */
#include "command.h"
#include "messages.h"
#include "trammel/trammel.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USAGE "check MODEL [--particles]"

static int check(int count, char **arguments)
{
    const char *path = NULL;
    tml_check_options options = {0};
    bool good = true, help = false;
    for (int i = 0; i < count; i++) {
        const char *word = arguments[i];
        help |= cli_is(word, "--help") || cli_is(word, "-h");
        options.particles |= cli_is(word, "--particles");
        good &= word[0] != '-' ? path == NULL : cli_is(word, "--particles");
        path = word[0] != '-' ? word : path;
    }
    if (!good || !path) {
        fprintf(help ? stdout : stderr, "usage: trammel " USAGE "\n");
        return help ? 0 : 2;
    }
    tml_log *log = tml_log_make();
    tml_model *model = log ? tml_model_load(path, log) : NULL;
    char *text = NULL;
    const tml_status status = model ? tml_model_check(model, &options, &text, log) : TML_WRONG;
    if (text)
        printf("%s", text);
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
