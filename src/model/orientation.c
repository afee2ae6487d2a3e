/* orientation.c - the three ways to write an orientation in space. */
#include "model/check.h"
#include <string.h>

/* [w, x, y, z], of length 1 but for rounding */
static bool read_quaternion(tml_resolved *r, const tml_node *node, const char *what, tml_quat *q)
{
    double v[4];
    if (node->count != 4) {
        tml_log_raise(r->log, TML_E_WRONG_TYPE, node->place,
                      "%s must be a quaternion [w, x, y, z], {axis:, angle:} or {euler:, angles:}", what);
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

static bool read_axis_angle(tml_resolved *r, const tml_node *node, const char *what, tml_quat *q)
{
    const tml_field_list fields = {tml_axis_angle_fields, tml_axis_angle_fields_count};
    const tml_checker c = tml_resolved_checker(r);
    tml_vec3 axis;
    double angle;
    if (!tml_fields_check(&c, what, node, &fields, 1, NULL) ||
        !tml_direction_read(r, tml_node_find(node, "axis"), tml_arena_format(r->arena, "%s: axis", what), &axis) ||
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

bool tml_orientation_read(tml_resolved *r, const tml_node *node, const char *what, tml_quat *q)
{
    if (node->kind == TML_NODE_LIST)
        return read_quaternion(r, node, what, q);
    if (tml_node_find(node, "euler") || tml_node_find(node, "angles"))
        return read_euler(r, node, what, q);
    if (tml_node_find(node, "axis") || tml_node_find(node, "angle"))
        return read_axis_angle(r, node, what, q);
    tml_log_raise(r->log, TML_E_WRONG_TYPE, node->place,
                  "%s must be a quaternion [w, x, y, z], {axis:, angle:} or {euler:, angles:}", what);
    return false;
}
