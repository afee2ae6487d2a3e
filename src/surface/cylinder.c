/* cylinder.c - round about an axis u through c: phi(p) = |(1 - u u') (p - c)| - r, or its negative in a bore, between flat ends. */
#include "model/body_surface.h"
#include "model/shape.h"

static const tml_field fields[] = {
    TML_SURFACE_RADIUS,
    {"length", TML_FIELD_NUMBER, "m", .doc = "between its flat ends; without ends if not given; a bore has none"},
    {"axis", TML_FIELD_DIRECTION, "", "z", .doc = "its axis, in the body frame"},
    TML_SURFACE_AT("its middle"),
    TML_SURFACE_HOLLOW,
};

static bool read_cylinder(tml_shape_context *c, tml_body_surface *s)
{
    s->hollow = tml_surface_is(c, "hollow");
    if (tml_node_find(c->element.node, "length") && !tml_shape_length(c, "length", &s->length))
        return false;
    if (s->hollow && s->length > 0)
        return tml_surface_refuse(c, "a bore has no ends: leave out its length");
    return tml_shape_radius(c, &s->radius) && tml_shape_direction(c, "axis", &s->axis) && tml_shape_center(c, &s->at);
}

const tml_body_surface_class tml_body_surface_cylinder = {
    .name = "cylinder",
    .doc = "A round bar or drum with flat ends, or a bore.",
    .kind = TML_SURFACE_CYLINDER,
    .space = true,
    TML_LIST(fields),
    .short_field = "radius",
    .template = {.space = "radius: 0.05, length: 0.2"},
    .read = read_cylinder,
};
