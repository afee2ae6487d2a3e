/* transmission.c - transmission angles of six-bars, against positions from intersecting circles and instant centres.
 *
 * A dyad has one at its inner pin, between the lines to its outer pins. Three links that hold a fourth have one each: between the link and
 * the line from its pin to the instant centre of the fourth, where the lines of the two other links meet.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    double x, y;
} point;

static point less(point a, point b)
{
    return (point){a.x - b.x, a.y - b.y};
}

static double angle_between(point a, point b)
{
    return atan2(fabs(a.x * b.y - a.y * b.x), fabs(a.x * b.x + a.y * b.y));
}

static double distance(point a, point b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

/* Of the two points at r from a and s from b the one that is nearer to another. */
static point meet(point a, double r, point b, double s, point near)
{
    const double d = distance(a, b), along = (r * r - s * s + d * d) / (2 * d), across = sqrt(r * r - along * along);
    const point e = {(b.x - a.x) / d, (b.y - a.y) / d};
    const point one = {a.x + along * e.x - across * e.y, a.y + along * e.y + across * e.x},
                two = {a.x + along * e.x + across * e.y, a.y + along * e.y - across * e.x};
    return distance(one, near) < distance(two, near) ? one : two;
}

/* Where a third point is when two of a rigid triangle have moved. */
static point carry(point p, point a0, point b0, point a, point b)
{
    const point d0 = less(b0, a0), d = less(b, a), r = less(p, a0);
    const double n = d0.x * d0.x + d0.y * d0.y, c = (d0.x * d.x + d0.y * d.y) / n, s = (d0.x * d.y - d0.y * d.x) / n;
    return (point){a.x + c * r.x - s * r.y, a.y + s * r.x + c * r.y};
}

static void expect(const tml_case *c, size_t row, const char *channel, double want)
{
    const double got = tml_case_value(c, row, channel);
    cr_expect(fabs(got - want) <= 2e-13, "row %zu: %s is %.15g instead of %.15g", row, channel, got, want);
}

/* The pins that have one are these. */
static void expect_pins(const tml_case *c, const char *pins)
{
    char found[64] = "";
    for (size_t i = 0; i < tml_table_columns(c->table); i++) {
        const char *name = tml_table_name(c->table, i), *at = strstr(name, ".transmission");
        if (at)
            strncat(found, name, (size_t)(at - name));
    }
    cr_expect_str_eq(found, pins);
}

static const point O = {0, 0}, A = {0.2, 0.9}, B = {2.6, 2.1}, C = {3, 0}, F = {5.6, 0.1};

/* Two dyads: A B C, and P E F, where P belongs to the coupler A B or to the rocker B C. */
static void expect_dyads(const tml_case *c, point P, bool on_coupler, point E)
{
    point b = B, e = E;
    for (size_t i = 0; i < tml_table_rows(c->table); i++) {
        const point a = {tml_case_value(c, i, "crank.A.x"), tml_case_value(c, i, "crank.A.y")};
        b = meet(a, distance(A, B), C, distance(B, C), b);
        const point p = on_coupler ? carry(P, A, B, a, b) : carry(P, C, B, C, b);
        e = meet(p, distance(P, E), F, distance(E, F), e);
        expect(c, i, "B.transmission", angle_between(less(a, b), less(C, b)));
        expect(c, i, "E.transmission", angle_between(less(p, e), less(F, e)));
    }
}

/* Watt: the rocker B C D of a four-bar drives D E F. */
Test(transmission, watt_six_bar_has_the_angles_of_its_geometry)
{
    tml_case c = tml_case_run_text("watt",
                                   "trammel: 1\n"
                                   "points: {O: [0, 0], A: [0.2, 0.9], B: [2.6, 2.1], C: [3, 0], D: [3.9, 1.8], E: "
                                   "[6.1, 2.3], F: [5.6, 0.1]}\n"
                                   "bodies:\n"
                                   "  crank: {points: [O, A], mass: 1, shape: rod}\n"
                                   "  link: {points: [A, B], mass: 1, shape: rod}\n"
                                   "  rocker: {points: [B, C, D], mass: 1, inertia: 1}\n"
                                   "  second: {points: [E, D], mass: 1, shape: rod}\n"
                                   "  last: {points: [E, F], mass: 1, shape: rod}\n"
                                   "joints:\n"
                                   "  F: {revolute: [ground, last]}\n"
                                   "  E: {revolute: [last, second]}\n"
                                   "  D: {revolute: [second, rocker]}\n"
                                   "  C: {revolute: [ground, rocker]}\n"
                                   "  B: {revolute: [rocker, link]}\n"
                                   "  A: {revolute: [link, crank]}\n"
                                   "  O: {revolute: [ground, crank]}\n"
                                   "drivers: {drive: {crank.angle: 2*pi*t}}\n"
                                   "analyses: [kinematics: {end: 1, output: 0.02}]\n",
                                   NULL);
    expect_pins(&c, "EB");
    expect_dyads(&c, (point){3.9, 1.8}, false, (point){6.1, 2.3});
    tml_case_free(&c);
}

#define STEPHENSON                                                                                                     \
    "trammel: 1\n"                                                                                                     \
    "points: {O: [0, 0], A: [0.2, 0.9], B: [2.6, 2.1], C: [3, 0], P: [1.5, 3.2], E: [4.6, 3.3], F: [5.6, 0.1]}\n"      \
    "bodies:\n"                                                                                                        \
    "  crank: {points: [O, A], mass: 1, shape: rod}\n"                                                                 \
    "  plate: {points: [A, B, P], mass: 1, inertia: 1}\n"                                                              \
    "  rocker: {points: [B, C], mass: 1, shape: rod}\n"                                                                \
    "  second: {points: [P, E], mass: 1, shape: rod}\n"                                                                \
    "  last: {points: [E, F], mass: 1, shape: rod}\n"                                                                  \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank]}\n"                                                                               \
    "  A: {revolute: [crank, plate]}\n"                                                                                \
    "  B: {revolute: [plate, rocker]}\n"                                                                               \
    "  C: {revolute: [rocker, ground]}\n"                                                                              \
    "  P: {revolute: [second, plate]}\n"                                                                               \
    "  E: {revolute: [second, last]}\n"                                                                                \
    "  F: {revolute: [last, ground]}\n"

/* Stephenson III: the coupler A B P of a four-bar drives P E F. */
Test(transmission, stephenson_six_bar_has_the_angles_of_its_geometry)
{
    tml_case c = tml_case_run_text("stephenson",
                                   STEPHENSON "drivers: {drive: {O.angle: 2*pi*t}}\n"
                                              "analyses: [kinematics: {end: 1, output: 0.02}]\n",
                                   NULL);
    expect_pins(&c, "BE");
    expect_dyads(&c, (point){1.5, 3.2}, true, (point){4.6, 3.3});
    tml_case_free(&c);
}

/* Where the lines a b and c d meet. */
static point cross(point a, point b, point c, point d)
{
    const point u = less(b, a), v = less(d, c), w = less(c, a);
    const double t = (w.x * v.y - w.y * v.x) / (u.x * v.y - u.y * v.x);
    return (point){a.x + t * u.x, a.y + t * u.y};
}

static point read_point(const tml_case *c, size_t row, const char *name)
{
    char x[32], y[32];
    snprintf(x, sizeof x, "%s.x", name), snprintf(y, sizeof y, "%s.y", name);
    return (point){tml_case_value(c, row, x), tml_case_value(c, row, y)};
}

/* The same driven at F: three links hold the plate, and none of them is a dyad. */
Test(transmission, stephenson_six_bar_driven_at_the_other_end_has_the_angles_of_its_geometry)
{
    tml_case c = tml_case_run_text("stephenson",
                                   STEPHENSON "drivers: {drive: {last.angle: 0.1*sin(pi*t)}}\n"
                                              "analyses: [kinematics: {end: 1, output: 0.02}]\n",
                                   NULL);
    expect_pins(&c, "ABP");
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const point a = read_point(&c, i, "plate.A"), b = read_point(&c, i, "plate.B"),
                    p = read_point(&c, i, "plate.P"), e = read_point(&c, i, "last.E");
        cr_expect(fabs(distance(a, O) - distance(A, O)) + fabs(distance(b, C) - distance(B, C)) < 1e-12);
        const point at_A = cross(b, C, p, e), at_B = cross(a, O, p, e), at_P = cross(a, O, b, C);
        expect(&c, i, "A.transmission", angle_between(less(O, a), less(at_A, a)));
        expect(&c, i, "B.transmission", angle_between(less(C, b), less(at_B, b)));
        expect(&c, i, "P.transmission", angle_between(less(e, p), less(at_P, p)));
    }
    tml_case_free(&c);
}

/* A slotted lever has a sliding inner joint: no transmission angle. */
Test(transmission, slotted_lever_has_no_transmission_angle)
{
    tml_case c = tml_case_run_text("quick return",
                                   "trammel: 1\n"
                                   "points: {O: [0, 0], A: [0.3, 0], C: [0, -1], L: [0.6, 1]}\n"
                                   "bodies:\n"
                                   "  crank: {points: [O, A], mass: 1, shape: rod}\n"
                                   "  block: {points: [A], mass: 1, inertia: 1}\n"
                                   "  lever: {points: [C, L], mass: 1, shape: rod}\n"
                                   "joints:\n"
                                   "  O: {revolute: [ground, crank]}\n"
                                   "  A: {revolute: [crank, block]}\n"
                                   "  S: {prismatic: [lever.C, block.A], axis: [0.3, 1]}\n"
                                   "  C: {revolute: [ground, lever]}\n"
                                   "drivers: {drive: {O.angle: 2*pi*t}}\n"
                                   "analyses: [kinematics: {end: 1, output: 0.1}]\n",
                                   NULL);
    expect_pins(&c, "");
    tml_case_free(&c);
}
