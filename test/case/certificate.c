/* certificate.c - what a run claims of itself holds at every step, not only at output times, and only of what was measured. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static double fact(const tml_case *c, const char *name)
{
    for (size_t i = 0; i < tml_table_fact_count(c->table); i++)
        if (strcmp(tml_table_fact_name(c->table, i), name) == 0)
            return tml_table_fact_number(c->table, i);
    return NAN;
}

static bool warns(const tml_case *c)
{
    for (size_t i = 0; i < tml_log_count(c->log); i++)
        if (tml_log_get(c->log, i).severity == TML_WARNING)
            return true;
    return false;
}

static const char VAN_DER_POL[] = "trammel: 1\n"
                                  "gravity: none\n"
                                  "points: {O: [0, 0]}\n"
                                  "bodies: {b: {points: [O], mass: 1, inertia: 1}}\n"
                                  "joints: {S: {prismatic: [ground, b], at: O, axis: x}}\n"
                                  "forces: {f: {motor: S, force: ((1 - displacement^2)*speed - displacement)/1e-3}}\n"
                                  "initial: {S.displacement: 2, S.speed: 0}\n"
                                  "analyses: [{dynamics: {end: 2, output: 0.5, tolerance: 1e-10}}]\n";

/* Between two rows, a relaxation oscillation turns over energies a thousand times those at the rows. */
Test(certificate, energy_scale_does_not_depend_on_output_times)
{
    tml_case few = tml_case_run_text("van der Pol", VAN_DER_POL, TML_AS_WRITTEN);
    tml_case many = tml_case_run_text("van der Pol", VAN_DER_POL, TML_EDITS({"output: 0.5", "output: 0.5 ms"}));
    cr_expect(!warns(&few), "a run that is right is doubted");
    tml_case_near(&few, "energy scale", fact(&few, "energy scale") / fact(&many, "energy scale"), 1, 0.01);
    cr_expect(fact(&few, "energy scale") > 100 * tml_case_largest(&few, "energy.kinetic"));
    cr_expect(fact(&many, "worst energy error") >= tml_case_largest(&many, "energy.error"));
    cr_expect(fact(&few, "worst energy error") > 1e-3 * fact(&many, "worst energy error"));
    tml_case_free(&few);
    tml_case_free(&many);
}

/* A block on a slider that is compliant in all it holds: under its weight it sinks by m g/k. */
static const char SOFT_SLIDER[] =
    "trammel: 1\n"
    "points: {O: [0, 0]}\n"
    "bodies: {b: {points: [O], mass: 2, inertia: 1}}\n"
    "joints: {S: {prismatic: [ground, b], at: O, axis: x, stiffness: 1000, damping: 50}}\n"
    "analyses: [{dynamics: {end: 10, output: 5}}]\n";

Test(certificate, opening_of_a_compliant_joint_is_measured)
{
    tml_case c = tml_case_run_text("slider", SOFT_SLIDER, TML_AS_WRITTEN);
    const double sag = 2 * 9.81 / 1000, swing = sag * (1 + exp(-acos(-1.0) * 12.5 / sqrt(500 - 12.5 * 12.5)));
    tml_case_near(&c, "sag", tml_case_at(&c, 10, "residual.opening"), sag, 1e-7 * sag);
    tml_case_near(&c, "first swing, between two rows", fact(&c, "largest opening"), swing, 0.01 * swing);
    cr_expect(isnan(fact(&c, "worst position residual")), "no rigid joint: nothing to be said of one");
    tml_case_free(&c);
    c = tml_case_run_text("slider", SOFT_SLIDER, TML_EDITS({"dynamics: {end: 10, output: 5}", "static"}));
    tml_case_near(&c, "sag at rest", fact(&c, "largest opening"), sag, 1e-9 * sag);
    tml_case_free(&c);
}

static const char PENDULUM[] = "trammel: 1\n"
                               "points: {O: [0, 0], P: [0.5, 0]}\n"
                               "bodies: {b: {points: [O, P], mass: 2, shape: rod}}\n"
                               "joints: {O: {revolute: [ground, b]}}\n"
                               "analyses: [{dynamics: {end: 2, output: 0.1}}]\n";

/* Rigid joints made compliant by `implicit` are open, too: by their force over their stiffness, here 1e7 N/m. */
Test(certificate, opening_is_measured_under_implicit)
{
    tml_case rigid = tml_case_run_text("pendulum", PENDULUM, TML_AS_WRITTEN);
    cr_expect(isnan(fact(&rigid, "largest opening")));
    cr_expect_eq(tml_table_find(rigid.table, "residual.opening"), -1);
    cr_expect(fact(&rigid, "worst position residual") < 1e-14);
    tml_case soft = tml_case_run_text_with("pendulum", PENDULUM, TML_AS_WRITTEN,
                                           (tml_run_options){.formulation = "implicit", .stiffness = 1e7});
    const double force = hypot(tml_case_at(&soft, 1.5, "O.fx"), tml_case_at(&soft, 1.5, "O.fy"));
    tml_case_near(&soft, "opening", tml_case_at(&soft, 1.5, "residual.opening"), force / 1e7, 0.02 * force / 1e7);
    cr_expect(fact(&soft, "largest opening") >= tml_case_largest(&soft, "residual.opening"));
    cr_expect(isnan(fact(&soft, "worst position residual")));
    tml_case_free(&rigid);
    tml_case_free(&soft);
}

/* Without projection the residual drifts: what is told covers the steps between two rows. */
Test(certificate, residuals_are_taken_at_steps)
{
    static const char *const kinds[] = {"explicit", "adams", "rk4"};
    for (int i = 0; i < 3; i++) {
        char to[128];
        snprintf(to, sizeof to, "output: %s, integrator: %s, formulation: absolute, stabilization: none",
                 i == 2 ? "1e-2" : "2", kinds[i]);
        tml_case c = tml_case_run_text("pendulum", PENDULUM, TML_EDITS({"output: 0.1", to}));
        const double told = fact(&c, "worst position residual");
        cr_expect(told >= tml_case_largest(&c, "residual.position") && told > 0, "%s: %g", kinds[i], told);
        tml_case_free(&c);
    }
}

/* Nothing is said of joints where there are none. */
Test(certificate, model_without_joints_has_no_claims_about_joints)
{
    tml_case c = tml_case_run_text("free",
                                   "trammel: 1\n"
                                   "bodies: {b: {mass: 1, inertia: 1, velocity: [1, 0]}}\n"
                                   "analyses: [{dynamics: {end: 1, output: 0.5}}]\n",
                                   TML_AS_WRITTEN);
    for (size_t i = 0; i < tml_table_fact_count(c.table); i++) {
        const char *name = tml_table_fact_name(c.table, i), *text = tml_table_fact_text(c.table, i);
        cr_expect(!strstr(text, "compliant") && !strstr(text, "springs and dampers"), "%s: %s", name, text);
        cr_expect(!strstr(name, "residual") && !strstr(name, "opening"), "%s: %s", name, text);
    }
    tml_case_free(&c);
}

/* A pendulum at the small tolerance is exact to it: at the large one the estimate is the true error. */
static void expect_error(const char *integrator, double tolerance)
{
    tml_case c =
        tml_case_run_text_with("pendulum", PENDULUM, TML_AS_WRITTEN,
                               (tml_run_options){.integrator = integrator, .tolerance = tolerance, .error = true});
    tml_case best = tml_case_run_text_with("pendulum", PENDULUM, TML_AS_WRITTEN, (tml_run_options){.tolerance = 1e-13});
    const tml_table *y = tml_results_table(c.results, 0), *e = tml_case_table(&c, "dynamics.error");
    const size_t column = (size_t)tml_table_find(y, "O.angle"), last = tml_table_rows(y) - 1;
    cr_assert_eq(tml_table_rows(e), last + 1);
    const double told = tml_table_value(e, last, column), t = tml_table_value(e, last, 0);
    double most = 0;
    for (size_t row = 0; row <= last; row++)
        most = fmax(most, fabs(tml_table_value(y, row, column) - tml_table_value(best.table, row, column)));
    cr_expect(most > 1e-12, "%s: there is an error to tell: %g", integrator, most);
    cr_expect(told >= most / 1.1 && told <= 3 * most, "%s at %g: off by %g, told %g", integrator, tolerance, most,
              told);
    cr_expect_eq(t, 2);
    tml_case_free(&c);
    tml_case_free(&best);
}

Test(certificate, error_of_the_result_is_the_true_error)
{
    expect_error("explicit", 1e-6);
    expect_error("adams", 1e-6);
    expect_error("bdf", 1e-6);
    expect_error("dae", 1e-6);
    expect_error("rk4", 1e-6); /* steps of the output interval */
}

static const char DOUBLE_PENDULUM[] = "trammel: 1\n"
                                      "points: {O: [0, 0], A: [1, 0], B: [2, 0]}\n"
                                      "bodies:\n"
                                      "  a: {points: [O, A], mass: 1, shape: rod}\n"
                                      "  b: {points: [A, B], mass: 1, shape: rod}\n"
                                      "joints:\n"
                                      "  O: {revolute: [ground, a]}\n"
                                      "  A: {revolute: [a, b]}\n"
                                      "initial: {O.angle: 2, A.angle: 1}\n"
                                      "analyses: [{dynamics: {end: 60, output: 0.5}}]\n";

/* Chaos: energy is kept to 1e-9, and no digit of the end is right. */
Test(certificate, chaotic_motion_has_no_digits)
{
    tml_case c =
        tml_case_run_text_with("double pendulum", DOUBLE_PENDULUM, TML_AS_WRITTEN, (tml_run_options){.error = true});
    const tml_table *y = tml_results_table(c.results, 0), *e = tml_case_table(&c, "dynamics.error");
    c.table = y;
    cr_expect(fact(&c, "worst energy error") < 1e-6 * fact(&c, "energy scale"));
    cr_expect(fact(&c, "channels without digits") > 10);
    cr_expect(warns(&c));
    const size_t x = (size_t)tml_table_find(y, "b.B.x");
    cr_expect(tml_table_value(e, tml_table_rows(e) - 1, x) > 1, "its swing, at least");
    cr_expect(tml_table_value(e, 2, x) < 1e-6, "at the beginning it is good");
    tml_case_free(&c);
}
