/* explain.c - what the code of a message means: {"code": "E042"}. {"code": …, "severity": …, "title": …, "text": …, "wrong": …, "cured": …};
 * the last two, a model that raises it and the same without the fault, are null where there is none. */
#include "frontend/json.h"
#include "workbench/server/request.h"

static void put_field(FILE *to, const char *name, const char *text)
{
    fprintf(to, ", \"%s\": ", name);
    if (text)
        fe_put_json(to, text);
    else
        fputs("null", to);
}

static void explain(wb_call *call, wb_answer *answer)
{
    static const char *const severities[] = {"note", "warning", "error"};
    bool exact = false;
    const long index = tml_explanation_find(wb_query_text(call->query, "code", ""), &exact);
    if (index < 0 || !exact) {
        wb_refuse(answer, "wrong", "There is no such code.");
        return;
    }
    const tml_explanation e = tml_explanation_get((size_t)index);
    FILE *to = answer->result.to;
    fprintf(to, "{\"code\": \"%s\", \"severity\": \"%s\"", e.code, severities[e.severity]);
    put_field(to, "title", e.title);
    put_field(to, "text", e.text);
    put_field(to, "wrong", e.wrong);
    put_field(to, "cured", e.cured);
    fputs("}", to);
}

const wb_request wb_request_explain = {.name = "explain", .quick = true, .answer = explain};
