/* gap_path.h - proofs that a gap stays open between two states of a motion.
 *
 * A gap is the distance g of a surface of one body, its own, from a surface of another. A point p of the own body moves, in axes of the other one, along
 *   y = R' (x_own + R_own p - x),   y' = R' ((d/dt)(x_own + R_own p - x) - w x (x_own + R_own p - x))
 * A distance changes by no more than its points move, and a convex surface lies behind each of its tangent planes. With the gap g_0, the normal n and the
 * place y_0 of either end of an interval of length h therefore, between its ends a and b,
 *   length   g >= (g_a + g_b - L h)/2,   L >= |y'|
 *   plane    g >= g_0 + n . (y(t) - y_0), least over the corners of the own body;   in a bore, at the distance r from its centre, less |y - y_0|^2/(2 r)
 * y(t) is Hermite's cubic through both ends, with a bound of its error from the state in the middle or from the accelerations at both ends. The plane bound is
 * a polynomial of degree 4, which is nowhere below its least Bernstein coefficient.
 */
#pragma once
#include "system/kernel/workspace.h"

/* How a gap is bounded. */
typedef enum {
    TML_GAP_OF_CORNERS, /* own corners (or one point) before a convex surface */
    TML_GAP_IN_BORE,    /* a point in a hollow circle, sphere or cylinder */
    TML_GAP_SMOOTH,     /* curved surfaces: the gap is smooth while the bodies move by less than the resolution */
    TML_GAP_NUMBER,     /* a smooth function of the coordinates, as of a stop */
    TML_GAP_UNBOUNDED,  /* by its length alone */
} tml_gap_bound;

/* What is constant of a gap. */
typedef struct {
    tml_gap_bound bound;
    tml_terms along; /* the gap is their sum + offset */
    double offset;
    int measure;             /* of surfaces; -1: none */
    int own, other;          /* bodies */
    tml_vec3 p;              /* point of the own body, from its centre of mass */
    double reach;            /* largest distance of points of the own surface, less its radius, from p */
    const tml_vec3 *corners; /* (corner_count) of the own surface, from the centre of mass; none: p alone */
    int corner_count;
    double sign;       /* 1: the own body is the second of the measure; -1: the first */
    double bore;       /* radius of the bore less that of the point */
    double resolution; /* m: path in which a smooth gap has no kinks */
} tml_gap_path;

/* A gap at one instant. */
typedef struct {
    double t;
    double value, rate;  /* of the gap */
    tml_vec3 y, ydot, n; /* path of p and gradient of the gap, in axes of the other body */
    tml_vec3 w;          /* angular velocity of the own body relative to the other, in axes of that one */
    tml_mat3 R;          /* own axes in axes of the other body; where there are corners */
    double second;       /* g'', of smooth gaps */
    tml_vec3 yddot;
} tml_gap_state;

/* The gap of a sum of terms + offset. */
tml_gap_path tml_gap_path_of(const tml_system *system, const tml_terms *along, double offset, tml_arena *arena);
/* At the state that work has measured; `value`: that of the gap, or of what is watched in its place. */
void tml_gap_path_read(const tml_gap_path *path, const tml_workspace *work, double value, tml_gap_state *out);
/* Positions and velocities of all bodies at one instant, and their accelerations (nv). */
typedef struct {
    const tml_motion2 *motion2;
    const tml_motion3 *motion3;
    const double *a;
} tml_bodies_motion;
/* y'' of a gap of surfaces. */
tml_vec3 tml_gap_path_acceleration(const tml_gap_path *path, const tml_system *system, const tml_bodies_motion *bodies);

/* How the error of Hermite's cubic is bounded. */
typedef enum {
    TML_PATH_ENDS_ONLY,     /* not at all: by the length alone */
    TML_PATH_MIDDLE,        /* by the state in the middle */
    TML_PATH_ACCELERATIONS, /* by the accelerations at both ends */
} tml_path_knowledge;

/* Whether the gap surely is above `margin` between two states, and above zero where one of them is at zero. middle: of TML_PATH_MIDDLE. */
bool tml_gap_path_stays_open(const tml_gap_path *path, tml_path_knowledge knowledge, const tml_gap_state *from,
                             const tml_gap_state *middle, const tml_gap_state *to, double margin);
