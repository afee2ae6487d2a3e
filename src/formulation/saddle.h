/* saddle.h - the linear system behind everything:  W x = f + G' lambda,  G x = g.
 *
 * W is the mass matrix, or the identity (plain metric, for projection). Four ways to solve it:
 *   dense      S = G W^-1 G', Cholesky                              small, independent rows; near singular positions, where S would
 *              square what G loses, the rows of G W^-1/2 made orthogonal instead
 *   redundant  the same S, pivoted Cholesky of fixed rank, least-norm lambda
 *   massless   W + mu G'G instead of W (the same solution), then as redundant
 *   sparse     KLU on the whole matrix, pattern and ordering fixed when made
 */
#pragma once
#include "math/dense.h"
#include "system/work.h"

typedef enum { TML_SADDLE_DENSE, TML_SADDLE_REDUNDANT, TML_SADDLE_MASSLESS, TML_SADDLE_SPARSE } tml_saddle_way;
typedef enum { TML_METRIC_MASS, TML_METRIC_PLAIN } tml_metric;

typedef struct tml_sparse tml_sparse;

typedef struct {
    const tml_system *system;
    tml_saddle_way way;
    int rows, rank;
    tml_metric metric;                                                               /* of the present factors */
    enum { TML_FACTORS_PLAIN, TML_FACTORS_PIVOTED, TML_FACTORS_ORTHOGONAL } factors; /* at present */
    double *S;                                                                       /* (rows x rows) */
    double *WiG; /* (blocks x nvb) W^-1 G', by blocks */
    int *meet;   /* (2 x meet_count) pairs of blocks on one body, for S */
    int meet_count;
    tml_semidefinite semi;
    tml_orthogonal orthogonal;
    tml_mat3 *half; /* (nb) inverse of the Cholesky factor of each inertia */
    double *z;      /* (rows) */
    double zero[6];
    double *W;    /* (nv x nv) massless: factored W + mu G'G */
    double *full; /* (rows x nv) massless: G */
    double mu;
    double *x, *y; /* (nv), (rows) */
    tml_sparse *sparse;
} tml_saddle;

/* rank: of the first `rows` rows, as found at assembly. Memory from the arena, KLU's given back with it. */
tml_saddle *tml_saddle_make(const tml_system *system, int rows, int rank, tml_arena *arena);
/* Factors with the G of work. 0; +1 singular here. */
int tml_saddle_factor(tml_saddle *saddle, const tml_work *work, tml_metric metric);
/* f (nv) or NULL for zero, g (rows); x (nv), lambda (rows). Uses work's G again. */
void tml_saddle_solve(tml_saddle *saddle, const tml_work *work, const double *f, const double *g, double *x,
                      double *lambda);
const char *tml_saddle_way_name(tml_saddle_way way);

/* The sparse way, in sparse_saddle.c. */
tml_sparse *tml_sparse_make(const tml_system *system, int rows, tml_arena *arena);
int tml_sparse_factor(tml_sparse *sparse, const tml_work *work, tml_metric metric);
void tml_sparse_solve(tml_sparse *sparse, const double *f, const double *g, double *x, double *lambda);
