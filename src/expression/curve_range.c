/* curve_range.c - all values that a curve, or a derivative of it, takes over an interval of x: piece by piece.
 *
 * A cubic has its extremes at the ends of a piece and where its derivative is zero. A law of motion is a polynomial p and a sine s in u: with the
 * middle m of an interval U,
 *   f(U) lies in p(U) + s(U)  and in  f(m) + (p'(U) + s'(U)) (U - m)       (the mean value form)
 * Beyond its ends a curve goes on straight, holds its value, or is no number.
 */
#include "elementary/elementary.h"
#include "expression/curve_state.h"
#include "expression/enclosure.h"
#include <float.h>

enum { CUBIC_TERMS = 4, MAX_ORDER = 3, PARTS = 8 /* of a piece with a sine */ };
static const double HALF_PI = 1.57079632679489661923;

/* ---- cubics and straight lines ---- */

/* Of the piece that begins at k, for x in it. */
static tml_interval cubic_range(const tml_curve *curve, const tml_knot *k, int order, double low, double high)
{
    const double h = k[1].x - k[0].x, delta = tml_knot_secant(k), from = fmax(low - k->x, 0), to = fmin(high - k->x, h);
    const double c2 = (3 * delta - 2 * k[0].m - k[1].m) / h, c3 = (k[0].m + k[1].m - 2 * delta) / (h * h);
    const double line[MAX_ORDER + 1][CUBIC_TERMS] = {{k->y, delta}, {delta}};
    const double cubic[MAX_ORDER + 1][CUBIC_TERMS] = {
        {k->y, k->m, c2, c3}, {k->m, 2 * c2, 3 * c3}, {2 * c2, 6 * c3}, {6 * c3}};
    tml_interval range = tml_interval_polynomial(curve->linear ? line[order] : cubic[order], CUBIC_TERMS, from, to);
    if (to == h && order == 0)
        range = tml_interval_hull(range, tml_interval_of(k[1].y));
    if (to == h && order == 1 && !curve->linear)
        range = tml_interval_hull(range, tml_interval_of(k[1].m));
    return range;
}

/* ---- laws of motion ---- */

/* The derivative of this order by u of a piece, u in [from, to]: polynomial and sine. */
typedef struct {
    double c[TML_MOTION_TERMS];
    double sine, omega, phase;
} law;

static law derivative_of(law x)
{
    law d = {.sine = x.sine * x.omega, .omega = x.omega, .phase = x.phase + HALF_PI};
    for (int k = 1; k < TML_MOTION_TERMS; k++)
        d.c[k - 1] = k * x.c[k];
    return d;
}

/* sine sin(omega U + phase): between its ends, or up to its crests. */
static tml_interval sine_range(const law *x, double from, double to)
{
    const double a = (x->omega * from + x->phase) / HALF_PI, b = (x->omega * to + x->phase) / HALF_PI,
                 size = fabs(x->sine);
    const double first = x->sine * tml_sin(a * HALF_PI), last = x->sine * tml_sin(b * HALF_PI);
    tml_interval range = {fmin(first, last), fmax(first, last), false};
    const double low = fmin(a, b), high = fmax(a, b);
    if (floor((high - 1) / 4) > floor((low - 1) / 4) || floor((high - 3) / 4) > floor((low - 3) / 4) ||
        high - low >= 2) {
        const bool crest = floor((high - 1) / 4) > floor((low - 1) / 4),
                   trough = floor((high - 3) / 4) > floor((low - 3) / 4);
        if (crest == trough || x->sine == 0)
            range = (tml_interval){-size, size, false};
        else if (crest == (x->sine > 0))
            range.high = size;
        else
            range.low = -size;
    }
    return tml_interval_widen(range, 16 * DBL_EPSILON * size * (1 + fmax(fabs(a), fabs(b))));
}

static tml_interval sum_range(const law *x, double from, double to)
{
    const tml_interval p = tml_interval_polynomial(x->c, TML_MOTION_TERMS, from, to);
    return x->sine == 0 ? p : tml_interval_add(p, sine_range(x, from, to));
}

static tml_interval law_range(const law *x, double from, double to)
{
    const tml_interval sum = sum_range(x, from, to);
    if (x->sine == 0)
        return sum;
    const law d = derivative_of(*x);
    const double middle = 0.5 * (from + to);
    const tml_interval step = tml_interval_widen((tml_interval){from - middle, to - middle, false}, 0);
    const tml_interval by_slope =
        tml_interval_add(sum_range(x, middle, middle), tml_interval_multiply(sum_range(&d, from, to), step));
    return (tml_interval){fmax(sum.low, by_slope.low), fmin(sum.high, by_slope.high), false};
}

static tml_interval piece_range(const tml_motion_piece *piece, int order, double low, double high)
{
    const double rounding = 4 * DBL_EPSILON;
    const double from = fmax((low - piece->x) / piece->h, 0) - rounding,
                 to = fmin((high - piece->x) / piece->h, 1) + rounding;
    law x = {.sine = piece->sine, .omega = piece->omega, .phase = piece->phase};
    double scale = 1, size = fabs(x.sine);
    for (int k = 0; k < TML_MOTION_TERMS; k++)
        x.c[k] = piece->c[k];
    for (int i = 0; i < order; i++, scale /= piece->h)
        x = derivative_of(x);
    for (int k = 0; k < TML_MOTION_TERMS; k++)
        size += fabs(x.c[k]);
    const int parts = x.sine == 0 ? 1 : (int)ceil(fmin(fmax((to - from) * PARTS, 1), PARTS + 1));
    tml_interval range = law_range(&x, from, from + (to - from) / parts);
    for (int i = 1; i < parts; i++)
        range = tml_interval_hull(range,
                                  law_range(&x, from + (to - from) * i / parts, from + (to - from) * (i + 1) / parts));
    range = tml_interval_widen(range, 64 * DBL_EPSILON * (size + fabs(x.sine)));
    return tml_interval_multiply(range,
                                 tml_interval_widen((tml_interval){scale, scale, false}, 4 * DBL_EPSILON * scale));
}

/* ---- all pieces ---- */

/* x within the curve, ends included. */
static tml_interval inner_range(const tml_curve *curve, int order, double low, double high)
{
    const tml_knot *first = tml_curve_find_piece(curve, low), *last = tml_curve_find_piece(curve, high);
    tml_interval range = {INFINITY, -INFINITY, false};
    for (const tml_knot *k = first; k <= last; k++) {
        const double from = fmax(low, k[0].x), to = fmin(high, k[1].x);
        range =
            tml_interval_hull(range, curve->pieces ? piece_range(curve->pieces + (k - curve->knots), order, from, to)
                                                   : cubic_range(curve, k, order, from, to));
    }
    return range;
}

/* x at or beyond one end. */
static tml_interval outer_range(const tml_curve *curve, const tml_knot *end, int order, double low, double high)
{
    tml_outside outside;
    const bool held = curve->extrapolation == TML_EXTRAPOLATE_HOLD;
    const bool lost = tml_curve_is_outside(curve, low, &outside) || tml_curve_is_outside(curve, high, &outside);
    tml_interval range = tml_interval_of(held || order > 1 ? 0 : end->m);
    if (order == 0) {
        const tml_interval beyond = tml_interval_subtract((tml_interval){low, high, false}, tml_interval_of(end->x));
        range = tml_interval_add(tml_interval_of(end->y), tml_interval_multiply(range, beyond));
    }
    range.undefined |= lost;
    return range;
}

tml_interval tml_curve_enclosure(const tml_curve *curve, int order, tml_interval x)
{
    const tml_knot *first = curve->knots, *last = curve->knots + curve->count - 1;
    tml_interval range = {INFINITY, -INFINITY, false}, parts[TML_PERIODIC_PARTS];
    if (order > MAX_ORDER)
        return tml_interval_of(0);
    if (curve->periodic && tml_interval_has_infinite_end(x))
        x = (tml_interval){first->x, last->x, true};
    const int count = curve->periodic ? tml_periodic_parts(x, first->x, last->x, parts) : 1;
    if (!curve->periodic)
        parts[0] = x;
    for (int i = 0; i < count; i++) {
        const tml_interval p = parts[i];
        if (p.low < first->x)
            range = tml_interval_hull(range, outer_range(curve, first, order, p.low, fmin(p.high, first->x)));
        if (p.high >= first->x && p.low <= last->x)
            range = tml_interval_hull(range, inner_range(curve, order, fmax(p.low, first->x), fmin(p.high, last->x)));
        if (p.high > last->x)
            range = tml_interval_hull(range, outer_range(curve, last, order, fmax(p.low, last->x), p.high));
    }
    range.undefined |= x.undefined;
    return range;
}
