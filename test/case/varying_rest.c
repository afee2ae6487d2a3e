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
