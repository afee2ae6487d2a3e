/* narrow_forces.c - forces that act for a time much shorter than the motion: a mass on a spring, against the closed form.
 *
 *   m x'' + k x = F(t), at rest before:   x(T) = int F(s)/m sin(w (T - s))/w ds,  w^2 = k/m
 * by Simpson's rule over the pulse. And forces that act in a narrow band of positions, on a mass that flies through it, by its energy:
 *   m v^2/2 = m v_0^2/2 + int F dx
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TEXT = 1000 };
static const double STIFFNESS = 4, END = 7;

typedef double function(double t, double middle, double width);

static double gaussian(double t, double a, double b)
{
    return exp(-(t - a) / b * ((t - a) / b));
}

static double plateau(double t, double a, double b)
{
    return 0.5 * (tanh((t - a + b) / (0.1 * b)) - tanh((t - a - b) / (0.1 * b)));
}

static double hat(double t, double a, double b)
{
    return fmax(0, 1 - fabs(t - a) / b);
}

static double peak(double t, double a, double b)
{
    return 1 / (1 + pow((t - a) / b, 8));
}

/* cosh becomes infinite at 710 widths. */
static double secant(double t, double a, double b)
{
    return pow(cosh((t - a) / b), -2);
}

/* By Simpson's rule over 40 widths: x(END), of a mass of 1. */
static double displacement(function *f, double a, double b, double size)
{
    const double w = sqrt(STIFFNESS), from = a - 20 * b, h = b / 1000;
    double sum = 0;
    for (int i = 0; i <= 40000; i++) {
        const double s = from + i * h, weight = i == 0 || i == 40000 ? 1 : i % 2 ? 4 : 2;
        sum += weight * size * f(s, a, b) * sin(w * (END - s)) / w;
    }
    return sum * h / 3;
}

static const struct {
    const char *name, *force; /* %1$ middle, %2$ width, %3$ size */
    function *f;
} pulses[] = {
    {"gaussian", "%3$.17g*exp(-((t - %1$.17g)/%2$.17g)^2)", gaussian},
    {"plateau",
     "100*t*0 + %3$.17g/2*(tanh((t - %1$.17g + %2$.17g)/(0.1*%2$.17g)) - tanh((t - %1$.17g - %2$.17g)/(0.1*%2$.17g)))",
     plateau},
    {"hat", "%3$.17g*max(0, 1 - abs(t - %1$.17g)/%2$.17g)", hat},
    {"hat in if", "if(t > 0, %3$.17g*max(0, 1 - abs(t - %1$.17g)/%2$.17g), 0)", hat},
    {"peak", "%3$.17g/(1 + ((t - %1$.17g)/%2$.17g)^8)", peak},
    {"secant", "%3$.17g/cosh((t - %1$.17g)/%2$.17g)^2", secant},
};

static void expect_felt(const char *integrator, double bar)
{
    static const double widths[] = {1e-1, 3e-3, 1e-4, 3e-6};
    char text[2 * TEXT], force[TEXT];
    for (size_t i = 0; i < sizeof pulses / sizeof *pulses; i++)
        for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
            const double a = 2.3 + 0.37 * (double)k, b = widths[k], size = 0.2 / b;
            snprintf(force, TEXT, pulses[i].force, a, b, size);
            snprintf(text, sizeof text,
                     "trammel: 1\ngravity: none\npoints: {P: [0, 0]}\nbodies: {m: {mass: 1, inertia: 1, points: [P]}}\n"
                     "joints: {S: {prismatic: [ground, m], at: P, axis: x}}\n"
                     "forces: {push: {motor: S, force: \"%s - %g*S.displacement\"}}\n"
                     "analyses: [dynamics: {end: %g, output: %g, tolerance: 1e-8, integrator: %s}]\n",
                     force, STIFFNESS, END, END, integrator);
            tml_case c = tml_case_run_text(pulses[i].name, text, TML_AS_WRITTEN);
            tml_case_near(&c, pulses[i].name, tml_case_at(&c, END, "S.displacement"),
                          displacement(pulses[i].f, a, b, size), bar);
            tml_case_free(&c);
        }
}

Test(narrow_forces, pulses_in_time_are_felt_by_explicit)
{
    expect_felt("explicit", 1e-7);
}

Test(narrow_forces, pulses_in_time_are_felt_by_dopri5)
{
    expect_felt("dopri5", 1e-7);
}

Test(narrow_forces, pulses_in_time_are_felt_by_adams)
{
    expect_felt("adams", 1e-5);
}

Test(narrow_forces, pulses_in_time_are_felt_by_bdf)
{
    expect_felt("bdf", 1e-5);
}

/* The same by a table of time, however it is interpolated: the impulse of straight lines is 0.005 (2 70.7 + 100). */
static void expect_shock(const char *integrator, const char *interpolation, double bar)
{
    char text[TEXT];
    snprintf(text, sizeof text,
             "trammel: 1\ngravity: none\npoints: {P: [0, 0]}\nbodies: {m: {mass: 1, inertia: 1, points: [P]}}\n"
             "tables: {shock: {points: [[0, 0], [2, 0], [2.005, 70.7], [2.01, 100], [2.015, 70.7], [2.02, 0], [9, 0]], "
             "interpolation: %s}}\n"
             "joints: {S: {prismatic: [ground, m], at: P, axis: x}}\n"
             "forces: {push: {motor: S, force: \"table(t, shock)\"}}\n"
             "analyses: [dynamics: {end: 5, output: 5, integrator: %s}]\n",
             interpolation, integrator);
    tml_case c = tml_case_run_text(interpolation, text, TML_AS_WRITTEN);
    tml_case_near(&c, interpolation, tml_case_at(&c, 5, "S.speed"), 0.005 * (2 * 70.7 + 100), bar);
    tml_case_free(&c);
}

Test(narrow_forces, a_shock_by_a_table_is_felt)
{
    static const char *const integrators[] = {"explicit", "dopri5", "adams", "bdf"};
    for (size_t i = 0; i < 4; i++) {
        expect_shock(integrators[i], "linear", 1e-6);
        expect_shock(integrators[i], "monotone", 0.1); /* cubics bulge above the lines */
    }
}

/* A driver's bump of 1 mm for 10 ms after a long rest: by the acceleration, which is large. */
Test(narrow_forces, a_bump_of_a_driver_is_felt)
{
    tml_case c = tml_case_run_text(
        "bump",
        "trammel: 1\ngravity: none\npoints: {P: [0, 0]}\nbodies: {m: {mass: 1, inertia: 1, points: [P]}, n: {mass: 2, "
        "inertia: 1, points: [P]}}\n"
        "joints: {S: {prismatic: [ground, m], at: P, axis: x}, T: {prismatic: [m, n], at: P, axis: x}}\n"
        "forces: {f: {motor: T, force: -4*T.displacement}}\n"
        "drivers: {D: {S.displacement: \"0.001*exp(-((t - 3.3)/0.01)^2)\"}}\n"
        "states: {area: {rate: S.displacement, start: 0}}\n"
        "analyses: [dynamics: {end: 10, output: 10}]\n",
        TML_AS_WRITTEN);
    tml_case_near(&c, "area", tml_case_at(&c, 10, "area"), 0.001 * 0.01 * sqrt(3.14159265358979), 1e-10);
    tml_case_free(&c);
}

/* ---- narrow bands of positions ---- */

static const struct {
    const char *name, *force; /* %1$ middle, %2$ width, %3$ size */
    double area;              /* of a force of size 1 and width 1 */
} bands[] = {
    {"gaussian", "%3$.17g*exp(-((S.displacement - %1$.17g)/%2$.17g)^2)", 1.7724538509055160},
    {"plateau",
     "-0*S.displacement + %3$.17g/2*(tanh((S.displacement - %1$.17g)/(0.1*%2$.17g)) - tanh((S.displacement - %1$.17g - "
     "%2$.17g)/(0.1*%2$.17g)))",
     1},
    {"hat", "%3$.17g*max(0, 1 - abs(S.displacement - %1$.17g)/%2$.17g)", 1},
    {"ramps",
     "%3$.17g*(step(S.displacement, %1$.17g, 0, %1$.17g + %2$.17g, 1) - step(S.displacement, %1$.17g + %2$.17g, 0, "
     "%1$.17g + 2*%2$.17g, 1))",
     1},
};

static void expect_crossed(const char *integrator, double bar)
{
    static const double widths[] = {1e-2, 1e-4, 3e-6};
    char text[2 * TEXT], force[TEXT];
    for (size_t i = 0; i < sizeof bands / sizeof *bands; i++)
        for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
            const double a = 3.1 + 0.21 * (double)k, b = widths[k], work = 5, size = work / (b * bands[i].area);
            snprintf(force, TEXT, bands[i].force, a, b, size);
            snprintf(text, sizeof text,
                     "trammel: 1\ngravity: none\npoints: {P: [0, 0]}\nbodies: {m: {mass: 1, inertia: 1, points: [P]}}\n"
                     "joints: {S: {prismatic: [ground, m], at: P, axis: x}}\ninitial: {S.speed: 2}\n"
                     "forces: {push: {motor: S, force: \"%s\"}}\n"
                     "analyses: [dynamics: {end: 4, output: 4, tolerance: 1e-8, integrator: %s}]\n",
                     force, integrator);
            tml_case c = tml_case_run_text(bands[i].name, text, TML_AS_WRITTEN);
            tml_case_near(&c, bands[i].name, tml_case_at(&c, 4, "S.speed"), sqrt(4 + 2 * work), bar);
            tml_case_free(&c);
        }
}

Test(narrow_forces, narrow_bands_of_positions_are_felt)
{
    expect_crossed("explicit", 1e-6);
    expect_crossed("dopri5", 1e-6);
    expect_crossed("adams", 1e-5);
    expect_crossed("bdf", 1e-5);
}

/* ---- narrow bands of positions before a known instant ---- */

static const char *const late[] = {"14*pulse(t, 0.9, 0.92)", "table(t, shock)"}; /* both give the impulse 0.28 */

static void expect_crossed_before(const char *integrator, const char *force_of_time, double middle, double width)
{
    const double work = 0.4, size = work / width;
    char text[2 * TEXT];
    snprintf(text, sizeof text,
             "trammel: 1\ngravity: none\npoints: {P: [0, 0]}\nbodies: {m: {mass: 1, inertia: 1, points: [P]}, "
             "n: {mass: 1, inertia: 1, points: [P]}}\n"
             "tables: {shock: {points: [[0, 0], [0.9, 0], [0.91, 28], [0.92, 0], [2, 0]]}}\n"
             "joints: {S: {prismatic: [ground, m], at: P, axis: x}, N: {prismatic: [ground, n], at: P, axis: y}}\n"
             "initial: {S.speed: 1}\n"
             "forces: {band: {motor: S, force: \"%.17g*max(0, 1 - abs(S.displacement - %.17g)/%.17g)\"}, "
             "late: {motor: S, force: \"%s\"}, stiff: {motor: N, force: \"-1e5*N.speed - 1e5*N.displacement\"}}\n"
             "analyses: [dynamics: {end: 1, output: 1, tolerance: 1e-7, integrator: %s}]\n",
             size, middle, width, force_of_time, integrator);
    tml_case c = tml_case_run_text(force_of_time, text, TML_AS_WRITTEN);
    tml_case_near(&c, integrator, tml_case_at(&c, 1, "S.speed"), sqrt(1 + 2 * work) + 0.28, 1e-4);
    tml_case_free(&c);
}

/* CVODE ends a step just before a given time and returns the state at that time: the watch must go on from there. */
Test(narrow_forces, narrow_bands_of_positions_before_a_known_instant_are_felt)
{
    static const char *const integrators[] = {"adams", "bdf", "auto"};
    static const double middles[] = {0.21, 0.37, 0.52, 0.63, 0.7}, widths[] = {5e-3, 1e-4};
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 20; k++)
            expect_crossed_before(integrators[i], late[k % 2], middles[k / 2 % 5], widths[k / 10]);
}

/* ---- narrow bands that a point of a rotating body crosses ---- */

/* Of a force max(0, 1 - u^2)^3/b, u = (sin(w t) - c)/b, at a crossing from asin(c - b) to asin(c + b), by Simpson's rule. */
static double impulse_of_crossing(double c, double b, double w)
{
    const double from = asin(c - b) / w, h = (asin(c + b) / w - from) / 2000;
    double sum = 0;
    for (int i = 0; i <= 2000; i++) {
        const double u = (sin(w * (from + i * h)) - c) / b;
        sum += (i == 0 || i == 2000 ? 1 : i % 2 ? 4 : 2) * pow(fmax(0, 1 - u * u), 3) / b;
    }
    return sum * h / 3;
}

/* A mass is pushed while a point of a body that rotates uniformly is in a narrow band of heights: twice in each of two revolutions. */
static void expect_passed(const char *integrator, const char *formulation, double c, double b)
{
    const double w = 7.28, end = 2 * 2 * 3.14159265358979 / w;
    char text[2 * TEXT];
    snprintf(text, sizeof text,
             "trammel: 1\ngravity: none\npoints: {O: [0, 0], P: [1, 0], Q: [0, 3]}\n"
             "bodies: {r: {mass: 1, inertia: 1, com: O, points: [O, P]}, m: {mass: 1, inertia: 1, points: [Q]}}\n"
             "joints: {O: {revolute: [ground, r], at: O}, A: {prismatic: [ground, m], at: Q, axis: x}}\n"
             "initial: {O.speed: %.17g}\n"
             "forces: {push: {motor: A, force: \"max(0, 1 - ((r.P.y - %.17g)/%.17g)^2)^3/%.17g\"}}\n"
             "analyses: [dynamics: {end: %.17g, output: 1, tolerance: 1e-7, integrator: %s, formulation: %s}]\n",
             w, c, b, b, end, integrator, formulation);
    tml_case c_run = tml_case_run_text(integrator, text, TML_AS_WRITTEN);
    tml_case_near(&c_run, formulation, tml_case_at(&c_run, end, "A.speed"), 4 * impulse_of_crossing(c, b, w), 1e-4);
    tml_case_free(&c_run);
}

Test(narrow_forces, narrow_bands_that_a_rotating_point_crosses_are_felt)
{
    static const char *const integrators[] = {"explicit", "dopri5", "adams", "bdf"};
    static const double heights[] = {-0.8, -0.388, 0.2, 0.6, 0.87}, widths[] = {0.02, 1e-3};
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 10; k++)
            expect_passed(integrators[i], k % 2 ? "absolute" : "joint", heights[k / 2], widths[k % 2]);
}

/* A mass that is thrown up meets a stiff spring at the depth d below its apex: y'' = -1 - k y there, from the speed s = sqrt(2 d), for the time
 * 2 atan2(s/w, 1/k)/w,  w^2 = k. No two stages need lie so near the apex. */
static void expect_turned(const char *integrator, double depth, double bar)
{
    const double k = 1e6, w = 1000, speed = sqrt(2 * depth), start = 0.5 - depth, end = 2.3;
    const double fall = end - (1 - speed) - 2 * atan2(speed / w, 1 / k) / w;
    char text[TEXT];
    snprintf(text, sizeof text,
             "trammel: 1\ngravity: none\npoints: {P: [0, 0]}\nbodies: {m: {mass: 1, inertia: 1, points: [P]}}\n"
             "joints: {S: {prismatic: [ground, m], at: P, axis: x}}\ninitial: {S.speed: 1}\n"
             "forces: {f: {motor: S, force: \"-1 - %g*max(0, S.displacement - %.17g)\"}}\n"
             "analyses: [dynamics: {end: %g, output: %g, tolerance: 1e-9, integrator: %s}]\n",
             k, start, end, end, integrator);
    tml_case c = tml_case_run_text(integrator, text, TML_AS_WRITTEN);
    tml_case_near(&c, "displacement", tml_case_at(&c, end, "S.displacement"), start - speed * fall - fall * fall / 2,
                  bar);
    tml_case_free(&c);
}

Test(narrow_forces, forces_at_a_turning_point_are_felt)
{
    static const char *const integrators[] = {"explicit", "dopri5", "adams", "bdf"};
    static const double depths[] = {1e-3, 1e-4, 1e-5};
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 3; k++)
            expect_turned(integrators[i], depths[k], 1e-5);
}

/* (x - a)^2 multiplied out has enclosures that are too wide to tell: samples find the band, wherever in the step it is. */
Test(narrow_forces, bands_that_enclosures_do_not_tell_are_found_by_samples)
{
    static const double middles[] = {0.45, 1.9, 3.6, 5.2, 7.3}, widths[] = {0.05, 0.005};
    for (size_t i = 0; i < sizeof middles / sizeof *middles; i++)
        for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
            const double a = middles[i], b = widths[k], work = 2.5;
            char text[TEXT];
            snprintf(text, sizeof text,
                     "trammel: 1\ngravity: none\npoints: {P: [0, 0]}\nbodies: {m: {mass: 1, inertia: 1, points: [P]}}\n"
                     "joints: {S: {prismatic: [ground, m], at: P, axis: x}}\ninitial: {S.speed: 2}\n"
                     "forces: {f: {motor: S, force: \"%.17g*exp(-(S.displacement^2 - %.17g*S.displacement + "
                     "%.17g)/%.17g)\"}}\n"
                     "analyses: [dynamics: {end: 4, output: 4, tolerance: 1e-8}]\n",
                     work / (b * bands[0].area), 2 * a, a * a, b * b);
            tml_case c = tml_case_run_text("samples", text, TML_AS_WRITTEN);
            tml_case_near(&c, "speed", tml_case_at(&c, 4, "S.speed"), sqrt(4 + 2 * work), 1e-6);
            cr_expect_str_neq(tml_fact_text(c.table, "narrow forces"), "");
            tml_case_free(&c);
        }
}

/* Far from its band a force that depends on an acceleration is 1e-300 and less, too small for its square:
 *   m a = g (3 - a/2),  g = exp(-u^2):   v^2 = v_0^2 + 2 int 3 g/(1 + g/2) dx,   the integral by Simpson's rule
 */
Test(narrow_forces, forces_by_accelerations_may_vanish)
{
    static const double widths[] = {0.15, 0.12, 0.1, 0.05};
    double sum = 0;
    for (int i = 0; i <= 400; i++) {
        const double u = -8 + 16 * i / 400.0, g = exp(-u * u);
        sum += (i == 0 || i == 400 ? 1 : i % 2 ? 4 : 2) * 3 * g / (1 + g / 2) * 16 / 1200;
    }
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        char text[TEXT];
        snprintf(text, sizeof text,
                 "trammel: 1\ngravity: none\npoints: {P: [0, 0]}\nbodies: {m: {mass: 1, inertia: 1, points: [P]}}\n"
                 "joints: {S: {prismatic: [ground, m], at: P, axis: x}}\ninitial: {S.speed: 2}\n"
                 "forces: {f: {motor: S, force: \"exp(-((S.displacement - 3)/%g)^2)*(3 - S.acceleration/2)\"}}\n"
                 "analyses: [dynamics: {end: 3, output: 3, tolerance: 1e-9}]\n",
                 widths[i]);
        tml_case c = tml_case_run_text("vanishing", text, TML_AS_WRITTEN);
        tml_case_near(&c, "speed", tml_case_at(&c, 3, "S.speed"), sqrt(4 + 2 * sum * widths[i]), 1e-7);
        tml_case_free(&c);
    }
}

/* Where nothing could be proven nor found the result would say so: of what is smooth it does not. */
Test(narrow_forces, a_smooth_force_raises_no_doubt)
{
    tml_case c = tml_case_run_text("smooth",
                                   "trammel: 1\npoints: {P: [0, 0]}\nbodies: {m: {mass: 1, inertia: 1, points: [P]}}\n"
                                   "joints: {S: {prismatic: [ground, m], at: P, axis: x}}\n"
                                   "forces: {f: {motor: S, force: \"-2*tanh(20*S.speed) + 3*exp(-S.displacement^2) - "
                                   "S.displacement/(1 + S.displacement^2)\"}}\n"
                                   "analyses: [dynamics: {end: 10, output: 10}]\n",
                                   TML_AS_WRITTEN);
    cr_expect_str_eq(tml_fact_text(c.table, "narrow forces"), "");
    tml_case_free(&c);
}

/* ---- motions that become stiff ---- */

/* A light carriage flies at 1 m/s against a damped wall: from then on it decays at about 1e6 1/s. Its displacement creeps towards the driven equilibrium
 * x = 0.5 + 0.01 (t - t1), by the wall's damper: c x' = F. */
#define STIFF                                                                                                          \
    "trammel: 1\ngravity: none\npoints: {P: [0, 0]}\nbodies: {m: {mass: 0.001, inertia: 1, points: [P]}}\n"            \
    "joints: {S: {prismatic: [ground, m], at: P, axis: x}}\ninitial: {S.speed: 1}\n"                                   \
    "forces: {wall: {motor: S, force: \"if(S.displacement > 0.5, 10 - 1000*S.speed, 0)\"}}\n"                          \
    "analyses: [dynamics: {end: 20, output: 20, METHOD}]\n"

Test(narrow_forces, a_motion_that_becomes_stiff_goes_on_with_a_method_for_that)
{
    tml_case c = tml_case_run_text("auto", STIFF, TML_EDITS({"METHOD", "integrator: auto"}));
    const double creep = 10.0 / 1000, stop = 0.001 / 1000 * (1 - creep); /* speed; way in which 1 m/s decays to it */
    tml_case_near(&c, "displacement", tml_case_at(&c, 20, "S.displacement"), 0.5 + stop + creep * 19.5, 1e-6);
    cr_expect(strstr(tml_fact_text(c.table, "integrator"), "stiff from t = "), "%s",
              tml_fact_text(c.table, "integrator"));
    cr_expect_lt(tml_fact_number(c.table, "steps"), 5000);
    tml_case_free(&c);
}

/* A force that damps from t = 0.3 on does not decay at the start, where `auto` looks. */
Test(narrow_forces, a_damper_that_begins_late_is_not_denied)
{
    tml_case c = tml_case_run_text(
        "late damper",
        "trammel: 1\ngravity: none\npoints: {P: [0, 0]}\nbodies: {m: {mass: 1, inertia: 1, points: [P]}}\n"
        "joints: {S: {prismatic: [ground, m], at: P, axis: x}}\n"
        "forces: {f: {motor: S, force: \"-step(t, 0.3, 0, 0.35, 10000)*S.speed - 30*S.displacement\"}}\n"
        "analyses: [dynamics: {end: 1, output: 1}]\n",
        TML_AS_WRITTEN);
    cr_expect_str_neq(tml_fact_text(c.table, "integrator"), "");
    cr_expect_null(strstr(tml_fact_text(c.table, "integrator"), "no damping"));
    tml_case_free(&c);
}
