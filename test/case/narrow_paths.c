/* narrow_paths.c - narrow bumps, steps and bends of what couplers and curves prescribe: a mass m = 1 that flies at v_0, led through them.
 *
 * With y = f(x) for the other coordinate, which is damped by c, M(x) = 1 + f'^2 and w = sqrt(M) x':
 *   dw/dx = -c f'^2/sqrt(M)
 * by Simpson's rule over the feature; without damping the energy w^2/2 is constant.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

enum { TEXT = 1200 };
static const double PLACE = 1.37, DAMPING = 100, BEND = 0.1;

typedef double function(double x, double width);

static double bump_slope(double x, double b)
{
    const double u = (x - PLACE) / b;
    return -2 * u * exp(-u * u);
}

static double step_slope(double x, double b)
{
    const double u = cosh((x - PLACE) / b);
    return 0.5 / (u * u);
}

static double bend_slope(double x, double b)
{
    const double u = x - PLACE;
    return BEND / 2 * (1 + u / sqrt(u * u + b * b));
}

static const struct {
    const char *name, *text; /* %1$ argument, %2$ place, %3$ width */
    function *slope;
    bool damped;
} features[] = {
    {"bump", "%3$.17g*exp(-((%1$s - %2$.17g)/%3$.17g)^2)", bump_slope, true},
    {"step", "0.5*%3$.17g*tanh((%1$s - %2$.17g)/%3$.17g)", step_slope, true},
    {"bend", "0.05*(%1$s - %2$.17g + sqrt((%1$s - %2$.17g)^2 + %3$.17g^2))", bend_slope, false},
};

/* x' at the end, with v_0 = 1. */
static double speed_behind(function *slope, double b, double damping, double end)
{
    const double first = slope(0, b), last = slope(end, b), from = PLACE - 20 * b, h = b / 1000;
    double w = sqrt(1 + first * first);
    for (int i = 0; i <= 40000; i++) {
        const double d = slope(from + i * h, b), weight = i == 0 || i == 40000 ? 1 : i % 2 ? 4 : 2;
        w -= weight * h / 3 * damping * d * d / sqrt(1 + d * d);
    }
    return w / sqrt(1 + last * last);
}

typedef void writer(char *text, const char *argument_free, double damping);

static void write_coupler(char *text, const char *feature, double damping)
{
    snprintf(text, TEXT,
             "trammel: 1\ngravity: none\npoints: {P: [0, 0]}\n"
             "bodies: {a: {mass: 1, inertia: 1, points: [P]}, b: {mass: 1, inertia: 1, points: [P]}}\n"
             "joints: {S: {prismatic: [ground, a], at: P, axis: x}, T: {prismatic: [ground, b], at: P, axis: y}, "
             "K: {coupler: \"T.displacement = %s\"}}\n"
             "initial: {S.displacement: 0, S.speed: 1}\n"
             "forces: {drag: {force: b.P, value: [0, \"-%g*T.speed\"]}}\n"
             "analyses: [dynamics: {end: 3, output: 3, tolerance: 1e-9}]\n",
             feature, damping);
}

static void write_curve(char *text, const char *feature, double damping)
{
    snprintf(text, TEXT,
             "trammel: 1\ngravity: none\npoints: {P: [0, 0]}\nbodies: {a: {mass: 1, inertia: 1, points: [P]}}\n"
             "joints: {W: {curve: [ground, a.P], x: u, y: \"%s\", from: -1, to: 4}}\n"
             "initial: {a.P.x: 0, a.P.vx: 1}\nforces: {drag: {force: a.P, value: [0, \"-%g*a.P.vy\"]}}\n"
             "analyses: [dynamics: {end: 3, output: 3, tolerance: 1e-9}]\n",
             feature, damping);
}

static void expect_followed(writer *write, const char *argument, const char *channel, const double *widths,
                            size_t count, const char *by)
{
    char text[TEXT], feature[TEXT / 4];
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        for (size_t k = 0; k < count; k++) {
            const double b = widths[k], damping = features[i].damped ? DAMPING * 1e-3 / b : 0;
            snprintf(feature, sizeof feature, features[i].text, argument, PLACE, b);
            write(text, feature, damping);
            tml_case c = tml_case_run_text_with(features[i].name, text, TML_AS_WRITTEN, TML_BY(by));
            tml_case_near(&c, features[i].name, tml_case_at(&c, 3, channel),
                          speed_behind(features[i].slope, b, damping, 3), 1e-7);
            tml_case_free(&c);
        }
}

static void couplers_are_followed(const char *by)
{
    static const double widths[] = {0.05, 1e-3, 1e-5};
    expect_followed(write_coupler, "S.displacement", "S.speed", widths, 3, by);
}

TML_TEST_EACH(narrow_paths, couplers_are_followed, 20)

static void curves_are_followed(const char *by)
{
    static const double widths[] = {0.05, 5e-3, 2e-4, 1e-5};
    expect_followed(write_curve, "u", "a.P.vx", widths, 4, by);
}

TML_TEST_EACH(narrow_paths, curves_are_followed, 20)

/* ---- drivers ---- */

/* At the peak of a driver the work done on a mass is given back: what is left are digits of what it was. */
static void drivers_that_come_to_rest_are_followed(const char *by)
{
    static const char *const drivers[] = {"exp(-((t - 0.5)/0.01)^2)", "0.05*exp(-((t - 0.5)/1e-3)^2)",
                                          "1/cosh((t - 0.5)/0.0024)^2"};
    char text[TEXT];
    for (size_t i = 0; i < sizeof drivers / sizeof *drivers; i++) {
        snprintf(text, TEXT,
                 "trammel: 1\ngravity: none\npoints: {P: [0, 0]}\nbodies: {a: {mass: 1, inertia: 1, points: [P]}}\n"
                 "joints: {S: {prismatic: [ground, a], at: P, axis: x}}\ndrivers: {d: {S.displacement: \"%s\"}}\n"
                 "analyses: [dynamics: {end: 1, output: 0.5, tolerance: 1e-10}]\n",
                 drivers[i]);
        tml_case c = tml_case_run_text_with("driver", text, TML_AS_WRITTEN, TML_BY(by));
        tml_case_near(&c, drivers[i], tml_case_at(&c, 0.5, "S.displacement"), i == 1 ? 0.05 : 1, 1e-12);
        tml_case_near(&c, drivers[i], tml_case_at(&c, 1, "S.displacement"), 0, 1e-12);
        tml_case_near(&c, drivers[i], tml_case_at(&c, 1, "S.speed"), 0, 1e-9);
        cr_expect_lt(tml_fact_number(c.table, "steps"), 1000);
        tml_case_free(&c);
    }
}

TML_TEST_EACH(narrow_paths, drivers_that_come_to_rest_are_followed, 20)
