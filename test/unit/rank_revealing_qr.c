/* rank_revealing_qr.c - row space, null space and multipliers of matrices with and without dependent rows; eigenvalues. */
#include "linalg/rank_revealing_qr.h"
#include "linalg/eigenvalues.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* Rows of very different length; the third is the sum of the first and twice the second. */
static const double A[3][4] = {{1, 2, 0, -1}, {1e3, 0, 2e3, 1e3}, {2001, 2, 4000, 1999}};

static tml_rank_qr factored(tml_arena *arena)
{
    tml_rank_qr f = tml_rank_qr_make(3, 4, arena);
    memcpy(f.rows, A, sizeof A);
    cr_assert(tml_rank_qr_factor(&f, 3, 1e-9));
    return f;
}

static double times(int row, const double *x)
{
    return A[row][0] * x[0] + A[row][1] * x[1] + A[row][2] * x[2] + A[row][3] * x[3];
}

Test(rank_revealing_qr, null_space_is_orthogonal_to_the_rows)
{
    tml_arena arena = {0};
    const tml_rank_qr f = factored(&arena);
    const double *Z = tml_rank_qr_null_space(&f);
    cr_assert_eq(f.rank, 2);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 3; i++)
            cr_expect_float_eq(times(i, Z + 4 * k), 0, 1e-11);
        for (int l = 0; l < 2; l++) {
            double dot = 0;
            for (int j = 0; j < 4; j++)
                dot += Z[4 * k + j] * Z[4 * l + j];
            cr_expect_float_eq(dot, k == l, 1e-14);
        }
    }
    tml_arena_free(&arena);
}

Test(rank_revealing_qr, minimum_norm_solution_satisfies_the_rows)
{
    tml_arena arena = {0};
    const tml_rank_qr f = factored(&arena);
    const double b[3] = {3, 500, 1003};
    double x[4];
    tml_rank_qr_solve(&f, b, x);
    for (int i = 0; i < 3; i++)
        cr_expect_float_eq(times(i, x), b[i], 1e-11);
    const double *Z = tml_rank_qr_null_space(&f);
    for (int k = 0; k < 2; k++)
        cr_expect_float_eq(Z[4 * k] * x[0] + Z[4 * k + 1] * x[1] + Z[4 * k + 2] * x[2] + Z[4 * k + 3] * x[3], 0, 1e-14);
    tml_arena_free(&arena);
}

/* A' y = b with the smallest y: it is orthogonal to (1, 2, -1), which A' takes to zero. */
Test(rank_revealing_qr, multipliers_have_minimum_norm)
{
    tml_arena arena = {0};
    const tml_rank_qr f = factored(&arena);
    double b[4], y[3];
    for (int j = 0; j < 4; j++)
        b[j] = 5 * A[0][j] - 2 * A[1][j];
    cr_assert(tml_rank_qr_solve_transpose(&f, b, y));
    for (int j = 0; j < 4; j++)
        cr_expect_float_eq(A[0][j] * y[0] + A[1][j] * y[1] + A[2][j] * y[2], b[j], 1e-9);
    cr_expect_float_eq(y[0] + 2 * y[1] - y[2], 0, 1e-12);
    tml_arena_free(&arena);
}

Test(rank_revealing_qr, without_rows_everything_is_free)
{
    tml_arena arena = {0};
    tml_rank_qr f = tml_rank_qr_make(0, 2, &arena);
    double x[2] = {7, 7}, y[1];
    cr_assert(tml_rank_qr_factor(&f, 0, 1e-9));
    cr_expect(tml_rank_qr_null_space(&f)[0] == 1 && tml_rank_qr_null_space(&f)[3] == 1 &&
              tml_rank_qr_null_space(&f)[1] == 0);
    tml_rank_qr_solve(&f, NULL, x);
    cr_expect(x[0] == 0 && x[1] == 0);
    cr_expect(tml_rank_qr_solve_transpose(&f, x, y));
    tml_arena_free(&arena);
}

Test(eigenvalues, eigenvalues_match_known_ones)
{
    tml_arena arena = {0};
    tml_eigenvalues s = tml_eigenvalues_make(2, &arena);
    cr_assert(tml_eigenvalues_find(&s, (const double[]){2, 3, 3, 2}, 2, 1e-12));
    cr_expect(s.symmetric);
    cr_expect_float_eq(s.values[0], -1, 1e-14);
    cr_expect_float_eq(s.values[1], 5, 1e-14);
    cr_expect_float_eq(s.vectors[0], -s.vectors[1], 1e-14);
    cr_assert(tml_eigenvalues_find(&s, (const double[]){1, -4, 4, 3}, 2, 1e-12)); /* 2 +- i sqrt(15) */
    cr_expect(!s.symmetric);
    cr_expect_float_eq(s.values[0], 2, 1e-14);
    cr_expect_float_eq(s.values[1], 2, 1e-14);
    tml_arena_free(&arena);
}

/* (1, 2, -1) in whatever length. */
Test(rank_revealing_qr, dependent_rows_are_found)
{
    tml_arena arena = {0};
    const tml_rank_qr f = factored(&arena);
    double y[3];
    tml_rank_qr_dependence(&f, 0, y);
    cr_expect_float_eq(y[1] / y[0], 2, 1e-12);
    cr_expect_float_eq(y[2] / y[0], -1, 1e-12);
    tml_arena_free(&arena);
}

/* The rows (1, 0, 0), (0, 1, 0) and (1, 1, e) depend on each other up to e. */
Test(rank_revealing_qr, tells_how_nearly_rows_depend)
{
    tml_arena arena = {0};
    double y[3];
    for (double e = 1e-6; e > 1e-14; e *= 1e-2) {
        tml_rank_qr f = tml_rank_qr_make(3, 3, &arena);
        const double rows[] = {1, 0, 0, 0, 1, 0, 1, 1, e};
        memcpy(f.rows, rows, sizeof rows);
        cr_assert(tml_rank_qr_factor(&f, 3, 1e-5));
        cr_expect_eq(f.rank, 2);
        const double left = tml_rank_qr_dependence(&f, 0, y);
        double sum[3] = {0};
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                sum[j] += rows[3 * i + j] * y[i];
        cr_expect_float_eq(left / (sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2])), 1, 1e-2);
        cr_expect_leq(left, 1.5 * e);
        cr_expect_geq(left, 0.1 * e);
    }
    tml_arena_free(&arena);
}
