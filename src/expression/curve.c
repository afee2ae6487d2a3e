/* curve.c - piecewise cubics through points: monotone (Fritsch and Carlson 1980), once continuously differentiable, and the natural
 * spline, twice continuously differentiable.
 *
 * Between two points, with h = x_1 - x_0, delta = (y_1 - y_0) / h and u = x - x_0:
 *   f = y_0 + m_0 u + (3 delta - 2 m_0 - m_1) / h u^2 + (m_0 + m_1 - 2 delta) / h^2 u^3
 * The two differ only in the slopes m. Monotone: slopes of the parabola through three neighbours, reduced where f would not be
 * monotone: m = 0 at an extremum, and (m_0, m_1) is limited to the circle |(m_0, m_1)| = 3 |delta|. Spline: f'' is continuous,
 *   h_i m_(i-1) + 2 (h_(i-1) + h_i) m_i + h_(i-1) m_(i+1) = 3 (h_i delta_(i-1) + h_(i-1) delta_i),
 * and zero at both ends, so that it is continuous with the straight lines beyond them.
 */
#include "expression/expression.h"
#include <math.h>

typedef struct {
    double x, y, m;
} knot;

struct tml_curve {
    const knot *knots; /* (count) */
    size_t count;
    const tml_curve *spline; /* through the same points; NULL: this is the spline */
};

static double secant(const knot *k)
{
    return (k[1].y - k[0].y) / (k[1].x - k[0].x);
}

/* Slope at k[0] of the parabola through k[0], k[step], k[2 step], limited to the sign of the first secant. */
static double end_slope(const knot *k, int step)
{
    double h0 = k[step].x - k[0].x, h1 = k[2 * step].x - k[step].x;
    double d0 = (k[step].y - k[0].y) / h0, d1 = (k[2 * step].y - k[step].y) / h1;
    double m = d0 + (d0 - d1) * h0 / (h0 + h1);
    return m * d0 > 0 ? m : 0;
}

static double inner_slope(const knot *k)
{
    double h0 = k[0].x - k[-1].x, h1 = k[1].x - k[0].x;
    double d0 = secant(k - 1), d1 = secant(k);
    return d0 * d1 > 0 ? (h1 * d0 + h0 * d1) / (h0 + h1) : 0;
}

/* Limits the slopes at the ends of one piece so that it is monotone. */
static void limit_slopes(knot *k)
{
    double delta = secant(k);
    double size = hypot(k[0].m, k[1].m), largest = 3 * fabs(delta);
    if (size > largest) {
        k[0].m *= largest / size;
        k[1].m *= largest / size;
    }
}

static void set_monotone_slopes(knot *k, size_t count)
{
    if (count == 2) {
        k[0].m = k[1].m = secant(k);
        return;
    }
    k[0].m = end_slope(k, 1);
    k[count - 1].m = end_slope(k + count - 1, -1);
    for (size_t i = 1; i + 1 < count; i++)
        k[i].m = inner_slope(k + i);
    for (size_t i = 0; i + 1 < count; i++)
        limit_slopes(k + i);
}

/* Forward elimination and back substitution: the system is tridiagonal and diagonally dominant. */
static void set_spline_slopes(knot *k, size_t count, double *ratio)
{
    const size_t last = count - 1;
    ratio[0] = 0.5;
    k[0].m = 1.5 * secant(k);
    for (size_t i = 1; i <= last; i++) {
        const double h0 = k[i].x - k[i - 1].x, d0 = secant(k + i - 1);
        const double h1 = i < last ? k[i + 1].x - k[i].x : h0, d1 = i < last ? secant(k + i) : 0;
        const double below = i < last ? h1 / (h0 + h1) : 1, above = i < last ? h0 / (h0 + h1) : 0;
        const double right = i < last ? 3 * (below * d0 + above * d1) : 3 * d0;
        const double pivot = 2 - below * ratio[i - 1];
        ratio[i] = above / pivot;
        k[i].m = (right - below * k[i - 1].m) / pivot;
    }
    for (size_t i = last; i-- > 0;)
        k[i].m -= ratio[i] * k[i + 1].m;
}

/* All numbers finite, x ascending, slopes finite. */
static bool check_points(const double *points, size_t count, tml_place place, tml_log *log)
{
    if (count < 2) {
        tml_log_raise(log, TML_E_TABLE_POINTS, place, "a table needs at least two points");
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const double *p = points + 2 * i;
        if (!isfinite(p[0]) || !isfinite(p[1])) {
            tml_log_raise(log, TML_E_TABLE_POINTS, place, "table: point %zu is not a finite number", i + 1);
            return false;
        }
        if (i > 0 && !(p[0] > p[-2])) {
            tml_log_raise(log, TML_E_TABLE_POINTS, place,
                          "table: x must increase from point to point, but point %zu has %.9g after %.9g", i + 1, p[0],
                          p[-2]);
            return false;
        }
        if (i > 0 && !isfinite((p[1] - p[-1]) / (p[0] - p[-2]))) {
            tml_log_raise(log, TML_E_TABLE_POINTS, place, "table: too steep before point %zu", i + 1);
            return false;
        }
    }
    return true;
}

const tml_curve *tml_curve_make(tml_arena *arena, const double *points, size_t count, tml_place place, tml_log *log)
{
    if (!check_points(points, count, place, log))
        return NULL;
    knot *monotone = TML_NEW_ARRAY(arena, knot, count), *smooth = TML_NEW_ARRAY(arena, knot, count);
    tml_curve *curve = TML_NEW(arena, tml_curve), *spline = TML_NEW(arena, tml_curve);
    double *ratio = TML_NEW_ARRAY(arena, double, count);
    if (!monotone || !smooth || !curve || !spline || !ratio)
        return NULL;
    for (size_t i = 0; i < count; i++)
        monotone[i] = smooth[i] = (knot){.x = points[2 * i], .y = points[2 * i + 1]};
    set_monotone_slopes(monotone, count);
    set_spline_slopes(smooth, count, ratio);
    *spline = (tml_curve){.knots = smooth, .count = count};
    *curve = (tml_curve){.knots = monotone, .count = count, .spline = spline};
    return curve;
}

const tml_curve *tml_curve_spline(const tml_curve *curve)
{
    return curve->spline ? curve->spline : curve;
}

/* The left knot of the piece that contains x; x lies inside the curve. */
static const knot *find_piece(const tml_curve *curve, double x)
{
    size_t low = 0, high = curve->count - 1;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (x < curve->knots[middle].x)
            high = middle;
        else
            low = middle;
    }
    return &curve->knots[low];
}

tml_jet tml_curve_jet(const tml_curve *curve, double x)
{
    const knot *first = curve->knots, *last = curve->knots + curve->count - 1;
    if (x < first->x || x >= last->x) {
        const knot *end = x < first->x ? first : last;
        return (tml_jet){.f = end->y + end->m * (x - end->x), .d = end->m, .dd = 0};
    }
    const knot *k = find_piece(curve, x);
    double h = k[1].x - k[0].x, u = x - k[0].x, delta = secant(k);
    double c2 = (3 * delta - 2 * k[0].m - k[1].m) / h, c3 = (k[0].m + k[1].m - 2 * delta) / (h * h);
    return (tml_jet){.f = k[0].y + u * (k[0].m + u * (c2 + u * c3)),
                     .d = k[0].m + u * (2 * c2 + u * 3 * c3),
                     .dd = 2 * c2 + 6 * c3 * u};
}
