/* describe.c - `trammel describe`: everything that this version knows, as JSON. */
#include "command.h"
#include "output.h"
#include "trammel/trammel.h"

static int describe(int count, char **arguments)
{
    (void)arguments;
    return cli_print_made("describe", count, tml_describe_text());
}

const tml_command tml_command_describe = {
    .name = "describe",
    .usage = "describe",
    .doc = "all kinds, functions, units and channels as JSON",
    .main = describe,
};
