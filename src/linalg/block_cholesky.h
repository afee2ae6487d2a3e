/* block_cholesky.h - sparse Cholesky (LDL') of symmetric positive definite matrices in 2 x 2 blocks of fixed pattern:  P S P' = L D L'.
 *
 * Constraints come in pairs (a pin has two rows), so 2 x 2 blocks are natural: fewer indices, and SIMD pairs in every operation.
 * The target of every product is found once; the numeric factorization is then a single pass through a list.
 */
#pragma once
#include "base/arena.h"
#include <stdbool.h>
#include <stddef.h>

/* A pair of numbers, processed together (SIMD). */
typedef double tml_v2 __attribute__((vector_size(16), aligned(8), may_alias));

typedef struct {
    tml_v2 column[2];
} tml_block2;

typedef struct {
    int n;              /* blocks per row */
    int *order;         /* (n) elimination order: the k-th pivot */
    int *position;      /* (n) inverse of order */
    int *start;         /* (n + 1) of columns in that order: the diagonal block, then those below it */
    int *row;           /* (start[n]) */
    int *target;        /* target of the product of two blocks of a column, column by column; NULL: too many to list */
    tml_block2 *value;  /* (start[n]) before: lower triangle of S; after: L, and inverse pivots of D */
    tml_block2 *scaled; /* (longest column) */
    double *first, *pivot; /* (2 n) diagonal of S, and pivots of the last factors, in the given order */
    tml_v2 *x;             /* (n) */
} tml_block_cholesky;

/* Pattern by columns, both triangles including the diagonal. NULL if it would fill in so much that dense storage is
 * better. */
tml_block_cholesky *tml_block_cholesky_make(int n, const int *start, const int *row, tml_arena *arena);
/* Index of block (i, j), or (j, i): the row is the one eliminated later. -1: it is zero. */
int tml_block_cholesky_find(const tml_block_cholesky *f, int i, int j);
/* False if a pivot is not above min_pivot times its diagonal entry; the values are then lost. */
bool tml_block_cholesky_factor(tml_block_cholesky *f, double min_pivot);
/* x (2 n) = S^-1 x */
void tml_block_cholesky_solve(tml_block_cholesky *f, double *x);
