/* check.c - what is in a text: {"messages": …, "scene": …, "report": …}. */
#include "result/escape.h"
#include "workbench/server/request.h"
#include <stdlib.h>
#include <string.h>

/* What it has to say beyond the scene, the report has said already. */
static void put_scene(tml_text *to, const tml_model *model)
{
    char *scene = NULL;
    tml_log *log = tml_log_make();
    if (log)
        tml_scene_text(model, &scene, log);
    tml_text_put(to, scene ? scene : "null", scene ? strlen(scene) : 4);
    free(scene);
    tml_log_free(log);
}

static void check(wb_call *call, wb_answer *answer)
{
    tml_log *log = tml_log_make();
    tml_model *model = log ? wb_call_model(call, answer, log) : NULL;
    char *report = NULL;
    if (model)
        tml_model_check(model, NULL, &report, log);
    tml_text *to = &answer->result;
    tml_text_add(to, "{\"messages\": ");
    wb_put_messages(to, log, wb_call_name(call));
    tml_text_add(to, ", \"scene\": ");
    if (model)
        put_scene(to, model);
    else
        tml_text_add(to, "null");
    tml_text_add(to, ", \"report\": ");
    tml_text_put_json(to, report ? report : "");
    tml_text_add(to, "}");
    free(report);
    tml_model_free(model);
    tml_log_free(log);
}

const wb_request wb_request_check = {.name = "check", .answer = check};
