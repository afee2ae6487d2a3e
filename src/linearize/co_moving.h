/* co_moving.h - whether the linearized equations about a steady motion are time-invariant, and the axes in which they are. */
#pragma once
#include "linearize/linearization.h"

/* The equations of `l`, made of `system` about a steady motion, put into coordinates whose axes rotate with the motion where they depend on time in axes at rest.
 * TML_LINEAR_PERIODIC: they depend on time in these too. */
tml_linear_outcome tml_linear_make_invariant(tml_linear *l, const tml_system *system, const tml_linear_request *q);
