/* urdf.c - Unified Robot Description Format: links, joints, mimic joints, limits, damping, friction, what is drawn.
 *
 * What other programs put into such a file (Gazebo, transmissions, sensors) is none of a mechanism; it is counted and listed. */
#include "exchange/robot.h"
#include "exchange/xml.h"
#include <math.h>

static bool read_numbers(tml_robot *r, const tml_xml *x, const char *attribute, double *numbers, int count)
{
    return tml_robot_numbers(r, x, attribute, tml_xml_get(x, attribute), numbers, count, count);
}

static bool read_origin(tml_robot *r, tml_xml *of, tml_placement *placement)
{
    tml_xml *x = tml_xml_child(of, "origin");
    double p[3] = {0}, angles[3] = {0};
    const bool good = read_numbers(r, x, "xyz", p, 3) && read_numbers(r, x, "rpy", angles, 3);
    *placement = tml_placement_of((tml_vec3){p[0], p[1], p[2]}, (tml_vec3){angles[0], angles[1], angles[2]});
    return good;
}

static bool read_inertia(tml_robot *r, tml_robot_link *link, tml_xml *inertial)
{
    static const char *const names[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
    tml_xml *mass = tml_xml_child(inertial, "mass"), *tensor = tml_xml_child(inertial, "inertia");
    tml_placement at;
    double I[6] = {0};
    bool good = read_origin(r, inertial, &at) && read_numbers(r, mass, "value", &link->mass, 1);
    for (int i = 0; i < 6; i++)
        good &= read_numbers(r, tensor, names[i], &I[i], 1);
    const tml_mat3 own = {{{I[0], I[3], I[4]}, {I[3], I[1], I[5]}, {I[4], I[5], I[2]}}};
    link->com = at.p;
    link->inertia = tml_tensor_rotated(&at.R, &own);
    link->has_inertia = mass && tensor;
    return good;
}

static bool read_solid(tml_robot *r, tml_robot_link *link, tml_xml *visual)
{
    tml_solid *s = TML_NEW(r->arena, tml_solid);
    tml_xml *geometry = tml_xml_child(visual, "geometry"), *x;
    bool good = read_origin(r, visual, &s->at);
    if ((x = tml_xml_child(geometry, "box"))) {
        s->kind = TML_SOLID_BOX;
        good &= read_numbers(r, x, "size", s->size, 3);
    } else if ((x = tml_xml_child(geometry, "sphere"))) {
        s->kind = TML_SOLID_SPHERE;
        good &= read_numbers(r, x, "radius", s->size, 1);
    } else if ((x = tml_xml_child(geometry, "cylinder"))) {
        s->kind = TML_SOLID_CYLINDER;
        good &= read_numbers(r, x, "radius", s->size, 1) && read_numbers(r, x, "length", s->size + 1, 1);
    } else if ((x = tml_xml_child(geometry, "mesh"))) {
        s->kind = TML_SOLID_MESH;
        s->file = tml_xml_get(x, "filename");
        s->size[0] = s->size[1] = s->size[2] = 1;
        good &= read_numbers(r, x, "scale", s->size, 3);
    } else
        return good;
    s->next = link->solids;
    link->solids = s;
    return good;
}

static bool read_link(tml_robot *r, tml_xml *x)
{
    const char *name = tml_xml_get(x, "name");
    if (!name || tml_robot_find_link(r, name) >= 0) {
        tml_log_raise(r->log, TML_E_ROBOT_TREE, x->place,
                      name ? "there are two links \"%s\"" : "a link without a name%s", name ? name : "");
        return false;
    }
    tml_robot_link *link = tml_robot_add_link(r, name, x->place);
    tml_xml *inertial = tml_xml_child(x, "inertial");
    bool good = !inertial || read_inertia(r, link, inertial);
    for (tml_xml *v = tml_xml_child(x, "visual"); v; v = tml_xml_next(v))
        good &= read_solid(r, link, v);
    return good;
}

static int read_ends(tml_robot *r, tml_xml *joint, const char *which)
{
    tml_xml *x = tml_xml_child(joint, which);
    const char *name = tml_xml_get(x, "link");
    const int link = name ? tml_robot_find_link(r, name) : -1;
    if (link < 0)
        tml_log_raise(r->log, TML_E_ROBOT_TREE, x ? x->place : joint->place,
                      "joint \"%s\": %s link \"%s\" is not there", tml_xml_get(joint, "name"), which, name ? name : "");
    return link;
}

static bool read_kind(tml_robot *r, tml_xml *x, tml_robot_joint *joint)
{
    static const struct {
        const char *name;
        tml_robot_joint_kind kind;
    } kinds[] = {{"revolute", TML_ROBOT_REVOLUTE},   {"continuous", TML_ROBOT_REVOLUTE},
                 {"prismatic", TML_ROBOT_PRISMATIC}, {"fixed", TML_ROBOT_FIXED},
                 {"planar", TML_ROBOT_PLANAR},       {"floating", TML_ROBOT_FREE}};
    const char *type = tml_xml_get(x, "type");
    for (size_t i = 0; type && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(type, kinds[i].name) == 0) {
            joint->kind = kinds[i].kind;
            return true;
        }
    tml_log_raise(
        r->log, TML_E_ROBOT_VALUE, x->place,
        "joint \"%s\": type \"%s\" is not known; there are revolute, continuous, prismatic, fixed, planar and floating",
        joint->written, type ? type : "");
    return false;
}

static bool read_axis(tml_robot *r, tml_xml *x, tml_robot_joint *joint)
{
    double a[3] = {1, 0, 0};
    tml_xml *axis = tml_xml_child(x, "axis");
    if (!read_numbers(r, axis, "xyz", a, 3))
        return false;
    const double norm = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    joint->axis = (tml_vec3){a[0] / norm, a[1] / norm, a[2] / norm};
    if (norm > 0 || joint->kind == TML_ROBOT_FIXED || joint->kind == TML_ROBOT_FREE)
        return true;
    tml_log_raise(r->log, TML_E_ROBOT_VALUE, axis->place, "joint \"%s\": its axis has no direction", joint->written);
    return false;
}

static bool read_limits(tml_robot *r, tml_xml *x, tml_robot_joint *joint)
{
    tml_xml *limit = tml_xml_child(x, "limit");
    const char *type = tml_xml_get(x, "type");
    const bool has = limit && strcmp(type, "continuous") != 0 && tml_robot_has_coordinate(joint);
    joint->has_lower = has && tml_xml_get(limit, "lower");
    joint->has_upper = has && tml_xml_get(limit, "upper");
    return read_numbers(r, limit, "lower", &joint->lower, 1) && read_numbers(r, limit, "upper", &joint->upper, 1) &&
           read_numbers(r, limit, "effort", &joint->effort, 1) &&
           read_numbers(r, limit, "velocity", &joint->velocity, 1);
}

static bool read_joint(tml_robot *r, tml_xml *x)
{
    const char *name = tml_xml_get(x, "name");
    if (!name || tml_robot_find_joint(r, name) >= 0) {
        tml_log_raise(r->log, TML_E_ROBOT_TREE, x->place,
                      name ? "there are two joints \"%s\"" : "a joint without a name%s", name ? name : "");
        return false;
    }
    const int parent = read_ends(r, x, "parent"), child = read_ends(r, x, "child");
    if (parent < 0 || child < 0)
        return false;
    tml_robot_joint *joint = tml_robot_add_joint(r, name, x->place);
    joint->parent = parent, joint->child = child;
    tml_xml *dynamics = tml_xml_child(x, "dynamics"), *mimic = tml_xml_child(x, "mimic");
    bool good = read_kind(r, x, joint);
    good = good && read_origin(r, x, &joint->origin) && read_axis(r, x, joint) && read_limits(r, x, joint);
    good = good && read_numbers(r, dynamics, "damping", &joint->damping, 1) &&
           read_numbers(r, dynamics, "friction", &joint->friction, 1);
    if (mimic) {
        joint->mimics = tml_xml_get(mimic, "joint");
        joint->mimics = joint->mimics ? joint->mimics : "";
        joint->mimic_place = mimic->place;
        good = good && read_numbers(r, mimic, "multiplier", &joint->ratio, 1) &&
               read_numbers(r, mimic, "offset", &joint->offset, 1);
    }
    return good;
}

bool tml_urdf_read(tml_robot *r, tml_xml *root)
{
    bool good = true;
    const char *name = tml_xml_get(root, "name");
    r->name = name ? name : "robot";
    for (tml_xml *x = tml_xml_child(root, "link"); x; x = tml_xml_next(x))
        good &= read_link(r, x);
    for (tml_xml *x = tml_xml_child(root, "joint"); good && x; x = tml_xml_next(x))
        good &= read_joint(r, x);
    tml_xml_use(tml_xml_child(root, "material")); /* colours are not read, and change nothing */
    return good;
}
