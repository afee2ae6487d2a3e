/* range.c - how far a joint coordinate can go: {"coordinate": "O.angle"} of a text. {"start": …, "low": …, "high": …, "length": …,
 * "maxLength": …}; low and high are null where it turns round. */
#include "frontend/json.h"
#include "workbench/server/request.h"

static void put_range(FILE *to, const tml_range *r)
{
    const struct {
        const char *name;
        double value;
    } parts[] = {
        {"start", r->start}, {"low", r->low}, {"high", r->high}, {"length", r->length}, {"maxLength", r->max_length}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        fprintf(to, "%s\"%s\": ", i ? ", " : "{", parts[i].name);
        fe_put_json_number(to, parts[i].value);
    }
    fputs("}", to);
}

static void range(wb_call *call, wb_answer *answer)
{
    tml_log *log = tml_log_make();
    tml_model *model = log ? wb_call_model(call, answer, log) : NULL;
    tml_range found;
    const tml_status status =
        model ? tml_coordinate_range(model, wb_query_text(call->query, "coordinate", ""), &found, log) : TML_WRONG;
    if (!wb_call_was_cancelled(call, model, answer)) {
        if (status == TML_OK)
            put_range(answer->result.to, &found);
        else if (!answer->code)
            wb_refuse(answer, "failed", "%s", log && tml_log_count(log) ? tml_log_get(log, 0).text : "Out of memory.");
    }
    wb_call_return(call);
    tml_log_free(log);
}

const wb_request wb_request_range = {.name = "range", .answer = range};
