/* triangular.c - a density that rises straight from a limit to the mode and falls straight to the other limit.
 *
 *   F(x) = (x - lower)^2/((upper - lower)(mode - lower)) up to the mode, from there the same from above
 */
#include "study/distribution.h"
#include <math.h>
#include <stddef.h>

enum { LOWER, MODE, UPPER };

static const char *check(const tml_distribution *d)
{
    const double *p = d->parameter, width = p[UPPER] - p[LOWER];
    if (!(width > 0 && isfinite(width)))
        return "`lower` must be less than `upper`, and both finite";
    return p[LOWER] <= p[MODE] && p[MODE] <= p[UPPER] ? NULL : "`mode` must lie between `lower` and `upper`";
}

static double quantile(const tml_distribution *d, tml_probability at)
{
    const double *p = d->parameter, width = p[UPPER] - p[LOWER], rise = p[MODE] - p[LOWER], fall = p[UPPER] - p[MODE];
    return at.p * width <= rise ? p[LOWER] + sqrt(at.p * width * rise) : p[UPPER] - sqrt(at.q * width * fall);
}

static double cdf(const tml_distribution *d, double x)
{
    const double *p = d->parameter, width = p[UPPER] - p[LOWER];
    if (x <= p[LOWER])
        return 0;
    if (x >= p[UPPER])
        return 1;
    if (x <= p[MODE])
        return (x - p[LOWER]) / width * ((x - p[LOWER]) / (p[MODE] - p[LOWER]));
    return 1 - (p[UPPER] - x) / width * ((p[UPPER] - x) / (p[UPPER] - p[MODE]));
}

static double mean(const tml_distribution *d)
{
    return d->parameter[LOWER] / 3 + d->parameter[MODE] / 3 + d->parameter[UPPER] / 3;
}

static double variance(const tml_distribution *d)
{
    const double rise = d->parameter[MODE] - d->parameter[LOWER], fall = d->parameter[UPPER] - d->parameter[MODE];
    return (rise * rise + rise * fall + fall * fall) / 18;
}

const tml_distribution_class tml_distribution_triangular = {
    .name = "triangular",
    .doc = "most probable at the mode, less and less towards two limits",
    .parameter = {[LOWER] = {.name = "lower", .doc = "least value"},
                  [MODE] = {.name = "mode", .doc = "most probable value"},
                  [UPPER] = {.name = "upper", .doc = "greatest value"}},
    .check = check,
    .quantile = quantile,
    .cdf = cdf,
    .mean = mean,
    .variance = variance,
};
