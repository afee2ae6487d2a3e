/* continuation.c - a driven motion step by step.
 *
 * Guess      q + h v + h^2 a/2, corrected by Newton.
 * Branch     Newton's correction < weakest/10: B changes by less than it would take to make it singular on the way.
 * Dead point |B2 - B1| < weakest1 + weakest2: no singular value of B can have passed zero in the step, nor of any of its diagonal
 *            blocks where bodies follow from each other group by group (driven_blocks.h). Before a dead point
 *            that makes steps shorter and shorter; when B has almost lost a direction, one step leads across, and the motion
 *            goes on there if its speeds do.
 * Integrals  by Lobatto's rule with five points in each step.
 */
#include "analysis/kinematics/dead_points.h"
#include "analysis/kinematics/path.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double MAX_TURN = 0.5;    /* rad in a step */
static const double BRANCH = 0.1;      /* Newton's correction as a part of `weakest` */
static const double SMOOTH = 0.005;    /* … as a part of the step */
static const double SLIGHT = 1e-3;     /* … as a part of `weakest`: never too much */
static const double MIN_BEST = 1e-3;   /* what `weakest` will be at best, where it starts with less */
static const double DEAD_START = 1e-8; /* `weakest` at the start */
enum { MAX_UNTOLD = 64, MAX_BEYOND = 60 };

/* ---- steps ---- */

double tml_walk_largest(const tml_walk *w, const double *x)
{
    double most = 0;
    for (int j = 0; j < w->d->system->nv; j++)
        most = fmax(most, fabs(x[j] * w->d->unit[j]));
    return most / w->d->system->size;
}

/* there = here moved on by h; its length as a part of the size or in rad. */
double tml_walk_predict(tml_walk *w, double h, double *turn)
{
    const tml_system *s = w->d->system;
    double *x = w->d->x;
    *turn = 0;
    for (int j = 0; j < s->nv; j++) {
        x[j] = h * (w->here->v[j] + 0.5 * h * w->here->a[j]);
        if (j % s->nvb >= (s->space ? 3 : 2))
            *turn = fmax(*turn, fabs(x[j]));
    }
    const double length = tml_walk_largest(w, x);
    memcpy(w->there->q, w->here->q, (size_t)s->nq * sizeof(double));
    tml_system_displace(s, x, w->there->q);
    return length;
}

/* Tries a step to time t; how much longer the next one may be. */
static bool attempt(tml_walk *w, double t, double *factor)
{
    double turn;
    const double length = tml_walk_predict(w, t - w->here->t, &turn);
    w->there->t = t;
    *factor = turn > MAX_TURN ? fmax(0.1, 0.9 * MAX_TURN / turn) : 0.3;
    if (!(turn <= MAX_TURN) || tml_driven_close(w->d, w->there))
        return false;
    const double sigma_min = w->there->sigma_min;
    const double allowed = fmin(BRANCH * sigma_min, fmax(SMOOTH * length, SLIGHT * sigma_min));
    const double bend = w->there->correction / allowed;
    const double pass = tml_driven_pass(w->d, w->here, w->there);
    *factor = fmin(2, 0.85 * fmin(1 / cbrt(fmax(bend, 1e-6)), 1 / fmax(pass, 1e-6)));
    *factor = fmax(0.2, *factor);
    return bend <= 1 && pass <= 1;
}

/* ---- integrals ---- */

void tml_walk_integrate(tml_walk *w, tml_configuration *const *stands, int count, double t0, double t1, bool exact,
                        double *sum)
{
    static const double place[5] = {-1, -0.65465367070797714380, 0, 0.65465367070797714380, 1};
    static const double weight[5] = {0.1, 49.0 / 90, 32.0 / 45, 49.0 / 90, 0.1};
    const double half = 0.5 * (t1 - t0);
    for (int i = 0; i < 5; i++) {
        const tml_configuration *at = w->node;
        if (exact && (i == 0 || i == 4)) {
            at = stands[i == 4];
        } else {
            tml_driven_interpolate(w->d, stands, count, t0 + (1 + place[i]) * half, w->node);
            if (exact && tml_driven_close(w->d, w->node)) /* a kink within the step */
                tml_driven_interpolate(w->d, stands, count, w->node->t, w->node);
            w->request->rate(w->request->context, w->node);
        }
        for (int k = 0; k < w->request->rates; k++)
            sum[k] += half * weight[i] * at->rate[k];
    }
}

static void integrate(tml_walk *w)
{
    tml_configuration *const ends[2] = {w->here, w->there};
    w->request->rate(w->request->context, w->there);
    tml_walk_integrate(w, ends, 2, w->here->t, w->there->t, true, w->integrals);
}

/* ---- outputs ---- */

tml_status tml_walk_put_out(tml_walk *w, const tml_configuration *stand)
{
    tml_configuration_copy(w->d, w->request->rates, stand, w->last);
    return w->request->record(w->request->context, w->row++, stand, w->integrals);
}

/* ---- what is told ---- */

static bool told(tml_walk *w)
{
    const tml_run_options *o = w->task->options;
    const double t0 = w->request->times[0], t1 = w->request->times[w->request->time_count - 1];
    const double part = fmin(1, (w->here->t - t0) / (t1 - t0));
    if (!o->progress || (part < w->told + 1e-3 && ++w->untold < MAX_UNTOLD))
        return true;
    w->told = part;
    w->untold = 0;
    return o->progress(o->context, w->task->element->kind, part) == 0;
}

/* there is accepted: it becomes here. */
tml_status tml_walk_accept(tml_walk *w)
{
    tml_driven_evaluate(w->d, w->there);
    tml_workspace_accept_angles(w->d->work);
    w->best = fmax(w->best, w->there->sigma_min);
    if (w->request->step)
        w->request->step(w->request->context, w->here, w->there);
    tml_walk_mind_near_miss(w);
    const tml_status status = tml_walk_mind_zone(w);
    if (w->request->settle && !w->in_zone && w->there->t <= w->request->times[w->request->time_count - 1])
        w->request->settle(w->request->context, w->integrals);
    tml_configuration *free = w->before;
    w->before = w->here, w->here = w->there, w->there = free;
    memcpy(w->before_integrals, w->integrals, (size_t)w->request->rates * sizeof(double));
    w->found->steps++;
    return status;
}

/* ---- the way ---- */

static tml_walk *make(tml_task *task, tml_driven *d, const tml_following *request, tml_followed *found)
{
    tml_arena *arena = task->arena;
    tml_walk *w = TML_NEW(arena, tml_walk);
    *w = (tml_walk){.task = task, .d = d, .request = request, .found = found, .told = -1, .kink_time = -INFINITY};
    tml_configuration **stands[] = {&w->before, &w->here, &w->there, &w->node, &w->last, &w->outside};
    for (size_t i = 0; i < sizeof stands / sizeof *stands; i++)
        *stands[i] = tml_configuration_make(d, request->rates, arena);
    for (int i = 0; i < TML_BESIDE; i++)
        w->beside[i] = tml_configuration_make(d, request->rates, arena);
    w->integrals = TML_NEW_ARRAY(arena, double, request->rates + 1);
    w->before_integrals = TML_NEW_ARRAY(arena, double, request->rates + 1);
    w->outside_integrals = TML_NEW_ARRAY(arena, double, request->rates + 1);
    return w;
}

static tml_status begin(tml_walk *w)
{
    const tml_state *state = w->task->state;
    w->here->t = state->t;
    memcpy(w->here->q, state->q, (size_t)w->d->system->nq * sizeof(double));
    memcpy(w->d->work->unwrapped, state->unwrapped, (size_t)w->d->system->measure_count * sizeof(double));
    const bool closed = tml_driven_close(w->d, w->here) == 0;
    tml_driven_evaluate(w->d, w->here);
    if (!closed || w->here->sigma_min < DEAD_START) {
        tml_status status;
        if (tml_walk_leave_start(w, &status))
            return status;
        tml_driven_evaluate(w->d, w->here);
        tml_dead_point_start(w->task, w->d, w->here, closed);
        return TML_FAILED;
    }
    tml_workspace_accept_angles(w->d->work);
    w->request->rate(w->request->context, w->here);
    if (w->request->step)
        w->request->step(w->request->context, w->here, w->here);
    tml_configuration_copy(w->d, w->request->rates, w->here, w->before);
    w->found->sigma_min = w->here->sigma_min;
    w->best = fmax(w->here->sigma_min, MIN_BEST);
    w->found->sigma_min_time = state->t;
    w->step = w->request->time_count > 1 ? w->request->times[1] - state->t : 1;
    return tml_walk_put_out(w, w->here);
}

/* One step, to the next output at most. */
static tml_status advance(tml_walk *w, double next, double least)
{
    const bool arrives = w->here->t + 1.01 * w->step >= next;
    const double t = arrives ? next : w->here->t + w->step;
    double factor;
    if (!attempt(w, t, &factor)) {
        w->found->rejected++;
        w->step = factor * (t - w->here->t);
        return w->step > least ? TML_OK : tml_walk_stuck(w);
    }
    w->step = arrives ? fmax(w->step, factor * (t - w->here->t)) : factor * w->step;
    if (tml_dead_point_kink(w->task, w->d, w->here->t, t, w->kink_time))
        w->kink_time = t, w->found->jumps = true;
    integrate(w);
    tml_status status = tml_walk_accept(w);
    if (status == TML_OK && arrives)
        status = tml_walk_put_out(w, w->here);
    return status == TML_OK && !told(w) ? TML_STOPPED : status;
}

static tml_status go_on(tml_walk *w)
{
    const int count = w->request->time_count;
    const double end = w->request->times[count - 1], span = end - w->request->times[0];
    const double least = 16 * DBL_EPSILON * fmax(fabs(end), span);
    while (w->row < count) {
        const tml_status status =
            tml_walk_is_dead(w) ? tml_walk_cross(w) : advance(w, w->request->times[w->row], least);
        if (status != TML_OK)
            return status;
    }
    /* It ends beside a dead point that it has crossed: a little further, for the last outputs. */
    for (int k = 0; k < MAX_BEYOND && w->in_zone && w->crossed; k++) {
        double factor;
        const bool good = attempt(w, w->here->t + w->step, &factor);
        const tml_status status = good ? tml_walk_accept(w) : TML_OK;
        w->step *= factor;
        if (status != TML_OK)
            return status;
    }
    return TML_OK;
}

tml_status tml_follow(tml_task *task, tml_driven *d, const tml_following *request, tml_followed *found)
{
    const tml_system *s = task->system;
    *found = (tml_followed){0};
    tml_walk *w = make(task, d, request, found);
    tml_status status = begin(w);
    if (status == TML_OK)
        status = go_on(w);
    if (w->row == 0)
        return status;
    task->state->t = w->last->t;
    memcpy(task->state->q, w->last->q, (size_t)s->nq * sizeof(double));
    memcpy(task->state->v, w->last->v, (size_t)s->nv * sizeof(double));
    memcpy(task->state->unwrapped, d->work->unwrapped, (size_t)s->measure_count * sizeof(double));
    return status;
}
