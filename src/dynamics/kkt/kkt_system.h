/* kkt_system.h - the KKT system of constrained mechanics:  W x = f + G' lambda,  G x = g.
 *
 * W is the mass matrix, or a metric without masses. With W = H H' and Z = G H^-T the Schur complement is Z Z' = G W^-1 G':
 * Z Z' lambda = g - G W^-1 f (schur_complement.h),  x = H^-T (H^-1 f + Z' lambda). Methods:
 *   bodies     H block diagonal, body by body
 *   massless   H of W + G'mu G (the same x; lambda larger by mu g)       bodies without inertia
 *   sparse     KLU on the whole matrix, pattern and ordering fixed       bodies without inertia and many rows
 */
#pragma once
#include "dynamics/kkt/schur_complement.h"
#include "system/kernel/workspace.h"

typedef enum { TML_KKT_BODIES, TML_KKT_MASSLESS, TML_KKT_SPARSE } tml_kkt_method;
/* W: the mass matrix; dx^2 + (size dphi)^2, rotations as lengths; dx^2 + dphi^2, metres and radians metric_scale, as in
 * textbooks: the only one that depends on the unit of length. */
typedef enum { TML_METRIC_MASS, TML_METRIC_SIZE, TML_METRIC_PLAIN } tml_metric;

typedef struct tml_sparse_kkt tml_sparse_kkt;

typedef struct {
    const tml_system *system;
    tml_kkt_method method;
    int rows, rank;
    tml_metric metric;      /* of the present factors */
    double metric_scale[2]; /* without masses: factors of translations and rotations in H^-1 */
    tml_schur *schur;
    tml_mat3 *inverse_root; /* (nb) space: inverse of the Cholesky factor of each inertia */
    double *inverse_sqrt;   /* (nb x 2) square roots of the inverse mass; plane: of the inverse inertia */
    double *W;              /* (nv x nv) massless: factored W + G'mu G, rotations as lengths */
    double *full;           /* (rows x nv) massless: G, then Z */
    double mu;
    double *z, *right; /* (nv), (rows) */
    tml_sparse_kkt *sparse;
} tml_kkt_system;

/* rank: of the first `rows` rows, as found at assembly. Memory from the arena; KLU's memory is freed with it. */
tml_kkt_system *tml_kkt_system_make(const tml_system *system, int rows, int rank, tml_arena *arena);
/* Factors with the G of work. 0; +1 singular here; -1 no memory. */
int tml_kkt_system_factor(tml_kkt_system *kkt, const tml_workspace *work, tml_metric metric);
/* f (nv) or NULL for zero, g (rows); x (nv; may be f), lambda (rows). */
void tml_kkt_system_solve(tml_kkt_system *kkt, const double *f, const double *g, double *x, double *lambda);
const char *tml_kkt_system_description(const tml_kkt_system *kkt);

/* The sparse method, in kkt_sparse.c. */
tml_sparse_kkt *tml_sparse_kkt_make(const tml_system *system, int rows, tml_arena *arena);
int tml_sparse_kkt_factor(tml_sparse_kkt *sparse, const tml_workspace *work, tml_metric metric);
void tml_sparse_kkt_solve(tml_sparse_kkt *sparse, const double *f, const double *g, double *x, double *lambda);
