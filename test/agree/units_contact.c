/* units_contact.c - motions with contacts, stops and friction do not depend on the choice of units: what is in touch, at rest or too low to be
 * followed is decided by comparing quantities of one dimension.
 *
 * Models are written with units of length L, mass M and time T of their own. By powers of two every product is exact: all digits, and the
 * number of steps, are the same. By powers of ten the numbers of the model are rounded.
 */
#include "support/larger.h"
#include "support/unit_comparison.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(units_contact, .timeout = TML_SLOWER * 300);

enum { LENGTH = 4000 };
typedef void (*writer)(char text[LENGTH], unit_scales u);

/* Gravity, speeds and torques per angular speed in the units. */
static double gravity(unit_scales u)
{
    return 9.81 * u.length / (u.time * u.time);
}
static double speed(unit_scales u)
{
    return u.length / u.time;
}
static double inertia(unit_scales u)
{
    return u.mass * u.length * u.length;
}

/* A ball bounces with friction until it rolls. */
static void ball(char text[LENGTH], unit_scales u)
{
    snprintf(text, LENGTH,
             "trammel: 1\n"
             "gravity: [0, %.17g]\n"
             "bodies:\n"
             "  ground: {surfaces: {floor: {line: [[0, 0], [%.17g, 0]]}}}\n"
             "  ball: {mass: %.17g, inertia: %.17g, surfaces: {rim: {disc: %.17g}}, position: [0, %.17g], velocity: "
             "[%.17g, 0]}\n"
             "forces: {hit: {contact: [ball.rim, ground.floor], restitution: 0.8, friction: 0.3}}\n"
             "analyses: [dynamics: {end: %.17g, output: %.17g}, evaluate: {}]\n",
             -gravity(u), u.length, 0.5 * u.mass, 0.000625 * inertia(u), 0.0625 * u.length, 1.0625 * u.length,
             0.25 * speed(u), 5 * u.time, 0.5 * u.time);
}

/* A pendulum with all of friction in its pin: viscous is a torque per angular speed, the Stribeck speed one of surfaces. */
static void pendulum(char text[LENGTH], unit_scales u)
{
    snprintf(text, LENGTH,
             "trammel: 1\n"
             "gravity: [0, %.17g]\n"
             "bodies:\n"
             "  ground: {points: {O: [0, 0]}}\n"
             "  rod: {points: {O: [0, 0], P: [%.17g, 0]}, com: [%.17g, 0], mass: %.17g, inertia: %.17g}\n"
             "joints: {O: {revolute: [ground, rod], friction: {coefficient: 0.6, static: 0.8, radius: %.17g, stribeck: "
             "%.17g, viscous: %.17g}}}\n"
             "analyses: [dynamics: {end: %.17g, output: %.17g}]\n",
             -gravity(u), u.length, 0.5 * u.length, 2 * u.mass, 0.25 * inertia(u), 0.125 * u.length, 0.125 * speed(u),
             0.015625 * inertia(u) / u.time, 8 * u.time, 0.25 * u.time);
}

static void knee(char text[LENGTH], unit_scales u)
{
    snprintf(text, LENGTH,
             "trammel: 1\n"
             "gravity: [0, %.17g]\n"
             "bodies:\n"
             "  ground: {points: {O: [0, 0]}}\n"
             "  thigh: {points: {O: [0, 0], K: [%.17g, 0]}, com: [%.17g, 0], mass: %.17g, inertia: %.17g}\n"
             "  shank: {points: {K: [0, 0], T: [%.17g, 0]}, com: [%.17g, 0], mass: %.17g, inertia: %.17g}\n"
             "joints:\n"
             "  O: {revolute: [ground, thigh]}\n"
             "  K: {revolute: [thigh, shank], limits: [null, 0]}\n"
             "initial: {O.angle: -0.4 - 90 deg, K.angle: -0.8, O.speed: %.17g, K.speed: %.17g}\n"
             "analyses: [dynamics: {end: %.17g, output: %.17g}]\n",
             -gravity(u), u.length, 0.5 * u.length, u.mass, 0.078125 * inertia(u), 0.75 * u.length, 0.375 * u.length,
             0.75 * u.mass, 0.03125 * inertia(u), 3 / u.time, -3 / u.time, 2.6 * u.time, 0.1 * u.time);
}

/* A stop with stiffness and damping (s/rad). */
static void buffer(char text[LENGTH], unit_scales u)
{
    snprintf(
        text, LENGTH,
        "trammel: 1\n"
        "gravity: [0, %.17g]\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0]}}\n"
        "  gate: {points: {O: [0, 0], P: [%.17g, 0]}, com: [%.17g, 0], mass: %.17g, inertia: %.17g}\n"
        "joints: {O: {revolute: [ground, gate], limits: {angle: [-0.5, null], stiffness: %.17g, damping: %.17g}}}\n"
        "analyses: [dynamics: {end: %.17g, output: %.17g}]\n",
        -gravity(u), u.length, 0.5 * u.length, u.mass, 0.125 * inertia(u), 4096 * inertia(u) / (u.time * u.time),
        0.125 * u.time, 2 * u.time, 0.125 * u.time);
}

/* A pile of three blocks on a floor, the one on top moving: redundant contacts, some of which slip. */
static void stack(char text[LENGTH], unit_scales u)
{
    size_t n = (size_t)snprintf(text, LENGTH,
                                "trammel: 1\n"
                                "gravity: [0, %.17g]\n"
                                "bodies:\n"
                                "  ground: {surfaces: {floor: {line: [[%.17g, 0], [%.17g, 0]]}}}\n",
                                -gravity(u), -4 * u.length, 4 * u.length);
    for (int i = 0; i < 3; i++) {
        const double a = (0.5 - 0.125 * i) * u.length, b = 0.125 * u.length;
        n += (size_t)snprintf(
            text + n, LENGTH - n,
            "  b%d: {mass: %.17g, inertia: %.17g, surfaces: {box: {polygon: [[%.17g, %.17g], [%.17g, "
            "%.17g], [%.17g, %.17g], [%.17g, %.17g]]}}, position: [0, %.17g], velocity: [%.17g, 0]}\n",
            i, u.mass, 0.0625 * inertia(u), -a, -b, a, -b, a, b, -a, b, (2 * i + 1) * b, i == 2 ? 0.5 * speed(u) : 0);
    }
    snprintf(text + n, LENGTH - n,
             "forces:\n"
             "  f: {contact: [b0.box, ground.floor], friction: 0.5}\n"
             "  g: {contact: [b0.box, b1.box], friction: 0.4}\n"
             "  h: {contact: [b1.box, b2.box], friction: 0.3}\n"
             "analyses: [dynamics: {end: %.17g, output: %.17g}, evaluate: {}]\n",
             0.25 * u.time, 0.05 * u.time);
}

/* A ball in space slides until it rolls. */
static void bowling(char text[LENGTH], unit_scales u)
{
    snprintf(
        text, LENGTH,
        "trammel: 1\n"
        "space: space\n"
        "gravity: [0, 0, %.17g]\n"
        "bodies:\n"
        "  ground: {surfaces: {lane: {plane: [0, 0, 0]}}}\n"
        "  ball: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], surfaces: {skin: {sphere: %.17g}}, position: [0, 0, "
        "%.17g], velocity: [%.17g, 0, 0], omega: [%.17g, %.17g, %.17g]}\n"
        "forces: {lane: {contact: [ball.skin, ground.lane], friction: 0.12}}\n"
        "analyses: [dynamics: {end: %.17g, output: %.17g}]\n",
        -gravity(u), 7 * u.mass, 0.04375 * inertia(u), 0.04375 * inertia(u), 0.04375 * inertia(u), 0.125 * u.length,
        0.125 * u.length, 8 * speed(u), -30 / u.time, 10 / u.time, 5 / u.time, 3 * u.time, 0.25 * u.time);
}

/* Hunt and Crossley with the exponent 1: a force per depth, and damping in s/m; the speed over which friction sets in. */
static void soft(char text[LENGTH], unit_scales u)
{
    snprintf(text, LENGTH,
             "trammel: 1\n"
             "gravity: [0, %.17g]\n"
             "bodies:\n"
             "  ground: {surfaces: {floor: {line: [[0, 0], [%.17g, 0]]}}}\n"
             "  ball: {mass: %.17g, inertia: %.17g, surfaces: {rim: {disc: %.17g}}, position: [0, %.17g], velocity: "
             "[%.17g, 0]}\n"
             "forces: {hit: {contact: [ball.rim, ground.floor], law: hunt_crossley, stiffness: %.17g, exponent: 1, "
             "damping: %.17g, friction: {coefficient: 0.3, speed: %.17g}}}\n"
             "analyses: [dynamics: {end: %.17g, output: %.17g}]\n",
             -gravity(u), u.length, 0.5 * u.mass, 0.000625 * inertia(u), 0.0625 * u.length, 0.3125 * u.length,
             0.25 * speed(u), 65536 * u.mass / (u.time * u.time), 0.25 / speed(u), 0.0625 * speed(u), u.time,
             0.0625 * u.time);
}

static void compare(const char *name, writer write, const unit_run *base, unit_scales by, double bar, bool counts)
{
    char text[LENGTH];
    write(text, by);
    unit_run other = unit_run_text(name, text, NULL, NULL);
    cr_assert(other.status == TML_OK, "%s: length %g, mass %g, time %g: %s", name, by.length, by.mass, by.time,
              first_message(other.log));
    for (size_t i = 0; i < tml_results_count(base->results); i++) {
        const tml_table *a = tml_results_table(base->results, i), *b = tml_results_table(other.results, i);
        const char *where;
        const double apart = unit_difference(a, b, by, (rounding_level){largest_coordinate(a), 9.81}, &where);
        cr_expect(apart <= bar, "%s: %s, length %g, mass %g, time %g: off by %.3g at %s, bar %g", name,
                  tml_table_kind(a), by.length, by.mass, by.time, apart, where, bar);
        cr_expect(!counts || table_fact(a, "steps") == table_fact(b, "steps"),
                  "%s: length %g, mass %g, time %g: %g steps, not %g", name, by.length, by.mass, by.time,
                  table_fact(b, "steps"), table_fact(a, "steps"));
    }
    unit_run_free(&other);
}

/* Each unit larger and smaller by 2^20, all others as they were; lengths, masses and times of a millionth and of a million. */
static void compare_all(const char *name, writer write, double rounded)
{
    const double exact = 1e-13;
    const unit_scales one = {1, 1, 1};
    char text[LENGTH];
    write(text, one);
    unit_run base = unit_run_text(name, text, NULL, NULL);
    cr_assert(base.status == TML_OK, "%s: %s", name, first_message(base.log));
    for (int up = 0; up < 2; up++) {
        const double two = up ? 0x1p20 : 0x1p-20, ten = up ? 1e6 : 1e-6;
        compare(name, write, &base, (unit_scales){two, 1, 1}, exact, true);
        compare(name, write, &base, (unit_scales){1, two, 1}, exact, true);
        compare(name, write, &base, (unit_scales){1, 1, two}, exact, true);
        if (rounded > 0) {
            compare(name, write, &base, (unit_scales){ten, 1, 1}, rounded, false);
            compare(name, write, &base, (unit_scales){1, ten, 1}, rounded, false);
            compare(name, write, &base, (unit_scales){1, 1, ten}, rounded, false);
            compare(name, write, &base, (unit_scales){ten, 1 / ten, ten}, rounded, false);
        }
    }
    unit_run_free(&base);
}

Test(units_contact, a_bouncing_ball)
{
    compare_all("ball", ball, 1e-9);
}
Test(units_contact, a_pendulum_with_friction)
{
    compare_all("pendulum", pendulum, 1e-9);
}
Test(units_contact, a_knee)
{
    compare_all("knee", knee, 1e-9);
}
Test(units_contact, a_gate_on_a_buffer)
{
    compare_all("gate", buffer, 1e-7);
}
Test(units_contact, a_pile_of_blocks)
{
    compare_all("pile", stack, 1e-9);
}
Test(units_contact, a_bowling_ball) /* the direction in which slip ends is known to 1e-7 */
{
    compare_all("bowling", bowling, 1e-8);
}
Test(units_contact, a_compliant_ball)
{
    compare_all("compliant", soft, 1e-9);
}
