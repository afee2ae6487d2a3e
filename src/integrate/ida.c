/* ida.c - DAE F(t, z, z') = 0 by IDA (SUNDIALS) with KLU; the only file that uses it.
 *
 * Multipliers are excluded from the error test; y is the first part of z.
 */
#include "integrate/ida.h"
#ifdef TML_LEAN /* in an FMU: live motions have a method of their own (cmake/Fmu.cmake) */
tml_status tml_ida_run(const tml_problem *problem, tml_statistics *statistics, tml_log *log)
{
    (void)problem, (void)statistics, (void)log;
    return TML_FAILED;
}
#else
#include "integrate/sparse_matrix.h"
#include "integrate/stepping.h"
#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_klu.h>

typedef struct {
    tml_stepping stepping;
    const tml_problem *p;
    const tml_dae *dae;
    void *memory;
    SUNContext context;
    N_Vector z, zdot, absolute, id, view;
    SUNMatrix A;
    SUNLinearSolver linear;
    double *full;      /* (dae->n) for output */
    bool inconsistent; /* no consistent initial values */
} run_state;

static int residual(realtype t, N_Vector z, N_Vector zdot, N_Vector F, void *user)
{
    const run_state *r = user;
    return r->dae->residual(r->p->context, t, N_VGetArrayPointer(z), N_VGetArrayPointer(zdot), N_VGetArrayPointer(F));
}

static int jacobian(realtype t, realtype c, N_Vector z, N_Vector zdot, N_Vector F, SUNMatrix J, void *user, N_Vector a,
                    N_Vector b, N_Vector d)
{
    const run_state *r = user;
    (void)F, (void)a, (void)b, (void)d;
    tml_sparse_matrix_indices(r->dae->pattern, J);
    return r->dae->jacobian(r->p->context, t, c, N_VGetArrayPointer(z), N_VGetArrayPointer(zdot),
                            SUNSparseMatrix_Data(J));
}

static int dense(void *library, double t, double *y)
{
    run_state *r = library;
    const size_t n = (size_t)r->p->n * sizeof(double);
    if (IDAGetDky(r->memory, t, 0, r->view) < 0)
        return 1;
    memcpy(y, r->full, n);
    return 0;
}

static bool set_up(run_state *r)
{
    const tml_dae *d = r->dae;
    if (SUNContext_Create(NULL, &r->context) || !tml_stepping_make(&r->stepping, r->p, dense, NULL, r))
        return false;
    r->z = N_VNew_Serial(d->n, r->context);
    r->zdot = N_VNew_Serial(d->n, r->context);
    r->full = tml_allocate((size_t)(d->n + 1) * sizeof(double));
    if (!r->z || !r->zdot || !r->full)
        return false;
    r->view = N_VMake_Serial(d->n, r->full, r->context);
    r->absolute = N_VMake_Serial(d->n, (double *)d->absolute, r->context);
    r->id = N_VMake_Serial(d->n, (double *)d->kind, r->context);
    r->A = SUNSparseMatrix(d->n, d->n, d->pattern->entries, CSC_MAT, r->context);
    r->memory = IDACreate(r->context);
    if (!r->view || !r->absolute || !r->id || !r->A || !r->memory)
        return false;
    r->inconsistent =
        d->start(r->p->context, r->p->t0, r->p->y, N_VGetArrayPointer(r->z), N_VGetArrayPointer(r->zdot)) != 0;
    if (r->inconsistent)
        return false;
    IDASetErrHandlerFn(r->memory, tml_stepping_store_message, &r->stepping);
    r->linear = SUNLinSol_KLU(r->z, r->A, r->context);
    if (IDAInit(r->memory, residual, r->p->t0, r->z, r->zdot) ||
        IDASVtolerances(r->memory, r->p->relative, r->absolute) || IDASetUserData(r->memory, r) ||
        IDASetId(r->memory, r->id) || IDASetSuppressAlg(r->memory, 1) || !r->linear ||
        IDASetLinearSolver(r->memory, r->linear, r->A) || IDASetJacFn(r->memory, jacobian))
        return false;
    IDASetMaxNumSteps(r->memory, -1);
    IDASetStopTime(r->memory, r->p->t1);
    IDASetMaxErrTestFails(r->memory, 30);
    IDASetMaxConvFails(r->memory, 50);
    if (r->p->step > 0)
        IDASetMaxStep(r->memory, r->p->step);
    return true;
}

static tml_status steps(run_state *r, tml_statistics *statistics, tml_log *log)
{
    const tml_problem *p = r->p;
    realtype t = p->t0;
    int stop = tml_stepping_begin(&r->stepping);
    while (!stop && t < p->t1) {
        if (p->time_step)
            IDASetStopTime(r->memory, fmin(p->t1, t + p->time_step(p->context, t, 1)));
        const int flag = IDASolve(r->memory, p->t1, &t, r->z, r->zdot, IDA_ONE_STEP);
        statistics->reached = t;
        if (flag < 0)
            return tml_stepping_failed(&r->stepping, t, log);
        memcpy(p->y, N_VGetArrayPointer(r->z), (size_t)p->n * sizeof(double));
        stop = tml_stepping_advance(&r->stepping, t);
    }
    statistics->stopped = stop != 0;
    if (!stop)
        tml_stepping_end(&r->stepping);
    return stop < 0 ? tml_stepping_failed(&r->stepping, t, log) : TML_OK;
}

tml_status tml_ida_run(const tml_problem *problem, tml_statistics *statistics, tml_log *log)
{
    run_state r = {.p = problem, .dae = problem->dae};
    statistics->method = "stabilized index 2, BDF orders 1 to 5, IDA";
    tml_status status = TML_NO_MEMORY;
    if (set_up(&r))
        status = steps(&r, statistics, log);
    else if (r.inconsistent)
        status = tml_stepping_failed(&r.stepping, problem->t0, log);
    if (r.memory) {
        long failed = 0, failed_newton = 0;
        IDAGetNumSteps(r.memory, &statistics->steps);
        IDAGetNumErrTestFails(r.memory, &failed);
        IDAGetNumNonlinSolvConvFails(r.memory, &failed_newton);
        statistics->rejected = failed + failed_newton;
        IDAGetNumJacEvals(r.memory, &statistics->jacobians);
        IDAFree(&r.memory);
    }
    if (r.linear)
        SUNLinSolFree(r.linear);
    if (r.A)
        SUNMatDestroy(r.A);
    enum { VECTORS = 5 };
    N_Vector vectors[VECTORS] = {r.z, r.zdot, r.absolute, r.id, r.view};
    for (int i = 0; i < VECTORS; i++)
        if (vectors[i])
            N_VDestroy(vectors[i]);
    if (r.full)
        tml_release(r.full);
    tml_stepping_free(&r.stepping);
    if (r.context)
        SUNContext_Free(&r.context);
    return status;
}
#endif
