/* verify.c - one motion by all formulations: {"status": …, "messages": …, "certificate": …}. */
#include "workbench/server/request.h"

static int progress(void *context, double part)
{
    return wb_call_progress(context, "verify", part);
}

static void verify(wb_call *call, wb_answer *answer)
{
    tml_log *log = tml_log_make();
    tml_model *model = log ? wb_call_model(call, answer, log) : NULL;
    tml_verification *verification = NULL;
    tml_status status = log ? TML_WRONG : TML_NO_MEMORY;
    if (model) {
        const double end = wb_query_number(call->query, "end", 0);
        const tml_verify_options options = {.size = sizeof options,
                                            .end = end > 0 ? end : 0,
                                            .thorough = wb_query_flag(call->query, "thorough"),
                                            .context = call,
                                            .progress = progress};
        status = tml_verify(model, &options, &verification, log);
        wb_call_done(call, model, log);
    }
    wb_put_verification(answer->result.to, status, log, wb_call_name(call), verification);
    tml_verification_free(verification);
    wb_call_return(call);
    tml_log_free(log);
}

const wb_request wb_request_verify = {.name = "verify", .answer = verify};
