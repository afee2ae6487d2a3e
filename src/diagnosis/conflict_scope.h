/* conflict_scope.h - which parts of a mechanism can contradict each other at all, and the fewest that do. */
#pragma once
#include "diagnosis/trial.h"
#include <stdint.h>

/* block[i] of each part: parts of different blocks cannot contradict each other, for what joins two blocks is one body. */
void tml_part_blocks(const tml_trial *trial, const tml_part *parts, int count, int *block);
/* Whether the parts of a block make one loop: each of its bodies has two of them. Without any one of them the others make a chain, which
 * can always be closed. */
bool tml_block_is_loop(const tml_trial *trial, const tml_part *parts, int count, const int *block, int wanted);

/* Whether the parts of a mask can be satisfied together. */
typedef struct {
    bool (*consistent)(void *context, uint64_t mask);
    bool (*exhausted)(void *context);
    void *context;
    int count; /* of parts, up to 64 */
} tml_part_oracle;

/* Of a set that contradicts itself, and does not without any one of its parts: one of the fewest parts that do. True: no fewer do; false:
 * that was not found out within bounds, and the set is as it was. */
bool tml_fewest_parts(const tml_part_oracle *oracle, uint64_t *set, tml_arena *arena);
