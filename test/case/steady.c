/* steady.c - relative equilibria: the mechanisms of Choi, Park and Yoo, and closed forms. */
#include "support/steady.h"
#include "support/case.h"
#include "support/models.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

#define expect(c, channel, want, bar) tml_case_near((c), (channel), tml_case_value((c), 0, (channel)), (want), (bar))

/* ---- the paper ---- */

static const tml_edit steady_alone[] = {{"  - modes: {about: steady}\n", ""}, {NULL, NULL}};

/* From theta = 0, d = 1: theta, d, spring force, spring moment, drive and eigenvalues of papers.md, c1. */
Test(steady, swing_pendulum_matches_the_reference)
{
    tml_case c = tml_case_run("swing-pendulum/swing-pendulum.yaml", steady_alone);
    tml_reference r = tml_reference_load("swing-pendulum/reference.csv");
    expect(&c, "A.angle", tml_reference_value(&r, 0, "theta"), 1e-14);
    expect(&c, "S.displacement", tml_reference_value(&r, 0, "d"), 1e-14);
    expect(&c, "stretch.force", tml_reference_value(&r, 0, "spring_force"), 1e-10);
    expect(&c, "twist.torque", 178.02848415082924, 1e-11);
    expect(&c, "O.speed", 20, 0);
    expect(&c, "O.actuator", 0, 1e-11);
    expect(&c, "O.power", 0, 1e-10);
    cr_expect_leq(tml_first_number(c.table, "iterations"), 10);
    cr_expect_lt(tml_first_number(c.table, "residual force"), 1e-10);
    cr_expect_str_eq(tml_fact_text(c.table, "stability"), "stable (perturbations neither decay nor grow)");
    cr_expect_str_eq(tml_fact_text(c.table, "eigenvalues"), "±24.98236314i, ±226.3205655i 1/s");
    tml_reference_free(&r);
    tml_case_free(&c);
}

/* With the dampers of the model that settles: papers.md, c1. They change nothing but the eigenvalues. */
Test(steady, damped_swing_pendulum_has_the_same_state)
{
    tml_case c = tml_case_run("swing-pendulum-damped/swing-pendulum-damped.yaml",
                              TML_EDITS({"dynamics: {end: 5, output: 0.0125}", "steady: {}"}));
    expect(&c, "A.angle", 0.45377171949723585, 1e-14);
    expect(&c, "O.speed", 20, 1e-13);
    expect(&c, "turn.torque", 0, 1e-11);
    cr_expect_str_eq(tml_fact_text(c.table, "eigenvalues"),
                     "-4.796839169 ± 24.50433579i, -143.9749937, -356.1319635 1/s");
    tml_case_free(&c);
}

/* The limits of the damped motions are found here without integration. */
Test(steady, damped_motions_converge_to_it)
{
    tml_case found = tml_case_run("swing-pendulum/swing-pendulum.yaml", steady_alone);
    tml_case moved = tml_case_run("swing-pendulum-damped/swing-pendulum-damped.yaml", TML_TIGHT);
    const char *const swing[] = {"A.angle", "S.displacement"};
    for (int i = 0; i < 2; i++)
        tml_case_near(&moved, swing[i], tml_case_at(&moved, 5, swing[i]), tml_case_value(&found, 0, swing[i]), 1e-10);
    tml_case_free(&found);
    tml_case_free(&moved);
    found = tml_case_run("governor/governor.yaml", steady_alone);
    moved = tml_case_run("governor-damped/governor-damped.yaml", TML_TIGHT);
    const char *const governor[] = {"arm1.angle", "arm2.angle", "spring.length", "link1.tension", "link2.tension"};
    for (int i = 0; i < 5; i++)
        tml_case_near(&moved, governor[i], tml_case_at(&moved, 10, governor[i]), tml_case_value(&found, 0, governor[i]),
                      1e-8);
    tml_case_free(&found);
    tml_case_free(&moved);
}

/* From level arms: papers.md, c2. */
Test(steady, governor_matches_the_reference)
{
    tml_case c = tml_case_run("governor/governor.yaml", steady_alone);
    expect(&c, "arm1.angle", 0.78571102734525376, 1e-14);
    expect(&c, "arm2.angle", -0.78571102734525376, 1e-14);
    expect(&c, "spring.length", 0.1500261156008845, 1e-15);
    expect(&c, "link1.tension", 5.7180931809867479, 1e-13);
    expect(&c, "link2.tension", 5.7180931809867479, 1e-13);
    expect(&c, "collar.y", 0.049973884399115503, 1e-15);
    expect(&c, "spin.speed", 11.0174, 0);
    expect(&c, "spin.actuator", 0, 1e-12);
    expect(&c, "residual.position", 0, 1e-15);
    expect(&c, "residual.velocity", 0, 1e-14);
    cr_expect_leq(tml_first_number(c.table, "iterations"), 10);
    cr_expect_str_eq(tml_fact_text(c.table, "eigenvalues"), "±6.551996396i 1/s");
    tml_case_free(&c);
}

/* Droop of the arms, height of the collar below their pivot, tension of the links: the rows of papers.md, c2, with the collar
 * below, whose spring is never passed through; and the mirror images of one arm alone. */
Test(steady, all_equilibria_of_the_governor_are_found)
{
    static const double want[][4] = {{-90, -90, 0.02922, 65.295},
                                     {45.017925783771053, 45.017925783771053, 0.1500261156008845, 5.7180931809867479},
                                     {45.017925783771053, 134.98207421622895, 0.1500261156008845, 5.7180931809867479},
                                     {90, 90, 0.18922, -14.705},
                                     {134.98207421622895, 134.98207421622895, 0.1500261156008845, 5.7180931809867479}};
    tml_case c = tml_case_run("governor/governor.yaml",
                              TML_EDITS({"11.0174}", "11.0174}, search: all"}, {"  - modes: {about: steady}\n", ""}));
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        int found = 0;
        for (size_t r = 0; r < tml_table_rows(c.table); r++)
            found += fabs(tml_case_value(&c, r, "arm1.angle") - want[i][0] * PI / 180) < 1e-9 &&
                     fabs(-tml_case_value(&c, r, "arm2.angle") - want[i][1] * PI / 180) < 1e-9 &&
                     fabs(0.2 - tml_case_value(&c, r, "collar.y") - want[i][2]) < 1e-10 &&
                     fabs(tml_case_value(&c, r, "link1.tension") - want[i][3]) < 1e-9 &&
                     fabs(tml_case_value(&c, r, "link2.tension") - want[i][3]) < 1e-9;
        cr_expect_eq(found, 1, "row %zu: %d", i, found);
    }
    cr_expect_eq(tml_table_rows(c.table), 12);
    tml_case_free(&c);
}

/* The motion that starts from it stays there. */
Test(steady, dynamics_that_starts_from_it_stays)
{
    tml_case c =
        tml_case_run("swing-pendulum/swing-pendulum.yaml",
                     TML_EDITS({"modes: {about: steady}", "dynamics: {end: 2, output: 0.5, tolerance: 1e-10}"}));
    tml_case_near(&c, "A.angle", tml_case_at(&c, 2, "A.angle"), 0.45377171949723585, 1e-12);
    tml_case_near(&c, "O.speed", tml_case_at(&c, 2, "O.speed"), 20, 2e-11);
    tml_case_free(&c);
}

/* ---- pendulums ---- */

/* cos(angle) = g/(L w^2), the rod pulls with m w^2 L; it hangs straight below sqrt(g/L). */
Test(steady, conical_pendulum_matches_its_closed_form)
{
    tml_case c = tml_case_run_text("conical", CONICAL "  - steady: {speeds: {spin: 6}, search: all}\n", NULL);
    const double angle = acos(9.81 / (0.5 * 36));
    const double want[] = {-angle, 0, angle, PI}, growth[] = {0, sqrt(36 - 9.81 / 0.5), 0, sqrt(36 + 9.81 / 0.5)};
    cr_assert_eq(tml_table_rows(c.table), 4);
    for (size_t i = 0; i < 4; i++) {
        tml_case_near(&c, "hinge.angle", tml_case_value(&c, i, "hinge.angle"), want[i], 1e-14);
        tml_case_near(&c, "stability.growth", tml_case_value(&c, i, "stability.growth"), growth[i], 1e-9);
    }
    tml_case_near(&c, "hinge.fx", tml_case_value(&c, 2, "hinge.fx"), -2 * 36 * 0.5 * sin(angle), 1e-12);
    tml_case_near(&c, "hinge.fz", tml_case_value(&c, 2, "hinge.fz"), 2 * 9.81, 1e-12);
    tml_case_free(&c);
}

/* Hung by a ball from an arm: tan(angle) g = w^2 (e + L sin(angle)). A point without inertia may rotate about the rod. */
Test(steady, carousel_matches_its_closed_form)
{
    const char *text = "trammel: 1\n"
                       "space: space\n"
                       "bodies:\n"
                       "  ground: {points: {O: [0, 0, 0]}}\n"
                       "  arm: {points: {O: [0, 0, 0], A: [0.3, 0, 0]}, com: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}\n"
                       "  bob: {points: {A: [0, 0, 0]}, com: [0, 0, -1], mass: 2, inertia: [0, 0, 0]}\n"
                       "joints:\n"
                       "  O: {revolute: [ground, arm], axis: z}\n"
                       "  A: {spherical: [arm, bob]}\n"
                       "analyses: [steady: {speeds: {O: 3}}]\n";
    tml_case c = tml_case_run_text("carousel", text, NULL);
    double angle = 0.7;
    for (int i = 0; i < 200; i++)
        angle = atan(9 * (0.3 + sin(angle)) / 9.81);
    expect(&c, "bob.x", 0.3 + sin(angle), 1e-14);
    expect(&c, "bob.y", 0, 1e-14);
    expect(&c, "bob.z", -cos(angle), 1e-14);
    cr_expect_str_eq(tml_fact_text(c.table, "eigenvalues"), "±1.02261978i, ±5.594755186i 1/s");
    tml_case_free(&c);
    /* with a free joint and a rod that keeps the length */
    c = tml_case_run_text("string", text,
                          TML_EDITS({"  A: {spherical: [arm, bob]}\n",
                                     "  F: {free: [arm, bob]}\n  A: {distance: [arm.A, bob.A], length: 1}\n"},
                                    {"com: [0, 0, -1], mass: 2, inertia: [0, 0, 0]",
                                     "com: [0, 0, 0], mass: 2, inertia: [1, 1, 1], position: [0.3, 0, -1]"}));
    expect(&c, "bob.x", 0.3 + sin(angle), 1e-14);
    expect(&c, "A.tension", 2 * 9.81 / cos(angle), 1e-12);
    tml_case_free(&c);
}

/* ---- governors, rotors, tops ---- */

/* Watt's: four equal rods without mass, balls m at the elbows, a sleeve M: h = g (1 + M/m)/w^2. Loops with redundant rows. */
Test(steady, watt_governor_matches_its_closed_form)
{
    tml_case c =
        tml_case_run_text("watt",
                          "trammel: 1\n"
                          "space: space\n"
                          "gravity: [0, -9.81, 0]\n"
                          "points: {O: [0, 0, 0], A: [0.18, -0.24, 0], B: [-0.18, -0.24, 0], S: [0, -0.48, 0]}\n"
                          "bodies:\n"
                          "  spindle: {points: [O, S], com: O, mass: 1, inertia: [0.1, 0.1, 0.1]}\n"
                          "  arm1: {points: [O, A], com: A, mass: 2}\n"
                          "  arm2: {points: [O, B], com: B, mass: 2}\n"
                          "  link1: {points: [A, S]}\n"
                          "  link2: {points: [B, S]}\n"
                          "  sleeve: {points: [S], mass: 10, inertia: [0.1, 0.1, 0.1]}\n"
                          "joints:\n"
                          "  spin: {revolute: [ground, spindle], at: O, axis: y}\n"
                          "  O1: {revolute: [spindle, arm1], at: O, axis: z}\n"
                          "  O2: {revolute: [spindle, arm2], at: O, axis: z}\n"
                          "  A: {revolute: [arm1, link1], axis: z}\n"
                          "  B: {revolute: [arm2, link2], axis: z}\n"
                          "  S1: {revolute: [link1, sleeve], at: S, axis: z}\n"
                          "  S2: {revolute: [link2, sleeve], at: S, axis: z}\n"
                          "  slide: {prismatic: [spindle, sleeve], at: S, axis: y}\n"
                          "analyses: [steady: {speeds: {spin: 18}}]\n",
                          NULL);
    const double h = 9.81 * 6 / 324;
    expect(&c, "arm1.y", -h, 1e-14);
    expect(&c, "arm2.y", -h, 1e-14);
    expect(&c, "sleeve.y", -2 * h, 1e-14);
    expect(&c, "A.fy", 5 * 9.81, 1e-10); /* two rods hold the sleeve */
    expect(&c, "spin.fy", 15 * 9.81, 1e-10);
    tml_case_free(&c);
}

/* M g l = I3 spin P + (I3 - I1) P^2 cos(angle): by three hinges, and by one ball joint with two of its angles given. */
Test(steady, steady_precession_of_a_top_matches_its_closed_form)
{
    const double P = 3, spin = 101, I1 = 0.05 + 3 * 0.04, I3 = 0.02;
    const double angle = acos((3 * 9.81 * 0.2 - I3 * spin * P) / ((I3 - I1) * P * P));
    tml_case c = tml_case_run_text("top",
                                   TOP "initial: {nutation.angle: 1.3}\n"
                                       "analyses: [steady: {speeds: {precession: 3, spin: 101}}]\n",
                                   NULL);
    expect(&c, "nutation.angle", angle, 1e-13);
    expect(&c, "precession.actuator", 0, 1e-12);
    expect(&c, "spin.power", 0, 1e-12);
    tml_case_free(&c);
    c = tml_case_run_text("ball",
                          "trammel: 1\n"
                          "space: space\n"
                          "gravity: [-9.81, 0, 0]\n"
                          "bodies:\n"
                          "  ground: {points: {O: [0, 0, 0]}}\n"
                          "  top: {points: {O: [0, 0, 0]}, com: [0, 0, 0.2], mass: 3, inertia: [0.05, 0.05, 0.02]}\n"
                          "joints: {O: {spherical: [ground, top]}}\n"
                          "initial: {O.angle2: 0.3}\n"
                          "analyses: [steady: {speeds: {O.angle1: 3, O.angle3: 101}}]\n",
                          NULL);
    expect(&c, "O.angle2", PI / 2 - angle, 1e-13);
    expect(&c, "O.angle1_speed", 3, 1e-14);
    expect(&c, "O.angle3_speed", 101, 1e-12);
    expect(&c, "O.angle1_actuator", 0, 1e-12);
    tml_case_free(&c);
}

/* k (d - l) = m w^2 d, and the drive of a slider at constant speed against a damper. */
Test(steady, mass_on_a_rotating_spring_matches_its_closed_form)
{
    tml_case c = tml_case_run_text("ring", RING "  - steady: {speeds: {O: 8}}\n", NULL);
    expect(&c, "S.displacement", 200 * 0.4 / (200 - 2 * 64), 1e-14);
    cr_expect_str_eq(tml_fact_text(c.table, "eigenvalues"), "±6i 1/s");
    tml_case_free(&c);
    c = tml_case_run_text(
        "sledge",
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0]}}\n"
        "  sledge: {points: {O: [0, 0]}, mass: 3, inertia: 1}\n"
        "  mast: {points: {O: [0, 0]}, com: [0, 1], mass: 2, inertia: 0.1}\n"
        "joints: {S: {prismatic: [ground, sledge], at: O, axis: x}, M: {revolute: [sledge, mast], at: O}}\n"
        "forces:\n"
        "  wind: {force: mast, value: [-4*mast.vx, 0]}\n"
        "  stay: {torsion: M, stiffness: 100}\n"
        "analyses: [steady: {speeds: {S: 5 m/s}}]\n",
        NULL);
    const double angle = tml_case_value(&c, 0, "M.angle");
    tml_case_near(&c, "balance", 100 * angle, 20 * cos(angle) + 2 * 9.81 * sin(angle), 1e-12);
    expect(&c, "S.actuator", 20, 1e-12);
    expect(&c, "S.power", 100, 1e-11);
    tml_case_free(&c);
}

/* ---- loops, gears, drivers ---- */

/* A parallelogram on a turntable, its pins cut on ground axes: k A = -m w^2 a (p_x cos A + p_y sin A), p the centre of mass of the
 * coupler less the crank. At two positions of the table. */
Test(steady, parallelogram_on_a_turntable_matches_its_closed_form)
{
    const char *text = "trammel: 1\n"
                       "gravity: none\n"
                       "points: {O: [0, 0], A: [0.2, 0.1], B: [0.6, 0.1], C: [0.2, 0.5], D: [0.6, 0.5]}\n"
                       "bodies:\n"
                       "  table: {points: [O, A, B], com: O, mass: 5, inertia: 1}\n"
                       "  crank: {points: [A, C]}\n"
                       "  rocker: {points: [B, D]}\n"
                       "  coupler: {points: [C, D], com: [0.5, 0.7], mass: 2, inertia: 0.1}\n"
                       "joints:\n"
                       "  O: {revolute: [ground, table]}\n"
                       "  A: {revolute: [table, crank]}\n"
                       "  B: {revolute: [table, rocker]}\n"
                       "  C: {revolute: [crank, coupler]}\n"
                       "  D: {revolute: [rocker, coupler]}\n"
                       "forces: {spring: {torsion: A, stiffness: 50}}\n"
                       "initial: {O.angle: 0}\n"
                       "analyses: [steady: {speeds: {O: 9}}]\n";
    double angle = 0;
    for (int i = 0; i < 50; i++)
        angle -= (50 * angle + 64.8 * (0.5 * cos(angle) + 0.3 * sin(angle))) /
                 (50 + 64.8 * (0.3 * cos(angle) - 0.5 * sin(angle)));
    const char *const turned[] = {"O.angle: 0}", "O.angle: 2}"};
    for (int i = 0; i < 2; i++) {
        tml_case c = tml_case_run_text("turntable", text, TML_EDITS({"O.angle: 0}", turned[i]}));
        expect(&c, "A.angle", angle, 1e-12);
        expect(&c, "B.angle", angle, 1e-12);
        expect(&c, "O.actuator", 0, 1e-11);
        tml_case_free(&c);
    }
}

/* Wheels follow the one whose speed is given; also when a driver rotates it. */
Test(steady, coordinates_geared_to_prescribed_ones_move_with_them)
{
    tml_case c = tml_case_run_text("gear", GEAR "analyses: [steady: {speeds: {O: 20}}]\n", NULL);
    tml_case d = tml_case_run_text("driver", GEAR "drivers: {turn: {O.angle: 20*t}}\nanalyses: [steady: {}]\n", NULL);
    const double angle = tml_case_value(&c, 0, "A.angle"); /* m w^2 (p x (p + r)) on the rotated flap */
    const double x = 0.5 * cos(angle) - 0.1 * sin(angle), y = 0.5 * sin(angle) + 0.1 * cos(angle);
    expect(&c, "C.speed", 40, 1e-12);
    tml_case_near(&c, "moment", 20 * angle, 1600 * (x * y - y * (1 + x)), 1e-10);
    tml_case_near(&d, "A.angle", tml_case_value(&d, 0, "A.angle"), angle, 1e-13);
    tml_case_near(&d, "turn.torque", tml_case_value(&d, 0, "turn.torque"), 0, 1e-11);
    tml_case_free(&c);
    tml_case_free(&d);
}

/* A speed in either of two bearings, or in both: the tree is made to have the joint. */
Test(steady, joint_with_prescribed_speed_is_kept_in_the_tree)
{
    static const char *const velocities[] = {"{A: 10}", "{B: 10}", "{A: 10, B: 10}"};
    for (int i = 0; i < 3; i++) {
        tml_case c = tml_case_run_text("bearings",
                                       "trammel: 1\n"
                                       "space: space\n"
                                       "points: {A: [0, 0, 0], B: [0, 0, 1], P: [0, 0, 0.5], Q: [0.4, 0, 0.5]}\n"
                                       "bodies:\n"
                                       "  rotor: {points: [A, B, P], com: P, mass: 5, inertia: [1, 1, 0.2]}\n"
                                       "  bracket: {points: [B], mass: 1, inertia: [1, 1, 1]}\n"
                                       "  flap: {points: [P, Q], com: Q, mass: 1, inertia: [0.01, 0.01, 0.01]}\n"
                                       "joints:\n"
                                       "  A: {revolute: [ground, rotor], axis: z}\n"
                                       "  F: {fixed: [ground, bracket], at: B}\n"
                                       "  B: {revolute: [bracket, rotor], axis: z}\n"
                                       "  P: {revolute: [rotor, flap], axis: y}\n"
                                       "analyses: [steady: {speeds: SPEEDS}]\n",
                                       TML_EDITS({"SPEEDS", velocities[i]}));
        expect(&c, "P.angle", asin(9.81 / (100 * 0.4)), 1e-14);
        expect(&c, "A.speed", 10, 1e-13);
        expect(&c, "B.speed", 10, 1e-13);
        tml_case_free(&c);
    }
}

/* A force that rotates along, by its own expression of t. */
Test(steady, force_that_rotates_along_is_steady)
{
    tml_case c =
        tml_case_run("swing-pendulum/swing-pendulum.yaml",
                     TML_EDITS({"  - modes: {about: steady}\n", ""},
                               {"forces:\n", "forces:\n  f: {force: bob, value: [30*cos(20*t), 30*sin(20*t)]}\n"}));
    const double a = tml_case_value(&c, 0, "A.angle"), d = tml_case_value(&c, 0, "S.displacement");
    tml_case_near(&c, "moment", 300 * (a - 1.0472) + 400 * d * sin(a), -30 * d * sin(a), 1e-10);
    tml_case_free(&c);
}

/* The swing ride of docs/guide/steady.md: m g L sin = w^2 (m e L cos + (m L^2 + Ixx - Izz) sin cos), against the air. */
Test(steady, swing_ride_of_the_guide_matches_its_closed_form)
{
    tml_case c = tml_case_run("../docs/guide/swing-ride.yaml", TML_AS_WRITTEN);
    for (size_t i = 0; i < 2; i++) {
        c.table = tml_results_table(c.results, i);
        for (size_t r = 0; r < tml_table_rows(c.table); r++) {
            const double a = tml_case_value(&c, r, "H.angle"), w = tml_case_value(&c, r, "O.speed");
            if (isnan(w)) /* between curves */
                continue;
            const double radius = 1 + 4 * sin(a);
            tml_case_near(&c, "balance", w * w * (320 * cos(a) + (80 * 16 + 2) * sin(a) * cos(a)), 320 * 9.81 * sin(a),
                          1e-8);
            tml_case_near(&c, "O.actuator", tml_case_value(&c, r, "O.actuator"), 3 * w * radius * radius, 1e-9);
        }
    }
    tml_case_near(&c, "fold", tml_first_number(c.table, "fold 1"), 2.285197539, 1e-8);
    tml_case_free(&c);
}

/* Starts from which Newton's method diverges: pseudo-transient continuation finds the equilibrium. */
Test(steady, distant_starts_converge)
{
    static const char *const starts[] = {"A.angle: 3.9604, S.displacement: 1.0164",
                                         "A.angle: 2.4365, S.displacement: 1.0352",
                                         "A.angle: -5.3265, S.displacement: 1.915"};
    for (int i = 0; i < 3; i++) {
        tml_case c =
            tml_case_run("swing-pendulum/swing-pendulum.yaml",
                         TML_EDITS({"  - modes: {about: steady}\n", ""}, {"A.angle: 0, S.displacement: 1", starts[i]}));
        const double a = tml_case_value(&c, 0, "A.angle"), d = tml_case_value(&c, 0, "S.displacement");
        tml_case_near(&c, "moment", 300 * (a - 1.0472) + 400 * d * sin(a), 0, 1e-9);
        cr_expect(strstr(tml_fact_text(c.table, "iterations"), "pseudo-transient"), "%s",
                  tml_fact_text(c.table, "iterations"));
        tml_case_free(&c);
    }
}

/* Forces lead away from the start; the equilibrium lies behind it, and is found from other starts. */
Test(steady, solution_behind_the_start_is_found)
{
    tml_case c =
        tml_case_run_text("behind",
                          "trammel: 1\n"
                          "gravity: none\n"
                          "bodies:\n"
                          "  ground: {points: {O: [0, 0]}}\n"
                          "  arm: {points: {O: [0, 0], A: [2, 0]}, mass: 1, shape: rod}\n"
                          "  bob: {points: {O: [0, 0]}, mass: 2, inertia: 0.1}\n"
                          "joints: {O: {revolute: [ground, arm]}, S: {prismatic: [arm, bob], at: O, axis: x}}\n"
                          "parameters: {one: 1 m}\n"
                          "forces:\n"
                          "  f: {motor: S, force: '(0.05 + 1/(1 + (one/S.displacement)^2) - "
                          "2*step(-S.displacement/one, 2, 0, 3, 1))*1 N'}\n"
                          "initial: {S.displacement: 0.5}\n"
                          "analyses: [steady: {speeds: {O: 0.01}}]\n",
                          NULL);
    cr_expect(strstr(tml_fact_text(c.table, "iterations"), "from another start"), "%s",
              tml_fact_text(c.table, "iterations"));
    const double d = tml_case_value(&c, 0, "S.displacement");
    cr_expect(d < -2 && d > -3, "%g", d);
    tml_case_free(&c);
}

/* A rope of twenty rods on a turntable, laid in a half circle: Newton alone would fold it. */
Test(steady, rope_of_many_links_has_a_relative_equilibrium)
{
    char text[8000];
    int at = snprintf(text, sizeof text, "trammel: 1\ngravity: none\npoints:\n  O: [0, 0]\n");
    for (int i = 0; i <= 20; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "  P%d: [%.6f, %.6f]\n", i, 1.2 - cos(PI * i / 20),
                       sin(PI * i / 20));
    at += snprintf(text + at, sizeof text - (size_t)at,
                   "bodies:\n  hub: {points: [O, P0, P20], com: O, mass: 5, inertia: 5}\n");
    for (int i = 0; i < 20; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "  l%d: {points: [P%d, P%d], mass: 0.1, shape: rod}\n", i,
                       i, i + 1);
    at += snprintf(text + at, sizeof text - (size_t)at, "joints:\n  O: {revolute: [ground, hub]}\n");
    for (int i = 0; i <= 20; i++) {
        char first[16] = "hub", second[16] = "hub";
        if (i > 0)
            snprintf(first, sizeof first, "l%d", i - 1);
        if (i < 20)
            snprintf(second, sizeof second, "l%d", i);
        at += snprintf(text + at, sizeof text - (size_t)at, "  P%d: {revolute: [%s, %s]}\n", i, first, second);
    }
    snprintf(text + at, sizeof text - (size_t)at, "analyses: [steady: {speeds: {O: 5}}]\n");
    tml_case c = tml_case_run_text("rope", text, NULL);
    cr_expect_str_eq(tml_fact_text(c.table, "stability"), "stable (perturbations neither decay nor grow)");
    expect(&c, "residual.position", 0, 1e-14);
    /* no torque about the hub is needed: what it holds at both ends balances */
    expect(&c, "O.actuator", 0, 1e-11);
    tml_case_free(&c);
}

/* A pivot with compliance: body and slider rotate along. In the limit of a stiff pivot, by two stiffnesses, it is the rigid one. */
static tml_case run_pivot(const char *pivot)
{
    return tml_case_run_text("pivot",
                             "trammel: 1\n"
                             "gravity: none\n"
                             "parameters: {w: 20}\n"
                             "bodies:\n"
                             "  ground: {points: {O: [0, 0]}}\n"
                             "  body1: {points: {O: [0, 0], A: [1, 0]}, com: [0.5, 0], mass: 1, inertia: 0.1}\n"
                             "  body2: {points: {A: [0, 0]}, mass: 0.01, inertia: 0.001}\n"
                             "  body3: {points: {M: [0, 0]}, mass: 1, inertia: 0}\n"
                             "joints:\n"
                             "  J1: {revolute: [ground.O, body1.O]}\n"
                             "  J2: {revolute: [body1.A, body2.A]PIVOT}\n"
                             "  J3: {prismatic: [body2.A, body3.M], axis: x}\n"
                             "forces:\n"
                             "  kr: {torsion: J2, stiffness: 300, angle: 1.0472}\n"
                             "  kt: {spring: [body2.A, body3.M], stiffness: 50000, length: 1}\n"
                             "initial: {J1.speed: w, J2.angle: 0, J3.displacement: 1}\n"
                             "analyses:\n"
                             "  - steady: {speeds: {J1: w}}\n",
                             TML_EDITS({"PIVOT", pivot}));
}

Test(steady, body_on_a_compliant_pivot_rotates_along)
{
    tml_case rigid = run_pivot(""), soft = run_pivot(", stiffness: 1e7"), stiff = run_pivot(", stiffness: 2e7");
    static const char *const channels[] = {"J2.angle", "J3.displacement", "body3.x", "body3.y", "J1.fx", "J1.fy"};
    for (size_t i = 0; i < sizeof channels / sizeof *channels; i++) {
        const double limit = 2 * tml_case_value(&stiff, 0, channels[i]) - tml_case_value(&soft, 0, channels[i]);
        const double want = tml_case_value(&rigid, 0, channels[i]);
        tml_case_near(&rigid, channels[i], limit, want, 2e-7 * fmax(fabs(want), 1));
    }
    tml_case_free(&rigid);
    tml_case_free(&soft);
    tml_case_free(&stiff);
}

/* In space, on a turntable: a particle on three springs to it, each along an axis, finds the place where k x = m w^2 (x + e). */
Test(steady, particle_on_a_bushing_rotates_along)
{
    tml_case c = tml_case_run_text(
        "turntable",
        "trammel: 1\n"
        "space: space\n"
        "gravity: [0, 0, -9.81]\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0, 0]}}\n"
        "  table: {points: {O: [0, 0, 0], A: [0.4, 0, 0]}, com: [0, 0, 0], mass: 5, inertia: "
        "[1, 1, 2]}\n"
        "  bob: {points: {P: [0, 0, 0]}, mass: 2, inertia: [0.01, 0.02, 0.02], position: [0.4, 0, 0]}\n"
        "joints:\n"
        "  O: {revolute: [ground, table], axis: z}\n"
        "forces:\n"
        "  b: {bushing: [table.A, bob.P], stiffness: {translation: 800, rotation: 50}}\n"
        "analyses: [steady: {speeds: {O: 6}}]\n",
        TML_AS_WRITTEN);
    const double out = 0.4 * 800 / (800 - 2 * 36.0); /* k (r - e) = m w^2 r */
    tml_case_near(&c, "radius", hypot(tml_case_value(&c, 0, "bob.x"), tml_case_value(&c, 0, "bob.y")), out, 1e-12);
    tml_case_near(&c, "sag", tml_case_value(&c, 0, "bob.z"), -2 * 9.81 / 800, 1e-12);
    tml_case_near(&c, "omega", tml_case_value(&c, 0, "bob.omegaz"), 6, 1e-12);
    tml_case_free(&c);
}

/* A rope stretched by 0.1 mm: it is slack within the steps that differences have elsewhere. m s^2 + c s + k = 0 */
Test(steady, stability_on_a_stiff_rope_is_that_of_the_rope_while_taut)
{
    tml_case c = tml_case_run_text("taut rope",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0], P: [0, 2]}}\n"
                                   "  load: {points: {A: [0, 0]}, mass: 100, inertia: 1}\n"
                                   "  wheel: {points: {O: [0, 0]}, mass: 1, inertia: 1}\n"
                                   "joints:\n"
                                   "  S: {prismatic: [ground.O, load.A], axis: y}\n"
                                   "  R: {revolute: [ground.O, wheel.O]}\n"
                                   "  rope: {cable: [ground.P, load.A], stiffness: 1e7, damping: 1e5, length: 1.5}\n"
                                   "analyses: [steady: {speeds: {R: 1}}]\n",
                                   TML_AS_WRITTEN);
    const double decay = -500 + sqrt(500.0 * 500 - 1e5);
    tml_case_near(&c, "growth", tml_case_value(&c, 0, "stability.growth"), decay, 1e-7 * fabs(decay));
    tml_case_free(&c);
}

/* A coin on its edge that a table carries round: of the states in which it turns with the table or not, and rolls or not, `initial` gives the one at rest on the
 * table. The tilt of a disc that spins about the vertical has s^2 = 4 g/(5 r) - W^2 (Routh). */
Test(steady, of_a_family_the_state_is_the_one_given)
{
    static const char text[] =
        "trammel: 1\nspace: space\nparameters: {r: 0.02, m: 0.01, w: 30}\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0, 0]}, surfaces: {floor: {plane: [0, 0, 0]}}}\n"
        "  table: {points: {O: [0, 0, 0]}, mass: 1, inertia: [1, 1, 1]}\n"
        "  fork: {points: {C: [0, 0, 0]}, position: [0, 0, r], orientation: {axis: x, angle: -90 deg}}\n"
        "  coin: {points: {C: [0, 0, 0]}, com: C, mass: m, inertia: [m*r^2/4, m*r^2/4, m*r^2/2], surfaces: {rim: "
        "{disc: r, axis: z}}}\n"
        "joints:\n"
        "  turn: {revolute: [ground.O, table.O], axis: z}\n"
        "  place: {free: [table.O, fork.C]}\n"
        "  level: {perpendicular: [ground.O, fork.C], axes: [z, x]}\n"
        "  spin: {revolute: [fork.C, coin.C], axis: z}\n"
        "  W: {rolling: [ground.floor, coin.rim]}\n"
        "initial: {turn.speed: w, place.angle1_speed: 0, place.angle2_speed: 0, place.angle3_speed: 0, "
        "place.displacement1_speed: 0, "
        "place.displacement2_speed: 0, spin.speed: 0}\n"
        "analyses: [steady: {speeds: {turn: w}}]\n";
    tml_case c = tml_case_run_text("coin on a table", text, NULL);
    tml_case_near(&c, "fork", tml_case_value(&c, 0, "place.angle2_speed"), 0, 1e-12);
    tml_case_near(&c, "coin", tml_case_value(&c, 0, "coin.omegaz"), 30, 1e-12);
    char modes[32];
    snprintf(modes, sizeof modes, "±%.6fi", sqrt(30 * 30 - 4 * 9.81 / (5 * 0.02)));
    modes[strlen(modes) - 3] = 0; /* digits that both have */
    cr_expect(strstr(tml_case_fact(&c, "eigenvalues"), modes), "%s: %s", modes, tml_case_fact(&c, "eigenvalues"));
    cr_expect_eq(tml_log_count(c.log), 0, "%s", tml_log_count(c.log) ? tml_log_get(c.log, 0).text : "");
    tml_case_free(&c);
}

/* A velocity that `initial` gives and `speeds` does not prescribe is not kept: that is told. */
Test(steady, velocities_given_but_not_prescribed_are_told)
{
    tml_log *log = tml_messages_of("trammel: 1\ngravity: none\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0]}}\n"
                                   "  wheel: {points: {O: [0, 0], A: [1, 0]}, com: [0, 0], mass: 1, inertia: 1}\n"
                                   "  flap: {points: {A: [0, 0]}, com: [0.5, 0], mass: 1, inertia: 0.01}\n"
                                   "joints: {O: {revolute: [ground, wheel]}, A: {revolute: [wheel, flap]}}\n"
                                   "initial: {O.speed: 7, A.speed: 3}\n"
                                   "analyses: [steady: {speeds: {O: 20}}]\n");
    cr_assert_eq(tml_log_count(log), 1);
    cr_expect_str_eq(tml_log_get(log, 0).code, "W495");
    cr_expect(strstr(tml_log_get(log, 0).text, "A.speed = 3 rad/s"), "%s", tml_log_get(log, 0).text);
    tml_log_free(log);
}
