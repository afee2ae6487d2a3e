/* check.c - what is in a text: {"messages": …, "scene": …, "report": …}. */
#include "frontend/json.h"
#include "workbench/server/request.h"
#include <stdlib.h>

static void put_check(FILE *to, const tml_log *log, const char *file, const char *scene, const char *report)
{
    fputs("{\"messages\": ", to);
    wb_put_messages(to, log, file);
    fputs(", \"scene\": ", to);
    wb_put_raw(to, scene);
    fputs(", \"report\": ", to);
    fe_put_json(to, report ? report : "");
    fputs("}", to);
}

static void check(wb_call *call, wb_answer *answer)
{
    tml_log *log = tml_log_make();
    tml_model *model = log ? wb_call_model(call, answer, log) : NULL;
    char *report = NULL, *scene = NULL;
    if (model) {
        tml_model_check(model, NULL, &report, log);
        scene = wb_scene(model, -1); /* what there is to say beyond it, the report has said already */
    }
    if (!wb_call_was_cancelled(call, model, answer))
        put_check(answer->result.to, log, wb_call_name(call), scene, report);
    free(scene);
    free(report);
    wb_call_return(call);
    tml_log_free(log);
}

const wb_request wb_request_check = {.name = "check", .answer = check};
