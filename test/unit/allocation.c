/* allocation.c - nothing is allocated inside a step.
 *
 * malloc, calloc and realloc of the whole process are counted (SUNDIALS, KLU and LAPACK too). The same motion is computed
 * for one and for two units of time with the same number of output rows: twice the steps, the same number of allocations.
 */
#include "base/text.h"
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- counting ------------------------------------------------------------------------------------------------- */

#if defined(__SANITIZE_ADDRESS__)
#define COUNTED 0 /* the sanitizer has taken the place of malloc already */
#else
#define COUNTED 1

/* glibc's own, under the names that remain when malloc and the others are replaced. */
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);
void __libc_free(void *memory);

static volatile bool counting; /* to a compiler malloc touches nothing of ours: it would keep both in registers */
static volatile long allocations;

void *malloc(size_t bytes)
{
    allocations += counting;
    return __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    allocations += counting;
    return __libc_calloc(count, bytes);
}

void *realloc(void *memory, size_t bytes)
{
    allocations += counting;
    return __libc_realloc(memory, bytes);
}

void free(void *memory)
{
    __libc_free(memory);
}
#endif

/* ---- runs ----------------------------------------------------------------------------------------------------- */

typedef struct {
    long allocations, steps, evaluations;
    char solver[64];
} account;

static const char *fact(const tml_table *table, const char *name)
{
    for (size_t i = 0; i < tml_table_fact_count(table); i++)
        if (strcmp(tml_table_fact_name(table, i), name) == 0)
            return tml_table_fact_text(table, i);
    cr_assert_fail("no fact \"%s\"", name);
    return "";
}

static account run(const char *text)
{
    account a = {0};
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "m.yaml", log);
    tml_results *results = NULL;
    cr_assert_not_null(model, "%s", tml_log_get(log, 0).text);
#if COUNTED
    allocations = 0;
    counting = true;
#endif
    const tml_status status = tml_run(model, NULL, &results, log);
#if COUNTED
    counting = false;
    a.allocations = allocations;
#endif
    cr_assert_eq(status, TML_OK, "%s", tml_log_count(log) ? tml_log_get(log, 0).text : "?");
    const tml_table *table = tml_results_table(results, tml_results_count(results) - 1);
    a.steps = strtol(fact(table, "steps"), NULL, 10);
    a.evaluations = strtol(fact(table, "evaluations"), NULL, 10);
    snprintf(a.solver, sizeof a.solver, "%s", fact(table, "linear solver"));
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
    return a;
}

/* The text of a model up to its analyses. */
static tml_text mechanism(const char *path)
{
    char line[4096];
    tml_text text = {0};
    snprintf(line, sizeof line, "%s/models/%s", TML_SOURCE_DIR, path);
    FILE *file = fopen(line, "r");
    cr_assert_not_null(file, "%s", line);
    while (fgets(line, sizeof line, file) && strncmp(line, "analyses:", 9) != 0)
        tml_text_add(&text, "%s", line);
    fclose(file);
    return text;
}

static account run_for(const char *path, const char *options, double span)
{
    tml_text text = mechanism(path);
    tml_text_add(&text, "\nanalyses: [dynamics: {end: %.17g, output: %.17g, %s}]\n", span, span / 10, options);
    const account a = run(text.data);
    tml_text_free(&text);
    return a;
}

/* `end` and twice that in the same number of rows, after a short run that loads the libraries. */
static void compare(const char *path, const char *options, double end, account of[2])
{
    run_for(path, options, 0.01 * end);
    for (int i = 0; i < 2; i++)
        of[i] = run_for(path, options, (i + 1) * end);
    cr_log_info("%s, %s, %s: %ld allocations in %ld steps, %ld in %ld", path, options, of[0].solver, of[0].allocations,
                of[0].steps, of[1].allocations, of[1].steps);
    cr_expect_gt((double)of[1].steps, 1.3 * (double)of[0].steps, "%s: %ld and %ld steps", options, of[0].steps,
                 of[1].steps);
}

enum { REPIVOTING = 17, FEW = 20 }; /* allocations of KLU when it chooses its pivots anew; how often it may */

static void expect_none(const char *path, const char *options, double end)
{
    account of[2];
    compare(path, options, end, of);
    cr_expect_eq(of[0].allocations, of[1].allocations, "%s, %s: %ld allocations in %ld steps, but %ld in %ld", path,
                 options, of[0].allocations, of[0].steps, of[1].allocations, of[1].steps);
}

static const char *const integrators[] = {"integrator: explicit", "integrator: rk4, step: 1e-3", "integrator: adams",
                                          "integrator: bdf", "integrator: dae"};
enum { INTEGRATORS = sizeof integrators / sizeof *integrators };

Test(allocation, allocations_are_counted)
{
    if (!COUNTED)
        cr_skip_test("the sanitizer owns malloc");
#if COUNTED
    allocations = 0;
    counting = true;
    char *volatile piece = malloc(10);
    piece = realloc(piece, 2000);
    free(piece);
    piece = calloc(3, 3);
    free(piece);
    counting = false;
    cr_expect_eq(allocations, 3);
#endif
}

Test(allocation, steps_in_the_plane_allocate_nothing)
{
    for (int i = 0; i < INTEGRATORS; i++)
        expect_none("fourbar/fourbar.yaml", integrators[i], 3);
}

Test(allocation, steps_in_space_allocate_nothing)
{
    for (int i = 0; i < INTEGRATORS; i++)
        expect_none("a04-bricard/a04-bricard.yaml", integrators[i], 1);
}

/* Nor in a live step, or in reading a channel after it. */
static void expect_none_live(const char *path, double h)
{
    tml_text text = mechanism(path);
    tml_text_add(&text, "\nanalyses: [dynamics: {end: 1}]\n");
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text.data, text.length, "m.yaml", log);
    tml_live *live = NULL;
    cr_assert_eq(tml_live_make(model, &(tml_live_options){.size = sizeof(tml_live_options), .step = h}, &live, log),
                 TML_OK);
#if COUNTED
    allocations = 0;
    counting = true;
    for (int i = 0; i < 2000 && tml_live_step(live) == TML_OK; i++)
        tml_live_value(live, 1);
    counting = false;
    cr_expect_float_eq(tml_live_time(live), 2000 * h, 1e-9 * h);
    cr_expect_eq(allocations, 0, "%s: %ld", path, allocations);
#endif
    tml_live_free(live);
    tml_model_free(model);
    tml_log_free(log);
    tml_text_free(&text);
}

Test(allocation, live_steps_allocate_nothing)
{
    expect_none_live("fourbar-motor/fourbar-motor.yaml", 1e-3);
    expect_none_live("suspension/suspension-stiff.yaml", 1e-4);
    expect_none_live("suspension/suspension-rubber.yaml", 1e-4);
    expect_none_live("a04-bricard/a04-bricard.yaml", 1e-3);
}

/* Nor while a point is dragged. */
static void expect_none_by_hand(const char *path)
{
    tml_text text = mechanism(path);
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text.data, text.length, "m.yaml", log);
    tml_drag *hand = NULL;
    cr_assert_eq(tml_drag_make(model, &hand, log), TML_OK);
#if COUNTED
    tml_drag_result lead = {0};
    allocations = 0;
    counting = true;
    for (int i = 0; i < 300; i++) {
        const double point[3] = {0.1, 0.2, 0}, to[3] = {3 * cos(0.1 * i), 2 * sin(0.3 * i), 0.1 * i};
        const size_t body = 1 + (size_t)(i / 10) % (tml_drag_body_count(hand) - 1);
        cr_expect_eq(tml_drag_move(hand, body, point, to, &lead), TML_OK);
    }
    counting = false;
    cr_expect_eq(allocations, 0, "%s: %ld", path, allocations);
#endif
    tml_drag_free(hand);
    tml_model_free(model);
    tml_log_free(log);
    tml_text_free(&text);
}

Test(allocation, dragging_allocates_nothing)
{
    expect_none_by_hand("fourbar/fourbar.yaml");
    expect_none_by_hand("a02-fourbars-40/a02-fourbars-40.yaml");
    expect_none_by_hand("a04-bricard/a04-bricard.yaml");
    expect_none_by_hand("suspension/suspension-rubber.yaml");
}

/* Compliant joints: bdf has its sparse Jacobian. Steps of 1 ms are too long for them. */
Test(allocation, steps_without_constraints_allocate_nothing)
{
    for (int i = 0; i < INTEGRATORS; i++)
        if (!strstr(integrators[i], "rk4"))
            expect_none("suspension/suspension-stiff.yaml", integrators[i], 0.02);
}

/* A massless knuckle between springs: its equilibrium is solved for every row, not in a step. */
Test(allocation, steps_with_a_massless_body_allocate_nothing)
{
    account of[2];
    for (int i = 0; i < 2; i++) {
        tml_text text = mechanism("suspension/suspension-stiff.yaml"), light = {0};
        const char *heavy = strstr(text.data, "mass: 45, inertia: 1.5,");
        cr_assert_not_null(heavy);
        tml_text_add(&light, "%.*s%s\nanalyses: [dynamics: {end: %g, output: %g}]\n", (int)(heavy - text.data),
                     text.data, heavy + strlen("mass: 45, inertia: 1.5,"), 0.02 * (i + 1), 0.002 * (i + 1));
        of[i] = run(light.data);
        tml_text_free(&text);
        tml_text_free(&light);
    }
    cr_expect_gt((double)of[1].steps, 1.3 * (double)of[0].steps);
    cr_expect_eq(of[0].allocations, of[1].allocations, "%ld in %ld steps, %ld in %ld", of[0].allocations, of[0].steps,
                 of[1].allocations, of[1].steps);
}

static void expect_few(const char *path, const char *options, double end)
{
    account of[2];
    compare(path, options, end, of);
    const long more = of[1].allocations - of[0].allocations;
    cr_expect_lt(more, REPIVOTING * FEW, "%s, %s: %ld more", path, options, more);
}

/* IDA's KLU looks at the condition of its factors and sometimes chooses its pivots anew. */
Test(allocation, steps_of_a_large_mechanism_allocate_nothing)
{
    for (int i = 0; i < INTEGRATORS; i++)
        if (strstr(integrators[i], "dae"))
            expect_few("a02-fourbars-40/a02-fourbars-40.yaml", integrators[i], 0.35);
        else
            expect_none("a02-fourbars-40/a02-fourbars-40.yaml", integrators[i], 0.35);
}

/* At t = 0.72 s and 1.25 s all links lie in one line: there our own KLU does so, too. */
Test(allocation, singular_configurations_cost_few_allocations)
{
    static const char *const some[] = {"integrator: explicit", "integrator: rk4, step: 1e-3", "integrator: bdf"};
    for (int i = 0; i < 3; i++)
        expect_few("a02-fourbars-40/a02-fourbars-40.yaml", some[i], 0.7);
}
