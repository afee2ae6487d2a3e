/* watch.c - cancelled work on a model ends soon, in every analysis and at any time, and leaves no partial result. */
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

/* Two links that do not reach each other: the smallest conflict is searched for, and an edit that resolves it. */
static const char OPEN[] = "trammel: 1\nbodies:\n  ground: {points: {O: [0, 0], C: [5, 0]}}\n"
                           "  a: {points: {O: [0, 0], A: [1, 0]}, mass: 1, inertia: 1, angle: 20 deg}\n"
                           "  b: {points: {C: [0, 0], A: [1, 0]}, mass: 1, inertia: 1, angle: 150 deg}\n"
                           "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, C: {revolute: [ground, b]}}\n"
                           "analyses: [dynamics: {end: 1}]\n";

static tml_model *model;
static tml_log *messages;
static atomic_int queries; /* verify asks in several threads */
static int allowed;        /* queries answered with: continue */

static int is_cancelled(void *context)
{
    (void)context;
    return atomic_fetch_add(&queries, 1) >= allowed;
}

static void tear_down(void)
{
    tml_model_free(model);
    tml_log_free(messages);
}

TestSuite(watch, .fini = tear_down, .timeout = TML_SLOWER * 60);

static void read_model(const char *text)
{
    tear_down();
    messages = tml_log_make();
    model = tml_model_parse(text, strlen(text), "m.yaml", messages);
    cr_assert(model);
    tml_model_set_cancel(model, is_cancelled, NULL);
}

/* ---- work on a model: a partial result is none ---- */

static tml_status check(void)
{
    char *text = NULL;
    const tml_status status = tml_model_check(model, NULL, &text, messages);
    cr_assert_eq(text != NULL, status != TML_STOPPED);
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

static tml_status drag(void)
{
    tml_drag *made = NULL;
    const tml_status status = tml_drag_make(model, &made, messages);
    cr_assert_eq(made != NULL, status == TML_OK);
    tml_drag_free(made);
    return status;
}

/* Analyses that were computed are kept. */
static tml_status run(void)
{
    tml_results *results = NULL;
    const tml_status status = tml_run(model, NULL, &results, messages);
    cr_assert(results || status != TML_OK);
    for (size_t i = 0; results && i < tml_results_count(results); i++)
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

typedef struct {
    const char *name;
    tml_status (*work)(void);
} task;

/* The work queries often enough, can be cancelled at each query, silently, and ends with `status` when it is not cancelled. A new model
 * each time: a preparation is kept. */
static int cancel_at_each_query(const char *text, task x, tml_status status, int min_queries)
{
    read_model(text);
    queries = 0;
    allowed = 1 << 30;
    cr_assert_eq(x.work(), status, "%s", x.name);
    const int all = queries;
    cr_assert_geq(all, min_queries, "%s queries %d times", x.name, all);
    int more = 0;
    read_model(text);
    for (allowed = 0; allowed < all; allowed += 1 + all / 50) {
        queries = 0;
        cr_assert_eq(x.work(), TML_STOPPED, "%s at %d of %d", x.name, allowed, all);
        more = queries - allowed > more ? queries - allowed : more;
    }
    cr_assert_eq(tml_log_count(messages), 0, "%s: %s", x.name, tml_log_get(messages, 0).text);
    tml_model_set_cancel(model, NULL, NULL);
    queries = 0;
    cr_assert_eq(x.work(), status, "%s", x.name);
    cr_assert_eq(queries, 0);
    return more;
}

static void cancel_all(const char *method)
{
    static const task tasks[] = {{"check", check}, {"scene", scene}, {"drag", drag}, {"run", run}, {"verify", verify}};
    char text[sizeof GUESSED + 64];
    const char *at = strstr(GUESSED, "METHOD");
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - GUESSED), GUESSED, method, at + 6);
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
        cancel_at_each_query(text, tasks[i], TML_OK, 3);
}

Test(watch, newton_and_continuation_can_be_cancelled)
{
    cancel_all("");
}

Test(watch, penalty_relaxation_can_be_cancelled)
{
    cancel_all("method: implicit");
}

Test(watch, diagnosis_ends_at_the_first_cancelled_query)
{
    static const task tasks[] = {{"check", check}, {"run", run}, {"drag", drag}};
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
        cr_assert_eq(cancel_at_each_query(OPEN, tasks[i], TML_FAILED, 100), 1, "%s queries again", tasks[i].name);
}
