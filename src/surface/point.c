/* point.c - a point of a body: phi(p) = |p - c|. */
#include "model/body_surface.h"
#include "model/shape.h"

static const tml_field fields[] = {TML_SURFACE_AT("where it is")};

static bool read_point(tml_shape_context *c, tml_body_surface *s)
{
    return tml_shape_center(c, &s->at);
}

const tml_body_surface_class tml_body_surface_point = {
    .name = "point",
    .doc = "A point: the tip of a foot or a pin.",
    .kind = TML_SURFACE_POINT,
    .plane = true,
    .space = true,
    TML_LIST(fields),
    .short_field = "at",
    .read = read_point,
};
