/* templates_linkages.c - linkages of the workbench's gallery against their closed forms: Grashof, straight lines, quick returns. */
#include "case/templates.h"
#include <criterion/criterion.h>
#include <math.h>

static const double PI = 3.14159265358979323846, DEG = 3.14159265358979323846 / 180, MM = 1e-3;

static double change(const tml_case *c, const char *channel)
{
    return tml_case_value(c, tml_table_rows(c->table) - 1, channel) - tml_case_value(c, 0, channel);
}

/* By how much a channel varies over the rows. */
static double range(const tml_case *c, const char *channel)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t row = 0; row < tml_table_rows(c->table); row++) {
        low = fmin(low, tml_case_value(c, row, channel));
        high = fmax(high, tml_case_value(c, row, channel));
    }
    return high - low;
}

/* Time of the n-th change of sign of a channel, by the straight line between rows. */
static double crossing(const tml_case *c, const char *channel, int n)
{
    for (size_t row = 1; row < tml_table_rows(c->table); row++) {
        const double a = tml_case_value(c, row - 1, channel), b = tml_case_value(c, row, channel);
        if (a * b < 0 && n-- == 0)
            return tml_case_value(c, row - 1, "t") +
                   a / (a - b) * (tml_case_value(c, row, "t") - tml_case_value(c, row - 1, "t"));
    }
    cr_assert_fail("%s: %s changes its sign too seldom", c->name, channel);
    return NAN;
}

/* ---- four-bar linkages ---- */

/* Shortest and longest link together, less the other two: below zero the shortest can turn round relative to all others. */
static double grashof(double a, double b, double c, double d)
{
    return 2 * (fmin(fmin(a, b), fmin(c, d)) + fmax(fmax(a, b), fmax(c, d))) - (a + b + c + d);
}

Test(templates_linkages, rocker_swings_between_the_stretched_and_the_folded_crank)
{
    tml_case c = run("crank-rocker");
    const double complex A = 20 + 34.64 * I, B = 133.88 + 72.47 * I, C = 100;
    const double crank = cabs(A), coupler = cabs(B - A), rocker = cabs(B - C), frame = cabs(C);
    cr_assert_lt(grashof(crank, coupler, rocker, frame), 0);
    const double far = acos((frame * frame + rocker * rocker - pow(coupler + crank, 2)) / (2 * frame * rocker));
    const double near = acos((frame * frame + rocker * rocker - pow(coupler - crank, 2)) / (2 * frame * rocker));
    tml_case_near(&c, "swing", tml_fact_number(c.table, "swing.max") - tml_fact_number(c.table, "swing.min"),
                  (far - near) / DEG, 1e-5);
    tml_case_near(&c, "turns of the crank", change(&c, "O.angle"), 4 * PI, 1e-12);
    tml_case_near(&c, "rocker comes back", change(&c, "C.angle"), 0, 1e-9);
    tml_case_free(&c);
}

Test(templates_linkages, both_cranks_of_a_drag_link_turn_round)
{
    tml_case c = run("double-crank");
    const double complex A = 100 * I, B = 89.98 + 97.99 * I;
    cr_assert_lt(grashof(cabs(A), cabs(B - A), cabs(B - 40), 40), 0);
    tml_case_near(&c, "first", change(&c, "O.angle"), 4 * PI, 1e-12);
    tml_case_near(&c, "second", change(&c, "C.angle"), 4 * PI, 1e-9);
    tml_case_free(&c);
}

Test(templates_linkages, coupler_of_a_double_rocker_turns_round_and_both_rockers_swing)
{
    tml_case c = run("double-rocker");
    const double complex A = 61.28 + 51.42 * I, B = 74.65 + 89.12 * I;
    cr_assert_lt(grashof(cabs(A), cabs(B - A), cabs(B - 120), 120), 0);
    tml_case_near(&c, "coupler", change(&c, "A.angle"), 4 * PI, 1e-12);
    tml_case_near(&c, "left comes back", change(&c, "O.angle"), 0, 1e-9);
    tml_case_near(&c, "right comes back", change(&c, "C.angle"), 0, 1e-9);
    cr_assert(range(&c, "O.angle") > 0.3 && range(&c, "O.angle") < PI);
    cr_assert(range(&c, "C.angle") > 0.3 && range(&c, "C.angle") < PI);
    tml_case_free(&c);
}

Test(templates_linkages, no_link_of_a_triple_rocker_can_turn_round)
{
    tml_case c = run("triple-rocker");
    const double complex A = 18.12 + 67.61 * I, B = 77.42 + 76.75 * I;
    const double left = cabs(A), coupler = cabs(B - A), right = cabs(B - 110), frame = 110;
    cr_assert_gt(grashof(left, coupler, right, frame), 0);
    /* as far as the lever could go: coupler and right rocker in line */
    const double most = acos((left * left + frame * frame - pow(coupler + right, 2)) / (2 * left * frame));
    cr_assert(carg(A) + 25 * DEG < most && most < PI);
    tml_case_free(&c);
}

Test(templates_linkages, parallelograms_never_tilt)
{
    tml_case c = run("parallelogram");
    cr_assert_lt(tml_case_largest(&c, "table.angle"), 1e-12);
    cr_assert_gt(range(&c, "table.x"), 0.2);
    tml_case_free(&c);
    c = run("coupled-wheels");
    for (size_t row = 0; row < tml_table_rows(c.table); row++)
        tml_case_near(&c, "wheels", tml_case_value(&c, row, "C.angle"), tml_case_value(&c, row, "O.angle"), 1e-12);
    tml_case_free(&c);
    c = run("gripper");
    cr_assert_lt(fmax(tml_case_largest(&c, "jaw1.angle"), tml_case_largest(&c, "jaw2.angle")), 1e-11);
    cr_assert_gt(range(&c, "jaw1.x"), 0.02);
    tml_case_free(&c);
}

Test(templates_linkages, short_crank_of_a_deltoid_turns_twice_while_the_long_one_turns_once)
{
    tml_case c = run("galloway");
    tml_case_near(&c, "short", change(&c, "O.angle"), 4 * PI, 1e-12);
    tml_case_near(&c, "long", change(&c, "C.angle"), 2 * PI, 1e-9);
    tml_case_free(&c);
}

/* ---- straight lines ---- */

/* Watt's curve about the middle of the pivots: r^2 = b^2 - (a sin(theta) -+ sqrt(c^2 - a^2 cos^2(theta)))^2. */
Test(templates_linkages, watts_point_draws_watts_curve)
{
    tml_case c = run("watt-straight-line");
    const double complex pivots = (400 - 80 * I) * MM;
    const double a = cabs(pivots) / 2, b = 200 * MM, half = 40 * MM;
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double complex P = at(&c, row, "link.P") / (pivots / cabs(pivots));
        if (cabs(P) < MM)
            continue;
        const double sine = a * cimag(P) / cabs(P), cosine = a * creal(P) / cabs(P);
        const double root = sqrt(fmax(half * half - cosine * cosine, 0)), r2 = pow(cabs(P), 2);
        const double one = b * b - pow(sine - root, 2), two = b * b - pow(sine + root, 2);
        tml_case_near(&c, "Watt's curve", fmin(fabs(r2 - one), fabs(r2 - two)), 0, 1e-9);
    }
    cr_assert_gt(range(&c, "link.P.y"), 0.13);
    cr_assert_lt(tml_fact_number(c.table, "aside.max"), 0.007 * 137); /* mm, of a way of 137 mm */
    tml_case_free(&c);
}

/* Q from the middle of the frame is perpendicular to w, half the frame and half the link: Q^2 + w^2 = arm^2. */
Test(templates_linkages, chebyshevs_point_is_where_its_triangle_puts_it)
{
    tml_case c = run("chebyshev-straight-line");
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double complex w = (80 + 40 * cexp(I * tml_case_value(&c, row, "link.angle"))) * MM;
        const double complex Q = I * w / cabs(w) * sqrt(pow(200 * MM, 2) - pow(cabs(w), 2));
        tml_case_near(&c, "x", tml_case_value(&c, row, "link.P.x"), creal(Q) + 80 * MM, 1e-12);
        tml_case_near(&c, "y", tml_case_value(&c, row, "link.P.y"), cimag(Q), 1e-12);
    }
    tml_case_near(&c, "in the middle", tml_case_value(&c, 0, "off"), 0, 1e-10);
    cr_assert_lt(tml_case_largest(&c, "off"), 0.01 * 160); /* mm: 1 % of the way */
    tml_case_free(&c);
}

/* B is the same distance from A, C and P, so that A C P is a right angle: |CP|^2 + |CA|^2 = |AP|^2. */
Test(templates_linkages, hoekens_point_is_perpendicular_to_its_crank_pin)
{
    tml_case c = run("hoeken");
    const double C = 60 * MM;
    double off = 0, low = INFINITY, high = -INFINITY;
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double complex A = 30 * MM * cexp(I * (PI + tml_case_value(&c, row, "O.angle"))), CA = A - C;
        const double complex P = C - I * CA / cabs(CA) * sqrt(pow(150 * MM, 2) - pow(cabs(CA), 2));
        tml_case_near(&c, "x", tml_case_value(&c, row, "coupler.P.x"), creal(P), 1e-11);
        tml_case_near(&c, "y", tml_case_value(&c, row, "coupler.P.y"), cimag(P), 1e-11);
        if (creal(A) > 0)
            continue; /* the way back */
        off = fmax(off, fabs(cimag(P) - 120 * MM));
        low = fmin(low, creal(P)), high = fmax(high, creal(P));
    }
    cr_assert_gt(high - low, 115 * MM);
    cr_assert_lt(off, 0.01 * (high - low));
    tml_case_free(&c);
}

Test(templates_linkages, roberts_and_evans_stay_near_their_lines)
{
    tml_case c = run("roberts");
    tml_case_near(&c, "in the middle", tml_case_value(&c, 0, "off"), 0, 1e-10);
    cr_assert_lt(tml_case_largest(&c, "off"), 0.02 * 190); /* mm, of a way of 190 mm */
    tml_case_free(&c);
    c = run("evans");
    cr_assert_gt(range(&c, "beam.P.y"), 160 * MM);
    cr_assert_lt(tml_case_largest(&c, "aside"), 0.012 * 168);
    tml_case_free(&c);
}

Test(templates_linkages, exact_straight_lines_are_exact)
{
    tml_case c = run("hart-inversor");
    cr_assert_lt(tml_case_largest(&c, "off"), 1e-10); /* mm */
    for (size_t row = 0; row < tml_table_rows(c.table); row++)
        tml_case_near(&c, "OP OQ", cabs(at(&c, row, "AD.P")) * cabs(at(&c, row, "BC.Q")), 6400e-6, 1e-14);
    cr_assert_gt(range(&c, "BC.Q.y"), 140 * MM);
    tml_case_free(&c);
    c = run("scott-russell");
    cr_assert_lt(tml_case_largest(&c, "off"), 1e-10);
    for (size_t row = 0; row < tml_table_rows(c.table); row++)
        tml_case_near(&c, "length of the bar", cabs(at(&c, row, "slider.A") - at(&c, row, "bar.P")),
                      141.42 * MM * sqrt(2), 1e-12);
    tml_case_free(&c);
    c = run("cardan-gears");
    cr_assert_lt(tml_case_largest(&c, "off"), 1e-10);
    for (size_t row = 0; row < tml_table_rows(c.table); row++)
        tml_case_near(&c, "along", tml_case_value(&c, row, "wheel.P.x"),
                      60 * MM * cos(tml_case_value(&c, row, "O.angle")), 1e-12);
    tml_case_free(&c);
}

Test(templates_linkages, trammel_of_archimedes_draws_an_ellipse)
{
    tml_case c = run("ellipsograph");
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double complex P = at(&c, row, "bar.P");
        tml_case_near(&c, "ellipse", pow(creal(P) / (180 * MM), 2) + pow(cimag(P) / (80 * MM), 2), 1, 1e-11);
    }
    tml_case_free(&c);
}

/* Both links of a pair make the same angle with the level: the height is twice the rise of one. */
Test(templates_linkages, sarrus_lifts_straight_up)
{
    tml_case c = run("sarrus");
    const double link = hypot(100 * MM, 120 * MM), start = atan2(120, 100);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        tml_case_near(&c, "x", tml_case_value(&c, row, "platform.x"), 0, 1e-12);
        tml_case_near(&c, "y", tml_case_value(&c, row, "platform.y"), 0, 1e-12);
        tml_case_near(&c, "tilt", fabs(tml_case_value(&c, row, "platform.qw")), 1, 1e-12);
        tml_case_near(&c, "height", tml_case_value(&c, row, "platform.z"),
                      2 * link * sin(start - tml_case_value(&c, row, "A.angle")), 1e-11);
    }
    cr_assert_gt(range(&c, "platform.z"), 0.08);
    tml_case_free(&c);
}

Test(templates_linkages, pantograph_doubles)
{
    tml_case c = run("pantograph");
    for (size_t row = 0; row < tml_table_rows(c.table); row++)
        tml_case_near(&c, "Q - 2 P", cabs(at(&c, row, "right.Q") - 2 * at(&c, row, "stylus.P")), 0, 1e-12);
    tml_case_free(&c);
}

/* ---- quick returns ---- */

/* Time forward over time back, by the changes of sign of the ram's velocity. */
static double time_ratio(const tml_case *c, const char *velocity)
{
    const double first = crossing(c, velocity, 0), second = crossing(c, velocity, 1), third = crossing(c, velocity, 2);
    const double one = second - first, two = third - second;
    return fmax(one, two) / fmin(one, two);
}

Test(templates_linkages, quick_returns_take_the_time_that_their_geometry_says)
{
    tml_case c = run("crank-shaper");
    const double beta = asin(80.0 / 200);
    tml_case_near(&c, "crank shaper", time_ratio(&c, "ram.vx"), (PI + 2 * beta) / (PI - 2 * beta), 1e-3);
    tml_case_free(&c);
    c = run("whitworth");
    tml_case_near(&c, "Whitworth", time_ratio(&c, "ram.vx"), 2, 2e-3); /* cos(60 deg) = 40/80 */
    tml_case_free(&c);
    c = run("offset-slider-crank");
    const double r = cabs(20 + 34.64 * I), l = cabs(96.3 - 30 * I - (20 + 34.64 * I)), e = 30;
    const double delta = asin(e / (l - r)) - asin(e / (l + r));
    tml_case_near(&c, "offset", time_ratio(&c, "slider.vx"), (PI + delta) / (PI - delta), 1e-3);
    tml_case_free(&c);
}
