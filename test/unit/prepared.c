/* prepared.c - check, scene, drag, run and live motion of one text share one resolved, compiled and assembled model. */
#include "model/preparation.h"
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOURBAR                                                                                                        \
    "trammel: 1\n"                                                                                                     \
    "parameters: {k: 100, l: 2}\n"                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0], C: [2.5, 0]}}\n"                                                                   \
    "  crank: {points: {O: [0, 0], A: [l, 0]}, mass: 1, inertia: 0.3, angle: 50 deg}\n"                                \
    "  coupler: {points: {A: [0, 0], B: [4, 0]}, mass: 2, inertia: 2, angle: 30 deg}\n"                                \
    "  follower: {points: {C: [0, 0], B: [4, 0]}, mass: 2, inertia: 1, angle: 50 deg}\n"                               \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank]}\n"                                                                               \
    "  A: {revolute: [crank, coupler]}\n"                                                                              \
    "  B: {revolute: [coupler, follower]}\n"                                                                           \
    "  C: {revolute: [ground, follower]}\n"                                                                            \
    "forces: {pull: {spring: [ground, follower.B], stiffness: k, length: 1}}\n"

static tml_model *model;
static tml_log *messages;

static void read(const char *text)
{
    messages = tml_log_make();
    model = tml_model_parse(text, strlen(text), "fourbar.yaml", messages);
    cr_assert(model, "%s", tml_log_get(messages, 0).text);
}

static void tear_down(void)
{
    tml_model_free(model);
    tml_log_free(messages);
}

TestSuite(prepared, .fini = tear_down, .timeout = TML_SLOWER * 60);

/* ---- everything that can be asked ---- */

static char *check(tml_log *log)
{
    char *text = NULL;
    cr_expect_eq(tml_model_check(model, NULL, &text, log), TML_OK);
    return text;
}

static char *scene(tml_log *log)
{
    char *text = NULL;
    cr_expect_eq(tml_scene_text(model, &text, log), TML_OK);
    return text;
}

static void drag(tml_log *log)
{
    tml_drag *made = NULL;
    cr_expect_eq(tml_drag_make(model, &made, log), TML_OK);
    tml_drag_free(made);
}

static tml_results *run(const char *formulation, tml_log *log)
{
    const tml_run_options options = {.size = sizeof options, .formulation = formulation};
    tml_results *results = NULL;
    cr_expect_eq(tml_run(model, &options, &results, log), TML_OK);
    return results;
}

static void live(const char *formulation, tml_log *log)
{
    const tml_live_options options = {.size = sizeof options, .step = 1e-3, .formulation = formulation};
    tml_live *motion = NULL;
    cr_expect_eq(tml_live_make(model, &options, &motion, log), TML_OK);
    cr_expect_eq(tml_live_step(motion), TML_OK);
    tml_live_free(motion);
}

static void ask_everything(const char *formulation)
{
    free(check(messages));
    free(scene(messages));
    drag(messages);
    tml_results_free(run(formulation, messages));
    live(formulation, messages);
}

static void expect_counts(int resolutions, int compilations, int assemblies)
{
    const tml_preparations *p = model->prepared;
    cr_expect_eq(p->resolutions, resolutions, "resolved %d times", p->resolutions);
    cr_expect_eq(p->compilations, compilations, "compiled %d times", p->compilations);
    cr_expect_eq(p->assemblies, assemblies, "assembled %d times", p->assemblies);
}

/* ---- how often ---- */

Test(prepared, resolves_compiles_and_assembles_once)
{
    read(FOURBAR "analyses: [dynamics: {end: 0.1, output: 0.1}]\n");
    expect_counts(1, 0, 0);
    ask_everything("absolute");
    expect_counts(1, 1, 1);
    ask_everything("joint"); /* the same rows in another order */
    expect_counts(1, 1, 1);
}

Test(prepared, shares_the_system_with_the_events_of_the_first_analysis)
{
    read(FOURBAR "analyses: [dynamics: {end: 0.1, output: 0.1, events: {far: crank.x - 100}}]\n");
    ask_everything("absolute");
    expect_counts(1, 1, 1);
}

Test(prepared, prepares_anew_after_set)
{
    read(FOURBAR "analyses: [dynamics: {end: 0.1, output: 0.1}]\n");
    char *before = scene(messages);
    cr_assert_eq(tml_model_set(model, "l", "2.1", messages), TML_OK);
    char *after = scene(messages);
    cr_expect_str_neq(before, after);
    expect_counts(2, 2, 2);
    cr_expect_eq(tml_model_set(model, "l", "2.1 s", messages), TML_OK); /* a number of seconds is a number, too */
    cr_expect_eq(tml_model_set(model, "l", "2.1 +", messages), TML_WRONG);
    cr_assert_eq(tml_model_set(model, "l", "2", messages), TML_OK);
    char *again = scene(messages);
    cr_expect_str_eq(before, again);
    free(before);
    free(after);
    free(again);
}

Test(prepared, outlives_a_change_of_the_model_in_what_uses_it)
{
    read(FOURBAR "analyses: [dynamics: {end: 0.1, output: 0.1}]\n");
    tml_drag *made = NULL;
    cr_assert_eq(tml_drag_make(model, &made, messages), TML_OK);
    const tml_pose start = tml_drag_pose(made, 1);
    cr_assert_eq(tml_model_set(model, "l", "2.1", messages), TML_OK);
    free(check(messages));
    cr_expect_eq(tml_drag_move(made, 1, (double[]){1, 0, 0}, (double[]){1, 1.5, 0}, NULL), TML_OK);
    tml_drag_reset(made);
    const tml_pose again = tml_drag_pose(made, 1);
    cr_expect_eq(memcmp(&start, &again, sizeof start), 0);
    tml_drag_free(made);
}

Test(prepared, keeps_one_for_each_set_of_values)
{
    read(FOURBAR "analyses:\n"
                 "  - assembly: {}\n"
                 "  - dynamics: {end: 0.1, output: 0.1, set: {k: 50}}\n"
                 "  - dynamics: {end: 0.2, output: 0.1}\n");
    tml_results_free(run("absolute", messages));
    expect_counts(2, 2, 3); /* later analyses close rigid rows from where the one before has ended */
    tml_results_free(run("absolute", messages));
    expect_counts(2, 2, 5);
}

/* ---- what is said and found ---- */

Test(prepared, gives_every_caller_the_same_messages)
{
    read("trammel: 1\n"
         "bodies:\n"
         "  ground: {points: {O: [0, 0]}}\n"
         "  rod: {points: {O: [0, 0]}, com: [1, 0], mass: 1, inertia: 1, position: [0.1, 0]}\n"
         "joints: {O: {revolute: [ground, rod]}}\n");
    tml_log *first = tml_log_make(), *second = tml_log_make();
    free(check(first));
    free(check(second));
    cr_expect_geq(tml_log_count(first), 1); /* what assembly has moved */
    cr_assert_eq(tml_log_count(first), tml_log_count(second));
    for (size_t i = 0; i < tml_log_count(first); i++)
        cr_expect_str_eq(tml_log_get(first, i).text, tml_log_get(second, i).text);
    tml_log_free(first);
    tml_log_free(second);
}

Test(prepared, repeats_why_it_cannot_be_assembled)
{
    read("trammel: 1\nbodies:\n  ground: {points: {O: [0, 0], C: [5, 0]}}\n"
         "  a: {points: {O: [0, 0], A: [1, 0]}, mass: 1, inertia: 1}\n"
         "  b: {points: {C: [0, 0], A: [1, 0]}, mass: 1, inertia: 1}\n"
         "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, C: {revolute: [ground, b]}}\n"
         "analyses: [dynamics: {end: 1}]\n");
    size_t said = 0;
    for (int i = 0; i < 3; i++) {
        tml_log *log = tml_log_make();
        tml_results *results = NULL;
        tml_drag *made = NULL;
        cr_expect_eq(i == 0   ? tml_run(model, NULL, &results, log)
                     : i == 1 ? tml_drag_make(model, &made, log)
                              : tml_run(model, NULL, &results, log),
                     TML_FAILED);
        said = i == 0 ? tml_log_count(log) : said;
        cr_expect_geq(tml_log_count(log), 2);
        cr_expect_eq(tml_log_count(log), said);
        tml_results_free(results);
        tml_log_free(log);
    }
    expect_counts(1, 1, 1);
}

static double last_of(const tml_results *results, const char *channel)
{
    const tml_table *t = tml_results_table(results, 0);
    return tml_table_value(t, tml_table_rows(t) - 1, (size_t)tml_table_find(t, channel));
}

Test(prepared, gives_the_same_numbers_in_any_order_of_calls)
{
    static const char text[] = FOURBAR "analyses: [dynamics: {end: 0.1, output: 0.1}]\n";
    static const char *const formulations[] = {"absolute", "joint"};
    for (int i = 0; i < 2; i++) {
        read(text);
        tml_results *alone = run(formulations[i], messages);
        tear_down();
        read(text);
        ask_everything(formulations[i]);
        tml_results *after = run(formulations[i], messages);
        cr_expect_eq(last_of(alone, "follower.angle"), last_of(after, "follower.angle"));
        tml_results_free(alone);
        tml_results_free(after);
        if (i == 0)
            tear_down();
    }
}

/* ---- threads ---- */

static void *ask_in_a_thread(void *context)
{
    tml_log *log = tml_log_make();
    tml_results *results = run(context, log);
    free(scene(log));
    free(check(log));
    tml_results_free(results);
    tml_log_free(log);
    return NULL;
}

Test(prepared, is_shared_by_threads)
{
    pthread_t threads[4];
    read(FOURBAR "analyses: [dynamics: {end: 0.1, output: 0.1}]\n");
    for (int i = 0; i < 4; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, ask_in_a_thread, i % 2 ? "joint" : "absolute"), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    expect_counts(1, 1, 1);
}
