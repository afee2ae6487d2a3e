/* small.c - small systems: residuals, and solutions of least norm, which are orthogonal to what A takes to zero. */
#include "linalg/small.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { MOST = 40 };

/* Numbers between -1 and 1, the same in every run. */
static double number(unsigned *state)
{
    *state = *state * 1664525U + 1013904223U;
    return 2 * (double)(*state >> 8) / (1 << 24) - 1;
}

static void multiply(int n, const double *A, const double *x, double *y)
{
    memset(y, 0, (size_t)n * sizeof(double));
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            y[i] += A[j * n + i] * x[j];
}

static double largest_difference(int n, const double *a, const double *b)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

Test(small, factors_solve_systems_of_any_size)
{
    static double A[MOST * MOST], LU[MOST * MOST], x[MOST], b[MOST], y[MOST];
    unsigned state = 1;
    for (int n = 1; n <= MOST; n++) {
        lapack_int pivot[MOST];
        for (int i = 0; i < n * n; i++)
            A[i] = number(&state);
        for (int i = 0; i < n; i++)
            x[i] = b[i] = number(&state);
        memcpy(LU, A, sizeof A);
        cr_assert_eq(tml_small_factor(n, LU, pivot), 0);
        tml_small_solve(n, LU, pivot, x);
        multiply(n, A, x, y);
        double size = 1;
        for (int i = 0; i < n; i++)
            size = fmax(size, fabs(x[i]));
        cr_expect_lt(largest_difference(n, y, b), 1e-13 * size, "n = %d", n);
    }
}

Test(small, a_zero_pivot_is_told)
{
    double A[] = {1, 2, 2, 4};
    lapack_int pivot[2];
    cr_expect_eq(tml_small_factor(2, A, pivot), 2);
}

/* A = B C of rank r; x of least norm is in the rows of C, and A x = b has it exactly. */
Test(small, singular_systems_have_solutions_of_least_norm)
{
    static double A[MOST * MOST], B[MOST * MOST], C[MOST * MOST], copy[MOST * MOST], b[MOST], x[MOST], y[MOST], z[MOST];
    unsigned state = 7;
    for (int n = 2; n <= MOST; n += n < 8 ? 1 : 5)
        for (int r = 1; r <= n; r += n < 8 ? 1 : 4) {
            lapack_int pivot[MOST];
            memset(A, 0, sizeof A);
            for (int i = 0; i < n * r; i++)
                B[i] = number(&state), C[i] = number(&state);
            for (int j = 0; j < n; j++)
                for (int i = 0; i < n; i++)
                    for (int k = 0; k < r; k++)
                        A[j * n + i] += B[k * n + i] * C[j * r + k];
            for (int i = 0; i < n; i++)
                z[i] = number(&state);
            multiply(n, A, z, b);
            memcpy(copy, A, sizeof A);
            memcpy(x, b, sizeof b);
            cr_expect_eq(tml_small_least(n, copy, x, 1e-9, pivot), r, "n = %d", n);
            multiply(n, A, x, y);
            cr_expect_lt(largest_difference(n, y, b), 1e-11, "n = %d, r = %d", n, r);
            double along = 0, longer = 0; /* z = x + what A takes to zero, which is orthogonal to x */
            for (int i = 0; i < n; i++)
                along += x[i] * (z[i] - x[i]), longer += z[i] * z[i];
            cr_expect_lt(fabs(along), 1e-9 * longer, "n = %d, r = %d", n, r);
        }
}

Test(small, inconsistent_systems_are_solved_as_well_as_possible)
{
    double A[] = {1, 1, 1, 1}, x[] = {1, 3};
    lapack_int pivot[2];
    cr_expect_eq(tml_small_least(2, A, x, 1e-9, pivot), 1);
    cr_expect_float_eq(x[0], 1, 1e-15);
    cr_expect_float_eq(x[1], 1, 1e-15);
}
