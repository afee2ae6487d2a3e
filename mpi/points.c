/* points.c - points are handed out in runs that become shorter: a part of what is left for each rank (guided self-scheduling). */
#include "mpi/points.h"

enum { LONGEST = 256, SHARE = 4 };

mpi_run mpi_points_take(mpi_points *p)
{
    pthread_mutex_lock(&p->lock);
    mpi_run run = {0};
    while (p->next < p->all && tml_study_rows_has(p->rows, p->next))
        p->next++;
    const uint64_t part = (p->all - p->next) / (SHARE * p->takers), most = part < 1         ? 1
                                                                           : part > LONGEST ? LONGEST
                                                                                            : part;
    run.first = p->next;
    while (!p->stopped && run.count < most && p->next < p->all && !tml_study_rows_has(p->rows, p->next)) {
        p->next++;
        run.count++;
    }
    pthread_mutex_unlock(&p->lock);
    return run;
}

void mpi_points_stop(mpi_points *p)
{
    pthread_mutex_lock(&p->lock);
    p->stopped = true;
    pthread_mutex_unlock(&p->lock);
}
