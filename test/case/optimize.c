/* optimize.c - optimisations against closed forms: balance of a four-bar, a flywheel, active constraints and their multipliers, a Pareto front;
 * links that cannot be assembled; the same bits by any number of threads. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ONE(text)                                                                                                      \
    (const char *const[])                                                                                              \
    {                                                                                                                  \
        text                                                                                                           \
    }
#define TWO(a, b)                                                                                                      \
    (const char *const[])                                                                                              \
    {                                                                                                                  \
        a, b                                                                                                           \
    }

static tml_status optimize(const char *model_text, tml_optimize_options *options, int threads, tml_results **results)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(model_text, strlen(model_text), "optimize.yaml", log);
    const tml_study_run_options how = {.size = sizeof how, .threads = threads};
    options->size = sizeof *options;
    const tml_status status = model ? tml_optimize(model, options, &how, results, log) : TML_WRONG;
    for (size_t i = 0; status != TML_OK && i < tml_log_count(log); i++)
        cr_log_info("%s", tml_log_get(log, i).text);
    tml_model_free(model);
    tml_log_free(log);
    return status;
}

static double fact(const tml_results *results, const char *name)
{
    const tml_table *table = tml_results_table(results, 0);
    const long at = tml_table_fact_find(table, name);
    cr_assert(at >= 0, "no fact %s", name);
    return tml_table_fact_number(table, (size_t)at);
}

/* The best so far is never better than the minimum: points that break a constraint do not count. */
static void expect_best_is_feasible(const tml_results *results, double minimum, double accuracy)
{
    const tml_table *table = tml_results_table(results, 0);
    const long best = tml_table_find(table, "best so far");
    cr_assert(best > 0);
    for (size_t row = 0; row < tml_table_rows(table); row++)
        cr_expect(!(tml_table_value(table, row, (size_t)best) < minimum - accuracy), "row %zu: %.12g", row,
                  tml_table_value(table, row, (size_t)best));
}

/* A body without motion: its channels are functions of the parameters alone. */
static const char NUMBERS[] = "trammel: 1\n"
                              "parameters: {x: 1, y: 1}\n"
                              "bodies:\n"
                              "  ground: {points: {O: [0, 0], W: [x, y]}}\n"
                              "  link: {points: {O: [0, 0]}, mass: 1, inertia: 1}\n"
                              "joints: {O: {revolute: [ground, link]}}\n"
                              "initial: {O.angle: 0}\n"
                              "analyses: [assembly: {}]\n";

/* min (x - 3)^2 + (y - 2)^2 subject to x + y <= 3, x <= 2.5: at (2, 1), where the first constraint alone is active: grad f = (-2, -2), so its
 * multiplier is 2. */
Test(optimize, a_constrained_minimum_and_its_multiplier_are_those_of_the_conditions_of_karush_kuhn_and_tucker)
{
    static const char *const methods[] = {"gradient", "asymptotes", "linear", "quadratic", "evolution", "rectangles"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        tml_results *results = NULL;
        tml_optimize_options options = {.minimize = (const char *const[]){"(x - 3)^2 + (y - 2)^2"},
                                        .minimize_count = 1,
                                        .over = (const char *const[]){"x=0..4", "y=0..4"},
                                        .over_count = 2,
                                        .subject_to = (const char *const[]){"x + y <= 3", "0 <= x <= 2.5"},
                                        .subject_to_count = 2,
                                        .starts = 2,
                                        .evaluations = 400,
                                        .method = methods[i]};
        cr_assert_eq(optimize(NUMBERS, &options, 1, &results), TML_OK, "%s", methods[i]);
        const double accuracy = i == 0 ? 1e-7 : i == 2 || i == 3 ? 1e-5 : 1e-6;
        cr_assert_float_eq(fact(results, "best x"), 2, accuracy, "%s: %.12g", methods[i], fact(results, "best x"));
        cr_assert_float_eq(fact(results, "best y"), 1, accuracy, "%s: %.12g", methods[i], fact(results, "best y"));
        cr_assert_float_eq(fact(results, "multiplier x + y <= 3"), 2, 10 * accuracy);
        cr_assert_eq(fact(results, "feasible"), 1);
        expect_best_is_feasible(results, 2, 1e-6);
        tml_results_free(results);
    }
}

/* A search that ends far from an optimum has no multipliers: at (0, 0), its start, both bounds hold, and the goal falls away from them. */
Test(optimize, a_search_that_did_not_find_an_optimum_tells_no_multipliers)
{
    tml_results *results = NULL;
    tml_optimize_options options = {.minimize = ONE("(x - 3)^2 + (y - 2)^2"),
                                    .minimize_count = 1,
                                    .over = (const char *const[]){"x=0..4@0", "y=0..4@0"},
                                    .over_count = 2,
                                    .evaluations = 1};
    cr_assert_eq(optimize(NUMBERS, &options, 1, &results), TML_OK);
    cr_expect_eq(fact(results, "converged"), 0);
    cr_expect_eq(fact(results, "best x"), 0);
    cr_expect_lt(tml_table_fact_find(tml_results_table(results, 0), "bound x"), 0);
    tml_results_free(results);
}

/* Full force balance by R. Berkof and G. Lowen (1969): the mass of the coupler, with its centre at z in the frame of the coupler (a complex
 * number), is shared by the pins A and B as m (1 - z/b) and m z/b; a counterweight on the crank holds the one, on the follower the other:
 *   m1 z1 = -m (1 - z/b) a,   m3 z3 = -m (z/b) c. */
static const char BALANCE[] =
    "trammel: 1\n"
    "gravity: none\n"
    "parameters: {x1: 0, y1: 0, x3: 0, y3: 0}\n"
    "bodies:\n"
    "  ground: {points: {O: [0, 0], C: [2.5, 0]}}\n"
    "  crank: {points: {O: [0, 0], A: [2, 0]}, com: [x1, y1], mass: 1, inertia: 0.3, angle: 60 deg}\n"
    "  coupler: {points: {A: [0, 0], B: [4, 0]}, com: [1.5, 0.5], mass: 2.25, inertia: 2, angle: 24 deg}\n"
    "  follower: {points: {C: [0, 0], B: [4, 0]}, com: [x3, y3], mass: 2, inertia: 1.35, angle: 58 deg}\n"
    "joints:\n"
    "  O: {revolute: [ground, crank]}\n"
    "  A: {revolute: [crank, coupler]}\n"
    "  B: {revolute: [coupler, follower]}\n"
    "  C: {revolute: [ground, follower]}\n"
    "drivers: {d: {O.angle: 60 deg + 2*t}}\n"
    "analyses: [inverse: {end: 0.4, output: 0.1}]\n";

Test(optimize, counterweights_of_a_fourbar_are_those_of_berkof_and_lowen)
{
    tml_results *results = NULL;
    tml_optimize_options options = {.minimize = ONE("rms(O.fx + C.fx)^2 + rms(O.fy + C.fy)^2"),
                                    .minimize_count = 1,
                                    .over =
                                        (const char *const[]){"x1=-5..1@0", "y1=-2..2@0", "x3=-5..1@0", "y3=-2..2@0"},
                                    .over_count = 4};
    cr_assert_eq(optimize(BALANCE, &options, 1, &results), TML_OK);
    const double m = 2.25, a = 2, b = 4, c = 4, x = 1.5, y = 0.5, m1 = 1, m3 = 2;
    cr_assert_float_eq(fact(results, "best x1"), -m * (1 - x / b) * a / m1, 1e-6);
    cr_assert_float_eq(fact(results, "best y1"), m * y / b * a / m1, 1e-6);
    cr_assert_float_eq(fact(results, "best x3"), -m * x / b * c / m3, 1e-6);
    cr_assert_float_eq(fact(results, "best y3"), -m * y / b * c / m3, 1e-6);
    cr_assert_eq(fact(results, "converged"), 1);
    tml_results_free(results);
}

/* A machine whose load exceeds its motor by T sin(2 q): J w^2/2 falls from its greatest value, at q = 0, by the work T until q = pi/2. */
static const char FLYWHEEL[] = "trammel: 1\n"
                               "gravity: none\n"
                               "parameters: {J: 1, T: 20, w: 30}\n"
                               "bodies:\n"
                               "  ground: {points: {O: [0, 0]}}\n"
                               "  wheel: {points: {O: [0, 0]}, mass: 1, inertia: J}\n"
                               "joints: {O: {revolute: [ground, wheel]}}\n"
                               "forces: {load: {torque: wheel, value: -T*sin(2*O.angle)}}\n"
                               "initial: {O.angle: 0, O.speed: w}\n"
                               "analyses: [dynamics: {end: 0.3, output: 0.05, tolerance: 1e-11}]\n";

Test(optimize, least_flywheel_for_a_fluctuation_is_that_of_the_integral)
{
    tml_results *results = NULL;
    tml_optimize_options options = {.minimize = ONE("J"),
                                    .minimize_count = 1,
                                    .over = ONE("J=0.2..20@10"),
                                    .over_count = 1,
                                    .subject_to = ONE("2*range(O.speed)/(max(O.speed) + min(O.speed)) <= 0.02"),
                                    .subject_to_count = 1};
    cr_assert_eq(optimize(FLYWHEEL, &options, 1, &results), TML_OK);
    const double least = 30 * (2 - 0.02) / (2 + 0.02), exact = 2 * 20 / (30 * 30 - least * least);
    cr_assert_float_eq(fact(results, "best J"), exact, 1e-6 * exact, "%.12g, not %.12g", fact(results, "best J"),
                       exact);
    cr_assert_float_eq(fact(results, "multiplier 2*range(O.speed)/(max(O.speed) + min(O.speed)) <= 0.02"),
                       20.0 / 3600 * (4 / 0.0004 - 1), 1e-4); /* J = T (2 + d)^2 / (4 w^2 d), by d */
    cr_assert_eq(tml_table_find(tml_results_table(results, 0), "J"), 2);
    tml_results_free(results);
}

/* x^2 + y^2 and (x - 2)^2 + y^2: the front is y = 0, 0 <= x <= 2, so sqrt(f1) + sqrt(f2) = 2. */
Test(optimize, front_of_two_goals_is_that_of_the_closed_form)
{
    tml_results *results = NULL;
    tml_optimize_options options = {.minimize = ONE("f1 = x^2 + y^2"),
                                    .minimize_count = 1,
                                    .maximize = ONE("f2 = -(x - 2)^2 - y^2"),
                                    .maximize_count = 1,
                                    .over = TWO("x=-1..3", "y=-1..1"),
                                    .over_count = 2,
                                    .starts = 2,
                                    .front = 12};
    cr_assert_eq(optimize(NUMBERS, &options, 2, &results), TML_OK);
    const tml_table *front = tml_results_find(results, "front");
    cr_assert_not_null(front);
    cr_assert_eq(tml_table_rows(front), 12);
    for (size_t i = 0; i < 12; i++) {
        const double f1 = tml_table_value(front, i, (size_t)tml_table_find(front, "f1")),
                     f2 = -tml_table_value(front, i, (size_t)tml_table_find(front, "f2"));
        cr_assert_float_eq(sqrt(fabs(f1)) + sqrt(fabs(f2)), 2, 1e-6, "point %zu: %.9g, %.9g", i, f1, f2);
        cr_assert(i == 0 || f1 > tml_table_value(front, i - 1, (size_t)tml_table_find(front, "f1")));
    }
    tml_results_free(results);
}

/* A crank of 1 m, follower 3 m, ground 4 m; the coupler is searched for from 0.5 m, but below 2 m the crank cannot turn so far, or nothing can be
 * assembled. At the end the crank points to C: crank, follower and coupler make an isosceles triangle, with b = 3 at 60 deg. */
static const char COUPLER[] = "trammel: 1\n"
                              "gravity: none\n"
                              "parameters: {b: 3}\n"
                              "bodies:\n"
                              "  ground: {points: {O: [0, 0], C: [4, 0]}}\n"
                              "  crank: {points: {O: [0, 0], A: [1, 0]}, mass: 1, inertia: 1, angle: 90 deg}\n"
                              "  coupler: {points: {A: [0, 0], B: [b, 0]}, mass: 1, inertia: 1, angle: 20 deg}\n"
                              "  follower: {points: {C: [0, 0], B: [3, 0]}, mass: 1, inertia: 1, angle: 120 deg}\n"
                              "joints:\n"
                              "  O: {revolute: [ground, crank]}\n"
                              "  A: {revolute: [crank, coupler]}\n"
                              "  B: {revolute: [coupler, follower]}\n"
                              "  C: {revolute: [ground, follower]}\n"
                              "drivers: {d: {O.angle: 90 deg + 2*pi*t}}\n"
                              "analyses: [kinematics: {end: 0.75, output: 0.25}]\n";

static tml_results *find_coupler(int threads, const char *method)
{
    tml_results *results = NULL;
    tml_optimize_options options = {.minimize = ONE("(C.angle - 2*pi/3)^2"),
                                    .minimize_count = 1,
                                    .over = ONE("b=0.5..3.6"),
                                    .over_count = 1,
                                    .starts = 2,
                                    .evaluations = 60,
                                    .method = method};
    cr_assert_eq(optimize(COUPLER, &options, threads, &results), TML_OK, "%s", method);
    return results;
}

/* min x^2 + y^2 subject to x y = 2, y >= 2: without the bound at (sqrt 2, sqrt 2) with 4, with it at (1, 2) with 5. Methods that know no
 * equations have them by augmented Lagrangians or penalties. */
Test(optimize, equations_and_inequalities_together_hold_for_methods_that_know_none)
{
    static const char *const methods[] = {"gradient", "asymptotes", "linear", "quadratic", "simplex", "clusters"};
    for (size_t i = 0; i < 2 * (sizeof methods / sizeof *methods); i++) {
        tml_results *results = NULL;
        const bool held = i % 2;
        tml_optimize_options options = {.minimize = ONE("x^2 + y^2"),
                                        .minimize_count = 1,
                                        .over = TWO("x=0.1..3@0.8", "y=0.1..3@2.2"),
                                        .over_count = 2,
                                        .subject_to = TWO("x*y == 2", "y >= 2"),
                                        .subject_to_count = held ? 2 : 1,
                                        .method = methods[i / 2],
                                        .evaluations = 4000};
        cr_assert_eq(optimize(NUMBERS, &options, 1, &results), TML_OK, "%s", methods[i / 2]);
        cr_expect_float_eq(fact(results, "best x"), held ? 1 : sqrt(2), 1e-3, "%s: %.9g", methods[i / 2],
                           fact(results, "best x"));
        cr_expect_float_eq(fact(results, "best x^2 + y^2"), held ? 5 : 4, 1e-6, "%s: %.9g", methods[i / 2],
                           fact(results, "best x^2 + y^2"));
        tml_results_free(results);
    }
}

/* Goals are squared distances from three corners: the front is their triangle, (0, 0), (2, 0), (0, 2). */
Test(optimize, front_of_three_goals_is_the_triangle_of_their_minima)
{
    tml_results *results = NULL;
    tml_optimize_options options = {
        .minimize = (const char *const[]){"a = x^2 + y^2", "b = (x - 2)^2 + y^2", "c = x^2 + (y - 2)^2"},
        .minimize_count = 3,
        .over = TWO("x=-1..3", "y=-1..3"),
        .over_count = 2,
        .front = 40,
        .starts = 2};
    cr_assert_eq(optimize(NUMBERS, &options, 1, &results), TML_OK);
    const tml_table *front = tml_results_find(results, "front");
    int corners = 0, inside = 0;
    cr_assert_geq(tml_table_rows(front), 25);
    for (size_t i = 0; i < tml_table_rows(front); i++) {
        const double x = tml_table_value(front, i, 1), y = tml_table_value(front, i, 2), little = 1e-5;
        cr_expect(x > -little && y > -little && x + y < 2 + little, "(%.9g, %.9g)", x, y);
        cr_expect_float_eq(tml_table_value(front, i, 3), x * x + y * y, 1e-12);
        corners += hypot(x, y) < little || hypot(x - 2, y) < little || hypot(x, y - 2) < little;
        inside += x > 0.05 && y > 0.05 && x + y < 1.95;
    }
    cr_expect_eq(corners, 3);
    cr_expect_geq(inside, 3, "%d", inside);
    tml_results_free(results);
}

Test(optimize, lengths_that_cannot_be_assembled_do_not_end_a_search)
{
    static const char *const methods[] = {"gradient", "linear", "simplex", "random"};
    for (size_t i = 0; i < 4; i++) {
        tml_results *results = find_coupler(1, methods[i]);
        cr_assert_float_eq(fact(results, "best b"), 3, 1e-5, "%s: %.9g", methods[i], fact(results, "best b"));
        cr_assert(i != 0 || fact(results, "evaluations that failed") > 0);
        tml_results_free(results);
    }
}

Test(optimize, any_number_of_threads_gives_the_same_bits)
{
    static const char *const methods[] = {"gradient", "random"};
    for (size_t k = 0; k < 2; k++) {
        char *bytes[2] = {NULL, NULL};
        size_t length[2];
        for (int i = 0; i < 2; i++) {
            tml_results *results = find_coupler(i ? 3 : 1, methods[k]);
            cr_assert_eq(tml_results_write(results, "json", NULL, &bytes[i], &length[i], NULL), TML_OK);
            cr_expect_eq(fact(results, "searches"), 3); /* two, and one from the better point */
            tml_results_free(results);
        }
        cr_assert_eq(length[0], length[1]);
        cr_assert_eq(memcmp(bytes[0], bytes[1], length[0]), 0);
        free(bytes[0]);
        free(bytes[1]);
    }
}

/* ---- what is told of each point ---- */

typedef struct {
    struct {
        uint64_t search;
        double x, goal, best;
    } points[1024];
    size_t count;
    bool wrong;
} heard;

static void hear(void *context, const tml_evaluation *e)
{
    heard *h = context;
    h->wrong |= tml_study_parameter_count(e->study) != 2 || tml_study_answer_count(e->study) != 2 || e->reason;
    h->points[h->count].search = e->search;
    h->points[h->count].x = e->values[0];
    h->points[h->count].goal = e->answers[0];
    h->points[h->count].best = e->best;
    h->count += h->count < 1023;
}

/* Those of one search come in its order, and are the rows of the history. */
Test(optimize, every_point_that_is_tried_is_told_while_it_searches)
{
    static heard h;
    tml_results *results = NULL;
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(NUMBERS, strlen(NUMBERS), "optimize.yaml", log);
    const tml_optimize_options options = {.size = sizeof options,
                                          .minimize = ONE("(x - 3)^2 + (y - 2)^2"),
                                          .minimize_count = 1,
                                          .over = TWO("x=0..4", "y=0..4"),
                                          .over_count = 2,
                                          .subject_to = ONE("x + y <= 3"),
                                          .subject_to_count = 1,
                                          .starts = 4};
    const tml_study_run_options how = {.size = sizeof how, .threads = 3, .context = &h, .evaluated = hear};
    cr_assert_eq(tml_optimize(model, &options, &how, &results, log), TML_OK);
    const tml_table *table = tml_results_table(results, 0);
    const size_t search = (size_t)tml_table_find(table, "search"), x = (size_t)tml_table_find(table, "x"),
                 best = (size_t)tml_table_find(table, "best so far");
    cr_assert(!h.wrong);
    cr_assert_eq(h.count, tml_table_rows(table));
    size_t next[16] = {0};
    const double first = tml_table_value(table, 0, search);
    for (size_t row = 0; row < h.count; row++) {
        const uint64_t of = (uint64_t)(tml_table_value(table, row, search) - first);
        while (next[of] < h.count && h.points[next[of]].search != of)
            next[of]++;
        cr_assert_lt(next[of], h.count);
        const double told = h.points[next[of]].best, kept = tml_table_value(table, row, best);
        cr_assert_eq(h.points[next[of]].x, tml_table_value(table, row, x));
        cr_assert_eq(h.points[next[of]++].goal, tml_table_value(table, row, x + 2));
        cr_assert(isnan(kept) || isnan(told) || told >= kept); /* that of all searches */
    }
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
}

/* A search by derivatives stops at a corner of the goal, which may be the best or not: it is not called an optimum. One that begins at a smooth
 * optimum, or ends there, is. */
Test(optimize, a_corner_is_not_called_an_optimum)
{
    static const struct {
        const char *goal, *over[2];
        double converged;
    } all[] = {{"max(x, y) + 0.3*min(x, y)", {"x=-1..1@0.8", "y=-1..2@-0.3"}, 1}, /* at its bounds */
               {"30*abs(y - x^2) - x", {"x=-1..2@-0.5", "y=-1..2@0.9"}, 0},
               {"(x - 0.2)^2 + (y - 0.4)^2", {"x=0..1@0.8", "y=0..1@0.9"}, 1},
               {"(x - 0.2)^2 + (y - 0.4)^2", {"x=0..1@0.2", "y=0..1@0.4"}, 1},
               {"3 + (x - 0.2)^2 + (y - 0.4)^4", {"x=0..1@0.201", "y=0..1@0.4"}, 1}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        tml_results *results = NULL;
        tml_optimize_options options = {
            .minimize = ONE(all[i].goal), .minimize_count = 1, .over = all[i].over, .over_count = 2};
        cr_assert_eq(optimize(NUMBERS, &options, 1, &results), TML_OK);
        cr_expect_eq(fact(results, "converged"), all[i].converged, "%s: %s", all[i].goal,
                     tml_fact_text(tml_results_table(results, 0), "converged"));
        tml_results_free(results);
    }
}

/* The nearest point is told, but nothing of an optimum. */
Test(optimize, constraints_that_cannot_be_satisfied_have_no_multipliers)
{
    tml_results *results = NULL;
    tml_optimize_options options = {.minimize = ONE("x + y"),
                                    .minimize_count = 1,
                                    .over = TWO("x=0..1@0.5", "y=0..1@0.5"),
                                    .over_count = 2,
                                    .subject_to = ONE("x >= 2"),
                                    .subject_to_count = 1};
    cr_assert_eq(optimize(NUMBERS, &options, 1, &results), TML_FAILED);
    cr_expect_eq(fact(results, "feasible"), 0);
    cr_expect_float_eq(fact(results, "best x"), 1, 1e-9);
    cr_expect_eq(tml_table_fact_find(tml_results_table(results, 0), "multiplier x >= 2"), -1);
    cr_expect_eq(tml_table_fact_find(tml_results_table(results, 0), "bound x"), -1);
    cr_expect_str_eq(tml_fact_text(tml_results_table(results, 0), "constraint x >= 2"), "1, violated by 1");
    cr_expect_eq(fact(results, "converged"), 0, "what was found is no optimum");
    tml_results_free(results);
}

Test(optimize, what_cannot_be_optimized_is_told)
{
    const struct {
        tml_optimize_options options;
        const char *said;
    } cases[] = {
        {{.over = ONE("x=0..1"), .over_count = 1}, "a goal is missing"},
        {{.minimize = ONE("x"), .minimize_count = 1}, "parameters are missing"},
        {{.minimize = ONE("x"), .minimize_count = 1, .over = ONE("x=1"), .over_count = 1}, "from..to"},
        {{.minimize = ONE("x"), .minimize_count = 1, .over = ONE("x=1..0"), .over_count = 1}, "ends where it begins"},
        {{.minimize = ONE("x"), .minimize_count = 1, .over = ONE("x=0..1@3"), .over_count = 1},
         "a start lies in a range"},
        {{.minimize = ONE("x"), .minimize_count = 1, .over = ONE("x=0..1"), .over_count = 1, .method = "fast"},
         "methods are asymptotes"},
        {{.minimize = ONE("x"),
          .minimize_count = 1,
          .over = ONE("x=0..1"),
          .over_count = 1,
          .subject_to = ONE("x < 3"),
          .subject_to_count = 1},
         "A <= B"},
        {{.minimize = ONE("x"),
          .minimize_count = 1,
          .over = ONE("x=0..1"),
          .over_count = 1,
          .subject_to = ONE("x >= 3"),
          .subject_to_count = 1},
         "no point was found that satisfies"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tml_log *log = tml_log_make();
        tml_model *model = tml_model_parse(NUMBERS, strlen(NUMBERS), "optimize.yaml", log);
        tml_optimize_options options = cases[i].options;
        tml_results *results = NULL;
        options.size = sizeof options;
        cr_assert_neq(tml_optimize(model, &options, NULL, &results, log), TML_OK, "case %zu", i);
        bool said = false;
        for (size_t k = 0; k < tml_log_count(log); k++)
            said |= strstr(tml_log_get(log, k).text, cases[i].said) != NULL;
        cr_assert(said, "case %zu: %s", i, tml_log_count(log) ? tml_log_get(log, 0).text : "nothing was said");
        tml_results_free(results);
        tml_model_free(model);
        tml_log_free(log);
    }
}

Test(optimize, values_are_written_into_the_text_and_all_else_stays)
{
    static const char before
        [] = "trammel: 1 # a comment\nparameters:\n  L: 2 mm # long\n  m: '3 kg'\n  c: 2*m\n  n: 3\n  k: {of: 1}\n",
  after[] =
        "trammel: 1 # a comment\nparameters:\n  L: 28 mm # long\n  m: 0.1 kg\n  c: 0.3 kg\n  n: 0.7\n  k: {of: 1}\n";
    tml_log *log = tml_log_make();
    char *text = NULL;
    cr_assert_eq(tml_model_put_values(before, strlen(before), "m.yaml", (const char *const[]){"m", "L", "c", "n"},
                                      (const double[]){0.1, 0.028, 0.3, 0.7},
                                      (const char *const[]){"kg", "m", "kg", "1"}, 4, &text, log),
                 TML_OK);
    cr_assert_str_eq(text, after);
    free(text);
    cr_assert_eq(tml_model_put_values(before, strlen(before), "m.yaml", ONE("k"), &(double){1}, NULL, 1, &text, log),
                 TML_WRONG);
    cr_assert_null(text);
    cr_assert_eq(tml_log_count(log), 1);
    tml_log_free(log);
}
