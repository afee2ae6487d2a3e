/* request.h - what the engine can be asked; request/ holds one file for each.
 *
 * A request takes a request and leaves an answer; on the way it may tell how far it is, and be told to stop. It knows nothing of
 * sockets or threads, so that it serves a page over any road.
 */
#pragma once
#include "workbench/server/answer.h"
#include "workbench/server/query.h"
#include "workbench/server/session_state.h"
#include <stdatomic.h>

typedef struct {
    const wb_query *query;
    wb_session_state *state;
    double limit;                                                   /* s: how long it may take */
    double begin;                                                   /* s, of wb_now */
    atomic_bool stop;                                               /* it is to end */
    atomic_bool late;                                               /* it took too long */
    wb_kept_model kept;                                             /* the model of the request, while it has it */
    void *context;                                                  /* of the three below */
    void (*tell)(void *context, const char *analysis, double part); /* 0 to 1 */
    void (*send_part)(void *context, const char *json);             /* of an answer that is not complete yet */
    void (*stop_other)(void *context, double id);
} wb_call;

typedef struct {
    const char *name; /* of "do" */
    bool quick;       /* answered before the next request is read; others are answered when they are done */
    void (*answer)(wb_call *call, wb_answer *answer);
} wb_request;

extern const wb_request *const wb_requests[];
extern const int wb_request_count;
const wb_request *wb_request_find(const char *name); /* or NULL */

double wb_now(void); /* s, from some time on */
/* Tells how far it is; non-zero: it is to end. */
int wb_call_progress(wb_call *call, const char *analysis, double part);

/* The model of a request: its `text` by its `name` with the parameters of `set`, that of the request before if it is the same; NULL
 * with messages, or with an answer that is a refusal. What works on it ends when the call is to end, until the model is let go. It goes
 * back by wb_call_return. */
tml_model *wb_call_model(wb_call *call, wb_answer *answer, tml_log *log);
/* The work on the model (or NULL) is done. Says in the log that it ended because of the time limit, where it did. */
void wb_call_done(const wb_call *call, tml_model *model, tml_log *log);
/* The same for an answer that is no answer unless it is complete: true, with a refusal, where the call was cancelled. */
bool wb_call_was_cancelled(const wb_call *call, tml_model *model, wb_answer *answer);
/* The model is done with (there may be none): it stays for the next request. */
void wb_call_return(wb_call *call);
const char *wb_call_name(const wb_call *call); /* of the model in messages */
