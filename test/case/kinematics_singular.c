/* kinematics_singular.c - driven mechanisms that pass dead points, start or end in one, or lock: against the geometry of the linkage. */
#include "support/driven_fourbar.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

/* ---- dead points ---- */

static const double PARALLELOGRAM[5] = {0, 2, 1, 2, 1};

/* The crank rotates at constant rate through both dead points, which are output times too: the rocker follows the crank. */
Test(kinematics_singular, driven_crank_passes_dead_points)
{
    char text[2000];
    fourbar_text(text, sizeof text, PARALLELOGRAM, PI / 2, 0, PI / 2,
                 "drivers: {drive: {O.angle: pi/2 + 2*pi*t}}\n"
                 "analyses: [kinematics: {end: 1, output: 0.125}]\n");
    tml_case c = tml_run_to_status(text, TML_OK);
    tml_expect_message(&c, "passes a dead point at t = 0.25 s");
    tml_expect_message(&c, "passes a dead point at t = 0.75 s");
    cr_expect_str_eq(tml_case_fact(&c, "dead points passed"), "2");
    cr_assert_eq(tml_table_rows(c.table), 9);
    for (size_t i = 0; i < 9; i++) {
        const double q = tml_case_value(&c, i, "O.angle"), w = 2 * PI;
        expect_channel(&c, i, "C.angle", q, 1e-13);
        expect_channel(&c, i, "C.speed", w, 1e-11);
        expect_channel(&c, i, "C.acceleration", 0, 1e-9);
        expect_channel(&c, i, "coupler.angle", 0, 1e-13);
        /* constant speed: the torque carries the weights, 1 kg and 1.5 kg at half a metre, 2 kg at one */
        expect_channel(&c, i, "drive.torque", 9.81 * cos(q) * (0.5 * 1 + 0.5 * 1.5 + 2), 1e-8);
    }
    expect_closed(&c);
    cr_expect_leq(tml_case_largest(&c, "energy.error"), 1e-9);
    tml_case_free(&c);
}

/* It ends in the dead point itself. */
Test(kinematics_singular, motion_may_end_in_a_dead_point)
{
    char text[2000];
    fourbar_text(text, sizeof text, PARALLELOGRAM, PI / 2, 0, PI / 2,
                 "drivers: {drive: {O.angle: pi/2 + 2*pi*t}}\n"
                 "analyses: [kinematics: {end: 0.25, output: 0.05}]\n");
    tml_case c = tml_run_to_status(text, TML_OK);
    cr_assert_eq(tml_table_rows(c.table), 6);
    expect_channel(&c, 5, "t", 0.25, 0);
    expect_channel(&c, 5, "C.angle", PI, 1e-13);
    expect_channel(&c, 5, "C.speed", 2 * PI, 1e-11);
    tml_case_free(&c);
}

/* With the driver at rest the branch is undetermined; moving, the parallelogram has the least kinetic energy, and is followed for a revolution. */
Test(kinematics_singular, motion_may_start_in_a_dead_point)
{
    char text[2000];
    fourbar_text(text, sizeof text, PARALLELOGRAM, 0, 0, 0,
                 "drivers: {drive: {O.angle: 2*pi*t^2}}\n"
                 "analyses: [kinematics: {end: 1}]\n");
    tml_expect_run(text, TML_FAILED, "is in a dead point at t = 0 s");
    fourbar_text(text, sizeof text, PARALLELOGRAM, 0, 0, 0,
                 "drivers: {drive: {O.angle: 2*pi*t}}\n"
                 "analyses: [kinematics: {end: 1, output: 0.05}]\n");
    tml_case c = tml_run_to_status(text, TML_OK);
    tml_expect_message(&c, "least kinetic energy");
    cr_assert_eq(tml_table_rows(c.table), 21);
    for (size_t row = 0; row < 21; row++)
        expect_channel(&c, row, "C.angle", 2 * PI * 0.05 * (double)row, 1e-9);
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

/* The slider is driven as the crank would move it, through both dead points: the crank keeps its rate. */
Test(kinematics_singular, slider_drives_through_its_dead_points)
{
    tml_case c = tml_run_to_status(PUSHED_SLIDER
                                   "drivers:\n"
                                   "  push: {S.displacement: cos(pi/2 - 2*pi*t) + sqrt(9 - sin(pi/2 - 2*pi*t)^2)}\n"
                                   "analyses: [kinematics: {end: 1, output: 0.125}]\n",
                                   TML_OK);
    tml_expect_message(&c, "passes a dead point at t = 0.25 s");
    tml_expect_message(&c, "passes a dead point at t = 0.75 s");
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        expect_channel(&c, i, "O.angle", PI / 2 - 2 * PI * tml_case_value(&c, i, "t"), 1e-13);
        expect_channel(&c, i, "O.speed", -2 * PI, 1e-11);
        expect_channel(&c, i, "O.acceleration", 0, 1e-8);
    }
    tml_case_free(&c);
}

/* Pushed beyond crank and rod in one line, at 2.8 + 0.5 t = 4. Rows up to then are kept. */
Test(kinematics_singular, slider_locks_where_the_geometry_says)
{
    tml_case c = tml_run_to_status(PUSHED_SLIDER "drivers: {push: {S.displacement: 2.8 + 0.5*t}}\n"
                                                 "analyses: [kinematics: {end: 4, output: 0.25}]\n",
                                   TML_FAILED);
    tml_case_near(&c, "time", tml_message_number(&c, "the mechanism locks at t = "), 2.4, 1e-9);
    tml_expect_message(&c, "driver push demands more");
    cr_assert_eq(tml_table_rows(c.table), 10);
    expect_channel(&c, 9, "O.angle", acos((1 + 3.925 * 3.925 - 9) / (2 * 3.925)), 1e-12); /* triangle 1, 3, 3.925 */
    tml_case_free(&c);
}

/* A rocker as input: it stops where crank and coupler are in one line, |OB| = r2 + r3. */
Test(kinematics_singular, rocker_locks_where_the_geometry_says)
{
    const double r[5] = {0, 2.5, 1, 2.2, 2};
    char text[2000];
    fourbar_text(text, sizeof text, r, 1, 0.5, 1.5,
                 "drivers: {drive: {C.angle: 1.6 - t}}\n"
                 "analyses: [kinematics: {end: 3, output: 0.05}]\n");
    tml_case c = tml_run_to_status(text, TML_FAILED);
    const double b = 3.2, limit = PI - acos((2.5 * 2.5 + 4 - b * b) / (2 * 2.5 * 2));
    tml_case_near(&c, "time", tml_message_number(&c, "the mechanism locks at t = "), 1.6 - limit, 1e-8);
    fourbar_check(&c, r, -1, 1e-9);
    tml_case_free(&c);
}

/* Almost a parallelogram: it does not pass the change point but folds over close to it, fast. */
Test(kinematics_singular, a_near_miss_is_no_dead_point)
{
    const double r[5] = {0, 2, 1, 2, 1 + 1e-8};
    char text[2000];
    fourbar_text(text, sizeof text, r, PI / 2, 0, PI / 2,
                 "drivers: {drive: {O.angle: pi/2 + 2*pi*t}}\n"
                 "analyses: [kinematics: {end: 2, output: 0.1}]\n");
    tml_case c = tml_run_to_status(text, TML_OK);
    tml_expect_message(&c, "comes close to a dead point at t = 0.25");
    tml_expect_no_message(&c, "passes a dead point");
    fourbar_check(&c, r, -1, 1e-9);
    expect_channel(&c, 20, "C.angle", PI / 2, 1e-6); /* over and back: it has made no revolution with the crank */
    tml_case_free(&c);
}

/* ---- random four-bars: on their branch, or locked where it ends ---- */

static double uniform(unsigned *seed, double low, double high)
{
    *seed = *seed * 1664525u + 1013904223u;
    return low + (high - low) * (double)(*seed >> 8) / 16777216;
}

/* The rotation of the crank from `angle` until coupler and rocker are in one line; INFINITY: it makes full revolutions. */
static double rotation_to_lock(const double r[5], double angle)
{
    const double longest = r[3] + r[4], shortest = fabs(r[3] - r[4]);
    double limit = INFINITY;
    for (int k = 0; k < 2; k++) {
        const double d = k ? shortest : longest, c = (r[1] * r[1] + r[2] * r[2] - d * d) / (2 * r[1] * r[2]);
        for (int sign = -1; sign < 2 && fabs(c) < 1; sign += 2) {
            const double ahead = fmod(sign * acos(c) - angle + 8 * PI, 2 * PI);
            limit = fmin(limit, ahead);
        }
    }
    return limit;
}

static void check_random(unsigned *seed)
{
    double r[5] = {0}, angle, d;
    do {
        for (int i = 1; i < 5; i++)
            r[i] = uniform(seed, 0.2, 2);
        angle = uniform(seed, 0, 2 * PI);
        d = hypot(r[2] * cos(angle) - r[1], r[2] * sin(angle));
    } while (d > 0.98 * (r[3] + r[4]) || d < 1.02 * fabs(r[3] - r[4]) + 0.02);
    const int side = uniform(seed, -1, 1) < 0 ? -1 : 1;
    rotating three, four;
    fourbar_solve(r, side, (rotating){angle, 1, 0}, &three, &four);
    const double limit = rotation_to_lock(r, angle);
    char text[2000], rest[200];
    snprintf(rest, sizeof rest,
             "drivers: {drive: {O.angle: %.17g + 2*pi*t}}\nanalyses: [kinematics: {end: 1, output: 0.02}]\n", angle);
    tml_case c = tml_run_to_status(fourbar_text(text, sizeof text, r, angle, three.angle, four.angle, rest),
                                   limit < 2 * PI ? TML_FAILED : TML_OK);
    if (limit < 2 * PI)
        tml_case_near(&c, "time", tml_message_number(&c, "the mechanism locks at t = "), limit / (2 * PI), 2e-9);
    fourbar_check(&c, r, side, limit < 2 * PI ? 1e-8 : 1e-9);
    tml_expect_no_message(&c, "passes");
    tml_case_free(&c);
}

Test(kinematics_singular, random_fourbars_match_their_closed_forms)
{
    unsigned seed = 2005;
    for (int i = 0; i < 200; i++)
        check_random(&seed);
}
