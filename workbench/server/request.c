/* request.c - what requests share: the clock, progress, the model of a question. */
#include "workbench/server/request.h"
#include <string.h>
#include <time.h>

const wb_request *wb_request_find(const char *name)
{
    for (int i = 0; i < wb_request_count; i++)
        if (strcmp(wb_requests[i]->name, name) == 0)
            return wb_requests[i];
    return NULL;
}

double wb_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int wb_call_progress(wb_call *call, const char *analysis, double part)
{
    if (atomic_load(&call->stop))
        return 1;
    call->late = call->late || wb_now() - call->begin > call->limit;
    if (call->late)
        return 1;
    if (call->tell)
        call->tell(call->context, analysis, part);
    return 0;
}

void wb_call_explain(const wb_call *call, tml_log *log)
{
    if (call->late)
        tml_log_error(log, TML_NOWHERE,
                      "stopped after %g s, the longest that one request may take; `trammel view --limit SECONDS` gives "
                      "more time, `trammel run` has no limit",
                      call->limit);
}

/* ---- the model ---- */

const char *wb_call_name(const wb_call *call)
{
    const char *name = wb_ask_text(call->ask, "name", "");
    return name[0] ? name : "model";
}

typedef struct {
    tml_model *model;
    tml_log *log;
    bool good;
} setting;

static bool set_parameter(void *context, const char *name, const char *text)
{
    setting *s = context;
    s->good = tml_model_set(s->model, name, text, s->log) == TML_OK && s->good; /* all that are wrong are told */
    return true;
}

tml_model *wb_call_model(const wb_call *call, wb_answer *answer, tml_log *log)
{
    const tml_text *text = wb_ask_long_text(call->ask, "text");
    if (!text) {
        wb_refuse(answer, "wrong", "A model's text is missing.");
        return NULL;
    }
    tml_model *model =
        tml_model_parse_within(text->data, text->length, wb_call_name(call), call->desk->place->folder, log);
    if (!model)
        return NULL;
    setting s = {.model = model, .log = log, .good = true};
    if (!wb_ask_each(call->ask, "set", set_parameter, &s))
        wb_refuse(answer, "wrong", "`set` must give texts to parameters.");
    if (s.good && !answer->code)
        return model;
    tml_model_free(model);
    return NULL;
}
