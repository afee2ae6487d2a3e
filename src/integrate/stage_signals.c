/* stage_signals.c - what the stages of a Runge-Kutta step tell of forces that the motion may not feel: those that hold what rests.
 *
 * Where nothing moves the error of the state allows steps of any length. So steps resolve the forces too, by two measures of their values f_i at the stages:
 *   |sum e_i f_i|              the error of their mean; the weights of a pair of high order look at the last tenth of the step only
 *   max |f_i - p(c_i)|         from the polynomial p of half its order that fits best (least squares): of a sine it is small below half a period,
 *                              and large above one, whatever the phase
 */
#include "integrate/runge_kutta_state.h"

static const double RESOLVED = 1e-3;     /* of a signal: error of its mean over a step */
static const double FITTED = 1e-2;       /* of it: what a polynomial may differ by */
static const double SMALL_SIGNAL = 1e-6; /* of its scale */
static const double BRIEF = 0.01;        /* of the characteristic time: in shorter steps signals may jump */

/* ---- places of the stages ---- */

static void find_order(const tml_pair *pair, int *order)
{
    for (int i = 0; i < pair->stages; i++) {
        int at = i;
        for (; at > 0 && pair->c[order[at - 1]] > pair->c[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

/* Powers of c, made orthonormal at the stages one after the other (Gram and Schmidt). */
static void find_polynomials(tml_stage_places *places)
{
    const tml_pair *B = places->pair;
    for (int d = 0; d < places->terms; d++) {
        double *p = places->polynomial[d], size = 0;
        for (int i = 0; i < B->stages; i++)
            p[i] = d ? (2 * B->c[i] - 1) * places->polynomial[d - 1][i] : 1;
        for (int below = 0; below < d; below++) {
            const double *q = places->polynomial[below];
            double along = 0;
            for (int i = 0; i < B->stages; i++)
                along += q[i] * p[i];
            for (int i = 0; i < B->stages; i++)
                p[i] -= along * q[i];
        }
        for (int i = 0; i < B->stages; i++)
            size += p[i] * p[i];
        for (int i = 0; i < B->stages; i++)
            p[i] /= sqrt(size);
    }
}

static const tml_stage_places *places_of(tml_runge_kutta_state *r)
{
    tml_stage_places *places = &r->places;
    if (places->pair == r->pair)
        return places;
    places->pair = r->pair;
    find_order(r->pair, places->order);
    places->terms = (r->pair->order + 1) / 2 + 1;
    places->terms = places->terms < TML_FIT_TERMS ? places->terms : TML_FIT_TERMS;
    find_polynomials(places);
    return places;
}

/* ---- signals ---- */

/* The largest difference of a signal from the polynomial that fits it best; f: its values, one in `count`. */
static double misfit(const tml_stage_places *places, const double *f, int count)
{
    double along[TML_FIT_TERMS] = {0}, worst = 0;
    for (int i = 0; i < places->pair->stages; i++)
        for (int d = 0; d < places->terms; d++)
            along[d] += places->polynomial[d][i] * f[i * count];
    for (int i = 0; i < places->pair->stages; i++) {
        double rest = f[i * count];
        for (int d = 0; d < places->terms; d++)
            rest -= along[d] * places->polynomial[d][i];
        worst = fmax(worst, fabs(rest));
    }
    return worst;
}

double tml_stages_unresolved(tml_runge_kutta_state *r, double h)
{
    const tml_problem *p = r->p;
    const tml_stage_places *places = p->signal_count ? places_of(r) : NULL;
    double worst = 0;
    for (int i = 0; i < p->signal_count; i++) {
        double error = 0, size = SMALL_SIGNAL * p->signal_scale[i];
        for (int j = 0; j < r->pair->stages; j++) {
            const double value = r->signals[j * p->signal_count + i];
            error += r->pair->e[j] * value;
            size = fmax(size, fabs(value));
        }
        if (isnan(error)) /* not there */
            continue;
        worst = fmax(worst, fabs(error) / size / RESOLVED);
        worst = fmax(worst, misfit(places, r->signals + i, p->signal_count) / size / FITTED);
    }
    return worst * fmin(1, h * p->characteristic_rate / BRIEF);
}

/* ---- events ---- */

void tml_stages_keep_seen(tml_runge_kutta_state *r)
{
    const tml_problem *p = r->p;
    tml_stage_values *to = &r->stepping.seen;
    double *seen = r->seen;
    to->count = 0;
    if (!p->seen)
        return;
    const tml_stage_places *places = places_of(r);
    r->seen = r->kept, r->kept = seen;
    for (int k = 0; k < r->pair->stages; k++) {
        const int i = places->order[k];
        const double t = r->begin + r->pair->c[i] * (r->end - r->begin);
        if (!(t > r->begin && t < r->end))
            continue;
        to->t[to->count] = t;
        to->g[to->count++] = r->kept + (size_t)i * (size_t)p->event_count;
    }
}
