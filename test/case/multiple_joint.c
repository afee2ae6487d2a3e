/* multiple_joint.c - joints of several bodies: the model written with pairs, the balance of each body, parts, every kind. */
#include "base/text.h"
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the same joints written one by one ---- */

/* A six-bar linkage in which three links share the pin B. */
#define SIXBAR                                                                                                         \
    "trammel: 1\n"                                                                                                     \
    "points: {O: [0, 0], A: [0.1, 0], B: [0.4, 0.3], C: [0.5, 0], D: [0.8, 0.3], E: [0.9, 0]}\n"                       \
    "bodies:\n"                                                                                                        \
    "  crank: {points: [O, A], mass: 1, shape: rod}\n"                                                                 \
    "  coupler: {points: [A, B], mass: 2, shape: rod}\n"                                                               \
    "  rocker: {points: [B, C], mass: 1, shape: rod}\n"                                                                \
    "  link: {points: [B, D], mass: 1, shape: rod}\n"                                                                  \
    "  last: {points: [D, E], mass: 1, shape: rod}\n"                                                                  \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank]}\n"                                                                               \
    "  A: {revolute: [crank, coupler]}\n"                                                                              \
    "  C: {revolute: [ground, rocker]}\n"                                                                              \
    "  D: {revolute: [link, last]}\n"                                                                                  \
    "  E: {revolute: [ground, last]}\n"
#define DRIVEN                                                                                                         \
    "forces: {drive: {motor: O, torque: 2}}\n"                                                                         \
    "initial: {O.speed: 3}\n"                                                                                          \
    "analyses: [dynamics: {end: 0.2, output: 0.02}]\n"

/* Every column of the model of pairs, under its name in the other. */
static void expect_same(const tml_case *several, const tml_case *pairs, const char *const (*names)[2])
{
    const tml_table *t = tml_results_table(pairs->results, 0), *u = tml_results_table(several->results, 0);
    cr_assert_eq(tml_table_rows(t), tml_table_rows(u));
    for (size_t c = 0; c < tml_table_columns(t); c++) {
        char name[80];
        snprintf(name, sizeof name, "%s", tml_table_name(t, c));
        for (int i = 0; names[i][0]; i++) {
            const size_t length = strlen(names[i][0]);
            if (strncmp(name, names[i][0], length) == 0 && name[length] == '.')
                snprintf(name, sizeof name, "%s%s", names[i][1], tml_table_name(t, c) + length);
        }
        for (size_t row = 0; row < tml_table_rows(t); row++)
            tml_case_near(several, name, tml_case_value(several, row, name),
                          tml_case_value(pairs, row, tml_table_name(t, c)), 1e-12);
    }
}

static void ternary_pin_is_its_pairs(const char *by)
{
    tml_case several =
        tml_case_run_text_with("several", SIXBAR "  B: {revolute: [coupler, rocker, link]}\n" DRIVEN, NULL, TML_BY(by));
    tml_case pairs = tml_case_run_text_with("pairs",
                                            SIXBAR "  B1: {revolute: [coupler, rocker], at: B}\n"
                                                   "  B2: {revolute: [coupler, link], at: B}\n" DRIVEN,
                                            NULL, TML_BY(by));
    expect_same(&several, &pairs, (const char *const[][2]){{"B1", "B.rocker"}, {"B2", "B.link"}, {NULL, NULL}});
    tml_case_free(&pairs);
    tml_case_free(&several);
}
TML_TEST_EACH(multiple_joint, ternary_pin_is_its_pairs, 30)

/* m a = sum of forces, for each of the three: what is reported is what each body gets. */
static void each_force_is_that_on_its_body(const char *by)
{
    tml_case c =
        tml_case_run_text_with("several", SIXBAR "  B: {revolute: [coupler, rocker, link]}\n" DRIVEN, NULL, TML_BY(by));
    static const struct {
        const char *body;
        double mass;
        const char *other; /* its other joint */
        double sign;       /* -1: the body is the first one there */
    } bodies[] = {{"coupler", 2, "A", 1}, {"rocker", 1, "C", 1}, {"link", 1, "D", -1}};
    for (size_t row = 0; row < 11; row++) {
        double sum[2] = {0, 0};
        for (size_t i = 0; i < 3; i++)
            for (int k = 0; k < 2; k++) {
                char acceleration[40], pin[40], other[40];
                snprintf(acceleration, sizeof acceleration, "%s.a%c", bodies[i].body, "xy"[k]);
                snprintf(pin, sizeof pin, "B.%s.f%c", bodies[i].body, "xy"[k]);
                snprintf(other, sizeof other, "%s.f%c", bodies[i].other, "xy"[k]);
                const double f = tml_case_value(&c, row, pin);
                sum[k] += f;
                tml_case_near(&c, pin,
                              f + bodies[i].sign * tml_case_value(&c, row, other) - (k ? 9.81 * bodies[i].mass : 0),
                              bodies[i].mass * tml_case_value(&c, row, acceleration), 1e-8);
            }
        tml_case_near(&c, "sum", hypot(sum[0], sum[1]), 0, 1e-12); /* the pin has no mass */
    }
    tml_case_free(&c);
}
TML_TEST_EACH(multiple_joint, each_force_is_that_on_its_body, 30)

/* ---- other kinds ---- */

/* Three rods welded at A swing as one body: a compound pendulum, I = sum of I about the pivot. */
static void weld_of_three_is_one_body(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "weld",
        "trammel: 1\n"
        "points: {O: [0, 0], A: [0, -1], B: [0.5, -1], D: [-0.5, -1]}\n"
        "bodies: {a: {points: [O, A], mass: 1, shape: rod}, b: {points: [A, B], mass: 1, shape: rod}, d: {points: "
        "[A, D], mass: 1, shape: rod}}\n"
        "joints: {O: {revolute: [ground, a]}, A: {fixed: [a, b, d]}}\n"
        "initial: {O.angle: 0.3}\n"
        "analyses: [dynamics: {end: 0.1, output: 0.05}]\n",
        NULL, TML_BY(by));
    /* each half: 0.25/12 about its middle, which is at sqrt(1 + 0.0625) from O */
    const double I = 1.0 / 3 + 2 * (0.25 / 12 + 1.0625), moment = 9.81 * (0.5 + 2 * 1.0);
    tml_case_near(&c, "alpha", tml_case_value(&c, 0, "O.acceleration"), -moment * sin(0.3) / I, 1e-10);
    tml_case_near(&c, "resultant", tml_case_value(&c, 0, "A.a.fx"),
                  -tml_case_value(&c, 0, "A.b.fx") - tml_case_value(&c, 0, "A.d.fx"), 1e-12);
    /* on each half: m a = f + m g; the torque about A turns it: I alpha = torque - (middle - A) x f */
    const double alpha = tml_case_value(&c, 0, "b.alpha");
    const double r[2] = {0.25 * cos(0.3), 0.25 * sin(0.3)};
    const double f[2] = {tml_case_value(&c, 0, "A.b.fx"), tml_case_value(&c, 0, "A.b.fy")};
    tml_case_near(&c, "torque on b", tml_case_value(&c, 0, "A.b.torque"), 0.25 / 12 * alpha + r[0] * f[1] - r[1] * f[0],
                  1e-10);
    tml_case_near(&c, "torque on a", tml_case_value(&c, 0, "A.a.torque"),
                  -tml_case_value(&c, 0, "A.b.torque") - tml_case_value(&c, 0, "A.d.torque"), 1e-12);
    tml_case_free(&c);
}
TML_TEST_EACH(multiple_joint, weld_of_three_is_one_body, 30)

/* A weld that is closed once more: what the redundant joint takes is not known, what acts on the first body of the three is. */
Test(multiple_joint, redundant_weld_keeps_the_resultant_that_is_determined)
{
    tml_case c = tml_case_run_text(
        "redundant",
        "trammel: 1\n"
        "points: {O: [0, 0], A: [0, -1], B: [0.5, -1], D: [-0.5, -1]}\n"
        "bodies: {a: {points: [O, A], mass: 1, shape: rod}, b: {points: [A, B], mass: 2, shape: rod}, d: {points: "
        "[A, D], mass: 3, shape: rod}}\n"
        "joints: {O: {revolute: [ground, a]}, A: {fixed: [a, b, d]}, again: {fixed: [b, d], at: A}}\n"
        "analyses: [static]\n",
        NULL);
    const tml_table *t = tml_results_table(c.results, 0);
    tml_case_near(&c, "weight of both", hypot(tml_case_value(&c, 0, "A.a.fx"), tml_case_value(&c, 0, "A.a.fy")),
                  5 * 9.81, 1e-8);
    for (size_t k = 0; k < tml_table_columns(t); k++) {
        if (strcmp(tml_table_name(t, k), "A.a.fy") == 0)
            cr_expect(tml_table_is_unique(t, k));
        if (strcmp(tml_table_name(t, k), "A.b.fy") == 0)
            cr_expect_not(tml_table_is_unique(t, k));
    }
    tml_case_free(&c);
}

/* In space: three rods on one ball, two sleeves on one rod, a hinge of a turned part; against pairs. */
#define IN_SPACE                                                                                                       \
    "trammel: 1\nspace: space\n"                                                                                       \
    "points: {O: [0, 0, 0], P: [0.5, 0, 0], Q: [0, 0.4, 0.1], R: [0, -0.3, 0.2], S: [0.2, 0.2, 0.6]}\n"                \
    "defaults: {body: {density: 1000}}\n"                                                                              \
    "bodies:\n"                                                                                                        \
    "  a: {points: [O, P], mass: 1, inertia: [0.02, 0.03, 0.04]}\n"                                                    \
    "  b: {points: [O, Q], mass: 2, inertia: [0.05, 0.03, 0.04]}\n"                                                    \
    "  c: {points: [O, R], mass: 1.5, inertia: [0.02, 0.06, 0.05]}\n"                                                  \
    "  d: {points: [O, S], mass: 0.7, inertia: [0.02, 0.01, 0.02]}\n"                                                  \
    "initial: {P.speed: 2}\n"                                                                                          \
    "forces: {pull: {spring: [ground.S, b.Q], stiffness: 40}}\n"                                                       \
    "analyses: [dynamics: {end: 0.2, output: 0.1}]\n"                                                                  \
    "joints:\n  P: {revolute: [ground, a], axis: [0, 1, 1]}\n"

static void kinds_in_space_are_their_pairs(const char *by)
{
    static const char *const kinds[] = {"spherical: [a, b, c]",
                                        "spherical: [a, b, c], stiffness: 1e4, damping: 3",
                                        "cylindrical: [a, b, c], axis: x",
                                        "prismatic: [a, b, c], axis: [O, Q]",
                                        "screw: [a, b, c], axis: x, pitch: 0.1",
                                        "planar: [a, b, c], axis: z",
                                        "parallel: [a, b, c], axis: z",
                                        "fixed: [a, b, c], angle: 0"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char several[2000], pairs[2000];
        const char *colon = strchr(kinds[i], ':'), *rest = strchr(kinds[i], ']') + 1;
        const int word = (int)(colon - kinds[i]);
        snprintf(several, sizeof several, IN_SPACE "  O: {%s}\n  H: {spherical: [b, d], at: O}\n", kinds[i]);
        snprintf(pairs, sizeof pairs,
                 IN_SPACE "  O1: {%.*s: [a, b]%s, at: O}\n  O2: {%.*s: [a, c]%s, at: O}\n"
                          "  H: {spherical: [b, d], at: O}\n",
                 word, kinds[i], rest, word, kinds[i], rest);
        tml_case one = tml_case_run_text_with(kinds[i], several, NULL, TML_BY(by));
        tml_case two = tml_case_run_text_with("pairs", pairs, NULL, TML_BY(by));
        expect_same(&one, &two, (const char *const[][2]){{"O1", "O.b"}, {"O2", "O.c"}, {NULL, NULL}});
        tml_case_free(&two);
        tml_case_free(&one);
    }
}
TML_TEST_EACH(multiple_joint, kinds_in_space_are_their_pairs, 60)

/* ---- what uses its joints ---- */

#define THREE                                                                                                          \
    "trammel: 1\ngravity: none\n"                                                                                      \
    "points: {A: [0, 0], P: [1, 0], Q: [0, 1], R: [-1, 0]}\n"                                                          \
    "bodies: {a: {points: [A, P], mass: 3, shape: rod}, b: {points: [A, Q], mass: 3, shape: rod}, c: {points: [A, "    \
    "R], mass: 3, shape: rod}}\n"

/* Each rod has I = 1 about A. */
Test(multiple_joint, joints_are_driven_loaded_started_and_measured)
{
    tml_case c = tml_case_run_text(
        "used",
        THREE "joints: {A: {revolute: [ground, a, b, c]}}\n"
              "drivers: {turn: {A.a.angle: 3*t}}\n"
              "forces: {motor: {motor: A.b, torque: 2}, brake: {torsion: A.c, stiffness: 4}}\n"
              "initial: {A.b.speed: 0.5, A.c.angle: 0.1}\n"
              "outputs: {gap: \"A.b.angle - A.a.angle\", load: \"hypot(A.ground.fx, A.ground.fy)\", where: A.x}\n"
              "events: {hit: {when: \"A.b.angle - 1\", direction: rising, do: {set: {A.b.speed: 0.25}}}}\n"
              "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-11}]\n",
        NULL);
    tml_case_near(&c, "driven", tml_case_at(&c, 0.5, "A.a.angle"), 1.5, 1e-10);
    tml_case_near(&c, "loaded", tml_case_at(&c, 0.5, "A.b.angle"), 0.5 * 0.5 + 0.5 * 0.5, 1e-9); /* 0.5 t + t^2 */
    tml_case_near(&c, "started", tml_case_at(&c, 0.5, "A.c.angle"), 0.1 * cos(1), 1e-9);
    tml_case_near(&c, "output", tml_case_at(&c, 0.5, "gap"), 0.5 - 1.5, 1e-9);
    tml_case_near(&c, "point", tml_case_at(&c, 0.5, "where"), 0, 1e-12);
    /* what the ground gets is what keeps the three centres of mass on their circles, negative */
    double f[2] = {0, 0};
    for (int k = 0; k < 3; k++)
        for (int x = 0; x < 2; x++)
            f[x] +=
                3 * tml_case_at(&c, 0.5, (const char *[]){"a.ax", "a.ay", "b.ax", "b.ay", "c.ax", "c.ay"}[2 * k + x]);
    tml_case_near(&c, "load", tml_case_at(&c, 0.5, "load"), hypot(f[0], f[1]), 1e-8);
    tml_case_near(&c, "x", tml_case_at(&c, 0.5, "A.ground.fx"), -f[0], 1e-8);
    const double hit = (-0.5 + sqrt(0.25 + 4)) / 2; /* t^2 + t/2 = 1 */
    tml_case_near(&c, "after the event", tml_case_at(&c, 1, "A.b.angle"), 1 + 0.25 * (1 - hit) + (1 - hit) * (1 - hit),
                  1e-8);
    tml_case_free(&c);
}

/* A gear between joints of one pin, and the resultant in a force: torque -0.1 |resultant|. */
Test(multiple_joint, gears_and_forces_use_its_channels)
{
    tml_case c = tml_case_run_text(
        "geared",
        THREE
        "joints: {A: {revolute: [ground, a, b, c]}, G: {gear: [A.a, A.b], ratio: -2}}\n"
        "forces: {m: {motor: A.a, torque: 1}, drag: {motor: A.c, torque: \"-0.1*hypot(A.ground.fx, A.ground.fy)\"}}\n"
        "initial: {A.c.speed: 4}\n"
        "analyses: [evaluate]\n",
        NULL);
    const double f = hypot(tml_case_value(&c, 0, "A.ground.fx"), tml_case_value(&c, 0, "A.ground.fy"));
    tml_case_near(&c, "drag", tml_case_value(&c, 0, "A.c.acceleration"), -0.1 * f, 1e-10);
    cr_expect_gt(f, 1);
    tml_case_near(&c, "gear",
                  fabs(tml_case_value(&c, 0, "A.b.acceleration") / tml_case_value(&c, 0, "A.a.acceleration")),
                  fabs(tml_case_value(&c, 0, "b.alpha") / tml_case_value(&c, 0, "a.alpha")), 1e-12);
    tml_case_free(&c);
}

/* In parts, of ports and points: names of the bodies as the list has them. */
Test(multiple_joint, stands_in_parts)
{
    tml_case c = tml_case_run_text(
        "parts",
        "trammel: 1\ngravity: none\n"
        "bodies: {ground: {points: {G1: [1, 0], G2: [2, 0]}}}\n"
        "parts:\n"
        "  pair:\n"
        "    ports: [pin]\n"
        "    points: {A: [0, 0], B: [0, -1]}\n"
        "    bodies: {one: {points: [A, B], mass: 3, shape: rod}, two: {points: [A, B], mass: 3, shape: rod}}\n"
        "    joints: {A: {revolute: [pin, one, two.A]}}\n"
        "    forces: {m: {motor: A.two, torque: k}}\n"
        "    outputs: {turn: A.two.speed - A.one.speed, height: B.y - A.y, load: \"hypot(A.pin.fx, A.pin.fy)\"}\n"
        "    initial: {A.one.speed: 2}\n"
        "use: {u: {part: pair, repeat: 2, index: k, at: [k, 0], ports: {pin: [ground.G1, ground.G2]}}}\n"
        "analyses: [evaluate]\n",
        TML_EDITS({"B.y - A.y", "one.B.y - A.y"}));
    for (int k = 1; k <= 2; k++) {
        const struct {
            const char *channel;
            double value;
        } want[] = {{"A.two.acceleration", k},      {"A.one.speed", 2}, {"one.A.x", k}, {"turn", -2}, {"height", -1},
                    {"A.pin.fy", -3 * 0.5 * 2 * 2}, /* one, 3 kg at 0.5 m with 2 rad/s, pulls at it */
                    {"load", hypot(6, 1.5 * k)}};   /* and two, with k rad/s^2, across */
        for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
            char name[40];
            snprintf(name, sizeof name, "u%d.%s", k, want[i].channel);
            tml_case_near(&c, name, tml_case_value(&c, 0, name), want[i].value, 1e-12);
        }
    }
    tml_case_free(&c);
}

Test(multiple_joint, repeats_with_an_index_in_its_fields)
{
    tml_case c = tml_case_run_text(
        "repeated",
        THREE "joints: {J: {repeat: 2, index: n, revolute: [ground.A, a.A, b.A], stiffness: "
              "100*n}, K: {revolute: [ground, c], at: A}}\n"
              "forces: {f: {force: a.A, value: [30, 0], axes: ground}}\n"
              "analyses: [static]\n",
        TML_EDITS({"stiffness: 100*n", "stiffness: 100*n, damping: 1"}, {"forces:", "initial: {a.angle: 0}\nforces:"}));
    /* two of them, of 100 and 200 N/m, hold a against 30 N */
    tml_case_near(&c, "J1", tml_case_value(&c, 0, "J1.a.fx"), -10, 1e-7);
    tml_case_near(&c, "J2", tml_case_value(&c, 0, "J2.a.fx"), -20, 1e-7);
    tml_case_free(&c);
}

/* Many rods on one pin: what is made of it grows with their number, not with its square. */
Test(multiple_joint, thousand_bodies_share_a_pin, .timeout = TML_SLOWER * 30)
{
    enum { COUNT = 1000 };
    tml_text text = {0};
    tml_text_add(&text,
                 "trammel: 1\npoints: {A: [0, 0], B: [1, 0]}\n"
                 "bodies: {r: {repeat: %d, index: k, points: [A, B], mass: 3*k, shape: rod}}\n"
                 "joints: {A: {revolute: [ground",
                 COUNT);
    for (int i = 1; i <= COUNT; i++)
        tml_text_add(&text, ", r%d", i);
    tml_text_add(&text, "]}}\nanalyses: [evaluate]\n");
    tml_case c = tml_case_run_text("many", text.data, NULL);
    tml_case_near(&c, "last", tml_case_value(&c, 0, "A.r1000.acceleration"), -9.81 * 1.5, 1e-12);
    /* half of each weight hangs on the pin: the centre of mass falls with 3/4 g */
    tml_case_near(&c, "all", tml_case_value(&c, 0, "A.ground.fy"), -9.81 / 4 * 3 * COUNT * (COUNT + 1) / 2, 1e-6);
    tml_case_free(&c);
    tml_text_free(&text);
}

/* What the name alone cannot mean is told with the choices, also where results may be used. */
Test(multiple_joint, outputs_name_the_joint_that_is_meant)
{
    tml_log *log = tml_messages_of(THREE "joints: {A: {revolute: [ground, a, b, c]}}\n"
                                         "outputs: {f: A.fx, g: A.speed, h: A.ground.angle, x: A.x, y: A.c.fy}\n");
    static const char *const wanted[] = {
        "output f: joint \"A\" joins 4 bodies: write A.ground.fx, A.a.fx, A.b.fx or A.c.fx",
        "output g: joint \"A\" joins 4 bodies: write A.a.speed, A.b.speed or A.c.speed",
        "output h: joint \"A\" joins 4 bodies: write A.a.angle, A.b.angle or A.c.angle"};
    cr_expect_eq(tml_log_count(log), 3);
    for (size_t i = 0; i < 3 && i < tml_log_count(log); i++)
        cr_expect_str_eq(tml_log_get(log, i).text, wanted[i]);
    tml_log_free(log);
}
