/* run.c - the analyses of a model: {"status": …, "messages": …, "seconds": …, "tables": …} and their columns. */
#include "workbench/server/request.h"

static int progress(void *context, const char *analysis, double part)
{
    return wb_call_progress(context, analysis, part);
}

static tml_run_options options_of(wb_call *call)
{
    const wb_query *query = call->query;
    return (tml_run_options){.size = sizeof(tml_run_options),
                             .only = wb_query_text(query, "only", NULL),
                             .context = call,
                             .progress = progress,
                             .formulation = wb_query_text(query, "formulation", NULL),
                             .integrator = wb_query_text(query, "integrator", NULL),
                             .tolerance = wb_query_number(query, "tolerance", 0),
                             .stiffness = wb_query_number(query, "stiffness", 0),
                             .rows = wb_query_number(query, "rows", 0),
                             .error = wb_query_flag(query, "error"),
                             .keep_going = true};
}

/* Tables of loads, as many numbers again at most, where that leaves an answer that a page can hold. */
static tml_status add_loads(wb_call *call, tml_model *model, wb_answer *answer, tml_log *log)
{
    const bool wanted = answer->results && wb_query_flag(call->query, "loads");
    if (!wanted || wb_column_bytes(answer->results) > WB_MAX_REPLY / 3)
        return TML_OK;
    return tml_results_add_loads(answer->results, model, log);
}

/* Tables of diagrams, on the same terms. */
static tml_status add_diagrams(wb_call *call, tml_model *model, wb_answer *answer, tml_log *log)
{
    const bool wanted = answer->results && wb_query_flag(call->query, "diagrams");
    if (!wanted || wb_column_bytes(answer->results) > WB_MAX_REPLY / 3)
        return TML_OK;
    return tml_results_add_diagrams(answer->results, model, log);
}

static void run(wb_call *call, wb_answer *answer)
{
    const double begin = wb_now();
    tml_log *log = tml_log_make();
    tml_model *model = log ? wb_call_model(call, answer, log) : NULL;
    tml_status status = log ? TML_WRONG : TML_NO_MEMORY;
    if (model) {
        const tml_run_options options = options_of(call);
        status = tml_run(model, &options, &answer->results, log);
        tml_status added = add_loads(call, model, answer, log);
        if (added == TML_OK)
            added = add_diagrams(call, model, answer, log);
        status = status == TML_OK ? added : status;
        wb_call_done(call, model, log);
    }
    wb_put_run(answer->result.to, status, log, wb_call_name(call), wb_now() - begin, model, answer->results);
    wb_call_return(call);
    tml_log_free(log);
}

const wb_request wb_request_run = {.name = "run", .answer = run};
