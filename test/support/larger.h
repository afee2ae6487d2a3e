/* larger.h - the larger of two numbers; NaN where one of them is, so that no error measure loses it, as fmax does. */
#pragma once
#include <math.h>

static inline double larger(double a, double b)
{
    return isnan(a) || a >= b ? a : b;
}
