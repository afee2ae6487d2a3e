/* stop.c - ends another request of the same page: {"of": 7}. */
#include "workbench/server/request.h"
#include <math.h>

static void stop(wb_call *call, wb_answer *answer)
{
    const double of = wb_query_number(call->query, "of", NAN);
    if (call->stop_other)
        call->stop_other(call->context, of);
    fputs("null", answer->result.to);
}

const wb_request wb_request_stop = {.name = "stop", .quick = true, .answer = stop};
