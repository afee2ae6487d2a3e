#include "integrate/step_control.h"
#include "elementary/elementary.h"
#include <math.h>

static const double SAFETY = 0.9, MAX_GROWTH = 5, MIN_GROWTH = 0.2, MIN_REDUCTION = 0.1;
static const double BY_ERROR = 0.7, BY_ERROR_BEFORE = 0.4;
static const double MIN_ERROR = 1e-10, MIN_ERROR_BEFORE = 1e-4; /* nothing is learnt from less */

double tml_step_growth(double error, double *before, int lower_order)
{
    const double k = lower_order + 1;
    const double factor =
        SAFETY * tml_pow(fmax(error, MIN_ERROR), -BY_ERROR / k) * tml_pow(*before, BY_ERROR_BEFORE / k);
    *before = fmax(error, MIN_ERROR_BEFORE);
    return fmin(MAX_GROWTH, fmax(MIN_GROWTH, factor));
}

double tml_step_reduction(double error, int lower_order)
{
    return fmax(MIN_REDUCTION, SAFETY * tml_pow(error, -1 / (lower_order + 1.0)));
}
