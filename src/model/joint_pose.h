/* joint_pose.h - poses and motion subspaces that joints share: three turns about x, then y, then z (Cardan angles).
 *
 * R = Rx(q0) Ry(q1) Rz(q2);  w = x q0' + y1 q1' + z2 q2',  y1 = Rx y,  z2 = Rx Ry z
 * y1 is carried by the first turn, z2 by the first two, so with the three parts w0, w1, w2 of w
 *   (dS/dt) q' = cross(w0, w1) + cross(w0 + w1, w2)
 */
#pragma once
#include "elementary/elementary.h"
#include "model/joint_class.h"

static inline tml_mat3 tml_rotation_about(tml_axis a, double q)
{
    const tml_sine_cosine turn = tml_sincos(q);
    const double c = turn.cosine, s = turn.sine;
    switch (a) {
    case TML_X:
        return (tml_mat3){{{1, 0, 0}, {0, c, -s}, {0, s, c}}};
    case TML_Y:
        return (tml_mat3){{{c, 0, s}, {0, 1, 0}, {-s, 0, c}}};
    case TML_Z:
        break;
    }
    return (tml_mat3){{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
}

static inline tml_mat3 tml_cardan(const double q[3])
{
    const tml_mat3 X = tml_rotation_about(TML_X, q[0]), Y = tml_rotation_about(TML_Y, q[1]),
                   Z = tml_rotation_about(TML_Z, q[2]);
    const tml_mat3 XY = tml_mat3_product(&X, &Y);
    return tml_mat3_product(&XY, &Z);
}

static inline void tml_cardan_subspace(const double q[3], tml_twist3 S[3])
{
    const tml_mat3 X = tml_rotation_about(TML_X, q[0]), Y = tml_rotation_about(TML_Y, q[1]);
    const tml_mat3 XY = tml_mat3_product(&X, &Y);
    S[0] = (tml_twist3){.w = {1, 0, 0}};
    S[1] = (tml_twist3){.w = tml_mat3_column(&X, TML_Y)};
    S[2] = (tml_twist3){.w = tml_mat3_column(&XY, TML_Z)};
}

/* (dS/dt) u, the part of w' that does not depend on u'. */
static inline tml_vec3 tml_cardan_bias(const double q[3], const double u[3])
{
    tml_twist3 S[3];
    tml_cardan_subspace(q, S);
    const tml_vec3 w0 = tml_scale(u[0], S[0].w), w1 = tml_scale(u[1], S[1].w), w2 = tml_scale(u[2], S[2].w);
    return tml_add(tml_cross(w0, w1), tml_cross(tml_add(w0, w1), w2));
}

/* The three coordinates that go with it. */
#define TML_CARDAN_COORDINATES                                                                                         \
    {"angle1", .is_rotation = true, .measure = {.kind = TML_ANGLE, .a = TML_Z, .b = TML_Y, .reversed = true}},         \
        {"angle2", .is_rotation = true, .measure = {.kind = TML_SLOPE, .a = TML_X, .b = TML_Z}},                       \
    {                                                                                                                  \
        "angle3", .is_rotation = true, .measure = {.kind = TML_ANGLE_M, .a = TML_X, .b = TML_Y, .reversed = true }     \
    }
