/* vehicle_parts.c - parts that need not be written: all examples run; roll stiffness of a bar, wheels steered by a rack, against closed forms. */
#include "model/ready_part.h"
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

Test(vehicle_parts, examples_run)
{
    cr_assert_geq(tml_ready_part_class_count, 4);
    for (int i = 0; i < tml_ready_part_class_count; i++) {
        tml_case c = tml_case_run_text(tml_ready_part_classes[i]->name, tml_ready_part_classes[i]->example, NULL);
        cr_expect_gt(tml_table_rows(c.table), 1, "%s", tml_ready_part_classes[i]->name);
        tml_case_free(&c);
    }
}

#define AXLE                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "space: space\n"                                                                                                   \
    "gravity: none\n"                                                                                                  \
    "points: {O: [0.1, 0, 0.2], A: [%.17g, 0.5, 0], B: [%.17g, -0.5, 0]}\n"                                            \
    "bodies: {axle: {points: [A, B, O], com: O, mass: 50, inertia: [8, 1, 8]}}\n"                                      \
    "use: {bar: {part: anti-roll-bar, at: [0, 0, 0.3], ports: {chassis: ground, left_arm: axle.A, right_arm: "         \
    "axle.B}, "                                                                                                        \
    "with: {length: 1, arm: %.17g, mass: 2%s}}}\n"                                                                     \
    "joints: {roll: {revolute: [ground, axle], at: O, axis: x}}\n"

/* K = 4 k (w/a)^2 against roll, k = G pi d^4/(32 l) of a round bar; what swings is the axle and, by (w/a)^2, the halves of the bar. */
static void bar_resists_roll(const char *by)
{
    static const double arms[] = {0.25, -0.2};
    for (int i = 0; i < 4; i++) {
        char text[1024];
        const double a = arms[i % 2], w = 0.5, k = i < 2 ? 80e9 * acos(-1) * pow(0.02, 4) / 32 : 700;
        snprintf(text, sizeof text, AXLE "analyses: [modes]\n", a, a, a, i < 2 ? "" : ", stiffness: 700");
        tml_case c = tml_case_run_text_with("roll", text, NULL, TML_BY(by));
        const double half = 2 * a * a / 20 + a * a / 16, J = 8 + 2 * half * w * w / (a * a),
                     K = 4 * k * w * w / (a * a);
        tml_case_near(&c, "frequency", tml_case_value(&c, 0, "eigenvalue.im"), sqrt(K / J), 1e-10 * sqrt(K / J));
        tml_case_free(&c);
    }
}
TML_TEST_EACH(vehicle_parts, bar_resists_roll, 20)

/* Held at an angle: the torque that the roll needs is that of the twisted bar by its arms and drop links, all in closed form. Links of the length 0.3 go from the end of an
 * arm, at (a cos b, 0.3 - a sin b) behind the bar, to the axle. */
Test(vehicle_parts, held_roll_needs_the_torque_of_the_bar)
{
    const double a = 0.25, phi = 0.1;
    double angle[2];
    tml_case c = tml_case_run_text("held",
                                   "trammel: 1\nspace: space\ngravity: none\n"
                                   "points: {O: [0.1, 0, 0.2], A: [0.25, 0.5, 0], B: [0.25, -0.5, 0]}\n"
                                   "bodies: {axle: {points: [A, B, O], com: O, mass: 50, inertia: [8, 1, 8]}}\n"
                                   "use: {bar: {part: anti-roll-bar, at: [0, 0, 0.3], ports: {chassis: ground, "
                                   "left_arm: axle.A, right_arm: axle.B}, "
                                   "with: {length: 1, arm: 0.25, stiffness: 700}}}\n"
                                   "joints: {roll: {revolute: [ground, axle], at: O, axis: x}}\n"
                                   "drivers: {hold: {roll.angle: 0.1}}\nanalyses: [static]\n",
                                   NULL);
    for (int side = 0; side < 2; side++) {
        /* the end of the drop link on the axle, about O = (0.1, 0, 0.2) */
        const double y0 = side ? -0.5 : 0.5, y = y0 * cos(phi) + 0.2 * sin(phi),
                     z = 0.2 + y0 * sin(phi) - 0.2 * cos(phi);
        double b = 0; /* |(a cos b - a, y0 - y, 0.3 - a sin b - z)| = 0.3 by Newton's method */
        for (int k = 0; k < 50; k++) {
            const double x = a * cos(b) - a, dz = 0.3 - a * sin(b) - z;
            b -= (x * x + (y0 - y) * (y0 - y) + dz * dz - 0.09) / (2 * (-a * sin(b) * x - a * cos(b) * dz));
        }
        angle[side] = b;
    }
    tml_case_near(&c, "left", tml_case_value(&c, 0, "bar.L.angle"), angle[0], 1e-12);
    tml_case_near(&c, "right", tml_case_value(&c, 0, "bar.R.angle"), angle[1], 1e-12);
    tml_case_near(&c, "twist", fabs(tml_case_value(&c, 0, "bar.twist.torque")), 700 * fabs(angle[0] - angle[1]), 1e-9);
    tml_case_free(&c);
}

/* ---- steering ---- */

/* Angle of an arm a about A whose end keeps its distance from the end L of the rack, which has moved by s along y: of the triangle of A, both ends. */
static double steered(const double A[2], const double P[2], const double L[2], double s)
{
    const double ax = P[0] - A[0], ay = P[1] - A[1], a = hypot(ax, ay), l = hypot(P[0] - L[0], P[1] - L[1]);
    const double turn[2] = {0, s};
    double at[2];
    for (int i = 0; i < 2; i++) {
        const double dx = L[0] - A[0], dy = L[1] + turn[i] - A[1], d = hypot(dx, dy);
        const double corner = acos((a * a + d * d - l * l) / (2 * a * d)), toward = atan2(dy, dx);
        const double side =
            (L[0] - A[0]) * ay - (L[1] - A[1]) * ax > 0 ? 1 : -1; /* on which side of the line to the rack the arm is */
        at[i] = toward + side * corner;
    }
    return at[1] - at[0];
}

static void rack_steers_both_wheels(const char *by)
{
    const double A[] = {0, 0.75}, P[] = {-0.15, 0.70}, L[] = {-0.2, 0.35}, B[] = {0, -0.75}, Q[] = {-0.15, -0.70},
                 R[] = {-0.2, -0.35};
    for (int space = 0; space < 2; space++) {
        const char *z = space ? ", 0" : "", *axis = space ? ", axis: z" : "",
                   *inertia = space ? "[0.5, 0.5, 0.5]" : "0.5";
        char text[1200];
        snprintf(text, sizeof text,
                 "trammel: 1\n%sgravity: none\n"
                 "points: {A: [0, 0.75%s], B: [0, -0.75%s], P: [-0.15, 0.70%s], Q: [-0.15, -0.70%s]}\n"
                 "bodies:\n  left: {points: [A, P], com: A, mass: 10, inertia: %s}\n"
                 "  right: {points: [B, Q], com: B, mass: 10, inertia: %s}\n"
                 "joints: {A: {revolute: [ground, left]%s}, B: {revolute: [ground, right]%s}}\n"
                 "use: {s: {part: steering, at: [-0.2, 0%s], ports: {chassis: ground, left_arm: left.P, right_arm: "
                 "right.Q}, "
                 "with: {length: 0.7, travel: 60 mm}}}\n"
                 "drivers: {hand: {s.W.angle: 4*sin(t)}}\n"
                 "analyses: [dynamics: {end: 6, output: 0.5, tolerance: 1e-11}]\n",
                 space ? "space: space\n" : "", z, z, z, z, inertia, inertia, axis, axis, z);
        tml_case c = tml_case_run_text_with("steered", text, NULL, TML_BY(by));
        for (size_t row = 0; row < tml_table_rows(c.table); row++) {
            const double s = 0.06 * 4 * sin(tml_case_value(&c, row, "t")) / (2 * acos(-1));
            const double left = steered(A, P, L, s), right = steered(B, Q, R, s);
            tml_case_near(&c, "rack", tml_case_value(&c, row, "s.S.displacement"), s, 1e-12);
            tml_case_near(&c, "left", tml_case_value(&c, row, "A.angle"), left, 1e-10);
            tml_case_near(&c, "right", tml_case_value(&c, row, "B.angle"), right, 1e-10);
            if (fabs(s) > 1e-3) /* Ackermann: the inner wheel turns more, that on the side turned to */
                cr_expect_gt((fabs(left) - fabs(right)) * (left > 0 ? 1 : -1), 0, "%g, %g", left, right);
        }
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(vehicle_parts, rack_steers_both_wheels, 30)

/* ---- a car ---- */

/* Yaw rate of the car at the end of its turn. */
static double yaw_rate(const char *path, const char *edit[2], const char *other[2])
{
    tml_case c = tml_case_run_with(path, TML_EDITS({edit[0], edit[1]}, {other[0], other[1]}), TML_BY(NULL));
    c.table = tml_case_table(&c, "dynamics");
    const double w = tml_case_value(&c, tml_table_rows(c.table) - 1, "chassis.omegaz");
    tml_case_laws(&c);
    tml_case_free(&c);
    return w;
}

/* The car of models/full-car with its bars and its steering as ready parts turns as that does, but for the mass of steering wheel and bars; a stiff bar in front makes it understeer, one
 * behind oversteer: the axle with the larger difference of loads has less grip. */
Test(vehicle_parts, car_turns_as_the_one_that_is_written, .timeout = TML_SLOWER * 60)
{
    const char *none[] = {"wheelbase: 2.6", "wheelbase: 2.6"};
    const double written = yaw_rate("full-car/full-car.yaml", none, none);
    const double ready =
        yaw_rate("../docs/guide/car.yaml", (const char *[]){"hand: 0.5,", "hand: 0.5026548245743669,"}, none);
    cr_expect_float_eq(ready, written, 2e-3 * written, "%.9g, %.9g", ready, written);
    const double front = yaw_rate("../docs/guide/car.yaml", (const char *[]){"front_roll: 400 ", "front_roll: 4000 "},
                                  (const char *[]){"hand: 0.5,", "hand: 1,"}),
                 rear = yaw_rate("../docs/guide/car.yaml", (const char *[]){"rear_roll: 400\n", "rear_roll: 4000\n"},
                                 (const char *[]){"hand: 0.5,", "hand: 1,"});
    cr_expect_gt(rear, 1.01 * front, "with a stiff bar in front %.9g rad/s, behind %.9g", front, rear);
}

/* ---- bad requests ---- */

Test(vehicle_parts, bad_uses_are_explained)
{
    static const char *const wrong[][2] = {
        {"use: {b: {part: anti-roll-bar, ports: {chassis: ground, left_arm: ground, right_arm: ground}, with: {length: "
         "1, arm: 1}}}",
         "it needs space: space"},
        {"use: {b: {part: steering, ports: {chassis: ground, left_arm: ground, right_arm: ground}}}",
         "needs a value of \"length\""},
        {"use: {b: {part: stearing, ports: {chassis: ground}}}", "did you mean \"steering\"?"},
        {"use: {b: {part: steering, ports: {chassis: ground}, with: {length: 1}}}", "left_arm"},
        {"use: {b: {part: steering, ports: {chassis: ground, left_arm: ground, right_arm: ground}, with: {lenght: 1, "
         "length: 1}}}",
         "lenght"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[512];
        bool found = false;
        snprintf(text, sizeof text, "trammel: 1\n%s\nanalyses: [assembly]\n", wrong[i][0]);
        tml_log *log = tml_messages_of(text);
        for (size_t k = 0; k < tml_log_count(log); k++)
            found |= strstr(tml_log_get(log, k).text, wrong[i][1]) != NULL;
        cr_expect(found, "no message with \"%s\"; the first: %s", wrong[i][1],
                  tml_log_count(log) ? tml_log_get(log, 0).text : "none");
        tml_log_free(log);
    }
}
