/* dense_output.c - states within a step of a Runge-Kutta method.
 *
 * A polynomial of degree 9 (Hermite) through y and y' at five points. The interior ones come from the continuous extension of the pair;
 * a method without it makes steps to them, or to the output times themselves if these are few. The polynomial is trusted where the one without
 * the middle point, of two degrees less, comes close to it; else, if many states are wanted, where steps to two places between the points do.
 */
#include "integrate/runge_kutta_state.h"
#include <math.h>
#include <string.h>

enum { FEW = 3, MANY = 3 };
static const double CLOSE =
    3; /* times the tolerance of a step, which is a small part of that of the run: close enough between steps */
static const double PRECISE =
    0.01; /* of the tolerance: the polynomial without its middle node, which is of two degrees less */

/* ---- dense output ---- */

int tml_find_last_derivative(tml_runge_kutta_state *r)
{
    if (r->last_known)
        return 0;
    if (r->p->rate(r->p->context, r->end, r->p->y, r->last))
        return 1;
    if (r->p->see_state)
        r->p->see_state(r->p->context, r->end);
    tml_stages_take_signals(r, r->last_signals);
    r->last_known = true;
    return 0;
}

int tml_make_step_to(void *library, double t, double *y)
{
    tml_runge_kutta_state *r = library;
    r->stages_valid = false;
    return tml_stages_step_to(r, t - r->begin, y);
}

/* The extra stages of the continuous extension; the first is at the end of the step. */
static int extra_stages(tml_runge_kutta_state *r)
{
    const tml_pair *B = r->pair;
    const double h = r->end - r->begin;
    if (!r->stages_valid && tml_stages_step_to(r, h, r->trial))
        return 1;
    memcpy(r->k + (size_t)B->stages * (size_t)r->p->n, r->last, (size_t)r->p->n * sizeof(double));
    return tml_stages_evaluate(r, B->stages + 1, B->stages + B->extra, h);
}

/* y and y' at five points of the step: the interior ones by the continuous extension, or by steps to them. */
static int fill_nodes(tml_runge_kutta_state *r, bool own)
{
    const tml_pair *B = r->pair;
    const int all = B->stages + B->extra;
    const size_t n = (size_t)r->p->n, size = n * sizeof(double);
    const double h = r->end - r->begin;
    if (tml_find_last_derivative(r) || (own && extra_stages(r)))
        return 1;
    memcpy(r->node_y, r->start, size);
    memcpy(r->node_derivative, r->first, size);
    memcpy(r->node_y + (TML_PAIR_NODES - 1) * n, r->p->y, size);
    memcpy(r->node_derivative + (TML_PAIR_NODES - 1) * n, r->last, size);
    for (int i = 1; i < TML_PAIR_NODES - 1; i++) {
        const double part = (double)i / (TML_PAIR_NODES - 1);
        double *y = r->node_y + (size_t)i * n;
        if (own)
            tml_stages_combine(r, h, B->interior + (size_t)(i - 1) * (size_t)all, all, r->start, y);
        else if (tml_make_step_to(r, r->begin + part * h, y))
            return 1;
        if (r->p->rate(r->p->context, r->begin + part * h, y, r->node_derivative + (size_t)i * n))
            return 1;
    }
    return 0;
}

/* Hermite's polynomial: y = sum_i L_i^2 [(1 - 2 L_i'(x_i)(x - x_i)) y_i + (x - x_i) y_i'], through all nodes but `without` */
static void interpolate(const tml_runge_kutta_state *r, double x, int without, double *y)
{
    const int n = r->p->n;
    const double h = r->end - r->begin;
    memset(y, 0, (size_t)n * sizeof(double));
    for (int i = 0; i < TML_PAIR_NODES; i++) {
        const double xi = (double)i / (TML_PAIR_NODES - 1);
        double L = 1, dL = 0;
        for (int j = 0; j < TML_PAIR_NODES; j++)
            if (j != i && j != without) {
                const double xj = (double)j / (TML_PAIR_NODES - 1);
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
static bool nodes_agree(tml_runge_kutta_state *r)
{
    const int n = r->p->n;
    const double *middle = r->node_y + (TML_PAIR_NODES / 2) * (size_t)n;
    interpolate(r, 0.5, TML_PAIR_NODES / 2, r->error);
    for (int i = 0; i < n; i++)
        r->error[i] -= middle[i];
    const double difference = tml_stages_rms(r, r->error, middle);
    r->precise = difference < PRECISE;
    return difference < 1; /* and not NaN */
}

/* ---- error-controlled steps to a time inside the step ---- */

/* By the present pair; *e: its error in units of the tolerance. */
static int try_to(tml_runge_kutta_state *r, double t, double *e)
{
    r->stages_valid = false;
    const int flag = tml_stages_step_to(r, t - r->begin, r->trial);
    *e = flag ? INFINITY : r->pair->e ? tml_step_error(r, t) : 0;
    return flag;
}

/* By each pair until one meets the tolerance; the better result is left in y. */
static double by_pairs(tml_runge_kutta_state *r, double t, double *y)
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
static void by_two_steps(tml_runge_kutta_state *r, double t, double part, double *best, double *y)
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
static int step_carefully(tml_runge_kutta_state *r, double t, double *y)
{
    static const double parts[] = {0.37, 0.71, 0.53, 0.17};
    double best = by_pairs(r, t, y);
    for (size_t i = 0; best > 1 && i < sizeof parts / sizeof *parts; i++)
        by_two_steps(r, t, parts[i], &best, y);
    return !isfinite(best);
}

/* Whether more states of this step are wanted than steps to each of them are worth: functions along it, or rows. */
static bool expects_many(const tml_runge_kutta_state *r)
{
    const tml_stepping *s = &r->stepping;
    return s->along || (s->next + MANY < r->p->time_count && r->p->times[s->next + MANY] < r->end);
}

/* Steps to where the polynomial deviates most from a smooth function, between the first and the last two points: what is wrong with any of the points
 * shows there too. */
static bool steps_confirm(tml_runge_kutta_state *r)
{
    const int n = r->p->n;
    for (int i = 0; i < 2; i++) {
        const double x = i ? 0.875 : 0.125;
        if (!(by_pairs(r, r->begin + x * (r->end - r->begin), r->error) <= 1))
            return false;
        interpolate(r, x, -1, r->stage);
        for (int k = 0; k < n; k++)
            r->error[k] -= r->stage[k];
        if (!(tml_stages_rms(r, r->error, r->stage) <= CLOSE))
            return false;
    }
    return true;
}

int tml_dense_output(void *library, double t, double *y)
{
    tml_runge_kutta_state *r = library;
    if (!r->asked++ && r->pair->interior) {
        r->nodes_ready = !fill_nodes(r, true) && (nodes_agree(r) || (expects_many(r) && steps_confirm(r)));
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
