/* modes_states.c - state matrices, frequency response and the modes of large mechanisms. */
#include "support/case.h"
#include "support/run_messages.h"
#include <complex.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

/* An entry of a matrix by the names of its row and column. */
static double entry(const tml_case *c, const char *kind, const char *row, const char *column)
{
    const tml_table *t = tml_case_table(c, kind);
    const long at = tml_table_find(t, column);
    cr_assert(at >= 0, "%s: %s has no column %s", c->name, kind, column);
    for (size_t i = 0; i < tml_table_rows(t); i++)
        if (strcmp(tml_table_row_name(t, i), row) == 0)
            return tml_table_value(t, i, (size_t)at);
    cr_assert_fail("%s: %s has no row %s", c->name, kind, row);
    return NAN;
}

static void expect(const tml_case *c, const char *kind, const char *row, const char *column, double want, double bar)
{
    char what[128];
    snprintf(what, sizeof what, "%s[%s, %s]", kind, row, column);
    tml_case_near(c, what, entry(c, kind, row, column), want, bar);
}

/* ---- state matrices ---- */

/* A rod of mass m held at an angle p by a torque: outputs of the user's, energies among them, have exact derivatives.
 *   V = m g r sin p,   |F|^2 of the pin: F = m a - m g with a the acceleration of the centre, alpha = dT/J for a change of torque;
 *   T = 0.5 J w^2 has none at rest. A magnitude that vanishes has a kink, and work is no function of the state. */
#define HELD                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "bodies: {ground: {points: {O: [0, 0]}}, rod: {points: {O: [0, 0]}, com: [0.2, 0], mass: 1, inertia: 0.5}}\n"      \
    "joints: {O: {revolute: [ground, rod]}}\n"                                                                         \
    "initial: {O.angle: 0.4}\n"                                                                                        \
    "forces: {hold: {motor: O, torque: 1.962*cos(0.4)}, push: {torque: rod, value: 0}}\n"                              \
    "outputs: {V: energy.potential, T: energy.kinetic, pin: 'hypot(O.fx, O.fy)', power: hold.power, tilt: {value: "    \
    "O.angle, unit: deg}, side: 'abs(O.angle - 0.4 rad)', done: energy.work, twice: 2*done}\n"

Test(modes_states, outputs_of_the_user_are_linearized)
{
    tml_case c = tml_case_run_text("held rod",
                                   HELD "analyses: [modes: {inputs: [push], outputs: [V, T, pin, power, tilt, "
                                        "energy.potential, side], matrices: true}]\n",
                                   TML_AS_WRITTEN);
    const double g = 9.81, r = 0.2, p = 0.4, J = 0.5 + r * r;
    expect(&c, "modes.C", "V", "O.angle", g * r * cos(p), 1e-10);
    expect(&c, "modes.C", "energy.potential", "O.angle", g * r * cos(p), 1e-10);
    expect(&c, "modes.C", "T", "O.speed", 0, 1e-12);
    expect(&c, "modes.C", "power", "O.speed", g * r * cos(p), 1e-10);
    expect(&c, "modes.C", "tilt", "O.angle", 180 / PI, 1e-9);
    /* F = (0, g) at rest: d|F| = dFy = ay = r cos p alpha */
    expect(&c, "modes.D", "pin", "push", r * cos(p) / J, 1e-10);
    expect(&c, "modes.C", "pin", "O.angle", r * cos(p) * g * r * sin(p) / J, 1e-10);
    cr_expect(isnan(entry(&c, "modes.C", "side", "O.angle")));
    tml_case_free(&c);
    tml_expect_run(HELD "analyses: [modes: {inputs: [push], outputs: [side]}]\n", TML_OK,
                   "output side has a kink here");
    tml_expect_run(HELD "analyses: [modes: {inputs: [push], outputs: [twice]}]\n", TML_WRONG,
                   "\"twice\" cannot be an output: it is made of energy.work");
    tml_expect_run(HELD "analyses: [modes: {inputs: [pin], outputs: [V]}]\n", TML_WRONG,
                   "no force or driver \"pin\" to be an input");
}

#define CART                                                                                                           \
    "trammel: 1\ngravity: [0, -9.81]\n"                                                                                \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  cart: {points: {O: [0, 0], P: [0, 0]}, mass: 3, inertia: 1}\n"                                                  \
    "  bob: {points: {P: [0, 0]}, com: [0, 0.5], mass: 2, inertia: 0}\n"                                               \
    "joints:\n"                                                                                                        \
    "  S: {prismatic: [ground, cart], at: O, axis: [1, 0]}\n"                                                          \
    "  P: {revolute: [cart, bob]}\n"

/* A stick on a cart, pushed: with M the cart, m the bob, l its height
 *   x'' = (u + m g p)/M,  p'' = ((M + m) g p + u)/(M l), p counter-clockwise */
Test(modes_states, cart_with_a_stick_has_the_state_matrices_of_its_closed_form)
{
    tml_case c =
        tml_case_run_text("cart",
                          CART "forces: {push: {motor: S, force: 0}}\n"
                               "analyses:\n"
                               "  - modes: {inputs: [push], outputs: [bob.x, bob.vx, P.fx, P.fy, S.fy, bob.ax]}\n",
                          TML_AS_WRITTEN);
    const double g = 9.81, M = 3, m = 2, l = 0.5;
    expect(&c, "modes.A", "S.displacement", "S.speed", 1, 0);
    expect(&c, "modes.A", "P.angle", "P.speed", 1, 0);
    expect(&c, "modes.A", "S.speed", "P.angle", m * g / M, 1e-13);
    expect(&c, "modes.A", "P.speed", "P.angle", (M + m) * g / (M * l), 1e-12);
    expect(&c, "modes.B", "S.speed", "push", 1 / M, 1e-14);
    expect(&c, "modes.B", "P.speed", "push", 1 / (M * l), 1e-14);
    expect(&c, "modes.C", "bob.x", "S.displacement", 1, 1e-12);
    expect(&c, "modes.C", "bob.x", "P.angle", -l, 1e-12);
    expect(&c, "modes.C", "bob.vx", "P.speed", -l, 1e-12);
    /* the rod pushes the bob along itself with m g */
    expect(&c, "modes.C", "P.fx", "P.angle", -m * g, 1e-10);
    expect(&c, "modes.C", "bob.ax", "P.angle", -g, 1e-10);
    expect(&c, "modes.C", "P.fy", "P.angle", 0, 1e-10);
    expect(&c, "modes.D", "P.fx", "push", 0, 1e-12);
    expect(&c, "modes.D", "bob.ax", "push", 0, 1e-12);
    expect(&c, "modes.D", "S.fy", "push", 0, 1e-12);
    tml_case_free(&c);
}

/* The cart moved by a driver: p'' = g/l p + x''/l, and the force that the driver must give. */
Test(modes_states, acceleration_of_a_driver_is_an_input)
{
    tml_case c = tml_case_run_text("driven cart",
                                   CART "drivers: {move: {S.displacement: 0}}\n"
                                        "analyses:\n"
                                        "  - modes: {inputs: [move], outputs: [P.angle, move.force, bob.x]}\n",
                                   TML_AS_WRITTEN);
    const double g = 9.81, l = 0.5;
    cr_expect_eq(tml_table_rows(c.table), 2, "the driver is held in modes");
    tml_case_near(&c, "re", tml_case_value(&c, 1, "eigenvalue.re"), sqrt(g / l), 1e-12);
    expect(&c, "modes.A", "P.speed", "P.angle", g / l, 1e-12);
    expect(&c, "modes.A", "move.position", "move.speed", 1, 0);
    expect(&c, "modes.B", "P.speed", "move", 1 / l, 1e-13);
    expect(&c, "modes.B", "move.speed", "move", 1, 0);
    expect(&c, "modes.C", "bob.x", "move.position", 1, 1e-12);
    expect(&c, "modes.D", "move.force", "move", 3, 1e-11); /* the bob does not accelerate at first */
    expect(&c, "modes.C", "move.force", "P.angle", -2 * g, 1e-10);
    tml_case_free(&c);
}

/* Components of forces, tension, expressions of channels, in space. */
Test(modes_states, components_of_forces_in_space_are_inputs)
{
    tml_case c = tml_case_run_text("block",
                                   "trammel: 1\nspace: space\ngravity: none\n"
                                   "bodies:\n"
                                   "  ground: {points: {Q: [0, 0, 2]}}\n"
                                   "  block: {points: {P: [0, 0, 0]}, mass: 2, inertia: [0.3, 0.3, 0.4]}\n"
                                   "forces:\n"
                                   "  push: {force: block, value: [-8*block.x - 4*block.vx, 0, 0]}\n"
                                   "  twist: {torque: block, value: [0, 0, 0]}\n"
                                   "  ram: {actuator: [ground.Q, block.P], value: 0}\n"
                                   "analyses:\n"
                                   "  - modes: {inputs: [push.fx, push.fy, twist.tz, ram],\n"
                                   "            outputs: [block.vx, block.omegaz, ram.force, ram.length]}\n",
                                   TML_AS_WRITTEN);
    expect(&c, "modes.A", "block.vx", "block.x", -4, 1e-14);
    expect(&c, "modes.A", "block.vx", "block.vx", -2, 1e-14);
    expect(&c, "modes.B", "block.vx", "push.fx", 0.5, 1e-14);
    expect(&c, "modes.B", "block.vy", "push.fy", 0.5, 1e-14);
    expect(&c, "modes.B", "block.turnz_speed", "twist.tz", 2.5, 1e-14);
    expect(&c, "modes.B", "block.vz", "ram", 0.5, 1e-14); /* tension pulls it up */
    expect(&c, "modes.C", "block.omegaz", "block.turnz_speed", 1, 1e-12);
    expect(&c, "modes.D", "ram.force", "ram", 1, 1e-12);
    expect(&c, "modes.C", "ram.length", "block.z", -1, 1e-12);
    tml_case_free(&c);
}

/* ---- frequency response ---- */

/* x/u = 1/(k - m w^2 + i c w) */
Test(modes_states, mass_on_a_spring_has_the_frequency_response_of_its_closed_form)
{
    tml_case c = tml_case_run_text("mass",
                                   "trammel: 1\ngravity: none\n"
                                   "bodies:\n"
                                   "  ground: {points: {O: [0, 0]}}\n"
                                   "  block: {points: {P: [0, 0]}, mass: 2, inertia: 1, position: [1, 0]}\n"
                                   "joints: {S: {prismatic: [ground.O, block.P], axis: [1, 0]}}\n"
                                   "forces:\n"
                                   "  spring: {spring: [ground.O, block.P], stiffness: 800, length: 1, damping: 8}\n"
                                   "  push: {motor: S, force: 0}\n"
                                   "initial: {S.displacement: 1}\n"
                                   "analyses:\n"
                                   "  - modes: {inputs: [push], outputs: [S.displacement, S.acceleration],\n"
                                   "            frequencies: [0.1, 100 Hz, 61]}\n",
                                   TML_AS_WRITTEN);
    const tml_table *t = tml_case_table(&c, "modes.response");
    cr_assert_eq(tml_table_rows(t), 61);
    cr_expect_str_eq(tml_table_name(t, 1), "S.displacement/push.amplitude");
    cr_expect_str_eq(tml_table_unit(t, 1), "m/N");
    for (size_t i = 0; i < 61; i++) {
        const double f = tml_table_value(t, i, 0), w = 2 * PI * f;
        const double complex x = 1 / (800 - 2 * w * w + 8 * w * I);
        tml_case_near(&c, "frequency", f, 0.1 * pow(1000, (double)i / 60), 1e-12 * f);
        tml_case_near(&c, "amplitude", tml_table_value(t, i, 1), cabs(x), 1e-12 * cabs(x));
        tml_case_near(&c, "phase", tml_table_value(t, i, 2), carg(x), 1e-11);
        tml_case_near(&c, "of the acceleration", tml_table_value(t, i, 3), w * w * cabs(x), 1e-9 * w * w * cabs(x));
    }
    tml_case_free(&c);
}

/* ---- large mechanisms ---- */

static char *chain(int links, const char *line, const char *rest)
{
    char *text = malloc((size_t)links * 400 + 1000), *to = text;
    to += sprintf(to, "trammel: 1\ngravity: [0, -9.81]\nbodies:\n  ground: {points: {P: [0, 0]}}\n");
    for (int i = 0; i < links; i++)
        to += sprintf(to,
                      "  b%d: {points: {L: [0, 0], R: [0, -0.1]}, com: [0, -0.05], mass: 0.5, inertia: 0.002,\n"
                      "    position: [0, %.17g]}\n",
                      i, -0.1 * i);
    to += sprintf(to, "%s:\n", strstr(line, "revolute") ? "joints" : "forces");
    for (int i = 0; i < links; i++) {
        char first[32];
        snprintf(first, sizeof first, i ? "b%d.R" : "ground.P", i - 1);
        to += sprintf(to, "  f%d: {", i);
        to += sprintf(to, line, first, i);
        to += sprintf(to, "}\n");
    }
    sprintf(to, "%s", rest);
    return text;
}

/* The slowest modes by sparse matrices against all of them by LAPACK. */
static void check_chain(int links, const char *line, const char *rest, double bar)
{
    char *text = chain(links, line, rest);
    tml_case full = tml_case_run_text("full", text, TML_EDITS({"METHOD", "dense"}));
    tml_case few = tml_case_run_text("sparse", text, TML_EDITS({"METHOD", "sparse"}));
    cr_expect_eq(tml_table_rows(full.table), 12);
    cr_expect_eq(tml_table_rows(few.table), 12);
    for (size_t i = 0; i < 12; i++) {
        const double re = tml_case_value(&full, i, "eigenvalue.re"), im = tml_case_value(&full, i, "eigenvalue.im");
        tml_case_near(&few, "re", tml_case_value(&few, i, "eigenvalue.re"), re, bar * hypot(re, im));
        tml_case_near(&few, "im", tml_case_value(&few, i, "eigenvalue.im"), im, bar * hypot(re, im));
        for (int k = 0; k < 3; k++) {
            char name[32];
            snprintf(name, sizeof name, "b%d.x.re", (k + 1) * (links - 1) / 3);
            tml_case_near(&few, name, fabs(tml_case_value(&few, i, name)), fabs(tml_case_value(&full, i, name)), 1e-4);
        }
    }
    tml_case_free(&full);
    tml_case_free(&few);
    free(text);
}

#define MOUNT "bushing: [%s, b%d.L], stiffness: {translation: [3e5, 2e5], rotation: 9000}"

Test(modes_states, sparse_and_dense_agree_on_several_hundred_coordinates)
{
    check_chain(140, MOUNT, "analyses: [static: {}, modes: {method: METHOD, count: 12, damping: false}]\n", 1e-6);
}

Test(modes_states, sparse_and_dense_agree_on_a_damped_chain)
{
    check_chain(40, MOUNT ", damping: {translation: 30, rotation: 30}",
                "analyses: [static: {}, modes: {method: METHOD, count: 12}]\n", 1e-7);
}

Test(modes_states, sparse_and_dense_agree_on_a_chain_of_rigid_links)
{
    check_chain(50, "revolute: [%s, b%d.L]", "analyses: [modes: {method: METHOD, count: 12}]\n", 1e-8);
}

/* Beck's column: a force that follows its end makes K unsymmetric, and from 20.05 on two modes one pair that flutters. */
static char *column(void)
{
    enum { RODS = 8 };
    char *text = malloc(4000), *to = text;
    to += sprintf(to, "trammel: 1\ngravity: none\nbodies:\n  ground: {points: {O: [0, 0]}}\n");
    for (int i = 0; i < RODS; i++)
        to += sprintf(to,
                      "  b%d: {points: {A: [0, 0], B: [0.125, 0]}, mass: 0.125, com: [0.0625, 0],\n"
                      "    inertia: 0.00016276, position: [%g, 0]}\n",
                      i, 0.125 * i);
    to += sprintf(to, "joints:\n  J0: {revolute: [ground.O, b0.A]}\n");
    for (int i = 1; i < RODS; i++)
        to += sprintf(to, "  J%d: {revolute: [b%d.B, b%d.A]}\n", i, i - 1, i);
    to += sprintf(to, "forces:\n  F: {force: b%d.B, value: [-25, 0], axes: body}\n", RODS - 1);
    for (int i = 0; i < RODS; i++)
        to += sprintf(to, "  k%d: {torsion: J%d, stiffness: %d}\n", i, i, i ? 8 : 16);
    sprintf(to, "analyses: [modes: {method: METHOD, count: 4}]\n");
    return text;
}

Test(modes_states, sparse_and_dense_agree_on_the_flutter_of_a_column)
{
    static const char *const columns[] = {"eigenvalue.re", "eigenvalue.im", "b7.y.re", "b7.y.im", "b3.y.re", "b3.y.im"};
    char *text = column();
    tml_case full = tml_case_run_text("full", text, TML_EDITS({"METHOD", "dense"}));
    tml_case few = tml_case_run_text("sparse", text, TML_EDITS({"METHOD", "sparse"}));
    cr_assert_eq(tml_table_rows(few.table), 4);
    /* Of the first two, of one size, either may be the first. */
    const bool turned = (tml_case_value(&full, 0, columns[0]) > 0) != (tml_case_value(&few, 0, columns[0]) > 0);
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
            const double want = tml_case_value(&full, turned && i < 2 ? 1 - i : i, columns[k]);
            tml_case_near(&few, columns[k], tml_case_value(&few, i, columns[k]), want, 1e-9 * fmax(1, fabs(want)));
        }
    const size_t grows = tml_case_value(&few, 0, columns[0]) > 0 ? 0 : 1;
    tml_case_near(&few, "growth", tml_case_value(&few, grows, columns[0]), 5.38901, 1e-5);
    tml_case_near(&few, "frequency", tml_case_value(&few, grows, "frequency"), 1.63193, 1e-5);
    tml_case_free(&full);
    tml_case_free(&few);
    free(text);
}

/* Above 400 degrees of freedom this is the default. */
Test(modes_states, large_mechanisms_use_sparse_matrices)
{
    char *text = chain(140, MOUNT, "analyses: [static: {}, modes: {}]\n");
    tml_case c = tml_case_run_text("chain", text, TML_AS_WRITTEN);
    cr_expect_eq(tml_table_rows(c.table), 20);
    tml_case_free(&c);
    free(text);
}
