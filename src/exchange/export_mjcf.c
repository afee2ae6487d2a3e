/* export_mjcf.c - a mechanism as MJCF: bodies in bodies, loops as equalities between sites, springs between points as tendons, the start as a keyframe. */
#include "exchange/export_robot.h"
#include <math.h>

typedef struct {
    const tml_export_robot_of *r;
    tml_text *t, position, velocity; /* of the keyframe */
} writing;

static void put_one(tml_text *t, const char *attribute, double x)
{
    tml_export_put_numbers(t, attribute, &x, 1);
}

static void indent(tml_text *t, int depth)
{
    tml_text_add(t, "%*s", 2 * depth, "");
}

static void put_frame(tml_text *t, const tml_placement *at)
{
    const tml_quat q = tml_quat_of_matrix(&at->R);
    tml_export_put_vector(t, "pos", at->p);
    if (q.x != 0 || q.y != 0 || q.z != 0)
        tml_export_put_numbers(t, "quat", (double[]){q.w, q.x, q.y, q.z}, 4);
}

/* ---- bodies ---- */

static void put_solids(const writing *w, const tml_export_body *is, int depth)
{
    for (const tml_export_solid *s = is->solids; s; s = s->next) {
        indent(w->t, depth);
        if (s->kind == TML_EXPORT_BOX) {
            tml_text_add(w->t, "<geom type=\"box\"");
            tml_export_put_numbers(w->t, "size", (double[]){s->size[0] / 2, s->size[1] / 2, s->size[2] / 2}, 3);
        } else if (s->kind == TML_EXPORT_SPHERE) {
            tml_text_add(w->t, "<geom type=\"sphere\"");
            put_one(w->t, "size", s->size[0]);
        } else {
            tml_text_add(w->t, "<geom type=\"cylinder\"");
            tml_export_put_numbers(w->t, "size", (double[]){s->size[0], s->size[1] / 2}, 2);
        }
        put_frame(w->t, &s->at);
        tml_text_add(w->t, "/>\n");
    }
}

static void put_site(const writing *w, const char *of, int end, const tml_placement *at, int depth)
{
    indent(w->t, depth);
    tml_text_add(w->t, "<site name=\"%s.end%d\"", of, end + 1);
    put_frame(w->t, at);
    tml_text_add(w->t, "/>\n");
}

static void put_sites(const writing *w, int body, int depth)
{
    const tml_export_robot_of *r = w->r;
    const tml_placement origin = tml_placement_of((tml_vec3){0}, (tml_vec3){0});
    for (int end = 0; end < 2; end++) {
        for (int i = 0; i < r->loop_count; i++)
            if (r->loop_list[i].bodies[end] == body)
                put_site(w, r->loop_list[i].name, end, &r->loop_list[i].at[end], depth);
        for (int i = 0; i < r->tendon_count; i++)
            if (r->tendons[i].bodies[end] == body)
                put_site(w, r->tendons[i].name, end, &(tml_placement){origin.R, r->tendons[i].at[end]}, depth);
    }
}

static void put_inertia(tml_text *t, const tml_export_body *is, int depth)
{
    const tml_mat3 *I = &is->inertia;
    if (!(is->mass > 0))
        return;
    indent(t, depth);
    tml_text_add(t, "<inertial");
    tml_export_put_vector(t, "pos", is->com);
    put_one(t, "mass", is->mass);
    tml_export_put_numbers(t, "fullinertia",
                           (double[]){I->m[0][0], I->m[1][1], I->m[2][2], I->m[0][1], I->m[0][2], I->m[1][2]}, 6);
    tml_text_add(t, "/>\n");
}

static void keep_start(writing *w, const tml_export_motion *m, int coordinates, int rates)
{
    for (int i = 0; i < coordinates; i++)
        tml_text_add(&w->position, " %.17g", m->q[i]);
    for (int i = 0; i < rates; i++)
        tml_text_add(&w->velocity, " %.17g", m->u[i]);
}

static void put_range(tml_text *t, const tml_export_motion *is)
{
    static const double FAR = 1e10; /* for a limit of one side */
    if (is->has_lower || is->has_upper)
        tml_export_put_numbers(t, "range",
                               (double[]){is->has_lower ? is->lower : -FAR, is->has_upper ? is->upper : FAR}, 2);
}

static void put_along(tml_text *t, const tml_export_motion *is)
{
    put_range(t, is);
    if (is->stiffness > 0) {
        put_one(t, "stiffness", is->stiffness);
        put_one(t, "springref", is->rest);
    }
    if (is->damping > 0)
        put_one(t, "damping", is->damping);
    if (is->friction > 0)
        put_one(t, "frictionloss", is->friction);
    if (is->armature > 0)
        put_one(t, "armature", is->armature);
}

static void put_motion(writing *w, const tml_export_motion *m, int depth)
{
    tml_text *t = w->t;
    indent(t, depth);
    if (m->kind == TML_EXPORT_FREE) {
        tml_text_add(t, "<freejoint name=\"%s\"/>\n", m->name);
        keep_start(w, m, 7, 6);
        return;
    }
    const bool ball = m->kind == TML_EXPORT_BALL;
    tml_text_add(t, "<joint name=\"%s\" type=\"%s\"", m->name,
                 ball                          ? "ball"
                 : m->kind == TML_EXPORT_SLIDE ? "slide"
                                               : "hinge");
    tml_export_put_vector(t, "pos", m->at);
    if (!ball) {
        tml_export_put_vector(t, "axis", m->axis);
        put_along(t, m);
    }
    tml_text_add(t, "/>\n");
    keep_start(w, m, ball ? 4 : 1, ball ? 3 : 1);
}

static void put_children(writing *w, int parent, int depth);

static void put_body(writing *w, int body, int depth)
{
    const tml_export_body *b = &w->r->bodies[body];
    indent(w->t, depth);
    tml_text_add(w->t, "<body name=\"%s\"", b->name);
    put_frame(w->t, &b->in_parent);
    tml_text_add(w->t, ">\n");
    for (int i = 0; i < b->motion_count; i++)
        put_motion(w, &w->r->motions[b->motions[i]], depth + 1);
    put_inertia(w->t, b, depth + 1);
    put_solids(w, b, depth + 1);
    put_sites(w, body, depth + 1);
    put_children(w, body, depth + 1);
    indent(w->t, depth);
    tml_text_add(w->t, "</body>\n");
}

static void put_children(writing *w, int parent, int depth)
{
    for (int i = 1; i < w->r->system->nb; i++)
        if (!w->r->bodies[i].merged && w->r->bodies[i].parent == parent)
            put_body(w, i, depth);
}

/* ---- beside the tree ---- */

static void put_spatial(tml_text *t, const char *name, const char *ending, double stiffness, double rest,
                        double damping)
{
    tml_text_add(t, "    <spatial name=\"%s%s\"", name, ending);
    if (stiffness > 0) {
        put_one(t, "stiffness", stiffness);
        put_one(t, "springlength", rest);
    }
    if (damping > 0)
        put_one(t, "damping", damping);
    tml_text_add(t, "><site site=\"%s.end1\"/><site site=\"%s.end2\"/></spatial>\n", name, name);
}

static void put_tendons(const tml_export_robot_of *r, tml_text *t)
{
    int count = r->tendon_count;
    for (int i = 0; i < r->loop_count; i++)
        count += r->loop_list[i].kind == TML_EXPORT_DISTANCE;
    if (!count)
        return;
    tml_text_add(t, "  <tendon>\n");
    for (int i = 0; i < r->tendon_count; i++)
        put_spatial(t, r->tendons[i].name, "", r->tendons[i].stiffness, r->tendons[i].rest, r->tendons[i].damping);
    for (int i = 0; i < r->loop_count; i++)
        if (r->loop_list[i].kind == TML_EXPORT_DISTANCE)
            put_spatial(t, r->loop_list[i].name, "", 0, 0, 0);
    tml_text_add(t, "  </tendon>\n");
}

/* MuJoCo counts lengths of tendons from that where all coordinates are zero. */
static double length_at_zero(const tml_export_robot_of *r, const tml_export_loop *l)
{
    const tml_vec3 a = tml_placed(&r->bodies[l->bodies[0]].zero, l->at[0].p),
                   b = tml_placed(&r->bodies[l->bodies[1]].zero, l->at[1].p);
    return tml_norm(tml_sub(b, a));
}

static void put_loop(const tml_export_robot_of *r, tml_text *t, const tml_export_loop *l)
{
    if (l->kind == TML_EXPORT_DISTANCE) {
        tml_text_add(t, "    <tendon name=\"%s\" tendon1=\"%s\"", l->name, l->name);
        tml_export_put_numbers(t, "polycoef", (double[]){l->length - length_at_zero(r, l), 0, 0, 0, 0}, 5);
        tml_text_add(t, "/>\n");
        return;
    }
    tml_text_add(t, "    <%s name=\"%s\" site1=\"%s.end1\" site2=\"%s.end2\"/>\n",
                 l->kind == TML_EXPORT_WELD ? "weld" : "connect", l->name, l->name, l->name);
}

static void put_equalities(const tml_export_robot_of *r, tml_text *t)
{
    if (!r->loop_count && !r->coupling_count)
        return;
    tml_text_add(t, "  <equality>\n");
    for (int i = 0; i < r->loop_count; i++)
        put_loop(r, t, &r->loop_list[i]);
    for (int i = 0; i < r->coupling_count; i++) {
        const tml_export_coupling *c = &r->couplings[i];
        tml_text_add(t, "    <joint name=\"%s\" joint1=\"%s\" joint2=\"%s\"", c->name, r->motions[c->of].name,
                     r->motions[c->by].name);
        tml_export_put_numbers(t, "polycoef", c->coefficients, TML_EXPORT_POLYNOMIAL);
        tml_text_add(t, "/>\n");
    }
    tml_text_add(t, "  </equality>\n");
}

static void put_actuators(const tml_export_robot_of *r, tml_text *t)
{
    if (!r->actuator_count)
        return;
    tml_text_add(t, "  <actuator>\n");
    for (int i = 0; i < r->actuator_count; i++) {
        const tml_export_actuator *a = &r->actuators[i];
        tml_text_add(t, "    <motor name=\"%s\" %s=\"%s\"/>\n", a->name, a->motion >= 0 ? "joint" : "tendon",
                     a->motion >= 0 ? r->motions[a->motion].name : r->tendons[a->tendon].name);
    }
    tml_text_add(t, "  </actuator>\n");
}

static void put_start(writing *w)
{
    if (!w->position.data)
        return;
    tml_text_add(w->t, "  <keyframe>\n    <key name=\"start\"\n         qpos=\"%s\"\n         qvel=\"%s\"",
                 w->position.data + 1, w->velocity.data ? w->velocity.data + 1 : "");
    if (w->r->actuator_count) {
        tml_text_add(w->t, "\n         ctrl=\"");
        for (int i = 0; i < w->r->actuator_count; i++)
            tml_text_add(w->t, "%s%.17g", i ? " " : "", w->r->actuators[i].value);
        tml_text_add(w->t, "\"");
    }
    tml_text_add(w->t, "/>\n  </keyframe>\n");
}

void tml_export_write_mjcf(const tml_export_robot_of *r, tml_text *t)
{
    writing w = {.r = r, .t = t};
    tml_text_add(t, "<!-- Made by trammel export mjcf. Coordinates are those of the model's joints; bodies are drawn "
                    "where all are zero. -->\n"
                    "<mujoco");
    tml_export_put_name(t, "model", r->model->title ? r->model->title : "mechanism");
    tml_text_add(t, ">\n  <compiler angle=\"radian\" autolimits=\"true\" inertiafromgeom=\"false\"/>\n  <option");
    tml_export_put_vector(t, "gravity", r->gravity);
    tml_text_add(t, "/>\n  <default>\n    <geom contype=\"0\" conaffinity=\"0\" group=\"2\"/>\n");
    if (r->loop_count || r->coupling_count)
        tml_text_add(t, "    <equality solimp=\"0.99 0.9999 1e-6\"/>\n");
    tml_text_add(t, "  </default>\n  <worldbody>\n");
    put_solids(&w, &r->bodies[0], 2);
    put_sites(&w, 0, 2);
    put_children(&w, 0, 2);
    tml_text_add(t, "  </worldbody>\n");
    put_tendons(r, t);
    put_equalities(r, t);
    put_actuators(r, t);
    put_start(&w);
    tml_text_add(t, "</mujoco>\n");
    t->failed |= w.position.failed || w.velocity.failed;
    tml_text_free(&w.position);
    tml_text_free(&w.velocity);
}
