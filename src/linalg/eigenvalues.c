/* eigenvalues.c - A x = s x: symmetric by divide and conquer, otherwise by QR. */
#include "linalg/eigenvalues.h"
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

tml_eigenvalues tml_eigenvalues_make(int n, tml_arena *arena)
{
    const size_t N = (size_t)n;
    return (tml_eigenvalues){
        .values = TML_NEW_ARRAY(arena, double, N + 1),
        .vectors = TML_NEW_ARRAY(arena, double, N *N + 1),
        .imaginary = TML_NEW_ARRAY(arena, double, N + 1),
    };
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Values, or NaN if LAPACK has failed. */
static bool found(tml_eigenvalues *s, lapack_int flag)
{
    for (int i = 0; flag && i < s->n; i++)
        s->values[i] = NAN;
    return flag != LAPACK_WORK_MEMORY_ERROR;
}

bool tml_eigenvalues_find(tml_eigenvalues *s, const double *A, int n, double tolerance)
{
    const size_t N = (size_t)n;
    s->n = n;
    s->symmetric = true;
    for (size_t j = 0; j < N; j++)
        for (size_t i = 0; i < j; i++)
            s->symmetric &= fabs(A[j * N + i] - A[i * N + j]) <= tolerance;
    if (n == 0)
        return true;
    memcpy(s->vectors, A, N * N * sizeof(double));
    if (!s->symmetric) {
        const lapack_int flag =
            LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', n, s->vectors, n, s->values, s->imaginary, NULL, 1, NULL, 1);
        qsort(s->values, N, sizeof(double), by_value);
        return found(s, flag);
    }
    for (size_t j = 0; j < N; j++)
        for (size_t i = 0; i < j; i++)
            s->vectors[j * N + i] = 0.5 * (A[j * N + i] + A[i * N + j]);
    return found(s, LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'U', n, s->vectors, n, s->values));
}
