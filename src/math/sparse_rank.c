/* sparse_rank.c - the rank of many rows: sparse QR of A' (SuiteSparseQR); its dead columns are dependent rows.
 *
 * Which rows share in a dependence is not found this way.
 */
#include "base/library.h"
#include "math/least.h"
#include <SuiteSparseQR_C.h>
#include <math.h>

static const char LIBRARY[] = "libspqr.so.2"; /* as in Dependencies.cmake */
static const double VANISH = 1e-9;

#define FUNCTIONS(USE)                                                                                                 \
    USE(cholmod_l_start)                                                                                               \
    USE(cholmod_l_finish)                                                                                              \
    USE(cholmod_l_allocate_sparse)                                                                                     \
    USE(cholmod_l_free_sparse)                                                                                         \
    USE(cholmod_l_free)                                                                                                \
    USE(SuiteSparseQR_C)

typedef struct {
    FUNCTIONS(TML_LIBRARY_MEMBER)
} spqr;

static bool find_functions(spqr *library)
{
    const tml_symbol symbols[] = {FUNCTIONS(TML_LIBRARY_SYMBOL)};
    return tml_library_find(LIBRARY, symbols, sizeof symbols / sizeof *symbols);
}

/* The columns of A', each of length 1. */
static void fill(const tml_row_matrix *A, cholmod_sparse *T)
{
    SuiteSparse_long *start = T->p, *row = T->i;
    double *value = T->x;
    for (int i = 0; i <= A->rows; i++)
        start[i] = A->start[i];
    for (int i = 0; i < A->rows; i++) {
        double sum = 0;
        for (int k = A->start[i]; k < A->start[i + 1]; k++)
            sum += A->value[k] * A->value[k];
        for (int k = A->start[i]; k < A->start[i + 1]; k++)
            row[k] = A->column[k], value[k] = sum > 0 ? A->value[k] / sqrt(sum) : 0;
    }
}

int tml_row_rank_sparse(const tml_row_matrix *A, bool *independent, bool *shared)
{
    spqr s;
    cholmod_common common;
    if (!find_functions(&s))
        return -1;
    s.cholmod_l_start(&common);
    cholmod_sparse *T = s.cholmod_l_allocate_sparse((size_t)A->columns, (size_t)A->rows, (size_t)A->start[A->rows], 0,
                                                    1, 0, CHOLMOD_REAL, &common);
    SuiteSparse_long rank = -1, *order = NULL;
    cholmod_sparse *R = NULL; /* asked for: only then dead columns come last in the order */
    if (T) {
        fill(A, T);
        rank = s.SuiteSparseQR_C(SPQR_ORDERING_DEFAULT, VANISH, 0, 0, T, NULL, NULL, NULL, NULL, &R, &order, NULL, NULL,
                                 NULL, &common);
        s.cholmod_l_free_sparse(&R, &common);
        for (SuiteSparse_long k = rank; order && rank >= 0 && k < A->rows; k++) {
            if (independent)
                independent[order[k]] = false;
            if (shared)
                shared[order[k]] = true;
        }
        if (order)
            s.cholmod_l_free((size_t)A->rows, sizeof *order, order, &common);
        s.cholmod_l_free_sparse(&T, &common);
    }
    s.cholmod_l_finish(&common);
    return (int)rank;
}
