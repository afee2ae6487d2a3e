/* curve_touch.c - a curve of one body (a straight line of some length, a circle) against a solid: where it is nearest.
 *
 * c(s) is the curve, tau = c', in axes of the solid's body; phi the signed distance of the solid, g its gradient, H its Hessian.
 *   nearest    f = g . tau = 0, or an end of the line
 *   its rate   (tau . H tau + g . c'') s' = -(tau . H p' + g . tau'),      p', tau': at constant s
 * Where the nearest point of the solid lies on a sharp edge of it, c_2(t), phi has a kink at the touch: then two curves touch, with d from one to the other,
 *   d . tau_1 = d . tau_2 = 0,   n along tau_1 x tau_2,   gap = n . d
 * which is regular at d = 0. The side of a cylinder is a line with its radius; beyond its ends the rims take over.
 */
#include "contact/bracketed_newton.h"
#include "contact/touch.h"
#include "elementary/elementary.h"
#include <float.h>

enum { SAMPLES = 16, MOST_SAMPLES = 128, MAX_STEPS = 100, NEWTON_STEPS = 12 };
static const double SAMPLES_IN_A_CELL = 4; /* of a heightfield */
static const double KINK = 1e-6;           /* |f| of a minimum that is none of a smooth function */
static const double LEVEL = 1e-12;         /* |f| along a line that is parallel to a side */
static const double PARALLEL = 1e-7;       /* sine of the angle between two curves */
static const double DEEP = 1e-3;           /* of the size of a curve: so far inside there are kinks between sides */
static const double SAME = 1e-6;           /* of a curve: places that are one */
static const double LONG = 1e3;            /* an endless cylinder, in distances */

typedef struct {
    tml_vec3 x, d1, d2; /* c, c', c'' by arc length */
} point;

typedef struct {
    tml_vec3 p, a, u, w; /* centre; of a line its direction, of a circle two axes of its plane */
    double rim, low, high;
} curve;

static tml_vec3 at_angle(const curve *c, double angle)
{
    const tml_sine_cosine a = tml_sincos(angle);
    return tml_add(tml_scale(a.cosine, c->u), tml_scale(a.sine, c->w));
}

static point point_at(const curve *c, double s)
{
    if (!(c->rim > 0))
        return (point){tml_add(c->p, tml_scale(s, c->a)), c->a, {0, 0, 0}};
    const double angle = s / c->rim;
    const tml_vec3 out = at_angle(c, angle), along = at_angle(c, angle + 1.5707963267948966);
    return (point){tml_add(c->p, tml_scale(c->rim, out)), along, tml_scale(-1 / c->rim, out)};
}

static curve line(tml_vec3 p, tml_vec3 a, double half)
{
    return (curve){.p = p, .a = a, .low = -half, .high = half};
}

static curve circle(tml_vec3 p, tml_vec3 a, double rim)
{
    const tml_mat3 F = tml_frame_with_z(a);
    return (curve){.p = p,
                   .a = a,
                   .u = tml_mat3_column(&F, TML_X),
                   .w = tml_mat3_column(&F, TML_Y),
                   .rim = rim,
                   .low = 0,
                   .high = 6.283185307179586 * rim};
}

/* The curve in axes of the solid. */
typedef struct {
    const tml_contact_solid *solid;
    const curve *c;
    tml_mat3 R;
    tml_vec3 x;
} view;

static point seen(const view *v, double s)
{
    const point p = point_at(v->c, s);
    return (point){tml_add(v->x, tml_rotate(&v->R, p.x)), tml_rotate(&v->R, p.d1), tml_rotate(&v->R, p.d2)};
}

/* f, and its slope. */
static double slope_at(const view *v, double s, double *slope)
{
    const point p = seen(v, s);
    const tml_signed_distance phi = tml_contact_solid_distance(v->solid, p.x);
    *slope = tml_dot(p.d1, tml_rotate(&phi.H, p.d1)) + tml_dot(phi.gradient, p.d2);
    return tml_dot(phi.gradient, p.d1);
}

/* Where f - level passes from below zero to above it. */
static double crossing(const view *v, double low, double high, double level)
{
    tml_bracket b = {low, high};
    double s = (low + high) / 2, slope;
    for (int i = 0; i < MAX_STEPS; i++) {
        const double f = slope_at(v, s, &slope) - level;
        const double next = tml_bracket_step(&b, s, f, i % 4 < 3 ? slope : 0); /* every fourth halves */
        if (tml_bracket_ends(s, next, fabs(b.low) + fabs(b.high)))
            return next;
        s = next;
    }
    return s;
}

/* Of a level piece its middle. */
static double lowest_between(const view *v, double low, double high)
{
    double slope;
    const double s = crossing(v, low, high, 0);
    const bool level = fabs(slope_at(v, s, &slope)) <= LEVEL && !(slope * (high - low) > 1e3 * LEVEL);
    if (!level)
        return s;
    const double first = slope_at(v, low, &slope) >= -LEVEL ? low : crossing(v, low, high, -LEVEL);
    const double last = slope_at(v, high, &slope) <= LEVEL ? high : crossing(v, low, high, LEVEL);
    return (first + last) / 2;
}

static double distance_at(const view *v, double s)
{
    return tml_contact_solid_distance(v->solid, seen(v, s).x).value;
}

/* Within a piece, or at an end of a line. */
static double lowest_in(const view *v, double low, double high)
{
    const curve *c = v->c;
    double slope;
    if (!(c->rim > 0)) {
        low = fmax(low, c->low), high = fmin(high, c->high);
        if (low == c->low && slope_at(v, low, &slope) > LEVEL)
            return low;
        if (high == c->high && slope_at(v, high, &slope) < -LEVEL)
            return high;
    }
    return lowest_between(v, low, high);
}

static int samples_of(const view *v)
{
    if (v->solid->kind != TML_SOLID_HEIGHTFIELD)
        return SAMPLES;
    const double cells = (v->c->high - v->c->low) / tml_heights_cell(v->solid->height);
    return (int)fmin(fmax(ceil(SAMPLES_IN_A_CELL * cells), SAMPLES), MOST_SAMPLES);
}

/* Of some points each that is nearer than its neighbours has the nearest of the piece between them; of these the nearest. second: the distance of
 * the next one, infinite if there is none. */
static double lowest(const view *v, double *second)
{
    *second = INFINITY;
    const curve *c = v->c;
    const bool closed = c->rim > 0, convex = !closed && v->solid->kind != TML_SOLID_HEIGHTFIELD &&
                                             v->solid->kind != TML_SOLID_CIRCLE && !v->solid->hollow;
    if (convex)
        return lowest_in(v, c->low, c->high);
    const int samples = samples_of(v);
    const double h = (c->high - c->low) / samples;
    double value[MOST_SAMPLES + 1], first = INFINITY, most = -INFINITY, best = 0, least = INFINITY;
    for (int i = 0; i < samples + !closed; i++) {
        value[i] = distance_at(v, c->low + i * h);
        first = fmin(first, value[i]), most = fmax(most, value[i]);
    }
    if (closed && most - first <= LEVEL * c->rim)
        return 0;
    if (closed)
        value[samples] = value[0];
    for (int i = 0; i < samples + !closed; i++) {
        const double before = i ? value[i - 1] : closed ? value[samples - 1] : INFINITY;
        const double after = i < samples ? value[i + 1] : INFINITY;
        if (value[i] > before || value[i] > after)
            continue;
        const double s = lowest_in(v, c->low + (i - 1) * h, c->low + (i + 1) * h), found = distance_at(v, s);
        if (fabs(s - best) <= SAME * (c->high - c->low) && least < INFINITY)
            continue;
        *second = fmin(*second, fmax(found, least));
        if (found < least)
            best = s, least = found;
    }
    return best;
}

/* ---- sharp edges of solids ---- */

static double nearest_on(const curve *c, tml_vec3 x)
{
    const tml_vec3 d = tml_sub(x, c->p);
    if (!(c->rim > 0))
        return fmin(fmax(tml_dot(d, c->a), c->low), c->high);
    const double angle = tml_atan2(tml_dot(d, c->w), tml_dot(d, c->u));
    return c->rim * (angle < 0 ? angle + 6.283185307179586 : angle);
}

static bool edge_of_polyhedron(const tml_polyhedron *P, tml_vec3 x, curve *edge)
{
    double least = INFINITY;
    for (int i = 0; i < P->edge_count; i++) {
        const tml_vec3 a = P->vertices[P->edges[i].first], b = P->vertices[P->edges[i].second], e = tml_sub(b, a);
        const double length = tml_norm(e);
        const curve c = line(tml_scale(0.5, tml_add(a, b)), tml_scale(1 / length, e), length / 2);
        const tml_vec3 off = tml_sub(point_at(&c, nearest_on(&c, x)).x, x);
        if (tml_dot(off, off) < least)
            least = tml_dot(off, off), *edge = c;
    }
    return P->edge_count > 0;
}

/* The sharp edge that is nearest to x; kink: known to be one. Otherwise only if it is the nearest place of all. */
static bool edge_near(const tml_contact_solid *s, tml_vec3 x, bool kink, curve *edge)
{
    if (s->kind == TML_SOLID_POLYHEDRON) {
        const tml_signed_distance phi = tml_contact_solid_distance(s, x);
        const double bend = phi.value * (phi.H.m[0][0] + phi.H.m[1][1] + phi.H.m[2][2]); /* face 0, edge 1, corner 2 */
        return (kink || (bend > 0.5 && bend < 1.5)) && edge_of_polyhedron(s->polyhedron, x, edge);
    }
    if (s->kind != TML_SOLID_CYLINDER || s->hollow || !isfinite(s->half))
        return false;
    const tml_vec3 d = tml_sub(x, s->p);
    const double z = tml_dot(d, s->a), rho = tml_norm(tml_sub(d, tml_scale(z, s->a)));
    *edge = circle(tml_add(s->p, tml_scale(z > 0 ? s->half : -s->half, s->a)), s->a, s->rim);
    return kink || (fabs(z) > s->half && rho > s->rim);
}

/* ---- touches ---- */

/* At the place s of the curve, which moves with the rate that keeps it the nearest; held: an end of a line; tracks: t_1 = tau, too. */
static tml_touch touch_smooth(const view *v, double s, bool held, bool tracks, const tml_rigid_motion *A,
                              const tml_rigid_motion *B)
{
    const point p = point_at(v->c, s);
    tml_touch c = {.r1 = tml_rotate(&A->R, p.x)};
    const tml_vec3 tau = tml_rotate(&A->R, p.d1), bend = tml_rotate(&A->R, p.d2),
                   d = tml_sub(tml_add(A->x, c.r1), B->x);
    const tml_signed_distance phi = tml_contact_solid_distance(v->solid, tml_rotate_back(&B->R, d));
    const tml_vec3 g = tml_rotate(&B->R, phi.gradient);
    tml_vec3 rate = tml_sub(tml_add(A->v, tml_cross(A->w, c.r1)), tml_add(B->v, tml_cross(B->w, d)));
    const tml_vec3 Htau = tml_rotate(&B->R, tml_rotate(&phi.H, tml_rotate_back(&B->R, tau)));
    const double stiff = tml_dot(tau, Htau) + tml_dot(g, bend), size = fmax(v->c->rim, v->c->high);
    const double turned = tml_dot(g, tml_cross(tml_sub(A->w, B->w), tau));
    const double sdot = held || !(stiff * size > 1e-9) ? 0 : -(tml_dot(Htau, rate) + turned) / stiff;
    rate = tml_add(rate, tml_scale(sdot, tau));
    c.r1dot = tml_add(tml_cross(A->w, c.r1), tml_scale(sdot, tau));
    c.gap = phi.value;
    c.n = tml_scale(-1, g);
    const tml_vec3 bent = tml_rotate(&B->R, tml_rotate(&phi.H, tml_rotate_back(&B->R, rate)));
    c.ndot = tml_sub(tml_cross(B->w, c.n), bent);
    if (tracks) {
        c.t[0] = tau;
        c.tdot[0] = tml_add(tml_cross(A->w, tau), tml_scale(sdot, bend));
    }
    return c;
}

/* Two curves: solved from s for both places; false: they are parallel, or the place is no inner one. */
static bool touch_edges(const view *v, double s, const curve *edge, tml_vec3 outward, const tml_rigid_motion *A,
                        const tml_rigid_motion *B, tml_touch *c)
{
    double t = nearest_on(edge, seen(v, s).x);
    point p, q;
    double a, b, e, f, det = 0;
    tml_vec3 d;
    for (int i = 0;; i++) {
        p = seen(v, s), q = point_at(edge, t);
        d = tml_sub(q.x, p.x);
        a = -1 + tml_dot(d, p.d2), b = tml_dot(q.d1, p.d1), e = -b, f = 1 + tml_dot(d, q.d2);
        det = a * f - b * e;
        if (!(fabs(det) > PARALLEL * PARALLEL))
            return false;
        const double F1 = tml_dot(d, p.d1), F2 = tml_dot(d, q.d1);
        const double ds = -(f * F1 - b * F2) / det, dt = -(a * F2 - e * F1) / det;
        if (i == NEWTON_STEPS || fabs(ds) + fabs(dt) <= 1e-16 * (fabs(s) + fabs(t)))
            break;
        s += ds, t += dt;
    }
    const bool line1 = !(v->c->rim > 0), line2 = !(edge->rim > 0);
    if ((line1 && (s < v->c->low || s > v->c->high)) || (line2 && (t < edge->low || t > edge->high)))
        return false;
    /* ground axes, with rates */
    const tml_vec3 tau1 = tml_rotate(&B->R, p.d1), tau2 = tml_rotate(&B->R, q.d1), k1 = tml_rotate(&B->R, p.d2);
    const tml_vec3 k2 = tml_rotate(&B->R, q.d2), r2 = tml_rotate(&B->R, q.x), gap = tml_rotate(&B->R, d);
    *c = (tml_touch){.r1 = tml_rotate(&A->R, point_at(v->c, s).x)};
    const tml_vec3 u = tml_sub(tml_add(B->v, tml_cross(B->w, r2)), tml_add(A->v, tml_cross(A->w, c->r1)));
    const tml_vec3 turn1 = tml_cross(A->w, tau1), turn2 = tml_cross(B->w, tau2);
    const double F1 = tml_dot(u, tau1) + tml_dot(gap, turn1), F2 = tml_dot(u, tau2) + tml_dot(gap, turn2);
    const double sdot = -(f * F1 - b * F2) / det, tdot = -(a * F2 - e * F1) / det;
    const tml_vec3 rate1 = tml_add(turn1, tml_scale(sdot, k1)), rate2 = tml_add(turn2, tml_scale(tdot, k2));
    const tml_vec3 m = tml_cross(tau1, tau2), mdot = tml_add(tml_cross(rate1, tau2), tml_cross(tau1, rate2));
    const double length = tml_norm(m), sign = tml_dot(m, tml_rotate(&B->R, outward)) > 0 ? -1 : 1;
    if (!(length > PARALLEL)) /* some way apart, where det does not tell */
        return false;
    c->n = tml_scale(sign / length, m);
    c->ndot = tml_scale(sign / length, tml_sub(mdot, tml_scale(tml_dot(m, mdot) / (length * length), m)));
    c->gap = tml_dot(c->n, gap);
    c->r1dot = tml_add(tml_cross(A->w, c->r1), tml_scale(sdot, tau1));
    return true;
}

/* Which way is out of the solid at a kink: the gradients on both sides, so that their sum is square to the curve. */
static tml_vec3 outward_at(const view *v, double s)
{
    const double h = 1e-6 * fmax(v->c->rim, v->c->high);
    const point p = seen(v, s - h), q = seen(v, s + h);
    const tml_vec3 g = tml_contact_solid_distance(v->solid, p.x).gradient,
                   k = tml_contact_solid_distance(v->solid, q.x).gradient;
    return tml_add(g, k);
}

static tml_touch touch_of(const curve *c, double radius, bool side, bool tracks, const tml_contact_solid *solid,
                          const tml_rigid_motion *A, const tml_rigid_motion *B)
{
    const tml_mat3 back = tml_mat3_transpose(&B->R);
    view v = {solid, c, tml_mat3_product(&back, &A->R), tml_rotate_back(&B->R, tml_sub(A->x, B->x))};
    curve finite = *c, edge;
    if (!isfinite(c->high)) {
        const tml_vec3 middle = tml_sub(tml_rotate_back(&v.R, tml_sub(solid->p, v.x)), c->p);
        const double s = tml_dot(middle, c->a), reach = LONG * (tml_norm(middle) + radius);
        finite.low = s - reach, finite.high = s + reach;
        v.c = &finite;
    }
    double second;
    const double s = lowest(&v, &second);
    const bool at_end = !(c->rim > 0) && (s <= c->low || s >= c->high);
    if (side && at_end) {
        const curve rim = circle(point_at(c, s).x, c->a, radius);
        tml_touch t = touch_of(&rim, 0, false, false, solid, A, B);
        t.gap += radius; /* which is taken off again where radii are added; the point is on the rim already */
        t.r1 = tml_sub(t.r1, tml_scale(radius, t.n));
        t.r1dot = tml_sub(t.r1dot, tml_scale(radius, t.ndot));
        return t;
    }
    tml_touch t;
    double slope;
    const bool kink = !at_end && fabs(slope_at(&v, s, &slope)) > KINK;
    const double deep = DEEP * fmax(c->rim, isfinite(c->high) ? c->high : radius);
    const bool near = !at_end && tml_contact_solid_distance(solid, seen(&v, s).x).value > -deep;
    if (near && !tracks && radius + solid->radius == 0 && edge_near(solid, seen(&v, s).x, kink, &edge) &&
        touch_edges(&v, s, &edge, outward_at(&v, s), A, B, &t))
        return t;
    return touch_smooth(&v, s, at_end, tracks, A, B);
}

tml_touch tml_touch_curve(const tml_candidate *c, const tml_rigid_motion *A, const tml_rigid_motion *B)
{
    const curve own = c->rim > 0 ? circle(c->p, c->a, c->rim) : line(c->p, c->a, c->half);
    return touch_of(&own, c->radius, c->side, c->tracks, c->other, A, B);
}

double tml_touch_second_gap(const tml_candidate *c, const tml_rigid_motion *first, const tml_rigid_motion *second)
{
    const tml_rigid_motion *A = c->exchanged ? second : first, *B = c->exchanged ? first : second;
    const curve own = circle(c->p, c->a, c->rim);
    const tml_mat3 back = tml_mat3_transpose(&B->R);
    const view v = {c->other, &own, tml_mat3_product(&back, &A->R), tml_rotate_back(&B->R, tml_sub(A->x, B->x))};
    double gap;
    lowest(&v, &gap);
    return gap - c->radius - c->other->radius;
}
