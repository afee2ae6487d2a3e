/* block_cholesky.h - symmetric positive definite matrices of 2 x 2 blocks with a fixed sparse pattern:  P S P' = L D L'.
 *
 * Constraints come in pairs (a pin holds two directions), so that blocks are the natural grain: few indices, and two numbers in
 * every operation. Where every product goes is found once; factoring is then one run through a list.
 */
#pragma once
#include "base/arena.h"
#include <stdbool.h>
#include <stddef.h>

/* Two numbers that are worked on together. */
typedef double tml_v2 __attribute__((vector_size(16), aligned(8), may_alias));

typedef struct {
    tml_v2 column[2];
} tml_block2;

typedef struct {
    int n;              /* blocks in a row */
    int *order;         /* (n) which is eliminated k-th */
    int *position;      /* (n) when it is eliminated */
    int *start;         /* (n + 1) of columns in that order: first the diagonal block, then those below it */
    int *row;           /* (start[n]) */
    int *target;        /* where the product of two blocks of a column goes, column by column; NULL: too many to list */
    tml_block2 *value;  /* (start[n]) S before factoring: only the lower triangle; after it L, and what D divides by */
    tml_block2 *scaled; /* (longest column) */
    double *first, *pivot; /* (2 n) diagonal of S, and pivots of the last factors, in the order given */
    tml_v2 *x;             /* (n) */
} tml_block_cholesky;

/* Pattern by columns, both triangles, the diagonal in it. NULL when it would fill in so much that it is better taken as dense. */
tml_block_cholesky *tml_block_cholesky_make(int n, const int *start, const int *row, tml_arena *arena);
/* Where block (i, j) stands, or block (j, i): the one that is eliminated later is the row. -1: it is zero. */
int tml_block_cholesky_find(const tml_block_cholesky *f, int i, int j);
/* False when a pivot is not above `least` times its diagonal: the values are lost then, too. */
bool tml_block_cholesky_factor(tml_block_cholesky *f, double least);
/* x (2 n) = S^-1 x */
void tml_block_cholesky_solve(tml_block_cholesky *f, double *x);
