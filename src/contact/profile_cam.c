/* profile_cam.c - signed distance of a point from the profile of a cam.
 *
 * The profile is the curve at the distance r, the radius of the roller, inside the pitch curve c(u): both have the same normals, so that
 *   phi = n . (y - c) + r,     (y - c) . c' = 0,     curvature of its level lines -k/(1 - k n . (y - c))
 * with the curvature k of the pitch curve: exact for the roller that the cam is made for, without derivatives of the third order.
 */
#include "contact/bracketed_newton.h"
#include "contact/profile.h"
#include <math.h>

enum { MAX_STEPS = 60 };

/* Zero of (c - y) . c' between low and high, where the distance has a minimum. */
static double foot(const tml_cam *cam, double low, double high, tml_vec2 y)
{
    tml_bracket b = {low, high};
    double u = (low + high) / 2;
    for (int k = 0; k < MAX_STEPS; k++) {
        const tml_curve_point at = tml_cam_pitch(cam, u);
        const tml_vec2 off = tml_sub2(at.c, y);
        const double slope = tml_dot2(at.d1, at.d1) + tml_dot2(off, at.d2);
        const double next = tml_bracket_step(&b, u, tml_dot2(off, at.d1), slope);
        if (tml_bracket_ends(u, next, TML_CAM_REVOLUTION))
            return next;
        u = next;
    }
    return u;
}

static double square(tml_vec2 a, tml_vec2 b)
{
    const tml_vec2 d = tml_sub2(a, b);
    return tml_dot2(d, d);
}

/* The parameter of the nearest point of the pitch curve: every sample that is nearer than its neighbours is refined. */
static double nearest(const tml_profile *p, tml_vec2 y)
{
    const double h = TML_CAM_REVOLUTION / TML_CAM_SAMPLES;
    double best = 0, least = INFINITY;
    for (int i = 0; i < TML_CAM_SAMPLES; i++) {
        const double before = square(p->pitch[(i + TML_CAM_SAMPLES - 1) % TML_CAM_SAMPLES], y),
                     here = square(p->pitch[i], y), after = square(p->pitch[(i + 1) % TML_CAM_SAMPLES], y);
        if (here > before || here > after)
            continue;
        const double u = foot(p->cam, (i - 1) * h, (i + 1) * h, y), found = square(tml_cam_pitch(p->cam, u).c, y);
        if (found < least)
            least = found, best = u;
    }
    return best;
}

tml_profile_distance tml_cam_distance_from(const tml_profile *p, tml_vec2 y)
{
    const tml_curve_point at = tml_cam_pitch(p->cam, nearest(p, y));
    const tml_vec2 off = tml_sub2(y, at.c);
    const double speed = hypot(at.d1.x, at.d1.y), k = tml_cross2(at.d1, at.d2) / (speed * speed * speed);
    const tml_vec2 n = {-at.d1.y / speed, at.d1.x / speed};
    const double phi = tml_dot2(n, off);
    return (tml_profile_distance){phi + p->cam->roller, n, -k / (1 - k * phi)};
}

void tml_profile_of_cam(tml_profile *p, const tml_cam *cam, tml_arena *arena)
{
    tml_vec2 *pitch = TML_NEW_ARRAY(arena, tml_vec2, TML_CAM_SAMPLES),
             *profile = TML_NEW_ARRAY(arena, tml_vec2, TML_CAM_SAMPLES);
    for (int i = 0; i < TML_CAM_SAMPLES; i++) {
        const double u = TML_CAM_REVOLUTION * i / TML_CAM_SAMPLES;
        pitch[i] = tml_cam_pitch(cam, u).c;
        profile[i] = tml_cam_profile(cam, u).c;
    }
    p->kind = TML_PROFILE_CAM, p->cam = cam, p->pitch = pitch, p->samples = profile;
    p->closed = true, p->hollow = cam->outer, p->size = cam->base;
}
