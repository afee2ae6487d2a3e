/* singular_departure.h - departure from a singular start along the branch of its velocities. */
#pragma once
#include "analysis/analysis.h"

typedef struct {
    double t;      /* slightly later; q NULL: the start is regular */
    double *q, *v; /* of the bodies at that time */
    double *a;     /* (nv) of the bodies at the start: their limit along the branch */
} tml_singular_departure;

/* soonest: before this time. TML_FAILED with a message if no motion is determined. */
tml_status tml_singular_departure_find(tml_task *task, const tml_assembly *report, double soonest,
                                       tml_singular_departure *out);
/* Makes the state of a departure that of the task. */
void tml_singular_departure_apply(tml_task *task, const tml_singular_departure *d);
