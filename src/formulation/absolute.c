/* absolute.c - body coordinates with Lagrange multipliers.
 *
 * [M G'; G 0] [a; -lambda] = [Q; gamma],  gamma lessened by 2 alpha phidot + beta^2 phi under Baumgarte.
 * Projection: Newton on phi = 0 with the least change dq'W dq, then one linear step on phidot = 0.
 */
#include "formulation/formulation.h"
#include <float.h>
#include <math.h>
#include <string.h>

tml_equations *tml_equations_make(const tml_system *system, int rank, tml_stabilization stabilization, tml_arena *arena)
{
    tml_equations *e = TML_NEW(arena, tml_equations);
    const int rows = system->row_count;
    e->system = system;
    e->rank = rank;
    e->stabilization = stabilization;
    if (system->singular_mass)
        e->stabilization.metric = TML_METRIC_PLAIN;
    e->work = tml_work_make(system, arena);
    e->saddle = tml_saddle_make(system, rows, rank, arena);
    if (tml_massless_needed(system))
        e->massless = tml_massless_make(system, arena);
    e->step = TML_NEW_ARRAY(arena, double, system->nv);
    e->a = TML_NEW_ARRAY(arena, double, system->nv);
    e->force = TML_NEW_ARRAY(arena, double, system->nv);
    e->along = TML_NEW_ARRAY(arena, double, system->nv);
    e->multipliers = TML_NEW_ARRAY(arena, double, rows);
    e->right = TML_NEW_ARRAY(arena, double, rows);
    e->lambda = TML_NEW_ARRAY(arena, double, rows);
    return e;
}

int tml_equations_solve(tml_equations *e, double t, const double *q, const double *v)
{
    const tml_system *s = e->system;
    tml_work *w = e->work;
    e->evaluations++;
    if (e->massless)
        return tml_massless_solve(e->massless, w, t, q, v, e->a);
    tml_work_evaluate(w, t, q, v);
    memcpy(e->right, w->gamma, (size_t)s->row_count * sizeof(double));
    if (e->stabilization.way == TML_STABILIZE_BAUMGARTE) {
        const double alpha = e->stabilization.alpha, beta = e->stabilization.beta;
        for (int i = 0; i < s->row_count; i++)
            e->right[i] -= 2 * alpha * w->phidot[i] + beta * beta * w->phi[i];
    }
    const int flag = tml_saddle_factor(e->saddle, w, TML_METRIC_MASS);
    if (flag)
        return flag;
    tml_saddle_solve(e->saddle, w, w->Q, e->right, e->a, e->lambda);
    const bool finite = tml_all_finite(e->a, s->nv) && tml_all_finite(e->lambda, s->row_count);
    return finite && tml_all_finite(w->phi, s->row_count) ? 0
                                                          : 1; /* a driver may be no number where its slope is one */
}

static double largest(const double *x, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) {
        const double size = fabs(x[i]);
        most = size > most || isnan(size) ? size : most;
    }
    return most;
}

static void constraints_at(tml_equations *e, double t, const double *q, const double *v)
{
    tml_work_move(e->work, t, q, v);
    tml_work_measure(e->work, 0, e->system->active_count);
    tml_work_constraints(e->work, e->system->row_count);
}

void tml_equations_residual(tml_equations *e, double t, const double *q, const double *v, double *position,
                            double *velocity)
{
    constraints_at(e, t, q, v);
    *position = largest(e->work->phi, e->system->row_count);
    *velocity = largest(e->work->phidot, e->system->row_count);
}

/* One step of least change: G d = -residual. */
static int correct(tml_equations *e, const double *residual)
{
    for (int i = 0; i < e->system->row_count; i++)
        e->right[i] = -residual[i];
    tml_saddle_solve(e->saddle, e->work, NULL, e->right, e->step, e->multipliers);
    return tml_all_finite(e->step, e->system->nv) ? 0 : 1;
}

static void unit_quaternions(const tml_system *s, double *q)
{
    for (int i = 1; s->space && i < s->nb; i++, q += 7) {
        const tml_quat r = tml_quat_unit((tml_quat){q[3], q[4], q[5], q[6]});
        q[3] = r.w, q[4] = r.x, q[5] = r.y, q[6] = r.z;
    }
}

/* What the last digits of coordinates and of the rows' parts let a residual be. */
static double rounding_of(const tml_equations *e, const double *q)
{
    const tml_system *s = e->system;
    double most = s->size;
    for (int j = 0; j < s->nq; j++)
        most = fmax(most, fabs(q[j]));
    for (int i = 0; i < s->row_count; i++)
        for (int k = s->rows[i].terms.first; k < s->rows[i].terms.first + s->rows[i].terms.count; k++)
            most = fmax(most, fabs(s->terms[k].coefficient * e->work->value[s->terms[k].measure]));
    return 64 * DBL_EPSILON * most;
}

int tml_equations_project(tml_equations *e, double t, double *q, double *v)
{
    const tml_system *s = e->system;
    const double tolerance = e->stabilization.tolerance;
    unit_quaternions(s, q);
    if (s->row_count == 0)
        return e->massless ? tml_massless_project(e->massless, e->work, t, q, v) : 0;
    constraints_at(e, t, q, v);
    const double rounding = rounding_of(e, q);
    double before = INFINITY;
    for (int i = 0;; i++) {
        const double gap = largest(e->work->phi, s->row_count);
        if (gap <= tolerance || (gap <= rounding && gap >= 0.5 * before))
            break;
        if (i == 12 || !(gap < INFINITY))
            return 1;
        before = gap;
        if (tml_saddle_factor(e->saddle, e->work, e->stabilization.metric) || correct(e, e->work->phi))
            return 1;
        tml_system_displace(s, e->step, q);
        constraints_at(e, t, q, v);
    }
    bool factored = false;
    for (int i = 0; i < 2 && !(largest(e->work->phidot, s->row_count) <= tolerance); i++) {
        if (!factored && tml_saddle_factor(e->saddle, e->work, e->stabilization.metric))
            return 1;
        factored = true;
        if (correct(e, e->work->phidot))
            return 1;
        for (int j = 0; j < s->nv; j++)
            v[j] += e->step[j];
        constraints_at(e, t, q, v);
    }
    return 0;
}

/* Coordinates to displacements and back, to first order: a turn about body axes is 2 q* dq. */
static void to_displacement(const tml_system *s, const double *q, const double *dq, double *d)
{
    if (!s->space) {
        memcpy(d, dq, (size_t)s->nv * sizeof(double));
        return;
    }
    for (int i = 1; i < s->nb; i++, q += 7, dq += 7, d += 6) {
        const tml_quat turn =
            tml_quat_product((tml_quat){q[3], -q[4], -q[5], -q[6]}, (tml_quat){dq[3], dq[4], dq[5], dq[6]});
        d[0] = dq[0], d[1] = dq[1], d[2] = dq[2];
        d[3] = 2 * turn.x, d[4] = 2 * turn.y, d[5] = 2 * turn.z;
    }
}

static void to_coordinates(const tml_system *s, const double *q, const double *d, double *dq)
{
    if (!s->space) {
        memcpy(dq, d, (size_t)s->nv * sizeof(double));
        return;
    }
    for (int i = 1; i < s->nb; i++, q += 7, dq += 7, d += 6) {
        const tml_quat r =
            tml_quat_product((tml_quat){q[3], q[4], q[5], q[6]}, (tml_quat){0, 0.5 * d[3], 0.5 * d[4], 0.5 * d[5]});
        dq[0] = d[0], dq[1] = d[1], dq[2] = d[2];
        dq[3] = r.w, dq[4] = r.x, dq[5] = r.y, dq[6] = r.z;
    }
}

/* W x = W d + G' mu, G x = 0: x lies along the constraints, d - x across. */
static void split_one(tml_equations *e, const double *d, double *along)
{
    if (e->stabilization.metric == TML_METRIC_MASS)
        tml_system_times_mass(e->system, d, e->force);
    else
        memcpy(e->force, d, (size_t)e->system->nv * sizeof(double));
    memset(e->right, 0, (size_t)e->system->row_count * sizeof(double));
    tml_saddle_solve(e->saddle, e->work, e->force, e->right, along, e->multipliers);
}

int tml_equations_split(tml_equations *e, double t, const double *q, const double *v, double *dq, double *dv,
                        double *across_q, double *across_v)
{
    const tml_system *s = e->system;
    constraints_at(e, t, q, v);
    if (tml_saddle_factor(e->saddle, e->work, e->stabilization.metric))
        return 1;
    split_one(e, dv, e->step);
    for (int i = 0; i < s->nv; i++) {
        across_v[i] = dv[i] - e->step[i];
        dv[i] = e->step[i];
    }
    to_displacement(s, q, dq, e->step);
    split_one(e, e->step, e->along);
    memcpy(across_q, dq, (size_t)s->nq * sizeof(double));
    to_coordinates(s, q, e->along, dq);
    for (int i = 0; i < s->nq; i++)
        across_q[i] -= dq[i];
    return 0;
}
