/* rest.h - a mechanism that does not move, at one position: what is not balanced there, and how that changes with position.
 *
 *   F(q) = Q(t, q, 0) + G' lambda,   phi(t, q) = 0
 *
 * Displacements and forces are taken in units of length and force: a turn times the size of the mechanism, a torque divided by
 * it. G = 0 leaves the directions Z free. lambda is what balances best (and of least norm where rows are redundant), so that
 * F = Z pull, and to first order
 *
 *   pull(q + Z z) = Z' Q - stiffness z,   stiffness = -Z' K Z,   K = d(Q + G' lambda)/dq
 */
#pragma once
#include "formulation/tangent.h"
#include "math/range.h"

typedef struct {
    const tml_system *system;
    tml_work *work;
    tml_arena *arena; /* where to give up without memory */
    double t;
    int rank_most;     /* of the rows, as found at assembly */
    double *still;     /* (nv) zeros: speeds and accelerations */
    double *unit;      /* (nv) 1 for translations, the size for turns */
    double *gradient;  /* (inputs) */
    double *turned;    /* (nv) */
    tml_range range;   /* of G */
    double *lambda;    /* (row_count) */
    double *left;      /* (nv) F: what is not balanced */
    double *K;         /* (nv x nv) by columns */
    double *KZ;        /* (nv x nv) by columns */
    int free_count;    /* freedoms */
    double *pull;      /* (free_count) */
    double *stiffness; /* (free_count x free_count) by columns */
    double residual;   /* largest entry of F, N */
    double gap;        /* largest of phi, m or rad */
    double scale;      /* the largest sum of the sizes of all forces on one coordinate, N */
    double stiffest;   /* largest entry of K, N/m */
    double rounding;   /* what the last digits of coordinates make of F, N */
} tml_rest;

tml_rest *tml_rest_make(const tml_system *system, double t, int rank, tml_arena *arena);
/* Everything above at a position. 0; +1 where something is not a finite number. */
int tml_rest_evaluate(tml_rest *rest, const double *q);
/* q moved by x (nv, lengths). */
void tml_rest_displace(tml_rest *rest, const double *x, double *q);
