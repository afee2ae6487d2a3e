/* rotation.h - rotation vector (logarithm) of a rotation, and the ratio of an angle to its sine.
 *
 * R = exp([r]), r = theta n, 0 <= theta <= pi. With w the angular velocity of R in its fixed axes,
 *   r' = w - r x w/2 + b r x (r x w),     b = (1 - (theta/2) cot(theta/2))/theta^2,
 * smooth except at theta = pi, where n and -n are the same rotation: the sign of r is then that of its largest component.
 */
#pragma once
#include "geometry/vector.h"

tml_vec3 tml_rotation_vector(const tml_mat3 *R);

/* b as a function of theta^2, and its derivative by theta^2; smooth at zero. */
typedef struct {
    double b, derivative;
} tml_log_factor;

tml_log_factor tml_log_factor_of(double square);

/* Gradient of a . r: g with (a . r)' = g . w, and its rate if r changes at a given rate. */
tml_vec3 tml_log_gradient(tml_vec3 r, tml_log_factor f, tml_vec3 a);
tml_vec3 tml_log_gradient_rate(tml_vec3 r, tml_vec3 rate, tml_log_factor f, tml_vec3 a);
/* r' for an angular velocity w. */
tml_vec3 tml_log_rate(tml_vec3 r, tml_log_factor f, tml_vec3 w);

/* g(c) = phi/sin(phi) of c = cos(phi), s = sin(phi), 0 <= phi < pi, with its first three derivatives by c; smooth at c = 1. */
typedef struct {
    double g, d1, d2, d3;
} tml_arc;

tml_arc tml_arc_of(double c, double s);
