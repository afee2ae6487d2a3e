/* equilibrium_dense.c - static equilibrium of few coordinates: full matrices in an orthonormal basis Z of what the constraints leave free.
 *
 *   lambda = -G'^+ Q       x = n + Z z,  n the shortest with G n = c,  Z' (A + mu) Z z = Z' (f - A n)
 */
#include "analysis/statics/equilibrium.h"
#include "linalg/eigenvalues.h"
#include "linalg/rank_revealing_qr.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

static const double DEPENDENT = 1e-9; /* a row of which less than this part is its own depends on the others */
static const double CLEARLY = 1e-8;   /* pivot as a part of its diagonal entry */
static const double SYMMETRIC = 1e-9; /* of the stiffest entry */

typedef struct {
    tml_rank_qr range;  /* of G */
    double *AZ;         /* (nv x free_count) by columns */
    double *stiffness;  /* (free_count x free_count) by columns: Z' A Z */
    double *matrix;     /* (nv x nv) */
    double *h, *n;      /* (nv) */
    lapack_int *pivots; /* (nv) */
    tml_eigenvalues spectrum;
} dense;

static void make(tml_equilibrium *r)
{
    tml_arena *arena = r->arena;
    const size_t nv = (size_t)r->system->nv;
    dense *d = TML_NEW(arena, dense);
    d->range = tml_rank_qr_make(r->system->row_count, r->system->nv, arena);
    for (int i = 0; i < r->system->row_count; i++)
        d->range.unit[i] = tml_row_unit(r->system, i);
    d->AZ = TML_NEW_ARRAY(arena, double, nv *nv + 1);
    d->stiffness = TML_NEW_ARRAY(arena, double, nv *nv + 1);
    d->matrix = TML_NEW_ARRAY(arena, double, nv *nv + 1);
    d->h = TML_NEW_ARRAY(arena, double, nv + 1);
    d->n = TML_NEW_ARRAY(arena, double, nv + 1);
    d->pivots = TML_NEW_ARRAY(arena, lapack_int, nv + 1);
    d->spectrum = tml_eigenvalues_make(r->system->nv, arena);
    r->matrices = d;
}

static void put_rows(tml_equilibrium *r, tml_rank_qr *range)
{
    const tml_system *s = r->system;
    const size_t nv = (size_t)s->nv, nvb = (size_t)s->nvb;
    memset(range->rows, 0, nv * (size_t)s->row_count * sizeof(double));
    for (int i = 0; i < s->row_count; i++)
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++) {
            const size_t at = (size_t)(s->blocks[k].body - 1) * nvb;
            for (size_t j = 0; j < nvb; j++)
                range->rows[(size_t)i * nv + at + j] = r->work->G[(size_t)k * nvb + j] / r->unit[at + j];
        }
}

static bool balance(tml_equilibrium *r)
{
    dense *d = r->matrices;
    put_rows(r, &d->range);
    if (!tml_rank_qr_factor(&d->range, r->rank_most, DEPENDENT))
        tml_arena_give_up(r->arena);
    r->free_count = r->system->nv - d->range.rank;
    for (int j = 0; j < r->system->nv; j++)
        d->h[j] = -r->work->Q[j] / r->unit[j];
    if (!tml_rank_qr_solve_transpose(&d->range, d->h, r->lambda))
        tml_arena_give_up(r->arena);
    return true;
}

/* z (free_count) = Z' f */
static void into_free(const tml_equilibrium *r, const double *f, double *z)
{
    const dense *d = r->matrices;
    const double *Z = tml_rank_qr_null_space(&d->range);
    for (int k = 0; k < r->free_count; k++) {
        z[k] = 0;
        for (int j = 0; j < r->system->nv; j++)
            z[k] += Z[(size_t)k * (size_t)r->system->nv + (size_t)j] * f[j];
    }
}

/* x += Z z */
static void out_of_free(const tml_equilibrium *r, const double *z, double *x)
{
    const dense *d = r->matrices;
    const double *Z = tml_rank_qr_null_space(&d->range);
    for (int k = 0; k < r->free_count; k++)
        for (int j = 0; j < r->system->nv; j++)
            x[j] += z[k] * Z[(size_t)k * (size_t)r->system->nv + (size_t)j];
}

/* y = A x */
static void times_A(const tml_equilibrium *r, const double *x, double *y)
{
    memset(y, 0, (size_t)r->system->nv * sizeof(double));
    for (int j = 0; j < r->system->nv; j++)
        for (int k = r->pattern.column[j]; x[j] != 0 && k < r->pattern.column[j + 1]; k++)
            y[r->pattern.row[k]] += r->A[k] * x[j];
}

static void take(tml_equilibrium *r)
{
    dense *d = r->matrices;
    const size_t nv = (size_t)r->system->nv, n = (size_t)r->free_count;
    const double *Z = tml_rank_qr_null_space(&d->range);
    for (size_t k = 0; k < n; k++) {
        times_A(r, Z + k * nv, d->AZ + k * nv);
        into_free(r, d->AZ + k * nv, d->stiffness + k * n);
    }
    r->conservative = true;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            r->conservative &= fabs(d->stiffness[i * n + j] - d->stiffness[j * n + i]) <= SYMMETRIC * r->stiffest;
}

static void project(tml_equilibrium *r, const double *f, double *out)
{
    dense *d = r->matrices;
    into_free(r, f, d->h);
    memset(out, 0, (size_t)r->system->nv * sizeof(double));
    out_of_free(r, d->h, out);
}

static bool factor(tml_equilibrium *r, double mu)
{
    dense *d = r->matrices;
    const int n = r->free_count;
    memcpy(d->matrix, d->stiffness, (size_t)n * (size_t)n * sizeof(double));
    for (int k = 0; k < n; k++)
        d->matrix[(size_t)k * (size_t)(n + 1)] += mu;
    return n == 0 || LAPACKE_dgetrf(LAPACK_COL_MAJOR, n, n, d->matrix, n, d->pivots) == 0;
}

static void solve(tml_equilibrium *r, const double *f, const double *c, double *x)
{
    dense *d = r->matrices;
    const int n = r->free_count;
    const size_t bytes = (size_t)r->system->nv * sizeof(double);
    memset(d->n, 0, bytes);
    if (c && r->system->row_count)
        tml_rank_qr_solve(&d->range, c, d->n);
    times_A(r, d->n, d->AZ); /* which is not needed any more */
    for (int j = 0; j < r->system->nv; j++)
        d->AZ[j] = f[j] - d->AZ[j];
    into_free(r, d->AZ, d->h);
    if (n)
        LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', n, 1, d->matrix, n, d->pivots, d->h, n);
    memcpy(x, d->n, bytes);
    out_of_free(r, d->h, x);
}

/* Cholesky factors of the symmetric part of Z' A Z + mu. */
static bool is_definite(tml_equilibrium *r, double mu, double least)
{
    dense *d = r->matrices;
    const size_t n = (size_t)r->free_count;
    const double *A = d->stiffness;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
            d->matrix[i * n + j] = 0.5 * (A[i * n + j] + A[j * n + i]) + (i == j) * mu;
    return tml_cholesky(d->matrix, (int)n, least);
}

static bool is_positive(tml_equilibrium *r, double mu)
{
    return is_definite(r, mu, 0);
}

static bool curvature(tml_equilibrium *r, double least, int *below, int *within, double *lowest, double *direction)
{
    dense *d = r->matrices;
    *below = *within = 0;
    *lowest = INFINITY;
    if (r->free_count == 0 || is_definite(r, -least, CLEARLY))
        return true;
    if (!tml_eigenvalues_find(&d->spectrum, d->stiffness, r->free_count, SYMMETRIC * r->stiffest))
        tml_arena_give_up(r->arena);
    for (int i = 0; i < r->free_count; i++) {
        *below += d->spectrum.values[i] < -least;
        *within += fabs(d->spectrum.values[i]) <= least;
    }
    *lowest = d->spectrum.values[0];
    memset(direction, 0, (size_t)r->system->nv * sizeof(double));
    if (d->spectrum.symmetric)
        out_of_free(r, d->spectrum.vectors, direction);
    return !isnan(*lowest);
}

const tml_equilibrium_class tml_equilibrium_dense = {
    .make = make,
    .balance = balance,
    .take = take,
    .project = project,
    .factor = factor,
    .solve = solve,
    .is_positive = is_positive,
    .curvature = curvature,
};
