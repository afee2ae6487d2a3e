/* check.c - what is in a text: {"messages": …, "scene": …, "report": …}. */
#include "result/escape.h"
#include "workbench/server/request.h"
#include <stdlib.h>
#include <string.h>

static void check(wb_call *call, wb_answer *answer)
{
    tml_log *log = tml_log_make();
    tml_model *model = log ? wb_call_model(call, answer, log) : NULL;
    char *report = NULL, *scene = NULL;
    if (model)
        tml_model_check(model, NULL, &report, log);
    tml_text *to = &answer->result;
    tml_text_add(to, "{\"messages\": ");
    wb_put_messages(to, log, wb_call_name(call));
    tml_text_add(to, ", \"scene\": ");
    if (model)
        scene = wb_scene(model); /* what there is to say beyond it, the report has said already */
    tml_text_put(to, scene ? scene : "null", scene ? strlen(scene) : 4);
    tml_text_add(to, ", \"report\": ");
    tml_text_put_json(to, report ? report : "");
    tml_text_add(to, "}");
    free(scene);
    free(report);
    tml_model_free(model);
    tml_log_free(log);
}

const wb_request wb_request_check = {.name = "check", .answer = check};
