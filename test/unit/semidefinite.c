/* semidefinite.c - symmetric semidefinite matrices as sums of squares; indefinite ones are refused. */
#include "linalg/semidefinite.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static void check_sum(int n, const double *A, int rank)
{
    const tml_squares s = tml_squares_of(n, A);
    cr_assert_eq(s.rank, rank, "rank %d, not %d", s.rank, rank);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < rank; k++) {
                cr_assert_gt(s.d[k], 0);
                sum += s.d[k] * s.l[k][i] * s.l[k][j];
            }
            cr_assert_float_eq(sum, A[i * n + j], 4e-15 * sqrt(A[i * n + i] * A[j * n + j]), "%d %d", i, j);
        }
}

Test(semidefinite, diagonal_is_itself)
{
    const double A[9] = {1e9, 0, 0, 0, 3, 0, 0, 0, 0};
    const tml_squares s = tml_squares_of(3, A);
    check_sum(3, A, 2);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3; i++)
            cr_assert(s.l[k][i] == 0 || s.l[k][i] == 1);
}

/* Of any rank, with entries of very different units. */
Test(semidefinite, random_matrices_are_sums_of_squares)
{
    srand(3);
    for (int trial = 0; trial < 200; trial++) {
        double B[6][6], A[36];
        const int rank = 1 + trial % 6;
        const double unit[6] = {1, 1, 1e3, 1e-4, 1e6, 1e-6};
        for (int i = 0; i < 36; i++)
            B[i / 6][i % 6] = 2.0 * rand() / RAND_MAX - 1;
        for (int i = 0; i < 36; i++) {
            A[i] = 0;
            for (int k = 0; k < rank; k++)
                A[i] += B[k][i / 6] * B[k][i % 6];
            A[i] *= unit[i / 6] * unit[i % 6];
        }
        check_sum(6, A, rank);
    }
}

Test(semidefinite, indefinite_matrices_are_refused)
{
    const double negative[4] = {1, 0, 0, -1e-3}, indefinite[4] = {1, 1.001, 1.001, 1}, off[4] = {0, 1, 1, 1};
    const double late[9] = {1, 1, 0, 1, 1, 0.5, 0, 0.5, 1};
    cr_assert_eq(tml_squares_of(2, negative).rank, -1);
    cr_assert_eq(tml_squares_of(2, indefinite).rank, -1);
    cr_assert_eq(tml_squares_of(2, off).rank, -1);
    cr_assert_eq(tml_squares_of(3, late).rank, -1);
}
