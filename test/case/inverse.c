/* inverse.c - inverse dynamics: actuator forces against the arm of papers.md (a6), closed forms, and forward dynamics. */
#include "support/larger.h"
#include "support/models.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
static const double g = 9.81;

static double value(const tml_case *c, size_t row, const char *channel)
{
    return tml_case_value(c, row, channel);
}

static void expect(const tml_case *c, size_t row, const char *channel, double want, double bar)
{
    tml_case_near(c, channel, value(c, row, channel), want, bar);
}

/* ---- papers.md, a6 ---- */

Test(inverse, arm_needs_the_published_torques)
{
    tml_case c = tml_case_run("arm-inverse/arm-inverse.yaml", TML_AS_WRITTEN);
    tml_reference r = tml_reference_load("arm-inverse/reference.csv");
    TML_MATCH(&c, &r, 1e-12, {"phi2", "upper.angle"}, {"phi3", "fore.angle"}, {"phi4", "hand.angle"},
              {"w2", "upper.omega"}, {"w3", "fore.omega"}, {"alpha2", "upper.alpha"}, {"alpha3", "fore.alpha"},
              {"Px", "hand.P.x"}, {"Py", "hand.P.y"});
    TML_MATCH(&c, &r, 1e-9, {"T_A", "A.actuator"}, {"T_B", "B.actuator"}, {"T_C", "C.actuator"}, {"RAx", "A.fx"},
              {"RAy", "A.fy"}, {"RBx", "B.fx"}, {"RBy", "B.fy"}, {"RCx", "C.fx"}, {"RCy", "C.fy"});
    cr_assert_eq(tml_table_rows(c.table), r.row_count);
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        expect(&c, i, "A.power", value(&c, i, "A.actuator") * value(&c, i, "A.speed"), 1e-12);
        expect(&c, i, "along.force", 0, 0); /* drivers prescribe the motion, actuators exert the forces */
        expect(&c, i, "energy.work", value(&c, i, "A.energy") + value(&c, i, "B.energy") + value(&c, i, "C.energy"),
               1e-12);
    }
    cr_expect_leq(tml_case_largest(&c, "energy.error"), 1e-11);
    cr_expect(strstr(tml_case_fact(&c, "actuator A"), "peak 89.8176 N*m at t = 0 s, rms "));
    tml_reference_free(&r);
    tml_case_free(&c);
}

/* A particle pinned to a driven crank has a rotation on which nothing acts: no dead point, no degree of freedom, no singular actuation. Torque on
 * the crank at angle t: gravity of rod and particle; their velocities are constant. */
Test(inverse, rotation_of_a_particle_is_no_degree_of_freedom)
{
    static const char *const worlds[][3] = {
        {"plane", "gravity: [0, -9.81]\npoints: {O: [0, 0], A: [1, 0]}", "revolute: [crank, bob]"},
        {"space", "space: space\ngravity: [0, -9.81, 0]\npoints: {O: [0, 0, 0], A: [1, 0, 0]}",
         "spherical: [crank, bob]"}};
    static const char *const kinds[] = {"inverse: {end: 1, output: 0.1, actuators: [O]}",
                                        "kinematics: {end: 1, output: 0.1}", "balance: {actuators: [O]}"};
    for (int k = 0; k < 6; k++) {
        char text[700];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "%s\n"
                 "bodies:\n"
                 "  crank: {points: [O, A], mass: 1, shape: %s}\n"
                 "  bob: {points: [A], mass: 2, inertia: %s}\n"
                 "joints: {O: {revolute: [ground, crank]%s}, A: {%s}}\n"
                 "drivers: {d: {O.angle: t}}\n"
                 "analyses: [{%s}]\n",
                 worlds[k / 3][1], k / 3 ? "{rod: {diameter: 0.01}}" : "rod", k / 3 ? "[0, 0, 0]" : "0",
                 k / 3 ? ", axis: z" : "", worlds[k / 3][2], kinds[k % 3]);
        tml_case c = tml_case_run_text(worlds[k / 3][0], text, TML_AS_WRITTEN);
        for (size_t i = 0; i < tml_table_rows(c.table); i++) {
            const double t = k % 3 == 2 ? 0 : value(&c, i, "t"), w = k % 3 == 2 ? 0 : 1;
            expect(&c, i, k % 3 == 1 ? "d.torque" : "O.actuator", g * cos(t) * (0.5 + 2), 1e-12);
            expect(&c, i, "A.fy", 2 * g - 2 * w * sin(t), 1e-12);
        }
        tml_case_free(&c);
    }
}

/* A table that drives a motion is a spline: with inertia 1 the torque is its second derivative, known by hand at the points, and
 * has no jump; `monotone` keeps the cubic that does not overshoot, with its jumps. */
Test(inverse, tables_that_drive_have_continuous_accelerations)
{
    static const char *const functions[] = {"table", "spline", "monotone"};
    static const double torque[] = {0, 0.975, -0.9, -0.975, 0};
    for (int k = 0; k < 3; k++) {
        char text[600];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "gravity: none\n"
                 "bodies:\n"
                 "  ground: {points: {O: [0, 0]}}\n"
                 "  arm: {points: {O: [0, 0]}, com: [0, 0], mass: 1, inertia: 1}\n"
                 "tables: {path: [[0, 0], [1, 0.2], [2, 0.9], [3, 1.0], [4, 0.3]]}\n"
                 "joints: {O: {revolute: [ground, arm]}}\n"
                 "drivers: {d: {O.angle: \"%s(t, path)\"}}\n"
                 "analyses: [{inverse: {end: 4, output: 0.01}}]\n",
                 functions[k]);
        tml_case c = tml_case_run_text(functions[k], text, TML_AS_WRITTEN);
        double jump = 0;
        for (size_t i = 1; i < tml_table_rows(c.table); i++)
            jump = larger(jump, fabs(value(&c, i, "d.torque") - value(&c, i - 1, "d.torque")));
        for (size_t i = 0; i < 5 && k < 2; i++)
            expect(&c, 100 * i, "d.torque", torque[i], 1e-13);
        if (k < 2)
            cr_expect_leq(jump, 0.0188, "largest slope of the torque is 1.875 N*m/s: %g", jump);
        else
            cr_expect_geq(jump, 0.5, "%g", jump);
        tml_case_free(&c);
    }
}

/* Drivers that act where actuators would: the same numbers. */
Test(inverse, drivers_give_the_forces_of_actuators)
{
    static const char *const actuators[] = {"", ", actuators: [A, B, C]", ", actuators: [C, b, A]"};
    tml_case c[3];
    for (int k = 0; k < 3; k++) {
        char text[1500];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "bodies:\n"
                 "  ground: {points: {A: [0, 0]}}\n"
                 "  upper:  {points: {A: [0, 0], B: [1, 0]},   mass: 6, shape: rod, angle: 0.7}\n"
                 "  fore:   {points: {B: [0, 0], C: [0.8, 0]}, mass: 4, shape: rod}\n"
                 "  hand:   {points: {C: [0, 0], P: [0.5, 0]}, mass: 2, shape: rod}\n"
                 "joints:\n"
                 "  A: {revolute: [ground, upper]}\n"
                 "  B: {revolute: [upper, fore]}\n"
                 "  C: {revolute: [fore, hand]}\n"
                 "drivers:\n"
                 "  a: {A.angle: 0.7 + sin(2*t)}\n"
                 "  b: {B.angle: 0.5*sin(3*t)}\n"
                 "  c: {C.angle: 0.3*t^2}\n"
                 "analyses: [inverse: {end: 2, output: 0.1%s}]\n",
                 actuators[k]);
        c[k] = tml_case_run_text(actuators[k], text, TML_AS_WRITTEN);
    }
    for (size_t i = 0; i < tml_table_rows(c[0].table); i++) {
        static const char *const drives[] = {"a.torque", "b.torque", "c.torque"}, *const joints[] = {"A.actuator",
                                                                                                     "B.actuator",
                                                                                                     "C.actuator"};
        for (int k = 0; k < 3; k++)
            expect(&c[1], i, joints[k], value(&c[0], i, drives[k]), 1e-10);
        expect(&c[2], i, "b.torque", value(&c[0], i, "b.torque"), 1e-10);
        expect(&c[2], i, "a.torque", 0, 0);
        expect(&c[1], i, "B.energy", value(&c[0], i, "b.energy"), 1e-10);
        expect(&c[1], i, "C.fy", value(&c[0], i, "C.fy"), 1e-10);
    }
    for (int k = 0; k < 3; k++)
        tml_case_free(&c[k]);
}

/* ---- a double pendulum, by Lagrange ---- */

#define DOUBLE                                                                                                         \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {A: [0, 0]}}\n"                                                                                \
    "  one: {points: {A: [0, 0], B: [0.9, 0]}, com: [0.4, 0], mass: 3, inertia: 0.25, angle: -1.2}\n"                  \
    "  two: {points: {B: [0, 0]}, com: [0.3, 0], mass: 2, inertia: 0.1, angle: -0.7}\n"                                \
    "joints: {A: {revolute: [ground, one]}, B: {revolute: [one, two]}}\n"

Test(inverse, double_pendulum_matches_its_closed_form)
{
    tml_case c =
        tml_case_run_text("double pendulum",
                          DOUBLE "drivers: {a: {one.angle: -1.2 + t^2 - t^3/3}, b: {two.angle: -0.7 + sin(2*t)}}\n"
                                 "analyses: [inverse: {end: 2, output: 0.05, actuators: [A, B]}]\n",
                          TML_AS_WRITTEN);
    const double l = 0.9, c1 = 0.4, c2 = 0.3, m1 = 3, m2 = 2, J1 = 0.25, J2 = 0.1;
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double t = value(&c, i, "t"), p = -1.2 + t * t - t * t * t / 3, q = -0.7 + sin(2 * t);
        const double pd = 2 * t - t * t, qd = 2 * cos(2 * t), pdd = 2 - 2 * t, qdd = -4 * sin(2 * t), d = q - p;
        const double T2 =
            (J2 + m2 * c2 * c2) * qdd + m2 * l * c2 * (cos(d) * pdd + sin(d) * pd * pd) + m2 * g * c2 * cos(q);
        const double T1 = (J1 + m1 * c1 * c1 + m2 * l * l) * pdd + m2 * l * c2 * (cos(d) * qdd - sin(d) * qd * qd) +
                          (m1 * c1 + m2 * l) * g * cos(p); /* generalized force along p: torque at A less that at B */
        expect(&c, i, "B.actuator", T2, 1e-12 * 40);
        expect(&c, i, "A.actuator", T1 + T2, 1e-12 * 80);
    }
    tml_case_free(&c);
}

/* ---- there and back ---- */

/* `  NAME: [[t, channel], …]`, a line of `tables`. */
static char *put_table(char *at, const tml_case *c, const char *name, const char *channel)
{
    at += sprintf(at, "  %s: [", name);
    for (size_t i = 0; i < tml_table_rows(c->table); i++)
        at += sprintf(at, "%s[%.17g, %.17g]", i ? ", " : "", value(c, i, "t"), value(c, i, channel));
    return at + sprintf(at, "]\n");
}

static char *room_for(const tml_case *c, size_t tables)
{
    char *text = malloc(tables * tml_table_rows(c->table) * 64 + 8000);
    cr_assert(text);
    return text;
}

/* Torques written into tables drive the same mechanism through the same motion. */
Test(inverse, torques_found_reproduce_the_motion)
{
    tml_case c =
        tml_case_run_text("there",
                          DOUBLE "drivers: {a: {A.angle: -1.2 + 0.4*sin(2*t)}, b: {B.angle: 0.5 + 0.3*sin(3*t)}}\n"
                                 "analyses: [inverse: {end: 2, output: 0.0005, actuators: [A, B]}]\n",
                          TML_AS_WRITTEN);
    char *text = room_for(&c, 2), *at = text + sprintf(text, DOUBLE "tables:\n");
    at = put_table(at, &c, "tA", "A.actuator");
    at = put_table(at, &c, "tB", "B.actuator");
    sprintf(at, "forces:\n"
                "  a: {motor: A, torque: 'table(t, tA)'}\n"
                "  b: {motor: B, torque: 'table(t, tB)'}\n"
                "initial: {A.angle: -1.2, A.speed: 0.8, B.angle: 0.5, B.speed: 0.9}\n"
                "analyses: [dynamics: {end: 2, output: 0.05, tolerance: 1e-11, step: 0.002}]\n");
    tml_case back = tml_case_run_text("back", text, TML_AS_WRITTEN);
    for (size_t i = 0; i < tml_table_rows(back.table); i++) {
        const double t = value(&back, i, "t");
        expect(&back, i, "A.angle", -1.2 + 0.4 * sin(2 * t), 1e-7);
        expect(&back, i, "B.angle", 0.5 + 0.3 * sin(3 * t), 1e-7);
        expect(&back, i, "B.speed", 0.9 * cos(3 * t), 1e-6);
    }
    free(text);
    tml_case_free(&c);
    tml_case_free(&back);
}

/* The four-bar of Metiku once round by its own torque. */
Test(inverse, torque_found_drives_the_fourbar_round)
{
    const tml_edit drive[] = {
        {"initial:\n  O.angle: 60 deg\n  O.speed: 0\n", "drivers: {turn: {O.angle: 60 deg + 2*pi*t}}\n"},
        {"dynamics: {end: 5, output: 0.025}", "inverse: {end: 1, output: 0.0002, actuators: [motor]}"},
        {NULL, NULL}};
    tml_case c = tml_case_run("fourbar/fourbar.yaml", drive);
    char *text = room_for(&c, 1), *at = put_table(text + sprintf(text, "tables:\n"), &c, "own", "motor.actuator");
    sprintf(at, "initial:\n  O.angle: 60 deg\n  O.speed: 2*pi\n");
    tml_case back = tml_case_run(
        "fourbar/fourbar.yaml",
        TML_EDITS({"value: torque}", "value: 'table(t, own)'}"}, {"initial:\n  O.angle: 60 deg\n  O.speed: 0\n", text},
                  {"end: 5, output: 0.025", "end: 1, output: 0.05, tolerance: 1e-11, step: 0.001"}));
    for (size_t i = 0; i < tml_table_rows(back.table); i++) {
        const double t = value(&back, i, "t");
        expect(&back, i, "O.angle", PI / 3 + 2 * PI * t, 1e-7);
        expect(&back, i, "C.angle", tml_case_at(&c, t, "C.angle"), 1e-7);
    }
    free(text);
    tml_case_free(&c);
    tml_case_free(&back);
}

/* ---- kinds of actuators ---- */

#define BOOM                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0], F: [0.5, -0.4]}}\n"                                                                \
    "  boom: {points: {O: [0, 0], R: [1, 0], T: [3, 0]}, mass: 100, shape: rod, angle: 0.2}\n"                         \
    "joints: {O: {revolute: [ground, boom]}}\n"                                                                        \
    "forces: {ram: {actuator: [ground.F, boom.R], value: 777 - 5*O.speed}}\n"                                          \
    "drivers: {lift: {O.angle: 0.2 + 0.3*t^2}}\n"

/* A ram: its force (tension positive) times its lever arm is the torque. Its value in the model does not act. */
Test(inverse, ram_matches_its_closed_form)
{
    tml_case c = tml_case_run_text("ram", BOOM "analyses: [inverse: {end: 1, output: 0.05, actuators: [ram]}]\n",
                                   TML_AS_WRITTEN);
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double t = value(&c, i, "t"), q = 0.2 + 0.3 * t * t, torque = 300 * 0.6 + 100 * g * 1.5 * cos(q);
        const double x = cos(q) - 0.5, y = sin(q) + 0.4, l = hypot(x, y), lever = (cos(q) * y - sin(q) * x) / l;
        expect(&c, i, "ram.length", l, 1e-14);
        expect(&c, i, "ram.force", -torque / lever, 1e-9);
        expect(&c, i, "ram.power", torque * 0.6 * t, 1e-9);
        expect(&c, i, "ram.energy", 150 * 0.36 * t * t + 150 * g * (sin(q) - sin(0.2)), 1e-8);
        expect(&c, i, "O.fx", -torque / lever * x / l - 150 * (0.6 * sin(q) + 0.36 * t * t * cos(q)), 1e-8);
    }
    cr_expect_lt(tml_table_find(c.table, "ram.actuator"), 0);
    tml_case_free(&c);
}

/* A motor on a slider, and one of two coordinates of a joint: a lift that rotates. Other forces act as written. */
Test(inverse, motor_on_a_slider_and_on_one_of_two_coordinates_match_closed_forms)
{
    tml_case c = tml_case_run_text("lift",
                                   "trammel: 1\n"
                                   "space: space\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0, 0]}}\n"
                                   "  ram: {points: {O: [0, 0, 0]}, com: [0.1, 0, 0], mass: 2, inertia: [1, 1, 0.5]}\n"
                                   "joints: {J: {cylindrical: [ground, ram], at: O, axis: z}}\n"
                                   "forces: {hold: {force: ram, value: [0, 0, 5]}}\n"
                                   "drivers: {up: {J.displacement: 0.5*t^2}, round: {J.angle: t^3}}\n"
                                   "analyses: [inverse: {end: 1, output: 0.1, actuators: [J.angle, J.displacement]}]\n",
                                   TML_AS_WRITTEN);
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double t = value(&c, i, "t");
        expect(&c, i, "J.displacement_actuator", 2 * (1 + g) - 5, 1e-12);
        expect(&c, i, "J.angle_actuator", (0.5 + 0.02) * 6 * t, 1e-12);
        expect(&c, i, "J.angle_power", 0.52 * 6 * t * 3 * t * t, 1e-12);
        expect(&c, i, "J.displacement_energy", (2 * (1 + g) - 5) * 0.5 * t * t, 1e-12);
    }
    tml_case_free(&c);
}

/* ---- too many, too few ---- */

#define FOURBAR                                                                                                        \
    "trammel: 1\n"                                                                                                     \
    "points: {O: [0, 0], A: [0, 1], B: [2, 2], C: [2, 0]}\n" FOURBAR_OF_RODS "drivers: {turn: {O.angle: sin(2*t)}}\n"

/* Crank and rocker both driven: with k = rate of the rocker/rate of the crank, T = O + k C, smallest for O : C = 1 : k. */
Test(inverse, redundant_actuators_have_minimum_norm)
{
    tml_case one = tml_case_run_text("one", FOURBAR "analyses: [inverse: {end: 1.5, output: 0.1, actuators: [O]}]\n",
                                     TML_AS_WRITTEN);
    tml_case two = tml_case_run_text("two", FOURBAR "analyses: [inverse: {end: 1.5, output: 0.1, actuators: [O, C]}]\n",
                                     TML_AS_WRITTEN);
    for (size_t i = 0; i < tml_table_rows(two.table); i++) {
        const double T = value(&one, i, "O.actuator"), k = value(&one, i, "C.speed") / value(&one, i, "O.speed");
        expect(&two, i, "O.actuator", T / (1 + k * k), 1e-11);
        expect(&two, i, "C.actuator", T * k / (1 + k * k), 1e-11);
    }
    cr_expect_str_eq(tml_case_fact(&two, "redundant actuators"), "1: of all possible forces, those of minimum norm");
    cr_expect_str_eq(tml_case_fact(&one, "redundant actuators"), "");
    tml_case_free(&one);
    tml_case_free(&two);
}

Test(inverse, degrees_of_freedom_without_an_actuator_are_named)
{
    tml_expect_run(DOUBLE "drivers: {a: {A.angle: -1.2 + t}, b: {B.angle: 0.5 + t^2}}\n"
                          "analyses: [inverse: {end: 1, actuators: [A]}]\n",
                   TML_FAILED, "the actuators cannot produce the motion at t = 0 s: ");
    tml_expect_run(DOUBLE "drivers: {a: {A.angle: -1.2 + t}, b: {B.angle: 0.5 + t^2}}\n"
                          "analyses: [inverse: {end: 1, actuators: [A]}]\n",
                   TML_FAILED, "N*m are missing along B.angle (2 degrees of freedom, 1 actuator)");
    tml_expect_run(DOUBLE "drivers: {a: {A.angle: -1.2 + t}, b: {B.angle: 0.5 + t^2}}\n"
                          "analyses: [inverse: {end: 1, actuators: []}]\n",
                   TML_FAILED, "(2 degrees of freedom, 0 actuators)");
    tml_expect_run(DOUBLE "drivers: {a: {A.angle: -1.2 + t}}\nanalyses: [inverse: {end: 1, actuators: [A]}]\n",
                   TML_FAILED, "1 degree of freedom is not driven: B.angle");
}

Test(inverse, wrong_actuators_are_refused)
{
    static const struct {
        const char *list, *words;
    } wrong[] = {
        {"[D]", "no joint, force or driver \"D\""},
        {"[turm]", "did you mean \"turn\"?"},
        {"[O.angel]", "joint \"O\" has no such coordinate; it has O.angle"},
        {"[O, C, O.angle]", "actuator \"O.angle\" is named twice"},
        {"O", "must be a list of names"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[1200];
        snprintf(text, sizeof text, FOURBAR "analyses: [inverse: {end: 1, actuators: %s}]\n", wrong[i].list);
        tml_expect_run(text, TML_WRONG, wrong[i].words);
    }
}

/* ---- dead points ---- */

/* A parallelogram: the crank's torque is not singular, though axial forces of the bars are. */
Test(inverse, forces_match_the_closed_form_through_dead_points)
{
    tml_case c = tml_run_to_status("trammel: 1\n"
                                   "points: {O: [0, 0], A: [0, 1], B: [2, 1], C: [2, 0]}\n" FOURBAR_OF_RODS
                                   "drivers: {turn: {O.angle: 2*pi*t}}\n"
                                   "analyses: [inverse: {end: 1, output: 1/50, actuators: [O]}]\n",
                                   TML_OK);
    tml_expect_message(&c, "passes a dead point at t = 0.25 s");
    for (size_t i = 0; i < 51; i++)
        expect(&c, i, "O.actuator", -9.81 * 3 * sin(2 * PI * value(&c, i, "t")), 1e-7);
    cr_expect_leq(tml_case_largest(&c, "energy.error"), 1e-7);
    tml_case_free(&c);
}
