/* small.c - A P = Q R by Householder reflections with column pivoting; of rank r: R = (R1 R2) = (S' 0) Z', again by reflections, and
 * x = P Z S'^-1 Q' b.
 */
#include "linalg/small.h"
#include <math.h>
#include <string.h>

enum { SMALL = 24 };

/* ---- LU ---- */

static void swap(double *a, double *b)
{
    const double was = *a;
    *a = *b, *b = was;
}

static int largest_below(const double *column, int k, int n)
{
    int best = k;
    for (int i = k + 1; i < n; i++)
        if (fabs(column[i]) > fabs(column[best]))
            best = i;
    return best;
}

int tml_small_factor(int n, double *A, lapack_int *pivot)
{
    int singular = 0;
    if (n > SMALL)
        return (int)LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, A, n, pivot);
    for (int k = 0; k < n; k++) {
        double *column = A + k * n;
        const int best = largest_below(column, k, n);
        pivot[k] = best + 1;
        for (int j = 0; best != k && j < n; j++)
            swap(&A[j * n + k], &A[j * n + best]);
        if (column[k] == 0) {
            singular = singular ? singular : k + 1;
            continue;
        }
        for (int i = k + 1; i < n; i++)
            column[i] /= column[k];
        for (int j = k + 1; j < n; j++)
            for (int i = k + 1; A[j * n + k] != 0 && i < n; i++)
                A[j * n + i] -= column[i] * A[j * n + k];
    }
    return singular;
}

void tml_small_solve(int n, const double *LU, const lapack_int *pivot, double *x)
{
    for (int k = 0; k < n; k++)
        swap(&x[k], &x[pivot[k] - 1]);
    for (int k = 0; k < n; k++)
        for (int i = k + 1; x[k] != 0 && i < n; i++)
            x[i] -= LU[k * n + i] * x[k];
    for (int k = n - 1; k >= 0; k--) {
        x[k] /= LU[k * n + k];
        for (int i = 0; i < k; i++)
            x[i] -= LU[k * n + i] * x[k];
    }
}

/* ---- least norm ---- */

static double length(const double *v, int n)
{
    double largest = 0, sum = 0;
    for (int i = 0; i < n; i++)
        largest = fmax(largest, fabs(v[i]));
    for (int i = 0; largest > 0 && i < n; i++)
        sum += v[i] / largest * (v[i] / largest);
    return largest * sqrt(sum);
}

/* v (n) becomes the reflection 1 - tau v v' that takes it to (alpha, 0, ...), with v_0 = 1 not stored: v_0 holds alpha. */
static double make_reflection(double *v, int n)
{
    const double size = length(v, n);
    if (size == 0 || n == 1)
        return 0;
    const double alpha = v[0] > 0 ? -size : size, below = v[0] - alpha;
    for (int i = 1; i < n; i++)
        v[i] /= below;
    v[0] = alpha;
    return -below / alpha;
}

static void reflect(const double *v, double tau, int n, double *x)
{
    double sum = x[0];
    for (int i = 1; i < n; i++)
        sum += v[i] * x[i];
    sum *= tau;
    x[0] -= sum;
    for (int i = 1; i < n; i++)
        x[i] -= sum * v[i];
}

/* A P = Q R; b = Q' b. Returns the rank. */
static int factor(int n, double *A, double *b, double least, int *order)
{
    double first = 0;
    for (int j = 0; j < n; j++)
        order[j] = j;
    for (int k = 0; k < n; k++) {
        int best = k;
        double most = -1;
        for (int j = k; j < n; j++) {
            const double size = length(A + j * n + k, n - k);
            if (size > most)
                most = size, best = j;
        }
        first = k ? first : most;
        if (!(most > least * first))
            return k;
        for (int i = 0; best != k && i < n; i++)
            swap(&A[k * n + i], &A[best * n + i]);
        const int was = order[k];
        order[k] = order[best], order[best] = was;
        const double tau = make_reflection(A + k * n + k, n - k);
        for (int j = k + 1; j < n; j++)
            reflect(A + k * n + k, tau, n - k, A + j * n + k);
        reflect(A + k * n + k, tau, n - k, b + k);
    }
    return n;
}

/* The least x with (R1 R2) x = b, of rank r < n: T = (R1 R2)' (n x r) is made triangular. */
static void solve_wide(int n, int r, const double *R, const double *b, double *x)
{
    double T[SMALL * SMALL], tau[SMALL];
    for (int i = 0; i < r; i++)
        for (int j = 0; j < n; j++)
            T[i * n + j] = j < i ? 0 : R[j * n + i];
    for (int i = 0; i < r; i++) {
        tau[i] = make_reflection(T + i * n + i, n - i);
        for (int k = i + 1; k < r; k++)
            reflect(T + i * n + i, tau[i], n - i, T + k * n + i);
    }
    for (int i = 0; i < n; i++)
        x[i] = i < r ? b[i] : 0;
    for (int i = 0; i < r; i++) { /* lower triangle: T' */
        for (int k = 0; k < i; k++)
            x[i] -= T[i * n + k] * x[k];
        x[i] /= T[i * n + i];
    }
    for (int i = r - 1; i >= 0; i--)
        reflect(T + i * n + i, tau[i], n - i, x + i);
}

int tml_small_least(int n, double *A, double *x, double least, lapack_int *pivot)
{
    int order[SMALL];
    double b[SMALL], y[SMALL];
    if (n > SMALL) {
        lapack_int rank = 0;
        memset(pivot, 0, (size_t)n * sizeof *pivot);
        LAPACKE_dgelsy(LAPACK_COL_MAJOR, n, n, 1, A, n, x, n, pivot, least, &rank);
        return (int)rank;
    }
    memcpy(b, x, (size_t)n * sizeof(double));
    const int r = factor(n, A, b, least, order);
    if (r < n)
        solve_wide(n, r, A, b, y);
    for (int i = n - 1; r == n && i >= 0; i--) {
        y[i] = b[i];
        for (int j = i + 1; j < n; j++)
            y[i] -= A[j * n + i] * y[j];
        y[i] /= A[i * n + i];
    }
    for (int i = 0; i < n; i++)
        x[order[i]] = y[i];
    return r;
}
