/* expression.c - tests of src/expression: values, exact derivatives, dimensions, messages.
 *
 * First and second derivatives are compared with closed forms written here independently, and with differences of order eight of the value.
 */
#include "expression/tabulated.h"
#include "support/replaceable_allocator.h"
#include <criterion/criterion.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a scope: inputs t x y z, constants, one table */

static tml_arena arena;
static tml_log *log_;
static const tml_curve *curve;
static tml_tabulated cam;

static tml_meaning typed_constant(double value, const char *unit)
{
    return (tml_meaning){
        .kind = TML_NAME_CONSTANT, .value = value, .typed = true, .dimension = tml_unit_named(unit).dimension};
}

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    static const char *const inputs[] = {"t", "x", "y", "z"};
    (void)context;
    for (int i = 0; i < 4; i++)
        if (strcmp(name, inputs[i]) == 0)
            return (tml_meaning){.kind = TML_NAME_INPUT, .input = i};
    if (strcmp(name, "O.angle") == 0)
        return (tml_meaning){
            .kind = TML_NAME_INPUT, .input = 4, .typed = true, .dimension = tml_unit_named("rad").dimension};
    if (strcmp(name, "hand.P.x") == 0)
        return (tml_meaning){
            .kind = TML_NAME_INPUT, .input = 5, .typed = true, .dimension = tml_unit_named("m").dimension};
    if (strcmp(name, "L") == 0)
        return typed_constant(2, "m");
    if (strcmp(name, "T") == 0)
        return typed_constant(4, "s");
    if (strcmp(name, "e") == 0 || strcmp(name, "n") == 0)
        return (tml_meaning){.kind = TML_NAME_CONSTANT, .value = name[0] == 'e' ? 0.02 : 0};
    if (strcmp(name, "bad") == 0) {
        tml_log_raise(log_, TML_E_NO_RESULTS, place, "bad is defined by itself");
        return (tml_meaning){.kind = TML_NAME_BAD};
    }
    return (tml_meaning){.kind = TML_NAME_UNKNOWN};
}

static tml_meaning look_up_pi(void *context, const char *name, tml_place place)
{
    (void)context, (void)name, (void)place;
    return (tml_meaning){.kind = TML_NAME_CONSTANT, .value = 3};
}

static const tml_tabulated *find_table(void *context, const char *name, tml_place place)
{
    (void)context, (void)place;
    return strcmp(name, "cam") == 0 ? &cam : NULL;
}

static const char *nearest(void *context, const char *name)
{
    (void)context;
    return strcmp(name, "O.angel") == 0 ? "O.angle" : NULL;
}

static const tml_scope scope = {.look_up = look_up, .table = find_table, .nearest = nearest};
static const double cam_points[] = {-2, 1, -1, 1.5, 0, 3, 1, 3.2, 2.5, 7};

static void set_up(void)
{
    log_ = tml_log_make();
    cam.curve = curve = tml_curve_make(&arena, cam_points, 5, TML_NOWHERE, log_);
}

static void tear_down(void)
{
    tml_log_free(log_);
    tml_arena_free(&arena);
}

TestSuite(expression, .init = set_up, .fini = tear_down);
TestSuite(curve, .init = set_up, .fini = tear_down);

static const tml_place start = {.file = "model.yaml", .line = 14, .column = 21};

static const tml_expression *compile_as(const char *text, tml_expectation expect)
{
    const tml_tree *tree = tml_tree_parse(&arena, text, start, log_);
    return tree ? tml_expression_compile(&arena, tree, &scope, expect, log_) : NULL;
}

static const tml_expression *compile(const char *text)
{
    const tml_expression *e = compile_as(text, (tml_expectation){0});
    cr_assert_not_null(e, "%s: %s", text, tml_log_get(log_, 0).text);
    return e;
}

static double value_at(const tml_expression *e, double t, double x, double y, double z)
{
    double work[400], inputs[6] = {t, x, y, z, 0.5, 0.25};
    cr_assert_leq(tml_expression_size(e), 400);
    return tml_expression_value(e, inputs, work);
}

static double value_of(const char *text)
{
    const tml_expression *e = compile(text);
    cr_assert(tml_expression_is_constant(e), "%s", text);
    return value_at(e, NAN, NAN, NAN, NAN);
}

static void check_near(double found, double expected, double tolerance, const char *what, const char *text)
{
    bool near = fabs(found - expected) <= tolerance * (1 + fabs(expected));
    cr_assert(near, "%s of %s: found %.17g, expected %.17g", what, text, found, expected);
}

/* ---- constants and syntax */

Test(expression, constants_have_their_value)
{
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"1", 1},
        {".5", 0.5},
        {"1.", 1},
        {"1e-3", 1e-3},
        {"2.5e+6", 2.5e6},
        {"1E2", 100},
        {"-0.0617138900142764496358948458001", -0.0617138900142764496358948458001},
        {"1 + 2*3", 7},
        {"(1 + 2)*3", 9},
        {"10 - 4 - 3", 3},
        {"16/4/2", 2},
        {"2^3^2", 512},
        {"2**3", 8},
        {"-2^2", -4},
        {"(-2)^2", 4},
        {"2^-1", 0.5},
        {"2^-1*3", 1.5},
        {"2*-3", -6},
        {"--3", 3},
        {"+3", 3},
        {"2 - -3", 5},
        {"-2*-3", 6},
        {"  7\t\n", 7},
        {"1 < 2", 1},
        {"2 < 1", 0},
        {"2 <= 2", 1},
        {"3 > 2", 1},
        {"2 >= 3", 0},
        {"2 == 2", 1},
        {"2 != 2", 0},
        {"1 + 1 == 2", 1},
        {"1 and 0", 0},
        {"1 and 2", 1},
        {"0 or 3", 1},
        {"0 or 0", 0},
        {"not 0", 1},
        {"not 3", 0},
        {"not 1 < 2", 0},
        {"not 0 and 0", 0},
        {"1 or 0 and 0", 1},
        {"min(3)", 3},
        {"min(3, 1, 2)", 1},
        {"max(3, 1, 7, 2)", 7},
        {"clamp(5, 0, 2)", 2},
        {"clamp(-5, 0, 2)", 0},
        {"clamp(1, 0, 2)", 1},
        {"if(1 > 0, 5, 6)", 5},
        {"if(0, 5, 6)", 6},
        {"sign(-3)", -1},
        {"sign(0)", 0},
        {"sign(4)", 1},
        {"step(-1, 0, 3, 1, 5)", 3},
        {"step(2, 0, 3, 1, 5)", 5},
        {"step(0.5, 0, 3, 1, 5)", 4},
        {"step(0.5, 1, 3, 0, 5)", 4},
        {"step(2, 1, 3, 0, 5)", 3},
        {"step(1, 1, 3, 1, 5)", 5},
        {"step(0.9, 1, 3, 1, 5)", 3},
        {"pulse(1, 1, 2)", 1},
        {"pulse(1.5, 1, 2)", 1},
        {"pulse(2, 1, 2)", 0},
        {"pulse(0.5, 1, 2)", 0},
        {"pulse(1, 1, 2, 0.1)", 0.5},
        {"pulse(1.5, 1, 2, 0.1)", 1},
        {"pulse(1, 1, 2, 0)", 1},
        {"pulse(2, 1, 2, 0)", 0},
        {"floor(-1.5)", -2},
        {"ceil(-1.5)", -1},
        {"round(2.5)", 3},
        {"trunc(-1.7)", -1},
        {"fmod(7, 3)", 1},
        {"fmod(-7, 3)", -1},
        {"abs(-2)", 2},
        {"fabs(-2)", 2},
        {"pow(2, 10)", 1024},
        {"hypot(3, 4)", 5},
        {"cbrt(27)", 3},
        {"2*e", 0.04},
        {"if(n > 0, 1/n, 7)", 7},
        {"table(0, cam)", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_near(value_of(cases[i].text), cases[i].value, 1e-15, "value", cases[i].text);
}

Test(expression, units_are_converted)
{
    const double pi = 3.14159265358979323846;
    check_near(value_of("60 deg"), pi / 3, 1e-15, "value", "60 deg");
    check_near(value_of("60deg"), pi / 3, 1e-15, "value", "60deg");
    check_near(value_of("60\302\260"), pi / 3, 1e-15, "value", "60 with the sign of degrees");
    check_near(value_of("5 \302\265m"), 5e-6, 1e-21, "value", "5 um with the micro sign");
    check_near(value_of("90 \302\260/s"), pi / 2, 1e-15, "value", "90 degrees a second, by the sign");
    check_near(value_of("5 \316\274m/s^2"), 5e-6, 1e-21, "value", "with the Greek letter");
    check_near(value_of("2 bar"), 2e5, 1e-10, "value", "2 bar");
    check_near(value_of("1 psi"), 0.45359237 * 9.80665 / (0.0254 * 0.0254), 1e-11, "value", "1 psi");
    check_near(value_of("1 hp"), 550 * 0.3048 * 0.45359237 * 9.80665, 1e-12, "value", "1 hp");
    check_near(value_of("1800 rpm/10"), 180 * 2 * pi / 60, 1e-15, "value", "1800 rpm/10");
    check_near(value_of("2000/(1700 rpm)*10"), 20000 / (1700 * pi / 30), 1e-15, "value", "2000/(1700 rpm)*10");
    check_near(value_of("50 kN/m"), 50000, 0, "value", "50 kN/m");
    check_near(value_of("5 ms"), 0.005, 0, "value", "5 ms");
    check_near(value_of("28 mm"), 0.028, 0, "value", "28 mm");
    check_near(value_of("-(e - 14.21 mm)"), 0.01421 - 0.02, 1e-15, "value", "-(e - 14.21 mm)");
    check_near(value_of("2*L + 5 mm"), 4.005, 1e-15, "value", "2*L + 5 mm");
    check_near(value_of("-3 cm^2"), -3e-4, 1e-15, "value", "-3 cm^2");
    check_near(value_of("10 N / 4 m"), 2.5, 1e-15, "value", "10 N / 4 m");
    check_near(value_of("10 m/4"), 2.5, 1e-15, "value", "10 m/4");
    check_near(value_of("3 and 1"), 1, 0, "value", "3 and 1");
    check_near(value_of("0or 1"), 1, 0, "value", "0or 1");
    check_near(value_of("sin(30 deg)"), 0.5, 1e-15, "value", "sin(30 deg)");
    check_near(value_of("pi"), pi, 0, "value", "pi");
    check_near(value_at(compile("0.4 m/s*t"), 10, 0, 0, 0), 4, 1e-15, "value", "0.4 m/s*t");
}

Test(expression, the_scope_wins_over_pi)
{
    const tml_scope own = {.look_up = look_up_pi};
    const tml_tree *tree = tml_tree_parse(&arena, "2*pi", start, log_);
    const tml_expression *e = tml_expression_compile(&arena, tree, &own, (tml_expectation){0}, log_);
    cr_assert_eq(value_at(e, 0, 0, 0, 0), 6);
    e = tml_expression_compile(&arena, tree, NULL, (tml_expectation){0}, log_);
    cr_assert_eq(value_at(e, 0, 0, 0, 0), 6.28318530717958647693);
}

Test(expression, numbers_are_read_alike_in_every_locale)
{
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
    for (size_t i = 0; i < 4; i++)
        if (setlocale(LC_ALL, names[i]))
            cr_assert_eq(value_of("1.5"), 1.5, "%s", names[i]);
    setlocale(LC_ALL, "C");
}

static void count_name(void *context, const char *name)
{
    char *text = context;
    strcat(text, name);
    strcat(text, " ");
}

Test(expression, names_and_inputs_are_listed)
{
    char seen[100] = "";
    const tml_tree *tree = tml_tree_parse(&arena, "L*sin(t) + hand.P.x*if(x > 0, 2, y) + table(x, cam)", start, log_);
    tml_tree_names(tree, count_name, seen);
    cr_assert_str_eq(seen, "L t hand.P.x x y x ");
    const tml_expression *e = tml_expression_compile(&arena, tree, &scope, (tml_expectation){0}, log_);
    const bool used[6] = {true, true, true, false, false, true};
    for (int i = 0; i < 6; i++)
        cr_assert_eq(tml_expression_uses(e, i), used[i], "%d", i);
    cr_assert_not(tml_expression_is_constant(e));
    e = compile("if(1, x, y)"); /* only what is needed */
    cr_assert(tml_expression_uses(e, 1));
    cr_assert_not(tml_expression_uses(e, 2));
    cr_assert_eq(tml_expression_size(e), 2);
    cr_assert_eq(tml_expression_size(compile("sin(2*pi)^2 + sqrt(2)")), 2); /* folded to one number */
}

/* ---- derivatives of functions of one variable: text, f, f', f'', three points */

/* clang-format off */
#define ONE_VARIABLE(X) \
    X("-x", -x, -1, 0, -2, 0.3, 5) \
    X("+x", x, 1, 0, -2, 0.3, 5) \
    X("x + 3", x + 3, 1, 0, -2, 0.3, 5) \
    X("3 - x", 3 - x, -1, 0, -2, 0.3, 5) \
    X("7*x", 7 * x, 7, 0, -2, 0.3, 5) \
    X("x*x", x * x, 2 * x, 2, -2, 0.3, 5) \
    X("x/4", x / 4, 0.25, 0, -2, 0.3, 5) \
    X("2/x", 2 / x, -2 / (x * x), 4 / (x * x * x), -2, 0.3, 5) \
    X("x^2", pow(x, 2), 2 * x, 2, -2, 0, 5) \
    X("x^3", pow(x, 3), 3 * x * x, 6 * x, -2, 0, 5) \
    X("x**-2", pow(x, -2), -2 / (x * x * x), 6 / (x * x * x * x), -2, 0.3, 5) \
    X("x^1", x, 1, 0, -2, 0, 5) \
    X("x^0", 1, 0, 0, -2, 0, 5) \
    X("x^2.5", pow(x, 2.5), 2.5 * x * sqrt(x), 3.75 * sqrt(x), 0.1, 1, 5) \
    X("pow(x, 0.5)", sqrt(x), 0.5 / sqrt(x), -0.25 / (x * sqrt(x)), 0.1, 1, 5) \
    X("2^x", pow(2, x), LN2 * exp(LN2 * x), LN2 * LN2 * exp(LN2 * x), -2, 0, 5) \
    X("x^x", pow(x, x), exp(x * log(x)) * (log(x) + 1), exp(x * log(x)) * ((log(x) + 1) * (log(x) + 1) + 1 / x), 0.1, \
      1, 3) \
    X("sin(x)", sin(x), cos(x), -sin(x), -2, 0, 5) \
    X("cos(x)", cos(x), -sin(x), -cos(x), -2, 0, 5) \
    X("tan(x)", tan(x), 1 / (cos(x) * cos(x)), 2 * sin(x) / (cos(x) * cos(x) * cos(x)), -1.4, 0, 1) \
    X("asin(x)", asin(x), pow(1 - x * x, -0.5), x * pow(1 - x * x, -1.5), -0.9, 0, 0.5) \
    X("acos(x)", acos(x), -pow(1 - x * x, -0.5), -x * pow(1 - x * x, -1.5), -0.9, 0, 0.5) \
    X("atan(x)", atan(x), 1 / (1 + x * x), -2 * x / ((1 + x * x) * (1 + x * x)), -3, 0, 0.5) \
    X("sinh(x)", sinh(x), (exp(x) + exp(-x)) / 2, (exp(x) - exp(-x)) / 2, -2, 0, 3) \
    X("cosh(x)", cosh(x), (exp(x) - exp(-x)) / 2, (exp(x) + exp(-x)) / 2, -2, 0, 3) \
    X("tanh(x)", tanh(x), 1 - tanh(x) * tanh(x), -2 * tanh(x) * (1 - tanh(x) * tanh(x)), -2, 0, 1) \
    X("asinh(x)", asinh(x), pow(1 + x * x, -0.5), -x * pow(1 + x * x, -1.5), -2, 0, 3) \
    X("acosh(x)", acosh(x), pow(x * x - 1, -0.5), -x * pow(x * x - 1, -1.5), 1.1, 2, 3) \
    X("atanh(x)", atanh(x), 1 / (1 - x * x), 2 * x / ((1 - x * x) * (1 - x * x)), -0.9, 0, 0.5) \
    X("exp(x)", exp(x), exp(x), exp(x), -2, 0, 3) \
    X("exp2(x)", exp2(x), LN2 * exp2(x), LN2 * LN2 * exp2(x), -2, 0, 3) \
    X("expm1(x)", expm1(x), exp(x), exp(x), -2, 1e-9, 3) \
    X("log(x)", log(x), 1 / x, -1 / (x * x), 0.1, 1, 3) \
    X("log1p(x)", log1p(x), 1 / (1 + x), -1 / ((1 + x) * (1 + x)), -0.5, 1e-9, 3) \
    X("log2(x)", log2(x), 1 / (x * LN2), -1 / (x * x * LN2), 0.1, 1, 3) \
    X("log10(x)", log10(x), 1 / (x * log(10)), -1 / (x * x * log(10)), 0.1, 1, 3) \
    X("sqrt(x)", sqrt(x), 0.5 * pow(x, -0.5), -0.25 * pow(x, -1.5), 0.1, 1, 3) \
    X("cbrt(x)", cbrt(x), 1 / (3 * cbrt(x * x)), -2 / (9 * cbrt(x * x) * x), -0.1, 1, 3) \
    X("erf(x)", erf(x), 2 / sqrt(acos(-1)) * exp(-x * x), -4 * x / sqrt(acos(-1)) * exp(-x * x), -0.1, 0, 1) \
    X("erfc(x)", erfc(x), -2 / sqrt(acos(-1)) * exp(-x * x), 4 * x / sqrt(acos(-1)) * exp(-x * x), -0.1, 0, 1) \
    X("abs(x)", fabs(x), x < 0 ? -1 : 1, 0, -2, 0.1, 3) \
    X("fabs(x)", fabs(x), x < 0 ? -1 : 1, 0, -2, 0.1, 3) \
    X("sign(x)", x < 0 ? -1 : 1, 0, 0, -2, 0.1, 3) \
    X("floor(x)", floor(x), 0, 0, -2.5, 0.1, 3.7) \
    X("ceil(x)", ceil(x), 0, 0, -2.5, 0.1, 3.7) \
    X("round(x)", round(x), 0, 0, -2.6, 0.1, 3.7) \
    X("trunc(x)", trunc(x), 0, 0, -2.5, 0.1, 3.7) \
    X("fmod(x, 2)", fmod(x, 2), 1, 0, -2.5, 0.1, 3.7) \
    X("fmod(7, x)", fmod(7, x), -trunc(7 / x), 0, -2.5, 0.3, 3.7) \
    X("min(x, 1)", x < 1 ? x : 1, x < 1, 0, -2, 0.9, 3) \
    X("max(x, 1)", x > 1 ? x : 1, x > 1, 0, -2, 0.9, 3) \
    X("max(1, x, x^2)", fmax(1, fmax(x, x * x)), fabs(x) > 1 ? 2 * x : 0, fabs(x) > 1 ? 2 : 0, -2, 0.9, 3) \
    X("clamp(x^2, 1, 5)", x * x < 1 ? 1 : x * x > 5 ? 5 : x * x, x * x < 1 || x * x > 5 ? 0 : 2 * x, \
      x * x < 1 || x * x > 5 ? 0 : 2, 0.5, -2, 3) \
    X("if(x > 1, x^2, 3*x)", x > 1 ? x * x : 3 * x, x > 1 ? 2 * x : 3, x > 1 ? 2 : 0, -2, 0.5, 3) \
    X("(x > 1)*x^2", (x > 1) * x * x, x > 1 ? 2 * x : 0, x > 1 ? 2 : 0, -2, 0.5, 3) \
    X("(x >= 1) + (x < 1) + (x <= 1) + (x == 1) + (x != 1)", x == 1 ? 3 : x > 1 ? 2 : 3, 0, 0, 0, 1, 2) \
    X("(x and 1) + 2*(x or 0) + 4*(not x)", x != 0 ? 3 : 4, 0, 0, 0, 1, 2) \
    X("step(x, 1, 2, 3, 10)", 2 + 8 * RAMP((x - 1) / 2), 4 * RAMP_1((x - 1) / 2), 2 * RAMP_2((x - 1) / 2), \
      0.5, 1.7, 4) \
    X("step(x, 1, 2, 3, 10)", 2 + 8 * RAMP((x - 1) / 2), 4 * RAMP_1((x - 1) / 2), 2 * RAMP_2((x - 1) / 2), 2, 2.9, 3) \
    X("step(2, x, 1, 3, 2)", 1 + RAMP((2 - x) / (3 - x)), RAMP_1((2 - x) / (3 - x)) * -pow(3 - x, -2), \
      RAMP_2((2 - x) / (3 - x)) * pow(3 - x, -4) - 2 * RAMP_1((2 - x) / (3 - x)) * pow(3 - x, -3), 0.5, 1.7, 2.1) \
    X("pulse(x, 1, 2)", x >= 1 && x < 2, 0, 0, 0.5, 1.7, 2.5) \
    X("pulse(x, 1, 3, 0.5)", RAMP((x - 0.75) * 2) - RAMP((x - 2.75) * 2), \
      2 * RAMP_1((x - 0.75) * 2) - 2 * RAMP_1((x - 2.75) * 2), \
      4 * RAMP_2((x - 0.75) * 2) - 4 * RAMP_2((x - 2.75) * 2), \
      0.9, 2, 3.1) \
    X("table(2*x, cam)", tml_curve_jet(curve, 2 * x).f, 2 * tml_curve_jet(curve, 2 * x).d, \
      4 * tml_curve_jet(curve, 2 * x).dd, -0.9, 0.2, 5) \
    X("hypot(x, 3)", sqrt(x * x + 9), x / sqrt(x * x + 9), 9 / pow(x * x + 9, 1.5), -2, 0, 3) \
    X("atan2(x, 2)", atan2(x, 2), 2 / (4 + x * x), -4 * x / ((4 + x * x) * (4 + x * x)), -2, 0, 3) \
    X("atan2(2, x)", atan2(2, x), -2 / (4 + x * x), 4 * x / ((4 + x * x) * (4 + x * x)), -2, 0, 3) \
    X("atan2(x, -x)", x > 0 ? 3 * atan(1) : -atan(1), 0, 0, -2, 0.1, 3) \
    X("sin(x^2)*exp(-x)", sin(x * x) * exp(-x), (2 * x * cos(x * x) - sin(x * x)) * exp(-x), \
      (2 * cos(x * x) - 4 * x * cos(x * x) + (1 - 4 * x * x) * sin(x * x)) * exp(-x), -1, 0, 2)

#define LN2 0.69314718055994530942
#define RAMP(u) ((u) <= 0 ? 0 : (u) >= 1 ? 1 : 10 * pow(u, 3) - 15 * pow(u, 4) + 6 * pow(u, 5))
#define RAMP_1(u) ((u) <= 0 || (u) >= 1 ? 0 : 30 * pow(u, 2) - 60 * pow(u, 3) + 30 * pow(u, 4))
#define RAMP_2(u) ((u) <= 0 || (u) >= 1 ? 0 : 60 * (u) - 180 * pow(u, 2) + 120 * pow(u, 3))
/* clang-format on */

/* Value, gradient and jet at x against f, f1, f2 of x. */
static void check_one(const char *text, const tml_expression *e, double x, double f, double f1, double f2)
{
    const double inputs[6] = {0, x, 0, 0, 0, 0};
    const tml_jet line[6] = {{0}, {x, 1, 0}}, bend[6] = {{0}, {x, -1.5, 0.7}};
    double work[400], gradient[6] = {0, 10, 0, 0, 0, 0};
    tml_jet jets[400];
    check_near(tml_expression_value(e, inputs, work), f, 2e-15, "value", text);
    check_near(tml_expression_gradient(e, inputs, work, 3, gradient), f, 2e-15, "value by gradient", text);
    check_near(gradient[1] - 10, 3 * f1, 4e-14, "gradient", text);
    tml_jet j = tml_expression_jet(e, line, jets);
    check_near(j.f, f, 2e-15, "value by jet", text);
    check_near(j.d, f1, 1e-14, "first derivative", text);
    check_near(j.dd, f2, 4e-14, "second derivative", text);
    j = tml_expression_jet(e, bend, jets); /* the chain rule along x(s) with x' = -1.5, x'' = 0.7 */
    check_near(j.d, -1.5 * f1, 1e-14, "first derivative along a curve", text);
    check_near(j.dd, 2.25 * f2 + 0.7 * f1, 8e-14, "second derivative along a curve", text);
}

Test(expression, derivatives_of_one_variable_match_closed_forms)
{
#define X(text, f, f1, f2, p0, p1, p2)                                                                                 \
    {                                                                                                                  \
        const tml_expression *e = compile(text);                                                                       \
        const double points[3] = {p0, p1, p2};                                                                         \
        for (int i = 0; i < 3; i++) {                                                                                  \
            const double x = points[i];                                                                                \
            check_one(text, e, x, f, f1, f2);                                                                          \
        }                                                                                                              \
    }
    ONE_VARIABLE(X)
#undef X
}

/* ---- derivatives of functions of two variables: text, f, f_x, f_y, f_xx, f_xy, f_yy */

/* clang-format off */
#define TWO_VARIABLES(X) \
    X("x + y", x + y, 1, 1, 0, 0, 0) \
    X("x - y", x - y, 1, -1, 0, 0, 0) \
    X("x*y", x * y, y, x, 0, 1, 0) \
    X("x/y", x / y, 1 / y, -x * pow(y, -2), 0, -pow(y, -2), 2 * x * pow(y, -3)) \
    X("x^y", pow(x, y), y * pow(x, y - 1), pow(x, y) * log(x), y * (y - 1) * pow(x, y - 2), \
      pow(x, y - 1) + y * pow(x, y - 1) * log(x), pow(x, y) * log(x) * log(x)) \
    X("hypot(x, y)", sqrt(R2), x / sqrt(R2), y / sqrt(R2), y * y * pow(R2, -1.5), -x * y * pow(R2, -1.5), \
      x * x * pow(R2, -1.5)) \
    X("atan2(y, x)", atan2(y, x), -y / R2, x / R2, 2 * x * y / (R2 * R2), (y * y - x * x) / (R2 * R2), \
      -2 * x * y / (R2 * R2)) \
    X("fmod(x, y)", fmod(x, y), 1, -trunc(x / y), 0, 0, 0) \
    X("min(x, y)", x < y ? x : y, x < y, x > y, 0, 0, 0) \
    X("max(x, y)", x > y ? x : y, x > y, x < y, 0, 0, 0) \
    X("(x < y) + 2*(x >= y)", x < y ? 1 : 2, 0, 0, 0, 0, 0) \
    X("(x <= y) + 2*(x > y)", x < y ? 1 : 2, 0, 0, 0, 0, 0) \
    X("(x == y) + 2*(x != y)", 2, 0, 0, 0, 0, 0) \
    X("(x and y) + 2*(x or y)", 3, 0, 0, 0, 0, 0) \
    X("if(x < y, x*y, x^2)", x < y ? x * y : x * x, x < y ? y : 2 * x, x < y ? x : 0, x < y ? 0 : 2, x < y, 0) \
    X("sin(x*y)", sin(x * y), y * cos(x * y), x * cos(x * y), -y * y * sin(x * y), cos(x * y) - x * y * sin(x * y), \
      -x * x * sin(x * y))
#define R2 (x * x + y * y)
/* clang-format on */

static void check_two(const char *text, const double *p, double f, double fx, double fy, double fxx, double fxy,
                      double fyy)
{
    const tml_expression *e = compile(text);
    const double inputs[6] = {0, p[0], p[1], 0, 0, 0}, a = 1.3, b = -0.6, aa = 0.4, bb = 2.1;
    const tml_jet along[6] = {{0}, {p[0], a, aa}, {p[1], b, bb}};
    double work[400], gradient[6] = {0};
    tml_jet jets[400], j = tml_expression_jet(e, along, jets);
    check_near(tml_expression_gradient(e, inputs, work, 1, gradient), f, 2e-15, "value", text);
    check_near(gradient[1], fx, 2e-14, "derivative by x", text);
    check_near(gradient[2], fy, 2e-14, "derivative by y", text);
    check_near(j.f, f, 2e-15, "value by jet", text);
    check_near(j.d, fx * a + fy * b, 4e-14, "first derivative", text);
    check_near(j.dd, fx * aa + fy * bb + fxx * a * a + 2 * fxy * a * b + fyy * b * b, 1e-13, "second derivative", text);
}

Test(expression, derivatives_of_two_variables_match_closed_forms)
{
    static const double points[][2] = {{0.7, 1.9}, {2.5, 0.8}, {1.1, -1.6}, {3, 4}};
    for (int i = 0; i < 4; i++) {
        const double x = points[i][0], y = points[i][1];
#define X(text, f, fx, fy, fxx, fxy, fyy) check_two(text, points[i], f, fx, fy, fxx, fxy, fyy);
        TWO_VARIABLES(X)
#undef X
    }
}

/* ---- everything at once, against differences of order eight of the value along x_i(s) = p_i + u_i s + w_i s^2 / 2 */

static const double path_p[6] = {0.37, 1.21, 0.83, 2.17, 0.4, 0.9};
static const double path_u[6] = {1, -0.6, 0.45, 0.3, 0.7, -0.2};
static const double path_w[6] = {0, 0.5, -0.9, 0.2, 1.1, 0.6};

static double value_on_path(const tml_expression *e, double s)
{
    double inputs[6], work[400];
    for (int i = 0; i < 6; i++)
        inputs[i] = path_p[i] + path_u[i] * s + path_w[i] * s * s / 2;
    return tml_expression_value(e, inputs, work);
}

/* Differences of order eight of the jet by one part of one input, in the order f, d, dd. */
static tml_jet jet_difference(const tml_expression *e, const tml_jet *at, int input, int part)
{
    static const double c1[5] = {0, 4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    const double h = 5e-4;
    tml_jet sum = {0};
    for (int k = -4; k <= 4; k++) {
        tml_jet inputs[6], jets[400];
        memcpy(inputs, at, sizeof inputs);
        (part == 0 ? &inputs[input].f : part == 1 ? &inputs[input].d : &inputs[input].dd)[0] += k * h;
        const tml_jet y = tml_expression_jet(e, inputs, jets);
        const double c = (k < 0 ? -c1[-k] : c1[k]) / h;
        sum.f += c * y.f, sum.d += c * y.d, sum.dd += c * y.dd;
    }
    return sum;
}

/* How each part of the jet depends on each part of each input. */
static void check_jet_gradient(const char *text, const tml_expression *e, const tml_jet *at)
{
    static const tml_jet weights[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int w = 0; w < 3; w++) {
        tml_jet gradient[6] = {{0}}, jets[800];
        tml_expression_jet_gradient(e, at, jets, weights[w], gradient);
        for (int input = 0; input < 6; input++)
            for (int part = 0; part < 3; part++) {
                const tml_jet want = jet_difference(e, at, input, part), *got = &gradient[input];
                const double by = part == 0   ? got->f
                                  : part == 1 ? got->d
                                              : got->dd,
                             difference = w == 0   ? want.f
                                          : w == 1 ? want.d
                                                   : want.dd;
                cr_assert_lt(fabs(by - difference), 1e-9 * (100 + fabs(difference)),
                             "%s: part %d of the jet by part %d of input %d is %.15g, by differences %.15g", text, w,
                             part, input, by, difference);
            }
    }
}

Test(expression, composed_derivatives_agree_with_differences)
{
    static const char *const texts[] = {
        "79.5 - 19.875*O.angle*t",
        "0.1 + 0.2*t - 3*t^2/(1 + t^2)",
        "sin(2*pi*t)*cos(x*y)/(1 + z^2)",
        "exp(-x*t)*hypot(x - y, z) + atan2(y*t, x)",
        "sqrt(x^2 + y^2 + z^2)*(x/y)^z",
        "log(1 + exp(3*x))/3 + tanh(10*(y - z))",
        "step(t, 0, x, 1, y*z) + pulse(t, 0.3, 2, 0.4)*z",
        "table(x*y, cam)*table(t, cam)",
        "if(x > y, x^3*y, y^3*x) + max(x*y, z) + min(x, y, z)^2",
        "clamp(x*y*z, 0, 10)*abs(y - z) + cbrt(x - z)",
        "2^x*y^1.5 + x^y^0.5 + asinh(x*y) + erf(t*y)",
        "sin(O.angle)*x + (hand.P.x)^3/L - 3*sin(O.angle)^2",
        "asin(t*x/2) + 2*acos(t/2)*atan(z) + acosh(z) + atanh(t/2) + log10(x) + log2(y) + log1p(z) + expm1(t)",
        "sinh(t)*cosh(t) + tan(t) + fmod(7*x, 3) + floor(x)*y",
        "erfc(x*t) + exp2(y) + log(x*y) - z^3.5 + 1/(x - t)",
    };
    static const double c1[5] = {0, 4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    static const double c2[5] = {-205.0 / 72, 8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560};
    const double h = 2e-3;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const tml_expression *e = compile(texts[i]);
        double d = 0, dd = c2[0] * value_on_path(e, 0), work[400], gradient[6] = {0}, slope = 0;
        tml_jet inputs[6], jets[400];
        for (int k = 1; k <= 4; k++) {
            double plus = value_on_path(e, k * h), minus = value_on_path(e, -k * h);
            d += c1[k] * (plus - minus) / h;
            dd += c2[k] * (plus + minus);
        }
        for (int k = 0; k < 6; k++)
            inputs[k] = (tml_jet){path_p[k], path_u[k], path_w[k]};
        tml_jet j = tml_expression_jet(e, inputs, jets);
        check_near(j.f, value_on_path(e, 0), 1e-15, "value", texts[i]);
        check_near(j.d, d, 1e-10, "first difference", texts[i]);
        check_near(j.dd, dd / (h * h), 1e-8, "second difference", texts[i]);
        tml_expression_gradient(e, path_p, work, 1, gradient);
        for (int k = 0; k < 6; k++)
            slope += gradient[k] * path_u[k];
        check_near(slope, j.d, 1e-14, "gradient along the path", texts[i]);
        check_jet_gradient(texts[i], e, inputs);
    }
}

/* ---- kinks: finite, never NaN */

Test(expression, kinks_have_finite_derivatives)
{
    static const struct {
        const char *text;
        double x, y, least, most; /* bounds of every derivative */
        bool steep; /* infinite along x: the derivative for Newton is 0, but that of a driver is infinite */
    } cases[] = {
        {"abs(x)", 0, 0, -1, 1, false},
        {"hypot(x, y)", 0, 0, 0, 0, false},
        {"sqrt(x)", 0, 0, 0, 0, true},
        {"sqrt(x^2 + y^2)", 0, 0, 0, 0, true},
        {"cbrt(x)", 0, 0, 0, 0, true},
        {"x^0.5", 0, 0, 0, 0, true},
        {"x^1.5", 0, 0, 0, 0, true},
        {"asin(x)", 1, 0, 0, 0, true},
        {"acos(x)", -1, 0, 0, 0, true},
        {"acosh(x)", 1, 0, 0, 0, true},
        {"atan2(y, x)", 0, 0, 0, 0, false},
        {"min(x, 2*y)", 0, 0, 0, 2, false},
        {"max(x, 2*y)", 0, 0, 0, 2, false},
        {"sign(x)", 0, 0, 0, 0, false},
        {"x^y", 0, 2, 0, 2, false},
        {"x^y", -2, 3, -12, 12, false},
        {"if(x > 0, sqrt(x), 3*y)", -1, 1, 0, 3, false},
        {"if(x > 0, log(x), 0)", 0, 1, 0, 0, false},
        {"if(x > 0, 1/x, y)", 0, 1, 0, 1, false},
        {"step(x, 1, 0, 1, 5)", 1, 0, 0, 0, false},
        {"step(x, y, 0, y, 5)", 1, 1, 0, 0, false},
        {"pulse(x, 1, 2, 0)", 1, 0, 0, 0, false},
        {"tanh(x)", 1000, 0, 0, 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const tml_expression *e = compile(cases[i].text);
        const double inputs[6] = {0, cases[i].x, cases[i].y, 0, 0, 0};
        const tml_jet jx[6] = {{0}, {cases[i].x, 1, 0}, {cases[i].y, 0, 0}};
        const tml_jet jy[6] = {{0}, {cases[i].x, 0, 0}, {cases[i].y, 1, 0}};
        double work[400], gradient[6] = {0};
        tml_jet jets[400], dx = tml_expression_jet(e, jx, jets), dy = tml_expression_jet(e, jy, jets);
        cr_assert(isfinite(tml_expression_gradient(e, inputs, work, 1, gradient)), "%s", cases[i].text);
        const double found[6] = {gradient[1], gradient[2], dx.d, dx.dd, dy.d, dy.dd};
        for (int k = 0; k < 6; k++)
            if (!cases[i].steep || k < 2)
                cr_assert(found[k] >= cases[i].least && found[k] <= cases[i].most, "%s: derivative %d is %g",
                          cases[i].text, k, found[k]);
        cr_assert_eq(cases[i].steep, !isfinite(dx.d) || !isfinite(dx.dd), "%s: %g, %g", cases[i].text, dx.d, dx.dd);
    }
}

/* ---- dimensions */

static void check_typed(const char *text, const char *unit)
{
    const tml_expression *e = compile(text);
    tml_dimension found = {0}, expected = tml_unit_named(unit ? unit : "").dimension;
    cr_assert_eq(tml_expression_typed(e, &found), unit != NULL, "%s", text);
    if (unit)
        cr_assert(memcmp(&found, &expected, sizeof found) == 0, "%s", text);
}

Test(expression, dimensions_follow_the_operations)
{
    check_typed("3", NULL);
    check_typed("3 mm", "m");
    check_typed("-3 mm", "m");
    check_typed("2*L", NULL);
    check_typed("L*T", "m*s");
    check_typed("L/T^2", "m/s^2");
    check_typed("2000/(1700 rpm)*10", NULL);
    check_typed("1800 rpm/10", NULL);
    check_typed("L + 3", "m");
    check_typed("3 + L", "m");
    check_typed("L - 3 mm", "m");
    check_typed("3 - L", "m");
    check_typed("L^2", "m^2");
    check_typed("L^-3", "m^-3");
    check_typed("L^0.5", NULL);
    check_typed("(L^2)^0.5", "m");
    check_typed("(L^2)^1.5", "m^3");
    check_typed("L^t", NULL);
    check_typed("sqrt(L^2)", "m");
    check_typed("sqrt(L)", NULL);
    check_typed("cbrt(L^3)", "m");
    check_typed("hypot(L, 3)", "m");
    check_typed("min(L, 3 mm, 4)", "m");
    check_typed("clamp(L, 1, 2)", "m");
    check_typed("if(T > 3 s, 1, L)", "m");
    check_typed("step(T, 0, 5 N, 2 s, 7)", "N");
    check_typed("pulse(T, 0, 1 s)", NULL);
    check_typed("abs(-L)", "m");
    check_typed("floor(L)", "m");
    check_typed("fmod(L, 2 m)", "m");
    check_typed("sin(O.angle)", NULL);
    check_typed("sin(L/(3 mm))", NULL);
    check_typed("asin(0.5)", "rad");
    check_typed("atan2(L, 3 mm)", "rad");
    check_typed("exp(T/(2 s))", NULL);
    check_typed("L < 3 m", NULL);
    check_typed("table(L, cam)", NULL);
    check_typed("hand.P.x", "m");
    check_typed("5 N*m + 3 N*m/rad", "N*m");
    check_typed("L^90*L^90", NULL); /* no dimension goes so far */
    check_typed("L/L", "");
}

static void check_fits(const char *text, const char *unit)
{
    tml_expectation expect = {.what = "x", .typed = true, .dimension = tml_unit_named(unit).dimension};
    cr_assert_not_null(compile_as(text, expect), "%s as %s: %s", text, unit, tml_log_get(log_, 0).text);
}

Test(expression, expected_dimensions_are_accepted)
{
    check_fits("3", "N/m");
    check_fits("50 kN/m", "N/m");
    check_fits("2000/(1700 rpm)*10", "N*m");
    check_fits("1800 rpm", "rad/s");
    check_fits("5 J", "N*m/rad");
    check_fits("60 deg", "rad");
    check_fits("L*T", "m*s");
    check_fits("3 mm", "mm");
}

/* ---- messages: text, column of the message counted from the start of the text (1), message */

/* NOLINTNEXTLINE(readability-function-size): assertions are large macros */
static void check_message(const char *text, tml_expectation expect, int column, const char *message)
{
    size_t before = tml_log_count(log_);
    cr_assert_null(compile_as(text, expect), "%s", text);
    cr_assert_eq(tml_log_count(log_), before + 1, "%s: %zu messages", text, tml_log_count(log_) - before);
    tml_message m = tml_log_get(log_, before);
    cr_assert_str_eq(m.text, message, "%s: found \"%s\", expected \"%s\"", text, m.text, message);
    cr_assert_eq(m.place.column, start.column + column - 1, "%s: column %d", text, m.place.column - start.column + 1);
    cr_assert_eq(m.place.line, 14);
    cr_assert_str_eq(m.place.file, "model.yaml");
    cr_assert_eq(m.severity, TML_ERROR);
}

Test(expression, errors_are_explained_with_their_column)
{
    static const struct {
        const char *text;
        int column;
        const char *message;
    } cases[] = {
        {"", 1, "an expression is missing here"},
        {"   ", 1, "an expression is missing here"},
        {"1 +", 4, "the expression breaks off here"},
        {"2*(3 + 4", 3, "this \"(\" is never closed"},
        {"sin(x", 4, "this \"(\" is never closed"},
        {"((1)", 1, "this \"(\" is never closed"},
        {"1)", 2, "unexpected \")\""},
        {"()", 2, "unexpected \")\""},
        {"1 2", 3, "unexpected \"2\""},
        {"x y", 3, "an operator is missing before \"y\", such as *"},
        {"1 + * 2", 5, "unexpected \"*\""},
        {"3 # 4", 3, "unexpected \"#\""},
        {"x = 4", 3, "unexpected \"=\"; equality is written =="},
        {"0,5", 2, "unexpected \",\"; numbers have a decimal point: 0.5"},
        {"x\302\260 + \"", 2, "unexpected \"\302\260\""},
        {"and 1", 1, "unexpected \"and\""},
        {"x.", 2, "unexpected \".\""},
        {"1.2.3", 4, "unexpected \".3\""},
        {"min(1, 2", 4, "this \"(\" is never closed"},
        {"min(1 2)", 7, "unexpected \"2\""},
        {"min(1,)", 7, "unexpected \")\""},
        {"1 < x < 2", 7, "comparisons cannot be chained; join them by \"and\""},
        {"3 + sni(x)", 5, "unknown function \"sni\"; did you mean \"sin\"?"},
        {"3 + foobar(x)", 5, "unknown function \"foobar\""},
        {"2*sin()", 3, "sin takes 1 argument, found 0"},
        {"atan2(1)", 1, "atan2 takes 2 arguments, found 1"},
        {"sin(1, 2)", 1, "sin takes 1 argument, found 2"},
        {"min()", 1, "min takes at least 1 argument, found 0"},
        {"pulse(1, 2)", 1, "pulse takes at least 3 arguments, found 2"},
        {"pulse(1, 2, 3, 4, 5)", 1, "pulse takes at most 4 arguments, found 5"},
        {"if(1, 2)", 1, "if takes 3 arguments, found 2"},
        {"step(t, 1, 2, 3)", 1, "step takes 5 arguments, found 4"},
        {"table(x)", 1, "table takes at least 2 arguments, found 1"},
        {"table(x, 3)", 10, "table needs the name of a table here"},
        {"spline(x, 3)", 11, "spline needs the name of a table here"},
        {"1 + table(x, can)", 5, "there is no table \"can\""},
        {"3 kn", 3, "unknown unit \"kn\"; did you mean \"kN\"?"},
        {"1 + 30 degres", 8, "unknown unit \"degres\""},
        {"30 degs", 4, "unknown unit \"degs\"; did you mean \"deg\"?"},
        {"30 \302\260C", 4, "unexpected \"\302\260\""},
        {"2 x", 3, "unknown unit \"x\""},
        {"0x10", 2, "unknown unit \"x10\""},
        {"2e", 2, "unknown unit \"e\""},
        {"2 sin(x)", 3, "an operator is missing before \"sin\""},
        {"2 mm sin(x)", 6, "an operator is missing before \"sin\", such as *"},
        {"1 + O.angel", 5, "unknown name \"O.angel\"; did you mean \"O.angle\"?"},
        {"q*2", 1, "unknown name \"q\""},
        {"inf", 1, "unknown name \"inf\""},
        {"2*sin", 3, "\"sin\" is a function and needs arguments: sin(...)"},
        {"1 + bad*2", 5, "bad is defined by itself"},
        {"3 + 1/0", 5, "1/0 is not a finite number"},
        {"t*(2 - (1)/(3 - 3))", 8, "(1)/(3 - 3) is not a finite number"},
        {"sqrt(-1)", 1, "sqrt(-1) is not a finite number"},
        {"log(0)", 1, "log(0) is not a finite number"},
        {"1e999", 1, "1e999 is not a finite number"},
        {"if(t > 1, 1/n, 0)", 11, "1/n is not a finite number"},
        {"(-8)^(1/3)", 1, "(-8)^(1/3) is not a finite number"},
        {"L + T", 3, "cannot add m and s"},
        {"L - T", 3, "cannot subtract s from m"},
        {"1 + (L + 5 ms)", 8, "cannot add m and s"},
        {"L < T", 3, "cannot compare m and s"},
        {"min(L, T)", 1, "min: cannot mix m and s"},
        {"clamp(L, 1, T)", 1, "clamp: cannot mix m and s"},
        {"hypot(L, T)", 1, "hypot: cannot mix m and s"},
        {"if(t, L, T)", 1, "if: cannot mix m and s"},
        {"step(t, L, 0, T, 1)", 1, "step: cannot mix m and s"},
        {"step(t, 0, L, 1, T)", 1, "step: cannot mix m and s"},
        {"pulse(L, 0, T)", 1, "pulse: cannot mix m and s"},
        {"2*sin(L)", 3, "sin needs an angle, found m"},
        {"exp(L*T)", 1, "exp needs a plain number, found m*s"},
        {"asin(30 deg)", 1, "asin needs a plain number, found rad"},
        {"2^L", 2, "an exponent needs a plain number, found m"},
        {"pow(2, L)", 1, "an exponent needs a plain number, found m"},
        {"10 Hz + 5 rpm", 7, "cannot add 1/s and rad/s"},
        {"L/L + 1 deg", 5, "cannot add a plain number and rad"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_message(cases[i].text, (tml_expectation){0}, cases[i].column, cases[i].message);
}

Test(expression, messages_name_the_element)
{
    tml_expectation stiffness = {"joint A: stiffness", true, tml_unit_named("N/m").dimension};
    tml_expectation mass = {"body crank: mass", true, tml_unit_named("kg").dimension};
    tml_expectation number = {"ratio", true, tml_unit_named("").dimension};
    check_message("3 mm", stiffness, 1, "joint A: stiffness: expected N/m, found mm");
    check_message("L*T", stiffness, 1, "joint A: stiffness: expected N/m, found m*s");
    check_message("60 deg", mass, 1, "body crank: mass: expected kg, found deg");
    check_message("1 + L", mass, 1, "body crank: mass: expected kg, found m");
    check_message("60 deg", number, 1, "ratio: expected a plain number, found deg");
    check_message("L/L", mass, 1, "body crank: mass: expected kg, found a plain number");
    check_message("sin(q)", mass, 5, "body crank: mass: unknown name \"q\"");
    check_message("1/0", mass, 1, "body crank: mass: 1/0 is not a finite number");
}

Test(expression, every_wrong_name_is_reported)
{
    cr_assert_null(compile_as("q + sin(r)*(L + T) + 1", (tml_expectation){0}));
    cr_assert_eq(tml_log_count(log_), 3);
    cr_assert_eq(tml_log_get(log_, 1).place.column, start.column + 8);
}

Test(expression, counts_columns_from_one_without_a_place)
{
    cr_assert_null(tml_tree_parse(&arena, "1 +", TML_NOWHERE, log_));
    cr_assert_eq(tml_log_get(log_, 0).place.column, 4);
}

/* A text of `count` times `open`, then `middle`, then `count` times `close`. */
static const char *nest(int count, const char *open, const char *middle, const char *close)
{
    char *text = tml_arena_take(&arena, (size_t)count * (strlen(open) + strlen(close)) + strlen(middle) + 1),
         *end = text;
    for (int i = 0; i < count; i++)
        end += sprintf(end, "%s", open);
    end += sprintf(end, "%s", middle);
    for (int i = 0; i < count; i++)
        end += sprintf(end, "%s", close);
    return text;
}

Test(expression, depth_is_limited_length_is_not)
{
    cr_assert_eq(value_of(nest(150, "(", "3", ")")), 3);
    cr_assert_eq(value_of(nest(150, "-", "3", "")), 3);
    cr_assert_eq(value_of(nest(50000, "1+", "3", "")), 50003);
    check_message(nest(5000, "(", "3", ")"), (tml_expectation){0}, 201, "nested too deeply (more than 200 levels)");
    check_message(nest(5000, "-", "3", ""), (tml_expectation){0}, 201, "nested too deeply (more than 200 levels)");
    check_message(nest(5000, "2^", "3", ""), (tml_expectation){0}, 401, "nested too deeply (more than 200 levels)");
    check_message(nest(5000, "sin(", "3", ")"), (tml_expectation){0}, 801, "nested too deeply (more than 200 levels)");
    check_message(nest(5000, "not ", "3", ""), (tml_expectation){0}, 801, "nested too deeply (more than 200 levels)");
    const char *sum = nest(3000, "sin(x)*t+", "3", "");
    const tml_expression *e = compile(sum);
    double *work = tml_arena_take(&arena, tml_expression_size(e) * sizeof *work), gradient[6] = {0};
    const double inputs[6] = {2, 0.5, 0, 0, 0, 0};
    check_near(tml_expression_gradient(e, inputs, work, 1, gradient), 6000 * sin(0.5) + 3, 1e-12, "value", "long sum");
    check_near(gradient[0], 3000 * sin(0.5), 1e-12, "derivative by t", "long sum");
    check_near(gradient[1], 6000 * cos(0.5), 1e-12, "derivative by x", "long sum");
}

static int pieces_left, pieces_open;

static void *scarce_allocate(size_t bytes)
{
    if (pieces_left-- <= 0)
        return NULL;
    pieces_open++;
    return malloc(bytes);
}

static void scarce_release(void *memory)
{
    pieces_open -= memory != NULL;
    free(memory);
}

Test(expression, failed_allocations_escape)
{
    static tml_arena scarce;
    const char *text = nest(300, "sin(x)*t + cos(y*t)^2 + ", "3 mm", "");
    const tml_expression *volatile e = NULL;
    volatile int runs = 0;
    allocate_with = scarce_allocate;
    release_with = scarce_release;
    for (volatile int pieces = 0; !e; pieces = pieces + 1, runs = runs + 1) {
        jmp_buf escape;
        cr_assert_lt(pieces, 100);
        pieces_left = pieces;
        scarce = (tml_arena){.escape = &escape};
        if (setjmp(escape) == 0) {
            const tml_tree *tree = tml_tree_parse(&scarce, text, start, log_);
            e = tml_expression_compile(&scarce, tree, &scope, (tml_expectation){0}, log_);
        }
        tml_arena_free(&scarce);
        cr_assert_eq(pieces_open, 0);
    }
    cr_assert_gt(runs, 3);
    cr_assert_eq(tml_log_count(log_), 0);
    allocate_with = malloc;
    release_with = free;
}

Test(expression, any_bytes_are_safe)
{
    static const char alphabet[] =
        "0123456789.eE+-*/^()<>=!,xyLT \tdegmsNsin(min(if(step(table(cam and or not\303\251#";
    unsigned seed = 12345;
    for (int i = 0; i < 20000; i++) {
        char text[40];
        int length = i % 39;
        for (int k = 0; k < length; k++) {
            seed = seed * 1664525u + 1013904223u;
            text[k] = alphabet[(seed >> 8) % (sizeof alphabet - 1)];
        }
        text[length] = 0;
        size_t before = log_->error_count;
        const tml_expression *e = compile_as(text, (tml_expectation){0});
        cr_assert_eq(e == NULL, log_->error_count > before, "%s", text);
        if (e)
            value_at(e, 0.1, 0.2, 0.3, 0.4);
    }
}
