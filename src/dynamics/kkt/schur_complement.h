/* schur_complement.h - constraint rows in coordinates in which the mass matrix is the identity:  S = Z Z',  S lambda = g,  z = Z' lambda.
 *
 * Z = C M^-1/2, of a fixed pattern. Rows that pull on the same columns, as the two of a pin do, are held and worked on in pairs. S is
 * factored in 2 x 2 blocks; near singular positions rows are made orthogonal; redundant rows are solved by least norm.
 */
#pragma once
#include "base/arena.h"
#include "linalg/block_cholesky.h"
#include "linalg/cholesky.h"

/* One or two rows with the same columns. */
typedef struct {
    int row, width;    /* its first row; 1, 2 */
    int count;         /* of columns */
    const int *column; /* (count) */
    tml_v2 *Z;         /* (count) values of both rows; of one alone the second is zero */
} tml_row_pair;

/* A block of S: rows of one pair by rows of another. */
typedef struct {
    int later, earlier; /* pairs */
    int at;             /* among the blocks */
    int count;          /* common columns: */
    bool same;          /* all of both; */
    size_t first;       /* else entries of `common` */
} tml_coupling_block;

typedef struct {
    int rows, n, rank;
    tml_row_pair *pairs;
    int pair_count;
    tml_coupling_block *meetings;
    int coupling_count;
    int *common;                /* (2 x) which entry of the one, which of the other */
    tml_block_cholesky *blocks; /* S; NULL: taken as dense */
    tml_v2 *wide;               /* (n) where S is dense */
    double *S;                  /* (rows x rows) then, or where rows are redundant; NULL */
    enum { TML_SCHUR_NONE, TML_SCHUR_BLOCKS, TML_SCHUR_CHOLESKY, TML_SCHUR_PIVOTED, TML_SCHUR_ORTHOGONAL } factors;
    bool held;    /* factors are of S + e */
    double least; /* tml_schur_independence of the last factors; negative: not asked for yet */
    tml_semidefinite semi;
    tml_orthogonal orthogonal;
    double
        *weight; /* (rows) redundant rows: multipliers of least norm are those of the rows times these; 1 if not set */
    double *y, *z;  /* (rows + 1), (n) */
    double *padded; /* (2 x pair_count) */
    double *
        longest; /* (rows) the largest that squares of the rows' lengths have been: rows vanish at singular positions */
} tml_schur;

/* Pattern of Z by rows: (rows + 1), (entries). */
tml_schur *tml_schur_make(int rows, int n, int rank, const int *start, const int *column, tml_arena *arena);
/* Values of a row, in the order of its columns. */
void tml_schur_set_row(tml_schur *f, int row, const double *values);
/* 0; +1 singular here. */
int tml_schur_factor(tml_schur *f);
/* The same in a time that does not depend on how independent the rows are, for any rank of theirs (made with rank = rows): where they
 * depend on each other S + e is factored, and solutions are refined; lambda is then one of many. */
int tml_schur_factor_any(tml_schur *f);
/* Of the last factors: what of a row does not depend on the others, as a part of the longest it has been, at least. */
double tml_schur_independence(tml_schur *f);
/* g and lambda are not the same array. lambda, and z += Z' lambda; large multipliers near singular positions do not enter z. */
void tml_schur_solve(tml_schur *f, const double *g, double *lambda, double *z);
/* y (rows) = Z z */
void tml_schur_times(const tml_schur *f, const double *z, double *y);
const char *tml_schur_description(const tml_schur *f);
