/* driven.h - a fully driven mechanism at one instant.
 *
 *   phi(t, q) = 0      G v = f'      G a = gamma(t, q, v)      G' lambda = M a - Q
 *
 * G has at least as many rows as columns. Positions, velocities and accelerations follow from it alone; forces are
 * computed afterwards. Nonholonomic rows have no phi: positions along them follow from velocities (rolled_path.c). Its smallest singular value vanishes in a singular configuration (dead point).
 */
#pragma once
#include "analysis/kinematics/driven_blocks.h"
#include "linalg/rank_revealing_qr.h"
#include "linalg/thin_qr.h"
#include "system/kernel/workspace.h"

enum {
    TML_DRIVEN_MAX_DENSE = 1500
}; /* coordinates: larger matrices are never dense; reactions in a singular configuration are then NaN */

/* The configuration of the mechanism at time t. */
typedef struct {
    double t;
    double *q, *v, *a; /* (nq), (nv), (nv) */
    double *states;    /* (state_count) of the user's */
    double *B;         /* (rows x nv) column-major, or sparse: G with rows of length 1, rotations as lengths */
    double *direction; /* (nv) singular vector of sigma_min: a displacement */
    double sigma_min;  /* smallest singular value of B */
    double *rate;      /* (rates) integrands over time */
    double correction; /* of Newton's method from the predictor, in rad or relative to the size */
    double *sigma;     /* (blocks) smallest singular values of the blocks of B, if these exist and were requested */
    bool sigma_known;
} tml_configuration;

typedef struct {
    const tml_system *system;
    tml_workspace *work;
    tml_arena *arena;          /* where to give up if memory runs out */
    double tolerance;          /* largest residual, relative to the size */
    int rows, all;             /* constraints; with the rows that fix ignorable rotations */
    double *unit;              /* (nv) 1 for translations, the size for rotations */
    double *length;            /* (rows) of rows of G */
    double *zeros;             /* (nv) zeros */
    double *r, *x, *y;         /* (rows), (nv), (rows) */
    tml_driven_sparse *sparse; /* large systems; NULL: dense matrices */
    tml_driven_blocks *blocks; /* of these, if they are small; NULL */
    tml_thin_qr qr;            /* sparse: only the singular vectors of sigma_min */
    tml_rank_qr *rank_qr;      /* for reactions of redundant rows; sparse: NULL until needed */
    double *B;                 /* sparse: of the factors */
    double factor_distance;    /* distance from where the factors were computed, as `correction` */
    double *force;             /* (nv) M a - Q */
    double *lambda;            /* (rows) */
    long factorizations;
} tml_driven;

/* independent (row_count): marks independent rows; NULL: dense matrices. */
tml_driven *tml_driven_make(const tml_system *system, double tolerance, const bool *independent, tml_arena *arena);
tml_configuration *tml_configuration_make(const tml_driven *d, int rates, tml_arena *arena);
void tml_configuration_copy(const tml_driven *d, int rates, const tml_configuration *from, tml_configuration *to);

/* Newton's method from the predictor in configuration->q at configuration->t to phi = 0; then v, a, B, sigma_min. 0;
 * +1: it does not close from there. */
int tml_driven_close(tml_driven *d, tml_configuration *configuration);
/* v, a, B, sigma_min at the q given, which may be a little open. False: they are not finite. */
bool tml_driven_rates(tml_driven *d, tml_configuration *configuration);
/* v (nv) that joints and drivers require at q, which may be a little open. False: they do not determine it. */
bool tml_driven_velocity(tml_driven *d, double t, const double *q, double *v);
/* Evaluates all of work at a configuration: all measures, rows, forces; then d->force = M a - Q. Returns the power of
 * drivers and of all non-conservative forces. */
double tml_driven_evaluate(tml_driven *d, const tml_configuration *configuration);
/* lambda at the last evaluation: of minimum norm if rows are redundant or, in a singular configuration, cannot carry
 * the force. */
void tml_driven_reactions(tml_driven *d, const tml_configuration *configuration);
/* Sparse: lambda (rows) with G' lambda = f (nv) at the last evaluation, dependent rows left out. False: singular, or
 * dense matrices. */
bool tml_driven_solve_transpose(tml_driven *d, const double *f, double *lambda);
/* Change of B from one configuration to another relative to what could make it singular: below 1 no singular value can
 * have crossed zero. */
double tml_driven_change_ratio(tml_driven *d, tml_configuration *from, tml_configuration *to);
/* The largest entries of phi and of phidot at the last evaluation. */
void tml_driven_residual(const tml_driven *d, double *position, double *velocity);
/* x (nv) = velocities at which row i changes at rates[i], at the configuration last evaluated. */
void tml_driven_solve(tml_driven *d, const double *rates, double *x);
/* Hermite interpolation through configurations, matching positions, velocities and accelerations of all: no equation
 * is solved. */
void tml_driven_interpolate(const tml_driven *d, tml_configuration *const *through, int count, double t,
                            tml_configuration *out);
