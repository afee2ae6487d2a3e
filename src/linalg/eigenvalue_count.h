/* eigenvalue_count.h - number of zeros of an analytic function in a circle about the origin: argument principle (winding number).
 *
 * The function is real on the real axis: a half circle is enough.
 */
#pragma once
#include <stdbool.h>

/* ln |f| and arg f at z = x + i y; false: unavailable. */
typedef bool tml_logarithm(void *context, double x, double y, double logarithm[2]);

/* Zeros minus poles with |z| < radius, with multiplicity. False: the argument could not be tracked. With many zeros the
 * argument changes fast: divide out known ones. */
bool tml_count_zeros_in_circle(tml_logarithm *logarithm, void *context, double radius, int *zeros);
