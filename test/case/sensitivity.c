/* sensitivity.c - derivatives along motions by forward variation: against closed forms, differentiated by a complex step, and against
 * differences of whole runs. */
#include "base/guard.h"
#include "support/case.h"
#include "support/found_gradient.h"
#include <complex.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = TML_FOUND_MOST };

typedef tml_found_gradient found;

/* By the linearization. */
static bool exactly;

/* Derivatives of the model's answers at the one value of each parameter. */
static found find(const char *text, const char *const *vary, size_t varied, const char *const *keep, size_t kept,
                  double tolerance)
{
    const tml_study_options options = {.size = sizeof options,
                                       .vary = vary,
                                       .vary_count = varied,
                                       .keep = keep,
                                       .keep_count = kept,
                                       .tolerance = tolerance};
    const found f = tml_found_gradient_make(text, &options, exactly);
    cr_assert_eq(f.status, TML_OK, "%s", f.reason);
    return f;
}

static void expect_all_varied(const found *f)
{
    for (size_t i = 0; i < f->count * f->parameters; i++)
        cr_expect(f->gradient->varied[i], "%s: %s", tml_study_answer_name(f->study, i / f->parameters),
                  f->gradient->why);
}

/* ---- a damped mass on a spring ---- */

#define OSCILLATOR(stop)                                                                                               \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "parameters: {k: 40, m: 2, c: 0.8, x0: 0.3, v0: 0.1}\n"                                                            \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  block: {points: {O: [0, 0]}, mass: m, inertia: 1}\n"                                                            \
    "joints: {O: {prismatic: [ground, block], axis: x}}\n"                                                             \
    "forces: {s: {motor: O, force: -k*O.displacement - c*O.speed}}\n"                                                  \
    "initial: {O.displacement: x0, O.speed: v0}\n"                                                                     \
    "events: {back: {when: O.displacement, direction: falling, stop: " stop "}}\n"                                     \
    "analyses: [dynamics: {end: 2, output: 0.5}]\n"

static const char *const BY[] = {"k=40", "m=2", "c=0.8", "x0=0.3", "v0=0.1"};
enum { K, M, C, X0, V0, PARAMETERS };

typedef double complex number;

typedef struct {
    number x, v, a;
} state;

static state oscillation(const number *p, number t)
{
    const number d = p[C] / (2 * p[M]), w = csqrt(p[K] / p[M] - d * d), e = cexp(-d * t);
    const number x = e * (p[X0] * ccos(w * t) + (p[V0] + d * p[X0]) / w * csin(w * t));
    const number v = e * (p[V0] * ccos(w * t) - (p[K] / p[M] * p[X0] + d * p[V0]) / w * csin(w * t));
    return (state){x, v, -(p[K] * x + p[C] * v) / p[M]};
}

/* When it passes through zero, and when it turns: by Newton's method. */
static number time_back(const number *p)
{
    number t = 0.378;
    for (int i = 0; i < 30; i++)
        t -= oscillation(p, t).x / oscillation(p, t).v;
    return t;
}

static number time_of_turn(const number *p)
{
    number t = 0.72;
    for (int i = 0; i < 30; i++)
        t -= oscillation(p, t).v / oscillation(p, t).a;
    return t;
}

/* m v' = -k x - c v integrated; the power of the damper integrated. */
static number integral(const number *p, number t)
{
    const state s = oscillation(p, t);
    return -(p[M] * (s.v - p[V0]) + p[C] * (s.x - p[X0])) / p[K];
}

static number rms_speed(const number *p, number t)
{
    const state s = oscillation(p, t);
    const number lost = p[M] / 2 * (p[V0] * p[V0] - s.v * s.v) + p[K] / 2 * (p[X0] * p[X0] - s.x * s.x);
    return csqrt(lost / p[C] / t);
}

static void closed_form(const number *p, bool stops, number *out)
{
    const number end = stops ? time_back(p) : 2;
    *out++ = oscillation(p, end).x;
    *out++ = oscillation(p, end).v;
    *out++ = p[M] * oscillation(p, end).v * oscillation(p, end).v / 2;
    *out++ = time_back(p);
    *out++ = integral(p, end);
    *out++ = integral(p, end) / end;
    *out++ = rms_speed(p, end);
    *out++ = p[M] / p[K] * oscillation(p, end).v;
    *out++ = oscillation(p, time_of_turn(p)).x;
    *out++ = time_of_turn(p);
}

static const char *const KEPT[] = {
    "O.displacement",       "final(O.speed)", "energy.kinetic", "time(back)",          "integral(O.displacement)",
    "mean(O.displacement)", "rms(O.speed)",   "m/k*O.speed",    "min(O.displacement)", "time(min(O.displacement))"};
enum { ALL = 10, BEFORE_THE_TURN = 8 };

static void expect_oscillation(const char *text, bool stops, size_t kept)
{
    found f = find(text, BY, PARAMETERS, KEPT, kept, 1e-12);
    number value[ALL];
    const double h = 1e-30;
    expect_all_varied(&f);
    for (size_t j = 0; j < PARAMETERS; j++) {
        number p[PARAMETERS];
        for (size_t i = 0; i < PARAMETERS; i++)
            p[i] = f.values[i] + (i == j ? h * I : 0);
        closed_form(p, stops, value);
        for (size_t i = 0; i < kept; i++) {
            const double d = f.gradient->values[i * PARAMETERS + j], exact = cimag(value[i]) / h;
            cr_expect_float_eq(f.answers[i], creal(value[i]), i + 1 == ALL ? 1e-6 : 1e-10); /* of a search */
            const double bar = i + 1 == ALL ? 1e-8 : 1e-9; /* of a time: differences of differences */
            cr_expect_float_eq(d, exact, bar * fmax(fabs(exact), 1e-3), "%s by %s: %.14g, not %.14g", KEPT[i], BY[j], d,
                               exact);
        }
    }
    tml_found_gradient_free(&f);
}

Test(sensitivity, of_an_oscillation_is_that_of_the_closed_form)
{
    expect_oscillation(OSCILLATOR("false"), false, ALL);
}

/* The same with the exact linearization for derivatives by the state. */
Test(sensitivity, by_the_linearization_is_that_of_the_closed_form)
{
    exactly = true;
    expect_oscillation(OSCILLATOR("false"), false, ALL);
    exactly = false;
}

/* The end of the motion depends on the parameters, and all that is taken over it. */
Test(sensitivity, of_a_motion_that_an_event_ends_follows_the_time_of_the_end)
{
    expect_oscillation(OSCILLATOR("true"), true, BEFORE_THE_TURN);
}

/* ---- a pendulum's quarter period, K(sin(a/2)) sqrt(l/g) ---- */

/* Complete elliptic integrals of modulus k by the arithmetic-geometric mean. */
static void elliptic(double k, double *K_of, double *E_of)
{
    double a = 1, g = sqrt(1 - k * k), c = k, sum = c * c / 2, power = 1;
    while (fabs(c) > 1e-17) {
        const double mean = (a + g) / 2;
        c = (a - g) / 2;
        g = sqrt(a * g);
        a = mean;
        sum += power * c * c;
        power *= 2;
    }
    *K_of = acos(-1) / (2 * a);
    *E_of = *K_of * (1 - sum);
}

Test(sensitivity, of_a_pendulums_period_is_that_of_elliptic_integrals)
{
    static const char text[] = "trammel: 1\n"
                               "gravity: [0, -9.81]\n"
                               "parameters: {l: 0.7, a: 2}\n"
                               "points: {O: [0, 0], P: [0, -l]}\n"
                               "bodies: {rod: {points: [O, P], com: P, mass: 1.3, inertia: 0}}\n"
                               "joints: {O: {revolute: [ground, rod]}}\n"
                               "initial: {O.angle: a}\n"
                               "events: {down: {when: O.angle, stop: false}}\n"
                               "analyses: [dynamics: {end: 1, output: 0.5}]\n";
    static const char *const by[] = {"l=0.7", "a=2"}, *const kept[] = {"time(down)"};
    found f = find(text, by, 2, kept, 1, 1e-12);
    double K_of, E_of;
    const double k = sin(1);
    elliptic(k, &K_of, &E_of);
    const double quarter = sqrt(0.7 / 9.81) * K_of, slope = E_of / (k * (1 - k * k)) - K_of / k;
    expect_all_varied(&f);
    cr_expect_float_eq(f.answers[0], quarter, 1e-10);
    cr_expect_float_eq(f.gradient->values[0], quarter / 1.4, 1e-9);
    cr_expect_float_eq(f.gradient->values[1], sqrt(0.7 / 9.81) * slope * cos(1) / 2, 1e-9);
    tml_found_gradient_free(&f);
}

/* ---- closed loops ---- */

static const double WEIGHT[] = {3.0 / 4, -3.0 / 20, 1.0 / 60};

/* Differences of order 6 of whole runs. */
static void expect_differences(found *f, double step, double tolerance)
{
    for (size_t j = 0; j < f->parameters; j++) {
        const double value = f->values[j], h = step * fabs(value);
        double sum[MOST] = {0}, answers[MOST];
        const char *reason;
        for (int k = -3; k <= 3; k++) {
            f->values[j] = value + k * h;
            if (k == 0)
                continue;
            cr_assert_eq(tml_study_worker_try(f->worker, f->values, answers, &reason), TML_OK, "%s", reason);
            for (size_t i = 0; i < f->count; i++)
                sum[i] += (k < 0 ? -1 : 1) * WEIGHT[k < 0 ? -k - 1 : k - 1] / h * answers[i];
        }
        f->values[j] = value;
        for (size_t i = 0; i < f->count; i++) {
            const double d = f->gradient->values[i * f->parameters + j];
            cr_expect_float_eq(d, sum[i], tolerance * fabs(sum[i]), "%s by %s: %.14g, not %.14g",
                               tml_study_answer_name(f->study, i), tml_study_parameter_name(f->study, j), d, sum[i]);
        }
    }
}

/* A four-bar whose start depends on its lengths, with forces of its pins. */
Test(sensitivity, of_a_closed_loop_is_that_of_differences_of_runs)
{
    static const char text[] =
        "trammel: 1\n"
        "gravity: [0, -9.81]\n"
        "parameters: {torque: 45, L: 2, rise: 0.05, mass: 2.25}\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0], C: [2.5, rise]}}\n"
        "  crank: {points: {O: [0, 0], A: [L, 0]}, com: [L/2, 0], mass: 1, inertia: 0.3, angle: 60 deg}\n"
        "  coupler: {points: {A: [0, 0], B: [4, 0]}, com: [2, 0], mass: mass, inertia: 2, angle: 24 deg}\n"
        "  follower: {points: {C: [0, 0], B: [4, 0]}, com: [2, 0], mass: 2, inertia: 1.35, angle: 58 deg}\n"
        "joints:\n"
        "  O: {revolute: [ground, crank]}\n"
        "  A: {revolute: [crank, coupler]}\n"
        "  B: {revolute: [coupler, follower]}\n"
        "  C: {revolute: [ground, follower]}\n"
        "forces: {motor: {torque: crank, value: torque}}\n"
        "initial: {O.angle: 60 deg, O.speed: 0.5}\n"
        "analyses: [dynamics: {end: 1.5, output: 0.5}]\n";
    static const char *const by[] = {"torque=45", "L=2", "rise=0.05", "mass=2.25"};
    static const char *const kept[] = {"final(C.angle)", "max(abs(B.fx))", "mean(B.fy)", "range(follower.B.y)",
                                       "max(O.speed)/min(C.speed)"};
    found f = find(text, by, 4, kept, 5, 1e-13);
    expect_all_varied(&f);
    expect_differences(&f, 1e-3, 1e-7);
    tml_found_gradient_free(&f);
}

/* ---- jumps ---- */

/* Answers by closed forms of the parameters p, differentiated by a complex step. */
static void expect_closed(found *f, void (*closed)(const number *p, number *out), double tolerance)
{
    const double h = 1e-30;
    for (size_t j = 0; j < f->parameters; j++) {
        number p[MOST], value[MOST];
        for (size_t i = 0; i < f->parameters; i++)
            p[i] = f->values[i] + (i == j ? h * I : 0);
        closed(p, value);
        for (size_t i = 0; i < f->count; i++) {
            const double d = f->gradient->values[i * f->parameters + j], exact = cimag(value[i]) / h;
            cr_expect_float_eq(f->answers[i], creal(value[i]), 1e-9);
            cr_expect_float_eq(d, exact, tolerance * fmax(fabs(exact), 1e-3), "%s by %s: %.14g, not %.14g",
                               tml_study_answer_name(f->study, i), tml_study_parameter_name(f->study, j), d, exact);
        }
    }
}

/* A ball that falls from h and has bounced three times: p = h, e, g. */
static void bounced(const number *p, number *out)
{
    const double end = 1.9;
    const number fall = csqrt(2 * p[0] / p[2]);
    number from = fall, speed = p[2] * fall, area = p[0] * fall - p[2] * fall * fall * fall / 6;
    for (int i = 0; i < 3; i++) {
        speed *= p[1];
        const number flight = i < 2 ? 2 * speed / p[2] : end - from;
        area += speed * flight * flight / 2 - p[2] * flight * flight * flight / 6;
        from += i < 2 ? flight : 0;
    }
    out[0] = speed * (end - from) - p[2] * (end - from) * (end - from) / 2;
    out[1] = speed - p[2] * (end - from);
    out[2] = area;
    out[3] = p[1] * p[2] * fall;
    out[4] = -p[2] * fall;
    out[5] = fall;
}

Test(sensitivity, of_bounces_is_that_of_the_closed_form)
{
    static const char text[] =
        "trammel: 1\n"
        "gravity: [0, -g]\n"
        "parameters: {h: 1, e: 0.8, g: 9.81}\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0]}}\n"
        "  ball: {points: {O: [0, 0]}, mass: 1, inertia: 1}\n"
        "joints: {O: {prismatic: [ground, ball], axis: y, limits: {displacement: [0, 10], restitution: e}}}\n"
        "initial: {O.displacement: h}\n"
        "analyses: [dynamics: {end: 1.9, output: 0.1}]\n";
    static const char *const by[] = {"h=1", "e=0.8", "g=9.81"}, *const kept[] = {"O.displacement", "O.speed",
                                                                                 "integral(O.displacement)"};
    found f = find(text, by, 3, kept, 3, 1e-12);
    expect_all_varied(&f);
    expect_closed(&f, bounced, 1e-9);
    tml_found_gradient_free(&f);
}

/* A wheel that a motor turns up to an angle: p = M, a, J. */
static void let_go(const number *p, number *out)
{
    const number speed = csqrt(2 * p[0] * p[1] / p[2]), since = csqrt(2 * p[1] * p[2] / p[0]);
    out[0] = p[1] + speed * (2 - since);
    out[1] = speed;
    out[2] = since;
    out[3] = out[0] / 2;
}

Test(sensitivity, of_a_motor_that_an_event_switches_off_is_that_of_the_closed_form)
{
    static const char text[] = "trammel: 1\n"
                               "gravity: none\n"
                               "parameters: {M: 3, a: 2.5, J: 0.7}\n"
                               "bodies:\n"
                               "  ground: {points: {O: [0, 0]}}\n"
                               "  wheel: {points: {O: [0, 0]}, mass: 1, inertia: J}\n"
                               "joints: {O: {revolute: [ground, wheel]}}\n"
                               "forces: {motor: {torque: wheel, value: M}}\n"
                               "events: {reached: {when: O.angle - a, do: {switch: {motor: off}}}}\n"
                               "analyses: [dynamics: {end: 2, output: 0.1}]\n";
    static const char *const by[] = {"M=3", "a=2.5", "J=0.7"}, *const kept[] = {"O.angle", "O.speed", "time(reached)",
                                                                                "mean(O.speed)"};
    found f = find(text, by, 3, kept, 4, 1e-12);
    expect_all_varied(&f);
    expect_closed(&f, let_go, 1e-9);
    tml_found_gradient_free(&f);
}

/* A block that is pushed for a time: p = F, tau, m. */
static void pushed(const number *p, number *out)
{
    const number speed = p[0] * p[1] / p[2];
    out[0] = speed * (2 - p[1] / 2);
    out[1] = speed;
    out[2] = speed * (p[1] * p[1] / 6 + p[1] * (2 - p[1]) / 2 + (2 - p[1]) * (2 - p[1]) / 2);
}

Test(sensitivity, of_a_force_that_ends_at_a_time_of_its_own_is_that_of_the_closed_form)
{
    static const char text[] = "trammel: 1\n"
                               "gravity: none\n"
                               "parameters: {F: 3, tau: 0.83, m: 1.7}\n"
                               "bodies:\n"
                               "  ground: {points: {O: [0, 0]}}\n"
                               "  block: {points: {O: [0, 0]}, mass: m, inertia: 1}\n"
                               "joints: {O: {prismatic: [ground, block], axis: x}}\n"
                               "forces: {push: {motor: O, force: F*(t < tau)}}\n"
                               "analyses: [dynamics: {end: 2, output: 0.1}]\n";
    static const char *const by[] = {"F=3", "tau=0.83", "m=1.7"}, *const kept[] = {"O.displacement", "O.speed",
                                                                                   "integral(O.displacement)"};
    found f = find(text, by, 3, kept, 3, 1e-12);
    expect_all_varied(&f);
    expect_closed(&f, pushed, 1e-9);
    tml_found_gradient_free(&f);
}

/* A ball that comes to rest after bounces without number, p = e, h: the flight after the n-th covers 2/3 v^3/g^2, v = e^n sqrt(2 g h). */
static void rested(const number *p, number *out)
{
    const double g = 9.81;
    const number struck = csqrt(2 * g * p[1]), cube = p[0] * p[0] * p[0];
    out[0] = 2.0 / 3 * p[1] * struck / g + 2.0 / 3 * struck * struck * struck / (g * g) * cube / (1 - cube);
}

Test(sensitivity, of_bounces_without_number_is_that_of_the_closed_form)
{
    static const char text[] =
        "trammel: 1\n"
        "gravity: [0, -9.81]\n"
        "parameters: {e: 0.3, h: 0.5}\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0]}}\n"
        "  ball: {points: {O: [0, 0]}, mass: 2, inertia: 1}\n"
        "joints: {O: {prismatic: [ground, ball], axis: y, limits: {displacement: [0, 10], restitution: e}}}\n"
        "initial: {O.displacement: h}\n"
        "analyses: [dynamics: {end: 2, output: 0.1}]\n";
    static const char *const by[] = {"e=0.3", "h=0.5"}, *const kept[] = {"integral(O.displacement)"};
    found f = find(text, by, 2, kept, 1, 1e-12);
    expect_all_varied(&f);
    expect_closed(&f, rested, 1e-9);
    tml_found_gradient_free(&f);
}

/* The start is an unstable balance, whose width in the parameter is 1e-4 of it: differences at larger steps say nothing of the derivative. The
 * error that they are said to have is not less than the one that they have, by the derivatives along the motion, whose own error is that of
 * the integration. */
Test(sensitivity, of_an_unstable_motion_by_differences_has_an_error_that_is_told)
{
    static const char *const by[] = {"torque=39.75"}, *const kept[] = {"final(O.angle)", "max(O.speed)",
                                                                       "max(abs(B.fx))"};
    char *text = tml_case_load(TML_SOURCE_DIR "/models/fourbar/fourbar.yaml");
    found f = find(text, by, 1, kept, 3, 1e-8);
    double along[3];
    const char *reason = NULL;
    expect_all_varied(&f);
    memcpy(along, f.gradient->values, sizeof along);
    memset(f.gradient->varied, 0, 3 * sizeof(bool));
    cr_assert_eq(tml_differences_find(f.worker, f.values, f.answers, f.gradient, &reason), TML_OK);
    for (int i = 0; i < 3; i++) {
        cr_expect_leq(fabs(f.gradient->values[i] - along[i]), f.gradient->errors[i] + 1e-8 * fabs(along[i]),
                      "%s: %.12g, not %.12g, is off by %g", kept[i], f.gradient->values[i], along[i],
                      f.gradient->errors[i]);
        cr_expect_leq(f.gradient->errors[i], 1e-4 * fabs(along[i]));
    }
    tml_found_gradient_free(&f);
    free(text);
}

/* ---- the analysis ---- */

static double entry(const tml_table *table, const char *row, const char *column)
{
    for (size_t i = 0; i < tml_table_rows(table); i++)
        if (strcmp(tml_table_row_name(table, i), row) == 0)
            return tml_table_value(table, i, (size_t)tml_table_find(table, column));
    cr_expect(false, "no row %s", row);
    return NAN;
}

/* The torque on the arms of the governor about O, by their angle q, at speed w; lengths and masses as in its model. */
static number arm_torque(number q, number w)
{
    const double arm = 0.16, pin = 0.08, link = 0.10922, g = 9.81;
    const number root = csqrt(link * link - pin * pin * ccos(q) * ccos(q));
    const number collar = pin * csin(q) + root, rate = pin * ccos(q) * (1 + pin * csin(q) / root);
    return (g - 1000 * (collar - 0.15)) * rate + 2 * arm * ccos(q) * (g - arm * w * w * csin(q));
}

Test(sensitivity, of_the_governors_angle_by_its_speed_is_that_of_the_closed_form)
{
    tml_case c = tml_case_run("governor/governor.yaml",
                              TML_EDITS({"space: space", "space: space\nparameters: {w: 11.0174, twice: 2*w}"},
                                        {"  - steady: {speeds: {spin: 11.0174}}",
                                         "  - steady: {speeds: {spin: w}}\n  - sensitivity: {of: [arm1.angle]}"},
                                        {"  - modes: {about: steady}", ""}));
    const double q = entry(c.table, "arm1.angle by w", "answer"), w = 11.0174, h = 1e-30;
    const double exact = -cimag(arm_torque(q, w + h * I)) / cimag(arm_torque(q + h * I, w));
    cr_expect_float_eq(creal(arm_torque(q, w)), 0, 1e-12);
    cr_expect_float_eq(entry(c.table, "arm1.angle by w", "derivative"), exact, 1e-12 * fabs(exact));
    cr_expect_float_eq(entry(c.table, "arm1.angle by w", "relative"), exact * w / q, 1e-9);
    cr_expect_eq(tml_table_rows(c.table), 1); /* not by what is made of w */
    cr_expect_neq(tml_fact_text(c.table, "by equations")[0], 0);
    tml_case_free(&c);
}

/* Modes and what a motion gives, in one model; what matters most comes first. */
Test(sensitivity, of_modes_is_that_of_the_closed_form_and_rows_are_in_order)
{
    tml_case c =
        tml_case_run_text("oscillator", OSCILLATOR("false"),
                          TML_EDITS({"analyses: [dynamics: {end: 2, output: 0.5}]",
                                     "analyses:\n"
                                     "  - static\n"
                                     "  - modes\n"
                                     "  - sensitivity: {of: [\"natural[1]\", \"damping[1]\"]}\n"
                                     "  - dynamics: {end: 2, output: 0.5, initial: {O.displacement: x0, O.speed: v0}}\n"
                                     "  - sensitivity: {of: [O.speed], by: [c, k]}\n"}));
    const tml_table *modes = tml_results_table(c.results, 2);
    const double w = sqrt(20), damping = 0.8 / (2 * sqrt(80));
    cr_assert_str_eq(tml_table_kind(modes), "sensitivity");
    cr_expect_float_eq(entry(modes, "natural[1] by k", "derivative"), w / 80, 1e-10);
    cr_expect_float_eq(entry(modes, "natural[1] by m", "derivative"), -w / 4, 1e-10);
    cr_expect_float_eq(entry(modes, "damping[1] by c", "derivative"), damping / 0.8, 1e-10);
    cr_expect_float_eq(entry(modes, "natural[1] by x0", "derivative"), 0, 1e-9);
    cr_expect_str_eq(tml_table_row_name(modes, PARAMETERS), "damping[1] by c");
    cr_expect_eq(tml_table_rows(c.table), 2);
    cr_expect_neq(tml_fact_text(c.table, "along the motion")[0], 0);
    number p[PARAMETERS] = {40, 2, 0.8, 0.3, 0.1};
    p[K] += 1e-30 * I;
    cr_expect_float_eq(entry(c.table, "O.speed by k", "derivative"), cimag(oscillation(p, 2).v) / 1e-30, 1e-9);
    tml_case_free(&c);
}

/* Wheels mesh at one distance of their axes, so nothing is found by it; by the torques it is all the same. */
Test(sensitivity, by_what_cannot_be_varied_is_missing_and_no_other)
{
    tml_case c = tml_case_run("planetary/planetary.yaml",
                              TML_EDITS({"tolerance: 1e-10}", "tolerance: 1e-10}\n  - sensitivity: {of: [P3.angle]}"}));
    cr_expect_float_eq(entry(c.table, "P3.angle by Ts", "derivative"), -0.57177396958,
                       1e-9); /* of differences of runs */
    cr_expect(isnan(entry(c.table, "P3.angle by r", "derivative")));
    cr_expect_eq(strncmp(tml_fact_text(c.table, "P3.angle by r"), "not found: E", 12), 0, "%s",
                 tml_fact_text(c.table, "P3.angle by r"));
    cr_expect_neq(tml_fact_text(c.table, "along the motion")[0], 0);
    cr_expect_eq(tml_fact_text(c.table, "by differences")[0], 0);
    tml_case_free(&c);
}

/* Two equal oscillators: the lower of their frequencies follows the softer spring. */
Test(sensitivity, of_a_repeated_eigenvalue_is_said_to_be_none)
{
    static const char text[] =
        "trammel: 1\n"
        "gravity: none\n"
        "parameters: {k: 40, k2: 40, m: 2}\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0]}}\n"
        "  a: {points: {O: [0, 0]}, mass: m, inertia: 1}\n"
        "  b: {points: {O: [0, 0]}, mass: m, inertia: 1}\n"
        "joints: {A: {prismatic: [ground.O, a.O], axis: x}, B: {prismatic: [ground.O, b.O], axis: x}}\n"
        "forces: {s: {motor: A, force: -k*A.displacement}, r: {motor: B, force: -k2*B.displacement}}\n"
        "analyses: [modes, sensitivity: {of: [\"natural[1]\"]}]\n";
    tml_case c = tml_case_run_text("two oscillators", text, TML_AS_WRITTEN);
    const double w = sqrt(20);
    cr_expect_eq(strncmp(tml_fact_text(c.table, "natural[1] by k"), "none", 4), 0);
    cr_expect_float_eq(entry(c.table, "natural[1] by k", "error"), w / 160, 1e-4);
    cr_expect_float_eq(entry(c.table, "natural[1] by m", "derivative"), -w / 4, 1e-9);
    cr_expect_neq(strncmp(tml_fact_text(c.table, "natural[1] by m"), "none", 4), 0);
    tml_case_free(&c);
}

/* A gate falls on a buffer. The time of its lowest angle is found to 1e-8 s: differences at small steps are noise, which is not a corner. The
 * derivative is that of differences of runs at a tolerance of 1e-12, extrapolated from steps of 2 % on, where they agree to 7e-9. */
Test(sensitivity, of_a_noisy_time_is_not_said_to_be_none)
{
    static const char text[] =
        "trammel: 1\n"
        "parameters: {k: 8000, d: 0.6, a0: 1, m: 20}\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0]}}\n"
        "  gate: {points: {O: [0, 0], A: [1.2, 0]}, mass: m, shape: rod}\n"
        "joints: {O: {revolute: [ground, gate], limits: {angle: [-20 deg, 90 deg], stiffness: k, damping: d}}}\n"
        "initial: {O.angle: a0}\n"
        "analyses: [dynamics: {end: 1.5, output: 0.005, tolerance: 1e-10}, sensitivity: {of: [time(min(O.angle))]}]\n";
    tml_case c = tml_case_run_text("gate", text, TML_AS_WRITTEN);
    const double error = entry(c.table, "time(min(O.angle)) by d", "error");
    cr_expect_float_eq(entry(c.table, "time(min(O.angle)) by d", "derivative"), -0.0130462902, error);
    cr_expect_lt(error, 2e-5);
    tml_case_free(&c);
}
