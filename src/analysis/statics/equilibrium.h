/* equilibrium.h - static equilibrium at one position: the forces that are not balanced there, and how they change with position.
 *
 *   F(q) = Q(t, q, 0) + G' lambda,   phi(t, q) = 0
 *
 * Displacements and forces are taken in units of length and force: a rotation times the size of the mechanism, a torque divided by
 * it. No masses enter. G = 0 leaves the directions Z free. lambda makes |F| smallest (of least norm where rows are redundant), so
 * that F lies along Z, and to first order
 *
 *   Z' F(q + x) = Z' (F(q) - A x),   A = -d(Q + G' lambda)/dq,   the stiffness is Z' A Z
 *
 * Few coordinates are treated with full matrices (equilibrium_dense.c), many with sparse ones (equilibrium_sparse.c). A coordinate on which nothing
 * acts and which acts on nothing is `idle`: it is kept as it is.
 */
#pragma once
#include "dynamics/tangent/tangent.h"
#include "linalg/sparsity.h"

typedef struct tml_equilibrium tml_equilibrium;

/* What full and sparse matrices do each in their own way. f, x, out (nv) are forces and lengths. */
typedef struct {
    void (*make)(tml_equilibrium *rest);
    /* lambda of least |Q + G' lambda|, from work->G and work->Q. False: a row is not finite, or rows depend on each other. */
    bool (*balance)(tml_equilibrium *rest);
    /* A has new values. */
    void (*take)(tml_equilibrium *rest);
    /* out = Z Z' f */
    void (*project)(tml_equilibrium *rest, const double *f, double *out);
    /* Factors of Z' (A + mu) Z. False: singular. */
    bool (*factor)(tml_equilibrium *rest, double mu);
    /* x with G x = c (by rows of G; NULL: zero) and Z' (A + mu) x = Z' f, mu as factored. */
    void (*solve)(tml_equilibrium *rest, const double *f, const double *c, double *x);
    /* Whether the symmetric part of Z' (A + mu) Z is positive. */
    bool (*is_positive)(tml_equilibrium *rest, double mu);
    /* Eigenvalues of Z' A Z: how many are below -least, and how many within; the lowest, INFINITY where it is clearly positive, and
     * its direction (if conservative). False: they cannot be found. */
    bool (*curvature)(tml_equilibrium *rest, double least, int *below, int *within, double *lowest, double *direction);
    /* lambda of least norm, where rows are redundant; NULL: `balance` has found that. */
    void (*react)(tml_equilibrium *rest);
} tml_equilibrium_class;

extern const tml_equilibrium_class tml_equilibrium_dense, tml_equilibrium_sparse;

struct tml_equilibrium {
    const tml_equilibrium_class *class;
    void *matrices; /* of the class */
    const tml_system *system;
    tml_workspace *work;
    tml_arena *arena; /* where to give up without memory */
    double t;
    int rank_most;       /* of the rows, as found at assembly */
    const int *rows;     /* (rank_most) rows that do not depend on each other, as found there */
    double *still;       /* (nv) zeros: velocities and accelerations */
    double *unit;        /* (nv) 1 for translations, the size for rotations */
    double *gradient;    /* (inputs) */
    double *turned, *dx; /* (nv) */
    double *lambda;      /* (row_count) */
    double *closing;     /* (row_count) */
    double *left;        /* (nv) F: what is not balanced */
    tml_pattern pattern; /* of A: both of (i, j) and (j, i) */
    double *A;           /* (pattern.entries) */
    bool *ignorable;     /* (nv) */
    int ignorable_count;
    int free_count;    /* degrees of freedom */
    bool conservative; /* the stiffness is symmetric */
    double residual;   /* largest entry of F, N */
    double gap;        /* largest of phi, m or rad */
    double scale;      /* the largest sum of the sizes of all forces on one coordinate, N */
    double stiffest;   /* largest entry of A, N/m */
    double rounding;   /* what the last digits of coordinates make of F, N */
};

/* independent (row_count): rows that do not depend on others, `rank` of them. */
tml_equilibrium *tml_equilibrium_make(const tml_system *system, double t, int rank, const bool *independent,
                                      const tml_equilibrium_class *class, tml_arena *arena);
/* Full matrices for few coordinates, sparse ones for many. */
const tml_equilibrium_class *tml_equilibrium_choose(const tml_system *system);
/* Everything above at a position. 0; +1 where something is not a finite number. */
int tml_equilibrium_evaluate(tml_equilibrium *rest, const double *q);
/* Z' (A + mu) x = Z' f, G x = -phi; refined until rounding stops it if `exact`. Where A + mu does not hold every motion, hold > 0
 * decides for the shortest x. False: singular. */
bool tml_equilibrium_solve(tml_equilibrium *rest, double mu, double hold, bool exact, const double *f, double *x);
/* q moved by x (nv, lengths). */
void tml_equilibrium_displace(tml_equilibrium *rest, const double *x, double *q);
/* Whether idle coordinates are so at any value: nothing changes when they do. work is evaluated at q again. */
bool tml_equilibrium_stays_ignorable(tml_equilibrium *rest, const double *q);
