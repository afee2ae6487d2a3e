/* drag.c - a mechanism to be dragged: {"drag": 1}. A page has one; a new one takes the place of the old. */
#include "workbench/server/request.h"

static const char *first_error(const tml_log *log)
{
    for (size_t i = 0; i < tml_log_count(log); i++)
        if (tml_log_get(log, i).severity == TML_ERROR)
            return tml_log_get(log, i).text;
    return "The mechanism cannot be assembled.";
}

static void drag(wb_call *call, wb_answer *answer)
{
    tml_log *log = tml_log_make();
    tml_model *model = log ? wb_call_model(call, answer, log) : NULL;
    tml_drag *made = NULL;
    const bool good = model && tml_drag_make(model, &made, log) == TML_OK;
    if (wb_call_was_cancelled(call, model, answer) || !good) {
        tml_drag_free(made);
        wb_call_return(call);
        if (!answer->code)
            wb_refuse(answer, "failed", "%s", log ? first_error(log) : "Out of memory.");
    } else
        fprintf(answer->result.to, "{\"drag\": %d}", wb_session_state_put_drag(call->state, &call->kept, made));
    tml_log_free(log);
}

const wb_request wb_request_drag = {.name = "drag", .answer = drag};
