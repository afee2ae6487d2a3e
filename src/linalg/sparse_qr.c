/* sparse_qr.c - sparse QR of many rows, A' E = Q R (SuiteSparseQR): rank and minimum-norm solutions.
 *
 * Dead columns of R, those that vanish after elimination of the columns before them, are dependent rows of A; R1 c = R2 e_k gives the rows
 * they depend on. Minimum norm of A x = b:  R' z = E' b,  x = Q z, with one step of iterative refinement. For dependent rows that
 * contradict each other R = [R1 R2] has fewer rows than columns: least squares of R' y = E' b by a second factorization, then
 * x = Q y = A1' R1^-1 y with the independent rows A1 (complete orthogonal decomposition).
 */
#include "base/library.h"
#include "linalg/minimum_norm.h"
#include <SuiteSparseQR_C.h>
#include <math.h>
#include <string.h>

static const char LIBRARY[] = "libspqr.so.2"; /* as in Dependencies.cmake */
static const double DEPENDENT = 1e-9;
static const double TAKES_PART = 1e-7; /* of unit rows: coefficients above it are not rounding */
enum { RANK = 4 };                     /* index of the rank in SPQR_istat */

#define FUNCTIONS(USE)                                                                                                 \
    USE(cholmod_l_start)                                                                                               \
    USE(cholmod_l_finish)                                                                                              \
    USE(cholmod_l_allocate_sparse)                                                                                     \
    USE(cholmod_l_free_sparse)                                                                                         \
    USE(cholmod_l_allocate_dense)                                                                                      \
    USE(cholmod_l_free_dense)                                                                                          \
    USE(cholmod_l_free)                                                                                                \
    USE(cholmod_l_transpose)                                                                                           \
    USE(SuiteSparseQR_C)                                                                                               \
    USE(SuiteSparseQR_C_backslash)                                                                                     \
    USE(SuiteSparseQR_C_factorize)                                                                                     \
    USE(SuiteSparseQR_C_solve)                                                                                         \
    USE(SuiteSparseQR_C_qmult)                                                                                         \
    USE(SuiteSparseQR_C_free)

typedef struct {
    FUNCTIONS(TML_LIBRARY_MEMBER)
    cholmod_common common;
} spqr;

static bool begin(spqr *library)
{
    const tml_symbol symbols[] = {FUNCTIONS(TML_LIBRARY_SYMBOL)};
    tml_library_prefer_plain_blas();
    if (!tml_library_find(LIBRARY, symbols, sizeof symbols / sizeof *symbols))
        return false;
    library->cholmod_l_start(&library->common);
    library->common.print = 0;
    return true;
}

static double length_of(const tml_row_matrix *A, int row)
{
    double sum = 0;
    for (int k = A->start[row]; k < A->start[row + 1]; k++)
        sum += A->value[k] * A->value[k];
    return sum > 0 ? sqrt(sum) : 1;
}

/* A' with normalized columns; NULL: no memory. */
static cholmod_sparse *transposed(spqr *s, const tml_row_matrix *A)
{
    cholmod_sparse *T = s->cholmod_l_allocate_sparse((size_t)A->columns, (size_t)A->rows, (size_t)A->start[A->rows], 0,
                                                     1, 0, CHOLMOD_REAL, &s->common);
    if (!T)
        return NULL;
    SuiteSparse_long *start = T->p, *row = T->i;
    double *value = T->x;
    for (int i = 0; i <= A->rows; i++)
        start[i] = A->start[i];
    for (int i = 0; i < A->rows; i++) {
        const double length = length_of(A, i);
        for (int k = A->start[i]; k < A->start[i + 1]; k++)
            row[k] = A->column[k], value[k] = A->value[k] / length;
    }
    return T;
}

/* R1 w = y in place, R1 the upper triangle of the first `rank` columns. */
static void solve_upper(const cholmod_sparse *R, SuiteSparse_long rank, double *y)
{
    const SuiteSparse_long *start = R->p, *row = R->i;
    const double *value = R->x;
    for (SuiteSparse_long j = rank; j-- > 0;) {
        double diagonal = 0;
        for (SuiteSparse_long l = start[j]; y[j] != 0 && l < start[j + 1]; l++)
            if (row[l] == j)
                diagonal = value[l];
        if (diagonal == 0)
            continue;
        y[j] /= diagonal;
        for (SuiteSparse_long l = start[j]; l < start[j + 1]; l++)
            if (row[l] < j)
                y[row[l]] -= value[l] * y[j];
    }
}

/* Live rows that take part in the dead column k of R: true in shared. c (rank) is workspace. */
static void mark_shared(const cholmod_sparse *R, SuiteSparse_long rank, SuiteSparse_long k,
                        const SuiteSparse_long *order, double *c, bool *shared)
{
    const SuiteSparse_long *start = R->p, *row = R->i;
    const double *value = R->x;
    memset(c, 0, (size_t)rank * sizeof(double));
    for (SuiteSparse_long l = start[k]; l < start[k + 1]; l++)
        if (row[l] < rank)
            c[row[l]] = value[l];
    solve_upper(R, rank, c);
    for (SuiteSparse_long j = 0; j < rank; j++)
        if (fabs(c[j]) > TAKES_PART)
            shared[order[j]] = true;
}

/* False: no memory. */
static bool find_shared(spqr *s, const cholmod_sparse *R, SuiteSparse_long rank, const SuiteSparse_long *order,
                        bool *shared)
{
    cholmod_dense *c = s->cholmod_l_allocate_dense((size_t)rank + 1, 1, (size_t)rank + 1, CHOLMOD_REAL, &s->common);
    for (SuiteSparse_long k = rank; c && k < (SuiteSparse_long)R->ncol; k++)
        mark_shared(R, rank, k, order, c->x, shared);
    const bool found = c != NULL;
    s->cholmod_l_free_dense(&c, &s->common);
    return found;
}

int tml_row_rank_sparse(const tml_row_matrix *A, bool *independent, bool *shared)
{
    spqr s;
    if (!begin(&s))
        return -1;
    cholmod_sparse *T = transposed(&s, A);
    SuiteSparse_long rank = -1, *order = NULL;
    cholmod_sparse *R = NULL; /* requested: only then dead columns come last in the order */
    if (T)
        rank = s.SuiteSparseQR_C(SPQR_ORDERING_DEFAULT, DEPENDENT, 0, 0, T, NULL, NULL, NULL, NULL, &R, &order, NULL,
                                 NULL, NULL, &s.common);
    for (SuiteSparse_long k = rank; order && rank >= 0 && k < A->rows; k++) {
        if (independent)
            independent[order[k]] = false;
        if (shared)
            shared[order[k]] = true;
    }
    if (R && order && shared && rank >= 0 && !find_shared(&s, R, rank, order, shared))
        rank = -1;
    if (order)
        s.cholmod_l_free((size_t)A->rows, sizeof *order, order, &s.common);
    s.cholmod_l_free_sparse(&R, &s.common);
    s.cholmod_l_free_sparse(&T, &s.common);
    s.cholmod_l_finish(&s.common);
    return (int)rank;
}

/* Iterative refinement: x += Q R'^-1 E' (b - A x). */
static bool refine(spqr *s, SuiteSparseQR_C_factorization *factors, const tml_row_matrix *A, const double *b, double *x)
{
    cholmod_dense *right = s->cholmod_l_allocate_dense((size_t)A->rows, 1, (size_t)A->rows, CHOLMOD_REAL, &s->common);
    for (int i = 0; right && i < A->rows; i++) {
        double residual = b[i];
        for (int k = A->start[i]; k < A->start[i + 1]; k++)
            residual -= A->value[k] * x[A->column[k]];
        ((double *)right->x)[i] = residual / length_of(A, i);
    }
    cholmod_dense *z = right ? s->SuiteSparseQR_C_solve(SPQR_RTX_EQUALS_ETB, factors, right, &s->common) : NULL;
    cholmod_dense *y = z ? s->SuiteSparseQR_C_qmult(SPQR_QX, factors, z, &s->common) : NULL;
    const bool fine = y != NULL;
    for (int j = 0; fine && j < A->columns; j++)
        x[j] += ((const double *)y->x)[j];
    s->cholmod_l_free_dense(&right, &s->common);
    s->cholmod_l_free_dense(&z, &s->common);
    s->cholmod_l_free_dense(&y, &s->common);
    return fine;
}

bool tml_minimum_norm_sparse(const tml_row_matrix *A, const double *b, double *x, int *rank)
{
    spqr s;
    *rank = -1;
    if (!begin(&s))
        return false;
    cholmod_sparse *T = transposed(&s, A);
    SuiteSparseQR_C_factorization *factors =
        T ? s.SuiteSparseQR_C_factorize(SPQR_ORDERING_DEFAULT, DEPENDENT, T, &s.common) : NULL;
    memset(x, 0, (size_t)A->columns * sizeof(double));
    const bool fine = factors && refine(&s, factors, A, b, x) && refine(&s, factors, A, b, x);
    if (fine)
        *rank = (int)s.common.SPQR_istat[RANK];
    if (factors)
        s.SuiteSparseQR_C_free(&factors, &s.common);
    s.cholmod_l_free_sparse(&T, &s.common);
    s.cholmod_l_finish(&s.common);
    return fine;
}

/* y = (R')^+ E' D b, allocated; NULL: failure. */
static cholmod_dense *project_right(spqr *s, const tml_row_matrix *A, cholmod_sparse *R, const SuiteSparse_long *order,
                                    const double *b)
{
    cholmod_sparse *L = s->cholmod_l_transpose(R, 1, &s->common);
    cholmod_dense *right = s->cholmod_l_allocate_dense((size_t)A->rows, 1, (size_t)A->rows, CHOLMOD_REAL, &s->common);
    for (int i = 0; right && i < A->rows; i++) {
        const int row = order ? (int)order[i] : i;
        ((double *)right->x)[i] = b[row] / length_of(A, row);
    }
    cholmod_dense *y = L && right ? s->SuiteSparseQR_C_backslash(SPQR_ORDERING_DEFAULT, 0, L, right, &s->common) : NULL;
    s->cholmod_l_free_sparse(&L, &s->common);
    s->cholmod_l_free_dense(&right, &s->common);
    return y;
}

bool tml_least_squares_sparse(const tml_row_matrix *A, const double *b, double *x, int *rank)
{
    spqr s;
    *rank = -1;
    if (!begin(&s))
        return false;
    cholmod_sparse *T = transposed(&s, A), *R = NULL;
    SuiteSparse_long *order = NULL, found = -1;
    if (T)
        found = s.SuiteSparseQR_C(SPQR_ORDERING_DEFAULT, DEPENDENT, 0, 0, T, NULL, NULL, NULL, NULL, &R, &order, NULL,
                                  NULL, NULL, &s.common);
    cholmod_dense *y = found > 0 && R ? project_right(&s, A, R, order, b) : NULL;
    memset(x, 0, (size_t)A->columns * sizeof(double));
    if (y)
        solve_upper(R, found, y->x);
    for (SuiteSparse_long i = 0; y && i < found; i++) {
        const int row = order ? (int)order[i] : (int)i;
        for (int k = A->start[row]; k < A->start[row + 1]; k++)
            x[A->column[k]] += A->value[k] / length_of(A, row) * ((const double *)y->x)[i];
    }
    const bool fine = y != NULL || found == 0;
    *rank = fine ? (int)found : -1;
    s.cholmod_l_free_dense(&y, &s.common);
    if (order)
        s.cholmod_l_free((size_t)A->rows, sizeof *order, order, &s.common);
    s.cholmod_l_free_sparse(&R, &s.common);
    s.cholmod_l_free_sparse(&T, &s.common);
    s.cholmod_l_finish(&s.common);
    return fine;
}
