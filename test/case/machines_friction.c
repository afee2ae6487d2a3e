/* machines_friction.c - mechanisms with friction in their joints, against closed forms and solutions of their own equations.
 *
 * Where there is no closed form, the numbers are those of minimal coordinates with the loads of friction found by iteration, integrated by a
 * Runge-Kutta method of order 8 with a tolerance of 1e-13, from event to event.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static const double G = 9.81, PI = 3.14159265358979323846;

static void expect(const tml_case *c, double t, const char *channel, double want)
{
    tml_case_near(c, channel, tml_case_at(c, t, channel), want, 1e-8 * fmax(fabs(want), 1e-2));
}

/* The time of the n-th change of friction: two rows have it. */
static double change(const tml_case *c, int n)
{
    for (size_t row = 1; row < tml_table_rows(c->table); row++)
        if (tml_case_value(c, row, "t") == tml_case_value(c, row - 1, "t") && n-- == 0)
            return tml_case_value(c, row, "t");
    cr_assert_fail("%s: no such change", c->name);
    return 0;
}

/* A block slides down a wedge, which moves: 4 balances of forces. */
static void block_and_wedge(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "wedge",
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {points: {P: [0, 0]}}\n"
        "  wedge: {points: {P: [0, 0], Q: [0, 1]}, mass: 4, inertia: 0.1}\n"
        "  block: {points: {Q: [0, 0]}, mass: 1.5, inertia: 0.1}\n"
        "joints:\n"
        "  G: {prismatic: [ground, wedge], axis: x, at: P, friction: 0.05}\n"
        "  S: {prismatic: [wedge, block], axis: [cos(40 deg), -sin(40 deg)], at: Q, friction: 0.1}\n"
        "analyses: [dynamics: {end: 0.6, output: 0.1, tolerance: 1e-10}]\n",
        NULL, TML_BY(by));
    expect(&c, 0.3, "G.acceleration", -0.8771276790742563);
    expect(&c, 0.3, "S.acceleration", 6.282556317208116);
    expect(&c, 0.6, "S.displacement", 6.282556317208116 * 0.18);
    expect(&c, 0.3, "S.friction", -1.0426633774162697);
    tml_case_free(&c);
}
TML_TEST_EACH(machines_friction, block_and_wedge, 10)

/* A block on a block, the lower one pulled by 8 t: both start, then the upper one is left behind. */
static void pulled_from_under(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "stack",
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {points: {P: [0, 0]}}\n"
        "  low: {points: {P: [0, 0]}, mass: 3, inertia: 0.1}\n"
        "  top: {points: {P: [0, 0]}, mass: 2, inertia: 0.1}\n"
        "joints:\n"
        "  G: {prismatic: [ground, low], axis: x, at: P, friction: {coefficient: 0.1, static: 0.2}}\n"
        "  S: {prismatic: [low, top], axis: x, at: P, friction: {coefficient: 0.3, static: 0.4}}\n"
        "forces: {pull: {force: low, value: [8*t, 0]}}\n"
        "analyses: [dynamics: {end: 5, output: 0.25, tolerance: 1e-10}]\n",
        NULL, TML_BY(by));
    const double starts = 0.2 * 5 * G / 8, parts = (5 * 0.4 * G + 0.5 * G) / 8;
    const double v = (4 * (parts * parts - starts * starts) - 0.5 * G * (parts - starts)) / 5;
    tml_case_near(&c, "starts", change(&c, 0), starts, 1e-10);
    tml_case_near(&c, "parts", change(&c, 1), parts, 1e-10);
    expect(&c, 5, "low.vx", v + (4 * (25 - parts * parts) - 1.1 * G * (5 - parts)) / 3);
    expect(&c, 5, "top.vx", v + 0.3 * G * (5 - parts));
    tml_case_free(&c);
}
TML_TEST_EACH(machines_friction, pulled_from_under, 10)

/* A mass on a spring loses 2 mu m g/k of its amplitude in every half period. */
static void oscillator_dies_out(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "oscillator",
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {points: {P: [0, 0], W: [-1, 0]}}\n"
        "  block: {points: {P: [0, 0]}, mass: 2, inertia: 0.1}\n"
        "joints: {P: {prismatic: [ground, block], axis: x, friction: {coefficient: 0.1, static: 0.15}}}\n"
        "forces: {k: {spring: [ground.W, block.P], stiffness: 200, length: 1}}\n"
        "initial: {P.displacement: 0.1}\n"
        "analyses: [dynamics: {end: 4, output: 0.5, tolerance: 1e-10}]\n",
        NULL, TML_BY(by));
    expect(&c, 4, "P.displacement", -(0.1 - 2 * 5 * 0.1 * 2 * G / 200));
    for (int n = 1; n <= 5; n++)
        tml_case_near(&c, "half periods", change(&c, n - 1), n * PI / 10, 1e-9);
    tml_case_free(&c);
}
TML_TEST_EACH(machines_friction, oscillator_dies_out, 10)

/* A clutch: two flywheels under torques, pressed together by 400 N. */
static void clutch_engages(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "clutch",
        "trammel: 1\n"
        "space: space\n"
        "gravity: none\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0, 0]}}\n"
        "  a: {points: {O: [0, 0, 0]}, mass: 1, inertia: [0.1, 0.1, 0.2]}\n"
        "  b: {points: {O: [0, 0, 0]}, mass: 1, inertia: [0.5, 0.5, 0.5]}\n"
        "joints:\n"
        "  A: {revolute: [ground, a], axis: z, at: O}\n"
        "  B: {revolute: [a, b], axis: z, at: O, friction: {coefficient: 0.25, static: 0.3, radius: 80 mm, "
        "preload: 400}}\n"
        "forces: {load: {torque: b, value: [0, 0, -3]}, drive: {motor: A, torque: 5}}\n"
        "initial: {A.speed: 10, B.speed: -10}\n"
        "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-10}]\n",
        NULL, TML_BY(by));
    expect(&c, 0.1, "B.friction", 8);
    tml_case_near(&c, "engaged", change(&c, 0), 0.4, 1e-9); /* 10 = (8 - 3)/0.5 t + (8 - 5)/0.2 t */
    expect(&c, 1, "A.speed", 4 + 2 / 0.7 * 0.6);
    expect(&c, 1, "B.friction", 3 + 0.5 * 2 / 0.7);
    tml_case_free(&c);
}
TML_TEST_EACH(machines_friction, clutch_engages, 10)

/* Froude's pendulum: friction of the rotating shaft takes it along until its weight takes it back, again and again. */
static void shaft_takes_a_pendulum_along(const char *by)
{
    static const double times[] = {0.1622098964040872, 1.720694056987938, 1.801860821893192, 3.360344982477042,
                                   3.441511747382297,  4.99999590796615,  5.081162672871402};
    tml_case c = tml_case_run_text_with(
        "Froude",
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0]}}\n"
        "  shaft: {points: {O: [0, 0]}, mass: 1, inertia: 0.1}\n"
        "  rod: {points: {O: [0, 0], A: [0, -1]}, mass: 2, shape: rod}\n"
        "joints:\n"
        "  O: {revolute: [ground, shaft]}\n"
        "  S: {revolute: [shaft, rod], at: O, friction: {coefficient: 0.3, static: 0.4, radius: 100 mm}}\n"
        "drivers: {turn: {O.speed: 0.5}}\n"
        "initial: {rod.angle: 0, rod.omega: 0.5}\n"
        "analyses: [dynamics: {end: 6, output: 0.1, tolerance: 1e-10}]\n",
        NULL, TML_BY(by));
    for (int i = 0; i < 7; i++)
        tml_case_near(&c, "change", change(&c, i), times[i], 1e-9);
    expect(&c, 6, "rod.angle", -0.007344420159605472);
    tml_case_free(&c);
}
TML_TEST_EACH(machines_friction, shaft_takes_a_pendulum_along, 10)

/* A nut on a vertical thread: it goes on up, stops, and stays or comes down, by the angle of friction. */
static void nut_on_a_thread(const char *by)
{
    static const struct {
        double mu, start, acceleration, angle, speed;
    } want[] = {{0.2, 30, -68.57128434134232, -7.131019278168641, -25.77608459539026},
                {0.6, 30, -129.4681797233948, 3.47575752560523, 0},
                {0.2, -10, -24.25986533628418, -42.29234850331969, -46.38979800442626},
                {0.6, -30, 9.429644645507961, -34.39164977380354, -15.85553303173806}};
    for (int i = 0; i < 4; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "space: space\n"
                 "bodies:\n"
                 "  ground: {points: {S: [0, 0, 0]}}\n"
                 "  nut: {points: {S: [0, 0, 0]}, mass: 5, inertia: [0.01, 0.01, 0.01]}\n"
                 "joints: {S: {screw: [ground, nut], axis: z, pitch: 60 mm, friction: {coefficient: %g, radius: 20 "
                 "mm}}}\n"
                 "initial: {S.speed: %g}\n"
                 "analyses: [dynamics: {end: 1.5, output: 0.1, tolerance: 1e-10}]\n",
                 want[i].mu, want[i].start);
        tml_case c = tml_case_run_text_with("nut", text, NULL, TML_BY(by));
        expect(&c, 0, "S.acceleration", want[i].acceleration);
        expect(&c, 1.5, "S.angle", want[i].angle);
        expect(&c, 1.5, "S.speed", want[i].speed);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(machines_friction, nut_on_a_thread, 10)

/* A shaft rotates and slides in a bush: friction is against the helix, and turns with it. */
static void shaft_slides_along_a_helix(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "shaft",
        "trammel: 1\n"
        "space: space\n"
        "bodies:\n"
        "  ground: {points: {C: [0, 0, 0]}}\n"
        "  shaft: {points: {C: [0, 0, 0]}, mass: 2, inertia: [0.004, 0.01, 0.01]}\n"
        "joints: {C: {cylindrical: [ground, shaft], axis: [cos(20 deg), 0, -sin(20 deg)], friction: {coefficient: "
        "0.5, radius: 50 mm}}}\n"
        "initial: {C.displacement_speed: 0.3, C.angle_speed: 40}\n"
        "analyses: [dynamics: {end: 1.5, output: 0.1, tolerance: 1e-10}]\n",
        NULL, TML_BY(by));
    expect(&c, 0.2, "C.displacement", 0.1024897336134669);
    expect(&c, 0.2, "C.angle", 6.11918729822917);
    expect(&c, 0.5, "C.displacement", 0.3076193908148951);
    expect(&c, 0.5, "C.angle", 9.564446468008276);
    expect(&c, 0.5, "C.displacement_speed", 0.6015074948831728);
    expect(&c, 1.5, "C.sticks", 1);
    tml_case_free(&c);
}
TML_TEST_EACH(machines_friction, shaft_slides_along_a_helix, 10)

static void ball_joint_rubs(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "ball joint",
        "trammel: 1\n"
        "space: space\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0, 0]}}\n"
        "  b: {points: {O: [0, 0, 0], A: [0, 0, -1]}, com: [0, 0, -0.5], mass: 2, inertia: [0.1, 0.12, 0.05],\n"
        "      orientation: {axis: [1, 0, 0], angle: 60 deg}, omega: [0.5, 1, 3]}\n"
        "joints: {O: {spherical: [ground, b], friction: {coefficient: 0.2, radius: 60 mm}}}\n"
        "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-10}]\n",
        NULL, TML_BY(by));
    expect(&c, 0.5, "b.x", -0.1992083983149627);
    expect(&c, 0.5, "b.omegaz", 3.336723458900043);
    expect(&c, 1, "b.x", 0.4059030149758794);
    expect(&c, 1, "b.y", -0.03823364476871152);
    expect(&c, 1, "b.z", -0.2894493579906244);
    expect(&c, 1, "b.omegax", 1.434103511014451);
    expect(&c, 1, "b.omegay", 0.7346398902840481);
    expect(&c, 1, "b.omegaz", 2.51660185809234);
    tml_case_free(&c);
}
TML_TEST_EACH(machines_friction, ball_joint_rubs, 10)

/* A cross with pins and collars: each pin rubs for itself. */
static void universal_joint_rubs(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "universal joint",
        "trammel: 1\n"
        "space: space\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0, 0]}}\n"
        "  b: {points: {O: [0, 0, 0], A: [0, 0, -1]}, com: [0, 0, -0.5], mass: 2, inertia: [0.1, 0.12, 0.05]}\n"
        "joints: {O: {universal: [ground, b], axes: [x, y], friction: {coefficient: 0.2, radius: 50 mm, collar: 30 "
        "mm}}}\n"
        "initial: {O.angle1: 50 deg, O.angle2: 20 deg, O.angle1_speed: 2, O.angle2_speed: 3}\n"
        "analyses: [dynamics: {end: 0.1, output: 0.05, tolerance: 1e-10}]\n",
        NULL, TML_BY(by));
    expect(&c, 0.1, "O.angle1", 1.018314078998243);
    expect(&c, 0.1, "O.angle2", 0.6225391779929914);
    expect(&c, 0.1, "O.angle1_speed", 0.837881879915496);
    expect(&c, 0.1, "O.angle2_speed", 2.464501861210278);
    tml_case_free(&c);
}
TML_TEST_EACH(machines_friction, universal_joint_rubs, 10)

/* It swings about its first pin alone, as about a hinge: the events name the pin. */
Test(machines_friction, events_name_the_pin_of_a_universal_joint, .timeout = TML_SLOWER * 10)
{
    static const char *const text =
        "trammel: 1\n"
        "space: space\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0, 0]}}\n"
        "  b: {points: {O: [0, 0, 0]}, com: [0, 0, -0.5], mass: 2, inertia: [0.1, 0.12, 0.05]}\n"
        "joints: {O: {%s, friction: {coefficient: 0.2, radius: 50 mm}}}\n"
        "initial: {%s: 50 deg}\n"
        "analyses: [dynamics: {end: 2, output: 1, tolerance: 1e-10}]\n";
    char cross[640], hinge[640];
    snprintf(cross, sizeof cross, text, "universal: [ground, b], axes: [x, y]", "O.angle1");
    snprintf(hinge, sizeof hinge, text, "revolute: [ground, b], axis: x", "O.angle");
    tml_case c = tml_case_run_text("universal joint", cross, NULL), r = tml_case_run_text("hinge", hinge, NULL);
    tml_case_near(&c, "first reversal", tml_case_change(&c, 0, "O.friction1 reverses"),
                  tml_case_change(&r, 0, "O reverses"), 1e-10);

    tml_case_free(&c);
    tml_case_free(&r);
}

/* A block on a ring slides down an incline and spins: spinning helps it to slide. */
static void spinning_block_slides(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "ring",
        "trammel: 1\n"
        "space: space\n"
        "gravity: [9.81*sin(15 deg), 0, -9.81*cos(15 deg)]\n"
        "bodies:\n"
        "  ground: {points: {P: [0, 0, 0]}}\n"
        "  b: {points: {P: [0, 0, 0]}, mass: 3, inertia: [0.02, 0.02, 0.02]}\n"
        "joints: {P: {planar: [ground, b], axis: z, friction: {coefficient: 0.4, radius: 100 mm}}}\n"
        "initial: {b.vx: -0.5, b.vy: 1, b.omegaz: 20}\n"
        "analyses: [dynamics: {end: 1.2, output: 0.1, tolerance: 1e-10}]\n",
        NULL, TML_BY(by));
    expect(&c, 0.2, "b.x", -0.03839212044957108);
    expect(&c, 0.2, "b.omegaz", 10.1369459959045);
    expect(&c, 0.5, "b.x", 0.03749161925109191);
    expect(&c, 0.5, "b.y", 0.2633315268168834);
    expect(&c, 0.5, "b.vx", 0.2388026918251899);
    expect(&c, 0.5, "b.vy", 0.06723360912715129);
    expect(&c, 0.5, "b.omegaz", 0.3486660270701347);
    expect(&c, 1.2, "P.sticks", 1);
    tml_case_free(&c);
}
TML_TEST_EACH(machines_friction, spinning_block_slides, 10)

/* A box on a ring at one of its ends slides and spins to rest, and stays there. */
static void box_comes_to_rest(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "puck",
        "trammel: 1\n"
        "space: space\n"
        "points: {O: [0, 0, 0], A: [0.3, 0, 0]}\n"
        "bodies: {puck: {points: [O, A], mass: 1, shape: {box: [0.6, 0.1, 0.1]}, velocity: [1, 0.5, 0], omega: [0, 0, "
        "6]}}\n"
        "joints: {O: {planar: [ground, puck], axis: z, friction: {coefficient: 0.3, radius: 100 mm}}}\n"
        "analyses: [dynamics: {end: 2, output: 0.1, tolerance: 1e-10}]\n",
        NULL, TML_BY(by));
    expect(&c, 0.6, "puck.x", 0.3713859235890286);
    expect(&c, 0.6, "puck.y", 0.5455299197514151);
    expect(&c, 0.6, "puck.vx", -0.02874141754379548);
    expect(&c, 0.6, "puck.omegaz", 0.2084755627193179);
    expect(&c, 2, "O.sticks", 1);
    tml_case_near(&c, "puck.vx", tml_case_at(&c, 2, "puck.vx"), 0, 1e-14);
    tml_case_free(&c);
}
TML_TEST_EACH(machines_friction, box_comes_to_rest, 10)

/* A four-bar linkage coasts with friction in all of its pins. */
static void four_bar_coasts(const char *by)
{
    tml_case c =
        tml_case_run_text_with("four-bar",
                               "trammel: 1\n"
                               "points: {O: [0, 0], A: [0, 0.1], B: [0.25, 0.2], C: [0.3, 0]}\n"
                               "bodies:\n"
                               "  crank: {points: [O, A], mass: 2, shape: rod}\n"
                               "  coupler: {points: [A, B], mass: 1, shape: rod}\n"
                               "  rocker: {points: [C, B], mass: 1.5, shape: rod}\n"
                               "defaults: {revolute: {friction: {coefficient: 0.2, radius: 8 mm}}}\n"
                               "joints:\n"
                               "  O: {revolute: [ground, crank], friction: {coefficient: 0.2, radius: 10 mm}}\n"
                               "  A: {revolute: [crank, coupler]}\n"
                               "  B: {revolute: [coupler, rocker]}\n"
                               "  C: {revolute: [ground, rocker], friction: {coefficient: 0.2, radius: 10 mm}}\n"
                               "initial: {O.speed: 25}\n"
                               "analyses: [dynamics: {end: 0.7, output: 0.05, tolerance: 1e-10}]\n",
                               NULL, TML_BY(by));
    expect(&c, 0.7, "O.angle", 16.84028911812213 - PI / 2);
    expect(&c, 0.7, "O.speed", 28.26633728215694);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(machines_friction, four_bar_coasts, 20)

/* Pulled at 0.7 m beside its guide a drawer of 0.4 m jams: 0.3*2*0.7/0.4 > 1; at 0.5 m it does not. */
Test(machines_friction, drawer_jams)
{
    for (int i = 0; i < 2; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "gravity: none\n"
                 "bodies:\n"
                 "  ground: {points: {P: [0, 0]}}\n"
                 "  drawer: {points: {P: [0, 0], H: [0, %g]}, com: P, mass: 2, inertia: 0.1}\n"
                 "joints: {P: {prismatic: [ground, drawer], axis: x, friction: {coefficient: 0.3, length: 400 mm}}}\n"
                 "forces: {pull: {force: drawer.H, value: [10, 0]}}\n"
                 "analyses: [dynamics: {end: 1, output: 0.5, tolerance: 1e-10}]\n",
                 i ? 0.7 : 0.5);
        tml_case c = tml_case_run_text("drawer", text, NULL);
        expect(&c, 1, "P.displacement", i ? 0 : 0.5 * (10 - 0.3 * 20 * 0.5 / 0.4) / 2);
        expect(&c, 1, "P.sticks", i);
        tml_case_free(&c);
    }
}
