/* parallel.c - thread pool: threads take_job the next job until none is left; the calling thread waits for them. */
#include "base/parallel.h"
#include <pthread.h>
#include <time.h>
#include <unistd.h>

enum { MAX_THREADS = 64, WAIT_MS = 100 };

typedef struct {
    const tml_parallel *p;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a thread has found no more jobs */
    int next;               /* job */
    int working;            /* threads */
} pool;

int tml_processor_count(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > MAX_THREADS ? MAX_THREADS : (int)count;
}

static int take_job(pool *c)
{
    pthread_mutex_lock(&c->lock);
    const int number = c->next < c->p->count ? c->next++ : -1;
    pthread_mutex_unlock(&c->lock);
    return number;
}

static void *work(void *context)
{
    pool *c = context;
    for (int number = take_job(c); number >= 0; number = take_job(c))
        c->p->job(c->p->context, number);
    pthread_mutex_lock(&c->lock);
    c->working--;
    pthread_cond_signal(&c->changed);
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

static void wait_for(pool *c)
{
    pthread_mutex_lock(&c->lock);
    while (c->working > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += WAIT_MS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&c->changed, &c->lock, &until);
        if (c->p->wait) {
            pthread_mutex_unlock(&c->lock);
            c->p->wait(c->p->context);
            pthread_mutex_lock(&c->lock);
        }
    }
    pthread_mutex_unlock(&c->lock);
}

void tml_parallel_run(const tml_parallel *parallel)
{
    pool c = {.p = parallel, .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    pthread_t threads[MAX_THREADS];
    int wanted = parallel->threads < parallel->count ? parallel->threads : parallel->count, started = 0;
    wanted = wanted > MAX_THREADS ? MAX_THREADS : wanted;
    pthread_mutex_lock(&c.lock); /* no thread ends before all are counted */
    while (wanted > 1 && started < wanted && pthread_create(&threads[started], NULL, work, &c) == 0)
        started++;
    c.working = started;
    pthread_mutex_unlock(&c.lock);
    if (started == 0) {
        c.working = 1;
        work(&c);
    }
    wait_for(&c);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&c.lock);
    pthread_cond_destroy(&c.changed);
}
