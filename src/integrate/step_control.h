/* step_control.h - the length of steps by their errors: h_next = h s E^(-0.7/k) E_before^(0.4/k), E in units of the tolerance, k one more than the
 * order of the error estimate.
 *
 * Why also by the error before, although the last alone gives fewer steps at equal errors: docs/theory/integration.md.
 */
#pragma once

/* Factor from an accepted step to the next; before: the error of the accepted step before, 1 at the start, becomes this one's. */
double tml_step_growth(double error, double *before, int lower_order);
/* Factor by which a step is shortened whose error is above 1. */
double tml_step_reduction(double error, int lower_order);
