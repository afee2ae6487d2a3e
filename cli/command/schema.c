/* schema.c - `trammel schema`: the JSON Schema of the model file. */
#include "command.h"
#include "output.h"
#include "trammel/trammel.h"

static int schema(int count, char **arguments)
{
    (void)arguments;
    return cli_print_made("schema", count, tml_schema_text());
}

const tml_command tml_command_schema = {
    .name = "schema",
    .usage = "schema",
    .doc = "the JSON Schema of the model file",
    .main = schema,
};
