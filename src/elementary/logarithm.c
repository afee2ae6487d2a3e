/* logarithm.c - logarithms, inverse hyperbolic functions and powers: log(2^k m) = k ln 2 + 2 (s + s^3/3 + s^5/5 ...), s = (m - 1)/(m + 1).
 *
 * m is between sqrt(1/2) and sqrt(2), |s| < 0.172. The first two terms are double-doubles, so that x^y = e^(y log x) is accurate to an ulp for all results.
 */
#include "elementary/elementary.h"
#include "elementary/exponential_kernel.h"
#include <math.h>
#include <stdbool.h>

static const tml_double2 LN2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
static const double LN2_HEAD = 0x1.62e42fefa3000p-1,
                    LN2_REST = 0x1.3de6af278ece6p-42; /* products of the head with k are exact */

/* 2 (s + s^3/3 + ...) */
static tml_double2 twice_artanh(tml_double2 s)
{
    static const tml_double2 THIRD = {0x1.5555555555555p-2, 0x1.5555555555555p-56};
    const double z = s.hi * s.hi;
    double tail = 0;
    for (int n = 27; n > 3; n -= 2)
        tail = z * (1.0 / n + tail);
    if (fabs(s.hi) < 0x1p-60)
        return (tml_double2){2 * s.hi, 2 * s.lo};
    tml_double2 cubic = tml_multiply2(THIRD, tml_multiply2(s, tml_multiply2(s, s)));
    cubic.lo += s.hi * (z * tail);
    const tml_double2 sum = tml_add2(s, cubic);
    return (tml_double2){2 * sum.hi, 2 * sum.lo};
}

/* x.hi = 2^power m */
static tml_double2 mantissa_of(tml_double2 x, int *power)
{
    const double m = frexp(x.hi, power);
    if (m < 0.70710678118654752440)
        --*power;
    return (tml_double2){ldexp(x.hi, -*power), x.lo == 0 ? 0 : ldexp(x.lo, -*power)};
}

/* log m, log(2^power) left out */
static tml_double2 log_of_mantissa(tml_double2 m)
{
    const tml_double2 above = tml_sum2(m.hi - 1, m.lo), below = tml_add2(m, (tml_double2){1, 0});
    return above.hi == 0
               ? above
               : twice_artanh(fabs(above.hi) < 0x1p-200 ? (tml_double2){0.5 * above.hi, 0} : tml_divide2(above, below));
}

tml_double2 tml_log_of(tml_double2 x)
{
    int power;
    const tml_double2 log = log_of_mantissa(mantissa_of(x, &power));
    if (power == 0)
        return log;
    const tml_double2 whole = tml_sum_of_sorted(power * LN2_HEAD, power * LN2_REST);
    return tml_add2(whole, log);
}

/* The logarithm of what has none that is finite: true. */
static bool is_special(double x, double *value)
{
    *value = isnan(x) ? x : x < 0 ? NAN : x == 0 ? -INFINITY : x;
    return !(x > 0 && x < INFINITY);
}

double tml_ln(double x)
{
    double special;
    return is_special(x, &special) ? special : tml_log_of((tml_double2){x, 0}).hi;
}

double tml_log2(double x)
{
    static const tml_double2 PER_LN2 = {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};
    double special;
    int power;
    if (is_special(x, &special))
        return special;
    const tml_double2 log = log_of_mantissa(mantissa_of((tml_double2){x, 0}, &power));
    return tml_add2((tml_double2){power, 0}, tml_multiply2(log, PER_LN2)).hi;
}

double tml_log10(double x)
{
    static const tml_double2 PER_LN10 = {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};
    double special;
    return is_special(x, &special) ? special : tml_multiply2(tml_log_of((tml_double2){x, 0}), PER_LN10).hi;
}

/* log(1 + u), u > -1 */
static tml_double2 log_of_1_plus(tml_double2 u)
{
    const tml_double2 sum = tml_sum2(1, u.hi);
    return tml_log_of((tml_double2){sum.hi, sum.lo + u.lo});
}

double tml_log1p(double x)
{
    double special;
    if (is_special(1 + x, &special))
        return special;
    return fabs(x) < 0x1p-60 ? x : log_of_1_plus((tml_double2){x, 0}).hi;
}

/* sqrt(w), w > 0 */
static tml_double2 root_of(tml_double2 w)
{
    const double root = sqrt(w.hi);
    const tml_double2 back = tml_product2(root, root);
    return tml_sum_of_sorted(root, (((w.hi - back.hi) - back.lo) + w.lo) / (2 * root));
}

/* log(2 x) of large x */
static double log_of_twice(double x)
{
    return isfinite(x) ? tml_add2(tml_log_of((tml_double2){x, 0}), LN2).hi : x;
}

double tml_asinh(double x)
{
    const double a = fabs(x);
    if (!(a < 0x1p40))
        return copysign(log_of_twice(a), x);
    if (a < 0x1p-30)
        return x;
    const tml_double2 one = {1, 0}, square = tml_product2(a, a), root = root_of(tml_add2(one, square));
    /* asinh x = log(1 + x + x^2/(1 + sqrt(1 + x^2))) */
    return copysign(log_of_1_plus(tml_add2((tml_double2){a, 0}, tml_divide2(square, tml_add2(one, root)))).hi, x);
}

double tml_acosh(double x)
{
    if (!(x >= 1))
        return isnan(x) ? x : NAN;
    if (x > 0x1p40)
        return log_of_twice(x);
    const double u = x - 1;
    if (u == 0)
        return 0;
    const tml_double2 square = tml_multiply2(tml_sum2(x, 1), (tml_double2){u, 0});
    return log_of_1_plus(tml_add2((tml_double2){u, 0}, root_of(square))).hi;
}

double tml_atanh(double x)
{
    const double a = fabs(x);
    if (!(a < 1))
        return a == 1 ? copysign(INFINITY, x) : isnan(x) ? x : NAN;
    if (a < 0x1p-30)
        return x;
    const tml_double2 log = a < 0.17 ? twice_artanh((tml_double2){a, 0})
                                     : tml_log_of(tml_divide2(tml_sum_of_sorted(1, a), tml_sum_of_sorted(1, -a)));
    return copysign(0.5 * log.hi, x);
}

/* ---- powers ---- */

static bool is_whole(double y)
{
    return floor(y) == y;
}

static bool is_odd(double y)
{
    return is_whole(y) && fabs(y) < 0x1p53 && fmod(y, 2) != 0;
}

/* |x|^y, x neither 0 nor 1, both finite */
static double power_of(double x, double y)
{
    const tml_double2 log = tml_log_of((tml_double2){fabs(x), 0});
    const double size = log.hi * y;
    if (!(fabs(size) < 750))
        return size > 0 ? INFINITY : 0;
    if (fabs(size) < 0x1p-60)
        return 1;
    const tml_double2 exponent =
        fabs(y) > 0x1p500 || fabs(y) < 0x1p-500 ? (tml_double2){size, 0} : tml_multiply2(log, (tml_double2){y, 0});
    const tml_power_of_e e = tml_power_of_e_at(exponent);
    return tml_scaled(e.value.hi + e.value.lo, e.power);
}

/* x = 0, or x or y infinite */
static double power_at_limit(double x, double y)
{
    if (isinf(y)) {
        const double a = fabs(x);
        return a == 1 ? 1 : (a > 1) == (y > 0) ? INFINITY : 0;
    }
    const double size = (x == 0) == (y > 0) ? 0 : INFINITY;
    return is_odd(y) ? copysign(size, x) : size;
}

double tml_pow(double x, double y)
{
    if (y == 0 || x == 1)
        return 1;
    if (y == 2)
        return x * x;
    if (isnan(x) || isnan(y))
        return x + y;
    if (x == 0 || isinf(x) || isinf(y))
        return power_at_limit(x, y);
    if (x < 0 && !is_whole(y))
        return NAN;
    const double size = x == -1 ? 1 : power_of(x, y);
    return x < 0 && is_odd(y) ? -size : size;
}
