/* driven_rows.c - rows of a driven motion's table by themselves, at positions that are given. */
#include "analysis/kinematics/driven_recording.h"
#include "linalg/cholesky.h"
#include <math.h>

struct tml_driven_rows {
    tml_driven_request request;
    tml_driven_recording r;
    double *unknown; /* (rates) integrals */
};

tml_driven_rows *tml_driven_rows_make(tml_task *task, const tml_driven_request *request, const bool *independent)
{
    tml_driven_rows *rows = TML_NEW(task->arena, tml_driven_rows);
    rows->request = *request;
    rows->r = tml_driven_recording_make(task, &rows->request, independent);
    rows->r.base = tml_channels_count(task->system);
    rows->unknown = TML_NEW_ARRAY(task->arena, double, rows->r.rates + 1);
    for (int i = 0; i < rows->r.rates; i++)
        rows->unknown[i] = NAN;
    return rows;
}

tml_driven *tml_driven_rows_of(tml_driven_rows *rows)
{
    return rows->r.d;
}

bool tml_driven_rows_fill(tml_driven_rows *rows, tml_configuration *configuration, double *row)
{
    tml_driven_recording *r = &rows->r;
    tml_actuation *a = r->request->actuation;
    if (!tml_driven_rates(r->d, configuration))
        return false;
    tml_driven_recording_evaluate(r, configuration);
    if (r->unsolved || !tml_all_finite(r->d->force, r->task->system->nv))
        return false;
    if (a && (a->free_count != a->min_free_count || !tml_actuation_suffices(a)))
        return false;
    tml_driven_recording_observe(r, configuration, INFINITY, row);
    if (a)
        tml_actuation_fill(a, rows->unknown, row + r->base);
    if (r->ratios)
        tml_ratios_fill(r->ratios, r->d, configuration, row + r->base);
    return true;
}
