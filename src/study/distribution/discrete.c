/* discrete.c - some values, equally probable or with weights: value k for u between (w_1 + ... + w_(k-1))/W and (w_1 + ... + w_k)/W.
 *
 * The values are taken in the order in which they are given; F^-1 rises, and correlations (study/copula.h) mean what they say, if they do.
 */
#include "study/distribution.h"
#include <math.h>
#include <stddef.h>

static double weight(const tml_distribution *d, int k)
{
    return d->weights ? d->weights[k] : 1;
}

static double total_weight(const tml_distribution *d)
{
    double total = 0;
    for (int k = 0; k < d->count; k++)
        total += weight(d, k);
    return total;
}

static const char *check(const tml_distribution *d)
{
    if (d->count < 1 || !d->values)
        return "at least one value must be given";
    for (int k = 0; k < d->count; k++) {
        if (!isfinite(d->values[k]))
            return "every value must be finite";
        if (!(weight(d, k) >= 0))
            return "no weight may be negative";
    }
    const double total = total_weight(d);
    return total > 0 && isfinite(total) ? NULL : "the weights must have a sum above 0, and finite";
}

/* The last value takes what rounding leaves. */
static double quantile(const tml_distribution *d, tml_probability at)
{
    const double u = at.p * total_weight(d);
    double sum = 0;
    int last = 0;
    for (int k = 0; k < d->count; k++) {
        if (!(weight(d, k) > 0))
            continue;
        last = k;
        sum += weight(d, k);
        if (u < sum)
            break;
    }
    return d->values[last];
}

static double cdf(const tml_distribution *d, double x)
{
    double sum = 0;
    for (int k = 0; k < d->count; k++)
        if (d->values[k] <= x)
            sum += weight(d, k);
    return sum / total_weight(d);
}

static double mean(const tml_distribution *d)
{
    double sum = 0;
    for (int k = 0; k < d->count; k++)
        sum += weight(d, k) * d->values[k];
    return sum / total_weight(d);
}

static double variance(const tml_distribution *d)
{
    const double m = mean(d);
    double sum = 0;
    for (int k = 0; k < d->count; k++)
        sum += weight(d, k) * (d->values[k] - m) * (d->values[k] - m);
    return sum / total_weight(d);
}

const tml_distribution_class tml_distribution_discrete = {
    .name = "discrete",
    .doc = "one of some values, equally probable or with weights",
    .takes_values = true,
    .check = check,
    .quantile = quantile,
    .cdf = cdf,
    .mean = mean,
    .variance = variance,
};
