/* singular_departure.c - departure from a singular start along the branch of its velocities.
 *
 * At the start the constraints lose rank and do not determine the accelerations; beside it, on the branch, they do,
 * and the accelerations have a limit. With q + d v closed again, and a(d) there,
 *   a_0 = (4 a(h) + 4 a(-h) - a(2h) - a(-2h)) / 6
 * The state slightly later, with accelerations at h/2 and h where the first three terms lead, a = a_0 + c_1 t + c_2
 * t^2 through them:
 *   q + h v + h^2/2 a_0 + h^3/6 c_1 + h^4/12 c_2,   v + h a_0 + h^2/2 c_1 + h^3/3 c_2
 * closed again. At rest d is the tangent of the branch instead of v, if there is only one; if forces drive several,
 * the motion is not unique.
 */
#include "analysis/dynamics/singular_departure.h"
#include "assembly/singular_configuration.h"
#include "dynamics/absolute/absolute.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double BESIDE = 1e-3; /* of the size: distance from the singular configuration */

typedef struct {
    tml_task *task;
    const tml_system *s; /* all rows enforced */
    tml_equations *e;
    double max_time; /* time */
    double *q, *v;   /* of a state beside the start */
} departure_workspace;

static double largest_speed(const tml_system *s, const double *v)
{
    double max = 0;
    for (int j = 0; j < s->nv; j++)
        max = fmax(max, fabs(v[j]) * (j % s->nvb < (s->space ? 3 : 2) ? 1 : s->size));
    return max;
}

/* q, v of d at t: the start displaced by `by` with velocities `with`, closed. */
static bool find_state(departure_workspace *d, double t, const double *by, const double *with)
{
    const tml_system *s = d->s;
    memcpy(d->q, d->task->state->q, (size_t)s->nq * sizeof(double));
    memcpy(d->v, with, (size_t)s->nv * sizeof(double));
    tml_system_displace(s, by, d->q);
    return tml_equations_project(d->e, t, d->q, d->v) == 0;
}

static bool accelerations(departure_workspace *d, double t, double *a)
{
    if (tml_equations_solve(d->e, t, d->q, d->v))
        return false;
    memcpy(a, d->e->a, (size_t)d->s->nv * sizeof(double));
    return true;
}

static tml_status refuse(const departure_workspace *d, const tml_singular_part *p, const char *why)
{
    tml_log_raise(d->task->log, TML_E_SINGULAR_MOTION, d->task->element->place,
                  "dynamics: %s (joints %s); give velocities of one %s in `initial`%s%s, or start away from it", why,
                  p->joints, p->kind == TML_BRANCH_SEVERAL ? "branch" : "motion", p->choices ? ", such as " : "",
                  p->choices ? p->choices : "");
    return TML_FAILED;
}

/* a_0, from accelerations beside the start on the branch along d, with velocities v; step: of d. */
static bool find_limit(departure_workspace *d, const double *along, double step, double in_time, const double *v,
                       double *a0)
{
    const int n = d->s->nv;
    double *by = TML_NEW_ARRAY(d->task->arena, double, n + 1), *a = TML_NEW_ARRAY(d->task->arena, double, n + 1);
    memset(a0, 0, (size_t)n * sizeof(double));
    for (int i = -2; i <= 2; i++) {
        const double part = i == 0 ? 0 : abs(i) == 1 ? 4.0 / 6 : -1.0 / 6;
        for (int j = 0; j < n; j++)
            by[j] = i * step * along[j];
        if (i && (!find_state(d, d->task->state->t + i * in_time, by, v) ||
                  !accelerations(d, d->task->state->t + i * in_time, a)))
            return false;
        for (int j = 0; i && j < n; j++)
            a0[j] += part * a[j];
    }
    return true;
}

/* The state after h, in d->q, d->v. */
static bool advance(departure_workspace *d, double h, const double *a0)
{
    const tml_state *state = d->task->state;
    const int n = d->s->nv;
    double *by = TML_NEW_ARRAY(d->task->arena, double, n + 1), *v = TML_NEW_ARRAY(d->task->arena, double, n + 1), *a[2];
    for (int i = 0; i < 2; i++) {
        const double t = i ? h : h / 2;
        a[i] = TML_NEW_ARRAY(d->task->arena, double, n + 1);
        for (int j = 0; j < n; j++) {
            by[j] = t * (state->v[j] + 0.5 * t * a0[j]);
            v[j] = state->v[j] + t * a0[j];
        }
        if (!find_state(d, state->t + t, by, v) || !accelerations(d, state->t + t, a[i]))
            return false;
    }
    for (int j = 0; j < n; j++) {
        const double half = a[0][j] - a0[j], whole = a[1][j] - a0[j];
        const double c1 = (4 * half - whole) / h, c2 = (2 * whole - 4 * half) / (h * h);
        by[j] += h * h * h * (c1 / 6 + h * c2 / 12);
        v[j] += h * h * (c1 / 2 + h * c2 / 3);
    }
    return find_state(d, state->t + h, by, v);
}

static tml_status depart_with_velocities(departure_workspace *d, tml_singular_departure *out)
{
    const tml_state *state = d->task->state;
    const double h = fmin(BESIDE * d->s->size / largest_speed(d->s, state->v), d->max_time);
    double *a0 = TML_NEW_ARRAY(d->task->arena, double, d->s->nv + 1);
    if (!find_limit(d, state->v, h, h, state->v, a0) || !advance(d, h, a0))
        return TML_FAILED;
    *out = (tml_singular_departure){.t = state->t + h, .q = d->q, .v = d->v, .a = a0};
    return TML_OK;
}

/* From rest, along the only branch. */
static tml_status depart_from_rest(departure_workspace *d, const double *branch, tml_singular_departure *out)
{
    const tml_state *state = d->task->state;
    double *a0 = TML_NEW_ARRAY(d->task->arena, double, d->s->nv + 1);
    if (!find_limit(d, branch, BESIDE * d->s->size / largest_speed(d->s, branch), 0, state->v, a0))
        return TML_FAILED;
    const double h = fmin(sqrt(2 * BESIDE * d->s->size / largest_speed(d->s, a0)), d->max_time);
    if (!advance(d, h, a0))
        return TML_FAILED;
    *out = (tml_singular_departure){.t = state->t + h, .q = d->q, .v = d->v, .a = a0};
    return TML_OK;
}

/* The system with all rows enforced; unwrapped angles are copied by the ids of the measures. */
static tml_equations *enforce_all_rows(const tml_task *task, int rank, const tml_system **s)
{
    const tml_system *own = task->system;
    *s = tml_task_enforced(task);
    if (!*s)
        return NULL;
    const tml_stabilization closed = {
        .method = TML_STABILIZE_PROJECTION, .metric = TML_METRIC_MASS, .tolerance = 1e-14 * own->size};
    tml_equations *e = &tml_absolute_make(&tml_formulation_absolute, *s, rank, closed, task->arena)->e;
    tml_workspace_set_states(e->work, task->state->states);
    double *by_id = TML_NEW_ARRAY(task->arena, double, own->measure_count + 1);
    for (int i = 0; i < own->measure_count; i++)
        by_id[own->measures[i].id] = task->state->unwrapped[i];
    for (int i = 0; i < (*s)->measure_count; i++)
        if ((*s)->measures[i].id < own->measure_count)
            e->work->unwrapped[i] = by_id[(*s)->measures[i].id];
    return e;
}

/* Constrained to second order only: the ideal reactions are infinite. */
static void warn(const departure_workspace *d, const tml_singular_part *p)
{
    tml_log_raise(d->task->log, TML_W_SINGULAR_START, d->task->element->place,
                  "dynamics: forces act in a direction in which joints %s have no lever arm in this singular "
                  "configuration: their reactions grow without bound, and the values given for them are meaningless",
                  p->joints);
}

static bool is_only_branch(const tml_singular_part *p)
{
    return p->kind == TML_BRANCH_SEVERAL && p->branch_count == 1;
}

/* Why the initial state of one part determines no motion; NULL: it does, or the part stays where it is. */
static const char *reason(const departure_workspace *d, const tml_singular_part *p, bool driven)
{
    if (p->start == TML_SINGULAR_INCONSISTENT)
        return "no motion begins with these velocities in this singular configuration";
    if (p->start == TML_SINGULAR_UNDERDETERMINED)
        return "what is named belongs to several motions out of this singular configuration, of the same kinetic "
               "energy";
    if (!driven || p->kind == TML_BRANCH_NONE)
        return NULL;
    if (is_only_branch(p))
        return largest_speed(d->s, d->task->state->v) > 0
                   ? "it cannot leave this singular configuration from rest while "
                     "other bodies move"
                   : NULL;
    return "at rest in this singular configuration the motion is not unique";
}

tml_status tml_singular_departure_find(tml_task *task, const tml_assembly *report, double soonest,
                                       tml_singular_departure *out)
{
    const tml_singular *x = report->singular;
    const tml_singular_part *leaving = NULL;
    *out = (tml_singular_departure){0};
    if (!x)
        return TML_OK;
    departure_workspace d = {.task = task, .max_time = 0.25 * (soonest - task->state->t)};
    d.e = enforce_all_rows(task, report->rank, &d.s);
    if (!d.e)
        return TML_WRONG;
    d.q = TML_NEW_ARRAY(task->arena, double, d.s->nq + 1);
    d.v = TML_NEW_ARRAY(task->arena, double, d.s->nv + 1);
    tml_workspace_evaluate(d.e->work, task->state->t, task->state->q, task->state->v);
    for (int i = 0; i < x->part_count; i++) {
        const tml_singular_part *p = &x->parts[i];
        const bool driven = p->start == TML_SINGULAR_REST && tml_singular_drives(p, d.e->work->Q, task->arena);
        if (p->kind == TML_BRANCH_NONE && tml_singular_drives(p, d.e->work->Q, task->arena))
            warn(&d, p);
        const char *why = reason(&d, p, driven);
        if (why)
            return refuse(&d, p, why);
        leaving = p->start == TML_SINGULAR_ON_BRANCH || (driven && is_only_branch(p)) ? p : leaving;
    }
    if (!leaving)
        return TML_OK;
    const tml_status status = leaving->start == TML_SINGULAR_REST ? depart_from_rest(&d, leaving->branch[0], out)
                                                                  : depart_with_velocities(&d, out);
    return status == TML_OK ? status
                            : refuse(&d, leaving, "the branch cannot be followed out of this singular configuration");
}

void tml_singular_departure_apply(tml_task *task, const tml_singular_departure *d)
{
    memcpy(task->state->q, d->q, (size_t)task->system->nq * sizeof(double));
    memcpy(task->state->v, d->v, (size_t)task->system->nv * sizeof(double));
    task->state->t = d->t;
}
