/* heights.h - ground z = h(x, y) through the nodes of a grid, and its place nearest to a point.
 *
 * With u = (x - X, y - Y) and d = h - Z the square of the distance is u . u + d^2. Newton's method finds a least one near the point. That none elsewhere is nearer is
 * shown cell by cell (branch and bound): over a box of half sizes a, b about c, of which rho is half the diagonal,
 *   |h - (tangent plane at c)| <= e = rho^2/2 max |h''|
 *   distance >= max(distance of the plane, sqrt(u . u + d^2 - 2 (|g_x| a + |g_y| b))) - e,      g = u + d grad h, all at c
 * and a box in which the square is convex has the foot that is known, or is divided. Bounds of h, h'' and h''' of each cell are made once.
 */
#pragma once
#include "expression/tabulated.h"
#include "geometry/vector.h"

typedef struct tml_heights tml_heights;

const tml_heights *tml_heights_make(const tml_surface *surface, tml_arena *arena);
tml_surface_jet tml_heights_at(const tml_heights *heights, double x, double y);
/* The shortest side of a cell. */
double tml_heights_cell(const tml_heights *heights);
/* The place (x, y) nearest to X. */
void tml_heights_foot(const tml_heights *heights, tml_vec3 X, double *x, double *y);
