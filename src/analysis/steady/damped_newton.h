/* damped_newton.h - Newton's method for steady states: at given speeds, or where a curve of them crosses a plane. */
#pragma once
#include "analysis/steady/relative_equilibrium.h"

typedef enum {
    TML_STEADY_FOUND,
    TML_STEADY_RUNS_AWAY,      /* farther and farther */
    TML_STEADY_STUCK,          /* no step makes it better, or only rounding is left of them and forces still are */
    TML_STEADY_MAX_ITERATIONS, /* after the most steps */
    TML_STEADY_NOT_FINITE,     /* a force or a constraint is no number at the start */
} tml_steady_end;

/* A direction in the free coordinates (n, lengths) and the part of the speeds, in which the size of the mechanism counts as 1. */
typedef struct {
    double *x, part;
} tml_steady_direction;

typedef struct {
    tml_steady *s;
    double tolerance;                   /* largest force left, as a part of all; rounding may leave more */
    int most;                           /* steps */
    const tml_steady_direction *across; /* NULL: the speeds stay; else they vary, and nothing moves along this */
    /* What a Newton step x is to be multiplied by, to be kept from what is known; NULL: 1. */
    double (*deflate)(void *context, const tml_steady_point *at, const double *x);
    void *context;

    double shift;                  /* N/m: what resists every motion alike while creeping */
    bool shortened;                /* some step of the last solution was not taken whole */
    int iterations;                /* of the last solution */
    double *x, part;               /* (n) the last step */
    double *moved, passed;         /* (n) all steps together, and that of the part */
    double *next, *normal, *reach; /* (n) */
    double *more;                  /* (rows) */
    double *A, *factors;           /* (n + 1)^2 by columns */
    double *b, *values;            /* (n + 1) */
    double force;                  /* N: forces in A and b count as parts of it */
    int *pivots, order;            /* (n + 1) */
    bool singular;
    tml_steady_point trial;
} tml_steady_solver;

tml_steady_solver *tml_steady_solver_make(tml_steady *s, double tolerance);
/* From a point to a steady state in the same place, evaluated there with the multipliers that balance best. */
tml_steady_end tml_steady_solve(tml_steady_solver *v, tml_steady_point *at);
/* The same, but downhill: as the mechanism would creep through honey, to a state that is stable against slow motions. */
tml_steady_end tml_steady_creep(tml_steady_solver *v, tml_steady_point *at);
/* Only closes the cut joints, by the least displacements. False: they do not close. */
bool tml_steady_close(tml_steady_solver *v, tml_steady_point *at);
/* At a solution, stiffened: the direction of the curve of solutions, of length 1, nearly along `before`; and the sign and the
 * logarithm of the determinant of the matrix that gives it, which passes zero where curves cross. */
bool tml_steady_tangent(tml_steady_solver *v, const tml_steady_direction *before, tml_steady_direction *along,
                        int *sign, double *logarithm);
/* Where curves cross: a direction in which another leaves the one along `before`. */
bool tml_steady_crossing(tml_steady_solver *v, const tml_steady_direction *before, tml_steady_direction *along);
/* Its linear equations: the matrix at the point last stiffened, and its factors; the step x, *part for what is left, gaps phi and
 * the way gone along `across`; v->more = dlambda of the step in v->x. */
void tml_steady_factor(tml_steady_solver *v, const tml_steady_direction *across);
void tml_steady_step(tml_steady_solver *v, const double *left, const double *phi, double passed, const double *moved,
                     double *x, double *part);
void tml_steady_multipliers(tml_steady_solver *v);
/* Length of a direction. */
double tml_steady_length(const tml_steady *s, const double *x, double part);
