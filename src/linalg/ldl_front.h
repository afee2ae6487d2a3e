/* ldl_front.h - a dense symmetric matrix of which a part is eliminated:  F = [L11; L21] D [L11' L21'] + [0 0; 0 rest]. */
#pragma once
#include <stdbool.h>

typedef struct {
    int count, pivots; /* rows; eliminated, the first of them */
    int *row;          /* (count) unknowns, in the order in which they were eliminated */
    double *L;         /* (count x pivots) by columns */
    double *D;   /* (2 x pivots) 1/d and 0; of a block its inverse's diagonal and, with the first, what is beside it */
    bool *block; /* (pivots) first of a 2 x 2 block */
    int negative, zero; /* eigenvalues of D, pivots that are zero */
} tml_ldl_front;

/* How many numbers elimination needs beside a front of `count` rows. */
long tml_ldl_front_room(int count);
/* Eliminates of the first `summed` rows of F (count x count by columns, lower triangle) all that have good pivots, at a root every one;
 * `row` is put in order, D and block are filled. Columns of L are then where those of F were, what is left behind them. */
void tml_ldl_front_eliminate(tml_ldl_front *at, double *F, double *room, int summed, bool root);
