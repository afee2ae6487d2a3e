/* record.c - CPU time, and one JSON line a result. What is not known is null. */
#include "record.h"
#include <math.h>
#include <stdio.h>
#include <time.h>

double bench_cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void print_number(const char *name, double x)
{
    if (isfinite(x))
        printf(", \"%s\": %.6g", name, x);
    else
        printf(", \"%s\": null", name);
}

void bench_print(const bench_record *r)
{
    printf("{\"program\": \"%s\", \"version\": \"%s\", \"problem\": \"%s\", \"size\": %d, \"settings\": \"%s\"",
           r->program, r->version, r->problem, r->size, r->settings);
    print_number("tolerance", r->tolerance);
    print_number("error", r->error);
    print_number("cpu_s", r->cpu);
    if (r->evaluations > 0)
        printf(", \"evaluations\": %ld", r->evaluations);
    else
        printf(", \"evaluations\": null");
    print_number("ns_per_evaluation", 1e9 * r->evaluation);
    print_number("ns_per_body", 1e9 * r->evaluation / r->bodies);
    printf("}\n");
    fflush(stdout);
}
