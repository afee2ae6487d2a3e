/* elementary.c - elementary functions within an ulp of the true values, special values of the C standard, and the sines of vectors bit for bit.
 *
 * True values are those of the C library in 80 bits (64 of precision) or more; where long double is no wider than double, these tests are skipped.
 */
#include "elementary/elementary.h"
#include "dynamics/written_out/lanes.h"
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static uint64_t seed = 88172645463325252;

static double between(double low, double high)
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return low + (high - low) * (double)(seed >> 11) * 0x1p-53;
}

/* Of either sign, its logarithm evenly spread. */
static double of_size(double low, double high)
{
    const double size = exp2(between(low, high));
    return between(-1, 1) < 0 ? -size : size;
}

static double ulps(double found, long double exact)
{
    const double near = fabs((double)exact);
    if (isinf(near) || isinf(found))
        return found == (double)exact ? 0 : INFINITY;
    return (double)(fabsl((long double)found - exact) / (nextafter(near, INFINITY) - near));
}

#define ONE_ULP(f, exact, x)                                                                                           \
    do {                                                                                                               \
        const double at = x;                                                                                           \
        const double error = ulps(f(at), exact(at));                                                                   \
        cr_assert(error < 1, "%s(%a): %g ulp", #f, at, error);                                                         \
    } while (0)

enum { TIMES = 20000 };

static bool exact_is_wider(void)
{
    if (LDBL_MANT_DIG < 64)
        cr_skip_test("long double has %d bits here", LDBL_MANT_DIG);
    return LDBL_MANT_DIG >= 64;
}

Test(elementary, sines_are_within_an_ulp_at_all_angles)
{
    for (int i = 0; exact_is_wider() && i < TIMES; i++) {
        const double angles[] = {between(-7, 7), between(-1e6, 1e6), of_size(-60, 1023), of_size(15, 25),
                                 round(between(0, 6e5)) * 1.5707963267948966};
        for (size_t k = 0; k < sizeof angles / sizeof *angles; k++) {
            ONE_ULP(tml_sin, sinl, angles[k]);
            ONE_ULP(tml_cos, cosl, angles[k]);
            ONE_ULP(tml_tan, tanl, angles[k]);
        }
    }
}

/* Angles that are closest to multiples of a quarter turn: values by a program with 1300 bits. */
Test(elementary, sines_are_right_at_the_worst_angles)
{
    cr_assert_eq(tml_sin(0x1.6ac5b262ca1ffp+849), 1);
    cr_assert_eq(tml_cos(0x1.6ac5b262ca1ffp+849), -0x1.14ae72e6ba22fp-61);
    cr_assert_eq(tml_tan(0x1.6ac5b262ca1ffp+849), -0x1.d9ba9a7975636p+60);
    cr_assert_eq(tml_cos(0x1.6c6cbc45dc8dep+5), -0x1.6d61b58c99c43p-61);
    cr_assert_eq(tml_cos(0x1.39c6fd67805a7p+18), -0x1.988efe18ff83fp-55);
    cr_assert_eq(tml_sin(0x1.39c6fd67805a7p+19), 0x1.988efe18ff83fp-54);
    cr_assert_eq(tml_cos(0x1.67e57cdd4dc54p+15), 0x1.396f53352c401p-53);
    cr_assert_eq(tml_cos(0x1.921fb54442d18p+0), 0x1.1a62633145c07p-54);
}

Test(elementary, arcs_exponentials_and_logarithms_are_within_an_ulp)
{
    for (int i = 0; exact_is_wider() && i < TIMES; i++) {
        ONE_ULP(tml_atan, atanl, of_size(-60, 60));
        ONE_ULP(tml_atan, atanl, between(-3, 3));
        ONE_ULP(tml_asin, asinl, between(-1, 1));
        ONE_ULP(tml_asin, asinl, of_size(-60, 0));
        ONE_ULP(tml_acos, acosl, between(-1, 1));
        ONE_ULP(tml_acos, acosl, 1 - fabs(of_size(-50, 0)));
        ONE_ULP(tml_exp, expl, between(-745, 710));
        ONE_ULP(tml_exp, expl, of_size(-60, 2));
        ONE_ULP(tml_exp2, exp2l, between(-1074, 1024));
        ONE_ULP(tml_expm1, expm1l, of_size(-60, 9));
        ONE_ULP(tml_expm1, expm1l, between(-1, 1));
        ONE_ULP(tml_sinh, sinhl, of_size(-60, 9.5));
        ONE_ULP(tml_cosh, coshl, of_size(-60, 9.5));
        ONE_ULP(tml_tanh, tanhl, of_size(-60, 5));
        ONE_ULP(tml_ln, logl, fabs(of_size(-1074, 1024)));
        ONE_ULP(tml_ln, logl, between(0.5, 2));
        ONE_ULP(tml_log2, log2l, fabs(of_size(-1074, 1024)));
        ONE_ULP(tml_log2, log2l, 1 + of_size(-52, -1));
        ONE_ULP(tml_log10, log10l, fabs(of_size(-1074, 1024)));
        ONE_ULP(tml_log10, log10l, 1 + of_size(-52, -1));
        ONE_ULP(tml_log1p, log1pl, of_size(-60, -0.01));
        ONE_ULP(tml_log1p, log1pl, fabs(of_size(-60, 1000)));
        ONE_ULP(tml_asinh, asinhl, of_size(-60, 1000));
        ONE_ULP(tml_acosh, acoshl, 1 + fabs(of_size(-50, 1000)));
        ONE_ULP(tml_atanh, atanhl, of_size(-60, -0.001));
    }
}

Test(elementary, powers_and_angles_of_points_are_within_an_ulp)
{
    for (int i = 0; exact_is_wider() && i < TIMES; i++) {
        const double y = of_size(-1000, 1000), x = of_size(-1000, 1000);
        cr_assert_lt(ulps(tml_atan2(y, x), atan2l(y, x)), 1, "atan2(%a, %a)", y, x);
        const double small_y = between(-3, 3), small_x = between(-3, 3);
        cr_assert_lt(ulps(tml_atan2(small_y, small_x), atan2l(small_y, small_x)), 1, "atan2(%a, %a)", small_y, small_x);
        const double bases[] = {between(0, 10), fabs(of_size(-1000, 1000)), between(0.7, 1.5), 1 + of_size(-30, -2)};
        for (size_t k = 0; k < sizeof bases / sizeof *bases; k++) {
            const double power = between(-708, 709) / fabs(log(bases[k]));
            cr_assert_lt(ulps(tml_pow(bases[k], power), powl(bases[k], power)), 1, "pow(%a, %a)", bases[k], power);
        }
        const double whole = round(between(-20, 20)), base = of_size(-10, 10);
        cr_assert_lt(ulps(tml_pow(base, whole), powl(base, whole)), 1, "pow(%a, %a)", base, whole);
    }
}

/* The same number with the same sign; all that are none are alike. */
static bool same(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b);
}

static const double special[] = {0.0,       -0.0,       1,    -1,    0.5,      -0.5,      2,
                                 -2,        3,          -3,   1e300, -1e300,   1e-300,    -1e-300,
                                 0x1p-1074, -0x1p-1074, 1000, -1000, INFINITY, -INFINITY, NAN};
enum { SPECIAL = sizeof special / sizeof *special };

/* The same, or an ulp apart; zeros have signs. */
static bool near_standard(double found, double expected)
{
    return same(found, expected) || (expected != 0 && fabs(found - expected) <= 0x1p-52 * fabs(expected));
}

Test(elementary, special_values_are_those_of_the_standard)
{
    static const struct {
        const char *name;
        double (*ours)(double), (*theirs)(double);
    } list[] = {{"sin", tml_sin, sin},       {"cos", tml_cos, cos},       {"tan", tml_tan, tan},
                {"atan", tml_atan, atan},    {"asin", tml_asin, asin},    {"acos", tml_acos, acos},
                {"exp", tml_exp, exp},       {"exp2", tml_exp2, exp2},    {"expm1", tml_expm1, expm1},
                {"sinh", tml_sinh, sinh},    {"cosh", tml_cosh, cosh},    {"tanh", tml_tanh, tanh},
                {"log", tml_ln, log},        {"log2", tml_log2, log2},    {"log10", tml_log10, log10},
                {"log1p", tml_log1p, log1p}, {"asinh", tml_asinh, asinh}, {"acosh", tml_acosh, acosh},
                {"atanh", tml_atanh, atanh}};
    for (size_t f = 0; f < sizeof list / sizeof *list; f++)
        for (int i = 0; i < SPECIAL; i++) {
            const double found = list[f].ours(special[i]), expected = list[f].theirs(special[i]);
            cr_assert(near_standard(found, expected), "%s(%g): %a for %a", list[f].name, special[i], found, expected);
        }
    for (int i = 0; i < SPECIAL; i++)
        for (int k = 0; k < SPECIAL; k++) {
            const double x = special[i], y = special[k];
            cr_assert(near_standard(tml_pow(x, y), pow(x, y)), "pow(%g, %g): %a for %a", x, y, tml_pow(x, y),
                      pow(x, y));
            cr_assert(near_standard(tml_atan2(x, y), atan2(x, y)), "atan2(%g, %g): %a for %a", x, y, tml_atan2(x, y),
                      atan2(x, y));
        }
    cr_assert_eq(tml_log10(1000), 3);
    cr_assert_eq(tml_log2(8), 3);
    cr_assert_eq(tml_pow(10, 22), 1e22);
}

Test(elementary, vectors_have_the_same_sines_bit_for_bit)
{
    tml_arena arena = {0};
    tml_lanes *x = tml_lanes_take(&arena, 3);
    tml_value_step step = {.op = TML_VALUE_SINE, .a = 0, .to = 1, .same = 1};
    const tml_value_program program = {.steps = &step, .count = 1};
    for (int i = 0; i < TIMES; i++) {
        for (int k = 0; k < TML_LANES; k++)
            x[0][k] = i % 2                   ? between(-10, 10)
                      : k == 0 && i % 20 == 0 ? NAN
                      : i % 4                 ? of_size(-60, 1023)
                                              : round(between(0, 1e6)) * 1.5707963267948966;
        tml_lanes_evaluate(&program, x);
        for (int k = 0; k < TML_LANES; k++) {
            const tml_sine_cosine both = tml_sincos(x[0][k]);
            cr_assert(same(x[1][k], both.sine) && same(x[2][k], both.cosine), "%a", x[0][k]);
            cr_assert(same(both.sine, tml_sin(x[0][k])) && same(both.cosine, tml_cos(x[0][k])), "%a", x[0][k]);
        }
    }
    tml_arena_free(&arena);
}
