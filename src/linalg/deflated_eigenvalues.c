/* deflated_eigenvalues.c - eigenvalues after deflation of the null space: rigid motions make zero a double, defective eigenvalue, which
 * rounding would split into two of the size of its square root.
 *
 * With X0 the null space of A, X1 its orthogonal complement:   [X0 X1]' A [X0 X1] = [0 A01; 0 A11],   A11 x1 = s x1,
 * x = X1 x1 + X0 A01 x1 / s
 */
#include "linalg/deflated_eigenvalues.h"
#include "linalg/rank_revealing_qr.h"
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

static const double DEPENDENT = 1e-12; /* a row whose independent part is smaller counts as dependent */

static tml_eigen make(int n, int count, bool imaginary, tml_arena *arena)
{
    const size_t N = (size_t)n, c = (size_t)count;
    return (tml_eigen){.n = n,
                       .re = TML_NEW_ARRAY(arena, double, c + 1),
                       .im = TML_NEW_ARRAY(arena, double, c + 1),
                       .x = TML_NEW_ARRAY(arena, double, N *c + 1),
                       .x_im = imaginary ? TML_NEW_ARRAY(arena, double, N *c + 1) : NULL,
                       .zero = TML_NEW_ARRAY(arena, bool, c + 1)};
}

/* c = a b, all by columns; a (rows x inner) or its transpose */
static void product(const double *a, bool transposed, size_t rows, size_t inner, const double *b, size_t columns,
                    double *c)
{
    memset(c, 0, rows * columns * sizeof(double));
    for (size_t j = 0; j < columns; j++)
        for (size_t k = 0; k < inner; k++)
            for (size_t i = 0; b[j * inner + k] != 0 && i < rows; i++)
                c[j * rows + i] += (transposed ? a[i * inner + k] : a[k * rows + i]) * b[j * inner + k];
}

typedef struct {
    size_t n, rank;
    const double *X1, *X0; /* (n x rank), (n x (n - rank)) */
    double *A01, *A11;
    const double *scale; /* (n) */
    double largest;
} deflated;

/* Entries at rounding level of their row and column would be magnified by balancing, which treats them as small
 * entries. */
static void remove_rounding(double *A, size_t n, double part, tml_arena *arena)
{
    double *row = TML_NEW_ARRAY(arena, double, 2 * n + 1), *column = row + n;
    for (size_t i = 0; i < n * n; i++) {
        row[i % n] = fmax(row[i % n], fabs(A[i]));
        column[i / n] = fmax(column[i / n], fabs(A[i]));
    }
    for (size_t i = 0; i < n * n; i++)
        A[i] = fabs(A[i]) > part * DBL_EPSILON * fmin(row[i % n], column[i / n]) ? A[i] : 0;
}

static bool deflate(const double *A, int n, tml_arena *arena, deflated *d)
{
    const size_t N = (size_t)n;
    double *scaled = TML_NEW_ARRAY(arena, double, N *N + 1), *AX = TML_NEW_ARRAY(arena, double, N *N + 1);
    for (size_t i = 0; i < N * N; i++)
        scaled[i] = A[i] * d->scale[i / N] / d->scale[i % N];
    tml_rank_qr qr = tml_rank_qr_make(n, n, arena);
    for (size_t i = 0; i < N * N; i++)
        d->largest = fmax(d->largest, fabs(scaled[i]));
    remove_rounding(scaled, N, 4, arena);
    for (size_t i = 0; i < N * N; i++)
        qr.rows[i % N * N + i / N] = scaled[i];
    if (!tml_rank_qr_factor(&qr, n, DEPENDENT * sqrt(n)))
        return false;
    const size_t r = d->rank = (size_t)qr.rank;
    d->X1 = qr.basis, d->X0 = qr.basis + r * N;
    d->A01 = TML_NEW_ARRAY(arena, double, (N - r) * r + 1);
    d->A11 = TML_NEW_ARRAY(arena, double, r *r + 1);
    product(scaled, false, N, N, d->X1, r, AX);
    product(d->X1, true, r, N, AX, r, d->A11);
    remove_rounding(d->A11, r, 4 * (double)N, arena);
    product(d->X0, true, N - r, N, AX, r, d->A01);
    return true;
}

/* Real or imaginary part of an eigenvector; x0 = A01 x1 / s is given. */
static void put_vector(const deflated *d, const double *x1, const double *x0, double *out)
{
    for (size_t i = 0; i < d->n; i++) {
        double sum = 0;
        for (size_t k = 0; k < d->rank; k++)
            sum += d->X1[k * d->n + i] * x1[k];
        for (size_t k = 0; k < d->n - d->rank; k++)
            sum += d->X0[k * d->n + i] * x0[k];
        out[i] = sum * d->scale[i];
    }
}

static void add_vector(const deflated *d, tml_eigen *out, double re, double im, const double *v, const double *v_im,
                       double *work)
{
    const size_t zeros = d->n - d->rank, at = (size_t)out->count++ * d->n;
    double *a = work, *b = work + d->n, *p = b + d->n, *q = p + d->n;
    const double square = re * re + im * im;
    product(d->A01, false, zeros, d->rank, v, 1, a);
    product(d->A01, false, zeros, d->rank, v_im, 1, b);
    for (size_t i = 0; i < zeros; i++) { /* (a + i b)/(re + i im) */
        p[i] = (a[i] * re + b[i] * im) / square;
        q[i] = (b[i] * re - a[i] * im) / square;
    }
    put_vector(d, v, p, out->x + at);
    put_vector(d, v_im, q, out->x_im + at);
    out->re[out->count - 1] = fabs(re) > 16 * DBL_EPSILON * d->largest ? re : 0;
    out->im[out->count - 1] = im;
}

bool tml_eigen_general(const double *A, const double *scale, int n, tml_arena *arena, tml_eigen *out)
{
    deflated d = {.n = (size_t)n, .scale = scale};
    *out = make(n, n, true, arena);
    if (n == 0)
        return true;
    if (!deflate(A, n, arena, &d))
        return false;
    const size_t N = (size_t)n, r = d.rank;
    for (size_t k = 0; k < N - r; k++) {
        for (size_t i = 0; i < N; i++)
            out->x[k * N + i] = d.X0[k * N + i] * d.scale[i];
        out->zero[out->count++] = true;
    }
    double *re = TML_NEW_ARRAY(arena, double, r + 1), *im = TML_NEW_ARRAY(arena, double, r + 1);
    double *V = TML_NEW_ARRAY(arena, double, r *r + 1), *none = TML_NEW_ARRAY(arena, double, r + 1);
    double *work = TML_NEW_ARRAY(arena, double, 4 * N + 1);
    const lapack_int R = (lapack_int)r;
    if (r && LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'V', R, d.A11, R, re, im, NULL, 1, V, R) != 0)
        return false;
    const double zero_limit = r < N ? 1e-12 * n * d.largest : 0;
    for (size_t k = 0; k < r; k++) {
        const bool pair = im[k] != 0;
        const bool equal =
            pair && fabs(im[k]) <= 16 * DBL_EPSILON * d.largest; /* two real ones that rounding made a pair */
        if (hypot(re[k], im[k]) > zero_limit)
            add_vector(&d, out, re[k], equal ? 0 : im[k], V + k * r, pair && !equal ? V + (k + 1) * r : none, work);
        if (hypot(re[k], im[k]) > zero_limit && equal)
            add_vector(&d, out, re[k], 0, V + (k + 1) * r, none, work);
        k += pair;
    }
    return true;
}

bool tml_eigen_pencil(const double *K, const double *M, int n, tml_arena *arena, tml_eigen *out)
{
    const size_t N = (size_t)n;
    double *mass = TML_NEW_ARRAY(arena, double, N *N + 1), largest = 0;
    *out = make(n, n, false, arena);
    for (size_t j = 0; j < N; j++)
        for (size_t i = 0; i < N; i++) {
            out->x[j * N + i] = 0.5 * (K[j * N + i] + K[i * N + j]);
            mass[j * N + i] = 0.5 * (M[j * N + i] + M[i * N + j]);
        }
    if (n && LAPACKE_dsygvd(LAPACK_COL_MAJOR, 1, 'V', 'U', n, out->x, n, mass, n, out->re) != 0)
        return false;
    out->count = n;
    for (size_t i = 0; i < N; i++)
        largest = fmax(largest, fabs(out->re[i]));
    for (size_t i = 0; i < N; i++) {
        out->zero[i] = fabs(out->re[i]) <= 64 * DBL_EPSILON * n * largest;
        out->re[i] = out->zero[i] ? 0 : out->re[i];
    }
    return true;
}
