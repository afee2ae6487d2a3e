/* least.c - x = A^+ b.
 *
 * Few rows: singular values (dgelsd). More: sparse QR, which is enough where no row depends on others; where some do, singular
 * values again, up to a size.
 * Rank: rows made orthogonal one after the other, twice (Gram-Schmidt); a row that vanishes depends on those before it. More
 * rows: sparse QR in the same way.
 */
#include "math/least.h"
#include "base/arena.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { FEW = 40, DENSE_MOST = 700 };
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

bool tml_least_norm(const tml_row_matrix *A, const double *b, double *x, int *rank)
{
    if (A->rows == 0 || A->columns == 0) {
        memset(x, 0, (size_t)A->columns * sizeof(double));
        if (rank)
            *rank = 0;
        return true;
    }
    const bool dense = A->rows <= DENSE_MOST && A->columns <= 2 * DENSE_MOST;
    int found = 0;
    const bool fine = A->rows > FEW && tml_least_norm_sparse(A, b, x, &found);
    if (dense && (!fine || found < A->rows))
        return least_dense(A, b, x, rank);
    if (rank)
        *rank = found;
    return fine;
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
    const int rank = A->rows > FEW ? tml_row_rank_sparse(A, independent, shared) : -1;
    if (rank == A->rows || A->rows > DENSE_MOST)
        return rank;
    return rank_dense(A, independent, shared); /* tells more of rows that depend on each other */
}
