/* vector.h - small vectors, rotations and quaternions, by value. */
#pragma once
#include <math.h>

typedef struct {
    double x, y;
} tml_vec2;
typedef struct {
    double x, y, z;
} tml_vec3;
typedef struct {
    double m[3][3];
} tml_mat3; /* row, column */
typedef struct {
    double w, x, y, z;
} tml_quat; /* unit quaternion where it represents a rotation R_GB */
typedef enum { TML_X, TML_Y, TML_Z } tml_axis;

static inline tml_vec2 tml_add2(tml_vec2 a, tml_vec2 b)
{
    return (tml_vec2){a.x + b.x, a.y + b.y};
}
static inline tml_vec2 tml_sub2(tml_vec2 a, tml_vec2 b)
{
    return (tml_vec2){a.x - b.x, a.y - b.y};
}
static inline tml_vec2 tml_scale2(double s, tml_vec2 a)
{
    return (tml_vec2){s * a.x, s * a.y};
}
static inline double tml_dot2(tml_vec2 a, tml_vec2 b)
{
    return a.x * b.x + a.y * b.y;
}
static inline double tml_cross2(tml_vec2 a, tml_vec2 b)
{
    return a.x * b.y - a.y * b.x;
}
static inline tml_vec2 tml_rotate2(double c, double s, tml_vec2 a)
{
    return (tml_vec2){c * a.x - s * a.y, s * a.x + c * a.y};
}

static inline tml_vec3 tml_add(tml_vec3 a, tml_vec3 b)
{
    return (tml_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline tml_vec3 tml_sub(tml_vec3 a, tml_vec3 b)
{
    return (tml_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline tml_vec3 tml_scale(double s, tml_vec3 a)
{
    return (tml_vec3){s * a.x, s * a.y, s * a.z};
}
static inline double tml_dot(tml_vec3 a, tml_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline double tml_norm(tml_vec3 a)
{
    return sqrt(tml_dot(a, a));
}
static inline tml_vec3 tml_cross(tml_vec3 a, tml_vec3 b)
{
    return (tml_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline tml_vec3 tml_unit_axis(tml_axis a)
{
    return (tml_vec3){a == TML_X, a == TML_Y, a == TML_Z};
}

/* R u and R' u */
static inline tml_vec3 tml_rotate(const tml_mat3 *R, tml_vec3 u)
{
    return (tml_vec3){R->m[0][0] * u.x + R->m[0][1] * u.y + R->m[0][2] * u.z,
                      R->m[1][0] * u.x + R->m[1][1] * u.y + R->m[1][2] * u.z,
                      R->m[2][0] * u.x + R->m[2][1] * u.y + R->m[2][2] * u.z};
}
static inline tml_vec3 tml_rotate_back(const tml_mat3 *R, tml_vec3 u)
{
    return (tml_vec3){R->m[0][0] * u.x + R->m[1][0] * u.y + R->m[2][0] * u.z,
                      R->m[0][1] * u.x + R->m[1][1] * u.y + R->m[2][1] * u.z,
                      R->m[0][2] * u.x + R->m[1][2] * u.y + R->m[2][2] * u.z};
}
static inline tml_vec3 tml_mat3_column(const tml_mat3 *R, tml_axis a)
{
    return (tml_vec3){R->m[0][a], R->m[1][a], R->m[2][a]};
}
static inline tml_mat3 tml_columns(tml_vec3 x, tml_vec3 y, tml_vec3 z)
{
    return (tml_mat3){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}

tml_mat3 tml_mat3_product(const tml_mat3 *A, const tml_mat3 *B);
/* R T R': the tensor T in the axes that R leads to. */
tml_mat3 tml_tensor_rotated(const tml_mat3 *R, const tml_mat3 *T);
tml_mat3 tml_mat3_transpose(const tml_mat3 *A);
/* R of any non-zero quaternion: it is normalized, so that drift of its norm is harmless. */
tml_mat3 tml_quat_matrix(tml_quat q);
tml_quat tml_quat_product(tml_quat a, tml_quat b);
tml_quat tml_quat_unit(tml_quat q);
tml_quat tml_quat_about(tml_vec3 axis, double angle); /* axis of any nonzero length */
tml_quat tml_quat_of_matrix(const tml_mat3 *R);
/* exp(rotation vector), in the frame it multiplies: q_GB * exp(d_B) rotates B about its own axes. */
tml_quat tml_quat_exp(tml_vec3 rotation);
/* A right-handed frame with the given z; x is the coordinate axis least aligned with z, orthogonalized. */
tml_mat3 tml_frame_with_z(tml_vec3 z);
