/* minimum_conflict.c - conflicts of minimum size by hitting-set dualization.
 *
 * The complement of a maximal consistent subset is a correction set: every conflict contains one of its parts. A
 * minimum hitting set of all known correction sets is a lower bound; if it is a conflict, nothing smaller is; if not,
 * it is enlarged to a maximal consistent subset, which gives one more correction set.
 * [A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, Smallest MUS extraction with minimal hitting set
 * dualization, CP 2015]
 */
#include "diagnosis/conflict_scope.h"

enum { MAX_CORRECTIONS = 256, MAX_NODES = 200000 };

typedef struct {
    const tml_part_oracle *o;
    uint64_t all, *corrections;
    int count;
    int nodes;
    uint64_t best; /* smallest hitting set so far */
    int fewest;
} hitting_set;

static int bits(uint64_t mask)
{
    int count = 0;
    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

/* Whether `chosen` can be completed to a hitting set with fewer than `fewest` parts: branches on the smallest
 * correction set that it does not hit. */
static void branch(hitting_set *h, uint64_t chosen, int size)
{
    uint64_t open = 0;
    if (++h->nodes > MAX_NODES || size >= h->fewest)
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

/* Adds to *mask as much of `more` as is consistent with it, halves first. */
static void enlarge(const hitting_set *h, uint64_t *mask, uint64_t more)
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

/* The correction set that remains when `mask` is enlarged; false: out of bounds. */
static bool add_correction(hitting_set *h, uint64_t mask)
{
    enlarge(h, &mask, h->all & ~mask);
    if (h->o->exhausted(h->o->context) || h->count == MAX_CORRECTIONS || mask == h->all)
        return false;
    h->corrections[h->count++] = h->all & ~mask;
    return true;
}

bool tml_minimum_conflict(const tml_part_oracle *oracle, uint64_t *set, tml_arena *arena)
{
    hitting_set h = {.o = oracle, .corrections = TML_NEW_ARRAY(arena, uint64_t, MAX_CORRECTIONS)};
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
        if (h.nodes > MAX_NODES)
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
