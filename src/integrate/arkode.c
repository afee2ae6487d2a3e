/* arkode.c - explicit Runge-Kutta by ARKODE (ERKStep); the only file that knows it.
 *
 * After each accepted step the state is projected onto the constraints. Inside a step the motion is read by stepping anew from
 * the step's begin with the same method, which is as exact as the step itself; where many times are wanted in one step, a
 * polynomial of degree 9 through y and y' at five such points takes its place.
 */
#include "integrate/arkode.h"
#include <arkode/arkode_erkstep.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include "integrate/stepping.h"

enum { NODES = 5, FEW = 3 };

typedef struct {
    tml_stepping stepping;
    const tml_problem *p;
    void *memory;
    SUNContext context;
    N_Vector y, absolute;
    ARKodeButcherTable table, own; /* in use; made here */
    double begin, end;             /* of the last step */
    double *start;                 /* (n) state at its begin */
    double *slopes, *stage;        /* (stages x n), (n) */
    double *node_y, *node_slope;   /* (NODES x n) */
    bool nodes_ready;
    int asked;                     /* times read inside this step */
} run_state;

static int rate(realtype t, N_Vector y, N_Vector ydot, void *user)
{
    const run_state *r = user;
    return r->p->rate(r->p->context, t, N_VGetArrayPointer(y), N_VGetArrayPointer(ydot));
}

static int project(realtype t, N_Vector y, void *user)
{
    const run_state *r = user;
    return r->p->project(r->p->context, t, N_VGetArrayPointer(y));
}

/* One step of the method from the begin of the last step: y(begin + h). */
static int step_to(run_state *r, double h, double *y)
{
    const int n = r->p->n;
    const ARKodeButcherTable B = r->table;
    for (int i = 0; i < B->stages; i++) {
        memcpy(r->stage, r->start, (size_t)n * sizeof(double));
        for (int j = 0; j < i; j++) {
            const double a = h * B->A[i][j], *k = r->slopes + (size_t)j * (size_t)n;
            for (int l = 0; a != 0 && l < n; l++)
                r->stage[l] += a * k[l];
        }
        if (r->p->rate(r->p->context, r->begin + B->c[i] * h, r->stage, r->slopes + (size_t)i * (size_t)n))
            return 1;
    }
    memcpy(y, r->start, (size_t)n * sizeof(double));
    for (int i = 0; i < B->stages; i++)
        for (int l = 0; l < n; l++)
            y[l] += h * B->b[i] * r->slopes[(size_t)i * (size_t)n + (size_t)l];
    return 0;
}

/* y and y' at five points of the step */
static int fill_nodes(run_state *r)
{
    const size_t n = (size_t)r->p->n;
    for (int i = 0; i < NODES; i++) {
        const double part = (double)i / (NODES - 1), t = r->begin + part * (r->end - r->begin);
        double *y = r->node_y + (size_t)i * n;
        if (i == 0)
            memcpy(y, r->start, n * sizeof(double));
        else if (i == NODES - 1)
            memcpy(y, r->p->y, n * sizeof(double));
        else if (step_to(r, part * (r->end - r->begin), y))
            return 1;
        if (r->p->rate(r->p->context, t, y, r->node_slope + (size_t)i * n))
            return 1;
    }
    r->nodes_ready = true;
    return 0;
}

/* Hermite's polynomial: y = sum_i L_i^2 [(1 - 2 L_i'(x_i)(x - x_i)) y_i + (x - x_i) y_i'] */
static void interpolate(const run_state *r, double t, double *y)
{
    const int n = r->p->n;
    const double h = r->end - r->begin, x = (t - r->begin) / h;
    memset(y, 0, (size_t)n * sizeof(double));
    for (int i = 0; i < NODES; i++) {
        const double xi = (double)i / (NODES - 1);
        double L = 1, slope = 0;
        for (int j = 0; j < NODES; j++)
            if (j != i) {
                const double xj = (double)j / (NODES - 1);
                L *= (x - xj) / (xi - xj);
                slope += 1 / (xi - xj);
            }
        const double value = L * L * (1 - 2 * slope * (x - xi)), tilt = L * L * (x - xi) * h;
        for (int l = 0; l < n; l++)
            y[l] += value * r->node_y[(size_t)i * (size_t)n + (size_t)l] + tilt * r->node_slope[(size_t)i * (size_t)n + (size_t)l];
    }
}

static int at(void *library, double t, double *y)
{
    run_state *r = library;
    if (r->asked++ < FEW)
        return step_to(r, t - r->begin, y);
    if (!r->nodes_ready && fill_nodes(r))
        return 1;
    interpolate(r, t, y);
    return 0;
}

/* 0 | 1/2 | 0 1/2 | 0 0 1, weights 1/6 1/3 1/3 1/6 */
static ARKodeButcherTable classical(void)
{
    realtype c[] = {0, 0.5, 0.5, 1}, b[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    realtype A[] = {0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1, 0};
    return ARKodeButcherTable_Create(4, 4, 0, c, A, b, NULL);
}

static bool choose_method(run_state *r, bool fixed)
{
    const ARKODE_ERKTableID table = r->p->relative > 3e-6   ? ARKODE_DORMAND_PRINCE_7_4_5
                                    : r->p->relative > 3e-8 ? ARKODE_VERNER_8_5_6
                                                            : ARKODE_FEHLBERG_13_7_8;
    r->table = r->own = fixed ? classical() : ARKodeButcherTable_LoadERK(table);
    if (!r->own || ERKStepSetTable(r->memory, r->own) < 0)
        return false;
    return fixed ? ERKStepSetFixedStep(r->memory, r->p->step) >= 0 : ERKStepSVtolerances(r->memory, r->p->relative, r->absolute) >= 0;
}

static bool make_room(run_state *r)
{
    const size_t n = (size_t)r->p->n, stages = (size_t)r->table->stages;
    r->start = tml_allocate((2 + stages + 2 * NODES) * n * sizeof(double));
    if (!r->start)
        return false;
    r->stage = r->start + n;
    r->slopes = r->stage + n;
    r->node_y = r->slopes + stages * n;
    r->node_slope = r->node_y + NODES * n;
    return true;
}

static bool set_up(run_state *r, bool fixed)
{
    if (SUNContext_Create(NULL, &r->context) || !tml_stepping_start(&r->stepping, r->p, at, r))
        return false;
    r->y = N_VMake_Serial(r->p->n, r->p->y, r->context);
    r->absolute = N_VMake_Serial(r->p->n, (double *)r->p->absolute, r->context);
    r->memory = r->y && r->absolute ? ERKStepCreate(rate, r->p->t0, r->y, r->context) : NULL;
    if (!r->memory)
        return false;
    ERKStepSetErrHandlerFn(r->memory, tml_stepping_complaint, &r->stepping);
    ERKStepSetUserData(r->memory, r);
    ERKStepSetMaxNumSteps(r->memory, -1);
    ERKStepSetStopTime(r->memory, r->p->t1);
    ERKStepSetInterpolantDegree(r->memory, 1); /* we do our own */
    if (r->p->step > 0 && !fixed)
        ERKStepSetMaxStep(r->memory, r->p->step);
    if (r->p->project)
        ERKStepSetPostprocessStepFn(r->memory, project);
    return choose_method(r, fixed) && make_room(r);
}

static tml_status steps(run_state *r, tml_statistics *statistics, tml_log *log)
{
    const tml_problem *p = r->p;
    realtype t = p->t0;
    int stop = tml_stepping_begin(&r->stepping);
    while (!stop && t < p->t1) {
        r->begin = t;
        memcpy(r->start, p->y, (size_t)p->n * sizeof(double));
        const int flag = ERKStepEvolve(r->memory, p->t1, r->y, &t, ARK_ONE_STEP);
        statistics->reached = t;
        if (flag < 0)
            return tml_stepping_failed(&r->stepping, t, log);
        r->end = t;
        r->nodes_ready = false;
        r->asked = 0;
        stop = tml_stepping_advance(&r->stepping, t);
    }
    statistics->stopped = stop != 0;
    return stop < 0 ? tml_stepping_failed(&r->stepping, t, log) : TML_OK;
}

static void tear_down(run_state *r)
{
    if (r->memory)
        ERKStepFree(&r->memory);
    if (r->own)
        ARKodeButcherTable_Free(r->own);
    if (r->y)
        N_VDestroy(r->y);
    if (r->absolute)
        N_VDestroy(r->absolute);
    if (r->start)
        tml_release(r->start);
    tml_stepping_free(&r->stepping);
    if (r->context)
        SUNContext_Free(&r->context);
}

tml_status tml_arkode_run(const tml_problem *problem, bool fixed, tml_statistics *statistics, tml_log *log)
{
    run_state r = {.p = problem};
    statistics->method = fixed                       ? "classical Runge-Kutta of order 4, fixed step"
                         : problem->relative > 3e-6  ? "Dormand-Prince 5(4), ARKODE"
                         : problem->relative > 3e-8  ? "Verner 6(5), ARKODE"
                                                     : "Fehlberg 8(7), ARKODE";
    tml_status status = TML_NO_MEMORY;
    if (set_up(&r, fixed))
        status = steps(&r, statistics, log);
    if (r.memory) {
        long attempts = 0, failed = 0;
        ERKStepGetNumSteps(r.memory, &statistics->steps);
        ERKStepGetNumStepAttempts(r.memory, &attempts);
        ERKStepGetNumErrTestFails(r.memory, &failed);
        statistics->rejected = failed > attempts - statistics->steps ? failed : attempts - statistics->steps;
        ERKStepGetNumRhsEvals(r.memory, &statistics->evaluations);
    }
    tear_down(&r);
    return status;
}
