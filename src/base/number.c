/* number.c - a double in 17 decimal digits, correctly rounded.
 *
 * |x| = m 2^e with m < 2^53. With d the decimal exponent of x and p = 16 - d the digits are
 *
 *     N = round(m 5^p 2^(e + p)),   10^16 <= N < 10^17,
 *
 * an integer product of up to 192 bits that is shifted: the bits shifted out determine the rounding, half to even. This is exact for
 * 0 <= p <= 54, i.e. 1e-38 <= |x| < 1e17; other numbers are left to printf.
 */
#include "base/number.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 17, FIVES = 27 };
static const uint64_t TEN_17 = 100000000000000000u;
__extension__ typedef unsigned __int128 wide;

static uint64_t power_of_five(int exponent)
{
    uint64_t power = 1, base = 5;
    for (; exponent > 0; exponent >>= 1, base *= base)
        if (exponent & 1)
            power *= base;
    return power;
}

/* m 5^p, least significant limb first. */
static void multiply(uint64_t m, int p, uint64_t limb[3])
{
    const int low = p < FIVES ? p : FIVES;
    const wide first = (wide)m * power_of_five(low);
    const uint64_t more = power_of_five(p - low);
    const wide bottom = (wide)(uint64_t)first * more, top = (wide)(uint64_t)(first >> 64) * more + (bottom >> 64);
    limb[0] = (uint64_t)bottom;
    limb[1] = (uint64_t)top;
    limb[2] = (uint64_t)(top >> 64);
}

/* Whether the bits below bit `shift` are more than half, or exactly half with an odd digit. */
static bool rounds_up(const uint64_t limb[3], int shift, bool odd)
{
    const int half = shift - 1;
    if (!(limb[half / 64] >> half % 64 & 1))
        return false;
    uint64_t rest = limb[half / 64] & ((UINT64_C(1) << half % 64) - 1);
    for (int i = 0; i < half / 64; i++)
        rest |= limb[i];
    return rest != 0 || odd;
}

/* round(m 5^p 2^(e + p)), which fits. */
static uint64_t scaled(uint64_t m, int e, int p)
{
    uint64_t limb[3];
    multiply(m, p, limb);
    const int shift = -(e + p);
    if (shift <= 0)
        return limb[0] << -shift;
    const int whole = shift / 64, part = shift % 64;
    uint64_t N = limb[whole] >> part;
    if (part > 0 && whole < 2)
        N |= limb[whole + 1] << (64 - part);
    return N + rounds_up(limb, shift, N & 1);
}

/* The digits N of |x| and its decimal exponent; false: out of range, left to printf. */
static bool decompose(double x, uint64_t *N, int *exponent)
{
    int binary;
    const uint64_t m = (uint64_t)ldexp(frexp(x, &binary), 53);
    const int e = binary - 53;
    int d = (int)floor((binary - 1) * 0.30102999566398119521); /* or one more */
    for (*N = TEN_17; *N >= TEN_17; d++) {
        const int p = DIGITS - 1 - d;
        if (p < 0 || p > 2 * FIVES)
            return false;
        *N = scaled(m, e, p);
    }
    *exponent = d - 1;
    return true;
}

/* 17 digits; returns their number without trailing zeros. */
static int write_digits(uint64_t N, char digits[static DIGITS + 1])
{
    int count = DIGITS;
    for (int i = DIGITS - 1; i >= 0; i--, N /= 10)
        digits[i] = (char)('0' + N % 10);
    while (count > 1 && digits[count - 1] == '0')
        count--;
    return count;
}

/* As %g: fixed-point from 1e-4 on, otherwise with an exponent. Returns the length. */
static size_t lay_out(const char *digits, int count, int exponent, char *to)
{
    char *at = to;
    if (exponent < -4 || exponent >= DIGITS) {
        *at++ = digits[0];
        if (count > 1)
            *at++ = '.';
        memcpy(at, digits + 1, (size_t)count - 1);
        at += count - 1;
        const int size = exponent < 0 ? -exponent : exponent;
        *at++ = 'e', *at++ = exponent < 0 ? '-' : '+', *at++ = (char)('0' + size / 10), *at++ = (char)('0' + size % 10);
        return (size_t)(at - to);
    }
    if (exponent < 0) {
        memcpy(at, "0.000", 5);
        at += 1 - exponent;
        memcpy(at, digits, (size_t)count);
        return (size_t)(at + count - to);
    }
    for (int i = 0; i < count || i <= exponent; i++) {
        if (i == exponent + 1)
            *at++ = '.';
        *at++ = i < count ? digits[i] : '0';
    }
    return (size_t)(at - to);
}

void tml_text_put_number(tml_text *text, double number)
{
    char digits[DIGITS + 1], out[40];
    uint64_t N;
    int exponent;
    size_t length = 0;
    if (number == 0) {
        tml_text_put(text, signbit(number) ? "-0" : "0", signbit(number) ? 2 : 1);
    } else if (isfinite(number) && decompose(fabs(number), &N, &exponent)) {
        out[0] = '-';
        length = number < 0;
        length += lay_out(digits, write_digits(N, digits), exponent, out + length);
        tml_text_put(text, out, length);
    } else {
        tml_text_put(text, out, (size_t)snprintf(out, sizeof out, "%.17g", number));
    }
}

void tml_shortest(double number, char text[TML_SHORTEST])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, TML_SHORTEST, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            return;
    }
}

void tml_text_put_shortest(tml_text *text, double number)
{
    char shortest[TML_SHORTEST];
    tml_shortest(number, shortest);
    tml_text_add(text, "%s", shortest);
}
