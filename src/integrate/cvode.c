/* cvode.c - multistep methods by CVODE (SUNDIALS); the only file that uses it.
 *
 * BDF: Newton's method with the exact Jacobian, dense or sparse (KLU), or by differences; CVODE projects each step onto the constraints,
 * but not its history: if that oscillates normal to them, which no smaller step cures, the integration is restarted.
 * Adams: fixed-point iteration; restarted from the projected state when the drift reaches its tolerance.
 * CVODE integrates z = y / d, d powers of two near the scale of each coordinate, so that the pivots of Newton's matrix do not depend on
 * units; all products with d are exact.
 */
#include "integrate/cvode.h"
#ifdef TML_LEAN /* in an FMU: live motions have a method of their own (cmake/Fmu.cmake) */
tml_status tml_cvode_run(const tml_problem *problem, bool stiff, tml_statistics *statistics, tml_log *log)
{
    (void)problem, (void)stiff, (void)statistics, (void)log;
    return TML_FAILED;
}
#else
#include "integrate/sparse_matrix.h"
#include "integrate/stepping.h"
#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

typedef struct {
    tml_stepping stepping;
    const tml_problem *p;
    bool stiff;
    double relative; /* tolerance */
    void *memory;
    SUNContext context;
    N_Vector y, absolute, view;
    SUNMatrix A;
    SUNLinearSolver linear;
    SUNNonlinearSolver fixed_point;
    double *z, *scale, *tolerance, *from, *projected; /* (n) y = scale z; tolerances of z; states in units of y */
    double *before;                                   /* (n) z at the beginning of a step */
    double max_step_taken;                            /* longest step since the (re)start */
} run_state;

static const double MIN_STEP_RATIO =
    1e-3; /* restart if failures have reduced the step to this fraction of the longest, and their number */
enum { MAX_FAILURES = 15 };
enum { MAX_CELLS = 16 }; /* of a step whose path is looked at */

static void unpack(const run_state *r, const double *z, double *y)
{
    for (int i = 0; i < r->p->n; i++)
        y[i] = r->scale[i] * z[i];
}

static void pack(const run_state *r, const double *y, double *z)
{
    for (int i = 0; i < r->p->n; i++)
        z[i] = y[i] / r->scale[i];
}

static int rate(realtype t, N_Vector z, N_Vector zdot, void *user)
{
    const run_state *r = user;
    double *out = N_VGetArrayPointer(zdot);
    unpack(r, N_VGetArrayPointer(z), r->from);
    const int flag = r->p->rate(r->p->context, t, r->from, out);
    pack(r, out, out);
    return flag;
}

/* dz'/dz from dy'/dy */
static void scale_jacobian(const run_state *r, double *J)
{
    const tml_pattern *p = r->p->pattern;
    for (int j = 0; j < r->p->n; j++)
        for (int k = p ? p->column[j] : 0; k < (p ? p->column[j + 1] : r->p->n); k++)
            J[p ? (size_t)k : (size_t)j * (size_t)r->p->n + (size_t)k] *= r->scale[j] / r->scale[p ? p->row[k] : k];
}

/* Dense, or sparse by the pattern. */
static int jacobian(realtype t, N_Vector z, N_Vector fz, SUNMatrix J, void *user, N_Vector a, N_Vector b, N_Vector c)
{
    const run_state *r = user;
    (void)fz, (void)a, (void)b, (void)c;
    if (r->p->pattern)
        tml_sparse_matrix_indices(r->p->pattern, J);
    double *values = r->p->pattern ? SUNSparseMatrix_Data(J) : SUNDenseMatrix_Data(J);
    unpack(r, N_VGetArrayPointer(z), r->from);
    const int flag = r->p->jacobian(r->p->context, t, r->from, values);
    scale_jacobian(r, values);
    return flag;
}

/* corr = P(z) - z */
static int project(realtype t, N_Vector z, N_Vector corr, realtype tolerance, N_Vector error, void *user)
{
    const run_state *r = user;
    double *change = N_VGetArrayPointer(corr);
    (void)tolerance, (void)error;
    unpack(r, N_VGetArrayPointer(z), r->from);
    memcpy(r->projected, r->from, (size_t)r->p->n * sizeof(double));
    const int flag = r->p->project(r->p->context, t, r->projected);
    for (int i = 0; i < r->p->n; i++)
        change[i] = (r->projected[i] - r->from[i]) / r->scale[i];
    return flag;
}

static int dense(void *library, double t, double *y)
{
    run_state *r = library;
    N_VSetArrayPointer(y, r->view);
    const bool failed = CVodeGetDky(r->memory, t, 0, r->view) < 0;
    unpack(r, y, y);
    return failed;
}

static bool set_linear_solver(run_state *r)
{
    const tml_problem *p = r->p;
    r->A = p->pattern ? SUNSparseMatrix(p->n, p->n, p->pattern->entries, CSC_MAT, r->context)
                      : SUNDenseMatrix(p->n, p->n, r->context);
    if (!r->A)
        return false;
    r->linear = p->pattern ? SUNLinSol_KLU(r->y, r->A, r->context) : SUNLinSol_Dense(r->y, r->A, r->context);
    if (!r->linear || CVodeSetLinearSolver(r->memory, r->linear, r->A))
        return false;
    return !p->jacobian || !CVodeSetJacFn(r->memory, jacobian);
}

static bool set_solver(run_state *r)
{
    if (r->stiff) {
        if (!set_linear_solver(r))
            return false;
        if (r->p->project && (CVodeSetProjFn(r->memory, project) || CVodeSetProjErrEst(r->memory, 0)))
            return false;
        return true;
    }
    r->fixed_point = SUNNonlinSol_FixedPoint(r->y, 0, r->context);
    return r->fixed_point && !CVodeSetNonlinearSolver(r->memory, r->fixed_point);
}

/* Part of the tolerance that a run may use up: a run shorter than the characteristic time less than all of it, so that many short runs are as accurate as one long run.
 * Rounding limits how small that part can be. */
static double part_of_tolerance(const tml_problem *p)
{
    static const double LEAST_PART = 1e-3, LEAST_TOLERANCE = 1e-11;
    if (!p->paced || !(p->characteristic_rate > 0))
        return 1;
    const double part = fmax((p->t1 - p->t0) * p->characteristic_rate, LEAST_PART);
    return fmin(fmax(part, LEAST_TOLERANCE / p->relative), 1);
}

static bool set_scales(run_state *r)
{
    const size_t n = (size_t)r->p->n;
    r->relative = part_of_tolerance(r->p) * r->p->relative;
    r->z = tml_allocate((6 * n + 1) * sizeof(double));
    if (!r->z)
        return false;
    r->scale = r->z + n, r->tolerance = r->scale + n, r->from = r->tolerance + n, r->projected = r->from + n;
    r->before = r->projected + n;
    for (size_t i = 0; i < n; i++) {
        const double small = r->p->absolute[i] / r->p->relative;
        r->scale[i] = small > 0 && isfinite(small) ? ldexp(1, ilogb(small)) : 1;
        r->tolerance[i] = part_of_tolerance(r->p) * r->p->absolute[i] / r->scale[i];
    }
    pack(r, r->p->y, r->z);
    return true;
}

static bool set_up(run_state *r)
{
    if (!set_scales(r) || SUNContext_Create(NULL, &r->context) ||
        !tml_stepping_make(&r->stepping, r->p, dense, NULL, r))
        return false;
    r->y = N_VMake_Serial(r->p->n, r->z, r->context);
    r->view = N_VMake_Serial(r->p->n, r->z, r->context);
    r->absolute = N_VMake_Serial(r->p->n, r->tolerance, r->context);
    if (!r->y || !r->view || !r->absolute)
        return false;
    r->memory = CVodeCreate(r->stiff ? CV_BDF : CV_ADAMS, r->context);
    if (!r->memory || CVodeSetErrHandlerFn(r->memory, tml_stepping_store_message, &r->stepping) ||
        CVodeInit(r->memory, rate, r->p->t0, r->y) || CVodeSVtolerances(r->memory, r->relative, r->absolute) ||
        CVodeSetUserData(r->memory, r) || !set_solver(r))
        return false;
    CVodeSetMaxNumSteps(r->memory, -1);
    CVodeSetStopTime(r->memory, r->p->t1);
    CVodeSetMaxHnilWarns(r->memory, -1);
    CVodeSetMaxErrTestFails(r->memory, 20);
    CVodeSetMaxConvFails(r->memory, 30);
    if (r->p->step > 0)
        CVodeSetMaxStep(r->memory, r->p->step);
    return true;
}

/* BDF: steps fail although they have become very small. */
static bool oscillates(run_state *r)
{
    realtype h = 0;
    long failed = 0;
    CVodeGetLastStep(r->memory, &h);
    CVodeGetNumErrTestFails(r->memory, &failed);
    r->max_step_taken = h > r->max_step_taken ? h : r->max_step_taken;
    return h < MIN_STEP_RATIO * r->max_step_taken && failed > MAX_FAILURES;
}

static bool needs_restart(run_state *r, double t)
{
    return r->p->project && (r->stiff ? oscillates(r) : r->p->drift(r->p->context, t, r->p->y) >= 1);
}

/* Projects and restarts. */
static int restart(run_state *r, double t)
{
    r->max_step_taken = 0;
    if (r->p->project(r->p->context, t, r->p->y))
        return -1;
    if (r->p->pass_state)
        r->p->pass_state(r->p->context, t, t, r->p->y, true);
    pack(r, r->p->y, r->z);
    CVodeSetStopTime(r->memory, r->p->t1);
    CVodeSetInitStep(r->memory, 0);
    return CVodeReInit(r->memory, t, r->y) ? -1 : 0;
}

static void count(const run_state *r, tml_statistics *s)
{
    long failed = 0, failed_newton = 0, steps = 0, jacobians = 0;
    CVodeGetNumSteps(r->memory, &steps);
    CVodeGetNumErrTestFails(r->memory, &failed);
    CVodeGetNumNonlinSolvConvFails(r->memory, &failed_newton);
    if (r->stiff)
        CVodeGetNumJacEvals(r->memory, &jacobians);
    s->steps += steps;
    s->rejected += failed + failed_newton;
    s->jacobians += jacobians;
}

static void limit_step(run_state *r)
{
    const double longest = r->p->max_step(r->p->context);
    CVodeSetMaxStep(r->memory, r->p->step > 0 ? fmin(longest, r->p->step) : longest);
}

/* Shows the path of the step from `begin` to `end` to the search for narrow features. The method evaluates the rate at the end of the step alone; states
 * between come from the polynomial of the step, at cells that are halved until the path through their ends foretells the next states. */
static int show_path(run_state *r, double begin, double end)
{
    const tml_problem *p = r->p;
    double *y = r->projected;
    bool known = false;
    p->pass_state(p->context, end, end, p->y, true);
    for (int cells = 2; cells <= MAX_CELLS && !known; cells *= 2) {
        known = cells > 2;
        for (int k = 1; k < cells; k += 2) {
            const double t = begin + k * (end - begin) / cells;
            if (dense(r, t, y))
                return -1;
            known &= p->pass_state(p->context, t, end, y, false);
        }
    }
    if (p->max_step) /* the state last evaluated limits the next step */
        p->pass_state(p->context, end, end, p->y, true);
    return 0;
}

/* Which part of a step is good. */
static double good_part(run_state *r, double begin, double end)
{
    if (!r->p->good_part || show_path(r, begin, end))
        return 1;
    return r->p->good_part(r->p->context, end);
}

/* Takes the step from t again, up to a part of it: it has passed over something. */
static int take_again(run_state *r, double t, double length, tml_statistics *statistics)
{
    count(r, statistics);
    statistics->rejected++;
    memcpy(r->z, r->before, (size_t)r->p->n * sizeof(double));
    unpack(r, r->z, r->p->y);
    r->max_step_taken = 0;
    if (CVodeReInit(r->memory, t, r->y) || CVodeSetInitStep(r->memory, length))
        return -1;
    CVodeSetStopTime(r->memory, r->p->t1);
    return 0;
}

static tml_status steps(run_state *r, tml_statistics *statistics, tml_log *log)
{
    const tml_problem *p = r->p;
    realtype t = p->t0;
    int stop = tml_stepping_begin(&r->stepping);
    if (p->pass_state)
        p->pass_state(p->context, t, t, p->y, true);
    if (!stop && p->max_step)
        limit_step(r);
    while (!stop && t < p->t1) {
        if (p->max_step)
            CVodeSetMaxStep(r->memory, p->step > 0 ? fmin(p->step, p->max_step(p->context)) : p->max_step(p->context));
        if (p->time_step)
            CVodeSetStopTime(r->memory, fmin(p->t1, t + p->time_step(p->context, t, 1)));
        const double begin = t;
        if (p->begin_step) {
            p->begin_step(p->context, t);
            memcpy(r->before, r->z, (size_t)p->n * sizeof(double));
        }
        const int flag = CVode(r->memory, p->t1, r->y, &t, CV_ONE_STEP);
        statistics->reached = t;
        unpack(r, r->z, p->y);
        if (flag < 0)
            return tml_stepping_failed(&r->stepping, t, log);
        const double part = good_part(r, begin, t);
        if (part < 1) {
            stop = take_again(r, begin, part * (t - begin), statistics);
            t = begin;
            continue;
        }
        stop = tml_stepping_advance(&r->stepping, t);
        if (!stop && p->max_step)
            limit_step(r);
        if (!stop && t < p->t1 && needs_restart(r, t)) {
            count(r, statistics);
            stop = restart(r, t);
        }
    }
    statistics->stopped = stop != 0;
    if (!stop)
        tml_stepping_end(&r->stepping);
    return stop < 0 ? tml_stepping_failed(&r->stepping, t, log) : TML_OK;
}

tml_status tml_cvode_run(const tml_problem *problem, bool stiff, tml_statistics *statistics, tml_log *log)
{
    run_state r = {.p = problem, .stiff = stiff};
    statistics->method = stiff ? "BDF, orders 1 to 5, CVODE" : "Adams, orders 1 to 12, CVODE";
    tml_status status = TML_NO_MEMORY;
    if (set_up(&r))
        status = steps(&r, statistics, log);
    if (r.memory) {
        count(&r, statistics);
        CVodeFree(&r.memory);
    }
    if (r.linear)
        SUNLinSolFree(r.linear);
    if (r.fixed_point)
        SUNNonlinSolFree(r.fixed_point);
    if (r.A)
        SUNMatDestroy(r.A);
    if (r.y)
        N_VDestroy(r.y);
    if (r.view)
        N_VDestroy(r.view);
    if (r.absolute)
        N_VDestroy(r.absolute);
    tml_stepping_free(&r.stepping);
    if (r.z)
        tml_release(r.z);
    if (r.context)
        SUNContext_Free(&r.context);
    return status;
}
#endif
