/* varying_rest.c - what rests on several feet, or is held by the friction of several pins, under a load that varies: it slips when the load exceeds what friction holds.
 *
 * Nothing moves until then, and the error of the state allows steps of whole periods of the load. A stool on feet of the same friction slips at F(t) = mu m g, however its feet share
 * the load. With F = A sin(w t), while it goes on in one direction,
 *   t0 = asin(mu m g/A)/w,   m x = A/w ((t - t0) cos(w t0) - (sin(w t) - sin(w t0))/w) - mu m g (t - t0)^2/2
 */
#include "result/table.h"
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double MASS = 4.5, MU = 0.2, GRAVITY = 9.81, PUSH = 15.5, RATE = 8;

/* Closed form above. */
static double way(double t)
{
    const double hold = MU * MASS * GRAVITY, t0 = asin(hold / PUSH) / RATE, s = t - t0;
    const double pushed = PUSH / RATE * (s * cos(RATE * t0) - (sin(RATE * t) - sin(RATE * t0)) / RATE);
    return s > 0 ? (pushed - 0.5 * hold * s * s) / MASS : 0;
}

/* Feet between those at its ends, and what moves it. */
static tml_case stool(const char *feet, const char *contacts, const char *by)
{
    char text[2048];
    snprintf(
        text, sizeof text,
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
        "  b: {points: {P0: [-0.7, -0.4], P1: [0.7, -0.4], P2: [0.2, -0.4], Q: [0.4, -0.15]}, com: [0, 0], mass: 4.5,\n"
        "      inertia: 2, position: [0, 0.4], surfaces: {p0: {point: P0}, p1: {point: P1}%s}}\n"
        "forces:\n"
        "  h0: {contact: [b.p0, ground.floor], friction: 0.2}\n"
        "  h1: {contact: [b.p1, ground.floor], friction: 0.2}\n%s"
        "  F: {force: b.Q, value: [15.5*sin(8*t), 0]}\n"
        "analyses: [{dynamics: {end: 2, output: 0.02}}]\n",
        feet, contacts);
    return tml_case_run_text_with("stool", text, NULL, TML_BY(by));
}

static double first_change(const tml_case *c)
{
    const tml_table *events = tml_case_table(c, "dynamics.events");
    return events && events->row_count ? events->values[0] : NAN;
}

static void a_stool_slips_when_its_load_exceeds_its_friction(const char *by)
{
    for (int feet = 2; feet <= 3; feet++) {
        tml_case c = feet == 2
                         ? stool("", "", by)
                         : stool(", p2: {point: P2}", "  h2: {contact: [b.p2, ground.floor], friction: 0.2}\n", by);
        tml_case_near(&c, "first slip", first_change(&c), asin(MU * MASS * GRAVITY / PUSH) / RATE, 1e-9);
        for (int i = 1; i <= 20; i++)
            tml_case_near(&c, "x", tml_case_at(&c, 0.02 * i, "b.x"), way(0.02 * i), 1e-8);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(varying_rest, a_stool_slips_when_its_load_exceeds_its_friction, 10)

/* A body on two feet is lifted for a short part of each period: W = most sin(5 t - phase) - 1 is above zero first at (asin(1/most) + phase)/5. */
Test(varying_rest, a_force_of_time_lifts_what_rests)
{
    for (int i = 0; i < 12; i++) {
        char text[1024];
        const double most = 1.02 + 0.03 * i, phase = 0.3 * i;
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "gravity: none\n"
                 "bodies:\n"
                 "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                 "  b: {points: {P: [0, 0], R: [1, 0]}, com: [0.5, 0], mass: 1, inertia: 1, surfaces: {p: {point: P}, "
                 "r: {point: R}}}\n"
                 "forces:\n"
                 "  h0: {contact: [b.p, ground.floor], friction: 0.3}\n"
                 "  h1: {contact: [b.r, ground.floor], friction: 0.3}\n"
                 "  W: {force: b, value: [0, %.17g*sin(5*t - %.17g) - 1]}\n"
                 "analyses: [{dynamics: {end: 3, output: 0.5}}]\n",
                 most, phase);
        tml_case c = tml_case_run_text("lift", text, NULL);
        tml_case_near(&c, "first gap", first_change(&c), (asin(1 / most) + phase) / 5, 1e-8);
        tml_case_free(&c);
    }
}

/* The frictions of two pins hold one crank: neither exceeds its limit in any row, and it turns where both together do not hold it. */
static double crank(const char *by, bool *holds)
{
    tml_case c = tml_case_run_text_with("crank",
                                        "trammel: 1\n"
                                        "points: {O: [0, 0], A: [0, 0.4], B: [0.9, 0.7], C: [0.8, 0]}\n"
                                        "bodies:\n"
                                        "  a: {points: [O, A], mass: 2, shape: rod}\n"
                                        "  b: {points: [A, B], mass: 3, shape: rod}\n"
                                        "  c: {points: [C, B], mass: 2, shape: rod}\n"
                                        "joints:\n"
                                        "  O: {revolute: [ground, a], friction: {coefficient: 0.28, radius: 0.05}}\n"
                                        "  A: {revolute: [a, b]}\n"
                                        "  B: {revolute: [b, c]}\n"
                                        "  C: {revolute: [ground, c], friction: {coefficient: 0.32, radius: 0.05}}\n"
                                        "forces: {T: {motor: O, torque: 1.4715 + 3.23*sin(3*t)}}\n"
                                        "analyses: [{dynamics: {end: 1, output: 0.02}}]\n",
                                        NULL, TML_BY(by));
    *holds = true;
    for (size_t i = 0; i < c.table->row_count; i++) {
        const double o = 0.28 * 0.05 * hypot(tml_case_value(&c, i, "O.fx"), tml_case_value(&c, i, "O.fy"));
        const double b = 0.32 * 0.05 * hypot(tml_case_value(&c, i, "C.fx"), tml_case_value(&c, i, "C.fy"));
        *holds &= fabs(tml_case_value(&c, i, "O.friction")) <= o * (1 + 1e-6);
        *holds &= fabs(tml_case_value(&c, i, "C.friction")) <= b * (1 + 1e-6);
    }
    cr_expect(strstr(tml_fact_text(c.table, "reactions not unique"), "O.friction"), "%s", by);
    const double angle = tml_case_at(&c, 1, "O.angle");
    tml_case_free(&c);
    return angle;
}

Test(varying_rest, frictions_of_one_motion_let_go_together)
{
    bool holds;
    const double angle = crank("absolute", &holds);
    cr_expect(holds && angle > 1, "%g", angle);
    for (int i = 0; i < 2; i++) {
        const double same = crank(i ? "joint" : "point", &holds);
        cr_expect(holds && fabs(same - angle) < 1e-6, "%.12g %.12g", same, angle);
    }
}

/* Two rods on two feet, opened by a motor: foot C reaches its limit first, and then waits for the hinge, whose friction holds too. */
static void a_foot_that_waits_slips_with_the_hinge(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "rods",
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
        "  a: {points: {A: [0, 0], B: [0.97, 0]}, com: [0.485, 0], mass: 3, inertia: 0.235225, position: [0, 0],\n"
        "      angle: 0.93, surfaces: {f: {point: A}}}\n"
        "  b: {points: {B: [0, 0], C: [0.79, 0]}, com: [0.395, 0], mass: 1.05, inertia: 0.05460875,\n"
        "      position: [0.5798989628186791, 0.7775713426572639], angle: -1.3931793039463178,\n"
        "      surfaces: {f: {point: C}}}\n"
        "joints: {B: {revolute: [a, b], friction: {coefficient: 0.2, radius: 0.03}}}\n"
        "forces:\n"
        "  h2: {contact: [b.f, ground.floor], friction: 0.42, restitution: 0}\n"
        "  T: {motor: B, torque: 13.53*sin(6.3*t)}\n"
        "  h1: {contact: [a.f, ground.floor], friction: {coefficient: 0.42, static: 0.504}, restitution: 0}\n"
        "analyses: [{dynamics: {end: 0.15, output: 0.01}}]\n",
        NULL, TML_BY(by));
    for (size_t r = 0; r < c.table->row_count; r++) {
        const double n = tml_case_value(&c, r, "h2.force"), f = fabs(tml_case_value(&c, r, "h2.friction"));
        cr_expect(f <= 0.42 * n * (1 + 1e-6) + 1e-9, "%s row %zu: %g of %g", c.name, r, f, 0.42 * n);
    }
    cr_expect(fabs(tml_case_value(&c, c.table->row_count - 1, "b.omega")) > 0.1);
    tml_case_free(&c);
}
TML_TEST_EACH(varying_rest, a_foot_that_waits_slips_with_the_hinge, 10)
