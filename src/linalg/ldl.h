/* ldl.h - sparse symmetric indefinite factorization, multifrontal:  P A P' = L D L', D of 1 x 1 and 2 x 2 blocks.
 *
 * D has as many negative eigenvalues as A (Sylvester's law of inertia). Unknowns are eliminated in groups, those of a body with its
 * constraints, in dense fronts of a group and its neighbours; unstable pivots are delayed to the parent in the elimination tree (Duff and
 * Reid). The ordering is computed once; factors are allocated with each factorization.
 */
#pragma once
#include "linalg/sparsity.h"
#include <stdbool.h>

typedef struct tml_ldl tml_ldl;

/* Pattern: both triangles. group (n): the group of each unknown, 0 ... groups - 1; -1: eliminated with the first of its
 * neighbours (such unknowns are not coupled with each other). */
tml_ldl *tml_ldl_make(tml_pattern pattern, const int *group, int groups, tml_arena *arena);
/* Factors these values (pattern.entries). Without memory it gives up in its arena. */
void tml_ldl_factor(tml_ldl *f, const double *value);
/* Number of negative eigenvalues, and of zero pivots. */
int tml_ldl_negative(const tml_ldl *f);
int tml_ldl_zero(const tml_ldl *f);
/* x (n) = A^-1 x; for singular A zero along its zero pivots. */
void tml_ldl_solve(const tml_ldl *f, double *x);
