/* robot_forces_text.c - what acts in the joints of a robot, as text of a model file: friction, springs, dampers, inertia of drives. */
#include "exchange/robot_text.h"
#include <math.h>

/* Friction as a brake that slips at a given torque or force. */
static void put_friction(tml_text *t, const tml_robot_joint *j)
{
    tml_text_add(t, "  %s_friction: {brake: %s, torque: ", j->name, j->name);
    tml_text_put_shortest(t, j->friction);
    tml_text_add(t, ", viscous: ");
    tml_text_put_shortest(t, j->damping);
    tml_text_add(t, "}\n");
}

/* Spring and damper of a pin. */
static void put_torsion(tml_text *t, const tml_robot_joint *j, double damping)
{
    tml_text_add(t, "  %s_%s: {torsion: %s", j->name, j->stiffness > 0 ? "spring" : "damping", j->name);
    if (j->stiffness > 0) {
        tml_text_add(t, ", stiffness: ");
        tml_text_put_shortest(t, j->stiffness);
        tml_text_add(t, ", angle: ");
        tml_text_put_shortest(t, j->rest);
    }
    if (damping > 0) {
        tml_text_add(t, ", damping: ");
        tml_text_put_shortest(t, damping);
    }
    tml_text_add(t, "}\n");
}

/* The same along a slider, as a force. */
static void put_slider_force(tml_text *t, const tml_robot_joint *j, double damping)
{
    tml_text_add(t, "  %s_%s: {motor: %s, force: ", j->name, j->stiffness > 0 ? "spring" : "damping", j->name);
    if (j->stiffness > 0) {
        tml_text_add(t, "-");
        tml_text_put_shortest(t, j->stiffness);
        tml_text_add(t, j->rest == 0 ? "*%s.displacement" : "*(%s.displacement", j->name);
        if (j->rest != 0) {
            tml_text_add(t, j->rest < 0 ? " + " : " - ");
            tml_text_put_shortest(t, fabs(j->rest));
            tml_text_add(t, ")");
        }
    }
    if (damping > 0) {
        tml_text_add(t, j->stiffness > 0 ? " - " : "-");
        tml_text_put_shortest(t, damping);
        tml_text_add(t, "*%s.speed", j->name);
    }
    tml_text_add(t, "}\n");
}

/* Inertia that moves with the coordinate alone. */
static void put_armature(tml_text *t, const tml_robot_joint *j)
{
    tml_text_add(t, "  %s_armature: {motor: %s, %s: -", j->name, j->name,
                 j->kind == TML_ROBOT_PRISMATIC ? "force" : "torque");
    tml_text_put_shortest(t, j->armature);
    tml_text_add(t, "*%s.acceleration}\n", j->name);
}

/* Of what moves freely: against its velocity and its rotation, at the origin of its frame. */
static void put_drag(const tml_robot *r, tml_text *t, const tml_robot_joint *j)
{
    tml_text_add(t, "  %s_damping: {drag: %s.%s, linear: ", j->name, r->links[j->child].name, j->name);
    tml_text_put_shortest(t, j->damping);
    tml_text_add(t, ", angular: ");
    tml_text_put_shortest(t, j->damping);
    tml_text_add(t, "}\n");
}

/* Of a ball: a torque against the rotation of one body in the other, and one along the rotation vector, as a bushing has it. */
static void put_ball(const tml_robot *r, tml_text *t, const tml_robot_joint *j)
{
    const int body = r->links[j->parent].body;
    const char *first = tml_robot_body_name(r, body), *second = tml_robot_body_name(r, r->links[j->child].body);
    if (j->stiffness > 0) {
        tml_text_add(t, "  %s_spring: {bushing: [%s.%s, %s.%s], stiffness: {translation: 0, rotation: ", j->name, first,
                     j->name, second, j->name);
        tml_text_put_shortest(t, j->stiffness);
        tml_text_add(t, "}}\n");
    }
    if (!(j->damping > 0))
        return;
    tml_text_add(t, "  %s_damping: {torque: [%s, %s], value: [", j->name, first, second);
    for (const char *axis = "xyz"; *axis; axis++) {
        tml_text_add(t, *axis == 'x' ? "-" : ", -");
        tml_text_put_shortest(t, j->damping);
        if (body == TML_ON_GROUND)
            tml_text_add(t, "*%s.omega%c", second, *axis);
        else
            tml_text_add(t, "*(%s.omega%c - %s.omega%c)", second, *axis, first, *axis);
    }
    tml_text_add(t, "]}\n");
}

static bool has_forces(const tml_robot_joint *j)
{
    if (j->kind == TML_ROBOT_BALL)
        return !j->is_within && (j->damping > 0 || j->stiffness > 0);
    const bool moves = tml_robot_has_coordinate(j) && !j->is_within;
    return j->kind == TML_ROBOT_FREE
               ? j->damping > 0
               : moves && (j->friction > 0 || j->damping > 0 || j->stiffness > 0 || j->armature > 0);
}

void tml_robot_put_forces(const tml_robot *r, tml_text *t)
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
        if (j->kind == TML_ROBOT_BALL) {
            put_ball(r, t, j);
            continue;
        }
        if (j->friction > 0)
            put_friction(t, j);
        if ((j->stiffness > 0 || damping > 0) && j->kind != TML_ROBOT_PRISMATIC)
            put_torsion(t, j, damping);
        else if (j->stiffness > 0 || damping > 0)
            put_slider_force(t, j, damping);
        if (j->armature > 0)
            put_armature(t, j);
    }
}
