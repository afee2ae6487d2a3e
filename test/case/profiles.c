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
    expect_refused("{segments: [{dwell: 1, speed: 2}]}", "limits are for rises");
    expect_refused("{poses: [{at: 0, a: 1e308}, {at: 1, a: -1e308}]}", "infinitely fast");
    expect_refused("{trapezoid: {to: 1e308, acceleration: 1e-308}}", "too large, or too small");
    expect_refused("{trapezoid: {to: 1, acceleration: 2}, s_curve: {to: 1, jerk: 2}}", "give its points");
}

/* ---- breaks ---- */

/* Torque along straight lines with corners at 0.13, 0.37 and 0.71 s: the speed is made of parabolas, the angle of cubics, which every method
 * integrates exactly if no step runs across a corner; rk4 with steps of 0.1 s too. */
static void expect_exact(const char *integrator, const char *step, double bar)
{
    char text[1024];
    snprintf(
        text, sizeof text,
        WHEEL
        "tables: {pull: {interpolation: linear, extrapolation: hold, points: [[0.13, 0], [0.37, 3], [0.71, -1]]}}\n"
        "forces: {f: {torque: wheel, value: \"table(t, pull)\"}}\n"
        "events: {half: {when: t - 0.37, do: {count: true}}}\n"
        "analyses: [dynamics: {end: 1, output: 0.25, integrator: %s, %s}]\n",
        integrator, step);
    tml_case c = tml_case_run_text(integrator, text, NULL);
    /* impulse: 0.24*3/2 to 0.37; 0.34*(3 - 1)/2 to 0.71; then -1 */
    const double J = 0.3, w37 = 0.36 / J, w71 = w37 + 0.34 / J;
    const double q37 = 3 / 0.24 * pow(0.24, 3) / 6 / J,
                 q71 = q37 + w37 * 0.34 + (3 * 0.34 * 0.34 / 2 - 4 * 0.34 * 0.34 / 6) / J;
    at(&c, 0.25, "O.speed", 3 / 0.24 * 0.12 * 0.12 / 2 / J, bar);
    at(&c, 1, "O.speed", w71 - 0.29 / J, bar);
    at(&c, 1, "O.angle", q71 + w71 * 0.29 - 0.29 * 0.29 / 2 / J, bar);
    cr_expect_eq(tml_fact_number(c.table, "count of half"), 1, "%s: %g", integrator,
                 tml_fact_number(c.table, "count of half"));
    tml_case_free(&c);
}

Test(profiles, corners_in_time_are_stepped_onto)
{
    expect_exact("explicit", "tolerance: 1e-6", 1e-13);
    expect_exact("dopri5", "tolerance: 1e-6", 1e-13);
    expect_exact("rk4", "step: 0.1", 1e-13);
    expect_exact("adams", "tolerance: 1e-10", 1e-8);
    expect_exact("bdf", "tolerance: 1e-10", 1e-8);
    expect_exact("dae", "tolerance: 1e-10", 1e-8);
}

/* The same live, in steps of 0.1 s. */
Test(profiles, live_steps_are_divided_at_corners)
{
    tml_log *log = tml_log_make();
    const char *text = WHEEL
        "tables: {pull: {interpolation: linear, extrapolation: hold, points: [[0.13, 0], [0.37, 3], [0.71, -1]]}}\n"
        "forces: {f: {torque: wheel, value: \"table(t, pull)\"}}\n"
        "analyses: [dynamics: {end: 1, output: 0.25}]\n";
    tml_model *model = tml_model_parse(text, strlen(text), "m", log);
    tml_live *live = NULL;
    const tml_live_options options = {.size = sizeof options, .step = 0.1};
    cr_assert_eq(tml_live_make(model, &options, &live, log), TML_OK);
    for (int i = 0; i < 10; i++)
        cr_assert_eq(tml_live_step(live), TML_OK);
    const double got = tml_live_value(live, tml_live_channel(live, "O.speed")), want = (0.36 + 0.34 - 0.29) / 0.3;
    cr_expect_float_eq(got, want, 1e-13, "%.17g %.17g", got, want);
    cr_expect_float_eq(tml_live_time(live), 1, 1e-15);
    tml_live_free(live);
    tml_model_free(model);
    tml_log_free(log);
}

/* A groove with a parabolic motion, live: the acceleration jumps, the energy does not. */
Test(profiles, live_steps_are_divided_where_a_groove_begins)
{
    tml_log *log = tml_log_make();
    const char *text =
        "trammel: 1\n"
        "gravity: none\n"
        "points: {O: [0, 0], F: [0, 60 mm]}\n"
        "tables: {lift: {periodic: true, segments: [{rise: 20 mm, over: 90 deg, law: parabolic}, {return: 20 "
        "mm, over: 90 deg, law: parabolic}, {dwell: 180 deg}]}}\n"
        "bodies: {shaft: {points: [O], mass: 1, inertia: 2e-3}, follower: {points: [F], mass: 3, inertia: 1}}\n"
        "joints:\n"
        "  O: {revolute: [ground, shaft]}\n"
        "  F: {prismatic: [ground, follower], axis: y}\n"
        "  groove: {coupler: \"F.displacement = table(O.angle, lift)\"}\n"
        "initial: {O.speed: 40}\n"
        "analyses: [dynamics: {end: 1, output: 0.1}]\n";
    tml_model *model = tml_model_parse(text, strlen(text), "m", log);
    tml_live *live = NULL;
    const tml_live_options options = {.size = sizeof options, .step = 0.0005};
    cr_assert_eq(tml_live_make(model, &options, &live, log), TML_OK);
    double worst = 0;
    for (int i = 0; i < 2000; i++) {
        cr_assert_eq(tml_live_step(live), TML_OK);
        const double w = tml_live_value(live, tml_live_channel(live, "O.speed")),
                     v = tml_live_value(live, tml_live_channel(live, "F.speed"));
        worst = fmax(worst, fabs((2e-3 * w * w + 3 * v * v) / (2e-3 * 1600) - 1));
    }
    cr_expect_lt(worst, 1e-7, "%g", worst);
    tml_live_free(live);
    tml_model_free(model);
    tml_log_free(log);
}

/* A load by straight lines over the angle, turn after turn: energy says how fast the wheel is where it is. */
static void load_over_the_angle(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "load",
        WHEEL "tables: {load: {periodic: true, interpolation: linear, points: [[0, 0], [1, 3], [2, -1], [2*pi, 0]]}}\n"
              "forces: {f: {torque: wheel, value: \"-table(O.angle, load)\"}}\n"
              "initial: {O.speed: 10}\n"
              "analyses: [dynamics: {end: 3, output: 0.1, tolerance: 1e-8}]\n",
        NULL, TML_BY(by));
    const double turn = 2 * 3.14159265358979323846, all = 1.5 + 1 - 0.5 * (turn - 2);
    for (int i = 0; i <= 30; i++) {
        const double q = tml_case_at(&c, 0.1 * i, "O.angle"), n = floor(q / turn), x = q - n * turn;
        const double part = x < 1   ? 1.5 * x * x
                            : x < 2 ? 1.5 + 3 * (x - 1) - 2 * (x - 1) * (x - 1)
                                    : 2.5 - (x - 2) + (x - 2) * (x - 2) / (2 * (turn - 2));
        at(&c, 0.1 * i, "O.speed", sqrt(100 - 2 / 0.3 * (n * all + part)), 1e-9);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(profiles, load_over_the_angle, 10)

/* A follower in a groove whose motion is parabolic: the acceleration jumps, the energy does not. Without breaks it is off by 1e-6. */
Test(profiles, energy_stays_where_the_acceleration_of_a_groove_jumps)
{
    tml_case c = tml_case_run_text(
        "groove",
        "trammel: 1\n"
        "points: {O: [0, 0], F: [0, 60 mm], G: [0, 100 mm], S: [0, 200 mm]}\n"
        "tables: {lift: {periodic: true, segments: [{rise: 20 mm, over: 90 deg, law: 3-4-5}, {dwell: 30 deg}, "
        "{return: 20 mm, over: 90 deg, law: parabolic}, {dwell: 150 deg}]}}\n"
        "bodies: {shaft: {points: [O], mass: 1, inertia: 2e-3}, follower: {points: [F, G], mass: 200 g, shape: "
        "rod}}\n"
        "joints:\n"
        "  O: {revolute: [ground, shaft]}\n"
        "  F: {prismatic: [ground, follower], axis: y}\n"
        "  groove: {coupler: \"F.displacement = table(O.angle, lift)\"}\n"
        "forces: {s: {spring: [ground.S, follower.G], stiffness: 3 N/mm, length: 120 mm}}\n"
        "initial: {O.speed: 40}\n"
        "analyses: [assembly: {}, dynamics: {end: 1, output: 0.1, tolerance: 1e-8}]\n",
        NULL);
    cr_expect_lt(tml_fact_number(c.table, "worst energy error"), 1e-9, "%g",
                 tml_fact_number(c.table, "worst energy error"));
    cr_expect_lt(tml_fact_number(c.table, "rejected steps"), 60, "%g", tml_fact_number(c.table, "rejected steps"));
    tml_case_free(&c);
}

/* Work in a driven motion, whose steps end at the ends of phases too: the energy is J w^2/2 there. */
Test(profiles, energy_of_a_driven_motion_is_exact_across_phases)
{
    tml_case c =
        tml_case_run_text("driven",
                          WHEEL "tables: {move: {trapezoid: {to: 1, speed: 2, acceleration: 7, deceleration: 3}}}\n"
                                "drivers: {m: {O.angle: \"table(t, move)\"}}\n"
                                "analyses: [inverse: {end: 1.3, output: 0.1}]\n",
                          NULL);
    cr_expect_lt(tml_fact_number(c.table, "worst energy error"), 1e-13, "%g",
                 tml_fact_number(c.table, "worst energy error"));
    tml_case_free(&c);
}

Test(profiles, pick_and_place_meets_its_poses)
{
    tml_case c = tml_case_run("pick-and-place/pick-and-place.yaml", TML_AS_WRITTEN);
    static const struct {
        double t, shoulder, elbow;
        bool rests;
    } poses[] = {{0, 20, 70, true},    {0.2, 5, 60, true},   {0.3, 5, 60, true},   {0.5, 40, 75, false},
                 {0.9, 95, 40, false}, {1.2, 110, 20, true}, {1.3, 110, 20, true}, {2, 20, 70, true}};
    for (size_t i = 0; i < sizeof poses / sizeof *poses; i++) {
        at(&c, poses[i].t, "O.angle", poses[i].shoulder * DEGREE, 1e-14);
        at(&c, poses[i].t, "A.angle", poses[i].elbow * DEGREE, 1e-14);
        if (poses[i].rests) {
            at(&c, poses[i].t, "O.speed", 0, 1e-13), at(&c, poses[i].t, "A.speed", 0, 1e-13);
            at(&c, poses[i].t, "arm.alpha", 0, 1e-11), at(&c, poses[i].t, "hand.alpha", 0, 1e-11);
        }
    }
    cr_expect_lt(fabs(tml_case_at(&c, 2, "energy.work")), 1e-11, "%g", tml_case_at(&c, 2, "energy.work"));
    tml_case_free(&c);
}
