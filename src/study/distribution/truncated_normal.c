/* truncated_normal.c - a normal distribution of which only the values between two limits occur; either limit may be far out in a tail.
 *
 *   F(x) = (Phi(z) - Phi(a))/(Phi(b) - Phi(a)),      z, a, b = (x, lower, upper - mean)/sigma
 *
 * No difference of nearly equal numbers is formed: Phi(z) = q Phi(a) + p Phi(b), and the same of the complements, of which the smaller is
 * inverted; where these leave the range of numbers, logarithms are. Mean and variance are integrals of positive functions, by quadrature:
 * their closed forms cancel in tails and in narrow intervals.
 */
#include "elementary/elementary.h"
#include "study/distribution.h"
#include "study/quadrature.h"
#include <math.h>
#include <stddef.h>

enum { MEAN, SIGMA, LOWER, UPPER };
enum { FAR_TAIL = 30, NEWTON_STEPS = 5, PANELS = 16 };

typedef struct {
    double a, b;
} limits;

static limits standard_limits(const tml_distribution *d)
{
    const double *p = d->parameter;
    return (limits){(p[LOWER] - p[MEAN]) / p[SIGMA], (p[UPPER] - p[MEAN]) / p[SIGMA]};
}

static const char *check(const tml_distribution *d)
{
    const double *p = d->parameter;
    if (!isfinite(p[MEAN]))
        return "`mean` must be given and finite";
    if (!(p[SIGMA] > 0 && isfinite(p[SIGMA])))
        return "`sigma` must be greater than 0 and finite";
    if (!(p[LOWER] < p[UPPER]))
        return "`lower` must be less than `upper`";
    const limits l = standard_limits(d);
    if (!(l.a < l.b))
        return "`lower` and `upper` are too close together for this `mean` and `sigma`";
    return fmax(l.a, -l.b) < 1e8 ? NULL : "the limits are over 1e8 `sigma` from `mean`";
}

/* z between a > 0 and b with (Phi(-z) - Phi(-b))/(Phi(-a) - Phi(-b)) = q, by Newton's method for the logarithm:
 * Phi(-z)/Phi(-a) = exp(-y (a + y/2)) R(z)/R(a), z = a + y */
static double far_tail_quantile(double a, double b, tml_probability at)
{
    const double R_a = tml_mills_ratio(a);
    const double end = isfinite(b) ? -(b - a) * (a + (b - a) / 2) + tml_ln(tml_mills_ratio(b) / R_a) : -INFINITY;
    /* log(q + p exp(end)), from whichever form keeps the digits */
    const double log_ratio = at.p < 0.5 ? tml_log1p(at.p * tml_expm1(end)) : tml_ln(at.q + at.p * tml_exp(end));
    double y = -2 * log_ratio / (a + sqrt(a * a - 2 * log_ratio));
    for (int i = 0; i < NEWTON_STEPS; i++) {
        const double R = tml_mills_ratio(a + y);
        y = fmax(y - R * (y * (a + y / 2) - tml_ln(R / R_a) + log_ratio), 0);
    }
    return a + y;
}

static double standard_quantile(limits l, tml_probability at)
{
    if (l.a > FAR_TAIL)
        return far_tail_quantile(l.a, l.b, at);
    if (l.b < -FAR_TAIL)
        return -far_tail_quantile(-l.b, -l.a, (tml_probability){at.q, at.p});
    const tml_probability A = tml_normal_cdf(l.a), B = tml_normal_cdf(l.b);
    return tml_normal_quantile((tml_probability){at.q * A.p + at.p * B.p, at.q * A.q + at.p * B.q});
}

static double quantile(const tml_distribution *d, tml_probability at)
{
    const double *p = d->parameter;
    if (at.p <= 0)
        return p[LOWER];
    if (at.q <= 0)
        return p[UPPER];
    const double x = p[MEAN] + p[SIGMA] * standard_quantile(standard_limits(d), at);
    return fmin(fmax(x, p[LOWER]), p[UPPER]);
}

static double cdf(const tml_distribution *d, double x)
{
    if (x <= d->parameter[LOWER])
        return 0;
    if (x >= d->parameter[UPPER])
        return 1;
    const limits l = standard_limits(d);
    const double z = (x - d->parameter[MEAN]) / d->parameter[SIGMA];
    if (l.a >= 0)
        return tml_normal_tail_between(l.a, z) / tml_normal_tail_between(l.a, l.b);
    if (l.b > 0)
        return tml_normal_between(l.a, z) / tml_normal_between(l.a, l.b);
    /* mirrored: 1 - G(-b, -z)/G(-b, -a), the difference taken exactly: both have the factor phi */
    const double left = tml_normal_tail_between(-z, -l.a), all = tml_normal_tail_between(-l.b, -l.a);
    return left * tml_exp(-(l.b - z) * (-l.b - z) / 2) / all;
}

/* Moments about the mode c, the value nearest to zero: weight exp(-c y - y^2/2) at z = c + y. */
typedef struct {
    double mode, centre;
    int power;
} moment;

static double weighted(double y, const void *data)
{
    const moment *m = data;
    return tml_pow(y - m->centre, m->power) * tml_exp(-y * (m->mode + y / 2));
}

/* Over all y where the weight is more than exp(-50). */
static double integral(limits l, const moment *m)
{
    const double far = 100 / (sqrt(m->mode * m->mode + 100) + fabs(m->mode));
    const double from = fmax(l.a - m->mode, -far), to = fmin(l.b - m->mode, far);
    double sum = 0;
    for (int i = 0; i < PANELS; i++)
        sum += tml_gauss_integral(weighted, m, from + (to - from) * i / PANELS, from + (to - from) * (i + 1) / PANELS);
    return sum;
}

/* mode + offset: the mean of z */
static void moments(limits l, double *mode, double *offset, double *variance)
{
    moment m = {.mode = fmin(fmax(0, l.a), l.b), .power = 0};
    const double all = integral(l, &m);
    m.power = 1;
    *mode = m.mode;
    *offset = m.centre = integral(l, &m) / all;
    m.power = 2;
    *variance = integral(l, &m) / all;
}

static double mean(const tml_distribution *d)
{
    double mode, offset, variance;
    moments(standard_limits(d), &mode, &offset, &variance);
    return d->parameter[MEAN] + d->parameter[SIGMA] * (mode + offset);
}

static double variance(const tml_distribution *d)
{
    double mode, offset, of_z;
    moments(standard_limits(d), &mode, &offset, &of_z);
    return d->parameter[SIGMA] * d->parameter[SIGMA] * of_z;
}

const tml_distribution_class tml_distribution_truncated_normal = {
    .name = "truncated_normal",
    .doc = "the part of a normal distribution between two limits",
    .parameter =
        {[MEAN] = {.name = "mean", .doc = "mean value before truncation"},
         [SIGMA] = {.name = "sigma", .doc = "standard deviation before truncation"},
         [LOWER] = {.name = "lower", .doc = "least value; none if not given", .optional = true, .otherwise = -INFINITY},
         [UPPER] =
             {.name = "upper", .doc = "greatest value; none if not given", .optional = true, .otherwise = INFINITY}},
    .check = check,
    .quantile = quantile,
    .cdf = cdf,
    .mean = mean,
    .variance = variance,
};
