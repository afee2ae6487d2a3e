/* robot_text.c - a robot as a model file.
 *
 * A body's frame has the origin of its link and, where all coordinates are zero, the axes of the ground. Each joint is at the point of its own
 * name, which both bodies have. */
#include "base/escape.h"
#include "exchange/robot.h"
#include "model/joint_class.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double NOTHING = 1e-15; /* of a rotation: rounding of an angle such as pi/2 */
enum { ON_GROUND = -1 };

static void put_number(tml_text *t, double x)
{
    char number[40];
    for (int digits = 15; digits <= 17; digits++) { /* the shortest that reads back to the same */
        snprintf(number, sizeof number, "%.*g", digits, x);
        if (strtod(number, NULL) == x)
            break;
    }
    tml_text_add(t, "%s", number);
}

static void put_vector(tml_text *t, tml_vec3 v, double scale)
{
    const double x[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) {
        tml_text_add(t, "%s", i ? ", " : "[");
        put_number(t, fabs(x[i]) > NOTHING * scale ? x[i] : 0);
    }
    tml_text_add(t, "]");
}

static void put_place(tml_text *t, tml_vec3 v)
{
    put_vector(t, v, tml_norm(v));
}

static const char *name_of(const tml_robot *r, int body)
{
    return body == ON_GROUND ? "ground" : r->links[body].name;
}

static bool is_joint(const tml_robot *r, int joint)
{
    const tml_robot_joint *j = &r->joints[joint];
    return r->links[j->child].body == j->child;
}

/* From the origin of a body's frame, on its axes. */
static tml_vec3 from_body(const tml_robot *r, int body, tml_vec3 on_ground)
{
    return body == ON_GROUND ? on_ground : tml_sub(on_ground, r->links[body].zero.p);
}

/* The root that moves freely; -1: it is part of the ground. */
static int free_root(const tml_robot *r)
{
    for (int i = 0; i < r->link_count; i++)
        if (r->links[i].joint < 0 && r->links[i].body == i)
            return i;
    return -1;
}

/* Points: of its joints, and the origins of links that are part of it. */
static void put_points(const tml_robot *r, tml_text *t, int body)
{
    const int root = free_root(r);
    int count = root >= 0 && (body == root || body == ON_GROUND);
    if (count)
        tml_text_add(t, "points: {%s: [0, 0, 0]", r->root_joint);
    for (int i = 0; i < r->joint_count; i++) {
        const tml_robot_joint *j = &r->joints[i];
        const bool at_child = is_joint(r, i) && j->child == body, welded = !is_joint(r, i);
        const bool mine = welded ? r->links[j->child].body == body : at_child || r->links[j->parent].body == body;
        if (!mine)
            continue;
        tml_text_add(t, "%s%s: ", count++ ? ", " : "points: {", welded ? r->links[j->child].name : j->name);
        put_place(t, from_body(r, body, r->links[j->child].zero.p));
    }
    tml_text_add(t, count ? "}" : "");
}

/* ---- what is drawn ---- */

/* Extents along the axes of the body; false: the box does not lie along them. */
static bool along_axes(const tml_mat3 *R, const double size[3], double out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = 0;
        for (int k = 0; k < 3; k++) {
            const double c = fabs(R->m[i][k]);
            if (c > 1e-6 && c < 1 - 1e-6)
                return false;
            out[i] = c > 0.5 ? size[k] : out[i];
        }
    }
    return true;
}

static void put_solid(const tml_robot *r, tml_text *t, int body, const tml_robot_link *of, const tml_solid *s,
                      int *count)
{
    const tml_placement at = tml_placement_times(&of->zero, &s->at);
    double size[3];
    if (s->kind == TML_SOLID_MESH || (s->kind == TML_SOLID_BOX && !along_axes(&at.R, s->size, size)))
        return;
    if (body == ON_GROUND && *count) /* the ground has one shape at most */
        return;
    tml_text_add(t, "%s", (*count)++ ? ", " : body == ON_GROUND ? ", shape: " : ", shapes: [");
    if (s->kind == TML_SOLID_BOX) {
        tml_text_add(t, "{box: {size: ");
        put_place(t, (tml_vec3){size[0], size[1], size[2]});
    } else {
        tml_text_add(t, "{%s: {radius: ", s->kind == TML_SOLID_SPHERE ? "sphere" : "cylinder");
        put_number(t, s->size[0]);
    }
    if (s->kind == TML_SOLID_CYLINDER) {
        tml_text_add(t, ", length: ");
        put_number(t, s->size[1]);
        tml_text_add(t, ", axis: ");
        put_vector(t, tml_mat3_column(&at.R, TML_Z), 1);
    }
    tml_text_add(t, ", at: ");
    put_place(t, from_body(r, body, at.p));
    tml_text_add(t, "}}");
}

static void put_solids(const tml_robot *r, tml_text *t, int body)
{
    int count = 0;
    for (int i = 0; i < r->link_count; i++)
        for (const tml_solid *s = r->links[i].body == body ? r->links[i].solids : NULL; s; s = s->next)
            put_solid(r, t, body, &r->links[i], s, &count);
    tml_text_add(t, count && body != ON_GROUND ? "]" : "");
}

/* Meshes are kept by reference. */
static void put_meshes(const tml_robot *r, tml_text *t, int body)
{
    for (int i = 0; i < r->link_count; i++)
        for (const tml_solid *s = r->links[i].body == body ? r->links[i].solids : NULL; s; s = s->next) {
            if (s->kind != TML_SOLID_MESH || !s->file)
                continue;
            tml_text_add(t, "  # mesh of %s: ", r->links[i].name);
            tml_text_put_clean(t, s->file);
            tml_text_add(t, "\n");
        }
}

/* ---- sections ---- */

static void put_inertia(tml_text *t, const tml_robot_link *l)
{
    const double(*I)[3] = l->inertia.m, list[6] = {I[0][0], I[1][1], I[2][2], I[0][1], I[0][2], I[1][2]};
    const double scale = fmax(fabs(list[0]), fmax(fabs(list[1]), fabs(list[2])));
    tml_text_add(t, ", com: ");
    put_place(t, l->com);
    tml_text_add(t, ", mass: ");
    put_number(t, l->mass);
    tml_text_add(t, ", inertia: ");
    for (int i = 0; i < 6; i++) {
        tml_text_add(t, "%s", i ? ", " : "[");
        put_number(t, fabs(list[i]) > NOTHING * scale ? list[i] : 0);
    }
    tml_text_add(t, "]");
}

static void put_body(const tml_robot *r, tml_text *t, int body)
{
    tml_text_add(t, "  %s: {", name_of(r, body));
    if (body != ON_GROUND) {
        tml_text_add(t, "position: ");
        put_place(t, r->links[body].zero.p);
        tml_text_add(t, ", ");
    }
    put_points(r, t, body);
    if (body != ON_GROUND && r->links[body].has_inertia)
        put_inertia(t, &r->links[body]);
    put_solids(r, t, body);
    tml_text_add(t, "}\n");
    put_meshes(r, t, body);
}

static void put_limits(tml_text *t, const tml_robot_joint *j)
{
    if (!j->has_lower && !j->has_upper)
        return;
    tml_text_add(t, ", limits: [");
    if (j->has_lower)
        put_number(t, j->lower);
    tml_text_add(t, j->has_lower ? ", " : "null, ");
    if (j->has_upper)
        put_number(t, j->upper);
    tml_text_add(t, j->has_upper ? "]" : "null]");
}

extern const tml_joint_class tml_joint_fixed, tml_joint_revolute, tml_joint_prismatic, tml_joint_planar, tml_joint_free;

static const tml_joint_class *kind_of(tml_robot_joint_kind kind)
{
    switch (kind) {
    case TML_ROBOT_REVOLUTE:
        return &tml_joint_revolute;
    case TML_ROBOT_PRISMATIC:
        return &tml_joint_prismatic;
    case TML_ROBOT_PLANAR:
        return &tml_joint_planar;
    case TML_ROBOT_FREE:
        return &tml_joint_free;
    case TML_ROBOT_FIXED:
        break;
    }
    return &tml_joint_fixed;
}

static void put_joint(const tml_robot *r, tml_text *t, int joint)
{
    const tml_robot_joint *j = &r->joints[joint];
    const tml_mat3 *R = &r->links[j->child].zero.R;
    tml_text_add(t, "  %s: {%s: [%s, %s]", j->name, kind_of(j->kind)->name, name_of(r, r->links[j->parent].body),
                 name_of(r, j->child));
    if (j->kind == TML_ROBOT_REVOLUTE || j->kind == TML_ROBOT_PRISMATIC || j->kind == TML_ROBOT_PLANAR) {
        tml_text_add(t, ", axis: ");
        put_vector(t, tml_rotate(R, j->axis), 1);
    }
    put_limits(t, j);
    tml_text_add(t, "}\n");
}

static void put_joints(const tml_robot *r, tml_text *t)
{
    tml_text_add(t, "\njoints:\n");
    if (free_root(r) >= 0)
        tml_text_add(t, "  %s: {free: [ground, %s]}\n", r->root_joint, r->links[free_root(r)].name);
    for (int i = 0; i < r->joint_count; i++)
        if (is_joint(r, i))
            put_joint(r, t, i);
    for (int i = 0; i < r->joint_count; i++) {
        const tml_robot_joint *j = &r->joints[i];
        if (j->mimicked < 0)
            continue;
        tml_text_add(t, "  %s_follows: {gear: [%s, %s], ratio: ", j->name, r->joints[j->mimicked].name, j->name);
        put_number(t, j->ratio);
        tml_text_add(t, ", offset: ");
        put_number(t, j->offset);
        tml_text_add(t, "}\n");
    }
}

/* Damping as a torsion damper or, along a slider, a force; friction as a brake that slips at a given torque or force. */
static void put_force(tml_text *t, const tml_robot_joint *j)
{
    if (j->friction > 0) {
        tml_text_add(t, "  %s_friction: {brake: %s, torque: ", j->name, j->name);
        put_number(t, j->friction);
        tml_text_add(t, ", viscous: ");
        put_number(t, j->damping);
    } else if (j->kind == TML_ROBOT_REVOLUTE) {
        tml_text_add(t, "  %s_damping: {torsion: %s, damping: ", j->name, j->name);
        put_number(t, j->damping);
    } else {
        tml_text_add(t, "  %s_damping: {motor: %s, force: -", j->name, j->name);
        put_number(t, j->damping);
        tml_text_add(t, "*%s.speed", j->name);
    }
    tml_text_add(t, "}\n");
}

static void put_forces(const tml_robot *r, tml_text *t)
{
    int count = 0;
    for (int i = 0; i < r->joint_count; i++) {
        const tml_robot_joint *j = &r->joints[i];
        const bool moves = j->kind == TML_ROBOT_REVOLUTE || j->kind == TML_ROBOT_PRISMATIC;
        if (!moves || !(j->friction > 0 || j->damping > 0))
            continue;
        tml_text_add(t, "%s", count++ ? "" : "\nforces:\n");
        put_force(t, j);
    }
}

/* Where zero is beyond a stop, the middle between the stops. */
static void put_initial(const tml_robot *r, tml_text *t)
{
    int count = 0;
    for (int i = 0; i < r->joint_count; i++) {
        const tml_robot_joint *j = &r->joints[i];
        const bool beyond = (j->has_lower && j->lower > 0) || (j->has_upper && j->upper < 0);
        if (!beyond || j->mimicked >= 0)
            continue;
        tml_text_add(t, "%s  %s.%s: ", count++ ? "" : "\ninitial: # zero is beyond a stop\n", j->name,
                     j->kind == TML_ROBOT_REVOLUTE ? "angle" : "displacement");
        put_number(t, j->has_lower && j->has_upper ? 0.5 * (j->lower + j->upper) : j->has_lower ? j->lower : j->upper);
        tml_text_add(t, "\n");
    }
}

void tml_robot_write(const tml_robot *r, tml_text *t)
{
    tml_text_add(
        t,
        "# Made from %s by trammel import.\n# Where all coordinates are zero, bodies have the axes of the ground.\n"
        "trammel: 1\ntitle: ",
        r->format);
    tml_text_put_json(t, r->name);
    tml_text_add(t, "\nspace: space\n\nbodies:\n");
    put_body(r, t, ON_GROUND);
    for (int i = 0; i < r->link_count; i++)
        if (r->links[i].body == i)
            put_body(r, t, i);
    put_joints(r, t);
    put_forces(r, t);
    put_initial(r, t);
    tml_text_add(t, "\nanalyses:\n  - dynamics: {end: 1, output: 0.01}\n");
}
