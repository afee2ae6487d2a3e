/* export_solid.c - shapes of bodies as boxes, spheres and cylinders in the frames of bodies. What the plane gives no thickness is drawn thin. */
#include "exchange/export_robot.h"
#include <math.h>

static const double THIN = 0.02; /* of a shape's size */

static void add_solid(tml_export_robot_of *r, int body, tml_export_solid_kind kind, tml_vec3 size, tml_placement at)
{
    tml_export_solid *s = TML_NEW(r->arena, tml_export_solid);
    const tml_placement laid = {.R = r->upright};
    *s = (tml_export_solid){.kind = kind, .size = {size.x, size.y, size.z}, .at = at, .next = r->bodies[body].solids};
    if (body == 0)
        s->at = tml_placement_times(&laid, &at);
    r->bodies[body].solids = s;
}

static tml_vec3 normal_or(tml_vec3 axis)
{
    return tml_norm(axis) > 0 ? tml_scale(1 / tml_norm(axis), axis) : (tml_vec3){0, 0, 1};
}

static void leave_out(tml_export_robot_of *r, int body, const char *what)
{
    tml_export_leave_out(r, r->bodies[body].place, "body %s: %s", r->bodies[body].name, what);
}

static void add_rod(tml_export_robot_of *r, int body, const tml_outline *o)
{
    const tml_vec3 along = tml_sub(o->to, o->from);
    const double length = tml_norm(along), radius = o->width > 0 ? 0.5 * o->width : THIN * length;
    if (!(length > 0))
        return;
    const tml_placement at = {tml_frame_with_z(tml_scale(1 / length, along)), tml_scale(0.5, tml_add(o->from, o->to))};
    add_solid(r, body, TML_EXPORT_CYLINDER, (tml_vec3){radius, length, 0}, at);
}

static void add_outline(tml_export_robot_of *r, int body, const tml_outline *o)
{
    static const tml_mat3 along_axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const double thin = o->extent > 0 ? o->extent : THIN * fmax(o->radius, fmax(o->size.x, o->size.y));
    if (o->hole) {
        leave_out(r, body, "a hole of its shape");
        return;
    }
    switch (o->kind) {
    case TML_SHAPE_NONE:
    case TML_SHAPE_PARTICLE:
        break;
    case TML_SHAPE_ROD:
        add_rod(r, body, o);
        break;
    case TML_SHAPE_BOX:
        add_solid(r, body, TML_EXPORT_BOX, (tml_vec3){o->size.x, o->size.y, o->size.z > 0 ? o->size.z : thin},
                  (tml_placement){along_axes, o->at});
        break;
    case TML_SHAPE_SPHERE:
        add_solid(r, body, TML_EXPORT_SPHERE, (tml_vec3){o->radius, 0, 0}, (tml_placement){along_axes, o->at});
        break;
    case TML_SHAPE_DISC:
    case TML_SHAPE_CYLINDER:
        if (o->radius > 0)
            add_solid(r, body, TML_EXPORT_CYLINDER, (tml_vec3){o->radius, thin, 0},
                      (tml_placement){tml_frame_with_z(normal_or(o->axis)), o->at});
        break;
    case TML_SHAPE_POLYGON:
        leave_out(r, body, "a polygon that is drawn of it");
        break;
    case TML_SHAPE_MESH:
        leave_out(r, body, "a mesh that is drawn of it");
        break;
    case TML_SHAPE_SEVERAL:
        for (int i = 0; i < o->part_count; i++)
            add_outline(r, body, &o->parts[i]);
        break;
    }
}

void tml_export_solids(tml_export_robot_of *r)
{
    for (int i = 0; i < r->system->nb; i++)
        add_outline(r, i, &r->resolved->bodies[i].outline);
}
