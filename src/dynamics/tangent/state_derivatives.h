/* state_derivatives.h - exact derivatives between the motion and the states s of the user's, s' = r(t, q, v, s).
 *
 *   dQ/ds     forces that depend on states            (nv x state_count)
 *   dr/dq, dr/dv, dr/ds     rates of states           dq: displacements, i.e. translations and rotations about body axes
 */
#pragma once
#include "dynamics/tangent/tangent_sparse.h"

/* Receiver: one call for each entry, entries of one place add up. */
typedef struct {
    void *context;
    void (*force)(void *context, int i, int state, double value);                    /* dQ_i/ds */
    void (*rate)(void *context, int state, int j, double position, double velocity); /* dr/dq_j, dr/dv_j */
    void (*coupling)(void *context, int state, int other, double value);             /* dr/ds_other */
} tml_state_sink;

/* At the state evaluated in work; gradient: (inputs). */
void tml_state_entries(const tml_workspace *work, const tml_state_sink *sink, double *gradient);
/* Marks where these entries are in a matrix over (q, v, ...) whose columns and rows from `at` on are those of s, and the diagonal of
 * these. */
void tml_state_mark(const tml_system *system, int at, tml_marks *marks);
/* Adds factor times these entries to such a matrix: dQ/ds in the rows of v, dr in those of s. */
void tml_state_add(const tml_workspace *work, const tml_tangent_matrix *J, int at, double factor, double *gradient);
/* (state_count) rates of the states at the state evaluated in work, and the sums of the magnitudes of what adds up in each; gradient:
 * (inputs). */
void tml_state_rates(const tml_workspace *work, double *rate, double *scale, double *gradient);
/* Fastest decay of the states by themselves, 1/s: the largest -Re of the eigenvalues of dr/ds; 0: they do not decay. */
double tml_state_fastest_decay(const tml_workspace *work, tml_arena *arena);
