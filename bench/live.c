/* live.c - how long steps of a live motion take, the longest above all.
 *
 *     bench_live [--steps N] [--step SECONDS] [--formulation NAME] [--read] MODEL...
 *
 * Each step is timed by itself, by the clock on the wall and by the thread's processor time. What the first shows beyond the second, the
 * thread did not run: it was preempted, which is the machine's doing, not the step's. Both hold the time that reading the clocks takes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <trammel/trammel.h>

typedef struct {
    long steps;
    bool read; /* a channel after every step, too */
    tml_live_options options;
} settings;

static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec; /* us */
}

static long preemptions(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_nivcsw;
}

static int rising(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void say(const char *what, double *us, long count)
{
    double sum = 0;
    for (long i = 0; i < count; i++)
        sum += us[i];
    qsort(us, (size_t)count, sizeof *us, rising);
    printf("  %-10s mean %7.3f   median %7.3f   99.99 %% %8.3f   worst %8.3f us\n", what, sum / (double)count,
           us[count / 2], us[count - 1 - count / 10000], us[count - 1]);
}

/* A step that took long on the wall though the processor was busy with it for a short time only. */
static long interrupted(const double *wall, const double *busy, long count)
{
    long many = 0;
    for (long i = 0; i < count; i++)
        many += wall[i] > 20 && busy[i] < 0.5 * wall[i];
    return many;
}

static bool measure(tml_live *live, const settings *s, double *wall, double *busy)
{
    for (long i = 0; i < s->steps; i++) {
        const double busy_begin = now(CLOCK_THREAD_CPUTIME_ID), begin = now(CLOCK_MONOTONIC);
        const tml_status status = tml_live_step(live);
        if (s->read)
            tml_live_value(live, 0);
        wall[i] = now(CLOCK_MONOTONIC) - begin;
        busy[i] = now(CLOCK_THREAD_CPUTIME_ID) - busy_begin;
        if (status != TML_OK)
            return false;
    }
    return true;
}

static bool bench(const char *path, const settings *s, tml_log *log)
{
    tml_model *model = tml_model_load(path, log);
    tml_live *live = NULL;
    double *wall = calloc((size_t)s->steps, sizeof *wall), *busy = calloc((size_t)s->steps, sizeof *busy);
    bool good = model && wall && busy && tml_live_make(model, &s->options, &live, log) == TML_OK;
    if (good) {
        mlockall(MCL_CURRENT | MCL_FUTURE); /* where it is allowed: no page is missing in a step */
        const long before = preemptions();
        good = measure(live, s, wall, busy);
        const long switched = preemptions() - before;
        if (!good)
            tml_live_explain(live, log);
        printf("%s: %ld steps of %g s%s\n", path, s->steps, tml_live_step_size(live),
               good ? "" : ", of which the last failed");
        const long lost = interrupted(wall, busy, s->steps);
        say("wall", wall, s->steps);
        say("processor", busy, s->steps);
        printf("  %ld steps of more than 20 us on the wall were preempted; the thread was taken off %ld times\n", lost,
               switched);
    }
    free(wall);
    free(busy);
    tml_live_free(live);
    tml_model_free(model);
    return good;
}

int main(int count, char **words)
{
    settings s = {.steps = 100000};
    tml_log *log = tml_log_make();
    bool good = true;
    for (int i = 1; i < count; i++) {
        const char *next = i + 1 < count ? words[i + 1] : "";
        if (strcmp(words[i], "--steps") == 0)
            s.steps = strtol(next, NULL, 10), i++;
        else if (strcmp(words[i], "--step") == 0)
            s.options.step = strtod(next, NULL), i++;
        else if (strcmp(words[i], "--formulation") == 0)
            s.options.formulation = next, i++;
        else if (strcmp(words[i], "--read") == 0)
            s.read = true;
        else
            good = s.steps > 0 && bench(words[i], &s, log) && good;
    }
    for (size_t i = 0; i < tml_log_count(log); i++)
        fprintf(stderr, "%s\n", tml_log_get(log, i).text);
    tml_log_free(log);
    return good ? 0 : 1;
}
