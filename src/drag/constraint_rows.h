/* constraint_rows.h - the joints of a mechanism as rows while it is dragged: directions in which bodies can move, and
 * the way back onto the joints.
 *
 * Displacements d of the bodies are measured by d'W d = |z|^2, d = W^-1/2 z: by the size of a mechanism, not by its
 * mass. Joints, rigid and compliant, allow z with Z z = 0, Z = G W^-1/2. Drivers constrain nothing here.
 */
#pragma once
#include "dynamics/kkt/schur_complement.h"
#include "system/kernel/workspace.h"

typedef struct {
    const tml_system *system;
    tml_workspace *work;
    double t;
    int all, *each;      /* (all) rows of joints among the system's */
    int rows, *row;      /* (rows) those used: all, or the independent ones if most are redundant */
    tml_schur *schur;    /* Z */
    double *half;        /* (nv) W^-1/2 */
    double *radius;      /* (nb) largest distance of points of a body from its centre of mass */
    int measures;        /* measures up to here are needed by the rows */
    int *part;           /* (nb) bodies connected by joints have the same */
    int dragged;         /* the dragged part: no other is moved */
    double *gap;         /* (rows) their gaps */
    double *zeros;       /* (nv) velocities */
    double *lambda, *Zz; /* (rows) */
    double *z, *d;       /* (nv) */
    double tolerance;    /* of the gaps, m or rad */
    int factored;        /* number of factorizations */
} tml_drag_rows;

/* q (nq): a closed pose. */
tml_drag_rows *tml_drag_rows_make(const tml_system *system, double t, const double *q, tml_arena *arena);
/* Rows at q; the largest gap of all, infinite if it is not finite. */
double tml_drag_rows_at(tml_drag_rows *r, const double *q);
/* Also evaluates all other measures at the last q; angles are unwrapped from here on. */
void tml_drag_rows_accept(tml_drag_rows *r);
/* Factors at the last q; false: singular. */
bool tml_drag_rows_factor(tml_drag_rows *r);
/* Projects z onto the tangent space of the joints; needs the factors. */
void tml_drag_rows_along(tml_drag_rows *r, double *z);
/* q displaced by factor times z. */
void tml_drag_rows_displace(tml_drag_rows *r, const double *z, double factor, double *q);
/* Moves q onto the joints by minimum-norm changes, of at most `max` in total (as |z|). False: it does not converge. */
bool tml_drag_rows_close(tml_drag_rows *r, double max, double *q);
/* The largest rotation of a body by z, in rad; a translation counts relative to `length`. */
double tml_drag_rows_rotation(const tml_drag_rows *r, const double *z, double length);
