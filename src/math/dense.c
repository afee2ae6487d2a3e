/* dense.c - Cholesky, plain and pivoted.
 *
 * Least norm of A x = b with A = L L' of rank r:  x = L (L'L)^-1 (L'L)^-1 L' b
 */
#include "math/dense.h"
#include <math.h>
#include <string.h>

bool tml_cholesky(double *A, int n, double least)
{
    for (int j = 0; j < n; j++) {
        double *Aj = A + (size_t)j * (size_t)n;
        double d = Aj[j];
        const double bound = least * d;
        for (int k = 0; k < j; k++)
            d -= Aj[k] * Aj[k];
        if (!(d > bound))
            return false;
        Aj[j] = sqrt(d);
        const double inverse = 1 / Aj[j];
        for (int i = j + 1; i < n; i++) {
            double *Ai = A + (size_t)i * (size_t)n;
            double s = Ai[j];
            for (int k = 0; k < j; k++)
                s -= Ai[k] * Aj[k];
            Ai[j] = s * inverse;
        }
    }
    return true;
}

void tml_cholesky_solve(const double *L, int n, double *x)
{
    for (int i = 0; i < n; i++) {
        const double *Li = L + (size_t)i * (size_t)n;
        double s = x[i];
        for (int k = 0; k < i; k++)
            s -= Li[k] * x[k];
        x[i] = s / Li[i];
    }
    for (int i = n - 1; i >= 0; i--) {
        const double *Li = L + (size_t)i * (size_t)n;
        x[i] /= Li[i];
        for (int k = 0; k < i; k++)
            x[k] -= Li[k] * x[i];
    }
}

/* The row whose diagonal has shrunk least. */
static int next_pivot(const double *left, const double *A, const int *order, int from, int n)
{
    int best = from;
    double most = -1;
    for (int i = from; i < n; i++) {
        const double first = A[(size_t)order[i] * (size_t)n + (size_t)order[i]];
        const double part = first > 0 ? left[order[i]] / first : 0;
        if (part > most)
            most = part, best = i;
    }
    return best;
}

void tml_semidefinite_factor(tml_semidefinite *f, const double *A, int n, int most, double least)
{
    double *left = f->work;
    const size_t N = (size_t)n;
    f->n = n;
    f->rank = 0;
    for (int i = 0; i < n; i++)
        f->order[i] = i, left[i] = A[(size_t)i * N + (size_t)i];
    for (int j = 0; j < n && j < most; j++) {
        const int at = next_pivot(left, A, f->order, j, n), p = f->order[at];
        const double first = A[(size_t)p * N + (size_t)p];
        if (!(left[p] > least * first) || !(first > 0))
            break;
        f->order[at] = f->order[j];
        f->order[j] = p;
        double *Lp = f->L + (size_t)p * N;
        Lp[j] = sqrt(left[p]);
        for (int i = j + 1; i < n; i++) {
            const int row = f->order[i];
            double *Lr = f->L + (size_t)row * N, s = A[(size_t)row * N + (size_t)p];
            for (int k = 0; k < j; k++)
                s -= Lr[k] * Lp[k];
            Lr[j] = s / Lp[j];
            left[row] -= Lr[j] * Lr[j];
        }
        for (int i = 0; i < j; i++) /* above the pivot L is zero */
            f->L[(size_t)f->order[i] * N + (size_t)j] = 0;
        f->rank = j + 1;
    }
    const size_t r = (size_t)f->rank;
    memset(f->N, 0, r * r * sizeof(double));
    for (size_t i = 0; i < N; i++)
        for (size_t a = 0; a < r; a++)
            for (size_t b = 0; b <= a; b++)
                f->N[a * r + b] += f->L[i * N + a] * f->L[i * N + b];
    tml_cholesky(f->N, f->rank, 0);
}

void tml_semidefinite_solve(const tml_semidefinite *f, const double *b, double *x)
{
    const size_t n = (size_t)f->n, r = (size_t)f->rank;
    double *y = f->work;
    for (size_t k = 0; k < r; k++) {
        y[k] = 0;
        for (size_t i = 0; i < n; i++)
            y[k] += f->L[i * n + k] * b[i];
    }
    tml_cholesky_solve(f->N, f->rank, y);
    tml_cholesky_solve(f->N, f->rank, y);
    for (size_t i = 0; i < n; i++) {
        x[i] = 0;
        for (size_t k = 0; k < r; k++)
            x[i] += f->L[i * n + k] * y[k];
    }
}
