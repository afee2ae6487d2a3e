#include "integrate/step_control.h"
#include <math.h>

static const double SAFETY = 0.68, MAX_GROWTH = 3, MIN_REDUCTION = 0.1;
static const double MIN_ERROR = 1e-20; /* an error of zero: the growth is bounded anyhow */

static double factor_by(double error, int lower_order)
{
    return SAFETY * pow(error, -1 / (lower_order + 1.0));
}

double tml_step_growth(double error, int lower_order)
{
    return fmin(MAX_GROWTH, factor_by(fmax(error, MIN_ERROR), lower_order));
}

double tml_step_reduction(double error, int lower_order)
{
    return fmax(MIN_REDUCTION, factor_by(error, lower_order));
}
