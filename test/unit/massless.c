/* massless.c - massless bodies between springs and dampers, against closed forms and an independent integration.
 *
 * A truck's wheel in short: a mass on a strut (k1, c1), below it a massless contact patch on the tyre's spring (k2). The patch
 * moves as the balance k2 p = k1 (x - p) + c1 (v - p') asks; without the damper the springs are in series, k = k1 k2/(k1 + k2).
 */
#include "dynamics/massless/massless.h"
#include "dynamics/formulation.h"
#include "support/case.h"
#include "support/larger.h"
#include "support/mechanics.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define K1 300.0
#define K2 500.0
#define C1 40.0
#define M  2.0

static const char wheel[] =
    "trammel: 1\n"
    "gravity: none\n"
    "bodies:\n"
    "  ground: {points: {O: [0, 0]}}\n"
    "  patch: {points: {A: [0, 0]}}\n"
    "  mass: {points: {A: [0, 0]}, mass: 2, inertia: 0.1}\n"
    "forces:\n"
    "  tyre: {bushing: [ground.O, patch.A], stiffness: {translation: [500, 1000], rotation: 20}}\n"
    "  strut: {bushing: [patch.A, mass.A], stiffness: {translation: [300, 1000], rotation: 30}, "
    "damping: {translation: [40, 50], rotation: 2}}\n"
    "initial: {mass.x: 0.1, mass.vx: -0.3}\n"
    "analyses:\n"
    "  - dynamics: {end: 2, output: 0.05, tolerance: 1e-10}\n";
#define UNDAMPED TML_EDITS({", damping: {translation: [40, 50], rotation: 2}", ""})

static const char *integrator_of(const tml_case *c)
{
    for (size_t i = 0; i < tml_table_fact_count(c->table); i++)
        if (strcmp(tml_table_fact_name(c->table, i), "integrator") == 0)
            return tml_table_fact_text(c->table, i);
    return "";
}

/* ---- closed forms ---- */

/* y = (x, v, p): m v' = -k2 p, p' = v + (k1 (x - p) - k2 p)/c1 */
static void strut_rate(const double y[3], double out[3])
{
    out[0] = y[1];
    out[1] = -K2 * y[2] / M;
    out[2] = y[1] + (K1 * (y[0] - y[2]) - K2 * y[2]) / C1;
}

static void strut_step(double y[3], double h)
{
    double k[4][3], z[3];
    static const double part[4] = {0, 0.5, 0.5, 1};
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < 3; i++)
            z[i] = y[i] + (s ? h * part[s] * k[s - 1][i] : 0);
        strut_rate(z, k[s]);
    }
    for (int i = 0; i < 3; i++)
        y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

Test(massless, damper_and_springs_match_an_independent_integration)
{
    tml_case c = tml_case_run_text("wheel", wheel, TML_AS_WRITTEN);
    double y[3] = {0.1, -0.3, 0}, slope[3], off[4] = {0};
    cr_expect_not_null(strstr(integrator_of(&c), "dae: "), "%s", integrator_of(&c));
    cr_expect_not_null(strstr(integrator_of(&c), "(auto: a massless body)"), "%s", integrator_of(&c));
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        for (int i = 0; row && i < 1000; i++)
            strut_step(y, 0.05 / 1000);
        strut_rate(y, slope);
        off[0] = larger(off[0], fabs(tml_case_value(&c, row, "mass.x") - y[0]));
        off[1] = larger(off[1], fabs(tml_case_value(&c, row, "patch.x") - y[2]));
        off[2] = larger(off[2], fabs(tml_case_value(&c, row, "patch.vx") - slope[2]));
        const double pdd = slope[1] + (K1 * (slope[0] - slope[2]) - K2 * slope[2]) / C1;
        off[3] = larger(off[3], fabs(tml_case_value(&c, row, "patch.ax") - pdd));
    }
    tml_case_near(&c, "mass.x", off[0], 0, 1e-9);
    tml_case_near(&c, "patch.x", off[1], 0, 1e-9);
    tml_case_near(&c, "patch.vx", off[2], 0, 1e-8);
    tml_case_near(&c, "patch.ax", off[3], 0, 1e-6);
    tml_case_laws(&c);
    tml_case_free(&c);
}

Test(massless, springs_in_series_match_their_closed_form)
{
    tml_case c = tml_case_run_text("wheel without a damper", wheel, UNDAMPED);
    const double part = K1 / (K1 + K2), w = sqrt(K2 * part / M);
    double off[4] = {0};
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = 0.05 * (double)row, x = 0.1 * cos(w * t) - 0.3 / w * sin(w * t),
                     v = -0.1 * w * sin(w * t) - 0.3 * cos(w * t);
        off[0] = larger(off[0], fabs(tml_case_value(&c, row, "mass.x") - x));
        off[1] = larger(off[1], fabs(tml_case_value(&c, row, "patch.x") - part * x));
        off[2] = larger(off[2], fabs(tml_case_value(&c, row, "patch.vx") - part * v));
        off[3] = larger(off[3], fabs(tml_case_value(&c, row, "patch.ax") + part * w * w * x));
    }
    tml_case_near(&c, "mass.x", off[0], 0, 2e-9);
    tml_case_near(&c, "patch.x", off[1], 0, 1e-9);
    tml_case_near(&c, "patch.vx", off[2], 0, 1e-8);
    tml_case_near(&c, "patch.ax", off[3], 0, 1e-6);
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* Ten springs and nine massless bodies before the only one with mass: all of them are coupled. */
Test(massless, many_massless_bodies_in_a_row_match_their_closed_form)
{
    enum { COUNT = 10 };
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\ngravity: none\nbodies:\n  ground: {points: {P: [0, 0]}}\n");
    for (int i = 1; i <= COUNT; i++)
        tml_text_add(&text, "  b%d: {points: {P: [0, 0]}%s}\n", i, i == COUNT ? ", mass: 1, inertia: 1" : "");
    tml_text_add(&text, "forces:\n");
    for (int i = 1; i <= COUNT; i++)
        tml_text_add(&text, "  s%d: {bushing: [%s%.0d.P, b%d.P], stiffness: 100}\n", i, i == 1 ? "ground" : "b", i - 1,
                     i);
    tml_text_add(&text, "initial: {b%d.x: 1}\nanalyses: [dynamics: {end: 3, output: 0.1, tolerance: 1e-10}]\n", COUNT);
    tml_case c = tml_case_run_text("row", text.data, TML_AS_WRITTEN);
    const double w = sqrt(100.0 / COUNT);
    double off = 0;
    for (size_t row = 0; row < tml_table_rows(c.table); row++)
        off = larger(off, fabs(tml_case_value(&c, row, "b3.x") - 0.3 * cos(w * 0.1 * (double)row)));
    tml_case_near(&c, "b3.x", off, 0, 1e-8);
    tml_case_free(&c);
    tml_text_free(&text);
}

/* Under a given force a body on a spring has the force's shape: exactly, and with its derivatives. */
Test(massless, displacement_follows_a_given_force)
{
    static const char text[] = "trammel: 1\n"
                               "gravity: none\n"
                               "bodies:\n"
                               "  ground: {points: {O: [0, 0]}}\n"
                               "  patch: {points: {A: [0, 0]}}\n"
                               "forces:\n"
                               "  tyre: {bushing: [ground.O, patch.A], stiffness: {translation: [500, 1000], rotation: "
                               "20}}\n"
                               "  push: {force: patch.A, value: [100*sin(3*t), 0]}\n"
                               "analyses:\n"
                               "  - dynamics: {end: 2, output: 0.1}\n";
    tml_case c = tml_case_run_text("pushed", text, TML_AS_WRITTEN);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = 0.1 * (double)row;
        tml_case_near(&c, "patch.x", tml_case_value(&c, row, "patch.x"), 0.2 * sin(3 * t), 1e-12);
        tml_case_near(&c, "patch.vx", tml_case_value(&c, row, "patch.vx"), 0.6 * cos(3 * t), 1e-12);
        tml_case_near(&c, "patch.ax", tml_case_value(&c, row, "patch.ax"), -1.8 * sin(3 * t), 1e-7);
    }
    tml_case_free(&c);
}

/* ---- what cannot be written down ---- */

/* Damped along one rotating axis only; a force that depends on the velocity of another body. In the plane and in space; the rod
 * has no inertia about itself. */
static const char mixed[] =
    "trammel: 1\n"
    "bodies:\n"
    "  ground: {points: {O: [0, 0]}}\n"
    "  patch: {points: {A: [0, 0], B: [0.3, 0.1]}, position: [0.03, 0.02]}\n"
    "  mass: {points: {B: [0.1, 0]}, com: [0, 0], mass: 2, inertia: 0.1, position: [0.3, 0.1], angle: 0.3}\n"
    "forces:\n"
    "  tyre: {bushing: [ground.O, patch.A], stiffness: {translation: [500, 1000], rotation: 20}}\n"
    "  strut: {bushing: [patch.B, mass.B], stiffness: {translation: [300, 800], rotation: 10}, damping: {translation: "
    "[40, "
    "0]}}\n"
    "  push: {force: patch.B, value: [3*sin(5*t), 2*mass.vx]}\n"
    "analyses:\n"
    "  - dynamics: {end: 1, output: 0.001, tolerance: 1e-10}\n";

static const char spatial[] =
    "trammel: 1\n"
    "space: space\n"
    "bodies:\n"
    "  ground: {points: {O: [0, 0, 0]}}\n"
    "  patch: {points: {A: [0, 0, 0], B: [0.3, 0.1, 0]}}\n"
    "  rod: {points: {B: [0, 0, -0.3]}, com: [0, 0, 0], mass: 1, inertia: [0.05, 0.05, 0], position: [0.3, 0.1, 0.4], "
    "orientation: {axis: [1, 1, 0], angle: 0.4}, omega: [0.5, 1, -0.3]}\n"
    "forces:\n"
    "  tyre: {bushing: [ground.O, patch.A], stiffness: {translation: [500, 1000, 800], rotation: 20}, damping: "
    "{translation: [10, 8, 5], rotation: 1}}\n"
    "  strut: {bushing: [patch.B, rod.B], stiffness: {translation: 300, rotation: 10}, damping: {translation: [3, 0, "
    "2]}}\n"
    "analyses:\n"
    "  - dynamics: {end: 0.3, output: 0.001, tolerance: 1e-10}\n";

/* A channel against the derivative of another by central differences of order 4, relative to its largest value. */
static void expect_slope(const tml_case *c, const char *of, const char *channel, double bar)
{
    double off = 0;
    for (size_t row = 2; row + 2 < tml_table_rows(c->table); row++) {
        double y[5];
        for (size_t k = 0; k < 5; k++)
            y[k] = tml_case_value(c, row + k - 2, of);
        const double slope = (8 * (y[3] - y[1]) - (y[4] - y[0])) / (12 * 0.001);
        off = larger(off, fabs(slope - tml_case_value(c, row, channel)));
    }
    tml_case_near(c, channel, off / tml_case_largest(c, channel), 0, bar);
}

Test(massless, partly_damped_bodies_in_the_plane_have_consistent_rates)
{
    tml_case c = tml_case_run_text("mixed", mixed, TML_AS_WRITTEN);
    expect_slope(&c, "patch.x", "patch.vx", 1e-6);
    expect_slope(&c, "patch.y", "patch.vy", 1e-6);
    expect_slope(&c, "patch.angle", "patch.omega", 1e-6);
    expect_slope(&c, "patch.vx", "patch.ax", 1e-5);
    expect_slope(&c, "patch.vy", "patch.ay", 1e-5);
    expect_slope(&c, "mass.vx", "mass.ax", 1e-5);
    tml_case_laws(&c);
    tml_case_free(&c);
}

Test(massless, partly_damped_bodies_in_space_have_consistent_rates)
{
    tml_case c = tml_case_run_text("spatial", spatial, TML_AS_WRITTEN);
    expect_slope(&c, "patch.x", "patch.vx", 1e-4);
    expect_slope(&c, "patch.z", "patch.vz", 1e-4);
    expect_slope(&c, "patch.vx", "patch.ax", 1e-4);
    expect_slope(&c, "patch.omegay", "patch.alphay", 1e-4);
    expect_slope(&c, "rod.omegax", "rod.alphax", 1e-4);
    expect_slope(&c, "rod.omegaz", "rod.alphaz", 1e-4);
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* ---- the start ---- */

Test(massless, start_is_in_equilibrium)
{
    const char *texts[] = {mixed, spatial};
    for (int k = 0; k < 2; k++) {
        random_source d = {.state = 7};
        mechanism *m = mechanism_make(texts[k]);
        const tml_system *s = m->system;
        for (int i = 0; i < s->nv; i++)
            m->v[i] = random_between(&d, -1, 1);
        double *massive = calloc((size_t)s->nv, sizeof(double));
        memcpy(massive, m->v, (size_t)s->nv * sizeof(double));
        const bool none = false;
        tml_massless *massless = tml_massless_make(s, &none, 0.5, m->q, NULL, &m->arena);
        cr_assert_eq(tml_massless_balance(massless, m->work, 0.5, m->q, m->v), 0);
        tml_workspace_evaluate(m->work, 0.5, m->q, m->v);
        for (int i = 0; i < s->nvb; i++) /* the patch is the first body */
            cr_expect_lt(fabs(m->work->Q[i]), 1e-10, "%d: %g", i, m->work->Q[i]);
        for (int i = s->nvb; i < s->nv; i++)
            if (!tml_massless_velocity(s, i))
                cr_expect_eq(m->v[i], massive[i], "the speeds of what has mass stay");
        free(massive);
        mechanism_free(m);
    }
}

static tml_status run(const char *text, tml_log *log)
{
    tml_results *results = NULL;
    tml_model *model = tml_model_parse(text, strlen(text), "m.yaml", log);
    cr_assert_not_null(model);
    const tml_status status = tml_run(model, NULL, &results, log);
    tml_results_free(results);
    tml_model_free(model);
    return status;
}

static bool said(const tml_log *log, const char *what)
{
    for (size_t i = 0; i < tml_log_count(log); i++)
        if (strstr(tml_log_get(log, i).text, what))
            return true;
    return false;
}

Test(massless, integrators_with_a_memory_are_refused)
{
    static const char *const others[] = {"adams", "bdf"};
    for (int i = 0; i < 2; i++) {
        tml_text text = {0};
        tml_log *log = tml_log_make();
        const char *analyses = strstr(wheel, "  - dynamics");
        tml_text_add(&text, "%.*s  - dynamics: {end: 1, integrator: %s}\n", (int)(analyses - wheel), wheel, others[i]);
        cr_expect_eq(run(text.data, log), TML_WRONG);
        cr_expect(said(log, "body patch has no inertia, and rigid joints leave it free: integrator"), "%s", others[i]);
        tml_log_free(log);
        tml_text_free(&text);
    }
}

Test(massless, free_massless_motions_are_named)
{
    tml_log *log = tml_log_make();
    cr_expect_eq(run(mixed, log), TML_OK);
    cr_expect(said(log, "body patch is massless: it starts where its springs are in equilibrium, 0.0079"));
    tml_log_free(log);
    log = tml_log_make();
    cr_expect_eq(run("trammel: 1\nbodies: {ground: {points: {O: [0, 0]}}, p: {points: {A: [1, 0]}}}\n"
                     "forces: {s: {spring: [ground.O, p.A], stiffness: 10, length: 1}}\n"
                     "analyses: [dynamics: {end: 1}]\n",
                     log),
                 TML_FAILED);
    cr_expect(said(log, "body p can slide along y: no mass, spring, damper or joint resists it here"));
    cr_expect(said(log, "body p is massless: give it mass, or hold it"));
    tml_log_free(log);
}
