/* normal.c - Gauss's distribution: F(x) = Phi((x - mean)/sigma). */
#include "study/normal.h"
#include "study/distribution.h"
#include <math.h>
#include <stddef.h>

enum { MEAN, SIGMA };

static const char *check(const tml_distribution *d)
{
    if (!isfinite(d->parameter[MEAN]))
        return "`mean` must be given and finite";
    return d->parameter[SIGMA] > 0 && isfinite(d->parameter[SIGMA]) ? NULL
                                                                    : "`sigma` must be greater than 0 and finite";
}

static double quantile(const tml_distribution *d, tml_probability at)
{
    return d->parameter[MEAN] + d->parameter[SIGMA] * tml_normal_quantile(at);
}

static double cdf(const tml_distribution *d, double x)
{
    return tml_normal_cdf((x - d->parameter[MEAN]) / d->parameter[SIGMA]).p;
}

static double mean(const tml_distribution *d)
{
    return d->parameter[MEAN];
}

static double variance(const tml_distribution *d)
{
    return d->parameter[SIGMA] * d->parameter[SIGMA];
}

const tml_distribution_class tml_distribution_normal = {
    .name = "normal",
    .doc = "Gauss's bell curve, without limits",
    .parameter =
        {[MEAN] = {.name = "mean", .doc = "mean value"}, [SIGMA] = {.name = "sigma", .doc = "standard deviation"}},
    .check = check,
    .quantile = quantile,
    .cdf = cdf,
    .mean = mean,
    .variance = variance,
};
