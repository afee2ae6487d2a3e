/* equilibrium_dense.c - static equilibrium of few coordinates: dense matrices in an orthonormal basis Z of the null
 * space of G.
 *
 *   lambda = -G'^+ Q       x = n + Z z,  n of minimum norm with G n = c,  Z' (A + mu) Z z = Z' (f - A n)
 */
#include "analysis/statics/equilibrium.h"
#include "linalg/eigenvalues.h"
#include "linalg/rank_revealing_qr.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

static const double DEPENDENT =
    1e-9; /* a row less independent of the others than this fraction of its length counts as dependent */
static const double MIN_PIVOT = 1e-8; /* smallest pivot, relative to its diagonal entry */
static const double SYMMETRIC = 1e-9; /* of the largest entry */

typedef struct {
    tml_rank_qr range;  /* of G */
    double *AZ;         /* (nv x free_count) column-major */
    double *stiffness;  /* (free_count x free_count) column-major: Z' A Z */
    double *matrix;     /* (nv x nv) */
    double *h, *n;      /* (nv) */
    lapack_int *pivots; /* (nv) */
    tml_eigenvalues eigenvalues;
} dense;

static void make(tml_equilibrium *eq)
{
    tml_arena *arena = eq->arena;
    const size_t nv = (size_t)eq->system->nv;
    dense *d = TML_NEW(arena, dense);
    d->range = tml_rank_qr_make(eq->system->row_count, eq->system->nv, arena);
    for (int i = 0; i < eq->system->row_count; i++)
        d->range.unit[i] = tml_row_unit(eq->system, i);
    d->AZ = TML_NEW_ARRAY(arena, double, nv *nv + 1);
    d->stiffness = TML_NEW_ARRAY(arena, double, nv *nv + 1);
    d->matrix = TML_NEW_ARRAY(arena, double, nv *nv + 1);
    d->h = TML_NEW_ARRAY(arena, double, nv + 1);
    d->n = TML_NEW_ARRAY(arena, double, nv + 1);
    d->pivots = TML_NEW_ARRAY(arena, lapack_int, nv + 1);
    d->eigenvalues = tml_eigenvalues_make(eq->system->nv, arena);
    eq->matrices = d;
}

static void put_rows(tml_equilibrium *eq, tml_rank_qr *range)
{
    const tml_system *s = eq->system;
    const size_t nv = (size_t)s->nv, nvb = (size_t)s->nvb;
    memset(range->rows, 0, nv * (size_t)s->row_count * sizeof(double));
    for (int i = 0; i < s->row_count; i++)
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++) {
            const size_t at = (size_t)(s->blocks[k].body - 1) * nvb;
            for (size_t j = 0; j < nvb; j++)
                range->rows[(size_t)i * nv + at + j] = eq->work->G[(size_t)k * nvb + j] / eq->unit[at + j];
        }
}

static bool balance(tml_equilibrium *eq)
{
    dense *d = eq->matrices;
    put_rows(eq, &d->range);
    if (!tml_rank_qr_factor(&d->range, eq->max_rank, DEPENDENT))
        tml_arena_give_up(eq->arena);
    eq->free_count = eq->system->nv - d->range.rank;
    for (int j = 0; j < eq->system->nv; j++)
        d->h[j] = -eq->work->Q[j] / eq->unit[j];
    if (!tml_rank_qr_solve_transpose(&d->range, d->h, eq->lambda))
        tml_arena_give_up(eq->arena);
    return true;
}

/* z (free_count) = Z' f */
static void to_free(const tml_equilibrium *eq, const double *f, double *z)
{
    const dense *d = eq->matrices;
    const double *Z = tml_rank_qr_null_space(&d->range);
    for (int k = 0; k < eq->free_count; k++) {
        z[k] = 0;
        for (int j = 0; j < eq->system->nv; j++)
            z[k] += Z[(size_t)k * (size_t)eq->system->nv + (size_t)j] * f[j];
    }
}

/* x += Z z */
static void from_free(const tml_equilibrium *eq, const double *z, double *x)
{
    const dense *d = eq->matrices;
    const double *Z = tml_rank_qr_null_space(&d->range);
    for (int k = 0; k < eq->free_count; k++)
        for (int j = 0; j < eq->system->nv; j++)
            x[j] += z[k] * Z[(size_t)k * (size_t)eq->system->nv + (size_t)j];
}

/* y = A x */
static void times_A(const tml_equilibrium *eq, const double *x, double *y)
{
    memset(y, 0, (size_t)eq->system->nv * sizeof(double));
    for (int j = 0; j < eq->system->nv; j++)
        for (int k = eq->pattern.column[j]; x[j] != 0 && k < eq->pattern.column[j + 1]; k++)
            y[eq->pattern.row[k]] += eq->A[k] * x[j];
}

static void update(tml_equilibrium *eq)
{
    dense *d = eq->matrices;
    const size_t nv = (size_t)eq->system->nv, n = (size_t)eq->free_count;
    const double *Z = tml_rank_qr_null_space(&d->range);
    for (size_t k = 0; k < n; k++) {
        times_A(eq, Z + k * nv, d->AZ + k * nv);
        for (size_t j = 0; eq->laws && j < nv; j++)
            d->AZ[k * nv + j] += eq->feedback[k * nv + j];
        to_free(eq, d->AZ + k * nv, d->stiffness + k * n);
    }
    eq->conservative = true;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            eq->conservative &=
                fabs(d->stiffness[i * n + j] - d->stiffness[j * n + i]) <= SYMMETRIC * eq->max_stiffness;
}

static const double *free_motions(const tml_equilibrium *eq)
{
    const dense *d = eq->matrices;
    return tml_rank_qr_null_space(&d->range);
}

static void project(tml_equilibrium *eq, const double *f, double *out)
{
    dense *d = eq->matrices;
    to_free(eq, f, d->h);
    memset(out, 0, (size_t)eq->system->nv * sizeof(double));
    from_free(eq, d->h, out);
}

static bool factor(tml_equilibrium *eq, double mu)
{
    dense *d = eq->matrices;
    const int n = eq->free_count;
    memcpy(d->matrix, d->stiffness, (size_t)n * (size_t)n * sizeof(double));
    for (int k = 0; k < n; k++)
        d->matrix[(size_t)k * (size_t)(n + 1)] += mu;
    return n == 0 || LAPACKE_dgetrf(LAPACK_COL_MAJOR, n, n, d->matrix, n, d->pivots) == 0;
}

static void solve(tml_equilibrium *eq, const double *f, const double *c, double *x)
{
    dense *d = eq->matrices;
    const int n = eq->free_count;
    const size_t bytes = (size_t)eq->system->nv * sizeof(double);
    memset(d->n, 0, bytes);
    if (c && eq->system->row_count)
        tml_rank_qr_solve(&d->range, c, d->n);
    times_A(eq, d->n, d->AZ); /* AZ is no longer needed */
    for (int j = 0; j < eq->system->nv; j++)
        d->AZ[j] = f[j] - d->AZ[j];
    to_free(eq, d->AZ, d->h);
    if (n)
        LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', n, 1, d->matrix, n, d->pivots, d->h, n);
    memcpy(x, d->n, bytes);
    from_free(eq, d->h, x);
}

/* Cholesky factorization of the symmetric part of Z' A Z + mu. */
static bool is_definite(tml_equilibrium *eq, double mu, double least)
{
    dense *d = eq->matrices;
    const size_t n = (size_t)eq->free_count;
    const double *A = d->stiffness;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
            d->matrix[i * n + j] = 0.5 * (A[i * n + j] + A[j * n + i]) + (i == j) * mu;
    return tml_cholesky(d->matrix, (int)n, least);
}

static bool is_positive(tml_equilibrium *eq, double mu)
{
    return is_definite(eq, mu, 0);
}

static bool curvature(tml_equilibrium *eq, double least, int *below, int *within, double *lowest, double *direction)
{
    dense *d = eq->matrices;
    *below = *within = 0;
    *lowest = INFINITY;
    if (eq->free_count == 0 || is_definite(eq, -least, MIN_PIVOT))
        return true;
    if (!tml_eigenvalues_find(&d->eigenvalues, d->stiffness, eq->free_count, SYMMETRIC * eq->max_stiffness))
        tml_arena_give_up(eq->arena);
    for (int i = 0; i < eq->free_count; i++) {
        *below += d->eigenvalues.values[i] < -least;
        *within += fabs(d->eigenvalues.values[i]) <= least;
    }
    *lowest = d->eigenvalues.values[0];
    memset(direction, 0, (size_t)eq->system->nv * sizeof(double));
    if (d->eigenvalues.symmetric)
        from_free(eq, d->eigenvalues.vectors, direction);
    return !isnan(*lowest);
}

const tml_equilibrium_class tml_equilibrium_dense = {
    .is_dense = true,
    .make = make,
    .balance = balance,
    .update = update,
    .free_motions = free_motions,
    .project = project,
    .factor = factor,
    .solve = solve,
    .is_positive = is_positive,
    .curvature = curvature,
};
