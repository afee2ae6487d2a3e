/* reduction.h - internal to linearization.h: from all bodies to independent coordinates. */
#pragma once
#include "linearize/linearization.h"

/* Computes D, Aq, Av, then M, C, K at the reference state of l, from its derivatives, accelerations and multipliers. */
void tml_linear_reduce(tml_linear *l, const tml_linear_request *request);
/* Row of B for one coordinate (positions): of a spherical joint with rotation d = F Sq y, the component of w x d along its axis.
 * False: zero. */
bool tml_linear_frame_rate(const tml_linear *l, int coordinate, double *row);
/* M, C, K from these and the derivatives of forces. */
void tml_linear_project(tml_linear *l);
