/* profile_touch.c - a rounded point of one body against a curve of another: gap and slip, with exact rates.
 *
 * d goes from the centre of mass of the curve's body (angular velocity w) to the point (s from its own centre, angular velocity w_p), y = R' d.
 * With n = R grad phi, t = n rotated clockwise, J a rotation by 90 degrees, r the radius:
 *   y' = R'(d' - w J d),    y'' = R'(d'' - w' J d - 2 w J d' - w^2 d),    d'' = -w_p^2 s + ...
 *   gap  = phi(y) - r       gap' = n . (d' - w J d)            gap'' = n . R y'' + curvature (t . R y')^2
 *   slip = t . (d' - w J d) + h (w_p - w),  h = r + gap/2      slip' = t . R y'' - curvature (t . R y') gap' + gap' (w_p - w)/2
 * Of a spline c(s) the point is its nearest place, whose parameter has the rate s': then gap'' has - phi_ss s'^2 besides, and slip' has
 * - curvature (t . c') s' gap'.
 * Slip is taken at one place for both bodies, midway between the surfaces: forces along it then have no moment of their own.
 */
#include "contact/profile.h"
#include <math.h>

typedef struct {
    tml_profile_distance phi;
    tml_vec2 s, d, n, t;
    tml_vec2 ydot, yddot; /* R y', R y'' without accelerations */
    /* of a spline: rate of its parameter, second derivative of the distance by it, t . c' */
    double sdot, slope, along;
} span;

static tml_vec2 perpendicular(tml_vec2 a)
{
    return (tml_vec2){-a.y, a.x};
}

/* The rate at which the nearest place moves along its spline: (f)' = 0. */
static void follow(span *e, const tml_profile_place *at, const tml_plane_motion *curve, const tml_plane_motion *point)
{
    const tml_vec2 tau = tml_rotate2(point->c, point->s, at->tangent);
    e->along = tml_dot2(e->t, tau), e->slope = at->slope;
    const double turned = (point->w - curve->w) * tml_dot2(e->n, perpendicular(tau));
    if (!at->held && at->slope > 0)
        e->sdot = -(e->phi.curvature * e->along * tml_dot2(e->t, e->ydot) + turned) / at->slope;
}

static span span_of(const tml_profile_candidate *c, int face, const tml_plane_motion *curve,
                    const tml_plane_motion *point, const tml_profile_place *at)
{
    span e = {.s = tml_rotate2(point->c, point->s, at ? at->p : c->p)};
    e.d = tml_sub2(tml_add2(point->x, e.s), curve->x);
    const tml_vec2 ddot = tml_sub2(tml_add2(point->v, tml_scale2(point->w, perpendicular(e.s))), curve->v);
    const tml_vec2 y = tml_rotate2(curve->c, -curve->s, e.d);
    e.phi = face > 0 ? tml_profile_face_distance(c->curve, face, y) : tml_profile_distance_from(c->curve, c->part, y);
    if (c->chain && face <= 0 && c->curve->kind == TML_PROFILE_CHAIN &&
        fabs(e.phi.value) < TML_ON_EDGE * c->curve->size)
        e.phi = tml_profile_depth(c, e.phi, curve, point);
    e.n = tml_rotate2(curve->c, curve->s, e.phi.gradient);
    e.t = tml_scale2(-1, perpendicular(e.n));
    e.ydot = tml_sub2(ddot, tml_scale2(curve->w, perpendicular(e.d)));
    e.yddot = tml_scale2(-point->w * point->w, e.s);
    e.yddot = tml_sub2(e.yddot, tml_scale2(2 * curve->w, perpendicular(ddot)));
    e.yddot = tml_sub2(e.yddot, tml_scale2(curve->w * curve->w, e.d));
    if (at)
        follow(&e, at, curve, point);
    return e;
}

/* J of a . (d' - w J d) for a given a. */
static void along(const span *e, tml_vec2 a, double *J)
{
    J[0] = -a.x, J[1] = -a.y, J[2] = -tml_cross2(e->d, a);
    J[3] = a.x, J[4] = a.y, J[5] = tml_cross2(e->s, a);
}

static tml_plane_touch gap_of(const tml_profile_candidate *c, const span *e)
{
    const double u = tml_dot2(e->t, e->ydot);
    tml_plane_touch out = {.value = e->phi.value - c->radius};
    along(e, e->n, out.J);
    out.bias = tml_dot2(e->n, e->yddot) + e->phi.curvature * u * u - e->slope * e->sdot * e->sdot;
    return out;
}

static tml_plane_touch slip_of(const tml_profile_candidate *c, const span *e, double turn)
{
    const double u = tml_dot2(e->t, e->ydot), rate = tml_dot2(e->n, e->ydot);
    tml_plane_touch out = {.value = 0};
    along(e, e->t, out.J);
    out.J[2] -= (e->phi.value + c->radius) / 2;
    out.J[5] += (e->phi.value + c->radius) / 2;
    out.bias = tml_dot2(e->t, e->yddot) - e->phi.curvature * (u + e->along * e->sdot) * rate + rate * turn / 2;
    return out;
}

/* The corner of a chain against the spline: the roles of the bodies are exchanged, and so are the parts of J. */
static tml_plane_touch exchanged(tml_plane_touch touch)
{
    for (int k = 0; k < 3; k++) {
        const double J = touch.J[k];
        touch.J[k] = touch.J[k + 3], touch.J[k + 3] = J;
    }
    return touch;
}

typedef tml_plane_touch (*touch_function)(const tml_profile_candidate *, const tml_plane_motion *,
                                          const tml_plane_motion *);

static tml_profile_candidate corner_of(const tml_profile_candidate *c, int corner)
{
    return (tml_profile_candidate){.curve = c->own, .p = c->curve->points[corner]};
}

static tml_plane_touch of_corner(touch_function f, const tml_profile_candidate *c, int corner,
                                 const tml_plane_motion *curve, const tml_plane_motion *point)
{
    const tml_profile_candidate back = corner_of(c, corner);
    return exchanged(f(&back, point, curve));
}

static tml_plane_touch touch_on(const tml_profile_candidate *c, int face, const tml_plane_motion *curve,
                                const tml_plane_motion *point, bool slip)
{
    tml_profile_place at;
    if (c->own && (at = tml_profile_nearest(c, curve, point)).corner >= 0)
        return of_corner(slip ? tml_profile_slip : tml_profile_gap, c, at.corner, curve, point);
    const span e = span_of(c, face, curve, point, c->own ? &at : NULL);
    return slip ? slip_of(c, &e, point->w - curve->w) : gap_of(c, &e);
}

tml_plane_touch tml_profile_gap_on(const tml_profile_candidate *c, int face, const tml_plane_motion *curve,
                                   const tml_plane_motion *point)
{
    return touch_on(c, face, curve, point, false);
}

tml_plane_touch tml_profile_gap(const tml_profile_candidate *c, const tml_plane_motion *curve,
                                const tml_plane_motion *point)
{
    return tml_profile_gap_on(c, TML_FACE_NONE, curve, point);
}

tml_plane_touch tml_profile_slip_on(const tml_profile_candidate *c, int face, const tml_plane_motion *curve,
                                    const tml_plane_motion *point)
{
    return touch_on(c, face, curve, point, true);
}

tml_plane_touch tml_profile_slip(const tml_profile_candidate *c, const tml_plane_motion *curve,
                                 const tml_plane_motion *point)
{
    return tml_profile_slip_on(c, TML_FACE_NONE, curve, point);
}

tml_vec2 tml_profile_touching_point(const tml_profile_candidate *c, const tml_plane_motion *curve,
                                    const tml_plane_motion *point)
{
    tml_profile_place at;
    if (c->own && (at = tml_profile_nearest(c, curve, point)).corner >= 0) {
        const tml_profile_candidate back = corner_of(c, at.corner);
        return tml_profile_touching_point(&back, point, curve);
    }
    const span e = span_of(c, TML_FACE_NONE, curve, point, c->own ? &at : NULL);
    const double down = (e.phi.value + c->radius) / 2; /* r + gap/2 */
    return tml_sub2(tml_add2(point->x, e.s), tml_scale2(down, e.n));
}

/* ---- pairs ---- */

typedef struct {
    tml_profile_candidate *out;
    int most, count;
} list;

static void add(list *l, tml_profile_candidate c)
{
    for (c.part = 0; c.part < (c.curve->kind == TML_PROFILE_CHAIN ? c.curve->part_count : 1); c.part++) {
        if (l->count < l->most)
            l->out[l->count] = c;
        l->count++;
    }
}

static bool is_round(const tml_profile *p)
{
    return p->kind == TML_PROFILE_CIRCLE && !p->hollow;
}

/* The corners of a chain against a curve. */
static void add_corners(list *l, const tml_profile *chain, const tml_profile *curve, bool exchanged)
{
    for (int i = 0; chain->kind == TML_PROFILE_CHAIN && i < chain->count; i++) {
        const bool end = !chain->closed && (i == 0 || i == chain->count - 1);
        if (tml_profile_is_vertex(chain, i))
            add(l, (tml_profile_candidate){.curve = curve,
                                           .p = chain->points[i],
                                           .exchanged = exchanged,
                                           .chain = end ? NULL : chain,
                                           .vertex = i});
    }
}

/* Beyond its ends there is no side of it: its places are looked up against the other curve, not that one's against it. */
static bool is_open(const tml_profile *p)
{
    return tml_profile_is_smooth(p) && !p->closed;
}

static bool bulges(const tml_profile *p)
{
    return tml_profile_is_smooth(p) && !p->hollow;
}

int tml_profile_candidates(const tml_profile *first, const tml_profile *second, tml_profile_candidate *out, int most)
{
    list l = {out, most, 0};
    if (is_round(second))
        add(&l, (tml_profile_candidate){.curve = first, .p = second->at, .radius = second->radius});
    else if (is_round(first))
        add(&l, (tml_profile_candidate){.curve = second, .p = first->at, .radius = first->radius, .exchanged = true});
    else {
        add_corners(&l, second, first, false);
        add_corners(&l, first, second, true);
        if (bulges(second) && !(is_open(first) && second->closed))
            add(&l, (tml_profile_candidate){.curve = first, .own = second});
        else if (bulges(first))
            add(&l, (tml_profile_candidate){.curve = second, .own = first, .exchanged = true});
    }
    return l.count;
}
