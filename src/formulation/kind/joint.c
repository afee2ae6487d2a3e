/* joint.c - relative coordinates: a spanning tree whose joints' freedoms are the coordinates, loops closed by the rows of the
 * joints that were cut.
 *
 * [M C'; C 0] [u'; -lambda] = [V'(Q - M c); gamma - G c],  M = V'MV, C = G V, solved without forming M or V: in the tree's own
 * coordinates z the mass matrix is the identity (spanning.h), and the rows there are Z.
 */
#include "formulation/formulation.h"
#include "formulation/normal.h"
#include "formulation/spanning.h"
#include <math.h>
#include <string.h>

extern const tml_formulation_class tml_formulation_joint;

typedef struct {
    tml_equations e;
    tml_spanning *tree;
    tml_normal *normal;
    int *limb_start, *limb; /* of rows */
    double *z;              /* (nv) */
    double *right;          /* (rows) */
    double *multipliers;    /* (rows) */
    double *step;           /* (nv) */
} joint_equations;

static tml_equations *make(const tml_system *system, int rank, tml_stabilization stabilization, tml_place place,
                           tml_arena *arena, tml_log *log)
{
    joint_equations *j = tml_equations_make(sizeof *j, &tml_formulation_joint, system, rank, stabilization, arena);
    tml_equations *e = &j->e;
    int *start, *column;
    (void)place, (void)log;
    j->tree = tml_spanning_make(system, arena);
    e->nq = system->tree_nq;
    e->nv = system->tree_nv;
    e->rows = system->row_count;
    e->own_rank = rank - (system->rigid_row_count - system->row_count); /* rows of the tree are independent */
    e->udot = TML_NEW_ARRAY(arena, double, e->nv + 1);
    e->words = "relative coordinates";
    tml_spanning_pattern(j->tree, arena, &start, &column, &j->limb_start, &j->limb);
    j->normal = tml_normal_make(e->rows, e->nv, e->own_rank, start, column, arena);
    e->solver = tml_normal_words(j->normal);
    j->z = TML_NEW_ARRAY(arena, double, e->nv + 1);
    j->step = TML_NEW_ARRAY(arena, double, e->nv + 1);
    j->right = TML_NEW_ARRAY(arena, double, e->rows + 1);
    j->multipliers = TML_NEW_ARRAY(arena, double, e->rows + 1);
    return e;
}

static void enter(tml_equations *e, const double *bodies_q, const double *bodies_v, double *q, double *v)
{
    (void)bodies_q, (void)bodies_v;
    tml_spanning_read(((joint_equations *)e)->tree, e->work, q, v);
}

static void place_bodies(tml_equations *e, double t, const double *q, const double *v)
{
    e->work->t = t;
    tml_spanning_place(((joint_equations *)e)->tree, e->work, q, v);
}

/* Inertias and rows at what was placed; needs G. */
static int factor(joint_equations *j)
{
    if (tml_spanning_factor(j->tree, j->e.work))
        return 1;
    if (j->e.rows == 0)
        return 0;
    tml_spanning_rows(j->tree, j->e.work, j->limb_start, j->limb, j->normal->Z);
    return tml_normal_factor(j->normal);
}

static int solve(tml_equations *e, double t, const double *q, const double *v)
{
    joint_equations *j = (joint_equations *)e;
    tml_work *w = e->work;
    place_bodies(e, t, q, v);
    tml_equations_constraints(e);
    tml_work_forces(w);
    const int flag = factor(j);
    if (flag)
        return flag;
    tml_spanning_gather(j->tree, w, w->Q, j->z);
    tml_spanning_spread(j->tree, j->z, true, e->udot);
    tml_spanning_export(j->tree, w, e->a);
    if (e->rows) {
        tml_work_G(w, e->rows, e->a, j->right);
        for (int i = 0; i < e->rows; i++)
            j->right[i] = w->gamma[i] - j->right[i];
        tml_equations_stabilize(e, j->right);
        tml_normal_solve(j->normal, j->right, e->lambda, j->z);
        tml_spanning_spread(j->tree, j->z, true, e->udot);
        tml_spanning_export(j->tree, w, e->a);
    }
    return tml_all_finite(e->udot, e->nv) && tml_all_finite(e->lambda, e->rows) && tml_all_finite(w->phi, e->rows) ? 0
                                                                                                                   : 1;
}

static void rate(const tml_equations *e, const double *q, const double *v, double *qdot)
{
    tml_spanning_rate(((const joint_equations *)e)->tree, q, v, qdot);
}

static void constraints_at(tml_equations *e, double t, const double *q, const double *v)
{
    place_bodies(e, t, q, v);
    tml_equations_constraints(e);
}

static void residual(tml_equations *e, double t, const double *q, const double *v, double *position, double *velocity)
{
    constraints_at(e, t, q, v);
    *position = tml_largest(e->work->phi, e->rows);
    *velocity = tml_largest(e->work->phidot, e->rows);
}

/* The smallest change d that takes C d = -from; factors must stand. */
static int correct(joint_equations *j, const double *from, double *d)
{
    for (int i = 0; i < j->e.rows; i++)
        j->right[i] = -from[i];
    memset(j->z, 0, (size_t)j->e.nv * sizeof(double));
    tml_normal_solve(j->normal, j->right, j->multipliers, j->z);
    tml_spanning_spread(j->tree, j->z, false, d);
    return tml_all_finite(d, j->e.nv) ? 0 : 1;
}

static int project(tml_equations *e, double t, double *q, double *v)
{
    joint_equations *j = (joint_equations *)e;
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
        if (factor(j) || correct(j, e->work->phi, j->step))
            return 1;
        tml_spanning_displace(j->tree, j->step, q);
        constraints_at(e, t, q, v);
    }
    bool factored = false;
    for (int i = 0; i < 2 && !(tml_largest(e->work->phidot, e->rows) <= tolerance); i++) {
        if (!factored && factor(j))
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
static int split_one(joint_equations *j, double *d, double *across)
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

static int split(tml_equations *e, double t, const double *q, const double *v, double *dq, double *dv, double *across_q,
                 double *across_v)
{
    joint_equations *j = (joint_equations *)e;
    if (e->rows == 0) {
        memset(across_q, 0, (size_t)e->nq * sizeof(double));
        memset(across_v, 0, (size_t)e->nv * sizeof(double));
        return 0;
    }
    constraints_at(e, t, q, v);
    if (factor(j) || split_one(j, dv, across_v))
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

static void scales(const tml_equations *e, double *scale)
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

const tml_formulation_class tml_formulation_joint = {
    .name = "joint",
    .doc = "relative coordinates, velocity transformation, cut joints",
    .treatment = TML_TREE,
    .make = make,
    .enter = enter,
    .place = place_bodies,
    .solve = solve,
    .rate = rate,
    .residual = residual,
    .project = project,
    .split = split,
    .scales = scales,
};
