/* cholesky.c - Cholesky factorization, plain and pivoted; Gram-Schmidt with row pivoting.
 *
 * Minimum norm of A x = b with A = L L' of rank r:  x = L (L'L)^-1 (L'L)^-1 L' b
 */
#include "linalg/cholesky.h"
#include <math.h>
#include <string.h>

bool tml_all_finite(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * 0;
    return sum == 0;
}

double tml_normalize(double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    const double length = sqrt(sum);
    for (int i = 0; length > 0 && i < n; i++)
        x[i] /= length;
    return length;
}

bool tml_cholesky(double *A, int n, double min_pivot)
{
    for (int j = 0; j < n; j++) {
        double *Aj = A + (size_t)j * (size_t)n;
        double d = Aj[j];
        const double bound = min_pivot * d;
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

void tml_cholesky_forward(const double *L, int n, double *x)
{
    for (int i = 0; i < n; i++) {
        const double *Li = L + (size_t)i * (size_t)n;
        double s = x[i];
        for (int k = 0; k < i; k++)
            s -= Li[k] * x[k];
        x[i] = s / Li[i];
    }
}

void tml_cholesky_backward(const double *L, int n, double *x)
{
    for (int i = n - 1; i >= 0; i--) {
        const double *Li = L + (size_t)i * (size_t)n;
        x[i] /= Li[i];
        for (int k = 0; k < i; k++)
            x[k] -= Li[k] * x[i];
    }
}

void tml_cholesky_solve(const double *L, int n, double *x)
{
    tml_cholesky_forward(L, n, x);
    tml_cholesky_backward(L, n, x);
}

/* A diagonal entry below this fraction of the largest is zero up to rounding: the square of 1e-11. */
static const double ZERO_DIAGONAL = 1e-22;

static double largest_diagonal(const double *A, int n)
{
    double largest = 0;
    for (size_t i = 0; i < (size_t)n; i++)
        largest = fmax(largest, A[i * (size_t)n + i]);
    return largest;
}

/* The row whose diagonal entry has been reduced least; entries up to `zero` count as zero. */
static int next_pivot(const double *remaining, const double *A, const int *order, int from, int n, double zero)
{
    int best = from;
    double largest = -1;
    for (int i = from; i < n; i++) {
        const double first = A[(size_t)order[i] * (size_t)n + (size_t)order[i]];
        const double part = first > zero ? remaining[order[i]] / first : 0;
        if (part > largest)
            largest = part, best = i;
    }
    return best;
}

void tml_semidefinite_factor(tml_semidefinite *f, const double *A, int n, int max_rank, double min_pivot)
{
    double *remaining = f->work;
    const size_t N = (size_t)n;
    const double zero = ZERO_DIAGONAL * largest_diagonal(A, n);
    f->n = n;
    f->rank = 0;
    for (int i = 0; i < n; i++)
        f->order[i] = i, remaining[i] = A[(size_t)i * N + (size_t)i];
    for (int j = 0; j < n && j < max_rank; j++) {
        const int at = next_pivot(remaining, A, f->order, j, n, zero), p = f->order[at];
        const double first = A[(size_t)p * N + (size_t)p];
        if (!(remaining[p] > min_pivot * first) || !(first > zero))
            break;
        f->order[at] = f->order[j];
        f->order[j] = p;
        double *Lp = f->L + (size_t)p * N;
        Lp[j] = sqrt(remaining[p]);
        for (int i = j + 1; i < n; i++) {
            const int row = f->order[i];
            double *Lr = f->L + (size_t)row * N, s = A[(size_t)row * N + (size_t)p];
            for (int k = 0; k < j; k++)
                s -= Lr[k] * Lp[k];
            Lr[j] = s / Lp[j];
            remaining[row] -= Lr[j] * Lr[j];
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

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void swap_rows(double *A, int i, int j, int n)
{
    for (int k = 0; i != j && k < n; k++) {
        const double keep = A[(size_t)i * (size_t)n + (size_t)k];
        A[(size_t)i * (size_t)n + (size_t)k] = A[(size_t)j * (size_t)n + (size_t)k];
        A[(size_t)j * (size_t)n + (size_t)k] = keep;
    }
}

/* Gram-Schmidt with reorthogonalization; the next pivot is the row that has been reduced least. */
void tml_orthogonal_factor(tml_orthogonal *f, int rows, int n, double min_length)
{
    double *first = f->size, *now = f->size + rows;
    f->rank = 0;
    memset(f->L, 0, (size_t)rows * (size_t)rows * sizeof(double));
    for (int i = 0; i < rows; i++) {
        f->order[i] = i;
        first[i] = now[i] = sqrt(dot(f->Q + (size_t)i * (size_t)n, f->Q + (size_t)i * (size_t)n, n));
    }
    for (int j = 0; j < rows; j++) {
        int best = j;
        for (int i = j + 1; i < rows; i++)
            if (now[i] * first[best] > now[best] * first[i])
                best = i;
        swap_rows(f->Q, j, best, n);
        swap_rows(f->L, j, best, rows);
        swap_rows(first, j, best, 1);
        swap_rows(now, j, best, 1);
        const int pivot_row = f->order[best];
        f->order[best] = f->order[j];
        f->order[j] = pivot_row;
        double *q = f->Q + (size_t)j * (size_t)n, *l = f->L + (size_t)j * (size_t)rows;
        for (int k = 0; k < j; k++) { /* reorthogonalization */
            const double c = dot(q, f->Q + (size_t)k * (size_t)n, n);
            l[k] += c;
            for (int i = 0; i < n; i++)
                q[i] -= c * f->Q[(size_t)k * (size_t)n + (size_t)i];
        }
        const double length = sqrt(dot(q, q, n));
        if (!(length > min_length * first[j]))
            break;
        l[j] = length;
        for (int i = 0; i < n; i++)
            q[i] /= length;
        f->rank = j + 1;
        for (int r = j + 1; r < rows; r++) {
            double *a = f->Q + (size_t)r * (size_t)n;
            const double c = dot(a, q, n);
            f->L[(size_t)r * (size_t)rows + (size_t)j] = c;
            for (int i = 0; i < n; i++)
                a[i] -= c * q[i];
            now[r] = sqrt(dot(a, a, n));
        }
    }
}
