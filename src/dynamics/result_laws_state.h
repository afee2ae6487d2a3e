/* result_laws_state.h - the workspace of force laws that depend on results, shared by the files that solve for them. */
#pragma once
#include "dynamics/result_laws.h"
#include <lapacke.h>

struct tml_result_laws {
    const tml_system *system;
    int count;   /* laws of the system */
    int *active; /* (n) those whose values are not zero by the mode of their interaction */
    int *held;   /* (n) where the acceleration of such a one is among the results; -1: its value is an expression's */
    int *begins; /* (n) where the acceleration of a slip that begins is among the results; -1: it does not */
    double *d;   /* (n) direction of slip; 0: by the law itself */
    int n, m;    /* active laws, results */
    int read;    /* results that expressions read; behind them accelerations that are zero, or of slips that begin */
    int *result; /* (read) of each among the results of the system */
    double *row; /* all channels, of which those of `wanted` are known */
    tml_channel_selection wanted;
    double largest_reaction;    /* results that vanish are known to its rounding */
    double *x, *r;              /* (n), (m) where R was found */
    double *R;                  /* (m x n) by columns */
    double *E;                  /* (n x m) by rows */
    double *U;                  /* (n x n) by rows */
    double *rho;                /* (n) force per acceleration that is held */
    double *begun;              /* (n) size of x where the solution began: one that vanishes is small against it */
    double largest;             /* force on any body */
    bool shared;                /* forces of contacts are not unique, in the present modes */
    bool shares_friction;       /* and several of them are of friction that sticks */
    double *magnitude, *forces; /* (n) what such an acceleration is small against; (nv) */
    double *load;               /* (nv) */
    double *kept;               /* (n x n) J */
    double *weight;             /* (n) of x where forces are shared */
    double *even;               /* (n) dx of shares by what each friction can hold */
    double *at, *trial, *results, *residual, *dx, *J, *gradient, *size;
    double *slope, *inputs; /* (n x inputs) by rows: derivatives of the expressions; (inputs) */
    lapack_int *pivot;
};

typedef struct {
    tml_result_laws *laws;
    tml_workspace *work;
    const tml_result_equations *by;
} tml_result_problem;

/* The laws that are to be solved for, by the modes of their interactions; the values of the others are zero. */
void tml_result_laws_find_active(tml_result_laws *laws, tml_workspace *work);
/* Directions of slip, after the measures were found. */
void tml_result_laws_find_directions(tml_result_laws *laws, const tml_workspace *work);
/* The results r (m) for values x (n), by the equations themselves. */
int tml_result_laws_respond(const tml_result_problem *p, const double *x, double *r);
/* Column k of R by the response to a unit of law k alone; false: not so. */
bool tml_result_laws_unit_response(const tml_result_problem *p, int k, double *R);
/* The arm of a force along law k: of a torque the size of the mechanism. */
double tml_result_laws_arm(const tml_result_laws *laws, int k);
/* The largest force on any body, as one along law k. */
double tml_result_laws_largest(const tml_result_laws *laws, int k);
/* A force for differences: about as large as the results, that is the largest on any body, which may be rounding where nothing acts; or what would stop the
 * bodies within the size of the mechanism. Where nothing moves either, any will do. */
double tml_result_laws_probe(const tml_result_problem *p, int k);

/* Smallest pivot, of the largest column, where contacts and friction hold the bodies: below it they do so in several ways. */
#define TML_REDUNDANT 1e-9
/* results = r + R (at - x) */
void tml_result_laws_predict(tml_result_laws *laws, const double *at);
/* dx to one of the forces that do the same where J, `kept`, is singular. Returns 1, the sign of such a step. */
int tml_result_laws_share(const tml_result_problem *p);
/* Whether slips begin in several directions, which shares would change: forces stay as near as possible to what they were. */
bool tml_result_laws_keep_share(const tml_result_laws *laws);
