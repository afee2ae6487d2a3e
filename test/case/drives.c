/* drives.c - motors with a winding, against solutions of their own equations and closed forms.
 *
 *   L i' = V - R i - k w,   (J + m l^2) w' = k i - b w - m g l sin(angle)
 *
 * The numbers of the motion are those of these equations in minimal coordinates, by extrapolation and by collocation, which agree to 1e-23.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static void expect(const tml_case *c, double t, const char *channel, double want, double bar)
{
    tml_case_near(c, channel, tml_case_at(c, t, channel), want, bar * fmax(fabs(want), 1e-3));
}

#define PENDULUM                                                                                                       \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  rod: {points: {O: [0, 0], A: [0, -0.25]}, mass: 0.4, com: A, inertia: 0}\n"                                     \
    "joints: {O: {revolute: [ground, rod]}}\n"
#define WINDING "R: 1.2, L: 8 mH, k: 0.06, rotor: 2e-4, viscous: 5e-4"

static void winding_and_pendulum(const char *by)
{
    static const double want[][4] = {{0.01, 0.0008502223441461419, 0.2294295971084062, 15.53293892114579},
                                     {0.05, 0.04539463304026378, 2.032131186630928, 19.90262266589558},
                                     {0.2, 0.7835461062173304, 7.123466933798105, 19.65067018811632},
                                     {0.5, 3.556182992389929, 13.45968798237493, 19.34645900669893},
                                     {1, 16.96381695940927, 37.42362836384917, 18.15370489537317},
                                     {2, 74.99869996844470, 77.81753686640364, 16.13030219909771}};
    tml_case c = tml_case_run_text_with("motor and pendulum",
                                        PENDULUM "forces: {m: {dc-motor: O, voltage: 24, " WINDING "}}\n"
                                                 "analyses: [dynamics: {end: 2, output: 0.01, tolerance: 1e-12}]\n",
                                        NULL, TML_BY(by));
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        expect(&c, want[i][0], "O.angle", want[i][1], 1e-10);
        expect(&c, want[i][0], "O.speed", want[i][2], 1e-10);
        expect(&c, want[i][0], "m.current", want[i][3], 1e-10);
    }
    expect(&c, 2, "energy.work", 77.41817386826092, 1e-10); /* V i - R i^2 - b w^2 */
    const double i = tml_case_at(&c, 1, "m.current"), w = tml_case_at(&c, 1, "O.speed"),
                 a = tml_case_at(&c, 1, "O.acceleration");
    expect(&c, 1, "m.electric_power", 24 * i, 1e-13);
    expect(&c, 1, "m.heat", 1.2 * i * i + 5e-4 * w * w, 1e-13);
    expect(&c, 1, "m.torque", 0.06 * i - 5e-4 * w - 2e-4 * a, 1e-12);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(drives, winding_and_pendulum, 10)

/* Held by its stalled torque k V/R = m g l sin(angle); the roots of the characteristic polynomial have these sums. */
Test(drives, current_comes_to_rest_and_is_part_of_the_modes)
{
    tml_case c = tml_case_run_text("held",
                                   PENDULUM "forces: {m: {dc-motor: O, voltage: 12, " WINDING "}}\n"
                                            "analyses: [static, modes]\n",
                                   NULL);
    const double J = 2e-4 + 0.4 * 0.25 * 0.25, b = 5e-4, k = 0.06, R = 1.2, L = 8e-3, V = 12,
                 weight = 0.4 * 9.81 * 0.25;
    const double angle = asin(k * V / R / weight), stiffness = weight * cos(angle);
    const tml_table *held = tml_case_table(&c, "static"), *modes = tml_case_table(&c, "modes");
    tml_case_near(&c, "current", tml_table_value(held, 0, (size_t)tml_table_find(held, "m.current")), V / R, 1e-12);
    tml_case_near(&c, "angle", tml_table_value(held, 0, (size_t)tml_table_find(held, "O.angle")), angle, 1e-12);
    const size_t re = (size_t)tml_table_find(modes, "eigenvalue.re"),
                 im = (size_t)tml_table_find(modes, "eigenvalue.im");
    cr_assert_eq(tml_table_rows(modes), 2);
    const double x = tml_table_value(modes, 0, re), y = tml_table_value(modes, 0, im),
                 z = tml_table_value(modes, 1, re);
    tml_case_near(&c, "sum", 2 * x + z, -(R / L + b / J), 1e-9);
    tml_case_near(&c, "product", (x * x + y * y) * z, -stiffness * R / L / J, 1e-7);
    tml_case_near(&c, "pairs", x * x + y * y + 2 * x * z, stiffness / J + (R * b + k * k) / L / J, 1e-8);
    tml_case_free(&c);
}

/* At a given speed of the joint, through a gearbox that loses a fifth. */
Test(drives, steady_motion_has_its_current)
{
    tml_case c =
        tml_case_run_text("steady",
                          PENDULUM "gravity: none\n"
                                   "forces: {m: {dc-motor: O, voltage: 12, " WINDING ", ratio: 3, efficiency: 0.8}}\n"
                                   "analyses: [steady: {speeds: {O: 20}}]\n",
                          NULL);
    tml_case_near(&c, "current", tml_case_value(&c, 0, "m.current"), (12 - 0.06 * 60) / 1.2, 1e-12);
    tml_case_near(&c, "torque", tml_case_value(&c, 0, "m.torque"), 3 * 0.8 * (0.06 * 7 - 5e-4 * 60), 1e-12);
    tml_case_free(&c);
}

/* Without a coil the current is algebraic: w' = -(w - w0)/T with w0 the speed at no load. */
Test(drives, without_inductance_the_speed_is_an_exponential)
{
    tml_case c = tml_case_run_text(
        "no coil",
        "trammel: 1\ngravity: none\npoints: {O: [0, 0]}\nbodies: {rotor: {points: [O], mass: 1, inertia: 1e-3}}\n"
        "joints: {O: {revolute: [ground, rotor]}}\n"
        "forces: {m: {dc-motor: O, voltage: 12, R: 1.2, k: 0.06, viscous: 5e-4, rotor: 1e-3}}\n"
        "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-12}]\n",
        NULL);
    const double drag = 5e-4 + 0.06 * 0.06 / 1.2, w0 = 0.06 * 12 / 1.2 / drag, T = 2e-3 / drag;
    for (int k = 1; k <= 10; k++)
        expect(&c, 0.1 * k, "O.speed", w0 * -expm1(-0.1 * k / T), 1e-11);
    expect(&c, 0, "m.current", 10, 1e-13);
    tml_case_laws(&c);
    tml_case_free(&c);
}
