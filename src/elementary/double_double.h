/* double_double.h - numbers as unevaluated sums hi + lo of two doubles, |lo| <= ulp(hi)/2: about 106 bits.
 *
 * T. J. Dekker, A floating-point technique for extending the available precision, Numerische Mathematik 18 (1971). Products are split into
 * halves of 26 bits instead of using fused multiply-add. Operands of products are between 1e-280 and 1e290.
 */
#pragma once

typedef struct {
    double hi, lo;
} tml_double2;

/* a + b with its rounding error, |a| >= |b|. */
static inline tml_double2 tml_sum_of_sorted(double a, double b)
{
    const double sum = a + b;
    return (tml_double2){sum, b - (sum - a)};
}

/* a + b with its rounding error. */
static inline tml_double2 tml_sum2(double a, double b)
{
    const double sum = a + b, part = sum - a;
    return (tml_double2){sum, (a - (sum - part)) + (b - part)};
}

/* a b with its rounding error. */
static inline tml_double2 tml_product2(double a, double b)
{
    static const double SPLIT = 0x1p27 + 1;
    const double product = a * b, pa = SPLIT * a, pb = SPLIT * b;
    const double a1 = pa - (pa - a), a2 = a - a1, b1 = pb - (pb - b), b2 = b - b1;
    return (tml_double2){product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

static inline tml_double2 tml_add2(tml_double2 a, tml_double2 b)
{
    const tml_double2 sum = tml_sum2(a.hi, b.hi);
    return tml_sum_of_sorted(sum.hi, sum.lo + (a.lo + b.lo));
}

static inline tml_double2 tml_multiply2(tml_double2 a, tml_double2 b)
{
    const tml_double2 product = tml_product2(a.hi, b.hi);
    return tml_sum_of_sorted(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

static inline tml_double2 tml_divide2(tml_double2 a, tml_double2 b)
{
    const double quotient = a.hi / b.hi;
    const tml_double2 back = tml_product2(quotient, b.hi);
    const double rest = ((a.hi - back.hi) - back.lo) + (a.lo - quotient * b.lo);
    return tml_sum_of_sorted(quotient, rest / b.hi);
}

static inline tml_double2 tml_negate2(tml_double2 a)
{
    return (tml_double2){-a.hi, -a.lo};
}
