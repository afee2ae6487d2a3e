/* minimum_norm.c - the shortest solution of a few rows, well conditioned or not, by formulas worked out by hand. */
#include "linalg/minimum_norm.h"
#include <criterion/criterion.h>
#include <math.h>

/* Rows (1, 1, 0) and (0, s, s): A A' = (2, s; s, 2 s^2), its inverse (2 s^2, -s; -s, 2)/(3 s^2). */
static void expect_shortest(double s)
{
    int start[] = {0, 2, 4}, column[] = {0, 1, 1, 2};
    double value[] = {1, 1, s, s}, x[3];
    const tml_row_matrix A = {2, 3, start, column, value};
    const double b[] = {3, 5 * s}, y[] = {(2 * 3 - 5) / 3.0, (2 * 5 - 3) / (3 * s)};
    int rank;
    cr_assert(tml_minimum_norm(&A, b, x, &rank));
    cr_expect_eq(rank, 2);
    cr_expect_float_eq(x[0], y[0], 1e-14);
    cr_expect_float_eq(x[1], y[0] + s * y[1], 1e-14);
    cr_expect_float_eq(x[2], s * y[1], 1e-14);
}

Test(minimum_norm, of_rows_of_any_unit_is_that_of_the_normal_equations)
{
    expect_shortest(1);
    expect_shortest(1e-6);
    expect_shortest(1e9);
}

/* (1, 0), (1, e): of rank 2 while e is far from rounding, x = (1, 1/e); else least squares of both. */
static void expect_close_rows(double e, int expected, double x0, double x1, double tolerance)
{
    int start[] = {0, 2, 4}, column[] = {0, 1, 0, 1}, rank;
    double value[] = {1, 0, 1, e}, x[2];
    const tml_row_matrix A = {2, 2, start, column, value};
    cr_assert(tml_minimum_norm(&A, (const double[]){1, 2}, x, &rank));
    cr_expect_eq(rank, expected, "%g: %d", e, rank);
    cr_expect_float_eq(x[0], x0, tolerance, "%g: %g", e, x[0]);
    cr_expect_float_eq(x[1], x1, tolerance * fmax(1, fabs(x1)), "%g: %g", e, x[1]);
}

Test(minimum_norm, of_rows_that_are_almost_the_same_ends_where_they_count_as_dependent)
{
    expect_close_rows(1e-3, 2, 1, 1e3, 1e-12);
    expect_close_rows(1e-7, 2, 1, 1e7, 1e-8);
    expect_close_rows(1e-12, 1, 1.5, 0, 1e-9);
}

/* More rows than columns, and a row of zeros: least squares. */
Test(minimum_norm, of_contradictory_rows_is_least_squares)
{
    int start[] = {0, 1, 2, 2}, column[] = {0, 0}, rank;
    double value[] = {1, 1}, x[3];
    const tml_row_matrix A = {3, 3, start, column, value};
    cr_assert(tml_minimum_norm(&A, (const double[]){1, 3, 0}, x, &rank));
    cr_expect_eq(rank, 1);
    cr_expect_float_eq(x[0], 2, 1e-14);
    cr_expect_float_eq(x[1], 0, 1e-14);
}
