/* request.c - what requests share: the clock, progress, the model of a request. */
#include "workbench/server/request.h"
#include "frontend/codes.h"
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

/* Whether a call is to end. */
static int cancelled(void *context)
{
    wb_call *call = context;
    if (!atomic_load(&call->late) && wb_now() - call->begin > call->limit)
        atomic_store(&call->late, true);
    return atomic_load(&call->stop) || atomic_load(&call->late);
}

int wb_call_progress(wb_call *call, const char *analysis, double part)
{
    if (cancelled(call))
        return 1;
    if (call->tell)
        call->tell(call->context, analysis, part);
    return 0;
}

/* ---- the model ---- */

const char *wb_call_name(const wb_call *call)
{
    const char *name = wb_query_text(call->query, "name", "");
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

/* Reads it; false with messages, or with a refusal. */
static bool read_model(wb_call *call, wb_kept_model *kept, wb_answer *answer)
{
    size_t length;
    const char *text = wb_query_bytes(call->query, "text", &length);
    kept->said = tml_log_make();
    if (!kept->said) {
        wb_refuse(answer, "failed", "Out of memory.");
        return false;
    }
    kept->model = tml_model_parse_within(text, length, wb_call_name(call), call->state->place->folder, kept->said);
    if (!kept->model)
        return false;
    setting s = {.model = kept->model, .log = kept->said, .good = true};
    if (!wb_query_each(call->query, "set", set_parameter, &s))
        wb_refuse(answer, "wrong", "`set` must give texts to parameters.");
    return s.good && !answer->code;
}

tml_model *wb_call_model(wb_call *call, wb_answer *answer, tml_log *log)
{
    size_t length;
    if (!wb_query_bytes(call->query, "text", &length)) {
        wb_refuse(answer, "wrong", "A model's text is missing.");
        return NULL;
    }
    wb_kept_model *kept = &call->kept;
    json_t *key = wb_kept_model_key(call->query);
    bool good = wb_session_state_take_model(call->state, key, kept);
    if (good)
        json_decref(key);
    else {
        kept->key = key;
        good = read_model(call, kept, answer);
    }
    wb_kept_model_say(kept, log);
    if (good)
        tml_model_set_cancel(kept->model, cancelled, call);
    else
        wb_kept_model_free(kept);
    return kept->model;
}

void wb_call_return(wb_call *call)
{
    wb_session_state_keep_model(call->state, &call->kept);
}

#define TOO_LONG                                                                                                       \
    "stopped after %g s, the longest that one request may take; `trammel view --limit SECONDS` gives more time"

static void end_work(tml_model *model)
{
    if (model)
        tml_model_set_cancel(model, NULL, NULL);
}

void wb_call_done(const wb_call *call, tml_model *model, tml_log *log)
{
    end_work(model);
    if (atomic_load(&call->late))
        tml_log_add(log, FE_E_TOO_LONG, (tml_place){0}, TOO_LONG ", `trammel run` has no limit", call->limit);
}

bool wb_call_was_cancelled(const wb_call *call, tml_model *model, wb_answer *answer)
{
    const bool late = atomic_load(&call->late);
    end_work(model);
    if (late)
        wb_refuse(answer, "late", TOO_LONG, call->limit);
    else if (atomic_load(&call->stop))
        wb_refuse(answer, "stopped", "It was stopped.");
    return answer->code != NULL;
}
