/* reduced.c - relative coordinates: the equations of a spanning tree with cut joints, whatever way inertia is treated.
 *
 * z = L^-1 V'(Q - M c),  Z Z' lambda = gamma - G a_free,  u' = L^-T (z + Z' lambda)
 */
#include "formulation/reduced.h"
#include <math.h>
#include <string.h>

tml_reduced *tml_reduced_make(const tml_formulation_class *class, const tml_inertia *inertia, const tml_system *system,
                              int rank, tml_stabilization stabilization, tml_arena *arena)
{
    tml_reduced *j = tml_equations_make(sizeof *j, class, system, rank, stabilization, arena);
    tml_equations *e = &j->e;
    j->tree = tml_spanning_make(system, arena);
    e->nq = system->tree_nq;
    e->nv = system->tree_nv;
    e->rows = system->row_count;
    e->own_rank = rank - (system->rigid_row_count - system->row_count); /* rows of the tree are independent */
    e->udot = TML_NEW_ARRAY(arena, double, e->nv + 1);
    j->z = TML_NEW_ARRAY(arena, double, e->nv + 1);
    j->step = TML_NEW_ARRAY(arena, double, e->nv + 1);
    j->right = TML_NEW_ARRAY(arena, double, e->rows + 1);
    j->multipliers = TML_NEW_ARRAY(arena, double, e->rows + 1);
    tml_reduced_use(j, inertia);
    return j;
}

void tml_reduced_use(tml_reduced *j, const tml_inertia *inertia)
{
    j->inertia = inertia;
    inertia->make(j);
    j->e.solver = tml_normal_words(j->normal);
}

void tml_reduced_enter(tml_equations *e, const double *bodies_q, const double *bodies_v, double *q, double *v)
{
    (void)bodies_q, (void)bodies_v;
    tml_spanning_read(((tml_reduced *)e)->tree, e->work, q, v);
}

void tml_reduced_place(tml_equations *e, double t, const double *q, const double *v)
{
    e->work->t = t;
    tml_spanning_place(((tml_reduced *)e)->tree, e->work, q, v);
}

int tml_reduced_solve(tml_equations *e, double t, const double *q, const double *v)
{
    tml_reduced *j = (tml_reduced *)e;
    tml_work *w = e->work;
    tml_reduced_place(e, t, q, v);
    tml_equations_constraints(e);
    tml_work_forces(w);
    const int flag = j->inertia->factor(j);
    if (flag)
        return flag;
    j->inertia->gather(j, j->z);
    j->inertia->spread(j, j->z, true, e->udot);
    tml_spanning_export(j->tree, w, e->a);
    if (e->rows) {
        tml_work_G(w, e->rows, e->a, j->right);
        for (int i = 0; i < e->rows; i++)
            j->right[i] = w->gamma[i] - j->right[i];
        tml_equations_stabilize(e, j->right);
        tml_normal_solve(j->normal, j->right, e->lambda, j->z);
        j->inertia->spread(j, j->z, true, e->udot);
        tml_spanning_export(j->tree, w, e->a);
        if (j->inertia->finish)
            j->inertia->finish(j);
    }
    return tml_all_finite(e->udot, e->nv) && tml_all_finite(e->lambda, e->rows) && tml_all_finite(w->phi, e->rows) ? 0
                                                                                                                   : 1;
}

void tml_reduced_rate(const tml_equations *e, const double *q, const double *v, double *qdot)
{
    tml_spanning_rate(((const tml_reduced *)e)->tree, q, v, qdot);
}

static void constraints_at(tml_equations *e, double t, const double *q, const double *v)
{
    tml_reduced_place(e, t, q, v);
    tml_equations_constraints(e);
}

void tml_reduced_residual(tml_equations *e, double t, const double *q, const double *v, double *position,
                          double *velocity)
{
    constraints_at(e, t, q, v);
    *position = tml_largest(e->work->phi, e->rows);
    *velocity = tml_largest(e->work->phidot, e->rows);
}

/* The smallest change d that takes C d = -from; factors must stand. */
static int correct(tml_reduced *j, const double *from, double *d)
{
    for (int i = 0; i < j->e.rows; i++)
        j->right[i] = -from[i];
    memset(j->z, 0, (size_t)j->e.nv * sizeof(double));
    tml_normal_solve(j->normal, j->right, j->multipliers, j->z);
    j->inertia->spread(j, j->z, false, d);
    return tml_all_finite(d, j->e.nv) ? 0 : 1;
}

int tml_reduced_project(tml_equations *e, double t, double *q, double *v)
{
    tml_reduced *j = (tml_reduced *)e;
    const double tolerance = e->stabilization.tolerance;
    if (e->nq > e->nv) { /* balls: unit quaternions */
        memset(j->step, 0, (size_t)e->nv * sizeof(double));
        tml_spanning_displace(j->tree, j->step, q);
    }
    if (e->rows == 0)
        return 0;
    constraints_at(e, t, q, v);
    const double rounding = tml_equations_rounding(e, q);
    double before = INFINITY;
    for (int i = 0;; i++) {
        const double gap = tml_largest(e->work->phi, e->rows);
        if (gap <= tolerance || (gap <= rounding && gap >= 0.5 * before))
            break;
        if (i == 12 || !(gap < INFINITY))
            return 1;
        before = gap;
        if (j->inertia->factor(j) || correct(j, e->work->phi, j->step))
            return 1;
        tml_spanning_displace(j->tree, j->step, q);
        constraints_at(e, t, q, v);
    }
    bool factored = false;
    for (int i = 0; i < 2 && !(tml_largest(e->work->phidot, e->rows) <= tolerance); i++) {
        if (!factored && j->inertia->factor(j))
            return 1;
        factored = true;
        if (correct(j, e->work->phidot, j->step))
            return 1;
        for (int k = 0; k < e->nv; k++)
            v[k] += j->step[k];
        constraints_at(e, t, q, v);
    }
    return 0;
}

/* Takes off d what lies across the constraints: into `across`. */
static int split_one(tml_reduced *j, double *d, double *across)
{
    tml_spanning_velocity(j->tree, d, false);
    tml_spanning_export(j->tree, j->e.work, j->e.force);
    tml_work_G(j->e.work, j->e.rows, j->e.force, j->right);
    memcpy(j->multipliers, j->right, (size_t)j->e.rows * sizeof(double));
    const int flag = correct(j, j->multipliers, across);
    for (int k = 0; k < j->e.nv; k++) {
        d[k] += across[k];
        across[k] = -across[k];
    }
    return flag;
}

int tml_reduced_split(tml_equations *e, double t, const double *q, const double *v, double *dq, double *dv,
                      double *across_q, double *across_v)
{
    tml_reduced *j = (tml_reduced *)e;
    if (e->rows == 0) {
        memset(across_q, 0, (size_t)e->nq * sizeof(double));
        memset(across_v, 0, (size_t)e->nv * sizeof(double));
        return 0;
    }
    constraints_at(e, t, q, v);
    if (j->inertia->factor(j) || split_one(j, dv, across_v))
        return 1;
    tml_spanning_to_displacement(j->tree, q, dq, j->step);
    memcpy(across_q, dq, (size_t)e->nq * sizeof(double));
    if (split_one(j, j->step, e->udot))
        return 1;
    tml_spanning_to_coordinates(j->tree, q, j->step, dq);
    for (int i = 0; i < e->nq; i++)
        across_q[i] -= dq[i];
    return 0;
}

void tml_reduced_scales(const tml_equations *e, double *scale)
{
    const tml_system *s = e->system;
    for (int i = 0; i < s->nb - 1; i++) {
        const tml_branch *b = &s->branches[i];
        for (int k = 0; k < b->freedoms + b->ball; k++) {
            const int lin = s->space ? 3 : 2;
            const bool plain = k < b->freedoms - 3 * b->ball;
            const bool length =
                b->joint < 0 ? k < lin
                             : plain && strcmp(s->freedoms[s->joints[b->joint].first_freedom + k].unit, "m") == 0;
            scale[b->first_q + k] = length ? s->size : 1;
            if (k < b->freedoms)
                scale[e->nq + b->first_v + k] = length ? s->size : 1;
        }
    }
}
