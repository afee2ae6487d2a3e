/* closure.h - a mechanism while it is being closed: what the ways of doing it share. */
#pragma once
#include "assembly/assemble.h"
#include "linalg/minimum_norm.h"

typedef struct tml_start_values tml_start_values;

typedef struct {
    const tml_system *s;
    tml_workspace *w;
    double t;
    bool rates;           /* rows of `initial` are its speeds */
    bool with_starts;     /* rows of `initial` count */
    int joint_rows;       /* of joints and drivers */
    int rows;             /* these, then those of initial, then what stays as drawn */
    bool without_drivers; /* rows of drivers are empty */
    int rows_most;
    tml_row_matrix A;
    double *r, *step, *right, *v, *trial;
    const double *velocities; /* (nv) as guessed */
    double *weight; /* (rows) what makes a residual a length: the size of the mechanism where it is an angle, or 1 */
    double tolerance;
    int iterations;
    bool stopped; /* the work is no longer wanted: nothing closes any more, and the caller returns TML_STOPPED */
    tml_start_values *start; /* what stays as drawn, and by which metric the rest changes; NULL: nothing, least norm */
    tml_arena *arena;
} tml_closure;

/* Residuals and, if wanted, the matrix at q (and v); the largest, as a length. Turning columns are divided by the size of the mechanism. */
double tml_closure_residual(tml_closure *c, const double *q, bool matrix);
/* Adds a row's entries of one body (0, the ground: none) to the matrix. */
void tml_closure_add(tml_closure *c, int *at, int body, const double *J, double factor);
/* How many entries the matrix may have. */
int tml_closure_entries(const tml_system *s);
/* q moved at random along the constraints by a part of the size, closed again; false: it was not. */
bool tml_closure_beside(tml_closure *c, const double *q, unsigned seed, double part, double *beside);
/* out = q moved by factor times c->step, which is left so */
void tml_closure_displaced(tml_closure *c, const double *q, double factor, double *out);
tml_closure *tml_closure_make(const tml_system *s, double t, double tolerance, tml_arena *arena);
/* c->step, A step = c->right, by the least change of the start, or of least norm; false when there is no solution. */
bool tml_closure_least_change(tml_closure *c);
/* Newton towards residual = part * goal (NULL: zero), with steps of at most `longest`; true when closed. */
bool tml_closure_newton(tml_closure *c, double *q, const double *goal, double part, double longest, int most);
/* Numbers between -1 and 1. */
void tml_closure_scatter(unsigned *seed, int n, double *x);
/* Ranks of the rigid rows at a closed q and beside it, singular configurations; turns and residual. */
void tml_closure_ranks(tml_closure *c, const double *q, const double *v, tml_assembly *report, tml_arena *arena);
/* The ranks of a report, a little along the motion v out of a singular q. */
void tml_closure_rank_along(tml_closure *c, const double *q, const double *v, tml_assembly *report, tml_arena *arena);
/* What pulling needs. */
typedef struct {
    double *W; /* (nv) inertia against displacements */
    double *N; /* (nv x nv) */
} tml_penalty_relaxation;

/* Springs of equal stiffness in all rows pull the bodies together until they come to rest: downhill from anywhere, without
 * regard to dead points between. */
void tml_closure_relax(tml_closure *c, double *q, tml_penalty_relaxation *p);
tml_penalty_relaxation *tml_penalty_relaxation_make(const tml_system *s, tml_arena *arena);
