/* along_stages.c - what the stages of a Runge-Kutta step tell of functions along the motion, without dense output.
 *
 *   int f dt = h sum b_i f_i,   with the error h sum e_i f_i
 * as if f were the rate of one more variable: of the order of the method, though the state at a single stage is not. That is accepted where the
 * error is one that the method accepts of velocities. An extremum is excluded where the polynomial through values at stages stays below what
 * has been reached, by more than it differs from a cubic.
 */
#include "integrate/along_state.h"
#include <math.h>

static const double APART = 0.05;     /* of a step: stages closer to each other tell less than their errors spoil */
static const double RESOLVED = 3e-3;  /* of the largest value: the mean of a polynomial through stages is that close */
static const double ROUNDING = 1e-13; /* of the largest value: the least error of a mean that is asked for */
static const double MARGIN = 16;      /* times the difference from a cubic: states at stages are not exact */

static bool has_weight(const tml_along_stages *s, int k)
{
    return s->weight[k] != 0 || s->error_weight[k] != 0;
}

/* ---- the polynomial through stages ---- */

static double place_of(const tml_along_work *w, int k)
{
    return k < w->node_count ? w->place[w->node[k]] : 1;
}

/* Through which stages polynomials are laid: the later ones are the more accurate. The end of the step is one more node. */
static void choose_nodes(tml_along_work *w, const tml_along_stages *s)
{
    w->place = s->place;
    w->node_count = 0;
    for (int k = s->count; k-- > 0;) {
        bool apart = s->place[k] < 1 - APART && has_weight(s, k);
        for (int j = 0; apart && j < w->node_count; j++)
            apart = fabs(s->place[k] - place_of(w, j)) > APART;
        if (apart && w->node_count < TML_ALONG_STAGES)
            w->node[w->node_count++] = k;
    }
    for (int g = 0; g < TML_ALONG_NODES; g++)
        for (int k = 0; k <= w->node_count; k++) {
            double product = 1;
            for (int j = 0; j <= w->node_count; j++)
                if (j != k)
                    product *= (0.5 * (1 + tml_along_nodes[g]) - place_of(w, j)) / (place_of(w, k) - place_of(w, j));
            w->to_nodes[g][k] = product;
        }
}

/* values: of the polynomial, at the nodes; false: it is no number. */
static bool fill_values(const tml_along_work *w, int i, const tml_along_stages *s, double *values)
{
    const int count = w->p->function_count;
    for (int g = 0; g < TML_ALONG_NODES; g++) {
        double sum = w->to_nodes[g][w->node_count] * s->end[i];
        for (int k = 0; k < w->node_count; k++)
            sum += w->to_nodes[g][k] * s->f[w->node[k] * count + i];
        if (!isfinite(sum))
            return false;
        values[g * count] = sum;
    }
    return true;
}

/* ---- integrals ---- */

typedef struct {
    double sum, error;
} integral;

static integral integral_of(const tml_along_stages *s, const double *f, int count, double h, bool square)
{
    integral x = {0, 0};
    for (int k = 0; k < s->count; k++)
        if (has_weight(s, k)) {
            const double value = square ? f[k * count] * f[k * count] : f[k * count];
            x.sum += h * s->weight[k] * value;
            x.error += h * s->error_weight[k] * value;
        }
    return x;
}

/* Weights that sum smooth functions up to a high order do not tell the error of one with a corner. */
static bool stages_integrate(const tml_along *a, unsigned open)
{
    return (open & (TML_WANT_INTEGRAL | TML_WANT_SQUARE)) && !a->corners;
}

/* values: of the polynomial through stages, at the nodes. Where that differs the stages do not resolve the function, and their error is no measure. */
static void integrate(tml_along_work *w, int i, double h, const tml_along_stages *s, const double *values)
{
    const tml_problem *p = w->p;
    tml_along *a = &p->along[i];
    const integral once = integral_of(s, s->f + i, p->function_count, h, false),
                   twice = integral_of(s, s->f + i, p->function_count, h, true);
    const tml_along_sums coarse = tml_along_sums_of(values, p->function_count, 0.5 * h);
    const double time = p->characteristic_rate > 0 ? 1 / p->characteristic_rate : h;
    const double scale = fmax(a->scale, fabs(s->end[i] - s->f[i]) / h * time); /* what it is going to be */
    const double limit = fmax(p->relative * time, fmax(ROUNDING, a->precision) * h) * scale,
                 resolved = RESOLVED * h * a->scale;
    if ((w->open[i] & TML_WANT_INTEGRAL) && fabs(once.error) <= limit && fabs(once.sum - coarse.I7) <= resolved) {
        a->integral += once.sum;
        w->open[i] &= (unsigned char)~TML_WANT_INTEGRAL;
    }
    if ((w->open[i] & TML_WANT_SQUARE) && fabs(twice.error) <= 2 * limit * scale &&
        fabs(twice.sum - coarse.S7) <= resolved * a->scale) {
        a->square += twice.sum;
        w->open[i] &= (unsigned char)~TML_WANT_SQUARE;
    }
}

/* ---- both ---- */

void tml_along_mark_stages(tml_along_work *w, const tml_along_stages *s, bool *needed)
{
    bool integrals = false, extrema = false;
    for (int i = 0; i < w->p->function_count; i++) {
        const tml_along *a = &w->p->along[i];
        integrals |= stages_integrate(a, a->wanted);
        extrema |= (a->wanted & (TML_WANT_MAX | TML_WANT_MIN)) != 0;
    }
    choose_nodes(w, s);
    for (int k = 0; k < s->count; k++)
        needed[k] = integrals && has_weight(s, k);
    for (int k = 0; (extrema || integrals) && k < w->node_count; k++)
        needed[w->node[k]] = true;
}

void tml_along_by_stages(tml_along_work *w, double h, const tml_along_stages *s)
{
    double *values = w->levels;
    for (int i = 0; i < w->p->function_count; i++) {
        const tml_along *a = &w->p->along[i];
        if (!w->open[i] || !fill_values(w, i, s, values))
            continue;
        if (stages_integrate(a, w->open[i]))
            integrate(w, i, h, s, values);
        if ((w->open[i] & (TML_WANT_MAX | TML_WANT_MIN)) && !tml_along_may_exceed(w, values, a, w->open[i], MARGIN))
            w->open[i] &= (unsigned char)~(TML_WANT_MAX | TML_WANT_MIN);
    }
}
