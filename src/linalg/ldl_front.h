/* ldl_front.h - partial factorization of a dense symmetric front:  F = [L11; L21] D [L11' L21'] + [0 0; 0 remainder]. */
#pragma once
#include <stdbool.h>

typedef struct {
    int count, pivots;  /* rows; eliminated ones, which come first */
    int *row;           /* (count) unknowns, in order of elimination */
    double *L;          /* (count x pivots) by columns */
    double *D;          /* (2 x pivots) 1/d and 0; of a block the inverse: diagonal, and off-diagonal with the first */
    bool *block;        /* (pivots) first of a 2 x 2 block */
    int negative, zero; /* numbers of negative eigenvalues of D and of zero pivots */
} tml_ldl_front;

/* Size of the workspace for a front of `count` rows. */
long tml_ldl_front_workspace(int count);
/* Eliminates those of the first `summed` rows of F (count x count by columns, lower triangle) that have stable pivots,
 * at a root all of them; `row` is permuted, D and block are filled. L replaces the eliminated columns of F, the
 * remainder follows. */
void tml_ldl_front_eliminate(tml_ldl_front *at, double *F, double *workspace, int summed, bool root);
