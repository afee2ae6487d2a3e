/* start_values.h - initial coordinates and velocities where the model leaves them open.
 *
 * Bodies are connected by a spanning tree of all joints as drawn. What `initial`, drivers and the bodies' own
 * `velocity` and `omega` give is exact. A coordinate of the tree that nothing gives keeps its drawn value, or has zero
 * velocity, unless its joint lies in a loop. Joints in loops yield, by the least change d in the metric of the masses:
 *   d = d_tree + e,   e' M e minimal,   A (d_tree + e) = b
 * d_tree closes the joints of the tree and sets what is given, everything else moving rigidly along.
 */
#pragma once
#include "assembly/closure.h"

typedef enum { TML_START_COORDINATE, TML_START_ROTATION, TML_START_OWN } tml_start_kind;

/* A coordinate of the tree: a joint's, one of three rotations of a ball joint about the axes of its F, or a free body's own. */
typedef struct {
    tml_start_kind kind;
    tml_term term;  /* COORDINATE */
    int joint;      /* ROTATION: whose F; -1: the ground's axes */
    int body, axis; /* ROTATION: the child body; OWN: the body and which of its displacements */
    bool kept;      /* nothing gives it, and its joint lies in no loop */
    int row;        /* of the closure, which prescribes it; -1 */
    double factor;  /* its own right-hand side, relative to that of the row */
    double target;  /* kept: as drawn; of a rate: as given by the tree */
    tml_quat drawn; /* ROTATION: of M in F */
} tml_start_coordinate;

/* A component of `velocity` or `omega` of a body, on ground axes. */
typedef struct {
    int body, axis;
    bool spin;     /* omega */
    double value;  /* as written */
    double target; /* as close to it as the joints and other given values allow */
} tml_given_rate;

struct tml_start_values {
    const tml_system *s;
    bool rates;
    bool names_only;            /* rows of kept coordinates are left out */
    const tml_branch *branches; /* (nb - 1) */
    bool *in_loop;              /* (nb) the joint that connects this body to its parent lies in a loop */
    int *first_coordinate;      /* (nb) of each branch; the next one's ends them */
    tml_start_coordinate *coordinates;
    int coordinate_count;
    tml_given_rate *given;
    int given_count;
    int *first_row, *next_row; /* (joint_count), (assembly_row_count) rows of a joint; -1 ends them */
    bool with_given;           /* rows of given rates count */
    double *metric;            /* (nb x nvb x nvb) Cholesky factors of the masses */
    double *given_metric;      /* the same, with deviations from given rates weighted most; NULL: none is given */
    double *value, *right;     /* A and b in a metric */
    double *base, *change;     /* (nv) */
};

/* For positions, or for velocities, of what the closure must satisfy; its work holds the poses. */
tml_start_values *tml_start_values_make(const tml_closure *c, bool rates);
/* Appends the rows of kept coordinates and, with_given, of given rates, as tml_closure_residual does. */
void tml_start_values_rows(const tml_start_values *v, tml_closure *c, int *row, int *at, bool matrix);
/* Sets the drawn values of kept coordinates to those in the closure's work. */
void tml_start_values_set_drawn(tml_start_values *v, const tml_workspace *w);
/* Initial velocities for the closure of velocities: d_tree, bodies with their given rates; in c->v. */
void tml_start_values_begin(tml_start_values *v, tml_closure *c, const double *q);
/* c->step = d with A d = c->right. False if there is no solution; *rank is -1 if out of memory. */
bool tml_start_values_step(tml_start_values *v, tml_closure *c, int *rank);
/* The present value of a given rate in work. */
double tml_given_rate_now(const tml_given_rate *g, const tml_workspace *w);

/* ---- internal ---- */

/* Makes the metrics, at the poses of work. */
void tml_start_values_make_metrics(tml_start_values *v, const tml_workspace *work, tml_arena *arena);
/* Row of a coordinate for its two bodies (0: the ground): derivatives with respect to their velocities, out (2 x nvb). */
void tml_start_coordinate_row(const tml_start_coordinate *x, const tml_workspace *w, int bodies[2], double *out);
/* Its row for the body's velocities, out (nvb). */
void tml_given_rate_row(const tml_given_rate *g, const tml_workspace *w, double *out);
