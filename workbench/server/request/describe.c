/* describe.c - everything that this version knows: kinds with their fields and symbols, functions, units, channels. */
#include "workbench/server/request.h"
#include <stdlib.h>

static void describe(wb_call *call, wb_answer *answer)
{
    (void)call;
    char *text = tml_describe_text();
    if (text)
        wb_put_raw(answer->result.to, text);
    else
        wb_refuse(answer, "memory", "Out of memory.");
    free(text);
}

const wb_request wb_request_describe = {.name = "describe", .quick = true, .answer = describe};
