/* studies.c - studies of the model file: the same rows as the same texts from elsewhere, options that count instead, every analysis answers,
 * and what is wrong is told at its place. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "base/file.h"
#include "support/case.h"
#include "support/study_entry.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A point mass on a rod in a pin, line for line as messages count them. */
#define ROD                                                                                                            \
    "trammel: 1\n"                                                                                                     \
    "parameters: {m: 1, L: 2, k: 100, w: 2}\n"                                                                         \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  rod: {points: {O: [0, 0], A: [L, 0]}, com: [L, 0], mass: m, inertia: 0}\n"                                      \
    "joints: {O: {revolute: [ground, rod]}}\n"                                                                         \
    "outputs: {moment: m*9.81*L*cos(O.angle)}\n"
#define HELD ROD "forces: {s: {torsion: O, stiffness: k}}\nanalyses: [static: {}, modes: {}]\n"

static tml_model *parse(const char *text, tml_log *log)
{
    return tml_model_parse(text, strlen(text), "studies.yaml", log);
}

static tml_results *run(const tml_study *study)
{
    tml_log *log = tml_log_make();
    tml_study_rows *rows = NULL;
    cr_assert_eq(tml_study_rows_make(study, NULL, false, &rows, log), TML_OK);
    cr_assert_eq(
        tml_study_run(study, &(tml_study_run_options){.size = sizeof(tml_study_run_options), .threads = 1}, rows, log),
        TML_OK);
    tml_results *results = tml_study_results(study, rows);
    tml_study_rows_free(rows);
    tml_log_free(log);
    return results;
}

/* The rows of a study of the model's file. */
static tml_results *sweep(const char *text, const char *name, const tml_study_options *over)
{
    tml_log *log = tml_log_make();
    tml_model *model = parse(text, log);
    tml_study *study = model ? tml_study_of_model(model, name, over, log) : NULL;
    for (size_t i = 0; !study && i < tml_log_count(log); i++)
        cr_log_error("%d:%d: %s", tml_log_get(log, i).place.line, tml_log_get(log, i).place.column,
                     tml_log_get(log, i).text);
    cr_assert_not_null(study);
    tml_results *results = run(study);
    tml_study_free(study);
    tml_model_free(model);
    tml_log_free(log);
    return results;
}

Test(studies, a_sweep_of_the_file_is_that_of_the_same_texts)
{
    const char text[] = HELD "studies:\n"
                             "  - sweep: {name: grid, vary: {L: [1, 2], m: \"1:2:3\"}, keep: O.angle}\n"
                             "  - sweep:\n"
                             "      name: spread\n"
                             "      vary: {m: \"normal(1, 0.1)\", L: \"1.9:2.1\"}\n"
                             "      keep: {angle: O.angle, load: max(moment)/m}\n"
                             "      correlate: {\"m,L\": 0.5}\n"
                             "      sample: sobol\n"
                             "      count: 8\n"
                             "      seed: 3\n";
    const char *vary[] = {"m=normal(1, 0.1)", "L=1.9:2.1"}, *keep[] = {"angle = O.angle", "load = max(moment)/m"},
               *correlate[] = {"m,L=0.5"};
    const tml_study_options options = {.size = sizeof options,
                                       .vary = vary,
                                       .vary_count = 2,
                                       .keep = keep,
                                       .keep_count = 2,
                                       .correlate = correlate,
                                       .correlate_count = 1,
                                       .sample = "sobol",
                                       .count = 8,
                                       .seed = 3};
    tml_log *log = tml_log_make();
    tml_model *model = parse(text, log);
    cr_assert_not_null(model);
    cr_expect_eq(tml_model_study_count(model), 2);
    cr_expect_str_eq(tml_model_study_name(model, 1), "spread");
    cr_expect_str_eq(tml_model_study_kind(model, 1), "sweep");
    cr_expect_null(tml_model_study_name(model, 2));
    tml_study *a = tml_study_of_model(model, "spread", NULL, log), *b = tml_study_make(model, &options, log);
    cr_assert(a && b);
    cr_expect_str_eq(tml_study_digest(a), tml_study_digest(b));
    cr_expect_null(tml_study_of_model(model, NULL, NULL, log));
    cr_expect_null(tml_study_of_model(model, "speed", NULL, log));
    cr_expect_eq(tml_log_count(log), 2);
    for (size_t i = 0; i < tml_log_count(log); i++)
        cr_expect_str_eq(tml_log_get(log, i).code, "E804");
    tml_study_free(a);
    tml_study_free(b);
    tml_model_free(model);
    tml_log_free(log);
}

Test(studies, options_count_instead_of_the_file_or_are_added)
{
    const char text[] = HELD "studies: {sweep: {vary: {L: [1, 2], m: [3]}, keep: {angle: O.angle, load: moment}}}\n";
    const char *vary[] = {"L=0.5:1:3"}, *keep[] = {"load = 2*m", "other = L"};
    const tml_study_options over = {
        .size = sizeof over, .vary = vary, .vary_count = 1, .keep = keep, .keep_count = 2, .only = "static"};
    tml_results *plain = sweep(text, NULL, NULL), *changed = sweep(text, "sweep", &over);
    cr_expect_eq(tml_table_rows(tml_results_table(plain, 0)), 2);
    cr_assert_eq(tml_table_rows(tml_results_table(changed, 0)), 3);
    cr_expect_eq(tml_table_columns(tml_results_table(changed, 0)), 1 + 2 + 3);
    for (size_t i = 0; i < 3; i++) {
        cr_expect_eq(entry(changed, i, "L"), 0.5 + 0.25 * (double)i);
        cr_expect_eq(entry(changed, i, "m"), 3);
        cr_expect_eq(entry(changed, i, "load"), 6);
        cr_expect_eq(entry(changed, i, "other"), entry(changed, i, "L"));
    }
    tml_results_free(plain);
    tml_results_free(changed);
}

/* k a = -m g L cos(a) holds the rod; it vibrates at w^2 = (k - m g L sin(a)) / (m L^2). */
Test(studies, statics_and_modes_answer)
{
    tml_results *r = sweep(HELD "studies: {sweep: {vary: {m: [1, 4]}, keep: {a: O.angle, load: final(moment), f: "
                                "\"frequency[1]\", highest: max(frequency)}}}\n",
                           NULL, NULL);
    for (size_t i = 0; i < 2; i++) {
        const double m = entry(r, i, "m"), a = entry(r, i, "a"), moment = m * 9.81 * 2 * cos(a);
        cr_expect_float_eq(100 * a, -moment, 1e-9);
        cr_expect_float_eq(entry(r, i, "load"), moment, 1e-9);
        cr_expect_float_eq(entry(r, i, "f") * 2 * acos(-1), sqrt((100 - m * 9.81 * 2 * sin(a)) / (m * 4)), 1e-9);
        cr_expect_eq(entry(r, i, "highest"), entry(r, i, "f"));
    }
    cr_expect_str_eq(tml_table_unit(tml_results_table(r, 0), 5), "Hz");
    tml_results_free(r);
}

/* Driven at w: the angle is w t, the torque of the driver holds m g L cos(w t). */
Test(studies, kinematics_and_inverse_dynamics_answer)
{
    static const char *const kinds[] = {"kinematics", "inverse"};
    for (int k = 0; k < 2; k++) {
        char text[1000];
        snprintf(text, sizeof text,
                 ROD "drivers: {d: {O.angle: w*t}}\n"
                     "analyses: [%s: {end: 1, output: 0.01}]\n"
                     "studies: {sweep: {vary: {w: [1, 1.5]}, keep: {end: O.angle, mean: mean(moment), least: "
                     "min(moment)%s}}}\n",
                 kinds[k], k ? ", torque: final(d.torque)" : "");
        tml_results *r = sweep(text, NULL, NULL);
        for (size_t i = 0; i < 2; i++) {
            const double w = entry(r, i, "w"), most = 9.81 * 2;
            cr_expect_float_eq(entry(r, i, "end"), w, 1e-12);
            cr_expect_float_eq(entry(r, i, "mean"), most * sin(w) / w, 1e-6, "%g", entry(r, i, "mean"));
            cr_expect_float_eq(entry(r, i, "least"), most * cos(w), 1e-9);
            cr_expect(!k || fabs(entry(r, i, "torque") - most * cos(w)) < 1e-9);
        }
        tml_results_free(r);
    }
}

Test(studies, balance_assembly_and_evaluation_answer)
{
    static const char *const analyses[] = {"balance: {actuators: [s]}", "assembly: {}", "evaluate: {}"};
    for (int k = 0; k < 3; k++) {
        char text[1000];
        snprintf(text, sizeof text,
                 ROD "forces: {s: {motor: O, torque: 0}}\ninitial: {O.angle: 0.2}\nanalyses: [%s]\n"
                     "studies: {sweep: {vary: {L: [1, 2]}, keep: {moment: max(moment), torque: final(s.torque)}}}\n",
                 analyses[k]);
        tml_results *r = sweep(text, NULL, NULL);
        for (size_t i = 0; i < 2; i++) {
            const double moment = 9.81 * entry(r, i, "L") * cos(0.2);
            cr_expect_float_eq(entry(r, i, "moment"), moment, 1e-12);
            cr_expect_float_eq(entry(r, i, "torque"), k == 0 ? moment : 0, 1e-12);
        }
        tml_results_free(r);
    }
}

/* A governor without a sleeve: cos(a) = g / (w^2 L) beyond w^2 L = g. */
Test(studies, steady_states_answer)
{
    tml_results *r =
        sweep("trammel: 1\n"
              "space: space\n"
              "parameters: {L: 0.5, w: 6}\n"
              "bodies:\n"
              "  ground: {points: {O: [0, 0, 0]}}\n"
              "  shaft: {points: {O: [0, 0, 0]}, mass: 1, inertia: [1, 1, 1]}\n"
              "  arm: {points: {O: [0, 0, 0], A: [0, 0, -L]}, com: A, mass: 1, inertia: [0, 0, 0], orientation: {axis: "
              "y, angle: -0.9}}\n"
              "joints: {S: {revolute: [ground, shaft], axis: z, at: O}, P: {revolute: [shaft, arm], axis: y, at: O}}\n"
              "outputs: {radius: hypot(arm.A.x, arm.A.y)}\n"
              "analyses: [steady: {speeds: {S: w}}]\n"
              "studies: {sweep: {vary: {w: [6, 8]}, keep: {radius: max(radius), angle: P.angle}}}\n",
              NULL, NULL);
    for (size_t i = 0; i < 2; i++) {
        const double w = entry(r, i, "w"), a = acos(9.81 / (w * w * 0.5));
        cr_expect_float_eq(entry(r, i, "radius"), 0.5 * sin(a), 1e-9);
        cr_expect_float_eq(fabs(entry(r, i, "angle")), a, 1e-9);
    }
    tml_results_free(r);
}

/* Meijaard, Papadopoulos, Ruina and Schwab 2007: the bicycle is stable from the weave speed, 4.292 m/s, to the capsize speed, 6.024 m/s. */
Test(studies, the_bicycle_is_stable_where_the_benchmark_says)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_load(TML_SOURCE_DIR "/models/bicycle/straight.yaml", log);
    tml_study *study = tml_study_of_model(model, "stability", NULL, log);
    cr_assert_not_null(study);
    tml_results *r = run(study);
    for (size_t i = 0; i < 33; i++) {
        const double v = entry(r, i, "v");
        cr_expect_eq(entry(r, i, "growth") <= 1e-9, v > 4.292 && v < 6.024, "at %g m/s: %g", v, entry(r, i, "growth"));
    }
    tml_results_free(r);
    tml_study_free(study);
    tml_model_free(model);
    tml_log_free(log);
}

/* ---- optimisation ---- */

/* The rod hangs at -0.3 rad where m g L cos(0.3) = 0.3 k; a constraint keeps it from there. */
Test(studies, an_optimisation_of_the_file_finds_the_closed_form)
{
    static const char text[] = HELD "studies:\n"
                                    "  optimize:\n"
                                    "    minimize: {off: (O.angle + 0.3)^2}\n"
                                    "    over: {m: 0.5..3@1}\n"
                                    "    analysis: static\n";
    tml_log *log = tml_log_make();
    tml_model *model = parse(text, log);
    const double free = 0.3 * 100 / (9.81 * 2 * cos(0.3));
    for (int k = 0; model && k < 2; k++) {
        const char *subject_to[] = {"m <= 1.25"};
        const tml_optimize_options over = {.size = sizeof over, .subject_to = subject_to, .subject_to_count = 1};
        tml_results *results = NULL;
        cr_assert_eq(tml_optimize_of_model(model, NULL, k ? &over : NULL, NULL, &results, log), TML_OK);
        const tml_table *table = tml_results_find(results, "optimize");
        const double best = tml_table_fact_number(table, (size_t)tml_table_fact_find(table, "best m"));
        cr_expect_float_eq(best, k ? 1.25 : free, 1e-6, "%.9g", best);
        tml_results_free(results);
    }
    cr_expect_eq(tml_log_count(log), 0);
    cr_assert_not_null(model);
    tml_model_free(model);
    tml_log_free(log);
}

/* A column that no expression knows has no derivative along the motion: differences are taken. The energy of the falling rod is m times a
 * function of time. */
Test(studies, an_optimisation_may_have_a_column_of_a_table_as_its_goal)
{
    static const char text[] = ROD "analyses: [dynamics: {end: 0.5, output: 0.1}]\n"
                                   "studies: {optimize: {minimize: max(energy.kinetic), over: {m: 0.5..2@1}}}\n";
    tml_log *log = tml_log_make();
    tml_model *model = parse(text, log);
    tml_results *results = NULL;
    cr_assert_not_null(model);
    cr_assert_eq(tml_optimize_of_model(model, "optimize", NULL, NULL, &results, log), TML_OK);
    const tml_table *table = tml_results_find(results, "optimize");
    cr_expect_float_eq(tml_table_fact_number(table, (size_t)tml_table_fact_find(table, "best m")), 0.5, 1e-9);
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
}

/* ---- fits ---- */

/* O.angle = w t: the best w is sum(t a) / sum(t^2). */
#define TURNED ROD "drivers: {d: {O.angle: w*t}}\nanalyses: [kinematics: {end: 1, output: 0.1}]\n"

static double write_angles(const char *path)
{
    static const double angle[] = {0.21, 0.39, 0.95, 1.42};
    double sum = 0, squares = 0;
    FILE *to = fopen(path, "w");
    cr_assert_not_null(to);
    fprintf(to, "time,angle\n");
    for (int i = 0; i < 4; i++) {
        const double t = (double)(i + 1) / 4;
        fprintf(to, "%.17g,%.17g\n", t, angle[i]);
        sum += t * angle[i], squares += t * t;
    }
    fclose(to);
    return sum / squares;
}

static double fitted(const tml_model *model, const char *name, const tml_fit_options *over)
{
    tml_results *results = NULL;
    tml_log *log = tml_log_make();
    cr_assert_eq(tml_fit_of_model(model, name, over, NULL, &results, log), TML_OK, "%s", tml_log_get(log, 0).text);
    const tml_table *table = tml_results_find(results, "fit");
    const double value = tml_table_fact_number(table, (size_t)tml_table_fact_find(table, "best w"));
    tml_results_free(results);
    tml_log_free(log);
    return value;
}

/* What a check of a model that is not trusted says first. */
static void expect_within(tml_model *model, tml_status status, const char *code)
{
    char *checked = NULL;
    tml_log *log = tml_log_make();
    cr_expect_eq(tml_model_check(model, NULL, &checked, log), status);
    cr_assert(tml_log_count(log) > 0);
    cr_expect_str_eq(tml_log_get(log, 0).code, code);
    free(checked);
    tml_log_free(log);
}

/* The same of a model whose fit names `data`. */
static void expect_of_data(const char *folder, const char *data, tml_status status, const char *code)
{
    char text[1000];
    snprintf(text, sizeof text, TURNED "studies: {fit: {data: %s, match: {angle: O.angle}, over: {w: 0..3@1}}}\n",
             data);
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse_within(text, strlen(text), "m.yaml", folder, log);
    cr_assert_not_null(model);
    expect_within(model, status, code);
    tml_model_free(model);
    tml_log_free(log);
}

/* What is missing in the folder is a warning; what lies elsewhere is an error, whether it is there or not. */
Test(studies, a_model_that_is_not_trusted_may_lack_its_curve_but_not_look_elsewhere)
{
    char folder[] = "/tmp/trammel_studies_XXXXXX", out[64], nowhere[64];
    cr_assert_not_null(mkdtemp(folder));
    snprintf(out, sizeof out, "%s/out", folder);
    snprintf(nowhere, sizeof nowhere, "%s/nowhere.csv", folder);
    cr_assert(symlink("/etc", out) == 0 && symlink("/nothing.csv", nowhere) == 0);
    expect_of_data(folder, "missing.csv", TML_OK, "W812");
    expect_of_data(folder, "below/it/missing.csv", TML_OK, "W812");
    expect_of_data(folder, "../missing.csv", TML_WRONG, "E115");
    expect_of_data(folder, "/missing.csv", TML_WRONG, "E115");
    expect_of_data(folder, "out/passwd", TML_WRONG, "E115");
    expect_of_data(folder, "out/missing.csv", TML_WRONG, "E115");
    expect_of_data(folder, "nowhere.csv", TML_WRONG, "E115");
    remove(out);
    remove(nowhere);
    rmdir(folder);
}

Test(studies, a_fit_of_the_file_reads_the_curve_beside_the_model)
{
    static const char text[] =
        TURNED "studies:\n"
               "  - fit: {name: speed, data: angles.csv, match: {angle: O.angle}, over: {w: 0..3@1}}\n"
               "  - fit: {name: half, data: angles.csv, match: {angle: 2*O.angle}, over: {w: 0..3@1}}\n";
    char folder[] = "/tmp/trammel_studies_XXXXXX", model_path[64], path[64], *checked = NULL;
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/angles.csv", folder);
    snprintf(model_path, sizeof model_path, "%s/m.yaml", folder);
    const double w = write_angles(path);
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), model_path, log);
    cr_assert_not_null(model);
    cr_expect_eq(tml_model_check(model, NULL, &checked, log), TML_OK);
    free(checked);
    cr_expect_float_eq(fitted(model, "speed", NULL), w, 1e-9);
    cr_expect_float_eq(fitted(model, "half", NULL), w / 2, 1e-9);
    const char *match[] = {"angle = 4*O.angle"};
    const tml_fit_options over = {.size = sizeof over, .match = match, .match_count = 1};
    cr_expect_float_eq(fitted(model, "half", &over), w / 4, 1e-9);
    cr_expect_eq(tml_file_check_output(path, model, log), TML_WRONG); /* the curve is not overwritten */
    tml_model_free(model);

    /* A model that is not trusted reads what is in its folder alone. */
    tml_model *within = tml_model_parse_within(text, strlen(text), "m.yaml", folder, log),
              *without = tml_model_parse_within(text, strlen(text), "m.yaml", NULL, log);
    cr_assert(within && without);
    cr_expect_float_eq(fitted(within, "speed", NULL), w, 1e-9);
    tml_log_free(log);
    log = tml_log_make();
    cr_expect_eq(tml_model_check(without, NULL, &checked, log), TML_WRONG);
    cr_expect_str_eq(tml_log_get(log, 0).code, "E115");
    free(checked);
    remove(path);
    expect_within(within, TML_OK, "W812");
    tml_model_free(within);
    tml_model_free(without);
    tml_log_free(log);
    rmdir(folder);
}

/* The curves were computed by others, with a = 0.5 and F = 1. */
Test(studies, crank_and_force_are_found_from_published_curves)
{
    static const char path[] = TML_SOURCE_DIR "/models/slider-crank/fitted.yaml";
    tml_log *log = tml_log_make();
    tml_text text = {0};
    cr_assert_eq(tml_file_read(TML_SOURCE_DIR "/models/slider-crank/slider-crank.yaml", &text, log), TML_OK);
    tml_text_add(&text, "\nstudies:\n"
                        "  - fit:\n"
                        "      data: reference.csv\n"
                        "      match: {q: O.angle, x: rod.S.x, q_dot: O.speed}\n"
                        "      over: {a: 0.3..0.7@0.45, F: 0.5..1.5@0.8}\n"
                        "      tolerance: 1e-11\n");
    tml_model *model = tml_model_parse(text.data, text.length, path, log);
    tml_results *results = NULL;
    tml_text_free(&text);
    cr_assert_eq(tml_fit_of_model(model, NULL, NULL, NULL, &results, log), TML_OK);
    cr_expect_float_eq(entry(results, 0, "value"), 0.5, 1e-11);
    cr_expect_float_eq(entry(results, 1, "value"), 1, 1e-11);
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
}

/* ---- what is wrong ---- */

/* The first message about a model with this section, which begins in line 10. */
static void expect_told(const char *section, tml_status status, int line, int column, const char *code)
{
    char text[2000], *checked = NULL;
    snprintf(text, sizeof text, HELD "%s\n", section);
    tml_log *log = tml_log_make();
    tml_model *model = parse(text, log);
    if (model)
        cr_expect_eq(tml_model_check(model, NULL, &checked, log), status, "%s", section);
    free(checked);
    cr_assert(tml_log_count(log) > 0, "%s: no message", section);
    const tml_message m = tml_log_get(log, 0);
    cr_expect_str_eq(m.code, code, "%s: %s %s", section, m.code, m.text);
    cr_expect(m.place.file && strcmp(m.place.file, "studies.yaml") == 0 && m.place.line == line &&
                  m.place.column == column,
              "%s: %s:%d:%d: %s", section, m.place.file, m.place.line, m.place.column, m.text);
    tml_model_free(model);
    tml_log_free(log);
}

static void expect_wrong(const char *section, int line, int column, const char *code)
{
    expect_told(section, TML_WRONG, line, column, code);
}

Test(studies, what_is_wrong_is_told_at_its_place)
{
    expect_wrong("studies: 3", 10, 10, "E804");
    expect_wrong("studies: [sweep]", 10, 11, "E804");
    expect_wrong("studies: {swep: {vary: {m: [1]}, keep: m}}", 10, 11, "E804");
    expect_wrong("studies: [sweep: {vary: {m: [1]}, keep: m}, sweep: {vary: {m: [2]}, keep: m}]", 10, 45, "E804");
    expect_wrong("studies: {sweep: {vary: {m: [1]}, kep: m}}", 10, 35, "E022");
    expect_wrong("studies: {sweep: {vary: {m: [1]}}}", 10, 18, "E023");
    expect_wrong("studies: {sweep: {vary: m, keep: m}}", 10, 25, "E025");
    expect_wrong("studies: {sweep: {vary: {m: [1]}, keep: m, sample: sobl}}", 10, 52, "E026");
    expect_wrong("studies: {sweep: {vary: {mm: [1]}, keep: m}}", 10, 26, "E116");
    expect_wrong("studies: {sweep: {vary: {m: \"1:2q:3\"}, keep: m}}", 10, 33, "E103");
    expect_wrong("studies: {sweep: {vary: {m: [1, 2, n]}, keep: m}}", 10, 36, "E100");
    expect_wrong("studies: {sweep: {vary: {m: \"normal(n, 1)\"}, keep: m, count: 3}}", 10, 37, "E100");
    expect_wrong("studies: {sweep: {vary: {m: \"normal(1, -1)\"}, keep: m, count: 3}}", 10, 30, "E801");
    expect_wrong("studies: {sweep: {vary: {m: \"normal(1, 1)\"}, keep: m}}", 10, 11, "E802");
    expect_wrong("studies: {sweep: {vary: {m: \"1:2\"}, keep: m, count: 2.5}}", 10, 53, "E804");
    expect_wrong("studies:\n  - sweep:\n      vary: {m: \"1:2:3\"}\n      keep: {a: max(O.angel)}", 13, 21, "E100");
    expect_wrong("studies:\n  - sweep:\n      vary: {m: \"1:2:3\"}\n      keep: {a: O.angle + }", 13, 26, "E106");
    expect_wrong("studies:\n  - sweep:\n      vary: {m: \"1:2:3\"}\n      keep: [m, time(3)]", 13, 22, "E800");
    expect_wrong("studies: {sweep: {vary: {m: \"1:2\"}, keep: m, count: 3, correlate: {\"m,L\": 0.5}}}", 10, 69,
                 "E802");
    expect_wrong("studies: {sweep: {vary: {m: [1]}, keep: m, analysis: dynamics}}", 10, 11, "E802");
    expect_wrong("studies: {optimize: {over: {m: 1..3}}}", 10, 11, "E807");
    expect_wrong("studies: {optimize: {minimize: O.angle, over: {mm: 1..3}}}", 10, 48, "E116");
    expect_wrong("studies: {optimize: {minimize: O.angle, over: {m: 1..n}}}", 10, 54, "E100");
    expect_wrong("studies: {optimize: {minimize: O.angle, over: {m: 1..2}, method: best}}", 10, 66, "E026");
    expect_wrong("studies: {optimize: {minimize: [O.angle, max(O.angel)], over: {m: 1..2}}}", 10, 46, "E100");
    expect_wrong("studies: {optimize: {minimize: m, over: {m: 1..2}, subject_to: [m > 3]}}", 10, 65, "E807");
    expect_wrong("studies: {optimize: {minimize: m, over: {m: 1..2}, subject_to: [m <= 3, 2 >= max(O.angel)]}}", 10, 82,
                 "E100");
    expect_wrong("studies: {fit: {over: {m: 1..2}, match: {angle: 2*O.angel}, data: " TML_SOURCE_DIR
                 "/docs/guide/swing.csv}}",
                 10, 51, "E100");
    expect_wrong("studies: {fit: {over: {m: 1..2}, match: {angel: O.angle}, data: " TML_SOURCE_DIR
                 "/docs/guide/swing.csv}}",
                 10, 42, "E808");
    expect_wrong("studies: {fit: {over: {m: 1..2}, sigma: {speed: 1}, match: {angle: O.angle}, data: " TML_SOURCE_DIR
                 "/docs/guide/swing.csv}}",
                 10, 42, "E808");
    expect_wrong("studies: {fit: {over: {m: 1..2}, sigma: {angle: 1 m}, match: {angle: O.angle}, data: " TML_SOURCE_DIR
                 "/docs/guide/swing.csv}}",
                 10, 42, "E808");
    expect_wrong("studies: {fit: {over: {m: 1..n}, match: {angle: O.angle}, data: " TML_SOURCE_DIR
                 "/docs/guide/swing.csv}}",
                 10, 30, "E100");
    expect_wrong("studies: {fit: {over: {m: 1..2}, confidence: 2, match: {angle: O.angle}, data: " TML_SOURCE_DIR
                 "/docs/guide/swing.csv}}",
                 10, 46, "E804");
    expect_wrong("studies: {fit: {over: {m: 1..2}, match: {angle: O.angle}}}", 10, 16, "E023");
    expect_told("studies: {fit: {over: {m: 1..2}, match: {angle: O.angle}, data: nothing.csv}}", TML_OK, 10, 65,
                "W812");
    expect_wrong("studies: {fit: {over: {m: 1..2}, data: " TML_SOURCE_DIR "/docs/guide/swing.csv}}", 10, 40, "E808");
}
