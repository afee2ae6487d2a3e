/* measure_derivatives.c - exact derivatives of measures, in space; the plane is treated as a special case, outside of inner loops.
 *
 * Every measure is a function of dot products x . y of moving vectors x = f + T (x_2 - x_1) + r_1 + r_2, r_i attached to body i.
 * A rotation e of body i changes r_i and all its time derivatives by e x (...): components in the body are constant.
 *   s = x . y,  s' = x'.y + x.y',  s'' = x''.y + 2 x'.y' + x.y''
 */
#include "system/kernel/measure_derivatives.h"
#include "system/kernel/kernels.h"
#include <string.h>

typedef struct {
    tml_vec3 x, v, w, a, alpha;
    tml_vec3 e[3]; /* body axes in ground axes */
} frame;

/* A moving vector: fixed part, with or without translation, parts attached to the two bodies; value and time
 * derivatives. */
typedef struct {
    tml_vec3 fixed, r[2];
    bool moves;
    tml_vec3 x0, x1, x2;
} vector;

/* A scalar with its time derivatives and all partial derivatives. */
typedef struct {
    double s1, s2;
    double s0;
    tml_measure_tangent d;
} scalar;

static frame frame_of(const tml_workspace *w, int body, const double *a)
{
    const tml_system *s = w->system;
    frame f = {.e = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    if (body == 0)
        return f;
    const double *at = a ? a + (size_t)(body - 1) * (size_t)s->nvb : NULL;
    if (s->space) {
        const tml_motion3 *m = &w->motion3[body];
        f.x = m->x, f.v = m->v, f.w = m->w;
        for (int k = 0; k < 3; k++)
            f.e[k] = tml_mat3_column(&m->R, (tml_axis)k);
        if (at) {
            f.a = (tml_vec3){at[0], at[1], at[2]};
            f.alpha = tml_rotate(&m->R, (tml_vec3){at[3], at[4], at[5]});
        }
    } else {
        const tml_motion2 *m = &w->motion2[body];
        f.x = (tml_vec3){m->x, m->y, 0};
        f.v = (tml_vec3){m->vx, m->vy, 0};
        f.w = (tml_vec3){0, 0, m->w};
        f.e[0] = (tml_vec3){m->c, m->s, 0};
        f.e[1] = (tml_vec3){-m->s, m->c, 0};
        if (at) {
            f.a = (tml_vec3){at[0], at[1], 0};
            f.alpha = (tml_vec3){0, 0, at[2]};
        }
    }
    return f;
}

static tml_vec3 on_ground(const frame *f, tml_vec3 r)
{
    return tml_add(tml_scale(r.x, f->e[0]), tml_add(tml_scale(r.y, f->e[1]), tml_scale(r.z, f->e[2])));
}

static vector complete(vector u, const frame f[2])
{
    u.x0 = u.fixed;
    u.x1 = u.x2 = (tml_vec3){0, 0, 0};
    if (u.moves) {
        u.x0 = tml_add(u.x0, tml_sub(f[1].x, f[0].x));
        u.x1 = tml_sub(f[1].v, f[0].v);
        u.x2 = tml_sub(f[1].a, f[0].a);
    }
    for (int i = 0; i < 2; i++) {
        const tml_vec3 r1 = tml_cross(f[i].w, u.r[i]);
        u.x0 = tml_add(u.x0, u.r[i]);
        u.x1 = tml_add(u.x1, r1);
        u.x2 = tml_add(u.x2, tml_add(tml_cross(f[i].alpha, u.r[i]), tml_cross(f[i].w, r1)));
    }
    return u;
}

/* Variation of a vector with coordinate k: q0 q1 q2 with displacement, v1 v2 with velocity. */
typedef struct {
    tml_vec3 q0, q1, q2, v1, v2;
} variation;

static variation variation_of(const vector *u, const frame f[2], int k)
{
    const int body = k / 6, is_rotation = k % 6 >= 3;
    variation n = {0};
    if (!is_rotation) {
        const tml_vec3 e = tml_scale(body ? 1 : -1, tml_unit_axis((tml_axis)(k % 3)));
        if (u->moves)
            n.q0 = n.v1 = e;
        return n;
    }
    const tml_vec3 e = f[body].e[k % 3], r = u->r[body], w = f[body].w, r1 = tml_cross(w, r);
    n.q0 = n.v1 = tml_cross(e, r);
    n.q1 = tml_cross(e, r1);
    n.q2 = tml_cross(e, tml_add(tml_cross(f[body].alpha, r), tml_cross(w, r1)));
    n.v2 = tml_add(tml_cross(e, r1), tml_cross(w, tml_cross(e, r)));
    return n;
}

/* Change of v1 of coordinate k with displacement j: nonzero only for rotations of one body. */
static tml_vec3 second_variation(const vector *u, const frame f[2], int k, int j)
{
    if (k / 6 != j / 6 || k % 6 < 3 || j % 6 < 3)
        return (tml_vec3){0, 0, 0};
    const int body = k / 6;
    return tml_cross(f[body].e[j % 3], tml_cross(f[body].e[k % 3], u->r[body]));
}

static void dot_product(const vector *x, const vector *y, const frame f[2], scalar *s)
{
    variation nx[12], ny[12];
    s->s0 = tml_dot(x->x0, y->x0);
    s->s1 = tml_dot(x->x1, y->x0) + tml_dot(x->x0, y->x1);
    s->s2 = tml_dot(x->x2, y->x0) + 2 * tml_dot(x->x1, y->x1) + tml_dot(x->x0, y->x2);
    for (int k = 0; k < 12; k++) {
        const variation a = nx[k] = variation_of(x, f, k), b = ny[k] = variation_of(y, f, k);
        s->d.q0[k] = tml_dot(a.q0, y->x0) + tml_dot(x->x0, b.q0);
        s->d.q1[k] = tml_dot(a.q1, y->x0) + tml_dot(x->x1, b.q0) + tml_dot(a.q0, y->x1) + tml_dot(x->x0, b.q1);
        s->d.q2[k] = tml_dot(a.q2, y->x0) + tml_dot(x->x2, b.q0) + 2 * (tml_dot(a.q1, y->x1) + tml_dot(x->x1, b.q1)) +
                     tml_dot(a.q0, y->x2) + tml_dot(x->x0, b.q2);
        s->d.v2[k] = tml_dot(a.v2, y->x0) + 2 * (tml_dot(a.v1, y->x1) + tml_dot(x->x1, b.v1)) + tml_dot(x->x0, b.v2);
    }
    for (int k = 0; k < 12; k++)
        for (int j = 0; j < 12; j++)
            s->d.H[k][j] = tml_dot(second_variation(x, f, k, j), y->x0) + tml_dot(nx[k].v1, ny[j].q0) +
                           tml_dot(nx[j].q0, ny[k].v1) + tml_dot(x->x0, second_variation(y, f, k, j));
}

/* Partial derivatives of a function of up to three scalars: g_i, g_ij, g_ijk. */
typedef struct {
    double g1[3], g2[3][3], g3[3][3][3];
} partials;

/* s = g(x_1, x_2): the chain rule, twice in time and once in q or v. */
static void chain(const scalar *x, int count, const partials *g, tml_measure_tangent *d)
{
    memset(d, 0, sizeof *d);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 12; k++) {
            d->q0[k] += g->g1[i] * x[i].d.q0[k];
            d->q1[k] += g->g1[i] * x[i].d.q1[k];
            d->q2[k] += g->g1[i] * x[i].d.q2[k];
            d->v2[k] += g->g1[i] * x[i].d.v2[k];
            for (int j = 0; j < 12; j++)
                d->H[k][j] += g->g1[i] * x[i].d.H[k][j];
            for (int l = 0; l < count; l++) {
                const double second = g->g2[i][l];
                d->q1[k] += second * x[i].d.q0[k] * x[l].s1;
                d->q2[k] += second * (x[i].d.q0[k] * x[l].s2 + 2 * x[i].d.q1[k] * x[l].s1);
                d->v2[k] += 2 * second * x[i].d.q0[k] * x[l].s1;
                for (int j = 0; j < 12; j++)
                    d->H[k][j] += second * x[i].d.q0[k] * x[l].d.q0[j];
                for (int n = 0; n < count; n++)
                    d->q2[k] += g->g3[i][l][n] * x[i].d.q0[k] * x[l].s1 * x[n].s1;
            }
        }
}

static void square_root(const scalar *x, tml_measure_tangent *d)
{
    const double s = sqrt(x->s0);
    const partials g = {{0.5 / s}, {{-0.25 / (s * x->s0)}}, {{{0.375 / (s * x->s0 * x->s0)}}}};
    if (s > 0)
        chain(x, 1, &g, d);
    else
        memset(d, 0, sizeof *d);
}

/* r: the cosine of the angle */
static void arc_sine(const scalar *x, double r, tml_measure_tangent *d)
{
    const double p = r > TML_GIMBAL_LOCK ? 1 / r : 0, p2 = p * p;
    const partials g = {{p}, {{x->s0 * p * p2}}, {{{(1 + 2 * x->s0 * x->s0) * p * p2 * p2}}}};
    chain(x, 1, &g, d);
}

/* atan2(y, x) = Im log(x + i y): derivatives are Im(c i^m / z^p), m of them to y, c = 1, -1, 2 for p = 1, 2, 3 */
static void arc_tangent(const scalar xy[2], tml_measure_tangent *d)
{
    const double x = xy[0].s0, y = xy[1].s0, n = x * x + y * y;
    const bool locked = n <= TML_GIMBAL_LOCK * TML_GIMBAL_LOCK;
    const double re1 = locked ? 0 : x / n, im1 = locked ? 0 : -y / n;
    const double re2 = re1 * re1 - im1 * im1, im2 = 2 * re1 * im1;
    const double re3 = re2 * re1 - im2 * im1, im3 = re2 * im1 + im2 * re1;
    partials g = {{im1, re1}, {{-im2, -re2}, {-re2, im2}}, {{{0}}}};
    const double third[4] = {2 * im3, 2 * re3, -2 * im3, -2 * re3};
    for (int i = 0; i < 8; i++)
        g.g3[i >> 2][(i >> 1) & 1][i & 1] = third[(i >> 2) + ((i >> 1) & 1) + (i & 1)];
    chain(xy, 2, &g, d);
}

/* g(c) u, xy = {c, u}, sine of the angle whose cosine is c */
static void tilt(const scalar cu[2], double sine, tml_measure_tangent *d)
{
    const double u = cu[1].s0;
    const tml_arc g = tml_arc_of(cu[0].s0, sine);
    const partials p = {
        {g.d1 * u, g.g}, {{g.d2 * u, g.d1}, {g.d1, 0}}, {{{g.d3 * u, g.d2}, {g.d2, 0}}, {{g.d2, 0}, {0, 0}}}};
    chain(cu, 2, &p, d);
}

/* Rate x . y' with x attached or fixed. */
static void rate_product(const vector *x, const vector *y, const frame f[2], tml_measure_tangent *d)
{
    memset(d, 0, sizeof *d);
    for (int k = 0; k < 12; k++) {
        const variation a = variation_of(x, f, k), b = variation_of(y, f, k);
        d->q0[k] = tml_dot(x->x0, b.v1);
        d->q1[k] = tml_dot(a.q0, y->x1) + tml_dot(x->x0, b.q1);
        d->q2[k] = tml_dot(a.q1, y->x1) + tml_dot(x->x1, b.q1) + tml_dot(a.q0, y->x2) + tml_dot(x->x0, b.q2);
        d->v2[k] = tml_dot(a.v1, y->x1) + tml_dot(x->x1, b.v1) + tml_dot(x->x0, b.v2);
        for (int j = 0; j < 12; j++)
            d->H[k][j] = tml_dot(variation_of(x, f, j).q0, b.v1) + tml_dot(x->x0, second_variation(y, f, k, j));
    }
}

/* Rate x . (w_2 - w_1) */
static void angular_velocity_product(const vector *x, const frame f[2], tml_measure_tangent *d)
{
    const tml_vec3 relative = tml_sub(f[1].w, f[0].w), acceleration = tml_sub(f[1].alpha, f[0].alpha);
    memset(d, 0, sizeof *d);
    for (int k = 3; k < 12; k++) {
        if (k % 6 < 3)
            continue;
        const int body = k / 6;
        const double sign = body ? 1 : -1;
        const tml_vec3 e = f[body].e[k % 3];
        d->q0[k] = sign * tml_dot(x->x0, e);
        const variation a = variation_of(x, f, k);
        d->q1[k] = tml_dot(a.q0, relative) + sign * tml_dot(x->x0, tml_cross(e, f[body].w));
        d->q2[k] = tml_dot(a.q1, relative) + tml_dot(a.q0, acceleration) +
                   sign * (tml_dot(x->x1, tml_cross(e, f[body].w)) + tml_dot(x->x0, tml_cross(e, f[body].alpha)));
        d->v2[k] = tml_dot(a.v1, relative) + sign * tml_dot(x->x1, e);
        for (int j = 0; j < 12; j++) {
            const tml_vec3 rotated = j / 6 == body && j % 6 >= 3 ? tml_cross(f[body].e[j % 3], e) : (tml_vec3){0, 0, 0};
            d->H[k][j] = sign * (tml_dot(variation_of(x, f, j).q0, e) + tml_dot(x->x0, rotated));
        }
    }
}

/* Rate g . (w_2 - w_1) of a component of the rotation vector r; g is a function of r, attached to body 1. Force laws
 * use only its rate and J. */
static void rotation_product(const tml_measure *m, const frame f[2], tml_measure_tangent *d)
{
    const tml_mat3 R[2] = {tml_columns(f[0].e[0], f[0].e[1], f[0].e[2]), tml_columns(f[1].e[0], f[1].e[1], f[1].e[2])};
    const tml_rotation_frames r = tml_rotation_frames_of(m, &R[0], &R[1]);
    const tml_vec3 relative = tml_sub(f[1].w, f[0].w), g = tml_log_gradient(r.r, r.factor, r.a);
    tml_vec3 rotated[12];
    memset(d, 0, sizeof *d);
    for (int k = 3; k < 12; k++) {
        if (k % 6 < 3)
            continue;
        const double sign = k / 6 ? 1 : -1;
        const tml_vec3 e = f[k / 6].e[k % 3], change = tml_log_rate(r.r, r.factor, tml_scale(sign, e));
        rotated[k] = tml_log_gradient_rate(r.r, change, r.factor, r.a);
        if (k / 6 == 0)
            rotated[k] = tml_add(rotated[k], tml_cross(e, g));
        d->q0[k] = sign * tml_dot(g, e);
        d->q1[k] = tml_dot(rotated[k], relative) + sign * tml_dot(g, tml_cross(e, f[k / 6].w));
    }
    for (int k = 3; k < 12; k++)
        for (int j = 3; j < 12; j++) {
            if (k % 6 < 3 || j % 6 < 3)
                continue;
            const tml_vec3 e = f[k / 6].e[k % 3];
            const double sign = k / 6 ? 1 : -1;
            d->H[k][j] = sign * tml_dot(rotated[j], e);
            if (k / 6 == j / 6)
                d->H[k][j] += sign * tml_dot(g, tml_cross(f[j / 6].e[j % 3], e));
        }
}

/* sqrt(1 - x^2) = s */
static void complement(const scalar *x, double s, tml_measure_tangent *d)
{
    const double p = s > TML_GIMBAL_LOCK ? 1 / s : 0, p3 = p * p * p, c = x->s0;
    const partials g = {{-c * p}, {{-p3}}, {{{-3 * c * p3 * p * p}}}};
    chain(x, 1, &g, d);
}

/* A rate s', its rate s'' and their derivatives. */
typedef struct {
    double s1, s2;
    const tml_measure_tangent *d;
} rate;

/* cos(h) a + sin(h) b of two rates, h the direction of (e_1, e_2) or, `turned`, a right angle less. */
static void turned_rate(const scalar e[2], const rate *a, const rate *b, bool turned, tml_measure_tangent *out)
{
    const double k2 = e[0].s0 * e[0].s0 + e[1].s0 * e[1].s0, part = k2 > TML_GIMBAL_LOCK * TML_GIMBAL_LOCK ? 1 / k2 : 0,
                 root = sqrt(part);
    const double c = root * (turned ? e[1].s0 : e[0].s0), s = root * (turned ? -e[0].s0 : e[1].s0);
    const double heading = part * (e[0].s0 * e[1].s1 - e[1].s0 * e[0].s1);
    const double side = c * b->s1 - s * a->s1, side2 = c * b->s2 - s * a->s2, self = c * a->s1 + s * b->s1;
    tml_measure_tangent h;
    arc_tangent(e, &h);
    memset(out, 0, sizeof *out);
    for (int k = 0; k < 12; k++) {
        out->q0[k] = c * a->d->q0[k] + s * b->d->q0[k];
        out->q1[k] = c * a->d->q1[k] + s * b->d->q1[k] + h.q0[k] * side;
        out->v2[k] = c * a->d->v2[k] + s * b->d->v2[k] + h.q0[k] * side + heading * (c * b->d->q0[k] - s * a->d->q0[k]);
        out->q2[k] = c * a->d->q2[k] + s * b->d->q2[k] + h.q0[k] * side2 + h.q1[k] * side +
                     heading * (c * b->d->q1[k] - s * a->d->q1[k] - h.q0[k] * self);
        for (int j = 0; j < 12; j++)
            out->H[k][j] = c * a->d->H[k][j] + s * b->d->H[k][j] + h.q0[j] * (c * b->d->q0[k] - s * a->d->q0[k]);
    }
}

/* Rates of a wheel on body 2 along its track in the plane of body 1, or across it. */
static void track(const tml_measure *m, const frame f[2], const vector *span, const vector axes[2], const vector *wheel,
                  tml_measure_tangent *out)
{
    scalar e[2], x[2];
    rate r[2];
    tml_measure_tangent turn[2];
    const tml_vec3 relative = tml_sub(f[1].w, f[0].w), acceleration = tml_sub(f[1].alpha, f[0].alpha);
    for (int i = 0; i < 2; i++) {
        dot_product(&axes[i], wheel, f, &e[i]);
        if (m->kind == TML_TRACK_TURN) {
            angular_velocity_product(&axes[i], f, &turn[i]);
            r[i] = (rate){tml_dot(axes[i].x0, relative),
                          tml_dot(axes[i].x1, relative) + tml_dot(axes[i].x0, acceleration), &turn[i]};
        } else {
            dot_product(&axes[i], span, f, &x[i]);
            r[i] = (rate){x[i].s1, x[i].s2, &x[i].d};
        }
    }
    turned_rate(e, &r[0], &r[1], m->kind == TML_TRACK, out);
}

/* A function of the coordinates of a point in the frame of a curve on body 1. */
static void of_curve(const tml_workspace *work, int measure, const frame f[2], const vector *span, const vector axes[3],
                     tml_measure_tangent *out)
{
    scalar x[3];
    partials g;
    for (int i = 0; i < 3; i++)
        dot_product(&axes[i], span, f, &x[i]);
    const tml_foot foot = tml_kernel_foot(work, measure, (tml_vec3){x[0].s0, x[1].s0, x[2].s0}, true);
    const tml_wire_function s = tml_kernel_curve_function(work, measure, &foot, true);
    memcpy(g.g1, s.d1, sizeof g.g1);
    memcpy(g.g2, s.d2, sizeof g.g2);
    memcpy(g.g3, s.d3, sizeof g.g3);
    chain(x, work->system->space ? 3 : 2, &g, out);
}

static vector attached(const frame f[2], int body, tml_vec3 r)
{
    vector u = {0};
    u.r[body] = on_ground(&f[body], r);
    return complete(u, f);
}

static void planar_angle(tml_measure_tangent *d)
{
    memset(d, 0, sizeof *d);
    d->q0[5] = -1, d->q0[11] = 1;
}

void tml_measure_differentiate(const tml_workspace *work, int measure, const double *a, tml_measure_tangent *out)
{
    const tml_measure *m = &work->system->measures[measure];
    const frame f[2] = {frame_of(work, m->body1, a), frame_of(work, m->body2, a)};
    vector span = {.moves = true, .r = {tml_scale(-1, on_ground(&f[0], m->p1)), on_ground(&f[1], m->p2)}};
    span = complete(span, f);
    const vector axis = complete((vector){.fixed = tml_unit_axis(m->axis)}, f);
    const vector a1 = attached(f, 0, m->a1), b1 = attached(f, 0, m->b1), a2 = attached(f, 1, m->a2),
                 b2 = attached(f, 1, m->b2);
    scalar x[2];
    switch (m->kind) {
    case TML_COORD:
        dot_product(&axis, &span, f, &x[0]);
        *out = x[0].d;
        break;
    case TML_ALONG:
        dot_product(&a1, &span, f, &x[0]);
        *out = x[0].d;
        break;
    case TML_DOT:
        dot_product(&a1, &a2, f, &x[0]);
        *out = x[0].d;
        break;
    case TML_SLOPE:
        dot_product(&a1, &a2, f, &x[0]);
        arc_sine(&x[0], tml_norm(tml_cross(a1.x0, a2.x0)), out);
        break;
    case TML_DISTANCE:
        dot_product(&span, &span, f, &x[0]);
        square_root(&x[0], out);
        break;
    case TML_ANGLE:
    case TML_ANGLE_M:
        if (!work->system->space) {
            planar_angle(out);
            break;
        }
        dot_product(&a1, &a2, f, &x[0]);
        dot_product(&b1, &a2, f, &x[1]);
        arc_tangent(x, out);
        break;
    case TML_TILT:
        dot_product(&a1, &a2, f, &x[0]);
        dot_product(&a1, &b2, f, &x[1]);
        tilt(x, tml_norm(tml_cross(a1.x0, a2.x0)), out);
        break;
    case TML_ROTATION:
        rotation_product(m, f, out);
        break;
    case TML_PUSH:
        rate_product(&a2, &span, f, out);
        break;
    case TML_GAP:
    case TML_SLIP:
        tml_touch_differentiate(work, measure, a, out);
        break;
    case TML_ROTATE:
    case TML_NO_MEASURE:
    case TML_MEASURE_KINDS:
        if (work->system->space)
            angular_velocity_product(&axis, f, out);
        else
            planar_angle(out);
        break;
    case TML_ROTATE_M:
        angular_velocity_product(&a2, f, out);
        break;
    case TML_CROSS:
        dot_product(&a1, &a2, f, &x[0]);
        complement(&x[0], tml_norm(tml_cross(a1.x0, a2.x0)), out);
        break;
    case TML_BEARING:
        for (int i = 0; i < 2; i++) {
            if (work->system->space) {
                dot_product(i ? &b1 : &a1, &span, f, &x[i]);
                continue;
            }
            const vector ground = complete((vector){.fixed = tml_unit_axis((tml_axis)i)}, f);
            dot_product(&ground, &span, f, &x[i]);
        }
        arc_tangent(x, out);
        break;
    case TML_CURVE:
    case TML_CURVE_FRAME:
    case TML_CURVE_ANGLE:
        of_curve(work, measure, f, &span, (const vector[]){a1, b1, attached(f, 0, tml_cross(m->a1, m->b1))}, out);
        break;
    case TML_TRACK:
    case TML_TRACK_ACROSS:
    case TML_TRACK_TURN:
        track(m, f, &span, (const vector[]){a1, b1}, &a2, out);
        break;
    }
}

void tml_measure_span(const tml_workspace *work, int measure, double out[3][12])
{
    const tml_measure *m = &work->system->measures[measure];
    const frame f[2] = {frame_of(work, m->body1, NULL), frame_of(work, m->body2, NULL)};
    vector span = {.moves = true, .r = {tml_scale(-1, on_ground(&f[0], m->p1)), on_ground(&f[1], m->p2)}};
    span = complete(span, f);
    for (int k = 0; k < 12; k++) {
        const tml_vec3 d = variation_of(&span, f, k).q0;
        out[0][k] = d.x, out[1][k] = d.y, out[2][k] = d.z;
    }
}

int tml_measure_velocity_index(const tml_system *system, const tml_measure *m, int k)
{
    const int body = k / 6 ? m->body2 : m->body1, at = k % 6;
    if (body == 0)
        return -1;
    if (system->space)
        return (body - 1) * 6 + at;
    return at == 0 || at == 1 ? (body - 1) * 3 + at : at == 5 ? (body - 1) * 3 + 2 : -1;
}
