/* closure.h - the workspace of assembly: what Newton's method, homotopy and penalty relaxation share. */
#pragma once
#include "assembly/assemble.h"
#include "linalg/minimum_norm.h"

typedef struct tml_start_values tml_start_values;

#define TML_CLOSED 0.01 /* of the tolerance: no further step is needed */

typedef struct {
    const tml_system *s;
    tml_workspace *w;
    double t;
    bool rates;           /* rows of `initial` are its velocities */
    bool with_starts;     /* rows of `initial` count */
    bool goes_on;         /* what they do not name stays as it is; otherwise speeds begin at zero */
    int joint_rows;       /* of joints and drivers */
    int rows;             /* these, then those of initial, then coordinates kept as drawn */
    bool without_drivers; /* rows of drivers are empty */
    const bool *
        yields; /* (joint_rows) rows of the assembly alone that are empty, as given velocities contradict them; NULL: none */
    bool ranking;  /* nonholonomic rows count although positions are asked for: their rank is */
    bool counting; /* so do those that can be integrated */
    int max_rows;
    tml_row_matrix A;
    double *r, *step, *right, *v, *trial;
    const double *velocities; /* (nv) as guessed */
    double *weight;           /* (rows) makes a residual a length: the size of the mechanism for angles, else 1 */
    double tolerance;
    int iterations;
    bool stopped;            /* cancelled: nothing closes any more, and the caller returns TML_STOPPED */
    tml_start_values *start; /* coordinates kept as drawn, and the metric of the others; NULL: none, minimum norm */
    tml_arena *arena;
} tml_closure;

/* Residuals and, if wanted, the matrix at q (and v); the largest, as a length. Columns of rotations are divided by the
 * size of the mechanism. */
double tml_closure_residual(tml_closure *c, const double *q, bool matrix);
/* Adds a row's entries of one body (0, the ground: none) to the matrix. */
void tml_closure_add(tml_closure *c, int *at, int body, const double *J, double factor);
/* How many entries the matrix may have. */
int tml_closure_entries(const tml_system *s);
/* q displaced at random along the constraints by a fraction of the size, closed again; false: it did not close. */
bool tml_closure_perturb(tml_closure *c, const double *q, unsigned seed, double part, double *nearby);
/* out = q displaced by factor times c->step, which keeps that length */
void tml_closure_displace(tml_closure *c, const double *q, double factor, double *out);
tml_closure *tml_closure_make(const tml_system *s, double t, double tolerance, tml_arena *arena);
/* c->step, A step = c->right, by the least change of the start, or of minimum norm; false if there is no solution. */
bool tml_closure_solve_step(tml_closure *c);
/* Newton's method towards residual = part * goal (NULL: zero), with steps of at most `longest`; true if closed. */
bool tml_closure_newton(tml_closure *c, double *q, const double *goal, double part, double longest, int max);
/* One step of it, in c->step, after a residual with its matrix; the largest component, relative to the size or in rad; infinite: none. */
double tml_closure_newton_step(tml_closure *c, const double *goal, double part);
/* Homotopy: closes the gap gradually, from c->rows at q; true if closed. */
bool tml_closure_homotopy(tml_closure *c, double *q, tml_arena *arena);
/* Pseudo-random numbers between -1 and 1. */
void tml_closure_random(unsigned *seed, int n, double *x);
/* Ranks of the rigid rows at a closed q and nearby, singular configurations; angles and residual. */
void tml_closure_ranks(tml_closure *c, const double *q, const double *v, tml_assembly *report, tml_arena *arena);
/* The ranks of a report, slightly along the motion v out of a singular q. */
void tml_closure_rank_along(tml_closure *c, const double *q, const double *v, tml_assembly *report, tml_arena *arena);
/* Memory of penalty relaxation. */
typedef struct {
    double *W; /* (nv) inertia */
    double *N; /* (nv x nv) */
} tml_penalty_relaxation;

/* Penalty relaxation: springs of equal stiffness in all rows pull the bodies together until they come to rest:
 * downhill from anywhere, regardless of singular configurations in between. */
void tml_closure_relax(tml_closure *c, double *q, tml_penalty_relaxation *p);
tml_penalty_relaxation *tml_penalty_relaxation_make(const tml_system *s, tml_arena *arena);
