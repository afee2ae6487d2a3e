/* permutation.h - a random permutation of 0 ... n-1 of which any entry is computed alone, without the others.
 *
 * A Feistel network on pairs (J. Black and P. Rogaway, "Ciphers with arbitrary finite domains", 2002): i = left b + right with
 * left < a, right < b, a b >= n, and rounds
 *
 *   left <- left + F(right) mod a,      right <- right + F(left) mod b,      F random functions (study/random.h)
 *
 * each of which can be undone. A result beyond n - 1 goes through again; that ends, since the network permutes 0 ... ab-1 and began below n. Few numbers, which such rounds mix too slowly, are shuffled instead (Fisher and Yates).
 */
#pragma once
#include <stdint.h>

/* The i-th entry, i < n <= 2^53. */
uint64_t tml_permutation_entry(uint64_t seed, uint64_t stream, uint64_t n, uint64_t i);
