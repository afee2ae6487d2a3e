/* steady.c - states that are not relative equilibria and wrong requests: the messages. */
#include "support/steady.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <stdio.h>

/* A flap on a rotating wheel. */
#define FLAP                                                                                                           \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0], P: [3, 0]}}\n"                                                                     \
    "  wheel: {points: {O: [0, 0], A: [1, 0]}, com: [0, 0], mass: 1, inertia: 1}\n"                                    \
    "  flap: {points: {A: [0, 0], Q: [1, 0]}, com: [0.5, 0.1], mass: 1, inertia: 0.01}\n"                              \
    "joints: {O: {revolute: [ground, wheel]}, A: {revolute: [wheel, flap]}}\n"                                         \
    "analyses: [steady: {speeds: {O: 20}}]\n"

Test(steady_fault, forces_that_do_not_rotate_along_are_named)
{
    tml_expect_run("trammel: 1\nforces: {t: {torsion: A, stiffness: 20}}\n" FLAP, TML_FAILED,
                   "gravity does not rotate with the mechanism");
    tml_expect_run("trammel: 1\ngravity: none\nforces: {pull: {force: flap, value: [3, 0]}}\n" FLAP, TML_FAILED,
                   "force pull does not rotate with the mechanism");
    tml_expect_run("trammel: 1\ngravity: none\nforces: {shake: {torque: flap, value: 3*sin(7*t)}}\n" FLAP, TML_FAILED,
                   "force shake changes with time");
    tml_expect_run("trammel: 1\ngravity: none\nforces: {band: {spring: [ground.P, flap.Q], stiffness: 3}}\n" FLAP,
                   TML_FAILED, "force band does not rotate with the mechanism");
    /* on the hinge of the flap it only changes what drives the wheel */
    tml_expect_run("trammel: 1\ngravity: none\nforces: {band: {spring: [ground.P, flap.A], stiffness: 3}}\n" FLAP,
                   TML_OK, "O.actuator changes while it rotates");
}

/* The wheel rotates on a body that is free to vibrate. */
Test(steady_fault, unbalanced_rotors_are_named)
{
    tml_expect_run("trammel: 1\ngravity: none\n"
                   "bodies:\n"
                   "  ground: {points: {O: [0, 0]}}\n"
                   "  base: {points: {O: [0, 0]}, mass: 5, inertia: 1}\n"
                   "  wheel: {points: {O: [0, 0]}, com: [0.1, 0], mass: 1, inertia: 1}\n"
                   "joints: {S: {prismatic: [ground, base], at: O, axis: x}, O: {revolute: [base, wheel]}}\n"
                   "forces: {k: {motor: S, force: -100*S.displacement}}\n"
                   "analyses: [steady: {speeds: {O: 20}}]\n",
                   TML_FAILED, "is not balanced about the axis");
}

/* A crank of a four-bar linkage does not leave the others at rest. */
Test(steady_fault, loops_that_prevent_steady_rotation_are_named)
{
    tml_expect_run(
        "trammel: 1\ngravity: none\n"
        "points: {O: [0, 0], A: [0, 1], B: [3, 2], C: [3, 0]}\n"
        "bodies: {a: {points: [O, A], mass: 1, shape: rod}, b: {points: [A, B], mass: 1, shape: rod},\n"
        "         c: {points: [C, B], mass: 1, shape: rod}}\n"
        "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, B: {revolute: [b, c]}, C: {revolute: [ground, "
        "c]}}\n"
        "analyses: [steady: {speeds: {O: 20}}]\n",
        TML_FAILED, "makes other coordinates move at changing speeds");
    tml_expect_run(GEAR "analyses: [steady: {speeds: {O: 20, C: 30}}]\n", TML_FAILED, "cannot be kept: joint g");
    tml_expect_run(GEAR "drivers: {d: {O.angle: 21*t}}\nanalyses: [steady: {speeds: {O: 20}}]\n", TML_FAILED,
                   "driver d requires another speed (by 1 rad/s)");
    tml_expect_run("trammel: 1\ngravity: none\n"
                   "bodies:\n"
                   "  ground: {points: {O: [0, 0]}}\n"
                   "  sun: {points: {O: [0, 0]}, mass: 1, inertia: 1}\n"
                   "  arm: {points: {O: [0, 0], C: [3, 0]}, mass: 1, inertia: 1, com: [1, 0]}\n"
                   "  planet: {points: {C: [0, 0]}, mass: 1, inertia: 1}\n"
                   "joints:\n"
                   "  O: {revolute: [ground, sun]}\n"
                   "  R: {revolute: [ground, arm], at: O}\n"
                   "  S: {revolute: [arm, sun], at: O}\n"
                   "  C: {revolute: [arm, planet]}\n"
                   "  g: {gear: [S, C], ratio: -2}\n"
                   "analyses: [steady: {speeds: {O: 20}}]\n",
                   TML_FAILED, "is not determined by the given speeds");
}

/* A body on springs rotates along with what they connect it to, unless one of them does not. */
Test(steady_fault, springs_that_do_not_rotate_along_are_named)
{
    tml_expect_run(
        "trammel: 1\ngravity: none\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0], P: [2, 0]}}\n"
        "  arm: {points: {O: [0, 0], A: [0.3, 0]}, com: [0, 0], mass: 1, inertia: 0.1}\n"
        "  bob: {points: {B: [0, 0]}, mass: 2, inertia: 0.01, position: [0.8, 0]}\n"
        "joints: {O: {revolute: [ground, arm]}}\n"
        "forces: {s: {spring: [arm.A, bob.B], stiffness: 100, length: 0.4}, band: {spring: [ground.P, bob.B], "
        "stiffness: 9}}\n"
        "analyses: [steady: {speeds: {O: 3}}]\n",
        TML_FAILED, "force band does not rotate with the mechanism");
}

/* Beyond sqrt(k/m) there is none: the message explains why. */
Test(steady_fault, missing_equilibria_are_explained)
{
    tml_expect_run(RING "  - steady: {speeds: {O: 12}}\n", TML_FAILED,
                   "S.displacement grows without bound towards O.speed = 10.00000");
    tml_expect_run(RING "  - steady: {speeds: {O: 12}, search: all}\n", TML_FAILED, "no steady state was found");
    tml_expect_run(
        "trammel: 1\nspace: space\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0, 0]}}\n"
        "  spindle: {points: {O: [0, 0, 0]}, mass: 1, inertia: [1, 1, 1]}\n"
        "  bob: {points: {O: [0, 0, 0]}, mass: 2, inertia: [1, 1, 1]}\n"
        "joints: {spin: {revolute: [ground, spindle], at: O, axis: z}, S: {prismatic: [spindle, bob], at: O, axis: "
        "x}}\n"
        "forces: {k: {motor: S, force: 'log(-1 - S.displacement^2)*1 N'}}\n"
        "analyses: [steady: {speeds: {spin: 3}}]\n",
        TML_FAILED, "not a number");
}

/* Without a speed the force is a number, beside it not. */
Test(steady_fault, unknown_stability_is_reported)
{
#define BESIDE                                                                                                         \
    "trammel: 1\nspace: space\n"                                                                                       \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0, 0]}}\n"                                                                             \
    "  spindle: {points: {O: [0, 0, 0], H: [0, 0, 0]}, mass: 1, inertia: [1, 1, 1]}\n"                                 \
    "  bob: {points: {H: [0, 0, 0]}, mass: 2, com: [0.5, 0, 0], inertia: [1, 1, 1]}\n"                                 \
    "joints: {O: {revolute: [ground, spindle], axis: z}, H: {revolute: [spindle, bob], axis: y}}\n"                    \
    "forces: {k: {motor: H, torque: 'sqrt(H.speed)'}}\n"
    tml_expect_run(BESIDE "analyses: [steady: {speeds: {O: 3}}]\n", TML_OK,
                   "whether this state is stable is not known");
    tml_expect_run(BESIDE "analyses: [steady: {speeds: {O: 3}, search: all}]\n", TML_OK, "");
    tml_expect_run(BESIDE "analyses: [steady: {speeds: {O: 1..3}}]\n", TML_OK, "");
#undef BESIDE
}

Test(steady_fault, wrong_requests_are_refused_with_their_place)
{
    static const char *const wrong[][2] = {
        {"speeds: {Q: 3}", "no joint \"Q\""},
        {"speeds: {OO: 3}", "no joint \"OO\""},
        {"speeds: 3", "must be a map from joints to speeds"},
        {"speeds: {O: abc}", "unknown name \"abc\""},
        {"speeds: {O: 3 m/s}", "expected rad/s"},
        {"speeds: {}", "no speed is prescribed"},
        {"search: all", "no speed is prescribed"},
        {"speeds: {O: {from: 1}}", "\"to\" is missing"},
        {"speeds: {O: {from: 1, to: 3, stps: 4}}", "did you mean \"steps\"?"},
        {"speeds: {O: {from: 1, to: 3, steps: 0.5}}", "steps must be a whole number"},
        {"speeds: {O: ..3}", "a range of speeds is written from..to"},
        {"speeds: {O: 1/0}", "not a finite number"},
        {"speeds: {O: 3, O.angle: 4}", "is given twice"},
        {"speeds: {O.speed: 3}", "name a coordinate of joint \"O\": O.angle"},
        {"speeds: {O: 3}, search: some", "must be near or all"},
        {"speeds: {O: 3}, tolerance: 1", "tolerance must be between"},
        {"speeds: {K: 3}", "joint K is compliant"},
        {"speeds: {R: 3}", "has no coordinate whose speed could be prescribed"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "bodies:\n"
                 "  ground: {points: {O: [0, 0], P: [3, 0]}}\n"
                 "  wheel: {points: {O: [0, 0], A: [1, 0]}, com: [0, 0], mass: 1, inertia: 1}\n"
                 "  flap: {points: {A: [0, 0]}, com: [0.5, 0.1], mass: 1, inertia: 0.01}\n"
                 "joints:\n"
                 "  O: {revolute: [ground, wheel]}\n"
                 "  K: {revolute: [wheel, flap], at: A, stiffness: 1000}\n"
                 "  R: {distance: [ground.P, flap.A], length: 2}\n"
                 "analyses: [steady: {%s}]\n",
                 wrong[i][0]);
        tml_expect_run(text, TML_WRONG, wrong[i][1]);
    }
}
