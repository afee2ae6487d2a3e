/* depart.c - out of a singular start, along the branch that its velocities follow.
 *
 * At the start the constraints lack a row, and accelerations are not determined by them; beside it, on the branch, they are, and have a
 * limit. With q_d = q + d v closed again, a(d) there, and a_0 = (a(d) + a(-d)) / 2, the motion a little later is
 *   q + h v + h^2/2 a_0 + h^3/6 j,   v + h a_0 + h^2/2 j,   j = (a(h) - a_0) / h
 * closed again, with a(h) at the state that the first two terms give. At rest, with forces that drive it, the motion is not unique.
 */
#include "analysis/depart.h"
#include "formulation/absolute.h"
#include "formulation/singular.h"
#include <math.h>
#include <string.h>

static const double BESIDE = 1e-4; /* of the size: how far from the singular configuration */
static const double MOVES = 1e-9;  /* of the forces at play: less drives nothing */

typedef struct {
    tml_task *task;
    const tml_system *s; /* all rows held */
    tml_equations *e;
    double longest; /* time */
    double *q, *v;  /* of a state beside the start */
} departing;

static double fastest(const tml_system *s, const double *v)
{
    double most = 0;
    for (int j = 0; j < s->nv; j++)
        most = fmax(most, fabs(v[j]) * (j % s->nvb < (s->space ? 3 : 2) ? 1 : s->size));
    return most;
}

/* q, v of d at t: the start moved by `by` with velocities `with`, closed. */
static bool go_to(departing *d, double t, const double *by, const double *with)
{
    const tml_system *s = d->s;
    memcpy(d->q, d->task->state->q, (size_t)s->nq * sizeof(double));
    memcpy(d->v, with, (size_t)s->nv * sizeof(double));
    tml_system_displace(s, by, d->q);
    return tml_equations_project(d->e, t, d->q, d->v) == 0;
}

static bool accelerations(departing *d, double t, double *a)
{
    if (tml_equations_solve(d->e, t, d->q, d->v))
        return false;
    memcpy(a, d->e->a, (size_t)d->s->nv * sizeof(double));
    return true;
}

/* Along b: the power of the forces, as a part of the largest that forces of this size could have. */
static bool drives(const departing *d, const double *b)
{
    const tml_system *s = d->s;
    double power = 0, most = 0;
    for (int j = 0; j < s->nv; j++) {
        power += b[j] * d->e->work->Q[j];
        most += fabs(b[j] * d->e->work->Q[j]);
    }
    return fabs(power) > MOVES * most;
}

static tml_status refuse(const departing *d, const tml_singular *x, const char *why)
{
    tml_log_raise(d->task->log, TML_E_SINGULAR_MOTION, d->task->element->place,
                  "dynamics: %s; give velocities of one branch in `initial`%s%s, or start beside it", why,
                  x->choices ? ", such as " : "", x->choices ? x->choices : "");
    return TML_FAILED;
}

static tml_status follow(departing *d, tml_departure *out)
{
    tml_state *state = d->task->state;
    const int n = d->s->nv;
    tml_arena *arena = d->task->arena;
    double *by = TML_NEW_ARRAY(arena, double, n + 1), *v1 = TML_NEW_ARRAY(arena, double, n + 1);
    double *a[3];
    for (int i = 0; i < 3; i++)
        a[i] = TML_NEW_ARRAY(arena, double, n + 1);
    const double h = fmin(BESIDE * d->s->size / fastest(d->s, state->v), d->longest);
    for (int side = 0; side < 2; side++) {
        const double step = side ? -h : h;
        for (int j = 0; j < n; j++)
            by[j] = step * state->v[j];
        if (!go_to(d, state->t + step, by, state->v) || !accelerations(d, state->t + step, a[side]))
            return TML_FAILED;
    }
    for (int j = 0; j < n; j++) {
        a[0][j] = 0.5 * (a[0][j] + a[1][j]);
        by[j] = h * (state->v[j] + 0.5 * h * a[0][j]);
        v1[j] = state->v[j] + h * a[0][j];
    }
    if (!go_to(d, state->t + h, by, v1) || !accelerations(d, state->t + h, a[2]))
        return TML_FAILED;
    for (int j = 0; j < n; j++) {
        const double jerk = (a[2][j] - a[0][j]) / h;
        by[j] += h * h * h / 6 * jerk;
        v1[j] += 0.5 * h * h * jerk;
    }
    if (!go_to(d, state->t + h, by, v1))
        return TML_FAILED;
    *out = (tml_departure){.t = state->t + h, .q = d->q, .v = d->v, .a = a[0]};
    return TML_OK;
}

/* The system with all rows held, turns carried over by the measures' ids. */
static tml_equations *hold(const tml_task *task, int rank, const tml_system **s)
{
    const tml_system *own = task->system;
    *s = tml_system_compile(task->reading, task->element, NULL, task->arena, task->log);
    if (!*s)
        return NULL;
    const tml_stabilization closed = {
        .way = TML_STABILIZE_PROJECTION, .metric = TML_METRIC_MASS, .tolerance = 1e-14 * own->size};
    tml_equations *e = &tml_absolute_make(tml_formulation_find("absolute"), *s, rank, closed, task->arena)->e;
    double *by_id = TML_NEW_ARRAY(task->arena, double, own->measure_count + 1);
    for (int i = 0; i < own->measure_count; i++)
        by_id[own->measures[i].id] = task->state->turn[i];
    for (int i = 0; i < (*s)->measure_count; i++)
        if ((*s)->measures[i].id < own->measure_count)
            e->work->turn[i] = by_id[(*s)->measures[i].id];
    return e;
}

tml_status tml_depart(tml_task *task, const tml_assembly *report, double soonest, tml_departure *out)
{
    const tml_singular *x = report->singular;
    *out = (tml_departure){0};
    if (!x || x->kind != TML_BRANCH_TWO || task->system->singular_mass)
        return TML_OK;
    departing d = {.task = task, .longest = 0.25 * (soonest - task->state->t)};
    d.e = hold(task, report->rank, &d.s);
    if (!d.e)
        return TML_WRONG;
    d.q = TML_NEW_ARRAY(task->arena, double, d.s->nq + 1);
    d.v = TML_NEW_ARRAY(task->arena, double, d.s->nv + 1);
    if (x->start == TML_SINGULAR_OFF)
        return refuse(&d, x, "no motion begins with these velocities in this singular configuration");
    if (x->start == TML_SINGULAR_REST) {
        tml_work_evaluate(d.e->work, task->state->t, task->state->q, task->state->v);
        return drives(&d, x->branch[0]) || drives(&d, x->branch[1])
                   ? refuse(&d, x, "at rest in this singular configuration the motion is not unique")
                   : TML_OK;
    }
    return x->start == TML_SINGULAR_ON_BRANCH && follow(&d, out) != TML_OK
               ? refuse(&d, x, "the branch cannot be followed out of this singular configuration")
               : TML_OK;
}
