/* student.c - the t distribution by the incomplete beta function, P(|T| > t) = I_x(n/2, 1/2), x = n / (n + t^2), whose continued fraction is
 * evaluated by Lentz's method (W. Press et al., Numerical Recipes, 6.4). */
#include "optimize/student.h"
#include "elementary/elementary.h"
#include "study/normal.h"
#include <float.h>
#include <math.h>

static const double LARGE = 1e6; /* degrees of freedom */
enum { MAX_TERMS = 10000, MAX_STEPS = 200 };

static double nonzero(double x)
{
    return fabs(x) < DBL_MIN ? DBL_MIN : x;
}

static double continued_fraction(double a, double b, double x)
{
    double c = 1, d = 1 / nonzero(1 - (a + b) * x / (a + 1)), h = d;
    for (int m = 1; m < MAX_TERMS; m++) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        d = 1 / nonzero(1 + even * d);
        c = nonzero(1 + even / c);
        h *= d * c;
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / nonzero(1 + odd * d);
        c = nonzero(1 + odd / c);
        h *= d * c;
        if (fabs(d * c - 1) < DBL_EPSILON)
            break;
    }
    return h;
}

/* I_x(a, b). */
static double incomplete_beta(double a, double b, double x)
{
    if (x <= 0 || x >= 1)
        return x <= 0 ? 0 : 1;
    const double front = tml_exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * tml_ln(x) + b * tml_log1p(-x));
    return x < (a + 1) / (a + b + 2) ? front * continued_fraction(a, b, x) / a
                                     : 1 - front * continued_fraction(b, a, 1 - x) / b;
}

double tml_student_cdf(double t, double freedom)
{
    const double outside = incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t));
    return t < 0 ? outside / 2 : 1 - outside / 2;
}

/* Bisection, from the quantile of the normal distribution, which has thinner tails. */
double tml_student_quantile(double p, double freedom)
{
    if (p < 0.5)
        return -tml_student_quantile(1 - p, freedom);
    const double z = tml_normal_quantile(tml_probability_of(p));
    if (freedom > LARGE)
        return z + (z * z * z + z) / (4 * freedom); /* the next term is of order 1 / freedom^2 */
    double low = 0, high = z + 1e-9;
    while (tml_student_cdf(high, freedom) < p && high < DBL_MAX / 4)
        low = high, high *= 2;
    for (int i = 0; i < MAX_STEPS && high - low > 1e-15 * high; i++) {
        const double middle = (low + high) / 2;
        *(tml_student_cdf(middle, freedom) < p ? &low : &high) = middle;
    }
    return (low + high) / 2;
}
