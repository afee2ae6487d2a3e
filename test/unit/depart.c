/* depart.c - out of a stretched parallelogram, along the branch that the velocities choose: against the closed forms of both linkages.
 *
 * Cranks of 1, base and coupler of 2. As a parallelogram the cranks turn alike; as an antiparallelogram tan(c/2) = -3 tan(a/2). One
 * degree of freedom: I(a) w^2 / 2 + V(a) = E, so that the time to reach an angle is an integral.
 */
#include "support/agree.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const formulations[] = {"absolute", "joint", "point"};
static const double g = 9.81;

static const char *model(const char *initial)
{
    static char text[1000];
    snprintf(text, sizeof text,
             "trammel: 1\ngravity: [0, -9.81]\npoints: {O: [0, 0], A: [1, 0], B: [3, 0], C: [2, 0]}\nbodies:\n"
             "  a: {points: [O, A], mass: 1, shape: rod}\n  b: {points: [A, B], mass: 1, shape: rod}\n"
             "  c: {points: [C, B], mass: 2, shape: rod}\n"
             "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, B: {revolute: [b, c]}, C: {revolute: "
             "[ground, c]}}\n"
             "%sanalyses: [dynamics: {end: 0.2, output: 0.1, tolerance: 1e-10}]\n",
             initial);
    return text;
}

static double at(const agree_run *r, size_t row, const char *channel)
{
    return tml_table_value(r->c.table, row, (size_t)tml_table_find(r->c.table, channel));
}

/* Angle of the second crank and its derivative by that of the first. */
static void second(bool crossed, double a, double *c, double *slope)
{
    const double k = crossed ? -3 : 1, t = tan(a / 2);
    *c = 2 * atan(k * t);
    *slope = k * (1 + t * t) / (1 + k * k * t * t);
}

/* I(a) and V(a) */
static void energies(bool crossed, double a, double *I, double *V)
{
    double c, s;
    second(crossed, a, &c, &s);
    const double A[2] = {cos(a), sin(a)}, B[2] = {2 + cos(c), sin(c)};
    const double dA[2] = {-sin(a), cos(a)}, dB[2] = {-sin(c) * s, cos(c) * s};
    cr_assert_float_eq(hypot(B[0] - A[0], B[1] - A[1]), 2, 1e-12, "the closed form is one of this linkage");
    const double turn = ((B[0] - A[0]) * (dB[1] - dA[1]) - (B[1] - A[1]) * (dB[0] - dA[0])) / 4;
    const double mid[2] = {(dA[0] + dB[0]) / 2, (dA[1] + dB[1]) / 2};
    *I = 1.0 / 3 + 2.0 / 3 * s * s + mid[0] * mid[0] + mid[1] * mid[1] + 4.0 / 12 * turn * turn;
    *V = g * (A[1] / 2 + (A[1] + B[1]) / 2 + 2 * B[1] / 2);
}

static double pace(bool crossed, double a, double E)
{
    double I, V;
    energies(crossed, a, &I, &V);
    return sqrt(2 * (E - V) / I);
}

/* Time from 0 to the angle a, by Simpson. */
static double time_to(bool crossed, double a, double E)
{
    enum { N = 2000 };
    double sum = 0;
    for (int i = 0; i <= N; i++)
        sum += (i == 0 || i == N ? 1 : i % 2 ? 4 : 2) / pace(crossed, a * i / N, E);
    return sum * a / (3.0 * N);
}

static void expect_branch(bool crossed, const char *initial)
{
    double I, V, c, slope;
    energies(crossed, 0, &I, &V);
    const double E = I * 16 / 2;
    for (size_t f = 0; f < sizeof formulations / sizeof *formulations; f++) {
        agree_run r = agree_run_text("depart", model(initial), (agree_way){.formulation = formulations[f]});
        cr_assert_eq(r.status, TML_OK, "%s: %s", formulations[f], agree_said(&r));
        cr_assert_eq(tml_table_rows(r.c.table), 3);
        cr_expect(at(&r, 0, "t") == 0 && at(&r, 0, "O.angle") == 0 && fabs(at(&r, 0, "O.speed") - 4) < 1e-12);
        /* I a'' + I' w^2 / 2 + V' = 0, by differences of the closed form */
        const double h = 1e-4, w = 4;
        double Ip, Im, Vp, Vm;
        energies(crossed, h, &Ip, &Vp);
        energies(crossed, -h, &Im, &Vm);
        const double acceleration = -((Ip - Im) * w * w / 2 + (Vp - Vm)) / (2 * h * I);
        cr_expect(fabs(at(&r, 0, "O.acceleration") - acceleration) < 1e-5, "%s: starts with %.9g, not %.9g",
                  formulations[f], at(&r, 0, "O.acceleration"), acceleration);
        for (size_t row = 1; row < 3; row++) {
            const double a = at(&r, row, "O.angle"), t = at(&r, row, "t");
            second(crossed, a, &c, &slope);
            cr_expect(fabs(at(&r, row, "C.angle") - c) < 1e-8 &&
                          fabs(at(&r, row, "O.speed") - pace(crossed, a, E)) < 1e-7 &&
                          fabs(time_to(crossed, a, E) - t) < 1e-8,
                      "%s: at %g s C.angle %.12g, not %.12g, O.speed %.12g, not %.12g, reached after %.12g s",
                      formulations[f], t, at(&r, row, "C.angle"), c, at(&r, row, "O.speed"), pace(crossed, a, E),
                      time_to(crossed, a, E));
        }
        agree_free(&r);
    }
}

Test(depart, follows_the_parallelogram)
{
    expect_branch(false, "initial: {O.speed: 4, C.speed: 4}\n");
}

Test(depart, follows_the_antiparallelogram)
{
    expect_branch(true, "initial: {O.speed: 4, C.speed: -12}\n");
}

static void expect_refused(const char *initial, const char *words)
{
    agree_run r = agree_run_text("depart", model(initial), (agree_way){0});
    bool said = false;
    for (size_t i = 0; i < tml_log_count(r.c.log); i++)
        said |= strstr(tml_log_get(r.c.log, i).text, words) != NULL;
    cr_expect(r.status == TML_FAILED && said, "%s", agree_said(&r));
    agree_free(&r);
}

Test(depart, refuses_what_is_not_determined)
{
    expect_refused("", "at rest in this singular configuration the motion is not unique");
    expect_refused("initial: {O.speed: 4, C.speed: 5}\n", "no motion begins with these velocities");
}

/* Without forces it stays. */
Test(depart, stays_where_nothing_drives_it)
{
    char text[1000];
    snprintf(text, sizeof text, "%s", model(""));
    memcpy(strstr(text, "[0, -9.81]"), "none      ", 10);
    agree_run r = agree_run_text("depart", text, (agree_way){.formulation = "absolute"});
    cr_assert_eq(r.status, TML_OK, "%s", agree_said(&r));
    cr_assert(fabs(at(&r, 2, "O.angle")) < 1e-12);
    agree_free(&r);
}
