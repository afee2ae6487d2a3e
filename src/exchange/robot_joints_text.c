/* robot_joints_text.c - what connects bodies of a robot, as text of a model file: joints of the tree, coordinates that follow others, loops. */
#include "elementary/elementary.h"
#include "exchange/robot_text.h"
#include "model/joint_class.h"
#include <math.h>

static void put_limits(tml_text *t, const tml_robot_joint *j)
{
    if (!j->has_lower && !j->has_upper)
        return;
    tml_text_add(t, ", limits: [");
    if (j->has_lower)
        tml_text_put_shortest(t, j->lower);
    tml_text_add(t, j->has_lower ? ", " : "null, ");
    if (j->has_upper)
        tml_text_put_shortest(t, j->upper);
    tml_text_add(t, j->has_upper ? "]" : "null]");
}

/* Beside the joint, for motors that are to be added. */
static void put_drive_limit(tml_text *t, const char *what, double limit, double before)
{
    if (!(limit > 0))
        return;
    tml_text_add(t, "%s%s up to ", before > 0 ? ", " : " # ", what);
    tml_text_put_shortest(t, limit);
}

extern const tml_joint_class tml_joint_fixed, tml_joint_revolute, tml_joint_prismatic, tml_joint_planar,
    tml_joint_screw, tml_joint_spherical, tml_joint_free, tml_joint_gear, tml_joint_coupler;

static const tml_joint_class *kind_of(tml_robot_joint_kind kind)
{
    switch (kind) {
    case TML_ROBOT_REVOLUTE:
        return &tml_joint_revolute;
    case TML_ROBOT_PRISMATIC:
        return &tml_joint_prismatic;
    case TML_ROBOT_SCREW:
        return &tml_joint_screw;
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
    tml_text_add(t, "  %s: {%s: [%s, %s]", j->name, kind_of(j->kind)->name,
                 tml_robot_body_name(r, r->links[j->parent].body), tml_robot_body_name(r, r->links[j->child].body));
    if (tml_robot_has_coordinate(j) || j->kind == TML_ROBOT_PLANAR) {
        tml_text_add(t, ", axis: ");
        tml_robot_put_vector(t, tml_rotate(R, j->axis), 1);
    }
    if (j->kind == TML_ROBOT_SCREW) {
        tml_text_add(t, ", pitch: ");
        tml_text_put_shortest(t, j->pitch);
    }
    put_limits(t, j);
    tml_text_add(t, "}");
    put_drive_limit(t, "effort", j->effort, 0);
    put_drive_limit(t, "velocity", j->velocity, j->effort);
    tml_text_add(t, "\n");
}

static void put_gear(tml_text *t, const tml_robot_joint *first, const tml_robot_joint *second, double ratio,
                     double offset)
{
    tml_text_add(t, "{%s: [%s, %s], ratio: ", tml_joint_gear.name, first->name, second->name);
    tml_text_put_shortest(t, ratio);
    tml_text_add(t, ", offset: ");
    tml_text_put_shortest(t, offset);
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
    tml_text_add(t, "{%s: %s.%s = ", tml_joint_coupler.name, of->name, tml_robot_coordinate(of));
    tml_text_put_shortest(t, c[0]);
    for (int i = 1; by && i < TML_POLYNOMIAL; i++) {
        if (c[i] == 0)
            continue;
        tml_text_add(t, c[i] < 0 ? " - " : " + ");
        tml_text_put_shortest(t, fabs(c[i]));
        tml_text_add(t, "*%s.%s", by->name, tml_robot_coordinate(by));
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
    if (!l->is_turned || sine <= TML_ROBOT_NOTHING)
        return;
    tml_text_add(t, ", axis: ");
    tml_robot_put_vector(t, tml_scale(1 / sine, axis), 1);
    tml_text_add(t, ", angle: ");
    tml_text_put_shortest(t, 2 * tml_atan2(sine, q.w));
}

static void put_loop(const tml_robot *r, tml_text *t, const tml_robot_loop *l)
{
    if (!tml_robot_loop_holds(r, l))
        return;
    tml_text_add(t, "  %s: ", l->name);
    if (l->kind == TML_LOOP_EQUATION) {
        put_equation(r, t, l);
        return;
    }
    tml_text_add(t, "{%s: [%s, %s]", l->kind == TML_LOOP_POINT ? tml_joint_spherical.name : tml_joint_fixed.name,
                 tml_robot_body_name(r, r->links[l->links[0]].body),
                 tml_robot_body_name(r, r->links[l->links[1]].body));
    if (l->kind == TML_LOOP_WELD)
        put_weld(r, t, l);
    tml_text_add(t, "}\n");
}

void tml_robot_put_joints(const tml_robot *r, tml_text *t)
{
    tml_text_add(t, "\njoints:\n");
    for (int i = 0; i < r->link_count; i++)
        if (r->links[i].free_joint)
            tml_text_add(t, "  %s: {%s: [ground, %s]}\n", r->links[i].free_joint, tml_joint_free.name,
                         r->links[i].name);
    for (int i = 0; i < r->joint_count; i++)
        if (!r->joints[i].is_within)
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
