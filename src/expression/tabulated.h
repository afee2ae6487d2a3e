/* tabulated.h - functions given by numbers in tables: curves y(x) through points, surfaces z(x, y) through the nodes of a grid.
 *
 * Made once; evaluation finds a piece by bisection and evaluates its polynomial, without allocation. Beyond its ends a table goes on straight,
 * holds its value, or is not a number: then the analysis ends with a message that says so.
 */
#pragma once
#include "expression/expression.h"
#include "expression/kind.h"

/* How a table goes through its points: as its place asks for (a spline in drivers, else what does not overshoot), or always so. */
typedef enum {
    TML_INTERPOLATE_AS_NEEDED,
    TML_INTERPOLATE_LINEAR,
    TML_INTERPOLATE_MONOTONE,
    TML_INTERPOLATE_SPLINE
} tml_interpolation;
/* Conditions at the ends of a spline: f'' = 0; f''' continuous at the points next to the ends; f' = 0. */
typedef enum { TML_ENDS_NATURAL, TML_ENDS_NOT_A_KNOT, TML_ENDS_CLAMPED } tml_spline_ends;
typedef enum { TML_EXTRAPOLATE_LINEAR, TML_EXTRAPOLATE_HOLD, TML_EXTRAPOLATE_ERROR } tml_extrapolation;

typedef struct {
    const char *name; /* for messages; NULL: none */
    tml_interpolation interpolation;
    tml_spline_ends ends;
    tml_extrapolation extrapolation;
    bool periodic;           /* the last point is the first, one period later; of a surface along x */
    bool periodic_y;         /* of a surface along y */
    const tml_place *places; /* of each point of a curve, of each row of a surface; NULL: that of the whole */
} tml_curve_options;

/* points (count x 2) with strictly ascending x; otherwise NULL with a message. */
const tml_curve *tml_curve_make_with(tml_arena *arena, const double *points, size_t count, tml_curve_options options,
                                     tml_place place, tml_log *log);
/* The same without options: natural splines, extrapolated linearly. */
const tml_curve *tml_curve_make(tml_arena *arena, const double *points, size_t count, tml_place place, tml_log *log);
const tml_curve *tml_curve_spline(const tml_curve *curve); /* the spline through the same points */
/* What table(x, name) means; moves: where it prescribes a motion. */
const tml_curve *tml_curve_of_table(const tml_curve *curve, bool moves);
/* How many derivatives are continuous between its ends, up to 2. */
int tml_curve_smoothness(const tml_curve *curve);
/* The same without jumps that were asked for: of the acceleration, by moves that reach its limit at once. */
int tml_curve_wanted_smoothness(const tml_curve *curve);
/* How many of them are continuous where x leaves the range of its points, up to 2. */
int tml_curve_smoothness_at_ends(const tml_curve *curve);
tml_jet tml_curve_jet(const tml_curve *curve, double x); /* value, first and second derivative at x */

double tml_curve_third(const tml_curve *curve, double x); /* third derivative, of the piece that x is in */
bool tml_curve_is_motion(const tml_curve *curve);         /* made of segments, not of points */
double tml_curve_period(const tml_curve *curve);          /* 0: it is not periodic */
/* Where its pieces join and higher derivatives may jump, ends included (x NULL: not wanted); their number. */
size_t tml_curve_breaks(const tml_curve *curve, double *x);

/* Of those, and of corners of straight lines, where the integrator of a motion should not step across: joins of segments, jumps of the slope,
 * ends beyond which it goes on otherwise. Of a periodic one those of one period, its end left out. (x NULL: not wanted); their number. */
size_t tml_curve_joins(const tml_curve *curve, double *x);

/* Value and partial derivatives of a surface. */
typedef struct {
    double f, fx, fy, fxx, fxy, fyy;
} tml_surface_jet;
/* z (nx x ny), a row for each x; x, y strictly ascending; otherwise NULL with a message. */
const tml_surface *tml_surface_make(tml_arena *arena, const double *x, size_t nx, const double *y, size_t ny,
                                    const double *z, tml_curve_options options, tml_place place, tml_log *log);
const tml_surface *tml_surface_spline(const tml_surface *surface);
const tml_surface *tml_surface_of_table(const tml_surface *surface, bool moves);
int tml_surface_smoothness(const tml_surface *surface); /* as of a curve, between its borders */
/* First and last of its nodes along x, then along y. */
void tml_surface_range(const tml_surface *surface, double x[2], double y[2]);
tml_surface_jet tml_surface_at(const tml_surface *surface, double x, double y);
/* fxxx, fxxy, fxyy, fyyy */
void tml_surface_thirds(const tml_surface *surface, double x, double y, double thirds[4]);

/* What the name of a table, or of one of its columns, means. */
struct tml_tabulated {
    const tml_curve *curve;     /* or */
    const tml_surface *surface; /* the other one is NULL */
    tml_kind kinds[3];          /* of the arguments, then of the value */
    bool bad;                   /* it stands for one that could not be read, which was reported */
};

/* An argument outside the range of a table that does not extrapolate. */
typedef struct {
    const char *table; /* name */
    const char *axis;  /* "x" or "y" */
    double value, first, last;
} tml_outside;
bool tml_curve_has_bounds(const tml_curve *curve); /* it does not extrapolate */
bool tml_surface_has_bounds(const tml_surface *surface);
bool tml_curve_is_outside(const tml_curve *curve, double x, tml_outside *outside);
bool tml_surface_is_outside(const tml_surface *surface, double x, double y, tml_outside *outside);
bool tml_expression_has_bounds(const tml_expression *e); /* a table in it does not extrapolate */
/* The first such table that an expression meets at these inputs; false: none. */
bool tml_expression_is_outside(const tml_expression *e, const double *inputs, double *work, tml_outside *outside);
