/* check.c - `trammel check`: what is in a model, and whether it closes. */
#include "command.h"
#include "messages.h"
#include "trammel/trammel.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check(int count, char **arguments)
{
    const bool help = count == 1 && (strcmp(arguments[0], "--help") == 0 || strcmp(arguments[0], "-h") == 0);
    if (count != 1 || arguments[0][0] == '-') {
        fprintf(help ? stdout : stderr, "usage: trammel check MODEL\n");
        return help ? 0 : 2;
    }
    tml_log *log = tml_log_make();
    tml_model *model = log ? tml_model_load(arguments[0], log) : NULL;
    char *text = NULL;
    const tml_status status = model ? tml_model_check(model, &text, log) : TML_WRONG;
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
    .usage = "check MODEL",
    .doc = "what is in a model: bodies, joints, loops, degrees of freedom, redundant constraints, gaps",
    .main = check,
};
