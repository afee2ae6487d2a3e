/* driven_table.c - rows of the table of a driven motion: channels of the system, of its actuators, and transmission ratios. */
#include "analysis/kinematics/driven_recording.h"
#include "linalg/cholesky.h"
#include <string.h>

typedef tml_driven_recording recording;

static bool finite(const recording *r, double t)
{
    tml_failure_cause cause = r->cause;
    if (!r->unsolved && tml_all_finite(r->d->force, r->task->system->nv))
        return true;
    if (r->unsolved || tml_failure_find_cause(r->d->work, &cause))
        tml_failure_report_cause(r->task, &cause, TML_ERROR);
    else
        tml_log_raise(r->task->log, TML_E_FORCE_NOT_FINITE, r->task->element->place,
                      "%s: a force is not a number at t = %.9g s", r->task->element->kind, t);
    return false;
}

void tml_driven_recording_insufficient(const recording *r, double t, const char *missing)
{
    tml_log_raise(r->task->log, TML_E_ACTUATORS_CANNOT, r->task->element->place,
                  "%s: the actuators cannot produce the motion at t = %.9g s: %s", r->task->element->kind, t, missing);
}

/* In a singular configuration of the joints alone nothing can be concluded. */
static bool suffices(recording *r, double t)
{
    tml_actuation *a = r->request->actuation;
    if (!a || a->free_count != a->min_free_count || tml_actuation_suffices(a))
        return true;
    if (!tml_driven_recording_is_undefined(r)) {
        tml_driven_recording_insufficient(r, t, tml_actuation_missing(a, r->d->work, r->task->arena));
        return false;
    }
    if (r->undefined_rows++ == 0) {
        r->undefined_time = t;
        r->undefined_text = tml_actuation_missing(a, r->d->work, r->task->arena);
    }
    tml_actuation_set_undefined(a, r->d->work, r->lambda);
    return true;
}

tml_status tml_driven_recording_row(void *context, int row, const tml_configuration *configuration,
                                    const double *integrals)
{
    recording *r = context;
    tml_actuation *a = r->request->actuation;
    tml_table *t = r->table;
    tml_driven_recording_evaluate(r, configuration);
    if (!finite(r, configuration->t))
        return TML_FAILED;
    if (!suffices(r, configuration->t) || (a && !tml_actuation_is_unique(a, r->task)))
        return TML_FAILED;
    double *out = (size_t)row < t->row_count ? t->values + (size_t)row * t->column_count : tml_table_append(t);
    if (!out)
        return TML_NO_MEMORY;
    tml_driven_recording_observe(r, configuration, integrals[0], out);
    tml_limit_watch_take(r->limits, r->d->work);
    tml_failure_cause cause;
    if (tml_failure_find_outside(r->d->work, r->task->system->watch_count, &cause)) {
        tml_failure_report_cause(r->task, &cause, TML_ERROR);
        return TML_FAILED;
    }
    for (int i = 0; i < r->task->system->output_count; i++)
        tml_along_take(&r->along[i], configuration->t, out[r->task->system->outputs[i].column]);
    tml_sizing_take(r->sizing, r->d->work, configuration->t, r->along + r->task->system->output_count);
    tml_driven_recording_take_speeds(r);
    out += r->base;
    if (a)
        tml_actuation_fill(a, integrals + 1, out);
    if (r->ratios)
        tml_ratios_fill(r->ratios, r->d, configuration, out);
    memcpy(r->integrals, integrals, (size_t)r->rates * sizeof(double));
    return TML_OK;
}

bool tml_driven_recording_make_table(recording *r)
{
    const tml_actuation *a = r->request->actuation;
    const tml_ratios *ratios = r->ratios;
    tml_arena *arena = r->task->arena;
    const tml_column *base = tml_channels(r->task->system, arena, &r->base);
    const int max = (a ? TML_ACTUATOR_COLUMNS * a->count : 0) + tml_ratios_count(ratios);
    tml_column *columns = TML_NEW_ARRAY(arena, tml_column, r->base + (size_t)max + 1);
    memcpy(columns, base, r->base * sizeof *columns);
    size_t count = r->base;
    if (a)
        count += (size_t)tml_actuation_columns(a, true, columns + count);
    if (ratios)
        tml_ratios_columns(ratios, columns + count, arena), count += (size_t)tml_ratios_count(ratios);
    r->table = tml_results_add(r->task->results, r->task->element->kind, r->task->model->title, columns, count);
    return r->table != NULL;
}
