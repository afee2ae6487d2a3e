/* line.c - a straight line without ends through a and b: phi(p) = n . (p - a), n to the left of b - a. */
#include "model/body_surface.h"
#include "model/shape.h"

static const tml_field fields[] = {
    {"points", TML_FIELD_CORNERS, "m", .required = true,
     .doc = "two points that it goes through; the free side is on the left of the way from the first to the second"},
    TML_SURFACE_SPEED,
};

static bool read_line(tml_shape_context *c, tml_body_surface *s)
{
    if (!tml_surface_curve(c, 2, s))
        return false;
    return s->point_count == 2 || tml_surface_refuse(c, "has two points; a polyline may have more");
}

const tml_body_surface_class tml_body_surface_line = {
    .name = "line",
    .doc = "A straight line without ends: a floor, a wall, a belt.",
    .kind = TML_SURFACE_LINE,
    .plane = true,
    TML_LIST(fields),
    .short_field = "points",
    .template = {.title = "Floor", .stem = "floor", .plane = "points: [[0, 0], [1, 0]]", .rank = 1},
    .read = read_line,
};
