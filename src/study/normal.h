/* normal.h - the standard normal distribution to full precision, both tails included.
 *
 *   phi(x) = exp(-x^2/2)/sqrt(2 pi),      Phi(x) = integral of phi from -inf to x,      Mills' ratio R(x) = Phi(-x)/phi(x)
 */
#pragma once

/* A probability with its complement, p + q = 1: near 0 and near 1 no digits are lost. */
typedef struct {
    double p, q;
} tml_probability;

static inline tml_probability tml_probability_of(double p)
{
    return (tml_probability){p, 1 - p};
}

double tml_normal_density(double x);
tml_probability tml_normal_cdf(double x);
/* x with Phi(x) = at.p; -inf and inf at 0 and 1. */
double tml_normal_quantile(tml_probability at);
/* Of x >= 0. */
double tml_mills_ratio(double x);
/* Phi(b) - Phi(a) of a <= b, precise however narrow the interval is. */
double tml_normal_between(double a, double b);
/* The same divided by phi(a), of 0 <= a < b; b may be infinite. Precise in tails where both would be zero. */
double tml_normal_tail_between(double a, double b);
