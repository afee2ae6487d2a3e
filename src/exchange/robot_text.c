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
    return body == TML_ON_GROUND ? "ground" : r->links[body].name;
}

static bool is_joint(const tml_robot *r, int joint)
{
    const tml_robot_joint *j = &r->joints[joint];
    return r->links[j->child].body == j->child;
}

/* From the origin of a body's frame, on its axes. */
static tml_vec3 from_body(const tml_robot *r, int body, tml_vec3 on_ground)
{
    return body == TML_ON_GROUND ? on_ground : tml_sub(on_ground, r->links[body].zero.p);
}

/* The root that moves freely; -1: it is part of the ground. */
static int free_root(const tml_robot *r)
{
    for (int i = 0; i < r->link_count; i++)
        if (r->links[i].joint < 0 && r->links[i].body == i)
            return i;
    return -1;
}

static void put_point(const tml_robot *r, tml_text *t, int body, const char *name, tml_vec3 on_ground, int *count)
{
    tml_text_add(t, "%s%s: ", (*count)++ ? ", " : "points: {", name);
    put_place(t, from_body(r, body, on_ground));
}

/* Whether two bodies are held; else it is told, where bodies are made. */
static bool holds_bodies(const tml_robot *r, const tml_robot_loop *l)
{
    return l->kind != TML_LOOP_EQUATION && r->links[l->links[0]].body != r->links[l->links[1]].body;
}

/* Points: of its joints, and the origins of links that are part of it. */
static void put_points(const tml_robot *r, tml_text *t, int body)
{
    const int root = free_root(r);
    int count = root >= 0 && (body == root || body == TML_ON_GROUND);
    if (count)
        tml_text_add(t, "points: {%s: [0, 0, 0]", r->root_joint);
    for (int i = 0; i < r->joint_count; i++) {
        const tml_robot_joint *j = &r->joints[i];
        const bool at_child = is_joint(r, i) && j->child == body, welded = !is_joint(r, i);
        const bool mine = welded ? r->links[j->child].body == body : at_child || r->links[j->parent].body == body;
        if (!mine)
            continue;
        const tml_placement *zero = &r->links[j->child].zero;
        put_point(r, t, body, welded ? r->links[j->child].name : j->name, welded ? zero->p : tml_placed(zero, j->at),
                  &count);
    }
    for (int i = 0; i < r->loop_count; i++) {
        const tml_robot_loop *l = &r->loops[i];
        for (int k = 0; k < 2 && holds_bodies(r, l); k++)
            if (r->links[l->links[k]].body == body)
                put_point(r, t, body, l->name, tml_placed(&r->links[l->links[k]].zero, l->at[k]), &count);
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

/* One shape after the others; the ground has one at most. */
static bool begin_shape(tml_text *t, int body, int *count)
{
    if (body == TML_ON_GROUND && *count)
        return false;
    tml_text_add(t, "%s", (*count)++ ? ", " : body == TML_ON_GROUND ? ", shape: " : ", shapes: [");
    return true;
}

static void put_box(const tml_robot *r, tml_text *t, int body, const double size[3], tml_vec3 at)
{
    tml_text_add(t, "{box: {size: ");
    put_place(t, (tml_vec3){size[0], size[1], size[2]});
    tml_text_add(t, ", at: ");
    put_place(t, from_body(r, body, at));
    tml_text_add(t, "}}");
}

static void put_sphere(const tml_robot *r, tml_text *t, int body, double radius, tml_vec3 at)
{
    tml_text_add(t, "{sphere: {radius: ");
    put_number(t, radius);
    tml_text_add(t, ", at: ");
    put_place(t, from_body(r, body, at));
    tml_text_add(t, "}}");
}

static void put_cylinder(const tml_robot *r, tml_text *t, int body, const double size[2], const tml_placement *at)
{
    tml_text_add(t, "{cylinder: {radius: ");
    put_number(t, size[0]);
    tml_text_add(t, ", length: ");
    put_number(t, size[1]);
    tml_text_add(t, ", axis: ");
    put_vector(t, tml_mat3_column(&at->R, TML_Z), 1);
    tml_text_add(t, ", at: ");
    put_place(t, from_body(r, body, at->p));
    tml_text_add(t, "}}");
}

static void put_solid(const tml_robot *r, tml_text *t, int body, const tml_robot_link *of, const tml_solid *s,
                      int *count)
{
    const tml_placement at = tml_placement_times(&of->zero, &s->at);
    double size[3];
    if (s->kind == TML_SOLID_MESH || (s->kind == TML_SOLID_BOX && !along_axes(&at.R, s->size, size)))
        return;
    if (!begin_shape(t, body, count))
        return;
    if (s->kind == TML_SOLID_BOX)
        put_box(r, t, body, size, at.p);
    else if (s->kind == TML_SOLID_SPHERE)
        put_sphere(r, t, body, s->size[0], at.p);
    else
        put_cylinder(r, t, body, s->size, &at);
    for (int end = -1; s->kind == TML_SOLID_CAPSULE && end <= 1; end += 2)
        if (begin_shape(t, body, count))
            put_sphere(r, t, body, s->size[0], tml_placed(&at, (tml_vec3){0, 0, end * s->size[1] / 2}));
}

static void put_solids(const tml_robot *r, tml_text *t, int body)
{
    int count = 0;
    for (int i = 0; i < r->link_count; i++)
        for (const tml_solid *s = r->links[i].body == body ? r->links[i].solids : NULL; s; s = s->next)
            put_solid(r, t, body, &r->links[i], s, &count);
    tml_text_add(t, count && body != TML_ON_GROUND ? "]" : "");
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
    if (body != TML_ON_GROUND) {
        tml_text_add(t, "position: ");
        put_place(t, r->links[body].zero.p);
        tml_text_add(t, ", ");
    }
    put_points(r, t, body);
    if (body != TML_ON_GROUND && r->links[body].has_inertia)
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

extern const tml_joint_class tml_joint_fixed, tml_joint_revolute, tml_joint_prismatic, tml_joint_planar,
    tml_joint_spherical, tml_joint_free, tml_joint_gear, tml_joint_coupler;

static const tml_joint_class *kind_of(tml_robot_joint_kind kind)
{
    switch (kind) {
    case TML_ROBOT_REVOLUTE:
        return &tml_joint_revolute;
    case TML_ROBOT_PRISMATIC:
        return &tml_joint_prismatic;
    case TML_ROBOT_PLANAR:
        return &tml_joint_planar;
    case TML_ROBOT_BALL:
        return &tml_joint_spherical;
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
    if (tml_robot_has_coordinate(j) || j->kind == TML_ROBOT_PLANAR) {
        tml_text_add(t, ", axis: ");
        put_vector(t, tml_rotate(R, j->axis), 1);
    }
    put_limits(t, j);
    tml_text_add(t, "}\n");
}

/* ---- what holds beyond the tree ---- */

static const char *coordinate_of(const tml_robot_joint *j)
{
    return j->kind == TML_ROBOT_PRISMATIC ? "displacement" : "angle";
}

static void put_gear(tml_text *t, const tml_robot_joint *first, const tml_robot_joint *second, double ratio,
                     double offset)
{
    tml_text_add(t, "{%s: [%s, %s], ratio: ", tml_joint_gear.name, first->name, second->name);
    put_number(t, ratio);
    tml_text_add(t, ", offset: ");
    put_number(t, offset);
    tml_text_add(t, "}\n");
}

/* A straight line by a gear, another polynomial by an equation. */
static void put_equation(const tml_robot *r, tml_text *t, const tml_robot_loop *l)
{
    const tml_robot_joint *of = &r->joints[l->joints[0]], *by = l->joints[1] >= 0 ? &r->joints[l->joints[1]] : NULL;
    const double *c = l->coefficients;
    if (by && c[1] != 0 && c[2] == 0 && c[3] == 0 && c[4] == 0) {
        put_gear(t, by, of, c[1], c[0]);
        return;
    }
    tml_text_add(t, "{%s: %s.%s = ", tml_joint_coupler.name, of->name, coordinate_of(of));
    put_number(t, c[0]);
    for (int i = 1; by && i < TML_POLYNOMIAL; i++) {
        if (c[i] == 0)
            continue;
        tml_text_add(t, c[i] < 0 ? " - " : " + ");
        put_number(t, fabs(c[i]));
        tml_text_add(t, "*%s.%s", by->name, coordinate_of(by));
        if (i > 1)
            tml_text_add(t, "^%d", i);
    }
    tml_text_add(t, "}\n");
}

/* Frames of bodies are aligned where frames of links are at Z_1 and Z_2: R_2 = R_1 Q of links is B_1' B_2 = Z_1 Q Z_2' of bodies. */
static void put_weld(const tml_robot *r, tml_text *t, const tml_robot_loop *l)
{
    const tml_mat3 back = tml_mat3_transpose(&r->links[l->links[1]].zero.R),
                   held = tml_mat3_product(&l->rotation, &back),
                   turned = tml_mat3_product(&r->links[l->links[0]].zero.R, &held);
    const tml_quat q = tml_quat_of_matrix(&turned);
    const tml_vec3 axis = {q.x, q.y, q.z};
    const double sine = tml_norm(axis);
    if (!l->is_turned || sine <= NOTHING)
        return;
    tml_text_add(t, ", axis: ");
    put_vector(t, tml_scale(1 / sine, axis), 1);
    tml_text_add(t, ", angle: ");
    put_number(t, 2 * atan2(sine, q.w));
}

static void put_loop(const tml_robot *r, tml_text *t, const tml_robot_loop *l)
{
    if (l->kind != TML_LOOP_EQUATION && !holds_bodies(r, l))
        return;
    tml_text_add(t, "  %s: ", l->name);
    if (l->kind == TML_LOOP_EQUATION) {
        put_equation(r, t, l);
        return;
    }
    tml_text_add(t, "{%s: [%s, %s]", l->kind == TML_LOOP_POINT ? tml_joint_spherical.name : tml_joint_fixed.name,
                 name_of(r, r->links[l->links[0]].body), name_of(r, r->links[l->links[1]].body));
    if (l->kind == TML_LOOP_WELD)
        put_weld(r, t, l);
    tml_text_add(t, "}\n");
}

static void put_joints(const tml_robot *r, tml_text *t)
{
    tml_text_add(t, "\njoints:\n");
    if (free_root(r) >= 0)
        tml_text_add(t, "  %s: {%s: [ground, %s]}\n", r->root_joint, tml_joint_free.name, r->links[free_root(r)].name);
    for (int i = 0; i < r->joint_count; i++)
        if (is_joint(r, i))
            put_joint(r, t, i);
    for (int i = 0; i < r->joint_count; i++) {
        const tml_robot_joint *j = &r->joints[i];
        if (j->mimicked < 0)
            continue;
        tml_text_add(t, "  %s_follows: ", j->name);
        put_gear(t, &r->joints[j->mimicked], j, j->ratio, j->offset);
    }
    for (int i = 0; i < r->loop_count; i++)
        put_loop(r, t, &r->loops[i]);
}

/* ---- what acts in joints ---- */

/* Friction as a brake that slips at a given torque or force. */
static void put_friction(tml_text *t, const tml_robot_joint *j)
{
    tml_text_add(t, "  %s_friction: {brake: %s, torque: ", j->name, j->name);
    put_number(t, j->friction);
    tml_text_add(t, ", viscous: ");
    put_number(t, j->damping);
    tml_text_add(t, "}\n");
}

/* Spring and damper of a pin. */
static void put_torsion(tml_text *t, const tml_robot_joint *j, double damping)
{
    tml_text_add(t, "  %s_%s: {torsion: %s", j->name, j->stiffness > 0 ? "spring" : "damping", j->name);
    if (j->stiffness > 0) {
        tml_text_add(t, ", stiffness: ");
        put_number(t, j->stiffness);
        tml_text_add(t, ", angle: ");
        put_number(t, j->rest);
    }
    if (damping > 0) {
        tml_text_add(t, ", damping: ");
        put_number(t, damping);
    }
    tml_text_add(t, "}\n");
}

/* The same along a slider, as a force. */
static void put_slider_force(tml_text *t, const tml_robot_joint *j, double damping)
{
    tml_text_add(t, "  %s_%s: {motor: %s, force: ", j->name, j->stiffness > 0 ? "spring" : "damping", j->name);
    if (j->stiffness > 0) {
        tml_text_add(t, "-");
        put_number(t, j->stiffness);
        tml_text_add(t, j->rest == 0 ? "*%s.displacement" : "*(%s.displacement", j->name);
        if (j->rest != 0) {
            tml_text_add(t, j->rest < 0 ? " + " : " - ");
            put_number(t, fabs(j->rest));
            tml_text_add(t, ")");
        }
    }
    if (damping > 0) {
        tml_text_add(t, j->stiffness > 0 ? " - " : "-");
        put_number(t, damping);
        tml_text_add(t, "*%s.speed", j->name);
    }
    tml_text_add(t, "}\n");
}

/* Inertia that moves with the coordinate alone. */
static void put_armature(tml_text *t, const tml_robot_joint *j)
{
    tml_text_add(t, "  %s_armature: {motor: %s, %s: -", j->name, j->name,
                 j->kind == TML_ROBOT_REVOLUTE ? "torque" : "force");
    put_number(t, j->armature);
    tml_text_add(t, "*%s.acceleration}\n", j->name);
}

/* Of what moves freely: against its velocity and its rotation, at the origin of its frame. */
static void put_drag(const tml_robot *r, tml_text *t, const tml_robot_joint *j)
{
    tml_text_add(t, "  %s_damping: {drag: %s.%s, linear: ", j->name, r->links[j->child].name, j->name);
    put_number(t, j->damping);
    tml_text_add(t, ", angular: ");
    put_number(t, j->damping);
    tml_text_add(t, "}\n");
}

static bool has_forces(const tml_robot_joint *j)
{
    const bool moves = tml_robot_has_coordinate(j);
    return j->kind == TML_ROBOT_FREE
               ? j->damping > 0
               : moves && (j->friction > 0 || j->damping > 0 || j->stiffness > 0 || j->armature > 0);
}

static void put_forces(const tml_robot *r, tml_text *t)
{
    int count = 0;
    for (int i = 0; i < r->joint_count; i++) {
        const tml_robot_joint *j = &r->joints[i];
        const double damping = j->friction > 0 ? 0 : j->damping; /* else it is part of the brake */
        if (!has_forces(j))
            continue;
        tml_text_add(t, "%s", count++ ? "" : "\nforces:\n");
        if (j->kind == TML_ROBOT_FREE) {
            put_drag(r, t, j);
            continue;
        }
        if (j->friction > 0)
            put_friction(t, j);
        if ((j->stiffness > 0 || damping > 0) && j->kind == TML_ROBOT_REVOLUTE)
            put_torsion(t, j, damping);
        else if (j->stiffness > 0 || damping > 0)
            put_slider_force(t, j, damping);
        if (j->armature > 0)
            put_armature(t, j);
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
                     coordinate_of(j));
        put_number(t, j->has_lower && j->has_upper ? 0.5 * (j->lower + j->upper) : j->has_lower ? j->lower : j->upper);
        tml_text_add(t, "\n");
    }
}

static void put_gravity(const tml_robot *r, tml_text *t)
{
    if (!r->has_gravity)
        return;
    tml_text_add(t, "gravity: ");
    if (tml_norm(r->gravity) > 0)
        put_place(t, r->gravity);
    else
        tml_text_add(t, "none");
    tml_text_add(t, "\n");
}

void tml_robot_write(const tml_robot *r, tml_text *t)
{
    tml_text_add(
        t,
        "# Made from %s by trammel import.\n# Where all coordinates are zero, bodies have the axes of the ground.\n"
        "trammel: 1\ntitle: ",
        r->format);
    tml_text_put_json(t, r->name);
    tml_text_add(t, "\nspace: space\n");
    put_gravity(r, t);
    tml_text_add(t, "\nbodies:\n");
    put_body(r, t, TML_ON_GROUND);
    for (int i = 0; i < r->link_count; i++)
        if (r->links[i].body == i)
            put_body(r, t, i);
    put_joints(r, t);
    put_forces(r, t);
    put_initial(r, t);
    tml_text_add(t, "\nanalyses:\n  - dynamics: {end: 1, output: 0.01}\n");
}
