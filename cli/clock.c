/* clock.c - a clock that only rises, whatever becomes of the date. */
#include "clock.h"
#include <time.h>

double cli_clock(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}
