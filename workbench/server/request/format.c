/* format.c - a text laid out as `trammel format` does: {"text": …, "messages": …}; text is null where it cannot be. */
#include "frontend/json.h"
#include "workbench/server/request.h"
#include <stdlib.h>

static void format(wb_call *call, wb_answer *answer)
{
    size_t length;
    const char *text = wb_query_bytes(call->query, "text", &length);
    if (!text) {
        wb_refuse(answer, "wrong", "A model's text is missing.");
        return;
    }
    tml_log *log = tml_log_make();
    char *laid_out = NULL;
    if (!log || tml_model_format(text, length, wb_call_name(call), &laid_out, log) == TML_NO_MEMORY)
        wb_refuse(answer, "memory", "Out of memory.");
    else {
        fputs("{\"text\": ", answer->result.to);
        if (laid_out)
            fe_put_json(answer->result.to, laid_out);
        else
            fputs("null", answer->result.to);
        fputs(", \"messages\": ", answer->result.to);
        wb_put_messages(answer->result.to, log, wb_call_name(call));
        fputs("}", answer->result.to);
    }
    free(laid_out);
    tml_log_free(log);
}

const wb_request wb_request_format = {.name = "format", .answer = format};
