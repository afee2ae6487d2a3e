/* rank_revealing_qr.c - rank-revealing QR with column pivoting of A': row space, null space, minimum-norm solutions.
 *
 * A x = b:         R1' (Y' x) = P' D^-1 b on the independent rows
 * |A' y - b| min:  R P' D U z = Y' b, y = U z, z of minimum norm for dependent rows
 */
#include "linalg/rank_revealing_qr.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

tml_rank_qr tml_rank_qr_make(int m, int n, tml_arena *arena)
{
    const size_t M = (size_t)m, N = (size_t)n;
    double *unit = TML_NEW_ARRAY(arena, double, M + 1);
    for (size_t i = 0; i < M; i++)
        unit[i] = 1;
    return (tml_rank_qr){
        .m = m,
        .n = n,
        .rows = TML_NEW_ARRAY(arena, double, M *N + 1),
        .basis = TML_NEW_ARRAY(arena, double, N *N + 1),
        .unit = unit,
        .length = TML_NEW_ARRAY(arena, double, M + 1),
        .order = TML_NEW_ARRAY(arena, int, M + 1),
        .tau = TML_NEW_ARRAY(arena, double, M + 1),
        .work = TML_NEW_ARRAY(arena, double, M + N),
        .triangle = TML_NEW_ARRAY(arena, double, M *M + 1),
    };
}

static void to_unit_length(tml_rank_qr *f)
{
    for (int i = 0; i < f->m; i++) {
        double *row = f->rows + (size_t)i * (size_t)f->n, sum = 0;
        for (int j = 0; j < f->n; j++)
            sum += row[j] * row[j];
        f->length[i] = sum > 0 ? sqrt(sum) : 1;
        for (int j = 0; j < f->n; j++)
            row[j] /= f->length[i];
        f->order[i] = 0; /* free to be permuted */
    }
}

bool tml_rank_qr_factor(tml_rank_qr *f, int max_rank, double min_pivot)
{
    const int m = f->m, n = f->n, count = m < n ? m : n;
    const size_t N = (size_t)n;
    f->rank = 0;
    if (count == 0) {
        for (size_t j = 0; j < N; j++)
            for (size_t i = 0; i < N; i++)
                f->basis[j * N + i] = i == j;
        return true;
    }
    to_unit_length(f);
    const lapack_int flag = LAPACKE_dgeqp3(LAPACK_COL_MAJOR, n, m, f->rows, n, f->order, f->tau);
    if (flag == LAPACK_WORK_MEMORY_ERROR)
        return false;
    if (flag) { /* non-finite rows */
        for (size_t i = 0; i < N * N; i++)
            f->basis[i] = NAN;
        return true;
    }
    for (int i = 0; i < m; i++)
        f->order[i]--; /* LAPACK counts from 1 */
    while (f->rank < count && f->rank < max_rank && fabs(f->rows[(size_t)f->rank * (N + 1)]) > min_pivot)
        f->rank++;
    memset(f->basis, 0, N * N * sizeof(double));
    memcpy(f->basis, f->rows, N * (size_t)count * sizeof(double));
    return LAPACKE_dorgqr(LAPACK_COL_MAJOR, n, n, count, f->basis, n, f->tau) == 0;
}

const double *tml_rank_qr_null_space(const tml_rank_qr *f)
{
    return f->basis + (size_t)f->rank * (size_t)f->n;
}

void tml_rank_qr_solve(const tml_rank_qr *f, const double *b, double *x)
{
    const size_t N = (size_t)f->n;
    double *y = f->work;
    memset(x, 0, N * sizeof(double));
    for (int k = 0; k < f->rank; k++) {
        double sum = b[f->order[k]] / f->length[f->order[k]];
        for (int i = 0; i < k; i++)
            sum -= f->rows[(size_t)k * N + (size_t)i] * y[i];
        y[k] = sum / f->rows[(size_t)k * (N + 1)];
        for (size_t j = 0; j < N; j++)
            x[j] += y[k] * f->basis[(size_t)k * N + j];
    }
}

/* c = Y' b */
static void project(const tml_rank_qr *f, const double *b, double *c)
{
    for (int k = 0; k < f->rank; k++) {
        c[k] = 0;
        for (int j = 0; j < f->n; j++)
            c[k] += f->basis[(size_t)k * (size_t)f->n + (size_t)j] * b[j];
    }
}

bool tml_rank_qr_solve_transpose(const tml_rank_qr *f, const double *b, double *y)
{
    const size_t N = (size_t)f->n, r = (size_t)f->rank;
    double *c = f->work;
    memset(y, 0, (size_t)f->m * sizeof(double));
    memset(c, 0, (size_t)(f->m + f->n) * sizeof(double));
    project(f, b, c);
    if (f->rank == 0)
        return true;
    if (f->rank == f->m) {
        for (int k = f->rank - 1; k >= 0; k--) {
            for (int j = k + 1; j < f->rank; j++)
                c[k] -= f->rows[(size_t)j * N + (size_t)k] * c[j];
            c[k] /= f->rows[(size_t)k * (N + 1)];
            y[f->order[k]] = c[k] / f->length[f->order[k]];
        }
        return true;
    }
    for (int k = 0; k < f->m; k++) /* R P' D, its columns in the order of A's rows */
        for (size_t i = 0; i < r; i++)
            f->triangle[(size_t)f->order[k] * r + i] =
                i <= (size_t)k ? f->rows[(size_t)k * N + i] * f->length[f->order[k]] * f->unit[f->order[k]] : 0;
    const lapack_int flag = LAPACKE_dgels(LAPACK_COL_MAJOR, 'N', f->rank, f->m, 1, f->triangle, f->rank, c, f->m);
    for (int i = 0; i < f->m; i++)
        y[i] = flag ? NAN : c[i] * f->unit[i];
    return flag != LAPACK_WORK_MEMORY_ERROR;
}

/* R1 c = R2 e_k, of the independent rows and one that depends on them; what that one has beyond them is left */
double tml_rank_qr_dependence(const tml_rank_qr *f, int k, double *y)
{
    const size_t N = (size_t)f->n, r = (size_t)f->rank;
    const double *right = f->rows + (r + (size_t)k) * N;
    double largest = 1, left = 0;
    memset(y, 0, (size_t)f->m * sizeof(double));
    for (size_t i = r; i <= r + (size_t)k && i < N; i++)
        left = hypot(left, right[i]);
    y[f->order[f->rank + k]] = 1;
    for (size_t i = r; i-- > 0;) {
        double sum = -right[i];
        for (size_t j = i + 1; j < r; j++)
            sum -= f->rows[j * N + i] * y[f->order[j]];
        y[f->order[i]] = sum / f->rows[i * (N + 1)];
        largest = fmax(largest, fabs(y[f->order[i]]));
    }
    for (int i = 0; i < f->m; i++)
        y[i] /= largest * f->length[i];
    return left / largest;
}
