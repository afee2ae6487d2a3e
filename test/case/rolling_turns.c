/* rolling_turns.c - steady turns of what rolls: found from a guess, over ranges of speeds, with their stability.
 *
 * A wheel of radius r with a tube p leans by q, turns at W and spins at s in its fork, its centre at the height h = r cos q + p and the radius
 *   R = -s (r + p cos q)/W - r sin q                                                    it rolls
 *   m g r sin q - m h W^2 R + W cos q (C (W sin q + s) - A W sin q) = 0                  moments about its centre
 * Upright and straight on at the rate w, with D = r + p:   s^2 (A + m D^2) = m g r - C (C + m D^2) w^2/A
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double g = 9.81;

/* ---- wheels ---- */

typedef struct {
    const char *surface;
    double r, p, A, C; /* A, C: inertias for 2 kg */
} wheel;

static const wheel wheels[] = {{"{disc: 0.3, axis: y}", 0.3, 0, 0.045, 0.09},                   /* disc */
                               {"{disc: 0.3, axis: y}", 0.3, 0, 0.09, 0.18},                    /* hoop */
                               {"{torus: 0.25, tube: 0.05, axis: y}", 0.25, 0.05, 0.07, 0.13},  /* tyre */
                               {"{torus: 0.1, tube: 0.08, axis: y}", 0.1, 0.08, 0.0125, 0.02}}; /* doughnut */

static tml_case turn_of(const wheel *x, const char *speeds)
{
    char surface[80], inertia[120], analysis[80];
    snprintf(surface, sizeof surface, "rim: %s}", x->surface);
    snprintf(inertia, sizeof inertia, "[%.17g, %.17g, %.17g]", x->A, x->C, x->A);
    snprintf(analysis, sizeof analysis, "speeds: {%s}}", speeds);
    return tml_case_run("rolling-disc/turn.yaml",
                        TML_EDITS({"rim: {disc: r, axis: y}}", surface}, {"[m*r^2/4, m*r^2/2, m*r^2/4]", inertia},
                                  {"r: 0.3", "r: 0.25"}, {"speeds: {turn: 2, spin: -4.537309125711054}}", analysis}));
}

static void expect_turn(const tml_case *c, size_t row, const wheel *x)
{
    const double m = 2, q = tml_case_value(c, row, "lean.angle"), W = tml_case_value(c, row, "turn.speed"),
                 s = tml_case_value(c, row, "spin.speed"), R = tml_case_value(c, row, "disc.y"),
                 h = x->r * cos(q) + x->p;
    tml_case_near(c, "height", tml_case_value(c, row, "disc.z"), h, 1e-12);
    tml_case_near(c, "radius", R, -s * (x->r + x->p * cos(q)) / W - x->r * sin(q), 1e-10);
    tml_case_near(c, "moment",
                  m * g * x->r * sin(q) - m * h * W * W * R +
                      W * cos(q) * (x->C * (W * sin(q) + s) - x->A * W * sin(q)),
                  0, 1e-9);
    tml_case_near(c, "normal force", tml_case_value(c, row, "W.normal"), m * g, 1e-10);
    tml_case_near(c, "force inwards", -tml_case_value(c, row, "W.fy"), m * W * W * R, 1e-9);
}

Test(rolling_turns, of_wheels)
{
    for (size_t i = 0; i < sizeof wheels / sizeof *wheels; i++) {
        tml_case c = turn_of(&wheels[i], "turn: 2, spin: -4.5");
        expect_turn(&c, 0, &wheels[i]);
        cr_expect(isnan(tml_fact_number(c.table, "family")));
        tml_case_free(&c);
        c = turn_of(&wheels[i], "turn: 2"); /* one of many, near the start */
        expect_turn(&c, 0, &wheels[i]);
        tml_case_near(&c, "family", tml_fact_number(c.table, "family"), 1, 0);
        tml_case_free(&c);
    }
}

Test(rolling_turns, over_a_range_of_speeds)
{
    for (size_t i = 0; i < sizeof wheels / sizeof *wheels; i++) {
        tml_case c = turn_of(&wheels[i], "turn: 2, spin: -4.5..-9");
        cr_expect_gt(tml_table_rows(c.table), 100);
        for (size_t row = 0; row < tml_table_rows(c.table); row++)
            expect_turn(&c, row, &wheels[i]);
        tml_case_near(&c, "last", tml_case_value(&c, tml_table_rows(c.table) - 1, "spin.speed"), -9, 1e-12);
        tml_case_free(&c);
    }
}

/* To the left and to the right, leaning alike. */
Test(rolling_turns, search_finds_both_sides)
{
    tml_case c = tml_case_run("rolling-disc/turn.yaml",
                              TML_EDITS({"spin: -4.537309125711054}", "spin: -4.537309125711054}, search: all"}));
    cr_assert_eq(tml_table_rows(c.table), 2);
    expect_turn(&c, 1, &wheels[0]);
    tml_case_near(&c, "lean", tml_case_value(&c, 0, "lean.angle"), acos(-1) - tml_case_value(&c, 1, "lean.angle"),
                  1e-10);
    tml_case_near(&c, "sides", tml_case_value(&c, 0, "disc.y"), -tml_case_value(&c, 1, "disc.y"), 1e-10);
    tml_case_near(&c, "stability", tml_case_value(&c, 0, "stability.growth"), tml_case_value(&c, 1, "stability.growth"),
                  1e-8);
    tml_case_free(&c);
}

/* The eigenvalues of rolling straight on, on both sides of the critical speed. */
Test(rolling_turns, of_infinite_radius)
{
    for (size_t i = 0; i < sizeof wheels / sizeof *wheels; i++) {
        const wheel *x = &wheels[i];
        const double m = 2, D = x->r + x->p, critical = sqrt(m * g * x->r * x->A / (x->C * (x->C + m * D * D)));
        for (double part = 0.6; part < 3; part *= 2) {
            const double w = part * critical,
                         square = (m * g * x->r - x->C * (x->C + m * D * D) * w * w / x->A) / (x->A + m * D * D);
            char surface[80], inertia[120], speed[40], place[40];
            snprintf(surface, sizeof surface, "rim: %s}", x->surface);
            snprintf(inertia, sizeof inertia, "[%.17g, %.17g, %.17g]", x->A, x->C, x->A);
            snprintf(speed, sizeof speed, "v: %.17g ", w * D);
            snprintf(place, sizeof place, "r: %.17g", D);
            tml_case c = tml_case_run("rolling-disc/straight.yaml", TML_EDITS({"rim: {disc: r, axis: y}}", surface},
                                                                              {"[m*r^2/4, m*r^2/2, m*r^2/4]", inertia},
                                                                              {"v: 2 ", speed}, {"r: 0.3", place}));
            const size_t last = tml_table_rows(c.table) - 1;
            tml_case_near(&c, "growth", tml_case_value(&c, last, "eigenvalue.re"), square > 0 ? sqrt(square) : 0, 1e-9);
            tml_case_near(&c, "rate", tml_case_value(&c, last, "eigenvalue.im"), square > 0 ? 0 : sqrt(-square), 1e-9);
            tml_case_free(&c);
        }
    }
}

/* ---- others ---- */

/* A ball at rest in a bowl that rotates at W hangs where a mass point would: cos = g/(W^2 (R - r)), without friction. */
Test(rolling_turns, ball_in_a_rotating_bowl)
{
    static const char *text =
        "trammel: 1\n"
        "space: space\n"
        "gravity: [0, 0, -9.81]\n"
        "parameters: {J: 0.4*0.5*0.05^2}\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0, 0]}}\n"
        "  bowl: {points: {O: [0, 0, 0]}, mass: 5, inertia: [1, 1, 1],\n"
        "         surfaces: {inside: {sphere: 0.4, at: [0, 0, 0], hollow: true}}}\n"
        "  ball: {points: {C: [0, 0, 0]}, mass: 0.5, inertia: [J, J, J], position: [0.2, 0, -0.28],\n"
        "         surfaces: {skin: {sphere: 0.05}}}\n"
        "joints:\n"
        "  O: {revolute: [ground, bowl], axis: z}\n"
        "  F: {free: [bowl.O, ball.C]}\n"
        "  W: {rolling: [bowl.inside, ball.skin]}\n"
        "analyses:\n"
        "  - steady: {speeds: {O: 8}}\n";
    tml_case c = tml_case_run_text("bowl", text, TML_AS_WRITTEN);
    tml_case_near(&c, "height", tml_case_at(&c, 0, "ball.z"), -g / 64, 1e-11);
    tml_case_near(&c, "radius", hypot(tml_case_at(&c, 0, "ball.x"), tml_case_at(&c, 0, "ball.y")),
                  sqrt(0.35 * 0.35 - g * g / 4096), 1e-11);
    tml_case_near(&c, "normal force", tml_case_at(&c, 0, "W.normal"), 0.5 * 64 * 0.35, 1e-9);
    tml_case_near(&c, "friction", hypot(tml_case_at(&c, 0, "W.along"), tml_case_at(&c, 0, "W.across")), 0, 1e-9);
    tml_case_free(&c);
}

/* A bicycle, hands off: what is steady stays so, in every formulation. Both wheels roll on circles about one point. */
static void bicycle_turns(const char *by)
{
    static const char *const still[] = {"steer.angle", "R.speed", "F.speed", "frame.R.z", "turn.speed"};
    tml_case c = tml_case_run_with("bicycle/turn.yaml", TML_AS_WRITTEN, TML_BY(by));
    for (size_t k = 0; k < tml_log_count(c.log);
         k++) /* the speed of the rear wheel is a guess: no other state has it */
        cr_expect_str_neq(tml_log_get(c.log, k).code, "W495");
    const double radius = hypot(tml_case_at(&c, 0, "rear_contact.x"), tml_case_at(&c, 0, "rear_contact.y")),
                 front = hypot(tml_case_at(&c, 0, "front_contact.x"), tml_case_at(&c, 0, "front_contact.y"));
    cr_expect_gt(tml_case_at(&c, 0, "steer.angle"), 0.05); /* to the right */
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        for (size_t i = 0; i < sizeof still / sizeof *still; i++)
            tml_case_near(&c, still[i], tml_case_value(&c, row, still[i]), tml_case_at(&c, 0, still[i]), 1e-9);
        tml_case_near(&c, "rear circle",
                      hypot(tml_case_value(&c, row, "rear_contact.x"), tml_case_value(&c, row, "rear_contact.y")),
                      radius, 1e-8);
        tml_case_near(&c, "front circle",
                      hypot(tml_case_value(&c, row, "front_contact.x"), tml_case_value(&c, row, "front_contact.y")),
                      front, 1e-8);
    }
    tml_case_free(&c);
}
TML_TEST_EACH(rolling_turns, bicycle_turns, 30)

/* The speed of a disc is held against a yoke without mass, which nothing else holds about the axis of the disc: it is as free as without a yoke. With the angle a between
 * its axis and the vertical, the precession W, the rate w about its axis and A, C its moments,
 *   x'' (A + m r^2) = A (2 W s c p + W^2 (c^2 - s^2)) x - (C + m r^2) (k W s + w s p + w W c) x + m g r s x        p: change of W, k: change of w, per x */
Test(rolling_turns, of_a_disc_held_against_a_massless_yoke_are_those_of_a_free_disc)
{
    const double m = 2, r = 0.3, W = 2, a = 70 * 3.14159265358979323846 / 180, s = sin(a), c = cos(a);
    const double A = m * r * r / 4, C = m * r * r / 2,
                 w = (A * W * W * s * c - m * 9.81 * r * c) / ((C + m * r * r) * W * s);
    const double k = m * r * r / (C + m * r * r) * W * s, p = (C * w - 2 * A * W * c) / (A * s);
    const double stiff = A * (2 * W * p * s * c + W * W * (c * c - s * s)) -
                         (C + m * r * r) * (k * W * s + w * p * s + w * W * c) + m * 9.81 * r * s;
    char text[1600];
    snprintf(text, sizeof text,
             "trammel: 1\n"
             "space: space\n"
             "parameters: {q: 20 deg, r: 0.3, R: 0.5779903258589574}\n"
             "bodies:\n"
             "  ground: {points: {Z: [0, 0, 0]}, surfaces: {floor: {plane: [0, 0, 0]}}}\n"
             "  carrier: {points: {Z: [0, 0, 0]}, mass: 1, inertia: [1, 1, 1]}\n"
             "  yoke: {points: {S: [0, 0, 0]}, position: [0, R, r*cos(q)], orientation: {axis: x, angle: q}}\n"
             "  disc: {points: {S: [0, 0, 0]}, mass: 2, inertia: [0.5*r^2, r^2, 0.5*r^2], position: [0, R, r*cos(q)],\n"
             "    orientation: {axis: x, angle: q}, surfaces: {rim: {disc: r, axis: y}}}\n"
             "joints:\n"
             "  Z: {revolute: [ground, carrier], axis: z}\n"
             "  F: {free: [carrier.Z, yoke.S]}\n"
             "  S: {revolute: [yoke, disc], axis: y}\n"
             "  W: {rolling: [ground.floor, disc.rim]}\n"
             "analyses: [steady: {speeds: {Z: 2, S: %.17g}}, modes: {}]\n",
             w - W * c);
    tml_case t = tml_case_run_text("disc in a yoke", text, NULL);
    const size_t rows = tml_table_rows(t.table);
    cr_assert_eq(rows, 4);
    tml_case_near(&t, "frequency", tml_case_value(&t, 3, "eigenvalue.im"), sqrt(-stiff / (A + m * r * r)), 1e-9);
    tml_case_near(&t, "turn of the table", tml_case_value(&t, 2, "eigenvalue.im"), W, 1e-9);
    t.table = tml_case_table(&t, "steady");
    const char *found = strstr(tml_fact_text(t.table, "eigenvalues"), "4.487370347i");
    cr_assert(found, "%s", tml_fact_text(t.table, "eigenvalues"));
    tml_case_free(&t);
}
