/* optimize.c - the values of parameters that are best for a goal: {"minimize": ["max(abs(B.fx))"], "maximize": […], "over": ["L=1..3"],
 * "subject_to": […], "method": …, "starts": …, "front": …, "evaluations": …, "seed": …}, or {"study": "lightest"}, one of the model's.
 *
 * Parts of the answer are sent while it searches, with the points that have been tried since the last one:
 *   {"columns": [{"name": …, "unit": …}, …], "rows": [[search, parameters …, answers …, best], …], "reasons": {"12": "E…"}}
 * the columns in the first, reasons by the number of the point, from 0 on. The answer itself is a run with the tables of tml_optimize.
 */
#include "frontend/json.h"
#include "workbench/server/request.h"
#include "workbench/server/study_query.h"
#include <pthread.h>
#include <stdlib.h>

/* ---- what is tried ---- */

typedef struct {
    wb_call *call;
    tml_log *log;
    pthread_mutex_t lock; /* of what follows: points come from any thread */
    fe_memory rows, reasons, head;
    uint64_t tried, sent;
    bool failed_any; /* since the last part */
} telling;

static void open_part(telling *t)
{
    t->failed_any = false;
    t->sent = t->tried;
    if (!fe_memory_open(&t->rows) || !fe_memory_open(&t->reasons))
        t->rows.to = t->reasons.to = NULL; /* these are not shown; the search goes on */
}

static void free_part(telling *t)
{
    fe_memory_free(&t->rows);
    fe_memory_free(&t->reasons);
}

/* With the first point the columns are known. */
static void put_head(telling *t, const tml_study *study)
{
    if (!fe_memory_open(&t->head))
        return;
    fputs("\"columns\": ", t->head.to);
    wb_put_study_columns(t->head.to, study, t->log);
    fprintf(t->head.to, ", \"parameters\": %zu, ", tml_study_parameter_count(study));
}

static void put_row(telling *t, const tml_evaluation *e)
{
    const size_t parameters = tml_study_parameter_count(e->study), answers = tml_study_answer_count(e->study);
    fprintf(t->rows.to, "%s[%llu", t->tried > t->sent ? ", " : "", (unsigned long long)e->search);
    for (size_t i = 0; i < parameters + answers + 1; i++) {
        fputs(", ", t->rows.to);
        fe_put_json_number(t->rows.to, i < parameters             ? e->values[i]
                                       : i < parameters + answers ? e->answers[i - parameters]
                                                                  : e->best);
    }
    fputs("]", t->rows.to);
}

static void evaluated(void *context, const tml_evaluation *e)
{
    telling *t = context;
    pthread_mutex_lock(&t->lock);
    if (t->tried == 0)
        put_head(t, e->study);
    if (t->rows.to) {
        put_row(t, e);
        if (e->reason) {
            fprintf(t->reasons.to, "%s\"%llu\": ", t->failed_any ? ", " : "", (unsigned long long)t->tried);
            fe_put_json(t->reasons.to, e->reason);
            t->failed_any = true;
        }
    }
    t->tried++;
    pthread_mutex_unlock(&t->lock);
}

/* With the lock. */
static void send_part(telling *t)
{
    fe_memory part;
    const bool good = t->rows.to && t->tried > t->sent && fe_memory_close(&t->rows) && fe_memory_close(&t->reasons);
    if (good && fe_memory_open(&part)) {
        const bool headed = t->head.to && fe_memory_close(&t->head);
        fprintf(part.to, "{%s\"rows\": [%s], \"reasons\": {%s}}", headed ? t->head.data : "", t->rows.data,
                t->reasons.data);
        if (fe_memory_close(&part) && t->call->send_part)
            t->call->send_part(t->call->context, part.data);
        fe_memory_free(&part);
        fe_memory_free(&t->head);
    }
    if (t->tried > t->sent) {
        free_part(t);
        open_part(t);
    }
}

static int progress(void *context, uint64_t done, uint64_t all)
{
    telling *t = context;
    pthread_mutex_lock(&t->lock);
    send_part(t);
    pthread_mutex_unlock(&t->lock);
    return wb_call_progress(t->call, "optimize", all ? (double)done / (double)all : 1);
}

/* ---- all of it ---- */

static tml_status search(telling *t, const tml_model *model, wb_answer *answer)
{
    const wb_query *query = t->call->query;
    wb_text_list minimize, maximize, over, subject_to;
    if (!wb_query_texts(query, "minimize", &minimize) || !wb_query_texts(query, "maximize", &maximize) ||
        !wb_query_texts(query, "over", &over) || !wb_query_texts(query, "subject_to", &subject_to)) {
        wb_refuse(answer, "wrong", "`minimize`, `maximize`, `over` and `subject_to` must be lists of at most %d texts.",
                  WB_MAX_TEXTS);
        return TML_WRONG;
    }
    const tml_optimize_options options = {.size = sizeof options,
                                          .minimize = minimize.texts,
                                          .minimize_count = minimize.count,
                                          .maximize = maximize.texts,
                                          .maximize_count = maximize.count,
                                          .over = over.texts,
                                          .over_count = over.count,
                                          .subject_to = subject_to.texts,
                                          .subject_to_count = subject_to.count,
                                          .method = wb_query_text(query, "method", NULL),
                                          .starts = wb_query_number(query, "starts", 0),
                                          .front = wb_query_number(query, "front", 0),
                                          .evaluations = wb_query_number(query, "evaluations", 0),
                                          .seed = wb_query_number(query, "seed", 0),
                                          .only = wb_query_text(query, "only", NULL),
                                          .formulation = wb_query_text(query, "formulation", NULL),
                                          .integrator = wb_query_text(query, "integrator", NULL),
                                          .tolerance = wb_query_number(query, "tolerance", 0)};
    const tml_study_run_options how = {.size = sizeof how, .context = t, .progress = progress, .evaluated = evaluated};
    const char *name = wb_query_text(query, "study", NULL);
    return name ? tml_optimize_of_model(model, name, &options, &how, &answer->results, t->log)
                : tml_optimize(model, &options, &how, &answer->results, t->log);
}

static void optimize(wb_call *call, wb_answer *answer)
{
    tml_log *log = tml_log_make();
    tml_model *model = log ? wb_call_model(call, answer, log) : NULL;
    tml_status status = log ? TML_WRONG : TML_NO_MEMORY;
    if (model) {
        telling t = {.call = call, .log = log};
        pthread_mutex_init(&t.lock, NULL);
        open_part(&t);
        status = search(&t, model, answer);
        send_part(&t);
        free_part(&t);
        fe_memory_free(&t.head);
        pthread_mutex_destroy(&t.lock);
        wb_call_done(call, model, log);
    }
    wb_put_run(answer->result.to, status, log, wb_call_name(call), wb_now() - call->begin, model, answer->results);
    wb_call_return(call);
    tml_log_free(log);
}

const wb_request wb_request_optimize = {.name = "optimize", .answer = optimize};
