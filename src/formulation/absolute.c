/* absolute.c - body coordinates with Lagrange multipliers.
 *
 * [M G'; G 0] [a; -lambda] = [Q; gamma],  gamma lessened by 2 alpha phidot + beta^2 phi under Baumgarte.
 * Projection: Newton on phi = 0 with the least change dq'W dq, then one linear step on phidot = 0.
 */
#include "formulation/absolute.h"
#include <float.h>
#include <math.h>
#include <string.h>

tml_absolute *tml_absolute_make(const tml_formulation_class *class, const tml_system *system, int rank,
                                tml_stabilization stabilization, tml_arena *arena)
{
    tml_absolute *b = tml_equations_make(sizeof *b, class, system, rank, stabilization, arena);
    const int rows = system->row_count;
    if (system->singular_mass)
        b->e.stabilization.metric = TML_METRIC_PLAIN;
    b->e.nq = system->nq;
    b->e.nv = system->nv;
    b->e.rows = rows;
    b->e.own_rank = rank;
    b->e.udot = b->e.a;
    b->e.words = "absolute coordinates";
    b->saddle = tml_saddle_make(system, rows, rank, arena);
    b->e.solver = tml_saddle_way_name(b->saddle->way);
    b->step = TML_NEW_ARRAY(arena, double, system->nv);
    b->force = TML_NEW_ARRAY(arena, double, system->nv);
    b->along = TML_NEW_ARRAY(arena, double, system->nv);
    b->multipliers = TML_NEW_ARRAY(arena, double, rows);
    b->right = TML_NEW_ARRAY(arena, double, rows);
    return b;
}

void tml_absolute_enter(tml_equations *e, const double *bodies_q, const double *bodies_v, double *q, double *v)
{
    memcpy(q, bodies_q, (size_t)e->nq * sizeof(double));
    memcpy(v, bodies_v, (size_t)e->nv * sizeof(double));
}

void tml_absolute_place(tml_equations *e, double t, const double *q, const double *v)
{
    tml_work_move(e->work, t, q, v);
}

int tml_absolute_solve(tml_equations *e, double t, const double *q, const double *v)
{
    tml_absolute *b = (tml_absolute *)e;
    const tml_system *s = e->system;
    tml_work *w = e->work;
    tml_work_evaluate(w, t, q, v);
    memcpy(b->right, w->gamma, (size_t)s->row_count * sizeof(double));
    tml_equations_stabilize(e, b->right);
    const int flag = tml_saddle_factor(b->saddle, w, TML_METRIC_MASS);
    if (flag)
        return flag;
    tml_saddle_solve(b->saddle, w, w->Q, b->right, e->a, e->lambda);
    const bool finite = tml_all_finite(e->a, s->nv) && tml_all_finite(e->lambda, s->row_count);
    return finite && tml_all_finite(w->phi, s->row_count) ? 0
                                                          : 1; /* a driver may be no number where its slope is one */
}

void tml_absolute_rate(const tml_equations *e, const double *q, const double *v, double *qdot)
{
    tml_system_rate(e->system, q, v, qdot);
}

static void constraints_at(tml_equations *e, double t, const double *q, const double *v)
{
    tml_work_move(e->work, t, q, v);
    tml_equations_constraints(e);
}

void tml_absolute_residual(tml_equations *e, double t, const double *q, const double *v, double *position,
                           double *velocity)
{
    constraints_at(e, t, q, v);
    *position = tml_largest(e->work->phi, e->system->row_count);
    *velocity = tml_largest(e->work->phidot, e->system->row_count);
}

/* One step of least change: G d = -residual. */
static int correct(tml_absolute *b, const double *from)
{
    for (int i = 0; i < b->e.rows; i++)
        b->right[i] = -from[i];
    tml_saddle_solve(b->saddle, b->e.work, NULL, b->right, b->step, b->multipliers);
    return tml_all_finite(b->step, b->e.nv) ? 0 : 1;
}

static void unit_quaternions(const tml_system *s, double *q)
{
    for (int i = 1; s->space && i < s->nb; i++, q += 7) {
        const tml_quat r = tml_quat_unit((tml_quat){q[3], q[4], q[5], q[6]});
        q[3] = r.w, q[4] = r.x, q[5] = r.y, q[6] = r.z;
    }
}

int tml_absolute_project(tml_equations *e, double t, double *q, double *v)
{
    tml_absolute *b = (tml_absolute *)e;
    const tml_system *s = e->system;
    const double tolerance = e->stabilization.tolerance;
    unit_quaternions(s, q);
    if (s->row_count == 0)
        return 0;
    constraints_at(e, t, q, v);
    const double rounding = tml_equations_rounding(e, q);
    double before = INFINITY;
    for (int i = 0;; i++) {
        const double gap = tml_largest(e->work->phi, s->row_count);
        if (gap <= tolerance || (gap <= rounding && gap >= 0.5 * before))
            break;
        if (i == 12 || !(gap < INFINITY))
            return 1;
        before = gap;
        if (tml_saddle_factor(b->saddle, e->work, e->stabilization.metric) || correct(b, e->work->phi))
            return 1;
        tml_system_displace(s, b->step, q);
        constraints_at(e, t, q, v);
    }
    bool factored = false;
    for (int i = 0; i < 2 && !(tml_largest(e->work->phidot, s->row_count) <= tolerance); i++) {
        if (!factored && tml_saddle_factor(b->saddle, e->work, e->stabilization.metric))
            return 1;
        factored = true;
        if (correct(b, e->work->phidot))
            return 1;
        for (int j = 0; j < s->nv; j++)
            v[j] += b->step[j];
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
static void split_one(tml_absolute *b, const double *d, double *along)
{
    if (b->e.stabilization.metric == TML_METRIC_MASS)
        tml_system_times_mass(b->e.system, d, b->force);
    else
        memcpy(b->force, d, (size_t)b->e.nv * sizeof(double));
    tml_saddle_solve(b->saddle, b->e.work, b->force, b->e.none, along, b->multipliers);
}

int tml_absolute_split(tml_equations *e, double t, const double *q, const double *v, double *dq, double *dv,
                       double *across_q, double *across_v)
{
    tml_absolute *b = (tml_absolute *)e;
    const tml_system *s = e->system;
    constraints_at(e, t, q, v);
    if (tml_saddle_factor(b->saddle, e->work, e->stabilization.metric))
        return 1;
    split_one(b, dv, b->step);
    for (int i = 0; i < s->nv; i++) {
        across_v[i] = dv[i] - b->step[i];
        dv[i] = b->step[i];
    }
    to_displacement(s, q, dq, b->step);
    split_one(b, b->step, b->along);
    memcpy(across_q, dq, (size_t)s->nq * sizeof(double));
    to_coordinates(s, q, b->along, dq);
    for (int i = 0; i < s->nq; i++)
        across_q[i] -= dq[i];
    return 0;
}

void tml_absolute_scales(const tml_equations *e, double *scale)
{
    const tml_system *s = e->system;
    const int lin = s->space ? 3 : 2;
    for (int i = 0; i < s->nq; i++)
        scale[i] = i % s->nqb < lin ? s->size : 1;
    for (int i = 0; i < s->nv; i++)
        scale[s->nq + i] = i % s->nvb < lin ? s->size : 1;
}
