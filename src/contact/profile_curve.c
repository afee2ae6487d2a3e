/* profile_curve.c - a spline or cam c(s) of one body against a curve of another: the place of the spline that is nearest to it.
 *
 * In axes of the other curve's body, with its signed distance phi, gradient g and Hessian k t t':
 *   f = g . c' = 0,    or an end of the spline           its slope   k (t . c')^2 + g . c''
 * Where the nearest place of a chain is a corner, it is the corner that touches the spline, from its own side: there phi has a kink at the touch.
 */
#include "contact/bracketed_newton.h"
#include "contact/profile.h"
#include <math.h>

enum { MAX_STEPS = 60 };

typedef struct {
    const tml_profile_candidate *c;
    double cosine, sine; /* of the angle of the spline's body in that of the curve */
    tml_vec2 x;          /* its centre of mass there */
} view;

static tml_curve_point seen(const view *v, double s)
{
    const tml_curve_point p = tml_smooth_point(v->c->own, s);
    return (tml_curve_point){tml_add2(v->x, tml_rotate2(v->cosine, v->sine, p.c)),
                             tml_rotate2(v->cosine, v->sine, p.d1), tml_rotate2(v->cosine, v->sine, p.d2)};
}

static tml_profile_distance distance(const view *v, tml_vec2 y)
{
    return tml_profile_distance_from(v->c->curve, v->c->part, y);
}

static double value_at(const view *v, double s)
{
    return distance(v, seen(v, s).c).value;
}

static double sample_at(const view *v, int i)
{
    return distance(v, tml_add2(v->x, tml_rotate2(v->cosine, v->sine, tml_smooth_sample(v->c->own, i)))).value;
}

static double slope_at(const view *v, double s, double *slope)
{
    const tml_curve_point p = seen(v, s);
    const tml_profile_distance phi = distance(v, p.c);
    const double along = phi.gradient.y * p.d1.x - phi.gradient.x * p.d1.y; /* t: the gradient rotated clockwise */
    *slope = phi.curvature * along * along + tml_dot2(phi.gradient, p.d2);
    return tml_dot2(phi.gradient, p.d1);
}

static double refine(const view *v, double low, double high)
{
    tml_bracket b = {low, high};
    double s = (low + high) / 2, slope;
    for (int i = 0; i < MAX_STEPS; i++) {
        const double f = slope_at(v, s, &slope), next = tml_bracket_step(&b, s, f, slope);
        if (tml_bracket_ends(s, next, fabs(b.low) + fabs(b.high)))
            return next;
        s = next;
    }
    return s;
}

static const double KINK = 1e-6; /* f of a minimum that is none of a smooth function */
static const double DEEP = 1e-3; /* of the size of a chain: so far inside there are kinks between its sides */

/* Whether the distance changes its side at s: beyond the end of an open chain, which has none there. */
static bool jumps_at(const view *v, double s)
{
    const double h = 1e-7 * tml_smooth_length(v->c->own);
    const tml_vec2 a = seen(v, s - h).c, b = seen(v, s + h).c;
    return fabs(distance(v, b).value - distance(v, a).value) > 2 * hypot(b.x - a.x, b.y - a.y);
}

/* The corner of a chain that touches at y; -1: an edge does. */
static int corner_near(const view *v, tml_vec2 y, bool kink, bool jump)
{
    const tml_profile *chain = v->c->curve;
    double least = INFINITY;
    int best = -1;
    const tml_profile_distance phi = distance(v, y);
    if (!jump && (phi.value < -DEEP * chain->size || (!kink && phi.curvature == 0)))
        return -1;
    for (int i = 0; i < chain->count; i++) {
        const tml_vec2 off = tml_sub2(y, chain->points[i]);
        if (tml_profile_is_vertex(chain, i) && tml_dot2(off, off) < least)
            least = tml_dot2(off, off), best = i;
    }
    return best;
}

/* The parameter of the nearest place: every sample that is nearer than its neighbours is refined. *held: an end of the spline is. */
static double nearest(const view *v, bool *held)
{
    const tml_profile *own = v->c->own;
    const int count = tml_smooth_samples(own);
    const double length = tml_smooth_length(own), h = length / count;
    const tml_profile *other = v->c->curve;
    const bool open = (other->kind == TML_PROFILE_CHAIN || other->kind == TML_PROFILE_SPLINE) && !other->closed;
    double best = 0, least = INFINITY, slope;
    double before = own->closed ? sample_at(v, -1) : INFINITY, value = sample_at(v, 0);
    for (int i = 0; i <= count - own->closed; i++) {
        const bool last = !own->closed && i == count;
        const double after = last ? INFINITY : sample_at(v, i + 1);
        if (value <= before && value <= after) {
            const bool end =
                !own->closed && ((i == 0 && slope_at(v, 0, &slope) > 0) || (last && slope_at(v, length, &slope) < 0));
            const double low = own->closed ? (i - 1) * h : fmax((i - 1) * h, 0),
                         high = own->closed ? (i + 1) * h : fmin((i + 1) * h, length);
            const double s = end ? i * h : refine(v, low, high), at = value_at(v, s);
            const double found = open && at < 0 && jumps_at(v, s) ? -at : at;
            if (found < least)
                best = s, least = found, *held = end;
        }
        before = value, value = after;
    }
    return best;
}

tml_profile_place tml_profile_nearest(const tml_profile_candidate *c, const tml_plane_motion *curve,
                                      const tml_plane_motion *point)
{
    const view v = {c, curve->c * point->c + curve->s * point->s, curve->c * point->s - curve->s * point->c,
                    tml_rotate2(curve->c, -curve->s, tml_sub2(point->x, curve->x))};
    bool held = false;
    const double s = nearest(&v, &held);
    const tml_curve_point p = tml_smooth_point(c->own, s);
    tml_profile_place out = {.p = p.c, .tangent = p.d1, .held = held};
    const double f = slope_at(&v, s, &out.slope);
    const bool kink = !held && fabs(f) > KINK * hypot(p.d1.x, p.d1.y);
    const bool chain = c->curve->kind == TML_PROFILE_CHAIN, jump = chain && kink && jumps_at(&v, s);
    out.corner = chain ? corner_near(&v, seen(&v, s).c, kink, jump) : -1;
    return out;
}
