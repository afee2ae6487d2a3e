/* measure_derivatives.h - derivatives of a measure, its rate and its acceleration with respect to poses and speeds, exact.
 *
 * The twelve freedoms of the two bodies are numbered: translation of body 1 (ground axes), turn of body 1 (its own axes), then
 * the same of body 2. In the plane translations x, y and the turn about z are numbers 0 1 5 and 6 7 11.
 */
#pragma once
#include "system/kernel/workspace.h"

typedef struct {
    double q0[12];    /* ds/dq, which is J = ds'/dv */
    double q1[12];    /* ds'/dq */
    double q2[12];    /* ds''/dq under given accelerations */
    double v2[12];    /* ds''/dv */
    double H[12][12]; /* dJ_k/dq_j */
} tml_measure_tangent;

/* a: (nv) accelerations, or NULL where s'' does not matter. */
void tml_measure_differentiate(const tml_workspace *work, int measure, const double *a, tml_measure_tangent *out);
/* d(p_2 - p_1)/dq of the two points of a measure, ground axes: out[3][12]. */
void tml_measure_span(const tml_workspace *work, int measure, double out[3][12]);
/* Where freedom k of a measure's two bodies stands in v: -1 for the ground, and for what the plane does not have. */
int tml_measure_joint_coordinate(const tml_system *system, const tml_measure *m, int k);
