/* driven_fourbar.c - a four-bar with a driven crank: its closed form, and its model.
 *
 * Loop closure  r2 e(q2) + r3 e(q3) = r1 + r4 e(q4),  e(q) = (cos q, sin q), and its first two derivatives.
 */
#include "support/driven_fourbar.h"
#include "support/larger.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

void expect_channel(const tml_case *c, size_t row, const char *channel, double want, double bar)
{
    tml_case_near(c, channel, tml_case_value(c, row, channel), want, bar);
}

void expect_closed(const tml_case *c)
{
    cr_expect_leq(tml_case_largest(c, "residual.position"), 1e-12, "%s: open by %g", c->name,
                  tml_case_largest(c, "residual.position"));
    cr_expect_leq(tml_case_largest(c, "residual.velocity"), 1e-11, "%s: slips at %g", c->name,
                  tml_case_largest(c, "residual.velocity"));
}

void fourbar_solve(const double r[5], int side, rotating two, rotating *three, rotating *four)
{
    const double ax = r[2] * cos(two.angle) - r[1], ay = r[2] * sin(two.angle), d = hypot(ax, ay); /* from C to A */
    const double along = (r[4] * r[4] - r[3] * r[3] + d * d) / (2 * d);
    const double across = side * sqrt(r[4] * r[4] - along * along);
    const double bx = (along * ax - across * ay) / d, by = (along * ay + across * ax) / d;
    four->angle = atan2(by, bx);
    three->angle = atan2(by - ay, bx - ax);
    const double s34 = sin(three->angle - four->angle);
    three->speed = r[2] * two.speed * sin(four->angle - two.angle) / (r[3] * s34);
    four->speed = -r[2] * two.speed * sin(two.angle - three->angle) / (r[4] * s34);
    /* r2 (i a2 - w2^2) e2 + r3 (i a3 - w3^2) e3 = r4 (i a4 - w4^2) e4, multiplied by conj(e4) and conj(e3) */
    const double w2 = two.speed * two.speed, w3 = three->speed * three->speed, w4 = four->speed * four->speed;
    const double d24 = two.angle - four->angle, d34 = three->angle - four->angle, d23 = two.angle - three->angle;
    three->acceleration =
        -(r[2] * (two.acceleration * sin(d24) + w2 * cos(d24)) + r[3] * w3 * cos(d34) - r[4] * w4) / (r[3] * sin(d34));
    four->acceleration =
        -(r[2] * (two.acceleration * sin(d23) + w2 * cos(d23)) + r[3] * w3 - r[4] * w4 * cos(d34)) / (r[4] * sin(d34));
}

double near_angle(double x, double to)
{
    return x + 2 * PI * round((to - x) / (2 * PI));
}

static double off(const tml_case *c, size_t row, const char *channel, double want, double scale)
{
    return fabs(tml_case_value(c, row, channel) - want) / scale;
}

void fourbar_check(const tml_case *c, const double r[5], int side, double bar)
{
    double worst = 0;
    for (size_t i = 0; i < tml_table_rows(c->table); i++) {
        const rotating two = {tml_case_value(c, i, "O.angle"), tml_case_value(c, i, "O.speed"),
                              tml_case_value(c, i, "O.acceleration")};
        rotating three, four;
        fourbar_solve(r, side, two, &three, &four);
        const double most = fabs(two.speed) + fabs(three.speed) + fabs(four.speed),
                     hardest =
                         fabs(two.acceleration) + fabs(three.acceleration) + fabs(four.acceleration) + most * most;
        const double angle3 = tml_case_value(c, i, "coupler.angle"), angle4 = tml_case_value(c, i, "rocker.angle");
        worst = larger(worst, off(c, i, "coupler.angle", near_angle(three.angle, angle3), 1));
        worst = larger(worst, off(c, i, "rocker.angle", near_angle(four.angle, angle4), 1));
        worst = larger(worst, off(c, i, "coupler.omega", three.speed, most));
        worst = larger(worst, off(c, i, "rocker.omega", four.speed, most));
        worst = larger(worst, off(c, i, "coupler.alpha", three.acceleration, hardest));
        worst = larger(worst, off(c, i, "rocker.alpha", four.acceleration, hardest));
    }
    tml_case_near(c, "four-bar", worst, 0, bar);
}

const char *fourbar_text(char *text, size_t size, const double r[5], double angle, double coupler, double rocker,
                         const char *rest)
{
    snprintf(text, size,
             "trammel: 1\n"
             "bodies:\n"
             "  ground:  {points: {O: [0, 0], C: [%.17g, 0]}}\n"
             "  crank:   {points: {O: [0, 0], A: [%.17g, 0]}, mass: 1, shape: rod, angle: %.17g}\n"
             "  coupler: {points: {A: [0, 0], B: [%.17g, 0]}, mass: 2, shape: rod, angle: %.17g}\n"
             "  rocker:  {points: {C: [0, 0], B: [%.17g, 0]}, mass: 1.5, shape: rod, angle: %.17g}\n"
             "joints:\n"
             "  O: {revolute: [ground, crank]}\n"
             "  A: {revolute: [crank, coupler]}\n"
             "  B: {revolute: [coupler, rocker]}\n"
             "  C: {revolute: [ground, rocker]}\n"
             "%s",
             r[1], r[2], angle, r[3], coupler, r[4], rocker, rest);
    return text;
}
