/* compile_surface.c - surfaces of bodies as profiles (in the plane) and solids (in space), from the centres of mass; where pairs may touch. */
#include "contact/profile.h"
#include "contact/touch.h"
#include "system/compile/builder.h"
#include "system/compile/surface_solid.h"

static tml_vec2 flat(const tml_builder *b, const tml_body_surface *s, tml_vec3 p)
{
    const tml_vec3 com = b->s->masses[s->body].com;
    return (tml_vec2){p.x - com.x, p.y - com.y};
}

const tml_profile *tml_builder_profile(tml_builder *b, const tml_body_surface *s)
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
    } else if (s->class->kind == TML_SURFACE_CAM) {
        tml_cam *cam = TML_NEW(b->home, tml_cam);
        *cam = *s->cam;
        cam->at = flat(b, s, s->at);
        tml_profile_of_cam(p, cam, b->home);
    }
    return p;
}

const tml_contact_solid *tml_builder_solid(tml_builder *b, const tml_body_surface *s)
{
    return tml_surface_solid(s, b->s->masses[s->body].com, b->home);
}

int tml_builder_candidates(tml_builder *b, const tml_surface_pair *pair, tml_profile_candidate **profiles,
                           tml_candidate **solids)
{
    if (!b->s->space) {
        const tml_profile *first = tml_builder_profile(b, pair->first), *second = tml_builder_profile(b, pair->second);
        const int count = tml_profile_candidates(first, second, NULL, 0);
        *profiles = TML_NEW_ARRAY(b->home, tml_profile_candidate, count);
        return tml_profile_candidates(first, second, *profiles, count);
    }
    const tml_contact_solid *first = tml_builder_solid(b, pair->first), *second = tml_builder_solid(b, pair->second);
    const int ground = pair->first->body == 0 ? 0 : pair->second->body == 0 ? 1 : -1;
    if (!first || !second)
        return 0;
    const int count = tml_touch_candidates(first, second, ground, NULL, 0);
    *solids = TML_NEW_ARRAY(b->home, tml_candidate, count);
    return tml_touch_candidates(first, second, ground, *solids, count);
}
