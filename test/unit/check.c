/* check.c - a check reports what a run would refuse before it computes, at the same places. */
#include "trammel/trammel.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char TEXT[] =
    "trammel: 1\n"
    "bodies: {ground: {points: {O: [0, 0]}}, bob: {points: {O: [0, 0]}, com: [1, 0], mass: 1, inertia: 0}}\n"
    "joints: {O: {revolute: [ground, bob]}}\n"
    "analyses:\n"
    "  - dynamics: {end: -1, output: 0.1}\n"
    "  - dynamics: {end: 2, output: 1e-9}\n";

static void expect_messages(const tml_log *log)
{
    static const struct {
        int line, column;
        const char *text;
    } said[] = {{5, 21, "dynamics: end must be greater than zero"}, {6, 32, "dynamics: output is too small"}};
    cr_assert_eq(tml_log_count(log), 2);
    for (size_t i = 0; i < 2; i++) {
        const tml_message m = tml_log_get(log, i);
        cr_expect(strstr(m.text, said[i].text) == m.text, "%s", m.text);
        cr_expect_eq(m.place.line, said[i].line);
        cr_expect_eq(m.place.column, said[i].column);
    }
}

Test(check, reports_the_options_that_a_run_refuses)
{
    tml_log *log = tml_log_make(), *run_log = tml_log_make();
    tml_model *model = tml_model_parse(TEXT, strlen(TEXT), "m.yaml", log);
    char *report = NULL;
    tml_results *results = NULL;
    cr_expect_eq(tml_model_check(model, NULL, &report, log), TML_WRONG);
    cr_expect(report && strstr(report, "degrees of freedom: 1"), "the content of the model is reported all the same");
    expect_messages(log);
    cr_expect_eq(tml_run(model, NULL, &results, run_log), TML_WRONG);
    expect_messages(run_log);
    free(report);
    tml_model_free(model);
    tml_log_free(log);
    tml_log_free(run_log);
}

static char *report_of(const char *text)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "m.yaml", log);
    char *report = NULL;
    cr_assert(model && tml_model_check(model, NULL, &report, log) == TML_OK, "%s", tml_log_get(log, 0).text);
    tml_model_free(model);
    tml_log_free(log);
    return report;
}

static void expect_in_report(const char *text, const char *expected)
{
    char *report = report_of(text);
    cr_expect(strstr(report, expected), "%s\nnot in\n%s", expected, report);
    free(report);
}

Test(check, prints_products_of_inertia_where_body_axes_are_not_principal)
{
    expect_in_report("trammel: 1\nspace: space\nbodies: {b: {mass: 2, inertia: [1, 2, 2.5]}}\n",
                     "mass 2 kg, inertia [1, 2, 2.5] kg m^2\n");
    expect_in_report("trammel: 1\nspace: space\nbodies: {b: {mass: 2, inertia: [1, 2, 2.5, 0.1, 0, -0.2]}}\n",
                     "mass 2 kg, inertia [1, 2, 2.5, 0.1, 0, -0.2] kg m^2\n");
}

/* A rod holds a body without a loop, a compliant joint closes one without a constraint: the fact of a run and the report agree. */
Test(check, counts_constraints_outside_the_spanning_tree_as_a_run_does)
{
    static const char BODIES[] = "trammel: 1\n"
                                 "points: {O: [0, 0], A: [1, 0], B: [1, 1], C: [0, 1]}\n"
                                 "bodies: {a: {points: [O, A], mass: 1, shape: rod}, b: {points: [A, B], mass: 1, "
                                 "shape: rod}, c: {points: [C, B], mass: 1, shape: rod}}\n"
                                 "analyses: [dynamics: {end: 0.1, output: 0.1}]\n";
    static const struct {
        const char *joints, *reported, *fact;
    } cases[] = {
        {"joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, B: {revolute: [b, c]}, C: {revolute: [ground, "
         "c]}}\n",
         "loops: 1\nspanning tree: 3 relative coordinates, 2 constraints outside it\n",
         "auto: 2 constraints outside the spanning tree: "},
        {"joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, D: {distance: [ground.O, c.C]}}\n",
         "loops: 0\nspanning tree: 5 relative coordinates, 1 constraint outside it\n",
         "auto: 1 constraint outside the spanning tree: "},
        {"joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, B: {revolute: [b, c]}, C: {revolute: [ground, "
         "c], stiffness: 1e5}}\n",
         "loops: 1\nspanning tree: 3 relative coordinates, 0 constraints outside it\n",
         "auto: the rigid joints form a tree"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2000];
        snprintf(text, sizeof text, "%s%s", BODIES, cases[i].joints);
        expect_in_report(text, cases[i].reported);
        tml_log *log = tml_log_make();
        tml_model *model = tml_model_parse(text, strlen(text), "m.yaml", log);
        tml_results *results = NULL;
        cr_assert_eq(tml_run(model, NULL, &results, log), TML_OK);
        const tml_table *table = tml_results_table(results, 0);
        const long fact = tml_table_fact_find(table, "formulation");
        cr_assert_geq(fact, 0);
        cr_expect(strstr(tml_table_fact_text(table, (size_t)fact), cases[i].fact), "%s",
                  tml_table_fact_text(table, (size_t)fact));
        tml_results_free(results);
        tml_model_free(model);
        tml_log_free(log);
    }
}

/* The first message on a model; its log is freed by the caller. */
static tml_message first_message(const char *text, tml_log *log)
{
    tml_model *model = tml_model_parse(text, strlen(text), "m.yaml", log);
    char *report = NULL;
    if (model)
        tml_model_check(model, NULL, &report, log);
    free(report);
    tml_model_free(model);
    cr_assert(tml_log_count(log) > 0, "%s", text);
    return tml_log_get(log, 0);
}

Test(check, names_of_integrators_elsewhere_point_to_ours)
{
    static const char *const names[][2] = {
        {"ode45", "dopri5"}, {"RK45", "dopri5"},     {"ode15s", "bdf"}, {"gear", "bdf"},   {"radau", "bdf"},
        {"BDF", "bdf"},      {"Radau", "bdf"},       {"GSTIFF", "bdf"}, {"LSODA", "auto"}, {"ode113", "adams"},
        {"ode15i", "dae"},   {"DOP853", "explicit"}, {"RK4", "rk4"},    {"ode1", "euler"}, {"HHT", "dae"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[512], said[64];
        snprintf(text, sizeof text,
                 "trammel: 1\nbodies: {b: {mass: 1, inertia: 1}}\nanalyses: [{dynamics: {end: 1, integrator: %s}}]\n",
                 names[i][0]);
        snprintf(said, sizeof said, "did you mean \"%s\"?", names[i][1]);
        tml_log *log = tml_log_make();
        const tml_message m = first_message(text, log);
        cr_expect(strstr(m.text, said), "%s: %s", names[i][0], m.text);
        cr_expect_eq(m.place.line, 3);
        tml_log_free(log);
    }
}

static void expect_first(const char *text, const char *code, const char *said)
{
    tml_log *log = tml_log_make();
    const tml_message m = first_message(text, log);
    cr_expect_str_eq(m.code, code, "%s", m.text);
    cr_expect(strstr(m.text, said), "%s", m.text);
    tml_log_free(log);
}

Test(check, a_point_in_place_of_the_body_of_a_curve_is_told)
{
    expect_first(
        "trammel: 1\nbodies: {ground: {points: {O: [0, 0]}}, b: {points: {P: [0, 0]}, mass: 1, inertia: 1}}\n"
        "joints: {w: {curve: [ground.O, b.P], x: u, y: u^2, from: -1, to: 1}}\n",
        "E721", "ground.O is a point: the first of the two is the body that has the curve, as in curve: [ground, b.P]");
}

Test(check, the_actuator_of_steady_is_told_to_be_no_name_of_expressions)
{
    expect_first(
        "trammel: 1\nbodies: {ground: {points: {O: [0, 0]}}, b: {points: {O: [0, 0]}, mass: 1, inertia: 1}}\n"
        "joints: {O: {revolute: [ground, b]}}\noutputs: {need: O.actuator}\nanalyses: [{steady: {speeds: {O: 1}}}]\n",
        "E128", "\"O.actuator\" is a column of the analyses steady, inverse and balance alone");
    expect_first(
        "trammel: 1\nspace: space\npoints: {U: [0, 0, 0]}\nbodies: {b: {points: [U], mass: 1, inertia: [1, 1, 1]}}\n"
        "joints: {U: {universal: [ground, b], axes: [x, y]}}\noutputs: {need: "
        "U.angle1_power}\nanalyses: [evaluate]\n",
        "E128", "\"U.angle1_power\" is a column of the analyses steady, inverse and balance alone");
}
