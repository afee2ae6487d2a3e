/* parallel.h - jobs that know nothing of each other, on several threads. */
#pragma once

typedef struct {
    int count;                              /* of jobs */
    int threads;                            /* at most; 1: all in the calling thread, one after the other */
    void (*job)(void *context, int number); /* on any thread; in the order of their numbers they are begun */
    void (*wait)(void *context);            /* NULL; called by the calling thread now and then while others work */
    void *context;
} tml_parallel;

/* Comes back when all jobs are done. Where no thread can be had, the calling one does the work. */
void tml_parallel_run(const tml_parallel *parallel);
/* Processors at hand, at least 1. */
int tml_processor_count(void);
