/* run.c - the points of a study on several threads: each has a worker and takes the next points until none is left. */
#include "base/clock.h"
#include "base/options.h"
#include "base/parallel.h"
#include "study/study.h"
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { MAX_CHUNK = 64, CHUNKS_PER_THREAD = 16 };
enum { ASKED_OFTEN = 64 }; /* a look at the clock takes as long as a step of a small mechanism */

typedef struct {
    const tml_study *study;
    const tml_study_run_options *options;
    tml_study_rows *rows;
    tml_log *log;
    pthread_mutex_t lock; /* of the log */
    _Atomic uint64_t next;
    uint64_t points, chunk;
    atomic_bool stopped;
    atomic_int status;
    bool alone; /* one thread: it shows the progress itself */
    double shown;
    unsigned asked; /* whether it is stopped, by the one thread */
} work;

static void show(work *w)
{
    const tml_study_run_options *o = w->options;
    if (o->progress && o->progress(o->context, tml_study_rows_done(w->rows), w->points))
        w->stopped = true;
}

static void wait_for_others(void *context)
{
    show(context);
}

static void fail(work *w, tml_status status)
{
    int good = TML_OK;
    atomic_compare_exchange_strong(&w->status, &good, (int)status);
    w->stopped = true;
}

static tml_study_worker *make_worker(work *w)
{
    pthread_mutex_lock(&w->lock);
    tml_study_worker *worker = w->stopped ? NULL : tml_study_worker_make(w->study, w->log);
    pthread_mutex_unlock(&w->lock);
    return worker;
}

/* One thread alone looks after itself, also during a point that takes long. */
static void show_now_and_then(work *w)
{
    if (!w->alone || tml_wall_time() - w->shown < 0.1)
        return;
    w->shown = tml_wall_time();
    show(w);
}

static int is_stopped(void *context)
{
    work *w = context;
    if (w->alone && ++w->asked % ASKED_OFTEN == 0)
        show_now_and_then(w);
    return w->stopped;
}

/* One thread's part: the points from `next` to `end`, and then more. */
typedef struct {
    work *all;
    uint64_t next, end;
} part;

static bool next_point(void *context, uint64_t *point)
{
    part *p = context;
    work *w = p->all;
    while (!w->stopped) {
        if (p->next == p->end) {
            p->next = atomic_fetch_add(&w->next, w->chunk);
            if (p->next >= w->points)
                return p->end = p->next, false;
            p->end = p->next + w->chunk < w->points ? p->next + w->chunk : w->points;
        }
        *point = p->next++;
        if (!tml_study_rows_has(w->rows, *point))
            return true;
    }
    return false;
}

static tml_status take_point(void *context, uint64_t point, tml_status status, const double *answers,
                             const char *reason)
{
    const part *p = context;
    (void)status;
    const tml_status written = tml_study_rows_put(p->all->rows, point, answers, reason);
    show_now_and_then(p->all);
    return written;
}

static void thread(void *context, int number)
{
    work *w = context;
    part p = {.all = w};
    const tml_study_feed feed = {sizeof feed, &p, next_point, take_point};
    tml_study_worker *worker = make_worker(w);
    (void)number;
    if (worker)
        tml_study_worker_watch(worker, is_stopped, w);
    else
        fail(w, TML_NO_MEMORY);
    const tml_status status = worker && !w->stopped ? tml_study_worker_run_many(worker, &feed) : TML_OK;
    if (status != TML_OK)
        fail(w, status);
    tml_study_worker_free(worker);
}

tml_status tml_study_run(const tml_study *study, const tml_study_run_options *options, tml_study_rows *rows,
                         tml_log *log)
{
    tml_study_run_options own;
    if (!tml_options_copy(&own, sizeof own, options, log))
        return TML_WRONG;
    const int threads = own.threads > 0 ? own.threads : tml_processor_count();
    work w = {.study = study,
              .options = &own,
              .rows = rows,
              .log = log,
              .lock = PTHREAD_MUTEX_INITIALIZER,
              .points = tml_study_point_count(study),
              .alone = threads == 1,
              .shown = tml_wall_time()};
    const uint64_t fair = w.points / (uint64_t)(threads * CHUNKS_PER_THREAD);
    w.chunk = fair < 1 ? 1 : fair > MAX_CHUNK ? MAX_CHUNK : fair;
    const size_t said = log->count;
    const tml_parallel parallel = {threads, threads, thread, w.alone ? NULL : wait_for_others, &w};
    tml_parallel_run(&parallel);
    pthread_mutex_destroy(&w.lock);
    const tml_status written = tml_study_rows_check(rows, log);
    const tml_status status = (tml_status)w.status;
    if (status == TML_NO_MEMORY && !tml_log_ran_out(log, said))
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    if (status != TML_OK)
        return status;
    return w.stopped && tml_study_rows_done(rows) < w.points ? TML_STOPPED : written;
}
