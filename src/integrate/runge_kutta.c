/* runge_kutta.c - explicit Runge-Kutta pairs, with a step-size control for constrained systems.
 *
 * y_1 = y_0 + h sum b_i k_i,  e = h sum e_i k_i. Projection removes the component of e normal to the constraints, so that only the
 * tangent component counts in full, the normal one by its square: E = max(|e tangent|, sqrt(r) |e normal|), in units of the tolerance r.
 * A control by all of e would reduce the step to a standstill near singular configurations, where accelerations normal to the constraints
 * carry amplified rounding errors (seen on the N-four-bar).
 *
 * Singular configurations are stepped over. At a distance x from one, accelerations normal to the constraints have errors of rounding
 * times 1/x^3, and no shorter step avoids them: so no step ends where the constraints are much less independent than at its beginning, and
 * the next one is as long as that one was to be. If a stage falls close to one, a slightly shorter step has its stages elsewhere.
 *
 * The efficient pair is used while rounding in the derivatives, times its weights, is far below the tolerance, otherwise the low-noise one.
 * The rounding is estimated by the second difference of f over a few units in the last place of the state.
 *
 * Dense output is a polynomial of degree 9 (Hermite) through y and y' at five points. The interior ones come from the continuous extension
 * of the pair; a method without it makes steps to them, or to the output times themselves if these are few.
 */
#include "integrate/runge_kutta.h"
#include "integrate/stepping.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    NODES = TML_PAIR_INTERIOR + 2,
    FEW = 3,
    MAX_SHORTER = 3,
    MAX_RETRIES = 5,
    ROUNDING_INTERVAL = 64,
    PERTURBED_DIGITS = 16
};
static const double NEAR_SINGULAR = 0.3; /* of the independence at the beginning: a step does not end below, if */
static const double SHORTER = 0.7;       /* a step shortened by this factor, repeatedly, does not */
static const double MAX_METHOD_ERROR =
    1e3;                                /* an error too large for the method: a stage near a singular configuration */
static const double RETRY_FACTOR = 0.6; /* then the step is shortened by this factor */
static const double HARMLESS_ROUNDING =
    0.02; /* rounding in the error estimate, relative to the tolerance, that is harmless */

typedef struct tml_single_steps {
    tml_stepping stepping;
    const tml_problem *p;
    const tml_pair *pair, *only; /* in use; requested, NULL: automatic */
    double begin, end;           /* of the last step */
    double h;                    /* next step to try */
    double error_before;
    double independence;              /* independence of the constraints at its beginning; 0: unknown */
    long low_noise_steps;             /* by the low-noise pair */
    double rounding;                  /* of the derivatives, in units of the tolerance and 1/s */
    double *start, *first;            /* (n) state and derivative at its beginning */
    double *last;                     /* (n) derivative at its end, if */
    bool last_known;                  /* it is computed */
    double *k, *stage;                /* (stages x n), (n) */
    double *trial, *error;            /* (n) */
    double *node_y, *node_derivative; /* (NODES x n) */
    bool stages_valid;                /* those of the step are still valid */
    bool nodes_ready, inaccurate;     /* nodes are computed; they are inaccurate */
    int asked;                        /* number of interpolations in this step */
    double *memory;
} run_state;

/* ---- stages ---- */

/* out += sum of four w_j k_j */
static void add_four(size_t n, const double *w, const double *const *k, double *restrict out)
{
    const double *k0 = k[0], *k1 = k[1], *k2 = k[2], *k3 = k[3], w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3];
    size_t l = 0;
    for (; l + 2 <= n; l += 2) { /* in pairs, for SIMD */
        const double a = (w0 * k0[l] + w1 * k1[l]) + (w2 * k2[l] + w3 * k3[l]);
        const double b = (w0 * k0[l + 1] + w1 * k1[l + 1]) + (w2 * k2[l + 1] + w3 * k3[l + 1]);
        out[l] += a;
        out[l + 1] += b;
    }
    if (l < n)
        out[l] += (w0 * k0[l] + w1 * k1[l]) + (w2 * k2[l] + w3 * k3[l]);
}

/* out = from + h sum weight_j k_j over the first stages; from NULL: 0 */
static void combine(const run_state *r, double h, const double *weight, int count, const double *from, double *out)
{
    const size_t n = (size_t)r->p->n;
    const double *k[TML_MAX_PAIR + 3];
    double w[TML_MAX_PAIR + 3];
    int terms = 0;
    for (int j = 0; j < count; j++)
        if (weight[j] != 0) {
            w[terms] = h * weight[j];
            k[terms++] = r->k + (size_t)j * n;
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

/* Derivatives of stages first ... end - 1 of the step h. */
static int stages(run_state *r, int first, int end, double h)
{
    const tml_pair *B = r->pair;
    for (int i = first; i < end; i++) {
        combine(r, h, B->A + (size_t)i * (size_t)(B->stages + B->extra), i, r->start, r->stage);
        double *k = r->k + (size_t)i * (size_t)r->p->n;
        const int flag = r->p->rate(r->p->context, r->begin + B->c[i] * h, r->stage, k);
        if (flag)
            return flag;
    }
    return 0;
}

/* y(begin + h) by one step of the method; its first stage is known. */
static int step_to(run_state *r, double h, double *y)
{
    memcpy(r->k, r->first, (size_t)r->p->n * sizeof(double));
    const int flag = stages(r, 1, r->pair->stages, h);
    if (!flag)
        combine(r, h, r->pair->b, r->pair->stages, r->start, y);
    return flag;
}

/* Root mean square of x in units of the tolerance */
static double weighted_rms(const run_state *r, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < r->p->n; i++) {
        const double e = x[i] / (r->p->relative * fabs(y[i]) + r->p->absolute[i]);
        sum += e * e;
    }
    return sqrt(sum / fmax(1, r->p->n));
}

/* ---- dense output ---- */

static int find_last_derivative(run_state *r)
{
    if (!r->last_known && r->p->rate(r->p->context, r->end, r->p->y, r->last))
        return 1;
    r->last_known = true;
    return 0;
}

static int make_step_to(void *library, double t, double *y)
{
    run_state *r = library;
    r->stages_valid = false;
    return step_to(r, t - r->begin, y);
}

/* The extra stages of the continuous extension; the first is at the end of the step. */
static int extra_stages(run_state *r)
{
    const tml_pair *B = r->pair;
    const double h = r->end - r->begin;
    if (!r->stages_valid && step_to(r, h, r->trial))
        return 1;
    memcpy(r->k + (size_t)B->stages * (size_t)r->p->n, r->last, (size_t)r->p->n * sizeof(double));
    return stages(r, B->stages + 1, B->stages + B->extra, h);
}

/* y and y' at five points of the step: the interior ones by the continuous extension, or by steps to them. */
static int fill_nodes(run_state *r, bool own)
{
    const tml_pair *B = r->pair;
    const int all = B->stages + B->extra;
    const size_t n = (size_t)r->p->n, size = n * sizeof(double);
    const double h = r->end - r->begin;
    if (find_last_derivative(r) || (own && extra_stages(r)))
        return 1;
    memcpy(r->node_y, r->start, size);
    memcpy(r->node_derivative, r->first, size);
    memcpy(r->node_y + (NODES - 1) * n, r->p->y, size);
    memcpy(r->node_derivative + (NODES - 1) * n, r->last, size);
    for (int i = 1; i < NODES - 1; i++) {
        const double part = (double)i / (NODES - 1);
        double *y = r->node_y + (size_t)i * n;
        if (own)
            combine(r, h, B->interior + (size_t)(i - 1) * (size_t)all, all, r->start, y);
        else if (make_step_to(r, r->begin + part * h, y))
            return 1;
        if (r->p->rate(r->p->context, r->begin + part * h, y, r->node_derivative + (size_t)i * n))
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
        double L = 1, dL = 0;
        for (int j = 0; j < NODES; j++)
            if (j != i && j != without) {
                const double xj = (double)j / (NODES - 1);
                L *= (x - xj) / (xi - xj);
                dL += 1 / (xi - xj);
            }
        const double value = L * L * (1 - 2 * dL * (x - xi)), rate_weight = L * L * (x - xi) * h;
        for (int l = 0; i != without && l < n; l++)
            y[l] += value * r->node_y[(size_t)i * (size_t)n + (size_t)l] +
                    rate_weight * r->node_derivative[(size_t)i * (size_t)n + (size_t)l];
    }
}

/* Near singular configurations interior derivatives may be inaccurate though the step is not: check the middle node
 * against the interpolant of the others. */
static bool nodes_agree(run_state *r)
{
    const int n = r->p->n;
    const double *middle = r->node_y + (NODES / 2) * (size_t)n;
    interpolate(r, 0.5, NODES / 2, r->error);
    for (int i = 0; i < n; i++)
        r->error[i] -= middle[i];
    return weighted_rms(r, r->error, middle) < 1; /* and not NaN */
}

/* ---- step size and error ---- */

/* Initial step: h^2 |y''| about the tolerance to the power 2/(p + 1), from two derivatives (Hairer, Norsett, Wanner
 * II.4), in units of the characteristic time. If all coordinates are zero up to rounding, as joint coordinates of a
 * drawing, their size does not determine the step. */
static double first_step(run_state *r)
{
    const tml_problem *p = r->p;
    const double span = p->t1 - p->t0, unit = p->characteristic_rate > 0 ? 1 / p->characteristic_rate : span;
    const double d0 = weighted_rms(r, p->y, p->y), d1 = weighted_rms(r, r->first, p->y) * unit;
    const double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 * span : fmax(1e-7 * span, fmin(0.01 * unit * d0 / d1, 0.1 * span));
    for (int i = 0; i < p->n; i++)
        r->stage[i] = p->y[i] + h0 * r->first[i];
    if (p->rate(p->context, p->t0 + h0, r->stage, r->k))
        return 1e-6 * span;
    for (int i = 0; i < p->n; i++)
        r->k[i] -= r->first[i];
    const double d2 = weighted_rms(r, r->k, p->y) * unit * unit / h0, largest = fmax(d1, d2);
    const double h1 =
        largest < 1e-15 ? fmax(1e-6 * span, 1e-3 * h0) : unit * pow(0.01 / largest, 1.0 / (r->pair->order + 1));
    return fmin(p->first_step_factor * fmin(100 * h0, h1), span);
}

/* Derivatives at the state perturbed by `digits` units in the last place, alternately up and down: r->k += factor f. */
static int add_perturbed(run_state *r, double digits, double factor)
{
    const tml_problem *p = r->p;
    for (int i = 0; i < p->n; i++) {
        const double size = fmin(fmax(fabs(r->start[i]), p->absolute[i] / p->relative), 1e300);
        const double digit = ldexp(DBL_EPSILON, ilogb(size) + 1); /* makes the sum exact */
        r->stage[i] = r->start[i] + (i % 2 ? digits : -digits) * digit;
    }
    if (p->rate(p->context, r->begin, r->stage, r->error))
        return 1;
    for (int i = 0; i < p->n; i++)
        r->k[i] += factor * r->error[i];
    return 0;
}

/* Rounding of the derivatives, in units of the tolerance: f(y + d) - 2 f(y) + f(y - d) for very small d. */
static double find_rounding(run_state *r)
{
    for (int i = 0; i < r->p->n; i++)
        r->k[i] = -2 * r->first[i];
    if (add_perturbed(r, PERTURBED_DIGITS, 1) || add_perturbed(r, -PERTURBED_DIGITS, 1))
        return 0;
    return weighted_rms(r, r->k, r->start) / sqrt(6);
}

static void choose_pair(run_state *r, long steps)
{
    if (r->only)
        return;
    if (steps % ROUNDING_INTERVAL == 0)
        r->rounding = find_rounding(r);
    r->pair = tml_pair_efficient.noise_amplification * r->rounding * r->h < HARMLESS_ROUNDING ? &tml_pair_efficient
                                                                                              : &tml_pair_low_noise;
}

/* Error of the step in units of the tolerance: the tangent component in full, the normal one by its square. */
static double error_of(run_state *r, double t)
{
    const tml_problem *p = r->p;
    double *other = r->stage, across = 0;
    combine(r, t - r->begin, r->pair->e, r->pair->stages, NULL, r->error);
    memset(other, 0,
           (size_t)p->n * sizeof(double)); /* components other than positions and velocities count as tangent */
    if (p->project && p->split && p->split(p->context, t, r->trial, r->error, other) == 0)
        across = weighted_rms(r, other, r->trial);
    const double along = weighted_rms(r, r->error, r->trial);
    return isfinite(along) && isfinite(across) ? fmax(along, sqrt(p->relative) * across) : 1e10; /* fmax ignores NaN */
}

/* ---- error-controlled steps to a time inside the step ---- */

/* By the present pair; *e: its error in units of the tolerance. */
static int try_to(run_state *r, double t, double *e)
{
    r->stages_valid = false;
    const int flag = step_to(r, t - r->begin, r->trial);
    *e = flag ? INFINITY : r->pair->e ? error_of(r, t) : 0;
    return flag;
}

/* By each pair until one meets the tolerance; the better result is left in y. */
static double by_pairs(run_state *r, double t, double *y)
{
    const tml_pair *const pairs[] = {r->pair,
                                     r->pair == &tml_pair_low_noise ? &tml_pair_efficient : &tml_pair_low_noise};
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

/* In two steps, the first to a fraction `part`; y is unchanged if that is no better. */
static void by_two_steps(run_state *r, double t, double part, double *best, double *y)
{
    const tml_problem *p = r->p;
    const size_t n = (size_t)p->n, size = n * sizeof(double);
    double *start = r->node_y, *first = start + n, *middle = first + n,
           *end = middle + n; /* the nodes are unused here */
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

/* Near a singular configuration, where stages may be inaccurate and no interpolant can be trusted. */
static int step_carefully(run_state *r, double t, double *y)
{
    static const double parts[] = {0.37, 0.71, 0.53, 0.17};
    double best = by_pairs(r, t, y);
    for (size_t i = 0; best > 1 && i < sizeof parts / sizeof *parts; i++)
        by_two_steps(r, t, parts[i], &best, y);
    return !isfinite(best);
}

static int dense_output(void *library, double t, double *y)
{
    run_state *r = library;
    if (!r->asked++ && r->pair->interior) {
        r->nodes_ready = !fill_nodes(r, true) && nodes_agree(r);
        r->inaccurate = !r->nodes_ready;
    }
    if (!r->nodes_ready && !r->inaccurate && r->asked <= FEW) {
        double e;
        if (try_to(r, t, &e))
            return 1;
        memcpy(y, r->trial, (size_t)r->p->n * sizeof(double));
        r->inaccurate = e > 1;
        if (!r->inaccurate)
            return 0;
    }
    if (!r->nodes_ready && !r->inaccurate) {
        if (fill_nodes(r, false))
            return 1;
        r->inaccurate = r->pair->e && !nodes_agree(r);
        r->nodes_ready = !r->inaccurate;
    }
    if (r->inaccurate && r->pair->e)
        return step_carefully(r, t, y);
    interpolate(r, (t - r->begin) / (r->end - r->begin), -1, y);
    return 0;
}

static bool set_up(run_state *r, const tml_pair *pair)
{
    r->only = pair;
    r->pair = pair ? pair : &tml_pair_efficient;
    if (!tml_stepping_make(&r->stepping, r->p, dense_output, make_step_to, r))
        return false;
    const size_t n = (size_t)r->p->n;
    r->memory = tml_allocate((6 + TML_MAX_PAIR + 2 * NODES) * n * sizeof(double));
    if (!r->memory)
        return false;
    r->start = r->memory;
    r->first = r->start + n;
    r->last = r->first + n;
    r->stage = r->last + n;
    r->trial = r->stage + n;
    r->error = r->trial + n;
    r->k = r->error + n;
    r->node_y = r->k + TML_MAX_PAIR * n;
    r->node_derivative = r->node_y + NODES * n;
    return true;
}

static double next_factor(run_state *r, double e)
{
    const double k = r->pair->lower + 1;
    const double factor = 0.9 * pow(fmax(e, 1e-10), -0.7 / k) * pow(fmax(r->error_before, 1e-10), 0.4 / k);
    return fmin(5, fmax(0.2, factor));
}

/* Factor by which a rejected step is shortened. */
static double reduction_factor(const run_state *r, double e, int *retries)
{
    if (!(e > 1)) /* projection failed */
        return 0.25;
    if (r->p->project && e > MAX_METHOD_ERROR && (*retries)++ < MAX_RETRIES)
        return RETRY_FACTOR;
    return fmax(0.1, 0.9 * pow(e, -1 / (r->pair->lower + 1.0)));
}

/* Independence of the constraints at the end of the step whose error was just estimated. */
static double independence_of(const run_state *r)
{
    return r->p->project && r->p->independence ? r->p->independence(r->p->context) : 1;
}

/* One accepted step; 0, or negative on failure. */
static int step(run_state *r, double *t, tml_statistics *statistics)
{
    const tml_problem *p = r->p;
    const bool fixed = !r->pair->e;
    const double min_step = 1e-15 * fmax(fabs(*t), p->t1 - p->t0);
    double wanted = 0; /* an accurate step that ended near a singular configuration */
    int shorter = 0, retries = 0;
    for (bool again = false;; again = true) {
        double h = fmin(r->h, p->t1 - *t);
        if (p->t1 - *t - h < 1e-9 * h) /* no tiny last step */
            h = p->t1 - *t;
        const double reached = h == p->t1 - *t ? p->t1 : *t + h;
        const int flag = step_to(r, h, r->trial);
        if (flag < 0 || (flag && fixed) || (h < min_step && reached < p->t1))
            return -1;
        const double e = flag ? 1e6 : fixed ? 0 : error_of(r, reached), independence = fixed ? 0 : independence_of(r);
        if (e <= 1 && independence < NEAR_SINGULAR * r->independence && shorter++ < MAX_SHORTER) {
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
            r->independence = independence;
            memcpy(p->y, r->trial, (size_t)p->n * sizeof(double));
            r->end = *t = reached;
            statistics->steps++;
            return 0;
        }
        if (fixed)
            return -1;
        statistics->rejected++;
        r->h = h * reduction_factor(r, e, &retries);
    }
}

/* The derivative at the end of a step is the first stage of the next; max_step needs that state evaluated again. */
static int begin_next(run_state *r)
{
    r->last_known = r->last_known && !r->p->max_step;
    const int flag = find_last_derivative(r);
    memcpy(r->first, r->last, (size_t)r->p->n * sizeof(double));
    return flag;
}

/* Fixed steps are not shortened: the step size may be the only problem. */
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
        if (!fixed && p->max_step)
            r->h = fmin(r->h, p->max_step(p->context));
        memcpy(r->start, p->y, (size_t)p->n * sizeof(double));
        if (!fixed)
            choose_pair(r, statistics->steps);
        if (step(r, &t, statistics))
            return fail(r, t, log);
        statistics->reached = t;
        r->low_noise_steps += r->pair == &tml_pair_low_noise;
        r->nodes_ready = r->last_known = r->inaccurate = false;
        r->stages_valid = true;
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
    if (r->memory)
        tml_release(r->memory);
    tml_stepping_free(&r->stepping);
}

tml_status tml_runge_kutta_run(const tml_problem *problem, const tml_pair *pair, tml_statistics *statistics,
                               tml_log *log)
{
    run_state r = {.p = problem};
    tml_status status = TML_NO_MEMORY;
    if (set_up(&r, pair)) {
        status = steps(&r, statistics, log);
        statistics->method = pair                                        ? pair->name
                             : 2 * r.low_noise_steps > statistics->steps ? tml_pair_low_noise.name
                                                                         : tml_pair_efficient.name;
    }
    clean_up(&r);
    return status;
}

/* ---- single steps ---- */

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
