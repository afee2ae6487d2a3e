/* parallel.h - independent jobs on several threads. */
#pragma once

typedef struct {
    int count;                              /* of jobs */
    int threads;                            /* maximum; 1: all in the calling thread, one after the other */
    void (*job)(void *context, int number); /* on any thread; started in the order of their numbers */
    void (*wait)(void *context);            /* or NULL; called periodically by the calling thread while others work */
    void *context;
} tml_parallel;

/* Returns when all jobs are done. If no thread can be created, the calling one does the work. */
void tml_parallel_run(const tml_parallel *parallel);
/* Number of processors, at least 1. */
int tml_processor_count(void);
