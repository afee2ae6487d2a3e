/* study.c - a model at many values of its parameters, as study_query.h has it.
 *
 * Parts of the answer are sent while it is computed, each with the points that have been done since the last one:
 *   {"points": 81, "done": 12, "columns": [{"name": …, "unit": …}, …], "axes": […], "rows": [[number, parameters …, answers …], …],
 *    "reasons": {"7": "E…: why an answer is missing"}}
 * The answer itself is {"status": …, "messages": …, "points": …, "done": …, "seconds": …}. A study that was stopped goes on when it is
 * asked for again; the points that were there are sent once more.
 */
#include "frontend/json.h"
#include "workbench/server/request.h"
#include "workbench/server/study_axes.h"
#include "workbench/server/study_query.h"
#include <stdlib.h>
#include <string.h>

#define MAX_POINTS UINT64_C(100000) /* more cannot be looked at */

/* With the points that were computed before, where there are any. */
static tml_status begin(wb_call *call, tml_study *study, wb_kept_study *kept, tml_log *log)
{
    if (wb_session_state_take_study(call->state, tml_study_digest(study), kept)) {
        tml_study_free(study);
        return TML_OK;
    }
    kept->study = study;
    return tml_study_rows_make(study, NULL, false, &kept->rows, log);
}

/* ---- what is told ---- */

typedef struct {
    wb_call *call;
    const wb_kept_study *kept;
    tml_log *log;
    uint64_t points;
    char *sent;     /* (points) */
    double *values; /* (parameters, answers) of one point */
    bool headed;    /* the columns have been told */
} telling;

static void put_row(const telling *t, uint64_t point, FILE *to)
{
    const size_t count = tml_study_parameter_count(t->kept->study) + tml_study_answer_count(t->kept->study);
    fprintf(to, "[%llu", (unsigned long long)point);
    for (size_t i = 0; i < count; i++) {
        fputs(", ", to);
        fe_put_json_number(to, t->values[i]);
    }
    fputs("]", to);
}

/* The points that have not been sent yet; why answers of them are missing goes to `reasons`. */
static void put_rows(telling *t, FILE *to, FILE *reasons)
{
    const tml_study *study = t->kept->study;
    const char *between = "", *before = "", *why;
    for (uint64_t i = 0; i < t->points; i++) {
        double *answers = t->values + tml_study_parameter_count(study);
        if (t->sent[i] || !tml_study_rows_get(t->kept->rows, i, answers, &why))
            continue;
        tml_study_point(study, i, t->values);
        fputs(between, to);
        put_row(t, i, to);
        between = ", ";
        t->sent[i] = 1;
        if (!why)
            continue;
        fprintf(reasons, "%s\"%llu\": ", before, (unsigned long long)i);
        fe_put_json(reasons, why);
        before = ", ";
    }
}

static void send_rows(telling *t)
{
    fe_memory part, reasons;
    const bool open = fe_memory_open(&reasons);
    if (fe_memory_open(&part) && open) {
        fprintf(part.to, "{\"points\": %llu, \"done\": %llu", (unsigned long long)t->points,
                (unsigned long long)tml_study_rows_done(t->kept->rows));
        if (!t->headed) {
            fputs(", \"columns\": ", part.to);
            wb_put_study_columns(part.to, t->kept->study, t->log);
            fputs(", \"axes\": ", part.to);
            wb_put_study_axes(part.to, t->kept->study);
        }
        t->headed = true;
        fputs(", \"rows\": [", part.to);
        put_rows(t, part.to, reasons.to);
        if (fe_memory_close(&reasons))
            fprintf(part.to, "], \"reasons\": {%s}}", reasons.data);
        if (reasons.data && fe_memory_close(&part) && t->call->send_part)
            t->call->send_part(t->call->context, part.data);
    }
    fe_memory_free(&part);
    fe_memory_free(&reasons);
}

static int progress(void *context, uint64_t done, uint64_t all)
{
    telling *t = context;
    send_rows(t);
    return wb_call_progress(t->call, "study", all ? (double)done / (double)all : 1);
}

/* ---- all of it ---- */

static tml_status compute(wb_call *call, const wb_kept_study *kept, tml_log *log)
{
    const tml_study *study = kept->study;
    telling t = {.call = call, .kept = kept, .log = log, .points = tml_study_point_count(study)};
    t.sent = calloc((size_t)t.points + 1, 1);
    t.values = calloc(tml_study_parameter_count(study) + tml_study_answer_count(study) + 1, sizeof *t.values);
    tml_status status = TML_NO_MEMORY;
    if (t.sent && t.values) {
        const tml_study_run_options options = {.size = sizeof options, .context = &t, .progress = progress};
        send_rows(&t); /* the head, and what was there before */
        status = tml_study_run(study, &options, kept->rows, log);
        send_rows(&t);
    }
    free(t.sent);
    free(t.values);
    return status;
}

static void put_answer(FILE *to, tml_status status, const tml_log *log, const wb_call *call, const wb_kept_study *kept)
{
    const bool begun = kept->rows != NULL;
    const uint64_t points = begun ? tml_study_point_count(kept->study) : 0;
    const uint64_t done = begun ? tml_study_rows_done(kept->rows) : 0;
    fprintf(to, "{\"status\": \"%s\", \"messages\": ", wb_status_word(status));
    wb_put_messages(to, log, wb_call_name(call));
    fprintf(to, ", \"points\": %llu, \"done\": %llu, \"seconds\": ", (unsigned long long)points,
            (unsigned long long)done);
    fe_put_json_number(to, wb_now() - call->begin);
    fputs("}", to);
}

static void study(wb_call *call, wb_answer *answer)
{
    tml_log *log = tml_log_make();
    tml_model *model = log ? wb_call_model(call, answer, log) : NULL;
    tml_study *made = model ? wb_study_make(call->query, model, answer, log) : NULL;
    tml_status status = log ? TML_WRONG : TML_NO_MEMORY;
    wb_kept_study kept = {0};
    if (made && tml_study_point_count(made) > MAX_POINTS) {
        wb_refuse(answer, "wrong", "A study on this page has at most %d points; `trammel sweep` has no limit.",
                  (int)MAX_POINTS);
        tml_study_free(made);
    } else if (made) {
        status = begin(call, made, &kept, log);
        if (status == TML_OK)
            status = compute(call, &kept, log);
    }
    wb_call_done(call, model, log);
    put_answer(answer->result.to, status, log, call, &kept);
    wb_session_state_keep_study(call->state, &kept);
    wb_call_return(call);
    tml_log_free(log);
}

const wb_request wb_request_study = {.name = "study", .answer = study};
