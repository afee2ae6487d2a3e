/* points.c - points in expressions, directions by points: against the same model in numbers, and identities of geometry. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Every channel of two runs of one mechanism, to rounding. */
static void expect_same(const char *by_points, const char *by_numbers, double bar)
{
    tml_case a = tml_case_run_text("by points", by_points, TML_AS_WRITTEN);
    tml_case b = tml_case_run_text("by numbers", by_numbers, TML_AS_WRITTEN);
    cr_assert_eq(tml_table_rows(a.table), tml_table_rows(b.table));
    cr_assert_eq(tml_table_columns(a.table), tml_table_columns(b.table));
    for (size_t k = 0; k < tml_table_columns(a.table); k++)
        for (size_t i = 0; i < tml_table_rows(a.table); i++) {
            const double x = tml_table_value(a.table, i, k), y = tml_table_value(b.table, i, k);
            cr_expect(fabs(x - y) <= bar * fmax(1, fabs(y)), "%s at row %zu: %.17g, %.17g", tml_table_name(a.table, k),
                      i, x, y);
        }
    tml_case_free(&a);
    tml_case_free(&b);
}

#define ARM                                                                                                            \
    "  arm: {points: {O: [0, 0, 0], A: [0.1, 0.2, 0.2]}, com: [0.1, 0, 0.3], mass: 2, inertia: [0.1, 0.2, 0.3], "      \
    "position: [0, 0, 0], orientation: [1, 0, 0, 0]}\n"
#define RUN "analyses: [dynamics: {end: 0.5, output: 0.1, tolerance: 1e-10}]\n"

Test(points, an_axis_by_points_is_the_axis_by_numbers)
{
    expect_same("trammel: 1\nspace: space\npoints: {O: [0, 0, 0], B: [1, 1, 1], P: [2, 3, 3]}\n"
                "bodies:\n" ARM "joints: {O: {revolute: [ground, arm], axis: [B, P]}}\n" RUN,
                "trammel: 1\nspace: space\npoints: {O: [0, 0, 0], B: [1, 1, 1], P: [2, 3, 3]}\n"
                "bodies:\n" ARM "joints: {O: {revolute: [ground, arm], axis: [1, 2, 2]}}\n" RUN,
                1e-12);
    expect_same("trammel: 1\nspace: space\npoints: {O: [0, 0, 0]}\n"
                "bodies:\n" ARM "joints: {O: {revolute: [arm, ground], axis: [arm.O, arm.A]}}\n" RUN,
                "trammel: 1\nspace: space\npoints: {O: [0, 0, 0]}\n"
                "bodies:\n" ARM "joints: {O: {revolute: [arm, ground], axis: [1, 2, 2]}}\n" RUN,
                1e-12);
    expect_same("trammel: 1\nspace: space\npoints: {O: [0, 0, 0], P: [0, 0, 2]}\nbodies:\n" ARM
                "joints: {O: {universal: [ground, arm], axes: [[O, P], x]}}\n" RUN,
                "trammel: 1\nspace: space\npoints: {O: [0, 0, 0], P: [0, 0, 2]}\nbodies:\n" ARM
                "joints: {O: {universal: [ground, arm], axes: [z, x]}}\n" RUN,
                1e-12);
}

Test(points, a_guide_in_the_plane_by_points_is_the_guide_by_numbers)
{
    static const char *const format = "trammel: 1\npoints: {O: [0, 0], A: [0.5, 0.1], B: [4.5, 3.1]}\n"
                                      "bodies: {slide: {points: [O], mass: 2, inertia: 1}}\n"
                                      "joints: {O: {prismatic: [ground, slide], axis: %s}}\n" RUN;
    char by_points[1024], by_vector[1024], by_numbers[1024];
    snprintf(by_points, sizeof by_points, format, "[A, B]");
    snprintf(by_vector, sizeof by_vector, format, "3*(B - A)");
    snprintf(by_numbers, sizeof by_numbers, format, "[0.8, 0.6]");
    expect_same(by_points, by_numbers, 1e-13);
    expect_same(by_vector, by_numbers, 1e-13);
}

/* x along (1, 2, 2)/3; C - A less its part along x, (2, 0, 0) - 2/9 (1, 2, 2), is along y */
Test(points, an_orientation_by_points_has_these_axes)
{
    tml_case c = tml_case_run_text(
        "orientation",
        "trammel: 1\nspace: space\ngravity: none\n"
        "points: {A: [1, 0, 0], B: [2, 2, 2], C: [3, 0, 0]}\n"
        "bodies:\n  box: {points: {O: [0, 0, 0], X: [1, 0, 0], Y: [0, 1, 0], Z: [0, 0, 1]}, mass: 1, inertia: "
        "[1, 1, 1], position: A, orientation: {x: [A, B], xy: [A, C]}}\n"
        "analyses: [evaluate]\n",
        TML_AS_WRITTEN);
    const double y = sqrt(256 + 16 + 16); /* of (16, -4, -4)/9 */
    cr_expect_float_eq(tml_case_value(&c, 0, "box.X.x"), 1 + 1.0 / 3, 1e-15);
    cr_expect_float_eq(tml_case_value(&c, 0, "box.X.y"), 2.0 / 3, 1e-15);
    cr_expect_float_eq(tml_case_value(&c, 0, "box.X.z"), 2.0 / 3, 1e-15);
    cr_expect_float_eq(tml_case_value(&c, 0, "box.Y.x"), 1 + 16 / y, 1e-15);
    cr_expect_float_eq(tml_case_value(&c, 0, "box.Y.y"), -4 / y, 1e-15);
    cr_expect_float_eq(tml_case_value(&c, 0, "box.Z.x"), 1, 1e-15);
    cr_expect_float_eq(tml_case_value(&c, 0, "box.Z.y"), (2 * 16 + 4) / (3 * y), 1e-15); /* z_y = x_z y_x - x_x y_z */
    tml_case_free(&c);
}

/* Points of points and parameters, in any order; lengths and angles of a 3-4-5 triangle. */
Test(points, constants_follow_the_drawing)
{
    tml_model *model = tml_case_parse(
        "trammel: 1\n"
        "parameters: {half: H.x, side: norm(C - A), right: \"angle(A, B, C)\", area: \"0.5*cross(B - A, C - A)\"}\n"
        "points: {H: 0.5*(A + B), C: [B.x, 4 m], A: [0, 0], B: [3, 0], T: [2*half, side]}\n"
        "bodies: {plate: {points: [A, B, C], mass: 2*norm(plate.C - plate.A), inertia: 2*side + right*2}}\n"
        "initial: {plate.x: T.x - 3}\n");
    tml_model_free(model);
    tml_case c = tml_case_run_text(
        "triangle",
        "trammel: 1\ngravity: none\n"
        "parameters: {half: H.x, side: norm(C - A), right: \"angle(A, B, C)\", area: \"0.5*cross(B - A, C - A)\"}\n"
        "points: {H: 0.5*(A + B), C: [B.x, 4 m], A: [0, 0], B: [3, 0], T: [2*half, side]}\n"
        "bodies: {plate: {points: [A, B, C], mass: 2*norm(plate.C - plate.A), inertia: 1}}\n"
        "forces: {f: {force: plate, value: [\"20*right/(pi/2)\", \"10*(area/6 + T.y/5 + half/1.5)\"]}}\n"
        "analyses: [evaluate]\n",
        TML_AS_WRITTEN);
    cr_expect_float_eq(tml_case_value(&c, 0, "plate.ax"), 2, 1e-14); /* mass 10 */
    cr_expect_float_eq(tml_case_value(&c, 0, "plate.ay"), 3, 1e-14);
    tml_case_free(&c);
}

/* A spring written with moving points is the spring element: f = -k (|B - C| - L) along the line. */
static void a_force_of_moving_points_is_the_spring(const char *by)
{
    static const char *const head = "trammel: 1\npoints: {O: [0, 0], A: [0.6, 0], B: [1, 0.3], C: [1.5, 1]}\n"
                                    "bodies:\n  crank: {points: [O, A], mass: 1, shape: rod}\n"
                                    "  rod: {points: [A, B], mass: 2, shape: rod}\n"
                                    "joints: {O: {revolute: [ground, crank]}, A: {revolute: [crank, rod]}}\n";
    static const char *const own =
        "forces: {f: {force: rod.B, value: [\"-40*(norm(B - C) - 0.5)*(B.x - C.x)/norm(B - C)\", "
        "\"-40*(norm(rod.B - ground.C) - 0.5)*(rod.B.y - C.y)/norm(B - C)\"]}}\n";
    static const char *const spring = "forces: {f: {spring: [rod.B, ground.C], stiffness: 40, length: 0.5}}\n";
    char text[2][2048];
    snprintf(text[0], sizeof text[0], "%s%s" RUN, head, own);
    snprintf(text[1], sizeof text[1], "%s%s" RUN, head, spring);
    tml_case a = tml_case_run_text_with("own", text[0], TML_AS_WRITTEN, TML_BY(by));
    tml_case b = tml_case_run_text_with("spring", text[1], TML_AS_WRITTEN, TML_BY(by));
    static const char *const channels[] = {"O.angle", "A.angle", "O.speed", "A.speed", "O.fx", "A.fy"};
    for (size_t i = 0; i < sizeof channels / sizeof *channels; i++)
        for (double t = 0; t < 0.55; t += 0.1)
            cr_expect_float_eq(tml_case_at(&a, t, channels[i]), tml_case_at(&b, t, channels[i]), 1e-7, "%s at %g",
                               channels[i], t);
    tml_case_free(&a);
    tml_case_free(&b);
}

TML_TEST_EACH(points, a_force_of_moving_points_is_the_spring, 10)
