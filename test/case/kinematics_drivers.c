/* kinematics_drivers.c - drivers: missing, redundant, contradicting, jumping; full revolutions; the analysis that comes next. */
#include "support/driven_fourbar.h"
#include "support/models.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>

#define FOURBAR                                                                                                        \
    "trammel: 1\n"                                                                                                     \
    "points: {O: [0, 0], A: [0, 1], B: [2, 2], C: [2, 0]}\n" FOURBAR_OF_RODS

Test(kinematics_drivers, degrees_of_freedom_without_a_driver_are_named)
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

Test(kinematics_drivers, drivers_of_compliant_joints_are_refused)
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

Test(kinematics_drivers, contradicting_drivers_are_named)
{
    tml_expect_run(
        FOURBAR "drivers: {a: {O.angle: t}, b: {C.angle: 1 + 0.3*t}}\nanalyses: [kinematics: {end: 1}]\n", TML_FAILED,
        "1 driver is too many: b prescribes what the joints and a already determine; they contradict each other");
    tml_expect_run(FOURBAR "drivers: {a: {O.angle: t}, b: {crank.angle: t + t^4}}\nanalyses: [kinematics: {end: 1}]\n",
                   TML_FAILED, "contradict each other: at t = ");
}

/* Two drivers that prescribe the same share the torque of one. */
Test(kinematics_drivers, redundant_drivers_share_the_torque)
{
    static const char one[] = FOURBAR "drivers: {a: {O.angle: t}}\nanalyses: [kinematics: {end: 1, output: 0.1}]\n";
    static const char two[] =
        FOURBAR "drivers: {a: {O.angle: t}, b: {crank.angle: t}}\nanalyses: [kinematics: {end: 1, output: 0.1}]\n";
    tml_case c = tml_run_to_status(one, TML_OK), both = tml_run_to_status(two, TML_OK);
    tml_expect_message(&both, "1 driver is too many: b prescribes what the joints and a already determine; they agree");
    for (size_t i = 0; i < 11; i++) {
        expect_channel(&both, i, "a.torque", 0.5 * tml_case_value(&c, i, "a.torque"), 1e-11);
        expect_channel(&both, i, "b.torque", 0.5 * tml_case_value(&c, i, "a.torque"), 1e-11);
        expect_channel(&both, i, "C.angle", tml_case_value(&c, i, "C.angle"), 1e-13);
    }
    tml_case_free(&c);
    tml_case_free(&both);
}

Test(kinematics_drivers, jumps_and_undefined_drivers_are_named_with_their_time)
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

/* Full revolutions within a fiftieth of the output interval: none is lost. */
Test(kinematics_drivers, full_revolutions_between_outputs_are_counted)
{
    const double r[5] = {0, 2.5, 1, 2.2, 2};
    char text[2000];
    tml_case c = tml_case_run_text("fast",
                                   fourbar_text(text, sizeof text, r, 1, 0.5, 1.5,
                                                "drivers: {drive: {O.angle: 'step(t, 0.4, 1, 0.41, 1 + 6*pi)'}}\n"
                                                "analyses: [kinematics: {end: 1, output: 0.5}]\n"),
                                   TML_AS_WRITTEN);
    expect_channel(&c, 2, "O.angle", 1 + 6 * PI, 1e-14);
    expect_channel(&c, 2, "C.angle", tml_case_value(&c, 0, "C.angle"), 1e-13);
    expect_channel(&c, 2, "A.angle", tml_case_value(&c, 0, "A.angle") - 6 * PI, 1e-12);
    tml_case_free(&c);
}

Test(kinematics_drivers, wrong_options_are_refused)
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

/* Dynamics with the same driver continues the motion, with the same torque. */
Test(kinematics_drivers, dynamics_with_the_same_driver_continues_the_motion)
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
        expect_channel(&k, i, "t", 0.5 + 0.1 * (double)i, 1e-15);
        expect_channel(&c, i, "C.angle", tml_case_value(&k, i, "C.angle"), 1e-9);
        expect_channel(&c, i, "C.acceleration", tml_case_value(&k, i, "C.acceleration"), 1e-8);
        expect_channel(&c, i, "a.torque", tml_case_value(&k, i, "a.torque"), 1e-7);
        expect_channel(&c, i, "B.fx", tml_case_value(&k, i, "B.fx"), 1e-7);
        expect_channel(&c, i, "energy.work", tml_case_value(&k, i, "energy.work"), 1e-8);
    }
    tml_case_free(&c);
    tml_case_free(&k);
}
