/* step_trial.c - tries of a step (step_trial.h). */
#include "integrate/step_trial.h"
#include "integrate/step_control.h"
#include <float.h>
#include <math.h>

enum { MAX_SHORTER = 3, MAX_RETRIES = 5 };
enum { CELLS_OF_A_STEP = 2, CELLS_OF_HIGH_ORDER = 3 };
static const double NEAR_SINGULAR = 0.3; /* of the independence at the beginning: a step does not end below, if */
static const double SHORTER = 0.7;       /* a step shortened by this factor, repeatedly, does not */
static const double MAX_METHOD_ERROR =
    1e3;                                /* an error too large for the method: a stage near a singular configuration */
static const double RETRY_FACTOR = 0.6; /* then the step is shortened by this factor */
static const double COARSE = 1e-6;      /* a tolerance far above rounding: that is not looked for */
static const double HARMLESS_ROUNDING =
    0.02; /* rounding in the error estimate, relative to the tolerance, that is harmless */

void tml_step_trial_begin(tml_step_trial *c)
{
    c->proposed = c->h;
    c->wanted = 0;
    c->shorter = c->retries = 0;
    c->again = false;
}

double tml_step_trial_length(const tml_step_trial *c, double t, double end, double *reached)
{
    double h = fmin(c->h, end - t);
    if (end - t - h < 1e-9 * h) /* no tiny last step */
        h = end - t;
    *reached = h == end - t ? end : t + h;
    return h;
}

double tml_step_trial_least(double t, double begin, double end)
{
    return 1e-15 * fmax(fabs(t), end - begin);
}

tml_step_verdict tml_step_trial_judge(tml_step_trial *c, double h, double e, double independence)
{
    if (e <= 1 && independence < NEAR_SINGULAR * c->independence && c->shorter++ < MAX_SHORTER) {
        c->wanted = fmax(c->wanted, h);
        c->h = SHORTER * h;
        c->again = true;
        return TML_STEP_SHORTER;
    }
    return e <= 1 ? TML_STEP_GOOD : TML_STEP_BAD;
}

void tml_step_trial_accept(tml_step_trial *c, int lower, double h, double e, double independence, bool last,
                           double longest)
{
    c->h = fmax(c->wanted, h * fmin(tml_step_growth(e, &c->error_before, lower), c->again ? 1 : INFINITY));
    if (!c->again && last) /* cut short: what goes on from there tries what was to be */
        c->h = fmax(c->h, c->proposed);
    if (longest > 0)
        c->h = fmin(c->h, longest);
    c->independence = independence;
}

/* Factor by which a rejected step is shortened. */
static double reduction_factor(tml_step_trial *c, int lower, double e)
{
    if (!(e > 1)) /* projection failed */
        return 0.25;
    if (c->projects && e > MAX_METHOD_ERROR && c->retries++ < MAX_RETRIES)
        return RETRY_FACTOR;
    return tml_step_reduction(e, lower);
}

void tml_step_trial_reject(tml_step_trial *c, int lower, double h, double e)
{
    c->h = h * reduction_factor(c, lower, e);
    c->again = true;
}

int tml_step_trial_cells(const tml_pair *pair)
{
    return pair->order < TML_HIGH_ORDER ? CELLS_OF_A_STEP : CELLS_OF_HIGH_ORDER;
}

double tml_step_trial_perturb(int i, double y, double smallest, double digits)
{
    const double size = fmin(fmax(fabs(y), smallest), 1e300);
    const double digit = ldexp(DBL_EPSILON, ilogb(size) + 1); /* makes the sum exact */
    return y + (i % 2 ? digits : -digits) * digit;
}

bool tml_step_trial_is_harmless(double rounding, double amplification, double h)
{
    return amplification * rounding * h < HARMLESS_ROUNDING;
}

bool tml_step_trial_looks_for_rounding(double relative)
{
    return relative < COARSE;
}
