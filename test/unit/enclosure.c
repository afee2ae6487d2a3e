/* enclosure.c - tests of enclosures: every value of an expression lies in the interval that is computed from intervals of its inputs, and that interval
 * is hardly wider than the range of the values.
 */
#include "expression/enclosure.h"
#include "base/unit.h"
#include "expression/motion.h"
#include "expression/op.h"
#include <criterion/criterion.h>
#include <float.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS = 3, CURVES = 9, SURFACES = 5, POINTS = 7, SAMPLES = 60, TEXT = 4000, MAX_OPERATIONS = 4000 };

static tml_arena arena;
static tml_log *log_;
static tml_tabulated curves[CURVES], surfaces[SURFACES];
static uint64_t seed;

static double uniform(double from, double to)
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return from + (to - from) * ((double)(seed >> 11) * 0x1p-53);
}

static int whole(int count)
{
    return (int)uniform(0, count);
}

/* ---- tables of every kind */

static void make_curves(void)
{
    static const tml_curve_options options[] = {
        {.interpolation = TML_INTERPOLATE_SPLINE},
        {.interpolation = TML_INTERPOLATE_SPLINE, .ends = TML_ENDS_NOT_A_KNOT, .extrapolation = TML_EXTRAPOLATE_HOLD},
        {.interpolation = TML_INTERPOLATE_SPLINE, .periodic = true},
        {.interpolation = TML_INTERPOLATE_MONOTONE, .extrapolation = TML_EXTRAPOLATE_ERROR},
        {.interpolation = TML_INTERPOLATE_LINEAR, .extrapolation = TML_EXTRAPOLATE_HOLD},
        {.interpolation = TML_INTERPOLATE_LINEAR, .periodic = true},
        {.interpolation = TML_INTERPOLATE_AS_NEEDED},
    };
    for (int i = 0; i < 7; i++) {
        double points[2 * POINTS], x = uniform(-3, -1);
        for (int k = 0; k < POINTS; k++) {
            points[2 * k] = x, points[2 * k + 1] = uniform(-2, 2);
            x += exp(uniform(-3, 0.5));
        }
        if (options[i].periodic)
            points[2 * POINTS - 1] = points[1];
        curves[i].curve =
            tml_curve_of_table(tml_curve_make_with(&arena, points, POINTS, options[i], TML_NOWHERE, log_), false);
    }
    for (int i = 7; i < CURVES; i++) {
        tml_motion_piece *pieces = TML_NEW_ARRAY(&arena, tml_motion_piece, 2 * TML_MOTION_MAX_PIECES);
        const int law = i == 7 ? 4 : 3; /* modified trapezoid, modified sine */
        int count = tml_motion_law(law, -1, 1.3, 0, 2, pieces);
        count += tml_motion_law(i == 7 ? 2 : 1, 0.3, 1.1, 2, -2, pieces + count);
        curves[i].curve = tml_curve_of_motion(&arena, pieces, count, &(tml_curve_options){.periodic = i == 8});
    }
}

static void make_surfaces(void)
{
    static const tml_curve_options options[SURFACES] = {
        {.name = "s", .interpolation = TML_INTERPOLATE_SPLINE},
        {.name = "s", .interpolation = TML_INTERPOLATE_SPLINE, .extrapolation = TML_EXTRAPOLATE_HOLD},
        {.name = "s", .interpolation = TML_INTERPOLATE_SPLINE, .periodic = true},
        {.name = "s", .interpolation = TML_INTERPOLATE_LINEAR},
        {.name = "s",
         .interpolation = TML_INTERPOLATE_LINEAR,
         .periodic_y = true,
         .extrapolation = TML_EXTRAPOLATE_ERROR},
    };
    for (int i = 0; i < SURFACES; i++) {
        double x[POINTS], y[POINTS - 2], z[POINTS * (POINTS - 2)];
        for (int k = 0; k < POINTS; k++)
            x[k] = k ? x[k - 1] + exp(uniform(-2, 0.5)) : -2;
        for (int k = 0; k < POINTS - 2; k++)
            y[k] = k ? y[k - 1] + exp(uniform(-2, 0.5)) : -1.5;
        for (int k = 0; k < POINTS * (POINTS - 2); k++)
            z[k] = uniform(-2, 2);
        for (int k = 0; k < POINTS && options[i].periodic_y; k++)
            z[k * (POINTS - 2) + POINTS - 3] = z[k * (POINTS - 2)];
        for (int k = 0; k < POINTS - 2 && options[i].periodic; k++)
            z[(POINTS - 1) * (POINTS - 2) + k] = z[k];
        surfaces[i].surface = tml_surface_of_table(
            tml_surface_make(&arena, x, POINTS, y, POINTS - 2, z, options[i], TML_NOWHERE, log_), false);
    }
}

/* ---- expressions */

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    static const char *const inputs[INPUTS] = {"t", "x", "y"};
    (void)context, (void)place;
    for (int i = 0; i < INPUTS; i++)
        if (strcmp(name, inputs[i]) == 0)
            return (tml_meaning){.kind = TML_NAME_INPUT, .input = i};
    return (tml_meaning){.kind = TML_NAME_UNKNOWN};
}

static const tml_tabulated *find_table(void *context, const char *name, tml_place place)
{
    (void)context, (void)place;
    return name[0] == 'c' ? &curves[name[1] - '0'] : name[0] == 's' ? &surfaces[name[1] - '0'] : NULL;
}

static const tml_scope scope = {.look_up = look_up, .table = find_table};

static const tml_expression *compile(const char *text)
{
    const tml_tree *tree = tml_tree_parse(&arena, text, TML_NOWHERE, log_);
    cr_assert(tree, "%s", text);
    return tml_expression_compile(&arena, tree, &scope, (tml_expectation){.what = "test"}, log_);
}

static const char *const unary[] = {
#define X(op, text, ...) text,
    TML_UNARY_OPS(X)
#undef X
};
static const char *const binary[] = {
#define X(op, text, ...) text,
    TML_BINARY_OPS(X)
#undef X
};
enum { UNARY = sizeof unary / sizeof *unary, BINARY = sizeof binary / sizeof *binary };

static bool is_word(const char *text)
{
    return strcmp(text, "not") != 0 && strcmp(text, "and") != 0 && strcmp(text, "or") != 0 && text[0] >= 'a' &&
           text[0] <= 'z';
}

static void join(char *out, const char *format, const char *a, const char *b, const char *c)
{
    cr_assert(snprintf(out, TEXT, format, a, b, c) < TEXT);
}

static void write_unary(char *out, const char *op, const char *a)
{
    if (!op[0])
        join(out, "step(%s, 0.3, -1, 0.7, 2)", a, NULL, NULL);
    else
        join(out, is_word(op) ? "%s(%s)" : "(%s (%s))", op, a, NULL);
}

static void write_binary(char *out, const char *op, const char *a, const char *b)
{
    if (is_word(op))
        join(out, "%s(%s, %s)", op, a, b);
    else
        join(out, "((%s) %s (%s))", a, op, b);
}

static void write_random(char *out, int depth)
{
    char(*part)[TEXT] = malloc(3 * TEXT);
    for (int i = 0; i < 3 && depth > 0; i++)
        write_random(part[i], depth - 1 - (whole(3) == 0));
    const int kind = depth > 0 ? whole(20) : -1;
    if (kind < 0 && whole(3) == 0)
        snprintf(out, TEXT, "%.3g", whole(2) ? uniform(-3, 3) : whole(7) - 3);
    else if (kind < 0)
        snprintf(out, TEXT, "%c", "txy"[whole(INPUTS)]);
    else if (kind < 7)
        write_unary(out, unary[whole(UNARY)], part[0]);
    else if (kind < 14)
        write_binary(out, binary[whole(BINARY)], part[0], part[1]);
    else if (kind == 14)
        join(out, "if(%s, %s, %s)", part[0], part[1], part[2]);
    else if (kind == 15)
        join(out, "pulse(%s, 0.1, 0.4, 0.2)", part[0], NULL, NULL);
    else if (kind == 16)
        snprintf(out, TEXT, "(%.3000s)^%s", part[0], ((const char *[]){"2", "3", "-1", "-2", "1.5", "-0.5"})[whole(6)]);
    else if (kind < 19)
        snprintf(out, TEXT, "table(%.3000s, c%d)", part[0], whole(CURVES));
    else
        snprintf(out, TEXT, "table(%.1900s, %.1900s, s%d)", part[0], part[1], whole(SURFACES));
    free(part);
}

/* ---- checks */

static double work[2 * MAX_OPERATIONS];
static tml_interval scratch[MAX_OPERATIONS];

static tml_interval random_interval(void)
{
    static const double special[] = {0, 1, -1, TML_PI / 2, 2};
    const double width = whole(4) ? pow(10, uniform(-14, 1)) : whole(2) ? 0 : pow(10, uniform(0, 3));
    const double at = whole(3) ? uniform(-4, 4) : special[whole(5)], low = whole(4) ? at - width * uniform(0, 1) : at;
    return (tml_interval){low, fmax(low, low + width), false};
}

static double sample(tml_interval x, int i)
{
    return i == 0 ? x.low : i == 1 ? x.high : fmin(fmax(uniform(x.low, x.high), x.low), x.high);
}

static bool holds(tml_interval range, double value)
{
    return isnan(value) ? range.undefined : tml_interval_contains(range, value);
}

static void expect_enclosed(const char *text)
{
    const tml_expression *e = compile(text);
    if (!e || tml_expression_operations(e) > MAX_OPERATIONS) /* a constant that is not finite */
        return;
    tml_interval x[INPUTS];
    for (int i = 0; i < INPUTS; i++)
        x[i] = random_interval();
    const tml_interval range = tml_expression_enclosure(e, x, scratch);
    for (int i = 0; i < SAMPLES; i++) {
        const double at[INPUTS] = {sample(x[0], i < 2 ? i : 2), sample(x[1], i < 4 ? i / 2 : 2),
                                   sample(x[2], i < 8 ? i / 4 : 2)};
        const double value = tml_expression_value(e, at, work);
        cr_assert(holds(range, value), "%s at %.17g %.17g %.17g: %.17g, not in %.17g to %.17g", text, at[0], at[1],
                  at[2], value, range.low, range.high);
    }
}

static void set_up(void)
{
    log_ = tml_log_make();
    seed = 88172645463325252u;
    make_curves();
    make_surfaces();
}

static void tear_down(void)
{
    tml_log_free(log_);
    tml_arena_free(&arena);
}

TestSuite(enclosure, .init = set_up, .fini = tear_down);

Test(enclosure, every_operation_stays_in_its_enclosure)
{
    char text[TEXT];
    for (int n = 0; n < 60; n++) {
        for (int i = 0; i < UNARY; i++) {
            write_unary(text, unary[i], "x");
            expect_enclosed(text);
        }
        for (int i = 0; i < BINARY; i++) {
            write_binary(text, binary[i], "x", n % 3 ? "y" : "x");
            expect_enclosed(text);
        }
        for (int i = 0; i < CURVES; i++) {
            snprintf(text, TEXT, "table(x, c%d)", i);
            expect_enclosed(text);
        }
        for (int i = 0; i < SURFACES; i++) {
            snprintf(text, TEXT, "table(x, y, s%d)", i);
            expect_enclosed(text);
        }
    }
}

Test(enclosure, random_expressions_stay_in_their_enclosures)
{
    char text[TEXT];
    for (int i = 0; i < 8000; i++) {
        write_random(text, 1 + whole(5));
        expect_enclosed(text);
    }
}

Test(enclosure, derivatives_of_tables_stay_in_their_enclosures)
{
    for (int n = 0; n < 20000; n++) {
        const tml_curve *c = curves[n % CURVES].curve;
        const tml_interval x = random_interval();
        for (int order = 0; order < 4; order++) {
            const tml_interval range = tml_curve_enclosure(c, order, x);
            const double at = sample(x, whole(4));
            const tml_jet y = tml_curve_jet(c, at);
            const double value = order == 0 ? y.f : order == 1 ? y.d : order == 2 ? y.dd : tml_curve_third(c, at);
            cr_assert(holds(range, value), "curve %d, order %d, at %.17g: %.17g, not in %.17g to %.17g", n % CURVES,
                      order, at, value, range.low, range.high);
        }
    }
    for (int n = 0; n < 20000; n++) {
        const tml_surface *s = surfaces[n % SURFACES].surface;
        const tml_interval x = random_interval(), y = random_interval();
        const double a = sample(x, whole(4)), b = sample(y, whole(4));
        const tml_surface_jet j = tml_surface_at(s, a, b);
        double thirds[4];
        tml_surface_thirds(s, a, b, thirds);
        const double values[][4] = {
            {j.f, j.fy, j.fyy, thirds[3]}, {j.fx, j.fxy, thirds[2], 0}, {j.fxx, thirds[1], 0, 0}, {thirds[0], 0, 0, 0}};
        for (int order = 0; order < 16; order++) {
            const tml_interval range = tml_surface_enclosure(s, order / 4, order % 4, x, y);
            if (order / 4 + order % 4 <= 3)
                cr_assert(holds(range, values[order / 4][order % 4]),
                          "surface %d, order %d %d, at %.17g %.17g: %.17g, not in %.17g to %.17g", n % SURFACES,
                          order / 4, order % 4, a, b, values[order / 4][order % 4], range.low, range.high);
        }
    }
}

/* ---- how wide they are */

static double width_at(const tml_expression *e, double at, double half)
{
    const tml_interval x = {at - half, at + half, false}, all[INPUTS] = {x, x, x};
    const tml_interval range = tml_expression_enclosure(e, all, scratch);
    return range.high - range.low;
}

static double range_at(const tml_expression *e, double at, double half)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i <= 400; i++) {
        const double x = at + half * (i / 200.0 - 1), all[INPUTS] = {x, x, x};
        const double value = tml_expression_value(e, all, work);
        low = fmin(low, value), high = fmax(high, value);
    }
    return high - low;
}

/* Where the input occurs once the enclosure is the range itself. */
Test(enclosure, of_an_input_that_occurs_once_it_is_the_range)
{
    static const char *const texts[] = {"sin(3*t)",
                                        "exp(-((t - 0.3)/0.1)^2)",
                                        "tanh(20*(t - 0.4))",
                                        "sqrt(t + 3)",
                                        "1/(t + 5)",
                                        "step(t, 0.2, 0, 0.9, 3)",
                                        "abs(t - 0.5)",
                                        "(t + 0.1)^3",
                                        "(t - 0.2)^4",
                                        "2^t",
                                        "cosh(t)",
                                        "min(t, 0.5)",
                                        "atan2(t, 2)",
                                        "t^2",
                                        "table(t, c0)",
                                        "table(t, c1)",
                                        "table(t, c2)",
                                        "table(t, c3)",
                                        "table(t, c4)",
                                        "table(t, c5)",
                                        "table(t, c6)"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const tml_expression *e = compile(texts[i]);
        for (double half = 0.5; half > 1e-6; half /= 3)
            for (double at = -1; at < 1; at += 0.0917) {
                const double width = width_at(e, at, half), range = range_at(e, at, half);
                cr_assert_leq(width, 1.02 * range + 1e-13, "%s at %g +- %g: %g, range %g", texts[i], at, half, width,
                              range);
            }
    }
}

/* Where it occurs several times the enclosure is wider, in proportion to the interval. */
Test(enclosure, as_the_input_narrows_the_width_goes_to_zero_in_proportion)
{
    static const char *const texts[] = {"sin(3*t) + cos(2*t)*exp(-t)",
                                        "t*exp(-(t/0.1)^2)",
                                        "table(t, c7)",
                                        "table(t, c8)",
                                        "table(t, t, s0)",
                                        "table(t, 2*t, s1)",
                                        "table(t, t + 1, s3)",
                                        "tanh(50*(t - 0.2)) - tanh(50*(t - 0.25))",
                                        "pulse(t, 0.1, 0.4, 0.1)",
                                        "if(t > 0.0123, sin(t), sin(0.0123) + t - 0.0123)"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const tml_expression *e = compile(texts[i]);
        for (double at = -1; at < 1; at += 0.0917)
            for (double half = 1e-3; half > 1e-10; half /= 10)
                cr_assert_leq(width_at(e, at, half), 300 * half + 1e-12, "%s at %g +- %g: %g", texts[i], at, half,
                              width_at(e, at, half));
    }
    /* of laws of motion and bicubics the excess is of second order */
    for (size_t i = 2; i < 6; i++) {
        const tml_expression *e = compile(texts[i]);
        for (double at = -0.93; at < 1; at += 0.0917)
            for (double half = 1e-3; half > 1e-5; half /= 3)
                cr_assert_leq(width_at(e, at, half),
                              range_at(e, at, half) + 300 * half * half + (i > 3 ? 30 * half : 0), "%s at %g +- %g",
                              texts[i], at, half);
    }
}

Test(enclosure, of_a_single_point_it_is_the_value_up_to_rounding)
{
    char text[TEXT];
    int narrow = 0, all = 0;
    for (int i = 0; i < 3000; i++) {
        write_random(text, 1 + whole(3));
        const tml_expression *e = compile(text);
        const double at = uniform(-1.5, 1.5), inputs[INPUTS] = {at, at, at};
        if (!e)
            continue;
        const double value = tml_expression_value(e, inputs, work), width = width_at(e, at, 0);
        if (!isfinite(value))
            continue;
        all++;
        narrow += width <= 1e-11 * (1 + fabs(value));
    }
    cr_expect_gt(narrow, 0.95 * all, "%d of %d", narrow, all); /* the others sit where they jump, or lose digits */
}

Test(enclosure, what_has_no_bound_says_so)
{
    const tml_interval x = {-1, 1, false}, all[INPUTS] = {x, x, x};
    tml_interval range = tml_expression_enclosure(compile("1/t"), all, scratch);
    cr_expect(isinf(range.low) && isinf(range.high) && !range.undefined);
    range = tml_expression_enclosure(compile("t/x"), all, scratch);
    cr_expect(isinf(range.low) && isinf(range.high) && range.undefined);
    range = tml_expression_enclosure(compile("sqrt(t)"), all, scratch);
    cr_expect(range.undefined);
    cr_expect_float_eq(range.high, 1, 1e-14);
    range = tml_expression_enclosure(compile("if(t > -2, 3, sqrt(t))"), all, scratch);
    cr_expect(range.low == 3 && range.high == 3 && !range.undefined);
    range = tml_expression_enclosure(compile("tan(2*t)"), all, scratch);
    cr_expect(isinf(range.low) && isinf(range.high));
}
