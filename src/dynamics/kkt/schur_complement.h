/* schur_complement.h - Schur complement S = G M^-1 G' of the constraint rows, as S = Z Z':  S lambda = g,  z = Z' lambda.
 *
 * Z = G M^-T/2: rows in coordinates in which the mass matrix is the identity, of a fixed pattern. Rows with the same columns, as the two
 * of a pin, are stored and processed in pairs. S is factored by Cholesky in 2 x 2 blocks; near singular configurations the rows are
 * orthogonalized (QR of Z'); redundant rows get their minimum-norm solution.
 */
#pragma once
#include "base/arena.h"
#include "linalg/block_cholesky.h"
#include "linalg/cholesky.h"

/* One or two rows with the same columns. */
typedef struct {
    int row, width;    /* first row; 1 or 2 */
    int count;         /* of columns */
    const int *column; /* (count) */
    tml_v2 *Z;         /* (count) values of both rows; zero for a missing second one */
} tml_row_pair;

/* A coupling block of S: rows of one pair times rows of another. */
typedef struct {
    int later, earlier; /* pairs */
    int at;             /* index among the blocks */
    int count;          /* common columns */
    bool same;          /* all columns of both are common */
    size_t first;       /* otherwise the first entry in `common` */
} tml_coupling_block;

typedef struct {
    int rows, n, rank;
    tml_row_pair *pairs;
    int pair_count;
    tml_coupling_block *couplings;
    int coupling_count;
    int *common;                /* (2 x) matching entries of the two pairs */
    tml_block_cholesky *blocks; /* S; NULL: treated as dense */
    tml_v2 *scattered;          /* (n) if S is dense: one pair over all columns */
    double *S;                  /* (rows x rows) if S is dense or rows are redundant; NULL */
    enum { TML_SCHUR_NONE, TML_SCHUR_BLOCKS, TML_SCHUR_CHOLESKY, TML_SCHUR_PIVOTED, TML_SCHUR_ORTHOGONAL } factors;
    bool regularized;    /* factors are of S + e */
    double independence; /* tml_schur_independence of the last factors; negative: not computed yet */
    tml_semidefinite semi;
    tml_orthogonal orthogonal;
    double *weight;     /* (rows) redundant rows: the minimum norm is of lambda / weight; 1 if not set */
    double *y, *z;      /* (rows + 1), (n) */
    double *padded;     /* (2 x pair_count) */
    double *max_square; /* (rows) largest squared norm of each row so far: rows vanish at singular configurations */
} tml_schur;

/* Pattern of Z by rows: (rows + 1), (entries). */
tml_schur *tml_schur_make(int rows, int n, int rank, const int *start, const int *column, tml_arena *arena);
/* Values of a row, in the order of its columns. */
void tml_schur_set_row(tml_schur *f, int row, const double *values);
/* 0; +1 singular here. */
int tml_schur_factor(tml_schur *f);
/* The same at a cost that does not depend on the rank of the rows (made with rank = rows): where rows are dependent S +
 * e is factored, and solutions are refined; lambda is then one of many. */
int tml_schur_factor_any(tml_schur *f);
/* Independence of the rows at the last factors: the smallest norm of a row after elimination of those before it,
 * relative to the largest norm it has had. */
double tml_schur_independence(tml_schur *f);
/* lambda, and z += Z' lambda; g and lambda are different arrays. Large multipliers near singular configurations do not
 * enter z. */
void tml_schur_solve(tml_schur *f, const double *g, double *lambda, double *z);
/* y (rows) = Z z */
void tml_schur_times(const tml_schur *f, const double *z, double *y);
const char *tml_schur_description(const tml_schur *f);
