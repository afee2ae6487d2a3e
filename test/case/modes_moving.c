/* modes_moving.c - modes about steady motions in axes that rotate with them: coins that spin on their edge, free bodies, rotors without symmetry. */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double g = 9.81;

/* How many modes have eigenvalues re +- im i, to a part of their size. */
static int count_of(const tml_case *c, double re, double im, double part)
{
    int found = 0;
    for (size_t row = 0; row < tml_table_rows(c->table); row++)
        found += hypot(tml_case_value(c, row, "eigenvalue.re") - re, tml_case_value(c, row, "eigenvalue.im") - im) <=
                 part * hypot(re, im);
    return found;
}

static void expect_one(const tml_case *c, double re, double im, double part)
{
    const int found = count_of(c, re, im, part);
    cr_expect_eq(found, 1, "%s: %d modes with %.10g + %.10g i", c->name, found, re, im);
}

/* A thin coin that spins on its edge about the vertical with W: the tilt has s^2 = 4 g/(5 r) - W^2, whatever its heading is and however it is drawn. */
static void expect_coin(double W, double heading, bool steady)
{
    const double r = 0.02, square = 4 * g / (5 * r) - W * W;
    char text[1024];
    snprintf(
        text, sizeof text,
        "trammel: 1\nspace: space\nparameters: {r: 0.02, m: 0.01}\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {plane: [0, 0, 0]}}}\n"
        "  coin: {mass: m, inertia: [m*r^2/4, m*r^2/2, m*r^2/4], position: [0, 0, r], orientation: {axis: z, angle: "
        "%.17g}, velocity: [0, 0, 0],\n"
        "         omega: [0, 0, %.17g], surfaces: {rim: {disc: r, axis: y}}}\n"
        "joints: {W: {rolling: [ground.floor, coin.rim]}}\n"
        "analyses: [%smodes: {about: steady}]\n",
        heading, W, steady ? "steady: {}, " : "");
    tml_case c = tml_case_run_text("coin", text, TML_AS_WRITTEN);
    c.table = tml_case_table(&c, "modes");
    if (square > 0) {
        expect_one(&c, sqrt(square), 0, 1e-8);
        expect_one(&c, -sqrt(square), 0, 1e-8);
    } else
        expect_one(&c, 0, sqrt(-square), 1e-8);
    for (size_t row = 0; square < 0 && row < tml_table_rows(c.table); row++)
        cr_expect_leq(tml_case_value(&c, row, "eigenvalue.re"), 1e-6);
    tml_case_free(&c);
}

Test(modes_moving, a_coin_on_its_edge_is_stable_when_it_spins_fast)
{
    static const double speeds[] = {10, 19, 20.5, 30, 100};
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
        for (int k = 0; k < 3; k++)
            expect_coin(speeds[i], 0.7 * k, false);
}

/* Euler: about the third axis s^2 = W^2 (I3 - I1) (I2 - I3)/(I1 I2). */
Test(modes_moving, a_free_body_is_unstable_about_its_middle_axis_alone)
{
    static const double inertia[][3] = {{0.1, 0.25, 0.2}, {0.1, 0.15, 0.2}, {0.3, 0.25, 0.2}};
    for (int i = 0; i < 6; i++) {
        const double *I = inertia[i / 2], W = 10;
        const double square = W * W * (I[2] - I[0]) * (I[1] - I[2]) / (I[0] * I[1]);
        char text[512];
        snprintf(text, sizeof text,
                 "trammel: 1\nspace: space\ngravity: none\npoints: {O: [0, 0, 0]}\nbodies: {b: {%smass: 1, inertia: "
                 "[%g, %g, %g], omega: [0, "
                 "0, %g]}}\n"
                 "%sanalyses: [modes: {about: steady}]\n",
                 i % 2 ? "points: [O], com: O, " : "", I[0], I[1], I[2], W,
                 i % 2 ? "joints: {O: {spherical: [ground, b], at: O}}\n" : "");
        tml_case c = tml_case_run_text("Euler", text, TML_AS_WRITTEN);
        c.table = tml_case_table(&c, "modes");
        if (square > 0) {
            expect_one(&c, sqrt(square), 0, 1e-9);
            expect_one(&c, -sqrt(square), 0, 1e-9);
        } else
            expect_one(&c, 0, sqrt(-square), 1e-9);
        tml_case_free(&c);
    }
}

/* A rotor in a ball joint; two springs hold its axis at a height of 1 m, across and along. */
#define ROTOR                                                                                                          \
    "trammel: 1\nspace: space\ngravity: none\n"                                                                        \
    "points: {O: [0, 0, 0]}\n"                                                                                         \
    "bodies:\n  ground: {points: {X: [1, 0, 1], Y: [0, 1, 1]}}\n"                                                      \
    "  rotor: {points: {O: [0, 0, 0], A: [0, 0, 1]}, com: O, mass: 1, inertia: [%g, %g, 0.2], omega: [0, 0, 10]}\n"    \
    "joints: {O: {spherical: [ground.O, rotor.O]}}\n"                                                                  \
    "forces:\n  y: {spring: [ground.Y, rotor.A], stiffness: %g, length: 1}\n"                                          \
    "  x: {spring: [ground.X, rotor.A], stiffness: %g, length: 1}\n"                                                   \
    "analyses: [modes: {about: steady}]\n"

/* A rotor on equal springs, in axes that rotate with it: with J = A + B - C
 *   A p'' - J W q' + (k + W^2 (C - B)) p = 0,   B q'' + J W p' + (k + W^2 (C - A)) q = 0 */
Test(modes_moving, a_rotor_without_symmetry_has_modes_on_equal_springs)
{
    const double A = 0.15, B = 0.18, C = 0.2, k = 6, W = 10, J = A + B - C;
    char text[1024];
    snprintf(text, sizeof text, ROTOR, A, B, k, k);
    tml_case c = tml_case_run_text("rotor", text, TML_AS_WRITTEN);
    c.table = tml_case_table(&c, "modes");
    const double kp = k + W * W * (C - B), kq = k + W * W * (C - A);
    const double half = 0.5 * (kp / A + kq / B + J * J * W * W / (A * B)), root = sqrt(half * half - kp * kq / (A * B));
    expect_one(&c, 0, sqrt(half + root), 1e-7);
    expect_one(&c, 0, sqrt(half - root), 1e-7);
    tml_case_free(&c);
}

Test(modes_moving, a_rotor_without_symmetry_on_unequal_springs_has_none)
{
    char text[1024];
    snprintf(text, sizeof text, ROTOR, 0.15, 0.18, 5.0, 9.0);
    tml_expect_run(text, TML_FAILED, "depend on time");
}

/* With symmetry, unequal springs do no harm:  A p'' + C W q' + k1 p = 0,  A q'' - C W p' + k2 q = 0 */
Test(modes_moving, a_rotor_with_symmetry_has_modes_on_unequal_springs)
{
    const double A = 0.15, C = 0.2, k1 = 5, k2 = 9, W = 10;
    char text[1024];
    snprintf(text, sizeof text, ROTOR, A, A, k1, k2);
    tml_case c = tml_case_run_text("rotor", text, TML_AS_WRITTEN);
    c.table = tml_case_table(&c, "modes");
    const double half = 0.5 * ((k1 + k2) / A + C * C * W * W / (A * A)), root = sqrt(half * half - k1 * k2 / (A * A));
    expect_one(&c, 0, sqrt(half + root), 1e-7);
    expect_one(&c, 0, sqrt(half - root), 1e-7);
    tml_case_free(&c);
}
