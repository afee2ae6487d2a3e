/* impulse.h - velocities after an impulse that joints and drivers obey.
 *
 * M (v+ - v-) = f + G' L + J' m,   G v+ = rate of the targets,   J v+ = given speeds
 * f: a given impulse; L: impulses of the rows; m: impulses along the coordinates whose speeds are given. Positions stay. Everything is in
 * absolute coordinates, whatever those of the motion are.
 */
#pragma once
#include "dynamics/kkt/kkt_system.h"

/* What an impulse acts along, and the force law, from 1, that it brings with it by a share of its own; 0: none. */
typedef struct {
    tml_terms along;
    int brings;
    double share;
} tml_impulse_line;

typedef struct {
    tml_workspace *work; /* at the state of the impulse: all measures, G of all rigid rows */
    tml_kkt_system *kkt;
    int count;           /* speeds that can be given at once, at most */
    double *force, *row; /* (nv), (rigid_row_count) */
    double *X, *L;       /* (nv x count), (rigid_row_count x count) responses to unit impulses, by columns */
    double *A, *m;       /* (count x count) by columns, (count) */
    double *least,
        *magnitude;  /* (count) responses without rows, by which pivots are taken as zero; sizes of the speeds */
    int *pivot;      /* (count) */
    double *impulse; /* (nv) given: f; cleared by tml_impulse_begin */
    double *lambda;  /* (rigid_row_count) impulses of the rows, the result */
} tml_impulse;

/* rank: of the rigid rows, from assembly; count: the most speeds that are given at once. */
tml_impulse *tml_impulse_make(const tml_system *system, int rank, int count, tml_arena *arena);
/* Places the bodies; no impulse is given yet. 0; +1: the equations are singular here. */
int tml_impulse_begin(tml_impulse *x, double t, const double *q, const double *v);
/* Adds an impulse along terms to those given. */
void tml_impulse_add(tml_impulse *x, const tml_terms *along, double value);
/* v becomes the velocities without impulses along the lines; x->X, L, A: what a unit impulse along each does to velocities, to the impulses of
 * the rows, to the rates along them. x->m (count): the rates. */
void tml_impulse_respond(tml_impulse *x, const tml_impulse_line *lines, int count, double *v);
/* Adds impulses P (count) along them to v and to x->lambda. */
void tml_impulse_apply(tml_impulse *x, const double *P, int count, double *v);
/* v becomes v+. Returns count, or the index of a speed that no impulse gives. */
int tml_impulse_solve(tml_impulse *x, const tml_impulse_line *lines, const double *speeds, int count, double *v);
