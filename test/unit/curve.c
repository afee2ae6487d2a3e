/* curve.c - tests of curves through points: periodic splines at their seam, straight lines, ends that hold. */
#include "base/unit.h"
#include "expression/expression.h"
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
    const tml_curve_options options = {.interpolation = TML_INTERPOLATE_LINEAR, .hold = true};
    const tml_curve *c = tml_curve_make_with(&arena, points, 3, options, TML_NOWHERE, log_);
    const tml_curve *lines = tml_curve_of_table(c, true);
    const tml_jet j = tml_curve_jet(lines, 0.5), before = tml_curve_jet(lines, -4), after = tml_curve_jet(lines, 9);
    cr_expect_eq(j.f, 4);
    cr_expect_eq(j.d, -2);
    cr_expect_eq(j.dd, 0);
    cr_expect_eq(before.f, 2);
    cr_expect_eq(before.d, 0);
    cr_expect_eq(after.f, 1);
    cr_expect_not(tml_curve_is_smooth(lines));
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
