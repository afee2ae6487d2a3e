/* static.c - static equilibria and their reactions, against closed forms and the references of the papers. */
#include "support/case.h"
#include "support/models.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static double value(const tml_case *c, const char *channel)
{
    return tml_case_value(c, 0, channel);
}

static void expect(const tml_case *c, const char *channel, double want, double bar)
{
    tml_case_near(c, channel, value(c, channel), want, bar);
}

static void expect_fact(const tml_case *c, const char *name, const char *want)
{
    cr_expect_str_eq(tml_fact_text(c->table, name), want, "%s: %s is \"%s\", not \"%s\"", c->name, name,
                     tml_fact_text(c->table, name), want);
}

/* ---- structures ---- */

/* papers.md, a4: an arch of three pins. */
Test(static, arch_has_the_published_reactions)
{
    tml_case c = tml_case_run_text("arch", ARCH "analyses: [static: {}]\n", TML_AS_WRITTEN);
    static const tml_named_value reactions[] = ARCH_REACTIONS;
    for (size_t i = 0; i < sizeof reactions / sizeof *reactions; i++)
        expect(&c, reactions[i].name, reactions[i].value, 1e-9 * fabs(reactions[i].value));
    expect_fact(&c, "stability", "a structure: nothing can move");
    tml_case_free(&c);
}

/* ---- dead points ---- */

/* A parallelogram that is pulled flat: of the axial forces that balance 10 N on A, O + A = 10, A = B = C, those of minimum norm. The
 * bars lie in one line, found to the root of rounding. */
Test(static, equilibrium_at_a_dead_point_has_minimum_norm_reactions)
{
    static const char *const model = "trammel: 1\ngravity: none\n"
                                     "points: {O: [0, 0], C: [1, 0], A: [0.6, 0.8], B: [1.6, 0.8]}\n"
                                     "bodies:\n"
                                     "  a: {points: [O, A], mass: 1, shape: rod}\n"
                                     "  b: {points: [A, B], mass: 1, shape: rod}\n"
                                     "  c: {points: [C, B], mass: 1, shape: rod}\n"
                                     "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, "
                                     "B: {revolute: [b, c]}, C: {revolute: [ground, c]}}\n"
                                     "forces: {pull: {force: a.A, value: [10, 0]}}\n"
                                     "analyses: [static: {}]\n";
    tml_case c = tml_case_run_text("dead point", model, TML_AS_WRITTEN);
    expect(&c, "a.A.y", 0, 1e-6);
    expect(&c, "O.fx", -7.5, 1e-6);
    expect(&c, "A.fx", 2.5, 1e-6);
    expect(&c, "B.fx", 2.5, 1e-6);
    expect(&c, "C.fx", -2.5, 1e-6);
    expect_fact(&c, "degrees of freedom", "1");
    expect_fact(&c, "stability", "");
    expect_fact(&c, "dead point",
                "O, A, B, C constrain 1 fewer direction than nearby; their reactions there are not unique");
    expect_fact(&c, "reactions not unique",
                "O.fx, A.fx, B.fx, C.fx: of all reactions that balance the forces, the smallest");
    tml_case_free(&c);
    tml_expect_run(model, TML_OK, "the equilibrium is a dead point: joints O, A, B, C constrain");
}

/* A platform on six rods that meet in one point, as similar polygons make them, above the ground: it comes to rest below, where they
 * do again. Nothing resists its rotation about that point there, and its centre of mass is not below it. */
Test(static, equilibrium_at_a_dead_point_of_a_platform_is_marked)
{
    tml_case c = tml_case_run_text(
        "platform",
        "trammel: 1\nspace: space\nbodies:\n"
        "  ground: {points: {A: [cos(-10 deg), sin(-10 deg), 0], B: [cos(10 deg), sin(10 deg), 0], C: [cos(110 deg), "
        "sin(110 deg), 0], D: [cos(130 deg), sin(130 deg), 0], E: [cos(230 deg), sin(230 deg), 0], F: [cos(250 deg), "
        "sin(250 deg), 0]}}\n"
        "  top: {points: {A: [0.6*cos(-10 deg), 0.6*sin(-10 deg), 0], B: [0.6*cos(10 deg), 0.6*sin(10 deg), 0], C: "
        "[0.6*cos(110 deg), 0.6*sin(110 deg), 0], D: [0.6*cos(130 deg), 0.6*sin(130 deg), 0], E: [0.6*cos(230 deg), "
        "0.6*sin(230 deg), 0], F: [0.6*cos(250 deg), 0.6*sin(250 deg), 0]}, com: [0.05, 0, 0.1], mass: 12, inertia: "
        "[0.8, 0.7, 1.3], position: [0, 0, 1.2]}\n"
        "joints: {A: {distance: [ground.A, top.A]}, B: {distance: [ground.B, top.B]}, C: {distance: [ground.C, "
        "top.C]}, D: {distance: [ground.D, top.D]}, E: {distance: [ground.E, top.E]}, F: {distance: [ground.F, "
        "top.F]}}\n"
        "analyses: [static: {}]\n",
        TML_AS_WRITTEN);
    cr_expect(strstr(tml_fact_text(c.table, "dead point"), "their reactions grow without bound on approach"));
    cr_expect(strstr(tml_fact_text(c.table, "reactions not unique"), "A.tension, "));
    tml_case_free(&c);
}

/* Rods without mass between points without mass: at each point two rods at 45 degrees. */
Test(static, massless_truss_matches_its_closed_form)
{
    tml_case c = tml_case_run_text("truss",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {points: {A: [0, 0], B: [2, 0], C: [4, 0]}}\n"
                                   "  one: {points: {P: [0, 0]}, position: [1, -1]}\n"
                                   "  two: {points: {P: [0, 0]}, position: [3, -1]}\n"
                                   "joints:\n"
                                   "  a: {distance: [ground.A, one.P]}\n"
                                   "  b: {distance: [ground.B, one.P]}\n"
                                   "  c: {distance: [ground.B, two.P]}\n"
                                   "  d: {distance: [ground.C, two.P]}\n"
                                   "forces:\n"
                                   "  f: {force: one.P, value: [0, -10]}\n"
                                   "  g: {force: two.P, value: [3, -10]}\n"
                                   "analyses: [static: {}]\n",
                                   TML_AS_WRITTEN);
    expect(&c, "a.tension", 5 * sqrt(2), 1e-13);
    expect(&c, "b.tension", 5 * sqrt(2), 1e-13);
    expect(&c, "c.tension", 6.5 * sqrt(2), 1e-13);
    expect(&c, "d.tension", 3.5 * sqrt(2), 1e-13);
    expect_fact(&c, "stability", "a structure: nothing can move");
    tml_case_free(&c);
}

/* A door on two hinges, each of which would suffice: minimum-norm reactions share the weight evenly. */
Test(static, redundant_hinges_share_the_weight)
{
    tml_case c = tml_case_run_text("door",
                                   "trammel: 1\n"
                                   "space: space\n"
                                   "gravity: [0, 0, -10]\n"
                                   "bodies:\n"
                                   "  ground: {points: {P: [0, 0, 0], Q: [0, 1, 0]}}\n"
                                   "  door: {points: {P: [0, 0, 0], Q: [0, 1, 0]}, com: [1, 0.5, 0], mass: 3,\n"
                                   "         inertia: [1, 1, 1]}\n"
                                   "joints:\n"
                                   "  P: {revolute: [ground, door], axis: y}\n"
                                   "  Q: {revolute: [ground, door], axis: y}\n"
                                   "analyses: [static: {}]\n",
                                   TML_AS_WRITTEN);
    expect(&c, "P.angle", PI / 2, 1e-12);
    expect(&c, "P.fz", 15, 1e-12);
    expect(&c, "Q.fz", 15, 1e-12);
    expect(&c, "P.tx", 0, 1e-12);
    tml_case_free(&c);
}

/* ---- the suspension of papers.md, e2 ---- */

static const char *const suspension_bodies[] = {"chassis", "Llower", "Lupper",  "Lknuckle",
                                                "Rlower",  "Rupper", "Rknuckle"};

static void check_suspension(const char *model, const double q[21], double fx, double fy)
{
    static const char *const coordinates[] = {"x", "y", "angle"};
    tml_case c = tml_case_run(model, TML_EDITS({"end: 1,", "end: 0.01,"}));
    tml_case moving = c;
    c.table = tml_results_table(c.results, 0);
    for (int i = 0; i < 21; i++) {
        char channel[64];
        snprintf(channel, sizeof channel, "%s.%s", suspension_bodies[i / 3], coordinates[i % 3]);
        expect(&c, channel, q[i], 1e-13);
        cr_expect(value(&moving, channel) == value(&c, channel), "dynamics does not start at rest: %s", channel);
    }
    expect(&c, "LL.fx", fx, 1e-7);
    expect(&c, "LL.fy", fy, 1e-7);
    expect_fact(&c, "stability", "stable");
    tml_case_free(&c);
}

/* suspension.json: found there to a residual of 3e-8 N. Here from the drawing, 26 mm and 35 mm above. */
Test(static, stiff_suspension_matches_the_reference)
{
    check_suspension("suspension/suspension-stiff.yaml",
                     (const double[]){0.00012216161959247208, 0.7238971008895377, -1.4982076399246106e-16,
                                      -0.5499125587869769,    0.2589381544160986, -0.0004228151867520848,
                                      -0.5598595521580293,    0.5839837332927009, -0.0006267407133675467,
                                      -0.819902708969335,     0.3541015875453358, -0.0002560290308628029,
                                      0.5501568820261616,     0.2589381544160985, 0.0004228151867524071,
                                      0.5601038753972142,     0.5839837332927009, 0.000626740713367802,
                                      0.8201470322085198,     0.3541015875453358, 0.0002560290308626216},
                     2839.605622489837, 4351.08490651117);
}

Test(static, rubber_suspension_matches_the_reference)
{
    check_suspension("suspension/suspension-rubber.yaml",
                     (const double[]){0.014914146061517806, 0.7152296316329668,  2.6999052206688813e-17,
                                      -0.5417065730726469,  0.24930362577528611, -0.037840803428571435,
                                      -0.5421760666636317,  0.5776347728845613,  -0.01929052681073786,
                                      -0.8089018438217163,  0.3539395008596199,  -0.029209827681996,
                                      0.5715348651956826,   0.2493036257752861,  0.037840803428571435,
                                      0.5720043587866673,   0.5776347728845612,  0.01929052681073801,
                                      0.838730135944752,    0.3539395008596199,  0.029209827681996543},
                     3098.209045301176, 4251.549332218571);
}

/* ---- pendulums ---- */

#define ROD                                                                                                            \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  rod: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod}\n"                                                   \
    "joints: {O: {revolute: [ground, rod]}}\n"

/* 170 degrees from hanging, on either side: it goes down on that side. */
Test(static, pendulum_comes_to_rest_hanging)
{
    tml_case c =
        tml_case_run_text("pendulum", ROD "initial: {O.angle: 80 deg}\nanalyses: [static: {}]\n", TML_AS_WRITTEN);
    expect(&c, "O.angle", -PI / 2, 1e-14);
    expect(&c, "O.fy", 9.81, 1e-13);
    expect(&c, "O.fx", 0, 1e-13);
    expect_fact(&c, "stability", "stable");
    tml_case_free(&c);
    c = tml_case_run_text("pendulum", ROD "initial: {O.angle: 100 deg}\nanalyses: [static: {}]\n", TML_AS_WRITTEN);
    expect(&c, "O.angle", 1.5 * PI, 1e-14);
    tml_case_free(&c);
}

/* Its pin of 1e10 N/m makes a narrow, curved valley. */
Test(static, pendulum_on_a_stiff_pin_hangs)
{
    tml_case c = tml_case_run_text(
        "stiff", ROD "analyses: [static: {}]\n",
        TML_EDITS({"ground, rod]", "ground, rod], stiffness: 1e10"}, {"shape: rod", "shape: rod, angle: 80 deg"}));
    expect(&c, "O.angle", -PI / 2, 1e-12);
    expect(&c, "rod.y", -0.5 - 9.81e-10, 1e-15);
    expect_fact(&c, "stability", "stable");
    tml_case_free(&c);
}

/* Where it starts at rest it stays, and says that it would not. */
Test(static, inverted_pendulum_stays_and_is_unstable)
{
    tml_case c =
        tml_case_run_text("upside down", ROD "initial: {O.angle: 90 deg}\nanalyses: [static: {}]\n", TML_AS_WRITTEN);
    expect(&c, "O.angle", PI / 2, 1e-14);
    expect_fact(&c, "stability", "unstable (1 direction: O.angle)");
    tml_case_free(&c);
}

/* Held at its centre it rests anywhere. */
Test(static, balanced_rod_is_neutrally_stable)
{
    tml_case c = tml_case_run_text("balanced", ROD "initial: {O.angle: 20 deg}\nanalyses: [static: {}]\n",
                                   TML_EDITS({"O: [0, 0], A: [1, 0]", "O: [0, 0], A: [-0.5, 0], B: [0.5, 0]"},
                                             {"shape: rod", "inertia: 1, com: [0, 0]"}));
    expect(&c, "O.angle", PI / 9, 1e-15);
    expect_fact(&c, "stability", "neutral (1 direction: O.angle)");
    tml_case_free(&c);
}

/* m g L/2 cos(angle) = 2; the rate in the motor's law is zero at rest. And time goes on from the analysis before. */
Test(static, motor_balances_the_weight_at_zero_speed)
{
    tml_case c = tml_case_run_text("motor",
                                   ROD "forces: {drive: {motor: O, torque: 2 - 3*O.speed}}\n"
                                       "analyses: [dynamics: {end: 0.3}, static: {}]\n",
                                   TML_AS_WRITTEN);
    expect(&c, "O.angle", -acos(2 / 4.905), 1e-14);
    expect(&c, "O.speed", 0, 0);
    expect(&c, "drive.torque", 2, 0);
    expect(&c, "t", 0.3, 0);
    tml_case_free(&c);
}

/* The driven arm is held at 30 degrees though it moves at that time; the rod on it hangs. Then the arm moves on. */
Test(static, drivers_are_held)
{
    tml_case c = tml_case_run_text("driver",
                                   "trammel: 1\n"
                                   "gravity: [0, -10]\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0]}}\n"
                                   "  arm: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod, angle: 40 deg}\n"
                                   "  rod: {points: {A: [0, 0], B: [2, 0]}, mass: 3, shape: rod, angle: 10 deg}\n"
                                   "joints: {O: {revolute: [ground, arm]}, A: {revolute: [arm, rod]}}\n"
                                   "drivers: {hold: {O.angle: 30 deg + 3*t}}\n"
                                   "analyses: [static: {}, dynamics: {end: 0.1, output: 0.05}]\n",
                                   TML_AS_WRITTEN);
    expect(&c, "O.speed", 3, 1e-12);
    expect(&c, "rod.angle", -PI / 2, 1e-13);
    c.table = tml_results_table(c.results, 0);
    expect(&c, "O.angle", PI / 6, 1e-14);
    expect(&c, "hold.torque", 35 * cos(PI / 6), 1e-12);
    expect(&c, "hold.power", 0, 0);
    expect(&c, "residual.velocity", 0, 0);
    tml_case_free(&c);
}

/* The scale of docs/guide/static.md. */
Test(static, letter_scale_of_the_guide_matches_its_closed_form)
{
    tml_case c = tml_case_run("../docs/guide/letter-scale.yaml", TML_AS_WRITTEN);
    expect(&c, "O.angle", -atan(0.04 * 0.08 / (0.15 * 0.05)), 1e-14);
    c.table = tml_results_table(c.results, 0);
    expect(&c, "O.angle", -atan(0.02 * 0.08 / (0.15 * 0.05)), 1e-14);
    expect(&c, "O.fy", 0.17 * 9.81, 1e-14);
    tml_case_free(&c);
}

/* ---- springs ---- */

/* As swing-pendulum, under gravity instead of rotation: k_r (angle - rest) = -m g d cos(angle),
 * k_t (d - length) = -m g sin(angle), the rests chosen so that angle = -30 degrees and d = 1.2 m. The rod has no mass. */
Test(static, swing_pendulum_matches_its_closed_form)
{
    tml_case c = tml_case_run_text(
        "swing pendulum",
        "trammel: 1\n"
        "parameters: {m: 2, g: 9.81, angle: -30 deg, d: 1.2}\n"
        "bodies:\n"
        "  ground: {points: {A: [0, 0]}}\n"
        "  rod:    {points: {A: [0, 0]}}\n"
        "  bob:    {points: {A: [0, 0]}, mass: m, inertia: 0}\n"
        "joints:\n"
        "  A: {revolute: [ground, rod]}\n"
        "  S: {prismatic: [rod, bob], at: A, axis: [1, 0]}\n"
        "forces:\n"
        "  twist:   {torsion: A, stiffness: 40, angle: angle + m*g*d*cos(angle)/40}\n"
        "  stretch: {spring: [rod.A, bob.A], stiffness: 500, length: d + m*g*sin(angle)/500, damping: 10}\n"
        "initial: {A.angle: 1, S.displacement: 0.7}\n"
        "analyses: [static: {}]\n",
        TML_AS_WRITTEN);
    expect(&c, "A.angle", -PI / 6, 1e-14);
    expect(&c, "S.displacement", 1.2, 1e-14);
    expect(&c, "stretch.force", 9.81, 1e-12);
    expect(&c, "A.fy", 2 * 9.81, 1e-12);
    expect_fact(&c, "stability", "stable");
    tml_case_free(&c);
}

/* A mass put on top of a spring, exactly: it does not stay there, but ends hanging below. */
Test(static, unstable_equilibrium_is_left)
{
    tml_case c = tml_case_run_text(
        "ridge",
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0]}}\n"
        "  b: {points: {P: [0, 0], Q: [0.1, 0]}, com: [0, 0], mass: 2, inertia: 1, position: [0, 1]}\n"
        "forces:\n"
        "  s: {spring: [ground.O, b.P], stiffness: 200, length: 1}\n"
        "  t: {torsion: [ground, b], stiffness: 10}\n"
        "analyses: [static: {}]\n",
        TML_AS_WRITTEN);
    expect(&c, "b.x", 0, 1e-14);
    expect(&c, "b.y", -1 - 2 * 9.81 / 200, 1e-14);
    tml_case_free(&c);
}

/* It falls five metres before a stop begins to push: 5000 N/m from 0.1 m down. */
Test(static, falling_mass_comes_to_rest_on_a_stop)
{
    tml_case c = tml_case_run_text("stop",
                                   "trammel: 1\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0]}}\n"
                                   "  b: {points: {P: [0, 0]}, mass: 2, inertia: 1, position: [0, 5]}\n"
                                   "joints: {S: {prismatic: [ground.O, b.P], axis: [0, 1]}}\n"
                                   "forces: {stop: {force: b.P, value: [0, 'if(b.y < 0.1, 5000*(0.1 - b.y), 0)']}}\n"
                                   "analyses: [static: {}]\n",
                                   TML_AS_WRITTEN);
    expect(&c, "b.y", 0.1 - 2 * 9.81 / 5000, 1e-14);
    tml_case_free(&c);
}

/* A force that rotates with the last of two rods (not conservative): moments about A and O. */
Test(static, follower_force_matches_its_closed_form)
{
    tml_case c = tml_case_run_text("follower",
                                   "trammel: 1\n"
                                   "gravity: none\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0]}}\n"
                                   "  one: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod}\n"
                                   "  two: {points: {A: [0, 0], B: [1, 0]}, mass: 1, shape: rod}\n"
                                   "joints: {O: {revolute: [ground, one]}, A: {revolute: [one, two]}}\n"
                                   "forces:\n"
                                   "  twist:  {torsion: O, stiffness: 1}\n"
                                   "  twist2: {torsion: A, stiffness: 1}\n"
                                   "  push:   {force: two.B, value: [-1.2, 0.3], axes: body}\n"
                                   "analyses: [static: {}]\n",
                                   TML_AS_WRITTEN);
    expect(&c, "A.angle", 0.3, 1e-13);
    expect(&c, "O.angle", 0.3 - 1.2 * sin(0.3) + 0.3 * cos(0.3), 1e-13);
    expect_fact(&c, "stability", "stable for slow motions (forces are not conservative)");
    tml_case_free(&c);
}

/* A plate hung level on three upright springs of different stiffness: each carries its share of the weight, the barycentric
 * coordinate of the centre of mass, and is as much longer as its stiffness asks for. Started rotated and displaced. */
Test(static, springs_share_the_weight_of_a_plate)
{
    tml_case c =
        tml_case_run_text("plate",
                          "trammel: 1\n"
                          "space: space\n"
                          "parameters: {w: 4*9.81}\n"
                          "bodies:\n"
                          "  ground: {points: {A: [0, 0, 0], B: [1, 0, 0], C: [0, 1, 0]}}\n"
                          "  plate: {points: {A: [0, 0, 0], B: [1, 0, 0], C: [0, 1, 0]}, com: [0.3, 0.5, 0], mass: 4,\n"
                          "          inertia: [0.3, 0.2, 0.5], position: [0.1, -0.1, -0.6], orientation: {axis: [1, "
                          "-2, 0.5], angle: 25 deg}}\n"
                          "forces:\n"
                          "  a: {spring: [ground.A, plate.A], stiffness: 100, length: 0.8 - 0.2*w/100}\n"
                          "  b: {spring: [ground.B, plate.B], stiffness: 150, length: 0.8 - 0.3*w/150}\n"
                          "  c: {spring: [ground.C, plate.C], stiffness: 300, length: 0.8 - 0.5*w/300}\n"
                          "analyses: [static: {}]\n",
                          TML_AS_WRITTEN);
    const double w = 4 * 9.81;
    expect(&c, "plate.x", 0.3, 1e-13);
    expect(&c, "plate.y", 0.5, 1e-13);
    expect(&c, "plate.z", -0.8, 1e-13);
    expect(&c, "plate.qx", 0, 1e-13);
    expect(&c, "plate.qy", 0, 1e-13);
    expect(&c, "plate.qz", 0, 1e-13);
    expect(&c, "a.force", 0.2 * w, 1e-11);
    expect(&c, "b.force", 0.3 * w, 1e-11);
    expect(&c, "c.force", 0.5 * w, 1e-11);
    expect_fact(&c, "stability", "stable");
    tml_case_free(&c);
}

/* Ten links from a straight line to the side: the first pin carries them all. With ideal and with compliant pins. */
Test(static, chain_hangs_from_its_first_pin)
{
    for (int compliant = 0; compliant < 2; compliant++) {
        char text[4000] = "trammel: 1\nbodies:\n  ground: {points: {P0: [0, 0]}}\n";
        for (int i = 0; i < 10; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text),
                     "  b%d: {points: {P%d: [0, 0], P%d: [1, 0]}, mass: 1, shape: rod}\n", i, i, i + 1);
        strcat(text, "joints:\n  P0: {revolute: [ground, b0]}\n");
        for (int i = 1; i < 10; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "  P%d: {revolute: [b%d, b%d]%s}\n", i, i - 1, i,
                     compliant ? ", stiffness: 1e8" : "");
        strcat(text, "analyses: [static: {}]\n");
        tml_case c = tml_case_run_text("chain", text, TML_AS_WRITTEN);
        expect(&c, "P0.fy", 98.1, 1e-6);
        expect(&c, "b0.angle", -PI / 2, 1e-11);
        expect(&c, "b9.angle", -PI / 2, 1e-11);
        expect_fact(&c, "stability", "stable");
        tml_case_free(&c);
    }
}

/* ---- refused ---- */

Test(static, motions_that_nothing_stops_are_named)
{
    tml_expect_run("trammel: 1\n"
                   "bodies: {ball: {points: {O: [0, 0]}, mass: 1, inertia: 1}}\n"
                   "analyses: [static: {}]\n",
                   TML_FAILED, "nothing stops ball along (0, -1); 9.81 N remain");
    tml_expect_run(ROD "forces: {drive: {motor: O, torque: 10*(3 - O.speed)}}\nanalyses: [static: {}]\n", TML_FAILED,
                   "nothing stops O.angle");
    tml_expect_run("trammel: 1\n"
                   "gravity: none\n"
                   "bodies:\n"
                   "  ground: {points: {O: [0, 0]}}\n"
                   "  b: {points: {P: [0, 0]}, mass: 2, inertia: 1, position: [0.33, 0]}\n"
                   "joints: {S: {prismatic: [ground.O, b.P], axis: [1, 0]}}\n"
                   "forces: {f: {force: b.P, value: ['-3*sign(b.x)', 0]}}\n"
                   "analyses: [static: {}]\n",
                   TML_FAILED, "S.displacement; 3 N remain");
}

Test(static, wrong_options_are_refused)
{
    tml_expect_run(ROD "analyses: [static: {search: some}]\n", TML_WRONG, "search");
    tml_expect_run(ROD "analyses: [static: {tolerance: 1}]\n", TML_WRONG, "tolerance must be between");
    tml_expect_run(ROD "forces: {f: {motor: O, torque: sqrt(O.angle - 1)}}\nanalyses: [static: {}]\n", TML_FAILED,
                   "force f: its value is not a number");
}

/* Many bodies that nothing holds: the first of them is named. */
Test(static, first_of_many_falling_bodies_is_named)
{
    char *text = malloc(40000);
    cr_assert_not_null(text);
    size_t length = (size_t)sprintf(text, "trammel: 1\nbodies:\n");
    for (int i = 0; i < 501; i++)
        length += (size_t)sprintf(text + length, "  b%d: {mass: 1, inertia: 1}\n", i);
    strcpy(text + length, "analyses: [static: {}]\n");
    tml_expect_run(text, TML_FAILED, "nothing stops b0 along (0, -1); 9.81 N remain");
    strcpy(text + length, "analyses: [static: {search: all}]\n");
    tml_expect_run(text, TML_FAILED, "the mechanism has 1503 coordinates");
    free(text);
}

/* ---- search: all ---- */

/* Metiku's four-bar under 39.75 N m: the crank angles at which it can rest, open branch; the crossed one is their mirror image. */
Test(static, all_equilibria_of_a_fourbar_are_found)
{
    static const double open_branch[] = {0.5573503417, 36.82039089, 60.024731064521256, 320.5996189};
    tml_case c = tml_case_run(
        "fourbar/fourbar.yaml",
        TML_EDITS({"  - dynamics: {end: 5, output: 0.025}", "  - static: {search: all}"}, {"  O.angle: 60 deg\n", ""}));
    const double degree = atan(1) / 45;
    const size_t rows = tml_table_rows(c.table);
    cr_assert_geq(rows, 8);
    for (size_t i = 0; i < 4; i++)
        for (int mirror = 1; mirror >= -1; mirror -= 2) {
            double nearest = 360, growth = 0;
            for (size_t r = 0; r < rows; r++) {
                const double off = remainder(tml_case_value(&c, r, "O.angle") / degree - mirror * open_branch[i], 360);
                if (fabs(off) < nearest)
                    nearest = fabs(off), growth = tml_case_value(&c, r, "stability.growth");
            }
            cr_expect(nearest < 2e-8, "%g degrees: the nearest found is off by %g", mirror * open_branch[i], nearest);
            if (i == 2 && mirror == 1)
                tml_case_near(&c, "growth at 60 degrees", growth, 1.5771789912917161, 1e-7);
        }
    tml_case_free(&c);
}

/* A rod in gravity hangs, or is upright. */
Test(static, both_equilibria_of_a_pendulum_are_found)
{
    tml_case c = tml_case_run_text("pendulum", ROD "analyses: [static: {search: all}]\n", TML_AS_WRITTEN);
    cr_assert_eq(tml_table_rows(c.table), 2);
    int stable = 0;
    for (size_t r = 0; r < 2; r++) {
        tml_case_near(&c, "its direction", fabs(remainder(tml_case_value(&c, r, "O.angle"), 4 * atan(1))), 2 * atan(1),
                      1e-12);
        stable += tml_case_value(&c, r, "stability.growth") <= 1e-9;
    }
    cr_expect_eq(stable, 1);
    tml_case_free(&c);
}
