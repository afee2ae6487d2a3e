/* minimum_norm.c - minimum-norm least squares x = A^+ b, and row rank.
 *
 * Few rows: A = L Q by Gram-Schmidt, x = Q' L^-1 b, where the rows are far from dependent; else SVD (dgelsd). More: sparse QR, sufficient if no rows are dependent and contradictory; otherwise SVD again, or for many rows a
 * second sparse QR.
 * Rank: Gram-Schmidt with reorthogonalization in the given order; a row that vanishes depends on those before it. More rows: sparse QR.
 */
#include "linalg/minimum_norm.h"
#include "base/arena.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { FEW = 40, MANY = 150, MAX_DENSE = 700 };
static const double DEPENDENT = 1e-9;
static const double SOLVED = 1e-11; /* of the right-hand side: rounding */
static const double FAR = 1e5;      /* bound of |L^-1| below which rows of length 1 are far from dependent */

/* Rows are normalized before the SVD, so that the rank does not depend on their units. */
static double length_of(const tml_row_matrix *A, int i)
{
    double sum = 0;
    for (int k = A->start[i]; k < A->start[i + 1]; k++)
        sum += A->value[k] * A->value[k];
    return sum > 0 ? sqrt(sum) : 1;
}

static bool minimum_norm_dense(const tml_row_matrix *A, const double *b, double *x, int *rank)
{
    const int m = A->rows, n = A->columns, longest = m > n ? m : n;
    tml_arena arena = {0};
    double *dense = TML_NEW_ARRAY(&arena, double, (size_t)m *(size_t)n),
           *right = TML_NEW_ARRAY(&arena, double, longest);
    double *sigma = TML_NEW_ARRAY(&arena, double, longest);
    bool fine = dense && right && sigma;
    lapack_int r = fine ? 0 : -1;
    if (fine) {
        for (int i = 0; i < m; i++) {
            const double length = length_of(A, i);
            for (int k = A->start[i]; k < A->start[i + 1]; k++)
                dense[(size_t)A->column[k] * (size_t)m + (size_t)i] += A->value[k] / length;
            right[i] = b[i] / length;
        }
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

/* Whether x, in the row space, solves every row: then it is the minimum-norm solution. */
static bool solves_all(const tml_row_matrix *A, const double *b, const double *x)
{
    double worst = 0, largest = 0;
    for (int i = 0; i < A->rows; i++) {
        double residual = b[i];
        for (int k = A->start[i]; k < A->start[i + 1]; k++)
            residual -= A->value[k] * x[A->column[k]];
        const double length = length_of(A, i);
        worst = fmax(worst, fabs(residual) / length);
        largest = fmax(largest, fabs(b[i]) / length);
    }
    return worst <= SOLVED * largest;
}

/* A dense row with its nonzero range: rows of joints stay short when orthogonalized in order. */
typedef struct {
    double *x;      /* (columns) */
    int first, end; /* zero before first and from end on */
} strip;

static double norm(const strip *s)
{
    double sum = 0;
    for (int i = s->first; i < s->end; i++)
        sum += s->x[i] * s->x[i];
    return sqrt(sum);
}

/* Subtracts from s its component along the unit row q; returns the coefficient. */
static double subtract_component(strip *s, const strip *q)
{
    const int first = s->first > q->first ? s->first : q->first, end = s->end < q->end ? s->end : q->end;
    double dot = 0;
    for (int j = first; j < end; j++)
        dot += q->x[j] * s->x[j];
    if (dot == 0)
        return 0;
    for (int j = q->first; j < q->end; j++)
        s->x[j] -= dot * q->x[j];
    s->first = s->first < q->first ? s->first : q->first;
    s->end = s->end > q->end ? s->end : q->end;
    return dot;
}

/* Row i of A, normalized. */
static void fill(strip *s, const tml_row_matrix *A, int i)
{
    memset(s->x, 0, (size_t)A->columns * sizeof(double));
    s->first = A->columns, s->end = 0;
    for (int k = A->start[i]; k < A->start[i + 1]; k++) {
        const int j = A->column[k];
        s->x[j] += A->value[k];
        s->first = j < s->first ? j : s->first;
        s->end = j >= s->end ? j + 1 : s->end;
    }
    const double length = norm(s);
    for (int j = s->first; length > 0 && j < s->end; j++)
        s->x[j] /= length;
}

/* Row i of A, orthogonal to the k rows of Q before it, with its coefficients on them; Gram-Schmidt twice is enough. */
static double orthogonalize(strip *row, const tml_row_matrix *A, int i, const strip *Q, int k, double *c)
{
    fill(row, A, i);
    for (int pass = 0; pass < 2; pass++)
        for (int j = 0; j < k; j++)
            c[j] += subtract_component(row, &Q[j]);
    return norm(row);
}

/* x = Q' L^-1 b for rows of length 1. |L^-1| is at most the largest y of y_i = (1 + sum |L_ik| y_k)/L_ii. */
static bool minimum_norm_rows(const tml_row_matrix *A, const double *b, double *x)
{
    const size_t M = (size_t)A->rows, N = (size_t)A->columns;
    tml_arena arena = {0};
    double *memory = TML_NEW_ARRAY(&arena, double, M *(M + N + 2));
    strip Q[FEW];
    double *y = memory, *z = y + M, *L = z + M, *space = L + M * M;
    bool far = memory != NULL;
    for (int i = 0; far && i < A->rows; i++) {
        double *c = L + (size_t)i * M, bound = 1, right = b[i] / length_of(A, i);
        Q[i] = (strip){.x = space + (size_t)i * N};
        const double rest = orthogonalize(&Q[i], A, i, Q, i, c);
        for (int k = 0; k < i; k++)
            bound += fabs(c[k]) * y[k], right -= c[k] * z[k];
        y[i] = bound / rest;
        z[i] = right / rest;
        far = y[i] <= FAR; /* and a number */
        for (int j = Q[i].first; j < Q[i].end; j++)
            Q[i].x[j] /= rest;
    }
    if (far)
        memset(x, 0, N * sizeof(double));
    for (int i = 0; far && i < A->rows; i++)
        for (int j = Q[i].first; j < Q[i].end; j++)
            x[j] += z[i] * Q[i].x[j];
    tml_arena_free(&arena);
    return far;
}

bool tml_minimum_norm(const tml_row_matrix *A, const double *b, double *x, int *rank)
{
    if (A->rows == 0 || A->columns == 0) {
        memset(x, 0, (size_t)A->columns * sizeof(double));
        if (rank)
            *rank = 0;
        return true;
    }
    int found = 0;
    if (A->rows <= FEW && A->rows <= A->columns && minimum_norm_rows(A, b, x)) {
        if (rank)
            *rank = A->rows;
        return true;
    }
    bool fine = A->rows > FEW && tml_minimum_norm_sparse(A, b, x, &found);
    const bool unsolved = !fine || (found < A->rows && !solves_all(A, b, x));
    if (unsolved && A->rows > MANY)
        fine = tml_least_squares_sparse(A, b, x, &found);
    if (unsolved && (A->rows <= MANY || (!fine && A->rows <= MAX_DENSE && A->columns <= 2 * MAX_DENSE)))
        return minimum_norm_dense(A, b, x, rank);
    if (rank)
        *rank = found;
    return fine;
}

/* Rows i that take part in a dependence: some combination c with c_i != 0 has c'A = 0. Each dependent row gives one:
 * its coefficients on the rows before it. */
static void mark_shared(const double *coefficient, const double *triangle, const int *kept, int count, int rows,
                        double *c, bool *shared)
{
    memcpy(c, coefficient, (size_t)count * sizeof(double)); /* from the orthogonal rows back to the original ones */
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
    const int m = A->rows;
    const size_t M = (size_t)m, N = (size_t)A->columns;
    tml_arena arena = {0};
    strip *Q = TML_NEW_ARRAY(&arena, strip, M), row = {.x = TML_NEW_ARRAY(&arena, double, N)};
    double *space = TML_NEW_ARRAY(&arena, double, M *N), *T = TML_NEW_ARRAY(&arena, double, M *M);
    double *c = TML_NEW_ARRAY(&arena, double, 2 * M);
    int *kept = TML_NEW_ARRAY(&arena, int, M), rank = Q && row.x && space && T && c && kept ? 0 : -1;
    for (int i = 0; rank >= 0 && i < m; i++) {
        memset(c, 0, 2 * M * sizeof(double));
        const double remainder = orthogonalize(&row, A, i, Q, rank, c);
        const bool is_independent = remainder > DEPENDENT;
        if (independent)
            independent[i] = is_independent;
        if (!is_independent && shared) {
            shared[i] = true;
            mark_shared(c, T, kept, rank, m, c + M, shared);
        }
        if (!is_independent)
            continue;
        Q[rank] = (strip){space + (size_t)rank * N, row.first, row.end};
        for (int j = row.first; j < row.end; j++)
            Q[rank].x[j] = row.x[j] / remainder;
        memcpy(T + (size_t)rank * M, c, (size_t)rank * sizeof(double));
        T[(size_t)rank * M + (size_t)rank] = remainder;
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
    if (rank == A->rows || A->rows > MAX_DENSE)
        return rank;
    for (int i = 0; shared && i < A->rows; i++)
        shared[i] = false;
    return rank_dense(A, independent, shared); /* identifies dependent rows more exactly */
}
