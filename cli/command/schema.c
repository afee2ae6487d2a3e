/* schema.c - `trammel schema`: the JSON Schema of the model file. */
#include "command.h"
#include "trammel/trammel.h"
#include <stdio.h>
#include <stdlib.h>

static int schema(int count, char **arguments)
{
    (void)arguments;
    if (count) {
        fprintf(stderr, "usage: trammel schema\n");
        return 2;
    }
    char *text = tml_schema_text();
    if (!text)
        return 1;
    printf("%s", text);
    free(text);
    return 0;
}

const tml_command tml_command_schema = {
    .name = "schema",
    .usage = "schema",
    .doc = "the JSON Schema of the model file",
    .main = schema,
};
