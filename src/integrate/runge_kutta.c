/* runge_kutta.c - explicit Runge-Kutta by pairs of formulas, with a step control that knows of constraints.
 *
 * y_1 = y_0 + h sum b_i k_i,  e = h sum e_i k_i. Projection removes what of e lies across the constraints, so that only its
 * part along them counts in full, the rest by its square: E = max(|e along|, sqrt(r) |e across|), in units of the tolerance r.
 * A control that sees all of e alike shortens its steps until it stands still near singular positions, where accelerations across the
 * constraints carry amplified rounding (seen on the N-four-bar).
 *
 * Singular positions are stepped over. From a state at a distance x from one, accelerations across the constraints err by rounding
 * times 1/x^3, and no shorter step avoids that: so no step ends where constraints are much less independent than at its begin, and the
 * next one is as long as that one was to be. Where a stage fell close to one, a step a little shorter has its stages elsewhere.
 *
 * The efficient pair is taken while rounding in the slopes, times its weights, is far below the tolerance, else the quiet one. That
 * rounding is what is left of the second difference of f over a few last digits of the state.
 *
 * Inside a step the motion is a polynomial of degree 9 through y and y' at five points. Those between are the pair's own, from a few
 * slopes more; a method without them steps to them anew, or to the very times that are wanted where these are few.
 */
#include "integrate/runge_kutta.h"
#include "integrate/stepping.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NODES = TML_PAIR_INSIDE + 2, FEW = 3, MAX_SHORTER = 3, MAX_MOVED = 5, LOOK_AGAIN = 64, MOVED_DIGITS = 16 };
static const double NEAR = 0.3;     /* of the independence at the begin: a step does not end there, if */
static const double SHORTER = 0.7;  /* this part of it, or of that, does not */
static const double HOPELESS = 1e3; /* an error that is not one of the method */
static const double MOVED = 0.6;    /* then this part of the step is tried */
static const double QUIET =
    0.02; /* rounding in the estimate of an error, as a part of the tolerance, that does no harm */

typedef struct tml_single_steps {
    tml_stepping stepping;
    const tml_problem *p;
    const tml_pair *pair, *only; /* taken now; the one asked for, NULL: any */
    double begin, end;           /* of the last step */
    double h;                    /* next step to try */
    double error_before;
    double apart;                /* how independent the constraints are at its begin; 0: not known */
    long quiet_steps;            /* by the quiet pair */
    double rounding;             /* of the slopes, in units of the tolerance and 1/s */
    double *start, *first;       /* (n) state and slope at its begin */
    double *last;                /* (n) slope at its end, if */
    bool last_known;             /* it was asked for */
    double *slopes, *stage;      /* (stages x n), (n) */
    double *trial, *error;       /* (n) */
    double *node_y, *node_slope; /* (NODES x n) */
    bool slopes_kept;            /* those of the step are still there */
    bool nodes_ready, doubts;    /* they are there; they are not to be trusted */
    int asked;                   /* times read inside this step */
    double *room;
} run_state;

/* ---- slopes and what is made of them ---- */

/* out += sum of four w_j k_j */
static void add_four(size_t n, const double *w, const double *const *k, double *restrict out)
{
    const double *k0 = k[0], *k1 = k[1], *k2 = k[2], *k3 = k[3], w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3];
    size_t l = 0;
    for (; l + 2 <= n; l += 2) { /* in twos, which compilers put into one instruction */
        const double a = (w0 * k0[l] + w1 * k1[l]) + (w2 * k2[l] + w3 * k3[l]);
        const double b = (w0 * k0[l + 1] + w1 * k1[l + 1]) + (w2 * k2[l + 1] + w3 * k3[l + 1]);
        out[l] += a;
        out[l + 1] += b;
    }
    if (l < n)
        out[l] += (w0 * k0[l] + w1 * k1[l]) + (w2 * k2[l] + w3 * k3[l]);
}

/* out = from + h sum weight_j k_j over the first slopes; from NULL: 0 */
static void combine(const run_state *r, double h, const double *weight, int count, const double *from, double *out)
{
    const size_t n = (size_t)r->p->n;
    const double *k[TML_MAX_PAIR + 3];
    double w[TML_MAX_PAIR + 3];
    int terms = 0;
    for (int j = 0; j < count; j++)
        if (weight[j] != 0) {
            w[terms] = h * weight[j];
            k[terms++] = r->slopes + (size_t)j * n;
        }
    for (; terms % 4; terms++) {
        w[terms] = 0;
        k[terms] = k[0];
    }
    if (from)
        memcpy(out, from, n * sizeof(double));
    else
        memset(out, 0, n * sizeof(double));
    for (int j = 0; j < terms; j += 4)
        add_four(n, w + j, k + j, out);
}

/* Slopes of stages first .. end of the step h. */
static int stages(run_state *r, int first, int end, double h)
{
    const tml_pair *B = r->pair;
    for (int i = first; i < end; i++) {
        combine(r, h, B->A + (size_t)i * (size_t)(B->stages + B->extra), i, r->start, r->stage);
        double *k = r->slopes + (size_t)i * (size_t)r->p->n;
        const int flag = r->p->rate(r->p->context, r->begin + B->c[i] * h, r->stage, k);
        if (flag)
            return flag;
    }
    return 0;
}

/* y(begin + h) by one step of the method; its first slope is known. */
static int step_to(run_state *r, double h, double *y)
{
    memcpy(r->slopes, r->first, (size_t)r->p->n * sizeof(double));
    const int flag = stages(r, 1, r->pair->stages, h);
    if (!flag)
        combine(r, h, r->pair->b, r->pair->stages, r->start, y);
    return flag;
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

/* ---- inside a step ---- */

static int find_last_slope(run_state *r)
{
    if (!r->last_known && r->p->rate(r->p->context, r->end, r->p->y, r->last))
        return 1;
    r->last_known = true;
    return 0;
}

static int step_anew(void *library, double t, double *y)
{
    run_state *r = library;
    r->slopes_kept = false;
    return step_to(r, t - r->begin, y);
}

/* The slopes beyond those of the step, of which the first is that at its end. */
static int more_slopes(run_state *r)
{
    const tml_pair *B = r->pair;
    const double h = r->end - r->begin;
    if (!r->slopes_kept && step_to(r, h, r->trial))
        return 1;
    memcpy(r->slopes + (size_t)B->stages * (size_t)r->p->n, r->last, (size_t)r->p->n * sizeof(double));
    return stages(r, B->stages + 1, B->stages + B->extra, h);
}

/* y and y' at five points of the step: at those between by the pair's own weights, or by stepping there anew. */
static int fill_nodes(run_state *r, bool own)
{
    const tml_pair *B = r->pair;
    const int all = B->stages + B->extra;
    const size_t n = (size_t)r->p->n, size = n * sizeof(double);
    const double h = r->end - r->begin;
    if (find_last_slope(r) || (own && more_slopes(r)))
        return 1;
    memcpy(r->node_y, r->start, size);
    memcpy(r->node_slope, r->first, size);
    memcpy(r->node_y + (NODES - 1) * n, r->p->y, size);
    memcpy(r->node_slope + (NODES - 1) * n, r->last, size);
    for (int i = 1; i < NODES - 1; i++) {
        const double part = (double)i / (NODES - 1);
        double *y = r->node_y + (size_t)i * n;
        if (own)
            combine(r, h, B->inside + (size_t)(i - 1) * (size_t)all, all, r->start, y);
        else if (step_anew(r, r->begin + part * h, y))
            return 1;
        if (r->p->rate(r->p->context, r->begin + part * h, y, r->node_slope + (size_t)i * n))
            return 1;
    }
    return 0;
}

/* Hermite's polynomial: y = sum_i L_i^2 [(1 - 2 L_i'(x_i)(x - x_i)) y_i + (x - x_i) y_i'], through all nodes but `without` */
static void interpolate(const run_state *r, double x, int without, double *y)
{
    const int n = r->p->n;
    const double h = r->end - r->begin;
    memset(y, 0, (size_t)n * sizeof(double));
    for (int i = 0; i < NODES; i++) {
        const double xi = (double)i / (NODES - 1);
        double L = 1, slope = 0;
        for (int j = 0; j < NODES; j++)
            if (j != i && j != without) {
                const double xj = (double)j / (NODES - 1);
                L *= (x - xj) / (xi - xj);
                slope += 1 / (xi - xj);
            }
        const double value = L * L * (1 - 2 * slope * (x - xi)), tilt = L * L * (x - xi) * h;
        for (int l = 0; i != without && l < n; l++)
            y[l] += value * r->node_y[(size_t)i * (size_t)n + (size_t)l] +
                    tilt * r->node_slope[(size_t)i * (size_t)n + (size_t)l];
    }
}

/* Near singular positions slopes inside a step may be far off though those of the step are not: the nodes must foretell the middle one. */
static bool nodes_agree(run_state *r)
{
    const int n = r->p->n;
    const double *middle = r->node_y + (NODES / 2) * (size_t)n;
    interpolate(r, 0.5, NODES / 2, r->error);
    for (int i = 0; i < n; i++)
        r->error[i] -= middle[i];
    return weighed(r, r->error, middle) < 1; /* and not NaN */
}

/* ---- the step and its error ---- */

/* First step: such that h^2 |y''| is about the tolerance to the power 2/(p + 1), from two slopes (Hairer, Norsett, Wanner II.4), time
 * counted in units of the motion's own. Where
 * all coordinates are zero but for rounding, as joint coordinates of a drawing, their size says nothing of the step. */
static double first_step(run_state *r)
{
    const tml_problem *p = r->p;
    const double span = p->t1 - p->t0, unit = p->characteristic_rate > 0 ? 1 / p->characteristic_rate : span;
    const double d0 = weighed(r, p->y, p->y), d1 = weighed(r, r->first, p->y) * unit;
    const double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 * span : fmax(1e-7 * span, fmin(0.01 * unit * d0 / d1, 0.1 * span));
    for (int i = 0; i < p->n; i++)
        r->stage[i] = p->y[i] + h0 * r->first[i];
    if (p->rate(p->context, p->t0 + h0, r->stage, r->slopes))
        return 1e-6 * span;
    for (int i = 0; i < p->n; i++)
        r->slopes[i] -= r->first[i];
    const double d2 = weighed(r, r->slopes, p->y) * unit * unit / h0, most = fmax(d1, d2);
    const double h1 = most < 1e-15 ? fmax(1e-6 * span, 1e-3 * h0) : unit * pow(0.01 / most, 1.0 / (r->pair->order + 1));
    return fmin(p->pace * fmin(100 * h0, h1), span);
}

/* Slopes of the state moved by `digits` of its last digits, up and down by turns: r->slopes += factor f. */
static int add_moved(run_state *r, double digits, double factor)
{
    const tml_problem *p = r->p;
    for (int i = 0; i < p->n; i++) {
        const double size = fmin(fmax(fabs(r->start[i]), p->absolute[i] / p->relative), 1e300);
        const double digit = ldexp(DBL_EPSILON, ilogb(size) + 1); /* so that the sum is exact */
        r->stage[i] = r->start[i] + (i % 2 ? digits : -digits) * digit;
    }
    if (p->rate(p->context, r->begin, r->stage, r->error))
        return 1;
    for (int i = 0; i < p->n; i++)
        r->slopes[i] += factor * r->error[i];
    return 0;
}

/* Rounding in the slopes, in units of the tolerance: what is left of f(y + d) - 2 f(y) + f(y - d) for very small d. */
static double find_rounding(run_state *r)
{
    for (int i = 0; i < r->p->n; i++)
        r->slopes[i] = -2 * r->first[i];
    if (add_moved(r, MOVED_DIGITS, 1) || add_moved(r, -MOVED_DIGITS, 1))
        return 0;
    return weighed(r, r->slopes, r->start) / sqrt(6);
}

static void choose_pair(run_state *r, long steps)
{
    if (r->only)
        return;
    if (steps % LOOK_AGAIN == 0)
        r->rounding = find_rounding(r);
    r->pair = tml_pair_efficient.loud * r->rounding * r->h < QUIET ? &tml_pair_efficient : &tml_pair_quiet;
}

/* The error of the step in units of the tolerance: along the constraints in full, across them by its square. */
static double error_of(run_state *r, double t)
{
    const tml_problem *p = r->p;
    double *other = r->stage, across = 0;
    combine(r, t - r->begin, r->pair->e, r->pair->stages, NULL, r->error);
    memset(other, 0, (size_t)p->n * sizeof(double)); /* what is neither position nor speed lies along */
    if (p->project && p->split && p->split(p->context, t, r->trial, r->error, other) == 0)
        across = weighed(r, other, r->trial);
    const double along = weighed(r, r->error, r->trial);
    return isfinite(along) && isfinite(across) ? fmax(along, sqrt(p->relative) * across)
                                               : 1e10; /* fmax passes over NaN */
}

/* ---- to a time inside the step, with an eye on the error ---- */

/* By the pair of now; *e: its error in units of the tolerance. */
static int try_to(run_state *r, double t, double *e)
{
    r->slopes_kept = false;
    const int flag = step_to(r, t - r->begin, r->trial);
    *e = flag ? INFINITY : r->pair->e ? error_of(r, t) : 0;
    return flag;
}

/* By each pair, until one is good: the better one is left in y. */
static double by_pairs(run_state *r, double t, double *y)
{
    const tml_pair *const pairs[] = {r->pair, r->pair == &tml_pair_quiet ? &tml_pair_efficient : &tml_pair_quiet};
    double best = INFINITY;
    for (int i = 0; i < 2 && best > 1; i++) {
        double e;
        r->pair = pairs[i];
        if (try_to(r, t, &e) || !(e < best))
            continue;
        best = e;
        memcpy(y, r->trial, (size_t)r->p->n * sizeof(double));
    }
    r->pair = pairs[0];
    return best;
}

/* In two steps, the first of them a part of the way; y is left as it is where that is no better. */
static void by_halves(run_state *r, double t, double part, double *best, double *y)
{
    const tml_problem *p = r->p;
    const size_t n = (size_t)p->n, size = n * sizeof(double);
    double *start = r->node_y, *first = start + n, *middle = first + n, *end = middle + n; /* no nodes are there */
    const double begin = r->begin, between = begin + part * (t - begin);
    const double before = by_pairs(r, between, middle);
    if (!(before < *best) || (p->project && p->project(p->context, between, middle)))
        return;
    memcpy(start, r->start, size);
    memcpy(first, r->first, size);
    if (p->rate(p->context, between, middle, r->first) == 0) {
        memcpy(r->start, middle, size);
        r->begin = between;
        const double e = fmax(before, by_pairs(r, t, end));
        if (e < *best) {
            *best = e;
            memcpy(y, end, size);
        }
    }
    r->begin = begin;
    memcpy(r->start, start, size);
    memcpy(r->first, first, size);
}

/* Beside a singular position, where the stages of a step may fall into it and no polynomial can be trusted. */
static int step_carefully(run_state *r, double t, double *y)
{
    static const double parts[] = {0.37, 0.71, 0.53, 0.17};
    double best = by_pairs(r, t, y);
    for (size_t i = 0; best > 1 && i < sizeof parts / sizeof *parts; i++)
        by_halves(r, t, parts[i], &best, y);
    return !isfinite(best);
}

static int at(void *library, double t, double *y)
{
    run_state *r = library;
    if (!r->asked++ && r->pair->inside) {
        r->nodes_ready = !fill_nodes(r, true) && nodes_agree(r);
        r->doubts = !r->nodes_ready;
    }
    if (!r->nodes_ready && !r->doubts && r->asked <= FEW) {
        double e;
        if (try_to(r, t, &e))
            return 1;
        memcpy(y, r->trial, (size_t)r->p->n * sizeof(double));
        r->doubts = e > 1;
        if (!r->doubts)
            return 0;
    }
    if (!r->nodes_ready && !r->doubts) {
        if (fill_nodes(r, false))
            return 1;
        r->doubts = r->pair->e && !nodes_agree(r);
        r->nodes_ready = !r->doubts;
    }
    if (r->doubts && r->pair->e)
        return step_carefully(r, t, y);
    interpolate(r, (t - r->begin) / (r->end - r->begin), -1, y);
    return 0;
}

static bool set_up(run_state *r, const tml_pair *pair)
{
    r->only = pair;
    r->pair = pair ? pair : &tml_pair_efficient;
    if (!tml_stepping_start(&r->stepping, r->p, at, step_anew, r))
        return false;
    const size_t n = (size_t)r->p->n;
    r->room = tml_allocate((6 + TML_MAX_PAIR + 2 * NODES) * n * sizeof(double));
    if (!r->room)
        return false;
    r->start = r->room;
    r->first = r->start + n;
    r->last = r->first + n;
    r->stage = r->last + n;
    r->trial = r->stage + n;
    r->error = r->trial + n;
    r->slopes = r->error + n;
    r->node_y = r->slopes + TML_MAX_PAIR * n;
    r->node_slope = r->node_y + NODES * n;
    return true;
}

static double next_factor(run_state *r, double e)
{
    const double k = r->pair->lower + 1;
    const double factor = 0.9 * pow(fmax(e, 1e-10), -0.7 / k) * pow(fmax(r->error_before, 1e-10), 0.4 / k);
    return fmin(5, fmax(0.2, factor));
}

/* What a rejected step is shortened by. */
static double shrink(const run_state *r, double e, int *moved)
{
    if (!(e > 1)) /* it could not be projected */
        return 0.25;
    if (r->p->project && e > HOPELESS && (*moved)++ < MAX_MOVED)
        return MOVED;
    return fmax(0.1, 0.9 * pow(e, -1 / (r->pair->lower + 1.0)));
}

/* How independent constraints are at the end of the step whose error was just estimated. */
static double independence(const run_state *r)
{
    return r->p->project && r->p->independence ? r->p->independence(r->p->context) : 1;
}

/* One accepted step; 0, or negative when it cannot be made. */
static int step(run_state *r, double *t, tml_statistics *statistics)
{
    const tml_problem *p = r->p;
    const bool fixed = !r->pair->e;
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
        if (e <= 1 && apart < NEAR * r->apart && shorter++ < MAX_SHORTER) {
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

/* The slope at the end of a step is the first of the next; `longest` wants to look at that state again. */
static int begin_next(run_state *r)
{
    r->last_known = r->last_known && !r->p->longest;
    const int flag = find_last_slope(r);
    memcpy(r->first, r->last, (size_t)r->p->n * sizeof(double));
    return flag;
}

/* Fixed steps are not made shorter where the motion asks for it: that may be all that is wrong. */
static tml_status fail(run_state *r, double t, tml_log *log)
{
    if (!r->pair->e && !r->stepping.message[0])
        snprintf(r->stepping.message, sizeof r->stepping.message, "fixed steps of %.3g s may be too long", r->p->step);
    return tml_stepping_failed(&r->stepping, t, log);
}

static tml_status steps(run_state *r, tml_statistics *statistics, tml_log *log)
{
    const tml_problem *p = r->p;
    const bool fixed = !r->pair->e;
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
        if (!fixed)
            choose_pair(r, statistics->steps);
        if (step(r, &t, statistics))
            return fail(r, t, log);
        statistics->reached = t;
        r->quiet_steps += r->pair == &tml_pair_quiet;
        r->nodes_ready = r->last_known = r->doubts = false;
        r->slopes_kept = true;
        r->asked = 0;
        stop = tml_stepping_advance(&r->stepping, t);
        if (!stop && t < p->t1 && begin_next(r))
            stop = -1;
    }
    statistics->stopped = stop != 0;
    return stop < 0 ? fail(r, t, log) : TML_OK;
}

static void clean_up(run_state *r)
{
    if (r->room)
        tml_release(r->room);
    tml_stepping_free(&r->stepping);
}

tml_status tml_runge_kutta_run(const tml_problem *problem, const tml_pair *pair, tml_statistics *statistics,
                               tml_log *log)
{
    run_state r = {.p = problem};
    tml_status status = TML_NO_MEMORY;
    if (set_up(&r, pair)) {
        status = steps(&r, statistics, log);
        statistics->method = pair                                    ? pair->name
                             : 2 * r.quiet_steps > statistics->steps ? tml_pair_quiet.name
                                                                     : tml_pair_efficient.name;
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
    return set_up(r, &tml_pair_classical) ? r : NULL;
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
