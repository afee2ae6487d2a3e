/* exponential.c - the distribution of waiting times: F(x) = 1 - exp(-(x - lower)/(mean - lower)). */
#include "elementary/elementary.h"
#include "study/distribution.h"
#include <math.h>
#include <stddef.h>

enum { MEAN, LOWER };

static double scale(const tml_distribution *d)
{
    return d->parameter[MEAN] - d->parameter[LOWER];
}

static const char *check(const tml_distribution *d)
{
    return scale(d) > 0 && isfinite(scale(d)) ? NULL
                                              : "`mean` must be greater than `lower` (0 if not given), and both finite";
}

static double quantile(const tml_distribution *d, tml_probability at)
{
    return d->parameter[LOWER] - scale(d) * (at.p < 0.5 ? tml_log1p(-at.p) : tml_ln(at.q));
}

static double cdf(const tml_distribution *d, double x)
{
    return x > d->parameter[LOWER] ? -tml_expm1(-(x - d->parameter[LOWER]) / scale(d)) : 0;
}

static double mean(const tml_distribution *d)
{
    return d->parameter[MEAN];
}

static double variance(const tml_distribution *d)
{
    return scale(d) * scale(d);
}

const tml_distribution_class tml_distribution_exponential = {
    .name = "exponential",
    .doc = "most probable at the least value, falling exponentially above it",
    .parameter = {[MEAN] = {.name = "mean", .doc = "mean value"},
                  [LOWER] = {.name = "lower", .doc = "least value; 0 if not given", .optional = true}},
    .check = check,
    .quantile = quantile,
    .cdf = cdf,
    .mean = mean,
    .variance = variance,
};
