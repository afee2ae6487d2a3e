/* thin_qr.c - thin QR of matrices with more rows than columns: solutions, the smallest singular value and its vectors. */
#include "linalg/thin_qr.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { M = 5, N = 3 };

/* By columns; the last is almost the sum of the others: what is left of it is e. */
static void fill(double *A, double e)
{
    static const double first[N - 1][M] = {{1, 2, 0, -1, 3}, {0, 1, 1, 4, -2}}, rest[M] = {1, -1, 2, 0.5, 0};
    memcpy(A, first, sizeof first);
    for (int i = 0; i < M; i++)
        A[2 * M + i] = first[0][i] + first[1][i] + e * rest[i];
}

static tml_thin_qr factored(double e, double *A, tml_arena *arena)
{
    tml_thin_qr f = tml_thin_qr_make(M, N, arena);
    fill(A, e);
    memcpy(f.A, A, M * N * sizeof(double));
    tml_thin_qr_factor(&f);
    return f;
}

Test(thin_qr, solution_satisfies_consistent_equations)
{
    tml_arena arena = {0};
    double A[M * N], x[N];
    const tml_thin_qr f = factored(0.7, A, &arena);
    const double want[N] = {0.3, -2, 1.5};
    double b[M] = {0};
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++)
            b[i] += A[j * M + i] * want[j];
    tml_thin_qr_solve(&f, b, x);
    for (int j = 0; j < N; j++)
        cr_expect_float_eq(x[j], want[j], 1e-13);
    tml_arena_free(&arena);
}

/* A matrix that is not finite does not spoil later factors. */
Test(thin_qr, factoring_recovers_after_numbers_that_are_not_finite)
{
    tml_arena arena = {0};
    double A[M * N];
    tml_thin_qr f = factored(0.7, A, &arena);
    const double sigma_min = f.sigma_min;
    for (int i = 0; i < M * N; i++)
        f.A[i] = NAN;
    tml_thin_qr_factor(&f);
    cr_expect_not(isfinite(f.sigma_min));
    memcpy(f.A, A, sizeof A);
    tml_thin_qr_factor(&f);
    cr_expect_float_eq(f.sigma_min, sigma_min, 1e-3 * sigma_min);
    tml_arena_free(&arena);
}

/* A u = sigma_min w, and no unit vector has a smaller image: by a search over the sphere. */
Test(thin_qr, sigma_min_is_the_smallest_singular_value)
{
    for (double e = 1; e > 1e-9; e *= 1e-2) {
        tml_arena arena = {0};
        double A[M * N], least = INFINITY, length = 0;
        const tml_thin_qr f = factored(e, A, &arena);
        for (int k = 0; k < 200; k++)
            for (int l = 0; l < 200; l++) {
                const double p = 3.2 * k / 200, q = 3.2 * l / 200, u[N] = {sin(p) * cos(q), sin(p) * sin(q), cos(p)};
                double sum = 0;
                for (int i = 0; i < M; i++) {
                    const double r = A[i] * u[0] + A[M + i] * u[1] + A[2 * M + i] * u[2];
                    sum += r * r;
                }
                least = fmin(least, sqrt(sum));
            }
        cr_expect_leq(f.sigma_min, least * (1 + 1e-3));
        for (int i = 0; i < M; i++) {
            const double r = A[i] * f.u[0] + A[M + i] * f.u[1] + A[2 * M + i] * f.u[2];
            cr_expect_float_eq(r, f.sigma_min * f.w[i], 1e-3 * f.sigma_min + 1e-15);
            length += f.w[i] * f.w[i];
        }
        cr_expect_float_eq(length, 1, 1e-12);
        tml_arena_free(&arena);
    }
}

Test(thin_qr, singular_matrices_have_no_sigma_min)
{
    tml_arena arena = {0};
    double A[M * N];
    const tml_thin_qr f = factored(0, A, &arena);
    cr_expect_leq(f.sigma_min, 1e-14);
    cr_expect_float_eq(fabs(f.u[2]), 1 / sqrt(3), 1e-8);
    tml_arena_free(&arena);
}

/* Of a matrix of rank one, |x| |y|. */
Test(thin_qr, norm_of_a_rank_one_difference_is_exact)
{
    tml_arena arena = {0};
    double A[M * N], B[M * N];
    const tml_thin_qr f = factored(1, A, &arena);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++)
            B[j * M + i] = A[j * M + i] - (i + 1) * (j == 1 ? 2 : -1);
    cr_expect_float_eq(tml_thin_qr_difference(&f, A, B), sqrt(55) * sqrt(6), 1e-12);
    cr_expect_eq(tml_thin_qr_difference(&f, A, A), 0);
    tml_arena_free(&arena);
}
