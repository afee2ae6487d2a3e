/* release.c - ends a drag: {"drag": 1}. */
#include "workbench/server/request.h"

static void release(wb_call *call, wb_answer *answer)
{
    wb_session_state_release_drag(call->state, wb_query_number(call->query, "drag", 0));
    fputs("null", answer->result.to);
}

const wb_request wb_request_release = {.name = "release", .quick = true, .answer = release};
