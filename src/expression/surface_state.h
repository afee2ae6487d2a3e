/* surface_state.h - what a surface through the nodes of a grid is kept as, and its functions of Hermite: shared by its evaluation (surface.c) and its
 * range (surface_range.c). */
#pragma once
#include "expression/spline.h"

enum { TML_SURFACE_FUNCTIONS = 4 }; /* of the value and the slope at either end of a cell */

typedef struct {
    const double *at; /* (count) */
    size_t count;
    bool periodic;
} tml_surface_axis;

typedef struct {
    double z, zx, zy, zxy;
} tml_surface_node;

struct tml_surface {
    const char *name;
    tml_surface_axis x, y;
    const tml_surface_node *nodes; /* (x.count * y.count), those of one x together */
    bool linear;
    int smoothness;
    tml_extrapolation extrapolation;
    const tml_surface *spline; /* through the same nodes; NULL: this is the spline */
    const tml_surface *chosen; /* of both, what the table asks for; NULL: nothing */
};

/* The functions p of one axis at a place, with their derivatives along it. */
typedef struct {
    size_t cell;
    double p[TML_SURFACE_FUNCTIONS], d[TML_SURFACE_FUNCTIONS], dd[TML_SURFACE_FUNCTIONS], ddd[TML_SURFACE_FUNCTIONS];
} tml_surface_basis;

size_t tml_surface_find_cell(const tml_surface_axis *axis, double at);
/* At a place in a cell, borders included; outside: at or beyond the border that the cell lies at, where p goes on straight or is held. */
tml_surface_basis tml_surface_basis_at(const tml_surface *surface, const tml_surface_axis *axis, size_t cell,
                                       bool outside, double at);
/* Coefficients along y of the a-th function along x: what the corners of the cell that begins at `corner` have. */
void tml_surface_corners(const tml_surface *surface, const tml_surface_node *corner, int a,
                         double c[TML_SURFACE_FUNCTIONS]);
