/* runge_kutta.c - explicit Runge-Kutta with the tables of ARKODE and a step control of our own.
 *
 * y_1 = y_0 + h sum b_i k_i,  e = h sum (b_i - d_i) k_i. Projection removes what of e lies across the constraints, so that only its
 * part along them counts in full, the rest by its square: E = max(|e along|, sqrt(r) |e across|), in units of the tolerance r.
 * ARKODE's own control sees all of e alike; near singular positions, where accelerations across the constraints carry amplified
 * rounding, it shortens its steps until it stands still (seen on the N-four-bar).
 *
 * Singular positions are stepped over. From a state at a distance x from one, accelerations across the constraints err by rounding
 * times 1/x^3, and no shorter step avoids that: so no step ends where constraints are much less independent than at its begin, and the
 * next one is as long as that one was to be. Where a stage fell close to one, a step a little shorter has its stages elsewhere.
 *
 * Inside a step the motion is read by stepping anew from the step's begin, which is as exact as the step itself; where many times
 * are wanted in one step, a polynomial of degree 9 through y and y' at five such points takes its place.
 */
#include "integrate/runge_kutta.h"
#include "integrate/stepping.h"
#include "integrate/verner.h"
#include <math.h>
#include <string.h>

#include <arkode/arkode_butcher_erk.h>

enum { NODES = 5, FEW = 3, SHORTER_MOST = 3, MOVED_MOST = 5 };
static const double NEAR = 0.3;     /* of the independence at the begin: a step does not end there, if */
static const double SHORTER = 0.7;  /* this part of it, or of that, does not */
static const double HOPELESS = 1e3; /* an error that is not one of the method */
static const double MOVED = 0.6;    /* then this part of the step is tried */

typedef struct tml_single_steps {
    tml_stepping stepping;
    const tml_problem *p;
    ARKodeButcherTable table;
    double begin, end; /* of the last step */
    double h;          /* next step to try */
    double error_before;
    double apart;                /* how independent the constraints are at its begin; 0: not known */
    double *start, *first;       /* (n) state and slope at its begin */
    double *slopes, *stage;      /* (stages x n), (n) */
    double *trial, *error;       /* (n) */
    double *node_y, *node_slope; /* (NODES x n) */
    bool nodes_ready;
    int asked; /* times read inside this step */
    double *room;
} run_state;

/* Slopes of all stages from the begin of the step; the first is known. */
static int stages(run_state *r, double h)
{
    const size_t n = (size_t)r->p->n;
    const ARKodeButcherTable B = r->table;
    memcpy(r->slopes, r->first, n * sizeof(double));
    for (int i = 1; i < B->stages; i++) {
        memcpy(r->stage, r->start, n * sizeof(double));
        for (int j = 0; j < i; j++) {
            const double a = h * B->A[i][j], *k = r->slopes + (size_t)j * n;
            for (size_t l = 0; a != 0 && l < n; l++)
                r->stage[l] += a * k[l];
        }
        const int flag = r->p->rate(r->p->context, r->begin + B->c[i] * h, r->stage, r->slopes + (size_t)i * n);
        if (flag)
            return flag;
    }
    return 0;
}

/* out = from + h sum weight_i k_i */
static void combine(const run_state *r, double h, const double *weight, const double *from, double *out)
{
    const size_t n = (size_t)r->p->n;
    memcpy(out, from, n * sizeof(double));
    for (int i = 0; i < r->table->stages; i++) {
        const double b = h * weight[i], *k = r->slopes + (size_t)i * n;
        for (size_t l = 0; b != 0 && l < n; l++)
            out[l] += b * k[l];
    }
}

/* y(begin + h) by one step of the method */
static int step_to(run_state *r, double h, double *y)
{
    const int flag = stages(r, h);
    if (!flag)
        combine(r, h, r->table->b, r->start, y);
    return flag;
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
            y[l] += value * r->node_y[(size_t)i * (size_t)n + (size_t)l] +
                    tilt * r->node_slope[(size_t)i * (size_t)n + (size_t)l];
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

static bool set_up(run_state *r, bool fixed)
{
    const double r_tol = r->p->relative;
    r->table = fixed          ? classical()
               : r_tol > 3e-7 ? ARKodeButcherTable_LoadERK(ARKODE_DORMAND_PRINCE_7_4_5)
               : r_tol > 3e-9 ? ARKodeButcherTable_LoadERK(ARKODE_VERNER_8_5_6)
                              : tml_verner_87();
    if (!r->table || !tml_stepping_start(&r->stepping, r->p, at, r))
        return false;
    const size_t n = (size_t)r->p->n, count = (size_t)r->table->stages;
    r->room = tml_allocate((5 + count + 2 * NODES) * n * sizeof(double));
    if (!r->room)
        return false;
    r->start = r->room;
    r->first = r->start + n;
    r->stage = r->first + n;
    r->trial = r->stage + n;
    r->error = r->trial + n;
    r->slopes = r->error + n;
    r->node_y = r->slopes + count * n;
    r->node_slope = r->node_y + NODES * n;
    return true;
}

/* Root mean square of x in units of the tolerance */
static double weighed(const run_state *r, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < r->p->n; i++) {
        const double e = x[i] / (r->p->relative * fabs(y[i]) + r->p->absolute[i]);
        sum += e * e;
    }
    return sqrt(sum / fmax(1, r->p->n));
}

/* First step: such that h^2 |y''| is about the tolerance to the power 2/(p + 1), from two slopes (Hairer, Norsett, Wanner II.4). Where
 * all coordinates are zero but for rounding, as joint coordinates of a drawing, their size says nothing of the step. */
static double first_step(run_state *r)
{
    const tml_problem *p = r->p;
    const double d0 = weighed(r, p->y, p->y), d1 = weighed(r, r->first, p->y), span = p->t1 - p->t0;
    const double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 * span : fmax(1e-7 * span, fmin(0.01 * d0 / d1, 0.1 * span));
    for (int i = 0; i < p->n; i++)
        r->stage[i] = p->y[i] + h0 * r->first[i];
    if (p->rate(p->context, p->t0 + h0, r->stage, r->slopes))
        return 1e-6 * span;
    for (int i = 0; i < p->n; i++)
        r->slopes[i] -= r->first[i];
    const double d2 = weighed(r, r->slopes, p->y) / h0, most = fmax(d1, d2);
    const double h1 = most < 1e-15 ? fmax(1e-6 * span, 1e-3 * h0) : pow(0.01 / most, 1.0 / (r->table->q + 1));
    return fmin(fmin(100 * h0, h1), span);
}

/* The error of the step in units of the tolerance: along the constraints in full, across them by its square. */
static double error_of(run_state *r, double t)
{
    const tml_problem *p = r->p;
    double *weights = r->stage; /* b - d */
    const ARKodeButcherTable B = r->table;
    double difference[32];
    for (int i = 0; i < B->stages; i++)
        difference[i] = B->b[i] - B->d[i];
    memset(weights, 0, (size_t)p->n * sizeof(double));
    combine(r, t - r->begin, difference, weights, r->error);
    double across = 0;
    if (p->project && p->split && p->split(p->context, t, r->trial, r->error, weights) == 0) {
        across = weighed(r, weights, r->trial);
    }
    const double along = weighed(r, r->error, r->trial);
    return isfinite(along) && isfinite(across) ? fmax(along, sqrt(p->relative) * across)
                                               : 1e10; /* fmax passes over NaN */
}

static double next_factor(run_state *r, double e)
{
    const double k = r->table->p + 1;
    const double factor = 0.9 * pow(fmax(e, 1e-10), -0.7 / k) * pow(fmax(r->error_before, 1e-10), 0.4 / k);
    return fmin(5, fmax(0.2, factor));
}

/* What a rejected step is shortened by. */
static double shrink(const run_state *r, double e, int *moved)
{
    if (!(e > 1)) /* it could not be projected */
        return 0.25;
    if (r->p->project && e > HOPELESS && (*moved)++ < MOVED_MOST)
        return MOVED;
    return fmax(0.1, 0.9 * pow(e, -1 / (r->table->p + 1.0)));
}

/* How independent constraints are at the end of the step whose error was just estimated. */
static double independence(const run_state *r)
{
    return r->p->project && r->p->independence ? r->p->independence(r->p->context) : 1;
}

/* One accepted step; 0, or negative when it cannot be made. */
static int step(run_state *r, bool fixed, double *t, tml_statistics *statistics)
{
    const tml_problem *p = r->p;
    const double least = 1e-15 * fmax(fabs(*t), p->t1 - p->t0);
    double wanted = 0; /* a step that was good, but ended near a singular position */
    int shorter = 0, moved = 0;
    for (bool again = false;; again = true) {
        double h = fmin(r->h, p->t1 - *t);
        if (p->t1 - *t - h < 1e-9 * h) /* no splinter at the end */
            h = p->t1 - *t;
        const double reached = h == p->t1 - *t ? p->t1 : *t + h;
        const int flag = step_to(r, h, r->trial);
        if (flag < 0 || (flag && fixed) || (h < least && reached < p->t1))
            return -1;
        const double e = flag ? 1e6 : fixed ? 0 : error_of(r, reached), apart = fixed ? 0 : independence(r);
        if (e <= 1 && apart < NEAR * r->apart && shorter++ < SHORTER_MOST) {
            wanted = fmax(wanted, h);
            r->h = SHORTER * h;
            continue;
        }
        if (e <= 1 && (!p->project || p->project(p->context, reached, r->trial) == 0)) {
            if (!fixed)
                r->h = fmax(wanted, h * (again ? fmin(1, next_factor(r, e)) : next_factor(r, e)));
            if (p->step > 0)
                r->h = fmin(r->h, p->step);
            r->error_before = fmax(e, 1e-4);
            r->apart = apart;
            memcpy(p->y, r->trial, (size_t)p->n * sizeof(double));
            r->end = *t = reached;
            statistics->steps++;
            return 0;
        }
        if (fixed)
            return -1;
        statistics->rejected++;
        r->h = h * shrink(r, e, &moved);
    }
}

static tml_status steps(run_state *r, bool fixed, tml_statistics *statistics, tml_log *log)
{
    const tml_problem *p = r->p;
    double t = p->t0;
    int stop = tml_stepping_begin(&r->stepping);
    if (!stop && p->rate(p->context, t, p->y, r->first))
        stop = -1;
    r->h = fixed ? p->step : stop ? 1 : p->step > 0 ? fmin(p->step, first_step(r)) : first_step(r);
    r->error_before = 1;
    while (!stop && t < p->t1) {
        r->begin = t;
        if (!fixed && p->longest)
            r->h = fmin(r->h, p->longest(p->context));
        memcpy(r->start, p->y, (size_t)p->n * sizeof(double));
        if (step(r, fixed, &t, statistics))
            return tml_stepping_failed(&r->stepping, t, log);
        statistics->reached = t;
        r->nodes_ready = false;
        r->asked = 0;
        stop = tml_stepping_advance(&r->stepping, t);
        if (!stop && t < p->t1 && p->rate(p->context, t, p->y, r->first))
            stop = -1;
    }
    statistics->stopped = stop != 0;
    return stop < 0 ? tml_stepping_failed(&r->stepping, t, log) : TML_OK;
}

static void clean_up(run_state *r)
{
    if (r->table)
        ARKodeButcherTable_Free(r->table);
    if (r->room)
        tml_release(r->room);
    tml_stepping_free(&r->stepping);
}

tml_status tml_runge_kutta_run(const tml_problem *problem, bool fixed, tml_statistics *statistics, tml_log *log)
{
    run_state r = {.p = problem};
    tml_status status = TML_NO_MEMORY;
    if (set_up(&r, fixed)) {
        statistics->method = fixed             ? "classical Runge-Kutta of order 4, fixed step"
                             : r.table->q == 5 ? "Dormand-Prince 5(4)"
                             : r.table->q == 6 ? "Verner 6(5)"
                                               : "Verner 8(7)";
        status = steps(&r, fixed, statistics, log);
    }
    clean_up(&r);
    return status;
}

/* ---- one step at a time ---- */

static void end(void *r)
{
    clean_up(r);
}

tml_single_steps *tml_single_steps_make(const tml_problem *problem, tml_arena *arena)
{
    run_state *r = TML_NEW(arena, run_state);
    r->p = problem;
    tml_arena_at_end(arena, end, r);
    return set_up(r, true) ? r : NULL;
}

int tml_single_step(tml_single_steps *r, double t, double h, double reached)
{
    const tml_problem *p = r->p;
    const size_t size = (size_t)p->n * sizeof(double);
    r->begin = t;
    memcpy(r->start, p->y, size);
    if (p->rate(p->context, t, p->y, r->first) || step_to(r, h, r->trial) ||
        (p->project && p->project(p->context, reached, r->trial)))
        return 1;
    memcpy(p->y, r->trial, size);
    return 0;
}
