/* damped_newton.h - Newton's method for relative equilibria: at given speeds, or where a curve of them crosses a
 * plane.
 */
#pragma once
#include "analysis/steady/relative_equilibrium.h"

typedef enum {
    TML_STEADY_CONVERGED,
    TML_STEADY_UNBOUNDED,      /* a coordinate grows without bound */
    TML_STEADY_STALLED,        /* no step is an improvement, or the steps are rounding while forces remain */
    TML_STEADY_MAX_ITERATIONS, /* after the largest number of steps */
    TML_STEADY_NOT_FINITE,     /* a force or a constraint is not finite at the start */
} tml_steady_status;

/* A direction in the free coordinates (n, lengths) and the continuation parameter, with the size of the mechanism as
 * unit of length. */
typedef struct {
    double *x, parameter;
} tml_steady_direction;

typedef struct {
    tml_steady *s;
    double tolerance; /* largest residual force relative to all forces; rounding may leave more */
    int max;          /* steps */
    const tml_steady_direction *
        plane_normal; /* NULL: the speeds are fixed; else they vary, and there is no displacement along this direction */
    /* Factor for a Newton step x by deflation of known solutions; NULL: 1. */
    double (*deflation)(void *context, const tml_steady_point *at, const double *x);
    void *context;

    double shift;                           /* N/m: resistance to all motions in pseudo-transient continuation */
    bool damped;                            /* some step of the last solution was damped */
    int iterations;                         /* of the last solution */
    double *x, parameter;                   /* (n) the last step, and that of the parameter */
    double *displacement, parameter_change; /* (n) sum of all steps, and that of the parameter */
    double *next, *minimum_norm, *Kx;       /* (n) */
    double *dlambda;                        /* (rows) */
    double *A, *factors;                    /* (n + 1)^2 column-major */
    double *b, *singular_values;            /* (n + 1) */
    double force;                           /* N: unit of force in A and b */
    int *pivots, order;                     /* (n + 1) */
    bool singular;
    tml_steady_point trial;
} tml_steady_solver;

tml_steady_solver *tml_steady_solver_make(tml_steady *s, double tolerance);
/* From a point to a relative equilibrium in the same place, evaluated there with multipliers that minimize the
 * residual. */
tml_steady_status tml_steady_solve(tml_steady_solver *v, tml_steady_point *at);
/* The same by pseudo-transient continuation: overdamped motion downhill, to a state that is stable against slow
 * motions. */
tml_steady_status tml_steady_pseudo_transient(tml_steady_solver *v, tml_steady_point *at);
/* Only closes the cut joints, with minimum displacements. False: they do not close. */
bool tml_steady_close_loops(tml_steady_solver *v, tml_steady_point *at);
/* At a solution with its stiffness: the unit tangent of the curve of solutions, oriented along `before`; and sign and
 * logarithm of the determinant of its matrix, which vanishes at bifurcations. */
bool tml_steady_tangent(tml_steady_solver *v, const tml_steady_direction *before, tml_steady_direction *along,
                        int *sign, double *logarithm);
/* At a bifurcation: the direction of the branch other than the one along `before`. */
bool tml_steady_branch_direction(tml_steady_solver *v, const tml_steady_direction *before, tml_steady_direction *along);
/* The linear equations: factors the matrix of the last stiffness; solves for the step x, *parameter from residual r,
 * gaps and the displacement so far along plane_normal; dlambda of the step in v->x. */
void tml_steady_factor(tml_steady_solver *v, const tml_steady_direction *plane_normal);
void tml_steady_step(tml_steady_solver *v, const double *residual, const double *gaps, double parameter_change,
                     const double *displacement, double *x, double *parameter);
void tml_steady_multipliers(tml_steady_solver *v);
/* Length of a direction. */
double tml_steady_length(const tml_steady *s, const double *x, double parameter);
