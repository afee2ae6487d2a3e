/* capsule.c - all that is within r of the line from a to b: phi(p) = min over q in [a, b] of |p - q| - r. */
#include "model/body_surface.h"
#include "model/shape.h"

static const tml_field fields[] = {
    TML_SURFACE_RADIUS,
    {"from", TML_FIELD_PLACE, "m", .required = true, .doc = "centre of one of its ends: a point or coordinates"},
    {"to", TML_FIELD_PLACE, "m", .required = true, .doc = "centre of the other"},
};

static bool read_capsule(tml_shape_context *c, tml_body_surface *s)
{
    tml_vec3 *ends = TML_NEW_ARRAY(c->r->arena, tml_vec3, 2);
    const char *const keys[] = {"from", "to"};
    bool good = tml_shape_radius(c, &s->radius);
    for (int i = 0; i < 2; i++)
        good = tml_shape_place(c, tml_node_find(c->element.node, keys[i]),
                               tml_arena_format(c->r->arena, "%s: %s", c->element.name, keys[i]), &ends[i]) &&
               good;
    s->points = ends, s->point_count = 2;
    if (!good || tml_norm(tml_sub(ends[1], ends[0])) > 0)
        return good;
    return tml_surface_refuse(c, "begins where it ends: make it a sphere");
}

const tml_body_surface_class tml_body_surface_capsule = {
    .name = "capsule",
    .doc = "A round bar with round ends.",
    .kind = TML_SURFACE_CAPSULE,
    .space = true,
    TML_LIST(fields),
    .short_field = "radius",
    .template = {.space = "radius: 0.05, from: [0, 0, 0], to: [0.2, 0, 0]"},
    .read = read_capsule,
};
