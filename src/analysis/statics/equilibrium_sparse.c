/* equilibrium_sparse.c - static equilibrium of many coordinates: sparse KKT matrices, and the number of their negative eigenvalues.
 *
 *   [ 1  G' ] [    F    ]   [ Q ]        [ A + mu  G' ] [ x ]   [ f ]
 *   [ G  0  ] [ -lambda ] = [ 0 ]        [   G     0  ] [ y ] = [ c ]
 *
 * G: the rows that do not depend on each other, brought to length 1. How many eigenvalues of Z' A Z lie below -mu is counted (kkt.h);
 * the lowest is enclosed by counting and found by inverse iteration from just below it.
 */
#include "analysis/statics/equilibrium.h"
#include "dynamics/minimum_norm_reactions.h"
#include "linalg/cholesky.h"
#include "linalg/kkt.h"
#include <math.h>
#include <string.h>

enum { MAX_INVERSE = 30, MAX_WIDEN = 60 };
static const double SYMMETRIC = 1e-9; /* of the stiffest entry */
static const double COUPLING = 10;    /* entries of G beside the largest of A */
static const double SETTLED = 1e-3;   /* change of the lowest eigenvalue that ends inverse iteration */

typedef struct {
    int m;
    tml_kkt *plain, *stiff; /* with 1 and with A */
    double *length;         /* (m) of rows */
    double *x, *w;          /* (nv) */
    double *y;              /* (m) */
} sparse;

/* ---- patterns ---- */

static int count_entries(const tml_equilibrium *r)
{
    int count = 0;
    for (int i = 0; i < r->rank_most; i++)
        count += r->system->rows[r->rows[i]].block_count * r->system->nvb;
    return count;
}

static void make(tml_equilibrium *r)
{
    const tml_system *s = r->system;
    tml_arena *arena = r->arena;
    sparse *p = TML_NEW(arena, sparse);
    const int m = p->m = r->rank_most, entries = count_entries(r);
    int *start = TML_NEW_ARRAY(arena, int, m + 1), *column = TML_NEW_ARRAY(arena, int, entries + 1), at = 0;
    for (int i = 0; i < m; i++) {
        const tml_constraint *row = &s->rows[r->rows[i]];
        for (int k = row->first_block; k < row->first_block + row->block_count; k++)
            for (int j = 0; j < s->nvb; j++)
                column[at++] = (s->blocks[k].body - 1) * s->nvb + j;
        start[i + 1] = at;
    }
    int *diagonal = TML_NEW_ARRAY(arena, int, s->nv + 1), *body = TML_NEW_ARRAY(arena, int, s->nv + 1);
    for (int j = 0; j <= s->nv; j++)
        diagonal[j] = j, body[j] = j / s->nvb;
    const tml_pattern unit = {.n = s->nv, .entries = s->nv, .column = diagonal, .row = diagonal};
    p->plain = tml_kkt_make(unit, m, start, column, body, s->nb - 1, arena);
    p->stiff = tml_kkt_make(r->pattern, m, start, column, body, s->nb - 1, arena);
    p->stiff->A_value = r->A;
    p->stiff->G_value = p->plain->G_value;
    p->length = TML_NEW_ARRAY(arena, double, m + 1);
    p->x = TML_NEW_ARRAY(arena, double, s->nv + 1);
    p->w = TML_NEW_ARRAY(arena, double, s->nv + 1);
    p->y = TML_NEW_ARRAY(arena, double, m + 1);
    r->free_count = s->nv - m;
    r->matrices = p;
}

/* ---- forces ---- */

static void put_rows(const tml_equilibrium *r)
{
    const tml_system *s = r->system;
    const sparse *p = r->matrices;
    const int *start = p->plain->G_start;
    double *G = p->plain->G_value;
    for (int i = 0; i < p->m; i++) {
        const double *from = r->work->G + (size_t)s->rows[r->rows[i]].first_block * (size_t)s->nvb;
        double sum = 0;
        for (int e = start[i]; e < start[i + 1]; e++) {
            G[e] = from[e - start[i]] / r->unit[p->plain->G_column[e]];
            sum += G[e] * G[e];
        }
        p->length[i] = sum > 0 ? sqrt(sum) : 1;
        for (int e = start[i]; e < start[i + 1]; e++)
            G[e] /= p->length[i];
    }
}

/* out = f - G' y with the smallest |out| */
static void project(tml_equilibrium *r, const double *f, double *out)
{
    const sparse *p = r->matrices;
    if (p->m == 0)
        memmove(out, f, (size_t)r->system->nv * sizeof(double));
    else
        tml_kkt_solve(p->plain, f, NULL, out, p->y);
}

static bool balance(tml_equilibrium *r)
{
    const tml_system *s = r->system;
    sparse *p = r->matrices;
    memset(r->lambda, 0, (size_t)s->row_count * sizeof(double));
    if (p->m == 0)
        return true;
    put_rows(r);
    if (!tml_kkt_factor(p->plain, 0, 1, 1, true))
        return false;
    for (int pass = 0; pass < 2; pass++) { /* once more of what rounding has left */
        memcpy(p->x, r->work->Q, (size_t)s->nv * sizeof(double));
        tml_workspace_add_Gt(r->work, s->row_count, r->lambda, p->x);
        for (int j = 0; j < s->nv; j++)
            p->x[j] /= r->unit[j];
        project(r, p->x, p->x);
        for (int i = 0; i < p->m; i++)
            r->lambda[r->rows[i]] -= p->y[i] / p->length[i];
    }
    return true;
}

static void react(tml_equilibrium *r)
{
    if (r->system->row_count > r->rank_most)
        tml_reactions_minimum_norm(r->work, r->unit, r->lambda, r->arena);
}

/* ---- stiffness ---- */

static double coupling(const tml_equilibrium *r)
{
    return COUPLING * (r->stiffest > 0 ? r->stiffest : 1);
}

static void take(tml_equilibrium *r)
{
    const sparse *p = r->matrices;
    r->conservative = true;
    for (int k = 0; k < r->pattern.entries; k++)
        r->conservative &= fabs(r->A[k] - r->A[p->stiff->transposed[k]]) <= SYMMETRIC * r->stiffest;
}

static bool factor(tml_equilibrium *r, double mu)
{
    sparse *p = r->matrices;
    return tml_kkt_factor(p->stiff, 1, mu, coupling(r), r->conservative);
}

static void solve(tml_equilibrium *r, const double *f, const double *c, double *x)
{
    sparse *p = r->matrices;
    for (int i = 0; c && i < p->m; i++)
        p->y[i] = c[r->rows[i]] / p->length[i] * p->stiff->scale;
    tml_kkt_solve(p->stiff, f, c ? p->y : NULL, x, NULL);
}

/* How many eigenvalues of the symmetric part of Z' A Z lie below -mu; -1: unknown. */
static int count_below(tml_equilibrium *r, double mu, double least)
{
    sparse *p = r->matrices;
    for (int k = 0; k < 3; k++) { /* beside it, where it is singular */
        const double at = mu + 0.1 * k * least;
        const int found = tml_kkt_factor(p->stiff, 1, at, coupling(r), true) ? tml_kkt_negative(p->stiff) : -1;
        if (found >= 0)
            return found;
    }
    return -1;
}

static bool is_positive(tml_equilibrium *r, double mu)
{
    sparse *p = r->matrices;
    return tml_kkt_factor(p->stiff, 1, mu, coupling(r), true) && tml_kkt_negative(p->stiff) == 0;
}

/* A mu with all eigenvalues above -mu, and the lowest below -mu/2 (or mu no more than 4 least). 0: unknown. */
static double enclose(tml_equilibrium *r, double least)
{
    double mu = 4 * least;
    int found = count_below(r, mu, least);
    for (int i = 0; found > 0 && i < MAX_WIDEN; i++) {
        mu *= 16;
        found = count_below(r, mu, least);
    }
    if (found != 0)
        return 0;
    for (double lower = mu / 16; mu > 4 * least && mu > 2 * lower;) {
        const double middle = sqrt(mu * lower);
        found = count_below(r, middle, least);
        if (found < 0)
            return 0;
        *(found ? &lower : &mu) = middle;
    }
    return mu;
}

/* The lowest eigenvalue, above -mu, and its direction. */
static double iterate(tml_equilibrium *r, double mu, double *x)
{
    sparse *p = r->matrices;
    const int n = r->system->nv;
    double before = INFINITY, value = INFINITY;
    unsigned seed = 12345;
    for (int j = 0; j < n; j++) {
        seed = seed * 1103515245u + 12345u;
        x[j] = r->ignorable[j] ? 0 : (double)(seed >> 16 & 0x7fff) / 16384 - 1;
    }
    if (!tml_kkt_factor(p->stiff, 1, mu, coupling(r), true))
        return NAN;
    for (int i = 0; i < MAX_INVERSE; i++) {
        tml_to_unit(x, n);
        memcpy(p->w, x, (size_t)n * sizeof(double));
        tml_kkt_solve(p->stiff, x, NULL, x, NULL);
        double along = 0, square = 0;
        for (int j = 0; j < n; j++)
            along += p->w[j] * x[j], square += x[j] * x[j];
        value = along / square - mu; /* x' (A + mu) x = x' w */
        if (fabs(value - before) <= SETTLED * fabs(value + mu))
            break;
        before = value;
    }
    tml_to_unit(x, n);
    return value;
}

static bool curvature(tml_equilibrium *r, double least, int *below, int *within, double *lowest, double *direction)
{
    *below = *within = 0;
    *lowest = INFINITY;
    if (!(r->stiffest > 0)) { /* nothing drives any motion back, nor on */
        *within = r->free_count - r->ignorable_count;
        *lowest = *within ? 0 : INFINITY;
        memcpy(direction, r->left, (size_t)r->system->nv * sizeof(double));
        return true;
    }
    const int near = r->free_count ? count_below(r, -least, least) : 0;
    if (near <= 0)
        return near == 0;
    *below = count_below(r, least, least);
    *within = near - *below;
    const double mu = *below >= 0 ? enclose(r, least) : 0;
    if (!(mu > 0))
        return false;
    *lowest = iterate(r, mu, direction);
    return !isnan(*lowest);
}

const tml_equilibrium_class tml_equilibrium_sparse = {
    .make = make,
    .balance = balance,
    .take = take,
    .project = project,
    .factor = factor,
    .solve = solve,
    .is_positive = is_positive,
    .curvature = curvature,
    .react = react,
};
