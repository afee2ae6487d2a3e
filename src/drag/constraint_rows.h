/* constraint_rows.h - the joints of a mechanism as rows, while a point is dragged: where bodies can go from here, and back onto the joints.
 *
 * Displacements d of the bodies are measured by d'W d = |z|^2, d = W^-1/2 z: how large a mechanism looks, not how heavy it is. Joints,
 * rigid and compliant, let z go where Z z = 0, Z = G W^-1/2. Drivers hold nothing here.
 */
#pragma once
#include "dynamics/kkt/schur_complement.h"
#include "system/kernel/workspace.h"

typedef struct {
    const tml_system *system;
    tml_workspace *work;
    double t;
    int all, *each;      /* (all) rows of joints among the system's */
    int rows, *row;      /* (rows) those that are worked with: all, or where most are redundant the independent ones */
    tml_schur *schur;    /* Z */
    double *half;        /* (nv) W^-1/2 */
    double *radius;      /* (nb) how far points of a body are from its centre of mass */
    int measures;        /* up to here rows need them */
    int *part;           /* (nb) bodies that joints hold together have the same */
    int led;             /* the part that is led: no other is touched */
    double *gap;         /* (rows) by which they are open */
    double *still;       /* (nv) speeds: none */
    double *lambda, *Zz; /* (rows) */
    double *z, *d;       /* (nv) */
    double tolerance;    /* of the gaps, m or rad */
    int factored;        /* how often factors were made */
} tml_drag_rows;

/* q (nq): a closed pose. */
tml_drag_rows *tml_drag_rows_make(const tml_system *system, double t, const double *q, tml_arena *arena);
/* Rows at q; the largest gap of all, infinite where it is no number. */
double tml_drag_rows_at(tml_drag_rows *r, const double *q);
/* All other measures, too, of what was last looked at; full turns are counted from here on. */
void tml_drag_rows_accept(tml_drag_rows *r);
/* Factors of what was last looked at; false: none here. */
bool tml_drag_rows_factor(tml_drag_rows *r);
/* z: what of it the joints allow; factors stand. */
void tml_drag_rows_along(tml_drag_rows *r, double *z);
/* q moved by factor times z. */
void tml_drag_rows_displace(tml_drag_rows *r, const double *z, double factor, double *q);
/* q onto the joints by least changes, which are no larger than `most` in all (as |z|). False: it does not get there. */
bool tml_drag_rows_close(tml_drag_rows *r, double most, double *q);
/* The largest turn of a body by z, in rad; a translation counts as one by its part of `length`. */
double tml_drag_rows_turn(const tml_drag_rows *r, const double *z, double length);
