/* fit.c - fits to measured curves: a pendulum's damping and length from a noisy curve that a program in this file computes, with the standard
 * errors of Cramer and Rao; parameters that data do not determine; Student's distribution. */
#define _XOPEN_SOURCE 700
#include "optimize/student.h"
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char PENDULUM[] = "trammel: 1\n"
                               "gravity: [0, -9.81]\n"
                               "parameters: {L: 1, c: 0.1, m: 2}\n"
                               "bodies:\n"
                               "  ground: {points: {O: [0, 0]}}\n"
                               "  bob: {points: {O: [0, 0], P: [0, -L]}, com: P, mass: m, inertia: 0}\n"
                               "joints: {O: {revolute: [ground, bob]}}\n"
                               "forces: {damping: {motor: O, torque: -c*O.speed}}\n"
                               "initial: {O.angle: 1, O.speed: 0}\n"
                               "analyses: [dynamics: {end: 6, tolerance: 1e-9}]\n";

enum { ROWS = 60, STEPS = 50 };
static const double END = 6, TRUE_L = 0.83, TRUE_C = 0.21, SIGMA = 0.01;

static double acceleration(double L, double c, double q, double v)
{
    return -9.81 / L * sin(q) - c / (2 * L * L) * v;
}

/* The angle at the times of the rows, by classical Runge-Kutta steps. */
static void swing(double L, double c, double *angle)
{
    const double h = END / ROWS / STEPS;
    double q = 1, v = 0;
    for (int i = 0; i < ROWS; i++) {
        for (int k = 0; k < STEPS; k++) {
            const double a1 = acceleration(L, c, q, v), v2 = v + h / 2 * a1, a2 = acceleration(L, c, q + h / 2 * v, v2),
                         v3 = v + h / 2 * a2, a3 = acceleration(L, c, q + h / 2 * v2, v3), v4 = v + h * a3,
                         a4 = acceleration(L, c, q + h * v3, v4);
            q += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
            v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        }
        angle[i] = q;
    }
}

/* Sums of twelve uniform numbers of a fixed sequence: mean 0, variance 1. */
static double noise(unsigned long long *state)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
        sum += (double)(*state >> 11) / 9007199254740992.0;
    }
    return sum;
}

static const char *write_curve(char *path)
{
    double angle[ROWS];
    unsigned long long state = 7;
    strcpy(path, "/tmp/trammel_fit_XXXXXX");
    const int file = mkstemp(path);
    FILE *to = fdopen(file, "w");
    swing(TRUE_L, TRUE_C, angle);
    fprintf(to, "time,angle [deg]\n");
    for (int i = 0; i < ROWS; i++)
        fprintf(to, "%.17g,%.17g\n", (i + 1) * END / ROWS, (angle[i] + SIGMA * noise(&state)) * 180 / acos(-1));
    fclose(to);
    return path;
}

static tml_status fit(tml_fit_options *options, int threads, tml_results **results, tml_log *log)
{
    char path[64];
    tml_model *model = tml_model_parse(PENDULUM, strlen(PENDULUM), "pendulum.yaml", log);
    const tml_study_run_options how = {.size = sizeof how, .threads = threads};
    options->size = sizeof *options;
    options->data = write_curve(path);
    options->match = (const char *const[]){"angle = O.angle"};
    options->match_count = 1;
    const tml_status status = tml_fit(model, options, &how, results, log);
    for (size_t i = 0; status != TML_OK && i < tml_log_count(log); i++)
        cr_log_info("%s", tml_log_get(log, i).text);
    unlink(path);
    tml_model_free(model);
    return status;
}

static double entry(const tml_results *results, size_t row, const char *name)
{
    const tml_table *table = tml_results_find(results, "fit");
    return tml_table_value(table, row, (size_t)tml_table_find(table, name));
}

static double fact(const tml_results *results, const char *name)
{
    const tml_table *table = tml_results_find(results, "fit");
    return tml_table_fact_number(table, (size_t)tml_table_fact_find(table, name));
}

/* Covariance of L and c for noise of unit variance: (J' J)^-1, J by central differences of this file's own curves. */
static void find_covariance(double L, double c, double *of_L, double *of_c, double *mixed)
{
    double curve[4][ROWS], a = 0, b = 0, d = 0;
    swing(L + 1e-4, c, curve[0]), swing(L - 1e-4, c, curve[1]);
    swing(L, c + 1e-4, curve[2]), swing(L, c - 1e-4, curve[3]);
    for (int i = 0; i < ROWS; i++) {
        const double by_L = (curve[0][i] - curve[1][i]) / 2e-4, by_c = (curve[2][i] - curve[3][i]) / 2e-4;
        a += by_L * by_L, b += by_L * by_c, d += by_c * by_c;
    }
    const double determinant = a * d - b * b;
    *of_L = d / determinant, *of_c = a / determinant, *mixed = -b / determinant;
}

Test(fit, damping_and_length_of_a_pendulum_are_within_three_standard_errors_which_are_those_of_cramer_and_rao)
{
    tml_results *results = NULL;
    tml_log *log = tml_log_make();
    tml_fit_options options = {.over = (const char *const[]){"L=0.5..1.5", "c=0..1"}, .over_count = 2, .starts = 3};
    cr_assert_eq(fit(&options, 1, &results, log), TML_OK);
    double of_L, of_c, mixed;
    const double L = entry(results, 0, "value"), c = entry(results, 1, "value"), sigma = fact(results, "sigma angle");
    find_covariance(L, c, &of_L, &of_c, &mixed);
    cr_assert_float_eq(L, TRUE_L, 3 * SIGMA * sqrt(of_L), "L = %.9g", L);
    cr_assert_float_eq(c, TRUE_C, 3 * SIGMA * sqrt(of_c), "c = %.9g", c);
    cr_assert_float_eq(sigma, SIGMA, 3 * SIGMA / sqrt(2 * (ROWS - 2)));
    cr_assert_float_eq(entry(results, 0, "standard error") / (sigma * sqrt(of_L)), 1, 1e-4);
    cr_assert_float_eq(entry(results, 1, "standard error") / (sigma * sqrt(of_c)), 1, 1e-4);
    cr_assert_float_eq(fact(results, "correlation L, c"), mixed / sqrt(of_L * of_c), 1e-4);
    cr_assert_float_eq(entry(results, 0, "upper"), L + tml_student_quantile(0.975, ROWS - 2) * sigma * sqrt(of_L),
                       1e-4 * sigma);
    cr_assert_eq(fact(results, "converged"), 1);
    cr_assert_gt(fact(results, "R^2 angle"), 0.99);
    cr_assert_eq(tml_table_rows(tml_results_find(results, "fit.curves")), ROWS);
    tml_results_free(results);
    tml_log_free(log);
}

Test(fit, known_noise_gives_the_errors_of_that_noise_and_threads_change_nothing)
{
    tml_results *results[2] = {NULL, NULL};
    tml_log *log = tml_log_make();
    double of_L, of_c, mixed;
    for (int i = 0; i < 2; i++) {
        tml_fit_options options = {.over = (const char *const[]){"L=0.5..1.5", "c=0..1"},
                                   .over_count = 2,
                                   .starts = 3,
                                   .sigma = (const char *const[]){"angle=2"}, /* in the unit of the column */
                                   .sigma_count = 1};
        cr_assert_eq(fit(&options, i ? 3 : 1, &results[i], log), TML_OK);
    }
    find_covariance(entry(results[0], 0, "value"), entry(results[0], 1, "value"), &of_L, &of_c, &mixed);
    cr_assert_float_eq(entry(results[0], 0, "standard error") / (2 * acos(-1) / 180 * sqrt(of_L)), 1, 1e-4);
    for (size_t k = 0; k < 2; k++)
        cr_assert_eq(entry(results[0], k, "value"), entry(results[1], k, "value"));
    tml_results_free(results[0]);
    tml_results_free(results[1]);
    tml_log_free(log);
}

Test(fit, parameters_of_which_only_a_quotient_matters_are_not_identified)
{
    tml_results *results = NULL;
    tml_log *log = tml_log_make();
    tml_fit_options options = {.over = (const char *const[]){"L=0.5..1.5@0.9", "c=0..1@0.2", "m=1..3@2"},
                               .over_count = 3};
    cr_assert_eq(fit(&options, 1, &results, log), TML_OK);
    cr_assert_eq(tml_log_count(log), 1);
    cr_assert_str_eq(tml_log_get(log, 0).code, "W809");
    cr_assert(strstr(tml_log_get(log, 0).text, "determine c, m"), "%s", tml_log_get(log, 0).text);
    cr_assert(isnan(entry(results, 1, "standard error")) && isnan(entry(results, 2, "standard error")));
    cr_assert_float_eq(entry(results, 0, "value"), TRUE_L, 0.01);
    tml_results_free(results);
    tml_log_free(log);
}

/* ---- several columns: weighted least squares of a linear model ---- */

/* A block with speed v under a force a: displacement v t + a t^2/2, speed v + a t. */
static const char BLOCK[] =
    "trammel: 1\n"
    "gravity: none\n"
    "parameters: {v: 1, a: 1}\n"
    "bodies: {ground: {points: {O: [0, 0]}}, block: {points: {O: [0, 0]}, mass: 1, inertia: 1}}\n"
    "joints: {O: {prismatic: [ground, block], axis: x}}\n"
    "forces: {push: {motor: O, force: a}}\n"
    "initial: {O.displacement: 0, O.speed: v}\n"
    "analyses: [dynamics: {end: 4, tolerance: 1e-10}]\n";

enum { COLUMNS = 3, TIMES = 40 };
typedef struct {
    double t[TIMES], y[COLUMNS][TIMES]; /* NAN: not measured */
    double sigma[COLUMNS];              /* found, or given */
    double value[2], error[2];
} weighted;

/* Rows of the linear model: of the displacement, and twice of the speed. */
static void row_of(int column, double t, double *by)
{
    by[0] = column == 0 ? t : 1;
    by[1] = column == 0 ? t * t / 2 : t;
}

/* Times that are not uniform, and cells that are missing. */
static void measure(weighted *w, const char *path)
{
    static const double noise_of[COLUMNS] = {0.02, 0.3, 0.05};
    unsigned long long state = 3;
    FILE *to = fopen(path, "w");
    fprintf(to, "O.displacement [mm],t [ms],fast [m/s],slow [km/h]\n");
    for (int i = 0; i < TIMES; i++) {
        w->t[i] = 4.0 * (i + 1) * (i + 1) / (TIMES * TIMES);
        for (int k = 0; k < COLUMNS; k++) {
            double by[2];
            row_of(k, w->t[i], by);
            w->y[k][i] = (i + k) % 7 == 3 ? NAN : 0.7 * by[0] + 1.3 * by[1] + noise_of[k] * noise(&state);
        }
        const double factor[COLUMNS] = {1000, 1, 3.6};
        for (int k = 0; k < COLUMNS; k++) {
            if (!isnan(w->y[k][i]))
                fprintf(to, "%.17g", w->y[k][i] * factor[k]);
            if (k == 0)
                fprintf(to, ",%.17g", w->t[i] * 1000);
            fprintf(to, k == COLUMNS - 1 ? "\n" : ",");
        }
    }
    fclose(to);
}

/* The normal equations, and sigma^2 of columns whose noise is not known from their residuals, by turns until nothing changes. */
static void solve_by_hand(weighted *w, const bool *known)
{
    double numbers = 0;
    for (int k = 0; k < COLUMNS; k++)
        for (int i = 0; i < TIMES; i++)
            numbers += !isnan(w->y[k][i]);
    for (int turn = 0; turn < 300; turn++) {
        double A[3] = {0}, b[2] = {0};
        for (int k = 0; k < COLUMNS; k++)
            for (int i = 0; i < TIMES; i++) {
                double by[2];
                const double weight = 1 / (w->sigma[k] * w->sigma[k]);
                row_of(k, w->t[i], by);
                if (isnan(w->y[k][i]))
                    continue;
                A[0] += weight * by[0] * by[0], A[1] += weight * by[0] * by[1], A[2] += weight * by[1] * by[1];
                b[0] += weight * by[0] * w->y[k][i], b[1] += weight * by[1] * w->y[k][i];
            }
        const double determinant = A[0] * A[2] - A[1] * A[1];
        w->value[0] = (A[2] * b[0] - A[1] * b[1]) / determinant,
        w->value[1] = (A[0] * b[1] - A[1] * b[0]) / determinant;
        w->error[0] = sqrt(A[2] / determinant), w->error[1] = sqrt(A[0] / determinant);
        for (int k = 0; k < COLUMNS; k++) {
            double squares = 0, count = 0;
            for (int i = 0; i < TIMES; i++) {
                double by[2];
                row_of(k, w->t[i], by);
                const double r = w->value[0] * by[0] + w->value[1] * by[1] - w->y[k][i];
                squares += isnan(r) ? 0 : r * r, count += !isnan(r);
            }
            if (!known[k])
                w->sigma[k] = sqrt(squares / (count * (1 - 2 / numbers)));
        }
    }
}

/* Two sensors of one speed count by the noise that each has, whatever unit it is written in. */
Test(fit, columns_of_different_noise_are_weighted_as_weighted_least_squares_do)
{
    char path[] = "/tmp/trammel_fit_XXXXXX";
    close(mkstemp(path));
    for (int given = 0; given < 2; given++) {
        tml_log *log = tml_log_make();
        tml_model *model = tml_model_parse(BLOCK, strlen(BLOCK), "block.yaml", log);
        tml_results *results = NULL;
        weighted w = {.sigma = {1, given ? 0.4 : 1, 1}};
        measure(&w, path);
        solve_by_hand(&w, (const bool[COLUMNS]){false, given, false});
        const tml_fit_options options = {
            .size = sizeof options,
            .data = path,
            .match = (const char *const[]){"fast = O.speed", "slow = O.speed", "O.displacement = O.displacement"},
            .match_count = 3,
            .sigma = (const char *const[]){"fast=40 cm/s"},
            .sigma_count = (size_t)given,
            .over = (const char *const[]){"v=0..2@1", "a=0..3@1"},
            .over_count = 2};
        cr_assert_eq(tml_fit(model, &options, NULL, &results, log), TML_OK, "%s", tml_log_get(log, 0).text);
        for (size_t k = 0; k < 2; k++) {
            cr_expect_float_eq(entry(results, k, "value"), w.value[k], 1e-6 * w.error[k], "%.9g is not %.9g",
                               entry(results, k, "value"), w.value[k]);
            cr_expect_float_eq(entry(results, k, "standard error") / w.error[k], 1, 1e-5);
        }
        cr_expect_float_eq(fact(results, "sigma slow") / w.sigma[2], 1, 1e-5);
        cr_expect_float_eq(fact(results, "sigma O.displacement") / w.sigma[0], 1, 1e-5);
        tml_results_free(results);
        tml_model_free(model);
        tml_log_free(log);
    }
    unlink(path);
}

/* ---- points that cannot be run ---- */

/* A slider-crank that turns only where its rod is longer than the crank, which the curve nearly needs: most starts and the first steps lock. */
Test(fit, lengths_with_which_a_crank_locks_do_not_end_a_fit)
{
    static const char text[] =
        "trammel: 1\n"
        "gravity: none\n"
        "parameters: {L: 1}\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0]}}\n"
        "  crank: {points: {O: [0, 0], A: [0.3, 0]}}\n"
        "  rod: {points: {A: [0, 0], B: [L, 0]}}\n"
        "  slider: {points: {B: [0, 0]}}\n"
        "joints: {O: {revolute: [ground, crank]}, A: {revolute: [crank, rod]}, B: {revolute: [rod, slider]}, "
        "S: {prismatic: [ground.O, slider.B], axis: x}}\n"
        "drivers: {turn: {O.angle: 2*pi*t}}\n"
        "initial: {O.angle: 0, S.displacement: 0.3 + L}\n"
        "analyses: [kinematics: {end: 1, output: 0.05}]\n";
    char path[] = "/tmp/trammel_fit_XXXXXX";
    FILE *to = fdopen(mkstemp(path), "w");
    fprintf(to, "t,x\n");
    for (int i = 0; i <= 20; i++) {
        const double a = 2 * acos(-1) * i / 20;
        fprintf(to, "%.17g,%.17g\n", i / 20.0, 0.3 * cos(a) + sqrt(0.32 * 0.32 - 0.09 * sin(a) * sin(a)));
    }
    fclose(to);
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "crank.yaml", log);
    for (int wide = 0; wide < 2; wide++) {
        tml_results *results = NULL;
        const tml_fit_options options = {.size = sizeof options,
                                         .data = path,
                                         .match = (const char *const[]){"x = S.displacement"},
                                         .match_count = 1,
                                         .over = (const char *const[]){wide ? "L=0.05..0.5" : "L=0.05..2@1.9"},
                                         .over_count = 1,
                                         .starts = wide ? 3 : 1};
        cr_assert_eq(tml_fit(model, &options, NULL, &results, log), TML_OK, "%s", tml_log_get(log, 0).text);
        cr_expect_float_eq(entry(results, 0, "value"), 0.32, 1e-9, "%.12g", entry(results, 0, "value"));
        tml_results_free(results);
    }
    unlink(path);
    tml_model_free(model);
    tml_log_free(log);
}

Test(fit, what_cannot_be_fitted_is_told)
{
    static const char *const said[] = {"no column speed", "not fitted: speed", "--over", "in deg, but O.speed in rad/s",
                                       "unknown name \"O.angel\""};
    static const char *const match[] = {"speed = O.speed", "angle = O.angle", "angle = O.angle", "angle = O.speed",
                                        "angle = O.angel"};
    for (int i = 0; i < 5; i++) {
        char path[64];
        tml_results *results = NULL;
        tml_log *log = tml_log_make();
        tml_model *model = tml_model_parse(PENDULUM, strlen(PENDULUM), "pendulum.yaml", log);
        const tml_fit_options options = {.size = sizeof options,
                                         .data = write_curve(path),
                                         .over = (const char *const[]){"L=0.5..1.5"},
                                         .over_count = i != 2,
                                         .match = &match[i],
                                         .match_count = 1,
                                         .sigma = (const char *const[]){"speed=1"},
                                         .sigma_count = i == 1};
        cr_assert_eq(tml_fit(model, &options, NULL, &results, log), TML_WRONG);
        cr_assert(strstr(tml_log_get(log, 0).text, said[i]), "%s", tml_log_get(log, 0).text);
        unlink(path);
        tml_model_free(model);
        tml_log_free(log);
    }
}

/* Tables of Student's distribution (W. Gosset 1908; here to ten digits from the closed forms for 1 and 2 degrees of freedom, and Abramowitz and Stegun 26.10). */
Test(fit, students_distribution_is_that_of_the_tables)
{
    cr_assert_float_eq(tml_student_quantile(0.95, 1), tan(acos(-1) * 0.45), 1e-9);
    cr_assert_float_eq(tml_student_quantile(0.975, 2), 0.95 * sqrt(2 / (1 - 0.95 * 0.95)), 1e-9);
    cr_assert_float_eq(tml_student_quantile(0.975, 10), 2.228, 5e-4);
    cr_assert_float_eq(tml_student_quantile(0.995, 30), 2.750, 5e-4);
    cr_assert_float_eq(tml_student_quantile(0.025, 1e9), -1.959963985, 1e-7);
}
