/* curve_state.h - what a curve through points, or of motion laws, is kept as: shared by its evaluation (curve.c) and its range (curve_range.c). */
#pragma once
#include "expression/motion.h"
#include "expression/spline.h"

struct tml_curve {
    const char *name;
    const tml_knot *knots; /* (count) */
    size_t count;
    const tml_motion_piece *pieces; /* (count - 1) of a motion law, from knot to knot; NULL: cubics */
    bool linear;                    /* straight lines from one to the next */
    bool periodic;                  /* else beyond its ends: */
    tml_extrapolation extrapolation;
    int smoothness, end_smoothness; /* continuous derivatives, up to 2 */
    int wanted_smoothness;          /* the same between its ends, jumps that were asked for left out */
    const tml_curve *spline;        /* through the same points; NULL: this is the spline */
    const tml_curve *chosen;        /* of the three, what a table asks for; NULL: nothing */
};

/* The left knot of the piece that contains x; x lies inside the curve. */
const tml_knot *tml_curve_find_piece(const tml_curve *curve, double x);
