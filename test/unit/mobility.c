/* mobility.c - textbook linkages by count and by rank, what keeps others from moving, and ranges of joint coordinates, against closed forms. */
#include "base/text.h"
#include "support/case.h"
#include "support/models.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <trammel/trammel.h>

/* ---- degrees of freedom ---- */

static void expect_counts(const char *name, const char *text, int count, int joints, int redundant)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_case_parse(text);
    tml_mobility *m = NULL;
    cr_assert_eq(tml_mobility_make(model, &m, log), TML_OK, "%s", name);
    cr_expect_eq(m->count, count, "%s: %d by count", name, m->count);
    cr_expect_eq(m->joints, joints, "%s: %d by rank", name, m->joints);
    cr_expect_eq(m->redundant, redundant, "%s: %d redundant", name, m->redundant);
    tml_mobility_free(m);
    tml_model_free(model);
    tml_log_free(log);
}

#define FOUR_BAR_POINTS "points: {O: [0, 0], A: [0, 1], B: [3, 2], C: [3, 0]}\n"
#define FOUR_BAR        "trammel: 1\n" FOUR_BAR_POINTS FOURBAR_OF_RODS

#define PARALLELOGRAM                                                                                                  \
    "trammel: 1\n"                                                                                                     \
    "points: {O: [0, 0], A: [0.3, 1], C: [1, 0], B: [1.3, 1], P: [2, 0], Q: [2.3, 1]}\n"                               \
    "bodies:\n"                                                                                                        \
    "  one: {points: [O, A], mass: 1, shape: rod}\n"                                                                   \
    "  two: {points: [C, B], mass: 1, shape: rod}\n"                                                                   \
    "  three: {points: [P, Q], mass: 1, shape: rod}\n"                                                                 \
    "  bar: {points: [A, B, Q], mass: 1, shape: rod}\n"                                                                \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, one]}\n"                                                                                 \
    "  C: {revolute: [ground, two]}\n"                                                                                 \
    "  P: {revolute: [ground, three]}\n"                                                                               \
    "  A: {revolute: [one, bar]}\n"                                                                                    \
    "  B: {revolute: [two, bar]}\n"                                                                                    \
    "  Q: {revolute: [three, bar]}\n"

/* Watt's six-bar: two four-bars in a row, with a ternary rocker. */
#define WATT                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "points: {O: [0, 0], A: [0, 1], B: [3, 2], C: [3, 0], D: [4, 2], E: [7, 3], F: [7, 0]}\n"                          \
    "bodies:\n"                                                                                                        \
    "  crank: {points: [O, A], mass: 1, shape: rod}\n"                                                                 \
    "  coupler: {points: [A, B], mass: 1, shape: rod}\n"                                                               \
    "  rocker: {points: [B, C, D], mass: 1, shape: polygon}\n"                                                         \
    "  rod: {points: [D, E], mass: 1, shape: rod}\n"                                                                   \
    "  last: {points: [E, F], mass: 1, shape: rod}\n"                                                                  \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank]}\n"                                                                               \
    "  A: {revolute: [crank, coupler]}\n"                                                                              \
    "  B: {revolute: [coupler, rocker]}\n"                                                                             \
    "  C: {revolute: [ground, rocker]}\n"                                                                              \
    "  D: {revolute: [rocker, rod]}\n"                                                                                 \
    "  E: {revolute: [rod, last]}\n"                                                                                   \
    "  F: {revolute: [ground, last]}\n"

Test(mobility, planar_linkages_have_their_textbook_mobility)
{
    expect_counts("four-bar", FOUR_BAR, 1, 1, 0);
    expect_counts("Watt", WATT, 1, 1, 0);
    expect_counts("parallelogram", PARALLELOGRAM, 0, 1, 1);
    expect_counts("slider-crank",
                  "trammel: 1\n"
                  "points: {O: [0, 0], A: [0, 1], B: [3, 0]}\n" SLIDER_CRANK_OF_RODS,
                  1, 1, 0);
    expect_counts("five-bar",
                  "trammel: 1\n"
                  "points: {O: [0, 0], A: [0, 1], B: [1, 2], D: [2, 1], C: [2, 0]}\n"
                  "bodies:\n"
                  "  a: {points: [O, A], mass: 1, shape: rod}\n"
                  "  b: {points: [A, B], mass: 1, shape: rod}\n"
                  "  c: {points: [B, D], mass: 1, shape: rod}\n"
                  "  d: {points: [D, C], mass: 1, shape: rod}\n"
                  "joints:\n"
                  "  O: {revolute: [ground, a]}\n"
                  "  A: {revolute: [a, b]}\n"
                  "  B: {revolute: [b, c]}\n"
                  "  D: {revolute: [c, d]}\n"
                  "  C: {revolute: [ground, d]}\n",
                  2, 2, 0);
}

/* Bennett: opposite links alike, twists alpha and beta with sin(alpha)/a = sin(beta)/b; its loop closes at theta and phi with
 * tan(theta/2) tan(phi/2) = sin((beta + alpha)/2) / sin((beta - alpha)/2). By Denavit and Hartenberg from joint to joint. */
static void put_bennett(tml_text *text)
{
    const double a = 1, alpha = 0.5, beta = 1.2, b = a * sin(beta) / sin(alpha), theta = 1;
    const double phi = 2 * atan(sin((beta + alpha) / 2) / sin((beta - alpha) / 2) / tan(theta / 2));
    const double length[4] = {a, b, a, b}, twist[4] = {alpha, beta, alpha, beta}, angle[4] = {theta, phi, -theta, -phi};
    double R[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, p[3] = {0}, at[5][3] = {{0}}, axis[5][3] = {{0, 0, 1}};
    for (int i = 0; i < 4; i++) {
        const double c = cos(angle[i]), s = sin(angle[i]), k = cos(twist[i]), l = sin(twist[i]);
        const double D[3][3] = {{c, -s * k, s * l}, {s, c * k, -c * l}, {0, l, k}},
                     d[3] = {length[i] * c, length[i] * s, 0};
        double next[3][3];
        for (int u = 0; u < 3; u++) {
            for (int v = 0; v < 3; v++)
                next[u][v] = R[u][0] * D[0][v] + R[u][1] * D[1][v] + R[u][2] * D[2][v];
            p[u] += R[u][0] * d[0] + R[u][1] * d[1] + R[u][2] * d[2];
        }
        memcpy(R, next, sizeof R);
        for (int u = 0; u < 3; u++)
            at[i + 1][u] = p[u], axis[i + 1][u] = R[u][2];
    }
    for (int u = 0; u < 3; u++)
        cr_assert(fabs(at[4][u]) < 1e-12, "the loop of the test does not close: %g", at[4][u]);
    tml_text_add(text, "trammel: 1\nspace: space\npoints:\n");
    for (int i = 0; i < 4; i++)
        tml_text_add(text, "  P%d: [%.17g, %.17g, %.17g]\n", i, at[i][0], at[i][1], at[i][2]);
    tml_text_add(text, "bodies:\n");
    for (int i = 0; i < 3; i++)
        tml_text_add(text, "  L%d: {points: [P%d, P%d], mass: 1, inertia: [1, 1, 1]}\n", i, i, i + 1);
    tml_text_add(text, "joints:\n");
    static const char *const links[] = {"ground", "L0", "L1", "L2"};
    for (int i = 0; i < 4; i++)
        tml_text_add(text, "  J%d: {revolute: [%s, %s], at: P%d, axis: [%.17g, %.17g, %.17g]}\n", i, links[i],
                     links[(i + 1) % 4], i, axis[i][0], axis[i][1], axis[i][2]);
}

Test(mobility, bennett_linkage_has_mobility_one_though_the_count_is_minus_two)
{
    tml_text text = {0};
    put_bennett(&text);
    expect_counts("Bennett", text.data, -2, 1, 3);
    tml_text_free(&text);
}

/* Sarrus: two pairs of plates, each with three parallel hinges, at a right angle: a platform that goes straight up. */
Test(mobility, sarrus_linkage_has_mobility_one_though_the_count_is_zero)
{
    expect_counts("Sarrus",
                  "trammel: 1\n"
                  "space: space\n"
                  "points: {A: [0, 0, 0], B: [-1, 0, 1], C: [0, 0, 2], D: [1, 1, 0], E: [1, 2, 1], F: [1, 1, 2]}\n"
                  "bodies:\n"
                  "  a: {points: [A, B], mass: 1, inertia: [1, 1, 1]}\n"
                  "  b: {points: [B, C], mass: 1, inertia: [1, 1, 1]}\n"
                  "  d: {points: [D, E], mass: 1, inertia: [1, 1, 1]}\n"
                  "  e: {points: [E, F], mass: 1, inertia: [1, 1, 1]}\n"
                  "  top: {points: [C, F], mass: 1, inertia: [1, 1, 1]}\n"
                  "joints:\n"
                  "  A: {revolute: [ground, a], axis: y}\n"
                  "  B: {revolute: [a, b], axis: y}\n"
                  "  C: {revolute: [b, top], axis: y}\n"
                  "  D: {revolute: [ground, d], axis: x}\n"
                  "  E: {revolute: [d, e], axis: x}\n"
                  "  F: {revolute: [e, top], axis: x}\n",
                  0, 1, 1);
}

/* Gough and Stewart: six legs, each on a universal joint, with a slider and a ball. */
Test(mobility, stewart_platform_has_mobility_six)
{
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\nspace: space\npoints:\n");
    for (int i = 0; i < 6; i++) {
        const double base = 1.0471975511965976 * i + (i % 2 ? 0.2 : -0.2), top = base + (i % 2 ? -0.6 : 0.6);
        tml_text_add(&text, "  G%d: [%.17g, %.17g, 0]\n  T%d: [%.17g, %.17g, 2]\n", i, 2 * cos(base), 2 * sin(base), i,
                     cos(top), sin(top));
    }
    tml_text_add(&text, "bodies:\n  plate: {points: [T0, T1, T2, T3, T4, T5], mass: 1, inertia: [1, 1, 1]}\n");
    for (int i = 0; i < 6; i++)
        tml_text_add(&text,
                     "  low%d: {points: [G%d, T%d], mass: 1, inertia: [1, 1, 1], com: G%d}\n"
                     "  up%d: {points: [G%d, T%d], mass: 1, inertia: [1, 1, 1], com: T%d}\n",
                     i, i, i, i, i, i, i, i);
    tml_text_add(&text, "joints:\n");
    for (int i = 0; i < 6; i++) {
        const double base = 1.0471975511965976 * i + (i % 2 ? 0.2 : -0.2), top = base + (i % 2 ? -0.6 : 0.6);
        tml_text_add(&text,
                     "  U%d: {universal: [ground, low%d], at: G%d, axes: [x, y]}\n"
                     "  S%d: {prismatic: [low%d, up%d], at: T%d, axis: [%.17g, %.17g, 2]}\n"
                     "  B%d: {spherical: [up%d, plate], at: T%d}\n",
                     i, i, i, i, i, i, i, cos(top) - 2 * cos(base), sin(top) - 2 * sin(base), i, i, i);
    }
    expect_counts("Stewart", text.data, 6, 6, 0);
    tml_text_free(&text);
}

/* ---- what keeps it from moving ---- */

static void expect_verdict(const char *text, tml_mobility_verdict verdict, const char *remedies)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_case_parse(text);
    tml_mobility *m = NULL;
    char found[200] = "";
    cr_assert_eq(tml_mobility_make(model, &m, log), TML_OK);
    for (size_t i = 0; i < m->remedy_count; i++)
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", i ? " " : "", m->remedies[i]);
    cr_expect_eq(m->verdict, verdict, "%d, %s", m->verdict, found);
    cr_expect_str_eq(found, remedies);
    tml_mobility_free(m);
    tml_model_free(model);
    tml_log_free(log);
}

#define BRACE                                                                                                          \
    "trammel: 1\n" FOUR_BAR_POINTS FOURBAR_RODS "  brace: {points: [A, C], mass: 1, shape: rod}\n" FOURBAR_JOINTS      \
    "  P: {revolute: [brace, crank], at: A}\n"                                                                         \
    "  Q: {revolute: [brace, ground], at: C}\n"

Test(mobility, bodies_that_prevent_motion_are_named)
{
    expect_verdict(FOUR_BAR, TML_MOVES, "");
    expect_verdict(BRACE, TML_IMMOBILE, "brace rocker coupler");
    expect_verdict(BRACE "drivers: {drive: {O.angle: t}}\n", TML_IMMOBILE, "brace rocker coupler");
    expect_verdict(PARALLELOGRAM, TML_MOVES, ""); /* though Gruebler's count is zero */
}

Test(mobility, excess_drivers_are_named)
{
    expect_verdict(FOUR_BAR "drivers: {a: {O.angle: t}}\n", TML_MOVES, "");
    expect_verdict(FOUR_BAR "drivers: {a: {O.angle: t}, b: {C.angle: t}}\n", TML_OVERDRIVEN, "b a");
    /* one more than its own four-bar has, though another is not driven at all */
    expect_verdict("trammel: 1\n"
                   "points: {O: [0, 0], A: [0, 1], B: [3, 2], C: [3, 0], P: [9, 9], Q: [10, 9]}\n" FOURBAR_RODS
                   "  swing: {points: [P, Q], mass: 1, shape: rod}\n" FOURBAR_JOINTS
                   "  P: {revolute: [ground, swing]}\n"
                   "drivers: {a: {O.angle: t}, b: {C.angle: t}}\n",
                   TML_OVERDRIVEN, "b a");
}

/* ---- how far it can go ---- */

static tml_range range_of(const char *text, const char *coordinate)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_case_parse(text);
    tml_range r;
    const tml_status status = tml_coordinate_range(model, coordinate, &r, log);
    cr_assert_eq(status, TML_OK, "%s: %s", coordinate, tml_log_count(log) ? tml_log_get(log, 0).text : "");
    tml_model_free(model);
    tml_log_free(log);
    return r;
}

/* A four-bar of given lengths, its crank at an angle where the loop closes; false: none found. */
static bool four_bar(double crank, double rod, double rocker, double base, tml_text *text, double *angle)
{
    for (int i = 0; i < 90; i++) {
        *angle = 0.03 + 0.07 * i;
        const double ax = crank * cos(*angle), ay = crank * sin(*angle), dx = base - ax, d = hypot(dx, ay);
        if (!(d < 0.99 * (rod + rocker) && d > 1.01 * fabs(rod - rocker)))
            continue;
        const double along = (rod * rod - rocker * rocker + d * d) / (2 * d), h = sqrt(rod * rod - along * along);
        tml_text_add(text,
                     "trammel: 1\n"
                     "points: {O: [0, 0], A: [%.17g, %.17g], B: [%.17g, %.17g], C: [%.17g, 0]}\n" FOURBAR_OF_RODS,
                     ax, ay, ax + along * dx / d + h * ay / d, ay - along * ay / d + h * dx / d, base);
        return true;
    }
    return false;
}

/* The crank makes full revolutions where rod and rocker span the distance A C at every angle: |base +- crank| within |rod +- rocker|. */
static bool makes_full_revolutions(double crank, double rod, double rocker, double base)
{
    return base + crank <= rod + rocker && fabs(base - crank) >= fabs(rod - rocker);
}

/* The limit is where rod and rocker are in line, stretched or folded, at a distance r from A to C: cos = (a^2 + d^2 - r^2) / (2 a d). */
static double limit(double crank, double base, double length, double angle, double sign)
{
    const double c = (crank * crank + base * base - length * length) / (2 * crank * base);
    if (!(fabs(c) < 1))
        return INFINITY;
    double best = INFINITY;
    for (int k = -3; k <= 3; k++)
        for (int side = -1; side <= 1; side += 2) {
            const double distance = sign * (side * acos(c) + k * 6.283185307179586 - angle);
            if (distance > 0 && distance < best)
                best = distance;
        }
    return best;
}

Test(mobility, ranges_of_four_bars_obey_grashof)
{
    static const double lengths[] = {1, 1.6, 2.3, 3.1};
    int cranks = 0, rockers = 0;
    for (int i = 0; i < 256; i++) {
        const double a = lengths[i % 4], b = lengths[i / 4 % 4] + 0.05, c = lengths[i / 16 % 4] + 0.11,
                     d = lengths[i / 64] + 0.17;
        tml_text text = {0};
        double angle;
        if (i % 3 == 0 && four_bar(a, b, c, d, &text, &angle)) {
            const tml_range r = range_of(text.data, "O.angle");
            if (makes_full_revolutions(a, b, c, d)) {
                cranks++;
                cr_expect(isinf(r.low) && isinf(r.high), "%g %g %g %g: %g %g", a, b, c, d, r.low, r.high);
            } else {
                const double far = fmin(limit(a, d, b + c, angle, 1), limit(a, d, fabs(b - c), angle, 1)),
                             back = fmin(limit(a, d, b + c, angle, -1), limit(a, d, fabs(b - c), angle, -1));
                rockers++;
                cr_expect_float_eq(r.high - r.start, far, 1e-7, "%g %g %g %g: %.9g, not %.9g", a, b, c, d,
                                   r.high - r.start, far);
                cr_expect_float_eq(r.start - r.low, back, 1e-7, "%g %g %g %g: %.9g, not %.9g", a, b, c, d,
                                   r.start - r.low, back);
            }
        }
        tml_text_free(&text);
    }
    cr_expect(cranks > 10 && rockers > 30, "%d cranks, %d others", cranks, rockers);
}

/* s + l <= p + q with the crank as the shortest. */
Test(mobility, longest_crank_that_makes_full_revolutions_is_found)
{
    const tml_range r = range_of("trammel: 1\n"
                                 "points: {O: [0, 0], A: [0, 0.4], B: [0.6, 0.5], C: [0.9, 0]}\n" FOURBAR_OF_RODS,
                                 "O.angle");
    const double rod = hypot(0.6, 0.1), rocker = hypot(0.3, 0.5), base = 0.9;
    cr_expect_float_eq(r.length, 0.4, 1e-12);
    cr_expect_float_eq(r.max_length, rod + rocker + base - 2 * base, 1e-4, "%g", r.max_length);
    const tml_range slider = range_of("trammel: 1\n"
                                      "points: {O: [0, 0], A: [0.4, 0], B: [0.7, 0]}\n" SLIDER_CRANK_OF_RODS,
                                      "O.angle");
    cr_expect_float_eq(slider.high, asin(0.75), 1e-7, "%g", slider.high);
    cr_expect_float_eq(slider.low, -asin(0.75), 1e-7, "%g", slider.low);
    cr_expect_float_eq(slider.max_length, 0.3, 1e-4, "%g", slider.max_length);
}

/* A parallelogram passes its change points. */
Test(mobility, parallelograms_make_full_revolutions)
{
    for (int i = 0; i < 5; i++) {
        char text[1000];
        const double angle = 0.4 + 0.5 * i;
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "points: {O: [0, 0], A: [%.17g, %.17g], B: [%.17g, %.17g], C: [2, 0]}\n" FOURBAR_OF_RODS,
                 cos(angle), sin(angle), 2 + cos(angle), sin(angle));
        const tml_range r = range_of(text, "O.angle");
        cr_expect(isinf(r.high), "from %g: %g to %g", angle, r.low, r.high);
    }
    cr_expect(isinf(range_of(PARALLELOGRAM, "O.angle").high));
}

typedef struct {
    double x, y;
} point;

/* Of the two points at r from a and s from b the one to the left of the line from a to b, or to the right (side -1). */
static point intersect(point a, double r, point b, double s, int side)
{
    const double dx = b.x - a.x, dy = b.y - a.y, d = hypot(dx, dy), along = (r * r - s * s + d * d) / (2 * d);
    const double h = side * sqrt(r * r - along * along);
    return (point){a.x + (along * dx - h * dy) / d, a.y + (along * dy + h * dx) / d};
}

/* The range of F.angle of WATT from the drawing, over a revolution of its crank: dyads A B C and D E F by intersecting circles. */
static void sweep_watt(double *low, double *high)
{
    enum { STEPS = 200000 };
    for (int i = 0; i <= STEPS; i++) {
        const double q = 6.283185307179586 * i / STEPS;
        const point b = intersect((point){cos(q), sin(q)}, sqrt(10), (point){3, 0}, 2, 1);
        const double rocker = atan2(b.y, b.x - 3) - atan2(2, 0), c = cos(rocker), s = sin(rocker);
        const point e = intersect((point){3 + c - 2 * s, s + 2 * c}, sqrt(10), (point){7, 0}, 3, 1);
        *low = fmin(*low, atan2(e.y, e.x - 7) - atan2(3, 0));
        *high = fmax(*high, atan2(e.y, e.x - 7) - atan2(3, 0));
    }
}

/* A pendulum in space, the last link of a six-bar, a slider-crank. */
Test(mobility, ranges_of_other_coordinates_match_closed_forms)
{
    cr_expect(isinf(range_of("trammel: 1\n"
                             "space: space\n"
                             "points: {O: [0, 0, 0], A: [1, 0, 0]}\n"
                             "bodies:\n"
                             "  rod: {points: [O, A], mass: 1, inertia: [1, 1, 1]}\n"
                             "joints:\n"
                             "  O: {revolute: [ground, rod], axis: [1, 2, 3]}\n",
                             "O.angle")
                        .high));
    double low = 0, high = 0;
    sweep_watt(&low, &high);
    const tml_range watt = range_of(WATT, "F.angle");
    cr_expect_float_eq(watt.high - watt.start, high, 1e-7, "%.9g, not %.9g", watt.high - watt.start, high);
    cr_expect_float_eq(watt.low - watt.start, low, 1e-7, "%.9g, not %.9g", watt.low - watt.start, low);
    /* rod of 2 on a slider, the other end on a circle of 1: it swings by asin(1/2) either way */
    const tml_range rod = range_of("trammel: 1\n"
                                   "points: {O: [0, 0], A: [0, 1], B: [1.7320508075688772, 0]}\n" SLIDER_CRANK_OF_RODS,
                                   "S.displacement");
    cr_expect_float_eq(rod.high - rod.start, 3 - sqrt(3), 1e-7);
    cr_expect_float_eq(rod.start - rod.low, sqrt(3) - 1, 1e-7);
    cr_expect_eq(rod.max_length, 0);
}

Test(mobility, unknown_coordinates_are_refused)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_case_parse(FOUR_BAR);
    tml_range r;
    cr_expect_eq(tml_coordinate_range(model, "O.angel", &r, log), TML_WRONG);
    cr_expect_eq(tml_coordinate_range(model, "", &r, log), TML_WRONG);
    cr_expect_str_eq(tml_log_get(log, 0).text, "no joint coordinate \"O.angel\"");
    tml_model_free(model);
    tml_log_free(log);
}
