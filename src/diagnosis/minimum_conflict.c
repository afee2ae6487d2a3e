/* minimum_conflict.c - the fewest parts that contradict each other, by hitting sets.
 *
 * What is left out of a largest part of the mechanism that can be satisfied is a correction: every contradiction has one of its parts. The
 * fewest parts that meet all corrections known are a lower bound; if they contradict each other, nothing smaller does; if not, they are
 * enlarged to a largest part that can be satisfied, which gives one more correction.
 * [A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, Smallest MUS extraction with minimal hitting set dualization, CP 2015]
 */
#include "diagnosis/conflict_scope.h"

enum { CORRECTIONS_MAX = 256, NODES_MAX = 200000 };

typedef struct {
    const tml_part_oracle *o;
    uint64_t all, *corrections;
    int count;
    int nodes;
    uint64_t best; /* hitting set with the fewest parts so far */
    int fewest;
} hitting;

static int bits(uint64_t mask)
{
    int count = 0;
    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

/* Whether what is in `chosen` can be completed to a hitting set with fewer than `fewest` parts: branches on the correction with the fewest
 * parts that it does not meet. */
static void branch(hitting *h, uint64_t chosen, int size)
{
    uint64_t open = 0;
    if (++h->nodes > NODES_MAX || size >= h->fewest)
        return;
    for (int i = 0; i < h->count; i++)
        if (!(h->corrections[i] & chosen) && (!open || bits(h->corrections[i]) < bits(open)))
            open = h->corrections[i];
    if (!open) {
        h->best = chosen;
        h->fewest = size;
        return;
    }
    if (size + 1 >= h->fewest)
        return;
    for (; open; open &= open - 1)
        branch(h, chosen | (open & -open), size + 1);
}

/* Adds to *mask as much of `more` as can be satisfied with it, halves first. */
static void enlarge(const hitting *h, uint64_t *mask, uint64_t more)
{
    if (!more || h->o->exhausted(h->o->context))
        return;
    if (h->o->consistent(h->o->context, *mask | more)) {
        *mask |= more;
        return;
    }
    if (bits(more) == 1)
        return;
    uint64_t half = 0;
    for (int wanted = bits(more) / 2; wanted > 0; wanted--) {
        const uint64_t lowest = more & -more;
        half |= lowest;
        more ^= lowest;
    }
    enlarge(h, mask, half);
    enlarge(h, mask, more);
}

/* The correction that is left when `mask` is enlarged; false: out of bounds. */
static bool add_correction(hitting *h, uint64_t mask)
{
    enlarge(h, &mask, h->all & ~mask);
    if (h->o->exhausted(h->o->context) || h->count == CORRECTIONS_MAX || mask == h->all)
        return false;
    h->corrections[h->count++] = h->all & ~mask;
    return true;
}

bool tml_fewest_parts(const tml_part_oracle *oracle, uint64_t *set, tml_arena *arena)
{
    hitting h = {.o = oracle, .corrections = TML_NEW_ARRAY(arena, uint64_t, CORRECTIONS_MAX)};
    if (oracle->count > 64)
        return false;
    h.all = oracle->count == 64 ? UINT64_MAX : ((uint64_t)1 << oracle->count) - 1;
    for (uint64_t left = *set; left; left &= left - 1)
        if (!add_correction(&h, *set & ~(left & -left)))
            return false;
    for (;;) {
        h.fewest = bits(*set);
        h.best = *set;
        h.nodes = 0;
        branch(&h, 0, 0);
        if (h.nodes > NODES_MAX)
            return false;
        if (h.best == *set)
            return true;
        if (!oracle->consistent(oracle->context, h.best)) {
            *set = h.best;
            return !oracle->exhausted(oracle->context);
        }
        if (!add_correction(&h, h.best))
            return false;
    }
}
