/* number.c - numbers as text: the same as printf, for numbers of every magnitude and at rounding ties. */
#include "base/number.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect_same(double x)
{
    char wanted[64];
    tml_text text = {0};
    snprintf(wanted, sizeof wanted, "%.17g", x);
    tml_text_put_number(&text, x);
    cr_expect_str_eq(text.data, wanted, "%a: %s, but printf writes %s", x, text.data, wanted);
    tml_text_free(&text);
}

static uint64_t next(uint64_t *seed)
{
    *seed ^= *seed << 13, *seed ^= *seed >> 7, *seed ^= *seed << 17;
    return *seed;
}

Test(number, any_bits_print_as_printf_does)
{
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 100000; i++) {
        const uint64_t bits = next(&seed);
        double x;
        memcpy(&x, &bits, sizeof x);
        if (!isnan(x))
            expect_same(x);
    }
}

Test(number, numbers_of_usual_size_print_as_printf_does)
{
    uint64_t seed = 362436069362436069u;
    for (int i = 0; i < 200000; i++) {
        const double size = pow(10, (double)(next(&seed) % 60) - 40);
        expect_same(size * ((double)(next(&seed) >> 11) / 9007199254740992.0) * (i % 2 ? 1 : -1));
    }
}

Test(number, numbers_with_few_digits_print_as_printf_does)
{
    for (int i = -20000; i <= 20000; i++) {
        expect_same(i);
        expect_same(i / 64.0);
        expect_same(i * 1e-3);
        expect_same(ldexp(i, 40));
        expect_same(ldexp(i, -60));
    }
}

Test(number, neighbours_of_powers_of_ten_print_as_printf_does)
{
    for (int k = -45; k <= 25; k++) {
        const double x =
            strtod((char[8]){'1', 'e', k < 0 ? '-' : '+', (char)('0' + abs(k) / 10), (char)('0' + abs(k) % 10)}, NULL);
        double below = x, above = x;
        for (int i = 0; i < 20; i++, below = nextafter(below, 0), above = nextafter(above, INFINITY))
            expect_same(below), expect_same(above);
    }
}

/* Halves of the last digit, which go to the even one: integers above 2^53 have none of them, quarters of large ones do. */
Test(number, ties_round_as_printf_does)
{
    for (int64_t i = 0; i < 20000; i++) {
        expect_same((double)(INT64_C(1125899906842624) + i) + 0.125);
        expect_same((double)(INT64_C(2251799813685248) + i) + 0.25);
        expect_same((double)(INT64_C(4503599627370496) + i) + 0.5);
    }
}

Test(number, largest_and_smallest_numbers_print_as_printf_does)
{
    const double x[] = {0,    -0.0, INFINITY, -INFINITY, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308,
                        1e17, 1e16};
    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        expect_same(x[i]), expect_same(-x[i]);
}
