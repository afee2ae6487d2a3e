/* curve.c - curves through points: piecewise cubics, monotone (Fritsch and Carlson 1980), once continuously differentiable, or a spline,
 * twice continuously differentiable; and straight lines.
 *
 * Between two points, with h = x_1 - x_0, delta = (y_1 - y_0) / h and u = x - x_0:
 *   f = y_0 + m_0 u + (3 delta - 2 m_0 - m_1) / h u^2 + (m_0 + m_1 - 2 delta) / h^2 u^3
 * The two differ only in the slopes m. Monotone: slopes of the parabola through three neighbours, reduced where f would not be
 * monotone: m = 0 at an extremum, and (m_0, m_1) is limited to the circle |(m_0, m_1)| = 3 |delta|. Splines: spline.c.
 */
#include "expression/curve_state.h"
#include <math.h>

static const double KINK = 1e-6; /* a jump that counts, relative to the largest derivative */

/* Slope at k[0] of the parabola through k[0], k[step], k[2 step], limited to the sign of the first secant. */
static double end_slope(const tml_knot *k, int step)
{
    double h0 = k[step].x - k[0].x, h1 = k[2 * step].x - k[step].x;
    double d0 = (k[step].y - k[0].y) / h0, d1 = (k[2 * step].y - k[step].y) / h1;
    double m = d0 + (d0 - d1) * h0 / (h0 + h1);
    return m * d0 > 0 ? m : 0;
}

static double inner_slope(tml_neighbours n)
{
    return n.d0 * n.d1 > 0 ? (n.h1 * n.d0 + n.h0 * n.d1) / (n.h0 + n.h1) : 0;
}

/* Limits the slopes at the ends of one piece so that it is monotone. */
static void limit_slopes(tml_knot *k)
{
    double delta = tml_knot_secant(k);
    double size = hypot(k[0].m, k[1].m), largest = 3 * fabs(delta);
    if (size > largest) {
        k[0].m *= largest / size;
        k[1].m *= largest / size;
    }
}

static void set_monotone_slopes(tml_knot *k, size_t count, bool periodic)
{
    if (count == 2) {
        k[0].m = k[1].m = tml_knot_secant(k);
        return;
    }
    k[0].m = periodic ? inner_slope(tml_knot_neighbours(k, count, 0, true)) : end_slope(k, 1);
    k[count - 1].m = periodic ? k[0].m : end_slope(k + count - 1, -1);
    for (size_t i = 1; i + 1 < count; i++)
        k[i].m = inner_slope(tml_knot_neighbours(k, count, i, false));
    for (size_t i = 0; i + 1 < count; i++)
        limit_slopes(k + i);
    if (periodic) /* limited from either side */
        k[0].m = k[count - 1].m = fabs(k[0].m) < fabs(k[count - 1].m) ? k[0].m : k[count - 1].m;
}

/* ---- how smooth it is ---- */

/* f'' at the two ends of the piece that begins at k. */
static void bends(const tml_knot *k, double at[2])
{
    const double h = k[1].x - k[0].x, delta = tml_knot_secant(k);
    at[0] = 2 * (3 * delta - 2 * k[0].m - k[1].m) / h;
    at[1] = 2 * (k[0].m + 2 * k[1].m - 3 * delta) / h;
}

/* The jumps of f' and f'' from the piece before knot i to the one behind it. */
static void jumps(const tml_curve *c, size_t i, double jump[2])
{
    const tml_knot *before = c->knots + (i > 0 ? i - 1 : c->count - 2), *after = c->knots + (i + 1 < c->count ? i : 0);
    double bend0[2], bend1[2];
    bends(before, bend0);
    bends(after, bend1);
    jump[0] = c->linear ? fabs(tml_knot_secant(after) - tml_knot_secant(before)) : 0;
    jump[1] = c->linear ? 0 : fabs(bend1[0] - bend0[1]);
}

static int smoothness(const double jump[2], const double scale[2])
{
    return jump[0] > KINK * scale[0] ? 0 : jump[1] > KINK * scale[1] ? 1 : 2;
}

static void find_smoothness(tml_curve *c, bool is_spline)
{
    const tml_knot *k = c->knots;
    const size_t last = c->count - 1;
    double scale[2] = {0, 0}, jump[2], at[2];
    for (size_t i = 0; i < last; i++) {
        const double delta = fabs(tml_knot_secant(k + i));
        scale[0] = fmax(scale[0], fmax(delta, fabs(k[i].m)));
        scale[1] = fmax(scale[1], fmax(delta, fabs(k[i].m)) / (k[i + 1].x - k[i].x));
    }
    c->smoothness = c->end_smoothness = 2;
    for (size_t i = c->periodic ? 0 : 1; i < last && !is_spline; i++) {
        jumps(c, i, jump);
        const int here = smoothness(jump, scale);
        c->smoothness = here < c->smoothness ? here : c->smoothness;
    }
    c->wanted_smoothness = c->smoothness;
    for (size_t i = 0; i < 2 && !c->periodic && c->extrapolation != TML_EXTRAPOLATE_ERROR; i++) {
        bends(k + (i ? last - 1 : 0), at);
        jump[0] = c->extrapolation == TML_EXTRAPOLATE_HOLD ? fabs(k[i ? last : 0].m) : 0;
        jump[1] = c->linear ? 0 : fabs(at[i]);
        const int here = smoothness(jump, scale);
        c->end_smoothness = here < c->end_smoothness ? here : c->end_smoothness;
    }
}

/* ---- making ---- */

static tml_place place_of(const tml_curve_options *options, tml_place place, size_t i)
{
    return options->places ? options->places[i] : place;
}

/* All numbers finite, x ascending, slopes finite. */
static bool check_points(const double *points, size_t count, const tml_curve_options *options, tml_place place,
                         tml_log *log)
{
    const char *name = options->name ? options->name : "";
    const char *table = options->name ? "table " : "table";
    if (count < 2) {
        tml_log_raise(log, TML_E_TABLE_POINTS, place, "%s%s needs at least two points",
                      options->name ? table : "a table", name);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const double *p = points + 2 * i;
        if (!isfinite(p[0]) || !isfinite(p[1])) {
            tml_log_raise(log, TML_E_TABLE_POINTS, place_of(options, place, i),
                          "%s%s: point %zu is not a finite number", table, name, i + 1);
            return false;
        }
        if (i > 0 && !(p[0] > p[-2])) {
            tml_log_raise(log, TML_E_TABLE_POINTS, place_of(options, place, i),
                          "%s%s: x must increase from point to point, but point %zu has %.9g after %.9g", table, name,
                          i + 1, p[0], p[-2]);
            return false;
        }
        if (i > 0 && !isfinite((p[1] - p[-1]) / (p[0] - p[-2]))) {
            tml_log_raise(log, TML_E_TABLE_POINTS, place_of(options, place, i), "%s%s: too steep before point %zu",
                          table, name, i + 1);
            return false;
        }
    }
    return true;
}

static bool closes(const double *points, size_t count, const tml_curve_options *options, tml_place place, tml_log *log)
{
    const double first = points[1], last = points[2 * count - 1];
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(points[2 * i + 1]));
    if (fabs(last - first) <= 1e-9 * largest)
        return true;
    tml_log_raise(log, TML_E_TABLE_POINTS, place,
                  "table%s%s: a periodic one ends as it begins, but its first value is %.9g and its last %.9g",
                  options->name ? " " : "", options->name ? options->name : "", first, last);
    return false;
}

/* Straight lines through the points of a spline. */
static const tml_curve *make_lines(tml_arena *arena, const tml_curve *spline)
{
    tml_knot *corners = TML_NEW_ARRAY(arena, tml_knot, spline->count);
    tml_curve *linear = TML_NEW(arena, tml_curve);
    const tml_knot *k = spline->knots;
    for (size_t i = 0; i < spline->count; i++)
        corners[i] = (tml_knot){k[i].x, k[i].y, tml_knot_secant(k + (i + 1 < spline->count ? i : i - 1))};
    *linear = *spline;
    linear->knots = corners;
    linear->linear = true;
    find_smoothness(linear, false);
    return linear;
}

const tml_curve *tml_curve_make_with(tml_arena *arena, const double *points, size_t count, tml_curve_options options,
                                     tml_place place, tml_log *log)
{
    if (!check_points(points, count, &options, place, log) ||
        (options.periodic && !closes(points, count, &options, place, log)))
        return NULL;
    tml_knot *monotone = TML_NEW_ARRAY(arena, tml_knot, count), *smooth = TML_NEW_ARRAY(arena, tml_knot, count);
    tml_curve *curve = TML_NEW(arena, tml_curve), *spline = TML_NEW(arena, tml_curve);
    for (size_t i = 0; i < count; i++)
        monotone[i] = smooth[i] = (tml_knot){.x = points[2 * i], .y = points[2 * i + 1]};
    if (options.periodic)
        monotone[count - 1].y = smooth[count - 1].y = points[1];
    set_monotone_slopes(monotone, count, options.periodic);
    tml_spline_slopes(smooth, count, options.periodic, options.ends,
                      TML_NEW_ARRAY(arena, double, TML_SPLINE_WORK *count));
    *spline = (tml_curve){.name = options.name,
                          .knots = smooth,
                          .count = count,
                          .periodic = options.periodic,
                          .extrapolation = options.extrapolation};
    *curve = *spline;
    curve->knots = monotone;
    curve->spline = spline;
    find_smoothness(spline, true);
    find_smoothness(curve, false);
    curve->chosen = options.interpolation == TML_INTERPOLATE_SPLINE     ? spline
                    : options.interpolation == TML_INTERPOLATE_MONOTONE ? curve
                    : options.interpolation == TML_INTERPOLATE_LINEAR   ? make_lines(arena, spline)
                                                                        : NULL;
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

int tml_curve_smoothness(const tml_curve *curve)
{
    return curve->smoothness;
}

int tml_curve_wanted_smoothness(const tml_curve *curve)
{
    return curve->wanted_smoothness;
}

int tml_curve_smoothness_at_ends(const tml_curve *curve)
{
    return curve->end_smoothness;
}

/* ---- motion laws ---- */

static void note_join(tml_curve *c, tml_motion_jet before, tml_motion_jet after, const double scale[2], bool end,
                      bool sudden)
{
    const double jump[2] = {fabs(after.d - before.d), fabs(after.dd - before.dd)}, speed[2] = {jump[0], 0};
    const int here = smoothness(jump, scale), wanted = smoothness(sudden ? speed : jump, scale);
    int *least = end ? &c->end_smoothness : &c->smoothness;
    *least = here < *least ? here : *least;
    if (!end && wanted < c->wanted_smoothness)
        c->wanted_smoothness = wanted;
}

static void find_motion_smoothness(tml_curve *c)
{
    const int last = (int)c->count - 2;
    double scale[2] = {0, 0};
    tml_motion_jet begin = {0}, end = {0};
    for (int i = 0; i <= last; i++) {
        const tml_motion_piece *p = &c->pieces[i];
        for (int k = 0; k <= 4; k++) {
            const tml_motion_jet y = tml_motion_at(p, p->x + p->h * k / 4);
            scale[0] = fmax(scale[0], fabs(y.d)), scale[1] = fmax(scale[1], fabs(y.dd));
        }
    }
    c->smoothness = c->end_smoothness = c->wanted_smoothness = 2;
    for (int i = 0; i <= last; i++) {
        const tml_motion_piece *p = &c->pieces[i];
        const tml_motion_jet first = tml_motion_at(p, p->x);
        if (i > 0)
            note_join(c, end, first, scale, false, p->sudden || p[-1].sudden);
        begin = i > 0 ? begin : first;
        end = tml_motion_at(p, p->x + p->h);
    }
    if (c->periodic) {
        note_join(c, end, begin, scale, false, c->pieces[0].sudden || c->pieces[last].sudden);
        return;
    }
    if (c->extrapolation == TML_EXTRAPOLATE_ERROR)
        return;
    const bool held = c->extrapolation == TML_EXTRAPOLATE_HOLD;
    note_join(c, (tml_motion_jet){.d = held ? 0 : begin.d}, begin, scale, true, false);
    note_join(c, end, (tml_motion_jet){.d = held ? 0 : end.d}, scale, true, false);
}

const tml_curve *tml_curve_of_motion(tml_arena *arena, const tml_motion_piece *pieces, int count,
                                     const tml_curve_options *options)
{
    tml_knot *knots = TML_NEW_ARRAY(arena, tml_knot, count + 1);
    tml_curve *curve = TML_NEW(arena, tml_curve);
    for (int i = 0; i <= count; i++) {
        const tml_motion_piece *p = &pieces[i < count ? i : count - 1];
        const double x = i < count ? p->x : p->x + p->h;
        const tml_motion_jet y = tml_motion_at(p, x);
        knots[i] = (tml_knot){x, y.f, y.d};
    }
    *curve = (tml_curve){.name = options->name,
                         .knots = knots,
                         .count = (size_t)count + 1,
                         .pieces = pieces,
                         .periodic = options->periodic,
                         .extrapolation = options->extrapolation};
    find_motion_smoothness(curve);
    return curve;
}

bool tml_curve_is_motion(const tml_curve *curve)
{
    return curve->pieces != NULL;
}

const tml_motion_piece *tml_curve_pieces(const tml_curve *curve, int *count)
{
    *count = curve->pieces ? (int)curve->count - 1 : 0;
    return curve->pieces;
}

double tml_curve_period(const tml_curve *curve)
{
    return curve->periodic ? curve->knots[curve->count - 1].x - curve->knots[0].x : 0;
}

size_t tml_curve_breaks(const tml_curve *curve, double *x)
{
    size_t count = 0;
    for (size_t i = 0; i < curve->count; i++) {
        if (curve->pieces && i > 0 && i + 1 < curve->count && curve->pieces[i].inner)
            continue;
        if (x)
            x[count] = curve->knots[i].x;
        count++;
    }
    return count;
}

/* Whether knot i is a join: of straight lines a corner, of cubics only an end. */
static bool is_join(const tml_curve *c, size_t i, double steepest)
{
    const bool end = i == 0 || i + 1 == c->count;
    double jump[2];
    if (c->periodic && i + 1 == c->count)
        return false;
    if (c->pieces)
        return end || !c->pieces[i].inner;
    if (end && !c->periodic)
        return c->end_smoothness < 2 && c->extrapolation != TML_EXTRAPOLATE_ERROR;
    if (!c->linear)
        return false;
    jumps(c, i, jump);
    return jump[0] > KINK * steepest;
}

size_t tml_curve_joins(const tml_curve *curve, double *x)
{
    size_t count = 0;
    double steepest = 0;
    for (size_t i = 0; i + 1 < curve->count; i++)
        steepest = fmax(steepest, fabs(tml_knot_secant(curve->knots + i)));
    for (size_t i = 0; i < curve->count; i++) {
        if (!is_join(curve, i, steepest))
            continue;
        if (x)
            x[count] = curve->knots[i].x;
        count++;
    }
    return count;
}

/* ---- evaluation ---- */

const tml_knot *tml_curve_find_piece(const tml_curve *curve, double x)
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

bool tml_curve_has_bounds(const tml_curve *curve)
{
    return curve->extrapolation == TML_EXTRAPOLATE_ERROR && !curve->periodic;
}

bool tml_curve_is_outside(const tml_curve *curve, double x, tml_outside *outside)
{
    const double first = curve->knots[0].x, last = curve->knots[curve->count - 1].x;
    const double margin = TML_TABLE_MARGIN * (last - first);
    if (curve->extrapolation != TML_EXTRAPOLATE_ERROR || (x >= first - margin && x <= last + margin) || isnan(x))
        return false;
    *outside = (tml_outside){curve->name, "x", x, first, last};
    return true;
}

/* Beyond the ends. */
static tml_jet extrapolate(const tml_curve *curve, const tml_knot *end, double x)
{
    tml_outside outside;
    if (curve->extrapolation == TML_EXTRAPOLATE_HOLD)
        return (tml_jet){.f = end->y, .d = 0, .dd = 0};
    if (tml_curve_is_outside(curve, x, &outside))
        return (tml_jet){.f = NAN, .d = NAN, .dd = NAN};
    return (tml_jet){.f = end->y + end->m * (x - end->x), .d = end->m, .dd = 0};
}

double tml_curve_third(const tml_curve *curve, double x)
{
    const tml_knot *first = curve->knots, *last = curve->knots + curve->count - 1;
    if (curve->periodic)
        x = tml_periodic_argument(x, first->x, last->x);
    if (curve->linear || x < first->x || x > last->x)
        return 0;
    const tml_knot *k = tml_curve_find_piece(curve, x);
    if (curve->pieces)
        return tml_motion_at(curve->pieces + (k - first), x).ddd;
    const double h = k[1].x - k[0].x;
    return 6 * (k[0].m + k[1].m - 2 * tml_knot_secant(k)) / (h * h);
}

tml_jet tml_curve_jet(const tml_curve *curve, double x)
{
    const tml_knot *first = curve->knots, *last = curve->knots + curve->count - 1;
    if (curve->periodic)
        x = tml_periodic_argument(x, first->x, last->x);
    if (x < first->x || x > last->x)
        return extrapolate(curve, x < first->x ? first : last, x);
    const tml_knot *k = tml_curve_find_piece(curve, x);
    if (curve->pieces) {
        const tml_motion_jet y = tml_motion_at(curve->pieces + (k - first), x);
        return (tml_jet){.f = y.f, .d = y.d, .dd = y.dd};
    }
    const double h = k[1].x - k[0].x, u = x - k[0].x, delta = tml_knot_secant(k);
    if (curve->linear)
        return (tml_jet){.f = u == h ? k[1].y : k[0].y + u * delta, .d = delta, .dd = 0};
    const double c2 = (3 * delta - 2 * k[0].m - k[1].m) / h, c3 = (k[0].m + k[1].m - 2 * delta) / (h * h);
    return (tml_jet){.f = u == h ? k[1].y : k[0].y + u * (k[0].m + u * (c2 + u * c3)),
                     .d = u == h ? k[1].m : k[0].m + u * (2 * c2 + u * 3 * c3),
                     .dd = 2 * c2 + 6 * c3 * u};
}
