/* modes_sparse.c - the slowest modes by sparse matrices: as many as requested, multiple and rigid ones with their multiplicity.
 *
 * Against closed forms, and against full matrices on the models that ship, nets of springs and bodies that nothing holds.
 */
#include "support/case.h"
#include "support/larger.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.141592653589793;

static double size_of(const tml_table *t, size_t row)
{
    const size_t re = (size_t)tml_table_find(t, "eigenvalue.re"), im = (size_t)tml_table_find(t, "eigenvalue.im");
    return hypot(tml_table_value(t, row, re), tml_table_value(t, row, im));
}

static bool is_rigid(const tml_table *t, size_t row)
{
    return tml_table_value(t, row, (size_t)tml_table_find(t, "rigid")) != 0;
}

static size_t rigid_count(const tml_table *t)
{
    size_t count = 0;
    while (count < tml_table_rows(t) && is_rigid(t, count))
        count++;
    return count;
}

/* The first rows of all modes are the slowest: sizes, and which are rigid. */
static void compare(const char *what, const tml_table *all, const tml_table *few, size_t count, double part)
{
    const size_t wanted = count < tml_table_rows(all) ? count : tml_table_rows(all);
    double largest = 0;
    for (size_t i = 0; i < tml_table_rows(all); i++)
        largest = larger(largest, size_of(all, i));
    cr_expect_eq(tml_table_rows(few), wanted, "%s: %zu rows, not %zu", what, tml_table_rows(few), wanted);
    for (size_t i = 0; i < wanted && i < tml_table_rows(few); i++) {
        const double got = size_of(few, i), want = size_of(all, i);
        cr_expect_eq(is_rigid(few, i), is_rigid(all, i), "%s: mode %zu rigid or not", what, i + 1);
        cr_expect(fabs(got - want) <= part * want + 1e-12 * largest, "%s: mode %zu of %zu: %.15g, not %.15g", what,
                  i + 1, wanted, got, want);
    }
}

/* Static equilibrium, then all modes by full matrices, then so many of them by sparse ones, each count up to a zero. */
static void put_analyses(char *to, const char *options, const int *counts)
{
    to += sprintf(to, "analyses:\n  - static: {}\n  - modes: {method: dense%s}\n", options);
    for (const int *count = counts; *count; count++)
        to += sprintf(to, "  - modes: {method: sparse, count: %d%s}\n", *count, options);
}

static void compare_all(const char *name, const tml_results *results, const int *counts, double part)
{
    for (size_t i = 0; counts[i]; i++) {
        char what[200];
        snprintf(what, sizeof what, "%s, %d modes", name, counts[i]);
        compare(what, tml_results_table(results, 1), tml_results_table(results, 2 + i), (size_t)counts[i], part);
    }
}

static void compare_counts(const char *name, const char *text, const char *options, const int *counts, double part)
{
    char *edited = malloc(strlen(text) + 1000);
    put_analyses(edited + sprintf(edited, "%s", text), options, counts);
    tml_case c = tml_case_run_text(name, edited, TML_AS_WRITTEN);
    compare_all(name, c.results, counts, part);
    tml_case_free(&c);
    free(edited);
}

/* ---- nets ---- */

/* Nodes that can rotate freely, on springs of their free lengths; one node on a rod to the ground. */
static char *net(int columns, int rows, const char *damping)
{
    char *text = malloc(200 * (size_t)(columns * rows) * 4 + 2000), *to = text;
    to += sprintf(to, "trammel: 1\ngravity: [0, -9.81]\nbodies:\n  ground: {points: {X: [2.5, 0.5]");
    for (int j = 0; j < rows; j++)
        to += sprintf(to, ", G%d: [0, %d]", j, j);
    to += sprintf(to, "}}\n");
    for (int i = 1; i <= columns; i++)
        for (int j = 0; j < rows; j++)
            to +=
                sprintf(to, "  p%d_%d: {points: {P: [0, 0]}, com: [0, 0], mass: 10, inertia: 1, position: [%d, %d]}\n",
                        j, i, i, j);
    to += sprintf(to, "joints:\n  hold: {distance: [ground.X, p0_2.P]}\nforces:\n");
    for (int i = 0; i <= columns; i++)
        for (int j = 0; j < rows; j++) {
            char here[24];
            snprintf(here, sizeof here, i ? "p%d_%d.P" : "ground.G%d", j, i);
            const int steps[3][2] = {{1, 0}, {0, 1}, {1, 1}};
            for (int k = 0; k < 3; k++) {
                const int x = i + steps[k][0], y = j + steps[k][1];
                if (x > columns || y >= rows || x == 0)
                    continue;
                to += sprintf(to, "  s%d_%d_%d: {spring: [%s, p%d_%d.P], stiffness: 2000, length: %.17g%s}\n", i, j, k,
                              here, y, x, k == 2 ? sqrt(2.0) : 1, damping);
            }
        }
    return text;
}

/* Each node rotates freely: a rigid mode each, all of which are found first. */
Test(modes_sparse, net_has_a_rigid_mode_at_each_node, .timeout = TML_SLOWER * 60)
{
    static const char *const dampings[] = {"", ", damping: 1"};
    for (int i = 0; i < 2; i++) {
        char *text = net(4, 3, dampings[i]);
        compare_counts("net", text, "", (const int[]){1, 11, 12, 13, 30, 36, 0}, 1e-9);
        compare_counts("net", text, ", damping: false", (const int[]){15, 36, 0}, 1e-9);
        free(text);
    }
}

Test(modes_sparse, count_of_eigenvalues_is_certified)
{
    char *text = net(4, 3, ", damping: 1"), *edited = malloc(strlen(text) + 200);
    sprintf(edited, "%sanalyses: [static: {}, modes: {method: sparse, count: 16}]\n", text);
    tml_case c = tml_case_run_text("net", edited, TML_AS_WRITTEN);
    cr_expect_eq(rigid_count(c.table), 12);
    /* 12 rigid ones are double zeros, four or more pairs */
    cr_expect(strtol(tml_case_fact(&c, "none missing"), NULL, 10) >= 32, "%s", tml_case_fact(&c, "none missing"));
    tml_case_free(&c);
    free(text);
    free(edited);
}

/* ---- closed forms ---- */

/* n masses in a row on springs, free in space: 2 sqrt(k/m) sin(pi j/(2 n)) along the row; across it, and in rotation, nothing holds them. */
Test(modes_sparse, row_of_masses_matches_its_closed_form)
{
    enum { N = 9 };
    char text[4000], *to = text;
    to += sprintf(to, "trammel: 1\nspace: space\ngravity: none\nbodies:\n");
    for (int i = 0; i < N; i++)
        to += sprintf(
            to, "  m%d: {points: {P: [0, 0, 0]}, com: [0, 0, 0], mass: 2, inertia: [1, 2, 3], position: [%d, 0, 0]}\n",
            i, i);
    to += sprintf(to, "forces:\n");
    for (int i = 1; i < N; i++)
        to += sprintf(to, "  s%d: {spring: [m%d.P, m%d.P], stiffness: 300, length: 1}\n", i, i - 1, i);
    sprintf(to, "analyses: [modes: {method: sparse, count: 54}]\n");
    tml_case c = tml_case_run_text("row", text, TML_AS_WRITTEN);
    cr_assert_eq(tml_table_rows(c.table), 6 * N);
    cr_expect_eq(rigid_count(c.table), 6 * N - (N - 1));
    for (int j = 1; j < N; j++)
        tml_case_near(&c, "rate", size_of(c.table, (size_t)(5 * N + j)), 2 * sqrt(150) * sin(PI * j / (2 * N)), 1e-12);
    tml_case_free(&c);
}

static int rising(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* N x N masses that move along z only, each bound to its neighbours by k and c: w^2 = k/m (4 - 2 cos - 2 cos), most of them double.
 * Damping is proportional, so that s^2 + c/k w^2 s + w^2 = 0. */
static void check_membrane(double c, int count)
{
    enum { N = 6 };
    const double k = 50, m = 2;
    char *text = malloc(60000), *to = text;
    double want[2 * N * N];
    int found = 0, rigid = 0;
    to += sprintf(to, "trammel: 1\nspace: space\ngravity: none\nbodies:\n  ground: {points: {");
    for (int i = 0; i < N * N; i++)
        to += sprintf(to, "%sG%d: [%d, %d, 0]", i ? ", " : "", i, i % N, i / N);
    to += sprintf(to, "}}\n");
    for (int i = 0; i < N * N; i++)
        to += sprintf(
            to,
            "  m%d: {points: {P: [0, 0, 0]}, com: [0, 0, 0], mass: %g, inertia: [1, 1, 1], position: [%d, %d, 0]}\n", i,
            m, i % N, i / N);
    to += sprintf(to, "joints:\n");
    for (int i = 0; i < N * N; i++)
        to += sprintf(to, "  J%d: {prismatic: [ground.G%d, m%d.P], axis: z}\n", i, i, i);
    to += sprintf(to, "forces:\n");
    for (int i = 0; i < N * N; i++)
        for (int way = 0; way < 2; way++) {
            const int other = way ? i + N : i + 1;
            if (way ? other < N * N : other % N != 0)
                to += sprintf(to,
                              "  s%d_%d: {bushing: [m%d.P, m%d.P], stiffness: {translation: [0, 0, %g]}, damping: "
                              "{translation: [0, 0, %g]}}\n",
                              i, way, i, other, k, c);
        }
    sprintf(to, "analyses: [modes: {method: sparse, count: %d}]\n", count);
    for (int i = 0; i < N * N; i++) {
        const double square = k / m * (4 - 2 * cos(PI * (i % N) / N) - 2 * cos(PI * (i / N) / N)),
                     half = 0.5 * c / k * square, root = half * half - square;
        if (i == 0) {
            rigid++;
        } else if (root >= 0) {
            want[found++] = half + sqrt(root);
            want[found++] = square / (half + sqrt(root));
        } else {
            want[found++] = sqrt(square);
        }
    }
    qsort(want, (size_t)found, sizeof *want, rising);
    tml_case run = tml_case_run_text("membrane", text, TML_AS_WRITTEN);
    const int rows = (int)tml_table_rows(run.table);
    cr_expect_eq(rows, count < found + rigid ? count : found + rigid, "c = %g, %d rows of %d", c, rows, count);
    cr_expect_eq(rigid_count(run.table), 1);
    for (int i = 1; i < rows; i++)
        tml_case_near(&run, "rate", size_of(run.table, (size_t)i), want[i - 1], 1e-10 * want[i - 1]);
    tml_case_free(&run);
    free(text);
}

Test(modes_sparse, membrane_has_double_frequencies_of_its_closed_form, .timeout = TML_SLOWER * 60)
{
    static const double dampings[] = {0, 0.3, 40};
    for (int i = 0; i < 3; i++) {
        check_membrane(dampings[i], 2); /* a count that separates two equal ones */
        check_membrane(dampings[i], 12);
        check_membrane(dampings[i], 100);
    }
}

/* ---- nothing holds them ---- */

Test(modes_sparse, free_bodies_have_rigid_modes_only)
{
    static const char text[] =
        "trammel: 1\nspace: space\ngravity: none\nbodies:\n"
        "  a: {points: {P: [0, 0, 0]}, com: [0, 0, 0], mass: 1, inertia: [1, 2, 3], position: [0, 0, 0]}\n"
        "  b: {points: {P: [0, 0, 0]}, com: [0, 0, 0], mass: 5, inertia: [1, 1, 1], position: [1, 0, 0]}\n"
        "  c: {points: {P: [0, 0, 0]}, com: [0, 0, 0], mass: 1e-3, inertia: [1e-6, 1e-6, 1e-6], position: [2, 0, 0]}\n";
    compare_counts("free bodies", text, "", (const int[]){1, 17, 18, 0}, 1e-12);
}

/* Drag on one of them: its position stays neutral, but its velocity decays. */
Test(modes_sparse, drag_on_a_free_body_decays_its_velocity)
{
    static const char text[] =
        "trammel: 1\ngravity: none\nbodies:\n"
        "  a: {points: {P: [0, 0]}, com: [0, 0], mass: 2, inertia: 3, position: [0, 0]}\n"
        "  b: {points: {P: [0, 0]}, com: [0, 0], mass: 5, inertia: 1, position: [1, 0]}\n"
        "forces:\n  d: {drag: a.P, linear: 4}\n  s: {spring: [a.P, b.P], stiffness: 10, length: 1}\n";
    compare_counts("drag", text, "", (const int[]){3, 5, 6, 7, 8, 20, 0}, 1e-10);
}

/* ---- models that ship ---- */

static char model_text[100000];

static void read_model(const char *path)
{
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s", path);
    const size_t length = fread(model_text, 1, sizeof model_text - 1000, file);
    fclose(file);
    model_text[length] = '\0';
}

static bool mentions(const char *path, const char *what)
{
    read_model(path);
    return strstr(model_text, what) != NULL;
}

/* The model with other analyses, run; NULL where that cannot be. */
static tml_results *run_with(const char *path, const char *options, const int *counts)
{
    read_model(path);
    char *at = strstr(model_text, "\nanalyses:");
    cr_assert_not_null(at, "%s", path);
    put_analyses(at + 1, options, counts);
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(model_text, strlen(model_text), path, log);
    tml_results *results = NULL;
    if (!model || tml_run(model, NULL, &results, log) != TML_OK) {
        tml_results_free(results);
        results = NULL;
    }
    tml_model_free(model);
    tml_log_free(log);
    return results;
}

static int check_model(const char *path)
{
    if (mentions(path, "rolling: ["))
        return 0; /* what restricts velocities only is refused: rolling.c */
    if (mentions(path, "\nstates:"))
        return 0; /* refused: modes_states.c */
    if (mentions(path, "gear: [") && mentions(path, "teeth: ["))
        return 0; /* what pushes teeth apart depends on a result: refused */
    tml_results *all = run_with(path, "", (const int[]){0});
    if (!all)
        return 0; /* driven, or without a position of rest */
    const int most = (int)tml_table_rows(tml_results_table(all, 1)), counts[] = {1, 2, most / 2 + 1, most, 0};
    tml_results *few = run_with(path, "", counts);
    cr_expect(few || mentions(path, "speed: 0.1}"), "%s",
              path); /* a belt that drags: friction that slides is refused */
    if (few)
        compare_all(path, few, counts, 1e-6);
    tml_results_free(few);
    tml_results_free(all);
    return 1;
}

/* A grid of particles that floats: its rigid motions are found with the digits that a solution about a small shift has, and the others
 * with a basis that is a small part of all there is. */
Test(modes_sparse, floating_grid_needs_few_products, .timeout = TML_SLOWER * 60)
{
    enum { N = 14 };
    char *text = malloc(400 * N * N * 4), *to = text;
    to += sprintf(to, "trammel: 1\ngravity: none\nbodies:\n");
    for (int i = 0; i < N * N; i++)
        to += sprintf(to, "  p%d: {points: {P: [0, 0]}, mass: 1, shape: particle, position: [%d, %d]}\n", i, i % N,
                      i / N);
    to += sprintf(to, "forces:\n");
    for (int i = 0; i < N * N; i++) {
        static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
        for (int k = 0; k < 4; k++) {
            const int x = i % N + steps[k][0], y = i / N + steps[k][1];
            if (x >= 0 && x < N && y < N)
                to += sprintf(to, "  s%d_%d: {spring: [p%d.P, p%d.P], stiffness: %d, length: %.17g}\n", i, k, i,
                              y * N + x, 2000 + 17 * (i % 11), k < 2 ? 1 : sqrt(2.0));
        }
    }
    sprintf(to, "analyses: [modes: {count: 20, method: sparse}]\n");
    tml_case c = tml_case_run_text("grid", text, TML_AS_WRITTEN);
    int products = -1;
    for (size_t i = 0; i < tml_table_fact_count(c.table); i++)
        if (strcmp(tml_table_fact_name(c.table, i), "eigenvalues") == 0)
            sscanf(strstr(tml_table_fact_text(c.table, i), "iteration, "), "iteration, %d products", &products);
    cr_expect(products > 0 && products < 300, "%d products", products);
    double rigid = 0;
    for (size_t row = 0; row < 20; row++)
        rigid += tml_case_value(&c, row, "natural") == 0;
    cr_expect_eq(rigid, 3, "%g rigid modes", rigid);
    tml_case_free(&c);
    free(text);
}

Test(modes_sparse, models_have_the_modes_of_full_matrices, .timeout = TML_SLOWER * 120)
{
    DIR *models = opendir(TML_SOURCE_DIR "/models");
    int compared = 0;
    cr_assert_not_null(models);
    for (struct dirent *entry; (entry = readdir(models));) {
        char folder[600];
        snprintf(folder, sizeof folder, "%s/models/%.200s", TML_SOURCE_DIR, entry->d_name);
        DIR *files = entry->d_name[0] == '.' ? NULL : opendir(folder);
        for (struct dirent *file; files && (file = readdir(files));) {
            const char *end = strrchr(file->d_name, '.');
            char path[900];
            snprintf(path, sizeof path, "%s/%.200s", folder, file->d_name);
            if (end && strcmp(end, ".yaml") == 0)
                compared += check_model(path);
        }
        if (files)
            closedir(files);
    }
    closedir(models);
    cr_expect_geq(compared, 8, "%d models", compared);
}
