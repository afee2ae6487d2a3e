/* machines_contact.c - mechanisms whose bodies touch, strike, roll and slip, against closed forms and solutions of their own equations.
 *
 * Where there is no closed form, the numbers are those of minimal coordinates in each phase, integrated by a Runge-Kutta method of order 8 with a
 * tolerance of 1e-13, or quadratures.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static void expect(const tml_case *c, double t, const char *channel, double want)
{
    tml_case_near(c, channel, tml_case_at(c, t, channel), want, 1e-8 * fmax(fabs(want), 1e-2));
}

/* The value of a channel just after an impact. */
static double after(const tml_case *c, size_t n, const char *channel)
{
    size_t row = tml_table_rows(c->table);
    while (row > 0 && tml_case_value(c, row - 1, "t") > tml_case_impact(c, n, "t"))
        row--;
    return tml_case_value(c, row - 1, channel);
}

#define LADDER                                                                                                         \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}, wall: {line: [[0, 1], [0, 0]]}}}\n"                        \
    "  rod: {points: {A: [0, 0], B: [2, 0]}, mass: 3, shape: rod, position: [2*sin(lean), 0], angle: 90 deg + lean,\n" \
    "        surfaces: {foot: {point: A}, head: {point: B}}}\n"                                                        \
    "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-10}]\n"

/* It leaves the wall where its head has come down to 2/3 of where it was, at 0.65 s, and slides on. */
static void ladder_leaves_the_wall(const char *by)
{
    tml_case c = tml_case_run_text_with("ladder",
                                        LADDER "parameters: {lean: 0.3}\n"
                                               "forces:\n"
                                               "  f: {contact: [rod.foot, ground.floor]}\n"
                                               "  w: {contact: [rod.head, ground.wall]}\n",
                                        NULL, TML_BY(by));
    cr_expect_gt(tml_case_at(&c, 0.6, "w.force"), 0.1);
    tml_case_near(&c, "wall", tml_case_at(&c, 0.7, "w.force"), 0, 0);
    expect(&c, 0.9, "rod.angle", 1.5902884661956 + acos(0));
    expect(&c, 0.9, "rod.omega", 3.59481607569493);
    expect(&c, 0.9, "rod.vx", 1.378677842147279);
    tml_case_free(&c);
}
TML_TEST_EACH(machines_contact, ladder_leaves_the_wall, 10)

/* The same with friction at both ends; it leaves the wall at 0.96 s. */
static void ladder_with_friction(const char *by)
{
    tml_case c = tml_case_run_text_with("ladder with friction",
                                        LADDER "parameters: {lean: 0.5}\n"
                                               "forces:\n"
                                               "  f: {contact: [rod.foot, ground.floor], friction: 0.2}\n"
                                               "  w: {contact: [rod.head, ground.wall], friction: 0.3}\n",
                                        NULL, TML_BY(by));
    expect(&c, 0, "w.force", 7.122522853088468);
    expect(&c, 0, "f.force", 26.27276675402358);
    expect(&c, 1, "rod.x", 0.9203075124466648);
    expect(&c, 1, "rod.angle", 1.167896427550269 + acos(0));
    expect(&c, 1, "rod.vx", 0.8872760668768673);
    tml_case_free(&c);
}
TML_TEST_EACH(machines_contact, ladder_with_friction, 10)

/* A disc on top of another rolls, begins to slip at 0.579 s, and flies off at 0.785 s. */
static void disc_rolls_off(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "hill",
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {surfaces: {hill: {disc: 1}}}\n"
        "  b: {mass: 2, shape: {disc: 0.2}, surfaces: {rim: {disc: 0.2}}, position: [1.2*sin(0.3), 1.2*cos(0.3)]}\n"
        "forces: {c: {contact: [b.rim, ground.hill], friction: 0.3}}\n"
        "analyses: [dynamics: {end: 1.2, output: 0.1, tolerance: 1e-10}]\n",
        NULL, TML_BY(by));
    expect(&c, 1.2, "b.x", 1.60909092637335);
    expect(&c, 1.2, "b.y", -1.029563118444399);
    expect(&c, 1.2, "b.omega", -9.61273969624353);
    tml_case_free(&c);
}
TML_TEST_EACH(machines_contact, disc_rolls_off, 10)

/* A square strikes the floor with a corner: normal and tangential impulses act on each other. */
Test(machines_contact, square_strikes_with_a_corner)
{
    static const struct {
        double mu, omega, vx, e, t, want[3];
    } c[] = {{0.2, 0, 0, 0.5, 0.08745716521065271, {0.4269139031912368, 0.1345695159561839, -13.11623412522689}},
             {0.8, 0, 0, 0.5, 0.08745716521065271, {0.9285025667733879, 0.5102227825694143, -7.422933177722997}},
             {0.4, 3, 2, 0.3, 0.08133929824754516, {1.769213449352567, 0.1948800309211269, -12.8837413847821}},
             {0.4, -6, 1, 0.7, 0.08962963335004931, {-0.2973762104026634, 1.243440526006658, 6.326241548646617}},
             {0.1, 5, -3, 0, 0.07956043208955628, {-2.793155306800665, 0.06844693199335072, 5.532357492546679}}};
    for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
        char text[800];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "gravity: none\n"
                 "bodies:\n"
                 "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                 "  b: {mass: 2, shape: {box: [0.2, 0.2]}, angle: 0.3, position: [0, 0.3], velocity: [%g, -2], omega: "
                 "%g,\n"
                 "      surfaces: {skin: {polygon: [[-0.1, -0.1], [0.1, -0.1], [0.1, 0.1], [-0.1, 0.1]]}}}\n"
                 "forces: {c: {contact: [b.skin, ground.floor], friction: %g, restitution: %g}}\n"
                 "analyses: [dynamics: {end: 0.1, output: 0.1, tolerance: 1e-10}]\n",
                 c[i].vx, c[i].omega, c[i].mu, c[i].e);
        tml_case run = tml_case_run_text("square", text, NULL);
        tml_case_near(&run, "t", tml_case_impact(&run, 0, "t"), c[i].t, 1e-12);
        tml_case_near(&run, "vx", after(&run, 0, "b.vx"), c[i].want[0], 1e-11);
        tml_case_near(&run, "vy", after(&run, 0, "b.vy"), c[i].want[1], 1e-11);
        tml_case_near(&run, "omega", after(&run, 0, "b.omega"), c[i].want[2], 1e-10);
        tml_case_free(&run);
    }
}

/* Housner's block rocks from corner to corner: each impact leaves 1 - 3/2 sin^2 of its speed, until it stands. */
static void block_rocks(const char *by)
{
    static const double t[] = {0.2647134157346785, 0.7109010093908266, 1.096327329865549, 1.43418602082439};
    tml_case c = tml_case_run_text_with(
        "block",
        "trammel: 1\n"
        "parameters: {R: 'hypot(0.1, 0.4)', a: atan(0.25) - 0.1}\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
        "  b: {mass: 10, shape: {box: [0.2, 0.8]}, angle: -0.1, position: [0.1 - R*sin(a), R*cos(a)],\n"
        "      surfaces: {skin: {polygon: [[-0.1, -0.4], [0.1, -0.4], [0.1, 0.4], [-0.1, 0.4]]}}}\n"
        "forces: {c: {contact: [b.skin, ground.floor], friction: 0.9}}\n"
        "analyses: [dynamics: {end: 8, output: 1, tolerance: 1e-10}]\n",
        NULL, TML_BY(by));
    for (size_t i = 0; i < 4; i++)
        tml_case_near(&c, "impact", tml_case_impact(&c, i, "t"), t[i], 1e-9);
    const double left = 1 - 1.5 / 17, before = 0.8313680766991932;
    tml_case_near(&c, "omega", fabs(after(&c, 0, "b.omega")), left * before, 1e-9);
    tml_case_near(&c, "stands", tml_case_at(&c, 8, "b.angle"), 0, 1e-10);
    expect(&c, 8, "c.force", 98.1);
    tml_case_free(&c);
}
TML_TEST_BY(machines_contact, block_rocks, absolute, 20)
TML_TEST_BY(machines_contact, block_rocks, joint, 20)
TML_TEST_BY(machines_contact, block_rocks, point, 20)

/* A disc strikes two discs at once that touch each other. */
Test(machines_contact, disc_strikes_two_at_once)
{
    for (int i = 0; i < 2; i++) {
        const double e = i ? 0.5 : 1, cos30 = sqrt(3) / 2, P = (1 + e) * 2 * cos30 / 2;
        char text[900];
        snprintf(
            text, sizeof text,
            "trammel: 1\n"
            "gravity: none\n"
            "bodies:\n"
            "  a: {mass: 1, shape: {disc: 0.05}, surfaces: {rim: {disc: 0.05}}, position: [-0.2, 0], velocity: [2, "
            "0]}\n"
            "  b: {mass: 2, shape: {disc: 0.05}, surfaces: {rim: {disc: 0.05}}, position: [0, 0.05]}\n"
            "  c: {mass: 2, shape: {disc: 0.05}, surfaces: {rim: {disc: 0.05}}, position: [0, -0.05]}\n"
            "defaults: {contact: {restitution: %g}}\n"
            "forces: {ab: {contact: [a, b]}, ac: {contact: [a, c]}, bc: {contact: [b, c]}}\n"
            "analyses: [dynamics: {end: 0.3, output: 0.1, tolerance: 1e-10}]\n",
            e);
        tml_case c = tml_case_run_text("triple", text, NULL);
        expect(&c, 0.3, "a.vx", 2 - 2 * P * cos30);
        expect(&c, 0.3, "b.vx", P * cos30 / 2);
        expect(&c, 0.3, "b.vy", P / 4);
        expect(&c, 0.3, "c.vy", -P / 4);
        tml_case_free(&c);
    }
}

/* A shoe on a lever brakes a drum: the one sense of rotation presses it on, the other lifts it. */
static void shoe_brakes_a_drum(const char *by)
{
    for (int sense = -1; sense <= 1; sense += 2) {
        char text[900];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "gravity: none\n"
                 "bodies:\n"
                 "  ground: {points: {O: [0, 0], A: [-0.3, 0.25]}}\n"
                 "  drum: {points: {O: [0, 0]}, mass: 5, inertia: 0.2, surfaces: {rim: {disc: 0.15}}}\n"
                 "  lever: {points: {A: [-0.3, 0.25], E: [0.3, 0.25]}, mass: 2, inertia: 0.05, com: [0, 0.25],\n"
                 "          surfaces: {shoe: {line: [[1, 0.15], [-1, 0.15]]}}}\n"
                 "joints: {O: {revolute: [ground, drum]}, A: {revolute: [ground, lever]}}\n"
                 "forces: {c: {contact: [drum.rim, lever.shoe], friction: 0.3}, push: {force: lever.E, value: [0, "
                 "-100]}}\n"
                 "initial: {O.speed: %d}\n"
                 "analyses: [dynamics: {end: 2, output: 0.1, tolerance: 1e-10}]\n",
                 10 * sense);
        tml_case c = tml_case_run_text_with("brake", text, NULL, TML_BY(by));
        const double N = 100 * 0.6 / (0.3 - sense * 0.1 * 0.3), stops = 10 * 0.2 / (0.3 * N * 0.15);
        expect(&c, 0.1, "c.force", N);
        expect(&c, 2, "O.angle", sense * 5 * stops);
        expect(&c, 2, "O.speed", 0);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(machines_contact, shoe_brakes_a_drum, 10)

/* A rod is struck; its pin has a radius, and friction of its impulse. */
static void pin_rubs_in_an_impact(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "rod",
        "trammel: 1\n"
        "gravity: none\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0]}}\n"
        "  rod: {points: {O: [0, 0], A: [0, -1.2]}, mass: 3, shape: rod, surfaces: {side: {line: [A, O]}}}\n"
        "  ball: {mass: 0.5, inertia: 1e-4, surfaces: {tip: {point: [0, 0]}}, position: [-0.04, -0.4], velocity: [4, "
        "0]}\n"
        "joints: {O: {revolute: [ground, rod], friction: {coefficient: 0.3, radius: 100 mm}}}\n"
        "forces: {hit: {contact: [ball.tip, rod.side], restitution: 0.6}}\n"
        "analyses: [dynamics: {end: 0.02, output: 0.02, tolerance: 1e-10}]\n",
        NULL, TML_BY(by));
    tml_case_near(&c, "impulse", tml_case_impact(&c, 0, "hit.impulse"), 3.037808219178082, 1e-12);
    tml_case_near(&c, "rod", after(&c, 0, "rod.omega"), 0.8109589041095888, 1e-12);
    tml_case_near(&c, "pin", tml_case_impact(&c, 0, "O.fx"), -1.578082191780823, 1e-12);
    tml_case_free(&c);
}
TML_TEST_EACH(machines_contact, pin_rubs_in_an_impact, 10)

/* The rocker of a four-bar linkage runs into a stop: impulses of every joint balance the momenta of every body. */
static void linkage_runs_into_a_stop(const char *by)
{
    tml_case c =
        tml_case_run_text_with("linkage",
                               "trammel: 1\n"
                               "points: {O: [0, 0], A: [0, 0.1], B: [0.25, 0.2], C: [0.3, 0]}\n"
                               "bodies:\n"
                               "  crank: {points: [O, A], mass: 2, shape: rod}\n"
                               "  coupler: {points: [A, B], mass: 1, shape: rod}\n"
                               "  rocker: {points: [C, B], mass: 1.5, shape: rod}\n"
                               "joints:\n"
                               "  O: {revolute: [ground, crank]}\n"
                               "  A: {revolute: [crank, coupler]}\n"
                               "  B: {revolute: [coupler, rocker]}\n"
                               "  C: {revolute: [ground, rocker], limits: {angle: [-0.2, 0.15], restitution: 0.5}}\n"
                               "initial: {O.speed: 25}\n"
                               "analyses: [dynamics: {end: 0.06, output: 0.01, tolerance: 1e-10}]\n",
                               NULL, TML_BY(by));
    size_t row = 0;
    while (tml_case_value(&c, row, "t") < tml_case_impact(&c, 0, "t"))
        row++;
#define CHANGE(channel) (after(&c, 0, channel) - tml_case_value(&c, row, channel))
#define P(channel)      tml_case_impact(&c, 0, channel)
    const double bar = 1e-11, x = 2 * (tml_case_value(&c, row, "rocker.x") - 0.3),
                 y = 2 * tml_case_value(&c, row, "rocker.y");
    tml_case_near(&c, "restitution", after(&c, 0, "C.speed"), -0.5 * tml_case_value(&c, row, "C.speed"), bar);
    tml_case_near(&c, "crank x", 2 * CHANGE("crank.vx"), P("O.fx") - P("A.fx"), bar);
    tml_case_near(&c, "crank y", 2 * CHANGE("crank.vy"), P("O.fy") - P("A.fy"), bar);
    tml_case_near(&c, "coupler x", CHANGE("coupler.vx"), P("A.fx") - P("B.fx"), bar);
    tml_case_near(&c, "coupler y", CHANGE("coupler.vy"), P("A.fy") - P("B.fy"), bar);
    tml_case_near(&c, "rocker x", 1.5 * CHANGE("rocker.vx"), P("B.fx") + P("C.fx"), bar);
    tml_case_near(&c, "rocker y", 1.5 * CHANGE("rocker.vy"), P("B.fy") + P("C.fy"), bar);
    tml_case_near(&c, "rocker about C", 0.5 * (0.05 * 0.05 + 0.2 * 0.2) * CHANGE("rocker.omega"),
                  x * P("B.fy") - y * P("B.fx") + P("C.lower_limit.impulse") - P("C.upper_limit.impulse"), bar);
    tml_case_near(&c, "energy", P("energy"), CHANGE("energy.kinetic"), bar);
    tml_case_free(&c);
}
TML_TEST_EACH(machines_contact, linkage_runs_into_a_stop, 10)

/* A tyre in a steady turn, leaning 15 degrees at 1.5 rad/s: balance of momentum about its centre; joined by rolling, or by friction. */
#define TYRE                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "space: space\n"                                                                                                   \
    "bodies:\n"                                                                                                        \
    "  ground: {surfaces: {floor: {plane: [0, 0, 0]}}}\n"                                                              \
    "  t: {mass: 2, inertia: [0.05, 0.09, 0.05], position: [0, 0, 0.3*cos(15 deg) + 0.05],\n"                          \
    "      orientation: {axis: x, angle: 15 deg}, velocity: [-1.077903844880441, 0, 0],\n"                             \
    "      omega: [0, -3.4291849926655025*cos(15 deg), 1.5 - 3.4291849926655025*sin(15 deg)],\n"                       \
    "      surfaces: {rim: {torus: 0.3, tube: 0.05, axis: y}}}\n"                                                      \
    "analyses: [dynamics: {end: 3, output: 0.5, tolerance: 1e-10}]\n"

static void tyre_in_a_steady_turn(const char *by)
{
    static const char *const contact[] = {"joints: {W: {rolling: [ground.floor, t.rim]}}\n",
                                          "forces: {W: {contact: [t.rim, ground.floor], friction: 1}}\n"};
    for (int i = 0; i < 2; i++) {
        char text[1000];
        snprintf(text, sizeof text, TYRE "%s", contact[i]);
        tml_case c = tml_case_run_text_with("tyre", text, NULL, TML_BY(by));
        expect(&c, 3, "t.z", 0.3397777478867205);
        expect(&c, 3, "t.x", 0.7024556482117588);
        expect(&c, 3, "t.y", -0.8700809650476833);
        expect(&c, 3, i ? "W.force" : "W.normal", 19.62);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(machines_contact, tyre_in_a_steady_turn, 20)

/* A ball in a bowl slips, rolls from 0.743 s on, and slips again from 1.041 s on, beginning so slowly that only its acceleration tells where to.
 * The reference is known to 1e-8 there: its own slip was begun with 1e-10 m/s, and followed by an implicit method. */
static void ball_slips_in_a_bowl_again(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "bowl",
        "trammel: 1\n"
        "space: space\n"
        "bodies:\n"
        "  ground: {surfaces: {bowl: {sphere: 1, hollow: true}}}\n"
        "  ball: {mass: 2, shape: {sphere: 0.1}, surfaces: {skin: {sphere: 0.1}}, velocity: [0, 1.2, 0],\n"
        "         position: [0.9*sin(0.6), 0, -0.9*cos(0.6)], omega: [0, 5, 10]}\n"
        "forces: {c: {contact: [ball.skin, ground.bowl], friction: 0.15}}\n"
        "analyses: [dynamics: {end: 1.4, output: 0.1, tolerance: 1e-10}]\n",
        NULL, TML_BY(by));
    const struct {
        const char *channel;
        double want;
    } list[] = {
        {"ball.x", -0.2899479406207358},    {"ball.y", -0.2388905974430503},    {"ball.z", -0.8178395161542136},
        {"ball.vx", 0.8187993807845766},    {"ball.vy", -0.3769014580971419},   {"ball.vz", -0.1801954745730932},
        {"ball.omegax", 4.754971410522939}, {"ball.omegay", 9.387077185239271}, {"ball.omegaz", 1.529761210750405}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        tml_case_near(&c, list[i].channel, tml_case_at(&c, 1.4, list[i].channel), list[i].want, 1e-8);
    cr_expect_lt(tml_case_at(&c, 1, "c.slip"), 1e-12);
    cr_expect_gt(tml_case_at(&c, 1.1, "c.slip"), 1e-3);
    tml_case_free(&c);
}
TML_TEST_BY(machines_contact, ball_slips_in_a_bowl_again, absolute, 10)
TML_TEST_BY(machines_contact, ball_slips_in_a_bowl_again, joint, 10)
TML_TEST_BY(machines_contact, ball_slips_in_a_bowl_again, point, 20)

/* A disc rolls on its sharp edge by friction: the points that carry it when it lies flat do not touch the floor. */
static void disc_rolls_by_friction(const char *by)
{
    tml_case c =
        tml_case_run_with("rolling-disc/rolling-disc.yaml",
                          TML_EDITS({"joints:", "forces:"}, {"{rolling: [ground.floor, disc.rim]}",
                                                             "{contact: [ground.floor, disc.rim], friction: 1}"}),
                          TML_BY(by));
    expect(&c, 4, "disc.x", 0.2689648935008476);
    expect(&c, 4, "disc.y", -4.014035289373977);
    expect(&c, 4, "disc.omegay", -4.973774976270273);
    expect(&c, 4, "W.force", 19.42479740717093);
    tml_case_free(&c);
}
TML_TEST_EACH(machines_contact, disc_rolls_by_friction, 20)

/* A point mass, which has no inertia, is thrown on a floor, in the plane and in space: it lands, slides, and stops. */
static void point_mass_is_thrown(const char *by)
{
    static const char *const texts[] = {
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
        "  stone: {mass: 2, shape: particle, surfaces: {p: {point: [0, 0]}}, position: [0, 1], velocity: [3, 0]}\n"
        "forces: {hit: {contact: [stone.p, ground.floor], friction: 0.2}}\n"
        "analyses: [dynamics: {end: 3, output: 0.5, tolerance: 1e-10}]\n",
        "trammel: 1\n"
        "space: space\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {plane: [0, 0, 0]}}}\n"
        "  stone: {mass: 2, shape: particle, surfaces: {p: {point: [0, 0, 0]}}, position: [0, 0, 1], velocity: [3, 0, "
        "0]}\n"
        "forces: {hit: {contact: [stone.p, ground.floor], friction: 0.2}}\n"
        "analyses: [dynamics: {end: 3, output: 0.5, tolerance: 1e-10}]\n"};
    for (int i = 0; i < 2; i++) {
        tml_case c = tml_case_run_text_with("stone", texts[i], NULL, TML_BY(by));
        const double g = 9.81, fall = sqrt(2 / g),
                     left = 3 - 0.2 * sqrt(2 * g); /* friction takes its part of the blow */
        expect(&c, 3, "stone.x", 3 * fall + left * left / (2 * 0.2 * g));
        expect(&c, 3, "hit.force", 2 * g);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(machines_contact, point_mass_is_thrown, 10)

/* A ball on a floor is lifted again and again; between, nothing moves, and steps are not longer than the load allows. */
static void floor_never_pulls(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "lifted",
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
        "  ball: {mass: 1, shape: {disc: 0.1}, surfaces: {rim: {disc: 0.1}}, position: [0, 0.1]}\n"
        "forces:\n"
        "  c: {contact: [ball.rim, ground.floor], restitution: 0.3}\n"
        "  f: {force: ball, value: [0, 11*sin(3*t)]}\n"
        "analyses: [dynamics: {end: 20, output: 0.1}]\n",
        NULL, TML_BY(by));
    double last = 0, first = 0;
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t"), force = tml_case_value(&c, row, "c.force");
        cr_expect(force > -1e-9, "%s: %g N at t = %g s", c.name, force, t);
        if (tml_case_value(&c, row, "ball.y") > 0.11)
            first = first > 0 ? first : t, last = t;
    }
    cr_expect(first > asin(9.81 / 11) / 3 && first < 1);
    cr_expect_gt(last, 19); /* in each period */
    tml_case_free(&c);
}
TML_TEST_EACH(machines_contact, floor_never_pulls, 10)
