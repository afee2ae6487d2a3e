/* clock.c - time that passes, and CPU time of one thread, since runs may be concurrent. */
#include "base/clock.h"
#include <time.h>

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double tml_wall_time(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double tml_cpu_time(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}
