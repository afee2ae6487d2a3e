/* candidates.c - which points of two shapes can touch.
 *
 * Points with a radius (spheres, ends of capsules, corners of boxes and meshes) touch any shape; the rims of cylinders, discs and tori touch
 * planes at their lowest point and, when they lie flat, at three points of their own; segments and polyhedra touch each other at their nearest
 * points and at their corners, which carry them when they lie on each other. Where one is curved, every corner, edge, rim and side of each has a
 * gap from the other: the least of them is the distance.
 */
#include "contact/touch.h"
#include "elementary/elementary.h"

typedef struct {
    tml_candidate *out;
    int most, count, ground;
} list;

static void add(list *l, tml_candidate c)
{
    if (l->count < l->most) {
        /* tangents refer to the body of the other shape, unless the own one is the ground */
        c.base_is_own = l->ground >= 0 && (l->ground == 1) == c.exchanged;
        c.index = l->count;
        l->out[l->count] = c;
    }
    l->count++;
}

static void add_points(list *l, const tml_contact_solid *own, const tml_contact_solid *other, bool exchanged)
{
    tml_candidate c = {
        .kind = TML_TOUCH_POINT, .exchanged = exchanged, .radius = own->radius, .own = own, .other = other};
    switch (own->kind) {
    case TML_SOLID_POINT:
        c.p = own->p;
        add(l, c);
        break;
    case TML_SOLID_SEGMENT:
        for (int k = -1; k <= 1; k += 2) {
            c.p = tml_add(own->p, tml_scale(k * own->half, own->a));
            add(l, c);
        }
        break;
    case TML_SOLID_POLYHEDRON:
        for (int k = 0; k < own->polyhedron->vertex_count; k++) {
            c.p = own->polyhedron->vertices[k], c.vertex = k;
            add(l, c);
        }
        break;
    default:
        break;
    }
}

/* Three points carry a rim that lies flat; a little inside, so that they do not graze the floor while it rolls on. In a tube these are balls, on
 * both sides of its middle: they reach its highest places, and nothing beyond it, also in its hole. */
static const double INSIDE = 0.999, BALL = 0.99;

/* A circle about p: its lowest point, and three of its own. */
static void add_rim(list *l, const tml_contact_solid *own, tml_vec3 p, const tml_contact_solid *other, bool exchanged)
{
    tml_candidate c = {.kind = other->kind == TML_SOLID_PLANE ? TML_TOUCH_RIM : TML_TOUCH_CURVE,
                       .exchanged = exchanged,
                       .p = p,
                       .a = own->a,
                       .rim = own->rim,
                       .radius = own->radius,
                       .own = own,
                       .other = other};
    const bool tube = own->radius > 0;
    const double r = tube ? own->rim : INSIDE * own->rim, up = tube ? (1 - BALL) * own->radius : 0;
    add(l, c);
    const tml_mat3 F = tml_frame_with_z(own->a);
    c.kind = TML_TOUCH_POINT, c.radius = BALL * own->radius;
    for (int k = 0; k < 3 * (1 + tube); k++) {
        const double angle = 2.0943951023931953 * (k % 3);
        c.p = tml_add(p, tml_rotate(&F, (tml_vec3){r * tml_cos(angle), r * tml_sin(angle), k < 3 ? up : -up}));
        add(l, c);
    }
}

static void add_rims(list *l, const tml_contact_solid *own, const tml_contact_solid *other, bool exchanged)
{
    if (own->kind == TML_SOLID_CIRCLE)
        add_rim(l, own, own->p, other, exchanged);
    for (int k = -1; k <= 1 && own->kind == TML_SOLID_CYLINDER && isfinite(own->half); k += 2)
        add_rim(l, own, tml_add(own->p, tml_scale(k * own->half, own->a)), other, exchanged);
}

/* A line of some length, or a circle. */
static void add_curve(list *l, const tml_contact_solid *other, bool exchanged, tml_candidate c)
{
    c.kind = TML_TOUCH_CURVE, c.exchanged = exchanged, c.other = other;
    add(l, c);
}

/* Everything of a shape that can touch a rounded one: its points, edges, rims and, of a cylinder, its side. Three points of a rim carry it when it lies flat. */
static void add_features(list *l, const tml_contact_solid *own, const tml_contact_solid *other, bool side,
                         bool exchanged)
{
    const bool bent = other->kind != TML_SOLID_PLANE;
    add_points(l, own, other, exchanged);
    switch (own->kind) {
    case TML_SOLID_SEGMENT:
        add_curve(l, other, exchanged,
                  (tml_candidate){.p = own->p, .a = own->a, .half = own->half, .radius = own->radius, .own = own});
        break;
    case TML_SOLID_CYLINDER:
        if (side)
            add_curve(l, other, exchanged,
                      (tml_candidate){
                          .p = own->p, .a = own->a, .half = own->half, .radius = own->rim, .side = true, .own = own});
        add_rims(l, own, other, exchanged);
        break;
    case TML_SOLID_CIRCLE:
        add_rims(l, own, other, exchanged);
        break;
    case TML_SOLID_POLYHEDRON:
        for (int k = 0; bent && !other->hollow && k < own->polyhedron->edge_count; k++) {
            const tml_polyhedron_edge *e = &own->polyhedron->edges[k];
            const tml_vec3 a = own->polyhedron->vertices[e->first], b = own->polyhedron->vertices[e->second];
            const double length = tml_norm(tml_sub(b, a));
            add_curve(l, other, exchanged,
                      (tml_candidate){.p = tml_scale(0.5, tml_add(a, b)),
                                      .a = tml_scale(1 / length, tml_sub(b, a)),
                                      .half = length / 2,
                                      .own = own});
        }
        break;
    default:
        break;
    }
}

static bool is_surface(const tml_contact_solid *s)
{
    return s->kind == TML_SOLID_PLANE || s->kind == TML_SOLID_HEIGHTFIELD;
}

static bool has_points(const tml_contact_solid *s)
{
    return s->kind == TML_SOLID_POINT || s->kind == TML_SOLID_SEGMENT || s->kind == TML_SOLID_POLYHEDRON;
}

static bool is_solid(const tml_contact_solid *s)
{
    return s->kind == TML_SOLID_SEGMENT || s->kind == TML_SOLID_POLYHEDRON;
}

/* A circle without a radius has no inside: only what has one can touch it. */
static bool is_sharp(const tml_contact_solid *s)
{
    return s->kind == TML_SOLID_CIRCLE && !(s->radius > 0);
}

static bool is_curve(const tml_contact_solid *s)
{
    return s->kind == TML_SOLID_SEGMENT || s->kind == TML_SOLID_CIRCLE;
}

/* Of two polyhedra: their nearest points, their vertices and, where both are sharp, places for edges that touch at once: the outlines of two faces
 * that lie on each other cross twice in each side of one of them. */
static void add_polyhedra(list *l, const tml_contact_solid *own, const tml_contact_solid *other, bool exchanged)
{
    const tml_polyhedron *P = own->polyhedron, *Q = other->polyhedron;
    tml_candidate c = {
        .kind = TML_TOUCH_NEAREST, .radius = own->radius, .own = own, .other = other, .exchanged = exchanged};
    add(l, c);
    add_points(l, own, other, exchanged);
    add_points(l, other, own, !exchanged);
    if (!P || !Q || own->radius > 0 || other->radius > 0)
        return;
    const int sides = P->most_corners < Q->most_corners ? P->most_corners : Q->most_corners;
    for (c.slot = 1; c.slot <= 2 * sides; c.slot++)
        add(l, c);
    for (int i = 0; i < l->count && i < l->most; i++)
        l->out[i].count = l->count;
}

int tml_touch_candidates(const tml_contact_solid *first, const tml_contact_solid *second, int ground,
                         tml_candidate *out, int most)
{
    list l = {out, most, 0, ground};
    const bool round = second->kind == TML_SOLID_POINT && !second->hollow && first->kind != TML_SOLID_POINT;
    const bool exchanged = is_surface(first) || first->hollow || round;
    const tml_contact_solid *own = exchanged ? second : first, *other = exchanged ? first : second;
    if (is_surface(own) || own->hollow || (other->hollow && isfinite(other->half) && other->kind == TML_SOLID_CYLINDER))
        return 0;
    if (own->kind == TML_SOLID_POINT || (other->kind == TML_SOLID_PLANE && has_points(own)) ||
        (other->hollow && has_points(own))) {
        add_points(&l, own, other, exchanged);
    } else if (other->kind == TML_SOLID_PLANE) {
        add_rims(&l, own, other, exchanged);
    } else if (is_solid(own) && is_solid(other)) {
        add_polyhedra(&l, own, other, exchanged);
    } else if (is_surface(other) || other->hollow) {
        add_features(&l, own, other, !other->hollow, exchanged);
    } else if (is_curve(own) && is_curve(other)) { /* one of them tells all */
        const bool back = own->kind == TML_SOLID_SEGMENT || is_sharp(other);
        if (!is_sharp(own) || !is_sharp(other))
            add_features(&l, back ? other : own, back ? own : other, false, back ? !exchanged : exchanged);
    } else {
        const bool bars = own->kind == TML_SOLID_CYLINDER && other->kind == TML_SOLID_CYLINDER;
        if (!is_sharp(other))
            add_features(&l, own, other, bars, exchanged);
        if (!is_sharp(own))
            add_features(&l, other, own, false, !exchanged);
    }
    return l.count;
}
