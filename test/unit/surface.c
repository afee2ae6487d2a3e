/* surface.c - tests of surfaces through the nodes of a grid: what they reproduce exactly, how fast they converge, where they are smooth. */
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

TestSuite(surface, .init = set_up, .fini = tear_down);

enum { MAX = 65 };

static const tml_surface *make(double (*f)(double, double), double x0, double x1, size_t nx, double y0, double y1,
                               size_t ny, tml_curve_options options)
{
    double x[MAX], y[MAX], z[MAX * MAX];
    for (size_t i = 0; i < nx; i++) {
        const double s = (double)i / (double)(nx - 1);
        x[i] = x0 + (x1 - x0) * (s + 0.02 * sin(2 * TML_PI * s));
    }
    for (size_t j = 0; j < ny; j++) {
        const double s = (double)j / (double)(ny - 1);
        y[j] = y0 + (y1 - y0) * (s - 0.02 * sin(2 * TML_PI * s));
    }
    for (size_t i = 0; i < nx; i++)
        for (size_t j = 0; j < ny; j++)
            z[i * ny + j] = f(x[i], y[j]);
    options.name = "z";
    return tml_surface_make(&arena, x, nx, y, ny, z, options, TML_NOWHERE, log_);
}

static double bicubic(double x, double y)
{
    return 1 + x * y - 2 * x * x * x * y * y + x * x * y * y * y + 0.5 * x * x * x * y * y * y;
}

static double plane(double x, double y)
{
    return 3 - 2 * x + 5 * y + 4 * x * y;
}

static double wave(double x, double y)
{
    return sin(x) * cos(2 * y);
}

/* A tensor spline that is not a knot at its ends reproduces every bicubic, with all its derivatives. */
Test(surface, a_spline_reproduces_a_bicubic_and_its_derivatives)
{
    const tml_surface *s =
        tml_surface_spline(make(bicubic, -1, 2, 7, -2, 1, 5, (tml_curve_options){.ends = TML_ENDS_NOT_A_KNOT}));
    for (double x = -0.999; x < 2; x += 0.131)
        for (double y = -1.999; y < 1; y += 0.117) {
            const tml_surface_jet j = tml_surface_at(s, x, y);
            cr_expect_float_eq(j.f, bicubic(x, y), 1e-12);
            cr_expect_float_eq(j.fx, y - 6 * x * x * y * y + 2 * x * y * y * y + 1.5 * x * x * y * y * y, 1e-11);
            cr_expect_float_eq(j.fy, x - 4 * x * x * x * y + 3 * x * x * y * y + 1.5 * x * x * x * y * y, 1e-11);
            cr_expect_float_eq(j.fxx, -12 * x * y * y + 2 * y * y * y + 3 * x * y * y * y, 1e-10);
            cr_expect_float_eq(j.fxy, 1 - 12 * x * x * y + 6 * x * y * y + 4.5 * x * x * y * y, 1e-10);
            cr_expect_float_eq(j.fyy, -4 * x * x * x + 6 * x * x * y + 3 * x * x * x * y, 1e-10);
        }
}

Test(surface, bilinear_reproduces_what_is_linear_in_each_and_goes_on_straight)
{
    const tml_surface *s = make(plane, 0, 2, 6, -1, 1, 4, (tml_curve_options){.interpolation = TML_INTERPOLATE_LINEAR});
    for (double x = -3; x < 5; x += 0.37)
        for (double y = -4; y < 4; y += 0.41) {
            const tml_surface_jet j = tml_surface_at(s, x, y);
            cr_expect_float_eq(j.f, plane(x, y), 1e-12);
            cr_expect_float_eq(j.fx, -2 + 4 * y, 1e-12);
            cr_expect_float_eq(j.fy, 5 + 4 * x, 1e-12);
            cr_expect_float_eq(j.fxx, 0, 1e-12);
        }
    cr_expect_eq(tml_surface_smoothness(s), 2);
    cr_expect_eq(tml_surface_smoothness(make(wave, 0, 2, 6, -1, 1, 4, (tml_curve_options){0})), 0);
}

static double worst_error(const tml_surface *s)
{
    double worst = 0;
    for (double x = 0; x <= 2; x += 0.0211)
        for (double y = -1; y <= 1; y += 0.0193)
            worst = fmax(worst, fabs(tml_surface_at(s, x, y).f - wave(x, y)));
    return worst;
}

/* h^4 up to the borders, where natural splines have h^2. */
Test(surface, a_spline_converges_by_the_fourth_power)
{
    double error[3][2];
    for (size_t k = 0; k < 2; k++) {
        const size_t n = k ? 65 : 33;
        error[0][k] =
            worst_error(make(wave, 0, 2, n, -1, 1, n, (tml_curve_options){.interpolation = TML_INTERPOLATE_LINEAR}));
        error[1][k] = worst_error(
            tml_surface_spline(make(wave, 0, 2, n, -1, 1, n, (tml_curve_options){.ends = TML_ENDS_NOT_A_KNOT})));
        error[2][k] = worst_error(
            tml_surface_spline(make(wave, 0, 2, n, -1, 1, n, (tml_curve_options){.ends = TML_ENDS_NATURAL})));
    }
    cr_expect_float_eq(error[0][0] / error[0][1], 4, 0.3);
    cr_expect_float_eq(error[1][0] / error[1][1], 16, 2, "%g", error[1][0] / error[1][1]);
    cr_expect_float_eq(error[2][0] / error[2][1], 4, 0.5, "%g", error[2][0] / error[2][1]);
    cr_expect_lt(error[1][1], 2e-7);
}

Test(surface, a_periodic_spline_is_twice_differentiable_across_its_seams)
{
    const tml_surface *s = tml_surface_spline(
        make(wave, 0, 2 * TML_PI, 20, 0, TML_PI, 13, (tml_curve_options){.periodic = true, .periodic_y = true}));
    const double e = 1e-9;
    for (double c = 0.1; c < 3; c += 0.3) {
        const tml_surface_jet a = tml_surface_at(s, -e, c), b = tml_surface_at(s, e, c);
        cr_expect_float_eq(a.f, b.f, 1e-8);
        cr_expect_float_eq(a.fx, b.fx, 1e-8);
        cr_expect_float_eq(a.fxx, b.fxx, 1e-7);
        const tml_surface_jet g = tml_surface_at(s, c, TML_PI - e), h = tml_surface_at(s, c, TML_PI + e);
        cr_expect_float_eq(g.fy, h.fy, 1e-7);
        cr_expect_float_eq(g.fyy, h.fyy, 1e-6);
        cr_expect_float_eq(tml_surface_at(s, c + 6 * TML_PI, c - 4 * TML_PI).f, tml_surface_at(s, c, c).f, 1e-12);
    }
}

Test(surface, held_borders_hold_and_ends_without_extrapolation_are_named)
{
    const tml_surface *hold =
        make(plane, 0, 2, 6, -1, 1, 4, (tml_curve_options){.extrapolation = TML_EXTRAPOLATE_HOLD});
    const tml_surface *error =
        make(plane, 0, 2, 6, -1, 1, 4, (tml_curve_options){.extrapolation = TML_EXTRAPOLATE_ERROR});
    tml_outside outside;
    cr_expect_float_eq(tml_surface_at(hold, 9, 0.3).f, plane(2, 0.3), 1e-12);
    cr_expect_eq(tml_surface_at(hold, 9, 0.3).fx, 0);
    cr_expect_float_eq(tml_surface_at(hold, -9, -7).f, plane(0, -1), 1e-12);
    cr_expect_float_eq(tml_surface_at(error, 2 + 1e-12, 1).f, plane(2, 1), 1e-9);
    cr_expect(isnan(tml_surface_at(error, 1, 1.1).f));
    cr_expect(tml_surface_is_outside(error, 1, 1.1, &outside));
    cr_expect_str_eq(outside.axis, "y");
    cr_expect_eq(outside.last, 1);
    cr_expect_not(tml_surface_is_outside(error, 1, 0.9, &outside));
    cr_expect(isnan(tml_surface_at(hold, NAN, 0).f));
}

Test(surface, grids_that_define_no_surface_are_refused)
{
    const double up[] = {0, 1, 2}, down[] = {0, 2, 1}, z[] = {1, 2, 3, 4, 5, 6, 7, 8, 9},
                 gap[] = {1, 2, 3, 4, NAN, 6, 7, 8, 9};
    const tml_curve_options o = {.name = "z"}, p = {.name = "z", .periodic = true};
    cr_expect_null(tml_surface_make(&arena, up, 3, down, 3, z, o, TML_NOWHERE, log_));
    cr_expect_null(tml_surface_make(&arena, down, 3, up, 3, z, o, TML_NOWHERE, log_));
    cr_expect_null(tml_surface_make(&arena, up, 1, up, 3, z, o, TML_NOWHERE, log_));
    cr_expect_null(tml_surface_make(&arena, up, 3, up, 3, gap, o, TML_NOWHERE, log_));
    cr_expect_null(tml_surface_make(&arena, up, 3, up, 3, z, p, TML_NOWHERE, log_));
    cr_expect_eq(tml_log_count(log_), 5);
}

static tml_tabulated hill;

static const tml_tabulated *find_table(void *context, const char *name, tml_place place)
{
    (void)context, (void)name, (void)place;
    return &hill;
}

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    (void)context, (void)place;
    return (tml_meaning){.kind = TML_NAME_INPUT, .input = name[0] == 'y'};
}

/* sin(x) is 0.3 and y runs: the chain rule by hand. */
Test(surface, expressions_have_the_derivatives_of_surfaces)
{
    hill.surface = make(bicubic, -1, 2, 7, -2, 1, 5, (tml_curve_options){.interpolation = TML_INTERPOLATE_SPLINE});
    const tml_scope scope = {.look_up = look_up, .table = find_table};
    const tml_tree *tree = tml_tree_parse(&arena, "2*table(sin(x), y, hill)", TML_NOWHERE, log_);
    const tml_expression *e = tml_expression_compile(&arena, tree, &scope, (tml_expectation){0}, log_);
    cr_assert(e);
    double work[64], gradient[2] = {0, 0}, inputs[2] = {0.4, -0.7};
    tml_jet jets[32];
    const tml_surface_jet j = tml_surface_at(tml_surface_spline(hill.surface), sin(0.4), -0.7);
    const double c = cos(0.4), s = sin(0.4);
    const double f = tml_expression_gradient(e, inputs, work, 1, gradient);
    cr_expect_float_eq(f, 2 * j.f, 1e-14);
    cr_expect_float_eq(gradient[0], 2 * j.fx * c, 1e-14);
    cr_expect_float_eq(gradient[1], 2 * j.fy, 1e-14);
    const tml_jet along = tml_expression_jet(e, (const tml_jet[]){{0.4, 1, 0}, {-0.7, 3, 5}}, jets);
    cr_expect_float_eq(along.d, 2 * (j.fx * c + 3 * j.fy), 1e-13);
    cr_expect_float_eq(along.dd, 2 * (j.fxx * c * c - j.fx * s + 6 * j.fxy * c + 9 * j.fyy + 5 * j.fy), 1e-12);
}
