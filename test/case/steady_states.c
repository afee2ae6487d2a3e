/* steady_states.c - relative equilibria of mechanisms with states of the user's: curves, bifurcations, many solutions, stability. */
#include "support/case.h"
#include "support/run_messages.h"
#include "support/steady.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* A bead on a hoop that rotates at w, held by a spring k through a lag l of the angle:
 *   m r^2 w^2 sin p cos p - m g r sin p - k l = 0,  l = p      another branch at w^2 = g/r + k/(m r^2) */
#define HOOP                                                                                                           \
    "trammel: 1\nspace: space\ngravity: [0, 0, -10]\n"                                                                 \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0, 0]}}\n"                                                                             \
    "  hoop: {points: {O: [0, 0, 0]}, mass: 1, inertia: [1, 1, 1]}\n"                                                  \
    "  bead: {points: {O: [0, 0, 0]}, com: [0, 0, -0.5], mass: 2, inertia: [0, 0, 0]}\n"                               \
    "joints: {Z: {revolute: [ground, hoop], at: O, axis: z}, A: {revolute: [hoop, bead], at: O, axis: y}}\n"           \
    "states: {l: {lag: {input: A.angle, time: 0.1}}}\n"                                                                \
    "forces: {m: {motor: A, torque: -4*l}, d: {motor: A, torque: -A.speed}}\n"

static void expect_on_curve(const tml_case *c, size_t row)
{
    const double w = tml_case_value(c, row, "Z.speed"), p = tml_case_value(c, row, "A.angle");
    if (isnan(w))
        return; /* between curves */
    tml_case_near(c, "lag", tml_case_value(c, row, "l"), p, 1e-11);
    tml_case_near(c, "balance", 0.5 * w * w * sin(p) * cos(p) - 10 * sin(p), 4 * p, 1e-9);
}

Test(steady_states, curves_and_bifurcations_have_the_states_at_rest)
{
    tml_case c =
        tml_case_run_text("hoop", HOOP "analyses: [steady: {speeds: {Z: 0..10}, search: all}]\n", TML_AS_WRITTEN);
    tml_case_near(&c, "bifurcation", tml_first_number(c.table, "bifurcation 1"), sqrt(28), 1e-6);
    cr_expect_gt(tml_table_rows(c.table), 300); /* five curves, two of them with folds */
    cr_expect(strstr(tml_case_fact(&c, "curves"), "5"), "%s", tml_case_fact(&c, "curves"));
    for (size_t row = 0; row < tml_table_rows(c.table); row++)
        expect_on_curve(&c, row);
    tml_case_free(&c);
}

/* The eigenvalues are those of `modes`, which linearizes in another way. */
Test(steady_states, stability_is_that_of_modes)
{
    tml_case c = tml_case_run_text(
        "hoop", HOOP "initial: {A.angle: 1}\nanalyses: [steady: {speeds: {Z: 7}}, modes: {about: steady}]\n",
        TML_AS_WRITTEN);
    double growth = -INFINITY;
    for (size_t row = 0; row < tml_table_rows(c.table); row++)
        growth = fmax(growth, tml_case_value(&c, row, "eigenvalue.re"));
    const tml_table *steady = tml_case_table(&c, "steady");
    tml_case_near(&c, "growth", tml_table_value(steady, 0, (size_t)tml_table_find(steady, "stability.growth")), growth,
                  1e-8 * fabs(growth));
    cr_expect_lt(growth, 0);
    tml_case_free(&c);
}

/* x' = x - x^3 rests at 0 and +-1; the torque 3 x holds the pendulum at sin p = 3 x / g, below or above: six equilibria. An integral that
 * nothing uses makes them no more. */
Test(steady_states, all_equilibria_of_bodies_and_states_are_found)
{
    tml_case c = tml_case_run_text(
        "bistable",
        "trammel: 1\n"
        "bodies: {ground: {points: {O: [0, 0]}}, arm: {points: {O: [0, 0]}, com: [0, -1], mass: 1, inertia: 0.5}}\n"
        "joints: {O: {revolute: [ground, arm]}}\n"
        "states: {x: {rate: x - x^3, start: 0.1}, n: {rate: O.speed}}\n"
        "forces: {m: {motor: O, torque: 3*x}}\n"
        "analyses: [static: {search: all}]\n",
        TML_AS_WRITTEN);
    cr_assert_eq(tml_table_rows(c.table), 6);
    for (size_t row = 0; row < 6; row++) {
        const double x = tml_case_value(&c, row, "x"), p = tml_case_value(&c, row, "O.angle");
        tml_case_near(&c, "rest", x * (1 - x) * (1 + x), 0, 1e-12);
        tml_case_near(&c, "balance", 9.81 * sin(p), 3 * x, 1e-10);
        /* below, x = +-1: only the integral is neutral */
        cr_expect_eq(tml_case_value(&c, row, "stability.growth") > 0, fabs(x) < 0.5 || fabs(p) > 1);
    }
    tml_case_free(&c);
}

/* A servo on a free rotor: only the loop through its current holds it, so that the bodies alone have no equilibrium. */
#define SERVO                                                                                                          \
    "trammel: 1\ngravity: none\n"                                                                                      \
    "bodies: {ground: {points: {O: [0, 0]}}, rotor: {points: {O: [0, 0]}, mass: 1, inertia: 0.001}}\n"                 \
    "joints: {O: {revolute: [ground, rotor]}}\n"                                                                       \
    "states: {i: {rate: (3*(0.5 - O.angle) - 0.05*O.speed - i)/0.01}}\n"                                               \
    "forces: {m: {motor: O, torque: 0.05*i}}\n"

Test(steady_states, servo_rests_where_its_current_vanishes)
{
    tml_expect_run(SERVO "analyses: [static: {}]\n", TML_FAILED, "`search: all` looks for bodies and states together");
    tml_case c = tml_case_run_text("servo", SERVO "analyses: [static: {search: all}]\n", TML_AS_WRITTEN);
    cr_assert_eq(tml_table_rows(c.table), 1);
    tml_case_near(&c, "angle", tml_case_value(&c, 0, "O.angle"), 0.5, 1e-12);
    tml_case_near(&c, "current", tml_case_value(&c, 0, "i"), 0, 1e-12);
    tml_case_free(&c);
}
