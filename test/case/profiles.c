/* profiles.c - moves within limits and through poses, as models have them: torques of inertias, messages. */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define DEGREE (3.14159265358979323846 / 180)

/* A flywheel of 0.3 kg m^2. */
#define WHEEL                                                                                                          \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies: {ground: {points: {O: [0, 0]}}, wheel: {points: {O: [0, 0]}, mass: 1, inertia: 0.3}}\n"                   \
    "joints: {O: {revolute: [ground, wheel]}}\n"

static void at(const tml_case *c, double t, const char *channel, double want, double bar)
{
    tml_case_near(c, channel, tml_case_at(c, t, channel), want, bar);
}

/* 90 deg at 2 rad/s with 4 and -2 rad/s^2: from 0.5 s on 0.5 s up, then at 2 rad/s, 1 s down. The torque is J times the acceleration. */
Test(profiles, torque_of_an_inertia_is_that_of_the_trapezoid)
{
    tml_case c =
        tml_case_run_text("trapezoid",
                          WHEEL "parameters: {w: 2 rad/s}\n"
                                "tables: {move: {trapezoid: {from: 10 deg, to: 100 deg, speed: w, acceleration: 4 "
                                "rad/s^2, deceleration: 2 rad/s^2, start: 0.5}}}\n"
                                "drivers: {m: {O.angle: \"table(t, move)\"}}\n"
                                "analyses: [inverse: {end: 3, output: 0.125}]\n",
                          NULL);
    const double whole = 90 * DEGREE / 2 + 0.75, end = 0.5 + whole;
    for (int i = 0; i <= 24; i++) {
        const double t = i * 0.125, u = t - 0.5, left = end - t;
        const double f = u < 0      ? 10 * DEGREE
                         : u < 0.5  ? 10 * DEGREE + 2 * u * u
                         : left > 1 ? 10 * DEGREE + 0.5 + 2 * (u - 0.5)
                         : left > 0 ? 100 * DEGREE - left * left
                                    : 100 * DEGREE;
        const double v = u < 0 ? 0 : u < 0.5 ? 4 * u : left > 1 ? 2 : left > 0 ? 2 * left : 0;
        const double a = u < 0 ? 0 : u < 0.5 ? 4 : left > 1 ? 0 : left > 0 ? -2 : 0;
        at(&c, t, "O.angle", f, 1e-14), at(&c, t, "O.speed", v, 1e-14), at(&c, t, "m.torque", 0.3 * a, 1e-14);
    }
    tml_case_free(&c);
}

/* One after another, with a stay between, again and again. */
Test(profiles, moves_one_after_another_repeat)
{
    tml_case c = tml_case_run_text(
        "cycle",
        WHEEL "tables:\n"
              "  cycle:\n"
              "    periodic: true\n"
              "    segments:\n"
              "      - {to: 3 rad, law: s_curve, speed: 2 rad/s, acceleration: 4 rad/s^2, jerk: 16 rad/s^3}\n"
              "      - {dwell: 0.5 s}\n"
              "      - {to: 0 rad, law: trapezoid, acceleration: 3 rad/s^2, over: 2.25 s}\n"
              "drivers: {m: {O.angle: \"table(t, cycle)\"}}\n"
              "analyses: [inverse: {end: 10, output: 0.125}]\n",
        NULL);
    at(&c, 0.125, "m.torque", 0.3 * 2, 1e-14), at(&c, 5.125, "m.torque", 0.3 * 2, 1e-13);
    at(&c, 1.125, "O.speed", 2, 1e-14), at(&c, 1.125, "O.angle", 1.5, 1e-14);
    at(&c, 2.5, "O.angle", 3, 1e-14), at(&c, 7.5, "O.angle", 3, 1e-14), at(&c, 7.5, "m.torque", 0, 0);
    at(&c, 3, "m.torque", -0.9, 1e-14), at(&c, 4.5, "m.torque", 0.9, 1e-14);
    at(&c, 10, "O.angle", 0, 1e-14);
    tml_case_free(&c);
}

/* Two coordinates through the same poses, at rest at the ends and at the stop, where they stay. */
Test(profiles, poses_move_several_joints)
{
    tml_case c = tml_case_run_text(
        "poses",
        "trammel: 1\n"
        "points: {O: [0, 0], A: [1, 0], B: [2, 0]}\n"
        "bodies: {arm: {points: [O, A], mass: 1, shape: rod}, hand: {points: [A, B], mass: 1, shape: rod}}\n"
        "joints: {O: {revolute: [ground, arm]}, A: {revolute: [arm, hand]}}\n"
        "tables:\n"
        "  path:\n"
        "    poses:\n"
        "      - {at: 0, arm: 0 deg, hand: 0 deg}\n"
        "      - {at: 1 s, arm: 30 deg, hand: 80 deg}\n"
        "      - {at: 2 s, arm: 60 deg, hand: 20 deg, dwell: 0.5 s}\n"
        "      - {at: 3 s, arm: 0 deg, hand: 0 deg}\n"
        "drivers: {a: {O.angle: \"table(t, path.arm)\"}, h: {A.angle: \"table(t, path.hand)\"}}\n"
        "analyses: [kinematics: {end: 3.5, output: 0.25}]\n",
        NULL);
    at(&c, 1, "O.angle", 30 * DEGREE, 1e-14), at(&c, 1, "A.angle", 80 * DEGREE, 1e-14);
    at(&c, 2, "O.speed", 0, 1e-14), at(&c, 2, "arm.alpha", 0, 1e-13);
    at(&c, 2.25, "A.angle", 20 * DEGREE, 1e-14), at(&c, 2.25, "A.speed", 0, 0);
    /* from rest to rest over 0.5 s: the middle of 3-4-5 */
    at(&c, 2.75, "O.angle", 30 * DEGREE, 1e-14), at(&c, 2.75, "O.speed", -60 * DEGREE * 1.875 / 0.5, 1e-13);
    at(&c, 3.5, "O.angle", 0, 1e-14), at(&c, 3.5, "O.speed", 0, 1e-14);
    tml_case_free(&c);
}

static void expect_refused(const char *table, const char *message)
{
    tml_log *log = tml_log_make();
    char text[1024];
    snprintf(text, sizeof text, WHEEL "tables: {move: %s}\n", table);
    tml_model *model = tml_model_parse(text, strlen(text), "m", log);
    const tml_message first = tml_log_get(log, 0);
    cr_expect(first.text && strstr(first.text, message), "%s: \"%s\", not \"%s\"", table, first.text, message);
    cr_expect_gt(first.place.line, 0);
    if (model)
        tml_model_free(model);
    tml_log_free(log);
}

Test(profiles, requests_that_no_move_can_keep_are_explained)
{
    expect_refused("{trapezoid: {to: 1, speed: -2, acceleration: 4}}", "speed must be above zero");
    expect_refused("{trapezoid: {to: 1, speed: 2, acceleration: 0}}", "acceleration must be above zero");
    expect_refused("{trapezoid: {to: 1, speed: 2}}", "the limit of its acceleration is missing");
    expect_refused("{trapezoid: {to: 1, speed: 2, acceleration: 4, jerk: 8}}", "s_curve has one");
    expect_refused("{trapezoid: {to: 3, speed: 2, acceleration: 4, deceleration: 2, over: 2.2}}",
                   "the way of 3 within these limits takes 2.25 s at least");
    expect_refused("{trapezoid: {to: 3 m, speed: 2 m/s, over: 1.2}}",
                   "the way of 3 m within these limits takes 1.5 s even");
    expect_refused("{trapezoid: {to: 3, deceleration: 2, over: 3}}", "a deceleration needs an acceleration");
    expect_refused("{trapezoid: {to: 0, acceleration: 2}}", "it is there already");
    expect_refused("{trapezoid: {to: 90 deg, speed: 2 m/s, acceleration: 2}}", "expected rad/s, found m/s");
    expect_refused("{trapezoid: {to: 90 deg, speed: 2, acceleration: 2}, periodic: true}", "one move does not return");
    expect_refused("{trapezoid: {speed: 2, acceleration: 2}}", "\"to\"");
    expect_refused("{s_curve: {to: 3, speed: 2, acceleration: 4}}", "the limit of its jerk is missing");
    expect_refused("{s_curve: {to: 3, speed: 2, acceleration: 4, jerk: 16, over: 2}}", "takes 2.25 s at least");
    expect_refused("{segments: [{rise: 1, over: 1, law: 3-4-5, speed: 2}]}", "limits are for the laws trapezoid");
    expect_refused("{segments: [{rise: 1, law: trapezoid, speed: 2}]}", "segment 1: the limit of its acceleration");
    expect_refused("{poses: [{at: 0, a: 0}, {at: 2, a: 1}, {at: 1, a: 2}]}",
                   "pose 3: it is at 1, but the one before it at 2");
    expect_refused("{poses: [{at: 0, a: 0}, {at: 1, a: 1, dwell: 1}, {at: 2, a: 2}]}", "is left at 2");
    expect_refused("{poses: [{at: 0, a: 0, b: 1}, {at: 2, a: 1}]}", "pose 2: b is missing");
    expect_refused("{poses: [{at: 0, a: 0}, {at: 2, a: 1, c: 2}]}", "unknown key \"c\"");
    expect_refused("{poses: [{at: 0, a: 0 deg}, {at: 2, a: 1 m}]}", "expected rad, found m");
    expect_refused("{poses: [{at: 0, a: 0}]}", "two or more");
    expect_refused("{poses: [{a: 0}, {at: 1, a: 1}]}", "\"at\"");
    expect_refused("{poses: [{at: 0, a: 0}, {at: 1, a: 1}], ends: not_a_knot}", "natural, clamped or rest");
    expect_refused("{poses: [{at: 0, a: 0}, {at: 1, a: 1}], periodic: true}", "a is 0 there and 1 here");
    expect_refused("{poses: [{at: 0, a: 0}, {at: 1, a: 1}, {at: 2, a: 0}], periodic: true, ends: natural}",
                   "ends: rest");
    expect_refused("{points: [[0, 0], [1, 1]], interpolation: spline, ends: rest}", "ends at rest are for poses");
    expect_refused("{trapezoid: {to: 1, acceleration: 2}, s_curve: {to: 1, jerk: 2}}", "give its points");
}
