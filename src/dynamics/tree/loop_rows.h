/* loop_rows.h - the held constraints over the joints they pull on, and the equations of their multipliers. */
#pragma once
#include "dynamics/kkt/schur_complement.h"
#include "dynamics/tree/spanning_tree.h"

/* The limbs a pair of rows pulls on, children first. */
typedef struct {
    int count;
    int *link;  /* (count) */
    int *next;  /* (count) where a limb's parent stands in the list; -1: it is the ground */
    bool alike; /* two rows on the same bodies in the same order */
} tml_way;

typedef struct {
    tml_schur *schur;
    tml_way *ways; /* of its pairs */
    int *block_at; /* (blocks) where the body of a Jacobian block stands in its pair's way */
    tml_v2 *F;     /* (longest way x n) */
} tml_spanning_rows;

tml_spanning_rows *tml_spanning_rows_make(const tml_spanning *tree, int rank, tml_arena *arena);
/* Z of normal, from work's G. */
void tml_spanning_rows_fill(const tml_spanning *tree, tml_spanning_rows *rows, const tml_workspace *work);
