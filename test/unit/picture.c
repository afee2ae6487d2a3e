/* picture.c - pictures of studies: numbers that are known from elsewhere, captions that stay apart, messages. */
#include "plot/picture.h"
#include "plot/colour_map.h"
#include "plot/contour_lines.h"
#include "plot/statistics.h"
#include "plot/triangulation.h"
#include "result/search_columns.h"
#include "support/xml.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- help ---------------------------------------------------------------------------------------------------- */

static tml_results *results;
static tml_text drawing;
static tml_log *messages;
static tml_arena arena;

static void set_up(void)
{
    results = tml_results_make();
    messages = tml_log_make();
}

static void tear_down(void)
{
    tml_text_free(&drawing);
    tml_results_free(results);
    tml_log_free(messages);
    tml_arena_free(&arena);
}

TestSuite(picture, .init = set_up, .fini = tear_down);

/* A study with these parameters and answers; its table has no rows yet. */
static tml_table *begin(const char *const *names, int parameters, int answers)
{
    tml_column columns[20] = {{"point", ""}};
    for (int i = 0; i < parameters + answers; i++)
        columns[i + 1] = (tml_column){names[i], i % 2 ? "N*m" : "mm"};
    tml_table *table =
        tml_results_add(results, "sweep", "A study <1> & 2", columns, (size_t)(1 + parameters + answers));
    table->has_row_names = table->names_are_reasons = true;
    tml_table_add_fact(table, "parameters", parameters, "%d", parameters);
    return table;
}

static void add(tml_table *table, const double *values)
{
    const bool failed = isnan(values[table->column_count - 2]);
    double *row = tml_table_append_named(table, failed ? "cannot be assembled" : "");
    row[0] = (double)(table->row_count - 1);
    memcpy(row + 1, values, (table->column_count - 1) * sizeof *values);
}

static tml_status draw(const tml_table *table, const char *kind, tml_plot_options request, const char *const *names)
{
    request.size = sizeof request;
    request.kind = kind;
    request.channels = names;
    while (names && names[request.channel_count])
        request.channel_count++;
    tml_text_free(&drawing);
    return tml_plot_draw_table(table, &request, tml_plot_format_find(NULL, messages), &drawing, messages);
}
#define PLAIN ((tml_plot_options){0})
#define NAMES(...)                                                                                                     \
    (const char *const[])                                                                                              \
    {                                                                                                                  \
        __VA_ARGS__, NULL                                                                                              \
    }

static void expect_text(const char *text)
{
    cr_expect(drawing.data && strstr(drawing.data, text), "no \"%s\" in the picture", text);
}

/* What the last message says. */
static void expect_refused(tml_status status, const char *text)
{
    cr_expect_eq(status, TML_WRONG);
    const size_t count = tml_log_count(messages);
    const char *said = count > 0 ? tml_log_get(messages, count - 1).text : "";
    cr_expect(strstr(said, text), "\"%s\" is not in \"%s\"", text, said);
}

/* A number in 0 … 1 of a sequence that is the same everywhere. */
static double next_number(void)
{
    static unsigned state = 12345;
    state = state * 1664525u + 1013904223u;
    return (double)(state >> 8) / (double)(1u << 24);
}

/* ---- statistics ---------------------------------------------------------------------------------------------- */

Test(picture, percentiles_are_those_of_numpy)
{
    /* numpy.percentile([3, 1, 4, 1, 5, 9, 2, 6], [5, 50, 95]) is [1, 3.5, 7.95] */
    static const double sample[] = {3, 1, 4, 1, 5, 9, 2, 6};
    tml_table *table = begin(NAMES("x", "f"), 1, 1);
    for (int i = 0; i < 8; i++)
        add(table, (double[]){i, sample[i]});
    add(table, (double[]){8, NAN});
    cr_assert_eq(draw(table, "histogram", PLAIN, NULL), TML_OK);
    expect_text(">5 %: 1 N\u00B7m<");
    expect_text(">50 %: 3.5 N\u00B7m<");
    expect_text(">95 %: 7.95 N\u00B7m<");
    expect_text(">8 points, mean 3.875 N\u00B7m<");
    expect_text(">standard deviation 2.748 N\u00B7m<"); /* numpy.std(…, ddof=1) */
    expect_text(">no answer: 1 of 9 points<");
}

Test(picture, the_mean_converges_with_its_standard_error)
{
    tml_table *table = begin(NAMES("x", "f"), 1, 1), *grid = begin(NAMES("x", "f"), 1, 1);
    for (int i = 0; i < 100; i++) { /* 1 … 100 in another order: mean 50.5, s = sqrt(100*101/12), s/sqrt(100) = 2.90 */
        add(table, (double[]){i * 61 % 100, i * 37 % 100 + 1});
        add(grid, (double[]){i, i});
    }
    expect_refused(draw(grid, "convergence", PLAIN, NULL), "the points of a grid are in order");
    cr_assert_eq(draw(table, "convergence", PLAIN, NULL), TML_OK);
    expect_text("mean \u00B1 s/\u221An, after 100 points 50.5 \u00B1 2.9 N\u00B7m");
}

Test(picture, rank_correlations_are_those_of_scipy)
{
    /* scipy.stats.spearmanr([1, 2, 3, 4, 5], [5, 6, 7, 8, 7]) is 0.8207826816681233 */
    static const double x[] = {1, 2, 3, 4, 5}, y[] = {5, 6, 7, 8, 7};
    const double r = tml_correlation(tml_ranks(x, 5, &arena), tml_ranks(y, 5, &arena), 5);
    cr_expect_float_eq(r, 0.8207826816681233, 1e-14);
    tml_table *table = begin(NAMES("x", "f"), 1, 1);
    for (int i = 0; i < 5; i++)
        add(table, (double[]){x[i], y[i]});
    cr_assert_eq(draw(table, "scatter", PLAIN, NULL), TML_OK);
    expect_text(">0.82<");
}

/* Titles of a matrix stay in their cells, also where an offset makes them long. */
Test(picture, titles_of_a_scatter_matrix_are_not_wider_than_its_cells)
{
    tml_table *table = begin(NAMES("a", "b", "c", "d", "e", "f"), 5, 1);
    for (int i = 0; i < 50; i++)
        add(table, (double[]){i, i * 7 % 50, i * 11 % 50, i * 13 % 50, i * 17 % 50, 1e5 + 1e-8 * i});
    cr_assert_eq(draw(table, "scatter", PLAIN, NULL), TML_OK);
    const char *end = strstr(drawing.data, "100000.0"), *at = end;
    cr_assert_not_null(end);
    while (strncmp(at, "font-size", 9) != 0)
        at--;
    char title[64] = "";
    memcpy(title, strchr(at, '>') + 1, strcspn(strchr(at, '>') + 1, "<"));
    cr_expect_leq(tml_caption_width(title, strtod(at + 11, NULL)),
                  strtod(strstr(drawing.data, "width=\"") + 7, NULL) / 6, "%s", title);
}

/* ---- tornado ------------------------------------------------------------------------------------------------- */

/* Widths of the bars, in order. */
static int find_bars(double *widths)
{
    int count = 0;
    const char *at = drawing.data;
    while ((at = strstr(at, "<rect class=\"f")) != NULL) {
        const int ink = atoi(at + 14);
        const char *width = strstr(at, "width=\"");
        if (ink >= TML_INK_LINE && count < 8)
            widths[count++] = strtod(width + 7, NULL);
        at++;
    }
    return count;
}

Test(picture, the_tornado_of_a_linear_function_is_its_coefficients_times_deviations)
{
    enum { N = 200, K = 3 };
    static const double b[K] = {2, -30, 0.5};
    static double x[K][N], y[N];
    tml_table *table = begin(NAMES("x0", "x1", "x2", "f"), K, 1);
    for (int i = 0; i < N; i++) {
        x[0][i] = next_number();
        x[1][i] = 0.3 * x[0][i] + 0.2 * next_number(); /* correlated */
        x[2][i] = 1000 + 7 * next_number();
        y[i] = 100 + b[0] * x[0][i] + b[1] * x[1][i] + b[2] * x[2][i];
        add(table, (double[]){x[0][i], x[1][i], x[2][i], y[i]});
    }
    tml_regression line;
    cr_assert(tml_regress((const double *const[]){x[0], x[1], x[2]}, K, y, N, &arena, &line));
    double size[K];
    for (int i = 0; i < K; i++) {
        double mean, deviation;
        cr_expect_float_eq(line.slopes[i], b[i], 1e-11 * fabs(b[i]), "%.17g", line.slopes[i]);
        tml_mean_deviation(x[i], N, &mean, &deviation);
        size[i] = fabs(b[i]) * deviation;
    }
    cr_expect_float_eq(line.share, 1, 1e-12);
    cr_assert_eq(draw(table, "tornado", PLAIN, NULL), TML_OK);
    expect_text("change of f by one standard deviation s of each");
    expect_text("it explains 100.0 % of the variance");
    double widths[8] = {0};
    cr_assert_eq(find_bars(widths), 3);
    cr_expect_float_eq(widths[1] / widths[0], size[2] / size[1], 1e-4, "x1 first, then x2, then x0");
    cr_expect_float_eq(widths[2] / widths[0], size[0] / size[1], 1e-4);
}

Test(picture, the_tornado_of_a_grid_changes_one_at_a_time)
{
    tml_table *table = begin(NAMES("x", "y", "f"), 2, 1);
    for (int i = 0; i < 25; i++) {
        const double x = i % 5, y = i / 5;
        add(table, (double[]){x, y, x * x + 10 * y});
    }
    cr_assert_eq(draw(table, "tornado", PLAIN, NULL), TML_OK);
    double widths[8] = {0};
    cr_assert_eq(find_bars(widths), 6, "two of the legend, two of each parameter");
    /* from (2, 2), f = 24: y to 0 and 4 gives 4 and 44, x gives 20 and 36 */
    cr_expect_float_eq(widths[3] / widths[2], 1, 1e-4);
    cr_expect_float_eq(fmax(widths[4], widths[5]) / widths[2], 12.0 / 20, 1e-4);
    cr_expect_float_eq(fmin(widths[4], widths[5]) / widths[2], 4.0 / 20, 1e-4);
    expect_text("f, one parameter changed at a time");
}

Test(picture, the_tornado_of_sensitivities_is_of_one_answer_by_one_per_cent)
{
    static const tml_column columns[] = {
        {"answer", ""}, {"parameter", ""}, {"derivative", ""}, {"relative", ""}, {"error", ""}};
    tml_table *table = tml_results_add(results, "sensitivity", "", columns, 5);
    memcpy(tml_table_append_named(table, "f by a"), (double[]){2, 3, 1, 1.5, 0}, 5 * sizeof(double));
    memcpy(tml_table_append_named(table, "f by b"), (double[]){2, 4, -0.25, -0.5, 0}, 5 * sizeof(double));
    memcpy(tml_table_append_named(table, "g by a"), (double[]){0, 3, 7, NAN, 0}, 5 * sizeof(double));
    double widths[8] = {0};
    cr_assert_eq(draw(table, NULL, PLAIN, NULL), TML_OK, "what shows it");
    expect_text("change of f by 1 % of each parameter (%)");
    cr_assert_eq(find_bars(widths), 2);
    cr_expect_float_eq(widths[1] / widths[0], 0.5 / 1.5, 1e-4);
    cr_assert_eq(draw(table, "tornado", PLAIN, NAMES("g")), TML_OK);
    expect_text(">change of g by 1 % of each parameter<");
    expect_refused(draw(table, "tornado", PLAIN, NAMES("h")), "there is no sensitivity of \"h\"");
    expect_refused(draw(table, "heat", PLAIN, NULL), "sensitivities are drawn as a tornado");
}

Test(picture, a_search_is_drawn_by_its_best_so_far)
{
    static const tml_column columns[] = {
        {TML_EVALUATIONS, ""}, {"search", ""}, {"a", "m"}, {"f", "N"}, {TML_BEST, "N"}};
    static const double goals[] = {5, 7, NAN, 3, 4, 2.5, 6}, best[] = {5, 5, 5, 3, 3, 2.5, 2.5};
    tml_table *table = tml_results_add(results, "optimize", "", columns, 5);
    table->has_row_names = table->names_are_reasons = true;
    for (int i = 0; i < 7; i++)
        memcpy(tml_table_append_named(table, ""), (double[]){i + 1, 1, i, goals[i], best[i]}, 5 * sizeof(double));
    tml_table_add_fact(table, TML_PARAMETERS, 1, "1");
    cr_assert_eq(draw(table, NULL, PLAIN, NULL), TML_OK);
    expect_text("best so far: 2.5 N, found at evaluation 6");
    cr_assert_eq(draw(table, "histogram", PLAIN, NULL), TML_OK, "the goal is an answer, the best so far is none");
    expect_text("6 points, mean 4.5833 N");
    cr_expect_eq(xml_count(drawing.data, ">5 %"), 1);
}

Test(picture, a_front_knows_its_goals)
{
    tml_table *table = begin(NAMES("x", "f", "g"), 1, 2);
    for (int i = 0; i < 5; i++)
        add(table, (double[]){i, i, i});
    tml_table_add_fact(table, TML_GOAL "f", 1, "small");
    tml_table_add_fact(table, TML_GOAL "g", -1, "large");
    tml_table_add_fact(table, "points on the front", 5, "5");
    cr_assert_eq(draw(table, NULL, PLAIN, NULL), TML_OK);
    expect_text("front: 5 of 5 points");
    expect_text("minimize f, maximize g");
}

/* ---- contours ------------------------------------------------------------------------------------------------ */

static void expect_circle(const tml_triangulation *t, double level, double within)
{
    int found = 0;
    for (size_t i = 0; i < t->triangle_count; i++) {
        tml_spot at[3], segment[2];
        double value[3];
        for (int k = 0; k < 3; k++) {
            at[k] = t->at[t->triangles[i][k]];
            value[k] = t->value[t->triangles[i][k]];
        }
        if (!tml_contour_segment(at, value, level, segment))
            continue;
        for (int k = 0; k < 2; k++) {
            const double r2 = segment[k].x * segment[k].x + segment[k].y * segment[k].y;
            cr_expect_leq(fabs(r2 - level), within, "r^2 = %.6f, not %.6f", r2, level);
            found++;
        }
    }
    cr_expect_gt(found, 20);
}

Test(picture, the_contour_of_a_paraboloid_is_a_circle)
{
    enum { N = 21 };
    static double x[N * N], y[N * N], f[N * N];
    const double h = 2.0 / (N - 1);
    for (int i = 0; i < N * N; i++) {
        x[i] = -1 + h * (i % N);
        y[i] = -1 + h * (i / N);
        f[i] = x[i] * x[i] + y[i] * y[i];
    }
    tml_lattice lattice;
    tml_triangulation t;
    cr_assert(tml_lattice_make(x, y, f, N * N, &arena, &lattice));
    tml_triangulate_lattice(&lattice, &arena, &t);
    expect_circle(&t, 0.5, h * h / 2 * (1 + 1e-9)); /* the mean of the corners is h^2/2 above the middle */
    expect_circle(&t, 0.04, h * h / 2 * (1 + 1e-9));
}

static double cross(tml_spot a, tml_spot b, tml_spot c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

Test(picture, triangles_of_points_are_those_of_delaunay)
{
    enum { N = 150 };
    static double x[N], y[N], f[N];
    for (int i = 0; i < N; i++) {
        x[i] = i < 4 ? i % 2 : next_number();
        y[i] = i < 4 ? i / 2 : next_number();
        f[i] = x[i] + 2 * y[i];
    }
    tml_triangulation t;
    tml_triangulate_points(x, y, f, N, (tml_spot){1, 1}, &arena, &t);
    double area = 0;
    for (size_t i = 0; i < t.triangle_count; i++) {
        const size_t *c = t.triangles[i];
        const tml_spot A = t.at[c[0]], B = t.at[c[1]], C = t.at[c[2]];
        cr_expect_gt(cross(A, B, C), -1e-6);
        area += cross(A, B, C) / 2;
        for (size_t k = 0; k < N; k++) { /* no point within the circle through the corners */
            const double ax = A.x - x[k], ay = A.y - y[k], bx = B.x - x[k], by = B.y - y[k], cx = C.x - x[k],
                         cy = C.y - y[k];
            const double inside = (ax * ax + ay * ay) * (bx * cy - cx * by) -
                                  (bx * bx + by * by) * (ax * cy - cx * ay) + (cx * cx + cy * cy) * (ax * by - bx * ay);
            cr_expect_lt(inside, 1e-6);
        }
        tml_spot segment[2];
        if (tml_contour_segment((tml_spot[]){A, B, C}, (double[]){f[c[0]], f[c[1]], f[c[2]]}, 1.3, segment))
            cr_expect_float_eq(segment[0].x + 2 * segment[0].y, 1.3, 1e-12);
    }
    cr_expect_float_eq(area, 1, 1e-6, "they fill the square: %.9f", area);
}

Test(picture, a_triangle_is_the_sum_of_its_bands)
{
    const tml_spot at[3] = {{0, 0}, {3, 1}, {1, 4}};
    const double value[3] = {0.2, 5.1, 2.7}, levels[] = {-1, 1, 2, 3, 4, 9};
    double area = 0;
    for (int band = 0; band < 5; band++) {
        tml_spot polygon[5];
        const size_t count = tml_contour_band(at, value, levels[band], levels[band + 1], polygon);
        for (size_t i = 2; i < count; i++)
            area += cross(polygon[0], polygon[i - 1], polygon[i]) / 2;
    }
    cr_expect_float_eq(area, cross(at[0], at[1], at[2]) / 2, 1e-14);
}

/* ---- colours ------------------------------------------------------------------------------------------------- */

/* CIE L*a*b* of an sRGB colour, D65 (IEC 61966-2-1). */
static void find_lab(unsigned long colour, double lab[3])
{
    static const double to_xyz[3][3] = {
        {0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}};
    static const double white[3] = {0.95047, 1, 1.08883};
    double f[3];
    for (int i = 0; i < 3; i++) {
        double sum = 0;
        for (int k = 0; k < 3; k++) {
            const double c = (double)(colour >> (16 - 8 * k) & 0xFF) / 255;
            sum += to_xyz[i][k] * (c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
        }
        sum /= white[i];
        f[i] = sum > 216.0 / 24389 ? cbrt(sum) : (24389.0 / 27 * sum + 16) / 116;
    }
    lab[0] = 116 * f[1] - 16;
    lab[1] = 500 * (f[0] - f[1]);
    lab[2] = 200 * (f[1] - f[2]);
}

Test(picture, equal_steps_of_a_number_are_equal_steps_of_colour)
{
    double before[3], lab[3];
    find_lab(tml_map_colour(0), before);
    for (int i = 1; i <= 16; i++, memcpy(before, lab, sizeof lab)) {
        find_lab(tml_map_colour(i / 16.0), lab);
        const double step = sqrt(pow(lab[0] - before[0], 2) + pow(lab[1] - before[1], 2) + pow(lab[2] - before[2], 2));
        cr_expect_gt(lab[0], before[0] + 3, "lightness rises");
        cr_expect_float_eq(step, 11.6, 0.9, "step %d: %.2f", i, step);
    }
}

/* ---- grids --------------------------------------------------------------------------------------------------- */

Test(picture, a_heat_map_has_the_colours_of_its_values_and_shows_what_failed)
{
    tml_table *table = begin(NAMES("x", "y", "f"), 2, 1);
    for (int i = 0; i < 12; i++)
        add(table, (double[]){i % 4, i / 4, i == 5 ? (double)NAN : (double)i});
    cr_assert_eq(draw(table, NULL, PLAIN, NULL), TML_OK, "a grid of two parameters is drawn as a heat map");
    expect_text("no answer: 1 of 12 points");
    char cell[64];
    for (int i = 0; i < 12; i++) {
        (void)snprintf(cell, sizeof cell, "<rect fill=\"#%06lx\"", tml_ink_colour(tml_map_ink(i, 0, 11), false));
        if (i != 5)
            expect_text(cell);
    }
    cr_expect_eq(xml_count(drawing.data, "<rect fill=\"#"), 11 + 64,
                 "cells, and the bar; none for the point that failed");
    cr_assert_eq(draw(table, NULL, (tml_plot_options){.log_z = true}, NULL), TML_WRONG, "0 has no logarithm");
}

Test(picture, a_heat_map_of_more_parameters_shows_a_mean_and_says_so)
{
    tml_table *table = begin(NAMES("x", "y", "z", "f"), 3, 1);
    for (int i = 0; i < 27; i++)
        add(table, (double[]){i % 3, i / 3 % 3, i / 9, i / 9 * 10});
    cr_assert_eq(draw(table, "heat", PLAIN, NAMES("x", "y", "f")), TML_OK);
    expect_text("mean of f over z");
}

Test(picture, the_front_is_what_none_beats)
{
    static const double points[][2] = {{1, 5}, {2, 3}, {3, 3}, {4, 1}, {5, 5}, {0.5, 9}, {2, 4}};
    tml_table *table = begin(NAMES("x", "f", "g"), 1, 2);
    for (int i = 0; i < 7; i++)
        add(table, (double[]){i, points[i][0], points[i][1]});
    cr_assert_eq(draw(table, "pareto", PLAIN, NULL), TML_OK);
    expect_text("front: 4 of 7 points"); /* (0.5, 9), (1, 5), (2, 3), (4, 1) */
    expect_text("minimize f, minimize g");
    cr_assert_eq(draw(table, "pareto", (tml_plot_options){.maximize = NAMES("f", "g"), .maximize_count = 2}, NULL),
                 TML_OK);
    expect_text("front: 2 of 7 points"); /* (0.5, 9), (5, 5) */
}

/* ---- all kinds ----------------------------------------------------------------------------------------------- */

typedef struct {
    double left, right, top, bottom;
    char text[200];
} box;
static box boxes[2000];
static int box_count;
static double sheet_width, sheet_height;

static void take_caption(tml_pen *pen, const tml_caption *c)
{
    (void)pen;
    const double width = 0.82 * tml_caption_width(c->string, c->size),
                 up = 0.6 * c->size; /* widths are told rather too wide */
    box *b = &boxes[box_count++];
    *b = c->rotated ? (box){c->x - up, c->x, c->y - (1 - c->anchor) * width, c->y + c->anchor * width, ""}
                    : (box){c->x - c->anchor * width, c->x + (1 - c->anchor) * width, c->y - up, c->y, ""};
    (void)snprintf(b->text, sizeof b->text, "%s", c->string);
}

static void skip_rectangle(tml_pen *pen, tml_spot corner, double width, double height, int ink)
{
    (void)pen, (void)ink;
    cr_expect(width >= 0 && height >= 0 && corner.x >= -1 && corner.x + width <= sheet_width + 1 && corner.y >= -1 &&
                  corner.y + height <= sheet_height + 1,
              "a rectangle at %g, %g, %g by %g", corner.x, corner.y, width, height);
}

static void skip_stroke(tml_pen *pen, const tml_stroke *stroke)
{
    (void)pen, (void)stroke;
}

static void skip_area(tml_pen *pen, const tml_area *area)
{
    (void)pen, (void)area;
}

static void skip_dot(tml_pen *pen, tml_spot centre, double radius, int ink)
{
    (void)pen, (void)radius, (void)ink;
    cr_expect(centre.x >= 0 && centre.x <= sheet_width && centre.y >= 0 && centre.y <= sheet_height);
}

static bool look(const tml_sheet *sheet, tml_drawing draw_sheet, const void *context, tml_text *bytes)
{
    (void)bytes;
    tml_pen pen = {skip_rectangle, skip_stroke, skip_area, skip_dot, take_caption, NULL};
    box_count = 0;
    sheet_width = sheet->width;
    sheet_height = sheet->height;
    draw_sheet(&pen, context);
    return true;
}

static void expect_apart(const char *kind, const char *what)
{
    for (int i = 0; i < box_count; i++) {
        const box *a = &boxes[i];
        cr_expect(a->left >= 0 && a->right <= sheet_width + 1 && a->top >= 0 && a->bottom <= sheet_height,
                  "%s of %s: \"%s\" leaves the picture: %g … %g of %g, %g … %g of %g", kind, what, a->text, a->left,
                  a->right, sheet_width, a->top, a->bottom, sheet_height);
        for (int k = 0; k < i; k++) {
            const box *b = &boxes[k];
            const bool touch = a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
            cr_expect(!touch, "%s of %s: \"%s\" lies on \"%s\"", kind, what, a->text, b->text);
        }
    }
}

#define LONG "the length of a link that somebody has named <without> \"mercy\" & at length"

/* Studies as they should not be. */
static tml_table *make_nasty(int which, const char **what)
{
    static const char *const whats[] = {"tiny and huge values", "a constant", "one point", "ten parameters",
                                        "a sample"};
    const char *const two[] = {LONG " x", LONG " y", "max(abs(" LONG "))", "g"};
    const char *const ten[] = {"p0", LONG, "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9", "f", "g"};
    *what = whats[which];
    tml_table *table = which == 3 ? begin(ten, 10, 2) : begin(two, 2, 2);
    const int rows = which == 2 ? 1 : which == 3 ? 60 : 30;
    for (int i = 0; i < rows; i++) {
        double row[12], x = 1e-7 * (i % 6), y = 1e9 + 1e3 * (i / 6);
        for (int k = 0; k < 12; k++)
            row[k] = next_number() * pow(10, k - 5) - 0.3;
        if (which < 3)
            memcpy(row, (double[]){x, y, -1e12 * (1 + 1e6 * x), i}, 4 * sizeof *row);
        if (which == 1)
            row[2] = row[3] = -3.5;
        if (i % 7 == 3)
            row[which == 3 ? 11 : 3] = NAN;
        add(table, row);
    }
    return table;
}

Test(picture, captions_stay_inside_and_apart)
{
    static const tml_plot_format_class format = {.name = "look", .draw = look};
    int drawn = 0;
    for (int which = 0; which < 5; which++) {
        const char *what;
        const tml_table *table = make_nasty(which, &what);
        for (int i = 0; i < tml_picture_class_count; i++)
            for (int size = 0; size < 2; size++) {
                const tml_plot_options request = {.size = sizeof request,
                                                  .kind = tml_picture_classes[i]->name,
                                                  .width = size ? 1000 : 0,
                                                  .height = size ? 500 : 0};
                if (tml_picture_draw(table, &request, &format, &drawing, messages) != TML_OK)
                    continue;
                expect_apart(request.kind, what);
                drawn++;
                cr_assert_eq(draw(table, request.kind, PLAIN, NULL), TML_OK);
                cr_expect(xml_is_well_formed(drawing.data), "%s of %s", request.kind, what);
            }
    }
    cr_expect_geq(drawn, 45, "%d", drawn);
}

Test(picture, what_cannot_be_drawn_is_said)
{
    tml_table *table = begin(NAMES("x", "y", "f"), 2, 1);
    for (int i = 0; i < 6; i++)
        add(table, (double[]){i % 3, i / 3, NAN});
    for (int i = 0; i < tml_picture_class_count; i++)
        if (tml_picture_classes[i]->answers == 1)
            expect_refused(draw(table, tml_picture_classes[i]->name, PLAIN, NULL),
                           "none of the 6 points has the answer \"f\"; the first one says: cannot be assembled");
    expect_refused(draw(table, "hot", PLAIN, NULL), "no picture of studies is called \"hot\"; known are contour,");
    expect_refused(draw(table, "heat", PLAIN, NAMES("x", "y", "ff")), "no column \"ff\"; did you mean \"f\"?");
    expect_refused(draw(table, "pareto", PLAIN, NULL), "pareto is drawn of GOAL GOAL");
    expect_refused(draw(table, "histogram", (tml_plot_options){.log_x = true}, NULL), "no logarithmic axes");
    expect_refused(draw(table, "heat", (tml_plot_options){.against = "x"}, NULL), "--against");
    expect_refused(draw(table, "heat", (tml_plot_options){.maximize = NAMES("f"), .maximize_count = 1}, NULL),
                   "--maximize");
    const size_t facts = table->fact_count;
    table->fact_count = 0; /* as a CSV file */
    expect_refused(draw(table, "heat", PLAIN, NULL), "the file does not say which columns were varied");
    expect_refused(draw(table, NULL, PLAIN, NULL), "name at least one channel");
    table->fact_count = facts;
}
