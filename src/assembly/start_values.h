/* start_values.h - which coordinates and velocities a mechanism starts with, where the model leaves that open.
 *
 * Bodies hang on the spanning tree of all joints as drawn. What `initial`, drivers and the bodies' own `velocity` and `omega` name is
 * exact. A coordinate of the tree that nothing names keeps its drawn value, or moves with the velocity zero, unless its joint lies in a
 * loop. Joints in loops give way, by the least change d in the metric of the masses:
 *   d = d_tree + e,   e' M e least,   A (d_tree + e) = b
 * d_tree closes the joints of the tree and sets what is named, everything else carried along rigidly.
 */
#pragma once
#include "assembly/closure.h"

typedef enum { TML_START_COORDINATE, TML_START_ROTATION, TML_START_OWN } tml_start_kind;

/* A coordinate of the tree: a joint's, one of three rotations of a ball joint about the axes of its F, or a free body's own. */
typedef struct {
    tml_start_kind kind;
    tml_term term;  /* FREEDOM */
    int joint;      /* ROTATION: whose F; -1: the ground's axes */
    int body, axis; /* ROTATION: the body carried; OWN: the body and which of its displacements */
    bool kept;      /* nothing names it, and its joint lies in no loop */
    int row;        /* of the closure, which names it; -1 */
    double factor;  /* its own right side, as a part of that row's */
    double target;  /* kept: as drawn; of a rate: as the tree gives it */
    tml_quat drawn; /* ROTATION: of M in F */
} tml_start_coordinate;

/* A component of `velocity` or `omega` of a body, on ground axes. */
typedef struct {
    int body, axis;
    bool spin;     /* omega */
    double value;  /* as written */
    double target; /* as near to it as the joints and what is named allow */
} tml_given_rate;

struct tml_start_values {
    const tml_system *s;
    bool rates;
    bool names_only;            /* rows of kept coordinates are left out */
    const tml_branch *branches; /* (nb - 1) */
    bool *in_loop;              /* (nb) the joint that carries this body lies in a loop */
    int *first_coordinate;      /* (nb) of each branch; the next one's ends them */
    tml_start_coordinate *coordinates;
    int coordinate_count;
    tml_given_rate *given;
    int given_count;
    int *first_row, *next_row; /* (joint_count), (assembly_row_count) rows of a joint; -1 ends them */
    bool with_given;           /* rows of given rates count */
    double *metric;            /* (nb x nvb x nvb) Cholesky factors of the masses */
    double *given_metric;      /* the same, where deviations from given rates weigh most; NULL: none is given */
    double *value, *right;     /* A and b in a metric */
    double *base, *change;     /* (nv) */
};

/* For positions, or for velocities, of what the closure must satisfy; its work holds the poses. */
tml_start_values *tml_start_values_make(const tml_closure *c, bool rates);
/* Appends the rows of kept coordinates and, with_given, of given rates, as tml_closure_residual does. */
void tml_start_values_rows(const tml_start_values *v, tml_closure *c, int *row, int *at, bool matrix);
/* Kept coordinates stay as they are in the closure's work. */
void tml_start_values_draw(tml_start_values *v, const tml_workspace *w);
/* Velocities that begin the closure of velocities: d_tree, bodies with the rates that they were given; in c->v. */
void tml_start_values_begin(tml_start_values *v, tml_closure *c, const double *q);
/* c->step = d with A d = c->right. False when there is no solution; *rank is -1 if there was no memory. */
bool tml_start_values_step(tml_start_values *v, tml_closure *c, int *rank);
/* A given rate as it is in work. */
double tml_given_rate_now(const tml_given_rate *g, const tml_workspace *w);

/* ---- between its files ---- */

/* Makes the metrics, at the poses of work. */
void tml_start_values_weigh(tml_start_values *v, const tml_workspace *work, tml_arena *arena);
/* Row of a coordinate by its two bodies (0: the ground): derivatives by their velocities, out (2 x nvb). */
void tml_start_coordinate_row(const tml_start_coordinate *x, const tml_workspace *w, int bodies[2], double *out);
/* Its row by the body's velocities, out (nvb). */
void tml_given_rate_row(const tml_given_rate *g, const tml_workspace *w, double *out);
