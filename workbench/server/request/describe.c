/* describe.c - everything that this version knows: kinds with their fields and symbols, functions, units, channels. */
#include "workbench/server/request.h"
#include <stdlib.h>
#include <string.h>

static void describe(wb_call *call, wb_answer *answer)
{
    (void)call;
    char *text = tml_describe_text();
    if (text)
        tml_text_put(&answer->result, text, strlen(text));
    else
        answer->result.failed = true;
    free(text);
}

const wb_request wb_request_describe = {.name = "describe", .quick = true, .answer = describe};
