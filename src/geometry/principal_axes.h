/* principal_axes.h - principal axes of a symmetric matrix: A = V diag(values) V'. */
#pragma once
#include "geometry/vector.h"

/* Column i of V is the axis of values[i], in no particular order. V may be NULL. */
void tml_principal(const tml_mat3 *A, double values[3], tml_mat3 *V);
