/* torus.c - a wheel with a round rim: all that is within `tube` of the circle of `radius` about its axis. */
#include "model/body_surface.h"
#include "model/shape.h"

static const tml_field fields[] = {
    {"radius", TML_FIELD_NUMBER, "m", .required = true, .doc = "of the circle in the middle of its tube"},
    {"tube", TML_FIELD_NUMBER, "m", .required = true, .doc = "radius of the tube, less than that"},
    {"axis", TML_FIELD_DIRECTION, "", "z", .doc = "its axis, in the body frame"},
    TML_SURFACE_AT("its centre"),
};

static bool read_torus(tml_shape_context *c, tml_body_surface *s)
{
    if (!tml_shape_length(c, "radius", &s->radius) || !tml_shape_length(c, "tube", &s->tube) ||
        !tml_shape_direction(c, "axis", &s->axis) || !tml_shape_center(c, &s->at))
        return false;
    return s->tube < s->radius || tml_surface_refuse(c, "its tube must be smaller than its radius");
}

const tml_body_surface_class tml_body_surface_torus = {
    .name = "torus",
    .doc = "A wheel with a round rim: a tyre.",
    .kind = TML_SURFACE_TORUS,
    .space = true,
    TML_LIST(fields),
    .short_field = "radius",
    .template = {.space = "radius: 0.3, tube: 0.02"},
    .read = read_torus,
};
