/* permutation.c - Feistel network on pairs of numbers, with cycle walking; few numbers are shuffled. */
#include "study/permutation.h"
#include "study/random.h"
#include <math.h>

enum { FEW = 64, ROUND_PAIRS = 4 };

/* r bound/2^64 of 64 random bits r: below the bound, which is below 2^32. */
static uint64_t scaled(uint64_t bound, const tml_random_block *r)
{
    return (r->word[1] * bound + (r->word[0] * bound >> 32)) >> 32;
}

/* Fisher and Yates: where number i is after each of the first k + 1 changes places with a random one of them, k = 1 ... n-1. */
static uint64_t shuffled(uint64_t seed, uint64_t stream, uint64_t n, uint64_t i)
{
    for (uint64_t k = 1; k < n; k++) {
        const tml_random_block block = tml_random_bits(seed, stream, k);
        const uint64_t other = scaled(k + 1, &block);
        i = i == k ? other : i == other ? k : i;
    }
    return i;
}

/* number + F(other) mod bound */
static uint64_t shifted(uint64_t number, uint64_t bound, const tml_random_block *F)
{
    const uint64_t sum = number + scaled(bound, F);
    return sum < bound ? sum : sum - bound;
}

uint64_t tml_permutation_entry(uint64_t seed, uint64_t stream, uint64_t n, uint64_t i)
{
    if (n <= FEW)
        return shuffled(seed, stream, n, i);
    const uint64_t a = (uint64_t)ceil(sqrt((double)n)), b = (n + a - 1) / a;
    do {
        uint64_t left = i / b, right = i % b;
        for (uint64_t round = 0; round < 2 * ROUND_PAIRS; round += 2) {
            const tml_random_block of_right = tml_random_bits(seed, stream, round << 32 | right);
            left = shifted(left, a, &of_right);
            const tml_random_block of_left = tml_random_bits(seed, stream, (round + 1) << 32 | left);
            right = shifted(right, b, &of_left);
        }
        i = left * b + right;
    } while (i >= n);
    return i;
}
