/* plane.c - phi(p) = n . (p - a), n the normal on the free side. */
#include "model/body_surface.h"
#include "model/check.h"
#include "model/shape.h"

static const tml_field fields[] = {
    TML_SURFACE_AT("a point of it"),
    {"normal", TML_FIELD_DIRECTION, "", "z", .doc = "across it, to the free side, in the body frame"},
    {"speed", TML_FIELD_VECTOR, "m/s", .doc = "of a belt that runs on it, in the body frame"},
};

static bool read_plane(tml_shape_context *c, tml_body_surface *s)
{
    const tml_node *speed = tml_node_find(c->element.node, "speed");
    if (!tml_shape_center(c, &s->at) || !tml_shape_direction(c, "normal", &s->axis))
        return false;
    if (!speed)
        return true;
    if (!tml_vector_read(c->r, speed, "m/s", tml_arena_format(c->r->arena, "%s: speed", c->element.name), s->body,
                         &s->speed))
        return false;
    if (fabs(tml_dot(s->speed, s->axis)) > 1e-9 * tml_norm(s->speed))
        return tml_surface_refuse(c, "its speed must lie in the plane, across the normal");
    return true;
}

const tml_body_surface_class tml_body_surface_plane = {
    .name = "plane",
    .doc = "A plane without ends: a floor, a belt.",
    .kind = TML_SURFACE_PLANE,
    .space = true,
    TML_LIST(fields),
    .short_field = "at",
    .template = {.title = "Floor", .stem = "floor", .space = "normal: z", .rank = 1},
    .read = read_plane,
};
