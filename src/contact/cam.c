/* cam.c - the curve of a cam and its derivatives.
 *
 * With D = d/dtheta, q in axes that stand still:   c = R(-sigma theta) q,    c^(k) = R(-sigma theta) (D - sigma J)^k q
 * Of the pitch curve, with the curvature k > 0 where it bends towards its free side, and the normal n there:
 *   n' = -k c',    profile c - r n:    (1 + r k) c',     its derivative (1 + r k) c'' + r k' c'
 * Of flat faces, with m = p'/gamma':   c' = w J n,   w = p gamma' + m',   c'' = w' J n - w gamma' n,   radius of curvature w/gamma'
 */
#include "contact/cam.h"
#include "elementary/elementary.h"
#include <math.h>

#define PI 3.14159265358979323846

typedef struct {
    tml_vec2 d[4]; /* value and three derivatives */
} path;

typedef struct {
    double f, d, dd, ddd;
} motion;

static tml_vec2 perpendicular(tml_vec2 a)
{
    return (tml_vec2){-a.y, a.x};
}

static tml_vec2 unit(double angle)
{
    const tml_sine_cosine turn = tml_sincos(angle);
    return (tml_vec2){turn.cosine, turn.sine};
}

static motion motion_at(const tml_cam *cam, double theta)
{
    const tml_jet s = tml_curve_jet(cam->motion, theta);
    return (motion){s.f, s.d, s.dd, tml_curve_third(cam->motion, theta)};
}

/* +1 where u = theta. */
static double forward(const tml_cam *cam)
{
    return cam->outer ? -cam->sigma : cam->sigma;
}

double tml_cam_parameter(const tml_cam *cam, double theta)
{
    const double u = forward(cam) * theta;
    return u - 2 * PI * floor(u / (2 * PI));
}

bool tml_cam_start(tml_cam *cam)
{
    const double prime = cam->base + cam->roller, C = cam->distance, L = cam->arm;
    if (!cam->oscillates)
        cam->start = cam->flat ? 0 : sqrt((prime - cam->offset) * (prime + cam->offset));
    else if (cam->flat)
        cam->start = tml_asin((cam->base + cam->offset) / C);
    else
        cam->start = tml_acos((C * C + L * L - prime * prime) / (2 * C * L));
    return isfinite(cam->start);
}

/* ---- point and roller ---- */

/* The follower's point in axes that stand still. */
static path follower_path(const tml_cam *cam, motion s)
{
    path q = {{{0, 0}}};
    const tml_vec2 d = unit(cam->direction);
    if (!cam->oscillates) {
        q.d[0] = tml_add2(tml_scale2(cam->start + s.f, d), tml_scale2(cam->offset, perpendicular(d)));
        q.d[1] = tml_scale2(s.d, d), q.d[2] = tml_scale2(s.dd, d), q.d[3] = tml_scale2(s.ddd, d);
        return q;
    }
    /* u' = b J u,  u'' = b' J u - b^2 u,  u''' = (b'' - b^3) J u - 3 b b' u,  b = side s' */
    const tml_vec2 u = unit(cam->direction + PI + cam->side * (cam->start + s.f)), t = perpendicular(u);
    const double L = cam->arm, b = cam->side * s.d, b1 = cam->side * s.dd, b2 = cam->side * s.ddd;
    q.d[0] = tml_add2(tml_scale2(cam->distance, d), tml_scale2(L, u));
    q.d[1] = tml_scale2(L * b, t);
    q.d[2] = tml_add2(tml_scale2(L * b1, t), tml_scale2(-L * b * b, u));
    q.d[3] = tml_add2(tml_scale2(L * (b2 - b * b * b), t), tml_scale2(-3 * L * b * b1, u));
    return q;
}

/* In the frame of the cam, by theta. */
static path turned_back(const tml_cam *cam, path q, double theta)
{
    const tml_sine_cosine turn = tml_sincos(theta);
    const double sigma = cam->sigma, c = turn.cosine, s = -sigma * turn.sine;
    const tml_vec2 Jq[3] = {perpendicular(q.d[0]), perpendicular(q.d[1]), perpendicular(q.d[2])};
    path out;
    out.d[0] = q.d[0];
    out.d[1] = tml_sub2(q.d[1], tml_scale2(sigma, Jq[0]));
    out.d[2] = tml_sub2(tml_sub2(q.d[2], tml_scale2(2 * sigma, Jq[1])), q.d[0]);
    out.d[3] = tml_add2(tml_sub2(tml_sub2(q.d[3], tml_scale2(3 * sigma, Jq[2])), tml_scale2(3, q.d[1])),
                        tml_scale2(sigma, Jq[0]));
    for (int i = 0; i < 4; i++)
        out.d[i] = tml_rotate2(c, s, out.d[i]);
    return out;
}

/* ---- flat faces ---- */

/* p, gamma and their derivatives; gamma less that at theta = 0 is not needed beyond the normal itself. */
typedef struct {
    double p[4], g[4]; /* g[0]: gamma */
} face;

static face face_at(const tml_cam *cam, motion s, double theta)
{
    const double sigma = cam->sigma;
    if (!cam->oscillates)
        return (face){{cam->base + s.f, s.d, s.dd, s.ddd}, {cam->direction - sigma * theta, -sigma, 0, 0}};
    const double psi = cam->start + s.f, C = cam->distance, k = cam->side;
    const tml_sine_cosine turn = tml_sincos(psi);
    const double sine = C * turn.sine, cosine = C * turn.cosine;
    return (face){{sine - cam->offset, cosine * s.d, cosine * s.dd - sine * s.d * s.d,
                   cosine * (s.ddd - s.d * s.d * s.d) - 3 * sine * s.d * s.dd},
                  {cam->direction + PI + k * (psi + PI / 2) - sigma * theta, k * s.d - sigma, k * s.dd, k * s.ddd}};
}

static path envelope(const face *f)
{
    const double g = f->g[1], g1 = f->g[2], g2 = f->g[3];
    const double m = f->p[1] / g, m1 = (f->p[2] - m * g1) / g, m2 = (f->p[3] - 2 * m1 * g1 - m * g2) / g;
    const double w = f->p[0] * g + m1, w1 = f->p[1] * g + f->p[0] * g1 + m2;
    const tml_vec2 n = unit(f->g[0]), t = perpendicular(n);
    return (path){{tml_add2(tml_scale2(f->p[0], n), tml_scale2(m, t)), tml_scale2(w, t),
                   tml_add2(tml_scale2(w1, t), tml_scale2(-w * g, n))}};
}

/* ---- the curve ---- */

static path path_at(const tml_cam *cam, motion s, double theta)
{
    if (cam->flat) {
        const face f = face_at(cam, s, theta);
        return envelope(&f);
    }
    return turned_back(cam, follower_path(cam, s), theta);
}

/* By u = +-theta. */
static path by_parameter(const tml_cam *cam, double u)
{
    const double sign = forward(cam), theta = sign * u;
    path c = path_at(cam, motion_at(cam, theta), theta);
    c.d[0] = tml_add2(c.d[0], cam->at);
    c.d[1] = tml_scale2(sign, c.d[1]), c.d[3] = tml_scale2(sign, c.d[3]);
    return c;
}

static double curvature(const path *c)
{
    const double speed = hypot(c->d[1].x, c->d[1].y);
    return tml_cross2(c->d[1], c->d[2]) / (speed * speed * speed);
}

tml_curve_point tml_cam_pitch(const tml_cam *cam, double u)
{
    const path c = by_parameter(cam, u);
    return (tml_curve_point){c.d[0], c.d[1], c.d[2]};
}

tml_curve_point tml_cam_pitch_third(const tml_cam *cam, double u, tml_vec2 *third)
{
    const path c = by_parameter(cam, u);
    *third = c.d[3];
    return (tml_curve_point){c.d[0], c.d[1], c.d[2]};
}

tml_curve_point tml_cam_profile(const tml_cam *cam, double u)
{
    const path c = by_parameter(cam, u);
    const double r = cam->roller;
    if (r == 0)
        return (tml_curve_point){c.d[0], c.d[1], c.d[2]};
    const double square = tml_dot2(c.d[1], c.d[1]), speed = sqrt(square), k = curvature(&c);
    const double rate = tml_cross2(c.d[1], c.d[3]) / (square * speed) - 3 * k * tml_dot2(c.d[1], c.d[2]) / square;
    const tml_vec2 n = tml_scale2(1 / speed, perpendicular(c.d[1]));
    return (tml_curve_point){tml_sub2(c.d[0], tml_scale2(r, n)), tml_scale2(1 + r * k, c.d[1]),
                             tml_add2(tml_scale2(1 + r * k, c.d[2]), tml_scale2(r * rate, c.d[1]))};
}

/* ---- a place of it ---- */

/* From the direction in which the follower's touching point moves, to the normal; both in axes that stand still. */
static double pressure_angle(const tml_cam *cam, motion s, tml_vec2 n, tml_vec2 touch)
{
    tml_vec2 along = unit(cam->direction);
    if (cam->flat && !cam->oscillates)
        return 0;
    if (cam->oscillates) {
        const tml_vec2 pivot = tml_scale2(cam->distance, along);
        const tml_vec2 u = unit(cam->direction + PI + cam->side * (cam->start + s.f));
        along = tml_scale2(cam->side, perpendicular(cam->flat ? tml_sub2(touch, pivot) : u));
    }
    if (cam->outer)
        n = tml_scale2(-1, n);
    return cam->sigma * tml_atan2(tml_cross2(along, n), tml_dot2(along, n));
}

tml_cam_place tml_cam_at(const tml_cam *cam, double theta)
{
    const motion s = motion_at(cam, theta);
    const double u = forward(cam) * theta, c = tml_cos(theta), turn = cam->sigma * tml_sin(theta);
    const path pitch = by_parameter(cam, u);
    const tml_curve_point profile = tml_cam_profile(cam, u);
    tml_cam_place out = {theta, s.f, s.d, s.dd, s.ddd, .pitch = pitch.d[0], .profile = profile.c};
    if (cam->flat) {
        const face f = face_at(cam, s, theta);
        const double m1 = (f.p[2] - f.p[1] / f.g[1] * f.g[2]) / f.g[1];
        out.normal = unit(f.g[0]);
        out.radius = f.p[0] + m1 / f.g[1];
        out.undercut = !(out.radius > 0);
    } else {
        const double k = curvature(&pitch), speed = hypot(pitch.d[1].x, pitch.d[1].y);
        out.normal = tml_scale2(1 / speed, perpendicular(pitch.d[1]));
        out.radius = k == 0 ? INFINITY : -1 / k - cam->roller;
        out.undercut = k < 0 && !(out.radius > 0);
    }
    const tml_vec2 n = tml_rotate2(c, turn, out.normal), touch = tml_rotate2(c, turn, tml_sub2(out.profile, cam->at));
    out.pressure = pressure_angle(cam, s, n, touch);
    return out;
}
