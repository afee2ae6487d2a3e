/* polyline.c - straight pieces from point to point. */
#include "model/body_surface.h"
#include "model/shape.h"

static const tml_field fields[] = {
    {"points", TML_FIELD_CORNERS, "m", .required = true,
     .doc = "in order; the free side is on the left of the way along them"},
    TML_SURFACE_SPEED,
};

static bool read_polyline(tml_shape_context *c, tml_body_surface *s)
{
    return tml_surface_curve(c, 2, s);
}

const tml_body_surface_class tml_body_surface_polyline = {
    .name = "polyline",
    .doc = "Straight pieces from point to point: a step, a ramp.",
    .kind = TML_SURFACE_POLYLINE,
    .plane = true,
    TML_LIST(fields),
    .short_field = "points",
    .template = {.plane = "points: [[0, 0], [1, 0], [1, 1]]"},
    .read = read_polyline,
};
