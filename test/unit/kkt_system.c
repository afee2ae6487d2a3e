/* kkt_system.c - KKT systems, Cholesky factors, minimum-norm solutions and ranks.
 *
 * W x = f + G'lambda, G x = g by every method (dense, redundant, massless, sparse) and in both metrics: residuals, agreement of
 * the methods, minimum norm of lambda where rows are dependent. Then Cholesky factors, plain and pivoted, minimum-norm
 * solutions and ranks, each against its definition.
 */
#include "dynamics/kkt/kkt_system.h"
#include "assembly/assemble.h"
#include "linalg/minimum_norm.h"
#include "support/larger.h"
#include "support/mechanics.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- mechanisms ---- */

static mechanism *chain(int links)
{
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\nbodies:\n  ground: {points: {J0: [0, 0]}}\n");
    for (int i = 0; i < links; i++)
        tml_text_add(&text, "  b%d: {points: {J%d: [0, 0], J%d: [%g, 0.3]}, com: [0.4, 0.1], mass: %g, inertia: %g}\n",
                     i, i, i + 1, 1 + 0.01 * i, 1 + 0.1 * i, 0.2 + 0.01 * i);
    tml_text_add(&text, "joints:\n  J0: {revolute: [ground, b0]}\n");
    for (int i = 1; i < links; i++)
        tml_text_add(&text, "  J%d: {revolute: [b%d, b%d]}\n", i, i - 1, i);
    mechanism *m = mechanism_make(text.data);
    tml_text_free(&text);
    return m;
}

/* A row of four-bars; the couplers of odd number may be massless. */
static mechanism *fourbars(int loops, bool massless)
{
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\npoints: {");
    for (int i = 0; i <= loops; i++)
        tml_text_add(&text, "%sA%d: [%d, 0], B%d: [%g, %g]", i ? ", " : "", i, i, i, i + 0.3, 1 + 0.05 * (i % 3));
    tml_text_add(&text, "}\nbodies:\n");
    for (int i = 0; i <= loops; i++)
        tml_text_add(&text, "  v%d: {points: [A%d, B%d], mass: %g, shape: rod}\n", i, i, i, 1 + 0.1 * i);
    for (int i = 0; i < loops; i++)
        tml_text_add(&text, "  c%d: {points: [B%d, B%d]%s}\n", i, i, i + 1,
                     massless && i % 2 ? "" : ", mass: 2, shape: rod");
    tml_text_add(&text, "joints:\n");
    for (int i = 0; i <= loops; i++)
        tml_text_add(&text, "  A%d: {revolute: [ground, v%d]}\n", i, i);
    for (int i = 0; i < loops; i++)
        tml_text_add(&text, "  L%d: {revolute: [v%d, c%d], at: B%d}\n  R%d: {revolute: [v%d, c%d], at: B%d}\n", i, i, i,
                     i, i, i + 1, i, i + 1);
    mechanism *m = mechanism_make(text.data);
    tml_text_free(&text);
    return m;
}

/* Four revolutes in space: redundant by three. `crank` gives mass and inertia of the crank. */
static mechanism *spatial_fourbar(const char *crank)
{
    tml_text text = {0};
    tml_text_add(&text,
                 "trammel: 1\nspace: space\n"
                 "points: {A: [0, 0, 0], B: [0.2, 0, 1], C: [2, 0, 1.4], D: [2, 0, 0]}\n"
                 "bodies:\n"
                 "  crank: {points: [A, B], %s}\n"
                 "  coupler: {points: [B, C], mass: 2, inertia: [0.1, 0.3, 0.3, 0.01, 0.02, 0.03]}\n"
                 "  rocker: {points: [C, D], mass: 1.5, inertia: [0.2, 0.2, 0.1]}\n"
                 "joints:\n"
                 "  A: {revolute: [ground, crank], axis: y}\n"
                 "  B: {revolute: [crank, coupler], axis: y}\n"
                 "  C: {revolute: [coupler, rocker], axis: y}\n"
                 "  D: {revolute: [ground, rocker], axis: y}\n",
                 crank);
    mechanism *m = mechanism_make(text.data);
    tml_text_free(&text);
    return m;
}
static const char *const heavy = "mass: 1, inertia: [0.1, 0.2, 0.15]";

/* ---- the KKT system by definition ---- */

typedef struct {
    mechanism *m;
    int rows, nv;
    double *G, *W;                /* (rows x nv), (nv x nv) */
    double *f, *g, *x, *lambda;   /* right sides, solution */
    double *keep_x, *keep_lambda; /* of another method */
} problem;

static double *numbers(int count)
{
    return calloc((size_t)count + 1, sizeof(double));
}

static void fill_W(problem *p, tml_metric metric)
{
    const tml_system *s = p->m->system;
    const int lin = s->space ? 3 : 2;
    memset(p->W, 0, (size_t)(p->nv * p->nv) * sizeof(double));
    for (int i = 0; i < p->nv; i++)
        for (int j = 0; j < p->nv; j++) {
            const tml_mass *b = &s->masses[i / s->nvb + 1];
            const int a = i % s->nvb, c = j % s->nvb;
            if (metric != TML_METRIC_MASS)
                p->W[i * p->nv + j] = i != j ? 0 : metric == TML_METRIC_SIZE && a >= lin ? s->size * s->size : 1;
            else if (i / s->nvb == j / s->nvb && a < lin && a == c)
                p->W[i * p->nv + j] = b->mass;
            else if (i / s->nvb == j / s->nvb && a >= lin && c >= lin)
                p->W[i * p->nv + j] = s->space ? b->inertia.m[a - 3][c - 3] : b->inertia.m[2][2];
        }
}

/* A problem at the mechanism's own position; g is in the range of G, f anything. */
static problem problem_make(mechanism *m, random_source *d)
{
    problem p = {.m = m, .rows = m->system->row_count, .nv = m->system->nv};
    const int rows = p.rows, nv = p.nv;
    p.G = numbers(rows * nv), p.W = numbers(nv * nv);
    p.f = numbers(nv), p.g = numbers(rows), p.x = numbers(nv), p.lambda = numbers(rows);
    p.keep_x = numbers(nv), p.keep_lambda = numbers(rows);
    mechanism_evaluate(m, m->q, m->v);
    dense_G(m, rows, p.G);
    for (int i = 0; i < nv; i++)
        p.f[i] = random_between(d, -1, 1), p.x[i] = random_between(d, -1, 1);
    tml_workspace_G(m->work, rows, p.x, p.g);
    return p;
}

static void problem_free(problem *p)
{
    double *all[] = {p->G, p->W, p->f, p->g, p->x, p->lambda, p->keep_x, p->keep_lambda};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    mechanism_free(p->m);
}

static int rank_now(const problem *p)
{
    double *copy = numbers(p->rows * p->nv);
    memcpy(copy, p->G, (size_t)(p->rows * p->nv) * sizeof(double));
    const int rank = rank_of(copy, p->rows, p->nv);
    free(copy);
    return rank;
}

static void check_solution(const problem *p, bool with_f, const char *what)
{
    double size = 1;
    for (int i = 0; i < p->rows; i++)
        size = larger(size, fabs(p->lambda[i]));
    for (int i = 0; i < p->nv; i++)
        size = larger(size, fabs(p->x[i]));
    for (int i = 0; i < p->nv; i++) {
        double sum = with_f ? -p->f[i] : 0;
        for (int j = 0; j < p->nv; j++)
            sum += p->W[i * p->nv + j] * p->x[j];
        for (int k = 0; k < p->rows; k++)
            sum -= p->G[k * p->nv + i] * p->lambda[k];
        cr_assert(fabs(sum) < 1e-11 * size, "%s: W x = f + G'lambda is off by %g in %d", what, sum, i);
    }
    for (int k = 0; k < p->rows; k++) {
        double sum = -p->g[k];
        for (int i = 0; i < p->nv; i++)
            sum += p->G[k * p->nv + i] * p->x[i];
        cr_assert(fabs(sum) < 1e-11 * size, "%s: G x = g is off by %g in %d", what, sum, k);
    }
}

/* Of minimum norm where torques are divided by the size: D^-1 lambda in the range of D G, D = 1, size, so that it has no component
 * that does no work. It is D G y with y = (D G)^+ D^-1 lambda. */
static void check_least(const problem *p, const char *what)
{
    const tml_system *s = p->m->system;
    double *G = numbers(p->rows * p->nv), *y = numbers(p->nv), *forces = numbers(p->rows);
    tml_row_matrix A = {.rows = p->rows, .columns = p->nv, .value = G};
    A.start = calloc((size_t)p->rows + 1, sizeof(int));
    A.column = calloc((size_t)(p->rows * p->nv) + 1, sizeof(int));
    for (int i = 0; i < p->rows; i++)
        A.start[i + 1] = (i + 1) * p->nv, forces[i] = p->lambda[i] * s->rows[i].scale / s->size;
    for (int k = 0; k < p->rows * p->nv; k++)
        A.column[k] = k % p->nv, G[k] = p->G[k] * s->size / s->rows[k / p->nv].scale;
    cr_assert(tml_minimum_norm(&A, forces, y, NULL));
    for (int i = 0; i < p->rows; i++) {
        double back = -forces[i];
        for (int k = 0; k < p->nv; k++)
            back += G[i * p->nv + k] * y[k];
        cr_assert(fabs(back) < 1e-10, "%s: lambda is not of least norm: %g left in %d", what, back, i);
    }
    free(A.start), free(A.column), free(y), free(G), free(forces);
}

static void keep(problem *p)
{
    memcpy(p->keep_x, p->x, (size_t)p->nv * sizeof(double));
    memcpy(p->keep_lambda, p->lambda, (size_t)p->rows * sizeof(double));
}

static void check_kept(const problem *p, const char *what)
{
    for (int i = 0; i < p->nv; i++)
        cr_assert(fabs(p->x[i] - p->keep_x[i]) < 1e-9 * (1 + fabs(p->x[i])), "%s: another x[%d]", what, i);
    for (int i = 0; i < p->rows; i++)
        cr_assert(fabs(p->lambda[i] - p->keep_lambda[i]) < 1e-9 * (1 + fabs(p->lambda[i])),
                  "%s: another lambda[%d]: %g, %g", what, i, p->lambda[i], p->keep_lambda[i]);
}

/* The method that tml_kkt_system_make chooses, in all metrics, with f and without. */
static void solve_and_check(problem *p, tml_kkt_method method)
{
    const int rank = rank_now(p);
    tml_kkt_system *s = tml_kkt_system_make(p->m->system, p->rows, rank, &p->m->arena);
    const char *what = tml_kkt_system_description(s);
    cr_assert_eq(s->method, method, "solved by: %s", what);
    for (int pass = 0; pass < 6; pass++) { /* each metric twice: factors are renewed */
        const tml_metric metric = (tml_metric[]){TML_METRIC_MASS, TML_METRIC_SIZE, TML_METRIC_PLAIN}[pass % 3];
        fill_W(p, metric);
        cr_assert_eq(tml_kkt_system_factor(s, p->m->work, metric), 0, "%s: singular", what);
        tml_kkt_system_solve(s, pass < 3 ? p->f : NULL, p->g, p->x, p->lambda);
        check_solution(p, pass < 3, what);
        if (rank < p->rows)
            check_least(p, what);
    }
    fill_W(p, TML_METRIC_MASS);
    tml_kkt_system_factor(s, p->m->work, TML_METRIC_MASS);
    tml_kkt_system_solve(s, p->f, p->g, p->x, p->lambda);
}

static void solve_sparse(problem *p)
{
    tml_sparse_kkt *s = tml_sparse_kkt_make(p->m->system, p->rows, &p->m->arena);
    cr_assert_eq(tml_sparse_kkt_factor(s, p->m->work, TML_METRIC_MASS), 0);
    tml_sparse_kkt_solve(s, p->f, p->g, p->x, p->lambda);
}

/* ---- methods ---- */

Test(kkt, dense_massless_and_sparse_agree)
{
    random_source d = {.state = 1};
    for (int k = 0; k < 3; k++) {
        mechanism *m = k == 0 ? chain(7) : fourbars(4, false);
        problem p = problem_make(m, &d);
        if (k == 2)
            for (int i = 1; i < m->system->nb; i++) /* a very uneven mechanism */
                m->system->masses[i].mass *= pow(10, i % 4),
                    m->system->masses[i].inverse_mass = 1 / m->system->masses[i].mass;
        solve_and_check(&p, TML_KKT_BODIES);
        keep(&p);
        m->system->singular_mass = true; /* nothing changes but the method */
        solve_and_check(&p, TML_KKT_MASSLESS);
        check_kept(&p, "massless against dense");
        solve_sparse(&p);
        check_solution(&p, true, "sparse");
        check_kept(&p, "sparse against dense");
        problem_free(&p);
    }
}

Test(kkt, redundant_rows_have_minimum_norm_multipliers)
{
    random_source d = {.state = 2};
    problem p = problem_make(spatial_fourbar(heavy), &d);
    cr_assert_eq(p.rows, 20);
    cr_assert_eq(rank_now(&p), 17);
    solve_and_check(&p, TML_KKT_BODIES);
    keep(&p);
    p.m->system->singular_mass = true;
    solve_and_check(&p, TML_KKT_MASSLESS);
    check_kept(&p, "massless against redundant");
    problem_free(&p);
}

/* Planar couplers without mass; a crank in space without any; a rod without inertia about itself. */
Test(kkt, massless_bodies_are_solved)
{
    random_source d = {.state = 3};
    problem p = problem_make(fourbars(4, true), &d);
    cr_assert(p.m->system->singular_mass);
    solve_and_check(&p, TML_KKT_MASSLESS);
    keep(&p);
    solve_sparse(&p);
    check_kept(&p, "sparse against massless");
    problem_free(&p);
    problem space = problem_make(spatial_fourbar("mass: 0"), &d);
    cr_assert(space.m->system->singular_mass);
    solve_and_check(&space, TML_KKT_MASSLESS);
    problem_free(&space);
    problem rod = problem_make(spatial_fourbar("mass: 1, inertia: [0.1, 0.1, 0]"), &d);
    cr_assert(rod.m->system->singular_mass);
    solve_and_check(&rod, TML_KKT_MASSLESS);
    problem_free(&rod);
}

Test(kkt, large_systems_satisfy_their_equations)
{
    random_source d = {.state = 4};
    for (int k = 0; k < 3; k++) {
        problem p = problem_make(k == 0 ? chain(40) : fourbars(25, k == 2), &d);
        cr_assert_geq(p.rows, 64);
        solve_and_check(&p, k == 2 ? TML_KKT_SPARSE : TML_KKT_BODIES); /* the last has bodies without mass */
        problem_free(&p);
    }
}

/* The acceleration of a free massless body is undefined: that is reported, not computed. */
Test(kkt, free_massless_bodies_are_reported_as_singular)
{
    mechanism *m =
        mechanism_make("trammel: 1\nbodies:\n  a: {position: [0, 0]}\n  b: {mass: 1, inertia: 1, position: [0, 0]}\n");
    tml_kkt_system *s = tml_kkt_system_make(m->system, 0, 0, &m->arena);
    mechanism_evaluate(m, m->q, m->v);
    cr_assert_eq(tml_kkt_system_factor(s, m->work, TML_METRIC_MASS), 1);
    mechanism_free(m);
    m = mechanism_make("trammel: 1\nbodies:\n  ground: {points: {A: [0, 0]}}\n  a: {points: {A: [0, 0], B: [1, 0]}, "
                       "position: [0, 0]}\n"
                       "joints:\n  A: {revolute: [ground, a]}\n");
    s = tml_kkt_system_make(m->system, 2, 2, &m->arena);
    mechanism_evaluate(m, m->q, m->v);
    cr_assert_eq(tml_kkt_system_factor(s, m->work, TML_METRIC_MASS), 1, "a massless body turns freely");
    mechanism_free(m);
}

/* No rows at all: x = W^-1 f. */
Test(kkt, free_bodies_need_no_multipliers)
{
    random_source d = {.state = 5};
    mechanism *m = mechanism_make("trammel: 1\nspace: space\nbodies:\n"
                                  "  a: {mass: 2, inertia: [0.3, 0.4, 0.5, 0.02, 0.03, 0.04], position: [0, 0, 0]}\n");
    problem p = problem_make(m, &d);
    solve_and_check(&p, TML_KKT_BODIES);
    problem_free(&p);
}

/* ---- Cholesky ---- */

/* A = B B' with B (n x r) random */
static double *semidefinite(random_source *d, int n, int r)
{
    double *A = numbers(n * n), *B = numbers(n * r);
    for (int i = 0; i < n * r; i++)
        B[i] = random_between(d, -1, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < r; k++)
                A[i * n + j] += B[i * r + k] * B[j * r + k];
    free(B);
    return A;
}

static void multiply(const double *A, int n, const double *x, double *y)
{
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int j = 0; j < n; j++)
            y[i] += A[i * n + j] * x[j];
    }
}

Test(dense, cholesky_solves_and_refuses_deficient_matrices)
{
    random_source d = {.state = 6};
    for (int n = 1; n <= 12; n++) {
        double *A = semidefinite(&d, n, n + 3), *L = numbers(n * n), x[12], b[12], y[12];
        memcpy(L, A, (size_t)(n * n) * sizeof(double));
        cr_assert(tml_cholesky(L, n, 1e-12));
        for (int i = 0; i < n; i++)
            x[i] = b[i] = random_between(&d, -1, 1);
        tml_cholesky_solve(L, n, x);
        multiply(A, n, x, y);
        for (int i = 0; i < n; i++)
            cr_assert_float_eq(y[i], b[i], 1e-10);
        free(A), free(L);
    }
    double *short_of_rank = semidefinite(&d, 6, 4);
    cr_assert(!tml_cholesky(short_of_rank, 6, 1e-11), "a matrix of rank 4 of 6 has no factor");
    free(short_of_rank);
    double indefinite[] = {1, 2, 2, 1};
    cr_assert(!tml_cholesky(indefinite, 2, 0));
}

/* Rank, pivots that are independent, minimum-norm solution: in the range of A. */
static void check_semidefinite(random_source *d, int n, int r)
{
    double *A = semidefinite(d, n, r), *L = numbers(n * n), *N = numbers(n * n), *work = numbers(2 * n);
    int *order = calloc((size_t)n, sizeof(int));
    tml_semidefinite f = {.L = L, .N = N, .order = order, .work = work};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) /* rows of very different size */
            A[i * n + j] *= pow(10, i % 3) * pow(10, j % 3);
    tml_semidefinite_factor(&f, A, n, n, 1e-10);
    cr_assert_eq(f.rank, r < n ? r : n, "rank %d of %d, found %d", r, n, f.rank);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < f.rank; k++)
                sum += L[i * n + k] * L[j * n + k];
            cr_assert_float_eq(sum, A[i * n + j], 1e-9 * sqrt(A[i * n + i] * A[j * n + j]), "L L' in %d %d", i, j);
        }
    double y[16], b[16], x[16], z[16], back[16];
    for (int i = 0; i < n; i++)
        y[i] = random_between(d, -1, 1);
    multiply(A, n, y, b); /* in the range */
    tml_semidefinite_solve(&f, b, x);
    multiply(A, n, x, back);
    for (int i = 0; i < n; i++)
        cr_assert_float_eq(back[i], b[i], 1e-8 * (1 + fabs(b[i])), "A x = b in %d", i);
    /* x in the range of A: it is what a solution with itself as the right side gives back through A */
    tml_semidefinite_solve(&f, x, z);
    multiply(A, n, z, back);
    for (int i = 0; i < n; i++)
        cr_assert_float_eq(back[i], x[i], 1e-7 * (1 + fabs(x[i])), "not of least norm in %d", i);
    tml_semidefinite_solve(&f, b, b); /* in place */
    for (int i = 0; i < n; i++)
        cr_assert_float_eq(b[i], x[i], 1e-14);
    free(A), free(L), free(N), free(work), free(order);
}

Test(dense, semidefinite_matrices_are_solved_in_their_range)
{
    random_source d = {.state = 7};
    for (int n = 1; n <= 12; n++)
        for (int r = 1; r <= n; r++)
            check_semidefinite(&d, n, r);
}

/* ---- least norm and rank of rows ---- */

typedef struct {
    tml_row_matrix A;
    double *full; /* (rows x columns) */
} matrix;

/* Random rows of different sizes; those marked are combinations of the two before them. */
static matrix matrix_make(random_source *d, int rows, int columns, const bool *dependent)
{
    matrix m = {.A = {.rows = rows, .columns = columns}, .full = numbers(rows * columns)};
    m.A.start = calloc((size_t)rows + 1, sizeof(int));
    m.A.column = calloc((size_t)(rows * columns) + 1, sizeof(int));
    m.A.value = numbers(rows * columns);
    int at = 0;
    for (int i = 0; i < rows; i++) {
        double *row = m.full + i * columns;
        const double scale = pow(10, random_index(d, 3) - 1);
        for (int j = 0; j < columns; j++)
            row[j] = dependent && dependent[i] ? 0.7 * row[j - columns] - 1.3 * row[j - 2 * columns]
                                               : scale * random_between(d, -1, 1);
        for (int j = 0; j < columns; j++)
            m.A.column[at] = j, m.A.value[at++] = row[j];
        m.A.start[i + 1] = at;
    }
    return m;
}

static void matrix_free(matrix *m)
{
    free(m->A.start), free(m->A.column), free(m->A.value), free(m->full);
}

/* Least squares with rows of length 1: A'D^2(A x - b) = 0; minimum norm: x = A'z for some z. */
static void check_least_norm(const matrix *m, const double *b, int rank, bool consistent)
{
    const int rows = m->A.rows, columns = m->A.columns;
    double *x = numbers(columns), *left = numbers(rows);
    int found = -1;
    cr_assert(tml_minimum_norm(&m->A, b, x, &found));
    cr_assert_eq(found, rank);
    for (int i = 0; i < rows; i++) {
        left[i] = -b[i];
        for (int j = 0; j < columns; j++)
            left[i] += m->full[i * columns + j] * x[j];
        cr_assert(!consistent || fabs(left[i]) < 1e-9, "A x = b is off by %g", left[i]);
    }
    for (int j = 0; j < columns; j++) {
        double sum = 0;
        for (int i = 0; i < rows; i++) {
            double square = 0;
            for (int k = 0; k < columns; k++)
                square += m->full[i * columns + k] * m->full[i * columns + k];
            sum += m->full[i * columns + j] * left[i] / square;
        }
        cr_assert(fabs(sum) < 1e-8, "not least squares: %g", sum);
    }
    double *with_x = numbers((rows + 1) * columns); /* x adds nothing to the rows of A */
    memcpy(with_x, m->full, (size_t)(rows * columns) * sizeof(double));
    memcpy(with_x + rows * columns, x, (size_t)columns * sizeof(double));
    cr_assert_eq(rank_of(with_x, rows + 1, columns), rank, "x is not of least norm");
    free(x), free(left), free(with_x);
}

Test(minimum_norm, solution_has_minimum_norm)
{
    random_source d = {.state = 8};
    for (int k = 0; k < 40; k++) {
        const int rows = 3 + random_index(&d, 8), columns = rows + random_index(&d, 5);
        bool dependent[16] = {false};
        int rank = rows;
        for (int i = 2; i < rows; i++)
            dependent[i] = random_index(&d, 4) == 0, rank -= dependent[i];
        matrix m = matrix_make(&d, rows, columns, dependent);
        double b[16] = {0}, y[16];
        for (int j = 0; j < columns; j++)
            y[j] = random_between(&d, -1, 1);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++)
                b[i] += m.full[i * columns + j] * y[j];
        check_least_norm(&m, b, rank, true);
        for (int i = 0; i < rows; i++)
            b[i] = random_between(&d, -1, 1);
        check_least_norm(&m, b, rank, rank == rows);
        matrix_free(&m);
    }
}

/* Many rows, some dependent: consistent ones, and contradicting ones (a second sparse QR). */
Test(minimum_norm, least_squares_of_many_rows_have_minimum_norm)
{
    enum { ROWS = 190, COLUMNS = 220 };
    random_source d = {.state = 10};
    bool dependent[ROWS] = {false};
    int rank = ROWS;
    for (int i = 2; i < ROWS; i++)
        dependent[i] = random_index(&d, 9) == 0, rank -= dependent[i];
    matrix m = matrix_make(&d, ROWS, COLUMNS, dependent);
    double b[ROWS] = {0};
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            b[i] += m.full[i * COLUMNS + j] * sin(j);
    check_least_norm(&m, b, rank, true);
    for (int i = 0; i < ROWS; i++)
        b[i] = random_between(&d, -1, 1);
    check_least_norm(&m, b, rank, false);
    matrix_free(&m);
}

/* A long chain of rows x_i - c x_(i+1) = b_i: by sparse QR. Minimum norm: x is orthogonal to the one null vector. */
Test(minimum_norm, solution_of_many_rows_has_minimum_norm)
{
    enum { ROWS = 1600, COLUMNS = ROWS + 1 };
    matrix m = {.A = {.rows = ROWS, .columns = COLUMNS}};
    m.A.start = calloc(ROWS + 1, sizeof(int));
    m.A.column = calloc(2 * ROWS, sizeof(int));
    m.A.value = numbers(2 * ROWS);
    double *b = numbers(ROWS), *x = numbers(COLUMNS), dot = 0, most = 0;
    random_source d = {.state = 9};
    for (int i = 0; i < ROWS; i++) {
        m.A.column[2 * i] = i, m.A.value[2 * i] = 1;
        m.A.column[2 * i + 1] = i + 1, m.A.value[2 * i + 1] = -1;
        m.A.start[i + 1] = 2 * i + 2;
        b[i] = random_between(&d, -1, 1);
    }
    cr_assert(tml_minimum_norm(&m.A, b, x, NULL));
    for (int i = 0; i < ROWS; i++)
        most = larger(most, fabs(x[i] - x[i + 1] - b[i]));
    for (int i = 0; i < COLUMNS; i++)
        dot += x[i];
    cr_assert_lt(most, 1e-6, "A x = b is off by %g", most);
    cr_assert_lt(fabs(dot), 1e-4, "x is not of least norm: %g along the null vector of ones", dot);
    cr_assert_eq(tml_row_rank(&m.A, NULL, NULL), ROWS);
    free(b), free(x);
    matrix_free(&m);
}

Test(minimum_norm, rank_and_dependent_rows_are_found)
{
    random_source d = {.state = 10};
    for (int k = 0; k < 40; k++) {
        const int rows = 3 + random_index(&d, 10), columns = rows + 1;
        bool dependent[16] = {false}, independent[16], shared[16], wanted[16] = {false};
        int rank = rows;
        for (int i = 2; i < rows; i++) {
            dependent[i] = random_index(&d, 3) == 0 && !dependent[i - 1] && !dependent[i - 2];
            rank -= dependent[i];
            if (dependent[i])
                wanted[i] = wanted[i - 1] = wanted[i - 2] = true;
        }
        matrix m = matrix_make(&d, rows, columns, dependent);
        cr_assert_eq(tml_row_rank(&m.A, independent, shared), rank);
        for (int i = 0; i < rows; i++) {
            cr_assert_eq(independent[i], !dependent[i], "row %d independent or not", i);
            cr_assert_eq(shared[i], wanted[i], "row %d takes part in a dependence or not", i);
        }
        matrix_free(&m);
    }
}

/* The same by sparse QR: how many, and that those named can go. */
Test(minimum_norm, rank_of_many_rows_is_found)
{
    enum { PAIRS = 800, ROWS = 2 * PAIRS, COLUMNS = PAIRS };
    matrix m = {.A = {.rows = ROWS, .columns = COLUMNS}};
    m.A.start = calloc(ROWS + 1, sizeof(int));
    m.A.column = calloc(ROWS, sizeof(int));
    m.A.value = numbers(ROWS);
    bool *independent = calloc(ROWS, sizeof *independent);
    int counted[COLUMNS] = {0};
    for (int i = 0; i < ROWS; i++) { /* each column is held twice */
        m.A.column[i] = i % COLUMNS, m.A.value[i] = i < COLUMNS ? 1 : -2.5;
        m.A.start[i + 1] = i + 1;
    }
    cr_assert_eq(tml_row_rank(&m.A, independent, NULL), PAIRS);
    for (int i = 0; i < ROWS; i++)
        counted[i % COLUMNS] += independent[i];
    for (int j = 0; j < COLUMNS; j++)
        cr_assert_eq(counted[j], 1, "column %d is held %d times", j, counted[j]);
    free(independent);
    matrix_free(&m);
}

/* ---- what assembly makes of it: redundant rows by name ---- */

Test(minimum_norm, redundant_rows_are_named)
{
    mechanism *m = spatial_fourbar(heavy);
    tml_assembly report = {0};
    int tilts = 0;
    tml_assembly_rank(m->system, 0, m->q, m->v, &report, &m->arena);
    cr_assert_eq(report.rank, 17);
    cr_assert_eq(report.free_count, 1);
    for (int i = 0; i < m->system->row_count; i++) {
        const tml_constraint *row = &m->system->rows[i];
        const bool across = strcmp(row->name, "y") == 0 || strncmp(row->name, "tilt", 4) == 0;
        cr_assert(across || !report.non_unique[i], "%s cannot be redundant in a plane mechanism",
                  tml_row_name(m->system, i, &m->arena));
        cr_assert(report.independent[i] || report.non_unique[i]);
        tilts += !report.independent[i];
    }
    cr_assert_eq(tilts, 3);
    cr_assert_str_eq(tml_row_name(m->system, 0, &m->arena), "joint A, x");
    mechanism_free(m);
}
