/* describe.c - `trammel describe`: everything that this version knows, as JSON. */
#include "command.h"
#include "trammel/trammel.h"
#include <stdio.h>
#include <stdlib.h>

static int describe(int count, char **arguments)
{
    (void)arguments;
    if (count) {
        fprintf(stderr, "usage: trammel describe\n");
        return 2;
    }
    char *text = tml_describe_text();
    if (!text)
        return 1;
    printf("%s", text);
    free(text);
    return 0;
}

const tml_command tml_command_describe = {
    .name = "describe",
    .usage = "describe",
    .doc = "all kinds, functions, units and channels as JSON",
    .main = describe,
};
