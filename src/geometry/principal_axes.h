/* principal_axes.h - principal axes of a symmetric matrix: A = V diag(values) V'. */
#pragma once
#include "geometry/vector.h"

/* Column i of V belongs to values[i]; they are in no order. V may be NULL. */
void tml_principal(const tml_mat3 *A, double values[3], tml_mat3 *V);
