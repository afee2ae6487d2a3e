/* singular_departure.h - out of a singular start, along the branch that its velocities follow. */
#pragma once
#include "analysis/analysis.h"

typedef struct {
    double t;      /* a little later; q NULL: there is nothing to leave */
    double *q, *v; /* of the bodies then */
    double *a;     /* (nv) of the bodies at the start: their limit along the branch */
} tml_departure;

/* soonest: before this time. TML_FAILED with a message where no motion is determined. */
tml_status tml_depart(tml_task *task, const tml_assembly *report, double soonest, tml_departure *out);
/* The state of the task becomes that of a departure. */
void tml_depart_leave(tml_task *task, const tml_departure *d);
