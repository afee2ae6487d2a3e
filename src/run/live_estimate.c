/* live_estimate.c - what fixed steps are worth for a model: how fast its motion is along its way, and how far fixed steps lead from the motion to the tolerance.
 *
 * Steps h of the classical method are stable while |s| h stays below a limit for every eigenvalue s of the linearized equations. Both motions are made to
 * the end of `dynamics` and compared at some times between.
 */
#include "analysis/dynamics/choose_integrator.h"
#include "elementary/elementary.h"
#include "run/real_time.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 20 };

/* Positions, angles and their rates: forces and accelerations jump where the motion does not. */
static bool is_motion(const tml_table *table, size_t column)
{
    static const char *const units[] = {"m", "rad", "m/s", "rad/s"};
    bool found = false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        found |= strcmp(tml_table_unit(table, column), units[i]) == 0;
    return found && strncmp(tml_table_name(table, column), "residual.", 9) != 0;
}

typedef struct {
    tml_live *exact, *fixed;
    double *size, *off; /* (columns) the largest value of each channel, the largest difference */
    int count;          /* of comparisons behind the start */
} pair;

static void take_rate(pair *p, tml_live_estimate *e)
{
    tml_motion_state *m = &p->exact->motion;
    if (!p->exact->stepping)
        e->rate = fmax(e->rate, tml_fastest_rate(m, p->exact->t, m->problem.y));
    tml_live_changed(p->exact);
}

static void compare(pair *p, tml_live_estimate *e)
{
    const tml_table *table = tml_live_channels(p->exact);
    for (size_t i = 0; i < tml_table_columns(table); i++) {
        if (!is_motion(table, i))
            continue;
        const double a = tml_live_value(p->exact, (long)i), b = tml_live_value(p->fixed, (long)i);
        p->size[i] = fmax(p->size[i], fabs(a));
        p->off[i] = isfinite(b) ? fmax(p->off[i], fabs(a - b)) : INFINITY;
    }
    e->until = p->exact->t;
    take_rate(p, e);
}

/* Both motions from time to time. Where the one to the tolerance cannot go on, nor need the other; where only the fixed steps fail, they are no use. */
static void follow(pair *p, tml_live_estimate *e)
{
    bool lost = false;
    compare(p, e);
    for (int i = 0; i < p->count && !lost && tml_live_step(p->exact) == TML_OK; i++) {
        const tml_status status = tml_live_step(p->fixed);
        lost = status != TML_OK;
        if (!lost)
            compare(p, e);
    }
    const tml_table *table = tml_live_channels(p->exact);
    for (size_t i = 0; i < tml_table_columns(table); i++)
        if (p->off[i] > 0)
            e->error = fmax(e->error, p->off[i] / fmax(p->size[i], 1e-3 * p->fixed->task.system->size));
    e->error = lost ? INFINITY : e->error;
}

/* A whole number of the longest fixed steps lies between comparisons: none is shorter. */
static void choose_interval(pair *p, double step)
{
    const double span = tml_live_end(p->exact) - tml_live_time(p->exact), near = 1e-9;
    const double interval = step * fmax(1, round(span / SAMPLES / step));
    p->count = (int)fmax(1, floor(span / interval * (1 + near)));
    tml_live_set_step_size(p->exact, interval);
    tml_live_set_step_size(p->fixed, interval);
}

static tml_status begin(const tml_model *model, const tml_live_options *options, pair *p, tml_log *log)
{
    tml_live_options exact = {.size = sizeof exact, .formulation = options->formulation, .inputs = options->inputs};
    exact.input_count = options->input_count;
    exact.tolerance = options->tolerance;
    const char *adaptive = tml_integrator_automatic(TML_FOR_SMOOTH_MOTION)->name;
    tml_status status = tml_live_make(model, options, &p->fixed, log);
    if (status == TML_OK)
        status = tml_live_make(model, &exact, &p->exact, log);
    if (status != TML_OK || p->exact->stepping || tml_live_tolerance(p->exact) > 0)
        return status;
    tml_live_free(p->exact); /* the steps of the model itself are fixed */
    return tml_live_make_by(adaptive, model, &exact, &p->exact, log);
}

/* Errors of a method of order p go with the step to the power p, where the motion is smooth. */
static void compare_with_tolerance(const pair *p, tml_live_estimate *e)
{
    const tml_integrator_class *method = p->fixed->stepping ? NULL : p->fixed->motion.integrator.class;
    e->tolerance = tml_live_tolerance(p->exact);
    if (method && method->order > 0 && e->tolerance > 0 && e->error > 0 && isfinite(e->error))
        e->sufficient = fmin(e->step, e->step * tml_pow(e->tolerance / e->error, 1.0 / method->order));
}

tml_status tml_live_estimate_steps(const tml_model *model, const tml_live_options *options, tml_live_estimate *estimate,
                                   tml_log *log)
{
    pair p = {0};
    *estimate = (tml_live_estimate){.stable = INFINITY};
    tml_status status = begin(model, options, &p, log);
    if (status == TML_OK) {
        const size_t columns = tml_table_columns(tml_live_channels(p.exact));
        p.size = calloc(2 * columns + 1, sizeof(double));
        p.off = p.size + columns;
        status = p.size ? TML_OK : TML_NO_MEMORY;
        estimate->step = tml_live_internal_step(p.fixed);
        choose_interval(&p, estimate->step);
    }
    if (status == TML_OK) {
        follow(&p, estimate);
        const double limit = p.fixed->stepping ? 0 : p.fixed->motion.integrator.class->stability_limit;
        if (estimate->rate > 0 && limit > 0)
            estimate->stable = limit / estimate->rate;
        compare_with_tolerance(&p, estimate);
    }
    free(p.size);
    tml_live_free(p.exact);
    tml_live_free(p.fixed);
    return status;
}
