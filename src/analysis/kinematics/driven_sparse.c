/* driven_sparse.c - large driven mechanisms: B = L U with one ordering for the entire motion. */
#include "analysis/kinematics/driven_sparse.h"
#include "linalg/cholesky.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_DENSE = 60, MAX_INVERSE_ITERATIONS = 40, MAX_POWER_ITERATIONS = 8 };
static const double SIGMA_TOLERANCE = 1e-4; /* change of the smallest singular value that ends the iteration */
static const double MIN_PIVOT_RATIO = 1e-7; /* ratio of pivots below which pivots are chosen again */
static const double SINGULAR = 1e-15;       /* ratio of pivots below which they are rounding */

tml_driven_sparse *tml_driven_sparse_make(const tml_system *s, const bool *independent, tml_arena *arena)
{
    int count = 0;
    if (s->nv <= MAX_DENSE || !independent)
        return NULL;
    tml_driven_sparse *p = TML_NEW(arena, tml_driven_sparse);
    int *rows = TML_NEW_ARRAY(arena, int, s->row_count + 1);
    for (int i = 0; i < s->row_count; i++)
        if (independent[i])
            rows[count++] = i;
    if (count != s->nv)
        return NULL;
    *p = (tml_driven_sparse){.system = s, .n = s->nv, .row_count = s->row_count, .rows = rows};
    const int blocks = tml_system_blocks(s, s->row_count);
    p->at = TML_NEW_ARRAY(arena, int, blocks * s->nvb + 1);
    p->b = TML_NEW_ARRAY(arena, double, s->row_count + s->nv + 1);
    p->z = TML_NEW_ARRAY(arena, double, s->row_count + s->nv + 1);
    int *position = TML_NEW_ARRAY(arena, int, s->row_count + 1);
    for (int i = 0; i < s->row_count; i++)
        position[i] = -1;
    for (int i = 0; i < count; i++)
        position[rows[i]] = i;
    tml_marks marks = {.arena = arena};
    for (int k = 0; k < blocks; k++)
        if (position[s->blocks[k].row] >= 0)
            tml_mark_block(&marks, position[s->blocks[k].row], 1, (s->blocks[k].body - 1) * s->nvb, s->nvb);
    const tml_pattern pattern = tml_pattern_make(&marks, s->nv);
    for (int k = 0; k < blocks; k++)
        for (int j = 0; j < s->nvb; j++)
            p->at[k * s->nvb + j] =
                position[s->blocks[k].row] < 0
                    ? -1
                    : tml_pattern_find(&pattern, position[s->blocks[k].row], (s->blocks[k].body - 1) * s->nvb + j);
    p->lu = tml_lu_make(pattern, arena);
    return p;
}

static void fill(tml_driven_sparse *p, const double *B, double perturbation)
{
    const int entries = tml_system_blocks(p->system, p->row_count) * p->system->nvb;
    for (int e = 0; e < entries; e++)
        if (p->at[e] >= 0)
            p->lu->value[p->at[e]] = B[e] * (1 + perturbation * ((e * 7919) % 101 - 50));
}

bool tml_driven_sparse_factor(tml_driven_sparse *p, const double *B)
{
    fill(p, B, 0);
    double quality = tml_lu_factor_accurate(p->lu, MIN_PIVOT_RATIO);
    if (!(quality > SINGULAR)) { /* exactly singular: slightly perturbed, the singular vectors are found all the same */
        fill(p, B, DBL_EPSILON);
        quality = tml_lu_factor(p->lu, true);
    }
    p->regular = quality > 0;
    return p->regular;
}

void tml_driven_sparse_solve(tml_driven_sparse *p, const double *r, double *x)
{
    for (int i = 0; i < p->n; i++)
        x[i] = p->regular ? r[p->rows[i]] : NAN;
    if (p->regular)
        tml_lu_solve(p->lu, x);
}

void tml_driven_sparse_solve_transpose(tml_driven_sparse *p, const double *f, double *y)
{
    memcpy(p->z, f, (size_t)p->n * sizeof(double));
    if (p->regular)
        tml_lu_solve_transpose(p->lu, p->z);
    memset(y, 0, (size_t)p->row_count * sizeof(double));
    for (int i = 0; i < p->n; i++)
        y[p->rows[i]] = p->regular ? p->z[i] : NAN;
}

double tml_driven_sparse_sigma_min(tml_driven_sparse *p, double *u, double *w)
{
    double before = 0, sigma_min = 0;
    const double length = tml_normalize(u, p->n);
    for (int j = 0; !(length > 0 && isfinite(length)) && j < p->n; j++)
        u[j] = 1;
    if (!p->regular)
        return 0;
    for (int i = 0; i < MAX_INVERSE_ITERATIONS; i++) {
        tml_lu_solve_transpose(p->lu, u);
        const double half = tml_normalize(u, p->n);
        memcpy(p->b, u, (size_t)p->n * sizeof(double));
        tml_lu_solve(p->lu, u);
        const double other = tml_normalize(u, p->n);
        sigma_min = 1 / sqrt(half * other);
        if (!isfinite(sigma_min) || fabs(sigma_min - before) <= SIGMA_TOLERANCE * sigma_min)
            break;
        before = sigma_min;
    }
    memset(w, 0, (size_t)p->row_count * sizeof(double));
    for (int i = 0; i < p->n; i++)
        w[p->rows[i]] = p->b[i];
    return isfinite(sigma_min) ? sigma_min : 0;
}

/* y (row_count) = (A - B) x, or x (n) = (A - B)' y */
static void times(const tml_driven_sparse *p, const double *A, const double *B, bool back, double *x, double *y)
{
    const tml_system *s = p->system;
    const int blocks = tml_system_blocks(s, p->row_count);
    memset(back ? x : y, 0, (size_t)(back ? p->n : p->row_count) * sizeof(double));
    for (int k = 0; k < blocks; k++)
        for (int j = 0; j < s->nvb; j++) {
            const double d = A[k * s->nvb + j] - B[k * s->nvb + j];
            const int row = s->blocks[k].row, column = (s->blocks[k].body - 1) * s->nvb + j;
            if (back)
                x[column] += d * y[row];
            else
                y[row] += d * x[column];
        }
}

double tml_driven_sparse_difference(tml_driven_sparse *p, const double *A, const double *B)
{
    double norm = 0, *x = p->b, *y = p->z;
    for (int j = 0; j < p->n; j++)
        x[j] = j % 2 ? 1 : 0.7; /* not along a direction excluded by symmetry */
    for (int k = 0; k < MAX_POWER_ITERATIONS && tml_normalize(x, p->n) > 0; k++) {
        times(p, A, B, false, x, y);
        norm = tml_normalize(y, p->row_count);
        times(p, A, B, true, x, y);
    }
    return norm;
}
