/* quadrature.h - the integral of a smooth function over one interval, by Gauss and Legendre's rule of 16 points.
 *
 * Exact for polynomials of degree 31; to the last digits for an exponential that changes by a factor up to e^4 over the interval.
 */
#pragma once

double tml_gauss_integral(double (*function)(double x, const void *data), const void *data, double from, double to);
