/* kinematics_many.c - driven mechanisms of many bodies, by sparse matrices: each four-bar against its closed form.
 *
 * Crank a at angle th, ground g, coupler b, rocker c at angle ps:
 *
 *   f(th, ps) = (g + c cos ps - a cos th)^2 + (c sin ps - a sin th)^2 - b^2 = 0,   ps' = -f_th th'/f_ps
 */
#include "base/text.h"
#include "support/case.h"
#include "support/larger.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846
enum { BARS = 40 };

typedef struct {
    double a, b, c, g;
} bars;

static bars numbers(int i)
{
    return (bars){1 + 0.01 * i, 3 - 0.005 * i, 2.5 + 0.003 * i, 3};
}

/* The rocker's angle on the open branch, and its rate for a crank at rate w. */
static double rocker(bars f, double th, double w, double *speed)
{
    const double x = f.a * cos(th) - f.g, y = f.a * sin(th), d2 = x * x + y * y, d = sqrt(d2);
    const double ps = atan2(y, x) - acos((d2 + f.c * f.c - f.b * f.b) / (2 * d * f.c));
    const double X = f.g + f.c * cos(ps) - f.a * cos(th), Y = f.c * sin(ps) - f.a * sin(th);
    const double of_th = X * f.a * sin(th) - Y * f.a * cos(th), of_ps = -X * f.c * sin(ps) + Y * f.c * cos(ps);
    *speed = -of_th / of_ps * w;
    return ps;
}

static void add_bars(tml_text *text, const char *analysis)
{
    tml_text_add(text, "trammel: 1\nbodies:\n  ground: {points: {");
    for (int i = 0; i < BARS; i++)
        tml_text_add(text, "%sO%d: [%d, 0], C%d: [%d, 0]", i ? ", " : "", i, 10 * i, i, 10 * i + 3);
    tml_text_add(text, "}}\n");
    for (int i = 0; i < BARS; i++) {
        const bars f = numbers(i);
        double speed;
        const double ps = rocker(f, 0, 0, &speed);
        const double coupler = atan2(f.c * sin(ps), f.g + f.c * cos(ps) - f.a);
        tml_text_add(text, "  k%d: {points: {O%d: [0, 0], A%d: [%.17g, 0]}, position: [%d, 0], mass: 1, shape: rod}\n",
                     i, i, i, f.a, 10 * i);
        tml_text_add(text,
                     "  p%d: {points: {A%d: [0, 0], B%d: [%.17g, 0]}, position: [%.17g, 0], angle: %.17g, mass: 2, "
                     "shape: rod}\n",
                     i, i, i, f.b, 10 * i + f.a, coupler);
        tml_text_add(text,
                     "  r%d: {points: {C%d: [0, 0], B%d: [%.17g, 0]}, position: [%d, 0], angle: %.17g, mass: 2, "
                     "shape: rod}\n",
                     i, i, i, f.c, 10 * i + 3, ps);
    }
    tml_text_add(text, "joints:\n");
    for (int i = 0; i < BARS; i++)
        tml_text_add(text,
                     "  O%d: {revolute: [ground, k%d]}\n  A%d: {revolute: [k%d, p%d]}\n"
                     "  B%d: {revolute: [p%d, r%d]}\n  C%d: {revolute: [ground, r%d]}\n",
                     i, i, i, i, i, i, i, i, i, i);
    tml_text_add(text, "drivers:\n");
    for (int i = 0; i < BARS; i++)
        tml_text_add(text, "  m%d: {O%d.angle: 2*pi*t}\n", i, i);
    tml_text_add(text, "analyses: [%s]\n", analysis);
}

static double at(const tml_case *c, size_t row, const char *format, int i)
{
    char channel[32];
    snprintf(channel, sizeof channel, format, i);
    return tml_case_value(c, row, channel);
}

static tml_case run(const char *analysis)
{
    tml_text text = {0};
    add_bars(&text, analysis);
    tml_case c = tml_case_run_text("bars", text.data, TML_AS_WRITTEN);
    tml_text_free(&text);
    return c;
}

Test(kinematics_many, forty_fourbars_follow_their_closed_forms, .timeout = TML_SLOWER * 60)
{
    tml_case c = run("{kinematics: {end: 1, output: 0.01}}");
    double off = 0, off_speed = 0;
    for (size_t row = 0; row <= 100; row++)
        for (int i = 0; i < BARS; i++) {
            double speed;
            const double ps = rocker(numbers(i), 2 * PI * (double)row / 100, 2 * PI, &speed);
            off = larger(off, fabs(remainder(at(&c, row, "r%d.angle", i) - ps, 2 * PI)));
            off_speed = larger(off_speed, fabs(at(&c, row, "r%d.omega", i) - speed));
        }
    cr_log_info("angles off by %.2g, speeds by %.2g", off, off_speed);
    cr_expect(off <= 2e-13, "angles off by %g", off);
    cr_expect(off_speed <= 1e-11, "speeds off by %g", off_speed);
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* Torques on the cranks, and torques on the rockers instead, give the same power, four-bar by four-bar. */
Test(kinematics_many, inverse_dynamics_by_drivers_and_by_other_joints_give_one_power, .timeout = TML_SLOWER * 60)
{
    tml_text list = {0};
    tml_text_add(&list, "{inverse: {end: 0.3, output: 0.02, actuators: [");
    for (int i = 0; i < BARS; i++)
        tml_text_add(&list, "%sC%d", i ? ", " : "", i);
    tml_text_add(&list, "]}}");
    tml_case by_drivers = run("{inverse: {end: 0.3, output: 0.02}}"), by_rockers = run(list.data),
             moved = run("{kinematics: {end: 0.3, output: 0.02}}");
    double most = 0, off = 0, other = 0;
    for (size_t row = 0; row <= 15; row++)
        for (int i = 0; i < BARS; i++) {
            const double power = at(&by_drivers, row, "m%d.torque", i) * 2 * PI;
            most = larger(most, fabs(power));
            off = larger(off, fabs(at(&by_rockers, row, "C%d.power", i) - power));
            other = larger(other, fabs(at(&moved, row, "m%d.torque", i) * 2 * PI - power));
        }
    cr_log_info("of %.3g W off by %.2g and %.2g", most, off, other);
    cr_expect(most > 100 && off <= 1e-11 * most, "power off by %g of %g", off, most);
    cr_expect(other <= 1e-12 * most, "kinematics and inverse differ by %g of %g", other, most);
    tml_case_laws(&by_rockers);
    tml_case_free(&by_drivers);
    tml_case_free(&by_rockers);
    tml_case_free(&moved);
    tml_text_free(&list);
}

static double steps_of(const tml_case *c)
{
    for (size_t i = 0; i < tml_table_fact_count(c->table); i++)
        if (strcmp(tml_table_fact_name(c->table, i), "steps") == 0)
            return tml_table_fact_number(c->table, i);
    return NAN;
}

/* 40 parallelograms in a row on one driver, through both dead points of all of them: posts rotate with the driver, beams do not. Steps
 * near the dead points are those of one four-bar, however many there are. */
Test(kinematics_many, row_of_parallelograms_passes_a_dead_point, .timeout = TML_SLOWER * 60)
{
    tml_case c = tml_case_run(
        "a02-fourbars-40/a02-fourbars-40.yaml",
        TML_EDITS({"initial: {A0.angle: 0, A0.speed: -1}  # B0 at +1 m/s", "drivers: {m: {A0.angle: 2*pi*t}}"},
                  {"dynamics: {end: 10, output: 0.1}", "kinematics: {end: 1, output: 0.01}"}));
    double off = 0;
    for (size_t row = 0; row <= 100; row++) {
        const double want = 2 * PI * 0.01 * (double)row;
        off = larger(off, fabs(tml_case_value(&c, row, "A40.angle") - want));
        off = larger(off, fabs(tml_case_value(&c, row, "A17.angle") - want));
        off = larger(off, fabs(tml_case_value(&c, row, "beam40.angle")));
    }
    cr_log_info("off by %.2g", off);
    cr_expect(off <= 1e-12, "off by %g", off);
    cr_expect(steps_of(&c) <= 300, "%g steps", steps_of(&c));
    tml_case_free(&c);
}

/* Parallelograms with a third crank, which is redundant: minimum-norm reactions. Copies side by side behave as one does, which is
 * small enough for full matrices. */
static tml_case run_copies(int count, const char *analysis)
{
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\npoints: {");
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            tml_text_add(&text, "%sG%d_%d: [%d, 0], P%d_%d: [%g, 1]", i || k ? ", " : "", i, k, 10 * i + k, i, k,
                         10 * i + k + 0.5);
    tml_text_add(&text, "}\nbodies:\n");
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++)
            tml_text_add(&text, "  c%d_%d: {points: [G%d_%d, P%d_%d], mass: %d, shape: rod}\n", i, k, i, k, i, k,
                         k + 1);
        tml_text_add(&text, "  b%d: {points: [P%d_0, P%d_1, P%d_2], mass: 2, shape: rod}\n", i, i, i, i);
    }
    tml_text_add(&text, "joints:\n");
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            tml_text_add(&text, "  G%d_%d: {revolute: [ground, c%d_%d]}\n  P%d_%d: {revolute: [c%d_%d, b%d]}\n", i, k,
                         i, k, i, k, i, k, i);
    tml_text_add(&text, "drivers:\n");
    for (int i = 0; i < count; i++)
        tml_text_add(&text, "  m%d: {G%d_0.angle: 0.4*sin(9*t)}\n", i, i);
    tml_text_add(&text, "analyses: [%s: {end: 0.3, output: 0.1}]\n", analysis);
    tml_case c = tml_case_run_text("copies", text.data, TML_AS_WRITTEN);
    tml_text_free(&text);
    return c;
}

Test(kinematics_many, copies_with_redundant_joints_behave_as_one, .timeout = TML_SLOWER * 60)
{
    static const char *const channels[] = {"G0_0.fx", "G0_1.fx", "G0_2.fy", "P0_1.fx", "P0_2.fy", "m0.torque", "b0.x"};
    static const char *const copies[] = {"G7_0.fx", "G7_1.fx", "G7_2.fy", "P7_1.fx", "P7_2.fy", "m7.torque", "b7.x"};
    static const char *const kinds[] = {"kinematics", "inverse"};
    for (int kind = 0; kind < 2; kind++) {
        tml_case one = run_copies(1, kinds[kind]), many = run_copies(8, kinds[kind]);
        for (size_t row = 0; row < 4; row++)
            for (int k = 0; k < 7; k++)
                tml_case_near(&many, copies[k], tml_case_value(&many, row, copies[k]) - (k == 6 ? 70 : 0),
                              tml_case_value(&one, row, channels[k]), 2e-12);
        tml_case_free(&one);
        tml_case_free(&many);
    }
}
