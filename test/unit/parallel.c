/* parallel.c - every job is done once for any number of threads; the calling thread polls while it waits. */
#include "base/parallel.h"
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

enum { JOBS = 40 };

typedef struct {
    atomic_int done[JOBS];
    atomic_int begun; /* in all */
    int order[JOBS];  /* in which they were begun, with one thread */
    pthread_t caller;
    atomic_bool elsewhere; /* some job was not done by the calling thread */
    int waits;
    bool slow;
} account;

static void job(void *context, int number)
{
    account *a = context;
    const int at = atomic_fetch_add(&a->begun, 1);
    a->order[at] = number;
    atomic_fetch_add(&a->done[number], 1);
    if (!pthread_equal(pthread_self(), a->caller))
        atomic_store(&a->elsewhere, true);
    if (a->slow)
        nanosleep(&(struct timespec){0, 150000000L}, NULL);
}

static void wait(void *context)
{
    account *a = context;
    cr_expect(pthread_equal(pthread_self(), a->caller));
    a->waits++;
}

static account run(int count, int threads, bool slow)
{
    account a = {.caller = pthread_self(), .slow = slow};
    tml_parallel_run(&(tml_parallel){
        .count = count, .threads = threads, .job = job, .wait = threads > 1 ? wait : NULL, .context = &a});
    for (int i = 0; i < JOBS; i++)
        cr_expect_eq(a.done[i], i < count ? 1 : 0, "job %d of %d on %d threads", i, count, threads);
    return a;
}

Test(parallel, does_every_job_once)
{
    static const int threads[] = {1, 2, 3, 8, 200};
    for (int i = 0; i < 5; i++)
        for (int count = 0; count <= JOBS; count += 8)
            run(count, threads[i], false);
}

Test(parallel, one_thread_is_the_calling_one)
{
    const account a = run(JOBS, 1, false);
    cr_expect_not(a.elsewhere);
    for (int i = 0; i < JOBS; i++)
        cr_expect_eq(a.order[i], i);
}

Test(parallel, asks_the_calling_thread_while_others_work)
{
    const account a = run(4, 2, true);
    cr_expect(a.elsewhere);
    cr_expect_gt(a.waits, 1);
    cr_expect_geq(tml_processor_count(), 1);
}
