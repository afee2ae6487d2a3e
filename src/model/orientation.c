/* orientation.c - the four ways to write an orientation in space: a quaternion, an axis and an angle, Euler angles, directions by points. */
#include "model/check.h"
#include <string.h>

/* [w, x, y, z], of length 1 but for rounding */
static bool read_quaternion(tml_resolved *r, const tml_node *node, const char *what, tml_quat *q)
{
    double v[4];
    if (node->count != 4) {
        tml_log_raise(
            r->log, TML_E_WRONG_TYPE, node->place,
            "%s must be a quaternion [w, x, y, z], {axis:, angle:}, {euler:, angles:} or {x: [A, B], xy: [A, C]}",
            what);
        return false;
    }
    if (!tml_numbers_read(r, node, "", what, 4, v))
        return false;
    const double norm = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
    if (!(fabs(norm - 1) <= 1e-3)) {
        tml_log_raise(r->log, TML_E_QUATERNION_LENGTH, node->place,
                      "%s: a quaternion [w, x, y, z] has length 1, not %g", what, norm);
        return false;
    }
    *q = tml_quat_unit((tml_quat){v[0], v[1], v[2], v[3]});
    return true;
}

static bool read_axis_angle(tml_resolved *r, const tml_node *node, const char *what, int body, tml_quat *q)
{
    const tml_field_list fields = {tml_axis_angle_fields, tml_axis_angle_fields_count};
    const tml_checker c = tml_resolved_checker(r);
    tml_vec3 axis;
    double angle;
    if (!tml_fields_check(&c, what, node, &fields, 1, NULL) ||
        !tml_direction_read(r, tml_node_find(node, "axis"), tml_arena_format(r->arena, "%s: axis", what), body,
                            &axis) ||
        !tml_resolved_number(r, tml_node_find(node, "angle"), "rad", what, &angle))
        return false;
    *q = tml_quat_about(axis, angle);
    return true;
}

/* Successive rotations, each about an axis of the rotated frame. */
static bool read_euler(tml_resolved *r, const tml_node *node, const char *what, tml_quat *q)
{
    const tml_field_list fields = {tml_euler_fields, tml_euler_fields_count};
    const tml_checker c = tml_resolved_checker(r);
    double angles[3];
    if (!tml_fields_check(&c, what, node, &fields, 1, NULL) ||
        !tml_numbers_read(r, tml_node_find(node, "angles"), "rad", what, 3, angles))
        return false;
    const char *axes = tml_node_find(node, "euler")->text;
    *q = (tml_quat){1, 0, 0, 0};
    for (int i = 0; i < 3; i++)
        *q = tml_quat_product(*q, tml_quat_about(tml_unit_axis((tml_axis)(axes[i] - 'x')), angles[i]));
    return true;
}

/* {x: a, xy: b}: one axis along a, and the half-plane of it and a second one through b. Any axis may be the first, any other the second:
 *   e_1 = a/|a|,   e_2 = (b - (e_1.b) e_1) / |...|,   e_3 completes a right-handed frame */
static bool read_by_directions(tml_resolved *r, const tml_node *node, const char *what, int body, tml_quat *q)
{
    static const double PARALLEL = 1e-9; /* sine of the angle below which two directions give no plane */
    const tml_field_list fields = {tml_frame_fields, tml_frame_fields_count};
    const tml_checker c = tml_resolved_checker(r);
    const tml_node *values[2] = {NULL, NULL};
    const char *names[2] = {"", ""};
    if (!tml_fields_check(&c, what, node, &fields, 1, NULL))
        return false;
    for (int i = 0; i < node->count; i++) {
        const int which = node->keys[i]->text[1] ? 1 : 0;
        values[which] = node->items[i];
        names[which] = node->keys[i]->text;
    }
    if (node->count != 2 || !values[0] || !values[1] || names[0][0] != names[1][0]) {
        tml_log_raise(r->log, TML_E_WRONG_TYPE, node->place,
                      "%s: give one axis and a plane that contains it, such as {x: [A, B], xy: [A, C]}", what);
        return false;
    }
    tml_vec3 a, b, axes[3];
    if (!tml_direction_read(r, values[0], tml_arena_format(r->arena, "%s: %s", what, names[0]), body, &a) ||
        !tml_direction_read(r, values[1], tml_arena_format(r->arena, "%s: %s", what, names[1]), body, &b))
        return false;
    b = tml_sub(b, tml_scale(tml_dot(a, b), a));
    if (!(tml_norm(b) > PARALLEL)) {
        tml_log_raise(r->log, TML_E_NO_DIRECTION, values[1]->place,
                      "%s: %s and %s are along one line: they give no plane", what, names[0], names[1]);
        return false;
    }
    const int first = names[1][0] - 'x', second = names[1][1] - 'x';
    axes[first] = a;
    axes[second] = tml_scale(1 / tml_norm(b), b);
    axes[3 - first - second] = (first + 1) % 3 == second ? tml_cross(a, axes[second]) : tml_cross(axes[second], a);
    const tml_mat3 R = tml_columns(axes[0], axes[1], axes[2]);
    *q = tml_quat_of_matrix(&R);
    return true;
}

static bool has_direction(const tml_node *node)
{
    for (int i = 0; node->kind == TML_NODE_MAP && i < node->count; i++)
        if (tml_field_find(tml_frame_fields, tml_frame_fields_count, node->keys[i]->text))
            return true;
    return false;
}

bool tml_orientation_read(tml_resolved *r, const tml_node *node, const char *what, int body, tml_quat *q)
{
    if (node->kind == TML_NODE_LIST)
        return read_quaternion(r, node, what, q);
    if (tml_node_find(node, "euler") || tml_node_find(node, "angles"))
        return read_euler(r, node, what, q);
    if (tml_node_find(node, "axis") || tml_node_find(node, "angle"))
        return read_axis_angle(r, node, what, body, q);
    if (has_direction(node))
        return read_by_directions(r, node, what, body, q);
    tml_log_raise(r->log, TML_E_WRONG_TYPE, node->place,
                  "%s must be a quaternion [w, x, y, z], {axis:, angle:}, {euler:, angles:} or {x: [A, B], xy: [A, C]}",
                  what);
    return false;
}
