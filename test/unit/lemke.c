/* lemke.c - linear complementarity by pivoting: conditions of random problems, degenerate ones, and one without a solution. */
#include "linalg/lemke.h"
#include "support/mechanics.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { MOST = 40 };

static bool solve(int n, const double *M, const double *q, double *z)
{
    double *work = malloc((size_t)tml_lemke_work(n) * sizeof *work);
    const bool found = tml_lemke_solve(n, M, q, z, work);
    free(work);
    return found;
}

static void expect_conditions(int n, const double *M, const double *q, const double *z)
{
    for (int i = 0; i < n; i++) {
        double w = q[i], size = fabs(q[i]);
        for (int k = 0; k < n; k++)
            w += M[k * n + i] * z[k], size += fabs(M[k * n + i] * z[k]);
        cr_assert_geq(z[i], 0);
        cr_assert_geq(w, -1e-10 * size, "w %g", w);
        cr_assert(fmin(fabs(w), z[i]) <= 1e-9 * (size + 1), "w %g z %g", w, z[i]);
    }
}

/* M = B B' of any rank, q = B v + s with s >= 0: there are solutions. */
Test(lemke, semidefinite_problems_are_solved_whatever_their_rank)
{
    random_source d = {7};
    for (int trial = 0; trial < 400; trial++) {
        const int n = 1 + trial % MOST, rank = 1 + trial % 7;
        double B[MOST * 7], M[MOST * MOST], q[MOST], z[MOST];
        for (int i = 0; i < n * rank; i++)
            B[i] = random_between(&d, -1, 1);
        for (int i = 0; i < n; i++) {
            q[i] = trial % 2 ? random_between(&d, 0, 1) : 0;
            for (int a = 0; a < rank; a++)
                q[i] += B[a * n + i] * (a - 2.5);
            for (int k = 0; k < n; k++) {
                M[k * n + i] = 0;
                for (int a = 0; a < rank; a++)
                    M[k * n + i] += B[a * n + i] * B[a * n + k];
            }
        }
        cr_assert(solve(n, M, q, z), "trial %d: size %d, rank %d", trial, n, rank);
        expect_conditions(n, M, q, z);
    }
}

/* Every row several times. */
Test(lemke, equal_rows_do_not_make_it_turn_in_circles)
{
    double M[36], q[6], z[6], sum = 0;
    for (int i = 0; i < 36; i++)
        M[i] = 1;
    for (int i = 0; i < 6; i++)
        q[i] = -3;
    cr_assert(solve(6, M, q, z));
    for (int i = 0; i < 6; i++)
        sum += z[i];
    cr_expect_float_eq(sum, 3, 1e-14);
}

Test(lemke, a_problem_without_a_solution_ends)
{
    double z[2];
    cr_expect_not(solve(1, (double[]){-1}, (double[]){-1}, z));
    cr_expect_not(solve(2, (double[]){0, 0, 0, -1}, (double[]){1, -1}, z));
}
