/* profile.c - signed distance of a point from circles, lines and chains of straight edges.
 *
 *   circle  phi = |y - c| - r,  curvature 1/|y - c|;   hollow: the negative
 *   line    phi = n . (y - a)
 *   chain   nearest edge, phi = n . (y - a), or nearest corner v, phi = |y - v|
 * A chain is divided where it bends towards its free side: a disc in such a corner touches both sides, each part by a distance of its own.
 * Each part is smooth but for its curvature. A point is in the material if the nearest place of the whole chain says so; where that is on
 * another part, this one is not touched.
 */
#include "contact/profile.h"
#include <math.h>

static tml_vec2 left_of(tml_vec2 d)
{
    const double l = hypot(d.x, d.y);
    return (tml_vec2){-d.y / l, d.x / l};
}

static int edge_count(const tml_profile *p)
{
    return p->count - 1 + p->closed;
}

static tml_vec2 edge(const tml_profile *p, int i)
{
    return tml_sub2(p->points[(i + 1) % p->count], p->points[i]);
}

/* > 0: the chain bends to the left at corner i, towards its free side. */
static double bend(const tml_profile *p, int i)
{
    if (!p->closed && (i == 0 || i == p->count - 1))
        return 0;
    const int before = (i + p->count - 1) % p->count;
    return tml_cross2(edge(p, before), edge(p, i));
}

bool tml_profile_bends_inward(const tml_profile *profile, int i)
{
    return bend(profile, i) > 0;
}

bool tml_profile_is_vertex(const tml_profile *profile, int i)
{
    const bool end = !profile->closed && (i == 0 || i == profile->count - 1);
    return end || bend(profile, i) < 0;
}

void tml_profile_divide(tml_profile *profile, tml_arena *arena)
{
    const int edges = edge_count(profile);
    int *part = TML_NEW_ARRAY(arena, int, edges), first = 0, last = 0;
    while (first < edges && !(bend(profile, first) > 0))
        first++;
    const bool bent = first < edges && profile->closed;
    first = bent ? first : 0;
    for (int k = 0; k < edges; k++) {
        const int i = (first + k) % edges;
        last += k > 0 && bend(profile, i) > 0;
        part[i] = last;
        profile->size = fmax(profile->size, hypot(edge(profile, i).x, edge(profile, i).y));
    }
    for (int k = edges / 2; bent && last == 0 && k < edges; k++)
        part[(first + k) % edges] = 1; /* the two sides of the only such corner */
    profile->part = part, profile->part_count = last + 1 + (bent && last == 0);
}

static tml_profile_distance from_circle(const tml_profile *p, tml_vec2 y)
{
    const tml_vec2 d = tml_sub2(y, p->at);
    const double l = hypot(d.x, d.y), side = p->hollow ? -1 : 1;
    tml_profile_distance out = {.value = side * (l - p->radius), .gradient = {0, side}};
    if (l > 0) {
        out.gradient = tml_scale2(side / l, d);
        out.curvature = side / l;
    }
    return out;
}

/* The place of a chain that is nearest to a point: on an edge, or at its beginning (at = 0) or end (at = 1). */
typedef struct {
    double distance;
    int edge, at; /* at: -1 between its ends */
    bool inside;  /* the point is on the side of the material */
} place;

/* Whether the foot of y on edge i lies between its ends; not, where there is no such edge, or it is of another part. */
static bool has_foot(const tml_profile *p, int part, int i, tml_vec2 y)
{
    if (p->closed)
        i = (i + p->count) % p->count;
    if (i < 0 || i >= edge_count(p) || (part >= 0 && p->part[i] != part))
        return false;
    const tml_vec2 d = edge(p, i);
    const double along = tml_dot2(d, tml_sub2(y, p->points[i]));
    return along > 0 && along < tml_dot2(d, d);
}

static place nearest_on(const tml_profile *p, int i, tml_vec2 y)
{
    const tml_vec2 d = edge(p, i), r = tml_sub2(y, p->points[i]);
    const double along = tml_dot2(d, r), square = tml_dot2(d, d), across = tml_dot2(left_of(d), r);
    if (along > 0 && along < square)
        return (place){fabs(across), i, -1, across < 0};
    const int at = along >= square, corner = (i + at) % p->count;
    const tml_vec2 off = tml_sub2(y, p->points[corner]);
    return (place){hypot(off.x, off.y), i, at, bend(p, corner) > 0};
}

/* Of one part, or of all (-1). */
static place nearest(const tml_profile *p, int part, tml_vec2 y)
{
    place best = {INFINITY, 0, 0, false};
    for (int i = 0; i < edge_count(p); i++) {
        if (part >= 0 && p->part[i] != part)
            continue;
        const place here = nearest_on(p, i, y);
        if (here.at >= 0 && has_foot(p, part, here.at ? i + 1 : i - 1, y))
            continue; /* the edge that meets it there is nearer, though perhaps by less than rounding */
        if (here.distance < best.distance)
            best = here;
    }
    return best;
}

/* The corner that a place is, -1: it is on an edge. */
static int corner_of(const tml_profile *p, const place *at)
{
    return at->at < 0 ? -1 : (at->edge + at->at) % p->count;
}

static tml_profile_distance from_chain(const tml_profile *p, int part, tml_vec2 y)
{
    static const double SKIN = 1e-3; /* of an edge: so far below it a point has come through it, and not from behind */
    const place own = nearest(p, part, y), all = p->part_count > 1 ? nearest(p, -1, y) : own;
    const tml_vec2 d = edge(p, own.edge), n = left_of(d);
    if (own.at < 0) {
        const double across = tml_dot2(n, tml_sub2(y, p->points[own.edge]));
        const bool deep = all.inside && p->part[all.edge] == part;
        const double side = across >= 0 || deep || -across < SKIN * hypot(d.x, d.y) ? 1 : -1;
        return (tml_profile_distance){side * across, tml_scale2(side, n), 0};
    }
    const int corner = corner_of(p, &own);
    const tml_vec2 off = tml_sub2(y, p->points[corner]);
    if (own.inside && own.distance < SKIN * hypot(d.x, d.y)) /* where it meets the next part it goes on straight */
        return (tml_profile_distance){tml_dot2(n, off), n, 0};
    const bool through = p->part[all.edge] == part || corner_of(p, &all) == corner;
    const double side = own.inside && all.inside && through ? -1 : 1;
    if (!(own.distance > 0))
        return (tml_profile_distance){0, n, 0};
    return (tml_profile_distance){side * own.distance, tml_scale2(side / own.distance, off), side / own.distance};
}

tml_vec2 tml_profile_edge(const tml_profile *profile, int i, tml_vec2 *normal)
{
    const tml_vec2 d = edge(profile, i);
    *normal = left_of(d);
    return d;
}

tml_profile_distance tml_profile_distance_from(const tml_profile *profile, int part, tml_vec2 y)
{
    switch (profile->kind) {
    case TML_PROFILE_CIRCLE:
        return from_circle(profile, y);
    case TML_PROFILE_LINE:
        return (tml_profile_distance){tml_dot2(profile->normal, tml_sub2(y, profile->at)), profile->normal, 0};
    case TML_PROFILE_CHAIN:
        return from_chain(profile, part, y);
    case TML_PROFILE_CAM:
        return tml_cam_distance_from(profile, y);
    case TML_PROFILE_SPLINE:
        break;
    }
    return tml_spline_distance_from(profile, y);
}
