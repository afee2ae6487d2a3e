/* vector.c - rotations and quaternions. q = (w, x, y, z), R u = q u q*. */
#include "geometry/vector.h"
#include "elementary/elementary.h"

tml_mat3 tml_mat3_product(const tml_mat3 *A, const tml_mat3 *B)
{
    tml_mat3 C;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            C.m[i][j] = A->m[i][0] * B->m[0][j] + A->m[i][1] * B->m[1][j] + A->m[i][2] * B->m[2][j];
    return C;
}

tml_mat3 tml_mat3_transpose(const tml_mat3 *A)
{
    return tml_columns((tml_vec3){A->m[0][0], A->m[0][1], A->m[0][2]}, (tml_vec3){A->m[1][0], A->m[1][1], A->m[1][2]},
                       (tml_vec3){A->m[2][0], A->m[2][1], A->m[2][2]});
}

/* R = 1 + (2 / q'q) (w [u] + [u][u]) with u = (x, y, z) */
tml_mat3 tml_quat_matrix(tml_quat q)
{
    const double s = 2.0 / (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    const double xx = s * q.x * q.x, yy = s * q.y * q.y, zz = s * q.z * q.z;
    const double xy = s * q.x * q.y, xz = s * q.x * q.z, yz = s * q.y * q.z;
    const double wx = s * q.w * q.x, wy = s * q.w * q.y, wz = s * q.w * q.z;
    return (tml_mat3){
        {{1 - yy - zz, xy - wz, xz + wy}, {xy + wz, 1 - xx - zz, yz - wx}, {xz - wy, yz + wx, 1 - xx - yy}}};
}

tml_quat tml_quat_product(tml_quat a, tml_quat b)
{
    return (tml_quat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

tml_quat tml_quat_unit(tml_quat q)
{
    const double s = 1.0 / sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return (tml_quat){s * q.w, s * q.x, s * q.y, s * q.z};
}

tml_quat tml_quat_about(tml_vec3 axis, double angle)
{
    const tml_sine_cosine half = tml_sincos(0.5 * angle);
    const double s = half.sine / tml_norm(axis);
    return (tml_quat){half.cosine, s * axis.x, s * axis.y, s * axis.z};
}

/* Shepperd's method: divides by the largest of the four squares. */
tml_quat tml_quat_of_matrix(const tml_mat3 *R)
{
    const double t = R->m[0][0] + R->m[1][1] + R->m[2][2];
    const double dx = R->m[2][1] - R->m[1][2], dy = R->m[0][2] - R->m[2][0], dz = R->m[1][0] - R->m[0][1];
    const double xy = R->m[0][1] + R->m[1][0], xz = R->m[0][2] + R->m[2][0], yz = R->m[1][2] + R->m[2][1];
    if (t >= R->m[0][0] && t >= R->m[1][1] && t >= R->m[2][2])
        return tml_quat_unit((tml_quat){1 + t, dx, dy, dz});
    if (R->m[0][0] >= R->m[1][1] && R->m[0][0] >= R->m[2][2])
        return tml_quat_unit((tml_quat){dx, 1 + 2 * R->m[0][0] - t, xy, xz});
    if (R->m[1][1] >= R->m[2][2])
        return tml_quat_unit((tml_quat){dy, xy, 1 + 2 * R->m[1][1] - t, yz});
    return tml_quat_unit((tml_quat){dz, xz, yz, 1 + 2 * R->m[2][2] - t});
}

tml_quat tml_quat_exp(tml_vec3 rotation)
{
    const double angle = tml_norm(rotation);
    const tml_sine_cosine half = tml_sincos(0.5 * angle);
    const double s = angle < 1e-8 ? 0.5 : half.sine / angle;
    return (tml_quat){half.cosine, s * rotation.x, s * rotation.y, s * rotation.z};
}

tml_mat3 tml_frame_with_z(tml_vec3 z)
{
    const double ax = fabs(z.x), ay = fabs(z.y), az = fabs(z.z);
    const tml_vec3 near = az >= ax && az >= ay ? (tml_vec3){1, 0, 0}
                          : ax >= ay           ? (tml_vec3){0, 1, 0}
                                               : (tml_vec3){0, 0, 1};
    const tml_vec3 e = tml_scale(1 / tml_norm(z), z);
    tml_vec3 x = tml_sub(near, tml_scale(tml_dot(near, e), e));
    x = tml_scale(1 / tml_norm(x), x);
    return tml_columns(x, tml_cross(e, x), e);
}

tml_mat3 tml_tensor_rotated(const tml_mat3 *R, const tml_mat3 *T)
{
    const tml_mat3 RT = tml_mat3_product(R, T), back = tml_mat3_transpose(R);
    return tml_mat3_product(&RT, &back);
}
