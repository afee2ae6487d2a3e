/* tolerance.c - a dimension as on a drawing: nominal +- t.
 *
 * With `sigmas` the values are normal, their standard deviation t/sigmas: of three sigmas 0.27 % lie outside the limits (truncated_normal for parts
 * that are sorted). Without, nothing but the limits is known: uniform between them.
 */
#include "study/distribution.h"
#include "study/distribution/rectangle.h"
#include <math.h>
#include <stddef.h>

enum { NOMINAL, PLUS_MINUS, SIGMAS };

static bool is_normal(const tml_distribution *d)
{
    return !isnan(d->parameter[SIGMAS]);
}

static double sigma(const tml_distribution *d)
{
    return d->parameter[PLUS_MINUS] / d->parameter[SIGMAS];
}

static double lower(const tml_distribution *d)
{
    return d->parameter[NOMINAL] - d->parameter[PLUS_MINUS];
}

static double upper(const tml_distribution *d)
{
    return d->parameter[NOMINAL] + d->parameter[PLUS_MINUS];
}

static const char *check(const tml_distribution *d)
{
    if (!isfinite(d->parameter[NOMINAL]))
        return "`nominal` must be given and finite";
    if (!(d->parameter[PLUS_MINUS] > 0 && isfinite(upper(d) - lower(d))))
        return "`plus_minus` must be greater than 0 and finite";
    if (!(upper(d) > lower(d)))
        return "`plus_minus` is lost in the rounding of `nominal`";
    return !is_normal(d) || (d->parameter[SIGMAS] > 0 && isfinite(d->parameter[SIGMAS]))
               ? NULL
               : "`sigmas` must be greater than 0 and finite";
}

static double quantile(const tml_distribution *d, tml_probability at)
{
    if (is_normal(d))
        return d->parameter[NOMINAL] + sigma(d) * tml_normal_quantile(at);
    return tml_rectangle_quantile(lower(d), upper(d), at);
}

static double cdf(const tml_distribution *d, double x)
{
    if (is_normal(d))
        return tml_normal_cdf((x - d->parameter[NOMINAL]) / sigma(d)).p;
    return tml_rectangle_cdf(lower(d), upper(d), x);
}

static double mean(const tml_distribution *d)
{
    return d->parameter[NOMINAL];
}

static double variance(const tml_distribution *d)
{
    return is_normal(d) ? sigma(d) * sigma(d) : tml_rectangle_variance(0, 2 * d->parameter[PLUS_MINUS]);
}

const tml_distribution_class tml_distribution_tolerance = {
    .name = "tolerance",
    .doc = "a dimension as on a drawing, nominal +- t: normal with t a number of sigmas, or uniform between the limits",
    .parameter = {[NOMINAL] = {.name = "nominal", .doc = "mean value"},
                  [PLUS_MINUS] = {.name = "plus_minus", .doc = "distance of the limits from it"},
                  [SIGMAS] = {.name = "sigmas",
                              .doc = "how many standard deviations that is; uniform between the limits if not given",
                              .dimensionless = true,
                              .optional = true,
                              .otherwise = NAN}},
    .check = check,
    .quantile = quantile,
    .cdf = cdf,
    .mean = mean,
    .variance = variance,
};
