/* peaucellier.c - Peaucellier's inversor against inversion in a circle: D = (L^2 - s^2)/conj(P).
 *
 * P = r (1 + e^(i phi)), phi = 60 deg sin(2 pi t); A and B are at the distance L from O and s from P, on either side.
 */
#include "support/case.h"
#include <complex.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static const double PI = 3.14159265358979323846, r = 0.15, L = 0.5, s = 0.25, g = 9.81;

typedef struct {
    double complex P, D, A, B;
} pins;

static pins pins_at(double phi)
{
    pins p = {.P = r * (1 + cexp(I * phi))};
    p.D = (L * L - s * s) / conj(p.P);
    const double complex middle = 0.5 * (p.P + p.D), way = (p.D - p.P) / cabs(p.D - p.P);
    const double across = sqrt(s * s - 0.25 * pow(cabs(p.D - p.P), 2));
    p.A = middle + I * way * across;
    p.B = middle - I * way * across;
    return p;
}

static double phi_at(double t)
{
    return PI / 3 * sin(2 * PI * t);
}

static void expect_point(const tml_case *c, size_t row, const char *name, double complex want)
{
    char channel[40];
    snprintf(channel, sizeof channel, "%s.x", name);
    tml_case_near(c, channel, tml_case_value(c, row, channel), creal(want), 1e-14);
    snprintf(channel, sizeof channel, "%s.y", name);
    tml_case_near(c, channel, tml_case_value(c, row, channel), cimag(want), 1e-14);
}

Test(peaucellier, pins_are_where_inversion_puts_them)
{
    tml_case c = tml_case_run("peaucellier/peaucellier.yaml", TML_AS_WRITTEN);
    cr_assert_eq(tml_table_rows(c.table), 101);
    for (size_t row = 0; row < 101; row++) {
        const pins p = pins_at(phi_at(0.01 * (double)row));
        expect_point(&c, row, "crank.P", p.P);
        expect_point(&c, row, "upper.A", p.A);
        expect_point(&c, row, "lower.B", p.B);
        expect_point(&c, row, "d.D", p.D);
        tml_case_near(&c, "off", tml_case_value(&c, row, "off"), 0, 1e-11); /* mm */
    }
    tml_case_free(&c);
}

/* m a = m g + forces of its two pins, for both links that are the first bodies at A and B: these forces are resultants. */
Test(peaucellier, long_links_are_in_balance_with_what_pins_do_to_them)
{
    tml_case c = tml_case_run("peaucellier/peaucellier.yaml", TML_AS_WRITTEN);
    for (size_t row = 0; row < 101; row += 10) {
        tml_case_near(&c, "upper x", tml_case_value(&c, row, "O.upper.fx") + tml_case_value(&c, row, "A.upper.fx"),
                      tml_case_value(&c, row, "upper.ax"), 1e-10);
        tml_case_near(&c, "upper y", tml_case_value(&c, row, "O.upper.fy") + tml_case_value(&c, row, "A.upper.fy") - g,
                      tml_case_value(&c, row, "upper.ay"), 1e-10);
        tml_case_near(&c, "lower y", tml_case_value(&c, row, "O.lower.fy") + tml_case_value(&c, row, "B.lower.fy") - g,
                      tml_case_value(&c, row, "lower.ay"), 1e-10);
        tml_case_near(&c, "pin P",
                      tml_case_value(&c, row, "P.crank.fx") + tml_case_value(&c, row, "P.a.fx") +
                          tml_case_value(&c, row, "P.b.fx"),
                      0, 1e-12);
    }
    tml_case_free(&c);
}

/* A rod of mass m between p and q with velocities v and w: T = m/6 (v^2 + v w + w^2). */
static double kinetic(double m, double complex v, double complex w)
{
    return m / 6 * (creal(v * conj(v)) + creal(v * conj(w)) + creal(w * conj(w)));
}

static double energy(double t)
{
    const double h = 1e-4;
    double complex at[5][4], v[4];
    for (int k = 0; k < 5; k++) {
        const pins p = pins_at(phi_at(t + (k - 2) * h));
        at[k][0] = p.P, at[k][1] = p.D, at[k][2] = p.A, at[k][3] = p.B;
    }
    for (int i = 0; i < 4; i++)
        v[i] = (at[0][i] - 8 * at[1][i] + 8 * at[3][i] - at[4][i]) / (12 * h);
    const double T = kinetic(0.3, 0, v[0]) + kinetic(1, 0, v[2]) + kinetic(1, 0, v[3]) + kinetic(0.5, v[0], v[2]) +
                     kinetic(0.5, v[0], v[3]) + kinetic(0.5, v[2], v[1]) + kinetic(0.5, v[3], v[1]);
    const double y = 0.3 * cimag(at[2][0]) + cimag(at[2][2] + at[2][3]) +
                     0.5 * (2 * cimag(at[2][0] + at[2][1]) + 2 * cimag(at[2][2] + at[2][3]));
    return T + g * y / 2;
}

Test(peaucellier, driver_gives_the_power_that_the_energy_takes)
{
    tml_case c = tml_case_run("peaucellier/peaucellier.yaml", TML_AS_WRITTEN);
    for (size_t row = 5; row < 100; row += 7) {
        const double t = 0.01 * (double)row, h = 1e-3;
        const double power = (energy(t - 2 * h) - 8 * energy(t - h) + 8 * energy(t + h) - energy(t + 2 * h)) / (12 * h);
        tml_case_near(&c, "power", tml_case_value(&c, row, "swing.torque") * tml_case_value(&c, row, "Q.speed"), power,
                      1e-5);
    }
    tml_case_free(&c);
}
