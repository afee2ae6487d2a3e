/* wire_panels.c - what a curve is prepared with: panels from which feet are searched, arc lengths at their edges, in the plane angles and in space normals.
 *
 * The normals turn as little as possible from edge to edge (double reflection, Wang et al. 2008); round a closed curve they are turned evenly about the
 * tangent by what they miss.
 */
#include "base/unit.h"
#include "contact/wire.h"
#include "elementary/elementary.h"
#include "expression/time_steps.h"
#include <math.h>
#include <stdio.h>

enum { PIECES = 8 /* panels between two knots */, LEAST = 64, MOST = 8192 };
enum { DERIVATIVES = 2 /* of a curve's coordinates that are watched: its curvature has no more */ };
static const double SAME = 1e-13, CLOSED = 1e-6, CUSP = 1e-7;
static const double CORNER = 1e-3 /* rad */, JUMP = 1e-6 /* of the length */, NEAR = 1e-10 /* of the range of u */,
                    HALVED = 0.8;

double tml_wire_length_at(const tml_wire *wire, double u, tml_jet *work);

/* ---- edges ---- */

/* Of the coordinates as functions of u; NULL: they have no narrow features. u: where they are evaluated. */
static tml_time_steps *narrow_features(const tml_wire *wire, double *u, tml_arena *arena)
{
    static const tml_varies along = TML_VARIES_WITH_TIME;
    tml_narrow_feature features[3], none;
    int count = 0;
    for (int k = 0; k < 3; k++)
        if (wire->expression[k]) {
            tml_expression_narrow_features(arena, wire->expression[k], &along, DERIVATIVES, &features[count], &none);
            count += features[count].e != NULL;
        }
    *u = wire->first;
    return tml_time_steps_make(arena, features, count, u, 1, wire->first, wire->last - wire->first, false);
}

/* So close that no panel spans a narrow feature of the curve, which lengths and curvatures at the edges would not know of. Returns how many panels there
 * are, with *edges of them; 0: panels of the same length are fine enough. */
static int find_narrow_edges(const tml_wire *wire, double **edges, tml_arena *arena)
{
    const double longest = (wire->last - wire->first) / LEAST;
    double u;
    tml_time_steps *steps = narrow_features(wire, &u, arena);
    bool narrow = false;
    int count = 0;
    if (!steps)
        return 0;
    double *at = *edges = TML_NEW_ARRAY(arena, double, MOST + 1);
    for (at[0] = wire->first; at[count] < wire->last && count < MOST; count++) {
        const double cell = tml_time_steps_longest(steps, at[count], 1);
        narrow |= cell < longest;
        at[count + 1] = at[count] + fmin(cell, longest);
    }
    at[count] = wire->last;
    return narrow && count < MOST ? count : 0;
}

/* count: a multiple of that of the edges that narrow features need, if there are such. */
static void set_edges(tml_wire *wire, const double *narrow, int narrow_count, int count, tml_arena *arena)
{
    double *edges = TML_NEW_ARRAY(arena, double, count + 1);
    const int pieces = wire->knot_count ? PIECES : narrow_count ? count / narrow_count : 0;
    for (int i = 0; i <= count; i++) {
        edges[i] = wire->first + (wire->last - wire->first) * i / count;
        if (pieces == 0)
            continue;
        const int whole = i / pieces, part = i % pieces;
        const double from = wire->knot_count ? wire->knots[0][whole].x : narrow[whole];
        const double to = !part ? from : wire->knot_count ? wire->knots[0][whole + 1].x : narrow[whole + 1];
        edges[i] = from + (to - from) * part / pieces;
    }
    wire->edges = edges, wire->panel_count = count;
}

/* Lengths at the edges; the panels are fine enough where halving them changes nothing: returns the whole. */
static double set_lengths(tml_wire *wire, tml_arena *arena, tml_jet *work)
{
    double *lengths = TML_NEW_ARRAY(arena, double, wire->panel_count + 1);
    const double *edges = wire->edges;
    wire->lengths = lengths;
    for (int i = 0; i < wire->panel_count; i++) { /* the quadrature begins at the edge before: a panel on its own */
        const tml_wire one = {.space = wire->space,
                              .expression = {wire->expression[0], wire->expression[1], wire->expression[2]},
                              .knots = {wire->knots[0], wire->knots[1], wire->knots[2]},
                              .knot_count = wire->knot_count,
                              .profile = wire->profile,
                              .first = edges[i],
                              .last = edges[i + 1],
                              .edges = edges + i,
                              .lengths = (const double[]){0, 0},
                              .panel_count = 1};
        lengths[i + 1] = lengths[i] + tml_wire_length_at(&one, edges[i + 1], work);
    }
    return lengths[wire->panel_count];
}

static bool fail(char *why, size_t size, const char *text, double at)
{
    snprintf(why, size, text, at);
    return false;
}

static bool check_speed(const tml_wire *wire, tml_jet *work, char *why, size_t size)
{
    const double mean = tml_wire_length(wire) / (wire->last - wire->first);
    if (!isfinite(mean))
        return fail(why, size, "it is not finite everywhere between u = %g and its end", wire->first);
    if (!(mean > 0))
        return fail(why, size, "it has no length: from u = %g on it stays at one point", wire->first);
    for (int i = 0; i <= 2 * wire->panel_count; i++) {
        const double u = (wire->edges[i / 2] + wire->edges[(i + 1) / 2]) / 2;
        const double speed = tml_norm(tml_wire_at(wire, u, work).d1);
        if (!isfinite(speed))
            return fail(why, size, "it is not finite at u = %.6g", u);
        if (!(speed > CUSP * mean))
            return fail(why, size,
                        "it stands still, or has a cusp, at u = %.6g: let it begin or end there, or leave it out", u);
    }
    return true;
}

/* ---- corners and jumps ---- */

/* Between two places: the angle of the tangents, or how much longer the chord is than the way at their speeds. */
typedef double (*unevenness)(const tml_wire_point *a, const tml_wire_point *b, double step);

static double corner_between(const tml_wire_point *a, const tml_wire_point *b, double step)
{
    (void)step;
    return tml_atan2(tml_norm(tml_cross(a->d1, b->d1)), tml_dot(a->d1, b->d1));
}

static double jump_between(const tml_wire_point *a, const tml_wire_point *b, double step)
{
    return fmax(0, tml_norm(tml_sub(b->c, a->c)) - 2 * fmax(tml_norm(a->d1), tml_norm(b->d1)) * step);
}

/* Halves of what is smooth are smaller; at a corner or jump one of them is as large as the whole, however near its ends are. NAN: there is none. */
static double find_break(const tml_wire *wire, int panel, unevenness measure, double least, tml_jet *work)
{
    double from = wire->edges[panel], to = wire->edges[panel + 1];
    const double range = wire->last - wire->first;
    tml_wire_point a = tml_wire_at(wire, from, work), b = tml_wire_at(wire, to, work);
    double whole = measure(&a, &b, to - from);
    while (whole > least && to - from > NEAR * range) {
        const double middle = (from + to) / 2;
        const tml_wire_point m = tml_wire_at(wire, middle, work);
        const double left = measure(&a, &m, middle - from), right = measure(&m, &b, to - middle);
        if (fmax(left, right) < HALVED * whole)
            return NAN;
        if (left > right)
            to = middle, b = m, whole = left;
        else
            from = middle, a = m, whole = right;
    }
    return whole > least ? 0.0 + 10 * NEAR * range * round((from + to) / (20 * NEAR * range)) : NAN;
}

static bool check_breaks(const tml_wire *wire, tml_jet *work, char *why, size_t size)
{
    for (int i = 0; i < wire->panel_count && !wire->knot_count && !wire->profile; i++) {
        const double corner = find_break(wire, i, corner_between, CORNER, work),
                     jump = find_break(wire, i, jump_between, JUMP * tml_wire_length(wire), work);
        if (!isnan(jump))
            return fail(why, size, "it jumps at u = %.6g: let it begin or end there", jump);
        if (!isnan(corner))
            return fail(why, size,
                        "it has a corner at u = %.6g, at which what is led along it would stop dead: round it, or let "
                        "it begin or end there",
                        corner);
    }
    return true;
}

static bool check_closed(const tml_wire *wire, tml_jet *work, char *why, size_t size)
{
    tml_wire open = *wire;
    open.closed = false;
    const tml_wire_point a = tml_wire_at(&open, wire->first, work), b = tml_wire_at(&open, wire->last, work);
    const double gap = tml_norm(tml_sub(a.c, b.c)), length = tml_wire_length(wire);
    const tml_vec3 t = tml_sub(tml_scale(1 / tml_norm(a.d1), a.d1), tml_scale(1 / tml_norm(b.d1), b.d1));
    if (gap > CLOSED * length)
        return fail(why, size, "it is not closed: its ends are %.6g m apart; change its range, or leave `closed` out",
                    gap);
    if (tml_norm(t) > 1e-3)
        return fail(why, size, "it has a corner where it closes, of %.4g deg: round it",
                    tml_norm(t) * 57.29577951308232);
    return true;
}

/* ---- normals ---- */

static tml_vec3 unit(tml_vec3 a)
{
    return tml_scale(1 / tml_norm(a), a);
}

static tml_vec3 reflect(tml_vec3 a, tml_vec3 across)
{
    const double n = tml_dot(across, across);
    return n > 0 ? tml_sub(a, tml_scale(2 * tml_dot(across, a) / n, across)) : a;
}

static tml_vec3 transport(const tml_wire_point *from, const tml_wire_point *to, tml_vec3 normal)
{
    const tml_vec3 way = tml_sub(to->c, from->c), t = unit(to->d1);
    const tml_vec3 left = reflect(normal, way), tangent = reflect(unit(from->d1), way);
    const tml_vec3 r = reflect(left, tml_sub(t, tangent));
    return unit(tml_sub(r, tml_scale(tml_dot(r, t), t)));
}

/* Upwards where the curve begins: along z, or across it along x. */
static tml_vec3 first_normal(tml_vec3 tangent)
{
    const tml_vec3 t = unit(tangent), up = fabs(t.z) < 0.99 ? (tml_vec3){0, 0, 1} : (tml_vec3){1, 0, 0};
    return unit(tml_sub(up, tml_scale(tml_dot(up, t), t)));
}

static void spline_normals(tml_wire *wire, int which, const tml_vec3 *n, tml_arena *arena)
{
    const int count = wire->panel_count + 1;
    double *work = TML_NEW_ARRAY(arena, double, TML_SPLINE_WORK *count);
    for (int k = 0; k < 3; k++) {
        tml_knot *knots = TML_NEW_ARRAY(arena, tml_knot, count);
        for (int i = 0; i < count; i++)
            knots[i] = (tml_knot){wire->edges[i], k == 0 ? n[i].x : k == 1 ? n[i].y : n[i].z, 0};
        tml_spline_slopes(knots, (size_t)count, wire->closed, TML_ENDS_NOT_A_KNOT, work);
        wire->normals[which][k] = knots;
    }
}

static void set_normals(tml_wire *wire, tml_arena *arena, tml_jet *work)
{
    const int count = wire->panel_count + 1;
    tml_vec3 *n = TML_NEW_ARRAY(arena, tml_vec3, count), *b = TML_NEW_ARRAY(arena, tml_vec3, count);
    tml_wire_point before = tml_wire_at(wire, wire->first, work);
    const tml_vec3 begin = unit(before.d1);
    n[0] = first_normal(before.d1);
    for (int i = 1; i < count; i++) {
        const tml_wire_point here = tml_wire_at(wire, wire->edges[i], work);
        n[i] = transport(&before, &here, n[i - 1]);
        before = here;
    }
    const double missing =
        wire->closed ? -tml_atan2(tml_dot(tml_cross(n[0], n[count - 1]), begin), tml_dot(n[0], n[count - 1])) : 0;
    for (int i = 0; i < count; i++) {
        const tml_vec3 t = unit(tml_wire_at(wire, wire->edges[i], work).d1), side = tml_cross(t, n[i]);
        const double turn = missing * wire->lengths[i] / tml_wire_length(wire);
        n[i] = tml_add(tml_scale(tml_cos(turn), n[i]), tml_scale(tml_sin(turn), side));
        b[i] = tml_cross(t, n[i]);
    }
    if (wire->closed)
        n[count - 1] = n[0], b[count - 1] = b[0];
    spline_normals(wire, 0, n, arena);
    spline_normals(wire, 1, b, arena);
}

/* ---- angles ---- */

/* Angles of the tangent at the edges; round a closed curve it turns by whole revolutions. */
static void set_headings(tml_wire *wire, tml_arena *arena, tml_jet *work)
{
    static const double turn = 2 * TML_PI;
    const int count = wire->panel_count + 1;
    double *headings = TML_NEW_ARRAY(arena, double, count);
    tml_vec3 before = {1, 0, 0};
    for (int i = 0; i < count; i++) {
        const tml_vec3 t = tml_wire_at(wire, wire->edges[i], work).d1;
        headings[i] =
            (i ? headings[i - 1] : 0) + tml_atan2(before.x * t.y - before.y * t.x, before.x * t.x + before.y * t.y);
        before = t;
    }
    if (wire->closed)
        headings[count - 1] = headings[0] + turn * round((headings[count - 1] - headings[0]) / turn);
    wire->headings = headings;
}

bool tml_wire_complete(tml_wire *wire, tml_arena *arena, char *why, size_t size)
{
    tml_jet *work = TML_NEW_ARRAY(arena, tml_jet, tml_wire_work(wire));
    if (!(wire->last > wire->first))
        return fail(why, size, "its range begins at u = %g and ends before", wire->first);
    const bool closed = wire->closed;
    wire->closed = false; /* an end is no beginning while it is measured */
    double *narrow = NULL, length = INFINITY;
    const int narrow_count = wire->endless ? 0 : find_narrow_edges(wire, &narrow, arena);
    int count = wire->knot_count ? (wire->knot_count - 1) * PIECES
                : wire->endless  ? 1
                : narrow_count   ? narrow_count
                                 : LEAST;
    for (;; count *= 2) {
        const double before = length;
        set_edges(wire, narrow, narrow_count, count, arena);
        length = set_lengths(wire, arena, work);
        if (wire->knot_count || wire->endless || 2 * count > MOST || !isfinite(length) ||
            fabs(length - before) <= SAME * length)
            break;
    }
    if (!check_speed(wire, work, why, size) || !check_breaks(wire, work, why, size) ||
        (closed && !check_closed(wire, work, why, size)))
        return false;
    wire->closed = closed;
    if (wire->space)
        set_normals(wire, arena, work);
    else
        set_headings(wire, arena, work);
    return true;
}
