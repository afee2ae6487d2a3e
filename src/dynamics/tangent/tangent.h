/* tangent.h - tangent matrices: exact derivatives of the equations of motion, for stiff integrators, DAE solvers and linearization.
 *
 * K = d(Q + G' lambda)/dq, C = dQ/dv           (nv x nv; dq: displacements, i.e. translations and rotations about body axes)
 * Rq = ds''/dq, Rv = ds''/dv, Pq = ds'/dq      of the constraint rows for given accelerations
 */
#pragma once
#include "dynamics/absolute/absolute.h"
#include "system/kernel/measure_derivatives.h"
#include "system/kernel/relation.h"

/* Receiver of derivatives: one call for each entry, entries of one place add up. C, R, T may be NULL: not wanted. */
typedef struct {
    void *context;
    void (*K)(void *context, int i, int j, double value);
    void (*C)(void *context, int i, int j, double value);
    void (*R)(void *context, int row, int j, double position, double velocity, double rate_position); /* Rq, Rv, Pq */
    void (*T)(void *context, int i, double value);                                                    /* dQ/dt */
    bool undamped; /* force laws as if independent of velocities */
} tml_tangent_sink;

/* Calls `put` for each entry of f ds/dq along the measures of a force law. */
void tml_tangent_law_direction(const tml_workspace *work, const tml_force_law *law, double f,
                               void (*put)(void *context, int i, double value), void *context);
/* At the state evaluated in work, for multipliers lambda and accelerations a. */
void tml_tangent_entries(const tml_workspace *work, const double *lambda, const double *a, const tml_tangent_sink *sink,
                         double *gradient);

typedef struct {
    const tml_system *system;
    double *K, *C;    /* (nv x nv) by columns */
    double *Rq, *Rv;  /* (rows x nv) by columns */
    double *right;    /* (rows) */
    double *lambda;   /* (rows) */
    double *gradient; /* (inputs) */
    double *aq, *av;  /* (nv x nv) by columns: da/dq, da/dv */
    double *Qs, *as;  /* (nv x state_count) by columns: dQ/ds, da/ds */
    double *rq, *rv;  /* (nv x state_count) by columns, one for each state: derivatives of its rate */
    double *rs;       /* (state_count x state_count) by columns: of the rates by the states */
} tml_tangent;

tml_tangent *tml_tangent_make(const tml_system *system, tml_arena *arena);
/* d(q', v', W', s', F')/d(q, v, W, s, F) at a state, n x n by columns, n = nq + nv + 1 + state_count + has_friction. Rows and columns of W
 * and of what friction takes, F, stay zero: nothing depends on them. */
int tml_tangent_ode(tml_tangent *tangent, tml_absolute *b, double t, const double *q, const double *v, double *J);
/* Rotation about body axes from a change of the quaternion: E (3 x 4), d_B = E dq. And q' from angular velocity: N (4 x
 * 3), q' = N w_B. */
void tml_quaternion_rotation(const double *quaternion, double E[3][4]);
void tml_quaternion_rate(const double *quaternion, double N[4][3]);
/* d(q')/dq of a body's quaternion for w_B, including the normalization term (4 x 4). */
void tml_quaternion_rate_derivative(const double *w, double D[4][4]);
