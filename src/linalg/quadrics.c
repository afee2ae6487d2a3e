/* quadrics.c - common zeros of a few quadratic functions: Gauss-Newton steps, Newton's method for the nearest one. */
#include "linalg/quadrics.h"
#include "linalg/cholesky.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { MAX_STEPS = 60 };
static const double REGULARIZATION =
    1e-14; /* of the largest squared gradient: keeps steps finite for dependent gradients */

tml_quadrics *tml_quadrics_make(int count, int n, tml_arena *arena)
{
    tml_quadrics *z = TML_NEW(arena, tml_quadrics);
    const int all = n + count;
    *z = (tml_quadrics){.count = count, .n = n};
    z->Q = TML_NEW_ARRAY(arena, double, count *n *n + 1);
    z->b = TML_NEW_ARRAY(arena, double, count *n + 1);
    z->c = TML_NEW_ARRAY(arena, double, count + 1);
    z->J = TML_NEW_ARRAY(arena, double, count *n + 1);
    z->f = TML_NEW_ARRAY(arena, double, count + 1);
    z->schur = TML_NEW_ARRAY(arena, double, count *count + 1);
    z->K = TML_NEW_ARRAY(arena, double, all *all + 1);
    z->step = TML_NEW_ARRAY(arena, double, all + 1);
    z->trial = TML_NEW_ARRAY(arena, double, all + 1);
    z->pivot = TML_NEW_ARRAY(arena, int, all + 1);
    return z;
}

double tml_quadrics_evaluate(tml_quadrics *z, const double *x)
{
    const int n = z->n;
    double largest = 0;
    for (int l = 0; l < z->count; l++) {
        double *J = z->J + l * n, sum = z->c[l];
        for (int i = 0; i < n; i++) {
            double Qx = 0;
            for (int j = 0; j < n; j++)
                Qx += z->Q[(l * n + i) * n + j] * x[j];
            J[i] = 2 * Qx + z->b[l * n + i];
            sum += (Qx + z->b[l * n + i]) * x[i];
        }
        z->f[l] = sum;
        largest = fmax(largest, fabs(sum));
    }
    return largest;
}

/* J J' + regularization, factored in z->schur. */
static bool factor_schur(tml_quadrics *z, double regularization, double min_pivot)
{
    const int m = z->count, n = z->n;
    double largest = 0;
    for (int l = 0; l < m; l++)
        for (int k = 0; k <= l; k++) {
            double sum = 0;
            for (int i = 0; i < n; i++)
                sum += z->J[l * n + i] * z->J[k * n + i];
            z->schur[l * m + k] = sum;
            largest = l == k ? fmax(largest, sum) : largest;
        }
    for (int l = 0; l < m; l++)
        z->schur[l * m + l] += regularization * largest;
    return tml_cholesky(z->schur, m, min_pivot);
}

bool tml_quadrics_regular(tml_quadrics *z, double min_sine)
{
    for (int l = 0; l < z->count; l++) {
        double square = 0;
        for (int i = 0; i < z->n; i++)
            square += z->J[l * z->n + i] * z->J[l * z->n + i];
        if (square == 0)
            return false;
    }
    return factor_schur(z, 0, min_sine * min_sine);
}

/* z->step = J^+ f, by J (J J')^-1 f. */
static bool underdetermined_step(tml_quadrics *z)
{
    double *y = z->trial;
    if (!factor_schur(z, REGULARIZATION, 0))
        return false;
    memcpy(y, z->f, (size_t)z->count * sizeof(double));
    tml_cholesky_solve(z->schur, z->count, y);
    for (int i = 0; i < z->n; i++) {
        z->step[i] = 0;
        for (int l = 0; l < z->count; l++)
            z->step[i] += z->J[l * z->n + i] * y[l];
    }
    return true;
}

/* The same with more functions than unknowns, by (J'J)^-1 J'f. */
static bool overdetermined_step(tml_quadrics *z)
{
    const int n = z->n;
    double largest = 0;
    for (int i = 0; i < n; i++) {
        z->step[i] = 0;
        for (int l = 0; l < z->count; l++)
            z->step[i] += z->J[l * n + i] * z->f[l];
        for (int j = 0; j <= i; j++) {
            z->K[i * n + j] = 0;
            for (int l = 0; l < z->count; l++)
                z->K[i * n + j] += z->J[l * n + i] * z->J[l * n + j];
        }
        largest = fmax(largest, z->K[i * n + i]);
    }
    for (int i = 0; i < n; i++)
        z->K[i * n + i] += REGULARIZATION * largest;
    if (!tml_cholesky(z->K, n, 0))
        return false;
    tml_cholesky_solve(z->K, n, z->step);
    return true;
}

bool tml_quadrics_solve(tml_quadrics *z, double *x, double tolerance)
{
    for (int pass = 0; pass < MAX_STEPS; pass++) {
        if (!(tml_quadrics_evaluate(z, x) > tolerance))
            return tml_all_finite(x, z->n);
        if (!(z->count <= z->n ? underdetermined_step(z) : overdetermined_step(z)))
            return false;
        for (int i = 0; i < z->n; i++)
            x[i] -= z->step[i];
    }
    return false;
}

/* The multipliers that minimize |x + J' mu|, after x in z->trial. */
static bool guess_multipliers(tml_quadrics *z, const double *x)
{
    double *mu = z->trial + z->n;
    if (!factor_schur(z, REGULARIZATION, 0))
        return false;
    for (int l = 0; l < z->count; l++) {
        mu[l] = 0;
        for (int i = 0; i < z->n; i++)
            mu[l] -= z->J[l * z->n + i] * x[i];
    }
    tml_cholesky_solve(z->schur, z->count, mu);
    return true;
}

/* One Newton step of z->trial = (x, mu); returns its length, NaN: singular. */
static double newton_step(tml_quadrics *z)
{
    const int n = z->n, m = z->count, all = n + m;
    double *x = z->trial, *mu = z->trial + n, length = 0;
    tml_quadrics_evaluate(z, x);
    memset(z->K, 0, (size_t)all * (size_t)all * sizeof(double));
    for (int i = 0; i < n; i++) {
        z->K[i * all + i] = 1;
        z->step[i] = -x[i];
        for (int l = 0; l < m; l++) {
            z->step[i] -= z->J[l * n + i] * mu[l];
            z->K[i * all + n + l] = z->K[(n + l) * all + i] = z->J[l * n + i];
            for (int j = 0; j < n; j++)
                z->K[i * all + j] += 2 * mu[l] * z->Q[(l * n + i) * n + j];
        }
    }
    for (int l = 0; l < m; l++)
        z->step[n + l] = -z->f[l];
    if (LAPACKE_dgesv_work(LAPACK_COL_MAJOR, all, 1, z->K, all, z->pivot, z->step, all))
        return NAN;
    for (int i = 0; i < all; i++)
        z->trial[i] += z->step[i];
    for (int i = 0; i < n; i++)
        length = fmax(length, fabs(z->step[i]));
    return length;
}

bool tml_quadrics_nearest(tml_quadrics *z, double *x, double tolerance)
{
    memcpy(z->trial, x, (size_t)z->n * sizeof(double));
    if (!guess_multipliers(z, x))
        return false;
    for (int pass = 0; pass < MAX_STEPS; pass++) {
        double size = 0;
        const double length = newton_step(z);
        for (int i = 0; i < z->n; i++)
            size = fmax(size, fabs(z->trial[i]));
        if (!isfinite(length))
            return false;
        if (length > 1e-13 * size)
            continue;
        memcpy(x, z->trial, (size_t)z->n * sizeof(double));
        return tml_quadrics_solve(z, x, tolerance);
    }
    return false;
}
