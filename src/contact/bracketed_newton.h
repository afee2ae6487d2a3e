/* bracketed_newton.h - the zero of a function that rises from below zero to above it, between two arguments: Newton's method, or halving where that would
 * leave them.
 */
#pragma once
#include <math.h>
#include <stdbool.h>

typedef struct {
    double low, high;
} tml_bracket;

/* The argument after s, where the function is f with this slope; the bracket shrinks to one side of s. */
static inline double tml_bracket_step(tml_bracket *b, double s, double f, double slope)
{
    if (f > 0)
        b->high = s;
    else
        b->low = s;
    const double newton = slope > 0 ? s - f / slope : b->low - 1;
    return newton > b->low && newton < b->high ? newton : (b->low + b->high) / 2;
}

/* Whether the step from s to next is rounding of arguments up to `size`. */
static inline bool tml_bracket_ends(double s, double next, double size)
{
    return next == s || fabs(next - s) <= 1e-16 * size;
}
