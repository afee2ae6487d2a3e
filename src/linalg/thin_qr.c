/* thin_qr.c - thin QR A = Q T without pivoting; smallest singular value by inverse iteration, u <- (T'T)^-1 u.
 *
 * A x = b:   T x = Q' b
 */
#include "linalg/thin_qr.h"
#include "linalg/cholesky.h"
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { BLOCK = 32, MAX_INVERSE = 40, MAX_POWER = 8 };
static const double CONVERGED = 1e-4; /* relative change of sigma_min that ends the iteration */

tml_thin_qr tml_thin_qr_make(int m, int n, tml_arena *arena)
{
    const size_t M = (size_t)m, N = (size_t)n;
    tml_thin_qr f = {.m = m, .n = n, .room = BLOCK * (m > n ? m : n) + 1};
    f.A = TML_NEW_ARRAY(arena, double, M *N + 1);
    f.tau = TML_NEW_ARRAY(arena, double, N + 1);
    f.work = TML_NEW_ARRAY(arena, double, f.room);
    f.x = TML_NEW_ARRAY(arena, double, M + 1);
    f.u = TML_NEW_ARRAY(arena, double, N + 1);
    f.w = TML_NEW_ARRAY(arena, double, M + 1);
    for (size_t j = 0; j < N; j++)
        f.u[j] = 1;
    return f;
}

/* A pivot of T, never zero. */
static double pivot(const tml_thin_qr *f, size_t i)
{
    const double p = f->A[i * (size_t)f->m + i], min_pivot = DBL_EPSILON * f->largest;
    return fabs(p) > min_pivot ? p : min_pivot > 0 ? min_pivot : 1;
}

/* x = T^-1 x */
static void backward(const tml_thin_qr *f, double *x)
{
    for (size_t j = (size_t)f->n; j-- > 0;) {
        const double *column = f->A + j * (size_t)f->m;
        x[j] /= pivot(f, j);
        for (size_t i = 0; i < j; i++)
            x[i] -= column[i] * x[j];
    }
}

/* x = T^-T x */
static void forward(const tml_thin_qr *f, double *x)
{
    for (size_t j = 0; j < (size_t)f->n; j++) {
        const double *column = f->A + j * (size_t)f->m;
        for (size_t i = 0; i < j; i++)
            x[j] -= column[i] * x[i];
        x[j] /= pivot(f, j);
    }
}

/* x (m) = H_k x = x - tau (1, v)' (1, v) x, v below the diagonal of column k */
static inline void reflect(const tml_thin_qr *f, size_t k, double *x)
{
    const size_t m = (size_t)f->m;
    const double *v = f->A + k * m;
    double sum = x[k];
    for (size_t i = k + 1; i < m; i++)
        sum += v[i] * x[i];
    sum *= f->tau[k];
    x[k] -= sum;
    for (size_t i = k + 1; i < m; i++)
        x[i] -= sum * v[i];
}

/* x (m) = Q x = H_1 ... H_n x */
static void apply_Q(const tml_thin_qr *f, double *x)
{
    for (size_t k = (size_t)f->n; k-- > 0;)
        reflect(f, k, x);
}

/* x (m) = Q' x */
static void apply_Q_transposed(const tml_thin_qr *f, double *x)
{
    for (size_t k = 0; k < (size_t)f->n; k++)
        reflect(f, k, x);
}

/* w = Q T u, to length 1 */
static void find_left_vector(tml_thin_qr *f)
{
    const size_t m = (size_t)f->m, n = (size_t)f->n;
    memset(f->w, 0, m * sizeof(double));
    memcpy(f->w, f->u, n * sizeof(double)); /* T'^-1 u is parallel to T u and more accurate */
    forward(f, f->w);
    apply_Q(f, f->w);
    tml_normalize(f->w, f->m);
}

static void find_sigma_min(tml_thin_qr *f)
{
    double before = 0;
    const double length = tml_normalize(f->u, f->n);
    for (int j = 0; !(length > 0 && isfinite(length)) && j < f->n; j++) /* after a non-finite matrix */
        f->u[j] = 1;
    for (int i = 0; i < MAX_INVERSE; i++) {
        forward(f, f->u);
        const double half = tml_normalize(f->u, f->n);
        backward(f, f->u);
        const double other = tml_normalize(f->u, f->n);
        f->sigma_min = 1 / sqrt(half * other);
        if (fabs(f->sigma_min - before) <= CONVERGED * f->sigma_min)
            break;
        before = f->sigma_min;
    }
    find_left_vector(f);
}

void tml_thin_qr_factor(tml_thin_qr *f)
{
    const size_t m = (size_t)f->m, n = (size_t)f->n;
    f->largest = 0;
    f->sigma_min = INFINITY;
    if (n == 0)
        return;
    LAPACKE_dgeqrf_work(LAPACK_COL_MAJOR, f->m, f->n, f->A, f->m, f->tau, f->work, f->room);
    for (size_t i = 0; i < n; i++)
        f->largest = fmax(f->largest, fabs(f->A[i * m + i]));
    find_sigma_min(f);
}

void tml_thin_qr_solve(const tml_thin_qr *f, const double *b, double *x)
{
    if (f->n == 0)
        return;
    memcpy(f->x, b, (size_t)f->m * sizeof(double));
    apply_Q_transposed(f, f->x);
    backward(f, f->x);
    memcpy(x, f->x, (size_t)f->n * sizeof(double));
}

double tml_thin_qr_difference(const tml_thin_qr *f, const double *A, const double *B)
{
    const size_t m = (size_t)f->m, n = (size_t)f->n;
    double *x = f->work, *y = f->x, norm = 0;
    for (size_t j = 0; j < n; j++)
        x[j] = j % 2 ? 1 : 0.7; /* not along a symmetry direction */
    for (int k = 0; k < MAX_POWER && tml_normalize(x, f->n) > 0; k++) {
        memset(y, 0, m * sizeof(double));
        for (size_t j = 0; j < n; j++)
            for (size_t i = 0; i < m; i++)
                y[i] += (A[j * m + i] - B[j * m + i]) * x[j];
        norm = tml_normalize(y, f->m);
        for (size_t j = 0; j < n; j++) {
            x[j] = 0;
            for (size_t i = 0; i < m; i++)
                x[j] += (A[j * m + i] - B[j * m + i]) * y[i];
        }
    }
    return norm;
}
