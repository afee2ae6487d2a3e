/* structure.c - what a joint or a force must have besides its keys: an axis, a length, one of torque and force. */
#include "elementary/elementary.h"
#include "model/check.h"
#include <math.h>
#include <string.h>

static const tml_field *common(const char *name)
{
    return tml_field_find(tml_joint_common_fields, tml_joint_common_fields_count, name);
}

static void check_axis(tml_resolved *r, const tml_element *e)
{
    const tml_joint_class *c = e->joint;
    const bool space = r->model->space, has = tml_element_field(e, common("axis")) != NULL;
    const tml_place place = {e->place.file, e->place.line, e->place.column, .use = e->node->place.use};
    if (c->bends && has && tml_element_field(e, common("axes")))
        tml_log_raise(r->log, TML_E_BEND, place, "joint %s: has an axis and axes: give one of them", e->name);
    if (tml_element_field(e, common("axes")) || tml_joint_couples(e->joint))
        return;
    if (space && c->has_axes)
        tml_log_raise(r->log, TML_E_AXIS_MISSING, place,
                      "joint %s: a %s joint needs axes: [a, b], one direction in each body", e->name, c->name);
    else if (space && !has && c->space.needs_axis)
        tml_log_raise(r->log, TML_E_AXIS_MISSING, place, "joint %s: a %s joint needs an axis: x, y, z or a direction",
                      e->name, c->name);
    else if (!space && !has && c->plane.needs_axis)
        tml_log_raise(r->log, TML_E_AXIS_MISSING, place, "joint %s: a %s joint needs an axis: x, y or a direction",
                      e->name, c->name);
}

bool tml_drawn_distance(const tml_resolved *r, const tml_anchor anchors[2], double *length)
{
    tml_vec3 at[2];
    for (int i = 0; i < 2; i++) {
        const tml_body *body = &r->bodies[anchors[i].body];
        if (anchors[i].body && !body->placed)
            return false;
        const tml_quat q = r->model->space ? body->orientation : tml_quat_about((tml_vec3){0, 0, 1}, body->angle);
        const tml_mat3 R = tml_quat_matrix(anchors[i].body ? q : (tml_quat){1, 0, 0, 0});
        at[i] = tml_add(tml_rotate(&R, anchors[i].p), anchors[i].body ? body->position : (tml_vec3){0, 0, 0});
    }
    *length = tml_norm(tml_sub(at[1], at[0]));
    return true;
}

bool tml_joint_length_check(const tml_resolved *r, const tml_element *e, double length)
{
    if (length > 0)
        return true;
    tml_log_raise(r->log, TML_E_LENGTH_ZERO, e->place,
                  "joint %s: the length must be greater than zero (for points that coincide use a %s joint)", e->name,
                  tml_joint_class_of_point(r->model->space)->name);
    return false;
}

/* A rod has the length that is given, or that of the drawing. */
static void check_length(tml_resolved *r, const tml_element *e, const tml_anchor ends[2])
{
    if (e->joint->connects != TML_CONNECT_POINTS)
        return;
    for (size_t i = 0; i < e->joint->fields_count; i++) {
        const tml_field *field = &e->joint->fields[i];
        double length = 1;
        if (field->type != TML_FIELD_NUMBER)
            continue;
        if (tml_element_field(e, field)) {
            tml_log *const log = r->log;
            tml_log quiet = {.quiet = true};
            r->log = &quiet; /* errors in the number are reported with the fields */
            const bool read = tml_element_number(r, e, field, &length);
            r->log = log;
            length = read ? length : 1;
        } else if (!tml_drawn_distance(r, ends, &length)) {
            tml_log_raise(r->log, TML_E_LENGTH_MISSING, e->place,
                          "joint %s: needs a length (its bodies have no position to measure it from)", e->name);
            length = 1;
        }
        tml_joint_length_check(r, e, length);
    }
}

/* A rod between points, an end of which names none. */
static void check_points(tml_resolved *r, const tml_element *e, const tml_anchor ends[2])
{
    for (int i = 0; i < 2 && e->joint->connects == TML_CONNECT_POINTS; i++) {
        const tml_node *node = e->type_node->items[i];
        const int body = ends[i].body;
        if (tml_names_point(r, node))
            continue;
        if (body == 0)
            tml_log_raise(r->log, TML_N_GROUND_ORIGIN, node->place,
                          "joint %s: holds the origin of the ground, since no point of it is named, as in ground.P",
                          e->name);
        else if (r->bodies[body].point_count)
            tml_log_raise(r->log, TML_N_CENTRE_OF_MASS, node->place,
                          "joint %s: holds the centre of mass of body %s, since no point of it is named, as in %s.%s",
                          e->name, r->bodies[body].name, r->bodies[body].name, r->bodies[body].points[0].name);
    }
}

bool tml_joint_axes_cross(const tml_resolved *r, const tml_element *e, const tml_vec3 axes[2], int body1, int body2)
{
    static const double SLANT = 1e-3; /* what rounding of numbers in a file may make of it */
    const bool drawn = (body1 == 0 || r->bodies[body1].drawn) && (body2 == 0 || r->bodies[body2].drawn);
    const double cosine = fmax(-1, fmin(1, tml_dot(axes[0], axes[1])));
    if (!drawn || fabs(cosine) <= SLANT)
        return true;
    tml_log_raise(
        r->log, TML_E_AXES_NOT_PERPENDICULAR, tml_element_field(e, common("axes"))->place,
        "joint %s: the axes of a %s joint are perpendicular, but these make %.4g deg; give the pin in the first "
        "body and the one in the second, such as axes: [x, y]",
        e->name, e->joint->name, tml_acos(cosine) * 180 / TML_PI);
    return false;
}

/* Either teeth or what takes their place, without what belongs to the other. */
static void check_teeth(tml_resolved *r, const tml_element *e)
{
    const tml_joint_class *c = e->joint;
    const tml_field *teeth = c->mesh.teeth ? tml_field_find(c->fields, c->fields_count, c->mesh.teeth) : NULL,
                    *instead = c->mesh.instead ? tml_field_find(c->fields, c->fields_count, c->mesh.instead) : NULL;
    const bool meshes = teeth && tml_element_field(e, teeth);
    if (instead && meshes == (tml_element_field(e, instead) != NULL))
        tml_log_raise(r->log, TML_E_TEETH, e->place,
                      "joint %s: a %s has either %s, for wheels that mesh, or a %s, for a pure couple on each shaft",
                      e->name, c->name, teeth->name, instead->name);
    for (size_t i = 0; teeth && i < c->fields_count; i++) {
        const tml_field *f = &c->fields[i];
        const bool of_couple = tml_word_index(c->mesh.only_couple, f->name) >= 0,
                   of_teeth = tml_word_index(c->mesh.only_teeth, f->name) >= 0;
        if (f != instead && tml_element_field(e, f) && (meshes ? of_couple : of_teeth))
            tml_log_raise(
                r->log, TML_E_TEETH_FIELD, tml_element_field(e, f)->place,
                meshes ? "joint %s: %s has no meaning with %s: where wheels with teeth stand at the start is free"
                       : "joint %s: %s has a meaning only for wheels that mesh: give %s too",
                e->name, f->name, teeth->name);
    }
}

void tml_joint_check(tml_resolved *r, const tml_element *e, const tml_anchor ends[2])
{
    check_teeth(r, e);
    check_axis(r, e);
    if (tml_element_field(e, common("damping")) && !tml_element_field(e, common("stiffness")))
        tml_log_raise(r->log, TML_E_DAMPING_WITHOUT_STIFFNESS, e->place,
                      "joint %s: damping also needs a stiffness; to damp the joint coordinate itself use a torsion or "
                      "a spring with damping",
                      e->name);
    check_length(r, e, ends);
    check_points(r, e, ends);
    const tml_node *axes = tml_element_field(e, common("axes"));
    tml_vec3 directions[2];
    tml_log *const log = r->log;
    tml_log quiet = {.quiet = true};
    r->log = &quiet; /* errors in the numbers are reported with the fields */
    const bool read =
        e->joint->has_axes && axes && r->model->space && tml_element_directions(r, e, common("axes"), directions);
    r->log = log;
    const bool good = read && !quiet.error_count;
    if (good)
        tml_joint_axes_cross(r, e, directions, ends[0].body, ends[1].body);
}

void tml_motor_check(tml_resolved *r, const tml_element *e, bool is_rotation)
{
    const char *what = tml_element_what(r->arena, e), *does = is_rotation ? "rotates" : "slides";
    const char *right = is_rotation ? "torque" : "force";
    const bool value = tml_node_find(e->node, "value") != NULL;
    if (tml_node_find(e->node, "torque") && tml_node_find(e->node, "force"))
        tml_log_raise(r->log, TML_E_TORQUE_AND_FORCE, e->place,
                      "%s: has a torque and a force; the joint %s: give %s only", what, does, right);
    else if (!tml_node_find(e->node, right) && !value)
        tml_log_raise(r->log, TML_E_TORQUE_OR_FORCE, e->place, "%s: the joint %s: give %s", what, does, right);
}

void tml_force_axis_check(tml_resolved *r, const tml_element *e)
{
    if (r->model->space && e->force->acts == TML_ACTS_ON_JOINT_OR_BODIES && e->type_node->kind == TML_NODE_LIST &&
        !tml_element_field(e, common("axis")))
        tml_log_raise(r->log, TML_E_AXIS_MISSING, e->place, "%s: between two bodies in space it needs an axis",
                      tml_element_what(r->arena, e));
}

void tml_force_value_check(tml_resolved *r, const tml_element *e)
{
    for (size_t i = 0; i < e->force->laws_count; i++) {
        const tml_force_law_form *law = &e->force->laws[i];
        const char *const names[] = {law->stiffness, law->rest, law->damping, law->preload};
        if (!law->value_field || !tml_node_find(e->node, law->value_field) ||
            !(r->model->space ? law->space : law->plane))
            continue;
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            const tml_node *node = names[k] ? tml_node_find(e->node, names[k]) : NULL;
            if (node)
                tml_log_raise(
                    r->log, TML_W_VALUE_INSTEAD, node->place,
                    "%s: %s has no effect: %s replaces it; include it in that expression, or leave one of them out",
                    tml_element_what(r->arena, e), names[k], law->value_field);
        }
        return;
    }
}
