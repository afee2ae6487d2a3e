/* closure.h - a mechanism while it is being closed: what the ways of doing it share. */
#pragma once
#include "formulation/assemble.h"
#include "math/least.h"

typedef struct {
    const tml_system *s;
    tml_work *w;
    double t;
    bool rates;       /* rows of `initial` are its speeds */
    bool with_starts; /* rows of `initial` count */
    int joint_rows;   /* of joints and drivers */
    int rows;         /* these, then those of initial */
    tml_row_matrix A;
    double *r, *step, *right, *v, *trial;
    double tolerance;
    int iterations;
    tml_arena *arena;
} tml_closure;

/* Residuals and, if wanted, the matrix at q (and v); the largest. Turning columns are divided by the size of the mechanism. */
double tml_closure_residual(tml_closure *c, const double *q, bool matrix);
/* out = q moved by factor times c->step, which is left so */
void tml_closure_displaced(tml_closure *c, const double *q, double factor, double *out);
/* What pulling needs. */
typedef struct {
    double *W; /* (nv) inertia against displacements */
    double *N; /* (nv x nv) */
} tml_pull;

/* Springs of equal stiffness in all rows pull the bodies together until they come to rest: downhill from anywhere, without
 * regard to dead points between. */
void tml_closure_pull(tml_closure *c, double *q, tml_pull *p);
tml_pull *tml_pull_make(const tml_system *s, tml_arena *arena);
