/* disc.c - a circle in the plane, phi(p) = |p - c| - r, or r - |p - c| of a bore; in space an edge without thickness. */
#include "model/body_surface.h"
#include "model/shape.h"

static const tml_field fields[] = {
    TML_SURFACE_RADIUS,
    TML_SURFACE_AT("its centre"),
    {"axis", TML_FIELD_DIRECTION, "", "z", .doc = "in space: its axis, in the body frame"},
    TML_SURFACE_HOLLOW,
};

static bool read_disc(tml_shape_context *c, tml_body_surface *s)
{
    s->hollow = tml_surface_is(c, "hollow");
    if (s->hollow && c->r->model->space)
        return tml_surface_refuse(c, "in space a bore is a cylinder or a sphere with hollow: true");
    return tml_shape_radius(c, &s->radius) && tml_shape_direction(c, "axis", &s->axis) && tml_shape_center(c, &s->at);
}

const tml_body_surface_class tml_body_surface_disc = {
    .name = "disc",
    .doc = "The rim of a disc, or a bore; in space a wheel with a sharp edge.",
    .kind = TML_SURFACE_DISC,
    .plane = true,
    .space = true,
    TML_LIST(fields),
    .short_field = "radius",
    .template = {.plane = "radius: 0.1"},
    .read = read_disc,
};
