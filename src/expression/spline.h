/* spline.h - the slopes of a cubic spline at its points. */
#pragma once
#include "expression/interval.h"
#include "expression/tabulated.h"

typedef struct {
    double x, y, m; /* m = f'(x) */
} tml_knot;

/* The pieces before and after a point: of a periodic curve the last comes before the first. */
typedef struct {
    double h0, h1, d0, d1; /* lengths, slopes of the secants */
} tml_neighbours;
tml_neighbours tml_knot_neighbours(const tml_knot *k, size_t count, size_t i, bool periodic);
double tml_knot_secant(const tml_knot *k); /* slope of the line from k[0] to k[1] */
/* The cubic between k[0] and k[1], at s from k[0]. */
double tml_knot_value(const tml_knot *k, double s);

enum { TML_SPLINE_WORK = 6 };
/* Sets m of k (count >= 2); work: (TML_SPLINE_WORK count). Of a periodic one the last value is the first. */
void tml_spline_slopes(tml_knot *k, size_t count, bool periodic, tml_spline_ends ends, double *work);

/* How far a table that does not extrapolate reaches beyond its ends: rounding, relative to its range. */
#define TML_TABLE_MARGIN 1e-9
/* x brought into the range of a periodic table. */
double tml_periodic_argument(double x, double first, double last);
/* The same of an interval: what it covers of that range, in up to TML_PERIODIC_PARTS parts. Their number. */
enum { TML_PERIODIC_PARTS = 3 };
int tml_periodic_parts(tml_interval x, double first, double last, tml_interval parts[TML_PERIODIC_PARTS]);
