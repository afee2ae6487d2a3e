/* proposals.c - what the scene says before a run: options for one more analysis that are valid, bodies that nothing holds; and a run that goes
 * on behind an analysis that is wrong. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <trammel/trammel.h>

#define PENDULUM                                                                                                       \
    "trammel: 1\n"                                                                                                     \
    "points: {O: [0, 0], A: [1, 0]}\n"                                                                                 \
    "bodies: {rod: {points: [O, A], mass: 1, shape: rod}}\n"
#define PINNED PENDULUM "joints: {O: {revolute: [ground, rod]}}\n"

static char *scene_of(const char *text)
{
    char *json = NULL;
    tml_log *log = tml_log_make();
    tml_model *model = tml_case_parse(text);
    cr_assert_eq(tml_scene_text(model, &json, log), TML_OK);
    tml_model_free(model);
    tml_log_free(log);
    return json;
}

static void expect_in_scene(const char *text, const char *part)
{
    char *json = scene_of(text);
    const char *at = strstr(json, "\"proposals\"");
    cr_expect(strstr(json, part), "%s is not in %.600s", part, at ? at : json);
    free(json);
}

Test(proposals, a_motion_ends_after_the_one_before)
{
    expect_in_scene(PINNED, "\"dynamics\":{\"options\":\"{end: 2, output: 0.01}\"}");
    expect_in_scene(PINNED "analyses: [dynamics: {end: 3}]\n", "\"dynamics\":{\"options\":\"{end: 5, output: 0.01}\"}");
}

Test(proposals, what_is_missing_is_named)
{
    expect_in_scene(PINNED, "\"kinematics\":{\"needs\":\"every degree of freedom has to be driven, and 1 is not");
    expect_in_scene(PINNED "drivers: {d: {O.angle: t}}\n", "\"kinematics\":{\"options\":\"{end: 2, output: 0.01}\"}");
    expect_in_scene(PINNED, "\"cam\":{\"needs\":\"no body has a cam");
    expect_in_scene(PENDULUM, "\"steady\":{\"needs\":");
}

Test(proposals, options_name_joints_of_the_mechanism)
{
    expect_in_scene(PINNED, "\"steady\":{\"options\":\"{speeds: {O: 10}}\"}");
    expect_in_scene(PINNED, "\"balance\":{\"options\":\"{actuators: [O]}\"}");
    expect_in_scene(PINNED "drivers: {d: {O.angle: t}}\n", "\"steady\":{\"options\":\"{}\"}");
}

Test(proposals, modes_of_a_mechanism_in_motion_are_about_the_instant)
{
    expect_in_scene(PINNED, "\"modes\":{\"options\":\"{}\"}");
    expect_in_scene(PINNED "analyses: [dynamics: {end: 3}]\n", "\"modes\":{\"options\":\"{about: instant}\"}");
    expect_in_scene(PINNED "analyses: [dynamics: {end: 3}, static: {}]\n", "\"modes\":{\"options\":\"{}\"}");
}

/* ---- bodies that nothing holds ---- */

Test(loose, a_body_without_joints_falls)
{
    expect_in_scene(PENDULUM, "\"loose\":[[\"rod\"]]");
    expect_in_scene(PINNED, "\"loose\":[]");
    expect_in_scene(PENDULUM "gravity: none\n", "\"loose\":[]");
}

Test(loose, a_given_force_does_not_hold_and_a_spring_does)
{
    expect_in_scene(PENDULUM "forces: {push: {force: rod.A, value: [0, 9.81]}}\n", "\"loose\":[[\"rod\"]]");
    expect_in_scene(PENDULUM "forces: {k: {spring: [ground.O, rod.O], stiffness: 10, length: 1}}\n", "\"loose\":[]");
    expect_in_scene(PENDULUM "forces: {hold: {force: rod, value: [0, \"9.81 - 10*rod.y\"]}}\n", "\"loose\":[]");
}

Test(loose, bodies_that_hang_together_are_one_set)
{
    expect_in_scene("trammel: 1\n"
                    "points: {O: [0, 0], A: [1, 0], B: [2, 0], C: [3, 0], D: [4, 0]}\n"
                    "bodies:\n"
                    "  one: {points: [O, A], mass: 1, shape: rod}\n"
                    "  two: {points: [A, B], mass: 1, shape: rod}\n"
                    "  three: {points: [C, D], mass: 1, shape: rod}\n"
                    "joints: {A: {revolute: [one, two]}}\n",
                    "\"loose\":[[\"one\",\"two\"],[\"three\"]]");
}

/* ---- a run that goes on ---- */

static tml_results *run(const char *text, bool keep_going, tml_status expected)
{
    tml_results *results = NULL;
    tml_log *log = tml_log_make();
    tml_model *model = tml_case_parse(text);
    const tml_run_options options = {.size = sizeof options, .keep_going = keep_going};
    cr_expect_eq(tml_run(model, &options, &results, log), expected);
    tml_model_free(model);
    tml_log_free(log);
    return results;
}

/* A wrong analysis, and one that fails, between two motions: the second motion is that of a run without them, to the bit. */
Test(keep_going, others_run_as_if_the_faulty_one_were_not_there)
{
    static const char with[] = PINNED "analyses: [dynamics: {end: 1, output: 0.5}, dynamics: {end: 0.5}, "
                                      "kinematics: {end: 1.5}, dynamics: {end: 2, output: 0.5}]\n";
    static const char without[] =
        PINNED "analyses: [dynamics: {end: 1, output: 0.5}, dynamics: {end: 2, output: 0.5}]\n";
    cr_expect_null(run(with, false, TML_WRONG));
    tml_results *kept = run(with, true, TML_FAILED), *plain = run(without, false, TML_OK);
    cr_assert(kept && plain);
    const size_t last = tml_results_count(kept) - 1;
    const tml_table *a = tml_results_table(kept, last), *b = tml_results_table(plain, 1);
    const long x = tml_table_find(a, "O.angle"), y = tml_table_find(b, "O.angle");
    cr_assert(x >= 0 && y >= 0);
    cr_assert_eq(tml_table_rows(a), tml_table_rows(b));
    for (size_t i = 0; i < tml_table_rows(a); i++)
        cr_expect_eq(tml_table_value(a, i, (size_t)x), tml_table_value(b, i, (size_t)y));
    tml_results_free(kept);
    tml_results_free(plain);
}
