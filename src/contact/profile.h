/* profile.h - curves of bodies that touch in the plane, and their signed distance from a point.
 *
 * Everything is in body axes, from the centre of mass. A curve has its free side on the left. The distance phi of a point is positive there,
 * its gradient has length 1, and its Hessian is curvature t t' with t along the curve: t is the gradient rotated clockwise.
 */
#pragma once
#include "contact/cam.h"
#include "expression/spline.h"
#include "geometry/vector.h"

typedef enum {
    TML_PROFILE_CIRCLE, /* about `at`; hollow: touched from within */
    TML_PROFILE_LINE,   /* through `at`, without ends */
    TML_PROFILE_CHAIN,  /* edges from point to point */
    TML_PROFILE_SPLINE, /* x(s), y(s) */
    TML_PROFILE_CAM,    /* from the motion of a follower */
} tml_profile_kind;

typedef struct tml_profile {
    tml_profile_kind kind;
    tml_vec2 at, normal;    /* normal: of a line, on its free side */
    double radius;          /* of a circle; 0: a point */
    bool hollow, closed;    /* closed: of a chain or a spline */
    const tml_vec2 *points; /* (count) of a chain */
    int count;
    const int *
        part; /* (edges) of a chain: which of its parts an edge belongs to; parts meet in corners that are no vertices of the solid */
    int part_count;
    const tml_knot *x, *y; /* (count) of a spline; closed: the last one is the first */
    const tml_cam *cam;
    const tml_vec2 *pitch, *samples; /* (TML_CAM_SAMPLES) of a cam: its pitch curve, and itself */
    double size;                     /* characteristic length, for messages and tolerances */
} tml_profile;

typedef struct {
    double value;
    tml_vec2 gradient;
    double curvature;
} tml_profile_distance;

/* Completes a chain: its parts and size. */
void tml_profile_divide(tml_profile *profile, tml_arena *arena);
/* Whether corner i of a chain sticks out, so that it can touch flat sides; ends do. */
bool tml_profile_is_vertex(const tml_profile *profile, int i);
/* Whether it bends towards its free side there: two parts meet. */
bool tml_profile_bends_inward(const tml_profile *profile, int i);
/* Edge i of a chain, from its first point to its second; its normal, towards the free side. */
tml_vec2 tml_profile_edge(const tml_profile *profile, int i, tml_vec2 *normal);
/* From the point y; of a chain the distance of one of its parts. */
tml_profile_distance tml_profile_distance_from(const tml_profile *profile, int part, tml_vec2 y);
tml_profile_distance tml_spline_distance_from(const tml_profile *profile, tml_vec2 y); /* profile_spline.c */
tml_profile_distance tml_cam_distance_from(const tml_profile *profile, tml_vec2 y);    /* profile_cam.c */

#define TML_CAM_REVOLUTION 6.28318530717958647692
enum { TML_CAM_SAMPLES = 180 };
/* Completes the profile of a cam. */
void tml_profile_of_cam(tml_profile *profile, const tml_cam *cam, tml_arena *arena);

/* ---- bodies in touch (profile_touch.c) ---- */

typedef struct {
    tml_vec2 x, v; /* centre of mass, its velocity */
    double c, s;   /* cosine and sine of the angle */
    double w;
} tml_plane_motion;

/* A point with a radius, or a spline, against a curve of another body. */
typedef struct tml_profile_candidate {
    const tml_profile *curve;
    int part;
    tml_vec2 p;
    double radius;
    bool exchanged;           /* the curve is of the second surface of the pair, the point of the first */
    const tml_profile *own;   /* the spline in place of the point; NULL: none */
    const tml_profile *chain; /* the point is this vertex of a chain; NULL: it stands alone, or is an end */
    int vertex;
} tml_profile_candidate;

/* A smooth curve, of a spline or a cam: c, c', c'' at the parameter s, round a closed one; range of s; number of places of it from which a
 * search begins, and the i-th, of equal distance along s. */
bool tml_profile_is_smooth(const tml_profile *profile);
tml_curve_point tml_smooth_point(const tml_profile *profile, double s);
double tml_smooth_length(const tml_profile *profile);
int tml_smooth_samples(const tml_profile *profile);
tml_vec2 tml_smooth_sample(const tml_profile *profile, int i);

/* The place of the own spline of a candidate that is nearest to the curve (profile_curve.c). */
typedef struct {
    tml_vec2 p, tangent; /* c(s), c'(s) in axes of its body */
    double slope;        /* second derivative of the distance by s */
    bool held;           /* an end: s stays */
    int corner;          /* of a chain: it touches there, and not with an edge; -1 */
} tml_profile_place;
tml_profile_place tml_profile_nearest(const tml_profile_candidate *c, const tml_plane_motion *curve,
                                      const tml_plane_motion *point);

/* Candidates of a pair of profiles: all points that can carry load. Their number, at most `most` of which are written; 0: there is no way for
 * such a pair. */
int tml_profile_candidates(const tml_profile *first, const tml_profile *second, tml_profile_candidate *out, int most);

typedef struct {
    double value;
    double J[6]; /* of the rate by v and w of the body with the curve, then of that with the point */
    double bias; /* rate of the rate, without accelerations */
} tml_plane_touch;

/* Distance between curve and rounded point; speed of the point's body along the curve, at the touching points (its value is zero). */
tml_plane_touch tml_profile_gap(const tml_profile_candidate *c, const tml_plane_motion *curve,
                                const tml_plane_motion *point);
tml_plane_touch tml_profile_slip(const tml_profile_candidate *c, const tml_plane_motion *curve,
                                 const tml_plane_motion *point);
/* The same with one face of the curve alone, as if it had no ends: edge `face` - 1, or beyond the edges a corner, from the first point on;
 * face 0: with the nearest place. */
tml_plane_touch tml_profile_gap_on(const tml_profile_candidate *c, int face, const tml_plane_motion *curve,
                                   const tml_plane_motion *point);
tml_plane_touch tml_profile_slip_on(const tml_profile_candidate *c, int face, const tml_plane_motion *curve,
                                    const tml_plane_motion *point);
/* Curvatures of both at the place of the gap, together: positive where they bend away from each other; infinite at a sharp corner
 * (profile_curvature.c). */
double tml_profile_curvature(const tml_profile_candidate *c, const tml_plane_motion *curve,
                             const tml_plane_motion *point);
/* Where they touch, midway over the gap. */
tml_vec2 tml_profile_touching_point(const tml_profile_candidate *c, const tml_plane_motion *curve,
                                    const tml_plane_motion *point);

/* ---- faces: edges, and for round points corners (profile_face.c) ---- */

enum { TML_FACE_NONE = 0, TML_FACE_PARTS = -1 };
static const double TML_NEAR_CORNER = 1e-9; /* of the size of a chain: a point that is at its corner */
static const double TML_ON_EDGE = 1e-13;    /* of its size: a point that is on an edge, up to rounding */

/* Whether the gap has kinks where the point passes a corner: it has no radius, and the curve has edges. */
bool tml_profile_is_sharp(const tml_profile_candidate *c);
/* Whether it has kinks, or jumps of its curvature, which the gap from one face alone has not. */
bool tml_profile_has_faces(const tml_profile_candidate *c);
/* The distance of y from one face. */
tml_profile_distance tml_profile_face_distance(const tml_profile *chain, int face, tml_vec2 y);
/* The face, from 1, on which the point rests or lands; NONE: the point is at no edge; PARTS: it is at a corner, and touches no face there.
 * `slow`: a speed that is taken as zero. */
int tml_profile_find_face(const tml_profile_candidate *c, const tml_plane_motion *curve, const tml_plane_motion *point,
                          double slow);
/* The distance phi of a vertex that is at an edge, or the depth at which it is below the face that it touches. */
tml_profile_distance tml_profile_depth(const tml_profile_candidate *c, tml_profile_distance phi,
                                       const tml_plane_motion *curve, const tml_plane_motion *point);
/* From the point's foot on a face to the nearer end of it; < 0: beyond. */
double tml_profile_room(const tml_profile_candidate *c, int face, const tml_plane_motion *curve,
                        const tml_plane_motion *point);
/* How long a step may be, at the present speed, such that the foot does not go far beyond the end of the face: what is held there may not be
 * possible. */
double tml_profile_stay(const tml_profile_candidate *c, int face, const tml_plane_motion *curve,
                        const tml_plane_motion *point);
