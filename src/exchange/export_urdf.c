/* export_urdf.c - a mechanism as URDF: a tree of links, each behind one joint. Bodies with several motions have links without mass between.
 *
 * The frame of a link lies on the axis of its joint: it is the body's frame, moved to that point. */
#include "elementary/elementary.h"
#include "exchange/export_robot.h"
#include <math.h>

static const double UNLIMITED = 1e9; /* URDF demands limits of sliders, and of effort and velocity */

/* R = R_z(yaw) R_y(pitch) R_x(roll); roll from what yaw leaves, so that all is well determined where pitch is 90 degrees. */
static tml_vec3 angles_of(const tml_mat3 *R)
{
    const double yaw = tml_atan2(R->m[1][0], R->m[0][0]), c = tml_cos(yaw), s = tml_sin(yaw);
    return (tml_vec3){tml_atan2(s * R->m[0][2] - c * R->m[1][2], c * R->m[1][1] - s * R->m[0][1]),
                      tml_atan2(-R->m[2][0], c * R->m[0][0] + s * R->m[1][0]), yaw};
}

/* What is left of an angle of zero after products of rotations. */
static double rounded(double angle)
{
    return fabs(angle) > 1e-15 ? angle : 0;
}

static void put_origin(tml_text *t, const tml_placement *at)
{
    tml_text_add(t, "    <origin");
    tml_export_put_vector(t, "xyz", at->p);
    const tml_vec3 angles = angles_of(&at->R);
    tml_export_put_vector(t, "rpy", (tml_vec3){rounded(angles.x), rounded(angles.y), rounded(angles.z)});
    tml_text_add(t, "/>\n");
}

static void put_one(tml_text *t, const char *attribute, double x)
{
    tml_export_put_numbers(t, attribute, &x, 1);
}

/* From the origin of the body's frame to that of its link. */
static tml_vec3 offset_of(const tml_export_robot_of *r, const tml_export_body *b)
{
    return b->motion_count ? r->motions[b->motions[b->motion_count - 1]].at : (tml_vec3){0};
}

static void put_solid(tml_text *t, const tml_export_solid *s, tml_vec3 offset)
{
    const tml_placement at = {s->at.R, tml_sub(s->at.p, offset)};
    tml_text_add(t, "    <visual>\n");
    put_origin(t, &at);
    tml_text_add(t, "    <geometry>");
    if (s->kind == TML_EXPORT_BOX) {
        tml_text_add(t, "<box");
        tml_export_put_numbers(t, "size", s->size, 3);
    } else if (s->kind == TML_EXPORT_SPHERE) {
        tml_text_add(t, "<sphere");
        put_one(t, "radius", s->size[0]);
    } else {
        tml_text_add(t, "<cylinder");
        put_one(t, "radius", s->size[0]);
        put_one(t, "length", s->size[1]);
    }
    tml_text_add(t, "/></geometry>\n    </visual>\n");
}

static void put_inertia(tml_text *t, const tml_export_body *is, tml_vec3 offset)
{
    static const char *const names[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
    static const int at[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    if (!(is->mass > 0))
        return;
    tml_text_add(t, "    <inertial>\n    <origin");
    tml_export_put_vector(t, "xyz", tml_sub(is->com, offset));
    tml_text_add(t, "/>\n    <mass");
    put_one(t, "value", is->mass);
    tml_text_add(t, "/>\n    <inertia");
    for (int i = 0; i < 6; i++)
        put_one(t, names[i], is->inertia.m[at[i][0]][at[i][1]]);
    tml_text_add(t, "/>\n    </inertial>\n");
}

static void put_link(const tml_export_robot_of *r, tml_text *t, int body)
{
    const tml_export_body *b = &r->bodies[body];
    const tml_vec3 offset = offset_of(r, b);
    tml_text_add(t, "  <link name=\"%s\">\n", b->name);
    if (body)
        put_inertia(t, b, offset);
    for (const tml_export_solid *s = b->solids; s; s = s->next)
        put_solid(t, s, offset);
    tml_text_add(t, "  </link>\n");
}

/* ---- joints ---- */

static void put_limit(tml_text *t, const tml_export_motion *is)
{
    if (is->kind == TML_EXPORT_HINGE && !is->has_lower && !is->has_upper)
        return;
    tml_text_add(t, "    <limit");
    put_one(t, "lower", is->has_lower ? is->lower : -UNLIMITED);
    put_one(t, "upper", is->has_upper ? is->upper : UNLIMITED);
    put_one(t, "effort", UNLIMITED);
    put_one(t, "velocity", UNLIMITED);
    tml_text_add(t, "/>\n");
}

static const char *type_of(const tml_export_motion *is)
{
    if (is->kind == TML_EXPORT_FREE)
        return "floating";
    if (is->kind == TML_EXPORT_SLIDE)
        return "prismatic";
    return is->has_lower || is->has_upper ? "revolute" : "continuous";
}

static void put_mimic(const tml_export_robot_of *r, tml_text *t, int motion)
{
    for (int i = 0; i < r->coupling_count; i++) {
        const tml_export_coupling *c = &r->couplings[i];
        if (c->of != motion)
            continue;
        tml_text_add(t, "    <mimic joint=\"%s\"", r->motions[c->by].name);
        put_one(t, "multiplier", c->coefficients[1]);
        put_one(t, "offset", c->coefficients[0]);
        tml_text_add(t, "/>\n");
    }
}

static void put_ends(tml_text *t, const char *parent, const char *child, const tml_placement *at)
{
    tml_text_add(t, "    <parent link=\"%s\"/>\n    <child link=\"%s\"/>\n", parent, child);
    put_origin(t, at);
}

static void put_motion(const tml_export_robot_of *r, tml_text *t, int motion, const char *parent, const char *child,
                       const tml_placement *at)
{
    const tml_export_motion *is = &r->motions[motion];
    tml_text_add(t, "  <joint name=\"%s\" type=\"%s\">\n", is->name, type_of(is));
    put_ends(t, parent, child, at);
    if (tml_export_is_single(is)) {
        tml_text_add(t, "    <axis");
        tml_export_put_vector(t, "xyz", is->axis);
        tml_text_add(t, "/>\n");
        put_limit(t, is);
        if (is->damping > 0 || is->friction > 0) {
            tml_text_add(t, "    <dynamics");
            put_one(t, "damping", is->damping);
            put_one(t, "friction", is->friction);
            tml_text_add(t, "/>\n");
        }
        put_mimic(r, t, motion);
    }
    tml_text_add(t, "  </joint>\n");
}

/* The chain of joints to a body, from the link of its parent on. */
static void put_joints(const tml_export_robot_of *r, tml_text *t, int body)
{
    const tml_export_body *b = &r->bodies[body], *p = &r->bodies[b->parent];
    tml_placement at = b->in_parent;
    const char *from = p->name;
    at.p = tml_sub(at.p, offset_of(r, p));
    if (b->motion_count == 0) {
        tml_text_add(t, "  <joint name=\"%s\" type=\"fixed\">\n", b->held_by ? b->held_by : b->name);
        put_ends(t, from, b->name, &at);
        tml_text_add(t, "  </joint>\n");
    }
    for (int i = 0; i < b->motion_count; i++) {
        const tml_vec3 here = r->motions[b->motions[i]].at,
                       before = i ? r->motions[b->motions[i - 1]].at : (tml_vec3){0};
        const bool last = i == b->motion_count - 1;
        const char *to = last ? b->name : tml_arena_format(r->arena, "%s.%d", b->name, i + 1);
        const tml_vec3 step = tml_sub(here, before);
        at.p = i ? step : tml_add(at.p, tml_rotate(&at.R, step));
        if (!last)
            tml_text_add(t, "  <link name=\"%s\"/>\n", to);
        put_motion(r, t, b->motions[i], from, to, &at);
        at = tml_placement_of((tml_vec3){0}, (tml_vec3){0});
        from = to;
    }
}

void tml_export_write_urdf(const tml_export_robot_of *r, tml_text *t)
{
    tml_text_add(
        t,
        "<?xml version=\"1.0\"?>\n<!-- Made by trammel export urdf. Coordinates are those of the model's joints. -->\n"
        "<robot");
    tml_export_put_name(t, "name", r->model->title ? r->model->title : "mechanism");
    tml_text_add(t, ">\n");
    put_link(r, t, 0);
    for (int i = 0; i < r->system->nb - 1; i++) {
        put_link(r, t, r->system->branches[i].body);
        put_joints(r, t, r->system->branches[i].body);
    }
    tml_text_add(t, "</robot>\n");
}
