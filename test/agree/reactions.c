/* reactions.c - the reactions of each formulation against the multipliers of all rows and against Newton's second law.
 *
 * The law: reactions on a body, its applied forces and its weight add up to m a. Scales from micrometres to megametres: a
 * mechanism of similar shape, mass and time has similar reactions, F ~ m l/t^2.
 */
#include "support/larger.h"
#include "support/method_comparison.h"
#include "support/models.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const formulations[] = {"absolute", "joint", "point", "particles"};

/* Reactions of b against a, relative to the largest in a. Mechanisms have the size of a metre: N and N m count alike. */
static double apart(const tml_table *a, const tml_table *b)
{
    double scale = 0, gap = 0;
    for (size_t c = 1; c < tml_table_columns(a); c++)
        for (size_t r = 0; tml_table_unit(a, c)[0] == 'N' && r < tml_table_rows(a); r++) {
            scale = larger(scale, fabs(tml_table_value(a, r, c)));
            gap = larger(gap, fabs(tml_table_value(a, r, c) - tml_table_value(b, r, c)));
        }
    return gap / scale;
}

static double value(const tml_table *t, size_t row, const char *name)
{
    const long column = tml_table_find(t, name);
    cr_assert_geq(column, 0, "no channel %s", name);
    return tml_table_value(t, row, (size_t)column);
}

static void expect_same(const char *name, const char *text, double bar)
{
    method_run best = method_run_text(name, text, (run_method){"absolute", "explicit", 1e-11, 0});
    cr_assert_eq(best.status, TML_OK, "%s: %s", name, method_run_message(&best));
    for (size_t i = 1; i < sizeof formulations / sizeof *formulations; i++) {
        method_run r = method_run_text(name, text, (run_method){formulations[i], "explicit", 1e-11, 0});
        cr_assert_eq(r.status, TML_OK, "%s: %s: %s", name, formulations[i], method_run_message(&r));
        const double gap = apart(best.c.table, r.c.table);
        cr_expect_leq(gap, bar, "%s: reactions of %s are off by %g", name, formulations[i], gap);
        method_run_free(&r);
    }
    method_run_free(&best);
}

/* ---- a four-bar of size l ---- */

static void write_fourbar(char *text, size_t room, double l)
{
    snprintf(text, room,
             "trammel: 1\n"
             "gravity: [0, %.17g]\n"
             "points: {O: [0, 0], A: [0, %.17g], B: [%.17g, %.17g], C: [%.17g, 0], P: [%.17g, "
             "%.17g]}\n" FOURBAR_OF_MICROGRAMS "initial: {O.speed: %.17g}\n"
             "analyses:\n"
             "  - dynamics: {end: %.17g, output: %.17g}\n",
             -1e8 * l, l, 2 * l, 2.5 * l, 2 * l, 4 * l, 4 * l, 6000.0, 1e-3, 1e-4);
}

/* At a micrometre and at a megametre: forces are l times those of a metre, to rounding and the integrator's tolerance. */
Test(reactions, scale_with_the_size_of_the_mechanism)
{
    const double lengths[] = {1, 1e-6, 1e6};
    char text[1500];
    for (size_t k = 0; k < 4; k++) {
        method_run r[3];
        for (size_t i = 0; i < 3; i++) {
            write_fourbar(text, sizeof text, lengths[i]);
            r[i] = method_run_text("four-bar", text, (run_method){formulations[k], "explicit", 1e-11, 0});
            cr_assert_eq(r[i].status, TML_OK, "%s at %g m: %s", formulations[k], lengths[i], method_run_message(&r[i]));
            const double now = value(r[i].c.table, 3, "A.fx"), metre = value(r[0].c.table, 3, "A.fx");
            cr_expect_gt(fabs(now), 0, "%s at %g m: no force", formulations[k], lengths[i]);
            cr_expect_leq(fabs(now / lengths[i] - metre), 1e-8 * fabs(metre), "%s at %g m: %.15g N, %.15g at a metre",
                          formulations[k], lengths[i], now, metre);
        }
        for (size_t i = 0; i < 3; i++)
            method_run_free(&r[i]);
    }
}

/* ---- bodies that meet ---- */

/* Five pins on one body, which has but three corners; four bodies on one pin, in a chain of joints. */
static const char crowded[] = "trammel: 1\n"
                              "points: {O: [0, 0], A: [1, 0], B: [1, 1], C: [0, 1], D: [2, 0.2], E: [0.4, 1.7]}\n"
                              "bodies:\n"
                              "  plate: {points: [O, A, B, C, E], mass: 3, inertia: 0.4, com: [0.4, 0.5]}\n"
                              "  a: {points: [A, D], mass: 1, shape: rod}\n"
                              "  b: {points: [A, B], mass: 2, inertia: 0.3, com: [1.1, 0.3]}\n"
                              "  c: {points: [A, C], mass: 1.5, inertia: 0.2, com: [0.7, 0.6]}\n"
                              "  d: {points: [B, D], mass: 0.5, inertia: 0.1, com: [1.6, 0.9]}\n"
                              "  e: {points: [E, D], mass: 0.7, inertia: 0.1, com: [1.0, 1.6]}\n"
                              "joints:\n"
                              "  O: {revolute: [ground, plate]}\n"
                              "  J1: {revolute: [plate, a], at: A}\n"
                              "  J2: {revolute: [b, a], at: A}\n"
                              "  J3: {revolute: [b, c], at: A}\n"
                              "  J4: {revolute: [plate, d], at: B}\n"
                              "  J5: {revolute: [plate, e], at: E}\n"
                              "initial: {O.speed: 1, J1.speed: 2, J4.speed: -1}\n"
                              "analyses:\n"
                              "  - dynamics: {end: 0.5, output: 0.1}\n";

Test(reactions, agree_at_pins_of_several_bodies)
{
    expect_same("crowded", crowded, 1e-8);
}

/* A welded bracket, a slider, a screw and a universal joint in a tree of bodies in space, one of them without mass. */
static const char tree[] = "trammel: 1\n"
                           "space: space\n"
                           "points: {O: [0, 0, 0], A: [1, 0, 0.1], B: [1, 1, 0], C: [0.2, 1, 0.3], D: [1, 1, 1]}\n"
                           "bodies:\n"
                           "  arm: {points: [O, A], mass: 2, inertia: [0.02, 0.2, 0.21], com: [0.5, 0.1, 0]}\n"
                           "  bracket: {points: [A, B], mass: 0, inertia: [0, 0, 0]}\n"
                           "  slider: {points: [B, C], mass: 1, inertia: [0.1, 0.02, 0.11], com: [0.6, 1, 0.2]}\n"
                           "  nut: {points: [C, D], mass: 1.5, inertia: [0.1, 0.12, 0.07], com: [0.4, 1, 0.6]}\n"
                           "  ball: {points: [D], mass: 0.5, inertia: [0.01, 0.01, 0.02], com: [1.1, 1, 1]}\n"
                           "joints:\n"
                           "  O: {revolute: [arm, ground], axis: [0, 1, 1]}\n"
                           "  A: {fixed: [arm, bracket]}\n"
                           "  B: {prismatic: [slider, bracket], axis: [1, 0.3, 0]}\n"
                           "  C: {screw: [slider, nut], axis: [0, 1, 0], pitch: 0.05}\n"
                           "  D: {universal: [nut, ball], axes: [x, y]}\n"
                           "initial: {O.speed: 2}\n"
                           "analyses:\n"
                           "  - dynamics: {end: 0.4, output: 0.1}\n";

Test(reactions, agree_on_a_tree_in_space)
{
    expect_same("tree", tree, 1e-7);
}

/* ---- the law ---- */

/* A bar on two pins in one line with the ground's, redundant along it: their sum is m (a - g); the share of each is not unique,
 * but the same in all formulations. */
static const char redundant[] = "trammel: 1\n"
                                "points: {O: [0, 0], A: [1, 0], Q: [3, 0]}\n"
                                "bodies:\n"
                                "  beam: {points: [O, A], mass: 2, inertia: 0.3, com: [0.4, 0.1]}\n"
                                "  arm: {points: [A, Q], mass: 1, inertia: 0.2, com: [2, 0]}\n"
                                "joints:\n"
                                "  O: {revolute: [ground, beam]}\n"
                                "  P: {revolute: [ground, beam], at: A}\n"
                                "  A: {revolute: [beam, arm]}\n"
                                "analyses:\n"
                                "  - dynamics: {end: 0.3, output: 0.1}\n";

Test(reactions, balance_where_they_are_not_unique)
{
    expect_same("redundant", redundant, 1e-8);
    for (size_t k = 0; k < 4; k++) {
        method_run r = method_run_text("redundant", redundant, (run_method){formulations[k], "explicit", 1e-11, 0});
        cr_assert_eq(r.status, TML_OK);
        for (size_t row = 0; row < tml_table_rows(r.c.table); row++) {
            const double x = value(r.c.table, row, "O.fx") + value(r.c.table, row, "P.fx");
            const double y = value(r.c.table, row, "O.fy") + value(r.c.table, row, "P.fy");
            cr_expect_float_eq(x, value(r.c.table, row, "A.fx"), 1e-9, "%s: %g N", formulations[k], x);
            cr_expect_float_eq(y, value(r.c.table, row, "A.fy") + 2 * 9.81, 1e-9, "%s: %g N", formulations[k], y);
            cr_expect_float_eq(value(r.c.table, row, "O.fx"), value(r.c.table, row, "P.fx"), 1e-9, "%s",
                               formulations[k]);
        }
        method_run_free(&r);
    }
}

/* Three bodies on one pin, tied in a ring: one of these ties is redundant, that to the ground, which comes first, is not. */
Test(reactions, agree_at_a_pin_that_carries_a_ring_of_pins)
{
    expect_same("ring",
                "trammel: 1\n"
                "points: {O: [0, 0], A: [1, 0], B: [0.3, 1], C: [-0.5, 0.8]}\n"
                "bodies:\n"
                "  a: {points: [O, A], mass: 1, shape: rod}\n"
                "  b: {points: [O, B], mass: 2, shape: rod}\n"
                "  c: {points: [O, C], mass: 3, shape: rod}\n"
                "joints:\n"
                "  g: {revolute: [a, ground], at: O}\n"
                "  p: {revolute: [a, b], at: O}\n"
                "  q: {revolute: [b, c], at: O}\n"
                "  r: {revolute: [c, a], at: O}\n"
                "forces: {s: {spring: [a.A, c.C], stiffness: 100, length: 1}}\n"
                "initial: {g.speed: 1}\n"
                "analyses: [{dynamics: {end: 0.3, output: 0.1}}]\n",
                1e-9);
}
