/* row_derivatives.h - scalar functions of a mechanism's state, and how they answer to small changes of it.
 *
 *   ds = J dq,   ds' = P dq + J dv,   ds'' = Rq dq + Rv dv + J da        exact, at one state and under accelerations a
 *
 * dq, dv, da: of all bodies, as displacements (translations, turns about body axes), speeds and their rates.
 * Rows of constraints, freedoms of joints and turns of balls are all of this kind. Each holds few bodies: rows are sparse.
 */
#pragma once
#include "system/kernel/measure_derivatives.h"

typedef struct {
    int column; /* of nv */
    double J, P, Rq, Rv;
} tml_slope;

typedef struct {
    const tml_system *system;
    int count, capacity; /* rows */
    int *first;          /* (capacity + 1) entries of row i: first[i] .. first[i + 1] */
    tml_slope *entries;
    int entry_capacity;
    double *bias; /* (capacity) s'' - J a */
    tml_arena *arena;
} tml_slopes;

tml_slopes tml_slopes_make(const tml_system *system, int rows, tml_arena *arena);
/* Rows put at the end; all measures of work are evaluated. a: (nv), or NULL where s'' does not matter. */
void tml_slopes_add_terms(tml_slopes *rows, const tml_work *work, const tml_term *terms, int count, const double *a);
/* A coordinate of body 2: number k of its nvb displacements; where body 1 moves, measured from its centre of mass on its axes (the plane's
 * angle: against its angle). */
void tml_slopes_add_place(tml_slopes *rows, const tml_work *work, int body1, int body2, int k, const double *a);
/* Rotation of a body about an axis u of its own: s' = u . w_B. */
void tml_slopes_add_axis(tml_slopes *rows, int body, tml_vec3 u);
/* Turning of body 2 against body 1 about `axis`, which body 1 carries (its own axes): s' = axis . (w_2 - w_1). */
void tml_slopes_add_turn(tml_slopes *rows, const tml_work *work, int body1, int body2, tml_vec3 axis, const double *a);

typedef enum { TML_SLOPE_J, TML_SLOPE_P, TML_SLOPE_RQ, TML_SLOPE_RV } tml_slope_part;
/* One part of a row times x (nv). */
double tml_slopes_times(const tml_slopes *rows, int row, tml_slope_part part, const double *x);
