/* motion.h - motion laws: functions of x made of pieces, each a polynomial and a sine, with exact derivatives.
 *
 *   f = sum c_k u^k + sine sin(omega u + phase),     u = (x - x_0)/h,     0 <= u <= 1
 * The laws of cam design (3-4-5, cycloidal, modified trapezoid, ...) are such pieces, and so are polynomials by conditions at their ends.
 */
#pragma once
#include "expression/tabulated.h"

enum { TML_MOTION_TERMS = 8, TML_MOTION_MAX_PIECES = 5 /* of a law */, TML_MOTION_CONDITIONS = 4 /* at an end */ };

typedef struct {
    double x, h; /* begins at x, over h > 0 */
    double c[TML_MOTION_TERMS];
    double sine, omega, phase;
    bool inner;  /* the piece before it goes over into it with all its derivatives, up to rounding */
    bool sudden; /* jumps of the acceleration at its ends are what was asked for: limits are kept up to them */
} tml_motion_piece;

/* f and its first three derivatives by x */
typedef struct {
    double f, d, dd, ddd;
} tml_motion_jet;
tml_motion_jet tml_motion_at(const tml_motion_piece *piece, double x);

/* The i-th law, NULL behind the last; the index of one, -1: there is none. */
const char *tml_motion_law_name(int i);
int tml_motion_law_find(const char *name);
/* The pieces (TML_MOTION_MAX_PIECES at most) of a law that goes from the value `from` by `rise`, from x over h. Their number. */
int tml_motion_law(int law, double x, double h, double from, double rise, tml_motion_piece *pieces);
/* The polynomial with these derivatives of order 0, 1, ... at its ends: `begins` of them at x, `ends` at x + h, TML_MOTION_TERMS at most in
 * all, at least one. */
tml_motion_piece tml_motion_polynomial(double x, double h, const double *begin, int begins, const double *end,
                                       int ends);
/* An expression of x, which is its only input, over h from x = 0, moved to `at`: polynomials that meet its value and two derivatives where
 * they join, and its second derivative between to 1e-9 of its largest. Their number, in *pieces; 0: it is not finite, or not smooth,
 * near *where, from its beginning. */
int tml_motion_expression(tml_arena *arena, const tml_expression *e, double at, double h, tml_motion_piece **pieces,
                          double *where);

/* The largest |f|' of this order, 1 to 3, over pieces; their jerk only where it is a polynomial of at most second order, otherwise NAN. */
double tml_motion_peak(const tml_motion_piece *pieces, int count, int order);

/* The pieces of a motion; NULL: the curve goes through points. */
const tml_motion_piece *tml_curve_pieces(const tml_curve *curve, int *count);
/* A curve of pieces, each of which begins where the one before ends. */
const tml_curve *tml_curve_of_motion(tml_arena *arena, const tml_motion_piece *pieces, int count,
                                     const tml_curve_options *options);
