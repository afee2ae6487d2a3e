/* tyre.h - texts of tyres: where they touch the road, and what slip gives. The equations are in docs/theory/tyres.md.
 *
 *   r            distance of the wheel's centre from the road, along the wheel's plane: a function of place, axis and time
 *   radial       k (R - r) - c r', never below zero; it acts along the gradient of r, so that k (R - r)^2/2 is its potential
 *   fx, fy, mz   of longitudinal and lateral slip, at the point of the road below the wheel
 */
#pragma once
#include "model/state_class.h"

/* The form of a tyre with these keys: seen from the side and in space, or from above. */
tml_state_form tml_tyre_form(const char *name, const tml_node *map, tml_arena *arena);
/* What is wrong with keys that fit by themselves. */
const char *tml_tyre_misfit(const tml_node *map, const tml_node **where);
