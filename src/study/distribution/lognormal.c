/* lognormal.c - values above zero whose logarithm is normal: F(x) = Phi(log(x/median)/sigma). */
#include "elementary/elementary.h"
#include "study/distribution.h"
#include <math.h>
#include <stddef.h>

enum { MEDIAN, SIGMA };

static const char *check(const tml_distribution *d)
{
    if (!(d->parameter[MEDIAN] > 0 && isfinite(d->parameter[MEDIAN])))
        return "`median` must be greater than 0 and finite";
    return d->parameter[SIGMA] > 0 && isfinite(d->parameter[SIGMA]) ? NULL
                                                                    : "`sigma` must be greater than 0 and finite";
}

static double quantile(const tml_distribution *d, tml_probability at)
{
    return d->parameter[MEDIAN] * tml_exp(d->parameter[SIGMA] * tml_normal_quantile(at));
}

static double cdf(const tml_distribution *d, double x)
{
    return x > 0 ? tml_normal_cdf(tml_ln(x / d->parameter[MEDIAN]) / d->parameter[SIGMA]).p : 0;
}

static double mean(const tml_distribution *d)
{
    return d->parameter[MEDIAN] * tml_exp(d->parameter[SIGMA] * d->parameter[SIGMA] / 2);
}

static double variance(const tml_distribution *d)
{
    const double m = mean(d);
    return m * m * tml_expm1(d->parameter[SIGMA] * d->parameter[SIGMA]);
}

const tml_distribution_class tml_distribution_lognormal = {
    .name = "lognormal",
    .doc = "values above zero whose logarithm is normal",
    .parameter = {[MEDIAN] = {.name = "median", .doc = "half of the values are below it"},
                  [SIGMA] = {.name = "sigma",
                             .doc = "standard deviation of the natural logarithm",
                             .dimensionless = true}},
    .check = check,
    .quantile = quantile,
    .cdf = cdf,
    .mean = mean,
    .variance = variance,
};
