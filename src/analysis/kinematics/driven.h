/* driven.h - a mechanism whose drivers leave it no freedom, at one instant.
 *
 *   phi(t, q) = 0      G v = f'      G a = gamma(t, q, v)      G' lambda = M a - Q
 *
 * G has at least as many rows as columns; positions, speeds and accelerations follow from it alone, forces come after. It is
 * weakest where it is about to lose a column: in a dead point.
 */
#pragma once
#include "analysis/kinematics/driven_blocks.h"
#include "linalg/rank_revealing_qr.h"
#include "linalg/thin_qr.h"
#include "system/kernel/workspace.h"

enum {
    TML_DRIVEN_FULL = 1500
}; /* coordinates: full matrices of more are not made; reactions in a dead point are NaN then */

/* Where the mechanism stands at time t. */
typedef struct {
    double t;
    double *q, *v, *a; /* (nq), (nv), (nv) */
    double *B;         /* (rows x nv) by columns, or sparse: G with rows of length 1, turns counted in lengths */
    double *direction; /* (nv) in which B is weakest: a displacement */
    double sigma_min;  /* smallest singular value of B */
    double *rate;      /* (rates) what is integrated over time */
    double correction; /* of Newton from the guess, in rad or as a part of the size */
    double *
        sigma; /* (blocks) smallest singular values of the blocks of B, where these are told apart and it was asked for */
    bool sigma_known;
} tml_configuration;

typedef struct {
    const tml_system *system;
    tml_workspace *work;
    tml_arena *arena;          /* where to give up without memory */
    double tolerance;          /* largest residual, as a part of the size */
    int rows, all;             /* constraints; with the rows by which idle rotations stay */
    double *unit;              /* (nv) 1 for translations, the size for turns */
    double *length;            /* (rows) of rows of G */
    double *still;             /* (nv) zeros */
    double *r, *x, *y;         /* (rows), (nv), (rows) */
    tml_driven_sparse *sparse; /* many coordinates; NULL: full matrices */
    tml_driven_blocks *blocks; /* of these, where they are small; NULL */
    tml_thin_qr tall;          /* sparse: only its weakest direction */
    tml_rank_qr *range;        /* for reactions of redundant rows; sparse: NULL until it is needed */
    double *B;                 /* sparse: of the factors */
    double off;                /* way from where the factors were made, as `correction` */
    double *force;             /* (nv) M a - Q */
    double *lambda;            /* (rows) */
    long factored;
} tml_driven;

/* independent (row_count): rows that do not depend on others; NULL: full matrices. */
tml_driven *tml_driven_make(const tml_system *system, double tolerance, const bool *independent, tml_arena *arena);
tml_configuration *tml_configuration_make(const tml_driven *d, int rates, tml_arena *arena);
void tml_configuration_copy(const tml_driven *d, int rates, const tml_configuration *from, tml_configuration *to);

/* Newton from the guess in stand->q at stand->t to phi = 0; then v, a, B, weakest. 0; +1: it does not close from there. */
int tml_driven_close(tml_driven *d, tml_configuration *stand);
/* Everything of work at a stand: all measures, rows, forces; then d->force = M a - Q. Returns the power of drivers and of
 * all that is not conservative. */
double tml_driven_evaluate(tml_driven *d, const tml_configuration *stand);
/* lambda of what was last evaluated: of least norm where rows are redundant or, in a dead point, cannot carry the force. */
void tml_driven_react(tml_driven *d, const tml_configuration *stand);
/* Sparse: lambda (rows) with G' lambda = f (nv) of what was last evaluated, rows that depend on others left out. False: singular, or
 * full matrices. */
bool tml_driven_carry(tml_driven *d, const double *f, double *lambda);
/* How much B changes from one stand to another as a part of what makes it singular: below 1 no singular value can have passed zero. */
double tml_driven_pass(tml_driven *d, tml_configuration *from, tml_configuration *to);
/* The largest of phi and of phidot at what was last evaluated. */
void tml_driven_residual(const tml_driven *d, double *position, double *velocity);
/* x (nv) = speeds at which row i changes by rates[i] a second, at the stand that was last evaluated. */
void tml_driven_solve(tml_driven *d, const double *rates, double *x);
/* A stand at time t on the curve through others, positions, speeds and accelerations of all met: no equation is solved. */
void tml_driven_interpolate(const tml_driven *d, tml_configuration *const *through, int count, double t,
                            tml_configuration *out);
