/* grid.c - full factorial: every value of each parameter with every value of the others.
 *
 *   u = k/(n - 1), both ends included (n = 1: 1/2);      centred: u = (k + 1/2)/n      for k = 0 ... n-1
 */
#include "study/sequence.h"

uint64_t tml_grid_count(int dimensions, const uint64_t *levels)
{
    uint64_t count = 1;
    for (int d = 0; d < dimensions; d++) {
        if (levels[d] < 1 || levels[d] > TML_MAX_POINTS / count)
            return 0;
        count *= levels[d];
    }
    return count;
}

static uint64_t next_level(const tml_sequence *s, int dimension, uint64_t *index)
{
    const uint64_t level = *index % s->levels[dimension];
    *index /= s->levels[dimension];
    return level;
}

void tml_grid_levels(const tml_sequence *s, uint64_t index, uint64_t *level)
{
    for (int d = s->dimensions - 1; d >= 0; d--)
        level[d] = next_level(s, d, &index);
}

static double place(bool centred, uint64_t level, uint64_t levels)
{
    if (centred || levels == 1)
        return ((double)level + 0.5) / (double)levels;
    return (double)level / (double)(levels - 1);
}

static void point(const tml_sequence *s, uint64_t index, double *u)
{
    for (int d = s->dimensions - 1; d >= 0; d--)
        u[d] = place(s->centred, next_level(s, d, &index), s->levels[d]);
}

const tml_sequence_class tml_sequence_grid = {
    .name = "grid",
    .doc = "every value of each parameter with every value of the others; the first parameter is the slowest",
    .takes_levels = true,
    .takes_centred = true,
    .point = point,
};
