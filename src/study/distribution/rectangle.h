/* rectangle.h - the uniform distribution between two limits, of which others are made as well. */
#pragma once
#include "study/normal.h"

/* From the nearer limit, so that both are met exactly. */
static inline double tml_rectangle_quantile(double lower, double upper, tml_probability at)
{
    const double width = upper - lower;
    return at.p <= at.q ? lower + width * at.p : upper - width * at.q;
}

static inline double tml_rectangle_cdf(double lower, double upper, double x)
{
    return x <= lower ? 0 : x >= upper ? 1 : (x - lower) / (upper - lower);
}

static inline double tml_rectangle_variance(double lower, double upper)
{
    return (upper - lower) * (upper - lower) / 12;
}
