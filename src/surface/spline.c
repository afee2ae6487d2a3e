/* spline.c - a smooth curve through points: cubic splines x(s), y(s) over the length s of the chords. */
#include "model/body_surface.h"
#include "model/shape.h"

static const tml_field fields[] = {
    {"points", TML_FIELD_CORNERS, "m", .required = true,
     .doc = "in order; the free side is on the left of the way along them, or outside of a closed curve"},
    {"closed", TML_FIELD_BOOL, .preset = "false", .doc = "from its last point back to its first"},
    TML_SURFACE_HOLLOW,
    TML_SURFACE_SPEED,
};

static void make_knots(tml_arena *arena, tml_body_surface *s)
{
    const int count = s->point_count + s->closed;
    tml_knot *x = TML_NEW_ARRAY(arena, tml_knot, count), *y = TML_NEW_ARRAY(arena, tml_knot, count);
    double *work = TML_NEW_ARRAY(arena, double, TML_SPLINE_WORK *count), length = 0;
    for (int i = 0; i < count; i++) {
        const tml_vec3 p = s->points[i % s->point_count];
        if (i > 0)
            length += tml_norm(tml_sub(p, s->points[i - 1]));
        x[i] = (tml_knot){length, p.x, 0}, y[i] = (tml_knot){length, p.y, 0};
    }
    const tml_spline_ends ends = count > 3 ? TML_ENDS_NOT_A_KNOT : TML_ENDS_NATURAL;
    tml_spline_slopes(x, (size_t)count, s->closed, ends, work);
    tml_spline_slopes(y, (size_t)count, s->closed, ends, work);
    s->x = x, s->y = y, s->length = length;
}

static bool read_spline(tml_shape_context *c, tml_body_surface *s)
{
    const bool closed = tml_surface_is(c, "closed");
    if (!tml_surface_curve(c, closed ? 3 : 2, s))
        return false;
    if (tml_surface_is(c, "hollow") && !closed)
        return tml_surface_refuse(c, "\"hollow\" is of a closed curve: give closed: true");
    if (closed && !tml_surface_close(c, s))
        return false;
    make_knots(c->r->arena, s);
    return true;
}

const tml_body_surface_class tml_body_surface_spline = {
    .name = "spline",
    .doc = "A smooth curve through points: a track, the outline of a cam.",
    .kind = TML_SURFACE_SPLINE,
    .plane = true,
    TML_LIST(fields),
    .short_field = "points",
    .template = {.plane = "points: [[0, 0], [0.5, 0.1], [1, 0]]"},
    .read = read_spline,
};
