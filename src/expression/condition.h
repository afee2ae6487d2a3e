/* condition.h - conditions of one side. */
#pragma once
#include "expression/expression.h"

/* The side of a condition a > b (1) or a < b (-1), with or without =; 0: it is none of these. */
int tml_tree_side(const tml_tree *tree);
/* The tree of its negative. */
const tml_tree *tml_tree_negative(tml_arena *arena, const tml_tree *tree);
