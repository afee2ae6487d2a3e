/* balance.c - actuator forces that hold a configuration: against papers.md (a4, a5), closed forms, and dynamics that stays at rest. */
#include "support/models.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

static double value(const tml_case *c, const char *channel)
{
    return tml_case_value(c, 0, channel);
}

static void expect(const tml_case *c, const char *channel, double want, double bar)
{
    tml_case_near(c, channel, value(c, channel), want, bar);
}

/* ---- papers.md ---- */

#define ARM                                                                                                            \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {A: [0, 0]}}\n"                                                                                \
    "  two:   {points: {A: [0, 0], B: [1, 0]},   mass: 6, shape: rod}\n"                                               \
    "  three: {points: {B: [0, 0], C: [0.8, 0]}, mass: 4, shape: rod}\n"                                               \
    "  four:  {points: {C: [0, 0], P: [0.5, 0]}, mass: 2, shape: rod}\n"                                               \
    "joints: {A: {revolute: [ground, two]}, B: {revolute: [two, three]}, C: {revolute: [three, four]}}\n"              \
    "forces: {tip: {force: four.P, value: [5, -30]}}\n"                                                                \
    "initial: {two.angle: 60 deg, three.angle: 20 deg, four.angle: -30 deg}\n"

/* a5 */
Test(balance, arm_needs_the_published_torques)
{
    tml_case c = tml_case_run_text("arm", ARM "analyses: [balance: {actuators: [A, B, C]}]\n", TML_AS_WRITTEN);
    expect(&c, "A.actuator", 132.8828969051272, 1e-9 * 132);
    expect(&c, "B.actuator", 69.40776988620496, 1e-9 * 69);
    expect(&c, "C.actuator", 15.98823566232925, 1e-9 * 16);
    expect(&c, "A.fx", -5, 1e-9);
    expect(&c, "A.fy", 147.72, 1e-9 * 147);
    expect(&c, "B.fx", -5, 1e-9);
    expect(&c, "B.fy", 88.86, 1e-9 * 88);
    expect(&c, "C.fx", -5, 1e-9);
    expect(&c, "C.fy", 49.62, 1e-9 * 49);
    expect(&c, "four.P.x", 1.684766798520946, 1e-14);
    expect(&c, "four.P.y", 0.8896415184449736, 1e-14);
    expect(&c, "A.power", 0, 0);
    expect(&c, "A.acceleration", 0, 0);
    cr_expect_str_eq(tml_case_fact(&c, "degrees of freedom"), "3");
    tml_case_free(&c);
}

/* a4: a structure needs no actuators. */
Test(balance, arch_needs_no_actuators)
{
    tml_case c = tml_case_run_text("arch", ARCH "analyses: [balance: {}]\n", TML_AS_WRITTEN);
    static const tml_named_value reactions[] = ARCH_REACTIONS;
    for (size_t i = 0; i < sizeof reactions / sizeof *reactions; i++)
        expect(&c, reactions[i].name, reactions[i].value, 1e-9 * fabs(reactions[i].value));
    cr_expect_str_eq(tml_case_fact(&c, "degrees of freedom"), "0");
    tml_case_free(&c);
}

/* b: the torque that holds the four-bar of Metiku at 60 degrees. */
Test(balance, fourbar_is_held_by_the_published_torque)
{
    tml_case c = tml_case_run("fourbar/fourbar.yaml",
                              TML_EDITS({"dynamics: {end: 5, output: 0.025}", "balance: {actuators: [motor]}"}));
    expect(&c, "motor.actuator", 39.764529923176951, 1e-9 * 39);
    tml_case_free(&c);
}

/* ---- what holds ---- */

/* A ram under a boom, the written value not counting; a spring at the tip does. */
Test(balance, ram_under_a_boom_matches_its_closed_form)
{
    tml_case c = tml_case_run_text("ram",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0], F: [0.5, -0.4], S: [3, -2]}}\n"
                                   "  boom: {points: {O: [0, 0], R: [1, 0], T: [3, 0]}, mass: 100, shape: rod}\n"
                                   "joints: {O: {revolute: [ground, boom]}}\n"
                                   "forces:\n"
                                   "  ram: {actuator: [ground.F, boom.R], value: 12345}\n"
                                   "  stay: {spring: [ground.S, boom.T], stiffness: 100, length: 1.5, damping: 1e5}\n"
                                   "initial: {O.angle: 0, O.speed: 3}\n"
                                   "analyses: [balance: {actuators: [ram]}]\n",
                                   TML_AS_WRITTEN);
    const double lever = 0.4 / hypot(0.5, 0.4);
    expect(&c, "ram.force", -(100 * 9.81 * 1.5 + 100 * 0.5 * 3) / lever, 1e-9);
    expect(&c, "stay.force", 50, 1e-12);
    expect(&c, "O.speed", 0, 0);
    tml_case_free(&c);
}

/* The crane of docs/guide/balance.md: moments about A, then about O. */
Test(balance, crane_of_the_guide_matches_its_closed_form)
{
    tml_case c = tml_case_run("../docs/guide/crane.yaml", TML_AS_WRITTEN);
    const double p = 40 * PI / 180, q = -15 * PI / 180, g = 9.81, ax = 3 * cos(p), ay = 3 * sin(p);
    const double sx = 1.6 * cos(p) - 0.3 * sin(p), sy = 1.6 * sin(p) + 0.3 * cos(p);
    const double dx = -0.3 * cos(q) - 0.35 * sin(q), dy = -0.3 * sin(q) + 0.35 * cos(q); /* Q from A */
    const double ux = sx - ax - dx, uy = sy - ay - dy;
    const double bend = g * cos(q) * (800 * 2.5 + 140 * 1.1) * hypot(ux, uy) / (dx * uy - dy * ux);
    const double rx = 1.2 * cos(p) + 0.1 * sin(p), ry = 1.2 * sin(p) - 0.1 * cos(p), vx = 0.4 - rx, vy = -1.4 - ry;
    const double weights = g * (250 * 0.5 * ax + 140 * (ax + 1.1 * cos(q)) + 800 * (ax + 2.5 * cos(q)));
    expect(&c, "bend.force", bend, 1e-9 * fabs(bend));
    expect(&c, "lift.force", weights * hypot(vx, vy) / (rx * vy - ry * vx), 1e-9 * 6e4);
    tml_case_free(&c);
}

/* Drivers prescribe the configuration; they hold it if no actuator is named, whatever their rate is. */
Test(balance, drivers_hold_where_no_actuator_is_named)
{
    static const char *const ways[] = {"{}", "{actuators: [A]}", "{actuators: [hold]}"};
    static const char *const channels[] = {"hold.torque", "A.actuator", "hold.torque"};
    for (int k = 0; k < 3; k++) {
        char text[800];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "bodies:\n"
                 "  ground: {points: {A: [0, 0]}}\n"
                 "  rod: {points: {A: [0, 0], B: [2, 0]}, mass: 3, shape: rod}\n"
                 "joints: {A: {revolute: [ground, rod]}}\n"
                 "drivers: {hold: {A.angle: 60 deg + 5*t}}\n"
                 "analyses: [balance: %s]\n",
                 ways[k]);
        tml_case c = tml_case_run_text(ways[k], text, TML_AS_WRITTEN);
        expect(&c, channels[k], 3 * 9.81 * cos(PI / 3), 1e-13);
        expect(&c, "hold.power", 0, 0);
        expect(&c, "A.angle", PI / 3, 1e-15);
        if (k == 1)
            expect(&c, "hold.torque", 0, 0);
        tml_case_free(&c);
    }
}

/* The torques found, written as motors, hold the arm: dynamics from there stays. */
Test(balance, torques_found_keep_the_arm_at_rest)
{
    tml_case c = tml_case_run_text("arm", ARM "analyses: [balance: {actuators: [A, B, C]}]\n", TML_AS_WRITTEN);
    char forces[400];
    snprintf(
        forces, sizeof forces,
        "forces: {a: {motor: A, torque: %.17g}, b: {motor: B, torque: %.17g}, c: {motor: C, torque: %.17g}, tip: {",
        value(&c, "A.actuator"), value(&c, "B.actuator"), value(&c, "C.actuator"));
    tml_case d = tml_case_run_text("held", ARM "analyses: [dynamics: {end: 0.2, output: 0.1}]\n",
                                   TML_EDITS({"forces: {tip: {", forces}));
    tml_case_near(&d, "A.angle", tml_case_value(&d, 2, "A.angle"), PI / 3, 1e-11);
    tml_case_near(&d, "C.angle", tml_case_value(&d, 2, "C.angle"), -50 * PI / 180, 1e-11);
    tml_case_free(&c);
    tml_case_free(&d);
}

/* ---- too many, too few ---- */

/* Of two motors on one shaft each takes half. */
Test(balance, redundant_motors_share_the_torque)
{
    tml_case c = tml_case_run_text("two",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {points: {A: [0, 0]}}\n"
                                   "  rod: {points: {A: [0, 0], B: [2, 0]}, mass: 3, shape: rod}\n"
                                   "joints: {A: {revolute: [ground, rod]}}\n"
                                   "forces: {one: {motor: A, torque: 0}, two: {motor: A, torque: 0}}\n"
                                   "analyses: [balance: {actuators: [one, two]}]\n",
                                   TML_AS_WRITTEN);
    expect(&c, "one.torque", 1.5 * 9.81, 1e-12);
    expect(&c, "two.torque", 1.5 * 9.81, 1e-12);
    cr_expect_str_eq(tml_case_fact(&c, "redundant actuators"), "1: of all possible forces, those of minimum norm");
    tml_case_free(&c);
}

Test(balance, degrees_of_freedom_that_no_actuator_holds_are_named)
{
    tml_expect_run(
        ARM "analyses: [balance: {actuators: [A, B]}]\n", TML_FAILED,
        "nothing holds the mechanism: 15.99 N*m are missing along C.angle (3 degrees of freedom, 2 actuators)");
    tml_expect_run(ARM "analyses: [balance: {}]\n", TML_FAILED, "(3 degrees of freedom, 0 actuators)");
    tml_expect_run("trammel: 1\n"
                   "bodies:\n"
                   "  ground: {points: {A: [0, 0]}}\n"
                   "  box: {points: {A: [0, 0]}, mass: 2, inertia: 1}\n"
                   "joints: {S: {prismatic: [ground.A, box.A], axis: [1, 1]}}\n"
                   "analyses: [balance: {}]\n",
                   TML_FAILED, "13.87 N are missing along S.displacement (1 degree of freedom, 0 actuators)");
}

/* A motion that no force excites needs no actuator: a horizontal slider. */
Test(balance, motion_without_load_needs_no_actuator)
{
    tml_case c = tml_case_run_text("level",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {points: {A: [0, 0]}}\n"
                                   "  box: {points: {A: [0, 0]}, mass: 2, inertia: 1}\n"
                                   "joints: {S: {prismatic: [ground.A, box.A], axis: x}}\n"
                                   "analyses: [balance: {}]\n",
                                   TML_AS_WRITTEN);
    expect(&c, "S.fy", 19.62, 1e-13);
    tml_case_free(&c);
}
