/* schema.c - the JSON Schema of the model file. */
#include "workbench/server/request.h"
#include <stdlib.h>

static void schema(wb_call *call, wb_answer *answer)
{
    (void)call;
    char *text = tml_schema_text();
    if (text)
        wb_put_raw(answer->result.to, text);
    else
        wb_refuse(answer, "memory", "Out of memory.");
    free(text);
}

const wb_request wb_request_schema = {.name = "schema", .quick = true, .answer = schema};
