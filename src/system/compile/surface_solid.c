/* surface_solid.c - surfaces of bodies in space as cores with a radius about them (contact/solid.h). */
#include "system/compile/surface_solid.h"

static const tml_mat3 UNIT = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

/* A segment and a radius; a sphere where its ends coincide. */
static tml_contact_solid capsule(const tml_body_surface *s, tml_vec3 com)
{
    const tml_vec3 d = tml_sub(s->points[1], s->points[0]);
    const double length = tml_norm(d);
    tml_contact_solid out = {.kind = length > 0 ? TML_SOLID_SEGMENT : TML_SOLID_POINT,
                             .p = tml_sub(tml_scale(0.5, tml_add(s->points[0], s->points[1])), com),
                             .half = length / 2,
                             .radius = s->radius};
    if (length > 0)
        out.a = tml_scale(1 / length, d);
    return out;
}

static const tml_polyhedron *hull(const tml_body_surface *s, tml_vec3 com, tml_arena *arena)
{
    tml_vec3 *points = TML_NEW_ARRAY(arena, tml_vec3, s->point_count);
    for (int i = 0; i < s->point_count; i++)
        points[i] = tml_sub(s->points[i], com);
    return tml_polyhedron_hull(points, s->point_count, arena);
}

const tml_contact_solid *tml_surface_solid(const tml_body_surface *s, tml_vec3 com, tml_arena *arena)
{
    tml_contact_solid out = {.p = tml_sub(s->at, com), .a = s->axis, .axes = UNIT};
    switch (s->class->kind) {
    case TML_SURFACE_POINT:
    case TML_SURFACE_SPHERE:
        out.kind = TML_SOLID_POINT, out.hollow = s->hollow, out.radius = s->hollow ? -s->radius : s->radius;
        break;
    case TML_SURFACE_PLANE:
        out.kind = TML_SOLID_PLANE;
        break;
    case TML_SURFACE_CAPSULE:
        out = capsule(s, com);
        break;
    case TML_SURFACE_CYLINDER:
        out.kind = TML_SOLID_CYLINDER, out.hollow = s->hollow, out.rim = s->radius;
        out.half = s->length > 0 ? s->length / 2 : INFINITY;
        break;
    case TML_SURFACE_DISC:
    case TML_SURFACE_TORUS:
        out.kind = TML_SOLID_CIRCLE, out.rim = s->radius, out.radius = s->tube;
        break;
    case TML_SURFACE_BOX:
        out.kind = TML_SOLID_POLYHEDRON,
        out.polyhedron = tml_polyhedron_box(out.p, &UNIT, tml_scale(0.5, s->size), arena);
        break;
    case TML_SURFACE_MESH:
        out.kind = TML_SOLID_POLYHEDRON, out.polyhedron = hull(s, com, arena);
        break;
    case TML_SURFACE_HEIGHTS:
        out.kind = TML_SOLID_HEIGHTFIELD, out.height = tml_heights_make(s->heights, arena);
        break;
    default:
        return NULL;
    }
    if (out.kind == TML_SOLID_POLYHEDRON && !out.polyhedron)
        return NULL;
    return tml_arena_copy(arena, &out, sizeof out);
}
