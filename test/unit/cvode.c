/* cvode.c - the same stiff equations with a dense Jacobian, a sparse one and none.
 *
 * y1' = -1e5 (y1 - cos t) - sin t + 1e3 (y2 - sin t),  y2' = cos t: the solution is y1 = cos t, y2 = sin t.
 */
#include "integrate/cvode.h"
#include <criterion/criterion.h>
#include <math.h>

static int rate(void *context, double t, const double *y, double *ydot)
{
    (void)context;
    ydot[0] = -1e5 * (y[0] - cos(t)) - sin(t) + 1e3 * (y[1] - sin(t));
    ydot[1] = cos(t);
    return 0;
}

static int dense(void *context, double t, const double *y, double *J)
{
    (void)context, (void)t, (void)y;
    J[0] = -1e5, J[1] = 0, J[2] = 1e3, J[3] = 0;
    return 0;
}

static int sparse(void *context, double t, const double *y, double *values)
{
    (void)context, (void)t, (void)y;
    values[0] = -1e5, values[1] = 1e3, values[2] = 0;
    return 0;
}

static int ignore(void *context, double t, const double *y)
{
    (void)context, (void)t, (void)y;
    return 0;
}

static void follow(const char *name, int (*jacobian)(void *, double, const double *, double *),
                   const tml_pattern *pattern)
{
    double y[2] = {1, 0};
    const double absolute[2] = {1e-9, 1e-9};
    const tml_problem problem = {.n = 2,
                                 .t1 = 3,
                                 .y = y,
                                 .relative = 1e-9,
                                 .absolute = absolute,
                                 .rate = rate,
                                 .jacobian = jacobian,
                                 .pattern = pattern,
                                 .accept = ignore,
                                 .output = ignore};
    tml_statistics statistics = {0};
    tml_log *log = tml_log_make();
    cr_assert_eq(tml_cvode_run(&problem, true, &statistics, log), TML_OK, "%s", name);
    cr_expect(fabs(y[0] - cos(3)) < 1e-7 && fabs(y[1] - sin(3)) < 1e-7, "%s: off by %.3g %.3g", name, y[0] - cos(3),
              y[1] - sin(3));
    cr_expect(statistics.steps < 2000 && statistics.jacobians > 0, "%s: %ld steps", name, statistics.steps);
    tml_log_free(log);
}

Test(cvode, dense_sparse_and_difference_jacobians_give_one_solution)
{
    const int column[] = {0, 1, 3}, row[] = {0, 0, 1};
    const tml_pattern pattern = {.n = 2, .entries = 3, .column = column, .row = row};
    follow("dense", dense, NULL);
    follow("sparse", sparse, &pattern);
    follow("by differences", NULL, NULL);
}
