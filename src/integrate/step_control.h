/* step_control.h - the length of steps by their error: h_next = h min(G, s E^(-1/(p + 1))), E in units of the tolerance, p the order of the error
 * estimate.
 *
 * By the last error alone. What a controller adds that also looks at the error before (PI, digital filters) keeps steps from alternating where
 * stability bounds them; motions of mechanisms take few steps, whose length changes a lot, and there it only delays (docs/theory/integration.md
 * has the measurements, and those behind s and G).
 */
#pragma once

/* Factor from an accepted step to the next. */
double tml_step_growth(double error, int lower_order);
/* Factor by which a step is shortened whose error is above 1. */
double tml_step_reduction(double error, int lower_order);
