/* mesh.c - the convex hull of points: phi is zero where the greatest of n_f . (p - a_f) over its faces f is. */
#include "model/body_surface.h"
#include "model/shape.h"

static const tml_field fields[] = {
    {"points", TML_FIELD_CORNERS, "m", .required = true,
     .doc = "its corners, in any order; those inside the others do not count"},
};

/* The volume that the points span with the first of them is not zero: the greatest extents along three directions in turn. */
static bool is_flat(const tml_vec3 *p, int count)
{
    tml_vec3 u = {0}, v = {0};
    double size = 0, height = 0;
    for (int i = 1; i < count; i++)
        if (tml_norm(tml_sub(p[i], p[0])) > size)
            u = tml_sub(p[i], p[0]), size = tml_norm(u);
    for (int i = 1; i < count; i++)
        if (tml_norm(tml_cross(u, tml_sub(p[i], p[0]))) > tml_norm(v))
            v = tml_cross(u, tml_sub(p[i], p[0]));
    for (int i = 1; i < count; i++)
        height = fmax(height, fabs(tml_dot(v, tml_sub(p[i], p[0]))));
    return !(height > 1e-12 * size * tml_norm(v));
}

static bool read_mesh(tml_shape_context *c, tml_body_surface *s)
{
    tml_vec3 *points;
    const int count = tml_shape_corners(c, tml_node_find(c->element.node, "points"), &points);
    if (count < 0)
        return false;
    if (count < 4 || is_flat(points, count))
        return tml_surface_refuse(c, "needs four points or more that do not lie in one plane");
    s->points = points, s->point_count = count;
    return true;
}

const tml_body_surface_class tml_body_surface_mesh = {
    .name = "mesh",
    .doc = "The convex hull of points.",
    .kind = TML_SURFACE_MESH,
    .space = true,
    TML_LIST(fields),
    .short_field = "points",
    .template = {.space = "points: [[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]"},
    .read = read_mesh,
};
