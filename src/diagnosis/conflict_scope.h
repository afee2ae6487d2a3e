/* conflict_scope.h - which parts of a mechanism can contradict each other at all, and conflicts of minimum size. */
#pragma once
#include "diagnosis/trial.h"
#include <stdint.h>

/* block[i] of each part: parts of different blocks cannot contradict each other, as two blocks share at most one body. */
void tml_part_blocks(const tml_trial *trial, const tml_part *parts, int count, int *block);
/* Whether the parts of a block form one loop: each of its bodies has two of them. Without any one of them the others
 * are an open chain, which can always be closed. */
bool tml_block_is_loop(const tml_trial *trial, const tml_part *parts, int count, const int *block, int wanted);

/* Whether the parts of a mask can be satisfied together. */
typedef struct {
    bool (*consistent)(void *context, uint64_t mask);
    bool (*exhausted)(void *context);
    void *context;
    int count; /* of parts, up to 64 */
} tml_part_oracle;

/* From an irreducible conflict, one of minimum size. True: no smaller one exists; false: that was not decided within
 * bounds, and the set is unchanged. */
bool tml_minimum_conflict(const tml_part_oracle *oracle, uint64_t *set, tml_arena *arena);
