/* solid.h - shapes that touch in space, and their signed distance to a point.
 *
 * A shape is a core and a radius about it: a sphere is a point and a radius, a capsule a segment, a torus a circle. Everything is in body axes,
 * from the centre of mass. The distance phi of the core from a point is positive outside; its gradient has length 1 and points away
 * from the core, its Hessian H holds the curvatures of the surface of equal distance. Where the nearest point is not unique (on the axis of a
 * cylinder, in the middle of a box) one of them is taken, always the same.
 */
#pragma once
#include "contact/heights.h"
#include "geometry/vector.h"

typedef enum {
    TML_SOLID_POINT,       /* a sphere, with its radius */
    TML_SOLID_SEGMENT,     /* a capsule: p -+ half a */
    TML_SOLID_PLANE,       /* through p, solid below it: its outward normal is a */
    TML_SOLID_CIRCLE,      /* a knife edge or, with a radius, a torus: of radius `rim` about p, axis a */
    TML_SOLID_CYLINDER,    /* solid: axis a, radius `rim`, ends p -+ half a */
    TML_SOLID_POLYHEDRON,  /* convex: a box or a mesh */
    TML_SOLID_HEIGHTFIELD, /* z = h(x, y) in axes of its own, solid below it */
} tml_contact_solid_kind;

/* A convex polyhedron: vertices, the planes of its faces, and its edges, each between two faces. */
typedef struct {
    int first, second; /* vertices */
    int left, right;   /* faces */
} tml_polyhedron_edge;

typedef struct {
    tml_vec3 normal;  /* outward, unit */
    double offset;    /* normal . x = offset on the face */
    int first, count; /* of its vertices in `corners`, counter-clockwise seen from outside */
} tml_polyhedron_face;

typedef struct {
    tml_vec3 *vertices;
    tml_polyhedron_edge *edges;
    tml_polyhedron_face *faces;
    int *corners;
    int vertex_count, edge_count, face_count, corner_count;
    tml_vec3 middle;  /* inside */
    double size;      /* largest distance of a vertex from the middle */
    int most_corners; /* of a face */
} tml_polyhedron;

typedef struct tml_contact_solid {
    tml_contact_solid_kind kind;
    tml_vec3 p, a;
    double half, rim;
    double
        radius; /* about the core; hollow: minus that of the bore about a point or the middle line of an endless cylinder */
    bool hollow; /* touched from within: phi has the other sign */
    const tml_polyhedron *polyhedron;
    const tml_heights *height; /* of a heightfield, twice differentiable */
    tml_mat3 axes;             /* of a heightfield, through p: columns in body axes */
} tml_contact_solid;

typedef struct {
    double value;
    tml_vec3 gradient;
    tml_mat3 H;
} tml_signed_distance;

/* Of the core of a shape from the point x. */
tml_signed_distance tml_contact_solid_distance(const tml_contact_solid *shape, tml_vec3 x);
/* A sphere about the origin that contains the shape with its radius; infinite for planes and heightfields. */
double tml_contact_solid_reach(const tml_contact_solid *shape);

/* A box with its edges along the columns of axes; half lengths. */
const tml_polyhedron *tml_polyhedron_box(tml_vec3 middle, const tml_mat3 *axes, tml_vec3 half, tml_arena *arena);
/* The convex hull of points, faces in one plane merged. NULL: they lie in a plane (or there are fewer than four). */
const tml_polyhedron *tml_polyhedron_hull(const tml_vec3 *points, int count, tml_arena *arena);
