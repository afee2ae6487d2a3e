/* rigid_contact.c - rigid contacts from event to event: mechanisms with closed forms or independent solutions of 15 digits.
 *
 * A bouncing ball; a rod that is struck at and off its centre of percussion; a double pendulum against a wall; a rimless wheel; Newton's cradle,
 * apart and touching; discs at rest in a trough; a disc that is thrown on the floor.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static double last(const tml_case *c, const char *channel)
{
    return tml_case_value(c, tml_table_rows(c->table) - 1, channel);
}

static void near(const tml_case *c, const char *what, double got, double want, double relative)
{
    tml_case_near(c, what, got, want, relative * fmax(fabs(want), 1e-3));
}

static double fact(const tml_case *c, const char *name)
{
    for (size_t i = 0; i < tml_table_fact_count(c->table); i++)
        if (strcmp(tml_table_fact_name(c->table, i), name) == 0)
            return tml_table_fact_number(c->table, i);
    cr_assert_fail("no fact %s", name);
    return NAN;
}

/* ---- a ball bounces ever lower, until it rests ---- */
static void bounces(const char *by)
{
    tml_case c = tml_case_run_text_with("ball",
                                        "trammel: 1\n"
                                        "bodies:\n"
                                        "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                                        "  ball: {mass: 0.5, shape: {disc: 50 mm}, surfaces: {rim: {disc: 50 mm}}, "
                                        "position: [0, 1.05], velocity: [0.3, 0]}\n"
                                        "forces: {hit: {contact: [ball.rim, ground.floor], restitution: 0.8}}\n"
                                        "analyses: [dynamics: {end: 5, output: 1, tolerance: 1e-10}]\n",
                                        NULL, TML_BY(by));
    static const double t[] = {0.4515236409857309, 1.173961466562900, 1.751911727024636};
    for (size_t i = 0; i < 3; i++)
        near(&c, "time of an impact", tml_case_impact(&c, i, "t"), t[i], 1e-8);
    near(&c, "fifth", tml_case_impact(&c, 4, "t"), 2.584160102089535, 1e-8);
    near(&c, "tenth", tml_case_impact(&c, 9, "t"), 3.578892951020438, 1e-8);
    near(&c, "impulse", tml_case_impact(&c, 0, "hit.impulse"), 3.986502226263018, 1e-8);
    near(&c, "energy", tml_case_impact(&c, 0, "energy"), -1.7658, 1e-8);
    near(&c, "gap at 1", tml_case_at(&c, 1, "hit.gap"), 0.4680044525260363, 1e-8);
    near(&c, "gap at 3", tml_case_at(&c, 3, "hit.gap"), 0.06870746096576572, 1e-8);
    near(&c, "speed at 3", tml_case_at(&c, 3, "ball.vy"), -0.01535413338474476, 1e-7);
    near(&c, "gap at 4", tml_case_at(&c, 4, "hit.gap"), 7.767499142788778e-5, 1e-8);
    near(&c, "speed at 4", tml_case_at(&c, 4, "ball.vy"), 0.05050674452746855, 1e-8);
    near(&c, "accumulation", fact(&c, "bounces of hit end"), 4.063712768871578, 1e-8);
    near(&c, "gap at rest", tml_case_at(&c, 5, "hit.gap"), 0, 1e-8);
    near(&c, "force at rest", tml_case_at(&c, 5, "hit.force"), 4.905, 1e-8);
    near(&c, "way", tml_case_at(&c, 5, "ball.x"), 1.5, 1e-8);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(rigid_contact, bounces, 10)

/* ---- a rod is struck ---- */
Test(rigid_contact, a_rod_is_struck_at_and_off_its_centre_of_percussion)
{
    static const double want[][5] = {
        {0.4, 3.031578947368421, 0.8421052631578947, -2.063157894736842, -1.515789473684211},
        {0.8, 2.618181818181818, 1.454545454545455, -1.236363636363636, 0},
        {1.2, 2.133333333333333, 1.777777777777778, -0.2666666666666667, 1.066666666666667},
    };
    for (int i = 0; i < 3; i++) {
        char text[800];
        snprintf(
            text, sizeof text,
            "trammel: 1\n"
            "gravity: none\n"
            "bodies:\n"
            "  ground: {points: {O: [0, 0]}}\n"
            "  rod: {points: {O: [0, 0], A: [0, -1.2]}, mass: 3, shape: rod, surfaces: {side: {line: [A, O]}}}\n"
            "  ball: {mass: 0.5, inertia: 1e-4, surfaces: {tip: {point: [0, 0]}}, position: [-0.04, -%g], velocity: "
            "[4, 0]}\n"
            "joints: {O: {revolute: [ground, rod]}}\n"
            "forces: {hit: {contact: [ball.tip, rod.side], restitution: 0.6}}\n"
            "analyses: [dynamics: {end: 0.02, output: 0.02, tolerance: 1e-10}]\n",
            want[i][0]);
        tml_case c = tml_case_run_text("rod", text, NULL);
        near(&c, "impulse", tml_case_impact(&c, 0, "hit.impulse"), want[i][1], 1e-10);
        near(&c, "rod", last(&c, "rod.omega"), want[i][2], 1e-10);
        near(&c, "ball", last(&c, "ball.vx"), want[i][3], 1e-10);
        near(&c, "pin", tml_case_impact(&c, 0, "O.fx"), want[i][4], 1e-10);
        tml_case_free(&c);
    }
}

/* ---- a double pendulum against a wall ---- */
static void hits_the_wall(const char *by)
{
    tml_case c =
        tml_case_run_text_with("double pendulum",
                               "trammel: 1\n"
                               "bodies:\n"
                               "  ground: {points: {O: [0, 0]}, surfaces: {wall: {line: [[-0.25, 0], [-0.25, -1]]}}}\n"
                               "  one: {points: {O: [0, 0], E: [0, -1]}, mass: 1, shape: rod, angle: pi/3}\n"
                               "  two: {points: {E: [0, 0], T: [0, -0.8]}, mass: 0.7, shape: rod, position: "
                               "[sin(pi/3), -cos(pi/3)], angle: pi/3, "
                               "surfaces: {tip: {point: T}}}\n"
                               "joints: {O: {revolute: [ground, one]}, E: {revolute: [one, two]}}\n"
                               "forces: {hit: {contact: [two.tip, ground.wall], restitution: 0.5}}\n"
                               "analyses: [dynamics: {end: 4.2, output: 4.2, tolerance: 1e-11}]\n",
                               NULL, TML_BY(by));
    static const double t[] = {0.6177475714283094, 2.867255808682710, 4.103311866241954},
                        P[] = {2.224194856185826, 1.179593134969208, 1.103050298396235};
    for (size_t i = 0; i < 3; i++) {
        near(&c, "time", tml_case_impact(&c, i, "t"), t[i], 1e-8);
        near(&c, "impulse", tml_case_impact(&c, i, "hit.impulse"), P[i], 1e-8);
    }
    near(&c, "elbow x", tml_case_impact(&c, 0, "E.fx"), 0.5325943823293758, 1e-8);
    near(&c, "elbow y", tml_case_impact(&c, 0, "E.fy"), -1.018517896942201, 1e-8);
    near(&c, "pivot x", tml_case_impact(&c, 0, "O.fx"), -0.3284986634011455, 1e-8);
    near(&c, "pivot y", tml_case_impact(&c, 0, "O.fy"), -0.9826159213403300, 1e-8);
    near(&c, "energy", tml_case_impact(&c, 0, "energy"), -3.558239785715142, 1e-8);
    tml_case_free(&c);
}
TML_TEST_EACH(rigid_contact, hits_the_wall, 20)

/* ---- a wheel of spokes rolls down a slope ---- */
Test(rigid_contact, a_rimless_wheel_walks_down_a_slope)
{
    tml_case c = tml_case_run("rimless-wheel/rimless-wheel.yaml", TML_AS_WRITTEN);
    static const double t[] = {0.2691161438543839, 0.5882177873549399, 0.9528142090252374};
    for (size_t i = 0; i < 3; i++)
        near(&c, "time", tml_case_impact(&c, i, "t"), t[i], 1e-8);
    near(&c, "sixth", tml_case_impact(&c, 5, "t"), 2.231281695792763, 1e-8);
    near(&c, "normal", tml_case_impact(&c, 0, "feet[wheel.s1-ground].impulse"), 2.278594653378353, 1e-8);
    near(&c, "tangential", tml_case_impact(&c, 0, "feet[wheel.s1-ground].friction_impulse"), -0.7646549977272364, 1e-8);
    const double before = 3.390955688796760,
                 after = 2.563299083342201; /* speeds about the foot, whose inertia is 0.6 */
    near(&c, "energy", tml_case_impact(&c, 0, "energy"), 0.3 * (after * after - before * before), 1e-8);
    near(&c, "lifted foot", tml_case_impact(&c, 0, "feet[wheel.s0-ground].impulse"), 0, 1e-8);
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* ---- Newton's cradle ---- */

/* Balls of radius 0.05 on a line; their velocities after `end`. */
static tml_case cradle(int count, const double *mass, const double *x, const double *v, double e, double end)
{
    char text[3000];
    size_t n = (size_t)snprintf(text, sizeof text, "trammel: 1\ngravity: none\nbodies:\n");
    for (int i = 0; i < count; i++)
        n += (size_t)snprintf(
            text + n, sizeof text - n,
            "  b%d: {mass: %.17g, inertia: 1, surfaces: {rim: {disc: 0.05}}, position: [%.17g, 0], velocity: "
            "[%.17g, 0]}\n",
            i + 1, mass[i], x[i], v[i]);
    n += (size_t)snprintf(text + n, sizeof text - n, "forces:\n");
    for (int i = 1; i < count; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "  c%d: {contact: [b%d, b%d], restitution: %.17g}\n", i, i,
                              i + 1, e);
    snprintf(text + n, sizeof text - n, "analyses: [dynamics: {end: %g, output: %g, tolerance: 1e-10}]\n", end, end);
    return tml_case_run_text("cradle", text, NULL);
}

static void expect_cradle(const char *what, int count, const double *mass, const double *x, const double *v, double e,
                          double end, const double *want)
{
    tml_case c = cradle(count, mass, x, v, e, end);
    for (int i = 0; i < count; i++) {
        char channel[16];
        snprintf(channel, sizeof channel, "b%d.vx", i + 1);
        tml_case_near(&c, what, last(&c, channel), want[i], 1e-10);
    }
    tml_case_free(&c);
}

#define LIST(...) ((const double[]){__VA_ARGS__})

Test(rigid_contact, balls_apart_hit_one_after_the_other)
{
    expect_cradle("one", 5, LIST(1, 1, 1, 1, 1), LIST(0, 0.11, 0.22, 0.33, 0.44), LIST(1, 0, 0, 0, 0), 1, 1,
                  LIST(0, 0, 0, 0, 1));
    expect_cradle("two, a micrometre apart", 5, LIST(1, 1, 1, 1, 1), LIST(0, 0.100001, 0.21, 0.32, 0.43),
                  LIST(1, 1, 0, 0, 0), 1, 1, LIST(0, 0, 0, 1, 1));
    expect_cradle("of masses", 3, LIST(1, 2, 4), LIST(0, 0.2, 0.31), LIST(3, 0, 0), 0.8, 1, LIST(-0.6, -0.36, 1.08));
    expect_cradle("lossy", 5, LIST(1, 1, 1, 1, 1), LIST(0, 0.11, 0.22, 0.33, 0.44), LIST(2, 0, 0, 0, 0), 0.9, 3,
                  LIST(0.08705016406250000, 0.09074592968750000, 0.09459328125, 0.098598125, 1.6290125));
}

Test(rigid_contact, balls_that_touch_are_hit_at_once)
{
    const double row[] = {-0.01, 0.1, 0.2, 0.3, 0.4};
    expect_cradle("elastic", 5, LIST(1, 1, 1, 1, 1), row, LIST(1, 0, 0, 0, 0), 1, 0.5, LIST(-0.6, 0.4, 0.4, 0.4, 0.4));
    expect_cradle("half", 5, LIST(1, 1, 1, 1, 1), row, LIST(1, 0, 0, 0, 0), 0.5, 0.5, LIST(-0.2, 0.3, 0.3, 0.3, 0.3));
    expect_cradle("plastic", 5, LIST(1, 1, 1, 1, 1), row, LIST(1, 0, 0, 0, 0), 0, 0.5, LIST(0.2, 0.2, 0.2, 0.2, 0.2));
    expect_cradle("of masses", 3, LIST(1, 2, 4), row, LIST(3, 0, 0), 0.8, 0.5, LIST(-57.0 / 35, 27.0 / 35, 27.0 / 35));
    expect_cradle("from both sides", 3, LIST(1, 1, 1), LIST(-0.01, 0.1, 0.21), LIST(1, 0, -1), 0.5, 0.5,
                  LIST(-0.5, 0, 0.5));
}

/* ---- discs at rest in a trough ---- */
static void rest_in_a_trough(const char *by)
{
    const double d = 2 * asin(0.05 / 0.45);
    char text[3000];
    size_t n = (size_t)snprintf(text, sizeof text,
                                "trammel: 1\nbodies:\n  ground: {surfaces: {trough: {disc: 0.5, hollow: true}}}\n");
    for (int k = -2; k <= 2; k++)
        n += (size_t)snprintf(
            text + n, sizeof text - n,
            "  d%d: {mass: 1, shape: {disc: 0.05}, surfaces: {rim: {disc: 0.05}}, position: [%.17g, %.17g]}\n", k + 3,
            0.45 * sin(k * d), -0.45 * cos(k * d));
    n += (size_t)snprintf(text + n, sizeof text - n, "forces:\n");
    for (int k = 1; k <= 5; k++)
        n += (size_t)snprintf(text + n, sizeof text - n, "  t%d: {contact: [d%d, ground]}\n", k, k);
    for (int k = 1; k <= 4; k++)
        n += (size_t)snprintf(text + n, sizeof text - n, "  c%d: {contact: [d%d, d%d]}\n", k, k, k + 1);
    snprintf(text + n, sizeof text - n, "analyses: [dynamics: {end: 0.1, output: 0.1, tolerance: 1e-10}]\n");
    tml_case c = tml_case_run_text_with("trough", text, NULL, TML_BY(by));
    const struct {
        const char *channel;
        double force;
    } want[] = {{"t1.force", 9.325555555555556}, {"t2.force", 10.75496570644719}, {"t3.force", 11.23941015089163},
                {"t4.force", 10.75496570644719}, {"t5.force", 9.325555555555556}, {"c1.force", 4.252345679012346},
                {"c2.force", 6.432345679012346}, {"c3.force", 6.432345679012346}, {"c4.force", 4.252345679012346}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        near(&c, want[i].channel, last(&c, want[i].channel), want[i].force, 1e-10);
    tml_case_near(&c, "stays", last(&c, "d5.x"), 0.1938539042222040, 1e-12);
    tml_case_free(&c);
}
TML_TEST_EACH(rigid_contact, rest_in_a_trough, 10)

/* ---- a disc is thrown on the floor ---- */
Test(rigid_contact, a_thrown_disc_slips_or_sticks_in_its_impact)
{
    static const double want[][8] = {/* vx, omega before, mu, vx, vy, omega after, impulses */
                                     {4, 30, 0.3, 2.56, 1.8, 1.2, 9.6, -2.88},
                                     {4, 30, 0.6, 5.0 / 3, 1.8, -50.0 / 3, 9.6, -14.0 / 3},
                                     {1, -40, 0.25, 2, 1.8, -20, 9.6, 2}};
    for (int i = 0; i < 3; i++) {
        char text[800];
        const double *w = want[i];
        snprintf(
            text, sizeof text,
            "trammel: 1\n"
            "gravity: none\n"
            "bodies:\n"
            "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
            "  disc: {mass: 2, shape: {disc: 0.1}, surfaces: {rim: {disc: 0.1}}, position: [0, 0.13], velocity: [%g, "
            "-3], omega: %g}\n"
            "forces: {hit: {contact: [disc.rim, ground.floor], restitution: 0.6, friction: %g}}\n"
            "analyses: [dynamics: {end: 0.02, output: 0.02, tolerance: 1e-10}]\n",
            w[0], w[1], w[2]);
        tml_case c = tml_case_run_text("disc", text, NULL);
        near(&c, "vx", last(&c, "disc.vx"), w[3], 1e-10);
        near(&c, "vy", last(&c, "disc.vy"), w[4], 1e-10);
        near(&c, "omega", last(&c, "disc.omega"), w[5], 1e-10);
        near(&c, "normal", tml_case_impact(&c, 0, "hit.impulse"), w[6], 1e-10);
        near(&c, "tangential", tml_case_impact(&c, 0, "hit.friction_impulse"), w[7], 1e-10);
        tml_case_free(&c);
    }
}

/* ---- gap and force are never both above zero ---- */
Test(rigid_contact, gap_and_force_are_complementary)
{
    tml_case c =
        tml_case_run_text("box",
                          "trammel: 1\n"
                          "bodies:\n"
                          "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                          "  box: {mass: 2, shape: {box: [0.2, 0.1]}, position: [0, 0.09], angle: 0.2,\n"
                          "    surfaces: {skin: {polygon: [[-0.1, -0.05], [0.1, -0.05], [0.1, 0.05], [-0.1, 0.05]]}}}\n"
                          "forces: {lies: {contact: [box.skin, ground.floor], friction: 0.4}}\n"
                          "analyses: [dynamics: {end: 0.4, output: 0.01}]\n",
                          NULL);
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double gap = tml_case_value(&c, i, "lies.gap"), force = tml_case_value(&c, i, "lies.force");
        cr_assert(gap > -1e-9 && force > -1e-9, "gap %g, force %g", gap, force);
        cr_assert(!(gap > 1e-9 && force > 1e-9), "a force of %g over a gap of %g", force, gap);
    }
    tml_case_free(&c);
}

/* ---- a block slides down, and rests on two feet of which one would do: both are said to stick ---- */
Test(rigid_contact, what_rests_is_said_to_stick)
{
    tml_case c = tml_case_run_text("block",
                                   "trammel: 1\n"
                                   "gravity: [-4.905, -8.4957]\n"
                                   "bodies:\n"
                                   "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                                   "  block: {mass: 2, inertia: 0.1, position: [0, 0.1], velocity: [2, 0],\n"
                                   "          surfaces: {a: {point: [-0.2, -0.1]}, b: {point: [0.2, -0.1]}}}\n"
                                   "forces:\n"
                                   "  a: {contact: [block.a, ground.floor], friction: 0.8}\n"
                                   "  b: {contact: [block.b, ground.floor], friction: 0.8}\n"
                                   "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-10}]\n",
                                   NULL);
    const double stops = 2 / (4.905 + 0.8 * 8.4957);
    near(&c, "a", tml_case_change(&c, 0, "a sticks"), stops, 1e-10);
    near(&c, "b", tml_case_change(&c, 0, "b sticks"), stops, 1e-10);
    tml_case_free(&c);
}
