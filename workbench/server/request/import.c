/* import.c - the model of a robot that another program describes (URDF, MJCF, SDFormat): {"text": …, "messages": …}; text is null where it cannot
 * be read. A description that includes other files is refused: the command `trammel import` reads these. */
#include "frontend/json.h"
#include "trammel/exchange.h"
#include "workbench/server/request.h"
#include <stdlib.h>

static void put_import(wb_call *call, wb_answer *answer, const char *text, size_t length)
{
    tml_log *log = tml_log_make();
    char *model = NULL;
    if (!log || tml_import(text, length, wb_call_name(call), NULL, &model, log) == TML_NO_MEMORY)
        wb_refuse(answer, "memory", "Out of memory.");
    else {
        fputs("{\"text\": ", answer->result.to);
        if (model)
            fe_put_json(answer->result.to, model);
        else
            fputs("null", answer->result.to);
        fputs(", \"messages\": ", answer->result.to);
        wb_put_messages(answer->result.to, log, wb_call_name(call));
        fputs("}", answer->result.to);
    }
    free(model);
    tml_log_free(log);
}

static void import(wb_call *call, wb_answer *answer)
{
    size_t length;
    const char *text = wb_query_bytes(call->query, "text", &length);
    if (text)
        put_import(call, answer, text, length);
    else
        wb_refuse(answer, "wrong", "The text of a description is missing.");
}

const wb_request wb_request_import = {.name = "import", .answer = import};
