/* schema.c - the JSON Schema of the model file. */
#include "workbench/server/request.h"
#include <stdlib.h>
#include <string.h>

static void schema(wb_call *call, wb_answer *answer)
{
    (void)call;
    char *text = tml_schema_text();
    if (text)
        tml_text_put(&answer->result, text, strlen(text));
    else
        answer->result.failed = true;
    free(text);
}

const wb_request wb_request_schema = {.name = "schema", .quick = true, .answer = schema};
