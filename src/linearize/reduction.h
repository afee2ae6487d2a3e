/* reduction.h - internal to linearization.h: from all bodies to independent coordinates. */
#pragma once
#include "linearize/linearization.h"

/* Computes D, Aq, Av, then M, C, K at the reference state of l, from its derivatives, accelerations and multipliers. */
void tml_linear_reduce(tml_linear *l, const tml_linear_request *request);
/* M, C, K from these and the derivatives of forces. */
void tml_linear_project(tml_linear *l);
