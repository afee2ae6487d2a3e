/* cam.h - disc cams: the profile that gives a follower its motion s(theta), exactly.
 *
 * theta is the angle of the cam, sigma = 1 where it grows counterclockwise, J a rotation by 90 degrees. In the frame of the cam, which turns by
 * sigma theta, the follower turns back: with q its point in axes that stand still, from the centre of the cam,
 *   point, roller    pitch curve  c = R(-sigma theta) q(theta),          profile  c - r n
 *     translating    q = (h + s) d + e J d,    h^2 = (base + r)^2 - e^2
 *     oscillating    q = A + L u(beta),        beta = direction of A + pi + side (psi + s)
 *   flat             envelope of the faces  y . n = p,   n at the angle gamma:  c = p n + (p'/gamma') J n
 *     translating    p = base + s,             gamma' = -sigma
 *     oscillating    p = |A| sin(psi + s) - f, gamma' = side s' - sigma
 * The parameter u of the profile is theta or -theta, such that the free side is on its left.
 */
#pragma once
#include "expression/tabulated.h"
#include "geometry/vector.h"

typedef struct {
    const tml_curve *motion; /* s(theta), its period a part of a revolution */
    tml_vec2 at;             /* centre of the cam, in axes of its body */
    double sigma;
    bool oscillates, flat;
    bool outer;       /* of a groove: the flank that is further out */
    double base;      /* radius of the base circle: of the profile where s = 0 */
    double roller;    /* r: radius of the roller; 0: a point */
    double direction; /* at theta = 0: of the motion, or from the centre to the pivot */
    double offset;    /* e, to the left of the motion; f of a flat face, from the pivot towards the cam */
    double distance;  /* |A|, of the pivot from the centre */
    double arm;       /* L */
    double side;      /* 1: seen from the pivot the arm is turned counterclockwise from the centre of the cam; -1 */
    double start;     /* h or psi (tml_cam_start) */
} tml_cam;

/* A place of the profile. */
typedef struct {
    double theta;
    double s, v, a, j;        /* of the motion and its derivatives by theta */
    tml_vec2 pitch;           /* of the follower's point; of a flat one the profile */
    tml_vec2 profile, normal; /* normal: unit vector towards the free side */
    double
        radius; /* of curvature of the profile: > 0 convex, < 0 concave; 0: a cusp, beyond it, undercut, as `undercut` says */
    bool undercut;
    double pressure; /* pressure angle, rad: positive on a rise */
} tml_cam_place;
tml_cam_place tml_cam_at(const tml_cam *cam, double theta);

/* c, c', c'' by the parameter u, one revolution of which is 2 pi; of the pitch curve, or of the profile itself. */
typedef struct {
    tml_vec2 c, d1, d2;
} tml_curve_point;
tml_curve_point tml_cam_pitch(const tml_cam *cam, double u);
tml_curve_point tml_cam_pitch_third(const tml_cam *cam, double u, tml_vec2 *third); /* with the third derivative */
tml_curve_point tml_cam_profile(const tml_cam *cam, double u);
double tml_cam_parameter(const tml_cam *cam, double theta); /* u of an angle, 0 to 2 pi */

/* Sets `start`; false: the base circle cannot be reached. */
bool tml_cam_start(tml_cam *cam);

/* Extremes over a revolution, each with the angle where it is. */
typedef struct {
    double value, theta;
} tml_cam_extreme;
typedef struct {
    tml_cam_extreme lift, velocity, acceleration, jerk; /* largest s; largest |derivatives| by theta */
    tml_cam_extreme pressure;                           /* largest |pressure angle| */
    tml_cam_extreme convex, concave;   /* smallest radii of curvature of the profile; INFINITY: there is none */
    tml_cam_extreme lowest;            /* smallest s */
    tml_cam_extreme smallest, largest; /* distance of the profile from the centre */
    double eccentric; /* flat: largest distance of the touching point from the follower's axis, or pivot */
    bool undercut;
    tml_cam_extreme cusp; /* where the profile is undercut most: the radius there, below or at zero */
} tml_cam_extremes;
tml_cam_extremes tml_cam_find_extremes(const tml_cam *cam);
/* The smallest base radius, up to 1000 times this one, with which the profile has no cusp; NAN: none. */
double tml_cam_least_base(const tml_cam *cam);
