/* steady_friction.c - friction in joints that hold a mechanism at constant speeds, and in modes about such states, against closed forms.
 *
 * A puck on a turntable: w^2 r <= mu g. A governor whose sleeve has a constant friction F: its speeds at the height z of the sleeve are
 *   w^2 cos(a) (m l^2 + J) = l ((m + M) g +- F)        z = 2 l cos(a) below the head
 */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void near(const tml_case *c, const char *what, double got, double want, double relative)
{
    tml_case_near(c, what, got, want, relative * fabs(want));
}

/* The two numbers of "from a to b N" in a fact. */
static void range_of(const tml_case *c, const char *fact, double range[2])
{
    const char *text = tml_case_fact(c, fact);
    cr_assert(text && sscanf(text, "from %lf to %lf", &range[0], &range[1]) == 2, "%s: %s is \"%s\"", c->name, fact,
              text ? text : "missing");
}

#define TURNTABLE(joint, unit, more)                                                                                   \
    "trammel: 1\n"                                                                                                     \
    "space: space\n"                                                                                                   \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {Z: [0, 0, 0]}}\n"                                                                             \
    "  table: {points: {Z: [0, 0, 0]}, mass: 1, inertia: [1, 1, 1]}\n"                                                 \
    "  block: {points: {Z: [0, 0, 0]}, mass: 2, inertia: [0.01, 0.01, 0.01], position: [0.5 " unit ", 0, 0]}\n"        \
    "joints:\n"                                                                                                        \
    "  Z: {revolute: [ground, table], axis: z}\n"                                                                      \
    "  P: {" joint ": [table.Z, block.Z], " more "}\n"

Test(steady_friction, holds_a_puck_on_a_turntable)
{
    const double g = 9.81;
    double range[2];
    tml_case c = tml_case_run_text(
        "puck",
        TURNTABLE("prismatic", "m",
                  "axis: x, friction: {coefficient: 0.2, static: 0.3}") "initial: {P.displacement: 0.5}\n"
                                                                        "analyses: [steady: {speeds: {Z: 2}}]\n",
        NULL);
    near(&c, "friction", tml_case_value(&c, 0, "P.friction"), -2 * 4 * 0.5, 1e-12);
    near(&c, "place", tml_case_value(&c, 0, "P.displacement"), 0.5, 1e-12);
    tml_case_near(&c, "torque", tml_case_value(&c, 0, "Z.actuator"), 0, 1e-12);
    near(&c, "used", atof(tml_case_fact(&c, "held by friction") + 3), 100 * 4 * 0.5 / (0.3 * g), 1e-4);
    range_of(&c, "friction holds Z.speed", range);
    near(&c, "fastest", range[1], sqrt(0.3 * g / 0.5), 1e-11);
    near(&c, "fastest backwards", range[0], -sqrt(0.3 * g / 0.5), 1e-11);
    range_of(&c, "friction holds P.displacement", range);
    near(&c, "farthest", range[1], 0.3 * g / 4, 1e-11);
    near(&c, "farthest on the other side", range[0], -0.3 * g / 4, 1e-11);
    tml_case_free(&c);
}

/* Friction in a plane holds it in all directions; a driver gives the speed; everything a million times as small, w^2 a million times as large. */
Test(steady_friction, holds_at_every_scale)
{
    tml_case c =
        tml_case_run_text("planar",
                          TURNTABLE("planar", "m", "axis: z, friction: 0.3") "drivers: {spin: {Z.angle: 2*t}}\n"
                                                                             "analyses: [steady: {}]\n",
                          NULL);
    near(&c, "friction", tml_case_value(&c, 0, "P.friction"), 2 * 4 * 0.5, 1e-12);
    near(&c, "used", atof(tml_case_fact(&c, "held by friction") + 3), 100 * 4 * 0.5 / (0.3 * 9.81), 1e-4);
    tml_case_free(&c);
    double range[2];
    tml_case small = tml_case_run_text(
        "small", TURNTABLE("planar", "um", "axis: z, friction: 0.3") "analyses: [steady: {speeds: {Z: 2000}}]\n", NULL);
    near(&small, "friction", tml_case_value(&small, 0, "P.friction"), 2 * 4 * 0.5, 1e-12);
    range_of(&small, "friction holds Z.speed", range);
    near(&small, "fastest", range[1], 1e3 * sqrt(0.3 * 9.81 / 0.5), 1e-11);
    tml_case_free(&small);
}

/* What friction does not hold finds its place beside: a pendulum on the puck, out by tan(a) = w^2 (r + l sin(a))/g. */
Test(steady_friction, holds_while_others_find_their_place)
{
    tml_case c =
        tml_case_run_text("pendulum on a puck",
                          "trammel: 1\n"
                          "space: space\n"
                          "bodies:\n"
                          "  ground: {points: {Z: [0, 0, 0]}}\n"
                          "  table: {points: {Z: [0, 0, 0]}, mass: 1, inertia: [1, 1, 1]}\n"
                          "  block: {points: {Z: [0, 0, 0], H: [0, 0, 0]}, mass: 2, inertia: [0.01, 0.01, 0.01]}\n"
                          "  bob: {points: {H: [0, 0, 0]}, com: [0, 0, -0.1], mass: 0.5, inertia: [0, 0, 0]}\n"
                          "joints:\n"
                          "  Z: {revolute: [ground, table], axis: z}\n"
                          "  P: {prismatic: [table.Z, block.Z], axis: x, friction: 0.3}\n"
                          "  H: {revolute: [block, bob], axis: -y}\n"
                          "initial: {P.displacement: 0.5, H.angle: -20 deg}\n"
                          "analyses: [steady: {speeds: {Z: 2}}, modes: {}]\n",
                          NULL);
    const tml_table *modes = c.table;
    double a = 0, w = 2, range[2];
    for (int i = 0; i < 100; i++)
        a = atan(w * w * (0.5 + 0.1 * sin(a)) / 9.81);
    const double x = -(2.5 * 4 * 0.5 + 0.5 * 4 * 0.1 * sin(a));
    cr_assert_str_eq(tml_case_fact(&c, "held"), "P sticks");
    cr_assert_eq(tml_table_rows(modes), 1);
    c.table = tml_case_table(&c, "steady");
    near(&c, "place", tml_case_value(&c, 0, "P.displacement"), 0.5, 1e-12);
    near(&c, "angle", tml_case_value(&c, 0, "H.angle"), a, 1e-11);
    near(&c, "friction", tml_case_value(&c, 0, "P.friction"), x, 1e-11);
    for (int i = 0; i < 200; i++) { /* the speed at which m w^2 r + m_b w^2 l sin(a) is 0.3 (m + m_b) g */
        a = atan(w * w * (0.5 + 0.1 * sin(a)) / 9.81);
        w = sqrt(0.3 * 2.5 * 9.81 / (2.5 * 0.5 + 0.5 * 0.1 * sin(a)));
    }
    range_of(&c, "friction holds Z.speed", range);
    near(&c, "fastest", range[1], w, 1e-10);
    tml_case_free(&c);
}

#define GOVERNOR                                                                                                       \
    "trammel: 1\n"                                                                                                     \
    "space: space\n"                                                                                                   \
    "gravity: [0, 0, -9.81]\n"                                                                                         \
    "parameters: {l: 0.3, m: 2, M: 10, F: 8, J: 0.002, a: 0.6}\n"                                                      \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0, 0]}}\n"                                                                             \
    "  spindle: {points: {O: [0, 0, 0], C: [0, 0, 0]}, mass: 1, inertia: [1, 1, 1]}\n"                                 \
    "  a1: {points: {O: [0, 0, 0], B: [0, 0, -l]}, com: [0, 0, -l], mass: m, inertia: [J, J, 0]}\n"                    \
    "  a2: {points: {O: [0, 0, 0], B: [0, 0, -l]}, com: [0, 0, -l], mass: m, inertia: [J, J, 0]}\n"                    \
    "  sleeve: {points: {C: [0, 0, 0]}, mass: M, inertia: [0.1, 0.1, 0.1], position: [0, 0, -2*l*cos(a)]}\n"           \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, spindle], axis: z}\n"                                                                    \
    "  A: {revolute: [spindle.O, a1.O], axis: -y}\n"                                                                   \
    "  B: {revolute: [spindle.O, a2.O], axis: y}\n"                                                                    \
    "  S: {prismatic: [spindle.C, sleeve.C], axis: z, friction: {coefficient: 0.1, preload: F/0.1}}\n"                 \
    "  r1: {distance: [a1.B, sleeve.C], length: l}\n"                                                                  \
    "  r2: {distance: [a2.B, sleeve.C], length: l}\n"                                                                  \
    "initial: {A.angle: a, B.angle: a}\n"

/* l ((m + M) g + F)/(m l^2 + J) = w^2 cos(a) */
static double pull(double F)
{
    return 0.3 * (12 * 9.81 + F) / (2 * 0.09 + 0.002);
}

Test(steady_friction, makes_a_governor_insensitive)
{
    double range[2];
    tml_case c = tml_case_run_text("governor", GOVERNOR "analyses: [steady: {speeds: {O: 15.5}}]\n", NULL);
    near(&c, "friction", tml_case_value(&c, 0, "S.friction"), 12 * 9.81 - 15.5 * 15.5 * cos(0.6) * 0.182 / 0.3, 1e-10);
    range_of(&c, "friction holds O.speed", range);
    near(&c, "slowest", range[0], sqrt(pull(-8) / cos(0.6)), 1e-11);
    near(&c, "fastest", range[1], sqrt(pull(8) / cos(0.6)), 1e-11);
    range_of(&c, "friction holds S.displacement", range);
    near(&c, "lowest", range[0], -0.6 * pull(8) / 15.5 / 15.5, 1e-11);
    near(&c, "highest", range[1], -0.6 * pull(-8) / 15.5 / 15.5, 1e-11);
    tml_case_free(&c);
}

/* Too fast to stay at the start: the state is that without friction, about which friction would hold it. */
Test(steady_friction, that_does_not_hold_the_start_is_taken_as_none)
{
    double range[2];
    tml_case c = tml_case_run_text("governor", GOVERNOR "analyses: [steady: {speeds: {O: 18}}]\n", NULL);
    near(&c, "place", tml_case_value(&c, 0, "S.displacement"), -0.6 * pull(0) / 18 / 18, 1e-11);
    cr_assert(strstr(tml_case_fact(&c, "friction"), "of S, which does not slip, is taken as none"));
    range_of(&c, "friction holds O.speed", range);
    near(&c, "slowest", range[0], 18 * sqrt(pull(-8) / pull(0)), 1e-11);
    near(&c, "fastest", range[1], 18 * sqrt(pull(8) / pull(0)), 1e-11);
    tml_case_free(&c);
}

/* Not at the middle of its range: it stays, and nothing can move. */
Test(steady_friction, is_held_in_modes)
{
    tml_expect_run(GOVERNOR "analyses: [steady: {speeds: {O: 15.5}}, modes: {}]\n", TML_FAILED,
                   "nothing can move besides the joints with prescribed speeds; S sticks");
}

/* Gravity across the axis: no steady state, whatever friction holds at one instant. */
Test(steady_friction, holds_nothing_whose_forces_change)
{
    tml_expect_run(
        TURNTABLE("prismatic", "m",
                  "axis: x, friction: {coefficient: 0.3, preload: 1000}") "gravity: [0, -9.81, 0]\n"
                                                                          "initial: {P.displacement: 0.5}\n"
                                                                          "analyses: [steady: {speeds: {Z: 2}}]\n",
        TML_FAILED, "gravity does not rotate with the mechanism");
}
