/* touch.c - points, lines and rims in touch, with exact rates.
 *
 *   point - shape   with p the point in axes of the shape's body, u = p':  n = -grad phi,  n' = -H u
 *   line - line     n along m = e_1 x e_2;  the touching point of line 1 moves so that both lines stay square to the span
 *   rim - plane     N the plane's normal, a the axis:  c = -R u,  u = (N - (N.a) a)/sin theta, the lowest point
 * The touching point of body 2 is that of body 1 carried over the gap:  r_2 = x_1 + r_1 + gap n - x_2, and so are the rates.
 */
#include "contact/feature.h"

static tml_vec3 negative(tml_vec3 a)
{
    return tml_scale(-1, a);
}

/* The rate of a unit vector along m whose rate is m'. */
static tml_vec3 unit_rate(tml_vec3 unit, tml_vec3 rate, double length)
{
    return tml_scale(1 / length, tml_sub(rate, tml_scale(tml_dot(unit, rate), unit)));
}

tml_touch tml_touch_point(tml_vec3 p, const tml_contact_solid *shape, const tml_rigid_motion *A,
                          const tml_rigid_motion *B)
{
    tml_touch c = {.r1 = tml_rotate(&A->R, p)};
    c.r1dot = tml_cross(A->w, c.r1);
    const tml_vec3 d = tml_sub(tml_add(A->x, c.r1), B->x);
    const tml_vec3 rate = tml_sub(tml_add(A->v, c.r1dot), tml_add(B->v, tml_cross(B->w, d)));
    const tml_signed_distance phi = tml_contact_solid_distance(shape, tml_rotate_back(&B->R, d));
    c.gap = phi.value;
    c.n = negative(tml_rotate(&B->R, phi.gradient));
    const tml_vec3 turned = tml_rotate(&phi.H, tml_rotate_back(&B->R, rate));
    c.ndot = tml_sub(tml_cross(B->w, c.n), tml_rotate(&B->R, turned));
    return c;
}

tml_touch tml_touch_lines(tml_vec3 p1, tml_vec3 e1, tml_vec3 p2, tml_vec3 e2, double side, const tml_rigid_motion *A,
                          const tml_rigid_motion *B)
{
    const tml_vec3 a = tml_rotate(&A->R, e1), b = tml_rotate(&B->R, e2), s1 = tml_rotate(&A->R, p1);
    const tml_vec3 s2 = tml_rotate(&B->R, p2), adot = tml_cross(A->w, a), bdot = tml_cross(B->w, b);
    const tml_vec3 d = tml_sub(tml_add(B->x, s2), tml_add(A->x, s1));
    const tml_vec3 ddot = tml_sub(tml_add(B->v, tml_cross(B->w, s2)), tml_add(A->v, tml_cross(A->w, s1)));
    const tml_vec3 m = tml_cross(a, b), mdot = tml_add(tml_cross(adot, b), tml_cross(a, bdot));
    const double square = tml_dot(m, m), length = sqrt(square);
    /* s with d - s a + t b along m:  s m = d x b */
    const tml_vec3 db = tml_cross(d, b), dbdot = tml_add(tml_cross(ddot, b), tml_cross(d, bdot));
    const double s = tml_dot(db, m) / square;
    const double sdot = (tml_dot(dbdot, m) + tml_dot(db, mdot) - 2 * s * tml_dot(m, mdot)) / square;
    tml_touch c = {.r1 = tml_add(s1, tml_scale(s, a))};
    c.r1dot = tml_add(tml_cross(A->w, c.r1), tml_scale(sdot, a));
    const double along = tml_dot(d, m) / length, sign = side != 0 ? side : along < 0 ? -1 : 1;
    c.gap = sign * along;
    c.n = tml_scale(sign / length, m);
    c.ndot = unit_rate(c.n, tml_scale(sign, mdot), length);
    return c;
}

/* Sine of the angle between axis and normal below which the rim lies flat: its lowest point is determined by rounding. */
static const double FLAT = 1e-12;

static tml_touch touch_rim(const tml_candidate *c, const tml_rigid_motion *A, const tml_rigid_motion *B)
{
    const tml_vec3 a = tml_rotate(&A->R, c->a), adot = tml_cross(A->w, a);
    const tml_vec3 N = tml_rotate(&B->R, c->other->a), Ndot = tml_cross(B->w, N);
    const double cosine = tml_dot(N, a), cosdot = tml_dot(Ndot, a) + tml_dot(N, adot);
    const tml_vec3 m = tml_sub(N, tml_scale(cosine, a));
    const double sine = tml_norm(m);
    tml_vec3 u, udot;
    if (sine > FLAT) {
        u = tml_scale(1 / sine, m);
        udot = unit_rate(u, tml_sub(Ndot, tml_add(tml_scale(cosdot, a), tml_scale(cosine, adot))), sine);
    } else {
        const tml_mat3 F = tml_frame_with_z(c->a);
        u = tml_rotate(&A->R, tml_mat3_column(&F, TML_X));
        udot = tml_cross(A->w, u);
    }
    const tml_vec3 s = tml_rotate(&A->R, c->p);
    tml_touch t = {.n = negative(N), .ndot = negative(Ndot)};
    t.r1 = tml_sub(s, tml_scale(c->rim, u));
    t.r1dot = tml_sub(tml_cross(A->w, s), tml_scale(c->rim, udot));
    const tml_vec3 d = tml_sub(tml_add(A->x, t.r1), tml_add(B->x, tml_rotate(&B->R, c->other->p)));
    t.gap = tml_dot(N, d);
    return t;
}

/* Adds the radii and the touching point of body B. */
static void complete(tml_touch *c, double radius1, double radius2, const tml_rigid_motion *A, const tml_rigid_motion *B)
{
    c->r1 = tml_add(c->r1, tml_scale(radius1, c->n));
    c->r1dot = tml_add(c->r1dot, tml_scale(radius1, c->ndot));
    c->gap -= radius1 + radius2;
    c->r2 = tml_sub(tml_add(tml_add(A->x, c->r1), tml_scale(c->gap, c->n)), B->x);
    const tml_vec3 u = tml_sub(tml_add(B->v, tml_cross(B->w, c->r2)), tml_add(A->v, tml_cross(A->w, c->r1)));
    const tml_vec3 across = tml_add(tml_scale(tml_dot(c->n, u), c->n), tml_scale(c->gap, c->ndot));
    c->r2dot = tml_add(tml_sub(tml_add(A->v, c->r1dot), B->v), across);
}

static void exchange(tml_touch *c)
{
    const tml_vec3 r = c->r1, rdot = c->r1dot;
    c->r1 = c->r2, c->r1dot = c->r2dot, c->r2 = r, c->r2dot = rdot;
    c->n = negative(c->n), c->ndot = negative(c->ndot);
}

/* Tangents: the axes e of the base after the smallest rotation that takes its axis k, nearest to n, to n:
 * t = e - (e.n)/(1 + k.n) (k + n). On a flat surface they are attached to it. */
static void add_tangents(tml_touch *c, const tml_rigid_motion *base)
{
    const tml_vec3 n = tml_rotate_back(&base->R, c->n);
    const tml_vec3 rate = tml_rotate_back(&base->R, tml_sub(c->ndot, tml_cross(base->w, c->n)));
    const double size[3] = {fabs(n.x), fabs(n.y), fabs(n.z)}, part[3] = {n.x, n.y, n.z};
    const int axis = size[0] > size[1] && size[0] > size[2] ? 0 : size[1] > size[2] ? 1 : 2;
    const double sign = part[axis] < 0 ? -1 : 1;
    const tml_vec3 k = tml_scale(sign, tml_unit_axis((tml_axis)axis)), sum = tml_add(k, n);
    const double f = 1 / (1 + tml_dot(k, n)), fdot = -f * f * tml_dot(k, rate);
    tml_vec3 e = tml_unit_axis((tml_axis)((axis + 1) % 3));
    for (int i = 0; i < 2; i++, e = tml_cross(k, e)) {
        const double g = tml_dot(e, n) * f, gdot = tml_dot(e, rate) * f + tml_dot(e, n) * fdot;
        c->t[i] = tml_rotate(&base->R, tml_sub(e, tml_scale(g, sum)));
        const tml_vec3 tdot = negative(tml_add(tml_scale(gdot, sum), tml_scale(g, rate)));
        c->tdot[i] = tml_add(tml_rotate(&base->R, tdot), tml_cross(base->w, c->t[i]));
    }
}

/* Tangents of a wheel: t_1 along its circle, against the sense of its axis, t_2 = n x t_1 along the axis. */
static void turn_tangents(tml_touch *c)
{
    c->t[0] = negative(c->t[0]), c->tdot[0] = negative(c->tdot[0]);
    c->t[1] = tml_cross(c->n, c->t[0]);
    c->tdot[1] = tml_add(tml_cross(c->ndot, c->t[0]), tml_cross(c->n, c->tdot[0]));
}

static tml_touch nearest_touch(const tml_candidate *c, const tml_rigid_motion *A, const tml_rigid_motion *B)
{
    switch (c->kind) {
    case TML_TOUCH_RIM:
        return touch_rim(c, A, B);
    case TML_TOUCH_CURVE:
        return tml_touch_curve(c, A, B);
    case TML_TOUCH_NEAREST:
        return tml_touch_nearest(c->own, c->other, A, B);
    case TML_TOUCH_POINT:
        break;
    }
    return tml_touch_point(c->p, c->other, A, B);
}

tml_touch tml_touch_at(const tml_candidate *c, const tml_rigid_motion *first, const tml_rigid_motion *second)
{
    return tml_touch_on(c, 0, first, second);
}

tml_touch tml_touch_on(const tml_candidate *c, int feature, const tml_rigid_motion *first,
                       const tml_rigid_motion *second)
{
    const tml_rigid_motion *A = c->exchanged ? second : first, *B = c->exchanged ? first : second;
    tml_touch t = feature > 0 ? tml_feature_touch(c, feature, A, B) : nearest_touch(c, A, B);
    complete(&t, c->radius, c->other->radius, A, B);
    if (c->exchanged)
        exchange(&t);
    if (feature > 0)
        tml_feature_tangents(c, feature, A, B, &t);
    else if (c->tracks)
        turn_tangents(&t);
    else
        add_tangents(&t, c->base_is_own ? A : B);
    return t;
}

/* Both bodies are taken at one place, midway over the gap: so the forces on them have no moment against each other. */
double tml_touch_jacobian(const tml_touch *c, tml_vec3 d, tml_vec3 ddot, const tml_rigid_motion *first,
                          const tml_rigid_motion *second, double *J)
{
    const tml_vec3 half = tml_scale(0.5 * c->gap, c->n);
    const tml_vec3 r1 = tml_add(c->r1, half), r2 = tml_sub(c->r2, half);
    const tml_vec3 u =
        tml_sub(tml_add(second->v, tml_cross(second->w, r2)), tml_add(first->v, tml_cross(first->w, r1)));
    const tml_vec3 m1 = tml_rotate_back(&first->R, tml_cross(r1, d)),
                   m2 = tml_rotate_back(&second->R, tml_cross(r2, d));
    J[0] = -d.x, J[1] = -d.y, J[2] = -d.z, J[3] = -m1.x, J[4] = -m1.y, J[5] = -m1.z;
    J[6] = d.x, J[7] = d.y, J[8] = d.z, J[9] = m2.x, J[10] = m2.y, J[11] = m2.z;
    const tml_vec3 halfdot = tml_add(tml_scale(0.5 * tml_dot(c->n, u), c->n), tml_scale(0.5 * c->gap, c->ndot));
    const tml_vec3 bias =
        tml_sub(tml_cross(second->w, tml_sub(c->r2dot, halfdot)), tml_cross(first->w, tml_add(c->r1dot, halfdot)));
    return tml_dot(ddot, u) + tml_dot(d, bias);
}
