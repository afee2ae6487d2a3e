/* rocking_block.c - a block that rocks from corner to corner until it rests: plastic impacts that alternate and accumulate (Housner 1963).
 *
 * About the corner it stands on, with half sides a, b, R^2 = a^2 + b^2, tan alpha = a/b and friction that holds:
 *   theta'' = -p^2 sin(alpha - theta),  p^2 = 3 g/(4 R)          impact: omega+ = r omega-,  r = 1 - 3/2 sin^2 alpha
 * The test integrates half cycle after half cycle by the classical Runge-Kutta method; the end of the accumulation is the sum of their durations.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static const double G = 9.81;

typedef struct {
    double p2, alpha;
} rocker;

static void step(const rocker *k, double *y, double h)
{
    double d[4][2], at[2] = {y[0], y[1]};
    for (int i = 0; i < 4; i++) {
        d[i][0] = at[1], d[i][1] = -k->p2 * sin(k->alpha - at[0]);
        const double part = i < 2 ? h / 2 : h;
        at[0] = y[0] + part * d[i][0], at[1] = y[1] + part * d[i][1];
    }
    for (int i = 0; i < 2; i++)
        y[i] += h / 6 * (d[0][i] + 2 * d[1][i] + 2 * d[2][i] + d[3][i]);
}

/* From the angle and rate in y until the angle is zero again; the time it takes. */
static double half_cycle(const rocker *k, double *y)
{
    const double fall = k->p2 * sin(k->alpha - y[0]),
                 h = (y[1] + sqrt(y[1] * y[1] + 2 * k->p2 * sin(k->alpha) * y[0])) / fall / 400;
    double t = 0, before[2];
    do {
        before[0] = y[0], before[1] = y[1];
        step(k, y, h);
        t += h;
    } while (y[0] > 0 || y[1] > 0);
    double low = 0, high = h;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        y[0] = before[0], y[1] = before[1];
        step(k, y, middle);
        *(y[0] > 0 ? &low : &high) = middle;
    }
    return t - h + low;
}

/* The time at which the first impact occurs, and at which all impacts have occurred. */
static void expected(double a, double b, double theta, double *first, double *end)
{
    const rocker k = {3 * G / (4 * hypot(a, b)), atan2(a, b)};
    const double r = 1 - 1.5 * sin(k.alpha) * sin(k.alpha);
    double y[2] = {theta, 0}, last = *end = *first = half_cycle(&k, y);
    while (fabs(y[1]) > 1e-9) {
        y[0] = 0, y[1] = -r * y[1];
        last = half_cycle(&k, y);
        *end += last;
    }
    *end += last * r / (1 - r);
}

static void rocks_until_it_rests(const char *by)
{
    static const double sizes[][2] = {{0.05, 0.2}, {0.1, 0.2}, {0.1, 0.3}};
    for (int i = 0; i < 3; i++) {
        const double a = sizes[i][0], b = sizes[i][1], theta = 0.5 * atan2(a, b);
        double first, end;
        char text[1200];
        expected(a, b, theta, &first, &end);
        snprintf(
            text, sizeof text,
            "trammel: 1\n"
            "bodies:\n"
            "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
            "  block: {mass: 1, inertia: %.17g, position: [%.17g, %.17g], angle: %.17g, surfaces: {skin: {polygon: "
            "[[-%g, -%g], [%g, -%g], [%g, %g], [-%g, %g]]}}}\n"
            "forces: {hit: {contact: [block.skin, ground.floor], friction: 1}}\n"
            "analyses: [dynamics: {end: 4, output: 0.1, tolerance: 1e-10}]\n",
            (a * a + b * b) / 3, cos(theta) * a - sin(theta) * b, sin(theta) * a + cos(theta) * b, theta, a, b, a, b, a,
            b, a, b);
        tml_case c = tml_case_run_text_with("block", text, NULL, TML_BY(by));
        const size_t row = tml_table_rows(c.table) - 1;
        double told = tml_fact_number(c.table, "rocking on hit[4] ends");
        if (isnan(told))
            told = tml_fact_number(c.table, "rocking on hit[3] ends");
        tml_case_near(&c, "first impact", tml_case_impact(&c, 0, "t"), first, 1e-9);
        tml_case_near(&c, "end", told, end, 4e-7); /* what is not followed lasts 4e-5 s */
        tml_case_near(&c, "angle", tml_case_value(&c, row, "block.angle"), 0, 1e-10);
        tml_case_near(&c, "weight", tml_case_value(&c, row, "hit.force"), G, 1e-9);
        cr_expect_lt(tml_case_largest(&c, "energy.error"), 1e-9);
        tml_case_free(&c);
    }
}
TML_TEST_BY(rocking_block, rocks_until_it_rests, absolute, 20)
TML_TEST_BY(rocking_block, rocks_until_it_rests, joint, 20)
TML_TEST_BY(rocking_block, rocks_until_it_rests, point, 20)
