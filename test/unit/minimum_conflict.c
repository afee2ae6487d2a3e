/* minimum_conflict.c - the smallest contradicting subset, against all subsets of random families. */
#include "diagnosis/conflict_scope.h"
#include "support/mechanics.h"
#include <criterion/criterion.h>

enum { PARTS = 10, SETS_MAX = 8 };

typedef struct {
    uint64_t sets[SETS_MAX]; /* what cannot be together */
    int count, asked, limit;
} family;

static bool consistent(void *context, uint64_t mask)
{
    family *f = context;
    f->asked++;
    for (int i = 0; i < f->count; i++)
        if ((mask & f->sets[i]) == f->sets[i])
            return false;
    return true;
}

static bool exhausted(void *context)
{
    const family *f = context;
    return f->asked > f->limit;
}

static int bits(uint64_t mask)
{
    int count = 0;
    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

/* Takes parts away while the rest still contradicts itself. */
static uint64_t reduce(family *f, uint64_t set)
{
    for (int i = 0; i < PARTS; i++)
        if (!consistent(f, set & ~((uint64_t)1 << i)))
            set &= ~((uint64_t)1 << i);
    return set;
}

Test(minimum_conflict, no_smaller_set_contradicts_itself)
{
    random_source d = {.state = 3};
    int shrunk = 0;
    for (int k = 0; k < 300; k++) {
        family f = {.count = 1 + random_index(&d, SETS_MAX), .limit = 1000000};
        int least = PARTS;
        for (int i = 0; i < f.count; i++) {
            while (f.sets[i] == 0 || bits(f.sets[i]) > 7)
                f.sets[i] = (uint64_t)random_index(&d, 1 << PARTS);
            least = bits(f.sets[i]) < least ? bits(f.sets[i]) : least;
        }
        const uint64_t all = ((uint64_t)1 << PARTS) - 1, first = reduce(&f, all);
        uint64_t set = first;
        tml_arena arena = {0};
        cr_assert(tml_minimum_conflict(&(tml_part_oracle){consistent, exhausted, &f, PARTS}, &set, &arena));
        cr_expect_eq(bits(set), least, "%d parts where %d do", bits(set), least);
        cr_expect_not(consistent(&f, set));
        shrunk += bits(set) < bits(first);
        tml_arena_free(&arena);
    }
    cr_expect_gt(shrunk, 20);
}

Test(minimum_conflict, nothing_is_claimed_beyond_the_limit)
{
    family f = {.sets = {0x3f, 0x0c}, .count = 2, .limit = 3};
    tml_arena arena = {0};
    uint64_t set = 0x3f;
    cr_expect_not(tml_minimum_conflict(&(tml_part_oracle){consistent, exhausted, &f, PARTS}, &set, &arena));
    cr_expect_eq(set, 0x3f);
    tml_arena_free(&arena);
}
