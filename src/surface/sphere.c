/* sphere.c - phi(p) = |p - c| - r, or r - |p - c| from within. */
#include "model/body_surface.h"
#include "model/shape.h"

static const tml_field fields[] = {TML_SURFACE_RADIUS, TML_SURFACE_AT("its centre"), TML_SURFACE_HOLLOW};

static bool read_sphere(tml_shape_context *c, tml_body_surface *s)
{
    s->hollow = tml_surface_is(c, "hollow");
    return tml_shape_radius(c, &s->radius) && tml_shape_center(c, &s->at);
}

const tml_body_surface_class tml_body_surface_sphere = {
    .name = "sphere",
    .doc = "A ball, or a hollow one.",
    .kind = TML_SURFACE_SPHERE,
    .space = true,
    TML_LIST(fields),
    .short_field = "radius",
    .template = {.space = "radius: 0.1"},
    .read = read_sphere,
};
