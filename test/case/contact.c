/* contact.c - compliant contacts against closed forms, by every formulation and by explicit and implicit integrators.
 *
 * Without gravity the motion in a contact is separable. Elastic: the depth reaches (n + 1)/2 m v^2/k to the power of 1/(n + 1). With
 * F = k d^n (1 + c d'), the speed u after the contact follows from that before, whatever k and n are:
 *   c v - ln(1 + c v) = -c u - ln(1 - c u)
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static const char *const ball =
    "trammel: 1\n"
    "gravity: none\n"
    "bodies:\n"
    "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
    "  ball: {mass: 0.5, shape: {disc: 50 mm}, surfaces: {rim: {disc: 50 mm}}, position: [0, 0.06],"
    " velocity: [0, -2]}\n"
    "forces:\n"
    "  hit: {contact: [ball.rim, ground.floor], law: %s}\n"
    "analyses:\n"
    "  - dynamics: {end: 0.02, output: 0.0001, tolerance: 1e-11%s}\n";

static tml_case run(const char *law, const char *options, const char *by)
{
    static char text[1200];
    snprintf(text, sizeof text, ball, law, options);
    return by ? tml_case_run_text_with("ball", text, NULL, TML_BY(by)) : tml_case_run_text("ball", text, NULL);
}

static double last(const tml_case *c, const char *channel)
{
    return tml_case_value(c, tml_table_rows(c->table) - 1, channel);
}

/* u with c v - ln(1 + c v) = -c u - ln(1 - c u), by bisection */
static double speed_after(double c, double v)
{
    const double left = c * v - log1p(c * v);
    double low = 0, high = fmin(v, 1 / c);
    for (int i = 0; i < 200; i++) {
        const double u = (low + high) / 2;
        if (-c * u - log1p(-c * u) < left)
            low = u;
        else
            high = u;
    }
    return low;
}

static double smallest(const tml_case *c, const char *channel)
{
    double least = INFINITY;
    for (size_t i = 0; i < tml_table_rows(c->table); i++)
        least = fmin(least, tml_case_value(c, i, channel));
    return least;
}

static void gives_back_its_energy(const char *by)
{
    tml_case c = run("hertz, modulus: [210e6, 70e6], poisson: [0.3, 0.2]", "", by);
    const double E = 1 / ((1 - 0.09) / 210e6 + (1 - 0.04) / 70e6), k = 4.0 / 3 * E * sqrt(0.05);
    tml_case_near(&c, "speed", last(&c, "ball.vy"), 2, 1e-8);
    tml_case_near(&c, "depth", -smallest(&c, "hit.gap"), pow(1.25 * 0.5 * 4 / k, 0.4), 1e-6);
    /* from the first touch to the last: 2 d/v (2/5) B(2/5, 1/2) */
    const double B = tgamma(0.4) * tgamma(0.5) / tgamma(0.9), d = pow(1.25 * 0.5 * 4 / k, 0.4);
    const double begins = tml_fact_number(c.table, "event hit.begins"),
                 ends = tml_fact_number(c.table, "event hit.ends");
    tml_case_near(&c, "begins", begins, 0.005, 1e-12);
    tml_case_near(&c, "lasts", ends - begins, 2 * d / 2 * 0.4 * B, 1e-9);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(contact, gives_back_its_energy, 10)

static void loses_what_the_law_says(const char *by)
{
    tml_case c = run("hunt_crossley, stiffness: 1e7, damping: 0.3", "", by);
    tml_case_near(&c, "hunt_crossley", last(&c, "ball.vy"), speed_after(0.3, 2), 1e-8);
    tml_case_free(&c);
    c = run("lankarani, stiffness: 1e7, exponent: 1.2, restitution: 0.7", "", by);
    tml_case_near(&c, "lankarani", last(&c, "ball.vy"), speed_after(0.75 * (1 - 0.49) / 2, 2), 1e-8);
    tml_case_free(&c);
}
TML_TEST_EACH(contact, loses_what_the_law_says, 10)

Test(contact, integrators_agree)
{
    static const char *const kinds[] = {"explicit", "dopri5", "adams", "bdf", "dae"};
    for (int i = 0; i < 5; i++) {
        char options[64];
        snprintf(options, sizeof options, ", integrator: %s", kinds[i]);
        tml_case c = run("hunt_crossley, stiffness: 1e6, damping: 0.3", options, NULL);
        tml_case_near(&c, kinds[i], last(&c, "ball.vy"), speed_after(0.3, 2), 2e-7);
        tml_case_free(&c);
    }
}

/* The speed at which a contact began is that of this contact, not of the first: every bounce returns the same part. */
Test(contact, the_approach_speed_is_that_of_each_contact)
{
    tml_case c =
        tml_case_run_text("bounces",
                          "trammel: 1\n"
                          "gravity: none\n"
                          "bodies:\n"
                          "  ground: {surfaces: {left: {line: [[0, 0], [0, -1]]}, right: {line: [[1, 0], [1, 1]]}}}\n"
                          "  ball: {mass: 1, inertia: 1, surfaces: {tip: {point: [0, 0]}}, position: [0.5, 0],"
                          " velocity: [3, 0]}\n"
                          "forces:\n"
                          "  a: {contact: [ball, ground], law: lankarani, stiffness: 1e8, restitution: 0.8}\n"
                          "analyses:\n"
                          "  - dynamics: {end: 2, output: 0.1, tolerance: 1e-11}\n",
                          NULL);
    const double e = speed_after(0.75 * (1 - 0.64) / 3, 3) / 3; /* the same for every speed */

    const double v = fabs(last(&c, "ball.vx")), n = log(v / 3) / log(e);
    tml_case_near(&c, "whole number of bounces", n, round(n), 1e-7);
    cr_expect(n > 3, "%g bounces", n);
    tml_case_free(&c);
}

/* A box comes to rest on two corners, and stays where friction holds it. */
Test(contact, a_box_rests_on_its_corners)
{
    tml_case c =
        tml_case_run_text("box",
                          "trammel: 1\n"
                          "bodies:\n"
                          "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                          "  box: {mass: 2, shape: {box: [0.2, 0.1]}, position: [0, 0.07], angle: 0.1,\n"
                          "    surfaces: {skin: {polygon: [[-0.1, -0.05], [0.1, -0.05], [0.1, 0.05], [-0.1, 0.05]]}}}\n"
                          "forces:\n"
                          "  lies: {contact: [box.skin, ground.floor], law: hunt_crossley, stiffness: 1e6, exponent: 1,"
                          " damping: 5, friction: 0.4}\n"
                          "analyses:\n"
                          "  - dynamics: {end: 3, output: 0.1, tolerance: 1e-10}\n",
                          NULL);
    tml_case_near(&c, "weight", last(&c, "lies.force"), 2 * 9.81, 1e-4);
    tml_case_near(&c, "level", last(&c, "box.angle"), 0, 1e-6);
    tml_case_near(&c, "at rest", last(&c, "box.vx"), 0, 1e-4);
    tml_case_near(&c, "depth of each corner", last(&c, "lies.gap"), -9.81e-6, 1e-9);
    tml_case_free(&c);
}

/* A sliding disc ends rolling, at two thirds of its speed. */
Test(contact, friction_makes_a_disc_roll)
{
    tml_case c =
        tml_case_run_text("disc",
                          "trammel: 1\n"
                          "bodies:\n"
                          "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                          "  ball: {mass: 1, shape: {disc: 0.1}, surfaces: {rim: {disc: 0.1}}, position: [0, 0.1],"
                          " velocity: [3, 0]}\n"
                          "forces:\n"
                          "  on: {contact: [ground.floor, ball.rim], law: hunt_crossley, stiffness: 1e7, damping: 1,"
                          " friction: {coefficient: 0.3, speed: 1e-4}}\n"
                          "analyses:\n"
                          "  - dynamics: {end: 1, output: 0.1}\n",
                          NULL);
    tml_case_near(&c, "speed", last(&c, "ball.vx"), 2, 1e-3);
    tml_case_near(&c, "slip", last(&c, "on.slip"), 0, 1e-7);
    cr_expect(tml_case_at(&c, 0.1, "on.slip") > 1, "it slides to the right at first");
    cr_expect(tml_case_at(&c, 0.1, "on.friction") < 0, "and friction acts to the left");
    tml_case_free(&c);
}

/* A belt takes along what lies on it. */
Test(contact, a_belt_takes_a_box_along)
{
    tml_case c = tml_case_run_text(
        "belt",
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {surfaces: {belt: {line: [[0, 0], [1, 0]], speed: 0.5}}}\n"
        "  box: {mass: 2, inertia: 1, position: [0, 0], surfaces: {left: {point: [-0.1, 0]},"
        " right: {point: [0.1, 0]}}}\n"
        "forces:\n"
        "  on: {contact: [box, ground], law: hunt_crossley, stiffness: 1e6, damping: 2, friction: 0.4}\n"
        "analyses:\n"
        "  - dynamics: {end: 1, output: 0.1}\n",
        NULL);
    tml_case_near(&c, "speed", last(&c, "box.vx"), 0.5, 1e-4);
    tml_case_free(&c);
}

/* In space a ball bounces as a disc does in the plane. */
Test(contact, in_space_as_in_the_plane)
{
    tml_case c = tml_case_run_text(
        "ball",
        "trammel: 1\n"
        "space: space\n"
        "gravity: none\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {plane: [0, 0, 0], normal: [0, 0.6, 0.8]}}}\n"
        "  ball: {mass: 0.5, shape: {sphere: 50 mm}, surfaces: {skin: {sphere: 50 mm}},"
        " position: [0, 0.036, 0.048], velocity: [0.5, -1.2, -1.6]}\n"
        "forces:\n"
        "  hit: {contact: [ball.skin, ground.floor], law: hunt_crossley, stiffness: 1e7, damping: 0.3}\n"
        "analyses:\n"
        "  - dynamics: {end: 0.02, output: 0.001, tolerance: 1e-11}\n",
        NULL);
    const double u = speed_after(0.3, 2);
    tml_case_near(&c, "vx", last(&c, "ball.vx"), 0.5, 1e-12);
    tml_case_near(&c, "vy", last(&c, "ball.vy"), 0.6 * u, 1e-8);
    tml_case_near(&c, "vz", last(&c, "ball.vz"), 0.8 * u, 1e-8);
    tml_case_free(&c);
}
