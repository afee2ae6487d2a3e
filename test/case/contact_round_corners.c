/* contact_round_corners.c - discs that go round the corners of polylines and polygons, rigid, from event to event.
 *
 * About a corner the centre moves on a circle, at the angle a from the vertical. With k = 1 + J/(m r^2) for a disc that rolls, 1 for one that slides without
 * friction, s^2 = v^2/(g r), v its speed on the table:
 *   a'^2 = (g/r) (s^2 + 2/k (1 - cos a))      N = m g ((1 + 2/k) cos a - 2/k - s^2)      friction of what rolls = m g sin a (1 - 1/k)
 * It leaves where N = 0, at cos a = (s^2 + 2/k)/(1 + 2/k), at once where s > 1; what rolls slips first, where friction reaches mu N. Times are integrals of
 * 1/a', here by Simpson's rule.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static const double G = 9.81, R = 0.1, V = 0.4;

/* Time from the top of the corner to the angle a. */
static double time_to(double a, double k, double v)
{
    enum { STEPS = 2000 };
    double sum = 0;
    for (int i = 0; i <= STEPS; i++) {
        const double angle = a * i / STEPS, square = v * v / (R * R) + 2 / k * G / R * (1 - cos(angle));
        sum += (i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2) / sqrt(square);
    }
    return sum * a / STEPS / 3;
}

#define DISC "disc: {mass: 2, inertia: 0.01, position: [-0.3, 0.1], surfaces: {rim: {disc: 0.1}}, "
static const char TABLE[] = "trammel: 1\nbodies:\n"
                            "  ground: {surfaces: {table: {polyline: [[-2, 0], [0, 0], [0, -1]]}}}\n"
                            "  " DISC "velocity: [0.4, 0], omega: -4}\n"
                            "forces: {on: {contact: [disc.rim, ground.table], friction: 2}}\n"
                            "analyses: [dynamics: {end: 1.1, output: 0.1, tolerance: 1e-11}]\n";
#define SMOOTH                                                                                                         \
    {", omega: -4}", "}"},                                                                                             \
    {                                                                                                                  \
        ", friction: 2", ""                                                                                            \
    }

static void has_lost(const tml_case *c, double loss)
{
    cr_expect(tml_case_largest(c, "energy.error") < 1e-12 * tml_case_largest(c, "energy.kinetic"), "energy error %g J",
              tml_case_largest(c, "energy.error"));
    cr_expect(!(tml_case_impact_count(c) > 0), "there is an impact");
    cr_expect(tml_case_largest(c, "energy.friction_loss") <= loss + 1e-13 * tml_case_largest(c, "energy.kinetic"),
              "%g J are lost", tml_case_largest(c, "energy.friction_loss"));
}

/* ---- off a table ---- */

static void a_disc_slides_over_the_edge_until_nothing_presses(const char *by)
{
    tml_case c = tml_case_run_text_with("edge", TABLE, TML_EDITS(SMOOTH), TML_BY(by));
    const double a = acos((V * V / (G * R) + 2) / 3), t = 0.3 / V + time_to(a, 1, V);
    tml_case_near(&c, "it leaves", tml_case_change(&c, 0, "on opens"), t, 1e-12);
    const size_t row = tml_case_row(&c, tml_case_change(&c, 0, "on opens"));
    tml_case_near(&c, "x", tml_case_value(&c, row, "disc.x"), R * sin(a), 1e-12);
    tml_case_near(&c, "y", tml_case_value(&c, row, "disc.y"), R * cos(a), 1e-12);
    tml_case_near(&c, "speed", hypot(tml_case_value(&c, row, "disc.vx"), tml_case_value(&c, row, "disc.vy")),
                  sqrt(G * R * cos(a)), 1e-12);
    cr_expect(!(tml_case_impact_count(&c) > 0), "there is an impact");
    tml_case_free(&c);
}
TML_TEST_EACH(contact_round_corners, a_disc_slides_over_the_edge_until_nothing_presses, 20)

/* The angle at which friction of what rolls reaches mu N. */
static double slips_at(double mu, double k)
{
    double low = 0, high = acos((V * V / (G * R) + 2 / k) / (1 + 2 / k));
    for (int i = 0; i < 100; i++) {
        const double a = (low + high) / 2, N = (1 + 2 / k) * cos(a) - 2 / k - V * V / (G * R);
        *(sin(a) * (1 - 1 / k) < mu * N ? &low : &high) = a;
    }
    return low;
}

static void a_disc_rolls_over_the_edge_until_it_slips(const char *by)
{
    tml_case c = tml_case_run_text_with("edge", TABLE, TML_AS_WRITTEN, TML_BY(by));
    const double a = slips_at(2, 1.5), t = 0.3 / V + time_to(a, 1.5, V);
    tml_case_near(&c, "it slips", tml_case_change(&c, 0, "on slides"), t, 1e-12);
    const size_t row = tml_case_row(&c, tml_case_change(&c, 0, "on slides"));
    tml_case_near(&c, "x", tml_case_value(&c, row, "disc.x"), R * sin(a), 1e-12);
    tml_case_near(&c, "omega", tml_case_value(&c, row, "disc.omega"),
                  -sqrt(V * V / (R * R) + 4.0 / 3 * G / R * (1 - cos(a))), 1e-11);
    cr_expect(tml_case_change(&c, 0, "on opens") > t);
    has_lost(&c, 1e-3);
    tml_case_free(&c);
}
TML_TEST_EACH(contact_round_corners, a_disc_rolls_over_the_edge_until_it_slips, 20)

/* The force on the table is m g, that on its edge would pull: it jumps there. */
Test(contact_round_corners, a_fast_disc_leaves_at_the_edge)
{
    tml_case c = tml_case_run_text("edge", TABLE, TML_EDITS({"[0.4, 0]", "[1.2, 0]"}, {"-4}", "-12}"}));
    tml_case_near(&c, "it leaves", tml_case_change(&c, 0, "on opens"), 0.25, 1e-12);
    tml_case_near(&c, "x", tml_case_at(&c, 0.3, "disc.x"), 0.06, 1e-12);
    tml_case_near(&c, "y", tml_case_at(&c, 0.3, "disc.y"), 0.1 - G * 0.05 * 0.05 / 2, 1e-12);
    has_lost(&c, 0);
    tml_case_free(&c);
}

/* ---- along a road ---- */

/* From a level road down a slope of 0.2 rad, which it reaches with the energy that it had, and does not leave; at any size. */
static void rolls_down(const tml_edit *edits, double scale)
{
    static const char ROAD[] =
        "trammel: 1\nparameters: {L: 1}\nbodies:\n"
        "  ground: {surfaces: {road: {polyline: [[-2*L, 0], [0, 0], [3.9202663113649662*L, "
        "-0.79467732318024480*L]]}}}\n"
        "  disc: {mass: 2, inertia: 0.01*L^2, position: [-0.3*L, 0.1*L], velocity: [0.4*sqrt(L), 0], omega: "
        "-4/sqrt(L),\n         surfaces: {rim: {disc: 0.1*L}}}\n"
        "forces: {on: {contact: [disc.rim, ground.road], friction: 0.8}}\n"
        "analyses: [dynamics: {end: 1.1*sqrt(L), output: 0.1*sqrt(L), tolerance: 1e-11}]\n";
    tml_case c = tml_case_run_text("road", ROAD, edits);
    const double a = 0.2, round = 0.3 / V + time_to(a, 1.5, V), t = 1.1 - round;
    const double v = R * sqrt(V * V / (R * R) + 4.0 / 3 * G / R * (1 - cos(a))), s = v * t + G * sin(a) * t * t / 3;
    const double x = R * sin(a) + s * cos(a), y = R * cos(a) - s * sin(a);
    const size_t last = tml_table_rows(c.table) - 1;
    tml_case_near(&c, "x", tml_case_value(&c, last, "disc.x") / scale, x, 1e-12);
    tml_case_near(&c, "y", tml_case_value(&c, last, "disc.y") / scale, y, 1e-12);
    tml_case_near(&c, "speed", tml_case_value(&c, last, "disc.omega") * sqrt(scale), -(v + 2 * G * sin(a) * t / 3) / R,
                  1e-11);
    cr_expect_eq(tml_case_value(&c, last, "on.sticks"), 1);
    has_lost(&c, 0);
    tml_case_free(&c);
}

Test(contact_round_corners, a_disc_rolls_from_a_level_road_down_a_slope)
{
    rolls_down(TML_AS_WRITTEN, 1);
}

Test(contact_round_corners, small_and_large_discs_roll_alike)
{
    rolls_down(TML_EDITS({"L: 1}", "L: 1e-4}"}), 1e-4);
    rolls_down(TML_EDITS({"L: 1}", "L: 1e4}"}), 1e4);
}

/* Uphill: where the road bends up, the disc strikes it, and turns about the place struck: by its angular momentum about that,
 * w+/w- = (1 + 2 cos a)/3 with J = m r^2/2. It does not bounce back, and has left the level road. */
Test(contact_round_corners, a_disc_rolls_from_a_level_road_up_a_slope)
{
    tml_case c = tml_case_run_text(
        "road",
        "trammel: 1\nbodies:\n"
        "  ground: {surfaces: {road: {polyline: [[-2, 0], [0, 0], [3.9202663113649662, 0.79467732318024480]]}}}\n"
        "  " DISC "velocity: [0.4, 0], omega: -4}\n"
        "forces: {on: {contact: [disc.rim, ground.road], friction: 0.8}}\n"
        "analyses: [dynamics: {end: 0.8, output: 0.1, tolerance: 1e-11}]\n",
        TML_AS_WRITTEN);
    const double a = 0.2, start = (0.3 - R * tan(a / 2)) / V, v = V * (1 + 2 * cos(a)) / 3, t = 0.8 - start;
    tml_case_near(&c, "it strikes", tml_case_impact(&c, 0, "t"), start, 1e-11);
    tml_case_near(&c, "x", tml_case_at(&c, 0.8, "disc.x"), -R * tan(a / 2) + cos(a) * (v * t - G * sin(a) * t * t / 3),
                  1e-10);
    tml_case_near(&c, "speed", tml_case_at(&c, 0.8, "disc.omega"), -(v - 2 * G * sin(a) * t / 3) / R, 1e-10);
    tml_case_free(&c);
}

/* ---- round a polygon ---- */

/* Drawn to the centre of a square by a spring, a disc that rolls goes round all of it, and the energy stays. The square may be
 * the first surface, or the second. */
static double goes_round(const char *pair)
{
    char text[1000];
    snprintf(
        text, sizeof text,
        "trammel: 1\ngravity: none\nbodies:\n"
        "  ground: {points: {O: [0, 0]}, surfaces: {square: {polygon: [[-0.2, -0.2], [0.2, -0.2], [0.2, 0.2], "
        "[-0.2, 0.2]]}}}\n"
        "  disc: {mass: 2, inertia: 0.01, position: [0, 0.3], velocity: [2.08, 0], omega: -20.8, points: {C: [0, 0]}, "
        "surfaces: {rim: {disc: 0.1}}}\n"
        "forces: {on: {contact: [%s], friction: 3}, pull: {spring: [ground.O, disc.C], stiffness: 200, length: 0}}\n"
        "analyses: [dynamics: {end: 3, output: 0.01, tolerance: 1e-11}]\n",
        pair);
    tml_case c = tml_case_run_text("round", text, TML_AS_WRITTEN);
    const double kinetic = 0.5 * (2 + 0.01 / (R * R)) * 2.08 * 2.08;
    bool below = false;
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double x = tml_case_value(&c, i, "disc.x"), y = tml_case_value(&c, i, "disc.y");
        const double vx = tml_case_value(&c, i, "disc.vx"), vy = tml_case_value(&c, i, "disc.vy");
        const double off = hypot(fmax(fabs(x) - 0.2, 0), fmax(fabs(y) - 0.2, 0)) - R;
        const double energy = 0.75 * 2 * (vx * vx + vy * vy) + 100 * (x * x + y * y);
        cr_assert_float_eq(off, 0, 1e-11, "it is off by %g", off);
        cr_assert_float_eq(energy, kinetic + 100 * 0.09, 1e-9, "energy is off by %g", energy - kinetic - 9);
        below |= y < -0.25;
    }
    cr_expect(below, "it does not come round");
    const double x = tml_case_value(&c, tml_table_rows(c.table) - 1, "disc.x");
    tml_case_free(&c);
    return x;
}

Test(contact_round_corners, a_disc_rolls_round_a_square)
{
    cr_expect_float_eq(goes_round("disc.rim, ground.square"), goes_round("ground.square, disc.rim"), 1e-8);
}
