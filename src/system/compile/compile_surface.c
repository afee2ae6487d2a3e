/* compile_surface.c - surfaces of bodies as profiles (in the plane) and solids (in space), from the centres of mass; where pairs may touch. */
#include "contact/profile.h"
#include "contact/touch.h"
#include "system/compile/builder.h"

static tml_vec2 flat(const tml_builder *b, const tml_body_surface *s, tml_vec3 p)
{
    const tml_vec3 com = b->s->masses[s->body].com;
    return (tml_vec2){p.x - com.x, p.y - com.y};
}

static tml_profile *profile_of(tml_builder *b, const tml_body_surface *s)
{
    tml_profile *p = TML_NEW(b->home, tml_profile);
    *p = (tml_profile){.kind = TML_PROFILE_CIRCLE,
                       .at = flat(b, s, s->at),
                       .radius = s->radius,
                       .hollow = s->hollow,
                       .closed = s->closed,
                       .count = s->point_count,
                       .size = s->radius};
    tml_vec2 *points = TML_NEW_ARRAY(b->home, tml_vec2, s->point_count);
    for (int i = 0; i < s->point_count; i++)
        points[i] = flat(b, s, s->points[i]);
    p->points = points;
    if (s->class->kind == TML_SURFACE_LINE) {
        const tml_vec2 d = tml_sub2(points[1], points[0]);
        const double l = hypot(d.x, d.y);
        p->kind = TML_PROFILE_LINE, p->at = points[0], p->normal = (tml_vec2){-d.y / l, d.x / l};
    } else if (s->class->kind == TML_SURFACE_POLYLINE || s->class->kind == TML_SURFACE_POLYGON) {
        p->kind = TML_PROFILE_CHAIN;
        tml_profile_divide(p, b->home);
    } else if (s->class->kind == TML_SURFACE_SPLINE) {
        const tml_vec3 com = b->s->masses[s->body].com;
        p->kind = TML_PROFILE_SPLINE, p->count = s->point_count + s->closed;
        tml_knot *x = TML_NEW_ARRAY(b->home, tml_knot, p->count), *y = TML_NEW_ARRAY(b->home, tml_knot, p->count);
        for (int i = 0; i < p->count; i++) {
            x[i] = s->x[i], x[i].y -= com.x;
            y[i] = s->y[i], y[i].y -= com.y;
        }
        p->x = x, p->y = y, p->size = s->length;
    }
    return p;
}

/* NULL: there is no such solid. */
static tml_contact_solid *solid_of(tml_builder *b, const tml_body_surface *s)
{
    tml_contact_solid *out = TML_NEW(b->home, tml_contact_solid);
    const tml_vec3 com = b->s->masses[s->body].com, at = tml_sub(s->at, com);
    *out = (tml_contact_solid){.p = at, .a = s->axis, .hollow = s->hollow};
    switch (s->class->kind) {
    case TML_SURFACE_POINT:
        out->kind = TML_SOLID_POINT;
        return out;
    case TML_SURFACE_SPHERE:
        out->kind = TML_SOLID_POINT, out->radius = s->hollow ? -s->radius : s->radius;
        return out;
    case TML_SURFACE_PLANE:
        out->kind = TML_SOLID_PLANE;
        return out;
    case TML_SURFACE_CAPSULE: {
        const tml_vec3 d = tml_sub(s->points[1], s->points[0]);
        out->kind = TML_SOLID_SEGMENT, out->radius = s->radius;
        out->p = tml_sub(tml_scale(0.5, tml_add(s->points[0], s->points[1])), com);
        out->half = tml_norm(d) / 2, out->a = tml_scale(1 / tml_norm(d), d);
        return out;
    }
    case TML_SURFACE_CYLINDER:
        out->kind = TML_SOLID_CYLINDER, out->rim = s->radius, out->half = s->length > 0 ? s->length / 2 : INFINITY;
        if (s->hollow)
            out->kind = TML_SOLID_SEGMENT, out->radius = -s->radius, out->rim = 0;
        return out;
    case TML_SURFACE_DISC:
    case TML_SURFACE_TORUS:
        out->kind = TML_SOLID_CIRCLE, out->rim = s->radius, out->radius = s->tube;
        return out;
    case TML_SURFACE_BOX: {
        const tml_mat3 axes = tml_quat_matrix((tml_quat){1, 0, 0, 0});
        out->kind = TML_SOLID_POLYHEDRON;
        out->polyhedron = tml_polyhedron_box(at, &axes, tml_scale(0.5, s->size), b->home);
        return out;
    }
    case TML_SURFACE_MESH: {
        tml_vec3 *points = TML_NEW_ARRAY(b->home, tml_vec3, s->point_count);
        for (int i = 0; i < s->point_count; i++)
            points[i] = tml_sub(s->points[i], com);
        out->kind = TML_SOLID_POLYHEDRON, out->polyhedron = tml_polyhedron_hull(points, s->point_count, b->home);
        return out->polyhedron ? out : NULL;
    }
    case TML_SURFACE_HEIGHTS:
        out->kind = TML_SOLID_HEIGHTFIELD, out->height = s->heights;
        out->axes = tml_quat_matrix((tml_quat){1, 0, 0, 0});
        return out;
    case TML_SURFACE_LINE:
    case TML_SURFACE_POLYLINE:
    case TML_SURFACE_POLYGON:
    case TML_SURFACE_SPLINE:
        break;
    }
    return NULL;
}

int tml_builder_candidates(tml_builder *b, const tml_surface_pair *pair, tml_profile_candidate **profiles,
                           tml_candidate **solids)
{
    if (!b->s->space) {
        const tml_profile *first = profile_of(b, pair->first), *second = profile_of(b, pair->second);
        const int count = tml_profile_candidates(first, second, NULL, 0);
        *profiles = TML_NEW_ARRAY(b->home, tml_profile_candidate, count);
        return tml_profile_candidates(first, second, *profiles, count);
    }
    const tml_contact_solid *first = solid_of(b, pair->first), *second = solid_of(b, pair->second);
    const int ground = pair->first->body == 0 ? 0 : pair->second->body == 0 ? 1 : -1;
    if (!first || !second)
        return 0;
    const int count = tml_touch_candidates(first, second, ground, NULL, 0);
    *solids = TML_NEW_ARRAY(b->home, tml_candidate, count);
    return tml_touch_candidates(first, second, ground, *solids, count);
}
