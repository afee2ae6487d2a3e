/* sdf_joint.c - joints of SDFormat: between links that are placed already, so that any of them may close a loop.
 *
 * Two axes (universal, revolute2) are two pins with a body without mass between them: the first is fixed in the parent, the second in the child.
 * gearbox  theta_2 = -ratio theta_1, the rotations of its child about axis2 and of its parent about axis, both from its reference body on.
 * mimic    q = multiplier (q_leader - reference) + offset.
 */
#include "elementary/elementary.h"
#include "exchange/sdf.h"
#include <math.h>

static const double NO_LIMIT = 1e16; /* what the format writes where there is none */

typedef enum { ONE_AXIS, TWO_AXES, NO_AXIS, GEARBOX } axes;

static const struct {
    const char *name;
    tml_robot_joint_kind kind;
    axes axes;
} kinds[] = {
    {"revolute", TML_ROBOT_REVOLUTE, ONE_AXIS},
    {"continuous", TML_ROBOT_REVOLUTE, ONE_AXIS},
    {"prismatic", TML_ROBOT_PRISMATIC, ONE_AXIS},
    {"screw", TML_ROBOT_SCREW, ONE_AXIS},
    {"universal", TML_ROBOT_REVOLUTE, TWO_AXES},
    {"revolute2", TML_ROBOT_REVOLUTE, TWO_AXES},
    {"ball", TML_ROBOT_BALL, NO_AXIS},
    {"fixed", TML_ROBOT_FIXED, NO_AXIS},
    {"gearbox", TML_ROBOT_FIXED, GEARBOX},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int kind_of(tml_sdf *s, const tml_xml *x)
{
    const char *type = tml_xml_get(x, "type");
    for (int i = 0; type && i < KINDS; i++)
        if (strcmp(type, kinds[i].name) == 0)
            return i;
    const char *all = kinds[0].name;
    for (int i = 1; i < KINDS; i++)
        all = tml_arena_format(s->robot->arena, "%s%s%s", all, i + 1 < KINDS ? ", " : " and ", kinds[i].name);
    tml_log_raise(s->robot->log, TML_E_ROBOT_VALUE, x->place, "joint \"%s\": type \"%s\" is not known; there are %s",
                  tml_xml_get(x, "name"), type ? type : "", all);
    return -1;
}

static const char *name_in_robot(const tml_sdf *s, const char *name)
{
    return name + s->prefix;
}

static const char *second_name(const tml_sdf *s, const char *name)
{
    return tml_arena_format(s->robot->arena, "%s_2", name_in_robot(s, name));
}

/* The link at one end; -1 with a message. */
static int read_end(tml_sdf *s, const tml_sdf_frame *f, const char *which)
{
    tml_xml *x = tml_xml_child(f->x, which);
    int frame;
    if (!x || !x->text[0]) {
        tml_log_raise(s->robot->log, TML_E_ROBOT_TREE, f->x->place, "joint \"%s\" has no <%s>", f->name, which);
        return -1;
    }
    return tml_sdf_named(s, f->scope, x->text, x, &frame) ? tml_sdf_link_of(s, frame, x) : -1;
}

/* The frame in which an axis is given: that of the joint, of the model (before 1.5, or asked for), or by its name. */
static bool axis_frame(tml_sdf *s, int joint, tml_xml *axis, tml_mat3 *R)
{
    const tml_sdf_frame *f = &s->frames[joint];
    tml_xml *xyz = tml_xml_child(axis, "xyz"), *of_model = tml_xml_child(axis, "use_parent_model_frame");
    const char *name = tml_xml_get(xyz, "expressed_in");
    tml_placement at;
    int frame = joint;
    if (name && name[0]) {
        if (!tml_sdf_named(s, f->scope, name, xyz, &frame))
            return false;
    } else if (of_model ? tml_sdf_is_true(of_model) : f->version < 105)
        frame = f->scope;
    if (!tml_sdf_seen_from(s, frame, TML_SDF_WORLD, &at))
        return false;
    *R = at.R;
    return true;
}

/* Unit, on the axes of the ground. */
static bool read_axis(tml_sdf *s, int joint, tml_xml *axis, tml_vec3 *along)
{
    tml_vec3 own = {0, 0, 1};
    tml_mat3 R;
    if (!tml_sdf_vector(s, axis, "xyz", &own) || !axis_frame(s, joint, axis, &R))
        return false;
    if (!(tml_norm(own) > 0))
        return tml_sdf_wrong(s, tml_xml_child(axis, "xyz"), "the axis has no direction");
    *along = tml_rotate(&R, tml_scale(1 / tml_norm(own), own));
    return true;
}

static bool read_limits(tml_sdf *s, tml_xml *axis, tml_robot_joint *j, bool has_stops)
{
    tml_xml *limit = tml_xml_child(axis, "limit");
    double lower = -NO_LIMIT, upper = NO_LIMIT;
    const bool good = tml_sdf_number(s, limit, "lower", &lower) && tml_sdf_number(s, limit, "upper", &upper) &&
                      tml_sdf_number(s, limit, "effort", &j->effort) &&
                      tml_sdf_number(s, limit, "velocity", &j->velocity);
    j->has_lower = has_stops && lower > -NO_LIMIT;
    j->has_upper = has_stops && upper < NO_LIMIT;
    j->lower = lower, j->upper = upper;
    return good;
}

static bool read_dynamics(tml_sdf *s, tml_xml *axis, tml_robot_joint *j)
{
    tml_xml *dynamics = tml_xml_child(axis, "dynamics");
    return tml_sdf_number(s, dynamics, "damping", &j->damping) &&
           tml_sdf_number(s, dynamics, "friction", &j->friction) &&
           tml_sdf_number(s, dynamics, "spring_stiffness", &j->stiffness) &&
           tml_sdf_number(s, dynamics, "spring_reference", &j->rest);
}

static bool read_mimic(tml_sdf *s, const tml_sdf_frame *f, tml_xml *axis, tml_robot_joint *j)
{
    tml_xml *mimic = tml_xml_child(axis, "mimic");
    const char *name = tml_xml_get(mimic, "joint"), *which = tml_xml_get(mimic, "axis");
    double multiplier = 1, offset = 0, reference = 0;
    if (!mimic)
        return true;
    if (!tml_sdf_number(s, mimic, "multiplier", &multiplier) || !tml_sdf_number(s, mimic, "offset", &offset) ||
        !tml_sdf_number(s, mimic, "reference", &reference))
        return false;
    const int leader = name ? tml_sdf_find(s, f->scope, name) : TML_SDF_NONE;
    const char *whole = leader >= 0 ? s->frames[leader].name : NULL;
    j->mimics = !whole                                 ? (name ? name : "")
                : which && strcmp(which, "axis2") == 0 ? second_name(s, whole)
                                                       : name_in_robot(s, whole);
    j->mimic_place = mimic->place;
    j->ratio = multiplier;
    j->offset = offset - multiplier * reference;
    return true;
}

/* Travel per revolution of a right-hand thread. Before 1.10 there is thread_pitch, in radians per metre of a left-hand one. */
static bool read_pitch(tml_sdf *s, tml_xml *x, tml_robot_joint *j)
{
    double old = 0;
    tml_xml *pitch = tml_xml_child(x, "screw_thread_pitch"), *before = tml_xml_child(x, "thread_pitch");
    if (pitch)
        return tml_sdf_numbers(s, pitch, &j->pitch, 1, 1);
    if (!before)
        return tml_sdf_wrong(s, x, "a screw has <screw_thread_pitch>");
    if (!tml_sdf_numbers(s, before, &old, 1, 1))
        return false;
    j->pitch = -2 * tml_acos(-1) / old;
    return old != 0 || tml_sdf_wrong(s, before, "a thread of pitch zero is none");
}

/* A joint between links that are placed, at a point of the ground. */
static tml_robot_joint *add_joint(tml_sdf *s, const char *written, const tml_sdf_frame *f, int parent, int child,
                                  const tml_placement *at)
{
    tml_robot_joint *j = tml_robot_add_joint(s->robot, written, f->x->place);
    const tml_placement back = tml_placement_inverse(&s->robot->links[child].zero);
    j->parent = parent, j->child = child;
    j->at = tml_placed(&back, at->p);
    j->axis = (tml_vec3){0, 0, 1};
    return j;
}

static bool read_one_axis(tml_sdf *s, int frame, const char *element, tml_robot_joint *j, bool has_stops)
{
    const tml_sdf_frame *f = &s->frames[frame];
    tml_xml *axis = tml_xml_child(f->x, element);
    tml_vec3 along;
    if (!read_axis(s, frame, axis, &along) || !read_limits(s, axis, j, has_stops) || !read_dynamics(s, axis, j))
        return false;
    j->axis = tml_rotate_back(&s->robot->links[j->child].zero.R, along);
    return read_mimic(s, f, axis, j);
}

/* A body without mass between two pins. */
static bool read_two_axes(tml_sdf *s, int frame, int parent, int child, const tml_placement *at)
{
    const tml_sdf_frame *f = &s->frames[frame];
    const int between = s->robot->link_count;
    const char *name = name_in_robot(s, f->name);
    tml_robot_link *link =
        tml_robot_add_link(s->robot, tml_arena_format(s->robot->arena, "%s_between", name), f->x->place);
    link->between = true;
    link->zero = *at;
    tml_robot_joint *first = add_joint(s, name, f, parent, between, at);
    first->kind = TML_ROBOT_REVOLUTE;
    if (!read_one_axis(s, frame, "axis", first, true))
        return false;
    tml_robot_joint *second = add_joint(s, second_name(s, f->name), f, between, child, at);
    second->kind = TML_ROBOT_REVOLUTE;
    return read_one_axis(s, frame, "axis2", second, true);
}

/* Of a ball, dynamics of an axis mean nothing: told where they are given. */
static void tell_axes_of_ball(tml_sdf *s, const tml_sdf_frame *f)
{
    for (tml_xml *axis = tml_xml_child(f->x, "axis"); axis; axis = tml_xml_next(axis)) {
        tml_xml_use(axis);
        if (tml_xml_child(axis, "dynamics") || tml_xml_child(axis, "limit"))
            tml_log_raise(s->robot->log, TML_W_ROBOT_JOINT_PART, axis->place,
                          "joint \"%s\": not read of a ball joint: what its <axis> says", f->name);
    }
}

bool tml_sdf_read_joint(tml_sdf *s, int frame)
{
    const tml_sdf_frame *f = &s->frames[frame];
    const int kind = kind_of(s, f->x), parent = kind < 0 ? -1 : read_end(s, f, "parent"),
              child = parent < 0 ? -1 : read_end(s, f, "child");
    tml_placement at;
    if (child < 0 || !tml_sdf_seen_from(s, frame, TML_SDF_WORLD, &at))
        return false;
    if (parent == child) {
        tml_log_raise(s->robot->log, TML_E_ROBOT_TREE, f->x->place, "joint \"%s\" is between a link and itself",
                      f->name);
        return false;
    }
    if (kinds[kind].axes == GEARBOX)
        return true; /* later: it is between two joints */
    if (kinds[kind].axes == TWO_AXES)
        return read_two_axes(s, frame, parent, child, &at);
    tml_robot_joint *j = add_joint(s, name_in_robot(s, f->name), f, parent, child, &at);
    j->kind = kinds[kind].kind;
    if (j->kind == TML_ROBOT_BALL)
        tell_axes_of_ball(s, f);
    if (j->kind == TML_ROBOT_SCREW && !read_pitch(s, f->x, j))
        return false;
    return kinds[kind].axes == NO_AXIS ||
           read_one_axis(s, frame, "axis", j, strcmp(kinds[kind].name, "continuous") != 0);
}

/* ---- gearboxes ---- */

/* The pin between two links about an axis of the ground, and in which sense its angle counts from the first to the second; -1: there is none. */
static int pin_between(const tml_robot *r, int from, int to, tml_vec3 along, double *sense)
{
    for (int i = 0; i < r->joint_count; i++) {
        const tml_robot_joint *j = &r->joints[i];
        const bool forward = j->parent == from && j->child == to, backward = j->parent == to && j->child == from;
        const double cosine = tml_dot(tml_rotate(&r->links[j->child].zero.R, j->axis), along);
        if (j->kind != TML_ROBOT_REVOLUTE || (!forward && !backward) || fabs(cosine) < 1 - 1e-6)
            continue;
        *sense = (cosine > 0) == forward ? 1 : -1;
        return i;
    }
    return -1;
}

bool tml_sdf_couple_joint(tml_sdf *s, int frame)
{
    const tml_sdf_frame *f = &s->frames[frame];
    const int kind = kind_of(s, f->x);
    if (kind < 0 || kinds[kind].axes != GEARBOX)
        return kind >= 0;
    const int reference = read_end(s, f, "gearbox_reference_body"), parent = read_end(s, f, "parent"),
              child = read_end(s, f, "child");
    tml_vec3 axis, axis2;
    double ratio = 1, sense1, sense2;
    if (reference < 0 || !read_axis(s, frame, tml_xml_child(f->x, "axis"), &axis) ||
        !read_axis(s, frame, tml_xml_child(f->x, "axis2"), &axis2) || !tml_sdf_number(s, f->x, "gearbox_ratio", &ratio))
        return false;
    const int first = pin_between(s->robot, reference, parent, axis, &sense1),
              second = pin_between(s->robot, reference, child, axis2, &sense2);
    if (first < 0 || second < 0) {
        tml_log_raise(s->robot->log, TML_E_ROBOT_TREE, f->x->place,
                      "gearbox \"%s\": no revolute joint about its axis leads from \"%s\" to its %s", f->name,
                      s->robot->links[reference].written, first < 0 ? "parent" : "child");
        return false;
    }
    tml_robot_loop *loop = tml_robot_add_loop(s->robot, name_in_robot(s, f->name), f->x->place);
    loop->kind = TML_LOOP_EQUATION;
    loop->joints[0] = second, loop->joints[1] = first;
    loop->coefficients[1] = -ratio * sense1 * sense2;
    return true;
}
