/* equilibrium.c - forces, multipliers and stiffness of a mechanism at rest in one configuration.
 *
 * lambda minimizes |Q + G' lambda|.   A = -d(Q + G' lambda)/dq, without the part that only arises because finite
 * rotations do not commute: with m the residual moment on a body, A_ji - A_ij = m . (e_j x e_i), half of which is
 * removed from either entry. So A is symmetric for conservative forces, in equilibrium or not.
 */
#include "analysis/statics/equilibrium.h"
#include "dynamics/tangent/tangent_sparse.h"
#include "system/channel/channels.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_DENSE = 120, MAX_REFINE = 3, MAX_REGULARIZED = 200 };
static const double PROBE =
    0.4; /* rad, or fraction of the size: displacement by which ignorable coordinates are probed */
static const double IGNORABLE = 64 * DBL_EPSILON; /* of the acting forces: rounding */

/* ---- memory ---- */

const tml_equilibrium_class *tml_equilibrium_choose(const tml_system *s)
{
    return s->nv <= MAX_DENSE || s->result_law_count ? &tml_equilibrium_dense : &tml_equilibrium_sparse;
}

/* Entries of coordinates from those of bodies, both triangles. */
static tml_pattern find_pattern(const tml_system *s, tml_arena *arena)
{
    tml_arena *scratch = tml_arena_part(arena);
    int *all = TML_NEW_ARRAY(scratch, int, s->row_count + 1);
    for (int i = 0; i < s->row_count; i++)
        all[i] = i;
    const tml_pattern bodies = tml_tangent_coupling(s, all, s->row_count, scratch);
    tml_marks marks = {.arena = scratch};
    for (int b = 0; b < bodies.n; b++)
        for (int k = bodies.column[b]; k < bodies.column[b + 1]; k++) {
            tml_mark_block(&marks, bodies.row[k] * s->nvb, s->nvb, b * s->nvb, s->nvb);
            tml_mark_block(&marks, b * s->nvb, s->nvb, bodies.row[k] * s->nvb, s->nvb);
        }
    const tml_pattern p = tml_pattern_make(&marks, s->nv);
    const tml_pattern own = {.n = p.n,
                             .entries = p.entries,
                             .column = tml_arena_copy(arena, p.column, (size_t)(p.n + 1) * sizeof(int)),
                             .row = tml_arena_copy(arena, p.row, (size_t)(p.entries + 1) * sizeof(int))};
    tml_arena_free(scratch);
    return own;
}

static const int *list_rows(const tml_system *s, int rank, const bool *independent, tml_arena *arena)
{
    int *rows = TML_NEW_ARRAY(arena, int, rank + 1), count = 0;
    for (int i = 0; i < s->row_count && count < rank; i++)
        if (independent[i])
            rows[count++] = i;
    return rows;
}

tml_equilibrium *tml_equilibrium_make(const tml_system *s, double t, int rank, const bool *independent,
                                      const tml_equilibrium_class *class, tml_arena *arena)
{
    tml_equilibrium *eq = TML_NEW(arena, tml_equilibrium);
    const size_t nv = (size_t)s->nv;
    *eq =
        (tml_equilibrium){.class = class, .system = s, .arena = arena, .t = t, .max_rank = rank, .conservative = true};
    eq->work = tml_workspace_make(s, arena);
    eq->rows = list_rows(s, rank, independent, arena);
    double **const vectors[] = {&eq->zeros, &eq->unit, &eq->dq, &eq->dx, &eq->residual};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = TML_NEW_ARRAY(arena, double, nv + 1);
    eq->lambda = TML_NEW_ARRAY(arena, double, s->row_count + 1);
    eq->minus_phi = TML_NEW_ARRAY(arena, double, s->row_count + 1);
    eq->gradient = TML_NEW_ARRAY(arena, double, s->input_count);
    eq->ignorable = TML_NEW_ARRAY(arena, bool, nv + 1);
    eq->pattern = find_pattern(s, arena);
    eq->A = TML_NEW_ARRAY(arena, double, eq->pattern.entries + 1);
    for (int j = 0; j < s->nv; j++)
        eq->unit[j] = j % s->nvb < (s->space ? 3 : 2) ? 1 : s->size;
    eq->laws = tml_result_laws_make(s, arena);
    if (eq->laws) {
        eq->feedback = TML_NEW_ARRAY(arena, double, nv *nv + 1);
        eq->Z = TML_NEW_ARRAY(arena, double, nv *nv + 1);
        eq->moved = TML_NEW_ARRAY(arena, double, s->nq + 1);
        eq->dz = TML_NEW_ARRAY(arena, double, nv + 1);
        eq->change = TML_NEW_ARRAY(arena, double, tml_result_laws_count(eq->laws));
    }
    class->make(eq);
    return eq;
}

/* ---- forces ---- */

/* The largest sum of the magnitudes of weight, force laws and reactions on one coordinate. */
static double find_scale(tml_equilibrium *eq)
{
    const tml_system *s = eq->system;
    double *sum = eq->dq, max = 0;
    memset(sum, 0, (size_t)s->nv * sizeof(double));
    for (int b = 1; b < s->nb; b++) {
        const double g[3] = {s->gravity.x, s->gravity.y, s->gravity.z};
        for (int j = 0; j < (s->space ? 3 : 2); j++)
            sum[(b - 1) * s->nvb + j] = s->masses[b].mass * fabs(g[j]);
    }
    tml_workspace_add_magnitudes(eq->work, s->row_count, eq->lambda, eq->unit, eq->gradient, sum);
    for (int j = 0; j < s->nv; j++)
        max = fmax(max, sum[j]);
    return max;
}

bool tml_equilibrium_balance(tml_equilibrium *eq)
{
    const tml_system *s = eq->system;
    if (!tml_all_finite(eq->work->G, tml_system_blocks(s, s->row_count) * s->nvb) || !eq->class->balance(eq))
        return false;
    memcpy(eq->residual, eq->work->Q, (size_t)s->nv * sizeof(double));
    tml_workspace_add_Gt(eq->work, s->row_count, eq->lambda, eq->residual);
    eq->max_residual = 0;
    for (int j = 0; j < s->nv; j++) {
        eq->residual[j] /= eq->unit[j];
        eq->max_residual = fmax(eq->max_residual, fabs(eq->residual[j]));
    }
    eq->scale = find_scale(eq);
    return tml_all_finite(eq->lambda, s->row_count);
}

/* ---- stiffness ---- */

static void add(tml_equilibrium *eq, int i, int j, double value)
{
    eq->A[tml_pattern_find(&eq->pattern, i, j)] += value;
}

static void add_K(void *context, int i, int j, double value)
{
    tml_equilibrium *eq = context;
    add(eq, i, j, -value / (eq->unit[i] * eq->unit[j]));
}

/* A_ij += m . (e_j x e_i) / 2 for the rotations of each body */
static void symmetrize_rotations(tml_equilibrium *eq)
{
    const tml_system *s = eq->system;
    for (int b = 1; s->space && b < s->nb; b++) {
        const int at = (b - 1) * 6 + 3;
        const double *m = eq->residual + at; /* N: the moment divided by the size, as A is by its square */
        for (int k = 0; k < 3; k++) {
            const int i = (k + 1) % 3, j = (k + 2) % 3; /* e_j x e_i = -e_k */
            add(eq, at + i, at + j, -0.5 * m[k] / s->size);
            add(eq, at + j, at + i, 0.5 * m[k] / s->size);
        }
    }
}

/* The largest entry of A, and the rounding error of F: coordinates are known to their last digit, which A turns into
 * forces. */
static void find_rounding(tml_equilibrium *eq, const double *q)
{
    const tml_system *s = eq->system;
    double max_translation = s->size, max = 0, *sum = eq->dq;
    for (int j = 0; j < s->nq; j++)
        max_translation = fmax(max_translation, j % s->nqb < (s->space ? 3 : 2) ? fabs(q[j]) : 0);
    memset(sum, 0, (size_t)s->nv * sizeof(double));
    eq->max_stiffness = 0;
    for (int k = 0; k < eq->pattern.entries; k++) {
        eq->max_stiffness = fmax(eq->max_stiffness, fabs(eq->A[k]));
        sum[eq->pattern.row[k]] += fabs(eq->A[k]);
    }
    for (int i = 0; i < s->nv; i++)
        max = fmax(max, sum[i]);
    eq->rounding = DBL_EPSILON * fmax(4 * max_translation * max, 64 * eq->scale);
}

/* Finds ignorable coordinates: no stiffness, constraint or load. A stiffness is added to keep them in place. */
static void find_ignorable(tml_equilibrium *eq)
{
    const tml_system *s = eq->system;
    for (int j = 0; j < s->nv; j++)
        eq->ignorable[j] = fabs(eq->residual[j]) <= IGNORABLE * eq->scale;
    for (int j = 0; j < s->nv; j++)
        for (int k = eq->pattern.column[j]; k < eq->pattern.column[j + 1]; k++)
            if (eq->A[k] != 0)
                eq->ignorable[j] = eq->ignorable[eq->pattern.row[k]] = false;
    for (int k = 0; k < tml_system_blocks(s, s->row_count); k++)
        for (int j = 0; j < s->nvb; j++)
            if (eq->work->G[k * s->nvb + j] != 0)
                eq->ignorable[(s->blocks[k].body - 1) * s->nvb + j] = false;
    eq->ignorable_count = 0;
    for (int j = 0; j < s->nv; j++)
        if (eq->ignorable[j]) {
            add(eq, j, j, eq->max_stiffness > 0 ? eq->max_stiffness : 1);
            eq->ignorable_count++;
        }
}

static void stiffen(tml_equilibrium *eq, const double *q)
{
    memset(eq->A, 0, (size_t)eq->pattern.entries * sizeof(double));
    const tml_tangent_sink sink = {.context = eq, .K = add_K};
    tml_tangent_entries(eq->work, eq->lambda, eq->zeros, &sink, eq->gradient);
    symmetrize_rotations(eq);
    find_rounding(eq, q);
    find_ignorable(eq);
}

int tml_equilibrium_evaluate(tml_equilibrium *eq, const double *q)
{
    const tml_system *s = eq->system;
    if (eq->laws && tml_equilibrium_solve_results(eq, q))
        return 1;
    if (!eq->laws)
        tml_workspace_evaluate(eq->work, eq->t, q, eq->zeros);
    eq->gap = tml_rows_residual_length(s, eq->work->phi, s->row_count);
    if (!tml_all_finite(eq->work->Q, s->nv) || !tml_all_finite(eq->work->phi, s->row_count))
        return 1;
    if (!tml_equilibrium_balance(eq))
        return 1;
    stiffen(eq, q);
    if (eq->laws && tml_equilibrium_find_feedback(eq, q))
        return 1;
    if (!tml_all_finite(eq->A, eq->pattern.entries))
        return 1;
    eq->class->update(eq);
    return 0;
}

/* ---- displacements ---- */

/* out = f - (A + mu) x */
static void linear_residual(const tml_equilibrium *eq, double mu, const double *f, const double *x, double *out)
{
    for (int j = 0; j < eq->system->nv; j++)
        out[j] = f[j] - mu * x[j];
    for (int j = 0; j < eq->system->nv; j++)
        for (int k = eq->pattern.column[j]; k < eq->pattern.column[j + 1]; k++)
            out[eq->pattern.row[k]] -= eq->A[k] * x[j];
}

bool tml_equilibrium_solve(tml_equilibrium *eq, double mu, double regularization, bool exact, const double *f,
                           double *x)
{
    const int nv = eq->system->nv, max = !exact || eq->laws   ? 0
                                         : regularization > 0 ? MAX_REGULARIZED
                                                              : MAX_REFINE; /* with A alone */
    if (!eq->class->factor(eq, mu + regularization))
        return false;
    for (int i = 0; i < eq->system->row_count; i++)
        eq->minus_phi[i] = -eq->work->phi[i];
    eq->class->solve(eq, f, eq->minus_phi, x);
    double before = INFINITY;
    for (int i = 0; i < max; i++) { /* iterative refinement removes the effects of regularization and rounding */
        double length = 0, all = 0;
        linear_residual(eq, mu, f, x, eq->dq);
        eq->class->project(eq, eq->dq, eq->dq);
        eq->class->solve(eq, eq->dq, NULL, eq->dx);
        for (int j = 0; j < nv; j++) {
            length = fmax(length, fabs(eq->dx[j]));
            all = fmax(all, fabs(x[j]));
        }
        if (!(length < 0.9 * before) || length <= DBL_EPSILON * all)
            return true;
        for (int j = 0; j < nv; j++)
            x[j] += eq->dx[j];
        before = length;
    }
    return true;
}

void tml_equilibrium_displace(tml_equilibrium *eq, const double *x, double *q)
{
    for (int j = 0; j < eq->system->nv; j++)
        eq->dq[j] = x[j] / eq->unit[j];
    tml_system_displace(eq->system, eq->dq, q);
}

bool tml_equilibrium_stays_ignorable(tml_equilibrium *eq, const double *q)
{
    const tml_system *s = eq->system;
    tml_arena *scratch = tml_arena_part(eq->arena);
    double *step = tml_arena_copy(scratch, q, (size_t)s->nq * sizeof(double));
    const double *Q = tml_arena_copy(scratch, eq->work->Q, (size_t)s->nv * sizeof(double));
    const double gap = eq->gap;
    bool same = true;
    for (int j = 0; j < s->nv; j++)
        eq->dx[j] = eq->ignorable[j] ? PROBE * s->size * (1 + 0.3 * (j % 5)) : 0;
    tml_equilibrium_displace(eq, eq->dx, step);
    tml_workspace_evaluate(eq->work, eq->t, step, eq->zeros);
    for (int j = 0; j < s->nv; j++)
        same &= fabs(eq->work->Q[j] - Q[j]) <= IGNORABLE * eq->scale * eq->unit[j];
    same &= tml_rows_residual_length(s, eq->work->phi, s->row_count) <= gap + IGNORABLE * s->size;
    tml_workspace_evaluate(eq->work, eq->t, q, eq->zeros);
    tml_arena_free(scratch);
    return same;
}

void tml_equilibrium_fill(const tml_equilibrium *eq, const double *q, double *row)
{
    const tml_system *s = eq->system;
    for (int i = 0; i < s->drive_count; i++) /* held fixed, whatever their speed at that time */
        eq->work->motion[3 * s->drives[i].row + 1] = eq->work->motion[3 * s->drives[i].row + 2] = 0;
    const tml_instant instant = {.work = eq->work,
                                 .t = eq->t,
                                 .q = q,
                                 .a = eq->zeros,
                                 .lambda = eq->lambda,
                                 .single = true,
                                 .position = eq->gap};
    tml_channels_fill(&instant, row);
}
