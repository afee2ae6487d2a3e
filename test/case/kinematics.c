/* kinematics.c - driven mechanisms against closed forms: positions, velocities, accelerations; and the models, each driven round. */
#include "support/driven_fourbar.h"
#include <criterion/criterion.h>
#include <math.h>

/* ---- a slider-crank with offset ---- */

#define SLIDER                                                                                                         \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0], E: [0, 0.1]}}\n"                                                                   \
    "  crank:  {points: {O: [0, 0], A: [0.3, 0]}, mass: 1, shape: rod, angle: 0.4}\n"                                  \
    "  rod:    {points: {A: [0, 0], B: [1, 0]}, mass: 2, shape: rod}\n"                                                \
    "  slider: {points: {B: [0, 0]}, mass: 3, inertia: 1, position: [1.2, 0.1]}\n"                                     \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank]}\n"                                                                               \
    "  A: {revolute: [crank, rod]}\n"                                                                                  \
    "  B: {revolute: [rod, slider]}\n"                                                                                 \
    "  S: {prismatic: [ground.E, slider.B], axis: x}\n"

/* x = r cos q + sqrt(1 - y^2), y = r sin q - e, and twice its derivative, q = 0.4 + 5 t + 2 t^2. */
Test(kinematics, slider_crank_matches_its_closed_form)
{
    tml_case c = tml_case_run_text("slider-crank",
                                   SLIDER "drivers: {drive: {O.angle: 0.4 + 5*t + 2*t^2}}\n"
                                          "analyses: [kinematics: {end: 2, output: 0.01}]\n",
                                   TML_AS_WRITTEN);
    const double r = 0.3, e = 0.1;
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double t = tml_case_value(&c, i, "t"), q = 0.4 + 5 * t + 2 * t * t, w = 5 + 4 * t, a = 4;
        const double y = r * sin(q) - e, yd = r * cos(q) * w, ydd = r * (cos(q) * a - sin(q) * w * w);
        const double z = sqrt(1 - y * y), zd = -y * yd / z, zdd = -(yd * yd + y * ydd + zd * zd) / z;
        expect_channel(&c, i, "S.displacement", r * cos(q) + z, 1e-14);
        expect_channel(&c, i, "S.speed", -r * sin(q) * w + zd, 1e-12 * w);
        expect_channel(&c, i, "S.acceleration", -r * (sin(q) * a + cos(q) * w * w) + zdd, 1e-12 * w * w);
        expect_channel(&c, i, "rod.angle", asin(-y), 1e-14);
        expect_channel(&c, i, "rod.omega", -yd / z, 1e-12 * w);
        expect_channel(&c, i, "S.advantage", w / (-r * sin(q) * w + zd),
                       1e-11 * pow(w / (-r * sin(q) * w + zd), 2)); /* large where the slider reverses */
        expect_channel(&c, i, "B.transmission", PI / 2 - fabs(asin(y)), 1e-13);
    }
    expect_closed(&c);
    tml_case_free(&c);
}

/* ---- four-bars ---- */

Test(kinematics, fourbar_matches_its_closed_form)
{
    const double r[5] = {0, 2.5, 1, 2.2, 2};
    char text[2000];
    tml_case c = tml_case_run_text("four-bar",
                                   fourbar_text(text, sizeof text, r, 1, 0.5, 1.5,
                                                "drivers: {drive: {O.angle: 1 + 7*t - 2*t^2}}\n"
                                                "analyses: [kinematics: {end: 1.5, output: 0.01}]\n"),
                                   TML_AS_WRITTEN);
    fourbar_check(&c, r, -1, 2e-13);
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double w2 = tml_case_value(&c, i, "O.speed"), w4 = tml_case_value(&c, i, "C.speed");
        const double between = tml_case_value(&c, i, "coupler.angle") - tml_case_value(&c, i, "rocker.angle");
        expect_channel(&c, i, "C.advantage", w2 / w4, 1e-12 * fabs(w2 / w4));
        expect_channel(&c, i, "B.transmission", asin(fabs(sin(between))), 1e-12);
    }
    expect_closed(&c);
    cr_expect_leq(tml_case_largest(&c, "energy.error"), 1e-8);
    tml_case_free(&c);
}

/* Without masses the crank balances a load on the rocker: torque = -load/advantage, also where the driver is at rest. */
Test(kinematics, advantage_is_the_ratio_of_torques)
{
    const double r[5] = {0, 2.5, 1, 2.2, 2};
    char text[2000];
    tml_case c = tml_case_run_text("load",
                                   fourbar_text(text, sizeof text, r, 1, 0.5, 1.5,
                                                "forces: {load: {torque: rocker, value: 3}}\n"
                                                "drivers: {drive: {O.angle: 1 + sin(2*t)}}\n"
                                                "gravity: none\n"
                                                "analyses: [kinematics: {end: pi/4, output: pi/4/8}]\n"),
                                   TML_EDITS({"mass: 1, shape: rod", "mass: 0"}, {"mass: 2, shape: rod", "mass: 0"},
                                             {"mass: 1.5, shape: rod", "mass: 0"}));
    for (size_t i = 0; i < tml_table_rows(c.table); i++)
        expect_channel(&c, i, "drive.torque", -3 / tml_case_value(&c, i, "C.advantage"), 1e-11);
    tml_case_free(&c);
}

/* The wiper of docs/guide/kinematics.md reverses where crank and rod are in one line, stretched and folded. */
Test(kinematics, wiper_matches_its_closed_form)
{
    tml_case c = tml_case_run("../docs/guide/wiper.yaml", TML_EDITS({"output: 5 ms", "output: 0.5 ms"}));
    const double r2 = hypot(0.01, 0.045), r3 = hypot(0.26, 0.025), r4 = hypot(0.01, 0.07), r1 = 0.26;
    const double drawn = acos((0.01 * -r1) / (r4 * -r1)); /* angle B C O in the drawing */
    const double out = acos((r1 * r1 + r4 * r4 - (r3 + r2) * (r3 + r2)) / (2 * r1 * r4)),
                 in = acos((r1 * r1 + r4 * r4 - (r3 - r2) * (r3 - r2)) / (2 * r1 * r4));
    double low = 0, high = 0;
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        low = fmin(low, tml_case_value(&c, i, "C.angle"));
        high = fmax(high, tml_case_value(&c, i, "C.angle"));
    }
    tml_case_near(&c, "lowest", low, drawn - out, 1e-5);
    tml_case_near(&c, "highest", high, drawn - in, 1e-5);
    tml_case_free(&c);
}

/* ---- in space ---- */

/* Two shafts at an angle b, joined by a universal joint: tan(out) = tan(in)/cos(b) counted from the plane of the yoke. */
Test(kinematics, universal_joint_matches_its_closed_form)
{
    tml_case c = tml_case_run_text("universal",
                                   "trammel: 1\n"
                                   "space: space\n"
                                   "gravity: none\n"
                                   "parameters: {bend: 35 deg}\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0, 0]}}\n"
                                   "  drive: {points: {O: [0, 0, 0]}, mass: 1, inertia: [1, 2, 3]}\n"
                                   "  shaft: {points: {O: [0, 0, 0]}, mass: 1, inertia: [2, 1, 1],\n"
                                   "          orientation: {axis: y, angle: bend}}\n"
                                   "joints:\n"
                                   "  in:  {revolute: [ground, drive], at: O, axis: x}\n"
                                   "  hub: {universal: [drive, shaft], at: O, axes: [z, y]}\n"
                                   "  out: {revolute: [ground, shaft], at: O, axis: ['cos(bend)', 0, '-sin(bend)']}\n"
                                   "drivers: {spin: {in.angle: 3*t + t^2}}\n"
                                   "analyses: [kinematics: {end: 3, output: 0.05}]\n",
                                   TML_AS_WRITTEN);
    const double b = 35 * PI / 180, sb2 = sin(b) * sin(b);
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double t = tml_case_value(&c, i, "t"), q = 3 * t + t * t, w = 3 + 2 * t, a = 2;
        const double out = tml_case_value(&c, i, "out.angle"), n = 1 - sb2 * cos(q) * cos(q);
        expect_channel(&c, i, "out.angle", near_angle(atan2(sin(q), cos(b) * cos(q)), out), 1e-13);
        expect_channel(&c, i, "out.speed", w * cos(b) / n, 1e-12 * w);
        expect_channel(&c, i, "out.acceleration", a * cos(b) / n - w * w * cos(b) * sb2 * sin(2 * q) / (n * n),
                       1e-11 * w * w);
        expect_channel(&c, i, "out.advantage", n / cos(b), 1e-12);
    }
    expect_closed(&c);
    tml_case_free(&c);
}

/* ---- what can be driven ---- */

/* A point along a line by x and y, a body's angle; and the length of an actuator that lifts a boom. */
Test(kinematics, driven_points_and_lengths_match_closed_forms)
{
    tml_case c = tml_case_run_text("boom",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0], F: [0.5, -0.4]}}\n"
                                   "  boom: {points: {O: [0, 0], R: [1, 0], T: [3, 0]}, mass: 100, shape: rod}\n"
                                   "joints: {O: {revolute: [ground, boom]}}\n"
                                   "forces: {ram: {actuator: [ground.F, boom.R], value: 0}}\n"
                                   "drivers: {lift: {ram.length: sqrt(0.41) + 0.2*t}}\n"
                                   "analyses: [kinematics: {end: 2, output: 0.1}]\n",
                                   TML_AS_WRITTEN);
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double t = tml_case_value(&c, i, "t"), l = sqrt(0.41) + 0.2 * t, of = sqrt(0.41), base = atan2(-0.4, 0.5);
        const double q = base + acos((1 + of * of - l * l) / (2 * of)), arm = of * sin(q - base) / l; /* dl/dq */
        expect_channel(&c, i, "O.angle", q, 1e-13);
        expect_channel(&c, i, "O.speed", 0.2 / arm, 1e-12);
        expect_channel(&c, i, "lift.force", /* pushes the length up */
                       (100 * 9.81 * 1.5 * cos(q) + 300 * tml_case_value(&c, i, "O.acceleration")) / arm, 1e-8);
    }
    expect_closed(&c);
    tml_case_free(&c);
}

/* ---- the models ---- */

/* A model with its driven joint rotating once in a second; then the same by dynamics, whose multipliers are an independent computation
 * of the forces. */
static void drive_model(const char *path, const tml_edit *edits, const char *drive, double motion)
{
    tml_edit list[12] = {{NULL, NULL}};
    size_t n = 0;
    for (; edits[n].from; n++)
        list[n] = edits[n];
    list[n] = (tml_edit){"ANALYSIS", "kinematics: {end: 1, output: 1/36}"};
    tml_case c = tml_case_run(path, list);
    expect_closed(&c);
    const double scale = tml_case_largest(&c, "energy.kinetic") + tml_case_largest(&c, "energy.potential");
    cr_expect_leq(tml_case_largest(&c, "energy.error"), 1e-10 * scale, "%s: energy off by %g of %g", path,
                  tml_case_largest(&c, "energy.error"), scale);
    cr_assert_eq(tml_table_rows(c.table), 37);
    list[n] = (tml_edit){"ANALYSIS", "dynamics: {end: 1, output: 1/36, tolerance: 1e-12, formulation: absolute}"};
    tml_case d = tml_case_run(path, list);
    const double most = tml_case_largest(&c, drive);
    for (size_t i = 0; i < 37; i++)
        expect_channel(&d, i, drive, tml_case_value(&c, i, drive), motion * most);
    tml_case_free(&c);
    tml_case_free(&d);
}

#define DRIVE(joint, start) "drivers: {driver: {" joint ".angle: " start " + 2*pi*t}}\n"

Test(kinematics, pendulum_driven_for_a_revolution_stays_closed)
{
    drive_model("a01-pendulum/a01-pendulum.yaml",
                TML_EDITS({"initial: {O.angle: 180 deg, O.speed: 0}\n", DRIVE("O", "pi")},
                          {"dynamics: {end: 10, output: 0.05}", "ANALYSIS"}),
                "driver.torque", 1e-8);
}

Test(kinematics, fourbar_driven_for_a_revolution_stays_closed)
{
    drive_model("fourbar/fourbar.yaml",
                TML_EDITS({"initial:\n  O.angle: 60 deg\n  O.speed: 0\n", DRIVE("O", "60 deg")},
                          {"dynamics: {end: 5, output: 0.025}", "ANALYSIS"}),
                "driver.torque", 1e-8);
}

Test(kinematics, andrews_mechanism_driven_for_a_revolution_stays_closed)
{
    drive_model("a03-andrews/a03-andrews.yaml",
                TML_EDITS({"initial: {O.angle: beta, O.speed: 0}\n", DRIVE("O", "beta")},
                          {"dynamics: {end: 0.05, output: 0.005, tolerance: 1e-10}", "ANALYSIS"}),
                "driver.torque", 1e-8);
}

Test(kinematics, slider_crank_driven_for_a_revolution_stays_closed)
{
    drive_model("slider-crank/slider-crank.yaml",
                TML_EDITS({"initial: {O.angle: pi/2, O.speed: 0}\n", DRIVE("O", "pi/2")},
                          {"dynamics: {end: 10, output: 0.5}", "ANALYSIS"}),
                "driver.torque", 1e-8);
}

Test(kinematics, six_bar_of_attia_driven_for_a_revolution_stays_closed)
{
    drive_model("attia/attia.yaml",
                TML_EDITS({"analyses:\n  - dynamics: {end: 5, output: 0.0125, formulation: point}",
                           DRIVE("O", "0") "analyses:\n  - ANALYSIS"}),
                "driver.torque", 1e-8);
}

/* Five links through two change points, in which all lie in one line. */
Test(kinematics, two_fourbars_stay_parallelograms_through_change_points)
{
    tml_case c = tml_case_run("a02-fourbars-2/a02-fourbars-2.yaml",
                              TML_EDITS({"initial: {A0.angle: 0, A0.speed: -1}", DRIVE("A0", "0")},
                                        {"dynamics: {end: 10, output: 0.1}", "kinematics: {end: 1, output: 1/36}"}));
    expect_closed(&c);
    for (size_t i = 0; i < 37; i++) {
        const double q = tml_case_value(&c, i, "A0.angle");
        expect_channel(&c, i, "A2.angle", q, 1e-12);
        expect_channel(&c, i, "A2.speed", 2 * PI, 1e-11);
        expect_channel(&c, i, "driver.torque", -9.81 * sin(q) * 3.5,
                       1e-8); /* drawn upright: 3 posts at 1/2, 2 beams at 1 */
    }
    cr_expect_leq(tml_case_largest(&c, "energy.error"), 1e-9);
    tml_case_free(&c);
}

/* Redundant, in space; no full revolution: P1 has its limit at 210 degrees. */
Test(kinematics, bricard_keeps_its_symmetry_up_to_its_limit)
{
    tml_case c = tml_case_run("a04-bricard/a04-bricard.yaml",
                              TML_EDITS({"initial: {P1.speed: 0}\n", DRIVE("P1", "0")},
                                        {"dynamics: {end: 10, output: 0.5}", "kinematics: {end: 0.5, output: 1/36}"}));
    expect_closed(&c);
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        expect_channel(&c, i, "P3.angle", tml_case_value(&c, i, "P1.angle"),
                       1e-12); /* three axes rotate alike, so do the others */
        expect_channel(&c, i, "P6.angle", tml_case_value(&c, i, "P2.angle"), 1e-12);
    }
    tml_case_free(&c);
}
