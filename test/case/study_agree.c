/* study_agree.c - a point of a study is a plain run of the model with these values: the same bits at its end, or as near as the tolerance where motions are integrated in lanes; extrema found by a search that
 * leaves out what cannot exceed them the same as those of the full one, whatever points the worker has done before. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PICKED = 4, NAME = 96 };

/* Of forces, masses, lengths, speeds, starts: what a parameter enters. */
typedef struct {
    const char *file, *parameter;
    double from, to;
    double bar; /* how near its ends are, where motions are integrated in lanes; 0: the same bits */
} variant;

static const variant MODELS[] = {
    {"fourbar/fourbar.yaml", "torque", 39.7, 41, 3e-8},
    {"slider-crank/slider-crank.yaml", "a", 0.5, 0.52, 3e-8},
    {"slider-crank/slider-crank.yaml", "F", 0.9, 1.1, 3e-8},
    {"a04-bricard/a04-bricard.yaml", "across", 0.08, 0.09, 0},
    {"gear-pair/gear-pair.yaml", "T1", 20, 30, 0},
    {"planetary/planetary.yaml", "Ts", 10, 12, 0},
    {"thrown-disc/thrown-disc.yaml", "mu", 0.2, 0.3, 0},
    {"block-on-incline/comes-to-rest.yaml", "slope", 0.25, 0.27, 0},
    {"cradle/two.yaml", "e", 0.9, 1, 0},
    {"atwood-landing/atwood-landing.yaml", "m1", 1, 1.2, 0},
    {"charpy/charpy.yaml", "raised", 2.4, 2.5, 0},
    {"rolling-disc/rolling-disc.yaml", "r", 0.3, 0.31, 0},
};
enum { MODEL_COUNT = sizeof MODELS / sizeof *MODELS };

static tml_model *load(const variant *v)
{
    char path[512];
    snprintf(path, sizeof path, TML_SOURCE_DIR "/models/%s", v->file);
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_load(path, log);
    cr_assert_not_null(model, "%s", v->file);
    tml_log_free(log);
    return model;
}

static tml_results *run_plainly(tml_model *model, const char *parameter, double value)
{
    tml_log *log = tml_log_make();
    tml_results *results = NULL;
    char text[40];
    snprintf(text, sizeof text, "%.17g", value);
    cr_assert_eq(tml_model_set(model, parameter, text, log), TML_OK);
    cr_assert_eq(tml_run(model, &(tml_run_options){.size = sizeof(tml_run_options), .ends = true}, &results, log),
                 TML_OK, "%s", tml_log_count(log) ? tml_log_get(log, 0).text : "");
    tml_log_free(log);
    return results;
}

/* The motion itself: the last table that is no part of another. */
static const tml_table *motion_of(const tml_results *results)
{
    size_t i = tml_results_count(results) - 1;
    while (i > 0 && strchr(tml_table_kind(tml_results_table(results, i)), '.'))
        i--;
    return tml_results_table(results, i);
}

static tml_study *make_study(const tml_model *model, const variant *v, const char *const *keep, size_t count)
{
    char vary[160];
    const char *list[] = {vary};
    tml_log *log = tml_log_make();
    snprintf(vary, sizeof vary, "%s=%.17g,%.17g", v->parameter, v->from, v->to);
    tml_study *study = tml_study_make(
        model,
        &(tml_study_options){
            .size = sizeof(tml_study_options), .vary = list, .vary_count = 1, .keep = keep, .keep_count = count},
        log);
    cr_assert_not_null(study, "%s: %s", v->file, tml_log_count(log) ? tml_log_get(log, 0).text : "");
    tml_log_free(log);
    return study;
}

/* Points in the order given, by one worker. */
static void compute_in_order(const tml_study *study, const int *points, int count, size_t width, double *answers)
{
    tml_log *log = tml_log_make();
    tml_study_worker *worker = tml_study_worker_make(study, log);
    cr_assert_not_null(worker);
    for (int i = 0; i < count; i++) {
        const char *reason;
        cr_assert_eq(tml_study_worker_run(worker, (uint64_t)points[i], answers + (size_t)points[i] * width, &reason),
                     TML_OK, "%s", reason);
    }
    tml_study_worker_free(worker);
    tml_log_free(log);
}

/* Names of channels from all over the table, of bodies, joints and forces; errors of energy, and what is left of constraints, are rounding. */
static void pick(const tml_table *table, char names[PICKED][NAME])
{
    size_t columns = 2;
    while (columns < tml_table_columns(table) && strncmp(tml_table_name(table, columns), "energy", 6) != 0)
        columns++;
    for (size_t k = 0; k < PICKED; k++)
        snprintf(names[k], NAME, "%s", tml_table_name(table, 1 + k * (columns - 2) / (PICKED - 1)));
}

static void expect_ends(const variant *v, const tml_results *plain, char names[PICKED][NAME], const double *answers)
{
    const tml_table *table = motion_of(plain);
    const size_t last = tml_table_rows(table) - 1;
    for (size_t k = 0; k < PICKED; k++) {
        const double expected = tml_table_value(table, last, (size_t)tml_table_find(table, names[k]));
        cr_expect(v->bar > 0 ? fabs(answers[k] - expected) <= v->bar * (1 + fabs(expected)) : answers[k] == expected,
                  "%s: %s is %.17g, of a plain run %.17g", v->file, names[k], answers[k], expected);
    }
}

/* In both orders, and twice: bit by bit the same. */
static void compute(const tml_model *model, const variant *v, const char *const *keep, int width, double *answers)
{
    double again[2 * 3 * PICKED];
    tml_study *study = make_study(model, v, keep, (size_t)width);
    compute_in_order(study, (int[]){0, 1}, 2, (size_t)width, answers);
    compute_in_order(study, (int[]){1, 0, 1, 0}, 4, (size_t)width, again);
    cr_expect(memcmp(answers, again, 2 * (size_t)width * sizeof *again) == 0, "%s: points depend on those before them",
              v->file);
    tml_study_free(study);
}

static void expect_extremes(const variant *v, const char *const *keep, const double *lean, const double *full)
{
    for (int k = 0; k < 2 * PICKED; k++) {
        const double range = full[k % PICKED] - full[PICKED + k % PICKED];
        cr_expect(fabs(lean[k] - full[k]) <= 1e-9 * range + 1e-12 * fmax(1, fabs(full[k])),
                  "%s: %s is %.17g, of the full search %.17g", v->file, keep[k], lean[k], full[k]);
    }
}

static void compare(const variant *v)
{
    char names[PICKED][NAME], texts[3 * PICKED][NAME + 8];
    const char *ends[PICKED], *keep[3 * PICKED];
    double last[2 * PICKED], lean[4 * PICKED], full[6 * PICKED];
    tml_model *model = load(v);
    tml_results *plain[] = {run_plainly(model, v->parameter, v->from), run_plainly(model, v->parameter, v->to)};
    pick(motion_of(plain[0]), names);
    for (int k = 0; k < 3 * PICKED; k++) {
        static const char *const functions[] = {"max", "min", "mean"};
        snprintf(texts[k], sizeof texts[k], "%s(%.*s)", functions[k / PICKED], NAME, names[k % PICKED]);
        keep[k] = texts[k], ends[k % PICKED] = names[k % PICKED];
    }
    compute(model, v, ends, PICKED, last);
    compute(model, v, keep, 2 * PICKED, lean);
    compute(model, v, keep, 3 * PICKED, full);
    for (int point = 0; point < 2; point++) {
        expect_ends(v, plain[point], names, last + point * PICKED);
        expect_extremes(v, keep, lean + point * 2 * PICKED, full + point * 3 * PICKED);
        tml_results_free(plain[point]);
    }
    tml_model_free(model);
}

Test(study_agree, points_are_plain_runs_with_their_values)
{
    for (int i = 0; i < MODEL_COUNT; i++)
        compare(&MODELS[i]);
}

/* A model is resolved and compiled for the first point; what a load is changes numbers only. */
Test(study_agree, points_that_differ_in_loads_share_all_that_is_compiled)
{
    static const variant LOADS[] = {{"fourbar/fourbar.yaml", "torque", 39.7, 41, 0},
                                    {"slider-crank/slider-crank.yaml", "F", 0.9, 1.1, 0},
                                    {"gear-pair/gear-pair.yaml", "T1", 20, 30, 0},
                                    {"planetary/planetary.yaml", "Ts", 10, 12, 0}};
    for (size_t i = 0; i < sizeof LOADS / sizeof *LOADS; i++) {
        tml_log *log = tml_log_make();
        tml_model *model = load(&LOADS[i]);
        const char *keep[] = {"t"}, *reason;
        tml_study *study = make_study(model, &LOADS[i], keep, 1);
        tml_study_worker *worker = tml_study_worker_make(study, log);
        uint64_t resolved[2], compiled[2];
        for (uint64_t k = 0; k < 12; k++) {
            double answer, value = LOADS[i].from + (double)k / 11 * (LOADS[i].to - LOADS[i].from);
            cr_assert_eq(tml_study_worker_try(worker, &value, &answer, &reason), TML_OK, "%s", reason);
            tml_study_worker_counts(worker, &resolved[k > 0], &compiled[k > 0]);
        }
        cr_expect_eq(resolved[0], resolved[1], "%s", LOADS[i].file);
        cr_expect_eq(compiled[0], compiled[1], "%s", LOADS[i].file);
        tml_study_worker_free(worker);
        tml_study_free(study);
        tml_model_free(model);
        tml_log_free(log);
    }
}
