/* equilibrium.h - static equilibrium: residual forces and tangent stiffness in one configuration.
 *
 *   F(q) = Q(t, q, 0) + G' lambda,   phi(t, q) = 0
 *
 * Displacements are measured as lengths and loads as forces: a rotation is multiplied by the size of the mechanism, a
 * torque is divided by it. Masses do not enter. Z spans the null space of G. lambda minimizes |F| (with minimum norm
 * if rows are redundant), so that F lies in the span of Z, and to first order
 *
 *   Z' F(q + x) = Z' (F(q) - A x),   A = -d(Q + G' lambda)/dq,   reduced stiffness Z' A Z
 *
 * Few coordinates are treated with dense matrices (equilibrium_dense.c), many with sparse ones (equilibrium_sparse.c).
 * A coordinate on which nothing acts, and which acts on nothing, is ignorable: it keeps its value.
 */
#pragma once
#include "dynamics/tangent/tangent.h"
#include "linalg/sparsity.h"

typedef struct tml_equilibrium tml_equilibrium;

/* Operations that differ between dense and sparse matrices. f, x, out (nv) are forces and lengths. */
typedef struct {
    bool is_dense; /* it decides whatever can be decided */
    void (*make)(tml_equilibrium *eq);
    /* lambda that minimizes |Q + G' lambda|, from work->G and work->Q. False: a row is not finite, or rows are
     * dependent. */
    bool (*balance)(tml_equilibrium *eq);
    /* A, or eq->feedback, has new values. */
    void (*update)(tml_equilibrium *eq);
    /* A basis of the motions that are free, as lengths (nv x free_count by columns); NULL: it does not find one. */
    const double *(*free_motions)(const tml_equilibrium *eq);
    /* out = Z Z' f */
    void (*project)(tml_equilibrium *eq, const double *f, double *out);
    /* Factors Z' (A + mu) Z. False: singular. */
    bool (*factor)(tml_equilibrium *eq, double mu);
    /* x with G x = c (one entry for each row of G; NULL: zero) and Z' (A + mu) x = Z' f, with mu as factored. */
    void (*solve)(tml_equilibrium *eq, const double *f, const double *c, double *x);
    /* Whether the symmetric part of Z' (A + mu) Z is positive definite. */
    bool (*is_positive)(tml_equilibrium *eq, double mu);
    /* Eigenvalues of Z' A Z: how many lie below -least, and how many within +-least; the lowest, INFINITY if it is
     * clearly positive, and its direction (if conservative). False: they cannot be found. */
    bool (*curvature)(tml_equilibrium *eq, double least, int *below, int *within, double *lowest, double *direction);
    /* lambda of minimum norm, if rows are redundant; NULL: `balance` has found it already. */
    void (*minimum_norm_reactions)(tml_equilibrium *eq);
} tml_equilibrium_class;

extern const tml_equilibrium_class tml_equilibrium_dense, tml_equilibrium_sparse;

struct tml_equilibrium {
    const tml_equilibrium_class *class;
    void *matrices; /* of the class */
    const tml_system *system;
    tml_workspace *work;
    tml_arena *arena; /* where to give up if memory runs out */
    double t;
    int max_rank;        /* rank of the rows, as found at assembly */
    const int *rows;     /* (max_rank) independent rows, as found at assembly */
    double *zeros;       /* (nv) velocities and accelerations at rest */
    double *unit;        /* (nv) 1 for translations, the size for rotations */
    double *gradient;    /* (inputs) */
    double *dq, *dx;     /* (nv) scratch */
    double *lambda;      /* (row_count) */
    double *minus_phi;   /* (row_count) right-hand side of the constraints */
    double *residual;    /* (nv) F, the residual forces */
    tml_pattern pattern; /* of A: contains both (i, j) and (j, i) */
    double *A;           /* (pattern.entries) */
    bool *ignorable;     /* (nv) */
    int ignorable_count;
    int free_count;       /* degrees of freedom */
    bool conservative;    /* the stiffness is symmetric */
    double max_residual;  /* largest entry of F, N */
    double gap;           /* largest entry of phi, m or rad */
    double scale;         /* the largest sum of the magnitudes of all forces on one coordinate, N */
    double max_stiffness; /* largest entry of A, N/m */
    double rounding;      /* rounding error of F, N */
    /* forces that depend on results, as reactions: x(q) with these balanced */
    tml_result_laws *laws;           /* NULL: none */
    double *feedback;                /* (nv x free_count) by columns: -dF/dx dx/dz along the free motions */
    double *Z, *moved, *dz, *change; /* (nv x nv), (nq), (nv), (laws): scratch */
};

/* independent (row_count): marks `rank` independent rows. */
tml_equilibrium *tml_equilibrium_make(const tml_system *system, double t, int rank, const bool *independent,
                                      const tml_equilibrium_class *class, tml_arena *arena);
/* Dense matrices for few coordinates, and where forces depend on results, sparse ones for many. */
const tml_equilibrium_class *tml_equilibrium_choose(const tml_system *system);
/* Evaluates all of the above in a configuration. Returns 0; +1 if something is not finite. */
int tml_equilibrium_evaluate(tml_equilibrium *eq, const double *q);
/* The parts of it for forces that depend on results: these, together with the reactions, at q; then eq->feedback. */
int tml_equilibrium_solve_results(tml_equilibrium *eq, const double *q);
int tml_equilibrium_find_feedback(tml_equilibrium *eq, const double *q);
/* All channels of the configuration last evaluated, with what the drivers prescribe at rest: row (channels). */
void tml_equilibrium_fill(const tml_equilibrium *eq, const double *q, double *row);
/* Multipliers that minimize the residual of the forces in work, and the residual. False: a row is not finite. */
bool tml_equilibrium_balance(tml_equilibrium *eq);
/* Z' (A + mu) x = Z' f, G x = -phi; if `exact`, with iterative refinement down to rounding. If A + mu is singular on
 * some motions, regularization > 0 selects the shortest x. False: singular. */
bool tml_equilibrium_solve(tml_equilibrium *eq, double mu, double regularization, bool exact, const double *f,
                           double *x);
/* Displaces q by x (nv, lengths). */
void tml_equilibrium_displace(tml_equilibrium *eq, const double *x, double *q);
/* Whether ignorable coordinates are so at any value: nothing else changes when they do. work is evaluated at q again. */
bool tml_equilibrium_stays_ignorable(tml_equilibrium *eq, const double *q);
