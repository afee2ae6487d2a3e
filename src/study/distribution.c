/* distribution.c - what all distributions have in common. */
#include "study/distribution.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

const tml_distribution_class *tml_distribution_class_find(const char *name)
{
    for (int i = 0; i < tml_distribution_class_count; i++)
        if (strcmp(tml_distribution_classes[i]->name, name) == 0)
            return tml_distribution_classes[i];
    return NULL;
}

tml_distribution tml_distribution_new(const tml_distribution_class *class)
{
    tml_distribution d = {.class = class};
    for (int i = 0; i < TML_MAX_DISTRIBUTION_PARAMETERS; i++)
        d.parameter[i] = class->parameter[i].optional ? class->parameter[i].otherwise : NAN;
    return d;
}

const char *tml_distribution_check(const tml_distribution *d)
{
    return d->class ? d->class->check(d) : "no kind of distribution is given";
}

double tml_distribution_quantile(const tml_distribution *d, double u)
{
    return d->class->quantile(d, tml_probability_of(u));
}

double tml_distribution_quantile_at(const tml_distribution *d, tml_probability at)
{
    return d->class->quantile(d, at);
}

double tml_distribution_cdf(const tml_distribution *d, double x)
{
    return d->class->cdf(d, x);
}

double tml_distribution_mean(const tml_distribution *d)
{
    return d->class->mean(d);
}

double tml_distribution_variance(const tml_distribution *d)
{
    return d->class->variance(d);
}

bool tml_distribution_is_bounded(const tml_distribution *d)
{
    return isfinite(tml_distribution_quantile(d, 0)) && isfinite(tml_distribution_quantile(d, 1));
}
