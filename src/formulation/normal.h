/* normal.h - constraint rows in coordinates in which the mass matrix is the identity:  S = Z Z',  S lambda = g,  z = Z' lambda.
 *
 * Z = C M^-1/2, of a fixed pattern. Dense by Cholesky, near singular positions by rows made orthogonal, redundant rows of least
 * norm; many rows that meet few others by KLU.
 */
#pragma once
#include "base/arena.h"
#include "math/dense.h"

typedef struct tml_normal_sparse tml_normal_sparse;

typedef struct {
    int rows, n, rank;
    const int *start, *column; /* (rows + 1), (entries) pattern of Z by rows */
    double *Z;                 /* (entries) filled by the owner before factoring */
    int *first, *entry, *row;  /* the same by columns: (n + 1), (entries), (entries) */
    double *S;                 /* (rows x rows) */
    enum { TML_NORMAL_CHOLESKY, TML_NORMAL_PIVOTED, TML_NORMAL_ORTHOGONAL, TML_NORMAL_KLU } factors;
    tml_semidefinite semi;
    tml_orthogonal orthogonal;
    double *y;       /* (rows) */
    double *longest; /* (rows) the longest each row of Z has been: rows may vanish where a position is singular */
    double least;    /* of the last factors: what of a row does not depend on the others, as a part of that, at least */
    tml_normal_sparse *sparse;
} tml_normal;

tml_normal *tml_normal_make(int rows, int n, int rank, const int *start, const int *column, tml_arena *arena);
/* 0; +1 singular here; -1 no memory. */
int tml_normal_factor(tml_normal *f);
/* g and lambda are not the same array. lambda, and z += Z' lambda; large multipliers near singular positions do not enter z. */
void tml_normal_solve(tml_normal *f, const double *g, double *lambda, double *z);
/* y (rows) = Z z */
void tml_normal_times(const tml_normal *f, const double *z, double *y);
const char *tml_normal_words(const tml_normal *f);
