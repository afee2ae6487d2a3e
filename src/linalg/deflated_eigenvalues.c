/* deflated_eigenvalues.c - eigenvalues after deflation of the null space: rigid motions make zero a multiple, defective eigenvalue, which
 * rounding would split into several of the size of its square root or cube root.
 *
 * With X0 the null space of A, X1 its orthogonal complement:   [X0 X1]' A [X0 X1] = [0 A01; 0 A11],   A11 x1 = s x1,
 * x = X1 x1 + X0 A01 x1 / s.   The same again for A11, as long as it is singular.
 */
#include "linalg/deflated_eigenvalues.h"
#include "linalg/rank_revealing_qr.h"
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

static const double SINGULAR = 1e-14;  /* of the largest entry and the order: a singular value that is rounding */
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

/* One deflation; the first is that of A itself. */
typedef struct {
    size_t n, rank;
    const double *X1, *X0; /* (n x rank), (n x (n - rank)) */
    double *A01, *A11;
} level;

enum { MAX_LEVELS = 8 };

typedef struct {
    size_t n;
    level levels[MAX_LEVELS];
    int count;
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

/* A01 and A11 of a level; AX (n x n): work */
static void split(const double *A, double *AX, level *l, tml_arena *arena)
{
    const size_t n = l->n, r = l->rank;
    l->A01 = TML_NEW_ARRAY(arena, double, (n - r) * r + 1);
    l->A11 = TML_NEW_ARRAY(arena, double, r *r + 1);
    product(A, false, n, n, l->X1, r, AX);
    product(l->X1, true, r, n, AX, r, l->A11);
    product(l->X0, true, n - r, n, AX, r, l->A01);
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
    level *l = &d->levels[d->count++];
    const size_t r = (size_t)qr.rank;
    *l = (level){.n = N, .rank = r, .X1 = qr.basis, .X0 = qr.basis + r * N};
    split(scaled, AX, l, arena);
    remove_rounding(l->A11, r, 4 * (double)N, arena);
    return true;
}

/* A11 of the last level once more, by its singular vectors. *found: it is singular. */
static bool deflate_again(tml_arena *arena, deflated *d, bool *found)
{
    const level *last = &d->levels[d->count - 1];
    const size_t n = last->rank;
    *found = false;
    if (n == 0 || last->rank == last->n || d->count == MAX_LEVELS)
        return true;
    double *A = tml_arena_copy(arena, last->A11, n * n * sizeof(double));
    double *value = TML_NEW_ARRAY(arena, double, n), *Vt = TML_NEW_ARRAY(arena, double, n *n);
    double *spare = TML_NEW_ARRAY(arena, double, n), *V = TML_NEW_ARRAY(arena, double, n *n),
           *AX = TML_NEW_ARRAY(arena, double, n *n);
    const lapack_int N = (lapack_int)n;
    if (LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'A', N, N, A, N, value, NULL, 1, Vt, N, spare) != 0)
        return false;
    size_t rank = 0;
    while (rank < n && value[rank] > SINGULAR * (double)d->n * d->largest)
        rank++;
    if (rank == n)
        return true;
    for (size_t i = 0; i < n * n; i++)
        V[i] = Vt[i % n * n + i / n];
    level *l = &d->levels[d->count++];
    *l = (level){.n = n, .rank = rank, .X1 = V, .X0 = V + rank * n};
    split(last->A11, AX, l, arena);
    *found = true;
    return true;
}

/* (out + i out_im) (n) of a level from that of the next one (rank). */
static void lift(const level *l, double re, double im, const double *v, const double *v_im, double *out, double *out_im,
                 double *work)
{
    const size_t zeros = l->n - l->rank;
    double *a = work, *b = a + l->n;
    const double square = re * re + im * im;
    product(l->A01, false, zeros, l->rank, v, 1, a);
    product(l->A01, false, zeros, l->rank, v_im, 1, b);
    product(l->X1, false, l->n, l->rank, v, 1, out);
    product(l->X1, false, l->n, l->rank, v_im, 1, out_im);
    for (size_t k = 0; k < zeros; k++) { /* (a + i b)/(re + i im) */
        const double p = (a[k] * re + b[k] * im) / square, q = (b[k] * re - a[k] * im) / square;
        for (size_t i = 0; i < l->n; i++)
            out[i] += l->X0[k * l->n + i] * p, out_im[i] += l->X0[k * l->n + i] * q;
    }
}

static void add_vector(const deflated *d, tml_eigen *out, double re, double im, const double *v, const double *v_im,
                       double *work)
{
    const size_t at = (size_t)out->count++ * d->n;
    double *x[2] = {work, work + 2 * d->n};
    for (int i = d->count - 1; i >= 0; i--) {
        lift(&d->levels[i], re, im, v, v_im, x[0], x[0] + d->n, work + 4 * d->n);
        v = x[0], v_im = x[0] + d->n;
        double *const other = x[0];
        x[0] = x[1], x[1] = other;
    }
    for (size_t i = 0; i < d->n; i++)
        out->x[at + i] = v[i] * d->scale[i], out->x_im[at + i] = v_im[i] * d->scale[i];
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
    const size_t N = (size_t)n;
    for (size_t k = 0; k < N - d.levels[0].rank; k++) {
        for (size_t i = 0; i < N; i++)
            out->x[k * N + i] = d.levels[0].X0[k * N + i] * d.scale[i];
        out->zero[out->count++] = true;
    }
    for (bool again = true; again;)
        if (!deflate_again(arena, &d, &again))
            return false;
    const level *last = &d.levels[d.count - 1];
    const size_t r = last->rank;
    double *re = TML_NEW_ARRAY(arena, double, r + 1), *im = TML_NEW_ARRAY(arena, double, r + 1);
    double *V = TML_NEW_ARRAY(arena, double, r *r + 1), *none = TML_NEW_ARRAY(arena, double, r + 1);
    double *work = TML_NEW_ARRAY(arena, double, 6 * N + 1);
    const lapack_int R = (lapack_int)r;
    if (r && LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'V', R, last->A11, R, re, im, NULL, 1, V, R) != 0)
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
