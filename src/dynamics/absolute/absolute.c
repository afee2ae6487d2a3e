/* absolute.c - absolute (body) coordinates with Lagrange multipliers.
 *
 * [M G'; G 0] [a; -lambda] = [Q; gamma],  gamma reduced by 2 alpha phidot + beta^2 phi under Baumgarte stabilization.
 * Projection: Newton's method on phi = 0 with the minimum-norm change dq'W dq, then one linear step on phidot = 0.
 */
#include "dynamics/absolute/absolute.h"
#include <float.h>
#include <math.h>
#include <string.h>

tml_absolute *tml_absolute_make(const tml_formulation_class *class, const tml_system *system, int rank,
                                tml_stabilization stabilization, tml_arena *arena)
{
    tml_absolute *b = tml_equations_make(sizeof *b, class, system, rank, stabilization, arena);
    const int rows = system->row_count;
    if (system->singular_mass && stabilization.metric == TML_METRIC_MASS)
        b->e.stabilization.metric = TML_METRIC_SIZE;
    tml_equations_set_dimensions(&b->e, system->nq, system->nv, rows, rank, rows);
    b->e.absolute = b;
    b->e.udot = b->e.a;
    b->e.description = "absolute coordinates";
    b->kkt = tml_kkt_system_make(system, rows, rank, arena);
    b->e.schur = b->kkt->schur;
    b->e.solver = tml_kkt_system_description(b->kkt);
    b->e.reuses_factors = b->e.stabilization.metric == TML_METRIC_MASS;
    b->multipliers = TML_NEW_ARRAY(arena, double, rows);
    b->right = TML_NEW_ARRAY(arena, double, rows);
    return b;
}

void tml_absolute_balance(tml_absolute *b, tml_massless *massless)
{
    b->e.massless = massless;
    b->e.reuses_factors = false;
    b->e.solver =
        b->e.rows ? "sparse (KLU), massless bodies in balance" : "none: no constraints, massless bodies in balance";
}

void tml_absolute_from_bodies(tml_equations *e, const double *bodies_q, const double *bodies_v, double *q, double *v)
{
    memcpy(q, bodies_q, (size_t)e->nq * sizeof(double));
    memcpy(v, bodies_v, (size_t)e->nv * sizeof(double));
}

void tml_absolute_place_bodies(tml_equations *e, double t, const double *q, const double *v)
{
    tml_workspace_set_state(e->work, t, q, v);
}

/* Accelerations from the balance of massless bodies; then G' lambda = M a - Q, minimum norm where rows are redundant. */
static int solve_balanced(tml_absolute *b, double t, const double *q, const double *v)
{
    tml_equations *e = &b->e;
    const tml_system *s = e->system;
    int flag = tml_massless_solve(e->massless, e->work, t, q, v, e->a);
    if (flag || s->row_count == 0)
        return flag;
    tml_system_times_mass(s, e->a, e->force);
    for (int i = 0; i < s->nv; i++)
        e->force[i] = e->work->Q[i] - e->force[i];
    flag = tml_kkt_system_factor(b->kkt, e->work, TML_METRIC_PLAIN);
    if (flag == 0)
        tml_kkt_system_solve(b->kkt, e->force, e->zeros, e->force, e->lambda);
    return flag;
}

/* a and lambda for Q, with the factors of the state. */
static int solve_factored(tml_equations *e)
{
    tml_absolute *b = (tml_absolute *)e;
    const tml_system *s = e->system;
    const tml_workspace *w = e->work;
    tml_kkt_system_solve(b->kkt, w->Q, b->right, e->a, e->lambda);
    const bool finite = tml_all_finite(e->a, s->nv) && tml_all_finite(e->lambda, s->row_count);
    return finite && tml_all_finite(w->phi, s->row_count)
               ? 0
               : 1; /* the value of a driver may be NaN where its derivative is finite */
}

int tml_absolute_solve(tml_equations *e, double t, const double *q, const double *v)
{
    tml_absolute *b = (tml_absolute *)e;
    const tml_system *s = e->system;
    tml_workspace *w = e->work;
    if (e->massless)
        return solve_balanced(b, t, q, v);
    tml_workspace_evaluate(w, t, q, v);
    memcpy(b->right, w->gamma, (size_t)s->row_count * sizeof(double));
    tml_equations_add_baumgarte(e, b->right);
    const int flag = tml_kkt_system_factor(b->kkt, w, TML_METRIC_MASS);
    return flag ? flag : solve_factored(e);
}

int tml_absolute_solve_forces(tml_equations *e)
{
    tml_workspace_forces(e->work);
    return solve_factored(e);
}

bool tml_absolute_respond(tml_equations *e, const double *load, double *udot, double *a, double *lambda)
{
    if (e->massless)
        return false;
    tml_kkt_system_solve(((tml_absolute *)e)->kkt, load, e->zeros, a, lambda);
    memcpy(udot, a, (size_t)e->nv * sizeof(double));
    return true;
}

void tml_absolute_rate(const tml_equations *e, const double *q, const double *v, double *qdot)
{
    tml_system_rate(e->system, q, v, qdot);
}

void tml_absolute_evaluate_constraints(tml_equations *e, double t, const double *q, const double *v)
{
    tml_workspace_set_state(e->work, t, q, v);
    tml_equations_constraints(e);
}

int tml_absolute_factor(tml_equations *e)
{
    return tml_kkt_system_factor(((tml_absolute *)e)->kkt, e->work, e->stabilization.metric);
}

int tml_absolute_correct(tml_equations *e, const double *from, double *d)
{
    tml_absolute *b = (tml_absolute *)e;
    for (int i = 0; i < e->rows; i++)
        b->right[i] = -from[i];
    tml_kkt_system_solve(b->kkt, NULL, b->right, d, b->multipliers);
    return tml_all_finite(d, e->nv) ? 0 : 1;
}

void tml_absolute_jacobian_times(tml_equations *e, const double *d, double *y)
{
    tml_workspace_G(e->work, e->rows, d, y);
}

void tml_absolute_displace(const tml_equations *e, const double *d, double *q)
{
    tml_system_displace(e->system, d, q);
}

/* Coordinates to displacements and back, to first order: a rotation about body axes is 2 q* dq. */
void tml_absolute_to_displacement(const tml_equations *e, const double *q, const double *dq, double *d)
{
    const tml_system *s = e->system;
    if (!s->space) {
        memcpy(d, dq, (size_t)s->nv * sizeof(double));
        return;
    }
    for (int i = 1; i < s->nb; i++, q += 7, dq += 7, d += 6) {
        const tml_quat rotation =
            tml_quat_product((tml_quat){q[3], -q[4], -q[5], -q[6]}, (tml_quat){dq[3], dq[4], dq[5], dq[6]});
        d[0] = dq[0], d[1] = dq[1], d[2] = dq[2];
        d[3] = 2 * rotation.x, d[4] = 2 * rotation.y, d[5] = 2 * rotation.z;
    }
}

void tml_absolute_to_coordinates(const tml_equations *e, const double *q, const double *d, double *dq)
{
    const tml_system *s = e->system;
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

void tml_absolute_scales(const tml_equations *e, double *scale)
{
    const tml_system *s = e->system;
    const int lin = s->space ? 3 : 2;
    for (int i = 0; i < s->nq; i++)
        scale[i] = i % s->nqb < lin ? s->size : 1;
    for (int i = 0; i < s->nv; i++)
        scale[s->nq + i] = i % s->nvb < lin ? s->size : 1;
}
