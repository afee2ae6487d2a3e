/* curve.c - tests of curves through points: periodic splines at their seam, straight lines, ends that hold. */
#include "base/unit.h"
#include "expression/tabulated.h"
#include <criterion/criterion.h>
#include <math.h>

static tml_arena arena;
static tml_log *log_;

static void set_up(void)
{
    log_ = tml_log_make();
}

static void tear_down(void)
{
    tml_log_free(log_);
    tml_arena_free(&arena);
}

TestSuite(curve, .init = set_up, .fini = tear_down);

/* One period of the sine from x0, at points that are not evenly spaced. */
static const tml_curve *sine(double x0, size_t count, tml_curve_options options)
{
    double points[2 * 401];
    for (size_t i = 0; i < count; i++) {
        const double s = (double)i / (double)(count - 1);
        points[2 * i] = x0 + 2 * TML_PI * (s + 0.03 * sin(2 * TML_PI * s));
        points[2 * i + 1] = sin(points[2 * i]);
    }
    return tml_curve_make_with(&arena, points, count, options, TML_NOWHERE, log_);
}

Test(curve, a_periodic_spline_is_twice_differentiable_at_its_seam)
{
    static const size_t counts[] = {3, 4, 5, 9, 40};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (double x0 = -7; x0 < 8; x0 += 3.3) {
            const tml_curve *c = tml_curve_spline(sine(x0, counts[i], (tml_curve_options){.periodic = true}));
            const double end = x0 + 2 * TML_PI, e = 1e-9;
            const tml_jet before = tml_curve_jet(c, end - e), after = tml_curve_jet(c, end + e);
            cr_expect_float_eq(before.f, after.f, 1e-8);
            cr_expect_float_eq(before.d, after.d, 1e-7);
            cr_expect_float_eq(before.dd, after.dd, 1e-6, "%zu points from %g: %.12g %.12g", counts[i], x0, before.dd,
                               after.dd);
        }
}

/* Errors of a spline: h^4 in the value, h^2 in the second derivative. */
Test(curve, a_periodic_spline_converges_to_the_sine_everywhere)
{
    const tml_curve *coarse = tml_curve_spline(sine(0.4, 101, (tml_curve_options){.periodic = true}));
    const tml_curve *fine = tml_curve_spline(sine(0.4, 201, (tml_curve_options){.periodic = true}));
    double worst[2][2] = {{0}};
    for (double x = -20; x < 20; x += 0.0137)
        for (int k = 0; k < 2; k++) {
            const tml_jet j = tml_curve_jet(k ? fine : coarse, x);
            worst[k][0] = fmax(worst[k][0], fabs(j.f - sin(x)));
            worst[k][1] = fmax(worst[k][1], fabs(j.dd + sin(x)));
        }
    cr_expect_lt(worst[1][0], 5e-8);
    cr_expect_lt(worst[1][1], 4e-4);
    cr_expect_float_eq(worst[0][0] / worst[1][0], 16, 1);
    cr_expect_float_eq(worst[0][1] / worst[1][1], 4, 0.3);
}

Test(curve, straight_lines_and_held_ends_are_what_they_say)
{
    static const double points[] = {-1, 2, 0, 5, 2, 1};
    const tml_curve_options options = {.interpolation = TML_INTERPOLATE_LINEAR, .extrapolation = TML_EXTRAPOLATE_HOLD};
    const tml_curve *c = tml_curve_make_with(&arena, points, 3, options, TML_NOWHERE, log_);
    const tml_curve *lines = tml_curve_of_table(c, true);
    const tml_jet j = tml_curve_jet(lines, 0.5), before = tml_curve_jet(lines, -4), after = tml_curve_jet(lines, 9);
    cr_expect_eq(j.f, 4);
    cr_expect_eq(j.d, -2);
    cr_expect_eq(j.dd, 0);
    cr_expect_eq(before.f, 2);
    cr_expect_eq(before.d, 0);
    cr_expect_eq(after.f, 1);
    cr_expect_eq(tml_curve_smoothness(lines), 0);
    cr_expect_eq(tml_curve_smoothness_at_ends(lines), 0);
    const tml_curve *on = tml_curve_of_table(
        tml_curve_make_with(&arena, points, 3, (tml_curve_options){.interpolation = TML_INTERPOLATE_LINEAR},
                            TML_NOWHERE, log_),
        false);
    cr_expect_eq(tml_curve_jet(on, 3).f, -1);
    cr_expect_eq(tml_curve_jet(on, -2).f, -1);
}

Test(curve, a_periodic_monotone_curve_repeats_and_does_not_overshoot)
{
    static const double points[] = {0, 0, 1, 0, 1.5, 3, 2.5, 3, 4, 0};
    const tml_curve_options options = {.interpolation = TML_INTERPOLATE_MONOTONE, .periodic = true};
    const tml_curve *c = tml_curve_make_with(&arena, points, 5, options, TML_NOWHERE, log_);
    for (double x = 0; x < 4; x += 0.01) {
        const double f = tml_curve_jet(c, x).f;
        cr_expect(f >= 0 && f <= 3);
        cr_expect_float_eq(tml_curve_jet(c, x + 8).f, f, 1e-13);
        cr_expect_float_eq(tml_curve_jet(c, x - 12).f, f, 1e-13);
    }
}

Test(curve, a_periodic_table_that_does_not_close_is_refused)
{
    static const double points[] = {0, 0, 1, 2, 2, 0.1};
    cr_expect_null(tml_curve_make_with(&arena, points, 3, (tml_curve_options){.periodic = true}, TML_NOWHERE, log_));
    cr_expect_eq(tml_log_count(log_), 1);
}

/* Errors on [0, 3], to the ends: h^4 where the spline is not a knot next to them, h^2 where it is natural. */
Test(curve, a_spline_that_is_not_a_knot_at_its_ends_converges_by_the_fourth_power)
{
    static const double order[] = {4, 16};
    for (int ends = 0; ends < 2; ends++) {
        double worst[2] = {0, 0};
        for (int k = 0; k < 2; k++) {
            double points[2 * 161];
            const size_t count = k ? 161 : 81;
            for (size_t i = 0; i < count; i++) {
                points[2 * i] = 3.0 * (double)i / (double)(count - 1);
                points[2 * i + 1] = sin(points[2 * i] + 0.3);
            }
            const tml_curve_options options = {.ends = ends ? TML_ENDS_NOT_A_KNOT : TML_ENDS_NATURAL};
            const tml_curve *c =
                tml_curve_spline(tml_curve_make_with(&arena, points, count, options, TML_NOWHERE, log_));
            for (double x = 0; x <= 3; x += 0.0007)
                worst[k] = fmax(worst[k], fabs(tml_curve_jet(c, x).f - sin(x + 0.3)));
        }
        cr_expect_float_eq(worst[0] / worst[1], order[ends], 0.1 * order[ends], "%g", worst[0] / worst[1]);
    }
}

/* Three points: the parabola; four: the cubic; more: every cubic. */
Test(curve, a_spline_that_is_not_a_knot_at_its_ends_reproduces_polynomials)
{
    static const double at[] = {-1, -0.2, 0.5, 1.7, 2, 3.1};
    for (size_t count = 2; count <= 6; count++) {
        double points[12];
        for (size_t i = 0; i < count; i++) {
            const double x = at[i];
            points[2 * i] = x;
            points[2 * i + 1] = count == 2 ? 1 + x : count == 3 ? x * x - x : x * x * x - 2 * x;
        }
        const tml_curve *c = tml_curve_spline(tml_curve_make_with(
            &arena, points, count, (tml_curve_options){.ends = TML_ENDS_NOT_A_KNOT}, TML_NOWHERE, log_));
        for (double x = -1; x < at[count - 1]; x += 0.07) {
            const tml_jet j = tml_curve_jet(c, x);
            cr_expect_float_eq(j.f, count == 2 ? 1 + x : count == 3 ? x * x - x : x * x * x - 2 * x, 1e-13);
            cr_expect_float_eq(j.dd, count == 2 ? 0 : count == 3 ? 2 : 6 * x, 1e-11);
        }
    }
}

Test(curve, a_clamped_spline_has_no_slope_at_its_ends)
{
    static const double points[] = {0, 0, 1, 2, 3, 1, 4, 5};
    const tml_curve *c = tml_curve_spline(
        tml_curve_make_with(&arena, points, 4, (tml_curve_options){.ends = TML_ENDS_CLAMPED}, TML_NOWHERE, log_));
    cr_expect_float_eq(tml_curve_jet(c, 0).d, 0, 1e-15);
    cr_expect_float_eq(tml_curve_jet(c, 4 - 1e-12).d, 0, 1e-10);
    cr_expect_float_eq(tml_curve_jet(c, 1 - 1e-9).dd, tml_curve_jet(c, 1).dd, 1e-7);
}

Test(curve, smoothness_is_that_of_the_curve_and_not_of_its_kind)
{
    static const double straight[] = {0, 1, 1, 3, 4, 9}, bent[] = {0, 1, 1, 3, 4, 3};
    const tml_curve_options lines = {.interpolation = TML_INTERPOLATE_LINEAR}, natural = {0};
    const tml_curve_options hold = {.interpolation = TML_INTERPOLATE_SPLINE, .extrapolation = TML_EXTRAPOLATE_HOLD};
    const tml_curve *c = tml_curve_make_with(&arena, straight, 3, lines, TML_NOWHERE, log_);
    cr_expect_eq(tml_curve_smoothness(tml_curve_of_table(c, true)), 2);
    c = tml_curve_make_with(&arena, bent, 3, lines, TML_NOWHERE, log_);
    cr_expect_eq(tml_curve_smoothness(tml_curve_of_table(c, true)), 0);
    c = tml_curve_make_with(&arena, bent, 3, natural, TML_NOWHERE, log_);
    cr_expect_eq(tml_curve_smoothness(tml_curve_of_table(c, false)), 1);
    cr_expect_eq(tml_curve_smoothness(tml_curve_of_table(c, true)), 2);
    cr_expect_eq(tml_curve_smoothness_at_ends(tml_curve_of_table(c, true)), 2);
    c = tml_curve_make_with(&arena, bent, 3, hold, TML_NOWHERE, log_);
    cr_expect_eq(tml_curve_smoothness_at_ends(tml_curve_of_table(c, true)), 0);
}

Test(curve, a_curve_without_extrapolation_is_not_a_number_beyond_its_ends)
{
    static const double points[] = {0, 1, 2, 5};
    const tml_curve *c = tml_curve_make_with(
        &arena, points, 2, (tml_curve_options){.name = "c", .extrapolation = TML_EXTRAPOLATE_ERROR}, TML_NOWHERE, log_);
    tml_outside outside;
    cr_expect_eq(tml_curve_jet(c, 2).f, 5);
    cr_expect_float_eq(tml_curve_jet(c, 2 + 1e-12).f, 5, 1e-9);
    cr_expect(isnan(tml_curve_jet(c, 2.001).f));
    cr_expect(isnan(tml_curve_jet(c, -0.001).f));
    cr_expect_not(tml_curve_is_outside(c, 1.5, &outside));
    cr_expect(tml_curve_is_outside(c, 2.5, &outside));
    cr_expect_eq(outside.value, 2.5);
    cr_expect_eq(outside.last, 2);
}

/* ---- monotone curves ---- */

static const double cam_points[] = {-2, 1, -1, 1.5, 0, 3, 1, 3.2, 2.5, 7};

static const tml_curve *cam(void)
{
    return tml_curve_make(&arena, cam_points, 5, TML_NOWHERE, log_);
}

Test(curve, passes_through_its_points)
{
    for (int i = 0; i < 5; i++)
        cr_assert_eq(tml_curve_jet(cam(), cam_points[2 * i]).f, cam_points[2 * i + 1]);
}

/* Derivatives at the points below by hand: secants 1, 2, 0.4 with h = 1, 1, 1, then a change of sign. */
Test(curve, has_the_derivatives_of_fritsch_and_carlson)
{
    const double points[] = {0, 0, 1, 1, 2, 3, 3, 3.4, 4, 3, 6, 3};
    const tml_curve *c = tml_curve_make(&arena, points, 6, TML_NOWHERE, log_);
    cr_assert_float_eq(tml_curve_jet(c, 0).d, 0.5, 1e-15);
    cr_assert_float_eq(tml_curve_jet(c, 1).d, 1.5, 1e-15);
    double m2 = 1.2, m1 = 0; /* on the third piece |(1.2, 0)| <= 3 * 0.4 */
    cr_assert_float_eq(tml_curve_jet(c, 2).d, m2, 1e-15);
    cr_assert_eq(tml_curve_jet(c, 3).d, m1);
    cr_assert_eq(tml_curve_jet(c, 4).d, 0);
    cr_assert_eq(tml_curve_jet(c, 5).d, 0);
    cr_assert_eq(tml_curve_jet(c, 9).f, 3);
}

Test(curve, limits_steep_derivatives)
{
    const double points[] = {0, 0, 1, 10, 2, 10.1, 3, 20};
    const tml_curve *c = tml_curve_make(&arena, points, 4, TML_NOWHERE, log_);
    double m1 = tml_curve_jet(c, 1).d, m2 = tml_curve_jet(c, 2).d;
    cr_assert_float_eq(hypot(m1, m2), 0.3, 1e-14);
    cr_assert_float_eq(m1 / m2, 5.05 / 5.0, 1e-13);
}

Test(curve, is_monotone_between_points)
{
    const double sets[][12] = {{0, 0, 1, 10, 2, 10.1, 3, 20, 3.1, 50, 9, 51},
                               {0, 5, 0.1, 4.9, 5, 4.8, 5.01, -7, 6, -7, 8, -30},
                               {-1, 0, 0, 1, 1, 0, 2, 1, 2.5, 1, 3, -4}};
    for (int k = 0; k < 3; k++) {
        const double *p = sets[k];
        const tml_curve *c = tml_curve_make(&arena, p, 6, TML_NOWHERE, log_);
        for (int i = 0; i < 5; i++) {
            double rise = p[2 * i + 3] - p[2 * i + 1], last = p[2 * i + 1];
            for (int n = 1; n <= 200; n++) {
                tml_jet j = tml_curve_jet(c, p[2 * i] + (p[2 * i + 2] - p[2 * i]) * n / 200.0);
                cr_assert((j.f - last) * rise >= -1e-12, "set %d piece %d at %d", k, i, n);
                cr_assert(j.d * rise >= -1e-12, "set %d piece %d at %d: slope %g", k, i, n, j.d);
                last = j.f;
            }
        }
    }
}

/* Second derivatives at the points by hand: 4 M1 + M2 = 3, M1 + 4 M2 + M3 = -3.6, M2 + 4 M3 = -4.8, and zero at the ends. */
Test(curve, spline_has_continuous_second_derivatives)
{
    const double points[] = {0, 0, 1, 0.2, 2, 0.9, 3, 1, 4, 0.3}, M[] = {0, 0.975, -0.9, -0.975, 0};
    const tml_curve *c = tml_curve_spline(tml_curve_make(&arena, points, 5, TML_NOWHERE, log_));
    for (int i = 0; i < 5; i++) {
        const tml_jet before = tml_curve_jet(c, points[2 * i] - 1e-9), after = tml_curve_jet(c, points[2 * i]);
        cr_assert_eq(after.f, points[2 * i + 1]);
        cr_assert_float_eq(after.dd, M[i], 1e-14);
        cr_assert_float_eq(before.dd, M[i], 1e-8);
        cr_assert_float_eq(before.d, after.d, 1e-8);
    }
    const double uneven[] = {-3, 7, -2.9, 7.3, 4, 28, 4.5, 29.5}; /* a straight line stays one */
    c = tml_curve_spline(tml_curve_make(&arena, uneven, 4, TML_NOWHERE, log_));
    for (double x = -5; x < 6; x += 0.1) {
        cr_assert_float_eq(tml_curve_jet(c, x).f, 16 + 3 * x, 1e-13);
        cr_assert_float_eq(tml_curve_jet(c, x).dd, 0, 1e-12);
    }
    cr_assert_eq(tml_curve_spline(c), c);
}

Test(curve, is_smooth_and_straight_outside)
{
    for (int i = 0; i < 5; i++) { /* value and derivative are continuous at every point, the ends too */
        double x = cam_points[2 * i], h = 1e-9;
        tml_jet before = tml_curve_jet(cam(), x - h), after = tml_curve_jet(cam(), x + h);
        cr_assert_float_eq(before.f, after.f, 1e-7);
        cr_assert_float_eq(before.d, after.d, 1e-7);
    }
    tml_jet first = tml_curve_jet(cam(), -2), last = tml_curve_jet(cam(), 2.5);
    cr_assert_float_eq(tml_curve_jet(cam(), -5).f, 1 - 3 * first.d, 1e-14);
    cr_assert_float_eq(tml_curve_jet(cam(), 5).f, 7 + 2.5 * last.d, 1e-14);
    cr_assert_eq(tml_curve_jet(cam(), 5).dd, 0);
    cr_assert_eq(tml_curve_jet(cam(), -5).d, first.d);
    cr_assert(isnan(tml_curve_jet(cam(), NAN).f));
    for (double x = -2.95; x < 3.5; x += 0.1) { /* derivatives against differences, exact for a cubic up to rounding */
        const double h = 1e-3;
        tml_jet j = tml_curve_jet(cam(), x), a = tml_curve_jet(cam(), x - h), b = tml_curve_jet(cam(), x + h);
        cr_assert_float_eq((b.d - a.d) / (2 * h), j.dd, 1e-10);
        cr_assert_float_eq((b.f - a.f) / (2 * h) - h / 12 * (b.dd - a.dd), j.d, 1e-10);
    }
}

Test(curve, reproduces_a_line_and_a_parabola)
{
    const double line[] = {0, 1, 0.3, 1.6, 2, 5}, two[] = {1, 4, 3, 0};
    const double parabola[] = {1, 1, 2, 4, 2.5, 6.25, 4, 16};
    const tml_curve *c = tml_curve_make(&arena, line, 3, TML_NOWHERE, log_);
    const tml_curve *d = tml_curve_make(&arena, two, 2, TML_NOWHERE, log_);
    const tml_curve *p = tml_curve_make(&arena, parabola, 4, TML_NOWHERE, log_);
    for (double x = -1; x < 4; x += 0.13) {
        cr_assert_float_eq(tml_curve_jet(c, x).f, 1 + 2 * x, 1e-14);
        cr_assert_float_eq(tml_curve_jet(d, x).f, 6 - 2 * x, 1e-14);
    }
    for (double x = 1; x < 4; x += 0.13) {
        cr_assert_float_eq(tml_curve_jet(p, x).f, x * x, 1e-13);
        cr_assert_float_eq(tml_curve_jet(p, x).d, 2 * x, 1e-13);
        cr_assert_float_eq(tml_curve_jet(p, x).dd, 2, 1e-12);
    }
}

Test(curve, refuses_bad_points)
{
    const double falling[] = {0, 1, 2, 1, 1, 5}, twice[] = {0, 1, 0, 2}, nan_y[] = {0, 1, 1, NAN};
    const double steep[] = {0, -1e308, 1e-10, 1e308};
    const tml_place start = {.file = "model.yaml", .line = 14, .column = 21};
    cr_assert_null(tml_curve_make(&arena, falling, 3, start, log_));
    cr_assert_str_eq(tml_log_get(log_, 0).text,
                     "table: x must increase from point to point, but point 3 has 1 after 2");
    cr_assert_eq(tml_log_get(log_, 0).place.column, 21);
    cr_assert_null(tml_curve_make(&arena, twice, 2, start, log_));
    cr_assert_null(tml_curve_make(&arena, nan_y, 2, start, log_));
    cr_assert_null(tml_curve_make(&arena, steep, 2, start, log_));
    cr_assert_null(tml_curve_make(&arena, twice, 1, start, log_));
    cr_assert_null(tml_curve_make(&arena, twice, 0, start, log_));
    cr_assert_eq(tml_log_count(log_), 6);
}
