/* equilibrium_sparse.c - static equilibrium of many coordinates: sparse KKT matrices and their inertia (Sylvester).
 *
 *   [ 1  G' ] [    F    ]   [ Q ]        [ A + mu  G' ] [ x ]   [ f ]
 *   [ G  0  ] [ -lambda ] = [ 0 ]        [   G     0  ] [ y ] = [ c ]
 *
 * G: the independent rows, scaled to length 1. The inertia of the KKT matrix tells how many eigenvalues of Z' A Z lie
 * below -mu (kkt.h); the lowest is bracketed by such counts and found by inverse iteration from just below it.
 */
#include "analysis/statics/equilibrium.h"
#include "dynamics/minimum_norm_reactions.h"
#include "linalg/cholesky.h"
#include "linalg/kkt.h"
#include <math.h>
#include <string.h>

enum { MAX_INVERSE_ITERATIONS = 30, MAX_WIDENINGS = 60 };
static const double SYMMETRIC = 1e-9;            /* of the largest entry */
static const double COUPLING = 10;               /* scale of the entries of G relative to the largest of A */
static const double EIGENVALUE_TOLERANCE = 1e-3; /* change of the lowest eigenvalue that ends the inverse iteration */

typedef struct {
    int m;
    tml_kkt *plain, *stiff; /* with 1 and with A */
    double *length;         /* (m) of rows */
    double *x, *w;          /* (nv) */
    double *y;              /* (m) */
} sparse;

/* ---- patterns ---- */

static int count_entries(const tml_equilibrium *eq)
{
    int count = 0;
    for (int i = 0; i < eq->max_rank; i++)
        count += eq->system->rows[eq->rows[i]].block_count * eq->system->nvb;
    return count;
}

static void make(tml_equilibrium *eq)
{
    const tml_system *s = eq->system;
    tml_arena *arena = eq->arena;
    sparse *p = TML_NEW(arena, sparse);
    const int m = p->m = eq->max_rank, entries = count_entries(eq);
    int *start = TML_NEW_ARRAY(arena, int, m + 1), *column = TML_NEW_ARRAY(arena, int, entries + 1), at = 0;
    for (int i = 0; i < m; i++) {
        const tml_constraint *row = &s->rows[eq->rows[i]];
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
    p->stiff = tml_kkt_make(eq->pattern, m, start, column, body, s->nb - 1, arena);
    p->stiff->A_value = eq->A;
    p->stiff->G_value = p->plain->G_value;
    p->length = TML_NEW_ARRAY(arena, double, m + 1);
    p->x = TML_NEW_ARRAY(arena, double, s->nv + 1);
    p->w = TML_NEW_ARRAY(arena, double, s->nv + 1);
    p->y = TML_NEW_ARRAY(arena, double, m + 1);
    eq->free_count = s->nv - m;
    eq->matrices = p;
}

/* ---- forces ---- */

static void put_rows(const tml_equilibrium *eq)
{
    const tml_system *s = eq->system;
    const sparse *p = eq->matrices;
    const int *start = p->plain->G_start;
    double *G = p->plain->G_value;
    for (int i = 0; i < p->m; i++) {
        const double *from = eq->work->G + (size_t)s->rows[eq->rows[i]].first_block * (size_t)s->nvb;
        double sum = 0;
        for (int e = start[i]; e < start[i + 1]; e++) {
            G[e] = from[e - start[i]] / eq->unit[p->plain->G_column[e]];
            sum += G[e] * G[e];
        }
        p->length[i] = sum > 0 ? sqrt(sum) : 1;
        for (int e = start[i]; e < start[i + 1]; e++)
            G[e] /= p->length[i];
    }
}

/* out = f - G' y with minimum |out| */
static void project(tml_equilibrium *eq, const double *f, double *out)
{
    const sparse *p = eq->matrices;
    if (p->m == 0)
        memmove(out, f, (size_t)eq->system->nv * sizeof(double));
    else
        tml_kkt_solve(p->plain, f, NULL, out, p->y);
}

static bool balance(tml_equilibrium *eq)
{
    const tml_system *s = eq->system;
    sparse *p = eq->matrices;
    memset(eq->lambda, 0, (size_t)s->row_count * sizeof(double));
    if (p->m == 0)
        return true;
    put_rows(eq);
    if (!tml_kkt_factor(p->plain, 0, 1, 1, true))
        return false;
    for (int pass = 0; pass < 2; pass++) { /* the second pass removes rounding */
        memcpy(p->x, eq->work->Q, (size_t)s->nv * sizeof(double));
        tml_workspace_add_Gt(eq->work, s->row_count, eq->lambda, p->x);
        for (int j = 0; j < s->nv; j++)
            p->x[j] /= eq->unit[j];
        project(eq, p->x, p->x);
        for (int i = 0; i < p->m; i++)
            eq->lambda[eq->rows[i]] -= p->y[i] / p->length[i];
    }
    return true;
}

static void minimum_norm_reactions(tml_equilibrium *eq)
{
    if (eq->system->row_count > eq->max_rank)
        tml_reactions_minimum_norm(eq->work, eq->unit, eq->lambda, eq->arena);
}

/* ---- stiffness ---- */

static double coupling(const tml_equilibrium *eq)
{
    return COUPLING * (eq->max_stiffness > 0 ? eq->max_stiffness : 1);
}

static void update(tml_equilibrium *eq)
{
    const sparse *p = eq->matrices;
    eq->conservative = true;
    for (int k = 0; k < eq->pattern.entries; k++)
        eq->conservative &= fabs(eq->A[k] - eq->A[p->stiff->transposed[k]]) <= SYMMETRIC * eq->max_stiffness;
}

static bool factor(tml_equilibrium *eq, double mu)
{
    sparse *p = eq->matrices;
    return tml_kkt_factor(p->stiff, 1, mu, coupling(eq), eq->conservative);
}

static void solve(tml_equilibrium *eq, const double *f, const double *c, double *x)
{
    sparse *p = eq->matrices;
    for (int i = 0; c && i < p->m; i++)
        p->y[i] = c[eq->rows[i]] / p->length[i] * p->stiff->scale;
    tml_kkt_solve(p->stiff, f, c ? p->y : NULL, x, NULL);
}

/* How many eigenvalues of the symmetric part of Z' A Z lie below -mu; -1: unknown. */
static int count_below(tml_equilibrium *eq, double mu, double least)
{
    sparse *p = eq->matrices;
    for (int k = 0; k < 3; k++) { /* shift a little where it is singular */
        const double at = mu + 0.1 * k * least;
        const int found = tml_kkt_factor(p->stiff, 1, at, coupling(eq), true) ? tml_kkt_negative(p->stiff) : -1;
        if (found >= 0)
            return found;
    }
    return -1;
}

static bool is_positive(tml_equilibrium *eq, double mu)
{
    sparse *p = eq->matrices;
    return tml_kkt_factor(p->stiff, 1, mu, coupling(eq), true) && tml_kkt_negative(p->stiff) == 0;
}

/* A mu such that all eigenvalues lie above -mu and the lowest below -mu/2 (or mu is at most 4 least). 0: unknown. */
static double enclose(tml_equilibrium *eq, double least)
{
    double mu = 4 * least;
    int found = count_below(eq, mu, least);
    for (int i = 0; found > 0 && i < MAX_WIDENINGS; i++) {
        mu *= 16;
        found = count_below(eq, mu, least);
    }
    if (found != 0)
        return 0;
    for (double lower = mu / 16; mu > 4 * least && mu > 2 * lower;) {
        const double middle = sqrt(mu * lower);
        found = count_below(eq, middle, least);
        if (found < 0)
            return 0;
        *(found ? &lower : &mu) = middle;
    }
    return mu;
}

/* The lowest eigenvalue, above -mu, and its direction, by inverse iteration. */
static double inverse_iteration(tml_equilibrium *eq, double mu, double *x)
{
    sparse *p = eq->matrices;
    const int n = eq->system->nv;
    double before = INFINITY, value = INFINITY;
    unsigned seed = 12345;
    for (int j = 0; j < n; j++) {
        seed = seed * 1103515245u + 12345u;
        x[j] = eq->ignorable[j] ? 0 : (double)(seed >> 16 & 0x7fff) / 16384 - 1;
    }
    if (!tml_kkt_factor(p->stiff, 1, mu, coupling(eq), true))
        return NAN;
    for (int i = 0; i < MAX_INVERSE_ITERATIONS; i++) {
        tml_normalize(x, n);
        memcpy(p->w, x, (size_t)n * sizeof(double));
        tml_kkt_solve(p->stiff, x, NULL, x, NULL);
        double along = 0, square = 0;
        for (int j = 0; j < n; j++)
            along += p->w[j] * x[j], square += x[j] * x[j];
        value = along / square - mu; /* x' (A + mu) x = x' w */
        if (fabs(value - before) <= EIGENVALUE_TOLERANCE * fabs(value + mu))
            break;
        before = value;
    }
    tml_normalize(x, n);
    return value;
}

static bool curvature(tml_equilibrium *eq, double least, int *below, int *within, double *lowest, double *direction)
{
    *below = *within = 0;
    *lowest = INFINITY;
    if (!(eq->max_stiffness > 0)) { /* every motion is indifferent */
        *within = eq->free_count - eq->ignorable_count;
        *lowest = *within ? 0 : INFINITY;
        memcpy(direction, eq->residual, (size_t)eq->system->nv * sizeof(double));
        return true;
    }
    const int near = eq->free_count ? count_below(eq, -least, least) : 0;
    if (near <= 0)
        return near == 0;
    *below = count_below(eq, least, least);
    *within = near - *below;
    const double mu = *below >= 0 ? enclose(eq, least) : 0;
    if (!(mu > 0))
        return false;
    *lowest = inverse_iteration(eq, mu, direction);
    return !isnan(*lowest);
}

const tml_equilibrium_class tml_equilibrium_sparse = {
    .make = make,
    .balance = balance,
    .update = update,
    .project = project,
    .factor = factor,
    .solve = solve,
    .is_positive = is_positive,
    .curvature = curvature,
    .minimum_norm_reactions = minimum_norm_reactions,
};
