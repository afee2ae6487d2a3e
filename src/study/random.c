/* random.c - Philox4x32-10, and uniform numbers from it.
 *
 *   (c0, c1, c2, c3) <- (hi(M1 c2) ^ c1 ^ k0,  lo(M1 c2),  hi(M0 c0) ^ c3 ^ k1,  lo(M0 c0)),      (k0, k1) <- (k0 + W0, k1 + W1)
 */
#include "study/random.h"

enum { ROUNDS = 10 };
#define M0 UINT64_C(0xD2511F53)
#define M1 UINT64_C(0xCD9E8D57)
#define W0 UINT32_C(0x9E3779B9) /* of the golden ratio */
#define W1 UINT32_C(0xBB67AE85) /* of sqrt(3) - 1 */

tml_random_block tml_philox(tml_random_block counter, const uint32_t key[2])
{
    uint32_t *c = counter.word, k0 = key[0], k1 = key[1];
    for (int round = 0; round < ROUNDS; round++) {
        const uint64_t a = M0 * c[0], b = M1 * c[2];
        c[0] = (uint32_t)(b >> 32) ^ c[1] ^ k0;
        c[1] = (uint32_t)b;
        c[2] = (uint32_t)(a >> 32) ^ c[3] ^ k1;
        c[3] = (uint32_t)a;
        k0 += W0;
        k1 += W1;
    }
    return counter;
}

tml_random_block tml_random_bits(uint64_t seed, uint64_t stream, uint64_t index)
{
    const tml_random_block counter = {
        {(uint32_t)index, (uint32_t)(index >> 32), (uint32_t)stream, (uint32_t)(stream >> 32)}};
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    return tml_philox(counter, key);
}

double tml_random_uniform(uint64_t seed, uint64_t stream, uint64_t index)
{
    const tml_random_block block = tml_random_bits(seed, stream, index);
    return tml_cell_middle(((uint64_t)block.word[1] << 32 | block.word[0]) >> 12);
}
