/* watch.c - cancelled work on a model ends soon, in every analysis and at any time, and leaves nothing behind. */
#include "trammel/trammel.h"
#include <criterion/criterion.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char GUESSED[] = "trammel: 1\n"
                              "bodies:\n"
                              "  ground: {points: {O: [0, 0], C: [2.5, 0]}}\n"
                              "  crank: {points: {O: [0, 0], A: [2, 0]}, mass: 1, inertia: 0.3, angle: 50 deg}\n"
                              "  coupler: {points: {A: [0, 0], B: [4, 0]}, mass: 2, inertia: 2, angle: 30 deg}\n"
                              "  follower: {points: {C: [0, 0], B: [4, 0]}, mass: 2, inertia: 1, angle: 50 deg}\n"
                              "joints:\n"
                              "  O: {revolute: [ground, crank]}\n"
                              "  A: {revolute: [crank, coupler]}\n"
                              "  B: {revolute: [coupler, follower]}\n"
                              "  C: {revolute: [ground, follower]}\n"
                              "initial: {O.angle: 60 deg}\n"
                              "analyses:\n"
                              "  - assembly: {METHOD}\n"
                              "  - dynamics: {end: 0.1, output: 0.1}\n";

static tml_model *model;
static tml_log *messages;
static atomic_int asked; /* verify asks in several threads */
static int allowed;      /* queries answered with: continue */

static int unwanted(void *context)
{
    (void)context;
    return atomic_fetch_add(&asked, 1) >= allowed;
}

static void tear_down(void)
{
    tml_model_free(model);
    tml_log_free(messages);
}

TestSuite(watch, .fini = tear_down, .timeout = 60);

static void read_with(const char *method)
{
    char text[sizeof GUESSED + 64];
    const char *at = strstr(GUESSED, "METHOD");
    const int length = snprintf(text, sizeof text, "%.*s%s%s", (int)(at - GUESSED), GUESSED, method, at + 6);
    tear_down();
    messages = tml_log_make();
    model = tml_model_parse(text, (size_t)length, "guessed.yaml", messages);
    cr_assert(model);
}

static tml_status check(void)
{
    char *text = NULL;
    const tml_status status = tml_model_check(model, NULL, &text, messages);
    cr_assert_eq(text != NULL, status == TML_OK);
    free(text);
    return status;
}

static tml_status scene(void)
{
    char *text = NULL;
    const tml_status status = tml_scene_text(model, &text, messages);
    cr_assert_eq(text != NULL, status == TML_OK);
    free(text);
    return status;
}

static tml_status hand(void)
{
    tml_drag *made = NULL;
    const tml_status status = tml_drag_make(model, &made, messages);
    cr_assert_eq(made != NULL, status == TML_OK);
    tml_drag_free(made);
    return status;
}

static tml_status run(void)
{
    tml_results *results = NULL;
    const tml_status status = tml_run(model, NULL, &results, messages);
    cr_assert(results);
    for (size_t i = 0; i < tml_results_count(results); i++) /* what was computed is kept */
        cr_assert_geq(tml_table_rows(tml_results_table(results, i)), 1);
    tml_results_free(results);
    return status;
}

static tml_status verify(void)
{
    tml_verification *verification = NULL;
    const tml_status status = tml_verify(model, NULL, &verification, messages);
    tml_verification_free(verification);
    return status;
}

static const struct {
    const char *name;
    tml_status (*work)(void);
} works[] = {{"check", check}, {"scene", scene}, {"hand", hand}, {"run", run}, {"verify", verify}};

/* It queries often enough, can be cancelled at each query, and ends when it is not cancelled. */
static void give_up_at_each(const char *method)
{
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++) {
        read_with(method);
        asked = 0;
        allowed = 1 << 30;
        tml_model_set_cancel(model, unwanted, NULL);
        cr_assert_eq(works[i].work(), TML_OK, "%s", works[i].name);
        const int questions = asked;
        cr_assert_geq(questions, 3, "%s asked %d times", works[i].name, questions);
        read_with(method); /* read again: a preparation is kept */
        tml_model_set_cancel(model, unwanted, NULL);
        for (allowed = 0; allowed < questions; allowed += 1 + questions / 50) {
            asked = 0;
            cr_assert_eq(works[i].work(), TML_STOPPED, "%s at %d of %d", works[i].name, allowed, questions);
        }
        cr_assert_eq(tml_log_count(messages), 0, "%s: %s", works[i].name, tml_log_get(messages, 0).text);
        tml_model_set_cancel(model, NULL, NULL);
        asked = 0;
        cr_assert_eq(works[i].work(), TML_OK);
        cr_assert_eq(asked, 0);
    }
}

Test(watch, closing_step_by_step_can_be_cancelled)
{
    give_up_at_each("");
}

Test(watch, penalty_relaxation_can_be_cancelled)
{
    give_up_at_each("method: implicit");
}

/* Two links that do not reach each other: the smallest conflict is searched for, and an edit that resolves it. */
static void read_open(void)
{
    static const char text[] =
        "trammel: 1\nbodies:\n  ground: {points: {O: [0, 0], C: [5, 0]}}\n"
        "  a: {points: {O: [0, 0], A: [1, 0]}, mass: 1, inertia: 1, angle: 20 deg}\n"
        "  b: {points: {C: [0, 0], A: [1, 0]}, mass: 1, inertia: 1, angle: 150 deg}\n"
        "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, C: {revolute: [ground, b]}}\n"
        "analyses: [dynamics: {end: 1}]\n";
    tear_down();
    messages = tml_log_make();
    model = tml_model_parse(text, sizeof text - 1, "open.yaml", messages);
    tml_model_set_cancel(model, unwanted, NULL);
}

static tml_status check_open(void)
{
    char *text = NULL;
    const tml_status status = tml_model_check(model, NULL, &text, messages);
    cr_assert_eq(text != NULL, status == TML_FAILED);
    free(text);
    return status;
}

static tml_status run_open(void)
{
    tml_results *results = NULL;
    const tml_status status = tml_run(model, NULL, &results, messages);
    tml_results_free(results);
    return status;
}

Test(watch, diagnosis_can_be_cancelled_at_every_query)
{
    tml_status (*const open_works[])(void) = {check_open, run_open, hand};
    for (size_t i = 0; i < sizeof open_works / sizeof *open_works; i++) {
        read_open();
        asked = 0;
        allowed = 1 << 30;
        cr_assert_eq(open_works[i](), TML_FAILED);
        const int questions = asked;
        cr_assert_geq(questions, 100);
        read_open();
        for (allowed = 0; allowed < questions; allowed += 1 + questions / 50) {
            asked = 0;
            cr_assert_eq(open_works[i](), TML_STOPPED, "%zu at %d of %d", i, allowed, questions);
            cr_assert_eq(asked, allowed + 1, "asked %d times more", asked - allowed);
            cr_assert_eq(tml_log_count(messages), 0, "%s", tml_log_get(messages, 0).text);
        }
    }
}
