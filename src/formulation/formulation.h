/* formulation.h - the equations of motion of a system, whatever its coordinates: one struct between mechanics and
 * analyses.
 *
 * M a = Q(t, q, v) + G' lambda,   G a = gamma(t, q, v)   subject to phi(t, q) = 0, phidot = G v - f' = 0
 */
#pragma once
#include "formulation/massless.h"
#include "formulation/saddle.h"

typedef enum { TML_STABILIZE_PROJECTION, TML_STABILIZE_BAUMGARTE, TML_STABILIZE_NONE } tml_stabilize;

typedef struct {
    tml_stabilize way;
    double alpha, beta; /* Baumgarte: phi'' + 2 alpha phi' + beta^2 phi = 0 */
    tml_metric metric;  /* of projection */
    double tolerance;   /* of projection: the largest position residual, m (or rad) */
} tml_stabilization;

typedef struct {
    const tml_system *system;
    tml_work *work;
    tml_saddle *saddle;
    tml_massless *massless; /* in place of it where bodies lack mass and nothing is rigid; NULL */
    tml_stabilization stabilization;
    double *step, *multipliers, *right; /* (nv), (rows), (rows) */
    double *force, *along;              /* (nv) */
    double *lambda, *a;                 /* (rows), (nv): of the last evaluation */
    int rank;
    long evaluations;
} tml_equations;

/* The absolute formulation. rank: of the constraints, from assembly. */
tml_equations *tml_equations_make(const tml_system *system, int rank, tml_stabilization stabilization,
                                  tml_arena *arena);
/* Accelerations and multipliers at a state, into e->a and e->lambda. 0, +1 (singular here), -1. */
int tml_equations_solve(tml_equations *e, double t, const double *q, const double *v);
/* Largest residuals at a state: positions, velocities. */
void tml_equations_residual(tml_equations *e, double t, const double *q, const double *v, double *position,
                            double *velocity);
/* Brings q, then v, onto the constraints by the smallest change. 0, or +1 when it does not get there. */
int tml_equations_project(tml_equations *e, double t, double *q, double *v);
/* Splits small changes of q and v into their parts along the constraints (left in dq, dv) and across them. 0, or +1. */
int tml_equations_split(tml_equations *e, double t, const double *q, const double *v, double *dq, double *dv,
                        double *across_q, double *across_v);
