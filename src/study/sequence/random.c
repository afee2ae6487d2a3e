/* random.c - independent, uniform points: plain Monte Carlo. A parameter more changes no number of the others. */
#include "study/random.h"
#include "study/sequence.h"

static void point(const tml_sequence *s, uint64_t index, double *u)
{
    for (int d = 0; d < s->dimensions; d++)
        u[d] = tml_random_uniform(s->seed, tml_random_stream(TML_RANDOM_POINTS, d), index);
}

const tml_sequence_class tml_sequence_random = {
    .name = "random",
    .doc = "independent points, uniform in the cube (Monte Carlo)",
    .takes_seed = true,
    .point = point,
};
