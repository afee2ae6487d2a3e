/* row_derivatives.h - scalar functions s of the state and their exact derivatives.
 *
 *   ds = J dq,   ds' = P dq + J dv,   ds'' = Rq dq + Rv dv + J da        at one state with accelerations a
 *
 * dq, dv, da: perturbations of all bodies: displacements (translations, rotations about body axes), velocities, accelerations.
 * Constraints, joint coordinates and rotations of spherical joints are such functions. Each involves few bodies: rows are sparse.
 */
#pragma once
#include "system/kernel/measure_derivatives.h"
#include "system/kernel/relation.h"

typedef struct {
    int column; /* of nv */
    double J, P, Rq, Rv;
} tml_row_derivative;

typedef struct {
    const tml_system *system;
    int count, capacity; /* rows */
    int *first;          /* (capacity + 1) entries of row i: first[i] .. first[i + 1] */
    tml_row_derivative *entries;
    int entry_capacity;
    double *bias; /* (capacity) s'' - J a */
    tml_arena *arena;
} tml_row_derivatives;

tml_row_derivatives tml_row_derivatives_make(const tml_system *system, int rows, tml_arena *arena);
/* Each appends a row; all measures of `work` must be evaluated. a: (nv), or NULL where s'' is not needed. */
void tml_row_derivatives_add_terms(tml_row_derivatives *rows, const tml_workspace *work, const tml_term *terms,
                                   int count, const double *a);
/* The same of a sum of terms, or of the relation that takes its place. */
void tml_row_derivatives_add_sum(tml_row_derivatives *rows, const tml_workspace *work, const tml_terms *terms,
                                 const double *a);
/* Displacement k (of nvb) of body 2 relative to body 1: from its centre of mass, in its axes (in the plane, the relative angle). */
void tml_row_derivatives_add_position(tml_row_derivatives *rows, const tml_workspace *work, int body1, int body2, int k,
                                      const double *a);
/* Rotation of a body about an axis u of its own: s' = u . w_B. */
void tml_row_derivatives_add_axis(tml_row_derivatives *rows, int body, tml_vec3 u);
/* Rotation of body 2 relative to body 1 about `axis`, fixed in body 1 (its own axes): s' = axis . (w_2 - w_1). */
void tml_row_derivatives_add_rotation(tml_row_derivatives *rows, const tml_workspace *work, int body1, int body2,
                                      tml_vec3 axis, const double *a);

typedef enum { TML_DERIVATIVE_J, TML_DERIVATIVE_P, TML_DERIVATIVE_RQ, TML_DERIVATIVE_RV } tml_derivative_part;
/* One part of a row times x (nv). */
double tml_row_derivatives_times(const tml_row_derivatives *rows, int row, tml_derivative_part part, const double *x);
