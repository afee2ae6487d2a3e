/* kinematics.c - driven mechanisms against closed forms: positions, velocities, accelerations; dead points; missing and redundant
 * drivers. */
#include "support/models.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

static void expect(const tml_case *c, size_t row, const char *channel, double want, double bar)
{
    tml_case_near(c, channel, tml_case_value(c, row, channel), want, bar);
}

/* Joints closed to 1e-12 at every output, speeds too. */
static void expect_closed(const tml_case *c)
{
    cr_expect_leq(tml_case_largest(c, "residual.position"), 1e-12, "%s: open by %g", c->name,
                  tml_case_largest(c, "residual.position"));
    cr_expect_leq(tml_case_largest(c, "residual.velocity"), 1e-11, "%s: slips at %g", c->name,
                  tml_case_largest(c, "residual.velocity"));
}

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
                                   SLIDER "drivers: {turn: {O.angle: 0.4 + 5*t + 2*t^2}}\n"
                                          "analyses: [kinematics: {end: 2, output: 0.01}]\n",
                                   TML_AS_WRITTEN);
    const double r = 0.3, e = 0.1;
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double t = tml_case_value(&c, i, "t"), q = 0.4 + 5 * t + 2 * t * t, w = 5 + 4 * t, a = 4;
        const double y = r * sin(q) - e, yd = r * cos(q) * w, ydd = r * (cos(q) * a - sin(q) * w * w);
        const double z = sqrt(1 - y * y), zd = -y * yd / z, zdd = -(yd * yd + y * ydd + zd * zd) / z;
        expect(&c, i, "S.displacement", r * cos(q) + z, 1e-14);
        expect(&c, i, "S.speed", -r * sin(q) * w + zd, 1e-12 * w);
        expect(&c, i, "S.acceleration", -r * (sin(q) * a + cos(q) * w * w) + zdd, 1e-12 * w * w);
        expect(&c, i, "rod.angle", asin(-y), 1e-14);
        expect(&c, i, "rod.omega", -yd / z, 1e-12 * w);
        expect(&c, i, "S.advantage", w / (-r * sin(q) * w + zd),
               1e-11 * pow(w / (-r * sin(q) * w + zd), 2)); /* large where the slider turns */
        expect(&c, i, "B.transmission", PI / 2 - fabs(asin(y)), 1e-13);
    }
    expect_closed(&c);
    tml_case_free(&c);
}

/* ---- four-bars ---- */

typedef struct {
    double angle, speed, acceleration;
} rotating;

/* Coupler and rocker of a four-bar r1 (ground), r2 (crank), r3, r4 from the crank's motion; side = +-1: the branch. */
static void fourbar(const double r[5], int side, rotating two, rotating *three, rotating *four)
{
    const double ax = r[2] * cos(two.angle) - r[1], ay = r[2] * sin(two.angle), d = hypot(ax, ay); /* from C to A */
    const double along = (r[4] * r[4] - r[3] * r[3] + d * d) / (2 * d);
    const double across = side * sqrt(r[4] * r[4] - along * along);
    const double bx = (along * ax - across * ay) / d, by = (along * ay + across * ax) / d;
    four->angle = atan2(by, bx);
    three->angle = atan2(by - ay, bx - ax);
    const double s34 = sin(three->angle - four->angle);
    three->speed = r[2] * two.speed * sin(four->angle - two.angle) / (r[3] * s34);
    four->speed = -r[2] * two.speed * sin(two.angle - three->angle) / (r[4] * s34);
    /* r2 (i a2 - w2^2) e2 + r3 (i a3 - w3^2) e3 = r4 (i a4 - w4^2) e4, multiplied by conj(e4) and conj(e3) */
    const double w2 = two.speed * two.speed, w3 = three->speed * three->speed, w4 = four->speed * four->speed;
    const double d24 = two.angle - four->angle, d34 = three->angle - four->angle, d23 = two.angle - three->angle;
    three->acceleration =
        -(r[2] * (two.acceleration * sin(d24) + w2 * cos(d24)) + r[3] * w3 * cos(d34) - r[4] * w4) / (r[3] * sin(d34));
    four->acceleration =
        -(r[2] * (two.acceleration * sin(d23) + w2 * cos(d23)) + r[3] * w3 - r[4] * w4 * cos(d34)) / (r[4] * sin(d34));
}

static double near_angle(double x, double to)
{
    return x + 2 * PI * round((to - x) / (2 * PI));
}

static double off(const tml_case *c, size_t row, const char *channel, double want, double scale)
{
    return fabs(tml_case_value(c, row, channel) - want) / scale;
}

/* All of a table against the closed form; bar for angles, and as a part for speeds and accelerations. */
static void check_fourbar(const tml_case *c, const double r[5], int side, double bar)
{
    double worst = 0;
    for (size_t i = 0; i < tml_table_rows(c->table); i++) {
        const rotating two = {tml_case_value(c, i, "O.angle"), tml_case_value(c, i, "O.speed"),
                              tml_case_value(c, i, "O.acceleration")};
        rotating three, four;
        fourbar(r, side, two, &three, &four);
        const double most = fabs(two.speed) + fabs(three.speed) + fabs(four.speed),
                     hardest =
                         fabs(two.acceleration) + fabs(three.acceleration) + fabs(four.acceleration) + most * most;
        const double angle3 = tml_case_value(c, i, "coupler.angle"), angle4 = tml_case_value(c, i, "rocker.angle");
        worst = fmax(worst, off(c, i, "coupler.angle", near_angle(three.angle, angle3), 1));
        worst = fmax(worst, off(c, i, "rocker.angle", near_angle(four.angle, angle4), 1));
        worst = fmax(worst, off(c, i, "coupler.omega", three.speed, most));
        worst = fmax(worst, off(c, i, "rocker.omega", four.speed, most));
        worst = fmax(worst, off(c, i, "coupler.alpha", three.acceleration, hardest));
        worst = fmax(worst, off(c, i, "rocker.alpha", four.acceleration, hardest));
    }
    tml_case_near(c, "four-bar", worst, 0, bar);
}

static const char *fourbar_text(char *text, size_t size, const double r[5], double angle, double coupler, double rocker,
                                const char *rest)
{
    snprintf(text, size,
             "trammel: 1\n"
             "bodies:\n"
             "  ground:  {points: {O: [0, 0], C: [%.17g, 0]}}\n"
             "  crank:   {points: {O: [0, 0], A: [%.17g, 0]}, mass: 1, shape: rod, angle: %.17g}\n"
             "  coupler: {points: {A: [0, 0], B: [%.17g, 0]}, mass: 2, shape: rod, angle: %.17g}\n"
             "  rocker:  {points: {C: [0, 0], B: [%.17g, 0]}, mass: 1.5, shape: rod, angle: %.17g}\n"
             "joints:\n"
             "  O: {revolute: [ground, crank]}\n"
             "  A: {revolute: [crank, coupler]}\n"
             "  B: {revolute: [coupler, rocker]}\n"
             "  C: {revolute: [ground, rocker]}\n"
             "%s",
             r[1], r[2], angle, r[3], coupler, r[4], rocker, rest);
    return text;
}

Test(kinematics, fourbar_matches_its_closed_form)
{
    const double r[5] = {0, 2.5, 1, 2.2, 2};
    char text[2000];
    tml_case c = tml_case_run_text("four-bar",
                                   fourbar_text(text, sizeof text, r, 1, 0.5, 1.5,
                                                "drivers: {turn: {O.angle: 1 + 7*t - 2*t^2}}\n"
                                                "analyses: [kinematics: {end: 1.5, output: 0.01}]\n"),
                                   TML_AS_WRITTEN);
    check_fourbar(&c, r, -1, 2e-13);
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double w2 = tml_case_value(&c, i, "O.speed"), w4 = tml_case_value(&c, i, "C.speed");
        const double between = tml_case_value(&c, i, "coupler.angle") - tml_case_value(&c, i, "rocker.angle");
        expect(&c, i, "C.advantage", w2 / w4, 1e-12 * fabs(w2 / w4));
        expect(&c, i, "B.transmission", asin(fabs(sin(between))), 1e-12);
    }
    expect_closed(&c);
    cr_expect_leq(tml_case_largest(&c, "energy.error"), 1e-8);
    tml_case_free(&c);
}

/* Without masses a load on the rocker is held by the crank: torque = -load/advantage, also where the driver rests. */
Test(kinematics, advantage_is_the_ratio_of_torques)
{
    const double r[5] = {0, 2.5, 1, 2.2, 2};
    char text[2000];
    tml_case c = tml_case_run_text("load",
                                   fourbar_text(text, sizeof text, r, 1, 0.5, 1.5,
                                                "forces: {load: {torque: rocker, value: 3}}\n"
                                                "drivers: {turn: {O.angle: 1 + sin(2*t)}}\n"
                                                "gravity: none\n"
                                                "analyses: [kinematics: {end: pi/4, output: pi/4/8}]\n"),
                                   TML_EDITS({"mass: 1, shape: rod", "mass: 0"}, {"mass: 2, shape: rod", "mass: 0"},
                                             {"mass: 1.5, shape: rod", "mass: 0"}));
    for (size_t i = 0; i < tml_table_rows(c.table); i++)
        expect(&c, i, "turn.torque", -3 / tml_case_value(&c, i, "C.advantage"), 1e-11);
    tml_case_free(&c);
}

/* The wiper of docs/guide/kinematics.md turns back where crank and rod are in one line, out and in. */
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

/* Two shafts at an angle b, joined by a universal joint: tan(out) = tan(in)/cos(b) counted from the fork's plane. */
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
                                   "drivers: {turn: {in.angle: 3*t + t^2}}\n"
                                   "analyses: [kinematics: {end: 3, output: 0.05}]\n",
                                   TML_AS_WRITTEN);
    const double b = 35 * PI / 180, sb2 = sin(b) * sin(b);
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double t = tml_case_value(&c, i, "t"), q = 3 * t + t * t, w = 3 + 2 * t, a = 2;
        const double out = tml_case_value(&c, i, "out.angle"), n = 1 - sb2 * cos(q) * cos(q);
        expect(&c, i, "out.angle", near_angle(atan2(sin(q), cos(b) * cos(q)), out), 1e-13);
        expect(&c, i, "out.speed", w * cos(b) / n, 1e-12 * w);
        expect(&c, i, "out.acceleration", a * cos(b) / n - w * w * cos(b) * sb2 * sin(2 * q) / (n * n), 1e-11 * w * w);
        expect(&c, i, "out.advantage", n / cos(b), 1e-12);
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
        expect(&c, i, "O.angle", q, 1e-13);
        expect(&c, i, "O.speed", 0.2 / arm, 1e-12);
        expect(&c, i, "lift.force", /* pushes the length up */
               (100 * 9.81 * 1.5 * cos(q) + 300 * tml_case_value(&c, i, "O.acceleration")) / arm, 1e-8);
    }
    expect_closed(&c);
    tml_case_free(&c);
}

/* ---- dead points ---- */

static const double PARALLELOGRAM[5] = {0, 2, 1, 2, 1};

/* The crank at a constant speed twice through the line of all joints, where outputs stand too: rocker like crank. */
Test(kinematics, driven_crank_passes_dead_points)
{
    char text[2000];
    fourbar_text(text, sizeof text, PARALLELOGRAM, PI / 2, 0, PI / 2,
                 "drivers: {turn: {O.angle: pi/2 + 2*pi*t}}\n"
                 "analyses: [kinematics: {end: 1, output: 0.125}]\n");
    tml_case c = tml_run_to_status(text, TML_OK);
    tml_expect_message(&c, "passes a dead point at t = 0.25 s");
    tml_expect_message(&c, "passes a dead point at t = 0.75 s");
    cr_expect_str_eq(tml_case_fact(&c, "dead points passed"), "2");
    cr_assert_eq(tml_table_rows(c.table), 9);
    for (size_t i = 0; i < 9; i++) {
        const double q = tml_case_value(&c, i, "O.angle"), w = 2 * PI;
        expect(&c, i, "C.angle", q, 1e-13);
        expect(&c, i, "C.speed", w, 1e-11);
        expect(&c, i, "C.acceleration", 0, 1e-9);
        expect(&c, i, "coupler.angle", 0, 1e-13);
        /* constant speed: the torque carries the weights, 1 kg and 1.5 kg at half a metre, 2 kg at one */
        expect(&c, i, "turn.torque", 9.81 * cos(q) * (0.5 * 1 + 0.5 * 1.5 + 2), 1e-8);
    }
    expect_closed(&c);
    cr_expect_leq(tml_case_largest(&c, "energy.error"), 1e-9);
    tml_case_free(&c);
}

/* It ends in the dead point itself. */
Test(kinematics, motion_may_end_in_a_dead_point)
{
    char text[2000];
    fourbar_text(text, sizeof text, PARALLELOGRAM, PI / 2, 0, PI / 2,
                 "drivers: {turn: {O.angle: pi/2 + 2*pi*t}}\n"
                 "analyses: [kinematics: {end: 0.25, output: 0.05}]\n");
    tml_case c = tml_run_to_status(text, TML_OK);
    cr_assert_eq(tml_table_rows(c.table), 6);
    expect(&c, 5, "t", 0.25, 0);
    expect(&c, 5, "C.angle", PI, 1e-13);
    expect(&c, 5, "C.speed", 2 * PI, 1e-11);
    tml_case_free(&c);
}

/* With the driver at rest nothing says which way; moving, the parallelogram has the least kinetic energy, and is followed all round. */
Test(kinematics, motion_may_start_in_a_dead_point)
{
    char text[2000];
    fourbar_text(text, sizeof text, PARALLELOGRAM, 0, 0, 0,
                 "drivers: {turn: {O.angle: 2*pi*t^2}}\n"
                 "analyses: [kinematics: {end: 1}]\n");
    tml_expect_run(text, TML_FAILED, "is in a dead point at t = 0 s");
    fourbar_text(text, sizeof text, PARALLELOGRAM, 0, 0, 0,
                 "drivers: {turn: {O.angle: 2*pi*t}}\n"
                 "analyses: [kinematics: {end: 1, output: 0.05}]\n");
    tml_case c = tml_run_to_status(text, TML_OK);
    tml_expect_message(&c, "least kinetic energy");
    cr_assert_eq(tml_table_rows(c.table), 21);
    for (size_t row = 0; row < 21; row++)
        expect(&c, row, "C.angle", 2 * PI * 0.05 * (double)row, 1e-9);
    tml_case_free(&c);
}

#define PUSHED_SLIDER                                                                                                  \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  crank: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod, angle: 90 deg}\n"                                  \
    "  rod: {points: {A: [0, 0], B: [3, 0]}, mass: 2, shape: rod, angle: -20 deg}\n"                                   \
    "  slider: {points: {B: [0, 0]}, mass: 1, inertia: 1, position: [2.8, 0]}\n"                                       \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank]}\n"                                                                               \
    "  A: {revolute: [crank, rod]}\n"                                                                                  \
    "  B: {revolute: [rod, slider]}\n"                                                                                 \
    "  S: {prismatic: [ground.O, slider.B], axis: x}\n"

/* The slider moved as the crank would move it, through both ends of its way: the crank goes on. */
Test(kinematics, slider_drives_through_its_dead_points)
{
    tml_case c = tml_run_to_status(PUSHED_SLIDER
                                   "drivers:\n"
                                   "  push: {S.displacement: cos(pi/2 - 2*pi*t) + sqrt(9 - sin(pi/2 - 2*pi*t)^2)}\n"
                                   "analyses: [kinematics: {end: 1, output: 0.125}]\n",
                                   TML_OK);
    tml_expect_message(&c, "passes a dead point at t = 0.25 s");
    tml_expect_message(&c, "passes a dead point at t = 0.75 s");
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        expect(&c, i, "O.angle", PI / 2 - 2 * PI * tml_case_value(&c, i, "t"), 1e-13);
        expect(&c, i, "O.speed", -2 * PI, 1e-11);
        expect(&c, i, "O.acceleration", 0, 1e-8);
    }
    tml_case_free(&c);
}

/* Pushed beyond crank and rod in one line, at 2.8 + 0.5 t = 4. What was found up to then is there. */
Test(kinematics, slider_locks_where_the_geometry_says)
{
    tml_case c = tml_run_to_status(PUSHED_SLIDER "drivers: {push: {S.displacement: 2.8 + 0.5*t}}\n"
                                                 "analyses: [kinematics: {end: 4, output: 0.25}]\n",
                                   TML_FAILED);
    tml_case_near(&c, "time", tml_message_number(&c, "the mechanism locks at t = "), 2.4, 1e-9);
    tml_expect_message(&c, "driver push demands more");
    cr_assert_eq(tml_table_rows(c.table), 10);
    expect(&c, 9, "O.angle", acos((1 + 3.925 * 3.925 - 9) / (2 * 3.925)), 1e-12); /* triangle 1, 3, 3.925 */
    tml_case_free(&c);
}

/* A rocker as input: it stops where crank and coupler are in one line, |OB| = r2 + r3. */
Test(kinematics, rocker_locks_where_the_geometry_says)
{
    const double r[5] = {0, 2.5, 1, 2.2, 2};
    char text[2000];
    fourbar_text(text, sizeof text, r, 1, 0.5, 1.5,
                 "drivers: {turn: {C.angle: 1.6 - t}}\n"
                 "analyses: [kinematics: {end: 3, output: 0.05}]\n");
    tml_case c = tml_run_to_status(text, TML_FAILED);
    const double b = 3.2, limit = PI - acos((2.5 * 2.5 + 4 - b * b) / (2 * 2.5 * 2));
    tml_case_near(&c, "time", tml_message_number(&c, "the mechanism locks at t = "), 1.6 - limit, 1e-8);
    check_fourbar(&c, r, -1, 1e-9);
    tml_case_free(&c);
}

/* Almost a parallelogram: it does not pass through the line but turns over close to it, fast. */
Test(kinematics, a_near_miss_is_no_dead_point)
{
    const double r[5] = {0, 2, 1, 2, 1 + 1e-8};
    char text[2000];
    fourbar_text(text, sizeof text, r, PI / 2, 0, PI / 2,
                 "drivers: {turn: {O.angle: pi/2 + 2*pi*t}}\n"
                 "analyses: [kinematics: {end: 2, output: 0.1}]\n");
    tml_case c = tml_run_to_status(text, TML_OK);
    tml_expect_message(&c, "comes close to a dead point at t = 0.25");
    tml_expect_no_message(&c, "passes a dead point");
    check_fourbar(&c, r, -1, 1e-9);
    expect(&c, 20, "C.angle", PI / 2, 1e-6); /* over and back: it has not gone round with the crank */
    tml_case_free(&c);
}

/* ---- four-bars at random: on their branch, or locked where it ends ---- */

static double chance(unsigned *seed, double low, double high)
{
    *seed = *seed * 1664525u + 1013904223u;
    return low + (high - low) * (double)(*seed >> 8) / 16777216;
}

/* How far the crank turns on from `angle` until coupler and rocker lie in one line; INFINITY: it goes round. */
static double way_to_lock(const double r[5], double angle)
{
    const double longest = r[3] + r[4], shortest = fabs(r[3] - r[4]);
    double way = INFINITY;
    for (int k = 0; k < 2; k++) {
        const double d = k ? shortest : longest, c = (r[1] * r[1] + r[2] * r[2] - d * d) / (2 * r[1] * r[2]);
        for (int sign = -1; sign < 2 && fabs(c) < 1; sign += 2) {
            const double ahead = fmod(sign * acos(c) - angle + 8 * PI, 2 * PI);
            way = fmin(way, ahead);
        }
    }
    return way;
}

static void turn_random(unsigned *seed)
{
    double r[5] = {0}, angle, d;
    do {
        for (int i = 1; i < 5; i++)
            r[i] = chance(seed, 0.2, 2);
        angle = chance(seed, 0, 2 * PI);
        d = hypot(r[2] * cos(angle) - r[1], r[2] * sin(angle));
    } while (d > 0.98 * (r[3] + r[4]) || d < 1.02 * fabs(r[3] - r[4]) + 0.02);
    const int side = chance(seed, -1, 1) < 0 ? -1 : 1;
    rotating three, four;
    fourbar(r, side, (rotating){angle, 1, 0}, &three, &four);
    const double way = way_to_lock(r, angle);
    char text[2000], rest[200];
    snprintf(rest, sizeof rest,
             "drivers: {turn: {O.angle: %.17g + 2*pi*t}}\nanalyses: [kinematics: {end: 1, output: 0.02}]\n", angle);
    tml_case c = tml_run_to_status(fourbar_text(text, sizeof text, r, angle, three.angle, four.angle, rest),
                                   way < 2 * PI ? TML_FAILED : TML_OK);
    if (way < 2 * PI)
        tml_case_near(&c, "time", tml_message_number(&c, "the mechanism locks at t = "), way / (2 * PI), 2e-9);
    check_fourbar(&c, r, side, way < 2 * PI ? 1e-8 : 1e-9);
    tml_expect_no_message(&c, "passes");
    tml_case_free(&c);
}

Test(kinematics, random_fourbars_match_their_closed_forms)
{
    unsigned seed = 2005;
    for (int i = 0; i < 200; i++)
        turn_random(&seed);
}

/* ---- drivers ---- */

#define FOURBAR                                                                                                        \
    "trammel: 1\n"                                                                                                     \
    "points: {O: [0, 0], A: [0, 1], B: [2, 2], C: [2, 0]}\n" FOURBAR_OF_RODS

Test(kinematics, degrees_of_freedom_without_a_driver_are_named)
{
    tml_expect_run(
        FOURBAR "analyses: [kinematics: {end: 1}]\n", TML_FAILED,
        "1 degree of freedom is not driven: O.angle; a fix that works (tried): add drivers: {d1: {O.angle: ...}}");
    tml_expect_run(
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0]}}\n"
        "  arm: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod}\n"
        "  rod: {points: {A: [0, 0], B: [1, 0]}, mass: 1, shape: rod}\n"
        "  ball: {points: {B: [0, 0]}, mass: 1, inertia: 1}\n"
        "joints: {O: {revolute: [ground, arm]}, A: {revolute: [arm, rod]}}\n"
        "drivers: {a: {rod.B.x: 1.5 + 0.1*t}}\n"
        "initial: {O.angle: 1}\n"
        "analyses: [kinematics: {end: 1}]\n",
        TML_FAILED,
        "4 degrees of freedom are not driven: O.angle, ball.x, ball.y, ball.angle; a fix that works (tried): add "
        "drivers: "
        "{d1: {O.angle: ...}, d2: {ball.x: ...}, d3: {ball.y: ...}, d4: {ball.angle: ...}}");
}

Test(kinematics, drivers_of_compliant_joints_are_refused)
{
    tml_expect_run("trammel: 1\n"
                   "bodies:\n"
                   "  ground: {points: {O: [0, 0]}}\n"
                   "  arm: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod}\n"
                   "joints: {O: {revolute: [ground, arm], stiffness: 1e5}}\n"
                   "drivers: {a: {O.angle: t}}\n"
                   "analyses: [kinematics: {end: 1}]\n",
                   TML_FAILED, "joint O is compliant");
}

Test(kinematics, contradicting_drivers_are_named)
{
    tml_expect_run(
        FOURBAR "drivers: {a: {O.angle: t}, b: {C.angle: 1 + 0.3*t}}\nanalyses: [kinematics: {end: 1}]\n", TML_FAILED,
        "1 driver is too many: b prescribes what the joints and a already determine; they contradict each other");
    tml_expect_run(FOURBAR "drivers: {a: {O.angle: t}, b: {crank.angle: t + t^4}}\nanalyses: [kinematics: {end: 1}]\n",
                   TML_FAILED, "contradict each other: at t = ");
}

/* Two drivers that ask for the same share the torque of one. */
Test(kinematics, redundant_drivers_share_the_torque)
{
    static const char one[] = FOURBAR "drivers: {a: {O.angle: t}}\nanalyses: [kinematics: {end: 1, output: 0.1}]\n";
    static const char two[] =
        FOURBAR "drivers: {a: {O.angle: t}, b: {crank.angle: t}}\nanalyses: [kinematics: {end: 1, output: 0.1}]\n";
    tml_case c = tml_run_to_status(one, TML_OK), both = tml_run_to_status(two, TML_OK);
    tml_expect_message(&both, "1 driver is too many: b prescribes what the joints and a already determine; they agree");
    for (size_t i = 0; i < 11; i++) {
        expect(&both, i, "a.torque", 0.5 * tml_case_value(&c, i, "a.torque"), 1e-11);
        expect(&both, i, "b.torque", 0.5 * tml_case_value(&c, i, "a.torque"), 1e-11);
        expect(&both, i, "C.angle", tml_case_value(&c, i, "C.angle"), 1e-13);
    }
    tml_case_free(&c);
    tml_case_free(&both);
}

Test(kinematics, jumps_and_undefined_drivers_are_named_with_their_time)
{
    tml_case c = tml_run_to_status(FOURBAR "drivers: {a: {O.angle: 'if(t < 0.5, t, t + 0.1)'}}\n"
                                           "analyses: [kinematics: {end: 1, output: 0.1}]\n",
                                   TML_FAILED);
    tml_expect_message(&c, "driver a jumps by 0.1 at t = 0.5 s");
    cr_expect_eq(tml_table_rows(c.table), 5);
    tml_case_free(&c);
    tml_expect_run(FOURBAR "drivers: {a: {O.angle: sqrt(0.5 - t)}}\nanalyses: [kinematics: {end: 1}]\n", TML_FAILED,
                   "driver a, or one of its first two derivatives, is not a number at t = 0.5");
    tml_expect_run(FOURBAR "drivers: {a: {O.angle: abs(t - 0.5) - 0.5}}\nanalyses: [kinematics: {end: 1}]\n", TML_OK,
                   "the speed of driver a jumps at t = 0.5");
}

/* A full turn within a hundredth of the time between outputs: not one angle is lost. */
Test(kinematics, full_revolutions_between_outputs_are_counted)
{
    const double r[5] = {0, 2.5, 1, 2.2, 2};
    char text[2000];
    tml_case c = tml_case_run_text("fast",
                                   fourbar_text(text, sizeof text, r, 1, 0.5, 1.5,
                                                "drivers: {turn: {O.angle: 'step(t, 0.4, 1, 0.41, 1 + 6*pi)'}}\n"
                                                "analyses: [kinematics: {end: 1, output: 0.5}]\n"),
                                   TML_AS_WRITTEN);
    expect(&c, 2, "O.angle", 1 + 6 * PI, 1e-14);
    expect(&c, 2, "C.angle", tml_case_value(&c, 0, "C.angle"), 1e-13);
    expect(&c, 2, "A.angle", tml_case_value(&c, 0, "A.angle") - 6 * PI, 1e-12);
    tml_case_free(&c);
}

Test(kinematics, wrong_options_are_refused)
{
    tml_expect_run(FOURBAR "drivers: {a: {O.angle: t}}\nanalyses: [kinematics: {end: -1}]\n", TML_WRONG,
                   "kinematics: end must be greater than zero");
    tml_expect_run(FOURBAR "drivers: {a: {O.angle: t}}\nanalyses: [kinematics: {end: 1, output: 0}]\n", TML_WRONG,
                   "kinematics: output must be greater than zero");
    tml_expect_run(FOURBAR "drivers: {a: {O.angle: t}}\nanalyses: [kinematics: {end: 1, tolerance: 1}]\n", TML_WRONG,
                   "kinematics: tolerance must be between");
    tml_expect_run(FOURBAR "drivers: {a: {O.angle: t}}\nanalyses: [kinematics: {}]\n", TML_WRONG, "\"end\" is missing");
}

/* ---- with other analyses ---- */

/* On from where it ended, and dynamics with the same driver finds the same motion and the same torque. */
Test(kinematics, dynamics_with_the_same_driver_continues_the_motion)
{
    tml_case c = tml_case_run_text("on",
                                   FOURBAR "drivers: {a: {O.angle: sin(3*t)}}\n"
                                           "analyses:\n"
                                           "  - kinematics: {end: 0.5, output: 0.1}\n"
                                           "  - dynamics: {end: 1, output: 0.1, tolerance: 1e-11}\n",
                                   TML_AS_WRITTEN);
    tml_case k = tml_case_run_text("all",
                                   FOURBAR "drivers: {a: {O.angle: sin(3*t)}}\n"
                                           "analyses:\n"
                                           "  - kinematics: {end: 0.5, output: 0.1}\n"
                                           "  - kinematics: {end: 1, output: 0.1}\n",
                                   TML_AS_WRITTEN);
    cr_assert_eq(tml_table_rows(c.table), 6);
    for (size_t i = 0; i < 6; i++) {
        expect(&k, i, "t", 0.5 + 0.1 * (double)i, 1e-15);
        expect(&c, i, "C.angle", tml_case_value(&k, i, "C.angle"), 1e-9);
        expect(&c, i, "C.acceleration", tml_case_value(&k, i, "C.acceleration"), 1e-8);
        expect(&c, i, "a.torque", tml_case_value(&k, i, "a.torque"), 1e-7);
        expect(&c, i, "B.fx", tml_case_value(&k, i, "B.fx"), 1e-7);
        expect(&c, i, "energy.work", tml_case_value(&k, i, "energy.work"), 1e-8);
    }
    tml_case_free(&c);
    tml_case_free(&k);
}

/* ---- the models ---- */

/* A model with its driven joint turning once in a second; then the same by dynamics, whose multipliers are another way to the
 * forces. */
static void turn_model(const char *path, const tml_edit *edits, const char *drive, double motion)
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
        expect(&d, i, drive, tml_case_value(&c, i, drive), motion * most);
    tml_case_free(&c);
    tml_case_free(&d);
}

#define DRIVE(joint, start) "drivers: {turn: {" joint ".angle: " start " + 2*pi*t}}\n"

Test(kinematics, pendulum_goes_round_and_closes)
{
    turn_model("a01-pendulum/a01-pendulum.yaml",
               TML_EDITS({"initial: {O.angle: 180 deg, O.speed: 0}\n", DRIVE("O", "pi")},
                         {"dynamics: {end: 10, output: 0.05}", "ANALYSIS"}),
               "turn.torque", 1e-8);
}

Test(kinematics, fourbar_goes_round_and_closes)
{
    turn_model("fourbar/fourbar.yaml",
               TML_EDITS({"initial:\n  O.angle: 60 deg\n  O.speed: 0\n", DRIVE("O", "60 deg")},
                         {"dynamics: {end: 5, output: 0.025}", "ANALYSIS"}),
               "turn.torque", 1e-8);
}

Test(kinematics, andrews_mechanism_goes_round_and_closes)
{
    turn_model("a03-andrews/a03-andrews.yaml",
               TML_EDITS({"initial: {O.angle: beta, O.speed: 0}\n", DRIVE("O", "beta")},
                         {"dynamics: {end: 0.05, output: 0.005, tolerance: 1e-10}", "ANALYSIS"}),
               "turn.torque", 1e-8);
}

Test(kinematics, slider_crank_goes_round_and_closes)
{
    turn_model("slider-crank/slider-crank.yaml",
               TML_EDITS({"initial: {O.angle: pi/2, O.speed: 0}\n", DRIVE("O", "pi/2")},
                         {"dynamics: {end: 10, output: 0.5}", "ANALYSIS"}),
               "turn.torque", 1e-8);
}

Test(kinematics, six_bar_of_attia_goes_round_and_closes)
{
    turn_model("attia/attia.yaml",
               TML_EDITS({"analyses:\n  - dynamics: {end: 5, output: 0.0125, formulation: point}",
                          DRIVE("O", "0") "analyses:\n  - ANALYSIS"}),
               "turn.torque", 1e-8);
}

/* Five links through two positions in which all lie in one line and two of them could fold. */
Test(kinematics, two_fourbars_stay_parallelograms_through_change_points)
{
    tml_case c = tml_case_run("a02-fourbars-2/a02-fourbars-2.yaml",
                              TML_EDITS({"initial: {A0.angle: 0, A0.speed: -1}", DRIVE("A0", "0")},
                                        {"dynamics: {end: 10, output: 0.1}", "kinematics: {end: 1, output: 1/36}"}));
    expect_closed(&c);
    for (size_t i = 0; i < 37; i++) {
        const double q = tml_case_value(&c, i, "A0.angle");
        expect(&c, i, "A2.angle", q, 1e-12);
        expect(&c, i, "A2.speed", 2 * PI, 1e-11);
        expect(&c, i, "turn.torque", -9.81 * sin(q) * 3.5, 1e-8); /* drawn upright: 3 posts at 1/2, 2 beams at 1 */
    }
    cr_expect_leq(tml_case_largest(&c, "energy.error"), 1e-9);
    tml_case_free(&c);
}

/* Redundant, in space; it cannot turn round: the axis of P1 stops at 210 degrees. */
Test(kinematics, bricard_keeps_its_symmetry_up_to_its_limit)
{
    tml_case c = tml_case_run("a04-bricard/a04-bricard.yaml",
                              TML_EDITS({"initial: {P1.speed: 0}\n", DRIVE("P1", "0")},
                                        {"dynamics: {end: 10, output: 0.5}", "kinematics: {end: 0.5, output: 1/36}"}));
    expect_closed(&c);
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        expect(&c, i, "P3.angle", tml_case_value(&c, i, "P1.angle"),
               1e-12); /* three axes turn alike, so do the others */
        expect(&c, i, "P6.angle", tml_case_value(&c, i, "P2.angle"), 1e-12);
    }
    tml_case_free(&c);
}
