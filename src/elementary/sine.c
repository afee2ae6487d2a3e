/* sine.c - sine, cosine and tangent: reduction to |r| < pi/4, then polynomials (sine_kernel.h).
 *
 * Large angles: x 2/pi modulo 4 in integers, from a stored 2/pi of 1280 bits (M. Payne and R. Hanek, Radian reduction for trigonometric functions,
 * SIGNUM Newsletter 18 (1983)).
 */
#include "elementary/double_double.h"
#include "elementary/elementary.h"
#include "elementary/sine_kernel.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* An angle as quadrant pi/2 + r + tail. */
typedef struct {
    double r, tail;
    uint64_t quadrant; /* modulo 4 */
} reduced;

/* ---- large angles ---- */

/* 2/pi as a binary fraction, behind 64 zeros */
static const uint64_t TWO_OVER_PI[] = {
    0,
    0xa2f9836e4e441529,
    0xfc2757d1f534ddc0,
    0xdb6295993c439041,
    0xfe5163abdebbc561,
    0xb7246e3a424dd2e0,
    0x06492eea09d1921c,
    0xfe1deb1cb129a73e,
    0xe88235f52ebb4484,
    0xe99c7026b45f7e41,
    0x3991d639835339f4,
    0x9c845f8bbdf9283b,
    0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f,
    0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab,
    0xf0cfbc209af4361d,
};

/* 64 bits of 2/pi, the first of which has the weight 2^-first. */
static uint64_t bits_of_two_over_pi(int first)
{
    const int at = first - 1 + 64, word = at / 64, shift = at % 64;
    return shift ? TWO_OVER_PI[word] << shift | TWO_OVER_PI[word + 1] >> (64 - shift) : TWO_OVER_PI[word];
}

enum { LIMBS = 6 }; /* of 32 bits */

/* m times 192 bits of 2/pi, modulo 2^192: lowest limb first. */
static void multiply(uint64_t m, int first, uint32_t product[LIMBS])
{
    uint32_t bits[LIMBS];
    for (int i = 0; i < LIMBS / 2; i++) {
        const uint64_t word = bits_of_two_over_pi(first + 64 * (LIMBS / 2 - 1 - i));
        bits[2 * i] = (uint32_t)word, bits[2 * i + 1] = (uint32_t)(word >> 32);
    }
    memset(product, 0, LIMBS * sizeof *product);
    for (int half = 0; half < 2; half++) {
        const uint64_t factor = half ? m >> 32 : m & 0xffffffff;
        uint64_t carry = 0;
        for (int i = 0; i + half < LIMBS; i++) {
            carry += factor * bits[i] + product[i + half];
            product[i + half] = (uint32_t)carry;
            carry >>= 32;
        }
    }
}

/* The fraction below the two highest bits, less 1 where `negative`, as a double-double. */
static tml_double2 fraction_of(const uint32_t product[LIMBS], bool negative)
{
    tml_double2 sum = {0, 0};
    double weight = 0x1p-30;
    for (int i = LIMBS - 1; i >= 0; i--, weight *= 0x1p-32) {
        const uint32_t limb = negative ? ~product[i] : product[i];
        const tml_double2 next = tml_sum_of_sorted(sum.hi, (i == LIMBS - 1 ? limb & 0x3fffffff : limb) * weight);
        sum.hi = next.hi, sum.lo += next.lo;
    }
    return negative ? tml_negate2(sum) : sum;
}

/* 0.5 < |x| < infinity */
static reduced reduce_far(double x)
{
    static const tml_double2 QUARTER = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
    int exponent;
    const uint64_t m = (uint64_t)(frexp(fabs(x), &exponent) * 0x1p53);
    uint32_t product[LIMBS];
    multiply(m, exponent - 53 - 1, product); /* bits before have multiples of 4 as products with x */
    const bool above = product[LIMBS - 1] >> 29 & 1;
    const uint64_t quadrant = (product[LIMBS - 1] >> 30) + above;
    const tml_double2 r = tml_multiply2(QUARTER, fraction_of(product, above));
    return x < 0 ? (reduced){-r.hi, -r.lo, -quadrant} : (reduced){r.hi, r.lo, quadrant};
}

/* ---- all angles ---- */

static inline bool reduce_near(double x, reduced *to)
{
    const double shifted = x * TML_QUARTER_TURNS + TML_TO_INTEGER, k = shifted - TML_TO_INTEGER;
    const double near = x - k * TML_QUARTER_TURN_1, middle = k * TML_QUARTER_TURN_2;
    const double head = near - middle, rest = k * TML_QUARTER_TURN_3 - ((near - head) - middle);
    to->r = head - rest, to->tail = (head - to->r) - rest;
    memcpy(&to->quadrant, &shifted, sizeof shifted);
    return fabs(x) <= TML_NEAR_ANGLE && fabs(to->r) >= fabs(k) * TML_SMALL_REST;
}

static inline reduced reduce(double x)
{
    reduced a;
    if (reduce_near(x, &a))
        return a;
    return isfinite(x) ? reduce_far(x) : (reduced){NAN, NAN, 0};
}

static inline double sine_of(reduced a)
{
    const double z = a.r * a.r;
    return TML_SINE_OF(a.r, a.tail, z);
}

static inline double cosine_of(reduced a)
{
    const double z = a.r * a.r, half = 0.5 * z, one = 1.0 - half;
    return one + TML_COSINE_MORE(a.r, a.tail, z, half, one);
}

tml_sine_cosine tml_sincos(double x)
{
    const reduced a = reduce(x);
    const double s = sine_of(a), c = cosine_of(a);
    const double sine = a.quadrant & 1 ? c : s, cosine = a.quadrant & 1 ? s : c;
    return (tml_sine_cosine){a.quadrant & 2 ? -sine : sine, (a.quadrant + 1) & 2 ? -cosine : cosine};
}

double tml_sin(double x)
{
    const reduced a = reduce(x);
    const double size = a.quadrant & 1 ? cosine_of(a) : sine_of(a);
    return a.quadrant & 2 ? -size : size;
}

double tml_cos(double x)
{
    const reduced a = reduce(x);
    const double size = a.quadrant & 1 ? sine_of(a) : cosine_of(a);
    return (a.quadrant + 1) & 2 ? -size : size;
}

/* tan x = sin r/cos r, or -cos r/sin r in odd quadrants, both with what their rounding leaves. */
double tml_tan(double x)
{
    const reduced a = reduce(x);
    const double z = a.r * a.r, half = 0.5 * z, one = 1.0 - half;
    if (fabs(a.r) < 0x1p-300) /* products of r underflow; zero keeps its sign */
        return a.r;
    const tml_double2 s = tml_sum_of_sorted(a.r, -TML_SINE_LESS(a.r, a.tail, z)),
                      c = tml_sum_of_sorted(one, TML_COSINE_MORE(a.r, a.tail, z, half, one));
    return a.quadrant & 1 ? -tml_divide2(c, s).hi : tml_divide2(s, c).hi;
}
