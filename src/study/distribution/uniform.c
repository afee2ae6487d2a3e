/* uniform.c - all values between two limits are equally probable: F(x) = (x - lower)/(upper - lower). */
#include "study/distribution.h"
#include "study/distribution/rectangle.h"
#include <math.h>
#include <stddef.h>

enum { LOWER, UPPER };

static const char *check(const tml_distribution *d)
{
    const double width = d->parameter[UPPER] - d->parameter[LOWER];
    return width > 0 && isfinite(width) ? NULL : "`lower` must be less than `upper`, and both finite";
}

static double quantile(const tml_distribution *d, tml_probability at)
{
    return tml_rectangle_quantile(d->parameter[LOWER], d->parameter[UPPER], at);
}

static double cdf(const tml_distribution *d, double x)
{
    return tml_rectangle_cdf(d->parameter[LOWER], d->parameter[UPPER], x);
}

static double mean(const tml_distribution *d)
{
    return d->parameter[LOWER] / 2 + d->parameter[UPPER] / 2;
}

static double variance(const tml_distribution *d)
{
    return tml_rectangle_variance(d->parameter[LOWER], d->parameter[UPPER]);
}

const tml_distribution_class tml_distribution_uniform = {
    .name = "uniform",
    .doc = "all values between two limits are equally probable",
    .parameter =
        {[LOWER] = {.name = "lower", .doc = "least value"}, [UPPER] = {.name = "upper", .doc = "greatest value"}},
    .check = check,
    .quantile = quantile,
    .cdf = cdf,
    .mean = mean,
    .variance = variance,
};
