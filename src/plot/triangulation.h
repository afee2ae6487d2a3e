/* triangulation.h - points with values, joined by triangles: the answer between points, linear in each triangle. */
#pragma once
#include "plot/lattice.h"
#include "plot/pen.h"

typedef struct {
    tml_spot *at;  /* (count) */
    double *value; /* (count) NAN: none */
    size_t count;
    size_t (*triangles)[3]; /* (triangle_count) */
    size_t triangle_count;
} tml_triangulation;

/* Of a lattice: four triangles a cell around its middle, which has the mean value of its corners. */
void tml_triangulate_lattice(const tml_lattice *lattice, tml_arena *arena, tml_triangulation *mesh);
/* Of points anywhere: the triangulation of Delaunay; scale is how long a unit of x and of y is drawn. At points that coincide the first
 * counts. */
void tml_triangulate_points(const double *x, const double *y, const double *value, size_t count, tml_spot scale,
                            tml_arena *arena, tml_triangulation *mesh);
