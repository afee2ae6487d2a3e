/* weibull.c - the distribution of strengths and lives: F(x) = 1 - exp(-((x - lower)/scale)^shape).
 *
 *   mean = lower + scale Gamma(1 + h),      variance = scale^2 Gamma(1 + h)^2 (exp(g) - 1),      h = 1/shape
 *   g = log(Gamma(1 + 2h)/Gamma(1 + h)^2) = - sum over m >= 1 of log(1 - (h/(m + h))^2)
 *
 * The sum is of positive numbers; the logarithms themselves would cancel for large shapes.
 */
#include "elementary/elementary.h"
#include "study/distribution.h"
#include <math.h>
#include <stddef.h>

enum { SCALE, SHAPE, LOWER };

static const char *check(const tml_distribution *d)
{
    if (!(d->parameter[SCALE] > 0 && isfinite(d->parameter[SCALE])))
        return "`scale` must be greater than 0 and finite";
    if (!(d->parameter[SHAPE] > 0 && isfinite(d->parameter[SHAPE])))
        return "`shape` must be greater than 0 and finite";
    return isfinite(d->parameter[LOWER]) ? NULL : "`lower` must be finite";
}

static double quantile(const tml_distribution *d, tml_probability at)
{
    const double hazard = at.p < 0.5 ? -tml_log1p(-at.p) : -tml_ln(at.q);
    return d->parameter[LOWER] + d->parameter[SCALE] * tml_pow(hazard, 1 / d->parameter[SHAPE]);
}

static double cdf(const tml_distribution *d, double x)
{
    const double above = x - d->parameter[LOWER];
    return above > 0 ? -tml_expm1(-tml_pow(above / d->parameter[SCALE], d->parameter[SHAPE])) : 0;
}

static double mean(const tml_distribution *d)
{
    return d->parameter[LOWER] + d->parameter[SCALE] * tgamma(1 + 1 / d->parameter[SHAPE]);
}

/* sum over m >= 0 of (z + m)^-p, by Euler and Maclaurin's formula: z large */
static double sum_of_powers(double z, int p)
{
    const double inverse = 1 / z;
    const double third = p * (p + 1.0) * (p + 2.0), fifth = third * (p + 3.0) * (p + 4.0);
    const double series = p * inverse / 12 - third * tml_pow(inverse, 3) / 720 + fifth * tml_pow(inverse, 5) / 30240;
    return tml_pow(inverse, p) * (z / (p - 1) + 0.5 + series);
}

/* g of h <= 1: the first terms of the sum, and - log(1 - s) = s + s^2/2 + s^3/3 + ... of the rest */
static double log_ratio(double h)
{
    enum { TERMS = 40, POWERS = 5 };
    double g = 0;
    for (int power = POWERS; power > 0; power--)
        g += tml_pow(h, 2 * power) / power * sum_of_powers(TERMS + 1 + h, 2 * power);
    for (int m = TERMS; m > 0; m--)
        g -= tml_log1p(-(h / (m + h)) * (h / (m + h)));
    return g;
}

static double variance(const tml_distribution *d)
{
    const double h = 1 / d->parameter[SHAPE], gamma = d->parameter[SCALE] * tgamma(1 + h);
    return gamma * gamma * tml_expm1(h <= 1 ? log_ratio(h) : lgamma(1 + 2 * h) - 2 * lgamma(1 + h));
}

const tml_distribution_class tml_distribution_weibull = {
    .name = "weibull",
    .doc = "strengths and lives: the smallest of many",
    .parameter = {[SCALE] = {.name = "scale", .doc = "63 % of the values are less than this above the least one"},
                  [SHAPE] = {.name = "shape", .doc = "the larger, the closer together", .dimensionless = true},
                  [LOWER] = {.name = "lower", .doc = "least value; 0 if not given", .optional = true}},
    .check = check,
    .quantile = quantile,
    .cdf = cdf,
    .mean = mean,
    .variance = variance,
};
