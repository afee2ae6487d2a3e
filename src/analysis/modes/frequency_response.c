/* frequency_response.c - reduction to Hessenberg form, A = Q H Q'; then each frequency costs one elimination of the
 * subdiagonal. */
#include "analysis/modes/frequency_response.h"
#include <complex.h>
#include <lapacke.h>
#include <string.h>

struct tml_response {
    tml_linear_system s;
    double *H, *B, *C;    /* (n x n), Q'B, C Q */
    double complex *work; /* (n x n) row-major */
    double complex *x;    /* (n x m) */
};

static void multiply(const double *a, int rows, int inner, const double *b, int columns, double *c)
{
    for (int j = 0; j < columns; j++)
        for (int k = 0; k < inner; k++)
            for (int i = 0; i < rows; i++)
                c[(size_t)j * (size_t)rows + (size_t)i] +=
                    a[(size_t)k * (size_t)rows + (size_t)i] * b[(size_t)j * (size_t)inner + (size_t)k];
}

tml_response *tml_response_make(const tml_linear_system *system, tml_arena *arena)
{
    tml_response *r = TML_NEW(arena, tml_response);
    const size_t n = (size_t)system->n, m = (size_t)system->m;
    r->s = *system;
    r->H = TML_NEW_ARRAY(arena, double, n *n + 1);
    r->B = TML_NEW_ARRAY(arena, double, n *m + 1);
    r->C = TML_NEW_ARRAY(arena, double, (size_t)system->r *n + 1);
    r->work = TML_NEW_ARRAY(arena, double complex, n *n + 1);
    r->x = TML_NEW_ARRAY(arena, double complex, n *m + 1);
    double *Q = TML_NEW_ARRAY(arena, double, n *n + 1), *Qt = TML_NEW_ARRAY(arena, double, n *n + 1);
    double *tau = TML_NEW_ARRAY(arena, double, n + 1);
    const lapack_int N = system->n;
    memcpy(r->H, system->A, n * n * sizeof(double));
    if (N && LAPACKE_dgehrd(LAPACK_COL_MAJOR, N, 1, N, r->H, N, tau) != 0)
        return NULL;
    memcpy(Q, r->H, n * n * sizeof(double));
    if (N && LAPACKE_dorghr(LAPACK_COL_MAJOR, N, 1, N, Q, N, tau) != 0)
        return NULL;
    for (size_t i = 0; i < n * n; i++)
        Qt[i % n * n + i / n] = Q[i];
    multiply(Qt, N, N, system->B, system->m, r->B);
    multiply(system->C, system->r, N, Q, N, r->C);
    return r;
}

/* (i w - H) x = b for all columns: Gaussian elimination of rows k and k + 1 with partial pivoting. */
static void solve(tml_response *r, double w)
{
    const size_t n = (size_t)r->s.n, m = (size_t)r->s.m;
    double complex *a = r->work, *x = r->x;
    for (size_t i = 0; i < n * n; i++)
        a[i] = (i / n > i % n + 1 ? 0 : -r->H[i % n * n + i / n]) + (i / n == i % n ? w * I : 0);
    for (size_t i = 0; i < n * m; i++)
        x[i] = r->B[i];
    for (size_t k = 0; k + 1 < n; k++) {
        const bool swap = cabs(a[(k + 1) * n + k]) > cabs(a[k * n + k]);
        for (size_t j = k; swap && j < n; j++) {
            const double complex keep = a[k * n + j];
            a[k * n + j] = a[(k + 1) * n + j], a[(k + 1) * n + j] = keep;
        }
        const double complex f = a[(k + 1) * n + k] / a[k * n + k];
        for (size_t j = k; j < n; j++)
            a[(k + 1) * n + j] -= f * a[k * n + j];
        for (size_t j = 0; j < m; j++) {
            double complex *b = x + j * n + k, keep = b[0];
            if (swap)
                b[0] = b[1], b[1] = keep;
            b[1] -= f * b[0];
        }
    }
    for (size_t j = 0; j < m; j++)
        for (size_t k = n; k-- > 0;) {
            for (size_t i = k + 1; i < n; i++)
                x[j * n + k] -= a[k * n + i] * x[j * n + i];
            x[j * n + k] /= a[k * n + k];
        }
}

void tml_response_find(tml_response *r, double w, double *re, double *im)
{
    const size_t n = (size_t)r->s.n, rows = (size_t)r->s.r;
    solve(r, w);
    for (size_t j = 0; j < (size_t)r->s.m; j++)
        for (size_t i = 0; i < rows; i++) {
            double complex sum = r->s.D[j * rows + i];
            for (size_t k = 0; k < n; k++)
                sum += r->C[k * rows + i] * r->x[j * n + k];
            re[j * rows + i] = creal(sum);
            im[j * rows + i] = cimag(sum);
        }
}
