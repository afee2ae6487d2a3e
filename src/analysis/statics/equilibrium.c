/* equilibrium.c - forces, multipliers and stiffness at one position of a mechanism at rest.
 *
 * lambda: |Q + G' lambda| smallest.   A = -d(Q + G' lambda)/dq, less what is only there because rotations do not commute: with m the
 * moment left on a body, A_ji - A_ij = m . (e_j x e_i), half of which is taken off either. So A is symmetric for conservative
 * forces, balanced or not.
 */
#include "analysis/statics/equilibrium.h"
#include "dynamics/tangent/tangent_sparse.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { SMALL = 120, MAX_REFINE = 3, MAX_HELD = 200 };
static const double SHAKE = 0.4; /* rad, or part of the size: a coordinate that nothing acts on may as well be there */
static const double IDLE = 64 * DBL_EPSILON; /* of the forces at play: rounding */

/* ---- memory ---- */

const tml_equilibrium_class *tml_equilibrium_choose(const tml_system *s)
{
    return s->nv <= SMALL ? &tml_equilibrium_dense : &tml_equilibrium_sparse;
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
    tml_equilibrium *r = TML_NEW(arena, tml_equilibrium);
    const size_t nv = (size_t)s->nv;
    *r =
        (tml_equilibrium){.class = class, .system = s, .arena = arena, .t = t, .rank_most = rank, .conservative = true};
    r->work = tml_workspace_make(s, arena);
    r->rows = list_rows(s, rank, independent, arena);
    double **const vectors[] = {&r->still, &r->unit, &r->turned, &r->dx, &r->left};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = TML_NEW_ARRAY(arena, double, nv + 1);
    r->lambda = TML_NEW_ARRAY(arena, double, s->row_count + 1);
    r->closing = TML_NEW_ARRAY(arena, double, s->row_count + 1);
    r->gradient = TML_NEW_ARRAY(arena, double, s->input_count);
    r->ignorable = TML_NEW_ARRAY(arena, bool, nv + 1);
    r->pattern = find_pattern(s, arena);
    r->A = TML_NEW_ARRAY(arena, double, r->pattern.entries + 1);
    for (int j = 0; j < s->nv; j++)
        r->unit[j] = j % s->nvb < (s->space ? 3 : 2) ? 1 : s->size;
    class->make(r);
    return r;
}

/* ---- forces ---- */

/* sum[j] += |f J| of one measure */
static void add_size(const tml_equilibrium *r, tml_term term, double f, double *sum)
{
    const tml_system *s = r->system;
    const tml_measure *m = &s->measures[term.measure];
    const double *J = r->work->J + (size_t)term.measure * 2 * (size_t)s->nvb;
    for (int side = 0; side < 2; side++) {
        const int body = side ? m->body2 : m->body1, at = (body - 1) * s->nvb;
        for (int j = 0; body && j < s->nvb; j++)
            sum[at + j] += fabs(f * term.coefficient * J[side * s->nvb + j]) / r->unit[at + j];
    }
}

/* The largest sum of the sizes of weight, laws and reactions on one coordinate. */
static double find_scale(tml_equilibrium *r)
{
    const tml_system *s = r->system;
    double *sum = r->turned, most = 0;
    memset(sum, 0, (size_t)s->nv * sizeof(double));
    for (int b = 1; b < s->nb; b++) {
        const double g[3] = {s->gravity.x, s->gravity.y, s->gravity.z};
        for (int j = 0; j < (s->space ? 3 : 2); j++)
            sum[(b - 1) * s->nvb + j] = s->masses[b].mass * fabs(g[j]);
    }
    for (int i = 0; i < s->law_count; i++)
        for (int k = s->laws[i].terms.first; k < s->laws[i].terms.first + s->laws[i].terms.count; k++)
            add_size(r, s->terms[k], r->work->force[i], sum);
    for (int i = 0; i < s->row_count; i++)
        for (int k = s->rows[i].terms.first; k < s->rows[i].terms.first + s->rows[i].terms.count; k++)
            add_size(r, s->terms[k], r->lambda[i], sum);
    for (int j = 0; j < s->nv; j++)
        most = fmax(most, sum[j]);
    return most;
}

/* Reactions that balance best, and what is left. False: a row is not finite. */
static bool balance(tml_equilibrium *r)
{
    const tml_system *s = r->system;
    if (!tml_all_finite(r->work->G, tml_system_blocks(s, s->row_count) * s->nvb) || !r->class->balance(r))
        return false;
    memcpy(r->left, r->work->Q, (size_t)s->nv * sizeof(double));
    tml_workspace_add_Gt(r->work, s->row_count, r->lambda, r->left);
    r->residual = 0;
    for (int j = 0; j < s->nv; j++) {
        r->left[j] /= r->unit[j];
        r->residual = fmax(r->residual, fabs(r->left[j]));
    }
    r->scale = find_scale(r);
    return tml_all_finite(r->lambda, s->row_count);
}

/* ---- stiffness ---- */

static void add(tml_equilibrium *r, int i, int j, double value)
{
    r->A[tml_pattern_find(&r->pattern, i, j)] += value;
}

static void add_K(void *context, int i, int j, double value)
{
    tml_equilibrium *r = context;
    add(r, i, j, -value / (r->unit[i] * r->unit[j]));
}

/* A_ij += m . (e_j x e_i) / 2 for the rotations of each body */
static void make_turns_commute(tml_equilibrium *r)
{
    const tml_system *s = r->system;
    for (int b = 1; s->space && b < s->nb; b++) {
        const int at = (b - 1) * 6 + 3;
        const double *m = r->left + at; /* N: the moment divided by the size, as A is by its square */
        for (int k = 0; k < 3; k++) {
            const int i = (k + 1) % 3, j = (k + 2) % 3; /* e_j x e_i = -e_k */
            add(r, at + i, at + j, -0.5 * m[k] / s->size);
            add(r, at + j, at + i, 0.5 * m[k] / s->size);
        }
    }
}

/* The stiffest entry. Coordinates are known to their last digit; A makes forces of that. */
static void find_rounding(tml_equilibrium *r, const double *q)
{
    const tml_system *s = r->system;
    double far = s->size, most = 0, *sum = r->turned;
    for (int j = 0; j < s->nq; j++)
        far = fmax(far, j % s->nqb < (s->space ? 3 : 2) ? fabs(q[j]) : 0);
    memset(sum, 0, (size_t)s->nv * sizeof(double));
    r->stiffest = 0;
    for (int k = 0; k < r->pattern.entries; k++) {
        r->stiffest = fmax(r->stiffest, fabs(r->A[k]));
        sum[r->pattern.row[k]] += fabs(r->A[k]);
    }
    for (int i = 0; i < s->nv; i++)
        most = fmax(most, sum[i]);
    r->rounding = DBL_EPSILON * fmax(4 * far * most, 64 * r->scale);
}

/* Coordinates without stiffness, constraint or load. Those get a stiffness, which keeps them in place. */
static void find_ignorable(tml_equilibrium *r)
{
    const tml_system *s = r->system;
    for (int j = 0; j < s->nv; j++)
        r->ignorable[j] = fabs(r->left[j]) <= IDLE * r->scale;
    for (int j = 0; j < s->nv; j++)
        for (int k = r->pattern.column[j]; k < r->pattern.column[j + 1]; k++)
            if (r->A[k] != 0)
                r->ignorable[j] = r->ignorable[r->pattern.row[k]] = false;
    for (int k = 0; k < tml_system_blocks(s, s->row_count); k++)
        for (int j = 0; j < s->nvb; j++)
            if (r->work->G[k * s->nvb + j] != 0)
                r->ignorable[(s->blocks[k].body - 1) * s->nvb + j] = false;
    r->ignorable_count = 0;
    for (int j = 0; j < s->nv; j++)
        if (r->ignorable[j]) {
            add(r, j, j, r->stiffest > 0 ? r->stiffest : 1);
            r->ignorable_count++;
        }
}

static void stiffen(tml_equilibrium *r, const double *q)
{
    memset(r->A, 0, (size_t)r->pattern.entries * sizeof(double));
    const tml_tangent_sink sink = {.context = r, .K = add_K};
    tml_tangent_entries(r->work, r->lambda, r->still, &sink, r->gradient);
    make_turns_commute(r);
    find_rounding(r, q);
    find_ignorable(r);
}

int tml_equilibrium_evaluate(tml_equilibrium *r, const double *q)
{
    const tml_system *s = r->system;
    tml_workspace_evaluate(r->work, r->t, q, r->still);
    r->gap = tml_rows_opening(s, r->work->phi, s->row_count);
    if (!tml_all_finite(r->work->Q, s->nv) || !tml_all_finite(r->work->phi, s->row_count))
        return 1;
    if (!balance(r))
        return 1;
    stiffen(r, q);
    if (!tml_all_finite(r->A, r->pattern.entries))
        return 1;
    r->class->take(r);
    return 0;
}

/* ---- displacements ---- */

/* out = f - (A + mu) x */
static void residual(const tml_equilibrium *r, double mu, const double *f, const double *x, double *out)
{
    for (int j = 0; j < r->system->nv; j++)
        out[j] = f[j] - mu * x[j];
    for (int j = 0; j < r->system->nv; j++)
        for (int k = r->pattern.column[j]; k < r->pattern.column[j + 1]; k++)
            out[r->pattern.row[k]] -= r->A[k] * x[j];
}

bool tml_equilibrium_solve(tml_equilibrium *r, double mu, double hold, bool exact, const double *f, double *x)
{
    const int nv = r->system->nv, most = !exact ? 0 : hold > 0 ? MAX_HELD : MAX_REFINE;
    if (!r->class->factor(r, mu + hold))
        return false;
    for (int i = 0; i < r->system->row_count; i++)
        r->closing[i] = -r->work->phi[i];
    r->class->solve(r, f, r->closing, x);
    double before = INFINITY;
    for (int i = 0; i < most; i++) { /* what `hold` and rounding have left of it */
        double length = 0, all = 0;
        residual(r, mu, f, x, r->turned);
        r->class->project(r, r->turned, r->turned);
        r->class->solve(r, r->turned, NULL, r->dx);
        for (int j = 0; j < nv; j++) {
            length = fmax(length, fabs(r->dx[j]));
            all = fmax(all, fabs(x[j]));
        }
        if (!(length < 0.9 * before) || length <= DBL_EPSILON * all)
            return true;
        for (int j = 0; j < nv; j++)
            x[j] += r->dx[j];
        before = length;
    }
    return true;
}

void tml_equilibrium_displace(tml_equilibrium *r, const double *x, double *q)
{
    for (int j = 0; j < r->system->nv; j++)
        r->turned[j] = x[j] / r->unit[j];
    tml_system_displace(r->system, r->turned, q);
}

bool tml_equilibrium_stays_ignorable(tml_equilibrium *r, const double *q)
{
    const tml_system *s = r->system;
    tml_arena *scratch = tml_arena_part(r->arena);
    double *moved = tml_arena_copy(scratch, q, (size_t)s->nq * sizeof(double));
    const double *Q = tml_arena_copy(scratch, r->work->Q, (size_t)s->nv * sizeof(double));
    const double gap = r->gap;
    bool same = true;
    for (int j = 0; j < s->nv; j++)
        r->dx[j] = r->ignorable[j] ? SHAKE * s->size * (1 + 0.3 * (j % 5)) : 0;
    tml_equilibrium_displace(r, r->dx, moved);
    tml_workspace_evaluate(r->work, r->t, moved, r->still);
    for (int j = 0; j < s->nv; j++)
        same &= fabs(r->work->Q[j] - Q[j]) <= IDLE * r->scale * r->unit[j];
    same &= tml_rows_opening(s, r->work->phi, s->row_count) <= gap + IDLE * s->size;
    tml_workspace_evaluate(r->work, r->t, q, r->still);
    tml_arena_free(scratch);
    return same;
}
