/* sobol.c - Sobol's sequence: points that fill the cube evenly, at any number of them and best at powers of 2.
 *
 *   x_i = sum over the bits k of the Gray code i ^ (i >> 1) of v_k  (mod 2, digit by digit),      v_k = m_k 2^-k
 *   v_k = a_1 v_(k-1) + ... + a_(s-1) v_(k-s+1) + v_(k-s) + v_(k-s) 2^-s      for k > s, s the degree of the polynomial
 *
 * in the order of Antonov and Saleev. Scrambled, the digits of each coordinate are flipped or not by random bits, one for each string of the
 * digits before (nested uniform scrambling, A. Owen 1995): a point is then uniform in the cube, the points are as even as before, and
 * means over n = 2^m points of a smooth function are off by n^-3/2, up to logarithms. Plain, the points are the textbook's without its first, the corner 0: index i is
 * their number i + 1. (Scrambled, the first is a point like any other, and without it 2^m points would not be even: A. Owen,
 * "On dropping the first Sobol' point", 2020.)
 */
#include "study/random.h"
#include "study/sequence.h"
#include "study/sequence/sobol_numbers.h"
#include <stddef.h>

enum { DIGITS = 52, GROUP = 7, NESTED_DIGITS = 4 * GROUP, REST = DIGITS - NESTED_DIGITS };

static int highest_bit(unsigned number)
{
    int bit = 0;
    while (number >>= 1)
        bit++;
    return bit;
}

/* v_1 ... v_count, as multiples of 2^-52. */
static void directions(int dimension, int count, uint64_t *v)
{
    const uint16_t *numbers = dimension > 0 ? tml_sobol_numbers[dimension - 1] : NULL;
    const unsigned polynomial = numbers ? numbers[0] : 0;
    const int degree = numbers ? highest_bit(polynomial) : count;
    for (int k = 0; k < count && k < degree; k++)
        v[k] = (uint64_t)(k > 0 && numbers ? numbers[k] : 1) << (DIGITS - 1 - k);
    for (int k = degree; k < count; k++) {
        v[k] = v[k - degree] ^ v[k - degree] >> degree;
        for (int j = 1; j < degree; j++)
            if (polynomial >> (degree - j) & 1)
                v[k] ^= v[k - j];
    }
}

/* x_i in this dimension, times 2^52; i < 2^52. */
static uint64_t element(int dimension, uint64_t i)
{
    uint64_t gray = i ^ i >> 1, v[DIGITS] = {0}, x = 0;
    int count = 0;
    while (gray >> count)
        count++;
    directions(dimension, count, v);
    for (int k = 0; k < count; k++)
        if (gray >> k & 1)
            x ^= v[k];
    return x;
}

/* The 128 random bits of a string of digits. */
static tml_random_block bits_of_prefix(uint64_t seed, int dimension, uint64_t x, int digits)
{
    return tml_random_bits(seed, tml_random_stream(TML_RANDOM_SCRAMBLING, dimension),
                           (uint64_t)digits << 56 | x >> (DIGITS - digits));
}

/* A block of 128 bits serves a tree of seven digits: the bit of a digit is found by the path to it, 1 and the digits before. Points are
 * distinct from digit 28 on, up to 2^28 of them: one block serves what remains. */
static uint64_t scramble(uint64_t seed, int dimension, uint64_t x)
{
    uint64_t y = 0;
    for (int first = 0; first < NESTED_DIGITS; first += GROUP) {
        const tml_random_block flips = bits_of_prefix(seed, dimension, x, first);
        const uint64_t digits = x >> (DIGITS - first - GROUP) & ((1 << GROUP) - 1);
        for (int before = 0; before < GROUP; before++) {
            const uint64_t path = UINT64_C(1) << before | digits >> (GROUP - before);
            y = y << 1 | (flips.word[path / 32] >> path % 32 & 1);
        }
    }
    const tml_random_block rest = bits_of_prefix(seed, dimension, x, NESTED_DIGITS);
    return x ^ (y << REST | rest.word[0] >> (32 - REST));
}

static void point(const tml_sequence *s, uint64_t index, double *u)
{
    for (int d = 0; d < s->dimensions; d++)
        u[d] = s->plain ? (double)element(d, index + 1) * 0x1p-52
                        : tml_cell_middle(scramble(s->seed, d, element(d, index)));
}

const tml_sequence_class tml_sequence_sobol = {
    .name = "sobol",
    .doc = "Sobol's sequence, scrambled by the seed: even at any number of points, best at powers of 2",
    .takes_plain = true,
    .takes_seed = true,
    .max_dimensions = TML_MAX_SOBOL_DIMENSIONS,
    .point = point,
};
