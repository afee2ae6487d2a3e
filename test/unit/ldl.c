/* ldl.c - sparse symmetric indefinite factors and KKT matrices against LAPACK: solutions, and the signs of eigenvalues. */
#include "linalg/kkt.h"
#include "support/larger.h"
#include "support/mechanics.h"
#include <criterion/criterion.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 300, SMALL = 60 };

typedef struct {
    int n;
    double full[MOST * MOST];
} matrix;

static void put(matrix *A, int i, int j, double value)
{
    A->full[i * A->n + j] = A->full[j * A->n + i] = value;
}

/* A random symmetric pattern, many zeros on its diagonal. */
static matrix random_matrix(random_source *d, int n, double density, double zeros)
{
    matrix A = {.n = n};
    for (int i = 0; i < n; i++) {
        if (random_between(d, 0, 1) > zeros)
            put(&A, i, i, random_between(d, -1, 1));
        for (int j = 0; j < i; j++)
            if (random_between(d, 0, 1) < density)
                put(&A, i, j, random_between(d, -1, 1));
    }
    return A;
}

static tml_pattern pattern_of(const matrix *A, tml_arena *arena)
{
    tml_marks marks = {.arena = arena};
    for (int i = 0; i < A->n; i++)
        for (int j = 0; j < A->n; j++)
            if (A->full[i * A->n + j] != 0 || i == j)
                tml_mark(&marks, i, j);
    return tml_pattern_make(&marks, A->n);
}

/* Eigenvalues by LAPACK; how many are negative. *smallest: the smallest by size. */
static int negative_of(const matrix *A, double *smallest)
{
    static double copy[MOST * MOST], w[MOST];
    memcpy(copy, A->full, sizeof copy);
    cr_assert_eq(LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'N', 'U', A->n, copy, A->n, w), 0);
    int count = 0;
    *smallest = INFINITY;
    for (int i = 0; i < A->n; i++)
        count += w[i] < 0, *smallest = fmin(*smallest, fabs(w[i]));
    return count;
}

/* The last `free_count` unknowns are not coupled with each other, as constraints are not. */
static void uncouple_last(matrix *A, int free_count)
{
    for (int i = A->n - free_count; i < A->n; i++)
        for (int j = A->n - free_count; j <= i; j++)
            put(A, i, j, 0);
}

/* True where the matrix is far enough from a singular one to be judged. */
static bool agrees_with_lapack(random_source *d, const matrix *A, int groups, int free_count)
{
    tml_arena arena = {0};
    const int n = A->n;
    const tml_pattern p = pattern_of(A, &arena);
    double *value = TML_NEW_ARRAY(&arena, double, p.entries), x[MOST], y[MOST] = {0}, smallest, off = 0;
    int *group = TML_NEW_ARRAY(&arena, int, n);
    for (int j = 0; j < n; j++) {
        group[j] = j < n - free_count ? random_index(d, groups) : -1;
        x[j] = random_between(d, -1, 1);
        for (int e = p.column[j]; e < p.column[j + 1]; e++) {
            value[e] = A->full[p.row[e] * n + j];
            y[p.row[e]] += value[e] * x[j];
        }
    }
    tml_ldl *f = tml_ldl_make(p, group, groups, &arena);
    tml_ldl_factor(f, value);
    tml_ldl_factor(f, value); /* again: nothing of the first may be left */
    const int negative = negative_of(A, &smallest);
    const bool regular = smallest > 1e-8;
    if (regular) {
        cr_expect_eq(tml_ldl_zero(f), 0, "n = %d: %d zero pivots", n, tml_ldl_zero(f));
        cr_expect_eq(tml_ldl_negative(f), negative, "n = %d: %d negative, not %d", n, tml_ldl_negative(f), negative);
        tml_ldl_solve(f, y);
        for (int j = 0; j < n; j++)
            off = larger(off, fabs(y[j] - x[j]));
        cr_expect(off <= (n > SMALL ? 1e-12 : 1e-13) / smallest, "n = %d: off by %g", n, off);
    }
    tml_arena_free(&arena);
    return regular;
}

Test(ldl, solution_and_inertia_match_lapack)
{
    random_source d = {7};
    int sound = 0;
    for (int trial = 0; trial < 300; trial++) {
        const int n = 1 + random_index(&d, SMALL), groups = 1 + random_index(&d, n);
        const matrix A = random_matrix(&d, n, 3.0 / n, trial % 3 * 0.5);
        sound += agrees_with_lapack(&d, &A, groups, 0);
    }
    cr_expect(sound > 100, "only %d matrices were regular", sound);
}

Test(ldl, unknowns_without_a_group_join_a_neighbour)
{
    random_source d = {11};
    int sound = 0;
    for (int trial = 0; trial < 200; trial++) {
        const int n = 3 + random_index(&d, SMALL - 3), free_count = n / 4,
                  groups = 1 + random_index(&d, n - free_count);
        matrix A = random_matrix(&d, n, 6.0 / n, trial % 2 * 0.5);
        uncouple_last(&A, free_count);
        sound += agrees_with_lapack(&d, &A, groups, free_count);
    }
    cr_expect(sound > 100, "only %d matrices were regular", sound);
}

/* Fronts of more rows than a panel has columns, and than a tile has rows. */
Test(ldl, large_fronts_match_lapack)
{
    random_source d = {13};
    int sound = 0;
    for (int trial = 0; trial < 8; trial++) {
        const int n = MOST - 20 * trial;
        const matrix A = random_matrix(&d, n, trial % 2 ? 0.5 : 0.05, trial % 3 * 0.4);
        sound += agrees_with_lapack(&d, &A, trial < 4 ? 1 + 20 * trial : n, 0);
    }
    cr_expect(sound >= 6, "only %d matrices were regular", sound);
}

Test(ldl, zero_rows_are_zero_pivots)
{
    tml_arena arena = {0};
    matrix A = {.n = 4};
    put(&A, 0, 1, 2);
    put(&A, 3, 3, -1);
    const tml_pattern p = pattern_of(&A, &arena);
    double value[8] = {0}, x[4] = {2, 4, 0, 3};
    static const int group[4] = {0, 1, 1, 2};
    for (int j = 0; j < 4; j++)
        for (int e = p.column[j]; e < p.column[j + 1]; e++)
            value[e] = A.full[p.row[e] * 4 + j];
    tml_ldl *f = tml_ldl_make(p, group, 3, &arena);
    tml_ldl_factor(f, value);
    cr_expect_eq(tml_ldl_zero(f), 1);
    cr_expect_eq(tml_ldl_negative(f), 2);
    tml_ldl_solve(f, x);
    cr_expect(x[0] == 2 && x[1] == 1 && x[2] == 0 && x[3] == -3, "%g %g %g %g", x[0], x[1], x[2], x[3]);
    tml_arena_free(&arena);
}

/* G = 0 holds x_0 + x_1 = 0; on it A is 1 - 3 - 2 b: negative for b > -1, whatever A is elsewhere. */
Test(ldl, inertia_of_a_kkt_matrix_is_that_along_the_constraints)
{
    for (int sign = 0; sign < 2; sign++) {
        tml_arena arena = {0};
        static const int column[] = {0, 2, 4}, row[] = {0, 1, 0, 1}, start[] = {0, 2}, of[] = {0, 1}, group[] = {0, 1};
        const double b = sign ? -2 : 0.5; /* A along (1, -1): 1 - 3 - 2 b */
        const double A[] = {1, b, b, -3};
        tml_kkt *k = tml_kkt_make((tml_pattern){.n = 2, .entries = 4, .column = column, .row = row}, 1, start, of,
                                  group, 2, &arena);
        memcpy(k->A_value, A, sizeof A);
        k->G_value[0] = k->G_value[1] = 1;
        cr_assert(tml_kkt_factor(k, 1, 0, 5, true));
        cr_expect_eq(tml_kkt_negative(k), sign ? 0 : 1, "b = %g: %d", b, tml_kkt_negative(k));
        const double f[] = {3, 1}, c[] = {10};
        for (int symmetric = 0; symmetric < 2; symmetric++) {
            double x[2], y;
            cr_assert(tml_kkt_factor(k, 1, 0, 5, symmetric));
            tml_kkt_solve(k, f, c, x, &y);
            cr_expect_float_eq(x[0] + x[1], 2, 1e-14);
            cr_expect_float_eq(x[0] + b * x[1] + 5 * y, 3, 1e-13);
            cr_expect_float_eq(b * x[0] - 3 * x[1] + 5 * y, 1, 1e-13);
        }
        tml_arena_free(&arena);
    }
}
