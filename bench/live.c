/* live.c - how long steps of a live motion take, the longest above all.
 *
 *     bench_live [--steps N] [--step SECONDS] [--repeats N] [--formulation NAME] [--read] MODEL...
 *
 * Each step is timed by itself in wall-clock time. The same motion is computed several times: step k does the same work each time,
 * so that the least of its times is the step's own, and the excess of the others is due to the machine: interrupts, other
 * programs, cold caches. The last line shows the same for plain arithmetic, with the number of context switches. All times include
 * reading the clock.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <trammel/trammel.h>

typedef struct {
    long steps, repeats;
    bool read; /* a channel after every step, too */
    tml_live_options options;
} settings;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
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

/* Sorts the times of steps; gives their mean. */
static double say(const char *what, double *us, long count)
{
    double sum = 0;
    long longest = 0;
    for (long i = 0; i < count; i++) {
        sum += us[i];
        longest = us[i] > us[longest] ? i : longest;
    }
    qsort(us, (size_t)count, sizeof *us, rising);
    printf("  %-22s mean %7.3f   99.99 %% %8.3f   worst %8.3f us, step %ld\n", what, sum / (double)count,
           us[count - 1 - count / 10000], us[count - 1], longest);
    return sum / (double)count;
}

static double divide(long times)
{
    volatile double x = 1;
    for (long i = 0; i < times; i++)
        x = 1 / (1 + x);
    return x;
}

/* The influence of the machine: times of a few divisions. */
static void spin(long count, double mean, double *us)
{
    const long sample = 100000;
    const double begin = now();
    divide(sample);
    const long times = (long)(mean / (now() - begin) * (double)sample);
    for (long i = 0; i < count; i++) {
        const double start = now();
        divide(times);
        us[i] = now() - start;
    }
}

static bool follow(tml_live *live, const settings *s, double *us)
{
    for (long i = 0; i < s->steps; i++) {
        const double begin = now();
        const tml_status status = tml_live_step(live);
        if (s->read)
            tml_live_value(live, 0);
        us[i] = now() - begin;
        if (status != TML_OK)
            return false;
    }
    return true;
}

/* us and least are (steps). */
static bool repeat(tml_live *live, const settings *s, double *us, double *least)
{
    for (long k = 0; k < s->repeats; k++) {
        char what[64];
        const long before = preemptions();
        tml_live_reset(live);
        if (!follow(live, s, us))
            return false;
        for (long i = 0; i < s->steps; i++)
            least[i] = k == 0 || us[i] < least[i] ? us[i] : least[i];
        snprintf(what, sizeof what, "taken off %ld times:", preemptions() - before);
        say(what, us, s->steps);
    }
    const double mean = say("least of all:", least, s->steps);
    spin(s->steps, mean, us);
    say("arithmetic as long:", us, s->steps);
    return true;
}

static bool bench(const char *path, const settings *s, tml_log *log)
{
    tml_model *model = tml_model_load(path, log);
    tml_live *live = NULL;
    double *us = calloc((size_t)s->steps, sizeof *us), *least = calloc((size_t)s->steps, sizeof *least);
    bool good = model && us && least && tml_live_make(model, &s->options, &live, log) == TML_OK;
    if (good) {
        printf("%s: %ld steps of %g s\n", path, s->steps, tml_live_step_size(live));
        mlockall(MCL_CURRENT | MCL_FUTURE); /* where it is allowed: no page is missing in a step */
        good = repeat(live, s, us, least);
        if (!good)
            tml_live_explain(live, log);
    }
    free(us);
    free(least);
    tml_live_free(live);
    tml_model_free(model);
    return good;
}

int main(int count, char **arguments)
{
    settings s = {.steps = 100000, .repeats = 5, .options = {.size = sizeof s.options}};
    tml_log *log = tml_log_make();
    bool good = true;
    for (int i = 1; i < count; i++) {
        const char *next = i + 1 < count ? arguments[i + 1] : "";
        if (strcmp(arguments[i], "--steps") == 0)
            s.steps = strtol(next, NULL, 10), i++;
        else if (strcmp(arguments[i], "--repeats") == 0)
            s.repeats = strtol(next, NULL, 10), i++;
        else if (strcmp(arguments[i], "--step") == 0)
            s.options.step = strtod(next, NULL), i++;
        else if (strcmp(arguments[i], "--formulation") == 0)
            s.options.formulation = next, i++;
        else if (strcmp(arguments[i], "--read") == 0)
            s.read = true;
        else
            good = s.steps > 0 && bench(arguments[i], &s, log) && good;
    }
    for (size_t i = 0; i < tml_log_count(log); i++)
        fprintf(stderr, "%s\n", tml_log_get(log, i).text);
    tml_log_free(log);
    return good ? 0 : 1;
}
