/* formulation.c - what all formulations share: conversion to and from body coordinates, and indeterminate reactions.
 *
 * Where rows are redundant, G' lambda = M a - Q determines lambda up to n with G' n = 0. The lambda of minimum norm is reported, each torque
 * divided by the size of the mechanism. This is the norm of the multipliers; the forces in a single joint need not be the smallest possible
 * ones. Where the rank is not that of assembly, as in a singular configuration, the two may exert different forces: then the lambda that the
 * formulation has recovered is reported.
 */
#include "dynamics/formulation.h"
#include <math.h>
#include <string.h>

static const double NO_RESULTANT = 1e-7; /* of the largest force of a single multiplier */

const tml_formulation_class *tml_formulation_find(const char *name)
{
    for (int i = 0; i < tml_formulation_class_count; i++)
        if (strcmp(tml_formulation_classes[i]->name, name) == 0)
            return tml_formulation_classes[i];
    return NULL;
}

const char *tml_formulation_name(int i)
{
    for (int k = 0; k < tml_formulation_class_count; k++)
        if (!tml_formulation_classes[k]->by_option && i-- == 0)
            return tml_formulation_classes[k]->name;
    return NULL;
}

void *tml_equations_make(size_t size, const tml_formulation_class *class, const tml_system *system, int rank,
                         tml_stabilization stabilization, tml_arena *arena)
{
    tml_equations *e = tml_arena_take(arena, size);
    e->class = class;
    e->system = system;
    e->rank = rank;
    e->stabilization = stabilization;
    e->work = tml_workspace_make(system, arena);
    e->result_laws = tml_result_laws_make(system, arena);
    e->a = TML_NEW_ARRAY(arena, double, system->nv);
    e->lambda = TML_NEW_ARRAY(arena, double, system->rigid_row_count);
    e->force = TML_NEW_ARRAY(arena, double, system->nv);
    e->zeros = TML_NEW_ARRAY(arena, double, system->rigid_row_count);
    e->orientation = TML_NEW_ARRAY(arena, double, system->nq);
    for (int i = 0; i < system->measure_count; i++) /* feet on curves are searched from the last ones */
        e->counts_revolutions |= system->measures[i].wire != NULL;
    e->arena = arena;
    return e;
}

void tml_equations_set_dimensions(tml_equations *e, int nq, int nv, int rows, int own_rank, int enforced_rows)
{
    e->nq = nq;
    e->nv = nv;
    e->rows = rows;
    e->own_rank = own_rank;
    e->phi = e->work->phi;
    e->phidot = e->work->phidot;
    e->step = TML_NEW_ARRAY(e->arena, double, nv + 1);
    e->factored_q = TML_NEW_ARRAY(e->arena, double, nq + 1);
    e->across = TML_NEW_ARRAY(e->arena, double, nv + 1);
    e->product = TML_NEW_ARRAY(e->arena, double, rows + 1);
    e->scale = TML_NEW_ARRAY(e->arena, double, nq + nv + 1);
    const tml_system *s = e->system;
    double *row_scale = TML_NEW_ARRAY(e->arena, double, rows + 1);
    for (int i = 0; i < rows; i++)
        row_scale[i] = i < s->row_count ? s->rows[i].scale : s->size;
    e->row_scale = row_scale;
    e->enforced_rows = enforced_rows;
    const int columns = e->result_laws && e->class->respond ? tml_result_laws_count(e->result_laws) : 0;
    e->columns = TML_NEW_ARRAY(e->arena, double, columns *(nv + s->nv + enforced_rows) + 1);
    if (enforced_rows < s->rigid_row_count && e->rank < s->rigid_row_count) {
        e->kkt_all_rows = tml_kkt_system_make(s, s->rigid_row_count, e->rank, e->arena);
        e->minimum_norm = TML_NEW_ARRAY(e->arena, double, s->rigid_row_count);
    }
}

const double *tml_equations_scales(tml_equations *e)
{
    if (!e->scaled)
        e->class->scales(e, e->scale);
    e->scaled = true;
    return e->scale;
}

void tml_equations_from_bodies(tml_equations *e, double t, const double *bodies_q, const double *bodies_v, double *q,
                               double *v)
{
    tml_workspace_set_state(e->work, t, bodies_q, bodies_v);
    tml_workspace_measure(e->work, 0, e->system->measure_count);
    memcpy(e->orientation, bodies_q, (size_t)e->system->nq * sizeof(double));
    e->class->from_bodies(e, bodies_q, bodies_v, q, v);
}

static void to_bodies_space(const tml_equations *e, double *q, double *v)
{
    for (int i = 1; i < e->system->nb; i++, q += 7, v += 6) {
        const tml_motion3 *m = &e->work->motion3[i];
        const double *last = e->orientation + (size_t)(i - 1) * 7 + 3;
        const tml_quat r = tml_quat_of_matrix(&m->R);
        const double sign = r.w * last[0] + r.x * last[1] + r.y * last[2] + r.z * last[3] < 0 ? -1 : 1;
        memcpy(q, (double[]){m->x.x, m->x.y, m->x.z, sign * r.w, sign * r.x, sign * r.y, sign * r.z},
               7 * sizeof(double));
        memcpy(v, (double[]){m->v.x, m->v.y, m->v.z, m->w_B.x, m->w_B.y, m->w_B.z}, 6 * sizeof(double));
    }
}

static void to_bodies_plane(const tml_equations *e, double *q, double *v)
{
    for (int i = 1; i < e->system->nb; i++, q += 3, v += 3) {
        const tml_motion2 *m = &e->work->motion2[i];
        q[0] = m->x, q[1] = m->y, q[2] = m->phi;
        v[0] = m->vx, v[1] = m->vy, v[2] = m->w;
    }
}

void tml_equations_placed_bodies(const tml_equations *e, double *bodies_q, double *bodies_v)
{
    if (e->system->space)
        to_bodies_space(e, bodies_q, bodies_v);
    else
        to_bodies_plane(e, bodies_q, bodies_v);
}

void tml_equations_to_bodies(tml_equations *e, double t, const double *q, const double *v, double *bodies_q,
                             double *bodies_v)
{
    e->class->place_bodies(e, t, q, v);
    tml_equations_placed_bodies(e, bodies_q, bodies_v);
}

bool tml_equations_accept(tml_equations *e, double t, const double *q, const double *v)
{
    if (!e->system->counts_revolutions && !e->counts_revolutions)
        return false;
    tml_equations_to_bodies(e, t, q, v, e->orientation, e->force);
    tml_workspace_measure(e->work, 0, e->system->measure_count);
    tml_workspace_accept_angles(e->work);
    return true;
}

/* G' n = 0 up to rounding: the change n of the multipliers exerts no force on any body. Forces are compared with
 * forces, torques with torques. */
static bool has_no_resultant(tml_equations *e, const double *n)
{
    const tml_system *s = e->system;
    const int nvb = s->nvb, lin = s->space ? 3 : 2;
    double *resultant = e->force, max_resultant[2] = {0}, max_single[2] = {0};
    memset(resultant, 0, (size_t)s->nv * sizeof(double));
    for (int i = 0; i < s->rigid_row_count; i++) {
        const double size = fmax(fabs(n[i]), fabs(e->lambda[i]));
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++) {
            const double *G = e->work->G + k * nvb;
            double *to = resultant + (s->blocks[k].body - 1) * nvb;
            for (int c = 0; c < nvb; c++) {
                const double single = fabs(G[c]) * size;
                to[c] += G[c] * n[i];
                max_single[c >= lin] = single > max_single[c >= lin] ? single : max_single[c >= lin];
            }
        }
    }
    for (int i = 0; i < s->nv; i++)
        max_resultant[i % nvb >= lin] = fmax(max_resultant[i % nvb >= lin], fabs(resultant[i]));
    return max_resultant[0] <= NO_RESULTANT * max_single[0] && max_resultant[1] <= NO_RESULTANT * max_single[1];
}

/* x = -G' lambda + G' lambda*, G x = 0: x is zero and lambda* the minimum-norm multipliers with the same forces.
 * Determinate multipliers are not replaced: the difference is applied only where it exerts no force. */
static int use_minimum_norm(tml_equations *e)
{
    const tml_system *s = e->system;
    memset(e->force, 0, (size_t)s->nv * sizeof(double));
    tml_workspace_add_Gt(e->work, s->rigid_row_count, e->lambda, e->force);
    for (int i = 0; i < s->nv; i++)
        e->force[i] = -e->force[i];
    const int flag = tml_kkt_system_factor(e->kkt_all_rows, e->work, TML_METRIC_SIZE);
    if (flag)
        return flag;
    tml_kkt_system_solve(e->kkt_all_rows, e->force, e->zeros, e->force, e->minimum_norm);
    for (int i = 0; i < s->rigid_row_count; i++)
        e->minimum_norm[i] -= e->lambda[i];
    const bool none = has_no_resultant(e, e->minimum_norm);
    for (int i = 0; none && i < s->rigid_row_count; i++)
        e->lambda[i] += e->minimum_norm[i];
    return 0;
}

/* Multipliers of all rows; work holds G of all. */
static int recover_multipliers(tml_equations *e)
{
    if (e->enforced_rows == e->system->rigid_row_count || !e->class->recover)
        return 0;
    const int flag = e->class->recover(e);
    return flag || !e->kkt_all_rows ? flag : use_minimum_norm(e);
}

int tml_equations_recover(tml_equations *e)
{
    const tml_system *s = e->system;
    tml_workspace_measure(e->work, s->active_count, s->measure_count);
    if (e->enforced_rows != s->rigid_row_count && e->class->recover)
        tml_workspace_constraints_from(e->work, s->row_count, s->rigid_row_count);
    return recover_multipliers(e);
}

typedef struct {
    tml_equations *e;
    double t;
    const double *q, *v;
    bool solved; /* for some values of the forces: only these change */
    bool all;    /* everything that is reported is wanted */
    double *V;   /* (nv x n) by columns, behind udot without these forces; NULL */
} state;

static int respond(void *context, tml_instant *at)
{
    state *x = context;
    const bool again = x->solved && x->e->class->solve_forces;
    const int flag = again ? x->e->class->solve_forces(x->e) : x->e->class->solve(x->e, x->t, x->q, x->v);
    at->a = x->e->a;
    at->lambda = x->e->lambda;
    at->q = x->e->orientation; /* positions are no results: any will do */
    x->solved = true;
    if (flag || !x->all)
        return flag;
    return again ? recover_multipliers(x->e) : tml_equations_recover(x->e);
}

/* The response to force k: udot, a, lambda. */
static double *column(const tml_equations *e, int k)
{
    return e->columns + (size_t)k * (size_t)(e->nv + e->system->nv + e->enforced_rows);
}

static const double *respond_to(void *context, int k, const double *load)
{
    tml_equations *e = ((state *)context)->e;
    double *udot = column(e, k), *a = udot + e->nv;
    return e->class->respond && e->class->respond(e, load, udot, a, a + e->system->nv) ? a : NULL;
}

static void superpose(void *context, int n, const double *dx)
{
    const tml_equations *e = ((state *)context)->e;
    for (int k = 0; k < n; k++) {
        const double *udot = column(e, k), *a = udot + e->nv, *lambda = a + e->system->nv;
        for (int i = 0; e->udot != e->a && i < e->nv; i++)
            e->udot[i] += dx[k] * udot[i];
        for (int i = 0; i < e->system->nv; i++)
            e->a[i] += dx[k] * a[i];
        for (int i = 0; i < e->enforced_rows; i++)
            e->lambda[i] += dx[k] * lambda[i];
    }
    tml_workspace_forces(e->work);
}

/* Where no expression reads a reaction, none is found until it is reported. */
static tml_result_equations response_of(state *x)
{
    x->all = tml_result_laws_read_count(x->e->result_laws) > 0;
    return (tml_result_equations){.solve = respond,
                                  .respond_to = x->all ? NULL : respond_to,
                                  .superpose = superpose,
                                  .rows = x->all ? x->e->system->rigid_row_count : x->e->enforced_rows,
                                  .context = x};
}

static void note_udot(void *context, int active, double x)
{
    const state *at = context;
    const size_t nv = (size_t)at->e->nv;
    double *to = at->V + (size_t)(active + 1) * nv;
    memcpy(to, active >= 0 && x == 0 ? column(at->e, active) : at->e->udot, nv * sizeof(double));
    if (x == 0)
        return;
    for (size_t i = 0; active >= 0 && i < nv; i++)
        to[i] = (to[i] - at->V[i]) / x;
}

int tml_equations_affine(tml_equations *e, double t, const double *q, const double *v, tml_affine_results *affine,
                         double *V)
{
    state at = {.e = e, .t = t, .q = q, .v = v, .V = V};
    const tml_result_equations by = response_of(&at);
    e->evaluations++;
    e->solutions++;
    return tml_result_laws_affine(e->result_laws, e->work, &by, V ? note_udot : NULL, affine);
}

static int solve_laws(tml_equations *e, double t, const double *q, const double *v)
{
    state at = {.e = e, .t = t, .q = q, .v = v};
    const tml_result_equations by = response_of(&at);
    return tml_result_laws_solve_by(e->result_laws, e->work, &by);
}

/* Accelerations alone, where forces that depend on results do not change them. */
static int solve_motion(tml_equations *e, double t, const double *q, const double *v)
{
    for (int i = 0; i < e->system->result_law_count; i++)
        e->work->inputs[e->system->result_laws[i].input] = 0;
    return e->class->solve(e, t, q, v);
}

static int solve(tml_equations *e, double t, const double *q, const double *v, bool reports)
{
    e->solutions++;
    const bool by_laws = e->result_laws && (reports || e->system->results_move);
    const int flag = by_laws ? solve_laws(e, t, q, v) : solve_motion(e, t, q, v);
    e->has_factors = e->reuses_factors && flag == 0 && e->slack > 0;
    if (e->has_factors)
        memcpy(e->factored_q, q, (size_t)e->nq * sizeof(double));
    return flag;
}

int tml_equations_solve(tml_equations *e, double t, const double *q, const double *v)
{
    e->evaluations++;
    return solve(e, t, q, v, false);
}

int tml_equations_report(tml_equations *e, double t, const double *q, const double *v)
{
    int flag = solve(e, t, q, v, true);
    if (flag || !e->result_laws)
        return flag ? flag : tml_equations_recover(e);
    if (tml_result_laws_read_count(e->result_laws))
        return 0;               /* recovered already */
    if (e->class->solve_forces) /* superposed: the equations themselves, once more */
        flag = e->class->solve_forces(e);
    return flag ? flag : tml_equations_recover(e);
}

void tml_equations_constraints(tml_equations *e)
{
    tml_workspace_measure(e->work, 0, e->system->active_count);
    tml_workspace_constraints(e->work, e->system->row_count);
}

void tml_equations_add_baumgarte(const tml_equations *e, double *right)
{
    const double alpha = e->stabilization.alpha, beta = e->stabilization.beta;
    for (int i = 0; e->stabilization.method == TML_STABILIZE_BAUMGARTE && i < e->system->row_count; i++)
        right[i] -= 2 * alpha * e->work->phidot[i] + beta * beta * e->work->phi[i];
}
