/* driven_friction.c - dry friction where a driver gives the slip: at rest its force moves nothing, and the driver feels it as soon as it moves on.
 *
 *   x = 0 until t0, then +- c (t - t0)^n      F = m x'' + mu m g sign(x')      one change: it slides from t0 on
 *
 * Of teeth of efficiency eta, without any other load, T = J1 phi1'' + (z1/z2)^2 J2 phi1''/eta.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static double power(double base, int n)
{
    return n > 0 ? base * power(base, n - 1) : 1;
}

static double acceleration(double t, double c, int n)
{
    return t > 0.3 ? c * n * (n - 1) * power(t - 0.3, n - 2) : 0;
}

static void moves_on(const char *by, const char *gravity, double c, int n)
{
    char text[700];
    snprintf(text, sizeof text,
             "trammel: 1\n"
             "gravity: %s\n"
             "bodies:\n"
             "  ground: {points: {P: [0, 0]}}\n"
             "  block: {points: {P: [0, 0]}, mass: 5, inertia: 0.1}\n"
             "joints: {P: {prismatic: [ground, block], axis: [1, 0], friction: 0.4}}\n"
             "drivers: {m: {P.displacement: \"%g*if(t < 0.3, 0, (t - 0.3)^%d)\"}}\n"
             "analyses: [dynamics: {end: 1, output: 0.05, tolerance: 1e-10}]\n",
             gravity, c, n);
    tml_case run = tml_case_run_text_with("driven", text, NULL, TML_BY(by));
    const double weight = gravity[0] == 'n' ? 0 : 5 * 9.81;
    for (size_t row = 0; row < tml_table_rows(run.table); row++) {
        const double t = tml_case_value(&run, row, "t");
        if (fabs(t - 0.3) > 1e-4)
            tml_case_near(&run, "force", tml_case_value(&run, row, "m.force"),
                          5 * acceleration(t, c, n) + (t > 0.3 ? copysign(0.4 * weight, c) : 0),
                          1e-9 * (5 * fabs(c) + weight));
    }
    cr_expect_eq(tml_fact_number(run.table, "changes of contact and friction"), 1, "%s: %s, %g, %d", by, gravity, c, n);
    tml_case_free(&run);
}

static void block_is_moved_on(const char *by)
{
    for (int n = 2; n <= 4; n++) {
        moves_on(by, "[0, -9.81]", 2, n);
        moves_on(by, "[0, -9.81]", -2, n);
        moves_on(by, "none", 2, n);
    }
}
TML_TEST_EACH(driven_friction, block_is_moved_on, 20)

static void teeth_are_moved_on(const char *by)
{
    tml_case run = tml_case_run_text_with("teeth",
                                          "trammel: 1\n"
                                          "gravity: none\n"
                                          "bodies:\n"
                                          "  ground: {points: {A: [0, 0], B: [0.14, 0]}}\n"
                                          "  one: {points: {A: [0, 0]}, mass: 1, inertia: 0.01}\n"
                                          "  two: {points: {B: [0, 0]}, mass: 2, inertia: 0.03, position: [0.14, 0]}\n"
                                          "joints:\n"
                                          "  A: {revolute: [ground, one]}\n"
                                          "  B: {revolute: [ground, two]}\n"
                                          "  g: {gear: [A, B], teeth: [20, 50], module: 4 mm, efficiency: 0.95}\n"
                                          "drivers: {m: {A.angle: \"3*if(t < 0.3, 0, (t - 0.3)^4)\"}}\n"
                                          "analyses: [dynamics: {end: 1, output: 0.05, tolerance: 1e-10}]\n",
                                          NULL, TML_BY(by));
    for (size_t row = 0; row < tml_table_rows(run.table); row++) {
        const double t = tml_case_value(&run, row, "t");
        tml_case_near(&run, "torque", tml_case_value(&run, row, "m.torque"),
                      (0.01 + 0.4 * 0.4 * 0.03 / 0.95) * acceleration(t, 3, 4), 1e-10);
    }
    cr_expect_eq(tml_fact_number(run.table, "changes of contact and friction"), 1, "%s", by);
    tml_case_free(&run);
}
TML_TEST_EACH(driven_friction, teeth_are_moved_on, 20)

/* Where the slip turns round friction jumps: a row there has the value on the side on which the motion goes on, the last one that from which it
 * came, however the speed is rounded.  x = X (1 - cos w t)  F = m X w^2 cos(w t) + mu m g sign(sin w t) */
static void rows_at_reversals_are_limits_of_the_motion(const char *analysis, double offset)
{
    char text[700];
    snprintf(text, sizeof text,
             "trammel: 1\n"
             "gravity: [0, -9.81]\n"
             "bodies:\n"
             "  ground: {points: {P: [0, 0]}}\n"
             "  block: {points: {P: [0, 0]}, mass: 5, inertia: 0.1}\n"
             "joints: {P: {prismatic: [ground, block], axis: [1, 0], friction: 0.4}}\n"
             "drivers: {m: {P.displacement: \"%g + 0.1*(1 - cos(10*t))\"}}\n"
             "analyses: [%s: {end: 6*pi/10, output: pi/40}]\n",
             offset, analysis);
    tml_case run = tml_case_run_text("reversal", text, NULL);
    const size_t rows = tml_table_rows(run.table);
    cr_assert_eq(rows, 25);
    for (size_t row = 0; row < rows; row++) {
        const bool back = row == rows - 1 || row / 4 % 2 == 1; /* four rows each way, the last one of the way back */
        tml_case_near(&run, "force", tml_case_value(&run, row, "m.force"),
                      5 * 0.1 * 100 * cos((double)row * acos(-1) / 4) + (back ? -1 : 1) * 0.4 * 5 * 9.81, 1e-9);
    }
    tml_case_free(&run);
}

Test(driven_friction, rows_at_reversals_of_inverse)
{
    for (int i = 0; i < 5; i++) /* the rounding of speeds is another one */
        rows_at_reversals_are_limits_of_the_motion("inverse", 0.1 * i);
}

Test(driven_friction, rows_at_reversals_of_kinematics)
{
    for (int i = 0; i < 5; i++)
        rows_at_reversals_are_limits_of_the_motion("kinematics", 0.1 * i);
}
