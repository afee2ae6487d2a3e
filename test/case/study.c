/* study.c - sweeps: answers against closed forms at every point, points that fail, the same bits by any number of threads and after a kill. */
#define _XOPEN_SOURCE 700
#include "support/case.h"
#include "support/study_entry.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A four-bar whose crank is held: its follower's angle is known in closed form. */
static const char FOURBAR[] = "trammel: 1\n"
                              "parameters: {a: 2, b: 4, c: 4, d: 2.5, crank: 60 deg}\n"
                              "bodies:\n"
                              "  ground: {points: {O: [0, 0], C: [d, 0]}}\n"
                              "  crank: {points: {O: [0, 0], A: [a, 0]}, mass: 1, inertia: 1, angle: 60 deg}\n"
                              "  coupler: {points: {A: [0, 0], B: [b, 0]}, mass: 1, inertia: 1, angle: 24 deg}\n"
                              "  follower: {points: {C: [0, 0], B: [c, 0]}, mass: 1, inertia: 1, angle: 58 deg}\n"
                              "joints:\n"
                              "  O: {revolute: [ground, crank]}\n"
                              "  A: {revolute: [crank, coupler]}\n"
                              "  B: {revolute: [coupler, follower]}\n"
                              "  C: {revolute: [ground, follower]}\n"
                              "initial: {O.angle: crank}\n"
                              "analyses: [assembly: {}]\n";

/* A mass on a spring, released at 1 m: x = cos(w t), w^2 = k/m. */
static const char SPRING[] = "trammel: 1\n"
                             "gravity: none\n"
                             "parameters: {k: 4, m: 1}\n"
                             "bodies:\n"
                             "  ground: {points: {O: [0, 0], W: [0, 0]}}\n"
                             "  block: {points: {O: [0, 0]}, mass: m, inertia: 1}\n"
                             "joints: {O: {prismatic: [ground, block], axis: x}}\n"
                             "forces: {s: {motor: O, force: -k*O.displacement}}\n"
                             "initial: {O.displacement: 1, O.speed: 0}\n"

                             "analyses: [dynamics: {end: 2, output: 0.5, tolerance: 1e-11}]\n";

static tml_study *make(const char *text, tml_study_options *options, tml_log *log)
{
    tml_model *model = tml_model_parse(text, strlen(text), "study.yaml", log);
    options->size = sizeof *options;
    for (size_t i = 0; !model && i < tml_log_count(log); i++)
        cr_log_error("%s", tml_log_get(log, i).text);
    cr_assert_not_null(model);
    tml_study *study = tml_study_make(model, options, log);
    tml_model_free(model); /* the study has its own */
    return study;
}

static tml_study *make_good(const char *text, tml_study_options *options)
{
    tml_log *log = tml_log_make();
    tml_study *study = make(text, options, log);
    for (size_t i = 0; !study && i < tml_log_count(log); i++)
        cr_log_error("%s", tml_log_get(log, i).text);
    cr_assert_not_null(study);
    tml_log_free(log);
    return study;
}

static tml_results *run(const tml_study *study, int threads, const char *journal, bool resume)
{
    tml_log *log = tml_log_make();
    tml_study_rows *rows = NULL;
    cr_assert_eq(tml_study_rows_make(study, journal, resume, &rows, log), TML_OK);
    const tml_study_run_options options = {.size = sizeof options, .threads = threads};
    cr_assert_eq(tml_study_run(study, &options, rows, log), TML_OK);
    tml_results *results = tml_study_results(study, rows);
    cr_assert_not_null(results);
    cr_assert_eq(tml_study_rows_done(rows), tml_study_point_count(study));
    tml_study_rows_free(rows);
    tml_log_free(log);
    return results;
}

static const char *reason(const tml_results *results, size_t row)
{
    return tml_table_row_name(tml_results_table(results, 0), row);
}

/* The angle of the follower, by the triangle of A, B and C. */
static double follower(double a, double b, double c, double d, double crank)
{
    const double x = a * cos(crank) - d, y = a * sin(crank), D = hypot(x, y);
    return atan2(y, x) - acos((c * c + D * D - b * b) / (2 * c * D));
}

Test(study, grid_of_lengths_gives_the_angles_of_the_closed_form)
{
    const char *vary[] = {"b=3.8:4.2:5", "crank = 50 deg, 60 deg, 1.2"}, *keep[] = {"C.angle"};
    tml_study *s =
        make_good(FOURBAR, &(tml_study_options){.vary = vary, .vary_count = 2, .keep = keep, .keep_count = 1});
    cr_assert_eq(tml_study_point_count(s), 15);
    tml_results *results = run(s, 2, NULL, false);
    for (size_t i = 0; i < 15; i++) {
        const double cranks[] = {50 * acos(-1) / 180, 60 * acos(-1) / 180, 1.2};
        const double b = i / 3 == 4 ? 4.2 : 3.8 + (4.2 - 3.8) * ((double)(i / 3) / 4);
        cr_expect_eq(entry(results, i, "b"), b);
        cr_expect_float_eq(entry(results, i, "crank"), cranks[i % 3], 1e-15);
        cr_expect_float_eq(entry(results, i, "C.angle"), follower(2, b, 4, 2.5, cranks[i % 3]), 1e-12, "point %zu", i);
        cr_expect_str_empty(reason(results, i));
    }
    tml_results_free(results);
    tml_study_free(s);
}

/* Var = sum (d theta/d p sigma)^2 to first order; of second order, with sigma = 1e-3 of lengths of 1, are 1e-6 of it. */
Test(study, variance_by_monte_carlo_is_that_of_first_order_within_the_sampling_error)
{
    enum { COUNT = 2000 };
    const double sigma = 1e-3, crank = acos(-1) / 3, h = 1e-5, p[] = {2, 4, 4, 2.5};
    const char *vary[] = {"a=normal(2, 0.001)", "b=normal(4, 0.001)", "c=normal(4, sigma=0.001)",
                          "d=normal(2.5, 0.001)"};
    const char *keep[] = {"C.angle"};
    tml_study *s = make_good(FOURBAR, &(tml_study_options){.vary = vary,
                                                           .vary_count = 4,
                                                           .keep = keep,
                                                           .keep_count = 1,
                                                           .sample = "random",
                                                           .count = COUNT,
                                                           .seed = 7});
    tml_results *results = run(s, 0, NULL, false);
    double sum = 0, squares = 0, expected = 0;
    for (size_t i = 0; i < COUNT; i++) {
        const double exact = follower(entry(results, i, "a"), entry(results, i, "b"), entry(results, i, "c"),
                                      entry(results, i, "d"), crank);
        cr_assert_float_eq(entry(results, i, "C.angle"), exact, 1e-12, "point %zu", i);
        const double off = exact - follower(2, 4, 4, 2.5, crank);
        sum += off, squares += off * off;
    }
    for (int k = 0; k < 4; k++) {
        double up[4], down[4];
        memcpy(up, p, sizeof p), memcpy(down, p, sizeof p);
        up[k] += h, down[k] -= h;
        const double slope =
            (follower(up[0], up[1], up[2], up[3], crank) - follower(down[0], down[1], down[2], down[3], crank)) /
            (2 * h);
        expected += slope * sigma * slope * sigma;
    }
    const double variance = (squares - sum * sum / COUNT) / (COUNT - 1);
    cr_expect_float_eq(variance / expected, 1, 4 * sqrt(2.0 / COUNT), "%g, first order %g", variance, expected);
    tml_results_free(results);
    tml_study_free(s);
}

/* x = cos(w t) up to t = 2: integrals by hand, extrema between rows. */
Test(study, answers_over_a_motion_are_those_of_the_closed_form)
{
    const char *vary[] = {"k=4:16:4"};
    const char *keep[] = {"least = min(O.displacement)", "when = time(min(O.displacement))", "mean(O.displacement)",
                          "rms(2*O.displacement)",       "integral(O.displacement)",         "range(O.speed)",
                          "end = O.displacement",        "share = max(abs(s.force)) / k",    "O.displacement[1]"};
    tml_study *s =
        make_good(SPRING, &(tml_study_options){.vary = vary, .vary_count = 1, .keep = keep, .keep_count = 9});
    tml_results *results = run(s, 1, NULL, false);
    for (size_t i = 0; i < 4; i++) {
        const double k = 4 + 4 * (double)i, w = sqrt(k), T = 2, pi = acos(-1);
        const double square = 0.5 + sin(2 * w * T) / (4 * w * T);
        const double fastest = w * T >= pi / 2 ? -w : -w * sin(w * T),
                     back = w * T >= 1.5 * pi ? w : fmax(0, -w * sin(w * T));
        cr_expect_float_eq(entry(results, i, "least"), -1, 1e-10);
        cr_expect_float_eq(entry(results, i, "when"), pi / w, 1e-6);
        cr_expect_float_eq(entry(results, i, "mean(O.displacement)"), sin(w * T) / (w * T), 1e-10);
        cr_expect_float_eq(entry(results, i, "rms(2*O.displacement)"), 2 * sqrt(square), 2e-10);
        cr_expect_float_eq(entry(results, i, "integral(O.displacement)"), sin(w * T) / w, 2e-10);
        cr_expect_float_eq(entry(results, i, "range(O.speed)"), back - fastest, 1e-9, "k = %g", k);
        cr_expect_float_eq(entry(results, i, "end"), cos(w * T), 1e-9);
        cr_expect_float_eq(entry(results, i, "share"), 1, 1e-9);
        cr_expect_eq(entry(results, i, "O.displacement[1]"), 1);
    }
    cr_expect_str_eq(tml_table_unit(tml_results_table(results, 0), 2), "m");
    tml_results_free(results);
    tml_study_free(s);
}

/* A driven crank with its mass m at its end, 1 m out: what lifts it to sin(phi) does the work m g sin(phi). Where nobody asks for energies they are
 * not integrated, and all else is the same to the last bit. */
Test(study, work_of_drivers_is_known_where_it_is_kept)
{
    const char *vary[] = {"m=1, 2"}, *plain[] = {"crank.A.y"}, *more[] = {"crank.A.y", "energy.work", "max(O.angle)"};
    const char *text = "trammel: 1\nparameters: {m: 1}\n"
                       "bodies: {crank: {points: {O: [0, 0], A: [1, 0]}, mass: m, inertia: 0.1, com: A},\n"
                       "         ground: {points: {O: [0, 0]}}}\n"
                       "joints: {O: {revolute: [ground, crank]}}\n"
                       "drivers: {spin: {O.angle: 2*pi*t}}\n"
                       "analyses: [kinematics: {end: 0.7, output: 0.1}]\n";
    double y[2];
    for (int k = 0; k < 2; k++) {
        tml_study *s = make_good(
            text,
            &(tml_study_options){.vary = vary, .vary_count = 1, .keep = k ? more : plain, .keep_count = k ? 3 : 1});
        tml_results *results = run(s, 1, NULL, false);
        y[k] = entry(results, 1, "crank.A.y");
        if (k) {
            cr_expect_float_eq(entry(results, 1, "energy.work"), 2 * 9.81 * sin(1.4 * acos(-1)), 1e-9);
            cr_expect_float_eq(entry(results, 1, "max(O.angle)"), 1.4 * acos(-1), 1e-14);
        }
        tml_results_free(results);
        tml_study_free(s);
    }
    cr_expect_eq(y[0], y[1], "%.17g %.17g", y[0], y[1]);
}

Test(study, points_that_fail_are_rows_with_their_reason)
{
    const char *vary[] = {"b=1:9:9"}, *keep[] = {"C.angle"};
    tml_study *s =
        make_good(FOURBAR, &(tml_study_options){.vary = vary, .vary_count = 1, .keep = keep, .keep_count = 1});
    tml_results *results = run(s, 2, NULL, false);
    const double D = hypot(2 * cos(acos(-1) / 3) - 2.5, 2 * sin(acos(-1) / 3));
    for (size_t i = 0; i < 9; i++) {
        const double b = 1 + (double)i;
        const bool closes = b + D > 4 && fabs(b - 4) < D;
        cr_expect_eq(isfinite(entry(results, i, "C.angle")), closes, "b = %g", b);
        cr_expect_eq(reason(results, i)[0] == 0, closes, "b = %g: %s", b, reason(results, i));
        cr_expect(closes || strncmp(reason(results, i), "E", 1) == 0, "%s", reason(results, i));
    }
    tml_results_free(results);
    tml_study_free(s);
}

Test(study, rows_are_read_one_by_one_while_others_are_computed)
{
    const char *vary[] = {"b=4,90,4.5"}, *keep[] = {"C.angle"};
    tml_study *s =
        make_good(FOURBAR, &(tml_study_options){.vary = vary, .vary_count = 1, .keep = keep, .keep_count = 1});
    tml_log *log = tml_log_make();
    tml_study_rows *rows = NULL;
    tml_study_worker *worker = tml_study_worker_make(s, log);
    const double expected = follower(2, 4.5, 4, 2.5, acos(-1) / 3);
    double answer = 7;
    const char *why = "none";
    cr_assert_eq(tml_study_rows_make(s, NULL, false, &rows, log), TML_OK);
    for (uint64_t i = 1; i < 3; i++) {
        cr_expect_not(tml_study_rows_get(rows, i, &answer, &why));
        cr_expect(answer == 7 && !why);
        const tml_status status = tml_study_worker_run(worker, i, &answer, &why);
        cr_expect_eq(status, i == 1 ? TML_FAILED : TML_OK);
        cr_assert_eq(tml_study_rows_put(rows, i, &answer, why), TML_OK);
        answer = 7;
    }
    cr_assert(tml_study_rows_get(rows, 1, &answer, &why));
    cr_expect(isnan(answer) && why && why[0] == 'E');
    cr_assert(tml_study_rows_get(rows, 2, &answer, &why));
    cr_expect(fabs(answer - expected) < 1e-12 && !why);
    cr_expect_not(tml_study_rows_get(rows, 0, &answer, &why) || tml_study_rows_get(rows, 3, &answer, &why));
    tml_study_rows_free(rows);
    tml_study_worker_free(worker);
    tml_study_free(s);
    tml_log_free(log);
}

static void expect_same_bytes(const tml_results *a, const tml_results *b)
{
    char *bytes[2];
    size_t length[2];
    cr_assert_eq(tml_results_write(a, "json", NULL, &bytes[0], &length[0], NULL), TML_OK);
    cr_assert_eq(tml_results_write(b, "json", NULL, &bytes[1], &length[1], NULL), TML_OK);
    cr_expect(length[0] == length[1] && memcmp(bytes[0], bytes[1], length[0]) == 0);
    free(bytes[0]);
    free(bytes[1]);
}

Test(study, any_number_of_threads_and_a_journal_cut_off_anywhere_give_the_same_bits)
{
    const char *vary[] = {"k=3:9", "m=truncated_normal(1, 0.1, 0.8, 1.2)"},
               *keep[] = {"max(O.speed)", "O.displacement"};
    const char *correlate[] = {"k,m=0.5"};
    tml_study_options o = {.vary = vary,
                           .vary_count = 2,
                           .keep = keep,
                           .keep_count = 2,
                           .correlate = correlate,
                           .correlate_count = 1,
                           .sample = "sobol",
                           .count = 40,
                           .seed = 3};
    tml_study *s = make_good(SPRING, &o);
    char path[] = "/tmp/study-XXXXXX";
    const int file = mkstemp(path);
    tml_results *alone = run(s, 1, NULL, false), *three = run(s, 3, path, false);
    expect_same_bytes(alone, three);
    const off_t length = lseek(file, 0, SEEK_END);
    for (off_t cut = length; cut > 0; cut -= length / 5) {
        cr_assert_eq(ftruncate(file, cut), 0);
        tml_results *again = run(s, 2, path, true);
        expect_same_bytes(alone, again);
        tml_results_free(again);
    }
    tml_study_rows *rows = NULL;
    tml_log *log = tml_log_make();
    o.seed = 4;
    tml_study *other = make_good(SPRING, &o);
    cr_expect_str_neq(tml_study_digest(other), tml_study_digest(s));
    tml_results_free(run(s, 1, path, false));
    cr_expect_eq(tml_study_rows_make(other, path, true, &rows, log), TML_WRONG);
    cr_expect_str_eq(tml_log_get(log, 0).code, "E803");
    tml_log_free(log);
    tml_study_free(other);
    close(file);
    unlink(path);
    tml_results_free(alone);
    tml_results_free(three);
    tml_study_free(s);
}

static void expect_wrong(const char *vary, const char *keep, const char *sample, double count, const char *code)
{
    tml_log *log = tml_log_make();
    tml_study_options o = {.vary = &vary,
                           .vary_count = vary != NULL,
                           .keep = &keep,
                           .keep_count = keep != NULL,
                           .sample = sample,
                           .count = count};
    tml_study *s = make(FOURBAR, &o, log);
    cr_expect_null(s, "%s %s", vary, keep);
    cr_expect(tml_log_count(log) > 0);
    bool found = false;
    for (size_t i = 0; i < tml_log_count(log); i++)
        found |= strcmp(tml_log_get(log, i).code, code) == 0;
    cr_expect(found, "vary %s keep %s: %s", vary, keep, tml_log_count(log) ? tml_log_get(log, 0).text : "no message");
    tml_log_free(log);
    tml_study_free(s);
}

Test(study, what_cannot_be_a_study_is_told)
{
    expect_wrong(NULL, "C.angle", NULL, 0, "E802");
    expect_wrong("b=3:4:5", NULL, NULL, 0, "E802");
    expect_wrong("bb=3:4:5", "C.angle", NULL, 0, "E116");
    expect_wrong("b=3:4", "C.angle", NULL, 0, "E802");
    expect_wrong("b=3:4", "C.angle", "grid", 0, "E801");
    expect_wrong("b=3:4:5:6", "C.angle", NULL, 0, "E801");
    expect_wrong("b=", "C.angle", NULL, 0, "E801");
    expect_wrong("b=normal(3, -1)", "C.angle", NULL, 10, "E801");
    expect_wrong("b=normal(3)", "C.angle", NULL, 10, "E801");
    expect_wrong("b=3:4:5", "C.angle", "sobol", 10, "E801");
    expect_wrong("b=3:4:5", "C.angle", "best", 10, "E802");
    expect_wrong("b=3:4:2.5", "C.angle", NULL, 0, "E801");
    expect_wrong("b=3:4:5", "C.angel", NULL, 0, "E800");
    expect_wrong("b=3:4:5", "time(3)", NULL, 0, "E800");
    expect_wrong("b=3:4:5", "max(C.angle", NULL, 0, "E800");
    expect_wrong("b=3:4:5", "C.angle[0]", NULL, 0, "E800");
    expect_wrong("b=3:4:5", "b = C.angle", NULL, 0, "E800");
    expect_wrong("b=3:4:5", "point = C.angle", NULL, 0, "E800");
    expect_wrong("b=3:4:5", "reason = C.angle", NULL, 0, "E800");
}

Test(study, every_sequence_that_the_usage_names_can_be_chosen)
{
    const char *samples[] = {"random", "latin_hypercube", "sobol"}, *vary[] = {"b=3.9:4.1"}, *keep[] = {"C.angle"};
    for (int k = 0; k < 3; k++) {
        tml_study *s = make_good(
            FOURBAR,
            &(tml_study_options){
                .vary = vary, .vary_count = 1, .keep = keep, .keep_count = 1, .sample = samples[k], .count = 4});
        tml_results *results = run(s, 1, NULL, false);
        for (size_t i = 0; i < 4; i++)
            cr_expect_float_eq(entry(results, i, "C.angle"), follower(2, entry(results, i, "b"), 4, 2.5, acos(-1) / 3),
                               1e-12);
        tml_results_free(results);
        tml_study_free(s);
    }
}
