/* continuation.c - driven motion by numerical continuation in time.
 *
 * Predictor  q + h v + h^2 a/2, corrected by Newton's method; where something rolls, q' = v(t, q) is integrated.
 * Branch     Newton's correction < sigma_min/10: B changes by less than it would take to become singular in between.
 * Singular   |B2 - B1| < sigma_min1 + sigma_min2 (Weyl): no singular value of B can have crossed zero in the step, nor
 * of any of its diagonal blocks where bodies follow from each other group by group (driven_blocks.h). Close to a
 * singular configuration that makes steps shorter and shorter; when B has almost lost rank, one step leads across, and
 * the motion continues there if its velocities do.
 * Integrals  by Gauss-Lobatto quadrature with five points in each step.
 */
#include "analysis/failure.h"
#include "analysis/kinematics/driven_diagnosis.h"
#include "analysis/kinematics/path.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double MAX_ROTATION = 0.5; /* rad in a step */
static const double MAX_ROLLED = 0.1;   /* ... or of the size, where something rolls: what is between is interpolated */
static const double MAX_CORRECTION = 0.1;        /* Newton's correction relative to sigma_min */
static const double RELATIVE_CORRECTION = 0.005; /* ... relative to the step */
static const double SMALL_CORRECTION = 1e-3;     /* ... relative to sigma_min: always accepted */
static const double MIN_SIGMA_REFERENCE = 1e-3;  /* reference of sigma_min, if it starts with less */
static const double SINGULAR_START = 1e-8;       /* sigma_min at the start */
enum { MAX_UNREPORTED = 64, MAX_EXTRA_STEPS = 60 };

/* ---- steps ---- */

double tml_driven_path_largest(const tml_driven_path *w, const double *x)
{
    double max = 0;
    for (int j = 0; j < w->d->system->nv; j++)
        max = fmax(max, fabs(x[j] * w->d->unit[j]));
    return max / w->d->system->size;
}

/* next = current moved by h; its length relative to the size or in rad. */
double tml_driven_path_predict(tml_driven_path *w, double h, double *rotation)
{
    const tml_system *s = w->d->system;
    double *x = w->d->x;
    *rotation = 0;
    for (int j = 0; j < s->nv; j++) {
        x[j] = h * (w->current->v[j] + 0.5 * h * w->current->a[j]);
        if (j % s->nvb >= (s->space ? 3 : 2))
            *rotation = fmax(*rotation, fabs(x[j]));
    }
    const double length = tml_driven_path_largest(w, x);
    memcpy(w->next->q, w->current->q, (size_t)s->nq * sizeof(double));
    tml_system_displace(s, x, w->next->q);
    return length;
}

/* Tries a step to time t; the factor for the next one. */
static bool attempt(tml_driven_path *w, double t, double *factor)
{
    double rotation;
    const double length = tml_driven_path_predict(w, t - w->current->t, &rotation);
    rotation = w->rolled ? length : rotation;
    w->next->t = t;
    const double most = w->rolled ? MAX_ROLLED : MAX_ROTATION;
    *factor = rotation > most ? fmax(0.1, 0.9 * most / rotation) : 0.3;
    if (!(rotation <= most) || (w->rolled && !tml_rolled_path_predict(w->rolled, w->current, t, w->next->q)) ||
        tml_driven_close(w->d, w->next))
        return false;
    const double sigma_min = w->next->sigma_min;
    const double allowed =
        fmin(MAX_CORRECTION * sigma_min, fmax(RELATIVE_CORRECTION * length, SMALL_CORRECTION * sigma_min));
    const double correction_ratio = w->next->correction / allowed;
    const double change_ratio = tml_driven_change_ratio(w->d, w->current, w->next);
    *factor = fmin(2, 0.85 * fmin(1 / cbrt(fmax(correction_ratio, 1e-6)), 1 / fmax(change_ratio, 1e-6)));
    *factor = fmax(0.2, w->rolled ? fmin(*factor, 0.95 * most / fmax(rotation, 1e-9)) : *factor);
    return correction_ratio <= 1 && change_ratio <= 1;
}

/* ---- states of the user's ---- */

void tml_driven_path_copy_states(const tml_driven_path *w, const double *from, double *to)
{
    memcpy(to, from, (size_t)w->d->system->state_count * sizeof(double));
}

void tml_driven_path_states(tml_driven_path *w, tml_configuration *const *configurations, int count, double t0,
                            double t1, bool exact, double *s)
{
    if (w->states && !w->states_failed)
        w->states_failed = !tml_driven_states_integrate(w->states, configurations, count, exact, t0, t1, s);
}

static tml_status report_states(const tml_driven_path *w)
{
    tml_failure_cause cause;
    if (tml_failure_find_cause(w->d->work, &cause))
        tml_failure_report_cause(w->task, &cause, TML_ERROR);
    else
        tml_log_raise(w->task->log, TML_E_FORCE_NOT_FINITE, w->task->element->place,
                      "%s: the states cannot be integrated beyond t = %.9g s: they grow without bound",
                      w->task->element->kind, w->current->t);
    return TML_FAILED;
}

/* ---- integrals ---- */

void tml_driven_path_integrate(tml_driven_path *w, tml_configuration *const *configurations, int count, double t0,
                               double t1, bool exact, double *sum)
{
    static const double place[5] = {-1, -0.65465367070797714380, 0, 0.65465367070797714380, 1};
    static const double weight[5] = {0.1, 49.0 / 90, 32.0 / 45, 49.0 / 90, 0.1};
    const double half = 0.5 * (t1 - t0);
    double states_time = t0;
    for (int i = 0; i < 5; i++) {
        const tml_configuration *at = w->node;
        if (exact && (i == 0 || i == 4)) {
            at = configurations[i == 4];
            tml_driven_path_copy_states(w, at->states, w->states_now);
        } else {
            const double t = t0 + (1 + place[i]) * half;
            tml_driven_path_states(w, configurations, count, states_time, t, exact, w->states_now);
            tml_driven_path_copy_states(w, w->states_now, w->node->states);
            states_time = t;
            tml_driven_interpolate(w->d, configurations, count, t0 + (1 + place[i]) * half, w->node);
            if (exact && tml_driven_close(w->d, w->node)) /* a driver has a kink within the step */
                tml_driven_interpolate(w->d, configurations, count, w->node->t, w->node);
            w->request->rate(w->request->context, w->node);
        }
        for (int k = 0; k < w->request->rates; k++)
            sum[k] += half * weight[i] * at->rate[k];
    }
}

static void integrate(tml_driven_path *w)
{
    tml_configuration *const ends[2] = {w->current, w->next};
    tml_driven_path_copy_states(w, w->current->states, w->next->states);
    tml_driven_path_states(w, ends, 2, w->current->t, w->next->t, true, w->next->states);
    w->request->rate(w->request->context, w->next);
    if (w->request->idle)
        return;
    if (w->request->kinked && !w->d->system->state_count)
        tml_driven_path_integrate_kinked(w, w->integrals);
    else
        tml_driven_path_integrate(w, ends, 2, w->current->t, w->next->t, true, w->integrals);
}

/* ---- outputs ---- */

tml_status tml_driven_path_output(tml_driven_path *w, const tml_configuration *configuration)
{
    tml_configuration_copy(w->d, w->request->rates, configuration, w->last);
    return w->request->record(w->request->context, w->row++, configuration, w->integrals);
}

/* ---- progress ---- */

static bool report_progress(tml_driven_path *w)
{
    const tml_run_options *o = w->task->options;
    const double t0 = w->request->times[0], t1 = w->request->times[w->request->time_count - 1];
    const double part = fmin(1, (w->current->t - t0) / (t1 - t0));
    if (!o->progress || (part < w->reported + 1e-3 && ++w->unreported < MAX_UNREPORTED))
        return true;
    w->reported = part;
    w->unreported = 0;
    return o->progress(o->context, w->task->element->kind, part) == 0;
}

/* next is accepted: it becomes current. */
tml_status tml_driven_path_accept(tml_driven_path *w)
{
    tml_driven_evaluate(w->d, w->next);
    if (w->states_failed)
        return report_states(w);
    tml_workspace_accept_angles(w->d->work);
    w->sigma_reference = fmax(w->sigma_reference, w->next->sigma_min);
    if (w->request->step)
        w->request->step(w->request->context, w->current, w->next);
    tml_driven_path_check_near_singular(w);
    const tml_status status = tml_driven_path_update_zone(w);
    if (w->request->integrals_known && !w->in_zone && w->next->t <= w->request->times[w->request->time_count - 1])
        w->request->integrals_known(w->request->context, w->integrals);
    tml_configuration *free = w->previous;
    w->previous = w->current, w->current = w->next, w->next = free;
    memcpy(w->previous_integrals, w->integrals, (size_t)w->request->rates * sizeof(double));
    w->found->steps++;
    return status;
}

/* ---- the path ---- */

static tml_driven_path *make(tml_task *task, tml_driven *d, const tml_driven_path_request *request,
                             tml_driven_path_result *found)
{
    tml_arena *arena = task->arena;
    tml_driven_path *w = TML_NEW(arena, tml_driven_path);
    *w = (tml_driven_path){
        .task = task, .d = d, .request = request, .found = found, .reported = -1, .kink_time = -INFINITY};
    tml_configuration **configurations[] = {&w->previous, &w->current, &w->next, &w->node, &w->last, &w->before_zone};
    for (size_t i = 0; i < sizeof configurations / sizeof *configurations; i++)
        *configurations[i] = tml_configuration_make(d, request->rates, arena);
    for (int i = 0; i < TML_NEARBY; i++)
        w->nearby[i] = tml_configuration_make(d, request->rates, arena);
    w->states = tml_driven_states_make(d, arena);
    w->rolled = tml_rolled_path_make(d, arena);
    w->time_crossings = tml_time_crossings_make(arena, d->system->time_crossings, d->system->time_crossing_count,
                                                d->work->inputs, d->system->input_count);
    w->time_steps = tml_time_steps_make(arena, d->system->narrow.time, d->system->narrow.time_count, d->work->inputs,
                                        d->system->input_count, task->state->t,
                                        request->times[request->time_count - 1] - task->state->t, false);
    w->states_now = TML_NEW_ARRAY(arena, double, d->system->state_count + 1);
    w->integrals = TML_NEW_ARRAY(arena, double, request->rates + 1);
    w->largest = TML_NEW_ARRAY(arena, double, request->rates + 1);
    w->previous_integrals = TML_NEW_ARRAY(arena, double, request->rates + 1);
    w->zone_start_integrals = TML_NEW_ARRAY(arena, double, request->rates + 1);
    return w;
}

static tml_status begin(tml_driven_path *w)
{
    const tml_state *state = w->task->state;
    w->current->t = state->t;
    memcpy(w->current->q, state->q, (size_t)w->d->system->nq * sizeof(double));
    memcpy(w->d->work->unwrapped, state->unwrapped, (size_t)w->d->system->measure_count * sizeof(double));
    tml_driven_path_copy_states(w, state->states, w->current->states);
    const bool closed = tml_driven_close(w->d, w->current) == 0;
    tml_driven_evaluate(w->d, w->current);
    if (!closed || w->current->sigma_min < SINGULAR_START) {
        tml_status status;
        if (tml_driven_path_leave_singular_start(w, &status))
            return status;
        tml_driven_evaluate(w->d, w->current);
        tml_driven_report_singular_start(w->task, w->d, w->current, closed);
        return TML_FAILED;
    }
    tml_workspace_accept_angles(w->d->work);
    w->request->rate(w->request->context, w->current);
    if (w->request->step)
        w->request->step(w->request->context, w->current, w->current);
    tml_configuration_copy(w->d, w->request->rates, w->current, w->previous);
    w->found->sigma_min = w->current->sigma_min;
    w->sigma_reference = fmax(w->current->sigma_min, MIN_SIGMA_REFERENCE);
    w->found->sigma_min_time = state->t;
    w->step = w->request->time_count > 1 ? w->request->times[1] - state->t : 1;
    return tml_driven_path_output(w, w->current);
}

/* The first instant later than t at which a driver or a load has a kink; at the instant itself that is the next one. */
static tml_time_gap find_kink(const tml_driven_path *w, double t, double next)
{
    const tml_system *s = w->d->system;
    tml_time_gap gap = tml_time_breaks_find(s->time_breaks, s->time_break_count, t);
    if (t >= 0.5 * (gap.before + gap.after))
        gap = tml_time_breaks_find(s->time_breaks, s->time_break_count, gap.after);
    return tml_time_crossings_find(w->time_crossings, t, next, gap);
}

/* Where the next step ends at the latest: at the next output, on either side of a kink, or where it would pass over a pulse of a driver or a load. */
static double find_end(const tml_driven_path *w, double next)
{
    const double t = w->current->t;
    const tml_time_gap gap = find_kink(w, t, next);
    const double seen = w->time_steps ? t + tml_time_steps_longest(w->time_steps, t, 1) : INFINITY;
    return fmin(fmin(next, seen), t < gap.before ? gap.before : gap.after);
}

/* One step, to the next output at most. */
static tml_status advance(tml_driven_path *w, double next, double least)
{
    const double end = find_end(w, next);
    const bool ends = w->current->t + 1.01 * w->step >= end, arrives = ends && end == next;
    const double t = ends ? end : w->current->t + w->step;
    double factor;
    if (!attempt(w, t, &factor)) {
        w->found->rejected++;
        w->step = factor * (t - w->current->t);
        return w->step > least ? TML_OK : tml_driven_path_stalled(w);
    }
    w->step = ends ? fmax(w->step, factor * (t - w->current->t)) : factor * w->step;
    if (tml_driven_report_kink(w->task, w->d, w->current->t, t, w->kink_time))
        w->kink_time = t, w->found->jumps = true;
    integrate(w);
    tml_status status = tml_driven_path_accept(w);
    if (status == TML_OK && arrives)
        status = tml_driven_path_output(w, w->current);
    return status == TML_OK && !report_progress(w) ? TML_STOPPED : status;
}

static tml_status run_steps(tml_driven_path *w)
{
    const int count = w->request->time_count;
    const double end = w->request->times[count - 1], span = end - w->request->times[0];
    const double least = 16 * DBL_EPSILON * fmax(fabs(end), span);
    while (w->row < count) {
        const tml_status status = tml_driven_path_is_singular(w) ? tml_driven_path_cross_singular(w)
                                                                 : advance(w, w->request->times[w->row], least);
        if (status != TML_OK)
            return status;
    }
    /* It ends beside a singular configuration that it has crossed: a few more steps, for the last outputs. */
    for (int k = 0; k < MAX_EXTRA_STEPS && w->in_zone && w->crossings; k++) {
        double factor;
        const bool good = attempt(w, w->current->t + w->step, &factor);
        tml_driven_path_copy_states(w, w->current->states, w->next->states);
        const tml_status status = good ? tml_driven_path_accept(w) : TML_OK;
        w->step *= factor;
        if (status != TML_OK)
            return status;
    }
    return TML_OK;
}

tml_status tml_driven_path_run(tml_task *task, tml_driven *d, const tml_driven_path_request *request,
                               tml_driven_path_result *found)
{
    const tml_system *s = task->system;
    *found = (tml_driven_path_result){0};
    tml_driven_path *w = make(task, d, request, found);
    tml_status status = begin(w);
    if (status == TML_OK)
        status = run_steps(w);
    if (w->row == 0)
        return status;
    task->state->t = w->last->t;
    memcpy(task->state->q, w->last->q, (size_t)s->nq * sizeof(double));
    memcpy(task->state->v, w->last->v, (size_t)s->nv * sizeof(double));
    tml_driven_path_copy_states(w, w->last->states, task->state->states);
    memcpy(task->state->unwrapped, d->work->unwrapped, (size_t)s->measure_count * sizeof(double));
    return status;
}
