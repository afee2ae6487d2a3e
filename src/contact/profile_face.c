/* profile_face.c - a point of one body at a corner of the chain of another: which face it touches.
 *
 * At the end of an edge several edges have the distance zero, and the distance has a kink. A face with the normal n is touched by the point where
 *   the point's foot is on the edge, or at its end and does not move off it
 *   -n is in the normal cone of the point: between the normals of the two edges that meet in it
 * Otherwise the bodies only pass each other there, or overlap. Of several such faces the one that the point approaches least keeps them apart.
 * A point with a radius goes round a corner v, which is a face of its own: |y - v| = r. Its gap and rate are continuous there, its curvature jumps
 * between 0 and 1/r. At the end of a face it is on the one that it does not move off.
 */
#include "contact/profile.h"
#include <math.h>

static const double ANGLE = 1e-7; /* rad: faces that lie on each other */
/* To the end of a face, by a step; some integrators heed a limit one step later. */
static const double MOST_OF_WAY = 0.35;
static const double LEAST_WAY = 0.05; /* of its length */

bool tml_profile_is_sharp(const tml_profile_candidate *c)
{
    return c->curve->kind == TML_PROFILE_CHAIN && !(c->radius > 0) && !c->own;
}

/* Whether corner i, an end of edges of the candidate's part, can be gone round. */
static bool is_round_corner(const tml_profile_candidate *c, int i)
{
    const tml_profile *chain = c->curve;
    const int last = chain->count - 2 + chain->closed; /* edge */
    const int edge = i <= last ? i : last;
    return tml_profile_is_vertex(chain, i) && chain->part[edge] == c->part;
}

bool tml_profile_has_faces(const tml_profile_candidate *c)
{
    if (c->curve->kind != TML_PROFILE_CHAIN || c->own)
        return false;
    bool corners = !(c->radius > 0);
    for (int i = 0; i < c->curve->count; i++)
        corners |= is_round_corner(c, i);
    return corners;
}

static int edge_count(const tml_profile *chain)
{
    return chain->count - 1 + chain->closed;
}

/* The corner that a face is; -1: it is an edge. */
static int corner_of(const tml_profile *chain, int face)
{
    return face > edge_count(chain) ? face - 1 - edge_count(chain) : -1;
}

tml_profile_distance tml_profile_face_distance(const tml_profile *chain, int face, tml_vec2 y)
{
    const int corner = corner_of(chain, face);
    tml_vec2 n;
    if (corner < 0) {
        tml_profile_edge(chain, face - 1, &n);
        return (tml_profile_distance){tml_dot2(n, tml_sub2(y, chain->points[face - 1])), n, 0};
    }
    const tml_vec2 off = tml_sub2(y, chain->points[corner]);
    const double l = hypot(off.x, off.y);
    return (tml_profile_distance){l, tml_scale2(1 / l, off), 1 / l};
}

/* In axes of the curve's body: the point, its velocity, and cosine and sine of the angle of its body. */
typedef struct {
    tml_vec2 y, ydot;
    double c, s;
} view;

static tml_vec2 perpendicular(tml_vec2 a)
{
    return (tml_vec2){-a.y, a.x};
}

static view view_of(const tml_profile_candidate *c, const tml_plane_motion *curve, const tml_plane_motion *point)
{
    const tml_vec2 s = tml_rotate2(point->c, point->s, c->p), d = tml_sub2(tml_add2(point->x, s), curve->x);
    const tml_vec2 ddot = tml_sub2(tml_add2(point->v, tml_scale2(point->w, perpendicular(s))), curve->v);
    return (view){tml_rotate2(curve->c, -curve->s, d),
                  tml_rotate2(curve->c, -curve->s, tml_sub2(ddot, tml_scale2(curve->w, perpendicular(d)))),
                  curve->c * point->c + curve->s * point->s, curve->c * point->s - curve->s * point->c};
}

/* Whether a direction is in the normal cone of the point; chains turn clockwise round a vertex. */
static bool is_in_cone(const tml_profile_candidate *c, const view *v, tml_vec2 u)
{
    tml_vec2 before, after;
    if (!c->chain)
        return true;
    tml_profile_edge(c->chain, (c->vertex + c->chain->count - 1) % c->chain->count, &before);
    tml_profile_edge(c->chain, c->vertex, &after);
    before = tml_rotate2(v->c, v->s, before), after = tml_rotate2(v->c, v->s, after);
    return tml_cross2(before, u) <= ANGLE && tml_cross2(u, after) <= ANGLE && tml_dot2(u, tml_add2(before, after)) > 0;
}

/* The point's foot along edge i: how far it is from the ends of the edge, and above it; length, normal and direction of the edge. Where the next
 * edge stands up from it, an edge has no end: a point that comes there touches both. */
typedef struct {
    double behind, ahead, length, across;
    tml_vec2 n, t;
} foot;

static foot foot_on(const tml_profile *chain, int i, tml_vec2 y)
{
    foot f;
    const tml_vec2 d = tml_profile_edge(chain, i, &f.n), r = tml_sub2(y, chain->points[i]);
    f.length = hypot(d.x, d.y);
    f.t = tml_scale2(1 / f.length, d);
    f.behind = tml_dot2(f.t, r), f.across = tml_dot2(f.n, r);
    f.ahead = f.length - f.behind;
    return f;
}

/* From the nearer of its ends; infinite: it has none. */
static double room_of(const tml_profile *chain, int i, const foot *f)
{
    return fmin(tml_profile_bends_inward(chain, i) ? INFINITY : f->behind,
                tml_profile_bends_inward(chain, (i + 1) % chain->count) ? INFINITY : f->ahead);
}

/* How far the point is from the edges that meet in a corner, and the rate of that; infinite: at an end, from the edge that is not there. */
static double room_at(const tml_profile *chain, int corner, tml_vec2 y, tml_vec2 ydot, double *rate)
{
    const bool begins = !chain->closed && corner == 0, ends = !chain->closed && corner == chain->count - 1;
    const foot before = foot_on(chain, begins ? 0 : (corner + chain->count - 1) % chain->count, y);
    const foot after = foot_on(chain, ends ? corner - 1 : corner, y);
    const double beyond = begins ? INFINITY : -before.ahead, ahead = ends ? INFINITY : -after.behind;
    *rate = beyond < ahead ? tml_dot2(before.t, ydot) : -tml_dot2(after.t, ydot);
    return fmin(beyond, ahead);
}

/* The same of any face. */
static double room_on(const tml_profile *chain, int face, const view *v, double *rate)
{
    if (corner_of(chain, face) >= 0)
        return room_at(chain, corner_of(chain, face), v->y, v->ydot, rate);
    const foot f = foot_on(chain, face - 1, v->y);
    const double speed = tml_dot2(f.t, v->ydot);
    *rate = f.behind < f.ahead ? speed : -speed;
    return room_of(chain, face - 1, &f);
}

static int find_round_face(const tml_profile_candidate *c, const view *v, double slow)
{
    const tml_profile *chain = c->curve;
    const double near = TML_NEAR_CORNER * chain->size;
    for (int face = 1; face <= edge_count(chain) + chain->count; face++) {
        const int corner = corner_of(chain, face);
        double rate;
        if (corner < 0 ? chain->part[face - 1] != c->part : !is_round_corner(c, corner))
            continue;
        const double off = tml_profile_face_distance(chain, face, v->y).value - c->radius;
        const double room = room_on(chain, face, v, &rate);
        if (fabs(off) <= near && room >= -near && (room >= near || rate >= -slow))
            return face;
    }
    return TML_FACE_NONE;
}

int tml_profile_find_face(const tml_profile_candidate *c, const tml_plane_motion *curve, const tml_plane_motion *point,
                          double slow)
{
    const tml_profile *chain = c->curve;
    const view v = view_of(c, curve, point);
    if (c->radius > 0)
        return find_round_face(c, &v, slow);
    const double near = TML_NEAR_CORNER * chain->size;
    double most = -INFINITY;
    int best = TML_FACE_NONE;
    for (int i = 0; i < edge_count(chain); i++) {
        const foot f = foot_on(chain, i, v.y);
        if (chain->part[i] != c->part || fabs(f.across) > near || fmin(f.behind, f.ahead) < -near)
            continue;
        const bool ends = room_of(chain, i, &f) < near;
        const double speed = tml_dot2(f.t, v.ydot), rate = tml_dot2(f.n, v.ydot);
        const bool leaves = ends && (f.behind < f.ahead ? speed < -slow : speed > slow);
        if (best == TML_FACE_NONE)
            best = TML_FACE_PARTS;
        if (leaves || (ends && !is_in_cone(c, &v, tml_scale2(-1, f.n))) || rate <= most)
            continue;
        most = rate, best = i + 1;
    }
    return best;
}

/* Where the corner of a body lies on a side that it cannot touch, the bodies overlap, by the depth below the face that it can. */
tml_profile_distance tml_profile_depth(const tml_profile_candidate *c, tml_profile_distance phi,
                                       const tml_plane_motion *curve, const tml_plane_motion *point)
{
    const tml_profile *chain = c->curve;
    const double near = TML_NEAR_CORNER * chain->size;
    const view v = view_of(c, curve, point);
    tml_profile_distance best = {-INFINITY, {0, 0}, 0};
    for (int i = 0; i < edge_count(chain); i++) {
        const foot f = foot_on(chain, i, v.y);
        if (chain->part[i] == c->part && fmin(f.behind, f.ahead) > -near && f.across > best.value &&
            is_in_cone(c, &v, tml_scale2(-1, f.n)))
            best = (tml_profile_distance){f.across, f.n, 0};
    }
    return best.value > -INFINITY && best.value < phi.value ? best : phi;
}

double tml_profile_room(const tml_profile_candidate *c, int face, const tml_plane_motion *curve,
                        const tml_plane_motion *point)
{
    const view v = view_of(c, curve, point);
    double rate;
    return room_on(c->curve, face, &v, &rate);
}

double tml_profile_stay(const tml_profile_candidate *c, int face, const tml_plane_motion *curve,
                        const tml_plane_motion *point)
{
    if (c->radius > 0)
        return INFINITY; /* what goes straight on, or round, can be held there */
    const view v = view_of(c, curve, point);
    const foot f = foot_on(c->curve, face - 1, v.y);
    const double speed = tml_dot2(f.t, v.ydot), ahead = speed > 0 ? f.ahead : f.behind;
    return fmax(MOST_OF_WAY * ahead, LEAST_WAY * f.length) / fabs(speed);
}
