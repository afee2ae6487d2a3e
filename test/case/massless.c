/* massless.c - massless bodies between springs, dampers and rigid joints: closed forms, limits of small masses, other formulations. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A mass and a massless node on sliders: ground -k1,c1- node -k2- mass. */
#define M  2.0
#define K1 300.0
#define K2 500.0
#define C1 20.0
static const char sliders[] = "trammel: 1\n"
                              "gravity: none\n"
                              "bodies:\n"
                              "  ground: {points: {O: [0, 0]}}\n"
                              "  node: {points: {N: [0, 0]}, position: [1, 0]}\n"
                              "  mass: {points: {M: [0, 0]}, mass: 2, inertia: 1, position: [2.1, 0]}\n"
                              "joints:\n"
                              "  A: {prismatic: [ground.O, node.N], axis: x}\n"
                              "  B: {prismatic: [ground.O, mass.M], axis: x}\n"
                              "forces:\n"
                              "  s1: {spring: [ground.O, node.N], stiffness: 300, length: 1}\n"
                              "  s2: {spring: [node.N, mass.M], stiffness: 500, length: 1}\n"
                              "analyses:\n"
                              "  - dynamics: {end: 2, output: 0.1, tolerance: 1e-11}\n";
#define DAMPER                                                                                                         \
    {                                                                                                                  \
        "length: 1}\n  s2", "length: 1}\n  d: {spring: [ground.O, node.N], damping: 20}\n  s2"                         \
    }

/* ---- closed forms ---- */

Test(massless, node_between_springs_is_springs_in_series)
{
    tml_case c = tml_case_run_text("series", sliders, TML_AS_WRITTEN);
    const double part = K2 / (K1 + K2), w = sqrt(K1 * part / M);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = 0.1 * (double)row, x = 0.1 * cos(w * t), v = -0.1 * w * sin(w * t);
        tml_case_near(&c, "mass", tml_case_value(&c, row, "B.displacement"), 2 + x, 2e-9);
        tml_case_near(&c, "node", tml_case_value(&c, row, "A.displacement"), 1 + part * x, 1e-9);
        tml_case_near(&c, "node's velocity", tml_case_value(&c, row, "A.speed"), part * v, 1e-8);
        tml_case_near(&c, "node's acceleration", tml_case_value(&c, row, "node.ax"), -w * w * part * x, 1e-6);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* Driven, the node relaxes by itself: c p' = k2 (x - p) - k1 p, x = 0.1 sin(5 t): p = A sin + B cos - B exp(-(k1 + k2) t/c). */
Test(massless, maxwell_element_relaxes_exponentially)
{
    tml_case c =
        tml_case_run_text("maxwell, driven", sliders,
                          TML_EDITS(DAMPER, {"position: [2.1, 0]", "position: [2, 0]"}, {"1e-11", "1e-10"},
                                    {"analyses:", "drivers: {u: {B.displacement: 2 + 0.1*sin(5*t)}}\nanalyses:"}));
    const double r = (K1 + K2) / C1, f = 0.1 * K2 / C1, q = r * r + 25, A = f * r / q, B = -5 * f / q;
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = 0.1 * (double)row, e = exp(-r * t);
        const double p = A * sin(5 * t) + B * cos(5 * t) - B * e,
                     pd = 5 * (A * cos(5 * t) - B * sin(5 * t)) + r * B * e,
                     pdd = -25 * (A * sin(5 * t) + B * cos(5 * t)) - r * r * B * e;
        tml_case_near(&c, "p", tml_case_value(&c, row, "A.displacement"), 1 + p, 1e-10);
        tml_case_near(&c, "p'", tml_case_value(&c, row, "A.speed"), pd, 5e-9);
        tml_case_near(&c, "p''", tml_case_value(&c, row, "node.ax"), pdd, 1e-6);
        tml_case_near(&c, "force", tml_case_value(&c, row, "s2.force"), K2 * (0.1 * sin(5 * t) - p), 1e-7);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* y = (x, v, p) */
static void rate(const double y[3], double out[3])
{
    out[0] = y[1];
    out[1] = -K2 * (y[0] - y[2]) / M;
    out[2] = (K2 * (y[0] - y[2]) - K1 * y[2]) / C1;
}

static void step(double y[3], double h)
{
    static const double part[4] = {0, 0.5, 0.5, 1};
    double k[4][3], z[3];
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < 3; i++)
            z[i] = y[i] + (s ? h * part[s] * k[s - 1][i] : 0);
        rate(z, k[s]);
    }
    for (int i = 0; i < 3; i++)
        y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

Test(massless, maxwell_element_on_a_mass_matches_an_independent_integration)
{
    tml_case c = tml_case_run_text("maxwell", sliders, TML_EDITS(DAMPER));
    double y[3] = {0.1, 0, 0}, slope[3];
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        for (int i = 0; row && i < 1000; i++)
            step(y, 1e-4);
        rate(y, slope);
        tml_case_near(&c, "x", tml_case_value(&c, row, "B.displacement"), 2 + y[0], 1e-9);
        tml_case_near(&c, "p", tml_case_value(&c, row, "A.displacement"), 1 + y[2], 1e-9);
        tml_case_near(&c, "p'", tml_case_value(&c, row, "A.speed"), slope[2], 5e-8);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* ---- massless bodies eliminated: methods of one step ---- */

#define BY(integrator)                                                                                                 \
    {                                                                                                                  \
        "tolerance: 1e-11", "tolerance: 1e-11, integrator: " integrator                                                \
    }

static void expect_series(const char *name, tml_edit integrator, double bar)
{
    tml_case c = tml_case_run_text(name, sliders, TML_EDITS(integrator));
    const double part = K2 / (K1 + K2), w = sqrt(K1 * part / M);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = 0.1 * (double)row, x = 0.1 * cos(w * t), v = -0.1 * w * sin(w * t);
        tml_case_near(&c, "mass", tml_case_value(&c, row, "B.displacement"), 2 + x, bar);
        tml_case_near(&c, "node", tml_case_value(&c, row, "A.displacement"), 1 + part * x, bar);
        tml_case_near(&c, "node's velocity", tml_case_value(&c, row, "A.speed"), part * v, 20 * bar);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}

Test(massless, springs_in_series_follow_their_closed_form_by_single_step_methods)
{
    expect_series("explicit", (tml_edit)BY("explicit"), 1e-12);
    expect_series("dopri5", (tml_edit)BY("dopri5"), 1e-10);
    expect_series("rk4", (tml_edit)BY("rk4, step: 0.002"), 5e-9);
}

Test(massless, maxwell_element_follows_its_closed_form_by_single_step_methods)
{
    static const tml_edit integrators[] = {BY("explicit"), BY("dopri5"), BY("rk4, step: 0.001")};
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++) {
        tml_case c = tml_case_run_text(integrators[i].to, sliders, TML_EDITS(DAMPER, integrators[i]));
        double y[3] = {0.1, 0, 0}, slope[3];
        for (size_t row = 0; row < tml_table_rows(c.table); row++) {
            for (int k = 0; row && k < 1000; k++)
                step(y, 1e-4);
            rate(y, slope);
            tml_case_near(&c, "x", tml_case_value(&c, row, "B.displacement"), 2 + y[0], i < 2 ? 1e-11 : 1e-7);
            tml_case_near(&c, "p", tml_case_value(&c, row, "A.displacement"), 1 + y[2], i < 2 ? 1e-11 : 1e-7);
            tml_case_near(&c, "p'", tml_case_value(&c, row, "A.speed"), slope[2], i < 2 ? 1e-9 : 1e-5);
        }
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}

/* Steps in real time: the same motion. */
Test(massless, live_steps_follow_a_massless_body)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(sliders, strlen(sliders), "m.yaml", log);
    const tml_live_options options = {.size = sizeof options, .step = 0.002};
    tml_live *live = NULL;
    cr_assert_not_null(model);
    cr_assert_eq(tml_live_make(model, &options, &live, log), TML_OK, "%s",
                 tml_log_count(log) ? tml_log_get(log, 0).text : "");
    const double part = K2 / (K1 + K2), w = sqrt(K1 * part / M);
    const long node = tml_live_channel(live, "A.displacement"), speed = tml_live_channel(live, "A.speed");
    cr_assert(node >= 0 && speed >= 0);
    for (int k = 1; k <= 500; k++) {
        cr_assert_eq(tml_live_step(live), TML_OK);
        const double t = 0.002 * k;
        cr_expect_float_eq(tml_live_value(live, node), 1 + part * 0.1 * cos(w * t), 1e-9);
        cr_expect_float_eq(tml_live_value(live, speed), -part * 0.1 * w * sin(w * t), 2e-8);
    }
    tml_live_free(live);
    tml_model_free(model);
    tml_log_free(log);
}

/* ---- modes ---- */

static void expect_modes(const char *method, size_t asked)
{
    char modes[64];
    snprintf(modes, sizeof modes, "modes: {method: %s, count: %zu}", method, asked);
    const tml_edit at_rest = {"position: [2.1, 0]", "position: [2, 0]"},
                   analysis = {"dynamics: {end: 2, output: 0.1, tolerance: 1e-11}", modes};
    tml_case c = tml_case_run_text(method, sliders, TML_EDITS(at_rest, analysis));
    cr_expect_eq(tml_table_rows(c.table), 1);
    const double w = sqrt(K1 * K2 / (K1 + K2) / M);
    tml_case_near(&c, "series", tml_case_value(&c, 0, "natural"), w, 1e-12 * w);
    tml_case_free(&c);
    c = tml_case_run_text(method, sliders, TML_EDITS(at_rest, analysis, DAMPER));
    /* (s^2 + k2/m) (c s + k1 + k2) = k2^2/m */
    cr_assert_eq(tml_table_rows(c.table), 2, "%zu modes", tml_table_rows(c.table));
    for (size_t i = 0; i < 2; i++) {
        const double re = tml_case_value(&c, i, "eigenvalue.re"), im = tml_case_value(&c, i, "eigenvalue.im");
        const double a = re * re - im * im + K2 / M, b = 2 * re * im, d = C1 * re + K1 + K2, e = C1 * im;
        tml_case_near(&c, "characteristic equation", a * d - b * e, K2 * K2 / M, 1e-9 * K2 * K2 / M);
        tml_case_near(&c, "its imaginary part", a * e + b * d, 0, 1e-9 * K2 * K2 / M);
    }
    tml_case_free(&c);
}

Test(massless, modes_are_the_finite_eigenvalues)
{
    expect_modes("dense", 5);
    expect_modes("sparse", 5);
}

/* ---- against bodies with a little mass ---- */

/* A contact patch: slides without mass on a road that moves, and carries a wheel by a compliant joint. */
static const char patch[] = "trammel: 1\n"
                            "points: {O: [0, 0.5], A: [0.6, 0.3], R: [0.65, 0]}\n"
                            "bodies:\n"
                            "  arm: {points: [O, A], mass: 3, shape: rod}\n"
                            "  wheel: {points: [A, R], com: [0.6, 0.3], mass: 8, inertia: 0.4}\n"
                            "  patch: {points: [R]}\n"
                            "  road: {points: [R]}\n"
                            "joints:\n"
                            "  O: {revolute: [ground, arm]}\n"
                            "  A: {revolute: [arm, wheel]}\n"
                            "  T: {revolute: [patch.R, wheel.R], stiffness: 4000, damping: 60}\n"
                            "  S: {prismatic: [road, patch], at: R, axis: x}\n"
                            "  U: {prismatic: [ground, road], at: R, axis: y}\n"
                            "forces:\n"
                            "  k: {spring: [patch.R, arm.A], stiffness: 900, damping: 5}\n"
                            "drivers: {u: {U.displacement: 0.03*sin(9*t)}}\n"
                            "analyses:\n"
                            "  - dynamics: {end: 0.5, output: 0.05, tolerance: 1e-10}\n";

Test(massless, patch_is_the_limit_of_small_masses)
{
    static const char *const channels[] = {"S.displacement", "wheel.y", "wheel.angle", "O.fy", "S.fy"};
    tml_case c = tml_case_run_text("patch", patch, TML_AS_WRITTEN);
    tml_case light = tml_case_run_text(
        "light", patch, TML_EDITS({"patch: {points: [R]}", "patch: {points: [R], mass: 2e-4, inertia: 0}"}));
    tml_case lighter = tml_case_run_text(
        "lighter", patch, TML_EDITS({"patch: {points: [R]}", "patch: {points: [R], mass: 1e-4, inertia: 0}"}));
    for (size_t k = 0; k < sizeof channels / sizeof *channels; k++)
        for (size_t row = 2; row < tml_table_rows(c.table); row++) {
            const double limit =
                2 * tml_case_value(&lighter, row, channels[k]) - tml_case_value(&light, row, channels[k]);
            tml_case_near(&c, channels[k], tml_case_value(&c, row, channels[k]), limit,
                          1e-6 * tml_case_largest(&c, channels[k]));
        }
    tml_case_laws(&c);
    tml_case_free(&c);
    tml_case_free(&light);
    tml_case_free(&lighter);
}

/* Mass without inertia on a pin, rotated by a spring and a damper beside it: a rotation of first order. */
static const char rod[] = "trammel: 1\n"
                          "points: {O: [0, 0], A: [1, 0], B: [2, 0], C: [2, 0.5], D: [3, 1]}\n"
                          "bodies:\n"
                          "  arm: {points: [O, A], mass: 1, shape: rod}\n"
                          "  bob: {points: [A, B, C], com: A, mass: 2, inertia: 0}\n"
                          "joints:\n"
                          "  O: {revolute: [ground, arm]}\n"
                          "  A: {revolute: [arm, bob]}\n"
                          "forces:\n"
                          "  s: {spring: [ground.D, bob.C], stiffness: 100, length: 0.8}\n"
                          "  d: {spring: [ground.D, bob.B], damping: 3}\n"
                          "analyses:\n"
                          "  - dynamics: {end: 0.6, output: 0.1, tolerance: 1e-10, integrator: explicit}\n";

Test(massless, rotation_without_inertia_is_the_limit_of_small_inertia)
{
    static const char *const channels[] = {"arm.angle", "bob.angle", "O.fx"};
    tml_case c = tml_case_run_text("rod", rod, TML_AS_WRITTEN);
    tml_case dae = tml_case_run_text("rod by dae", rod, TML_EDITS({"integrator: explicit", "integrator: dae"}));
    char start[128];
    snprintf(start, sizeof start, "initial: {bob.omega: %.17g}\nanalyses:", tml_case_value(&c, 0, "bob.omega"));
    const tml_edit as_massless = {"analyses:", start};
    tml_case light = tml_case_run_text("light", rod, TML_EDITS(as_massless, {"inertia: 0}", "inertia: 2e-5}"}));
    tml_case lighter = tml_case_run_text("lighter", rod, TML_EDITS(as_massless, {"inertia: 0}", "inertia: 1e-5}"}));
    for (size_t k = 0; k < sizeof channels / sizeof *channels; k++)
        for (size_t row = 1; row < tml_table_rows(c.table); row++) {
            const double x = tml_case_value(&c, row, channels[k]),
                         off[2] = {tml_case_value(&light, row, channels[k]) - x,
                                   tml_case_value(&lighter, row, channels[k]) - x};
            tml_case_near(&c, "linear in the inertia", 2 * off[1] - off[0], 0,
                          1e-8 * tml_case_largest(&c, channels[k]));
            tml_case_near(&c, "the same by dae", tml_case_value(&dae, row, channels[k]), x,
                          1e-8 * tml_case_largest(&c, channels[k]));
        }
    tml_case_laws(&c);
    tml_case *const all[] = {&c, &dae, &light, &lighter};
    for (size_t i = 0; i < 4; i++)
        tml_case_free(all[i]);
}

Test(massless, patch_agrees_with_the_penalty_formulation)
{
    static const char *const channels[] = {"S.displacement", "wheel.y", "wheel.angle"};
    tml_case c = tml_case_run_text("patch", patch, TML_AS_WRITTEN);
    tml_case soft = tml_case_run_text_with("patch, all compliant", patch, TML_AS_WRITTEN, TML_BY("implicit"));
    for (size_t k = 0; k < sizeof channels / sizeof *channels; k++)
        for (size_t row = 0; row < tml_table_rows(c.table); row++)
            tml_case_near(&c, channels[k], tml_case_value(&soft, row, channels[k]),
                          tml_case_value(&c, row, channels[k]), 1e-5);
    tml_case_free(&c);
    tml_case_free(&soft);
}

/* ---- what is said ---- */

static void expect_refused(const char *text, const char *formulation, const char *integrator, const char *what)
{
    tml_results *results = NULL;
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "m.yaml", log);
    const tml_run_options options = {.size = sizeof options, .formulation = formulation, .integrator = integrator};
    cr_assert_not_null(model);
    cr_expect_neq(tml_run(model, &options, &results, log), TML_OK);
    bool said = false;
    for (size_t i = 0; i < tml_log_count(log); i++)
        said |= strstr(tml_log_get(log, i).text, what) != NULL;
    cr_expect(said, "not said: %s", what);
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
}

Test(massless, methods_that_do_not_apply_name_those_that_do)
{
    static const char *const formulations[] = {"joint", "point", "particles"}, *const integrators[] = {"bdf", "adams"};
    for (size_t i = 0; i < 3; i++)
        expect_refused(sliders, formulations[i], NULL, "use formulation: absolute, or implicit");
    for (size_t i = 0; i < 2; i++)
        expect_refused(
            sliders, NULL, integrators[i],
            "cannot integrate that; use dae, or dopri5, euler, explicit or rk4 if its dampers are not stiff");
}

Test(massless, unsupported_body_is_named_with_its_motion)
{
    static const char slide[] = "trammel: 1\n"
                                "bodies:\n"
                                "  ground: {points: {O: [0, 0], P: [0, 2]}}\n"
                                "  arm: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod}\n"
                                "  patch: {points: {N: [0, 0]}, position: [1, 1]}\n"
                                "joints:\n"
                                "  O: {revolute: [ground, arm]}\n"
                                "  S: {prismatic: [ground.O, patch.N], axis: [3, 4]}\n"
                                "analyses: [dynamics: {end: 1}]\n";
    static const char turn[] = "trammel: 1\n"
                               "bodies:\n"
                               "  ground: {points: {O: [0, 0], P: [0, 2]}}\n"
                               "  arm: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod}\n"
                               "  lever: {points: {A: [0, 0], B: [0.3, 0]}}\n"
                               "joints:\n"
                               "  O: {revolute: [ground, arm]}\n"
                               "  A: {revolute: [arm, lever]}\n"
                               "analyses: [dynamics: {end: 1}]\n";
    expect_refused(slide, NULL, NULL,
                   "body patch can slide along (0.6, 0.8): no mass, spring, damper or joint resists it here");
    expect_refused(turn, NULL, NULL, "body lever can rotate: no inertia, spring, damper or joint resists it here");
}

/* ---- rotors: inertia without mass ---- */

/* A body I in a ball joint carries a rotor without mass, J about its axis e = x alone, driven by T (Zhukovsky's gyrostat). With h = I w + J (w_x + W) e, W the speed of
 * the rotor on the body,
 *   h' + w x h = 0,   J (w_x' + W') = T      so that      I w' = -T e - w x h,   W' = T/J - w_x' */
static const double GYROSTAT_I[3] = {0.3, 0.2, 0.25}, GYROSTAT_J = 0.05, GYROSTAT_T = 0.4;

static void gyrostat_rate(const double y[4], double out[4])
{
    const double h[3] = {GYROSTAT_I[0] * y[0] + GYROSTAT_J * (y[0] + y[3]), GYROSTAT_I[1] * y[1], GYROSTAT_I[2] * y[2]};
    out[0] = (-GYROSTAT_T - (y[1] * h[2] - y[2] * h[1])) / GYROSTAT_I[0];
    out[1] = -(y[2] * h[0] - y[0] * h[2]) / GYROSTAT_I[1];
    out[2] = -(y[0] * h[1] - y[1] * h[0]) / GYROSTAT_I[2];
    out[3] = GYROSTAT_T / GYROSTAT_J - out[0];
}

/* The classical Runge-Kutta method of order four. */
static void gyrostat_step(double y[4], double h)
{
    double k[4][4], at[4];
    gyrostat_rate(y, k[0]);
    for (int i = 1; i < 4; i++) {
        for (int j = 0; j < 4; j++)
            at[j] = y[j] + h * (i == 3 ? 1 : 0.5) * k[i - 1][j];
        gyrostat_rate(at, k[i]);
    }
    for (int j = 0; j < 4; j++)
        y[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
}

#define GYROSTAT                                                                                                       \
    "trammel: 1\nspace: space\ngravity: none\npoints: {O: [0, 0, 0]}\n"                                                \
    "bodies:\n"                                                                                                        \
    "  body: {points: [O], com: O, mass: 2, inertia: [0.3, 0.2, 0.25], omega: [1, 2, 0.5]}\n"                          \
    "  rotor: {points: [O], com: O, mass: 0, inertia: [0.05, 0, 0], omega: [1, 2, 0.5]}\n"                             \
    "joints: {B: {spherical: [ground, body], at: O}, R: {revolute: [body, rotor], at: O, axis: x}}\n"                  \
    "forces: {m: {motor: R, torque: 0.4}}\n"                                                                           \
    "analyses: [dynamics: {end: 1, output: 1, tolerance: 1e-11}]\n"

static void rotor_without_mass_drives_its_carrier(const char *by)
{
    tml_case c = tml_case_run_text_with("gyrostat", GYROSTAT, NULL, TML_BY(by));
    double y[4] = {1, 2, 0.5, 0};
    for (int i = 0; i < 10000; i++)
        gyrostat_step(y, 1e-4);
    const double x = tml_case_at(&c, 1, "body.omegax"), v = tml_case_at(&c, 1, "body.omegay"),
                 z = tml_case_at(&c, 1, "body.omegaz");
    tml_case_near(&c, "rotor", tml_case_at(&c, 1, "R.speed"), y[3], 1e-8);
    tml_case_near(&c, "body", x * x + v * v + z * z, y[0] * y[0] + y[1] * y[1] + y[2] * y[2], 1e-8);
    tml_case_free(&c);
}
TML_TEST_EACH(massless, rotor_without_mass_drives_its_carrier, 30)

/* Compliant joints cannot compensate an inertia that is singular: the body that causes it is called what it is. */
Test(massless, rotors_on_compliant_joints_are_named)
{
    expect_refused(GYROSTAT, "implicit", NULL, "body rotor is massless");
}

/* A winch: drum and pinion on fixed pins, of inertia alone; the drum winds a rope that lifts a weight.
 * (J_d + n^2 J_p + m r^2) w' = n T - m g r */
static void rotors_on_fixed_pins_need_no_mass(const char *by)
{
    tml_case c = tml_case_run_text_with(
        "winch",
        "trammel: 1\ngravity: none\npoints: {A: [0, 0], B: [1, 0], L: [0, -1]}\n"
        "bodies:\n  drum: {points: [A], com: A, inertia: 0.3}\n  pinion: {points: [B], com: B, inertia: 0.02}\n"
        "  load: {points: [L], com: L, mass: 5, inertia: 1}\n"
        "joints:\n  A: {revolute: [ground, drum]}\n  B: {revolute: [ground, pinion]}\n"
        "  G: {gear: [A, B], ratio: -4}\n  S: {prismatic: [ground, load], at: L, axis: y}\n  W: {rack: [A, S], radius: "
        "0.1}\n"
        "forces: {m: {motor: B, torque: 2}, weight: {motor: S, force: -5*9.81}}\n"
        "analyses: [dynamics: {end: 1, output: 1, tolerance: 1e-10}]\n",
        NULL, TML_BY(by));
    const double J = 0.3 + 16 * 0.02 + 5 * 0.01, rate = (-4 * 2 - 5 * 9.81 * 0.1) / J;
    tml_case_near(&c, "drum", tml_case_at(&c, 1, "A.speed"), rate, 1e-8 * fabs(rate));
    tml_case_free(&c);
}
TML_TEST_EACH(massless, rotors_on_fixed_pins_need_no_mass, 30)
