/* random.h - random numbers without a state: each is a function of a seed, a stream and an index.
 *
 * Philox4x32-10 of J. Salmon, M. Moraes, R. Dror and D. Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011): ten rounds of
 * multiplication scramble a counter (index, stream) under a key (seed). Any number of any stream is at hand at once, in any order and on
 * any thread, with the same bits. Streams and seeds are independent of each other.
 */
#pragma once
#include <stdint.h>

typedef struct {
    uint32_t word[4];
} tml_random_block;

/* What a stream is for. Studies give each dimension a stream of its own for each use (tml_random_stream). */
typedef enum { TML_RANDOM_POINTS, TML_RANDOM_PLACES, TML_RANDOM_PERMUTATION, TML_RANDOM_SCRAMBLING } tml_random_use;

static inline uint64_t tml_random_stream(tml_random_use use, int dimension)
{
    return (uint64_t)use << 32 | (uint32_t)dimension;
}

/* The cipher itself: counter, key. */
tml_random_block tml_philox(tml_random_block counter, const uint32_t key[2]);
/* 128 random bits. */
tml_random_block tml_random_bits(uint64_t seed, uint64_t stream, uint64_t index);
/* Uniform in (0, 1): an odd multiple of 2^-53, so neither 0 nor 1 (nor 1/2) occurs, and u is as probable as 1 - u, which is exact. */
double tml_random_uniform(uint64_t seed, uint64_t stream, uint64_t index);

/* (k + 1/2) 2^-52, the middle of cell k of 2^52: exact. */
static inline double tml_cell_middle(uint64_t k)
{
    return (double)(2 * k + 1) * 0x1p-53;
}
