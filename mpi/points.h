/* points.h - which points of a study are still to be handed out: runs of them, those that are done left out. */
#pragma once
#include "trammel/trammel.h"
#include <pthread.h>

/* Points first ... first + count - 1; count 0: there are none left. */
typedef struct {
    uint64_t first, count;
} mpi_run;

typedef struct {
    const tml_study_rows *rows;
    pthread_mutex_t lock;
    uint64_t next, all;
    uint64_t takers; /* ranks that share what is left */
    bool stopped;
} mpi_points;

/* The next run: long at first, short in the end, so that all ranks end together. */
mpi_run mpi_points_take(mpi_points *points);
void mpi_points_stop(mpi_points *points);
