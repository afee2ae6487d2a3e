/* interval.h - arithmetic with closed intervals of real numbers, rounded outward.
 *
 * Every function returns an interval that contains the rounded result of its operation for all operands in the given intervals
 * (Moore, Kearfott and Cloud, Introduction to Interval Analysis, 2009). The values of mathematical functions are widened by TML_INTERVAL_ULPS units
 * in the last place, because libraries do not round them correctly.
 */
#pragma once
#include <math.h>
#include <stdbool.h>

typedef struct {
    double low, high; /* (-INFINITY, INFINITY): there is no bound */
    bool undefined;   /* for some operands the result may be no number: sqrt(-1), 0/0 */
} tml_interval;

enum { TML_INTERVAL_ULPS = 16 };

static inline tml_interval tml_interval_of(double value)
{
    return isnan(value) ? (tml_interval){-INFINITY, INFINITY, true} : (tml_interval){value, value, false};
}

/* All numbers, and none. */
static inline tml_interval tml_interval_unknown(void)
{
    return (tml_interval){-INFINITY, INFINITY, true};
}

/* The smallest interval that contains both. */
static inline tml_interval tml_interval_hull(tml_interval a, tml_interval b)
{
    return (tml_interval){fmin(a.low, b.low), fmax(a.high, b.high), a.undefined || b.undefined};
}

static inline bool tml_interval_contains(tml_interval a, double value)
{
    return a.low <= value && value <= a.high;
}

static inline bool tml_interval_is_bounded(tml_interval a)
{
    return isfinite(a.low) && isfinite(a.high);
}

static inline bool tml_interval_has_infinite_end(tml_interval a)
{
    return isinf(a.low) || isinf(a.high);
}

/* Widened on both sides by `margin` >= 0, and by one unit in the last place. */
tml_interval tml_interval_widen(tml_interval a, double margin);

tml_interval tml_interval_add(tml_interval a, tml_interval b);
tml_interval tml_interval_subtract(tml_interval a, tml_interval b);
tml_interval tml_interval_multiply(tml_interval a, tml_interval b);
tml_interval tml_interval_divide(tml_interval a, tml_interval b);
tml_interval tml_interval_square(tml_interval a);

/* c[0] + c[1] u + ... for all u of [from, to]: of degree 3 at most by its extrema, of a higher one by its Bernstein coefficients. The result also
 * contains what Horner's rule, with rounding, gives. terms: 8 at most. */
tml_interval tml_interval_polynomial(const double *c, int terms, double from, double to);
