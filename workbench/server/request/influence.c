/* influence.c - how answers change with parameters: {"vary": ["L=2", "m=1"], "keep": ["max(B.fx)"]}, each parameter at one value.
 *
 * {"status": …, "messages": …, "answers": [{"name": …, "unit": …, "value": …, "derivatives": […]}, …], "reason": …}: derivatives in the
 * order of `vary`, SI, null where there is none; the reason says why, or is null.
 */
#include "frontend/json.h"
#include "workbench/server/request.h"
#include "workbench/server/study_query.h"
#include <stdlib.h>

typedef struct {
    double *values, *answers, *gradient; /* of the parameters, the answers, and of the second by the first */
    char *reason;                        /* why a derivative is missing; NULL: none is */
} influence;

static void put_numbers(FILE *to, const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", " : "", to);
        fe_put_json_number(to, numbers[i]);
    }
}

static void put_answers(FILE *to, const tml_study *study, const influence *found, tml_log *log)
{
    const size_t parameters = tml_study_parameter_count(study), answers = tml_study_answer_count(study);
    tml_results *results = wb_study_columns(study, log);
    const tml_table *table = results ? tml_results_find(results, NULL) : NULL;
    for (size_t i = 0; i < answers; i++) {
        fprintf(to, "%s{\"name\": ", i ? ", " : "");
        fe_put_json(to, tml_study_answer_name(study, i));
        fputs(", \"unit\": ", to);
        fe_put_json(to, table ? tml_table_unit(table, 1 + parameters + i) : "");
        fputs(", \"value\": ", to);
        fe_put_json_number(to, found->answers[i]);
        fputs(", \"derivatives\": [", to);
        put_numbers(to, found->gradient + i * parameters, parameters);
        fputs("]}", to);
    }
    tml_results_free(results);
}

/* At the first point, which is the only one where each parameter has one value. */
static tml_status compute(const tml_study *study, influence *found, tml_log *log)
{
    tml_study_worker *worker = tml_study_worker_make(study, log);
    if (!worker)
        return TML_NO_MEMORY;
    const char *why = NULL;
    tml_study_point(study, 0, found->values);
    const tml_status status = tml_study_worker_gradient(worker, found->values, found->answers, found->gradient, &why);
    if (why) { /* it is the worker's */
        fe_memory copy;
        if (fe_memory_open(&copy)) {
            fputs(why, copy.to);
            if (fe_memory_close(&copy))
                found->reason = copy.data;
        }
    }
    tml_study_worker_free(worker);
    return status;
}

static void put_answer(FILE *to, const wb_call *call, tml_status status, const tml_study *study, const influence *found,
                       tml_log *log)
{
    const bool good = status == TML_OK || status == TML_FAILED;
    fputs("{\"answers\": [", to);
    if (study && good)
        put_answers(to, study, found, log);
    fputs("], \"reason\": ", to);
    if (found->reason)
        fe_put_json(to, found->reason);
    else
        fputs("null", to);
    fprintf(to, ", \"status\": \"%s\", \"messages\": ", wb_status_word(status));
    wb_put_messages(to, log, wb_call_name(call));
    fputs("}", to);
}

static void answer_influence(wb_call *call, wb_answer *answer)
{
    tml_log *log = tml_log_make();
    tml_model *model = log ? wb_call_model(call, answer, log) : NULL;
    tml_study *study = model ? wb_study_make(call->query, model, answer, log) : NULL;
    tml_status status = log ? TML_WRONG : TML_NO_MEMORY;
    influence found = {0};
    if (study) {
        const size_t parameters = tml_study_parameter_count(study), answers = tml_study_answer_count(study);
        found = (influence){.values = calloc(parameters + 1, sizeof(double)),
                            .answers = calloc(answers + 1, sizeof(double)),
                            .gradient = calloc(answers * parameters + 1, sizeof(double))};
        const bool room = found.values && found.answers && found.gradient;
        status = room ? compute(study, &found, log) : TML_NO_MEMORY;
    }
    wb_call_done(call, model, log);
    put_answer(answer->result.to, call, status, study, &found, log);
    free(found.values);
    free(found.answers);
    free(found.gradient);
    free(found.reason);
    tml_study_free(study);
    wb_call_return(call);
    tml_log_free(log);
}

const wb_request wb_request_influence = {.name = "influence", .answer = answer_influence};
