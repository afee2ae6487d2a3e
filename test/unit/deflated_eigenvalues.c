/* deflated_eigenvalues.c - eigenvalues of matrices whose eigenvalues are known, zero ones among them. */
#include "linalg/deflated_eigenvalues.h"
#include "support/eigenvalue_list.h"
#include <criterion/criterion.h>
#include <math.h>

static const double ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};

/* Companion matrix of (s - 2)(s + 3)(s^2 + 2 s + 5): column-major, its last column the coefficients. */
Test(deflated_eigenvalues, companion_matrix_has_the_roots_of_its_polynomial)
{
    tml_arena arena = {0};
    tml_eigen e;
    /* (s^2 + s - 6)(s^2 + 2 s + 5) = s^4 + 3 s^3 + s^2 - 7 s - 30 */
    const double A[16] = {0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 30, 7, -1, -3};
    cr_assert(tml_eigen_general(A, ones, 4, &arena, &e));
    cr_expect_eq(e.count, 3, "of a pair one: %d", e.count);
    cr_expect_eq(count_eigenvalue(e.re, e.im, e.count, 2, 0), 1);
    cr_expect_eq(count_eigenvalue(e.re, e.im, e.count, -3, 0), 1);
    cr_expect_eq(count_eigenvalue(e.re, e.im, e.count, -1, 2), 1);
    tml_arena_free(&arena);
}

/* A free mass: s = 0 twice with one eigenvector. Only that one is listed, as zero, whatever the units. */
Test(deflated_eigenvalues, defective_zero_is_listed_once_per_eigenvector)
{
    for (double unit = 1e-6; unit < 1e7; unit *= 1e6) {
        tml_arena arena = {0};
        tml_eigen e;
        const double A[16] = {0, 0, 0, 0, unit, 0, 0, 0, 0, 0, 0, -400 * unit, 0, 0, unit, 0};
        cr_assert(tml_eigen_general(A, ones, 4, &arena, &e));
        int zeros = 0;
        for (int i = 0; i < e.count; i++)
            zeros += e.zero[i];
        cr_expect_eq(zeros, 1, "%d zeros in units of %g", zeros, unit);
        cr_expect_eq(e.count, 2);
        cr_expect_float_eq(e.im[e.count - 1], 20 * unit, 1e-12 * unit);
        tml_arena_free(&arena);
    }
}

/* K = [2 -1; -1 2], M = [2 0; 0 2]: 1/2 and 3/2. With K = [1 -1; -1 1] one is zero: a rigid motion. */
Test(deflated_eigenvalues, pencil_gives_rising_values_and_exact_zeros)
{
    tml_arena arena = {0};
    tml_eigen e;
    const double fixed[] = {2, -1, -1, 2}, loose[] = {1, -1, -1, 1}, M[] = {2, 0, 0, 2};
    cr_assert(tml_eigen_pencil(fixed, M, 2, &arena, &e));
    cr_assert_eq(e.count, 2);
    cr_expect_float_eq(e.re[0], 0.5, 1e-15);
    cr_expect_float_eq(e.re[1], 1.5, 1e-15);
    cr_assert(tml_eigen_pencil(loose, M, 2, &arena, &e));
    cr_expect(e.zero[0]);
    cr_expect_eq(e.re[0], 0);
    cr_expect_float_eq(e.re[1], 1, 1e-15);
    tml_arena_free(&arena);
}

Test(deflated_eigenvalues, pencil_with_indefinite_mass_is_refused)
{
    tml_arena arena = {0};
    tml_eigen e;
    const double K[] = {1, 0, 0, 1}, M[] = {1, 0, 0, -1};
    cr_expect_not(tml_eigen_pencil(K, M, 2, &arena, &e));
    tml_arena_free(&arena);
}
