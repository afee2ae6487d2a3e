/* relative.c - relative (joint) coordinates: equations of a spanning tree with cut joints, for any treatment of inertia.
 *
 * z = L^-1 V'(Q - M a),  Z Z' lambda = gamma - G a - Z z,  u' = L^-T (z + Z' lambda)          a: accelerations without u'
 */
#include "dynamics/tree/relative.h"
#include <math.h>
#include <string.h>

tml_relative *tml_relative_make(const tml_formulation_class *class, const tml_inertia *inertia,
                                const tml_system *system, int rank, tml_stabilization stabilization, tml_arena *arena)
{
    tml_relative *j = tml_equations_make(sizeof *j, class, system, rank, stabilization, arena);
    tml_equations *e = &j->e;
    e->relative = j;
    j->tree = tml_spanning_make(system, arena);
    e->work->of_tree = system->space ? j->tree->hinge_angle : NULL;
    const int eliminated = system->rigid_row_count - system->row_count; /* the rows of the tree are independent */
    tml_equations_set_dimensions(e, system->tree_nq, system->tree_nv, system->row_count, rank - eliminated,
                                 system->row_count);
    e->udot = TML_NEW_ARRAY(arena, double, e->nv + 1);
    j->z = TML_NEW_ARRAY(arena, double, e->nv + 1);
    j->right = TML_NEW_ARRAY(arena, double, e->rows + 1);
    j->multipliers = TML_NEW_ARRAY(arena, double, e->rows + 1);
    j->loads = TML_NEW_ARRAY(arena, double, system->nb * system->nvb);
    j->wrench = TML_NEW_ARRAY(arena, double, system->nb * system->nvb);
    j->inertia = inertia;
    inertia->make(j);
    e->schur = j->schur;
    e->reuses_factors = true;
    e->solver = tml_schur_description(j->schur);
    return j;
}

void tml_relative_from_bodies(tml_equations *e, const double *bodies_q, const double *bodies_v, double *q, double *v)
{
    (void)bodies_q, (void)bodies_v;
    tml_spanning_read(((tml_relative *)e)->tree, e->work, q, v);
}

void tml_relative_place_bodies(tml_equations *e, double t, const double *q, const double *v)
{
    e->work->t = t;
    tml_spanning_place(((tml_relative *)e)->tree, e->work, q, v);
}

int tml_relative_solve(tml_equations *e, double t, const double *q, const double *v)
{
    tml_relative_place_bodies(e, t, q, v);
    tml_equations_constraints(e);
    return tml_relative_solve_forces(e);
}

int tml_relative_solve_forces(tml_equations *e)
{
    tml_relative *j = (tml_relative *)e;
    tml_workspace *w = e->work;
    tml_workspace_forces(w);
    const int flag = j->inertia->factor(j, j->z);
    if (flag)
        return flag;
    if (e->rows) {
        tml_spanning_bias_acceleration(j->tree);
        tml_spanning_export(j->tree, w, e->a);
        tml_workspace_G(w, e->rows, e->a, j->right);
        tml_schur_times(j->schur, j->z, j->multipliers);
        for (int i = 0; i < e->rows; i++)
            j->right[i] = w->gamma[i] - j->right[i] - j->multipliers[i];
        tml_equations_add_baumgarte(e, j->right);
        tml_schur_solve(j->schur, j->right, e->lambda, j->z);
    }
    j->inertia->forward_pass(j, j->z, true, e->udot);
    tml_spanning_export(j->tree, w, e->a);
    if (e->rows && j->inertia->correct_multipliers)
        j->inertia->correct_multipliers(j);
    return tml_all_finite(e->udot, e->nv) && tml_all_finite(e->lambda, e->rows) && tml_all_finite(w->phi, e->rows) ? 0
                                                                                                                   : 1;
}

bool tml_relative_respond(tml_equations *e, const double *load, double *udot, double *a, double *lambda)
{
    tml_relative *j = (tml_relative *)e;
    if (!j->inertia->project)
        return false;
    j->inertia->project(j, load, j->z);
    if (e->rows) {
        tml_schur_times(j->schur, j->z, j->right);
        for (int i = 0; i < e->rows; i++)
            j->right[i] = -j->right[i];
        tml_schur_solve(j->schur, j->right, lambda, j->z);
    }
    j->inertia->forward_pass(j, j->z, false, udot);
    tml_spanning_export(j->tree, e->work, a);
    return true;
}

void tml_relative_rate(const tml_equations *e, const double *q, const double *v, double *qdot)
{
    tml_spanning_rate(((const tml_relative *)e)->tree, q, v, qdot);
}

void tml_relative_evaluate_constraints(tml_equations *e, double t, const double *q, const double *v)
{
    tml_relative_place_bodies(e, t, q, v);
    tml_equations_constraints(e);
}

int tml_relative_factor(tml_equations *e)
{
    tml_relative *j = (tml_relative *)e;
    return j->inertia->factor(j, NULL);
}

int tml_relative_correct(tml_equations *e, const double *from, double *d)
{
    tml_relative *j = (tml_relative *)e;
    for (int i = 0; i < e->rows; i++)
        j->right[i] = -from[i];
    memset(j->z, 0, (size_t)e->nv * sizeof(double));
    tml_schur_solve(j->schur, j->right, j->multipliers, j->z);
    j->inertia->forward_pass(j, j->z, false, d);
    return tml_all_finite(d, e->nv) ? 0 : 1;
}

void tml_relative_jacobian_times(tml_equations *e, const double *d, double *y)
{
    tml_relative *j = (tml_relative *)e;
    tml_spanning_velocity(j->tree, d, false);
    tml_spanning_export(j->tree, e->work, e->force);
    tml_workspace_G(e->work, e->rows, e->force, y);
}

void tml_relative_displace(const tml_equations *e, const double *d, double *q)
{
    tml_spanning_displace(((const tml_relative *)e)->tree, d, q);
}

void tml_relative_to_displacement(const tml_equations *e, const double *q, const double *dq, double *d)
{
    tml_spanning_to_displacement(((const tml_relative *)e)->tree, q, dq, d);
}

void tml_relative_to_coordinates(const tml_equations *e, const double *q, const double *d, double *dq)
{
    tml_spanning_to_coordinates(((const tml_relative *)e)->tree, q, d, dq);
}

void tml_relative_scales(const tml_equations *e, double *scale)
{
    const tml_system *s = e->system;
    for (int i = 0; i < s->nb - 1; i++) {
        const tml_branch *b = &s->branches[i];
        for (int k = 0; k < b->coordinates + b->ball; k++) {
            const bool length = !tml_branch_is_rotation(s, b, k);
            scale[b->first_q + k] = length ? s->size : 1;
            if (k < b->coordinates)
                scale[e->nq + b->first_v + k] = length ? s->size : 1;
        }
    }
}
