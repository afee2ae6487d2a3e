/* driven_blocks.h - the Jacobian of a driven mechanism in block triangular form.
 *
 * B is singular where one of its diagonal blocks is. These are small if a mechanism consists of many groups of bodies
 * on one driver (40 four-bars are 40 blocks), and their distance from singularity does not depend on how many there
 * are: a step cannot have passed a singular configuration if no block can, |B2_k - B1_k| < sigma_min(B1_k) +
 * sigma_min(B2_k) (Weyl).
 */
#pragma once
#include "analysis/kinematics/driven_sparse.h"
#include "linalg/thin_qr.h"

typedef struct {
    int n;
    int *entry; /* (n x n) column-major: index in B, -1: zero */
    tml_thin_qr qr;
} tml_driven_block;

typedef struct {
    tml_driven_block *list;
    int count;
    double *from, *to; /* (n x n) of the largest */
} tml_driven_blocks;

/* NULL: some block is too large for dense matrices, or KLU ran out of memory. */
tml_driven_blocks *tml_driven_blocks_make(const tml_driven_sparse *sparse, tml_arena *arena);
/* sigma (count): the smallest singular values of the blocks of B. */
void tml_driven_blocks_sigma_min(tml_driven_blocks *blocks, const double *B, double *sigma);
/* The largest ratio of the change of a block, slightly enlarged, and the sum of its two smallest singular values. */
double tml_driven_blocks_change_ratio(tml_driven_blocks *blocks, const double *from, const double *sigma_from,
                                      const double *to, const double *sigma_to, double enlarged);
