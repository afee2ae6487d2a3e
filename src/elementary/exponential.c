/* exponential.c - exponential and hyperbolic functions: e^x = 2^(k + j/32) e^r, |r| < ln 2/64.
 *
 * P. T. P. Tang, Table-driven implementation of the exponential function, ACM Transactions on Mathematical Software 15 (1989).
 */
#include "elementary/elementary.h"
#include "elementary/exponential_kernel.h"
#include "elementary/sine_kernel.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* 2^(j/32) */
static const tml_double2 ROOT[] = {
    {0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.059b0d3158574p+0, 0x1.d73e2a475b465p-55},
    {0x1.0b5586cf9890fp+0, 0x1.8a62e4adc610bp-54},
    {0x1.11301d0125b51p+0, -0x1.6c51039449b3ap-54},
    {0x1.172b83c7d517bp+0, -0x1.19041b9d78a76p-55},
    {0x1.1d4873168b9aap+0, 0x1.e016e00a2643cp-54},
    {0x1.2387a6e756238p+0, 0x1.9b07eb6c70573p-54},
    {0x1.29e9df51fdee1p+0, 0x1.612e8afad1255p-55},
    {0x1.306fe0a31b715p+0, 0x1.6f46ad23182e4p-55},
    {0x1.371a7373aa9cbp+0, -0x1.63aeabf42eae2p-54},
    {0x1.3dea64c123422p+0, 0x1.ada0911f09ebcp-55},
    {0x1.44e086061892dp+0, 0x1.89b7a04ef80d0p-59},
    {0x1.4bfdad5362a27p+0, 0x1.d4397afec42e2p-56},
    {0x1.5342b569d4f82p+0, -0x1.07abe1db13cadp-55},
    {0x1.5ab07dd485429p+0, 0x1.6324c054647adp-54},
    {0x1.6247eb03a5585p+0, -0x1.383c17e40b497p-54},
    {0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54},
    {0x1.71f75e8ec5f74p+0, -0x1.16e4786887a99p-55},
    {0x1.7a11473eb0187p+0, -0x1.41577ee04992fp-55},
    {0x1.82589994cce13p+0, -0x1.d4c1dd41532d8p-54},
    {0x1.8ace5422aa0dbp+0, 0x1.6e9f156864b27p-54},
    {0x1.93737b0cdc5e5p+0, -0x1.75fc781b57ebcp-57},
    {0x1.9c49182a3f090p+0, 0x1.c7c46b071f2bep-56},
    {0x1.a5503b23e255dp+0, -0x1.d2f6edb8d41e1p-54},
    {0x1.ae89f995ad3adp+0, 0x1.7a1cd345dcc81p-54},
    {0x1.b7f76f2fb5e47p+0, -0x1.5584f7e54ac3bp-56},
    {0x1.c199bdd85529cp+0, 0x1.11065895048ddp-55},
    {0x1.cb720dcef9069p+0, 0x1.503cbd1e949dbp-56},
    {0x1.d5818dcfba487p+0, 0x1.2ed02d75b3707p-55},
    {0x1.dfc97337b9b5fp+0, -0x1.1a5cd4f184b5cp-54},
    {0x1.ea4afa2a490dap+0, -0x1.e9c23179c2893p-54},
    {0x1.f50765b6e4540p+0, 0x1.9d3e12dd8a18bp-54},
};
static const double STEP = 0x1.62e42fefa39efp-6, STEP_HEAD = 0x1.62e42fee00000p-6, /* ln 2/32; its first 32 bits, */
    STEP_REST = 0x1.a39ef35793c76p-38,                                             /* and the others */
    STEPS = 0x1.71547652b82fep+5;                                                  /* 32/ln 2 */
static const double OVERFLOW = 710, UNDERFLOW = -746;

/* e^(r + tail) - 1 as r + what is returned, |r| < 0.011 */
static double beyond_linear(double r, double tail)
{
    const double series =
        r * r * (1.0 / 2 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720 + r * (1.0 / 5040))))));
    return series + (tail + tail * r);
}

/* 2^(n/32) e^(r + tail) */
static tml_power_of_e assemble(int64_t n, double r, double tail)
{
    const tml_double2 root = ROOT[n & 31], growth = tml_sum_of_sorted(r, beyond_linear(r, tail));
    const tml_double2 product = tml_product2(root.hi, growth.hi), sum = tml_sum_of_sorted(root.hi, product.hi);
    const double small = (product.lo + root.hi * growth.lo) + (root.lo + root.lo * growth.hi);
    return (tml_power_of_e){tml_sum_of_sorted(sum.hi, sum.lo + small), (int)((n - (n & 31)) / 32)};
}

tml_power_of_e tml_power_of_e_at(tml_double2 x)
{
    const double n = (x.hi * STEPS + TML_TO_INTEGER) - TML_TO_INTEGER;
    const double head = x.hi - n * STEP_HEAD, rest = n * STEP_REST;
    const tml_double2 r = tml_sum2(head, -rest);
    return assemble((int64_t)n, r.hi, r.lo + x.lo);
}

double tml_scaled(double value, int power)
{
    while (power > 1000)
        value *= 0x1p1000, power -= 1000;
    while (power < -1000) /* rounds once: value stays normal until the last product */
        value *= 0x1p-500, power += 500;
    const uint64_t bits = (uint64_t)(power + 1023) << 52;
    double factor;
    memcpy(&factor, &bits, sizeof factor);
    return value * factor;
}

static double rounded(tml_power_of_e e)
{
    return tml_scaled(e.value.hi + e.value.lo, e.power);
}

/* 0 or infinity where e^x is not a double, NAN of NAN */
static bool beyond_range(double x, double *value)
{
    *value = isnan(x) ? x : x > 0 ? INFINITY : 0;
    return !(x > UNDERFLOW && x < OVERFLOW);
}

double tml_exp(double x)
{
    double limit;
    return beyond_range(x, &limit) ? limit : rounded(tml_power_of_e_at((tml_double2){x, 0}));
}

double tml_exp2(double x)
{
    if (!(x > -1100 && x < 1100))
        return isnan(x) ? x : x > 0 ? INFINITY : 0;
    const double n = (32 * x + TML_TO_INTEGER) - TML_TO_INTEGER, rest = x - n / 32;
    const tml_double2 r =
        fabs(rest) < 0x1p-200
            ? (tml_double2){0, 0}
            : tml_multiply2((tml_double2){0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}, (tml_double2){rest, 0});
    return rounded(assemble((int64_t)n, r.hi, r.lo));
}

/* e^x - 1, |x| < 700 and not tiny */
static tml_double2 growth_of(double x)
{
    if (fabs(x) < STEP / 2)
        return tml_sum_of_sorted(x, beyond_linear(x, 0));
    const tml_power_of_e e = tml_power_of_e_at((tml_double2){x, 0});
    const tml_double2 value = {tml_scaled(e.value.hi, e.power), tml_scaled(e.value.lo, e.power)};
    return tml_add2(value, (tml_double2){-1, 0});
}

double tml_expm1(double x)
{
    if (x < -50)
        return -1;
    if (!(x < 700))
        return tml_exp(x);
    return fabs(x) < 0x1p-60 ? x : growth_of(x).hi;
}

/* e^|x|/2 where e^-|x| is rounding beside it */
static double half_of_exp(double x)
{
    double limit;
    if (beyond_range(fabs(x) - 1, &limit))
        return fabs(x) < 711 ? INFINITY : limit;
    tml_power_of_e e = tml_power_of_e_at((tml_double2){fabs(x), 0});
    e.power--;
    return rounded(e);
}

static const double LARGE = 40; /* e^-2x is rounding */

double tml_sinh(double x)
{
    if (!(fabs(x) < LARGE))
        return isnan(x) ? x : copysign(half_of_exp(x), x);
    if (fabs(x) < 0x1p-30)
        return x;
    const tml_double2 g = growth_of(fabs(x)), one = {1, 0}; /* sinh x = (g + g/(1 + g))/2 */
    const tml_double2 sum = tml_add2(g, tml_divide2(g, tml_add2(g, one)));
    return copysign(0.5 * sum.hi, x);
}

double tml_cosh(double x)
{
    if (!(fabs(x) < LARGE))
        return isnan(x) ? x : half_of_exp(x);
    const tml_power_of_e e = tml_power_of_e_at((tml_double2){fabs(x), 0});
    const tml_double2 value = {tml_scaled(e.value.hi, e.power), tml_scaled(e.value.lo, e.power)};
    return 0.5 * tml_add2(value, tml_divide2((tml_double2){1, 0}, value)).hi;
}

double tml_tanh(double x)
{
    if (!(fabs(x) < LARGE / 2))
        return isnan(x) ? x : copysign(1, x);
    if (fabs(x) < 0x1p-30)
        return x;
    const tml_double2 g = growth_of(2 * fabs(x)); /* tanh x = g/(2 + g) */
    return copysign(tml_divide2(g, tml_add2(g, (tml_double2){2, 0})).hi, x);
}
