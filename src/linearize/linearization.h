/* linearization.h - the equations of motion linearized about a state, on the constraints: exact, in independent coordinates.
 *
 *   dq = S y,   dv = S y' + D y,   da = S y'' + Av y' + Aq y          of all bodies
 *   M y'' = C y' + K y + S' b u
 *
 * y: changes of some coordinates of the spanning tree (or of places and turnings of bodies), as many as there are freedoms. All
 * else follows from the constraints. Forces b u come on top. See docs/theory/linearization.md.
 */
#pragma once
#include "dynamics/tangent/tangent.h"
#include "linalg/rank_revealing_qr.h"
#include "linearize/tree_coordinates.h"

typedef enum {
    TML_ABOUT_REST,    /* no speeds, no accelerations */
    TML_ABOUT_STEADY,  /* coordinates of the tree turn at constant speed, the others stand */
    TML_ABOUT_INSTANT, /* accelerations as they are */
} tml_about;

typedef struct {
    tml_about about;
    double t;
    const double *q, *v, *unwrapped; /* of the bodies; full turns of measures */
    int rank;                        /* of the system's rows there */
    const int *held; /* (held_count) freedoms of joints that are held at their speeds: they do not answer */
    int held_count;
    const int *released; /* (released_count) rows whose target moves by its own coordinate, behind the freedoms */
    int released_count;
    bool undamped; /* forces do not change with speeds */
} tml_linear_request;

typedef struct {
    const tml_system *system;
    tml_workspace *work;
    tml_arena *arena;
    tml_tree_coordinates coordinates;
    tml_row_derivatives slopes; /* rows and held freedoms, then all coordinates */
    int rows;                   /* the first of these */
    tml_rank_qr range;          /* of those, columns in lengths */
    double *unit;               /* (nv) 1 for translations, the size for turns */
    int n, all;                 /* freedoms; with those of released rows */
    const int *released;
    int *chosen;                  /* (n) coordinates that are y, rising; NULL: they have no names */
    double *Z;                    /* (nv x n) by columns: the free directions of `range`, as they are */
    double *FZ;                   /* (n x n) rows of the chosen coordinates on Z, factored */
    int *pivots;                  /* (n) */
    double *S, *D, *Aq, *Av;      /* (nv x all) by columns */
    double *M, *C, *K;            /* (n x all) by columns */
    double damping_error;         /* what of C is known to be rounding only, N s/m */
    double *full_K, *full_C;      /* (nv x nv) by columns: d(Q + G' lambda)/dq, dQ/dv */
    double *v, *a, *lambda;       /* (nv), (nv), (rows) at the state itself */
    double *left;                 /* (nv) what is not balanced, forces */
    double residual, scale;       /* the largest of it, and the largest sum of the sizes of all forces, N */
    double rounding;              /* what the last digits of the coordinates make of forces, N */
    double *gradient, *x, *right; /* work */
} tml_linear;

typedef enum {
    TML_LINEAR_DONE,
    TML_LINEAR_NO_DOF,
    TML_LINEAR_NOT_FINITE,
    TML_LINEAR_NO_COORDINATES, /* those of the joints do not tell its motions apart */
    TML_LINEAR_NOT_UNIQUE,     /* accelerations are not: something without mass is free to move */
} tml_linear_end;

/* Memory from the arena. What is not balanced is told, not judged. */
tml_linear_end tml_linear_make(const tml_system *system, const tml_linear_request *request, tml_arena *arena,
                               tml_linear **linear);
/* x (nv) with J x = rows_right (rows; NULL: zero) on the constraints and y_right (n; NULL) on the chosen coordinates. */
void tml_linear_solve(tml_linear *l, const double *rows_right, const double *y_right, double *x);
/* Changes of the multipliers (rows): of those that make |G' lambda - f| smallest, the shortest; f (nv) is what they must bear. */
void tml_linear_bear(tml_linear *l, const double *f, double *lambda);
/* What a law of unit force does to the bodies, (nv). */
void tml_linear_push(const tml_linear *l, int law, double *b);
