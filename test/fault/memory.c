/* memory.c - memory runs out at every allocation of parse, check, run and save, of live motions, drag, free bodies, mobility, studies and searches.
 *
 * Our allocator is made to fail at the k-th call, once or from then on. Nothing crashes, nothing leaks, and the
 * caller gets NULL or TML_NO_MEMORY, with a message. (SUNDIALS, KLU, LAPACK and libfyaml allocate their own memory.)
 */
#include "base/arena.h"
#include "base/status.h"
#include "support/models.h"
#include "support/replaceable_allocator.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the allocator -------------------------------------------------------------------------------------------- */

static long calls, fails_at; /* the call that fails, from 1; 0: none */
static bool for_good;        /* and all after it */
static long held;            /* pieces not given back */

static void *allocate(size_t bytes)
{
    calls++;
    if (fails_at > 0 && (calls == fails_at || (for_good && calls > fails_at)))
        return NULL;
    void *memory = malloc(bytes);
    held += memory != NULL;
    return memory;
}

static void release(void *memory)
{
    held -= memory != NULL;
    free(memory);
}

/* ---- one pass ------------------------------------------------------------------------------------------------- */

static char csv[64], json[64];

static void set_up(void)
{
    snprintf(csv, sizeof csv, "/tmp/trammel-memory-%ld.csv", (long)getpid());
    snprintf(json, sizeof json, "/tmp/trammel-memory-%ld.json", (long)getpid());
    allocate_with = allocate;
    release_with = release;
}

static void tear_down(void)
{
    allocate_with = malloc;
    release_with = free;
    remove(csv);
    remove(json);
}

TestSuite(memory, .init = set_up, .fini = tear_down, .timeout = TML_SLOWER * 250);

/* Whether the log has an error. */
static bool has_error(const tml_log *log)
{
    for (size_t i = 0; i < tml_log_count(log); i++)
        if (tml_log_get(log, i).severity == TML_ERROR && tml_log_get(log, i).text[0])
            return true;
    return false;
}

static void expect_error(const tml_log *log, const char *what)
{
    cr_expect(has_error(log), "%s, call %ld: no message", what, fails_at);
}

/* Of a good model only these two come. */
static bool is_ok(tml_status status, const tml_log *log, const char *what)
{
    cr_expect(status == TML_OK || status == TML_NO_MEMORY, "%s, call %ld: status %d", what, fails_at, (int)status);
    if (status != TML_OK)
        expect_error(log, what);
    return status == TML_OK;
}

static bool pass_model(tml_model *model, tml_log *log)
{
    char *text = NULL;
    bool good = is_ok(tml_model_set(model, "k", "120", log), log, "set");
    good &=
        is_ok(tml_model_check(model, &(const tml_check_options){.size = sizeof(tml_check_options), .particles = true},
                              &text, log),
              log, "check");
    free(text);
    good &= is_ok(tml_scene_text(model, &text, log), log, "scene");
    free(text);
    tml_results *results = NULL;
    if (!is_ok(tml_run(model, NULL, &results, log), log, "run")) {
        cr_expect_null(results, "call %ld: results in spite of the failure", fails_at);
        tml_results_free(results);
        return false;
    }
    cr_assert_not_null(results);
    good &= is_ok(tml_results_save(results, csv, NULL, log), log, "save as CSV");
    good &= is_ok(tml_results_save(results, json, NULL, log), log, "save as JSON");
    tml_results_free(results);
    return good;
}

/* Everything once; true when nothing was missing. */
static bool pass(const char *model_text)
{
    tml_log *log = tml_log_make();
    if (!log)
        return false;
    tml_model *model = tml_model_parse(model_text, strlen(model_text), "m.yaml", log);
    if (!model)
        expect_error(log, "parse");
    const bool good = model && pass_model(model, log);
    tml_model_free(model);
    tml_log_free(log);
    return good;
}

/* ---- models --------------------------------------------------------------------------------------------------- */

#define FOURBAR                                                                                                        \
    "trammel: 1\ntitle: Four-bar\n"                                                                                    \
    "parameters: {k: 100, torque: 2*20 N*m}\n"                                                                         \
    "tables: {pull: [[0, 0], [0.1, 1], [0.2, 0]]}\n" FOURBAR_OF_METIKU(                                                \
        "2.5") "forces:\n"                                                                                             \
               "  motor: {torque: crank, value: 'torque + table(t, pull)*1 N*m - 0.1*O.speed'}\n"                      \
               "  spring: {spring: [ground.O, follower.B], stiffness: k, length: 4}\n"                                 \
               "initial: {O.angle: 60 deg, O.speed: 0}\n"

static const char *const plane =
    FOURBAR "analyses:\n"
            "  - assembly: {}\n"
            "  - dynamics: {end: 0.1, output: 0.01, integrator: %s, events: {up: {when: crank.y - 0.9, stop: false}}}\n"
            "  - dynamics: {end: 0.2, output: 0.01, integrator: %s, set: {torque: 30}, events: {e: t - 0.15}}\n"
            "  - evaluate: {}\n";

static const char *const space =
    "trammel: 1\nspace: space\nparameters: {k: 3}\n"
    "bodies:\n"
    "  ground: {points: {O: [0, 0, 0]}}\n"
    "  top: {points: {O: [0, 0, 0], P: [0, 0, 1]}, com: [0, 0, 1], mass: k, inertia: [1, 1, 0.5]}\n"
    "  bob: {points: {P: [0, 0, 0]}, com: [0, 0.1, 0.2], mass: 1, inertia: [1, 2, 1.5]}\n"
    "joints: {O: {spherical: [ground, top]}, P: {revolute: [top, bob], axis: x}}\n"
    "analyses: [dynamics: {end: 0.1, output: 0.01, integrator: %s}, modes: {about: instant, matrices: true}]\n";

/* Nothing rigid: with the bob's mass the sparse Jacobian, without it the balance of a massless body. */
static const char *const compliant = "trammel: 1\nparameters: {k: 100}\n"
                                     "bodies:\n"
                                     "  ground: {points: {O: [0, 0]}}\n"
                                     "  arm: {points: {O: [0, 0], P: [1, 0]}, mass: 1, inertia: 0.1}\n"
                                     "  bob: {points: {P: [0, 0]}%s}\n"
                                     "joints:\n"
                                     "  O: {revolute: [ground, arm], stiffness: 1000, damping: 10}\n"
                                     "  P: {fixed: [arm, bob], stiffness: 1000, damping: 10}\n"
                                     "forces: {pull: {spring: [ground.O, bob.P], stiffness: k, length: 0.5}}\n"
                                     "analyses: [dynamics: {end: 0.1, output: 0.01%s}]\n";

/* What a call does without memory is shown by each failing once. That all after it may fail as well is a matter of the ways out, which many calls
 * share: every fourth call shows them, and each with TML_MEMORY_ALL (make test-long). */
static long next_call(long call)
{
    return call + (for_good && !getenv("TML_MEMORY_ALL") ? 4 : 1);
}

/* Fails every call in turn, then the calls from one of them on. */
static void fail_allocations(const char *text)
{
    calls = held = fails_at = 0;
    for_good = false;
    cr_assert(pass(text), "with all memory");
    cr_assert_eq(held, 0);
    const long all = calls;
    cr_expect_gt(all, 50);
    for (int round = 0; round < 2; round++) {
        for_good = round == 1;
        for (fails_at = 1; fails_at <= all; fails_at = next_call(fails_at)) {
            calls = 0;
            const bool good = pass(text);
            cr_expect(!good || !for_good, "call %ld of %ld was not missed", fails_at, all);
            cr_assert_eq(held, 0, "call %ld of %ld failed %s: %ld allocations are lost", fails_at, all,
                         for_good ? "for good" : "once", held);
        }
    }
    fails_at = 0;
    cr_assert(pass(text), "and again with all memory");
    cr_log_info("%ld allocations, each failed once, and as the first of many", all);
}

static void fail_allocations_with_two(const char *form, const char *first, const char *second)
{
    char text[3000];
    snprintf(text, sizeof text, form, first, second);
    fail_allocations(text);
}

static void fail_allocations_with(const char *form, const char *integrator)
{
    fail_allocations_with_two(form, integrator, integrator);
}

Test(memory, failed_allocations_are_reported_with_explicit)
{
    fail_allocations_with(plane, "explicit");
}

Test(memory, failed_allocations_are_reported_with_rk4)
{
    fail_allocations_with(plane, "rk4, step: 0.005");
}

Test(memory, failed_allocations_are_reported_with_adams)
{
    fail_allocations_with(plane, "adams");
}

Test(memory, failed_allocations_are_reported_with_bdf)
{
    fail_allocations_with(plane, "bdf");
}

Test(memory, failed_allocations_are_reported_with_dae)
{
    fail_allocations_with(plane, "dae");
}

Test(memory, failed_allocations_are_reported_with_static)
{
    fail_allocations(FOURBAR "analyses: [static: {}]\n");
}

#define PARALLELOGRAM                                                                                                  \
    "trammel: 1\nparameters: {k: 100}\n"                                                                               \
    "points: {O: [0, 0], A: [0, 1], B: [2, 1], C: [2, 0]}\n" FOURBAR_OF_RODS
#define DRIVEN PARALLELOGRAM "drivers: {drive: {O.angle: 3*t}}\n"

Test(memory, failed_allocations_are_reported_with_driven_motions)
{
    fail_allocations(DRIVEN "analyses:\n"
                            "  - kinematics: {end: 0.7, output: 0.2}\n" /* through a dead point */
                            "  - inverse: {end: 0.9, output: 0.05, actuators: [O, C]}\n"
                            "  - balance: {actuators: [C]}\n");
}

Test(memory, failed_allocations_are_reported_with_modes)
{
    fail_allocations(FOURBAR "analyses: [evaluate: {matrices: true}]\n");
    fail_allocations(
        FOURBAR "analyses: [static: {}, modes: {inputs: [motor], outputs: [C.fx, O.angle], frequencies: [1, 9, 4]}]\n");
    fail_allocations(FOURBAR "analyses: [static: {}, modes: {method: sparse, count: 1}]\n");
}

Test(memory, failed_allocations_are_reported_with_steady)
{
    fail_allocations(
        "trammel: 1\nspace: space\nparameters: {k: 3}\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0, 0]}}\n"
        "  spindle: {points: {O: [0, 0, 0], H: [0.1, 0, 0]}, com: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}\n"
        "  bob: {points: {H: [0, 0, 0]}, com: [0, 0, -0.5], mass: 2, inertia: [0, 0, 0]}\n"
        "joints:\n"
        "  spin: {revolute: [ground, spindle], at: O, axis: z}\n"
        "  H: {revolute: [spindle, bob], axis: -y}\n"
        "analyses:\n"
        "  - steady: {speeds: {spin: 6}}\n"
        "  - steady: {speeds: {spin: 6}, search: all}\n"
        "  - steady: {speeds: {spin: {from: 6, to: 5, steps: 5}}}\n");
}

Test(memory, failed_allocations_are_reported_in_space)
{
    fail_allocations_with(space, "explicit");
}

/* ---- what is made of a model ---------------------------------------------------------------------------------- */

/* Makes something of a model, uses it and frees it; whether it went well. */
typedef bool make_function(const tml_model *model, tml_log *log);

/* Fails every call of it in turn, once and for good; there are more than `min_calls`. */
static void fail_allocations_of(make_function *make, const char *text, long min_calls)
{
    long all = 1;
    fails_at = 0;
    for (long i = 0; i <= 2 * all; i++) { /* 0: with all memory */
        tml_log *own = tml_log_make();
        tml_model *model = tml_model_parse(text, strlen(text), "m.yaml", own); /* anew: it keeps what is made of it */
        cr_assert_not_null(model);
        calls = 0;
        for_good = i > all;
        fails_at = i > all ? i - all : i;
        cr_expect(make(model, own) || i > 0);
        if (i == 0)
            all = calls;
        fails_at = 0;
        tml_model_free(model);
        tml_log_free(own);
        cr_assert_eq(held, 0, "call %ld of %ld: %ld allocations are lost", i, all, held);
    }
    cr_expect_gt(all, min_calls, "%ld allocations", all);
}

/* It has no threads, since calls are counted. */
static bool verify(const tml_model *model, tml_log *log)
{
    tml_verification *v = NULL;
    const tml_verify_options alone = {.size = sizeof alone, .threads = 1};
    const bool good = is_ok(tml_verify(model, &alone, &v, log), log, "verify");
    cr_expect_eq(good, v != NULL);
    free(v ? tml_verification_text(v) : NULL);
    tml_verification_free(v);
    return good;
}

Test(memory, failed_allocations_are_reported_by_verify)
{
    fail_allocations_of(verify,
                        "trammel: 1\n"
                        "bodies: {ground: {points: {O: [0, 0]}}, rod: {points: {O: [-1, 0]}, mass: 1, inertia: 1}}\n"
                        "joints: {O: {revolute: [ground, rod]}}\n"
                        "analyses: [dynamics: {end: 0.01, output: 0.005}]\n",
                        200);
}

/* Steps need none; saying why one fails does. */
static bool live(const tml_model *model, tml_log *log)
{
    static const char *const inputs[] = {"torque"};
    const tml_live_options options = {.size = sizeof options, .step = 1e-3, .inputs = inputs, .input_count = 1};
    tml_live *motion = NULL;
    const bool good = is_ok(tml_live_make(model, &options, &motion, log), log, "live");
    cr_expect_eq(good, motion != NULL);
    const long made = calls;
    for (int k = 0; motion && k < 3; k++)
        cr_expect_eq(tml_live_step(motion), TML_OK);
    cr_expect_eq(calls, made, "a step takes memory");
    if (motion) {
        tml_live_set(motion, 0, 1.0 / 0.0);
        cr_expect_eq(tml_live_step(motion), TML_FAILED);
        tml_live_explain(motion, log);
    }
    tml_live_free(motion);
    return good;
}

Test(memory, failed_allocations_are_reported_for_a_live_motion)
{
    fail_allocations_of(live, FOURBAR "analyses: [static: {}, dynamics: {end: 1}]\n", 50);
}

static bool drag(const tml_model *model, tml_log *log)
{
    tml_drag *drag = NULL;
    const bool good = is_ok(tml_drag_make(model, &drag, log), log, "drag");
    cr_expect_eq(good, drag != NULL);
    const long made = calls;
    for (int k = 0; drag && k < 3; k++)
        cr_expect_eq(tml_drag_move(drag, 1, (double[]){1, 0, 0}, (double[]){k, 2, 0}, NULL), TML_OK);
    cr_expect_eq(calls, made, "dragging takes memory");
    tml_drag_free(drag);
    return good;
}

Test(memory, failed_allocations_are_reported_for_a_dragged_point)
{
    fail_allocations_of(drag, FOURBAR, 10);
}

/* Taking a row needs none. */
static bool evaluate_loads(const tml_model *model, const tml_results *results, tml_log *log)
{
    tml_free_body *loads = NULL;
    const tml_table *table = tml_results_table(results, tml_results_count(results) - 1);
    const bool good = is_ok(tml_free_body_make(model, table, &loads, log), log, "free bodies");
    cr_expect_eq(good, loads != NULL);
    const long made = calls;
    for (size_t row = 0; loads && row < tml_table_rows(table); row++)
        cr_expect_eq(tml_free_body_take(loads, row), TML_OK);
    cr_expect_eq(calls, made, "taking a row takes memory");
    tml_free_body_free(loads);
    return good;
}

static bool free_bodies(const tml_model *model, tml_log *log)
{
    tml_results *results = NULL;
    if (!is_ok(tml_run(model, NULL, &results, log), log, "run"))
        return false;
    bool good = evaluate_loads(model, results, log);
    char *text = NULL;
    good &= is_ok(tml_free_body_text(model, results, "crank", 0, &text, log), log, "text of loads");
    free(text);
    good &= is_ok(tml_results_add_loads(results, model, log), log, "tables of loads");
    good &= is_ok(tml_results_add_diagrams(results, model, log), log, "tables of diagrams");
    tml_results_free(results);
    return good;
}

Test(memory, failed_allocations_are_reported_for_free_bodies)
{
    fail_allocations_of(free_bodies, FOURBAR "analyses: [evaluate: {}]\n", 50);
    fail_allocations_of(free_bodies, DRIVEN "analyses: [inverse: {end: 0.2, output: 0.1, actuators: [C]}]\n", 50);
}

static bool mobility(const tml_model *model, tml_log *log)
{
    tml_mobility *found = NULL;
    const bool good = is_ok(tml_mobility_make(model, &found, log), log, "mobility");
    cr_expect_eq(good, found != NULL);
    cr_expect(!found || found->remedy_count > 0, "call %ld: nothing to remove", fails_at);
    tml_mobility_free(found);
    return good;
}

/* A structure and a mechanism with a driver too many: both are searched for what to remove. */
Test(memory, failed_allocations_are_reported_for_mobility)
{
    fail_allocations_of(mobility, PARALLELOGRAM "  P: {distance: [ground.O, rocker.B]}\n", 10);
    fail_allocations_of(mobility, PARALLELOGRAM "drivers: {first: {O.angle: 3*t}, second: {C.angle: 2*t}}\n", 10);
}

static bool range(const tml_model *model, tml_log *log)
{
    tml_range found;
    return is_ok(tml_coordinate_range(model, "O.angle", &found, log), log, "range");
}

Test(memory, failed_allocations_are_reported_for_the_range_of_a_coordinate)
{
    fail_allocations_of(range, FOURBAR, 10);
}

/* ---- result files ---- */

/* Writes results in a format, some of the channels only, and reads them back; true when nothing was missing. */
static bool write_and_read(const tml_results *results, const char *path)
{
    static const char *const channels[] = {"O.*", "crank.x"};
    const tml_save_options how = {.size = sizeof how, .channels = channels, .channel_count = 2};
    tml_log *log = tml_log_make();
    if (!log)
        return false;
    bool good = is_ok(tml_results_save_as(results, path, &how, log), log, path);
    tml_results *again = good ? tml_results_load(path, log) : NULL;
    if (good && !again)
        expect_error(log, path);
    if (again)
        cr_expect_str_eq(tml_table_unit(tml_results_table(again, 0), 0), "s", "%s, call %ld", path, fails_at);
    good = again != NULL;
    tml_results_free(again);
    tml_log_free(log);
    return good;
}

Test(memory, failed_allocations_are_reported_for_result_files)
{
    static const char *const endings[] = {"h5", "mat", "npz"};
    static const char text[] = FOURBAR "analyses: [dynamics: {end: 0.1, output: 0.05}]\n";
    fails_at = 0;
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "m.yaml", log);
    tml_results *results = NULL;
    cr_assert_eq(tml_run(model, NULL, &results, log), TML_OK);
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
        char path[80];
        snprintf(path, sizeof path, "/tmp/trammel-memory-%ld.%s", (long)getpid(), endings[k]);
        fails_at = calls = 0;
        cr_expect(write_and_read(results, path), "%s", path);
        const long all = calls, before = held;
        for (int which = 0; which < 2; which++)
            for (long i = 1; i <= all; i++) {
                for_good = which == 1;
                calls = 0;
                fails_at = i;
                const bool good = write_and_read(results, path);
                cr_expect(!good || !for_good, "%s: call %ld of %ld was not missed", path, i, all);
                cr_assert_eq(held, before, "%s: call %ld of %ld: %ld are lost", path, i, all, held - before);
            }
        remove(path);
    }
    fails_at = 0;
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
}

/* ---- models that are special ---------------------------------------------------------------------------------- */

Test(memory, failed_allocations_are_reported_without_constraints)
{
    fail_allocations_with_two(compliant, ", mass: 1, inertia: 0.1", ", integrator: bdf");
    fail_allocations_with_two(compliant, ", mass: 1, inertia: 0.1", "");
    fail_allocations_with_two(compliant, "", "");
}

/* A wrong model still has an error, whichever allocation fails. */
Test(memory, failed_allocations_leave_an_error_reported)
{
    static const char wrong[] = FOURBAR "drivers: {d: {O.angel: 3*t}}\n"
                                        "analyses: [dynamics: {end: -1, output: 0, set: {torqe: 3}}]\n";
    static const char open[] =
        "trammel: 1\nbodies:\n  ground: {points: {O: [0, 0], C: [5, 0]}}\n"
        "  a: {points: {O: [0, 0], A: [1, 0]}, mass: 1, inertia: 1}\n"
        "  b: {points: {C: [0, 0], A: [1, 0]}, mass: 1, inertia: 1}\n"
        "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, C: {revolute: [ground, b]}}\n"
        "analyses: [dynamics: {end: 1}]\n";
    const char *const texts[] = {wrong, open};
    for (int k = 0; k < 2; k++)
        for (long last = 1, i = 1; i <= last; i++) {
            calls = 0;
            fails_at = i;
            for_good = false;
            tml_log *log = tml_log_make();
            tml_model *model = log ? tml_model_parse(texts[k], strlen(texts[k]), "m.yaml", log) : NULL;
            tml_results *results = NULL;
            if (model)
                cr_expect_neq(tml_run(model, NULL, &results, log), TML_OK);
            if (log)
                expect_error(log, "wrong model");
            tml_results_free(results);
            tml_model_free(model);
            tml_log_free(log);
            cr_assert_eq(held, 0, "model %d, call %ld: %ld allocations are lost", k, i, held);
            if (calls >= i) /* it was missed: there may be more */
                last = i + 1;
        }
}

/* ---- studies and searches ---- */

#define TURNED                                                                                                         \
    "trammel: 1\nparameters: {k: 2}\n"                                                                                 \
    "bodies: {ground: {points: {O: [0, 0]}}, rod: {points: {O: [-1, 0]}, mass: 1, inertia: 1}}\n"                      \
    "joints: {O: {revolute: [ground, rod]}}\n"                                                                         \
    "drivers: {d: {O.angle: k*t}}\n"                                                                                   \
    "analyses: [kinematics: {end: 0.2, output: 0.1}]\n"

static const tml_study_run_options alone = {.size = sizeof alone, .threads = 1};

static bool compute(const tml_study *study, tml_study_rows *rows, tml_log *log)
{
    if (!is_ok(tml_study_run(study, &alone, rows, log), log, "sweep"))
        return false;
    tml_results *results = tml_study_results(study, rows);
    const bool good = results != NULL;
    cr_expect(!good || tml_table_rows(tml_results_table(results, 0)) == 2);
    tml_results_free(results);
    return good;
}

static bool sweep(const tml_model *model, tml_log *log)
{
    static const char *const vary[] = {"k=1:3:2"}, *const keep[] = {"2*max(O.angle)"};
    const tml_study_options options = {
        .size = sizeof options, .vary = vary, .vary_count = 1, .keep = keep, .keep_count = 1};
    tml_study *study = tml_study_make(model, &options, log);
    tml_study_rows *rows = NULL;
    if (!study)
        expect_error(log, "study");
    const bool good =
        study && is_ok(tml_study_rows_make(study, NULL, false, &rows, log), log, "rows") && compute(study, rows, log);
    tml_study_rows_free(rows);
    tml_study_free(study);
    return good;
}

Test(memory, failed_allocations_are_reported_for_a_sweep)
{
    fail_allocations_of(sweep, TURNED, 100);
}

static bool has_results(tml_status status, const tml_results *results, const tml_log *log, const char *what)
{
    const bool good = is_ok(status, log, what);
    cr_expect_eq(good, results != NULL, "%s, call %ld", what, fails_at);
    return good;
}

static bool optimize(const tml_model *model, tml_log *log)
{
    tml_results *results = NULL;
    const tml_status status = tml_optimize_of_model(model, NULL, NULL, &alone, &results, log);
    const bool good = has_results(status, results, log, "optimize");
    tml_results_free(results);
    return good;
}

Test(memory, failed_allocations_are_reported_for_an_optimisation)
{
    fail_allocations_of(optimize,
                        TURNED "studies: {optimize: {minimize: (O.angle - 0.5)^2, over: {k: 1..5@2}, subject_to: k <= "
                               "4, evaluations: 1}}\n",
                        100);
}

static bool fit(const tml_model *model, tml_log *log)
{
    static const char *const match[] = {"a = O.angle"}, *const over[] = {"k=1..5@2"};
    const tml_fit_options options = {.size = sizeof options,
                                     .data = csv,
                                     .match = match,
                                     .match_count = 1,
                                     .over = over,
                                     .over_count = 1,
                                     .iterations = 1};
    tml_results *results = NULL;
    const tml_status status = tml_fit(model, &options, &alone, &results, log);
    const bool good = has_results(status, results, log, "fit");
    tml_results_free(results);
    return good;
}

Test(memory, failed_allocations_are_reported_for_a_fit)
{
    FILE *to = fopen(csv, "w");
    cr_assert_not_null(to);
    fprintf(to, "t,a\n0.1,0.3\n0.2,0.61\n");
    fclose(to);
    fail_allocations_of(fit, TURNED, 100);
}
