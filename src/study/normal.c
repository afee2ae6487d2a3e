/* normal.c - density, distribution function, its inverse and Mills' ratio of the standard normal distribution.
 *
 * The C library gives erf, erfc and exp to about an ulp, of an argument that is rounded: in the tails x/sqrt(2) and x^2 must be known
 * to more than 53 bits, or x^2 ulps are lost. Their rounding errors are computed (fma) and corrected for.
 */
#include "study/normal.h"
#include "elementary/elementary.h"
#include "study/quadrature.h"
#include <math.h>

#define SQRT_HALF       0.70710678118654752440
#define SQRT_HALF_ERROR -4.833646656726457e-17 /* the rest: sqrt(1/2) - SQRT_HALF as a double */
#define DENSITY_AT_0    0.39894228040143267794 /* 1/sqrt(2 pi) */
#define SQRT_2_OVER_PI  0.79788456080286535588

double tml_normal_density(double x)
{
    const double square = x * x, rest = fma(x, x, -square);
    return isfinite(square) ? DENSITY_AT_0 * tml_exp(-square / 2) * (1 - rest / 2) : 0;
}

/* Phi(-x), x >= 0. */
static double tail(double x)
{
    const double h = x * SQRT_HALF;
    if (!(h < 40))
        return 0; /* below the smallest number */
    const double rest = fma(x, SQRT_HALF, -h) + x * SQRT_HALF_ERROR;
    return 0.5 * erfc(h) - rest * (SQRT_2_OVER_PI * SQRT_HALF) * tml_exp(-h * h);
}

/* Phi(x) - 1/2 */
static double from_middle(double x)
{
    if (fabs(x) > 40)
        return copysign(0.5, x);
    const double h = x * SQRT_HALF;
    const double rest = fma(x, SQRT_HALF, -h) + x * SQRT_HALF_ERROR;
    return 0.5 * erf(h) + rest * (SQRT_2_OVER_PI * SQRT_HALF) * tml_exp(-h * h);
}

tml_probability tml_normal_cdf(double x)
{
    if (fabs(x) < 0.5) {
        const double part = from_middle(x);
        return (tml_probability){0.5 + part, 0.5 - part};
    }
    const double small = tail(fabs(x));
    return x < 0 ? (tml_probability){small, 1 - small} : (tml_probability){1 - small, small};
}

static double ratio_of_polynomials(double r, const double *above, const double *below)
{
    double numerator = 0, denominator = 0;
    for (int i = 7; i >= 0; i--) {
        numerator = numerator * r + above[i];
        denominator = denominator * r + below[i];
    }
    return numerator / denominator;
}

/* M. Wichura, "Algorithm AS 241: The percentage points of the normal distribution" (1988): |p - 1/2| <= 0.425, of d = p - 1/2. */
static double middle_quantile(double d)
{
    static const double above[8] = {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
                                    1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
                                    3.3430575583588128105e4, 2.5090809287301226727e3};
    static const double below[8] = {1.0,
                                    4.2313330701600911252e1,
                                    6.8718700749205790830e2,
                                    5.3941960214247511077e3,
                                    2.1213794301586595867e4,
                                    3.9307895800092710610e4,
                                    2.8729085735721942674e4,
                                    5.2264952788528545610e3};
    return d * ratio_of_polynomials(0.180625 - d * d, above, below);
}

/* The same: the lower tail, of r = sqrt(-log p). */
static double tail_quantile(double r)
{
    static const double near_above[8] = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                                         3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                                         2.27238449892691845833e-2, 7.74545014278341407640e-4};
    static const double near_below[8] = {1.0,
                                         2.05319162663775882187e0,
                                         1.67638483018380384940e0,
                                         6.89767334985100004550e-1,
                                         1.48103976427480074590e-1,
                                         1.51986665636164571966e-2,
                                         5.47593808499534494600e-4,
                                         1.05075007164441684324e-9};
    static const double far_above[8] = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                                        2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                        2.71155556874348757815e-5, 2.01033439929228813265e-7};
    static const double far_below[8] = {1.0,
                                        5.99832206555887937690e-1,
                                        1.36929880922735805310e-1,
                                        1.48753612908506148525e-2,
                                        7.86869131145613259100e-4,
                                        1.84631831751005468180e-5,
                                        1.42151175831644588870e-7,
                                        2.04426310338993978564e-15};
    return r <= 5 ? ratio_of_polynomials(r - 1.6, near_above, near_below)
                  : ratio_of_polynomials(r - 5, far_above, far_below);
}

/* The approximation, and one step of Newton's method on what it leaves. */
double tml_normal_quantile(tml_probability at)
{
    const double small = fmin(at.p, at.q);
    if (!(small > 0))
        return at.p < at.q ? -INFINITY : INFINITY;
    if (small >= 0.075) {
        const double d = at.p < at.q ? at.p - 0.5 : 0.5 - at.q, x = middle_quantile(d);
        return x - (from_middle(x) - d) / tml_normal_density(x);
    }
    double x = tail_quantile(sqrt(-tml_ln(small)));
    const double density = tml_normal_density(x);
    if (density > 0)
        x += (tail(x) - small) / density;
    return at.p < at.q ? -x : x;
}

/* By the continued fraction 1/(x + 1/(x + 2/(x + 3/(x + ...)))), from its end; near 0 by its definition. */
double tml_mills_ratio(double x)
{
    if (x < 3)
        return tail(x) / tml_normal_density(x);
    double fraction = x;
    for (int k = x < 6 ? 120 : 40; k > 0; k--)
        fraction = x + k / fraction;
    return 1 / fraction;
}

static double decay(double s, const void *a)
{
    return tml_exp(-s * (*(const double *)a + s / 2));
}

/* The integral of exp(-a s - s^2/2) over 0 ... b-a: by quadrature where its two ends would cancel. */
double tml_normal_tail_between(double a, double b)
{
    const double width = b - a, exponent = width * (a + width / 2);
    if (exponent < 1)
        return tml_gauss_integral(decay, &a, 0, width);
    return tml_mills_ratio(a) - (exponent < 800 ? tml_exp(-exponent) * tml_mills_ratio(b) : 0);
}

double tml_normal_between(double a, double b)
{
    if (a < 0 && b > 0)
        return from_middle(b) - from_middle(a);
    const double near = fmin(fabs(a), fabs(b)), far = fmax(fabs(a), fabs(b));
    return near < far ? tml_normal_density(near) * tml_normal_tail_between(near, far) : 0;
}
