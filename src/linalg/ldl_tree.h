/* ldl_tree.h - the elimination tree of a sparse symmetric matrix, its nodes merged into fronts. */
#pragma once
#include "linalg/sparsity.h"

/* Fronts are numbered so that children come before their parents. */
typedef struct {
    int count;
    int *parent;         /* (count) -1: a root */
    int *child, *next;   /* (count) lists of children; -1: no more */
    int *first, *member; /* (count + 1), (n) unknowns of each front */
    int *upper,
        *upper_list; /* (count + 1), list: unknowns of fronts above that a front reaches, in the order of elimination */
    int *home;       /* (n) front of each unknown */
} tml_ldl_tree;

/* group (n): unknowns of one group, from 0 to groups - 1, stay together; -1: goes with the neighbour that is eliminated first
 * (such unknowns are not coupled with each other). */
tml_ldl_tree tml_ldl_tree_make(tml_pattern A, const int *group, int groups, tml_arena *arena);
