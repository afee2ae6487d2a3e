/* interval.c - arithmetic with intervals (interval.h), and the range of polynomials.
 *
 *   p(u) = sum c_k u^k, u = from + s w, w = to - from:   p = sum b_k B_k(s),   min b_k <= p <= max b_k,   b_k = sum_(j <= k) C(k, j)/C(n, j) a_j
 * with a_j the coefficients by s and B_k the polynomials of Bernstein. (Farouki, The Bernstein polynomial basis, 2012.)
 */
#include "expression/interval.h"
#include <float.h>

enum { MAX_TERMS = 8 };

static double down(double x)
{
    return isfinite(x) ? x - fabs(x) * DBL_EPSILON - (fabs(x) < 1e-290 ? DBL_TRUE_MIN : 0) : x > 0 ? DBL_MAX : x;
}

static double up(double x)
{
    return -down(-x);
}

tml_interval tml_interval_widen(tml_interval a, double margin)
{
    return (tml_interval){down(a.low - margin), up(a.high + margin), a.undefined};
}

/* The sum of two numbers is zero only where it is exact. */
static double sum_below(double a, double b)
{
    const double sum = a + b;
    return isnan(sum) ? -INFINITY : sum == 0 || isinf(a) || isinf(b) ? sum : down(sum);
}

tml_interval tml_interval_add(tml_interval a, tml_interval b)
{
    const bool opposite = (a.low == -INFINITY && b.high == INFINITY) || (a.high == INFINITY && b.low == -INFINITY);
    return (tml_interval){sum_below(a.low, b.low), -sum_below(-a.high, -b.high),
                          a.undefined || b.undefined || opposite};
}

tml_interval tml_interval_subtract(tml_interval a, tml_interval b)
{
    return tml_interval_add(a, (tml_interval){-b.high, -b.low, b.undefined});
}

/* Below x y; 0 times infinity is 0: the limit of what lies inside. */
static double product_below(double x, double y)
{
    const double product = x == 0 || y == 0 ? 0 : x * y;
    if (product == 0)
        return x == 0 || y == 0 || (x > 0) == (y > 0) ? 0 : -DBL_TRUE_MIN;
    return isinf(x) || isinf(y) ? product : down(product);
}

static double least_of_four(double a, double b, double c, double d)
{
    return fmin(fmin(a, b), fmin(c, d));
}

tml_interval tml_interval_multiply(tml_interval a, tml_interval b)
{
    const double low = least_of_four(product_below(a.low, b.low), product_below(a.low, b.high),
                                     product_below(a.high, b.low), product_below(a.high, b.high));
    const double high = -least_of_four(product_below(-a.low, b.low), product_below(-a.low, b.high),
                                       product_below(-a.high, b.low), product_below(-a.high, b.high));
    const bool lost = (tml_interval_contains(a, 0) && tml_interval_has_infinite_end(b)) ||
                      (tml_interval_contains(b, 0) && tml_interval_has_infinite_end(a));
    return (tml_interval){low, high, a.undefined || b.undefined || lost};
}

tml_interval tml_interval_square(tml_interval a)
{
    const double least = a.low > 0 ? a.low : a.high < 0 ? a.high : 0, most = fmax(fabs(a.low), fabs(a.high));
    return (tml_interval){product_below(least, least), -product_below(-most, most), a.undefined};
}

/* Below x / y, y not zero. */
static double quotient_below(double x, double y)
{
    const double quotient = isinf(x) && isinf(y) ? 0 : x / y;
    if (quotient == 0)
        return x == 0 || (x > 0) == (y > 0) ? 0 : isinf(x) ? -INFINITY : -DBL_TRUE_MIN;
    return isinf(x) || isinf(y) ? quotient : down(quotient);
}

tml_interval tml_interval_divide(tml_interval a, tml_interval b)
{
    const bool zero = tml_interval_contains(b, 0),
               lost = tml_interval_has_infinite_end(a) && tml_interval_has_infinite_end(b);
    if (zero || lost)
        return (tml_interval){-INFINITY, INFINITY, a.undefined || b.undefined || lost || tml_interval_contains(a, 0)};
    return (tml_interval){least_of_four(quotient_below(a.low, b.low), quotient_below(a.low, b.high),
                                        quotient_below(a.high, b.low), quotient_below(a.high, b.high)),
                          -least_of_four(quotient_below(-a.low, b.low), quotient_below(-a.low, b.high),
                                         quotient_below(-a.high, b.low), quotient_below(-a.high, b.high)),
                          a.undefined || b.undefined};
}

/* ---- polynomials ---- */

static double value_of(const double *c, int terms, double u)
{
    double value = 0;
    for (int k = terms - 1; k >= 0; k--)
        value = value * u + c[k];
    return value;
}

static void include(tml_interval *range, double value)
{
    range->low = fmin(range->low, value);
    range->high = fmax(range->high, value);
}

/* Zeros of c_1 + 2 c_2 u + 3 c_3 u^2 between `from` and `to`; an inexact zero is harmless: values differ in second order. */
static void include_extrema(const double *c, double from, double to, tml_interval *range)
{
    const double root = sqrt(fmax(c[2] * c[2] - 3 * c[1] * c[3], 0)), q = -(c[2] + copysign(root, c[2]));
    const double at[] = {q / (3 * c[3]), c[1] / q};
    for (int i = 0; i < 2; i++)
        if (at[i] > from && at[i] < to)
            include(range, value_of(c, 4, at[i]));
}

/* Coefficients by s, u = from + s (to - from). */
static void shift(double *a, int terms, double from, double to)
{
    for (int i = 0; i < terms; i++)
        for (int k = terms - 2; k >= i; k--)
            a[k] += from * a[k + 1];
    double power = 1;
    for (int k = 0; k < terms; k++, power *= to - from)
        a[k] *= power;
}

static void include_coefficients(const double *c, int terms, double from, double to, tml_interval *range)
{
    double a[MAX_TERMS];
    for (int k = 0; k < terms; k++)
        a[k] = c[k];
    shift(a, terms, from, to);
    for (int k = 0; k < terms; k++) {
        double b = 0, share = 1; /* C(k, j)/C(n, j) */
        for (int j = 0; j <= k; j++) {
            b += share * a[j];
            share *= (double)(k - j) / (double)(terms - 1 - j);
        }
        include(range, b);
    }
}

tml_interval tml_interval_polynomial(const double *c, int terms, double from, double to)
{
    const double first = value_of(c, terms, from), last = value_of(c, terms, to), most = fmax(fabs(from), fabs(to));
    const double cubic[] = {c[0], terms > 1 ? c[1] : 0, terms > 2 ? c[2] : 0, terms > 3 ? c[3] : 0};
    tml_interval range = {fmin(first, last), fmax(first, last), false};
    double size = 0;
    if (terms > 4)
        include_coefficients(c, terms, from, to, &range);
    else if (terms > 2)
        include_extrema(cubic, from, to, &range);
    for (int k = terms - 1; k >= 0; k--)
        size = size * most + fabs(c[k]);
    if (!isfinite(size))
        return tml_interval_unknown();
    return tml_interval_widen(range, 4 * terms * DBL_EPSILON * size);
}
