/* arnoldi.c - the largest eigenvalues of a known matrix, and the same bits by searches in several threads at once. */
#include "math/arnoldi.h"
#include "base/parallel.h"
#include <criterion/criterion.h>
#include <math.h>
#include <sched.h>
#include <string.h>

enum { N = 60, WANTED = 6, JOBS = 24, THREADS = 6 };

/* Blocks [a b; -b a] of a pair a +- i b on the diagonal, then plain numbers. */
static int product(void *context, const double *x, double *y)
{
    const double scale = *(const double *)context;
    for (int j = 0; j < N; j++)
        y[j] = scale * (j < 2 ? 0 : 1.0 / j) * x[j];
    y[0] = scale * (3 * x[0] + 4 * x[1]);
    y[1] = scale * (3 * x[1] - 4 * x[0]);
    sched_yield(); /* to the other threads, between two calls of ARPACK */
    return 0;
}

typedef struct {
    bool found;
    int count;
    double re[WANTED + 2], im[WANTED + 2];
} answer;

static answer find(double scale)
{
    tml_arena arena = {0};
    double start[N];
    tml_arnoldi out;
    answer a = {0};
    for (int j = 0; j < N; j++)
        start[j] = 1 + 0.3 * sin(1.7 * j);
    a.found = tml_arnoldi_find(product, &scale, N, WANTED, start, &arena, &out);
    a.count = out.count;
    if (a.found) {
        memcpy(a.re, out.re, (size_t)a.count * sizeof(double));
        memcpy(a.im, out.im, (size_t)a.count * sizeof(double));
    }
    tml_arena_free(&arena);
    return a;
}

Test(arnoldi, finds_a_pair_and_real_ones)
{
    const answer a = find(1);
    cr_assert(a.found && a.count >= WANTED);
    int pairs = 0;
    for (int i = 0; i < a.count; i++) {
        pairs += fabs(a.re[i] - 3) < 1e-10 && fabs(fabs(a.im[i]) - 4) < 1e-10;
        cr_expect(a.im[i] != 0 || fabs(1 / a.re[i] - round(1 / a.re[i])) < 1e-8, "%.17g", a.re[i]);
    }
    cr_expect_eq(pairs, 2);
}

static void job(void *context, int number)
{
    ((answer *)context)[number] = find(1 + number);
}

Test(arnoldi, searches_in_threads)
{
    static answer got[JOBS];
    tml_parallel_run(&(tml_parallel){.job = job, .context = got, .count = JOBS, .threads = THREADS});
    for (int i = 0; i < JOBS; i++) {
        const answer want = find(1 + i);
        cr_assert(got[i].found && got[i].count == want.count, "job %d", i);
        cr_expect_arr_eq(got[i].re, want.re, sizeof want.re, "job %d", i);
        cr_expect_arr_eq(got[i].im, want.im, sizeof want.im, "job %d", i);
    }
}

static int no_product(void *context, const double *x, double *y)
{
    (void)context, (void)x, (void)y;
    return 1;
}

/* The lock is free again after it. */
Test(arnoldi, a_product_that_fails)
{
    tml_arena arena = {0};
    double start[N] = {1};
    tml_arnoldi out;
    cr_expect_not(tml_arnoldi_find(no_product, NULL, N, WANTED, start, &arena, &out));
    cr_expect(find(2).found);
    tml_arena_free(&arena);
}
