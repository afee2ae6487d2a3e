/* latin_hypercube.c - n points, of which every one of n equal parts of each parameter's range holds exactly one.
 *
 *   u_d = (pi_d(i) + w)/n,      pi_d a random permutation for each dimension, w uniform in (0, 1) or, centred, 1/2
 *
 * M. McKay, R. Beckman, W. Conover, "A comparison of three methods for selecting values of input variables" (1979). What a parameter does on its
 * own, added to what the others do, costs no sampling error of order n^-1/2.
 */
#include "study/permutation.h"
#include "study/random.h"
#include "study/sequence.h"
#include <math.h>

static double place(const tml_sequence *s, uint64_t index, int dimension)
{
    const double n = (double)s->count;
    const uint64_t stratum =
        tml_permutation_entry(s->seed, tml_random_stream(TML_RANDOM_PERMUTATION, dimension), s->count, index);
    if (s->centred)
        return ((double)stratum + 0.5) / n;
    const double w = tml_random_uniform(s->seed, tml_random_stream(TML_RANDOM_PLACES, dimension), index);
    const double u = ((double)stratum + w) / n, end = (double)(stratum + 1) / n;
    return u < end ? u : nextafter(end, 0); /* rounding does not move it into the next stratum, or to 1 */
}

static void point(const tml_sequence *s, uint64_t index, double *u)
{
    for (int d = 0; d < s->dimensions; d++)
        u[d] = place(s, index, d);
}

const tml_sequence_class tml_sequence_latin_hypercube = {
    .name = "latin_hypercube",
    .doc = "each of n equal parts of every parameter's range holds one of the n points",
    .takes_centred = true,
    .takes_seed = true,
    .point = point,
};
