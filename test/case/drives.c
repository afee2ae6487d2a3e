/* drives.c - motors and controllers, against reference numbers of 15 digits (A15, A21) and closed forms.
 *
 *   A15   L i' = V - R i - k w,   (J + m l^2) w' = k i - b w - m g l sin(angle)
 *   A21   J w' = 60 e + 40 q - 12 w - m g l/2 sin(angle),   q' = e = 1 - angle
 */
#include "support/case.h"
#include "support/numbers.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect(const tml_case *c, double t, const char *channel, double want, double bar)
{
    tml_case_near(c, channel, tml_case_at(c, t, channel), want, bar * fmax(fabs(want), 1e-3));
}

static void expect_last(const tml_case *c, const char *channel, double want, double bar)
{
    tml_case_near(c, channel, tml_case_value(c, tml_table_rows(c->table) - 1, channel), want,
                  bar * fmax(fabs(want), 1e-3));
}

/* The number "th@0.5", which is that of a channel at t = 0.5. */
static void expect_named(const tml_case *c, tml_numbers *n, const char *symbol, const char *t, const char *channel,
                         double bar)
{
    char name[16];
    snprintf(name, sizeof name, "%s@%s", symbol, t);
    expect(c, strtod(t, NULL), channel, tml_number(n, name), bar);
}

/* Some message of a text that cannot be run contains that part. */
static void expect_explained(const char *text, const char *part)
{
    tml_log *log = tml_messages_of(text);
    bool found = false;
    for (size_t i = 0; i < tml_log_count(log); i++)
        found |= strstr(tml_log_get(log, i).text, part) != NULL;
    cr_expect(found, "no message with \"%s\"; the first: %s\n%s", part,
              tml_log_count(log) ? tml_log_get(log, 0).text : "none", text);
    tml_log_free(log);
}

#define PENDULUM                                                                                                       \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  rod: {points: {O: [0, 0], A: [0, -0.25]}, mass: 0.4, com: A, inertia: 0}\n"                                     \
    "joints: {O: {revolute: [ground, rod]}}\n"
#define WINDING "R: 1.2, L: 8 mH, k: 0.06, rotor: 2e-4, viscous: 5e-4"

/* All numbers of A15. */
static void winding_and_pendulum(const char *by)
{
    static const char *const times[] = {"0.01", "0.05", "0.2", "0.5", "1", "2"};
    tml_numbers n = tml_numbers_of("A15");
    tml_case c = tml_case_run_with("motor-pendulum/motor-pendulum.yaml",
                                   TML_EDITS({"analyses:", "outputs: {i: m.current}\nanalyses:"}), TML_BY(by));
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        expect_named(&c, &n, "th", times[i], "O.angle", 1e-10);
        expect_named(&c, &n, "w", times[i], "O.speed", 1e-10);
        expect_named(&c, &n, "i", times[i], "m.current", 1e-10);
    }
    const double x = tml_case_at(&c, 0.5, "O.fx"), y = tml_case_at(&c, 0.5, "O.fy"),
                 angle = tml_case_at(&c, 0.5, "O.angle");
    tml_case_near(&c, "Rt", x * cos(angle) + y * sin(angle), tml_number(&n, "Rt@0.5"), 1e-9);
    tml_case_near(&c, "Rn", y * cos(angle) - x * sin(angle), tml_number(&n, "Rn@0.5"), 1e-9);
    expect(&c, 2, "energy.work", tml_number(&n, "Ebal"), 1e-10); /* V i - R i^2 - b w^2 */
    tml_case_near(&c, "imax", tml_fact_number(c.table, "i.max"), tml_number(&n, "imax"), 1e-10);
    tml_case_near(&c, "timax", tml_fact_number(c.table, "i.max.time"), tml_number(&n, "timax"), 1e-7);
    const double i = tml_case_at(&c, 1, "m.current"), w = tml_case_at(&c, 1, "O.speed"),
                 a = tml_case_at(&c, 1, "O.acceleration");
    expect(&c, 1, "m.electric_power", 24 * i, 1e-13);
    expect(&c, 1, "m.heat", 1.2 * i * i + 5e-4 * w * w, 1e-13);
    expect(&c, 1, "m.torque", 0.06 * i - 5e-4 * w - 2e-4 * a, 1e-12);
    tml_case_laws(&c);
    tml_case_free(&c);
    c = tml_case_run_with("motor-pendulum/motor-pendulum.yaml",
                          TML_EDITS({"analyses:", "events: {top: {when: O.angle - pi}}\nanalyses:"}), TML_BY(by));
    expect_last(&c, "t", tml_number(&n, "tpi"), 1e-11);
    expect_last(&c, "O.speed", tml_number(&n, "wpi"), 1e-10);
    expect_last(&c, "m.current", tml_number(&n, "ipi"), 1e-10);
    tml_numbers_expect_read(&n);
    tml_case_free(&c);
}
TML_TEST_EACH(drives, winding_and_pendulum, 20)

/* ---- controllers ---- */

static void expect_eigenvalues(const tml_case *c, tml_numbers *n)
{
    const tml_table *modes = tml_case_table(c, "modes");
    cr_assert_eq(tml_table_rows(modes), 3);
    for (size_t i = 0; i < 3; i++) {
        char re[8], im[8];
        snprintf(re, sizeof re, "lamRe%zu", i);
        snprintf(im, sizeof im, "lamIm%zu", i);
        tml_case_near(c, re, tml_table_value(modes, 2 - i, (size_t)tml_table_find(modes, "eigenvalue.re")),
                      tml_number(n, re), 1e-10 * fabs(tml_number(n, re)));
        tml_case_near(c, im, tml_table_value(modes, 2 - i, (size_t)tml_table_find(modes, "eigenvalue.im")),
                      tml_number(n, im), 0);
    }
}

static void expect_rest(const tml_case *c, tml_numbers *n)
{
    const tml_table *rest = tml_case_table(c, "static");
    tml_case_near(c, "angle at rest", tml_table_value(rest, 0, (size_t)tml_table_find(rest, "O.angle")), 1, 1e-12);
    tml_case_near(c, "qinf", tml_table_value(rest, 0, (size_t)tml_table_find(rest, "c.integral")),
                  tml_number(n, "qinf"), 1e-12);
    tml_case_near(c, "tauinf", tml_table_value(rest, 0, (size_t)tml_table_find(rest, "motor.torque")),
                  tml_number(n, "tauinf"), 1e-11);
}

/* All numbers of A21. Rest is found from the end of the motion, and from the hanging arm with an empty integral. */
static void arm_with_pid(const char *by)
{
    static const char *const times[] = {"0.1", "0.3", "1", "2", "5"};
    tml_numbers n = tml_numbers_of("A21");
    tml_case c = tml_case_run_with("pid-arm/pid-arm.yaml",
                                   TML_EDITS({"analyses:", "outputs: {th: O.angle}\nanalyses:"},
                                             {"tolerance: 1e-12}", "tolerance: 1e-12}\n  - static\n  - modes"}),
                                   TML_BY(by));
    expect_rest(&c, &n);
    expect_eigenvalues(&c, &n);
    c.table = tml_case_table(&c, "dynamics");
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        expect_named(&c, &n, "th", times[i], "O.angle", 1e-10);
        expect_named(&c, &n, "w", times[i], "O.speed", 1e-10);
        expect_named(&c, &n, "q", times[i], "c.integral", 1e-10);
        expect_named(&c, &n, "tau", times[i], "motor.torque", 1e-10);
    }
    tml_case_near(&c, "thpk", tml_fact_number(c.table, "th.max"), tml_number(&n, "thpk"), 1e-10);
    tml_case_near(&c, "tpk", tml_fact_number(c.table, "th.max.time"), tml_number(&n, "tpk"), 1e-5);
    tml_case_laws(&c);
    tml_case_free(&c);
    c = tml_case_run_with("pid-arm/pid-arm.yaml",
                          TML_EDITS({"- dynamics: {end: 5, output: 0.1, tolerance: 1e-12}", "- static\n  - modes"}),
                          TML_BY(by));
    expect_rest(&c, &n);
    expect_eigenvalues(&c, &n);
    tml_case_free(&c);
    c = tml_case_run_with("pid-arm/pid-arm.yaml",
                          TML_EDITS({"analyses:", "events: {peak: {when: O.speed, direction: falling}}\nanalyses:"}),
                          TML_BY(by));
    c.table = tml_case_table(&c, "dynamics");
    expect_last(&c, "t", tml_number(&n, "tpk"), 1e-9);
    expect_last(&c, "O.angle", tml_number(&n, "thpk"), 1e-11);
    tml_numbers_expect_read(&n);
    tml_case_free(&c);
}
TML_TEST_EACH(drives, arm_with_pid, 20)

/* ---- limits of controllers ---- */

#define MASS                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "points: {O: [0, 0]}\n"                                                                                            \
    "bodies: {mass: {points: [O], mass: 2, inertia: 1}}\n"                                                             \
    "joints: {rail: {prismatic: [ground.O, mass.O], axis: x}}\n"

/* A mass with u = P(1 - x - T v) between -F and F: pushed by F until u falls to it, and from there on m x'' = u, overdamped. */
static void limited_controller_pushes_a_mass(const char *by)
{
    const double m = 2, P = 50, T = 0.6, F = 8, a = F / m;
    /* P(1 - a t^2/2 - T a t) = F */
    const double t1 = -T + sqrt(T * T + 2 / a * (1 - F / P)), x1 = a * t1 * t1 / 2, v1 = a * t1;
    const double D = sqrt(P * P * T * T / m / m / 4 - P / m), r1 = -P * T / m / 2 + D, r2 = -P * T / m / 2 - D;
    tml_case c = tml_case_run_text_with(
        "limited",
        MASS "states: {c: {pid: {input: 1 - rail.displacement - 0.6*rail.speed, P: 50, limits: [-8, 8]}}}\n"
             "forces: {f: {motor: rail, force: c}}\n"
             "analyses: [dynamics: {end: 2, output: 0.1, tolerance: 1e-12}]\n",
        NULL, TML_BY(by));
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t"), s = t - t1;
        const double e1 = 1 - x1, A = (-v1 - r2 * e1) / (r1 - r2), B = e1 - A; /* of e = A exp(r1 s) + B exp(r2 s) */
        const double x = s < 0 ? a * t * t / 2 : 1 - A * exp(r1 * s) - B * exp(r2 * s);
        const double v = s < 0 ? a * t : -A * r1 * exp(r1 * s) - B * r2 * exp(r2 * s);
        tml_case_near(&c, "x", tml_case_value(&c, row, "rail.displacement"), x, 1e-11);
        tml_case_near(&c, "v", tml_case_value(&c, row, "rail.speed"), v, 1e-11);
        tml_case_near(&c, "u", tml_case_value(&c, row, "c"), fmin(P * (1 - x - T * v), F), 1e-9);
        tml_case_near(&c, "unlimited", tml_case_value(&c, row, "c.unlimited"), P * (1 - x - T * v), 1e-9);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(drives, limited_controller_pushes_a_mass, 10)

/* The same step by step: the limit is left inside a step, and rk4 keeps its order. */
Test(drives, limit_is_left_inside_a_live_step)
{
    const double a = 4, t1 = -0.6 + sqrt(0.36 + 2 / a * (1 - 8.0 / 50)), x1 = a * t1 * t1 / 2, v1 = a * t1;
    const double D = sqrt(15 * 15 / 4.0 - 25), r1 = -7.5 + D, r2 = -7.5 - D, s = 1 - t1, e1 = 1 - x1;
    const double A = (-v1 - r2 * e1) / (r1 - r2), x = 1 - A * exp(r1 * s) - (e1 - A) * exp(r2 * s);
    tml_model *model = tml_case_parse(
        MASS "states: {c: {pid: {input: 1 - rail.displacement - 0.6*rail.speed, P: 50, limits: [-8, 8]}}}\n"
             "forces: {f: {motor: rail, force: c}}\nanalyses: [dynamics: {end: 2}]\n");
    double off[2];
    for (int fine = 0; fine < 2; fine++) {
        const int steps = fine ? 512 : 256;
        tml_log *log = tml_log_make();
        tml_live *live = NULL;
        const tml_live_options options = {
            .size = sizeof options, .step = 1.0 / steps, .fixed = true, .internal_step = 1};
        cr_assert_eq(tml_live_make(model, &options, &live, log), TML_OK);
        for (int i = 0; i < steps; i++)
            cr_assert_eq(tml_live_step(live), TML_OK);
        off[fine] = fabs(tml_live_value(live, tml_live_channel(live, "rail.displacement")) - x);
        tml_live_free(live);
        tml_log_free(log);
    }
    cr_expect_lt(off[1], 1e-9, "off by %g", off[1]);
    cr_expect_lt(off[1], off[0] / 10, "order 4: off by %g, then by %g", off[0], off[1]);
    tml_model_free(model);
}

/* An integrator x' = u under PI with u <= U. z = I integral; where u is at its limit x = U t and
 *   tracking = P/I:  z' = (U - z) I/P      free:  z' = I (1 - U t)      clamped:  z = 0 as long as u is clearly above
 * then e'' + P e' + I e = 0. */
static void expect_pi(const char *windup, bool tracks)
{
    const double P = 4, I = 6, U = 0.5;
    char text[512];
    snprintf(text, sizeof text,
             MASS "states:\n  x: {rate: c}\n  c: {pid: {input: 1 - x, P: 4, I: 6, limits: 0.5, %s}}\n"
                  "analyses: [dynamics: {end: 6, output: 0.25, tolerance: 1e-12}]\n",
             windup);
    tml_case c = tml_case_run_text(windup, text, NULL);
    double t1 = 2;
    for (int k = 0; k < 200; k++) { /* by Newton's method, P (1 - U t) + z = U */
        const double z = tracks ? U * (1 - exp(-I / P * t1)) : I * (t1 - U * t1 * t1 / 2),
                     zt = tracks ? U * I / P * exp(-I / P * t1) : I * (1 - U * t1);
        t1 -= (P * (1 - U * t1) + z - U) / (-P * U + zt);
    }
    const double z1 = tracks ? U * (1 - exp(-I / P * t1)) : I * (t1 - U * t1 * t1 / 2), e1 = 1 - U * t1,
                 w = sqrt(I - P * P / 4), v1 = -P * e1 - z1; /* e' */
    int linear = 0;
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t"), s = t - t1;
        const double e = s < 0 ? 1 - U * t : exp(-P / 2 * s) * (e1 * cos(w * s) + (v1 + P / 2 * e1) / w * sin(w * s));
        const double z = I * tml_case_value(&c, row, "c.integral");
        if (fabs(P * e + z) > U && s > 1e-9) /* beyond the other limit: the closed form ends */
            break;
        tml_case_near(&c, "x", tml_case_value(&c, row, "x"), 1 - e, 1e-11);
        linear += s > 0;
    }
    cr_expect_gt(linear, tracks ? 10 : 0, "%d rows within the limits", linear);
    tml_case_free(&c);
}

Test(drives, integral_follows_the_limit_by_back_calculation)
{
    expect_pi("tracking: 4/6", true);
}

Test(drives, integral_winds_up_if_it_may)
{
    expect_pi("windup: free", false);
}

Test(drives, limits_that_make_no_sense_are_explained)
{
    static const struct {
        const char *keys, *message;
    } wrong[] = {
        {"limits: [8, -8]", "must rise"},
        {"limits: [1, 2, 3]", "[lowest, highest], or one number"},
        {"limits: 0", "limits must be greater than zero"},
        {"tracking: 0.1", "nothing winds up without"},
        {"limits: 8, windup: tracking", "needs \"tracking\""},
        {"limits: 8, windup: free, tracking: 1", "of `windup: tracking` alone"},
        {"limits: 8, tracking: -1", "tracking must be greater than zero"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 MASS "states: {c: {pid: {input: 1 - rail.displacement, P: 50, I: 1, %s}}}\n"
                      "forces: {f: {motor: rail, force: c}}\nanalyses: [static]\n",
                 wrong[i].keys);
        expect_explained(text, wrong[i].message);
    }
}

Test(drives, integral_is_clamped)
{
    tml_case c =
        tml_case_run_text("clamped",
                          MASS "states:\n  x: {rate: c}\n  c: {pid: {input: 1 - x, P: 4, I: 6, limits: [-0.5, 0.5]}}\n"
                               "analyses: [dynamics: {end: 8, output: 0.05, tolerance: 1e-11}]\n",
                          NULL);
    double overshoot = 0;
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t"), x = tml_case_value(&c, row, "x"),
                     u = tml_case_value(&c, row, "c");
        if (4 * (1 - 0.5 * t) > 0.5 + 0.01)
            tml_case_near(&c, "integral at the limit", tml_case_value(&c, row, "c.integral"), 0, 0);
        /* then u stays at the limit, and the integral between that of clamping at once and that of the band */
        if (t < 1.75 && 4 * (1 - 0.5 * t) < 0.49)
            cr_expect(tml_case_value(&c, row, "c.unlimited") >= 0.5 - 1e-9 &&
                      tml_case_value(&c, row, "c.unlimited") <= 0.51 + 1e-9);
        cr_expect_leq(fabs(u), 0.5);
        overshoot = fmax(overshoot, x - 1);
    }
    cr_expect_lt(overshoot, 0.1);
    tml_case_near(&c, "it arrives", tml_case_at(&c, 8, "x"), 1, 1e-5);
    tml_case_free(&c);
}

/* ---- windings ---- */

/* Held by its stalled torque k V/R = m g l sin(angle); the roots of the characteristic polynomial have these sums. */
Test(drives, current_comes_to_rest_and_is_part_of_the_modes)
{
    tml_case c = tml_case_run_text("held",
                                   PENDULUM "forces: {m: {dc-motor: O, voltage: 12, " WINDING "}}\n"
                                            "analyses: [static, modes]\n",
                                   NULL);
    const double J = 2e-4 + 0.4 * 0.25 * 0.25, b = 5e-4, k = 0.06, R = 1.2, L = 8e-3, V = 12,
                 weight = 0.4 * 9.81 * 0.25;
    const double angle = asin(k * V / R / weight), stiffness = weight * cos(angle);
    const tml_table *held = tml_case_table(&c, "static"), *modes = tml_case_table(&c, "modes");
    tml_case_near(&c, "current", tml_table_value(held, 0, (size_t)tml_table_find(held, "m.current")), V / R, 1e-12);
    tml_case_near(&c, "angle", tml_table_value(held, 0, (size_t)tml_table_find(held, "O.angle")), angle, 1e-12);
    const size_t re = (size_t)tml_table_find(modes, "eigenvalue.re"),
                 im = (size_t)tml_table_find(modes, "eigenvalue.im");
    cr_assert_eq(tml_table_rows(modes), 2);
    const double x = tml_table_value(modes, 0, re), y = tml_table_value(modes, 0, im),
                 z = tml_table_value(modes, 1, re);
    tml_case_near(&c, "sum", 2 * x + z, -(R / L + b / J), 1e-9);
    tml_case_near(&c, "product", (x * x + y * y) * z, -stiffness * R / L / J, 1e-7);
    tml_case_near(&c, "pairs", x * x + y * y + 2 * x * z, stiffness / J + (R * b + k * k) / L / J, 1e-8);
    tml_case_free(&c);
}

/* At a given speed of the joint, through a gearbox that loses a fifth. */
Test(drives, steady_motion_has_its_current)
{
    tml_case c =
        tml_case_run_text("steady",
                          PENDULUM "gravity: none\n"
                                   "forces: {m: {dc-motor: O, voltage: 12, " WINDING ", ratio: 3, efficiency: 0.8}}\n"
                                   "analyses: [steady: {speeds: {O: 20}}]\n",
                          NULL);
    tml_case_near(&c, "current", tml_case_value(&c, 0, "m.current"), (12 - 0.06 * 60) / 1.2, 1e-12);
    tml_case_near(&c, "torque", tml_case_value(&c, 0, "m.torque"), 3 * 0.8 * (0.06 * 7 - 5e-4 * 60), 1e-12);
    tml_case_free(&c);
}

/* Without a coil the current is algebraic: w' = -(w - w0)/T with w0 the speed at no load. */
Test(drives, without_inductance_the_speed_is_an_exponential)
{
    tml_case c = tml_case_run_text(
        "no coil",
        "trammel: 1\ngravity: none\npoints: {O: [0, 0]}\nbodies: {rotor: {points: [O], mass: 1, inertia: 1e-3}}\n"
        "joints: {O: {revolute: [ground, rotor]}}\n"
        "forces: {m: {dc-motor: O, voltage: 12, R: 1.2, k: 0.06, viscous: 5e-4, rotor: 1e-3}}\n"
        "analyses: [dynamics: {end: 1, output: 0.1, tolerance: 1e-12}]\n",
        NULL);
    const double drag = 5e-4 + 0.06 * 0.06 / 1.2, w0 = 0.06 * 12 / 1.2 / drag, T = 2e-3 / drag;
    for (int k = 1; k <= 10; k++)
        expect(&c, 0.1 * k, "O.speed", w0 * -expm1(-0.1 * k / T), 1e-11);
    expect(&c, 0, "m.current", 10, 1e-13);
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* J w' = n k (V - n k w)/R with J = I + n^2 rotor, nearly all of it the rotor's: what accelerates the wheel is a small difference. */
static void rotor_much_heavier_than_its_load(const char *by)
{
    static const double ratio[] = {2, 5, 50, 500};
    for (size_t i = 0; i < sizeof ratio / sizeof *ratio; i++) {
        char text[512];
        const double n = ratio[i], k = 0.06, R = 1.2, J = 1e-4 + 2e-4 * n * n, rate = n * n * k * k / (R * J),
                     top = 24 / (n * k);
        snprintf(text, sizeof text,
                 "trammel: 1\ngravity: none\n"
                 "bodies: {ground: {points: {O: [0, 0]}}, wheel: {points: {O: [0, 0]}, mass: 0.4, inertia: 1e-4}}\n"
                 "joints: {O: {revolute: [ground, wheel]}}\n"
                 "forces: {m: {dc-motor: O, voltage: 24, R: 1.2, k: 0.06, rotor: 2e-4, ratio: %g}}\n"
                 "analyses: [{dynamics: {end: 0.2, output: 0.1, tolerance: 1e-12}}]\n",
                 n);
        tml_case c = tml_case_run_text_with("heavy rotor", text, NULL, TML_BY(by));
        expect(&c, 0.2, "O.speed", top * -expm1(-rate * 0.2), 1e-11);
        expect(&c, 0.2, "O.acceleration", top * rate * exp(-rate * 0.2), 1e-9);
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(drives, rotor_much_heavier_than_its_load, 20)

/* ---- limits of an amplifier ---- */

#define DISC                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies: {ground: {points: {O: [0, 0]}}, disc: {points: {O: [0, 0]}, mass: 1, inertia: 0.01}}\n"                   \
    "joints: {O: {revolute: [ground, disc]}}\n"

/* Without a coil: constant torque k I until (V - k w)/R = I, from there on an exponential to V/k. */
static void motor_starts_at_its_current_limit(const char *by)
{
    const double J = 0.01, V = 24, R = 1.2, k = 0.06, I = 5, w1 = (V - R * I) / k, t1 = w1 * J / (k * I),
                 tau = J * R / (k * k);
    tml_case c =
        tml_case_run_text_with("at the limit",
                               DISC "forces: {m: {dc-motor: O, voltage: 24, R: 1.2, k: 0.06, current_limit: 5}}\n"
                                    "analyses: [dynamics: {end: 20, output: 0.5, tolerance: 1e-12}]\n",
                               NULL, TML_BY(by));
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t"), s = t - t1;
        const double w = s < 0 ? k * I * t / J : V / k - (V / k - w1) * exp(-s / tau);
        const double i = s < 0 ? I : I * exp(-s / tau);
        tml_case_near(&c, "w", tml_case_value(&c, row, "O.speed"), w, 1e-10 * V / k);
        tml_case_near(&c, "i", tml_case_value(&c, row, "m.current"), i, 1e-10 * I);
        tml_case_near(&c, "u", tml_case_value(&c, row, "m.terminal_voltage"), s < 0 ? R * I + k * w : V, 1e-10 * V);
        tml_case_near(&c, "power", tml_case_value(&c, row, "m.electric_power"), i * (s < 0 ? R * I + k * w : V),
                      1e-9 * V * I);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(drives, motor_starts_at_its_current_limit, 20)

/* With a coil and an amplifier of the time constant T. u = V: i = A (1 - exp(-t/t2)) roughly, here exactly with the rotor held: i' = (V - R i)/L until it equals
 * (I - i)/T, from there on i = I - (I - i1) exp(-s/T). */
Test(drives, amplifier_brings_the_current_to_its_limit)
{
    const double V = 24, R = 1.2, L = 8e-3, I = 5, T = 1e-3;
    /* (V - R i)/L = (I - i)/T */
    const double i1 = (I / T - V / L) / (1 / T - R / L), t1 = -L / R * log(1 - R * i1 / V);
    tml_case c = tml_case_run_text(
        "amplifier",
        DISC "drivers: {hold: {O.angle: 0}}\n"
             "forces: {m: {dc-motor: O, voltage: 24, R: 1.2, L: 8 mH, k: 0.06, current_limit: 5, current_time: 1 ms}}\n"
             "analyses: [dynamics: {end: 0.02, output: 0.0005, tolerance: 1e-12}]\n",
        NULL);
    cr_assert(i1 > 0 && i1 < I);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t"), s = t - t1;
        const double i = s < 0 ? V / R * (1 - exp(-R * t / L)) : I - (I - i1) * exp(-s / T);
        tml_case_near(&c, "i", tml_case_value(&c, row, "m.current"), i, 1e-10 * I);
        tml_case_near(&c, "u", tml_case_value(&c, row, "m.terminal_voltage"), s < 0 ? V : R * i + L * (I - i) / T,
                      1e-9 * V);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* At rest against a spring, and at a constant speed: i is V/R or (V - k w)/R between the limits; derivatives are those of what limits. */
Test(drives, limited_current_is_held_at_rest_and_at_constant_speed)
{
    static const char *const coils[] = {"", "L: 8 mH, ", "L: 8 mH, current_time: 1 ms, "};
    for (int i = 0; i < 3; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 DISC "forces:\n  m: {dc-motor: O, voltage: -24, R: 1.2, %sk: 0.06, current_limit: 5}\n"
                      "  s: {torsion: O, stiffness: 2}\nanalyses: [static, modes]\n",
                 coils[i]);
        tml_case c = tml_case_run_text("rest", text, NULL);
        const tml_table *rest = tml_case_table(&c, "static"), *modes = tml_case_table(&c, "modes");
        tml_case_near(&c, "i", tml_table_value(rest, 0, (size_t)tml_table_find(rest, "m.current")), -5, 1e-11);
        tml_case_near(&c, "angle", tml_table_value(rest, 0, (size_t)tml_table_find(rest, "O.angle")), -0.15, 1e-12);
        /* torque is constant: nothing damps */
        tml_case_near(&c, "frequency", tml_table_value(modes, 0, (size_t)tml_table_find(modes, "eigenvalue.im")),
                      sqrt(2 / 0.01), 1e-9);
        tml_case_free(&c);
        for (int fast = 0; fast < 2; fast++) {
            snprintf(text, sizeof text,
                     DISC
                     "forces: {m: {dc-motor: O, voltage: 24, R: 1.2, %sk: 0.06, current_limit: 5, voltage_limit: 12}}\n"
                     "analyses: [steady: {speeds: {O: %d}}]\n",
                     coils[i], fast ? 150 : 50);
            c = tml_case_run_text("steady", text, NULL);
            tml_case_near(&c, "i", tml_case_value(&c, 0, "m.current"), fast ? (12 - 0.06 * 150) / 1.2 : 5, 1e-11);
            tml_case_free(&c);
        }
    }
}

Test(drives, amplifiers_that_make_no_sense_are_explained)
{
    static const char *const wrong[][2] = {
        {"current_time: 1 ms", "give that, or leave this out"},
        {"current_limit: 5, current_time: 1 ms", "without \"L\" the current follows at once"},
        {"current_limit: 0", "current_limit must be greater than zero"},
        {"voltage_limit: -3", "voltage_limit must be greater than zero"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[512];
        snprintf(text, sizeof text, DISC "forces: {m: {dc-motor: O, voltage: 24, R: 1.2, k: 0.06, %s}}\n", wrong[i][0]);
        strcat(text, "analyses: [dynamics: {end: 1}]\n");
        expect_explained(text, wrong[i][1]);
    }
}
