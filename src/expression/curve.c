/* curve.c - curves through points: piecewise cubics, monotone (Fritsch and Carlson 1980), once continuously differentiable, or a spline,
 * twice continuously differentiable; and straight lines.
 *
 * Between two points, with h = x_1 - x_0, delta = (y_1 - y_0) / h and u = x - x_0:
 *   f = y_0 + m_0 u + (3 delta - 2 m_0 - m_1) / h u^2 + (m_0 + m_1 - 2 delta) / h^2 u^3
 * The two differ only in the slopes m. Monotone: slopes of the parabola through three neighbours, reduced where f would not be
 * monotone: m = 0 at an extremum, and (m_0, m_1) is limited to the circle |(m_0, m_1)| = 3 |delta|. Spline: f'' is continuous,
 *   h_i m_(i-1) + 2 (h_(i-1) + h_i) m_i + h_(i-1) m_(i+1) = 3 (h_i delta_(i-1) + h_(i-1) delta_i),
 * and zero at both ends, so that it is continuous with the straight lines beyond them. A periodic curve has no ends: its last point is its
 * first, one period later, and the same conditions hold there.
 */
#include "expression/expression.h"
#include <math.h>

typedef struct {
    double x, y, m;
} knot;

struct tml_curve {
    const knot *knots; /* (count) */
    size_t count;
    bool linear;             /* straight lines from knot to knot */
    bool smooth;             /* f'' is continuous */
    bool periodic;           /* else beyond its ends: */
    bool holds;              /* the value of the end; else a straight line */
    const tml_curve *spline; /* through the same points; NULL: this is the spline */
    const tml_curve *chosen; /* of the three, what a table asks for; NULL: nothing */
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

/* The pieces before and after a knot: of a periodic curve the last comes before the first. */
typedef struct {
    double h0, h1, d0, d1;
} neighbours;

static neighbours around(const knot *k, size_t count, size_t i, bool periodic)
{
    const knot *before = i > 0 ? k + i - 1 : periodic ? k + count - 2 : k;
    const knot *after = i + 1 < count ? k + i : periodic ? k : k + count - 2;
    return (neighbours){before[1].x - before[0].x, after[1].x - after[0].x, secant(before), secant(after)};
}

static double inner_slope(neighbours n)
{
    return n.d0 * n.d1 > 0 ? (n.h1 * n.d0 + n.h0 * n.d1) / (n.h0 + n.h1) : 0;
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

static void set_monotone_slopes(knot *k, size_t count, bool periodic)
{
    if (count == 2) {
        k[0].m = k[1].m = secant(k);
        return;
    }
    k[0].m = periodic ? inner_slope(around(k, count, 0, true)) : end_slope(k, 1);
    k[count - 1].m = periodic ? k[0].m : end_slope(k + count - 1, -1);
    for (size_t i = 1; i + 1 < count; i++)
        k[i].m = inner_slope(around(k, count, i, false));
    for (size_t i = 0; i + 1 < count; i++)
        limit_slopes(k + i);
    if (periodic) /* limited from either side */
        k[0].m = k[count - 1].m = fabs(k[0].m) < fabs(k[count - 1].m) ? k[0].m : k[count - 1].m;
}

/* Rows 0 ... n - 1 of a tridiagonal system with `below`, `diagonal`, `above`; x is the right side, then the solution. */
static void solve_tridiagonal(const double *below, const double *diagonal, const double *above, double *x,
                              double *ratio, size_t n)
{
    ratio[0] = above[0] / diagonal[0];
    x[0] /= diagonal[0];
    for (size_t i = 1; i < n; i++) {
        const double pivot = diagonal[i] - below[i] * ratio[i - 1];
        ratio[i] = above[i] / pivot;
        x[i] = (x[i] - below[i] * x[i - 1]) / pivot;
    }
    for (size_t i = n - 1; i-- > 0;)
        x[i] -= ratio[i] * x[i + 1];
}

/* The system is cyclic: A = T + u v', T tridiagonal; x = y - z (v'y)/(1 + v'z) with T y = r, T z = u (Sherman and Morrison). */
static void set_periodic_slopes(knot *k, size_t count, tml_arena *arena)
{
    const size_t n = count - 1;
    double *work = TML_NEW_ARRAY(arena, double, 6 * n);
    double *below = work, *diagonal = work + n, *above = work + 2 * n, *y = work + 3 * n, *z = work + 4 * n;
    for (size_t i = 0; i < n; i++) {
        const neighbours p = around(k, count, i, true);
        below[i] = p.h1 / (p.h0 + p.h1);
        above[i] = p.h0 / (p.h0 + p.h1);
        diagonal[i] = 2;
        y[i] = 3 * (below[i] * p.d0 + above[i] * p.d1);
        z[i] = 0;
    }
    if (n < 3) { /* two knots are neighbours on both sides */
        k[0].m = n == 1 ? 0 : (2 * y[0] - y[1]) / 3;
        k[n - 1].m = n == 1 ? 0 : (2 * y[1] - y[0]) / 3;
    } else {
        const double corner = above[n - 1], other = below[0], gamma = -diagonal[0];
        diagonal[0] -= gamma;
        diagonal[n - 1] -= corner * other / gamma;
        z[0] = gamma;
        z[n - 1] = corner;
        solve_tridiagonal(below, diagonal, above, y, work + 5 * n, n);
        solve_tridiagonal(below, diagonal, above, z, work + 5 * n, n);
        const double share = (y[0] + other * y[n - 1] / gamma) / (1 + z[0] + other * z[n - 1] / gamma);
        for (size_t i = 0; i < n; i++)
            k[i].m = y[i] - share * z[i];
    }
    k[n].m = k[0].m;
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

static bool closes(const double *points, size_t count, tml_place place, tml_log *log)
{
    const double first = points[1], last = points[2 * count - 1];
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(points[2 * i + 1]));
    if (fabs(last - first) <= 1e-9 * largest)
        return true;
    tml_log_raise(log, TML_E_TABLE_POINTS, place,
                  "table: a periodic one ends as it begins, but its first value is %.9g and its last %.9g", first,
                  last);
    return false;
}

const tml_curve *tml_curve_make_with(tml_arena *arena, const double *points, size_t count, tml_curve_options options,
                                     tml_place place, tml_log *log)
{
    if (!check_points(points, count, place, log) || (options.periodic && !closes(points, count, place, log)))
        return NULL;
    knot *monotone = TML_NEW_ARRAY(arena, knot, count), *smooth = TML_NEW_ARRAY(arena, knot, count);
    tml_curve *curve = TML_NEW(arena, tml_curve), *spline = TML_NEW(arena, tml_curve), *linear;
    double *ratio = TML_NEW_ARRAY(arena, double, count);
    for (size_t i = 0; i < count; i++)
        monotone[i] = smooth[i] = (knot){.x = points[2 * i], .y = points[2 * i + 1]};
    if (options.periodic)
        monotone[count - 1].y = smooth[count - 1].y = points[1];
    set_monotone_slopes(monotone, count, options.periodic);
    if (options.periodic)
        set_periodic_slopes(smooth, count, arena);
    else
        set_spline_slopes(smooth, count, ratio);
    *spline = (tml_curve){
        .knots = smooth, .count = count, .smooth = true, .periodic = options.periodic, .holds = options.hold};
    *curve = (tml_curve){
        .knots = monotone, .count = count, .spline = spline, .periodic = options.periodic, .holds = options.hold};
    if (options.interpolation == TML_INTERPOLATE_SPLINE)
        curve->chosen = spline;
    if (options.interpolation == TML_INTERPOLATE_MONOTONE)
        curve->chosen = curve;
    if (options.interpolation == TML_INTERPOLATE_LINEAR) {
        knot *corners = TML_NEW_ARRAY(arena, knot, count);
        linear = TML_NEW(arena, tml_curve);
        for (size_t i = 0; i < count; i++)
            corners[i] = (knot){smooth[i].x, smooth[i].y, secant(smooth + (i + 1 < count ? i : count - 2))};
        *linear = *spline;
        linear->knots = corners;
        linear->linear = true;
        linear->smooth = false;
        curve->chosen = linear;
    }
    return curve;
}

const tml_curve *tml_curve_make(tml_arena *arena, const double *points, size_t count, tml_place place, tml_log *log)
{
    return tml_curve_make_with(arena, points, count, (tml_curve_options){.periodic = false}, place, log);
}

const tml_curve *tml_curve_spline(const tml_curve *curve)
{
    return curve->spline ? curve->spline : curve;
}

const tml_curve *tml_curve_of_table(const tml_curve *curve, bool moves)
{
    return curve->chosen ? curve->chosen : moves ? tml_curve_spline(curve) : curve;
}

bool tml_curve_is_smooth(const tml_curve *curve)
{
    return curve->smooth && !curve->holds;
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
    if (curve->periodic) {
        const double period = last->x - first->x;
        x -= period * floor((x - first->x) / period);
        x = x < first->x || x >= last->x ? first->x : x; /* rounding */
    }
    if (x < first->x || x >= last->x) {
        const knot *end = x < first->x ? first : last;
        if (curve->holds)
            return (tml_jet){.f = end->y, .d = 0, .dd = 0};
        return (tml_jet){.f = end->y + end->m * (x - end->x), .d = end->m, .dd = 0};
    }
    const knot *k = find_piece(curve, x);
    double h = k[1].x - k[0].x, u = x - k[0].x, delta = secant(k);
    if (curve->linear)
        return (tml_jet){.f = k[0].y + u * delta, .d = delta, .dd = 0};
    double c2 = (3 * delta - 2 * k[0].m - k[1].m) / h, c3 = (k[0].m + k[1].m - 2 * delta) / (h * h);
    return (tml_jet){.f = k[0].y + u * (k[0].m + u * (c2 + u * c3)),
                     .d = k[0].m + u * (2 * c2 + u * 3 * c3),
                     .dd = 2 * c2 + 6 * c3 * u};
}
