/* singular_actuation.c - singular configurations of the actuation, located between output times, against the geometry of the mechanism.
 *
 * A platform on links that only push along their lines is not held where these lines meet in one point or are parallel: their line
 * coordinates are dependent. Positions are those of two circles that intersect.
 */
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

typedef struct {
    double x, y;
} point;

static double distance(point a, point b)
{
    return hypot(b.x - a.x, b.y - a.y);
}

/* On the circles about a (radius r) and b (s), to the left of the line from a to b, or to the right (side -1). */
static point meet(point a, double r, point b, double s, double side)
{
    const double d = distance(a, b), u = (d * d + r * r - s * s) / (2 * d), v = side * sqrt(r * r - u * u);
    const double ex = (b.x - a.x) / d, ey = (b.y - a.y) / d;
    return (point){a.x + u * ex - v * ey, a.y + u * ey + v * ex};
}

static double side_of(point a, point b, point p)
{
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0 ? 1 : -1;
}

static double zero_of(double (*f)(double), double l, double r)
{
    const double at_l = f(l);
    cr_assert(at_l * f(r) < 0);
    for (int i = 0; i < 100; i++) {
        const double m = 0.5 * (l + r);
        if (at_l * f(m) > 0)
            l = m;
        else
            r = m;
    }
    return 0.5 * (l + r);
}

/* ---- 3-RRR, a platform on three arms ---- */

static point on_ring(double along, double across, int arm)
{
    const double a = PI / 2 + 2 * PI / 3 * arm;
    return (point){along * cos(a) - across * sin(a), along * sin(a) + across * cos(a)};
}

/* Line coordinates of the three distal links, for a platform at m rotated by phi: their determinant. */
static double lines(point m, double phi)
{
    double L[3][3];
    for (int i = 0; i < 3; i++) {
        const point A = on_ring(0.4, 0, i), B0 = on_ring(0.25, 0.2, i), C0 = on_ring(0.1, 0, i);
        const point C = {m.x + C0.x * cos(phi) - C0.y * sin(phi), m.y + C0.x * sin(phi) + C0.y * cos(phi)};
        const point B = meet(A, distance(A, B0), C, distance(B0, C0), side_of(A, C0, B0));
        L[i][0] = C.x - B.x, L[i][1] = C.y - B.y, L[i][2] = B.x * C.y - B.y * C.x;
    }
    return L[0][0] * (L[1][1] * L[2][2] - L[1][2] * L[2][1]) - L[0][1] * (L[1][0] * L[2][2] - L[1][2] * L[2][0]) +
           L[0][2] * (L[1][0] * L[2][1] - L[1][1] * L[2][0]);
}

static double rotation_rate(double t)
{
    return lines((point){0, 0}, 2.5 * t);
}

static double wandering(double t)
{
    return lines((point){0.05 * t, 0.02 * sin(3 * t)}, 2.5 * t);
}

static const char *robot(const char *x, const char *y, const char *turn, const char *rest)
{
    static char text[4000];
    snprintf(text, sizeof text,
             "trammel: 1\n"
             "gravity: none\n"
             "parameters: {R: 0.4, p: 0.1, u: 0.25, w: 0.2, a1: 90 deg, a2: 210 deg, a3: 330 deg}\n"
             "points:\n"
             "  A1: [R*cos(a1), R*sin(a1)]\n"
             "  A2: [R*cos(a2), R*sin(a2)]\n"
             "  A3: [R*cos(a3), R*sin(a3)]\n"
             "  B1: [u*cos(a1) - w*sin(a1), u*sin(a1) + w*cos(a1)]\n"
             "  B2: [u*cos(a2) - w*sin(a2), u*sin(a2) + w*cos(a2)]\n"
             "  B3: [u*cos(a3) - w*sin(a3), u*sin(a3) + w*cos(a3)]\n"
             "  C1: [p*cos(a1), p*sin(a1)]\n"
             "  C2: [p*cos(a2), p*sin(a2)]\n"
             "  C3: [p*cos(a3), p*sin(a3)]\n"
             "  M: [0, 0]\n"
             "bodies:\n"
             "  prox1: {points: [A1, B1], mass: 0.5, shape: rod}\n"
             "  prox2: {points: [A2, B2], mass: 0.5, shape: rod}\n"
             "  prox3: {points: [A3, B3], mass: 0.5, shape: rod}\n"
             "  dist1: {points: [B1, C1], mass: 0.3, shape: rod}\n"
             "  dist2: {points: [B2, C2], mass: 0.3, shape: rod}\n"
             "  dist3: {points: [B3, C3], mass: 0.3, shape: rod}\n"
             "  plate: {points: [C1, C2, C3, M], com: M, mass: 1, inertia: 0.005}\n"
             "joints:\n"
             "  A1: {revolute: [ground, prox1]}\n"
             "  A2: {revolute: [ground, prox2]}\n"
             "  A3: {revolute: [ground, prox3]}\n"
             "  B1: {revolute: [prox1, dist1]}\n"
             "  B2: {revolute: [prox2, dist2]}\n"
             "  B3: {revolute: [prox3, dist3]}\n"
             "  C1: {revolute: [dist1, plate]}\n"
             "  C2: {revolute: [dist2, plate]}\n"
             "  C3: {revolute: [dist3, plate]}\n"
             "drivers: {x: {plate.M.x: %s}, y: {plate.M.y: %s}, turn: {plate.angle: %s}}\n"
             "%s\n",
             x, y, turn, rest);
    return text;
}

static void expect_one(const char *text, double want, double bar)
{
    tml_case c = tml_run_to_status(text, TML_OK);
    const char *fact = tml_case_fact(&c, "singular configurations");
    cr_expect(strncmp(fact, "1 of the actuation: t = ", 24) == 0, "%s", fact);
    tml_case_near(&c, "time", tml_message_number(&c, "singular at t = "), want, bar);
    tml_case_free(&c);
}

Test(singular_actuation, platform_is_located_whatever_the_output_interval)
{
    static const char *const intervals[] = {"5 ms", "0.1 ms", "50 ms", "0.15 s"};
    const double want = zero_of(rotation_rate, 0.2, 0.3);
    for (int k = 0; k < 4; k++) {
        char rest[200];
        snprintf(rest, sizeof rest, "analyses: [inverse: {end: 0.3, output: %s, actuators: [A1, A2, A3]}]",
                 intervals[k]);
        expect_one(robot("0", "0", "2.5*t", rest), want, 2e-9);
    }
}

Test(singular_actuation, moving_platform_is_located)
{
    const double want = zero_of(wandering, 0.2, 0.33);
    expect_one(robot("0.05*t", "0.02*sin(3*t)", "2.5*t",
                     "analyses: [inverse: {end: 0.5, output: 50 ms, actuators: [A3, A1, A2]}]"),
               want, 2e-9);
}

/* Peaks of rows say nothing then. */
Test(singular_actuation, peaks_are_reported_as_unbounded)
{
    tml_case c = tml_run_to_status(
        robot("0", "0", "2.5*t", "analyses: [inverse: {end: 0.5, output: 5 ms, actuators: [A1, A2, A3]}]"), TML_OK);
    tml_expect_message(&c, "the actuators A1, A2, A3 are singular at t = 0.26677");
    tml_expect_message(&c, "grow without bound near it");
    for (int i = 1; i <= 3; i++) {
        char name[32];
        snprintf(name, sizeof name, "actuator A%d", i);
        cr_expect(strncmp(tml_case_fact(&c, name), "without bound near t = 0.26677", 30) == 0);
        cr_expect_null(strstr(tml_case_fact(&c, name), "rms"));
    }
    tml_case_free(&c);
}

/* To the singular angle and back, and a little beyond it, both within a step. */
Test(singular_actuation, touching_and_crossing_twice_within_a_step_are_located)
{
    const double angle = 2.5 * zero_of(rotation_rate, 0.2, 0.3);
    const char *rest = "analyses: [inverse: {end: 0.9, output: 0.1, actuators: [A1, A2, A3]}]";
    char turn[100];
    snprintf(turn, sizeof turn, "%.17g - 0.8*(t - 0.4873)^2", angle);
    expect_one(robot("0", "0", turn, rest), 0.4873, 1e-6);
    snprintf(turn, sizeof turn, "%.17g - 0.8*(t - 0.4873)^2", angle + 0.8e-4);
    tml_case c = tml_run_to_status(robot("0", "0", turn, rest), TML_OK);
    double t[2] = {0};
    cr_assert_eq(sscanf(tml_case_fact(&c, "singular configurations"), "2 of the actuation: t = %lf s, %lf s", t, t + 1),
                 2);
    cr_expect_float_eq(t[0], 0.4773, 2e-9);
    cr_expect_float_eq(t[1], 0.4973, 2e-9);
    tml_case_free(&c);
    snprintf(turn, sizeof turn, "%.17g - 0.8*(t - 0.4873)^2", angle - 1e-4);
    c = tml_run_to_status(robot("0", "0", turn, rest), TML_OK);
    tml_expect_no_message(&c, "singular");
    cr_expect_str_eq(tml_case_fact(&c, "singular configurations"), "0 of the actuation");
    tml_case_free(&c);
}

Test(singular_actuation, none_is_reported_before_it_or_with_a_redundant_actuator)
{
    static const char *const ways[] = {"end: 0.25, output: 5 ms, actuators: [A1, A2, A3]",
                                       "end: 0.5, output: 5 ms, actuators: [A1, A2, A3, C1]"};
    for (int k = 0; k < 2; k++) {
        char rest[200];
        snprintf(rest, sizeof rest, "analyses: [inverse: {%s}]", ways[k]);
        tml_case c = tml_run_to_status(robot("0", "0", "2.5*t", rest), TML_OK);
        tml_expect_no_message(&c, "singular");
        cr_expect_str_eq(tml_case_fact(&c, "singular configurations"), "0 of the actuation");
        cr_expect(strncmp(tml_case_fact(&c, "actuator A1"), "peak ", 5) == 0);
        tml_case_free(&c);
    }
}

Test(singular_actuation, balance_reports_it)
{
    char turn[40];
    snprintf(turn, sizeof turn, "%.17g", 2.5 * zero_of(rotation_rate, 0.2, 0.3));
    tml_case c = tml_run_to_status(robot("0", "0", turn,
                                         "forces: {load: {torque: [ground, plate], value: 3}}\n"
                                         "analyses: [balance: {actuators: [A1, A2, A3]}]"),
                                   TML_FAILED);
    tml_expect_message(&c, "a singular configuration of the actuation: A1, A2, A3 cannot move it there");
    tml_expect_no_message(&c, "(3 degrees of freedom, 3 actuators)");
    tml_case_free(&c);
    c = tml_run_to_status(robot("0", "0", turn, "analyses: [balance: {actuators: [A1, A2, A3]}]"), TML_OK);
    tml_expect_message(&c, "A1, A2, A3 are singular in this position");
    tml_case_free(&c);
    c = tml_run_to_status(robot("0", "0", "0.3",
                                "forces: {load: {torque: [ground, plate], value: 3}}\n"
                                "analyses: [balance: {actuators: [A1, A2, A3]}]"),
                          TML_OK);
    tml_expect_no_message(&c, "singular");
    tml_case_free(&c);
}

/* An output at the very instant, where forces do not exist: that row has none, those beside it are what they are without it. */
Test(singular_actuation, an_output_at_it_has_no_forces)
{
    char turn[80], rest[100];
    tml_case c[2];
    snprintf(turn, sizeof turn, "%.17g + t - 0.5", 2.5 * zero_of(rotation_rate, 0.2, 0.3));
    for (int k = 0; k < 2; k++) {
        snprintf(rest, sizeof rest, "analyses: [inverse: {end: 1, output: %s, actuators: [A1, A2, A3]}]",
                 k ? "0.4" : "0.1");
        c[k] = tml_run_to_status(robot("0", "0", turn, rest), TML_OK);
        tml_expect_message(&c[k], "are singular at t = 0.5 s");
        cr_expect_str_eq(tml_case_fact(&c[k], "singular configurations"), "1 of the actuation: t = 0.5 s");
        cr_expect(strncmp(tml_case_fact(&c[k], "actuator A1"), "without bound near t = 0.5 s", 28) == 0);
        cr_expect(strstr(tml_case_fact(&c[k], "actuator A1"), "nan") == NULL);
    }
    cr_expect(strncmp(tml_case_fact(&c[0], "rows without forces"), "1, at t = 0.5 s", 15) == 0);
    cr_expect_str_eq(tml_case_fact(&c[1], "rows without forces"), "");
    cr_assert_eq(tml_table_rows(c[0].table), 11);
    cr_expect(isnan(tml_case_value(&c[0], 5, "A1.actuator")) && isnan(tml_case_value(&c[0], 5, "B2.fx")));
    cr_expect(isfinite(tml_case_value(&c[0], 5, "plate.angle")) && isfinite(tml_case_value(&c[0], 5, "energy.error")));
    for (int k = 1; k < 3; k++)
        for (int i = 1; i < 4; i++) {
            char channel[32];
            snprintf(channel, sizeof channel, "A%d.actuator", i);
            const double with = tml_case_value(&c[0], (size_t)(4 * k), channel),
                         without = tml_case_value(&c[1], (size_t)k, channel);
            cr_expect(fabs(with - without) < 1e-9 * fabs(without), "%s: %g, not %g", channel, with, without);
        }
    /* each force grows as 1/(t - 0.5): the energy of one alone has no value beyond */
    cr_expect(isfinite(tml_case_value(&c[0], 4, "A1.energy")) && isnan(tml_case_value(&c[0], 6, "A1.energy")));
    cr_expect(tml_case_largest(&c[0], "energy.error") < 1e-7, "%g", tml_case_largest(&c[0], "energy.error"));
    tml_case_free(&c[0]);
    tml_case_free(&c[1]);
}

/* A slider that pushes a crank through its dead centre, which is an output, in the middle or at either end: without gravity its energy is
 * the kinetic energy gained. */
Test(singular_actuation, an_output_at_a_dead_centre_leaves_the_energy_right)
{
    static const double from[] = {-1.2, 0, -2.8}; /* at t = 0; zero after 1 s, 0 s, 2 s */
    static const size_t row[] = {4, 0, 8};
    for (int k = 0; k < 3; k++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "trammel: 1\ngravity: none\npoints: {O: [0, 0], A: [1, 0], B: [4, 0]}\nbodies:\n"
                 "  crank: {points: [O, A], mass: 1, shape: rod}\n  rod: {points: [A, B], mass: 2, shape: rod}\n"
                 "  slider: {points: [B], mass: 3, inertia: 1}\n"
                 "joints: {O: {revolute: [ground, crank]}, A: {revolute: [crank, rod]}, B: {revolute: [rod, slider]},\n"
                 "  P: {prismatic: [ground.O, slider.B], axis: x}}\ndrivers: {turn: {O.angle: t + 0.2*t^2 + (%g)}}\n"
                 "analyses: [inverse: {end: 2, output: 0.25, actuators: [P]}]\n",
                 from[k]);
        tml_case c = tml_run_to_status(text, TML_OK);
        tml_expect_message(&c, "the actuator P is singular");
        cr_assert_eq(tml_table_rows(c.table), 9);
        for (size_t i = 0; i < 9; i++)
            cr_expect(isnan(tml_case_value(&c, i, "P.actuator")) == (i == row[k]), "row %zu", i);
        const double gain = tml_case_value(&c, 8, "energy.kinetic") - tml_case_value(&c, 0, "energy.kinetic");
        tml_case_near(&c, "energy", tml_case_value(&c, 8, "P.energy"), gain, 1e-8);
        tml_case_free(&c);
    }
}

/* Two motors on one joint for two degrees of freedom: always singular, and an error. */
Test(singular_actuation, an_actuation_singular_everywhere_is_an_error)
{
    tml_expect_run("trammel: 1\ngravity: [0, -9.81]\npoints: {O: [0, 0], A: [1, 0], B: [2, 0]}\nbodies:\n"
                   "  a: {points: [O, A], mass: 1, shape: rod}\n  b: {points: [A, B], mass: 2, shape: rod}\n"
                   "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}}\n"
                   "forces: {m: {motor: O, torque: 0}, n: {motor: O, torque: 0}}\n"
                   "drivers: {one: {O.angle: t}, two: {A.angle: t^2}}\n"
                   "analyses: [inverse: {end: 1, output: 0.25, actuators: [m, n]}]\n",
                   TML_FAILED, "cannot produce the motion at t = 0 s");
}

/* More than are listed are counted: oscillating about it for 20 passages. */
Test(singular_actuation, more_than_are_listed_are_counted)
{
    char turn[80];
    snprintf(turn, sizeof turn, "%.17g + 0.02*sin(10*pi*t + 0.1)", 2.5 * zero_of(rotation_rate, 0.2, 0.3));
    tml_case c = tml_run_to_status(
        robot("0", "0", turn, "analyses: [inverse: {end: 2, output: 0.11, actuators: [A1, A2, A3]}]"), TML_OK);
    cr_expect(strncmp(tml_case_fact(&c, "singular configurations"), "20 of the actuation: t = 0.0968169", 34) == 0,
              "%s", tml_case_fact(&c, "singular configurations"));
    tml_case_free(&c);
}

/* ---- five-bar: both distal links in one line ---- */

static double straight(double t)
{
    const point A = {0, 0}, D = {0.5, 0}, B0 = {-0.2, 0.5}, C0 = {0.7, 0.5}, P0 = {0.25, 0.7};
    const point P = {0.25 + 0.05 * sin(t), 0.7 - 0.4 * t};
    const point B = meet(A, distance(A, B0), P, distance(B0, P0), side_of(A, P0, B0));
    const point C = meet(D, distance(D, C0), P, distance(C0, P0), side_of(D, P0, C0));
    return (P.x - B.x) * (C.y - B.y) - (P.y - B.y) * (C.x - B.x);
}

Test(singular_actuation, five_bar_is_located_by_its_closed_form)
{
    const double want = zero_of(straight, 0.2, 0.9);
    for (int k = 0; k < 2; k++) {
        char text[1500];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "points: {A: [0, 0], B: [-0.2, 0.5], P: [0.25, 0.7], C: [0.7, 0.5], D: [0.5, 0]}\n"
                 "bodies:\n"
                 "  a: {points: [A, B], mass: 1, shape: rod}\n"
                 "  b: {points: [B, P], mass: 1, shape: rod}\n"
                 "  c: {points: [C, P], mass: 1, shape: rod}\n"
                 "  d: {points: [D, C], mass: 1, shape: rod}\n"
                 "joints:\n"
                 "  A: {revolute: [ground, a]}\n"
                 "  B: {revolute: [a, b]}\n"
                 "  P: {revolute: [b, c]}\n"
                 "  C: {revolute: [c, d]}\n"
                 "  D: {revolute: [ground, d]}\n"
                 "drivers: {x: {b.P.x: 0.25 + 0.05*sin(t)}, y: {b.P.y: 0.7 - 0.4*t}}\n"
                 "analyses: [inverse: {end: 1, output: %s, actuators: [A, D]}]\n",
                 k ? "0.2" : "1 ms");
        expect_one(text, want, 2e-9);
    }
}

/* Three of them in one model, at slightly different rates: all three between two samples. */
static double speed = 0.4;

static double straight_at_speed(double t)
{
    const point A = {0, 0}, D = {0.5, 0}, B0 = {-0.2, 0.5}, C0 = {0.7, 0.5}, P0 = {0.25, 0.7};
    const point P = {0.25, 0.7 - speed * t};
    const point B = meet(A, distance(A, B0), P, distance(B0, P0), side_of(A, P0, B0));
    const point C = meet(D, distance(D, C0), P, distance(C0, P0), side_of(D, P0, C0));
    return (P.x - B.x) * (C.y - B.y) - (P.y - B.y) * (C.x - B.x);
}

Test(singular_actuation, several_between_two_samples_are_all_located)
{
    static const char points[] = "  A%d: [%d, 0]\n  B%d: [%d - 0.2, 0.5]\n  P%d: [%d + 0.25, 0.7]\n  C%d: [%d + 0.7, "
                                 "0.5]\n  D%d: [%d + 0.5, 0]\n";
    char text[6000] = "trammel: 1\npoints:\n";
    size_t at = strlen(text);
    for (int i = 0; i < 3; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, points, i, i, i, i, i, i, i, i, i, i);
    at += (size_t)snprintf(text + at, sizeof text - at, "bodies:\n");
    for (int i = 0; i < 3; i++)
        at += (size_t)snprintf(text + at, sizeof text - at,
                               "  a%d: {points: [A%d, B%d], mass: 1, shape: rod}\n  b%d: {points: [B%d, P%d], mass: 1, "
                               "shape: rod}\n  c%d: {points: [C%d, P%d], mass: 1, shape: rod}\n  d%d: {points: [D%d, "
                               "C%d], mass: 1, shape: rod}\n",
                               i, i, i, i, i, i, i, i, i, i, i, i);
    at += (size_t)snprintf(text + at, sizeof text - at, "joints:\n");
    for (int i = 0; i < 3; i++)
        at +=
            (size_t)snprintf(text + at, sizeof text - at,
                             "  A%d: {revolute: [ground, a%d]}\n  B%d: {revolute: [a%d, b%d]}\n  P%d: {revolute: [b%d, "
                             "c%d]}\n  C%d: {revolute: [c%d, d%d]}\n  D%d: {revolute: [ground, d%d]}\n",
                             i, i, i, i, i, i, i, i, i, i, i, i, i);
    at += (size_t)snprintf(text + at, sizeof text - at, "drivers:\n");
    for (int i = 0; i < 3; i++)
        at += (size_t)snprintf(text + at, sizeof text - at,
                               "  x%d: {b%d.P%d.x: %d + 0.25}\n  y%d: {b%d.P%d.y: 0.7 - %g*t}\n", i, i, i, i, i, i, i,
                               0.4 + 0.001 * i);
    snprintf(text + at, sizeof text - at,
             "analyses: [inverse: {end: 1, output: 0.2, actuators: [A0, A1, A2, D0, D1, D2]}]\n");
    tml_case c = tml_run_to_status(text, TML_OK);
    double t[3] = {0};
    cr_assert_eq(sscanf(tml_case_fact(&c, "singular configurations"), "3 of the actuation: t = %lf s, %lf s, %lf s", t,
                        t + 1, t + 2),
                 3, "%s", tml_case_fact(&c, "singular configurations"));
    for (int i = 0; i < 3; i++) {
        speed = 0.4 + 0.001 * i;
        cr_expect_float_eq(t[2 - i], zero_of(straight_at_speed, 0.2, 0.9), 2e-9);
    }
    tml_case_free(&c);
}

/* ---- one degree of freedom: a force on the slider drives a crank ---- */

#define SMALL_SLIDER_CRANK                                                                                             \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  crank:  {points: {O: [0, 0], A: [0.1, 0]}, mass: 1, inertia: 0.01, angle: 0.5}\n"                               \
    "  rod:    {points: {A: [0, 0], B: [0.3, 0]}, mass: 1, inertia: 0.01}\n"                                           \
    "  slider: {points: {B: [0, 0]}, mass: 1, inertia: 0.01}\n"                                                        \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank]}\n"                                                                               \
    "  A: {revolute: [crank, rod]}\n"                                                                                  \
    "  B: {revolute: [rod, slider]}\n"                                                                                 \
    "  S: {prismatic: [ground.O, slider.B], axis: [1, 0]}\n"

Test(singular_actuation, slider_is_located_at_both_dead_centres)
{
    tml_case c = tml_run_to_status(SMALL_SLIDER_CRANK "drivers: {turn: {crank.angle: 0.5 + 2*t}}\n"
                                                      "analyses: [inverse: {end: 3.3, output: 0.3, actuators: [S]}]\n",
                                   TML_OK);
    double t[2] = {0};
    cr_assert_eq(sscanf(tml_case_fact(&c, "singular configurations"), "2 of the actuation: t = %lf s, %lf s", t, t + 1),
                 2);
    cr_expect_float_eq(t[0], (PI - 0.5) / 2, 6e-9);
    cr_expect_float_eq(t[1], (2 * PI - 0.5) / 2, 6e-9);
    tml_expect_message(&c, "the actuator S is singular at t = 1.3207963");
    tml_case_free(&c);
}

/* ---- the drivers themselves: dead points between coarse outputs ---- */

Test(singular_actuation, parallelogram_flat_between_outputs_is_located)
{
    tml_case c = tml_run_to_status("trammel: 1\n"
                                   "points: {A: [0, 0], B: [0.1, 0.2], C: [0.5, 0.2], D: [0.4, 0]}\n"
                                   "bodies:\n"
                                   "  a: {points: [A, B], mass: 1, shape: rod}\n"
                                   "  b: {points: [B, C], mass: 1, shape: rod}\n"
                                   "  c: {points: [D, C], mass: 1, shape: rod}\n"
                                   "joints:\n"
                                   "  A: {revolute: [ground, a]}\n"
                                   "  B: {revolute: [a, b]}\n"
                                   "  C: {revolute: [b, c]}\n"
                                   "  D: {revolute: [ground, c]}\n"
                                   "drivers: {t: {A.angle: 0.3*t}}\n"
                                   "analyses: [kinematics: {end: 10, output: 5}]\n",
                                   TML_OK);
    tml_case_near(&c, "time", tml_message_number(&c, "passes a dead point at t = "), (PI - atan2(0.2, 0.1)) / 0.3,
                  2e-8);
    tml_case_free(&c);
}

Test(singular_actuation, slider_that_locks_between_outputs_is_reported)
{
    for (int k = 0; k < 2; k++) {
        char text[1200];
        snprintf(text, sizeof text,
                 SMALL_SLIDER_CRANK "drivers: {x: {slider.B.x: 0.38 + 0.03*t}}\n"
                                    "analyses: [kinematics: {end: 1, output: %s}]\n",
                 k ? "1" : "7 ms");
        tml_case c = tml_run_to_status(text, TML_FAILED);
        tml_case_near(&c, "time", tml_message_number(&c, "locks at t = "), 2.0 / 3, 1e-8);
        tml_case_free(&c);
    }
}
