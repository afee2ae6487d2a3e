/* mjcf_frame.c - frames of MJCF: a position, and a rotation in one of five ways:
 *
 *   quat       w x y z
 *   axisangle  x y z angle
 *   euler      three angles about the axes of `eulerseq`: small letters are axes that turn with the frame, R = R_1 R_2 R_3, capitals are
 *              those that stay, R = R_3 R_2 R_1
 *   xyaxes     x, and y made perpendicular to it
 *   zaxis      the least rotation that takes z there
 */
#include "elementary/elementary.h"
#include "exchange/mjcf.h"
#include <math.h>

static tml_quat from_euler(const tml_mjcf *m, const double *angles)
{
    tml_quat q = {.w = 1};
    for (int i = 0; i < 3; i++) {
        const char letter = m->sequence[i];
        const bool stays = letter >= 'X' && letter <= 'Z';
        const tml_axis axis = (tml_axis)(letter - (stays ? 'X' : 'x') + TML_X);
        const tml_quat turn = tml_quat_about(tml_unit_axis(axis), angles[i] * m->radian);
        q = stays ? tml_quat_product(turn, q) : tml_quat_product(q, turn);
    }
    return q;
}

static tml_vec3 unit(tml_vec3 v)
{
    return tml_scale(1 / tml_norm(v), v);
}

static tml_mat3 from_xy(const double *v)
{
    const tml_vec3 x = unit((tml_vec3){v[0], v[1], v[2]}), given = {v[3], v[4], v[5]};
    const tml_vec3 y = unit(tml_sub(given, tml_scale(tml_dot(x, given), x)));
    return tml_columns(x, y, tml_cross(x, y));
}

static tml_quat from_z(const double *v)
{
    const tml_vec3 z = {0, 0, 1}, to = unit((tml_vec3){v[0], v[1], v[2]}), axis = tml_cross(z, to);
    if (tml_norm(axis) < 1e-10)
        return to.z > 0 ? (tml_quat){.w = 1} : (tml_quat){.x = 1};
    return tml_quat_about(axis, tml_atan2(tml_norm(axis), to.z));
}

static tml_mat3 from_quat(const double *v)
{
    return tml_quat_matrix((tml_quat){.w = v[0], .x = v[1], .y = v[2], .z = v[3]});
}

static tml_mat3 from_axis(const tml_mjcf *m, const double *v)
{
    return tml_quat_matrix(tml_quat_about((tml_vec3){v[0], v[1], v[2]}, v[3] * m->radian));
}

/* The rotation by numbers of an attribute; none of them may be without a direction. */
static tml_mat3 rotation_by(const tml_mjcf *m, const char *how, const double *v)
{
    switch (how[0]) {
    case 'q':
        return from_quat(v);
    case 'a':
        return from_axis(m, v);
    case 'e':
        return tml_quat_matrix(from_euler(m, v));
    case 'x':
        return from_xy(v);
    default:
        return tml_quat_matrix(from_z(v));
    }
}

bool tml_mjcf_placement(tml_mjcf *m, const tml_mjcf_element *e, tml_placement *at)
{
    static const struct {
        const char *name;
        int count;
    } ways[] = {{"quat", 4}, {"axisangle", 4}, {"euler", 3}, {"xyaxes", 6}, {"zaxis", 3}};
    double p[3] = {0}, v[6];
    if (!tml_mjcf_numbers(m, e, "pos", p, 3, 3))
        return false;
    *at = tml_placement_of((tml_vec3){p[0], p[1], p[2]}, (tml_vec3){0});
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (!tml_mjcf_get(m, e, ways[i].name))
            continue;
        if (!tml_mjcf_numbers(m, e, ways[i].name, v, ways[i].count, ways[i].count))
            return false;
        at->R = rotation_by(m, ways[i].name, v);
        if (isfinite(at->R.m[0][0] + at->R.m[1][1] + at->R.m[2][2]))
            continue;
        tml_log_raise(m->robot->log, TML_E_ROBOT_VALUE, e->x->place, "<%s %s=\"%s\">: that is no rotation", e->x->name,
                      ways[i].name, tml_mjcf_get(m, e, ways[i].name));
        return false;
    }
    return true;
}
