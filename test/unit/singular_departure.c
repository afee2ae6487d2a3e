/* singular_departure.c - motion out of a stretched parallelogram on the branch that the velocities select: against the closed forms of both branches.
 *
 * Cranks of 1, base and coupler of 2. As a parallelogram the cranks rotate alike; as an antiparallelogram tan(c/2) = -3 tan(a/2). One
 * degree of freedom: I(a) w^2 / 2 + V(a) = E, so that the time to reach an angle is an integral.
 */
#include "support/method_comparison.h"
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

static double at(const method_run *r, size_t row, const char *channel)
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
        method_run r = method_run_text("depart", model(initial), (run_method){.formulation = formulations[f]});
        cr_assert_eq(r.status, TML_OK, "%s: %s", formulations[f], method_run_message(&r));
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
        method_run_free(&r);
    }
}

Test(singular_departure, parallelogram_follows_its_closed_form)
{
    expect_branch(false, "initial: {O.speed: 4, C.speed: 4}\n");
}

Test(singular_departure, antiparallelogram_follows_its_closed_form)
{
    expect_branch(true, "initial: {O.speed: 4, C.speed: -12}\n");
}

static void expect_refused(const char *initial, const char *part)
{
    method_run r = method_run_text("depart", model(initial), (run_method){0});
    bool said = false;
    for (size_t i = 0; i < tml_log_count(r.c.log); i++)
        said |= strstr(tml_log_get(r.c.log, i).text, part) != NULL;
    cr_expect(r.status == TML_FAILED && said, "%s", method_run_message(&r));
    method_run_free(&r);
}

Test(singular_departure, undetermined_starts_are_refused)
{
    expect_refused("", "at rest in this singular configuration the motion is not unique");
    expect_refused("initial: {O.speed: 4, C.speed: 5}\n", "no motion begins with these velocities");
}

/* Without forces it stays. */
Test(singular_departure, stays_at_rest_without_forces)
{
    char text[1000];
    snprintf(text, sizeof text, "%s", model(""));
    memcpy(strstr(text, "[0, -9.81]"), "none      ", 10);
    method_run r = method_run_text("depart", text, (run_method){.formulation = "absolute"});
    cr_assert_eq(r.status, TML_OK, "%s", method_run_message(&r));
    cr_assert(fabs(at(&r, 2, "O.angle")) < 1e-12);
    method_run_free(&r);
}

/* ---- several forms, one velocity given, massless links ---- */

#define CRANK(x) "C" x ": {revolute: [ground, c" x "]}"

/* Three cranks of 1 kg on two couplers of 1 kg, flat; all move alike, or each loop crosses. */
static const char *row_model(const char *more)
{
    static char text[1500];
    snprintf(
        text, sizeof text,
        "trammel: 1\ngravity: [0, -9.81]\npoints: {C0: [0, 0], P0: [1, 0], C1: [2, 0], P1: [3, 0], C2: [4, 0], P2: "
        "[5, 0]}\nbodies:\n"
        "  c0: {points: [C0, P0], mass: 1, shape: rod}\n  c1: {points: [C1, P1], mass: 1, shape: rod}\n"
        "  c2: {points: [C2, P2], mass: 1, shape: rod}\n  b0: {points: [P0, P1], mass: 1, shape: rod}\n"
        "  b1: {points: [P1, P2], mass: 1, shape: rod}\n"
        "joints: {" CRANK("0") ", " CRANK("1") ", " CRANK(
            "2") ", L0: {revolute: [c0, b0], at: P0},\n"
                 "  R0: {revolute: [b0, c1], at: P1}, L1: {revolute: [c1, b1], at: P1}, R1: {revolute: [b1, c2], at: "
                 "P2}}\n"
                 "%sanalyses: [dynamics: {end: 0.2, output: 0.1, tolerance: 1e-10}]\n",
        more);
    return text;
}

/* All cranks at the angle a: I = 3/3 + 2, V = g (3/2 + 2) sin a. Time to reach a from the angular velocity w at 0. */
static double time_alike(double a, double w, double I, double moment)
{
    enum { N = 2000 };
    double sum = 0;
    for (int i = 0; i <= N; i++)
        sum += (i == 0 || i == N ? 1 : i % 2 ? 4 : 2) / sqrt(w * w - 2 * g * moment / I * sin(a * i / N));
    return sum * a / (3.0 * N);
}

/* Both cranks are at one angle at every row, reached at its time: I w^2 / 2 + g moment sin a, from w = 4 at a = 0. */
static void expect_alike(const method_run *r, const char *formulation, const char *first, const char *second, double I,
                         double moment)
{
    for (size_t row = 1; row < 3; row++) {
        const double a = at(r, row, first), t = time_alike(a, 4, I, moment);
        cr_expect(fabs(at(r, row, second) - a) < 1e-8 && fabs(t - at(r, row, "t")) < 1e-8,
                  "%s: at %g s %.12g rad, reached after %.12g s", formulation, at(r, row, "t"), a, t);
    }
}

Test(singular_departure, one_velocity_is_completed_by_minimum_energy)
{
    for (size_t f = 0; f < sizeof formulations / sizeof *formulations; f++) {
        method_run r =
            method_run_text("row", row_model("initial: {C0.speed: 4}\n"), (run_method){.formulation = formulations[f]});
        cr_assert_eq(r.status, TML_OK, "%s: %s", formulations[f], method_run_message(&r));
        cr_expect(strstr(method_run_message(&r), "least kinetic energy") != NULL, "%s", method_run_message(&r));
        cr_expect(fabs(at(&r, 0, "C2.speed") - 4) < 1e-10 && fabs(at(&r, 0, "C1.speed") - 4) < 1e-10);
        cr_expect(fabs(at(&r, 0, "C0.acceleration") + 9.81 * 3.5 / 3) < 1e-6, "%.12g", at(&r, 0, "C0.acceleration"));
        expect_alike(&r, formulations[f], "C0.angle", "C2.angle", 3, 3.5);
        method_run_free(&r);
    }
}

/* Each loop by tan(c/2) = -3 tan(a/2). */
Test(singular_departure, two_crossed_loops_follow_their_closed_form)
{
    method_run r =
        method_run_text("row", row_model("initial: {C0.speed: 1, C1.speed: -3, C2.speed: 9}\n"), (run_method){0});
    cr_assert_eq(r.status, TML_OK, "%s", method_run_message(&r));
    for (size_t row = 1; row < 3; row++) {
        const double a = at(&r, row, "C0.angle"), c = 2 * atan(-3 * tan(a / 2)), e = 2 * atan(-3 * tan(c / 2));
        cr_expect(fabs(at(&r, row, "C1.angle") - c) < 1e-8 && fabs(at(&r, row, "C2.angle") - e) < 1e-8);
        cr_expect(fabs(at(&r, row, "energy.error")) < 1e-7);
    }
    method_run_free(&r);
}

/* I = 1/3 + 2/3 = 1, V = g (1/2 + 1) sin a */
Test(singular_departure, links_may_be_massless)
{
    char text[1000];
    snprintf(text, sizeof text, "%s", model("initial: {O.speed: 4}\n"));
    char *coupler = strstr(text, "b: {points: [A, B], mass: 1, shape: rod}");
    memcpy(coupler, "b: {points: [A, B]}                     ", 40);
    for (size_t f = 0; f < sizeof formulations / sizeof *formulations; f++) {
        method_run r = method_run_text("massless", text, (run_method){.formulation = formulations[f]});
        cr_assert_eq(r.status, TML_OK, "%s: %s", formulations[f], method_run_message(&r));
        expect_alike(&r, formulations[f], "O.angle", "C.angle", 1, 1.5);
        method_run_free(&r);
    }
}

/* A third crank forbids the antiparallelogram: from rest there is one motion, a'' = -g (1/2 + 1 + 1/2 + 1) / (4/3 + 1) at first. */
Test(singular_departure, only_branch_is_followed_from_rest)
{
    const char *text =
        "trammel: 1\ngravity: [0, -9.81]\npoints: {O: [0, 0], A: [1, 0], B: [3, 0], C: [2, 0], D: [1, 0], E: [2, 0]}\n"
        "bodies:\n  a: {points: [O, A], mass: 1, shape: rod}\n  b: {points: [A, E, B], mass: 1, shape: rod}\n"
        "  c: {points: [C, B], mass: 2, shape: rod}\n  d: {points: [D, E], mass: 1, shape: rod}\n"
        "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, B: {revolute: [b, c]}, C: {revolute: [ground, "
        "c]},\n"
        "  D: {revolute: [ground, d]}, E: {revolute: [b, d]}}\n"
        "analyses: [dynamics: {end: 0.2, output: 0.1, tolerance: 1e-10}]\n";
    for (size_t f = 0; f < sizeof formulations / sizeof *formulations; f++) {
        method_run r = method_run_text("three cranks", text, (run_method){.formulation = formulations[f]});
        cr_assert_eq(r.status, TML_OK, "%s: %s", formulations[f], method_run_message(&r));
        cr_expect(fabs(at(&r, 0, "O.acceleration") + 9.81 * 9 / 7) < 1e-7, "%.12g", at(&r, 0, "O.acceleration"));
        for (size_t row = 1; row < 3;
             row++) { /* I w^2 / 2 + V = 0, and w = da/dt held by the time from the row before */
            const double a = at(&r, row, "O.angle"), w = at(&r, row, "O.speed");
            cr_expect(fabs(7.0 / 6 * w * w + 9.81 * 3 * sin(a)) < 1e-7 && w < 0, "%s: %.12g, %.12g", formulations[f], a,
                      w);
        }
        const double first = at(&r, 1, "O.angle"), second = at(&r, 2, "O.angle"), span = second - first;
        double sum = 0;
        for (int i = 0; i <= 2000; i++)
            sum += (i == 0 || i == 2000 ? 1 : i % 2 ? 4 : 2) / -sqrt(-2 * 9.81 * 9 / 7 * sin(first + span * i / 2000));
        cr_expect(fabs(sum * span / 6000 - 0.1) < 1e-8, "%s: %.12g s", formulations[f], sum * span / 6000);
        method_run_free(&r);
    }
}

static const char *five_bar(double p[5][2], const double w[2])
{
    static char text[1500];
    snprintf(
        text, sizeof text,
        "trammel: 1\ngravity: [0, -9.81]\npoints: {O: [%.17g, %.17g], A: [%.17g, %.17g], B: [%.17g, %.17g], C: "
        "[%.17g, %.17g], D: [%.17g, %.17g]}\nbodies:\n"
        "  a: {points: [O, A], mass: 1, shape: rod}\n  b: {points: [A, B], mass: 1, shape: rod}\n"
        "  c: {points: [B, C], mass: 2, shape: rod}\n  d: {points: [D, C], mass: 1, shape: rod}\n"
        "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, B: {revolute: [b, c]}, C: {revolute: [c, d]}, "
        "D: {revolute: [ground, d]}}\ninitial: {O.speed: %.17g, D.speed: %.17g}\n"
        "analyses: [dynamics: {end: 0.1, output: 0.01, tolerance: 1e-11}]\n",
        p[0][0], p[0][1], p[1][0], p[1][1], p[2][0], p[2][1], p[3][0], p[3][1], p[4][0], p[4][1], w[0], w[1]);
    return text;
}

/* A five-bar leaves its stretched position along a curved cone. Its reversed motion passes through the same states. */
Test(singular_departure, motion_along_a_cone_can_be_reversed)
{
    static const char *const names[5] = {"a.O", "a.A", "b.B", "c.C", "d.D"};
    static const char *const held[] = {"a.A.y", "b.B.y", "c.C.y", "O.speed", "A.speed", "B.speed", "D.speed"};
    double flat[5][2] = {{0, 0}, {1, 0}, {2.5, 0}, {3.7, 0}, {3, 0}}, p[5][2], w[2] = {4, 8};
    method_run r = method_run_text("five", five_bar(flat, w), (run_method){0});
    cr_assert_eq(r.status, TML_OK, "%s", method_run_message(&r));
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 2; k++) {
            char channel[8];
            snprintf(channel, sizeof channel, "%s.%c", names[i], "xy"[k]);
            p[i][k] = at(&r, 10, channel);
        }
    w[0] = -at(&r, 10, "O.speed"), w[1] = -at(&r, 10, "D.speed");
    method_run back = method_run_text("back", five_bar(p, w), (run_method){0});
    cr_assert(tml_table_rows(back.c.table) > 9, "%s", method_run_message(&back));
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) {
        const double there = at(&r, 1, held[i]), here = at(&back, 9, held[i]) * (i < 3 ? 1 : -1);
        cr_expect(fabs(there) > 1e-3 && fabs(here - there) < 1e-8 * (i < 3 ? 1 : 10), "%s: %.12g, and back %.12g",
                  held[i], there, here);
    }
    method_run_free(&back);
    method_run_free(&r);
}

/* ---- driven ---- */

/* Drivers leave a dead point as `initial` says, or by minimum kinetic energy: C by the closed form at every row, its acceleration at the start
 * by differences of it. */
Test(singular_departure, driven_motion_leaves_its_dead_point)
{
    static const char *const analyses[] = {"kinematics: {end: 1, output: 0.25}",
                                           "inverse: {end: 1, output: 0.25, actuators: [O]}"};
    for (int crossed = 0; crossed < 2; crossed++)
        for (int k = 0; k < 2; k++) {
            char text[1500];
            snprintf(text, sizeof text, "%s", model(crossed ? "initial: {C.speed: -3}\n" : ""));
            snprintf(strstr(text, "analyses:"), 300, "drivers: {turn: {O.angle: t + 0.3*t^2}}\nanalyses: [%s]\n",
                     analyses[k]);
            method_run r = method_run_text("driven", text, (run_method){0});
            cr_assert_eq(r.status, TML_OK, "%s: %s", analyses[k], method_run_message(&r));
            cr_assert_eq(tml_table_rows(r.c.table), 5);
            const double h = 1e-4;
            double c, slope, ahead, back;
            second(crossed, h + 0.3 * h * h, &ahead, &slope);
            second(crossed, -h + 0.3 * h * h, &back, &slope);
            cr_expect(fabs(at(&r, 0, "C.acceleration") - (ahead + back) / (h * h)) < 1e-6, "%.9g, not %.9g",
                      at(&r, 0, "C.acceleration"), (ahead + back) / (h * h));
            for (size_t row = 0; row < 5; row++) {
                const double t = at(&r, row, "t"), a = t + 0.3 * t * t;
                second(crossed, a, &c, &slope);
                cr_expect(fabs(at(&r, row, "C.angle") - c) < 1e-11 &&
                              fabs(at(&r, row, "C.speed") - slope * (1 + 0.6 * t)) < 1e-9,
                          "%s: %.12g and %.12g, not %.12g and %.12g", analyses[k], at(&r, row, "C.angle"),
                          at(&r, row, "C.speed"), c, slope * (1 + 0.6 * t));
                cr_expect(fabs(at(&r, row, "energy.error")) < 1e-7, "%g", at(&r, row, "energy.error"));
            }
            method_run_free(&r);
        }
}

/* A slider at its dead centre, pulled in by a driver: the crank may go up or down, and `initial` says which; at rest nothing does. With
 * r = 1, l = 3, x = r + l - t^2/2 needs w^2 (1 + 1/3) = 1 at first. */
Test(singular_departure, slider_leaves_its_dead_centre)
{
    const char *form =
        "trammel: 1\npoints: {O: [0, 0], A: [1, 0], B: [4, 0]}\nbodies:\n"
        "  crank: {points: [O, A], mass: 1, shape: rod}\n  rod: {points: [A, B], mass: 2, shape: rod}\n"
        "  slider: {points: [B], mass: 3, inertia: 1}\n"
        "joints: {O: {revolute: [ground, crank]}, A: {revolute: [crank, rod]}, B: {revolute: [rod, "
        "slider]},\n  P: {prismatic: [ground.O, slider.B], axis: x}}\n"
        "drivers: {pull: {P.displacement: 4 - t^2/2}}\n%sanalyses: [kinematics: {end: 1, output: 0.5}]\n";
    static const double signs[] = {1, -1, 0};
    for (int k = 0; k < 3; k++) {
        char text[1200], initial[80] = "";
        if (signs[k] != 0)
            snprintf(initial, sizeof initial, "initial: {O.speed: %.17g}\n", signs[k] * sqrt(0.75));
        snprintf(text, sizeof text, form, initial);
        method_run r = method_run_text("slider", text, (run_method){0});
        if (signs[k] == 0) {
            cr_expect(r.status == TML_FAILED);
        } else {
            cr_assert_eq(r.status, TML_OK, "%s", method_run_message(&r));
            for (size_t row = 0; row < 3; row++) {
                const double t = at(&r, row, "t"), x = 4 - t * t / 2;
                cr_expect(fabs(at(&r, row, "O.angle") - signs[k] * acos((1 + x * x - 9) / (2 * x))) < 1e-9, "%.12g",
                          at(&r, row, "O.angle"));
            }
        }
        method_run_free(&r);
    }
}

/* ---- the row at the start ---- */

/* Reactions are not determined there: no numbers, rather than some that depend on how far the first step goes. */
Test(singular_departure, no_reactions_in_the_singular_row)
{
    for (size_t f = 0; f < sizeof formulations / sizeof *formulations; f++) {
        method_run r = method_run_text("depart", model("initial: {O.speed: 4, C.speed: 4}\n"),
                                       (run_method){.formulation = formulations[f]});
        cr_assert_eq(r.status, TML_OK, "%s", method_run_message(&r));
        cr_expect(isnan(at(&r, 0, "A.fx")) && isfinite(at(&r, 1, "A.fx")), "%s: %g, %g", formulations[f],
                  at(&r, 0, "A.fx"), at(&r, 1, "A.fx"));
        method_run_free(&r);
    }
}

Test(singular_departure, verify_agrees_on_singular_starts)
{
    const char *const texts[] = {model("initial: {O.speed: 4}\n"), row_model("initial: {C0.speed: 4}\n")};
    for (size_t i = 0; i < 2; i++) {
        tml_log *log = tml_log_make();
        tml_model *m = tml_model_parse(texts[i], strlen(texts[i]), "singular.yaml", log);
        tml_verification *v = NULL;
        cr_assert_eq(tml_verify(m, NULL, &v, log), TML_OK);
        cr_expect(v && v->agreed, "%s", v ? v->outcome : "nothing");
        tml_verification_free(v);
        tml_model_free(m);
        tml_log_free(log);
    }
}

/* A velocity of the coupler that both branches have with the same energy: T1 = 5/6 with cranks at 1 and 1, T2 = 17/6 at 1 and -3; the point
 * that divides it by s moves with 1 and with 1 - 4 s. */
Test(singular_departure, equal_energies_are_refused_as_ambiguous)
{
    char text[1000];
    const double s = (1 + sqrt(17.0 / 5)) / 4;
    for (int tie = 0; tie < 2; tie++) {
        snprintf(
            text, sizeof text,
            "trammel: 1\ngravity: none\npoints: {O: [0, 0], A: [1, 0], B: [3, 0], C: [2, 0], P: [%.17g, 0]}\nbodies:\n"
            "  a: {points: [O, A], mass: 1, shape: rod}\n  b: {points: [A, B, P], mass: 1, com: [2, 0], inertia: 1/3}\n"
            "  c: {points: [C, B], mass: 1, shape: rod}\n"
            "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, B: {revolute: [b, c]}, C: {revolute: "
            "[ground, c]}}\ninitial: {b.P.vy: 1}\nanalyses: [dynamics: {end: 0.1, output: 0.1}]\n",
            1 + 2 * s + (tie ? 0 : 1e-3));
        method_run r = method_run_text("tie", text, (run_method){0});
        cr_expect(r.status == (tie ? TML_FAILED : TML_OK), "%s", method_run_message(&r));
        cr_expect(strstr(method_run_message(&r),
                         tie ? "several motions of the same kinetic energy, which `initial` can choose: {"
                             : "the one of least kinetic energy was chosen"),
                  "%s", method_run_message(&r));
        method_run_free(&r);
    }
}
