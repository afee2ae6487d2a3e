/* study_file.c - the points of a study that are there, as a file: the study as `study` asks for it, and {"format": "csv" | "h5" | "npz" | "mat"}.
 *
 * {"data": base64}: what `trammel sweep -o` writes, with the study's definition inside; `--resume` and `plot` take it.
 */
#include "workbench/server/request.h"
#include "workbench/server/study_query.h"
#include <stdlib.h>

static tml_status write_file(wb_call *call, const wb_kept_study *kept, wb_answer *answer, tml_log *log)
{
    tml_results *results = tml_study_results(kept->study, kept->rows);
    char *bytes = NULL;
    size_t length = 0;
    const tml_status status =
        results ? tml_results_write(results, wb_query_text(call->query, "format", "csv"), NULL, &bytes, &length, log)
                : TML_NO_MEMORY;
    if (status == TML_OK) {
        fputs("{\"data\": \"", answer->result.to);
        wb_put_base64(answer->result.to, bytes, length);
        fputs("\"}", answer->result.to);
    }
    free(bytes);
    tml_results_free(results);
    return status;
}

static void refuse(wb_answer *answer, const tml_log *log)
{
    const char *why = tml_log_count(log) > 0 ? tml_log_get(log, tml_log_count(log) - 1).text : "out of memory";
    wb_refuse(answer, "failed", "The file could not be made: %.800s", why);
}

static void study_file(wb_call *call, wb_answer *answer)
{
    tml_log *log = tml_log_make();
    tml_model *model = log ? wb_call_model(call, answer, log) : NULL;
    tml_study *study = model ? wb_study_make(call->query, model, answer, log) : NULL;
    wb_kept_study kept = {0};
    if (study && !wb_session_state_take_study(call->state, tml_study_digest(study), &kept))
        wb_refuse(answer, "gone", "The points of this study are not at hand any more: run it again.");
    else if (study && write_file(call, &kept, answer, log) != TML_OK)
        refuse(answer, log);
    else if (!study && !answer->code)
        refuse(answer, log);
    tml_study_free(study);
    wb_session_state_keep_study(call->state, &kept);
    wb_call_done(call, model, log);
    wb_call_return(call);
    tml_log_free(log);
}

const wb_request wb_request_study_file = {.name = "study_file", .answer = study_file};
