/* least.c - x = A^+ b.
 *
 * Small: singular values (dgelsd). Large: [1 A'; A -e 1][x; -y] = [0; b], which is the least-norm solution up to e.
 * Rank: rows made orthogonal one after the other, twice (Gram-Schmidt); a row that vanishes depends on those before it.
 */
#include "math/least.h"
#include "base/arena.h"
#include <klu.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { DENSE_MOST = 700 };
static const double VANISH = 1e-9;

static bool least_dense(const tml_row_matrix *A, const double *b, double *x, int *rank)
{
    const int m = A->rows, n = A->columns, longest = m > n ? m : n;
    tml_arena arena = {0};
    double *dense = TML_NEW_ARRAY(&arena, double, (size_t)m *(size_t)n),
           *right = TML_NEW_ARRAY(&arena, double, longest);
    double *sigma = TML_NEW_ARRAY(&arena, double, longest);
    bool fine = dense && right && sigma;
    lapack_int r = fine ? 0 : -1;
    if (fine) {
        for (int i = 0; i < m; i++)
            for (int k = A->start[i]; k < A->start[i + 1]; k++)
                dense[(size_t)A->column[k] * (size_t)m + (size_t)i] += A->value[k];
        memcpy(right, b, (size_t)m * sizeof(double));
        const lapack_int flag = LAPACKE_dgelsd(LAPACK_COL_MAJOR, m, n, 1, dense, m, right, longest, sigma, 1e-10, &r);
        fine = flag == 0;
        r = flag == LAPACK_WORK_MEMORY_ERROR ? -1 : r;
        memcpy(x, right, (size_t)n * sizeof(double));
    }
    if (rank)
        *rank = r;
    tml_arena_free(&arena);
    return fine;
}

static bool least_sparse(const tml_row_matrix *A, const double *b, double *x, int *rank)
{
    const int m = A->rows, n = A->columns, N = m + n, entries = 2 * A->start[m] + N;
    tml_arena arena = {0};
    int *column = TML_NEW_ARRAY(&arena, int, N + 2), *row = TML_NEW_ARRAY(&arena, int, entries);
    double *value = TML_NEW_ARRAY(&arena, double, entries), *right = TML_NEW_ARRAY(&arena, double, N);
    bool fine = column && row && value && right;
    if (rank)
        *rank = fine ? A->rows : -1;
    if (fine) {
        for (int k = 0; k < A->start[m]; k++)
            column[A->column[k] + 2]++;
        for (int j = 0; j < n; j++)
            column[j + 2] += column[j + 1] + 1;
        for (int j = 0; j < n; j++)
            row[column[j + 1]] = j, value[column[j + 1]++] = 1;
        for (int i = 0; i < m; i++)
            for (int k = A->start[i]; k < A->start[i + 1]; k++) {
                const int at = column[A->column[k] + 1]++;
                row[at] = n + i, value[at] = A->value[k];
            }
        int at = column[n];
        for (int i = 0; i < m; i++) {
            for (int k = A->start[i]; k < A->start[i + 1]; k++)
                row[at] = A->column[k], value[at++] = A->value[k];
            row[at] = n + i, value[at++] = -1e-12;
            column[n + i + 1] = at;
            right[n + i] = b[i];
        }
        klu_common common;
        klu_defaults(&common);
        klu_symbolic *symbolic = klu_analyze(N, column, row, &common);
        klu_numeric *numeric = symbolic ? klu_factor(column, row, value, symbolic, &common) : NULL;
        fine = numeric && klu_solve(symbolic, numeric, N, 1, right, &common);
        if (fine)
            memcpy(x, right, (size_t)n * sizeof(double));
        if (numeric)
            klu_free_numeric(&numeric, &common);
        if (symbolic)
            klu_free_symbolic(&symbolic, &common);
    }
    tml_arena_free(&arena);
    return fine;
}

bool tml_least_norm(const tml_row_matrix *A, const double *b, double *x, int *rank)
{
    if (A->rows == 0 || A->columns == 0) {
        memset(x, 0, (size_t)A->columns * sizeof(double));
        if (rank)
            *rank = 0;
        return true;
    }
    if (A->rows <= DENSE_MOST && A->columns <= 2 * DENSE_MOST)
        return least_dense(A, b, x, rank);
    return least_sparse(A, b, x, rank);
}

static double norm(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/* Rows that share in a dependence: those outside the row space of the projector 1 - Q Q' … in other words rows i for which
 * some combination c with c_i != 0 has c'A = 0. Each dependent row gives one: its coefficients on the rows before it. */
static void mark_shared(const double *coefficient, const double *triangle, const int *kept, int count, int rows,
                        double *c, bool *shared)
{
    memcpy(c, coefficient, (size_t)count * sizeof(double)); /* in the orthogonal rows; back to the original ones: */
    for (int k = count - 1; k >= 0; k--) {
        c[k] /= triangle[(size_t)k * (size_t)rows + (size_t)k];
        for (int l = 0; l < k; l++)
            c[l] -= triangle[(size_t)k * (size_t)rows + (size_t)l] * c[k];
        if (fabs(c[k]) > 1e-7)
            shared[kept[k]] = true;
    }
}

static int rank_dense(const tml_row_matrix *A, bool *independent, bool *shared)
{
    const int m = A->rows, n = A->columns;
    const size_t M = (size_t)m, N = (size_t)n;
    tml_arena arena = {0};
    double *Q = TML_NEW_ARRAY(&arena, double, M *N), *T = TML_NEW_ARRAY(&arena, double, M *M);
    double *row = TML_NEW_ARRAY(&arena, double, N), *c = TML_NEW_ARRAY(&arena, double, 2 * M);
    int *kept = TML_NEW_ARRAY(&arena, int, M), rank = Q && T && row && c && kept ? 0 : -1;
    for (int i = 0; rank >= 0 && i < m; i++) {
        memset(row, 0, N * sizeof(double));
        memset(c, 0, 2 * M * sizeof(double));
        for (int k = A->start[i]; k < A->start[i + 1]; k++)
            row[A->column[k]] += A->value[k];
        const double length = norm(row, n);
        for (int j = 0; length > 0 && j < n; j++)
            row[j] /= length;
        for (int pass = 0; pass < 2; pass++)
            for (int k = 0; k < rank; k++) {
                double dot = 0;
                for (int j = 0; j < n; j++)
                    dot += Q[(size_t)k * N + (size_t)j] * row[j];
                for (int j = 0; j < n; j++)
                    row[j] -= dot * Q[(size_t)k * N + (size_t)j];
                c[k] += dot;
            }
        const double left = norm(row, n);
        const bool stands = left > VANISH;
        if (independent)
            independent[i] = stands;
        if (!stands && shared) {
            shared[i] = true;
            mark_shared(c, T, kept, rank, m, c + M, shared);
        }
        if (!stands)
            continue;
        for (int j = 0; j < n; j++)
            Q[(size_t)rank * N + (size_t)j] = row[j] / left;
        memcpy(T + (size_t)rank * M, c, (size_t)rank * sizeof(double));
        T[(size_t)rank * M + (size_t)rank] = left;
        kept[rank++] = i;
    }
    tml_arena_free(&arena);
    return rank;
}

int tml_row_rank(const tml_row_matrix *A, bool *independent, bool *shared)
{
    for (int i = 0; i < A->rows; i++) {
        if (independent)
            independent[i] = true;
        if (shared)
            shared[i] = false;
    }
    return A->rows > DENSE_MOST ? tml_row_rank_sparse(A, independent, shared) : rank_dense(A, independent, shared);
}
