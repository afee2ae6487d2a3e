/* box.c - a box along the axes of the body, with sharp edges and corners. */
#include "model/body_surface.h"
#include "model/shape.h"

static const tml_field fields[] = {
    {"size", TML_FIELD_SIZE, "m", .required = true, .doc = "extents along the axes of the body, [a, b, c]"},
    TML_SURFACE_AT("its middle"),
};

static bool read_box(tml_shape_context *c, tml_body_surface *s)
{
    double size[3] = {0};
    if (!tml_shape_size(c, size) || !tml_shape_center(c, &s->at))
        return false;
    s->size = (tml_vec3){size[0], size[1], size[2]};
    return true;
}

const tml_body_surface_class tml_body_surface_box = {
    .name = "box",
    .doc = "A box along the axes of the body.",
    .kind = TML_SURFACE_BOX,
    .space = true,
    TML_LIST(fields),
    .short_field = "size",
    .template = {.space = "size: [0.2, 0.1, 0.1]"},
    .read = read_box,
};
