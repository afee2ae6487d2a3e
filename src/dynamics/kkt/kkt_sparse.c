/* kkt_sparse.c - sparse LU (KLU) of the KKT matrix [W G'; G 0]: pattern and ordering once, values each time.
 *
 * Near singular configurations, where rows of G become dependent, the regularized matrix [W G'; G -e] is factored instead, e a small
 * fraction of the diagonal of G W^-1 G', and the solution is refined twice: well-determined components stay unchanged, components that
 * rounding alone would determine are suppressed. KLU orders the unknowns itself; they are numbered x first, then -lambda.
 * The matrix is equilibrated, K' = D K D, so that pivots are compared in one unit: rotations as lengths, masses relative to the total.
 */
#include "dynamics/kkt/kkt_system.h"
#include "linalg/sparse_lu.h"
#include <math.h>
#include <string.h>

static const double NEAR_SINGULAR = 1e-9; /* ratio of pivots below which rows count as dependent */
static const double REGULARIZATION = 1e-10;

struct tml_sparse_kkt {
    const tml_system *system;
    int rows, n; /* n = nv + rows */
    tml_lu *lu;
    int *mass_at;     /* (mass entries) positions of W's entries */
    int *diagonal_at; /* (rows) positions of -e */
    bool regularized; /* the present factors are of the regularized matrix */
    double *residual; /* (n) */
    int *block_at;    /* (blocks x nvb x 2) positions of the entries of G and G' */
    double *right;    /* (n) */
    double *scale;    /* (n) D */
};

/* Entries of W in the columns of one body: plane 3 on the diagonal; space 3 and a full 3 x 3. */
static int mass_entries(const tml_system *s, int j, int rows_out[3])
{
    const int lin = s->space ? 3 : 2;
    if (j < lin || !s->space) {
        rows_out[0] = j;
        return 1;
    }
    for (int k = 0; k < 3; k++)
        rows_out[k] = 3 + k;
    return 3;
}

/* Columns of x: W above G; columns of lambda: G'. Entries are stored in the order in which they are counted. */
static void make_pattern(tml_sparse_kkt *p, tml_arena *arena)
{
    const tml_system *s = p->system;
    const int blocks = tml_system_blocks(s, p->rows), nvb = s->nvb;
    int *of_body = TML_NEW_ARRAY(arena, int, s->nb + 2), *list = TML_NEW_ARRAY(arena, int, blocks + 1);
    for (int i = 0; i < blocks; i++)
        of_body[s->blocks[i].body + 1]++;
    for (int b = 0; b <= s->nb; b++)
        of_body[b + 1] += of_body[b];
    int *fill = TML_NEW_ARRAY(arena, int, s->nb + 1);
    for (int i = 0; i < blocks; i++) {
        const int b = s->blocks[i].body;
        list[of_body[b] + fill[b]++] = i;
    }
    const int largest = (s->space ? 12 : 3) * (s->nb - 1) + 2 * blocks * nvb + p->rows;
    p->diagonal_at = TML_NEW_ARRAY(arena, int, p->rows + 1);
    int *column = TML_NEW_ARRAY(arena, int, p->n + 1), *row = TML_NEW_ARRAY(arena, int, largest + 1);
    p->mass_at = TML_NEW_ARRAY(arena, int, s->nv * 3);
    p->block_at = TML_NEW_ARRAY(arena, int, 2 * blocks * nvb);
    int entry = 0;
    for (int b = 1; b < s->nb; b++)
        for (int j = 0; j < nvb; j++) {
            int at[3];
            const int col = (b - 1) * nvb + j, count = mass_entries(s, j, at);
            for (int k = 0; k < count; k++) {
                p->mass_at[3 * col + k] = entry;
                row[entry++] = (b - 1) * nvb + at[k];
            }
            for (int k = of_body[b]; k < of_body[b + 1]; k++) {
                p->block_at[2 * (list[k] * nvb + j)] = entry;
                row[entry++] = s->nv + s->blocks[list[k]].row;
            }
            column[col + 1] = entry;
        }
    for (int i = 0; i < p->rows; i++) {
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++)
            for (int j = 0; j < nvb; j++) {
                p->block_at[2 * (k * nvb + j) + 1] = entry;
                row[entry++] = (s->blocks[k].body - 1) * nvb + j;
            }
        p->diagonal_at[i] = entry;
        row[entry++] = s->nv + i;
        column[s->nv + i + 1] = entry;
    }
    p->lu = tml_lu_make((tml_pattern){.n = p->n, .entries = entry, .column = column, .row = row}, arena);
}

tml_sparse_kkt *tml_sparse_kkt_make(const tml_system *system, int rows, tml_arena *arena)
{
    tml_sparse_kkt *p = TML_NEW(arena, tml_sparse_kkt);
    p->system = system;
    p->rows = rows;
    p->n = system->nv + rows;
    p->right = TML_NEW_ARRAY(arena, double, p->n);
    p->residual = TML_NEW_ARRAY(arena, double, p->n);
    p->scale = TML_NEW_ARRAY(arena, double, p->n);
    make_pattern(p, arena);
    return p;
}

/* W of a displacement in a metric without masses. */
static double square_of(const tml_system *s, tml_metric metric, int j)
{
    return metric == TML_METRIC_SIZE ? tml_arm(s, j) * tml_arm(s, j) : 1;
}

/* x in lengths times the root of the mass if the metric is the mass matrix; rows as lengths divided by that root. */
static void find_scale(tml_sparse_kkt *p, tml_metric metric)
{
    const tml_system *s = p->system;
    const double root = metric == TML_METRIC_MASS ? sqrt(s->mass) : 1;
    for (int j = 0; j < s->nv; j++)
        p->scale[j] = 1 / (root * tml_arm(s, j));
    for (int i = 0; i < p->rows; i++)
        p->scale[s->nv + i] = root * s->size / s->rows[i].scale;
}

/* K' = D K D */
static void equilibrate(tml_sparse_kkt *p)
{
    const tml_pattern *K = &p->lu->pattern;
    for (int j = 0; j < p->n; j++)
        for (int k = K->column[j]; k < K->column[j + 1]; k++)
            p->lu->value[k] *= p->scale[j] * p->scale[K->row[k]];
}

static void put_values(tml_sparse_kkt *p, const tml_workspace *work, tml_metric metric)
{
    const tml_system *s = p->system;
    const int blocks = tml_system_blocks(s, p->rows), nvb = s->nvb, lin = s->space ? 3 : 2;
    for (int b = 1; b < s->nb; b++)
        for (int j = 0; j < nvb; j++) {
            const int *at = p->mass_at + 3 * ((b - 1) * nvb + j);
            const bool spatial = s->space && j >= lin;
            for (int k = 0; k < (spatial ? 3 : 1); k++) {
                const double M = j < lin   ? s->masses[b].mass
                                 : spatial ? s->masses[b].inertia.m[k][j - 3]
                                           : s->masses[b].inertia.m[2][2];
                const double plain = spatial && k != j - 3 ? 0 : square_of(s, metric, j);
                p->lu->value[at[k]] = metric == TML_METRIC_MASS ? M : plain;
            }
        }
    for (int i = 0; i < p->rows; i++)
        p->lu->value[p->diagonal_at[i]] = 0;
    for (int i = 0; i < blocks * nvb; i++)
        p->lu->value[p->block_at[2 * i]] = p->lu->value[p->block_at[2 * i + 1]] = work->G[i];
}

/* -e on the diagonal of the rows: a fraction of each row's G W^-1 G' */
static void regularize(tml_sparse_kkt *p, const tml_workspace *work, tml_metric metric)
{
    const tml_system *s = p->system;
    const int lin = s->space ? 3 : 2;
    for (int i = 0; i < p->rows; i++) {
        double sum = 0;
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++)
            for (int j = 0; j < s->nvb; j++) {
                const tml_mass *m = &s->masses[s->blocks[k].body];
                const double G = work->G[(size_t)k * (size_t)s->nvb + (size_t)j];
                const double inertia = m->inverse_inertia.m[s->space ? j % 3 : 2][s->space ? j % 3 : 2];
                const double mass = j < lin ? m->inverse_mass : inertia;
                sum += G * G * (metric == TML_METRIC_MASS ? mass : 1 / square_of(s, metric, j));
            }
        p->lu->value[p->diagonal_at[i]] = -REGULARIZATION * sum * p->scale[s->nv + i] * p->scale[s->nv + i];
    }
    p->regularized = true;
}

int tml_sparse_kkt_factor(tml_sparse_kkt *p, const tml_workspace *work, tml_metric metric)
{
    if (!p->lu->symbolic)
        return -1;
    put_values(p, work, metric);
    find_scale(p, metric);
    equilibrate(p);
    p->regularized = false;
    if (tml_lu_factor_accurate(p->lu, NEAR_SINGULAR) > NEAR_SINGULAR)
        return 0;
    regularize(p, work, metric);
    const double quality = tml_lu_factor(p->lu, true);
    return quality > 0 ? 0 : quality < 0 ? -1 : 1;
}

/* D right - K' z with z = D^-1 (x, -lambda), without the regularization */
static void find_residual(tml_sparse_kkt *p, const double *f, const double *g, const double *z)
{
    const int nv = p->system->nv;
    for (int i = 0; i < p->n; i++)
        p->residual[i] = p->scale[i] * (i < nv ? (f ? f[i] : 0) : g[i - nv]);
    const tml_pattern *K = &p->lu->pattern;
    for (int j = 0; j < p->n; j++)
        for (int k = K->column[j]; k < K->column[j + 1]; k++)
            if (j < nv || K->row[k] < nv)
                p->residual[K->row[k]] -= p->lu->value[k] * z[j];
}

void tml_sparse_kkt_solve(tml_sparse_kkt *p, const double *f, const double *g, double *x, double *lambda)
{
    const int nv = p->system->nv;
    for (int i = 0; i < p->n; i++)
        p->right[i] = p->scale[i] * (i < nv ? (f ? f[i] : 0) : g[i - nv]);
    tml_lu_solve(p->lu, p->right);
    for (int pass = 0; p->regularized && pass < 2; pass++) {
        find_residual(p, f, g, p->right);
        tml_lu_solve(p->lu, p->residual);
        for (int i = 0; i < p->n; i++)
            p->right[i] += p->residual[i];
    }
    for (int j = 0; j < nv; j++)
        x[j] = p->scale[j] * p->right[j];
    for (int i = 0; i < p->rows; i++)
        lambda[i] = -p->scale[nv + i] * p->right[nv + i];
}
