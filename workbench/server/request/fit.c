/* fit.c - parameters fitted to measured curves, by a study of the model: {"study": "pin"}. A run with the tables of tml_fit. */
#include "workbench/server/request.h"

static int progress(void *context, uint64_t done, uint64_t all)
{
    return wb_call_progress(context, "fit", all ? (double)done / (double)all : 1);
}

static void fit(wb_call *call, wb_answer *answer)
{
    tml_log *log = tml_log_make();
    tml_model *model = log ? wb_call_model(call, answer, log) : NULL;
    tml_status status = log ? TML_WRONG : TML_NO_MEMORY;
    if (model) {
        const tml_study_run_options how = {.size = sizeof how, .context = call, .progress = progress};
        const char *name = wb_query_text(call->query, "study", NULL);
        status = tml_fit_of_model(model, name, NULL, &how, &answer->results, log);
        wb_call_done(call, model, log);
    }
    wb_put_run(answer->result.to, status, log, wb_call_name(call), wb_now() - call->begin, model, answer->results);
    wb_call_return(call);
    tml_log_free(log);
}

const wb_request wb_request_fit = {.name = "fit", .answer = fit};
