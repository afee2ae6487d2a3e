/* ldl.h - sparse symmetric matrices, definite or not:  P A P' = L D L', D of 1 x 1 and 2 x 2 blocks.
 *
 * The signs of D's eigenvalues are those of A's (Sylvester). Multifrontal: unknowns are eliminated group by group, those of a body and
 * of its constraints together, in dense matrices of a group and its neighbours; pivots that would be too small are delayed to the next
 * group up the elimination tree (Duff and Reid). The order is found once; factors are allocated with each factorization.
 */
#pragma once
#include "linalg/sparsity.h"
#include <stdbool.h>

typedef struct tml_ldl tml_ldl;

/* Pattern: both triangles. group (n): the group of each unknown, from 0 to groups - 1; -1: goes with the neighbour that is eliminated
 * first (such unknowns are not coupled with each other). */
tml_ldl *tml_ldl_make(tml_pattern pattern, const int *group, int groups, tml_arena *arena);
/* Factors these values (pattern.entries). Gives up in its arena without memory. */
void tml_ldl_factor(tml_ldl *f, const double *value);
/* Eigenvalues that are negative, and pivots that are zero. */
int tml_ldl_negative(const tml_ldl *f);
int tml_ldl_zero(const tml_ldl *f);
/* x (n) = A^-1 x; where A is singular, along its zero pivots 0. */
void tml_ldl_solve(const tml_ldl *f, double *x);
