/* measure_derivatives.h - exact derivatives of a measure, its rate and its acceleration by positions and velocities.
 *
 * The twelve coordinates of the two bodies: translation of body 1 (ground axes), rotation of body 1 (its own axes), then the same of
 * body 2. In the plane translations x, y and the rotation about z are numbers 0 1 5 and 6 7 11.
 */
#pragma once
#include "system/kernel/workspace.h"

typedef struct {
    double q0[12];    /* ds/dq, which is J = ds'/dv */
    double q1[12];    /* ds'/dq */
    double q2[12];    /* ds''/dq for given accelerations */
    double v2[12];    /* ds''/dv */
    double H[12][12]; /* dJ_k/dq_j */
} tml_measure_tangent;

/* a: (nv) accelerations, or NULL if s'' is not needed. */
void tml_measure_differentiate(const tml_workspace *work, int measure, const double *a, tml_measure_tangent *out);
/* The same of GAP and SLIP (measure_touch.c). */
void tml_touch_differentiate(const tml_workspace *work, int measure, const double *a, tml_measure_tangent *out);
/* d(p_2 - p_1)/dq of the two points of a measure, ground axes: out[3][12]. */
void tml_measure_span(const tml_workspace *work, int measure, double out[3][12]);
/* Index in v of coordinate k of a measure's two bodies: -1 for the ground, and for those absent in the plane. */
int tml_measure_velocity_index(const tml_system *system, const tml_measure *m, int k);
