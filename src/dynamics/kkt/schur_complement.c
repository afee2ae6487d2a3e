/* schur_complement.c - Schur complement S = Z Z', formed block by block from pairs of rows, factored and solved. */
#include "dynamics/kkt/schur_complement.h"
#include <math.h>
#include <string.h>

enum { MANY_ROWS = 48 };
static const double MIN_RANK = 1e-11;            /* relative pivot of S that counts as zero */
static const double MIN_PIVOT = 1e-5;            /* relative pivot below which S is too ill-conditioned, */
static const double MIN_PIVOT_MANY_ROWS = 1e-10; /* the same for many rows, where orthogonalization is expensive */
static const double MIN_ORTHOGONAL = 1e-5;       /* a row reduced to this fraction of its length is dependent */
static const double REGULARIZATION = 1e-10, MAX_REGULARIZATION = 1e-6;
void tml_schur_set_row(tml_schur *f, int row, const double *values)
{
    int low = 0, high = f->pair_count - 1;
    while (low < high) {
        const int middle = (low + high + 1) / 2;
        if (f->pairs[middle].row <= row)
            low = middle;
        else
            high = middle - 1;
    }
    const tml_row_pair *p = &f->pairs[low];
    for (int k = 0, lane = row - p->row; k < p->count; k++)
        p->Z[k][lane] = values[k];
}

static inline tml_block2 product(const tml_schur *f, const tml_coupling_block *m)
{
    const tml_v2 *A = f->pairs[m->later].Z, *B = f->pairs[m->earlier].Z;
    tml_v2 left = {0}, right = {0};
    if (m->same)
        for (int k = 0; k < m->count; k++)
            left += A[k] * B[k][0], right += A[k] * B[k][1];
    else
        for (const int *at = f->common + 2 * m->first, *end = at + 2 * m->count; at < end; at += 2)
            left += A[at[0]] * B[at[1]][0], right += A[at[0]] * B[at[1]][1];
    return (tml_block2){{left, right}};
}

static void record_square(tml_schur *f, int row, double square)
{
    if (square > f->max_square[row])
        f->max_square[row] = square;
}

static void form_blocks(tml_schur *f)
{
    tml_block2 *S = f->blocks->value;
    memset(S, 0, (size_t)f->blocks->start[f->blocks->n] * sizeof *S);
    for (int i = 0; i < f->coupling_count; i++) {
        const tml_coupling_block *m = &f->couplings[i];
        tml_block2 block = product(f, m);
        if (m->later == m->earlier) {
            const tml_row_pair *p = &f->pairs[m->later];
            record_square(f, p->row, block.column[0][0]);
            if (p->width == 2)
                record_square(f, p->row + 1, block.column[1][1]);
            else
                block.column[1][1] = 1; /* an empty second row: unit pivot */
        }
        S[m->at] = block;
    }
}

/* Rows of one pair times all rows up to it, both triangles; the pair is scattered over all columns. */
static void fill_rows(tml_schur *f, int pair)
{
    const size_t n = (size_t)f->rows;
    const tml_row_pair *a = &f->pairs[pair];
    for (int k = 0; k < a->count; k++)
        f->scattered[a->column[k]] = a->Z[k];
    for (const tml_row_pair *b = f->pairs; b <= a; b++)
        for (int c = 0; c < b->width; c++) {
            tml_v2 sum = {0};
            for (int k = 0; k < b->count; k++)
                sum += f->scattered[b->column[k]] * b->Z[k][c];
            for (int r = 0; r < a->width; r++) {
                const size_t row = (size_t)a->row + (size_t)r, column = (size_t)b->row + (size_t)c;
                f->S[row * n + column] = f->S[column * n + row] = sum[r];
            }
        }
    for (int k = 0; k < a->count; k++)
        f->scattered[a->column[k]] = (tml_v2){0, 0};
}

static void form_dense(tml_schur *f)
{
    for (int g = 0; g < f->pair_count; g++)
        fill_rows(f, g);
    for (int i = 0; i < f->rows; i++)
        record_square(f, i, f->S[(size_t)i * (size_t)f->rows + (size_t)i]);
}

static int factor_orthogonal(tml_schur *f)
{
    const size_t n = (size_t)f->n;
    memset(f->orthogonal.Q, 0, (size_t)f->rows * n * sizeof(double));
    for (int g = 0; g < f->pair_count; g++)
        for (int lane = 0; lane < f->pairs[g].width; lane++) {
            double *row = f->orthogonal.Q + (size_t)(f->pairs[g].row + lane) * n;
            for (int k = 0; k < f->pairs[g].count; k++)
                row[f->pairs[g].column[k]] = f->pairs[g].Z[k][lane];
        }
    tml_orthogonal_factor(&f->orthogonal, f->rows, f->n, MIN_ORTHOGONAL);
    f->factors = TML_SCHUR_ORTHOGONAL;
    return 0;
}

/* Too many rows to orthogonalize: the regularized S + e is factored, e a small fraction of its diagonal, and solutions
 * are refined. Well-determined components stay unchanged, components that rounding alone would determine are
 * suppressed. */
static int regularize(tml_schur *f, double fraction)
{
    if (!f->blocks)
        return 1;
    form_blocks(f);
    for (int k = 0; k < f->blocks->n; k++) {
        tml_block2 *D = &f->blocks->value[f->blocks->start[k]];
        D->column[0][0] *= 1 + fraction, D->column[1][1] *= 1 + fraction;
    }
    f->regularized = true;
    return tml_block_cholesky_factor(f->blocks, 0) ? 0 : 1;
}

static int factor_blocks(tml_schur *f)
{
    const double min_pivot = f->rows < MANY_ROWS ? MIN_PIVOT : MIN_PIVOT_MANY_ROWS;
    form_blocks(f);
    f->factors = TML_SCHUR_BLOCKS;
    if (tml_block_cholesky_factor(f->blocks, min_pivot))
        return 0;
    return f->orthogonal.Q ? factor_orthogonal(f) : regularize(f, REGULARIZATION);
}

static int regularize_dense(tml_schur *f, double fraction)
{
    const size_t n = (size_t)f->rows;
    form_dense(f);
    for (size_t i = 0; i < n; i++)
        f->S[i * n + i] *= 1 + fraction;
    f->regularized = true;
    return tml_cholesky(f->S, f->rows, 0) ? 0 : 1;
}

int tml_schur_factor_any(tml_schur *f)
{
    if (f->rows == 0)
        return 0;
    f->regularized = false;
    f->independence = -1;
    if (f->blocks)
        form_blocks(f);
    else
        form_dense(f);
    f->factors = f->blocks ? TML_SCHUR_BLOCKS : TML_SCHUR_CHOLESKY;
    if (f->blocks ? tml_block_cholesky_factor(f->blocks, MIN_PIVOT_MANY_ROWS)
                  : tml_cholesky(f->S, f->rows, MIN_PIVOT_MANY_ROWS))
        return 0;
    for (double fraction = REGULARIZATION; fraction <= MAX_REGULARIZATION; fraction *= 100)
        if ((f->blocks ? regularize(f, fraction) : regularize_dense(f, fraction)) == 0)
            return 0;
    return 1;
}

/* S = D S D, D the weights */
static void apply_weights(tml_schur *f)
{
    const size_t n = (size_t)f->rows;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            f->S[i * n + k] *= f->weight[i] * f->weight[k];
}

/* lambda = D (D S D)^+ D g */
static void solve_pivoted(tml_schur *f, const double *g, double *lambda)
{
    for (int i = 0; i < f->rows; i++)
        f->y[i] = f->weight[i] * g[i];
    tml_semidefinite_solve(&f->semi, f->y, lambda);
    for (int i = 0; i < f->rows; i++)
        lambda[i] *= f->weight[i];
}

int tml_schur_factor(tml_schur *f)
{
    if (f->rows == 0)
        return 0;
    f->regularized = false;
    f->independence = -1;
    if (f->blocks)
        return factor_blocks(f);
    form_dense(f);
    f->factors = TML_SCHUR_PIVOTED;
    if (f->rank < f->rows) {
        apply_weights(f);
        tml_semidefinite_factor(&f->semi, f->S, f->rows, f->rank, MIN_RANK);
        return 0;
    }
    f->factors = TML_SCHUR_CHOLESKY;
    if (tml_cholesky(f->S, f->rows, f->orthogonal.Q ? MIN_PIVOT : MIN_PIVOT_MANY_ROWS))
        return 0;
    return f->orthogonal.Q ? factor_orthogonal(f) : 1;
}

static double independence_orthogonal(const tml_schur *f)
{
    const tml_orthogonal *o = &f->orthogonal;
    const size_t m = (size_t)f->rows;
    double smallest = o->rank < f->rows ? MIN_ORTHOGONAL : 1;
    for (size_t i = 0; i < (size_t)o->rank; i++)
        smallest = fmin(smallest, o->L[i * m + i] / sqrt(f->max_square[o->order[i]]));
    return smallest;
}

/* Smallest pivot: the squared norm of a row after elimination of those before it, relative to the largest squared norm
 * it has had. */
static double min_pivot(const tml_schur *f)
{
    double smallest = 1;
    if (f->factors == TML_SCHUR_BLOCKS) {
        const double *pivot = f->blocks->pivot;
        for (const tml_row_pair *p = f->pairs, *end = p + f->pair_count; p < end; p++, pivot += 2)
            for (int lane = 0; lane < p->width; lane++) {
                const double fraction = pivot[lane] / f->max_square[p->row + lane];
                smallest = fraction < smallest ? fraction : smallest;
            }
        return smallest;
    }
    for (size_t row = 0, n = (size_t)f->rows; row < n; row++) {
        const double root = f->S[row * (n + 1)], fraction = root * root / f->max_square[row];
        smallest = fraction < smallest ? fraction : smallest;
    }
    return smallest;
}

double tml_schur_independence(tml_schur *f)
{
    if (f->factors == TML_SCHUR_NONE || f->factors == TML_SCHUR_PIVOTED)
        return 1;
    if (f->independence < 0) {
        const double square = f->factors == TML_SCHUR_ORTHOGONAL ? 0 : min_pivot(f);
        f->independence = f->factors == TML_SCHUR_ORTHOGONAL ? independence_orthogonal(f)
                          : square > 0                       ? sqrt(square)
                                                             : 0;
    }
    return f->independence;
}

/* z += Z' lambda */
static void add_transposed(const tml_schur *f, const double *lambda, double *z)
{
    for (const tml_row_pair *p = f->pairs, *end = p + f->pair_count; p < end; p++) {
        const double a = lambda[p->row], b = p->width == 2 ? lambda[p->row + 1] : 0;
        for (int k = 0; k < p->count; k++)
            z[p->column[k]] += p->Z[k][0] * a + p->Z[k][1] * b;
    }
}

static void solve_blocks(tml_schur *f, const double *g, double *lambda)
{
    for (int i = 0; i < f->pair_count; i++) {
        const tml_row_pair *p = &f->pairs[i];
        f->padded[2 * i] = g[p->row], f->padded[2 * i + 1] = p->width == 2 ? g[p->row + 1] : 0;
    }
    tml_block_cholesky_solve(f->blocks, f->padded);
    for (int i = 0; i < f->pair_count; i++) {
        const tml_row_pair *p = &f->pairs[i];
        lambda[p->row] = f->padded[2 * i];
        if (p->width == 2)
            lambda[p->row + 1] = f->padded[2 * i + 1];
    }
}

static void solve_square(tml_schur *f, const double *g, double *lambda)
{
    if (f->factors == TML_SCHUR_BLOCKS) {
        solve_blocks(f, g, lambda);
        return;
    }
    memmove(lambda, g, (size_t)f->rows * sizeof(double));
    tml_cholesky_solve(f->S, f->rows, lambda);
}

static void solve_regularized(tml_schur *f, const double *g, double *lambda)
{
    memset(lambda, 0, (size_t)f->rows * sizeof(double));
    for (int pass = 0; pass < 3; pass++) {
        memset(f->z, 0, (size_t)f->n * sizeof(double));
        add_transposed(f, lambda, f->z);
        tml_schur_times(f, f->z, f->y);
        for (int i = 0; i < f->rows; i++)
            f->y[i] = g[i] - f->y[i];
        solve_square(f, f->y, f->y);
        for (int i = 0; i < f->rows; i++)
            lambda[i] += f->y[i];
    }
}

/* Z = L Q: y = L^-1 g, z += Q' y, lambda = L^-T y */
static void solve_orthogonal(tml_schur *f, const double *g, double *lambda, double *z)
{
    const tml_orthogonal *o = &f->orthogonal;
    const size_t m = (size_t)f->rows, n = (size_t)f->n;
    for (int i = 0; i < o->rank; i++) {
        double sum = g[o->order[i]];
        for (int k = 0; k < i; k++)
            sum -= o->L[(size_t)i * m + (size_t)k] * f->y[k];
        f->y[i] = sum / o->L[(size_t)i * m + (size_t)i];
    }
    for (int i = 0; i < o->rank; i++)
        for (size_t j = 0; j < n; j++)
            z[j] += f->y[i] * o->Q[(size_t)i * n + j];
    memset(lambda, 0, m * sizeof(double));
    for (int i = o->rank - 1; i >= 0; i--) {
        f->y[i] /= o->L[(size_t)i * m + (size_t)i];
        for (int k = 0; k < i; k++)
            f->y[k] -= o->L[(size_t)i * m + (size_t)k] * f->y[i];
        lambda[o->order[i]] = f->y[i];
    }
}

void tml_schur_solve(tml_schur *f, const double *g, double *lambda, double *z)
{
    if (f->rows == 0)
        return;
    switch (f->factors) {
    case TML_SCHUR_NONE:
        return;
    case TML_SCHUR_ORTHOGONAL:
        solve_orthogonal(f, g, lambda, z);
        return;
    case TML_SCHUR_BLOCKS:
    case TML_SCHUR_CHOLESKY:
        if (f->regularized)
            solve_regularized(f, g, lambda);
        else
            solve_square(f, g, lambda);
        break;
    case TML_SCHUR_PIVOTED:
        solve_pivoted(f, g, lambda);
        break;
    }
    add_transposed(f, lambda, z);
}

void tml_schur_times(const tml_schur *f, const double *z, double *y)
{
    for (const tml_row_pair *p = f->pairs, *end = p + f->pair_count; p < end; p++) {
        tml_v2 sum = {0};
        for (int k = 0; k < p->count; k++)
            sum += p->Z[k] * z[p->column[k]];
        y[p->row] = sum[0];
        if (p->width == 2)
            y[p->row + 1] = sum[1];
    }
}

const char *tml_schur_description(const tml_schur *f)
{
    return f->rows == 0        ? "no constraints"
           : f->rank < f->rows ? "dense, redundant rows by minimum norm"
           : !f->blocks || 4.0 * f->coupling_count > (double)f->pair_count * (f->pair_count + 1.0) ? "dense"
                                                                                                   : "sparse";
}
