/* ldl_tree.h - elimination tree of a sparse symmetric matrix, with nodes amalgamated into fronts. */
#pragma once
#include "linalg/sparsity.h"

/* Fronts are numbered in postorder: children before parents. */
typedef struct {
    int count;
    int *parent;         /* (count) -1: a root */
    int *child, *next;   /* (count) lists of children; -1: end */
    int *first, *member; /* (count + 1), (n) unknowns of each front */
    int *upper,
        *upper_list; /* (count + 1), list: unknowns of fronts above coupled with a front, in order of elimination */
    int *home;       /* (n) front of each unknown */
} tml_ldl_tree;

/* group (n): unknowns of one group, 0 ... groups - 1, stay together; -1: eliminated with the first of its neighbours
 * (such unknowns are not coupled with each other). */
tml_ldl_tree tml_ldl_tree_make(tml_pattern A, const int *group, int groups, tml_arena *arena);
