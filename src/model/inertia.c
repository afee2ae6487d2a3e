/* inertia.c - the inertia of a body as given: in body axes about the centre of mass, or in a frame, or about a point.
 *
 *   I = R I_F R' - m (|d|^2 1 - d d')      R: axes of the frame in the body; d: from the centre of mass to the point
 */
#include "geometry/possible_inertia.h"
#include "geometry/principal_axes.h"
#include "model/body.h"
#include "model/shape.h"

const tml_field tml_inertia_fields[] = {
    {"values", TML_FIELD_MOMENTS, "kg*m^2", .required = true,
     .doc = "a number in the plane; in space principal moments [Ixx, Iyy, Izz], or with Ixy, Ixz, Iyz"},
    {"frame", TML_FIELD_FRAME,
     .doc =
         "axes of the values, in space: [A, B], x from A to B; [A, B, C], and C on the side of y; or an orientation"},
    {"about", TML_FIELD_PLACE, "m",
     .doc = "point of the values: a point or coordinates; the centre of mass if not given"},
};
const size_t tml_inertia_fields_count = sizeof tml_inertia_fields / sizeof *tml_inertia_fields;

static tml_mat3 tensor_of(const double I[6])
{
    return (tml_mat3){{{I[0], I[3], I[4]}, {I[3], I[1], I[5]}, {I[4], I[5], I[2]}}};
}

static const double MAX_MEND = 0.05 * (1 + 1e-9); /* of a principal moment: errors of measured inertia */

static void take_tensor(double I[6], const tml_mat3 *T)
{
    const double entries[6] = {T->m[0][0], T->m[1][1], T->m[2][2], T->m[0][1], T->m[0][2], T->m[1][2]};
    for (int i = 0; i < 6; i++)
        I[i] = entries[i];
}

/* Replaces an inertia that no body has by the nearest possible one, if that changes no principal moment by more than MAX_MEND. */
static bool mend(const tml_body_draft *d, const tml_node *node, const char *where)
{
    const tml_mat3 tensor = tensor_of(d->body->inertia);
    tml_inertia_change c;
    const tml_mat3 nearest = tml_inertia_nearest_possible(&tensor, &c);
    const double *m = c.before, *n = c.after;
    if (!(c.change <= MAX_MEND)) {
        tml_log_raise(
            d->r->log, TML_E_INERTIA_IMPOSSIBLE, node->place,
            "%s: no body has this inertia: of its principal moments%s %g, %g, %g one is larger than the sum of "
            "the others",
            d->what, where, m[0], m[1], m[2]);
        return false;
    }
    tml_log_raise(
        d->r->log, TML_W_INERTIA_MENDED, node->place,
        "%s: no body has this inertia: of its principal moments%s %.6g, %.6g, %.6g one is larger than the sum of "
        "the others; the motion is that of the nearest possible inertia, of principal moments %.6g, %.6g, %.6g "
        "(changed by %.2g %% at most)",
        d->what, where, m[0], m[1], m[2], n[0], n[1], n[2], 100 * c.change);
    take_tensor(d->body->inertia, &nearest);
    return true;
}

static bool is_tensor_positive(const tml_body_draft *d, const tml_node *node, const char *where)
{
    const tml_mat3 tensor = tensor_of(d->body->inertia);
    double m[3];
    tml_principal(&tensor, m, NULL);
    const double largest = fmax(fabs(m[0]), fmax(fabs(m[1]), fabs(m[2])));
    if (fmin(m[0], fmin(m[1], m[2])) >= -1e-9 * largest)
        return true;
    tml_log_raise(d->r->log, TML_E_INERTIA_NOT_POSITIVE, node->place,
                  "%s: inertia is not positive: its principal moments%s are %g, %g, %g", d->what, where, m[0], m[1],
                  m[2]);
    return false;
}

static bool is_moment_positive(const tml_body_draft *d, const tml_node *node, const char *where)
{
    if (d->body->inertia[2] >= 0)
        return true;
    if (where[0])
        tml_log_raise(d->r->log, TML_E_INERTIA_NOT_POSITIVE, node->place, "%s: inertia%s is negative: %g", d->what,
                      where, d->body->inertia[2]);
    else
        tml_log_raise(d->r->log, TML_E_NEGATIVE, node->place, "%s: inertia must not be negative", d->what);
    return false;
}

static bool is_positive(const tml_body_draft *d, const tml_node *node, const char *where)
{
    return d->r->model->space ? is_tensor_positive(d, node, where) : is_moment_positive(d, node, where);
}

/* No mass distribution has a negative moment, or one larger than the sum of the other two. */
static bool make_possible(const tml_body_draft *d, const tml_node *node, const char *where)
{
    const tml_mat3 tensor = tensor_of(d->body->inertia);
    return is_positive(d, node, where) &&
           (!d->r->model->space || tml_inertia_is_possible(&tensor) || mend(d, node, where));
}

static bool read_values(tml_body_draft *d, const tml_node *node)
{
    double *I = d->body->inertia;
    const char *what = tml_draft_about(d, "inertia");
    return d->r->model->space ? tml_numbers_read(d->r, node, "kg*m^2", what, node->count, I)
                              : tml_resolved_number(d->r, node, "kg*m^2", what, &I[2]);
}

/* ---- axes ---- */

static bool refuse_frame(const tml_body_draft *d, const tml_node *node, const char *why)
{
    tml_log_raise(d->r->log, TML_E_INERTIA_FRAME, node->place, "%s: inertia: frame: %s", d->what, why);
    return false;
}

/* [A, B] or [A, B, C]: x along AB, C in the plane of x and y. With two points *axial: only x is known. */
static bool frame_of_points(tml_body_draft *d, const tml_node *node, tml_mat3 *R, bool *axial)
{
    tml_shape_context c = {.r = d->r, .body = d->body, .names = d->names};
    const char *what = tml_draft_about(d, "inertia: frame");
    tml_vec3 p[3] = {{0}};
    for (int i = 0; i < node->count; i++)
        if (!tml_shape_place(&c, node->items[i], what, &p[i]))
            return false;
    const tml_vec3 along = tml_sub(p[1], p[0]);
    const double length = tml_norm(along);
    if (!(length > 0))
        return refuse_frame(d, node, "its first two points coincide");
    const tml_vec3 x = tml_scale(1 / length, along);
    *axial = node->count == 2;
    if (*axial) {
        const tml_mat3 Z = tml_frame_with_z(x);
        *R = tml_columns(x, tml_mat3_column(&Z, TML_X), tml_mat3_column(&Z, TML_Y));
        return true;
    }
    const tml_vec3 side = tml_sub(p[2], p[0]), across = tml_sub(side, tml_scale(tml_dot(side, x), x));
    if (!(tml_norm(across) > 1e-9 * tml_norm(side)))
        return refuse_frame(d, node, "its three points lie on one line");
    const tml_vec3 y = tml_scale(1 / tml_norm(across), across);
    *R = tml_columns(x, y, tml_cross(x, y));
    return true;
}

static bool read_frame(tml_body_draft *d, const tml_node *node, tml_mat3 *R, bool *axial)
{
    tml_quat q;
    *axial = false;
    if (node->kind == TML_NODE_LIST && (node->count == 2 || node->count == 3))
        return frame_of_points(d, node, R, axial);
    if (node->kind == TML_NODE_LIST && node->count != 4)
        return refuse_frame(d, node, "must be two or three points, or an orientation");
    if (!tml_orientation_read(d->r, node, tml_draft_about(d, "inertia: frame"), (int)(d->body - d->r->bodies), &q))
        return false;
    *R = tml_quat_matrix(q);
    return true;
}

static bool rotate(tml_body_draft *d, const tml_node *node)
{
    double *I = d->body->inertia;
    tml_mat3 R;
    bool axial;
    if (!d->r->model->space)
        return refuse_frame(d, node, "has no effect in the plane, where the inertia is one number");
    if (!read_frame(d, node, &R, &axial))
        return false;
    const double slack = 1e-9 * (fabs(I[1]) + fabs(I[2]));
    if (axial && (fabs(I[1] - I[2]) > slack || fabs(I[3]) > slack || fabs(I[4]) > slack || fabs(I[5]) > slack))
        return refuse_frame(d, node,
                            "two points give x only, but the moments about y and z differ: name a third point on the "
                            "side of y, [A, B, C]");
    const tml_mat3 local = tensor_of(I), T = tml_tensor_rotated(&R, &local);
    take_tensor(I, &T);
    return true;
}

/* ---- the point ---- */

static bool shift(tml_body_draft *d, const tml_node *node)
{
    tml_shape_context c = {.r = d->r, .body = d->body, .names = d->names};
    double *I = d->body->inertia, at_com[6] = {0};
    tml_vec3 p;
    if (!tml_shape_place(&c, node, tml_draft_about(d, "inertia: about"), &p))
        return false;
    tml_inertia_shift(-d->body->mass, tml_sub(p, d->body->com), at_com);
    for (int i = 0; i < 6; i++)
        if (i == 2 || d->r->model->space)
            I[i] += at_com[i];
    return true;
}

void tml_draft_inertia(tml_body_draft *d, const tml_node *node)
{
    const bool map = node->kind == TML_NODE_MAP;
    const tml_node *values = map ? tml_node_find(node, "values") : node;
    const tml_node *frame = tml_node_find(node, "frame"), *about = tml_node_find(node, "about");
    const bool is_rotor = d->body->mass == 0; /* whose inertia may be about one axis alone */
    double *I = d->body->inertia;
    if (!values)
        return;
    d->body->inertia_place = node->place;
    bool good = read_values(d, values) &&
                (is_rotor || about ? is_positive(d, values, "") : make_possible(d, values, "")) &&
                (!frame || rotate(d, frame));
    if (good && is_rotor && about && I[0] + I[1] + I[2] > 0)
        tml_log_raise(d->r->log, TML_E_INERTIA_WITHOUT_MASS, node->place,
                      "%s: has an inertia but no mass: leave out \"about\", or give the mass", d->what);
    else if (good && is_rotor)
        d->body->lacks_mass = I[0] + I[1] + I[2] > 0 && !tml_draft_get(d, "mass");
    else if (good && about)
        good = shift(d, about) && make_possible(d, values, " about the centre of mass");
    for (int i = 0; !good && i < 6; i++)
        I[i] = 0;
}
