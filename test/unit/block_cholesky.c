/* block_cholesky.c - 2 x 2 blocks with a sparse pattern against dense elimination by LAPACK. */
#include "linalg/block_cholesky.h"
#include "support/larger.h"
#include <criterion/criterion.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int n;
    bool *met; /* (n x n) */
    double *S; /* (2n x 2n) */
    tml_arena arena;
    tml_block_cholesky *f;
} matrix;

static unsigned long seed;
static double between(double low, double high)
{
    seed = seed * 6364136223846793005UL + 1442695040888963407UL;
    return low + (high - low) * (double)(seed >> 33) / 2147483648.0;
}

/* A pattern in which each block meets those at the distances given, and one far away now and then. */
static matrix make(int n, int band, double far)
{
    matrix m = {.n = n, .met = calloc((size_t)n * (size_t)n, sizeof(bool))};
    m.S = calloc(4 * (size_t)n * (size_t)n, sizeof(double));
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            m.met[i * n + j] = m.met[j * n + i] = i - j <= band || between(0, 1) < far;
    int *start = calloc((size_t)n + 1, sizeof(int)), *row = calloc((size_t)n * (size_t)n, sizeof(int));
    for (int j = 0; j < n; j++) {
        start[j + 1] = start[j];
        for (int i = 0; i < n; i++)
            if (m.met[i * n + j])
                row[start[j + 1]++] = i;
    }
    m.f = tml_block_cholesky_make(n, start, row, &m.arena);
    free(start), free(row);
    cr_assert_not_null(m.f);
    return m;
}

static void drop(matrix *m)
{
    free(m->met), free(m->S);
    tml_arena_free(&m->arena);
}

/* Symmetric, its diagonal larger than the rest of its row by `margin`. */
static void throw_values(matrix *m, double margin)
{
    const int n = m->n, N = 2 * n;
    memset(m->S, 0, (size_t)(N * N) * sizeof(double));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++)
            if (m->met[i / 2 * n + j / 2])
                m->S[i * N + j] = m->S[j * N + i] = between(-1, 1);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            m->S[i * N + i] += i == j ? 0 : fabs(m->S[i * N + j]);
        m->S[i * N + i] += margin;
    }
}

static void put_values(matrix *m)
{
    const int n = m->n, N = 2 * n;
    memset(m->f->value, 0, (size_t)m->f->start[n] * sizeof(tml_block2));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (!m->met[i * n + j] || m->f->position[i] < m->f->position[j])
                continue;
            const int at = tml_block_cholesky_find(m->f, i, j);
            cr_assert_geq(at, 0);
            for (int r = 0; r < 2; r++)
                for (int c = 0; c < 2; c++)
                    m->f->value[at].column[c][r] = m->S[(2 * i + r) * N + 2 * j + c];
        }
}

static double worst_error(matrix *m)
{
    const int N = 2 * m->n;
    double *A = malloc((size_t)(N * N) * sizeof(double)), *x = malloc((size_t)N * sizeof(double));
    double *y = malloc((size_t)N * sizeof(double)), worst = 0;
    lapack_int *pivots = malloc((size_t)N * sizeof *pivots);
    memcpy(A, m->S, (size_t)(N * N) * sizeof(double));
    for (int i = 0; i < N; i++)
        x[i] = y[i] = between(-1, 1);
    cr_assert_eq(LAPACKE_dgesv(LAPACK_ROW_MAJOR, N, 1, A, N, pivots, x, 1), 0);
    tml_block_cholesky_solve(m->f, y);
    for (int i = 0; i < N; i++)
        worst = larger(worst, fabs(x[i] - y[i]));
    free(A), free(x), free(y), free(pivots);
    return worst;
}

Test(block_cholesky, solution_matches_dense_elimination)
{
    static const struct {
        int n, band;
        double far;
    } of[] = {{1, 0, 0}, {2, 1, 0}, {3, 2, 0}, {5, 1, 0}, {40, 1, 0}, {40, 3, 0.05}, {25, 0, 0.3}, {30, 29, 0}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        seed = i + 1;
        matrix m = make(of[i].n, of[i].band, of[i].far);
        for (int round = 0; round < 3; round++) { /* the same pattern again: nothing is left of the values before */
            throw_values(&m, 1);
            put_values(&m);
            cr_assert(tml_block_cholesky_factor(m.f, 1e-5));
            const double worst = worst_error(&m);
            cr_expect_leq(worst, 1e-13, "%d blocks, band %d: %g", of[i].n, of[i].band, worst);
        }
        drop(&m);
    }
}

/* A chain of blocks, written down from its far end to its middle and back, fills nothing in once it is ordered. */
Test(block_cholesky, ordering_keeps_fill_in_small)
{
    enum { N = 200 };
    int start[N + 1] = {0}, row[3 * N], of[N], count = 0;
    for (int i = 0; i < N; i++)
        of[i] = i % 2 ? N - 1 - i / 2 : i / 2; /* place in the chain of the i-th written */
    for (int j = 0; j < N; j++) {
        for (int i = 0; i < N; i++)
            if (abs(of[i] - of[j]) <= 1)
                row[count++] = i;
        start[j + 1] = count;
    }
    tml_arena arena = {0};
    const tml_block_cholesky *f = tml_block_cholesky_make(N, start, row, &arena);
    cr_assert_not_null(f);
    cr_expect_eq(f->start[N], 2 * N - 1, "%d blocks for %d", f->start[N], 2 * N - 1);
    tml_arena_free(&arena);
}

/* Rows that depend on each other, within a block and across blocks. */
Test(block_cholesky, dependent_rows_are_reported)
{
    for (int across = 0; across < 2; across++) {
        seed = 11;
        matrix m = make(3, 2, 0);
        throw_values(&m, 1);
        const int N = 6, copy = across ? 4 : 1; /* this row and column as row 0, but for very little */
        for (int i = 0; i < N; i++)
            m.S[copy * N + i] = m.S[i * N + copy] = m.S[i];
        m.S[copy * N + copy] = m.S[copy * N] = m.S[copy] = m.S[0];
        m.S[copy * N + copy] *= 1 + 1e-8;
        put_values(&m);
        cr_expect_not(tml_block_cholesky_factor(m.f, 1e-5));
        put_values(&m);
        cr_expect(tml_block_cholesky_factor(m.f, 1e-12));
        drop(&m);
    }
}
