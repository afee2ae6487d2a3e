/* relative_equilibrium.c - residual forces, velocities and cut-joint rows of a relative equilibrium at one position.
 *
 * r = V'(Q - M a + G' lambda), a: accelerations with u' = 0. A forward pass over the tree gives positions and
 * accelerations, a backward pass collects the forces.
 */
#include "analysis/steady/relative_equilibrium.h"
#include "system/topology/ignorable_rotations.h"
#include <math.h>
#include <string.h>

static const double DEPENDENT =
    1e-9; /* a row less independent of the others than this fraction of its length counts as dependent */
static const double ROUNDING = 1e-11;       /* entries of C that are rounding, relative to their row of G */
static const double SPEED_ROUNDING = 1e-10; /* speeds that are rounding, relative to those prescribed */
static const double MAX_ROUNDING = 1e-6;    /* of the scale: larger is not rounding */

/* 1 for lengths, the size for angles. */
static void find_units(tml_steady *s)
{
    const tml_system *sys = s->system;
    for (int i = 0; i < sys->nb - 1; i++) {
        const tml_branch *b = &sys->branches[i];
        for (int k = 0; k < b->coordinates; k++) {
            const bool length = !tml_branch_is_rotation(sys, b, k);
            s->slides[b->first_v + k] = length;
            s->unit[b->first_v + k] = length ? 1 : sys->size;
        }
    }
    for (int i = 0; i < s->states; i++) {
        s->slides[s->tree_nv + i] = true;
        s->unit[s->tree_nv + i] = s->rate_force[i] = 1;
    }
}

tml_steady *tml_steady_make(const tml_system *system, int rank, double t, const int *held, int held_count,
                            tml_arena *arena)
{
    tml_steady *s = TML_NEW(arena, tml_steady);
    system = tml_system_own_inertia(system, arena);
    const tml_stabilization none = {.method = TML_STABILIZE_NONE};
    tml_equations *e = tml_formulation_joint.make(system, rank, none, TML_NOWHERE, arena, NULL);
    const int nv = e->nv + system->state_count, rows = e->rows, n = nv - held_count;
    *s = (tml_steady){.j = e->relative, .system = system, .work = e->work, .arena = arena, .t = t};
    s->tree = s->j->tree;
    s->tree_nq = e->nq, s->tree_nv = e->nv, s->states = system->state_count;
    s->nq = e->nq + s->states, s->nv = nv, s->rows = rows, s->max_rank = e->own_rank;
    s->rate_force = TML_NEW_ARRAY(arena, double, s->states + 1);
    s->rate_scale = TML_NEW_ARRAY(arena, double, s->states + 1);
    s->matters = TML_NEW_ARRAY(arena, bool, s->states + 1);
    s->held = held, s->held_count = held_count, s->n = n, s->rank = rank;
    s->free = TML_NEW_ARRAY(arena, int, n + 1);
    double **const velocities[] = {&s->first, &s->last};
    for (int i = 0; i < 2; i++)
        *velocities[i] = TML_NEW_ARRAY(arena, double, held_count + 1);
    double **const joints[] = {&s->unit,     &s->u,        &s->r,        &s->d,
                               &s->trial[0], &s->trial[1], &s->trial[2], &s->trial[3],
                               &s->trial[4], &s->dx,       &s->residual, &s->parameter_derivative};
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++)
        *joints[i] = TML_NEW_ARRAY(arena, double, s->nq + 1);
    s->dlambda = TML_NEW_ARRAY(arena, double, rows + 1);
    s->slides = TML_NEW_ARRAY(arena, bool, nv + 1);
    s->C = TML_NEW_ARRAY(arena, double, (size_t)rows *(size_t)nv + 1);
    s->K = TML_NEW_ARRAY(arena, double, (size_t)n *(size_t)n + 1);
    s->a = TML_NEW_ARRAY(arena, double, system->nv + 1);
    s->force = TML_NEW_ARRAY(arena, double, system->nv + 1);
    s->gradient = TML_NEW_ARRAY(arena, double, system->input_count);
    s->qr = tml_rank_qr_make(rows, n, arena);
    for (int i = 0; i < rows; i++) {
        s->qr.unit[i] = tml_row_unit(system, i);
        s->rates += system->rows[i].rate_only;
    }
    s->pace = 1;
    s->spins = TML_NEW_ARRAY(arena, bool, n + 1);
    s->gaps = TML_NEW_ARRAY(arena, double, rows + 1);
    if (s->rates) {
        s->positions = tml_rank_qr_make(rows, n, arena);
        s->slip_rows = TML_NEW_ARRAY(arena, double, (size_t)rows *(size_t)n + 1);
        s->slip_parameter = TML_NEW_ARRAY(arena, double, rows + 1);
        s->by_parameter = TML_NEW_ARRAY(arena, double, n + 1);
        for (int i = 0; i < 4; i++)
            s->slip[i] = TML_NEW_ARRAY(arena, double, rows + 1);
    }
    for (int k = 0, at = 0; k < nv; k++) {
        bool given = false;
        for (int i = 0; i < held_count; i++)
            given |= held[i] == k;
        if (!given)
            s->free[at++] = k;
    }
    find_units(s);
    return s;
}

tml_steady_point tml_steady_point_make(const tml_steady *s)
{
    const int rows = s->rows + s->system->interaction_count; /* enough whichever stops and contacts are closed */
    return (tml_steady_point){.q = TML_NEW_ARRAY(s->arena, double, s->nq + 1),
                              .lambda = TML_NEW_ARRAY(s->arena, double, rows + 1),
                              .spin = TML_NEW_ARRAY(s->arena, double, s->n + 1),
                              .unwrapped = TML_NEW_ARRAY(s->arena, double, s->system->measure_count + 1)};
}

void tml_steady_copy(const tml_steady *s, const tml_steady_point *from, tml_steady_point *to)
{
    memcpy(to->q, from->q, (size_t)s->nq * sizeof(double));
    memcpy(to->lambda, from->lambda, (size_t)s->rows * sizeof(double));
    memcpy(to->spin, from->spin, (size_t)s->n * sizeof(double));
    memcpy(to->unwrapped, from->unwrapped, (size_t)s->system->measure_count * sizeof(double));
    to->parameter = from->parameter;
}

void tml_steady_displace(tml_steady *s, const tml_steady_point *from, const double *x, double factor,
                         tml_steady_point *to)
{
    memset(s->d, 0, (size_t)s->nv * sizeof(double));
    if (to != from)
        tml_steady_copy(s, from, to);
    for (int k = 0; k < s->n; k++) {
        const double d = factor * x[k] / s->unit[s->free[k]];
        if (s->spins[k])
            to->spin[k] += d * s->pace;
        else
            s->d[s->free[k]] = d;
    }
    tml_steady_move(s, s->d, to->q);
}

/* ---- forces ---- */

int tml_steady_forces(tml_steady *s, const double *q, const double *u, const double *lambda, double *r)
{
    return s->laws ? tml_steady_solve_results(s, q, u, lambda, r) : tml_steady_forces_at_values(s, q, u, lambda, r);
}

int tml_steady_forces_at_values(tml_steady *s, const double *q, const double *u, const double *lambda, double *r)
{
    tml_workspace *w = s->work;
    w->t = s->t;
    tml_workspace_set_states(w, q + s->tree_nq);
    tml_spanning_place(s->tree, w, q, u);
    tml_workspace_measure(w, 0, s->system->active_count);
    tml_workspace_constraints(w, s->rows);
    tml_workspace_forces(w);
    tml_spanning_bias_acceleration(s->tree);
    tml_spanning_export(s->tree, w, s->a);
    tml_system_times_mass(s->system, s->a, s->force);
    for (int i = 0; i < s->system->nv; i++)
        s->force[i] = w->Q[i] - s->force[i];
    tml_workspace_add_Gt(w, s->rows, lambda, s->force);
    tml_spanning_project(s->tree, w, s->force, r);
    if (s->states)
        tml_workspace_state_rates(w, r + s->tree_nv);
    for (int i = 0; i < s->states; i++)
        r[s->tree_nv + i] *= s->rate_force[i] * s->unit[s->tree_nv + i];
    return tml_all_finite(r, s->nv) && tml_all_finite(w->phi, s->rows) ? 0 : 1;
}

/* The largest sum of the magnitudes of weight, inertia forces, force laws and reactions on one coordinate of a body. */
static double find_scale(tml_steady *s, const double *lambda)
{
    const tml_system *sys = s->system;
    const double g[3] = {sys->gravity.x, sys->gravity.y, sys->gravity.z};
    const int slides = sys->space ? 3 : 2;
    double *sum = s->force, max = 0;
    tml_system_times_mass(sys, s->a, sum);
    for (int j = 0; j < sys->nv; j++)
        sum[j] =
            fabs(sum[j]) + (j % sys->nvb < slides ? sys->masses[j / sys->nvb + 1].mass * fabs(g[j % sys->nvb]) : 0);
    tml_workspace_add_magnitudes(s->work, s->rows, lambda, NULL, s->gradient, sum);
    for (int j = 0; j < sys->nv; j++)
        max = fmax(max, j % sys->nvb < slides ? sum[j] : sum[j] / sys->size);
    return max;
}

static void find_residual(tml_steady *s)
{
    s->max_residual = 0;
    for (int k = 0; k < s->n; k++) {
        s->residual[k] = s->r[s->free[k]] / s->unit[s->free[k]];
        if (s->free[k] < s->tree_nv) /* rates of states are no forces */
            s->max_residual = fmax(s->max_residual, fabs(s->residual[k]));
    }
}

/* ---- rows of cut joints ---- */

/* Length of a row of G. */
static double row_length(const tml_steady *s, int row)
{
    const tml_system *sys = s->system;
    const tml_constraint *c = &sys->rows[row];
    double sum = 0;
    for (int k = c->first_block * sys->nvb; k < (c->first_block + c->block_count) * sys->nvb; k++) {
        const double g = s->work->G[k] / (k % sys->nvb < (sys->space ? 3 : 2) ? 1 : sys->size);
        sum += g * g;
    }
    return sqrt(sum);
}

static void find_rows(tml_steady *s)
{
    const tml_system *sys = s->system;
    const size_t nvb = (size_t)sys->nvb;
    for (int i = 0; i < s->rows; i++) {
        double *C = s->C + (size_t)i * (size_t)s->nv;
        memset(s->force, 0, (size_t)sys->nv * sizeof(double));
        for (int k = sys->rows[i].first_block; k < sys->rows[i].first_block + sys->rows[i].block_count; k++)
            memcpy(s->force + (size_t)(sys->blocks[k].body - 1) * nvb, s->work->G + (size_t)k * nvb,
                   nvb * sizeof(double));
        tml_spanning_project(s->tree, s->work, s->force, C);
        const double least = ROUNDING * row_length(s, i);
        for (int k = 0; k < s->n; k++) {
            const double c = C[s->free[k]] / s->unit[s->free[k]];
            s->qr.rows[(size_t)i * (size_t)s->n + (size_t)k] = fabs(c) > least ? c : 0;
        }
    }
    if (!tml_rank_qr_factor(&s->qr, s->max_rank, DEPENDENT))
        tml_arena_give_up(s->arena);
    s->free_count = s->n - s->qr.rank;
}

static double largest_speed(const tml_steady *s)
{
    double max = 0;
    for (int i = 0; i < s->held_count; i++)
        max = fmax(max, fabs(s->u[s->held[i]]) * s->unit[s->held[i]]);
    for (int i = 0; i < s->rows; i++)
        max = fmax(max, fabs(s->work->motion[3 * (size_t)i + 1]) * s->system->size / s->system->rows[i].scale);
    return max;
}

/* Coordinates coupled to prescribed ones move with them: u of minimum norm. Rates of rows that are still open do not
 * count. */
static int find_dependent_velocities(tml_steady *s, const tml_steady_point *at)
{
    const double speed = largest_speed(s), limit = SPEED_ROUNDING * speed + 4 * speed / s->system->size * s->gap;
    if (s->rates) { /* slips are conditions on positions: nothing yields to them */
        s->has_dependent_velocities = false;
        s->velocity_residual = tml_rows_residual_length(s->system, s->work->phidot, s->rows);
        return 0;
    }
    s->velocity_residual = tml_rows_residual_length(s->system, s->work->phidot, s->rows);
    s->has_dependent_velocities = s->velocity_residual > limit;
    if (!s->has_dependent_velocities)
        return 0;
    tml_rank_qr_solve(&s->qr, s->work->phidot, s->dx);
    for (int k = 0; k < s->n; k++)
        s->u[s->free[k]] = -s->dx[k] / s->unit[s->free[k]];
    const int flag = tml_steady_forces(s, at->q, s->u, at->lambda, s->r);
    s->velocity_residual = tml_rows_residual_length(s->system, s->work->phidot, s->rows);
    return flag;
}

void tml_steady_velocities(const tml_steady *s, double parameter, const double *spin, double *u)
{
    double ratio = 1, max = 0;
    memcpy(u, s->u, (size_t)s->nv * sizeof(double));
    for (int i = 0; i < s->held_count; i++) {
        const double before = s->u[s->held[i]];
        u[s->held[i]] = s->first[i] + parameter * (s->last[i] - s->first[i]);
        if (fabs(before) > max)
            max = fabs(before), ratio = u[s->held[i]] / before;
    }
    for (int k = 0; s->has_dependent_velocities && k < s->n; k++)
        u[s->free[k]] *= ratio;
    for (int k = 0; k < s->n; k++)
        if (s->spins[k])
            u[s->free[k]] = spin[k];
}

int tml_steady_evaluate(tml_steady *s, const tml_steady_point *at)
{
    memcpy(s->work->unwrapped, at->unwrapped, (size_t)s->system->measure_count * sizeof(double));
    memset(s->u, 0, (size_t)s->nv * sizeof(double));
    for (int i = 0; i < s->held_count; i++)
        s->u[s->held[i]] = s->first[i] + at->parameter * (s->last[i] - s->first[i]);
    for (int k = 0; k < s->n; k++)
        if (s->spins[k])
            s->u[s->free[k]] = at->spin[k];
    if (tml_steady_forces(s, at->q, s->u, at->lambda, s->r))
        return 1;
    tml_steady_find_gaps(s);
    s->gap = tml_rows_residual_length(s->system, s->work->phi, s->rows);
    find_rows(s);
    if (find_dependent_velocities(s, at))
        return 1;
    s->scale = find_scale(s, at->lambda);
    find_residual(s);
    return 0;
}

/* Minimizes |r + C' x|; x is added to lambda */
void tml_steady_balance(tml_steady *s, tml_steady_point *at)
{
    if (s->rows == 0)
        return;
    double *dlambda = s->dlambda;
    for (int k = 0; k < s->n; k++)
        s->dx[k] = -s->residual[k];
    if (!tml_rank_qr_solve_transpose(&s->qr, s->dx, dlambda))
        tml_arena_give_up(s->arena);
    for (int i = 0; i < s->rows; i++) {
        at->lambda[i] += dlambda[i];
        for (int k = 0; k < s->nv; k++)
            s->r[k] += s->C[(size_t)i * (size_t)s->nv + (size_t)k] * dlambda[i];
    }
    s->scale = find_scale(s, at->lambda);
    find_residual(s);
}

void tml_steady_accept(tml_steady *s, tml_steady_point *at)
{
    tml_workspace_measure(s->work, 0, s->system->measure_count);
    tml_workspace_accept_angles(s->work);
    memcpy(at->unwrapped, s->work->unwrapped, (size_t)s->system->measure_count * sizeof(double));
}

double tml_steady_extent(const tml_steady *s, const double *q)
{
    double far = s->system->size;
    for (int i = 0; i < s->tree->count; i++) {
        const tml_branch *b = s->tree->links[i].branch;
        for (int k = 0; k < b->coordinates; k++)
            far = fmax(far, s->slides[b->first_v + k] ? fabs(q[b->first_q + k]) : 0);
    }
    return far;
}

double tml_steady_residual_tolerance(const tml_steady *s, double tolerance)
{
    return fmax(tolerance * s->scale, fmin(s->rounding, MAX_ROUNDING * s->scale));
}
