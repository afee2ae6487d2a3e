/* record.h - CPU time, and one JSON line a result: what all programs that are compared share. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* CPU time of this process, in seconds */
double bench_cpu(void);

typedef struct {
    const char *program, *version, *problem, *settings;
    int size, bodies;
    double tolerance, error, cpu, evaluation; /* seconds; NAN: not measured */
    long evaluations;
} bench_record;
void bench_print(const bench_record *record);

#ifdef __cplusplus
}
#endif
