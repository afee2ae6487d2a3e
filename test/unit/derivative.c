/* derivative.c - derivatives of expressions as expressions: the same as gradients and jets give, of every operation, once and twice. */
#include "expression/tabulated.h"
#include "expression/tree.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static tml_arena arena;
static tml_log *log_;
static tml_tabulated lift, map;
static const tml_tree *trees[3]; /* f, f_x, f_xx by name */

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    static const char *const inputs[] = {"t", "x", "y"}, *const names[] = {"f", "f_x", "f_xx"};
    (void)context, (void)place;
    for (int i = 0; i < 3; i++) {
        if (strcmp(name, inputs[i]) == 0)
            return (tml_meaning){.kind = TML_NAME_INPUT, .input = i};
        if (strcmp(name, names[i]) == 0)
            return (tml_meaning){.kind = TML_NAME_EXPRESSION, .tree = trees[i], .differs = i > 0, .input = i > 0};
    }
    return (tml_meaning){.kind = TML_NAME_UNKNOWN};
}

static const tml_tabulated *find_table(void *context, const char *name, tml_place place)
{
    (void)context, (void)place;
    return strcmp(name, "lift") == 0 ? &lift : strcmp(name, "map") == 0 ? &map : NULL;
}

static const tml_expression *compile(const char *text)
{
    static const tml_scope scope = {.look_up = look_up, .table = find_table};
    const tml_tree *tree = tml_tree_parse(&arena, text, TML_NOWHERE, log_);
    const tml_expression *e = tree ? tml_expression_compile(&arena, tree, &scope, (tml_expectation){0}, log_) : NULL;
    cr_assert(e, "%s", text);
    return e;
}

static void begin(void)
{
    static const double points[] = {0, 0, 0.5, 1, 1, 0.5, 2, 3, 3, 2.5}, axis[] = {0, 1, 2, 3},
                        heights[] = {0, 1, 0, 2, 1, 3, 2, 1, 0, 1, 5, 2, 1, 0, 2, 2};
    log_ = tml_log_make();
    lift.curve = tml_curve_spline(tml_curve_make(&arena, points, 5, TML_NOWHERE, log_));
    map.surface = tml_surface_make(&arena, axis, 4, axis, 4, heights,
                                   (tml_curve_options){.interpolation = TML_INTERPOLATE_SPLINE}, TML_NOWHERE, log_);
}

static void end(void)
{
    tml_log_free(log_);
    tml_arena_free(&arena);
}

TestSuite(derivative, .init = begin, .fini = end);

static double value_of(const tml_expression *e, const double *inputs)
{
    double work[4000];
    cr_assert_lt(tml_expression_size(e), 4000);
    return tml_expression_value(e, inputs, work);
}

static void check(const char *text)
{
    static const double places[][3] = {{0.3, 0.4, 0.7}, {1.1, 0.85, 0.2}, {0.2, 0.13, 1.9}};
    trees[0] = tml_tree_parse(&arena, text, TML_NOWHERE, log_);
    trees[1] = tml_tree_parse(&arena, "f", TML_NOWHERE, log_);
    trees[2] = tml_tree_parse(&arena, "f_x", TML_NOWHERE, log_);
    const tml_expression *f = compile("f"), *first = compile("f_x"), *second = compile("f_xx");
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const double *at = places[i];
        const tml_jet inputs[] = {{at[0], 0, 0}, {at[1], 1, 0}, {at[2], 0, 0}};
        tml_jet work[4000];
        const tml_jet along = tml_expression_jet(f, inputs, work);
        const double size = 1 + fabs(along.d) + fabs(along.dd);
        cr_expect_float_eq(value_of(first, at), along.d, 1e-13 * size, "%s at %g: %.15g, not %.15g", text, at[1],
                           value_of(first, at), along.d);
        cr_expect_float_eq(value_of(second, at), along.dd, 1e-12 * size, "%s at %g: %.15g, not %.15g", text, at[1],
                           value_of(second, at), along.dd);
    }
}

Test(derivative, of_every_function_is_that_of_its_jet)
{
    static const char *const texts[] = {"sin(2*x)",
                                        "cos(x)*y",
                                        "tan(x/2)",
                                        "asin(x/2)",
                                        "acos(x/2)",
                                        "atan(3*x)",
                                        "sinh(x)",
                                        "cosh(x)",
                                        "tanh(2*x)",
                                        "asinh(x)",
                                        "acosh(x + 2)",
                                        "atanh(x/2)",
                                        "exp(-x^2)",
                                        "exp2(x)",
                                        "expm1(x)",
                                        "log(x + 1)",
                                        "log1p(x)",
                                        "log2(x + 1)",
                                        "log10(x + 2)",
                                        "sqrt(x)",
                                        "cbrt(x)",
                                        "erf(x)",
                                        "erfc(x)",
                                        "abs(x - 0.5)",
                                        "-x^3",
                                        "x^0.5",
                                        "x^-2",
                                        "1/(1 + x)",
                                        "y/x",
                                        "x/y",
                                        "x*y*x",
                                        "pow(x, y)",
                                        "pow(y, x)",
                                        "atan2(x, y)",
                                        "atan2(y, x)",
                                        "hypot(x, y)",
                                        "fmod(5*x, 1)",
                                        "min(x, y)",
                                        "max(x^2, y)",
                                        "clamp(3*x, 0.5, 2)",
                                        "if(x > 0.5, x^2, x)",
                                        "step(x, 0, 0, 1, 2)",
                                        "pulse(x, 0.2, 0.8, 0.3)",
                                        "floor(x) + x",
                                        "sign(x)*x",
                                        "t*x + y",
                                        "y + t",
                                        "7",
                                        "(x > y)*x"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check(texts[i]);
}

Test(derivative, of_tables_is_that_of_their_curves)
{
    check("spline(2*x, lift)");
    check("x*spline(x^2 + y, lift)");
    check("spline(2*x, y, map)");
    check("spline(y, x, map)*spline(x, lift)");
}
