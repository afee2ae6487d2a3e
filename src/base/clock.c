/* clock.c - CPU time of one thread, since runs may be concurrent. */
#include "base/clock.h"
#include <time.h>

double tml_cpu_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
