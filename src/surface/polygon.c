/* polygon.c - a closed line of straight edges: material inside of it, or outside if it is hollow. */
#include "model/body_surface.h"
#include "model/shape.h"

static const tml_field fields[] = {
    {"points", TML_FIELD_CORNERS, "m", .required = true, .doc = "its corners in order, either way round"},
    TML_SURFACE_HOLLOW,
    TML_SURFACE_SPEED,
};

static bool read_polygon(tml_shape_context *c, tml_body_surface *s)
{
    if (!tml_surface_curve(c, 3, s))
        return false;
    tml_vec2 *flat = TML_NEW_ARRAY(c->r->arena, tml_vec2, s->point_count);
    for (int i = 0; i < s->point_count; i++)
        flat[i] = (tml_vec2){s->points[i].x, s->points[i].y};
    const char *why = tml_polygon_misfit(flat, s->point_count);
    if (why)
        return tml_surface_refuse(c, why);
    return tml_surface_close(c, s);
}

const tml_body_surface_class tml_body_surface_polygon = {
    .name = "polygon",
    .doc = "A closed line of straight edges: a block, a box to be in.",
    .kind = TML_SURFACE_POLYGON,
    .plane = true,
    TML_LIST(fields),
    .short_field = "points",
    .template = {.plane = "points: [[0, 0], [0.2, 0], [0.2, 0.1], [0, 0.1]]"},
    .read = read_polygon,
};
