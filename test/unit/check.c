/* check.c - a check reports what a run would refuse before it computes, at the same places. */
#include "trammel/trammel.h"
#include <criterion/criterion.h>
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
