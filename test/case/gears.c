/* gears.c - gears between rotations and slides, bevel and worm gears, racks in space, free bodies in the plane, by every formulation.
 *
 * With speeds w_2 = k w_1 a pair without losses has torques T_1 = -k T_2 (power), and the inertia J_1 + k^2 J_2 at its first shaft.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846;

static void expect(const tml_case *c, double t, const char *channel, double want, double bar)
{
    tml_case_near(c, channel, tml_case_at(c, t, channel), want, bar);
}

#define RUN(text, by) tml_case_run_text_with("gears", text, TML_AS_WRITTEN, TML_BY(by))
#define END           "analyses: [dynamics: {end: 1, output: 0.5, tolerance: 1e-12}]\n"

/* ---- bevel ---- */

#define BEVEL                                                                                                          \
    "trammel: 1\nspace: space\ngravity: none\n"                                                                        \
    "points: {A: [0.2, 0, 0], B: [0, 0.4, 0]}\n"                                                                       \
    "bodies:\n"                                                                                                        \
    "  pinion: {points: [A], mass: 1, inertia: [0.01, 0.01, 0.01]}\n"                                                  \
    "  wheel: {points: [B], mass: 4, inertia: [0.05, 0.08, 0.05]}\n"                                                   \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, pinion], axis: x}\n"                                                                     \
    "  B: {revolute: [ground, wheel], axis: y}\n"                                                                      \
    "  mesh: {bevel: [A, B], ratio: 20/40}\n"

static void bevel_accelerates_both_inertias(const char *by)
{
    tml_case c = RUN(BEVEL "forces: {motor: {torque: pinion, value: [3, 0, 0]}}\n" END, by);
    expect(&c, 1, "A.speed", 3 / (0.01 + 0.25 * 0.08), 1e-8);
    expect(&c, 1, "B.speed", -50, 1e-8);
    expect(&c, 1, "B.angle", -25, 1e-8);
    expect(&c, 1, "mesh.ty", 0.08 * -50, 1e-9); /* on the wheel, about its axis only */
    expect(&c, 1, "mesh.tx", 0, 1e-9);
    expect(&c, 1, "mesh.fx", 0, 1e-9);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(gears, bevel_accelerates_both_inertias, 20)

Test(gears, bevel_holds_a_load_by_the_ratio_of_teeth)
{
    tml_case c = tml_case_run_text("bevel",
                                   BEVEL "forces: {load: {torque: wheel, value: [0, 12, 0]}}\n"
                                         "analyses: [balance: {actuators: [A]}]\n",
                                   TML_AS_WRITTEN);
    const double k = -0.5;
    tml_case_near(&c, "A.actuator", tml_case_value(&c, 0, "A.actuator"), -k * 12, 1e-12);
    tml_case_near(&c, "mesh.ty", tml_case_value(&c, 0, "mesh.ty"), -12, 1e-12);
    tml_case_free(&c);
}

/* Willis: seen from the cage, the side wheels of a differential rotate in opposite senses. */
static void differential_shares_the_speed(const char *by)
{
    tml_case c = RUN("trammel: 1\nspace: space\ngravity: none\n"
                     "points: {C: [0.3, 0, 0], L: [-0.1, 0, 0], R: [0.1, 0, 0], P: [0, 0.1, 0]}\n"
                     "bodies:\n"
                     "  cage: {points: [C, L, R, P], com: [0, 0, 0], mass: 2, inertia: [0.02, 0.02, 0.02]}\n"
                     "  left: {points: [L], mass: 1, inertia: [0.01, 0.01, 0.01]}\n"
                     "  right: {points: [R], mass: 1, inertia: [0.03, 0.03, 0.03]}\n"
                     "  planet: {points: [P], mass: 0.1, inertia: [1e-4, 1e-4, 1e-4]}\n"
                     "joints:\n"
                     "  C: {revolute: [ground, cage], axis: x}\n"
                     "  L: {revolute: [cage, left], axis: x}\n"
                     "  R: {revolute: [right, cage], axis: -x}\n"
                     "  P: {revolute: [cage, planet], axis: y}\n"
                     "  one: {bevel: [L, P], ratio: 16/10}\n"
                     "  two: {bevel: [P, R], ratio: 10/16}\n"
                     "forces: {brake: {torque: left, value: [-0.05, 0, 0]}}\n"
                     "initial: {C.speed: 2, L.speed: 1}\n" END,
                     by);
    expect(&c, 0, "right.omegax", 1, 1e-9);
    expect(&c, 1, "left.omegax", 2 * tml_case_at(&c, 1, "cage.omegax") - tml_case_at(&c, 1, "right.omegax"), 1e-9);
    expect(&c, 1, "P.speed", 1.6 * tml_case_at(&c, 1, "L.speed"), 1e-9);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(gears, differential_shares_the_speed, 20)

/* ---- worm ---- */

#define WORM                                                                                                           \
    "trammel: 1\nspace: space\ngravity: none\n"                                                                        \
    "points: {A: [0, 0, 0], B: [0, 0.1, 0], N: [0.05, 0, 0]}\n"                                                        \
    "bodies:\n"                                                                                                        \
    "  worm: {points: [A, N], com: A, mass: 1, inertia: [0.001, 0.001, 0.001]}\n"                                      \
    "  wheel: {points: [B], mass: 4, inertia: [0.02, 0.02, 0.04]}\n"                                                   \
    "  nut: {points: [N], mass: 1, inertia: [0.01, 0.01, 0.01]}\n"                                                     \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, worm], axis: x}\n"                                                                       \
    "  B: {revolute: [ground, wheel], axis: z}\n"

/* A nut on the worm moves as the teeth do that the worm touches, at the bottom of the wheel: s' = r w_2, r = lead teeth/(2 pi starts). */
static void worm_moves_teeth_as_a_nut(const char *by)
{
    tml_case c = RUN(WORM "  N: {screw: [worm, nut], axis: x, pitch: 6 mm}\n"
                          "  S: {prismatic: [ground, nut], at: N, axis: x}\n"
                          "  mesh: {worm: [A, B], starts: 2, teeth: 40}\n"
                          "forces: {motor: {torque: worm, value: [0.01, 0, 0]}}\n" END,
                     by);
    const double r = 0.006 * 40 / (2 * pi * 2), k = -2.0 / 40, lead = 0.006 / (2 * pi);
    const double a = 0.01 / (0.001 + k * k * 0.04 + lead * lead * 1);
    expect(&c, 1, "A.speed", a, 1e-7 * a);
    expect(&c, 1, "B.speed", k * a, 1e-7 * a);
    expect(&c, 1, "S.speed", r * tml_case_at(&c, 1, "B.speed"), 1e-9 * a);
    expect(&c, 1, "mesh.tz", 0.04 * k * a, 1e-7 * a);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(gears, worm_moves_teeth_as_a_nut, 20)

Test(gears, a_left_hand_worm_turns_its_wheel_the_other_way)
{
    tml_case c = tml_case_run_text("worm",
                                   WORM "  N: {fixed: [ground, nut]}\n"
                                        "  mesh: {worm: [A, B], teeth: 30, hand: left, offset: 10 deg}\n"
                                        "forces: {load: {torque: wheel, value: [0, 0, 6]}}\n"
                                        "analyses: [balance: {actuators: [A]}]\n",
                                   TML_AS_WRITTEN);
    tml_case_near(&c, "A.actuator", tml_case_value(&c, 0, "A.actuator"), -6.0 / 30, 1e-13);
    tml_case_near(&c, "B.angle", tml_case_value(&c, 0, "B.angle"), pi / 18 + tml_case_value(&c, 0, "A.angle") / 30,
                  1e-13);
    tml_case_free(&c);
}

/* ---- gears of any coordinates ---- */

static void gear_ties_two_slides(const char *by)
{
    tml_case c = RUN("trammel: 1\ngravity: none\n"
                     "bodies:\n"
                     "  ground: {points: {S: [0, 0], T: [1, 0]}}\n"
                     "  one: {points: {S: [0, 0]}, mass: 1, inertia: 1}\n"
                     "  two: {points: {T: [0, 0]}, mass: 3, inertia: 1}\n"
                     "joints:\n"
                     "  S: {prismatic: [ground, one], axis: x}\n"
                     "  T: {prismatic: [ground, two], axis: y}\n"
                     "  tie: {gear: [S, T], ratio: -2, offset: 5 cm}\n"
                     "forces: {push: {force: one.S, value: [26, 0]}}\n" END,
                     by);
    expect(&c, 1, "S.speed", 2, 1e-10); /* F/(m_1 + 4 m_2) */
    expect(&c, 1, "T.speed", -4, 1e-10);
    expect(&c, 1, "tie.fy", 3 * -4, 1e-9);
    expect(&c, 1, "T.displacement", 0.05 - 2 * tml_case_at(&c, 1, "S.displacement"), 1e-12);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(gears, gear_ties_two_slides, 20)

#define RACK                                                                                                           \
    "trammel: 1\nspace: space\ngravity: none\n"                                                                        \
    "points: {A: [0, 0, 0], S: [0, 0.1, 0]}\n"                                                                         \
    "bodies:\n"                                                                                                        \
    "  pinion: {points: [A], mass: 1, inertia: [0.01, 0.01, 0.01]}\n"                                                  \
    "  bar: {points: [S], mass: 2, inertia: [0.1, 0.1, 0.1]}\n"                                                        \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, pinion], axis: y}\n"                                                                     \
    "  S: {prismatic: [ground, bar], axis: [3, 0, -4]}\n"

/* In space, as a rack and as gears from either side. */
static void racks_and_gears_tie_rotation_and_slide(const char *by)
{
    static const char *const ties[] = {"rack: [A, S], radius: 0.1", "gear: [A, S], ratio: 100 mm/rad",
                                       "gear: [S, A], ratio: 10 rad/m"};
    for (size_t i = 0; i < sizeof ties / sizeof *ties; i++) {
        char text[1024];
        snprintf(text, sizeof text, RACK "  tie: {%s}\nforces: {motor: {motor: A, torque: 0.6}}\n" END, ties[i]);
        tml_case c = RUN(text, by);
        expect(&c, 1, "A.speed", 0.6 / (0.01 + 2 * 0.01), 1e-9);
        expect(&c, 1, "S.speed", 2, 1e-10);
        expect(&c, 1, "bar.vx", 2 * 0.6, 1e-10);
        if (i < 2)
            expect(&c, 1, "tie.fz", 2 * 2 * -0.8, 1e-9); /* on the bar, along its slide */
        else
            expect(&c, 1, "tie.ty", 0.01 * 20 - 0.6, 1e-9); /* on the pinion */
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(gears, racks_and_gears_tie_rotation_and_slide, 30)

/* Both coordinates of one cylindrical joint: a screw. */
static void a_gear_makes_a_screw_of_a_cylindrical_joint(const char *by)
{
    tml_case c = RUN("trammel: 1\nspace: space\npoints: {A: [0, 0, 0]}\n"
                     "bodies: {nut: {points: [A], mass: 2, inertia: [0.1, 0.2, 0.15]}}\n"
                     "joints:\n"
                     "  A: {cylindrical: [ground, nut], axis: z}\n"
                     "  thread: {gear: [A.angle, A.displacement], ratio: 20 mm/rev}\n" END,
                     by);
    const double p = 0.02 / (2 * pi), a = -2 * 9.81 * p / (0.15 + 2 * p * p);
    expect(&c, 1, "A.angle_speed", a, 1e-10);
    expect(&c, 1, "A.displacement", a * p / 2, 1e-12);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(gears, a_gear_makes_a_screw_of_a_cylindrical_joint, 20)

/* ---- free in the plane ---- */

/* A block that nothing holds falls, whatever the arm does that its coordinates are measured from. */
static void a_free_block_falls_beside_a_moving_arm(const char *by)
{
    tml_case c = RUN("trammel: 1\n"
                     "points: {O: [0, 0], A: [1, 0], B: [1.2, 0]}\n"
                     "bodies:\n"
                     "  arm: {points: [O, A], mass: 1, shape: rod}\n"
                     "  block: {points: [B], mass: 2, inertia: 0.1}\n"
                     "joints:\n"
                     "  O: {revolute: [ground, arm]}\n"
                     "  B: {free: [arm, block], axis: [3, 4]}\n"
                     "initial: {block.vx: 1, block.omega: 3}\n" END,
                     by);
    const double x = 2.2, y = -9.81 / 2, phi = tml_case_at(&c, 1, "arm.angle");
    expect(&c, 1, "block.x", x, 1e-9);
    expect(&c, 1, "block.y", y, 1e-9);
    expect(&c, 1, "block.angle", 3, 1e-9);
    expect(&c, 1, "B.angle", 3 - phi, 1e-9);
    const double dx = x - 1.2 * cos(phi), dy = y - 1.2 * sin(phi), beta = phi + atan2(4, 3);
    expect(&c, 1, "B.displacement1", cos(beta) * dx + sin(beta) * dy, 1e-8);
    expect(&c, 1, "B.displacement2", cos(beta) * dy - sin(beta) * dx, 1e-8);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(gears, a_free_block_falls_beside_a_moving_arm, 20)

Test(gears, a_free_body_is_driven_along_a_path)
{
    tml_case c = tml_case_run_text("driven",
                                   "trammel: 1\ngravity: none\npoints: {A: [0, 0]}\n"
                                   "bodies: {plate: {points: [A], mass: 2, inertia: 0.5}}\n"
                                   "joints: {A: {free: [ground, plate]}}\n"
                                   "drivers:\n"
                                   "  x: {A.displacement1: 0.3*cos(2*t)}\n"
                                   "  y: {A.displacement2: 0.2*sin(2*t)}\n"
                                   "  turn: {A.angle: t^2}\n"
                                   "analyses: [inverse: {end: 1, output: 0.5}]\n",
                                   TML_AS_WRITTEN);
    expect(&c, 1, "x.force", 2 * -4 * 0.3 * cos(2), 1e-11);
    expect(&c, 1, "y.force", 2 * -4 * 0.2 * sin(2), 1e-11);
    expect(&c, 1, "turn.torque", 0.5 * 2, 1e-11);
    tml_case_free(&c);
}
