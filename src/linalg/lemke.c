/* lemke.c - Lemke's complementary pivoting.
 *
 *   w = q + M z + z0,    z0 >= 0 the same for all rows
 * Begins with z0 large enough for w >= 0, and exchanges variables one by one: where w_i has become zero, z_i enters, and the other way round, until z0
 * is zero. Of each pair one variable is zero all the way. Where several would leave at once (q is degenerate), q + epsilon e with a small
 * epsilon and some positive e decides, so that no basis occurs twice.
 */
#include "linalg/lemke.h"
#include <math.h>
#include <stddef.h>

static const double PIVOT = 1e-11; /* of the largest entry of a column: smaller ones are zero */
static const double TIE = 1e-12;   /* of the largest q: rounding */

/* basic = A nonbasic + q + epsilon e;  variables 0 ... n - 1 are w, n ... 2 n - 1 are z, 2 n is z0. */
typedef struct {
    int n;
    double *A; /* (n x (n + 3)) by columns: of the n + 1 nonbasic variables, then q, e */
    int *basic, *nonbasic;
    double rounding; /* of q */
} dictionary;

int tml_lemke_work(int n)
{
    return n * (n + 3) + 2 * n + 1; /* an int is no larger than a double */
}

static double *column(const dictionary *d, int k)
{
    return d->A + (ptrdiff_t)k * d->n;
}

static dictionary begin(int n, const double *M, const double *q, double *work)
{
    dictionary d = {.n = n, .A = work};
    unsigned long random = 1;
    d.basic = (int *)(work + n * (n + 3)), d.nonbasic = d.basic + n;
    for (int i = 0; i < n * n; i++)
        d.A[i] = M[i];
    for (int i = 0; i < n; i++) {
        random = (random * 1103515245UL + 12345UL) & 0x7fffffffUL;
        column(&d, n)[i] = 1;
        column(&d, n + 1)[i] = q[i];
        column(&d, n + 2)[i] = 1 + (double)random / 2147483648.0;
        d.basic[i] = i, d.nonbasic[i] = n + i;
        d.rounding = fmax(d.rounding, TIE * fabs(q[i]));
    }
    d.nonbasic[n] = 2 * n;
    return d;
}

/* Exchanges the basic variable of a row with a nonbasic one. */
static void exchange(dictionary *d, int row, int entering)
{
    const int n = d->n, leaving = d->basic[row];
    double *c = column(d, entering);
    const double pivot = c[row];
    for (int k = 0; k < n + 3; k++) {
        double *other = column(d, k), factor = -other[row] / pivot;
        if (k == entering || factor == 0)
            continue;
        for (int i = 0; i < n; i++)
            other[i] += factor * c[i];
        other[row] = factor;
    }
    for (int i = 0; i < n; i++)
        c[i] /= pivot;
    c[row] = 1 / pivot;
    d->basic[row] = d->nonbasic[entering];
    d->nonbasic[entering] = leaving;
}

/* The row whose variable is the first to become zero as the entering one grows; -1: none does. z0 before others. */
static int leaving_row(const dictionary *d, int entering)
{
    const double *c = column(d, entering), *q = column(d, d->n + 1), *e = column(d, d->n + 2);
    double largest = 0;
    int best = -1;
    for (int i = 0; i < d->n; i++)
        largest = fmax(largest, fabs(c[i]));
    for (int i = 0; i < d->n; i++) {
        if (!(c[i] < -PIVOT * largest))
            continue;
        const double ratio = -q[i] / c[i], least = best < 0 ? INFINITY : -q[best] / c[best];
        const bool ties = best >= 0 && fabs(ratio - least) <= d->rounding * fmax(-1 / c[i], -1 / c[best]);
        if (best < 0 ||
            (ties ? d->basic[i] == 2 * d->n || (d->basic[best] != 2 * d->n && -e[i] / c[i] < -e[best] / c[best])
                  : ratio < least))
            best = i;
    }
    return best;
}

static int find_nonbasic(const dictionary *d, int variable)
{
    int k = 0;
    while (d->nonbasic[k] != variable)
        k++;
    return k;
}

bool tml_lemke_solve(int n, const double *M, const double *q, double *z, double *work)
{
    dictionary d = begin(n, M, q, work);
    int row = -1, entering = n;
    for (int i = 0; i < n; i++) {
        z[i] = 0;
        if (q[i] < 0 && (row < 0 || q[i] < q[row]))
            row = i;
    }
    if (row < 0)
        return true;
    for (int pivots = 0; pivots < 50 * n + 50; pivots++) {
        const int left = d.basic[row];
        exchange(&d, row, entering);
        if (left == 2 * n) {
            for (int i = 0; i < n; i++)
                if (d.basic[i] >= n)
                    z[d.basic[i] - n] = fmax(0, column(&d, n + 1)[i]);
            return true;
        }
        entering = find_nonbasic(&d, left < n ? left + n : left - n);
        row = leaving_row(&d, entering);
        if (row < 0)
            return false;
    }
    return false;
}
