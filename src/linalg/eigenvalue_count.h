/* eigenvalue_count.h - how many zeros an analytic function has in a circle about the origin: how often its value goes round zero along it.
 *
 * The function is real on the real axis: half the circle is enough.
 */
#pragma once
#include <stdbool.h>

/* ln |f| and arg f of the function's value at z = x + i y; false: it cannot be had. */
typedef bool tml_logarithm(void *context, double x, double y, double logarithm[2]);

/* Zeros with |z| < radius less poles there, as often as they are. False: the argument cannot be followed. A function that has many
 * zeros turns fast: known ones are better divided out. */
bool tml_count_zeros_in_circle(tml_logarithm *logarithm, void *context, double radius, int *zeros);
