/* mjcf_joint.c - joints of MJCF: hinge, slide, ball, free; where they are in the frame of the body, and what acts in them.
 *
 * `ref` is the coordinate in the pose in which bodies are written. Coordinates of the model file are zero there: all that is given of a
 * coordinate counts from `ref` on. */
#include "exchange/mjcf.h"
#include <math.h>

static bool read_kind(tml_mjcf *m, const tml_mjcf_element *e, tml_robot_joint *joint)
{
    static const struct {
        const char *name;
        tml_robot_joint_kind kind;
    } kinds[] = {{"hinge", TML_ROBOT_REVOLUTE},
                 {"slide", TML_ROBOT_PRISMATIC},
                 {"ball", TML_ROBOT_BALL},
                 {"free", TML_ROBOT_FREE}};
    const char *type = tml_mjcf_get(m, e, "type");
    type = type ? type : kinds[0].name;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(type, kinds[i].name) == 0) {
            joint->kind = kinds[i].kind;
            return true;
        }
    tml_log_raise(m->robot->log, TML_E_ROBOT_VALUE, e->x->place,
                  "joint \"%s\": type \"%s\" is not known; there are hinge, slide, ball and free", joint->written,
                  type);
    return false;
}

static bool read_axis(tml_mjcf *m, const tml_mjcf_element *e, tml_robot_joint *joint)
{
    double axis[3] = {0, 0, 1}, at[3] = {0};
    if (!tml_mjcf_numbers(m, e, "axis", axis, 3, 3) || !tml_mjcf_numbers(m, e, "pos", at, 3, 3))
        return false;
    const tml_vec3 along = {axis[0], axis[1], axis[2]};
    joint->axis = tml_scale(1 / tml_norm(along), along);
    if (joint->kind != TML_ROBOT_FREE)
        joint->at = (tml_vec3){at[0], at[1], at[2]};
    if (tml_norm(along) > 0)
        return true;
    tml_log_raise(m->robot->log, TML_E_ROBOT_VALUE, e->x->place, "joint \"%s\": its axis has no direction",
                  joint->written);
    return false;
}

/* Limited where it says so; by default ("auto") where it has a range, unless autolimits is off. */
static bool is_limited(const tml_mjcf *m, const tml_mjcf_element *e)
{
    const char *limited = tml_mjcf_get(m, e, "limited");
    if (limited && strcmp(limited, "auto") != 0)
        return strcmp(limited, "true") == 0;
    return m->limits_by_range && tml_mjcf_get(m, e, "range");
}

/* What the model file does not have of joints with several coordinates. */
static void tell_left_out(tml_mjcf *m, const tml_mjcf_element *e, const tml_robot_joint *joint, bool limited)
{
    const struct {
        const char *name;
        bool given;
    } parts[] = {{"stiffness", joint->stiffness != 0 && joint->kind == TML_ROBOT_FREE},
                 {"frictionloss", joint->friction != 0},
                 {"armature", joint->armature != 0},
                 {"range", limited}};
    const char *all = NULL;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].given)
            all = all ? tml_arena_format(m->robot->arena, "%s, %s", all, parts[i].name) : parts[i].name;
    if (all)
        tml_log_raise(m->robot->log, TML_W_ROBOT_JOINT_PART, e->x->place, "joint \"%s\": not read of a %s joint: %s",
                      joint->written, joint->kind == TML_ROBOT_BALL ? "ball" : "free", all);
}

static bool read_forces(tml_mjcf *m, const tml_mjcf_element *e, tml_robot_joint *joint)
{
    double range[2] = {0}, ref = 0;
    bool good = tml_mjcf_numbers(m, e, "damping", &joint->damping, 1, 1);
    good = good && tml_mjcf_numbers(m, e, "stiffness", &joint->stiffness, 1, 1);
    good = good && tml_mjcf_numbers(m, e, "frictionloss", &joint->friction, 1, 1);
    good = good && tml_mjcf_numbers(m, e, "armature", &joint->armature, 1, 1);
    good = good && tml_mjcf_numbers(m, e, "springref", &joint->rest, 1, 1);
    good = good && tml_mjcf_numbers(m, e, "ref", &ref, 1, 1) && tml_mjcf_numbers(m, e, "range", range, 2, 2);
    if (joint->kind == TML_ROBOT_BALL || joint->kind == TML_ROBOT_FREE) {
        tell_left_out(m, e, joint, is_limited(m, e) && joint->kind == TML_ROBOT_BALL);
        return good;
    }
    const double unit = joint->kind == TML_ROBOT_REVOLUTE ? m->radian : 1;
    joint->rest = unit * (joint->rest - ref);
    joint->lower = unit * (range[0] - ref);
    joint->upper = unit * (range[1] - ref);
    joint->has_lower = joint->has_upper = is_limited(m, e);
    return good;
}

bool tml_mjcf_read_joint(tml_mjcf *m, tml_xml *x, int class, tml_robot_joint *joint)
{
    tml_mjcf_element e;
    if (strcmp(x->name, "freejoint") == 0) { /* it has no defaults */
        joint->kind = TML_ROBOT_FREE;
        joint->axis = (tml_vec3){0, 0, 1};
        return true;
    }
    return tml_mjcf_element_of(m, x, class, &e) && read_kind(m, &e, joint) && read_axis(m, &e, joint) &&
           read_forces(m, &e, joint);
}
