/* backward_euler.c - the backward Euler rule y_1 = y_0 + h f(t_1, y_1) with a fixed step, by Newton's method with the exact Jacobian:
 *
 *   (I - h df/dy) d = y_0 + h f(t_1, y) - y,   y += d
 */
#include "integrate/stepping.h"
#include "linalg/lapack.h"
#include <math.h>
#include <string.h>

enum { MAX_ITERATIONS = 20 };

typedef struct {
    const tml_problem *p;
    double t, h;            /* the last step: where it began, and its length */
    double *y0, *y, *f, *d; /* (n) */
    double *J, *A;          /* (n x n) */
    lapack_int *pivots;     /* (n) */
    tml_stepping stepping;
} euler;

/* Between the ends of a step the state is a straight line. */
static int at(void *library, double t, double *y)
{
    const euler *e = library;
    const double part = (t - e->t) / e->h;
    for (int i = 0; i < e->p->n; i++)
        y[i] = e->y0[i] + part * (e->p->y[i] - e->y0[i]);
    return 0;
}

/* A = I - h df/dy */
static int find_matrix(euler *e)
{
    const size_t n = (size_t)e->p->n;
    const tml_pattern *sparse = e->p->pattern;
    if (e->p->jacobian(e->p->context, e->t + e->h, e->y, e->J))
        return -1;
    for (size_t k = 0; k < n * n; k++)
        e->A[k] = sparse ? 0 : -e->h * e->J[k];
    for (size_t j = 0; sparse && j < n; j++)
        for (int k = sparse->column[j]; k < sparse->column[j + 1]; k++)
            e->A[j * n + (size_t)sparse->row[k]] = -e->h * e->J[k];
    for (size_t i = 0; i < n; i++)
        e->A[i * n + i] += 1;
    return LAPACKE_dgetrf(LAPACK_COL_MAJOR, e->p->n, e->p->n, e->A, e->p->n, e->pivots) ? -1 : 0;
}

static int step(euler *e)
{
    const tml_problem *p = e->p;
    const int n = p->n;
    double left = INFINITY;
    memcpy(e->y0, p->y, (size_t)n * sizeof(double));
    memcpy(e->y, p->y, (size_t)n * sizeof(double));
    for (int k = 0; k < MAX_ITERATIONS && left > 1; k++) {
        if (p->rate(p->context, e->t + e->h, e->y, e->f) || find_matrix(e))
            return -1;
        for (int i = 0; i < n; i++)
            e->d[i] = e->y0[i] + e->h * e->f[i] - e->y[i];
        if (LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', n, 1, e->A, n, e->pivots, e->d, n))
            return -1;
        left = 0;
        for (int i = 0; i < n; i++) {
            e->y[i] += e->d[i];
            left = fmax(left, fabs(e->d[i]) / (p->relative * fabs(e->y[i]) + p->absolute[i]));
        }
    }
    memcpy(p->y, e->y, (size_t)n * sizeof(double));
    return left <= 1 && !(p->project && p->project(p->context, e->t + e->h, p->y)) ? 0 : -1;
}

static tml_status steps(euler *e, tml_statistics *statistics, tml_log *log)
{
    const tml_problem *p = e->p;
    const long count = (long)ceil((p->t1 - p->t0) / p->step * (1 - 1e-12));
    int stop = tml_stepping_begin(&e->stepping);
    for (long k = 0; !stop && k < count; k++) {
        e->t = p->t0 + (double)k * p->step;
        const double end = k + 1 < count ? p->t0 + (double)(k + 1) * p->step : p->t1;
        e->h = end - e->t;
        if (step(e))
            return tml_stepping_failed(&e->stepping, e->t, log);
        statistics->steps = k + 1;
        statistics->reached = end;
        stop = tml_stepping_advance(&e->stepping, end);
    }
    statistics->stopped = stop != 0;
    return stop < 0 ? tml_stepping_failed(&e->stepping, statistics->reached, log) : TML_OK;
}

static tml_status run(const tml_problem *problem, tml_statistics *statistics, tml_log *log)
{
    const size_t n = (size_t)problem->n, entries = problem->pattern ? (size_t)problem->pattern->entries : n * n;
    if (!problem->jacobian) {
        tml_log_raise(log, TML_E_DAE_FORMULATION, TML_NOWHERE,
                      "backward_euler needs formulation: absolute or implicit");
        return TML_FAILED;
    }
    double *numbers = tml_allocate((4 * n + n * n + entries) * sizeof(double));
    euler e = {.p = problem, .t = problem->t0, .h = 1, .pivots = tml_allocate(n * sizeof(lapack_int))};
    tml_status status = TML_NO_MEMORY;
    statistics->method = "backward Euler, fixed steps";
    if (numbers && e.pivots && tml_stepping_make(&e.stepping, problem, at, NULL, &e)) {
        e.y0 = numbers, e.y = numbers + n, e.f = numbers + 2 * n, e.d = numbers + 3 * n;
        e.A = numbers + 4 * n, e.J = e.A + n * n;
        status = steps(&e, statistics, log);
        tml_stepping_free(&e.stepping);
    }
    tml_release(numbers);
    tml_release(e.pivots);
    return status;
}

const tml_integrator_class tml_integrator_backward_euler = {
    .name = "backward_euler",
    .doc = "backward Euler rule with a fixed step, for stiff forces",
    .needs_jacobian = true,
    .single_step = true,
    .fixed_step = true,
    .order = 1,
    .run = run,
};
