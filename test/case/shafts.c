/* shafts.c - joints of shafts that bend: constant-velocity joints, beside universal joints, and gimbals, against closed forms.
 *
 * At the bend b a constant-velocity joint transmits speeds and torques unchanged, with the bending moment T tan(b/2) on each shaft. Behind a universal
 * joint, with its first pin across both shafts at angle 0,
 *   w_2 = w_1 cos b/(1 - sin(b)^2 cos(angle)^2)   or with the sine, by which pin is there
 */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>

#define RUN(text, by) tml_case_run_text_with("shafts", text, TML_AS_WRITTEN, TML_BY(by))

static void expect(const tml_case *c, double t, const char *channel, double want, double bar)
{
    tml_case_near(c, channel, tml_case_at(c, t, channel), want, bar);
}

/* Two shafts at 30 degrees, the second free to slide along and to swing about its middle joint only as its bearing allows. */
#define SHAFTS(joint, rest)                                                                                            \
    "trammel: 1\n"                                                                                                     \
    "space: space\n"                                                                                                   \
    "gravity: none\n"                                                                                                  \
    "parameters: {bend: 30 deg}\n"                                                                                     \
    "points: {O: [0, 0, 0], A: [-1, 0, 0], B: [cos(bend), sin(bend), 0]}\n"                                            \
    "bodies:\n"                                                                                                        \
    "  in: {points: [A, O], mass: 1, inertia: [0.01, 0.02, 0.02]}\n"                                                   \
    "  out: {points: [O, B], mass: 1, inertia: [0.02, 0.02, 0.02]}\n"                                                  \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, in], axis: x}\n"                                                                         \
    "  O: {" joint "}\n"                                                                                               \
    "  B: {parallel: [ground, out], axis: [cos(bend), sin(bend), 0]}\n" rest

/* The angle of the second shaft about its own axis: from the direction of z, which is across both at the start. */
static void keeps_the_speed(const char *by)
{
    tml_case c = RUN(SHAFTS("constant-velocity: [in, out], axes: [x, [cos(bend), sin(bend), 0]]",
                            "drivers: {turn: {A.angle: 5*t + t^2}}\n"
                            "outputs: {speed: out.omegax*cos(bend) + out.omegay*sin(bend)}\n"
                            "analyses: [dynamics: {end: 2, output: 0.1, tolerance: 1e-11}]\n"),
                     by);
    for (int i = 0; i <= 20; i++) {
        const double t = 0.1 * i;
        expect(&c, t, "speed", 5 + 2 * t, 1e-10);
        const double bend = hypot(tml_case_at(&c, t, "O.angle1"), tml_case_at(&c, t, "O.angle2"));
        tml_case_near(&c, "bend", bend, 0.52359877559829887, 1e-10);
        /* torque 2*0.02 along the second shaft, and its bending moment */
        const double tx = tml_case_at(&c, t, "O.tx"), ty = tml_case_at(&c, t, "O.ty"), tz = tml_case_at(&c, t, "O.tz");
        const double cb = cos(0.52359877559829887), sb = 0.5, along = tx * cb + ty * sb, across = ty * cb - tx * sb;
        tml_case_near(&c, "torque", along, 2 * 0.02, 1e-10);
        tml_case_near(&c, "bending moment", hypot(across, tz), 2 * 0.02 * tan(0.26179938779914943), 1e-10);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(shafts, keeps_the_speed, 20)

Test(shafts, universal_joint_fluctuates)
{
    tml_case c = RUN(SHAFTS("universal: [in, out], axes: [z, [-sin(bend), cos(bend), 0]]",
                            "drivers: {turn: {A.angle: 5*t}}\n"
                            "outputs: {speed: out.omegax*cos(bend) + out.omegay*sin(bend)}\n"
                            "analyses: [kinematics: {end: 2, output: 0.1}]\n"),
                     NULL);
    for (int i = 0; i <= 20; i++) {
        const double a = 5 * 0.1 * i, s = sin(a);
        expect(&c, 0.1 * i, "speed", 5 * sqrt(0.75) / (1 - 0.25 * s * s), 1e-9);
    }
    tml_case_free(&c);
}
/* Without a bearing the joint swings as it turns: energy and angular momentum about its point, by every formulation. */
static void swings_freely(const char *by)
{
    tml_case c = RUN("trammel: 1\n"
                     "space: space\n"
                     "points: {O: [0, 0, 0], B: [0, 0, -0.5]}\n"
                     "bodies:\n"
                     "  hub: {points: [O], mass: 1, inertia: [0.02, 0.02, 0.03]}\n"
                     "  arm: {points: [O, B], com: [0, 0, -0.25], mass: 1, inertia: [0.02, 0.03, 0.01]}\n"
                     "joints:\n"
                     "  H: {revolute: [ground, hub], at: O, axis: z}\n"
                     "  O: {constant-velocity: [hub, arm], axis: z}\n"
                     "initial: {O.angle1: 0.6, O.angle2: -0.3, H.speed: 5, O.angle1_speed: 1}\n"
                     "analyses: [dynamics: {end: 3, output: 0.1, tolerance: 1e-12}]\n",
                     by);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(shafts, swings_freely, 20)

/* A gimbal is three pins in a row. */
static void gimbal_is_three_hinges(const char *by)
{
#define TOP "top: {points: [O], com: [0.02, 0, 0.1], mass: 1, inertia: [0.01, 0.012, 0.02]}\n"
#define RINGS                                                                                                          \
    "  one: {points: [O], mass: 1e-9, inertia: [1e-12, 1e-12, 1e-12]}\n"                                               \
    "  two: {points: [O], mass: 1e-9, inertia: [1e-12, 1e-12, 1e-12]}\n"
#define REST "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-11}]\n"
    tml_case c = RUN("trammel: 1\nspace: space\npoints: {O: [0, 0, 0]}\nbodies:\n  " TOP "joints:\n"
                     "  O: {gimbal: [ground, top], axes: [x, z]}\n"
                     "forces:\n"
                     "  a: {torsion: O.angle1, stiffness: 0.3}\n"
                     "  b: {torsion: O.angle2, stiffness: 2}\n"
                     "  c: {motor: O.angle3, torque: 0.1}\n"
                     "initial: {O.angle1: 0.3, O.angle3_speed: 20}\n" REST,
                     by),
             r = RUN("trammel: 1\nspace: space\npoints: {O: [0, 0, 0]}\nbodies:\n" RINGS "  " TOP "joints:\n"
                     "  A: {revolute: [ground, one], at: O, axis: x}\n"
                     "  B: {revolute: [one, two], at: O, axis: y}\n"
                     "  C: {revolute: [two, top], at: O, axis: z}\n"
                     "forces:\n"
                     "  a: {torsion: A, stiffness: 0.3}\n"
                     "  b: {torsion: B, stiffness: 2}\n"
                     "  c: {motor: C, torque: 0.1}\n"
                     "initial: {A.angle: 0.3, C.speed: 20}\n" REST,
                     "joint");
    for (int i = 0; i <= 10; i++) {
        const double t = 0.1 * i;
        expect(&c, t, "O.angle1", tml_case_at(&r, t, "A.angle"), 1e-6);
        expect(&c, t, "O.angle2", tml_case_at(&r, t, "B.angle"), 1e-6);
        expect(&c, t, "O.angle3", tml_case_at(&r, t, "C.angle"), 1e-6);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
    tml_case_free(&r);
}
TML_TEST_EACH(shafts, gimbal_is_three_hinges, 20)

#define END "analyses: [assembly]\n"
Test(shafts, mistakes_are_explained)
{
    tml_expect_run(SHAFTS("constant-velocity: [in, out], axes: [x, [-1, 0.1, 0]]", END), TML_WRONG,
                   "in the same sense");
    tml_expect_run(SHAFTS("constant-velocity: [in, out]", END), TML_WRONG, "needs an axis");
    tml_expect_run(SHAFTS("constant-velocity: [in, out], axis: x, axes: [x, y]", END), TML_WRONG,
                   "has an axis and axes");
    tml_expect_run(SHAFTS("gimbal: [in, out], axes: [x, x]", END), TML_WRONG, "perpendicular");
}
