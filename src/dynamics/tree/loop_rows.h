/* loop_rows.h - the enforced (loop-closure) constraints over the joints of the tree, and the Schur complement of their
 * multipliers. */
#pragma once
#include "dynamics/kkt/schur_complement.h"
#include "dynamics/tree/spanning_tree.h"

/* The links a pair of rows acts on, children first: the path to the ground. */
typedef struct {
    int count;
    int *link;        /* (count) */
    int *next;        /* (count) position of a link's parent in the list; -1: the ground */
    bool same_bodies; /* two rows on the same bodies in the same order */
} tml_link_path;

typedef struct {
    tml_schur *schur;
    tml_link_path *paths; /* of its pairs */
    int *block_at;        /* (blocks) position of the body of a Jacobian block in the path of its pair */
    tml_v2 *F;            /* (longest path x n) */
} tml_spanning_rows;

tml_spanning_rows *tml_spanning_rows_make(const tml_spanning *tree, int rank, tml_arena *arena);
/* Z of schur, from work's G. */
/* z = L^-1 V' f of loads f on the bodies (nv), by one backward pass with the present factors; F (count x n): scratch. */
void tml_spanning_load(const tml_spanning *tree, const tml_workspace *work, const double *load, double *F, double *z);
void tml_spanning_rows_fill(const tml_spanning *tree, tml_spanning_rows *rows, const tml_workspace *work);
