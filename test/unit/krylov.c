/* krylov.c - the largest eigenvalues of known matrices with their multiplicity; deflated directions; the complete set. */
#include "linalg/krylov.h"
#include "support/eigenvalue_list.h"
#include "support/larger.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { N = 60 };

/* A block [3 4; -4 3] of the pair 3 +- 4 i, then `fold` times the eigenvalue 2, then 1/j; the last ten are zero: A does not reach them. */
typedef struct {
    int fold, failing, products;
} matrix;

static int product(void *context, const double *x, double *y)
{
    matrix *m = context;
    for (int j = 0; j < N; j++)
        y[j] = (j < 2 + m->fold ? 2 : j < N - 10 ? 1.0 / j : 0) * x[j];
    y[0] = 3 * x[0] + 4 * x[1];
    y[1] = 3 * x[1] - 4 * x[0];
    return m->failing && ++m->products > m->failing;
}

static void weigh(void *context, const double *x, double *y)
{
    (void)context;
    for (int j = 0; j < N; j++)
        y[j] = (1 + 0.1 * j) * x[j];
}

static void purge(void *context, double *x)
{
    (void)context;
    memset(x + N - 10, 0, 10 * sizeof(double));
}

static tml_krylov *make(matrix *m, tml_arena *arena)
{
    const tml_krylov_task task = {
        .product = product, .weigh = weigh, .purge = purge, .context = m, .n = N, .max_size = N, .dimension = N - 10};
    return tml_krylov_make(&task, arena);
}

Test(krylov, complex_pairs_and_real_eigenvalues_are_found)
{
    tml_arena arena = {0};
    matrix m = {0};
    tml_krylov_pairs p;
    cr_assert(tml_krylov_find(make(&m, &arena), 6, &arena, &p));
    cr_assert_geq(p.count, 6);
    cr_expect_eq(count_eigenvalue(p.re, p.im, p.count, 3, 4) + count_eigenvalue(p.re, p.im, p.count, 3, -4), 2);
    for (int j = 2; j < 6; j++)
        cr_expect_eq(count_eigenvalue(p.re, p.im, p.count, 1.0 / j, 0), 1, "1/%d", j);
    tml_arena_free(&arena);
}

/* With as many random vectors as there are copies all of them are found; with no more than can be reached, it is known to be all. */
Test(krylov, multiple_eigenvalues_are_found_with_their_multiplicity)
{
    tml_arena arena = {0};
    matrix m = {.fold = 17};
    tml_krylov_pairs p;
    tml_krylov *k = make(&m, &arena);
    cr_assert(tml_krylov_find(k, 4, &arena, &p));
    cr_expect_not(p.complete);
    cr_assert(tml_krylov_add_random(k, 17));
    cr_assert(tml_krylov_find(k, 21, &arena, &p));
    cr_expect_eq(count_eigenvalue(p.re, p.im, p.count, 2, 0), 17);
    cr_assert(tml_krylov_find(k, N, &arena, &p));
    cr_expect(p.complete);
    cr_expect_eq(p.count, N - 10);
    cr_expect_eq(count_eigenvalue(p.re, p.im, p.count, 2, 0), 17);
    tml_arena_free(&arena);
}

/* Locked vectors are not found; an eigenvector with a component along one gets it back. */
Test(krylov, locked_vectors_are_left_out)
{
    tml_arena arena = {0};
    matrix m = {.fold = 3};
    tml_krylov_pairs p;
    tml_krylov *k = make(&m, &arena);
    for (int j = 2; j < 4; j++) {
        double x[N] = {0};
        x[j] = 1;
        tml_krylov_lock(k, x);
    }
    cr_assert(tml_krylov_find(k, N, &arena, &p));
    cr_expect(p.complete);
    cr_expect_eq(p.count, N - 12);
    cr_expect_eq(count_eigenvalue(p.re, p.im, p.count, 2, 0), 1);
    for (int i = 0; i < p.count; i++)
        if (p.im[i] == 0 && fabs(p.re[i] - 2) > 0.1) {
            double *x = p.x + (size_t)i * N, y[N], off = 0, size = 0;
            cr_assert(tml_krylov_unlock(k, 2, p.re[i], 0, x, NULL));
            product(&m, x, y);
            for (int j = 0; j < N; j++)
                off = larger(off, fabs(y[j] - p.re[i] * x[j])), size = larger(size, fabs(x[j]));
            cr_expect_lt(off, 1e-10 * size);
        }
    tml_arena_free(&arena);
}

Test(krylov, a_failing_product_fails_the_search)
{
    tml_arena arena = {0};
    matrix m = {.failing = 9};
    tml_krylov_pairs p;
    cr_expect_not(tml_krylov_find(make(&m, &arena), 6, &arena, &p));
    tml_arena_free(&arena);
}
