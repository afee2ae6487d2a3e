/* state_equilibrium.h - static equilibrium with the states s of the user's at rest: r(q, s) = 0 where F(q, s) = 0.
 *
 * Newton's method in s, around the search for the equilibrium q(s):
 *   J x = -r,      J = dr/ds + dr/dq dq/ds,      A dq/ds = dQ/ds
 *
 * Steps are halved until ||J^-1 r|| decreases, J where they began: flow through a valve grows as the square root of the pressure, where a whole step only changes its sign.
 *
 * x has minimum norm where J is singular: a state on which no rate depends, such as an integral that nothing uses, stays where it is.
 */
#pragma once
#include "analysis/statics/pseudo_transient.h"

/* The singular value decomposition of J, with rows and columns of length 1. */
typedef struct {
    double *A, *U, *Vt, *values, *row, *column;
    int rank;
} tml_state_decomposition;

typedef struct {
    tml_equilibrium *eq;
    double *s, *largest;            /* (state_count) values; their largest magnitudes so far */
    double *rate, *step;            /* (state_count) */
    double *Qs, *rq;                /* (nv x state_count) by columns: forces, lengths */
    double *J;                      /* (state_count x state_count) by columns */
    double *force, *moved;          /* (nv) */
    double *scale;                  /* (state_count) sums of the magnitudes of what adds up in each rate */
    double *remaining;              /* (state_count) rates that the last step leaves, to first order */
    bool *free;                     /* (state_count) not determined: J is singular along it */
    tml_state_decomposition before; /* of J where the last step began */
    double *last;                   /* (state_count) that step, as far as it was taken */
    double length, part;            /* of the whole step; what was taken of it, 0: there was none */
    int followed;                   /* steps in time, where Newton's method had none */
    double h;                       /* of the latest, s */
    tml_arena *arena;
} tml_state_equilibrium;

tml_state_equilibrium *tml_state_equilibrium_make(const tml_system *system, double *s, tml_arena *arena);
typedef enum { TML_STATES_AT_REST, TML_STATES_MOVED, TML_STATES_SINGULAR } tml_states_step;
/* At an equilibrium of eq for the present s: whether s rests too; else s after one step of Newton's method, or that there is none:
 * some state changes whatever its value. Finds which states are free. */
tml_states_step tml_state_equilibrium_step(tml_state_equilibrium *x, tml_equilibrium *eq);
/* The state that changes fastest for its size, of those that cannot come to rest. */
int tml_state_equilibrium_fastest(const tml_state_equilibrium *x);
