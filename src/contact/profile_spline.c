/* profile_spline.c - signed distance of a point from a spline c(s).
 *
 * The foot of the perpendicular has (y - c) . c' = 0. With k = c' x c''/|c'|^3, positive where the curve bends towards its free side,
 *   phi = n . (y - c),     curvature of its level lines -k/(1 - k phi)
 * Beyond the ends of an open spline the nearest point is the end.
 */
#include "contact/bracketed_newton.h"
#include "contact/profile.h"
#include <math.h>

enum { SAMPLES = 6 /* in each piece */, MAX_STEPS = 60 };
static const double ROUNDING = 1e-12;

typedef struct {
    double f, d1, d2;
} jet;

/* The cubic with these values and slopes at the ends of a piece of length h, at s of it. */
static jet piece(const tml_knot *k, double s)
{
    const double h = k[1].x - k[0].x, secant = (k[1].y - k[0].y) / h;
    const double b = (3 * secant - 2 * k[0].m - k[1].m) / h, c = (k[0].m + k[1].m - 2 * secant) / (h * h);
    return (jet){k[0].y + s * (k[0].m + s * (b + s * c)), k[0].m + s * (2 * b + 3 * s * c), 2 * b + 6 * s * c};
}

typedef tml_curve_point curve;

static curve curve_at(const tml_profile *p, double s)
{
    const int last = p->count - 1;
    int low = 0, high = last;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (p->x[middle].x <= s)
            low = middle;
        else
            high = middle;
    }
    const jet x = piece(p->x + low, s - p->x[low].x), y = piece(p->y + low, s - p->x[low].x);
    return (curve){{x.f, y.f}, {x.d1, y.d1}, {x.d2, y.d2}};
}

/* A parameter brought into the range of the curve: round a closed one, to the end of an open one. */
static double within(const tml_profile *p, double s)
{
    const double length = p->x[p->count - 1].x;
    if (p->closed)
        return s - length * floor(s / length);
    return fmin(fmax(s, 0), length);
}

bool tml_profile_is_smooth(const tml_profile *profile)
{
    return profile->kind == TML_PROFILE_SPLINE || profile->kind == TML_PROFILE_CAM;
}

tml_curve_point tml_smooth_point(const tml_profile *profile, double s)
{
    return profile->cam ? tml_cam_profile(profile->cam, s) : curve_at(profile, within(profile, s));
}

double tml_smooth_length(const tml_profile *profile)
{
    return profile->cam ? TML_CAM_REVOLUTION : profile->x[profile->count - 1].x;
}

int tml_smooth_samples(const tml_profile *profile)
{
    return profile->cam ? TML_CAM_SAMPLES : (profile->count - 1) * SAMPLES;
}

tml_vec2 tml_smooth_sample(const tml_profile *profile, int i)
{
    const int count = tml_smooth_samples(profile);
    if (profile->cam)
        return profile->samples[(i + count) % count];
    return tml_smooth_point(profile, i * (tml_smooth_length(profile) / count)).c;
}

static double square_at(const tml_profile *p, double s, tml_vec2 y)
{
    const tml_vec2 d = tml_sub2(y, curve_at(p, within(p, s)).c);
    return tml_dot2(d, d);
}

/* Zero of (c - y) . c' between a and b, where the distance has a minimum: Newton's method, or halving where that leaves the interval. */
static double foot(const tml_profile *p, double low, double high, tml_vec2 y)
{
    tml_bracket b = {low, high};
    double s = (low + high) / 2;
    for (int k = 0; k < MAX_STEPS; k++) {
        const curve at = curve_at(p, within(p, s));
        const tml_vec2 off = tml_sub2(at.c, y);
        const double slope = tml_dot2(at.d1, at.d1) + tml_dot2(off, at.d2);
        const double next = tml_bracket_step(&b, s, tml_dot2(off, at.d1), slope);
        if (tml_bracket_ends(s, next, p->x[p->count - 1].x))
            return next;
        s = next;
    }
    return s;
}

/* The parameter of the nearest point: every sample that is nearer than its neighbours is refined. */
static double nearest(const tml_profile *p, tml_vec2 y)
{
    const int pieces = p->count - 1, count = pieces * SAMPLES;
    double best = 0, least = square_at(p, 0, y);
    if (!p->closed && square_at(p, p->x[pieces].x, y) < least)
        best = p->x[pieces].x, least = square_at(p, best, y);
    for (int i = 0; i <= count - p->closed; i++) {
        double s[3], d[3];
        for (int k = 0; k < 3; k++) {
            const int j = p->closed ? (i + k - 1 + count) % count : i + k - 1;
            const int at = j < 0 ? 0 : j >= count ? count - 1 : j;
            const double h = p->x[at / SAMPLES + 1].x - p->x[at / SAMPLES].x;
            s[k] = j < 0 ? 0 : j >= count ? p->x[pieces].x : p->x[at / SAMPLES].x + h * (at % SAMPLES) / SAMPLES;
            d[k] = square_at(p, s[k], y);
        }
        const double length = p->x[pieces].x;
        if (s[0] > s[1])
            s[0] -= length;
        if (s[2] < s[1])
            s[2] += length;
        if (d[1] > d[0] || d[1] > d[2])
            continue;
        const double at = s[0] < s[2] ? foot(p, s[0], s[2], y) : s[1], square = square_at(p, at, y);
        if (square < least)
            least = square, best = at;
    }
    return within(p, best);
}

tml_profile_distance tml_spline_distance_from(const tml_profile *profile, tml_vec2 y)
{
    const double s = nearest(profile, y), length = profile->x[profile->count - 1].x;
    const curve at = curve_at(profile, s);
    const tml_vec2 off = tml_sub2(y, at.c);
    const double speed = hypot(at.d1.x, at.d1.y), along = tml_dot2(off, at.d1) / speed, l = hypot(off.x, off.y);
    const tml_vec2 n = {-at.d1.y / speed, at.d1.x / speed};
    const double end = ROUNDING * length; /* the search comes so near to an end */
    const bool beyond = !profile->closed && ((s <= end && along < 0) || (s >= length - end && along > 0));
    if (beyond && l > 0)
        return (tml_profile_distance){l, tml_scale2(1 / l, off), 1 / l};
    const double phi = tml_dot2(n, off), k = tml_cross2(at.d1, at.d2) / (speed * speed * speed);
    return (tml_profile_distance){phi, n, -k / (1 - k * phi)};
}
