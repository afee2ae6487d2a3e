/* export_force.c - forces along single motions and between two points, as formats for robots have them:
 *
 *   f = value - stiffness (q - rest) - damping q' - armature q''          friction: at most that much against q'
 *
 * An expression is of this form where its gradient is the same everywhere. A drive is an actuator: where its value varies, others control it. */
#include "elementary/elementary.h"
#include "exchange/export_robot.h"
#include <math.h>
#include <string.h>

static const double ROUNDING = 1e-12;

typedef struct {
    double value, stiffness, damping, armature; /* stiffness: about zero */
    bool varies;                                /* it is another function: value is that at the start */
} linear;

/* What an input is of a motion's coordinate: 0 position, 1 rate, 2 acceleration; -1: something else; -2: it does not change. */
static int order_of(const tml_export_robot_of *r, int input, const tml_terms *along, double *factor)
{
    const tml_system *s = r->system;
    const tml_input *in = &s->inputs[input];
    const tml_term *term = &s->terms[along->first];
    *factor = 1;
    if (in->what == TML_INPUT_PARAMETER)
        return -2;
    if (in->what == TML_INPUT_VALUE || in->what == TML_INPUT_RATE) {
        *factor = in->term.coefficient / term->coefficient;
        return in->term.measure == term->measure ? in->what == TML_INPUT_RATE : -1;
    }
    for (int i = 0; in->what == TML_INPUT_RESULT && i < s->coordinate_count; i++) {
        const tml_joint_coordinate *c = &s->coordinates[i];
        if (c->term.measure != term->measure || r->motion_of[i] < 0)
            continue;
        const tml_joint *j = &s->joints[r->motions[r->motion_of[i]].joint];
        const char *name = tml_joint_coordinate_channel(j, c, "acceleration", r->arena);
        for (int k = 0; k < s->result_count; k++)
            if (s->results[k].input == input && strcmp(s->results[k].name, name) == 0) {
                *factor = c->term.coefficient / term->coefficient;
                return 2;
            }
    }
    return -1;
}

/* Gradients at three places. */
static bool is_linear(const tml_export_robot_of *r, const tml_expression *e, double *gradient)
{
    const int count = r->system->input_count;
    double *inputs = TML_NEW_ARRAY(r->arena, double, count + 1), *other = TML_NEW_ARRAY(r->arena, double, count + 1);
    memcpy(inputs, r->e->work->inputs, (size_t)count * sizeof *inputs);
    memset(gradient, 0, (size_t)count * sizeof *gradient);
    tml_expression_gradient(e, inputs, r->e->work->expression, 1, gradient);
    for (int place = 1; place <= 3; place++) {
        memset(other, 0, (size_t)count * sizeof *other);
        for (int i = 0; i < count; i++)
            if (r->system->inputs[i].what != TML_INPUT_PARAMETER)
                inputs[i] += 0.37 * tml_sin(1.7 * place + i);
        tml_expression_gradient(e, inputs, r->e->work->expression, 1, other);
        for (int i = 0; i < count; i++)
            if (!(fabs(other[i] - gradient[i]) <= ROUNDING * fabs(gradient[i])))
                return false;
    }
    return true;
}

/* s is what the law acts along. */
static linear of_expression(const tml_export_robot_of *r, const tml_force_law *law, const tml_expression *e)
{
    const int count = r->system->input_count;
    double *gradient = TML_NEW_ARRAY(r->arena, double, count + 1), factor;
    const double *x = r->e->work->inputs;
    linear f = {.value = law->factor * tml_expression_value(e, x, r->e->work->expression)};
    f.varies = !is_linear(r, e, gradient);
    double at_zero = f.value, *const part[] = {&f.stiffness, &f.damping, &f.armature};
    for (int i = 0; i < count && !f.varies; i++) {
        if (!tml_expression_uses(e, i))
            continue;
        const int order = order_of(r, i, &law->terms, &factor);
        f.varies = order == -1;
        if (order < 0)
            continue;
        *part[order] -= law->factor * gradient[i] * factor;
        at_zero -= law->factor * gradient[i] * x[i];
    }
    return f.varies ? (linear){.value = f.value, .varies = true}
                    : (linear){at_zero, f.stiffness, f.damping, f.armature, false};
}

static linear of_law(const tml_export_robot_of *r, int index)
{
    const tml_system *s = r->system;
    const tml_force_law *law = &tml_system_laws_on(s)[index];
    const tml_expression *e = law->value;
    for (int i = 0; law->unknown && i < s->result_law_count; i++)
        if (s->result_laws[i].law == index)
            e = s->result_laws[i].value;
    if (e)
        return of_expression(r, law, e);
    return (linear){law->preload + law->k * law->rest, law->k, law->c, 0, false};
}

/* ---- along a motion ---- */

static void add_actuator(tml_export_robot_of *r, const char *name, int motion, int tendon, double value)
{
    TML_GROW(r->arena, r->actuators, r->actuator_count, r->actuator_capacity);
    r->actuators[r->actuator_count++] = (tml_export_actuator){name, motion, tendon, value};
}

/* Two springs along one motion are one. */
static void add_spring(tml_export_motion *is, double stiffness, double value)
{
    const double all = is->stiffness + stiffness, force = is->stiffness * is->rest + value;
    is->stiffness = all;
    is->rest = all != 0 ? force / all : 0;
}

static const char *varying = "its value, which varies: its actuator is there, for others to control";

/* A law along a motion, s = sign q. What is left out is told. */
static void along_motion(tml_export_robot_of *r, const tml_element *e, const linear *f, double sign, int motion)
{
    tml_export_motion *is = &r->motions[motion];
    const bool acts = f->value != 0 || f->varies;
    if (f->stiffness < 0 || f->damping < 0 || f->armature < 0) {
        tml_export_leave_out(r, e->place, "force %s: it drives, with a stiffness, damping or inertia below zero",
                             e->name);
        return;
    }
    if (!r->forces && (f->stiffness > 0 || f->armature > 0 || acts))
        tml_export_leave_out(r, e->place, "force %s: URDF has damping and friction alone", e->name);
    is->damping += f->damping;
    is->armature += f->armature;
    if (f->stiffness > 0)
        add_spring(is, f->stiffness, sign * f->value);
    else if (acts || e->force->drives)
        if (r->forces && (acts || (f->damping == 0 && f->armature == 0)))
            add_actuator(r, e->name, motion, -1, sign * f->value);
    if (f->varies && r->forces)
        tml_export_leave_out(r, e->place, "force %s: %s", e->name, varying);
}

/* ---- between points ---- */

static void between_points(tml_export_robot_of *r, const tml_element *e, const linear *f, const tml_measure *m,
                           double factor)
{
    if (!r->forces || f->stiffness < 0 || f->damping < 0) {
        tml_export_leave_out(r, e->place,
                             r->forces ? "force %s: it drives, with a stiffness or damping below zero"
                                       : "force %s: URDF has no forces between points",
                             e->name);
        return;
    }
    TML_GROW(r->arena, r->tendons, r->tendon_count, r->tendon_capacity);
    tml_export_tendon *t = &r->tendons[r->tendon_count++];
    *t = (tml_export_tendon){.name = e->name,
                             .bodies = {m->body1, m->body2},
                             .at = {tml_export_point(r, m->body1, m->p1), tml_export_point(r, m->body2, m->p2)},
                             .stiffness = f->stiffness,
                             .rest = f->stiffness > 0 ? factor * f->value / f->stiffness : 0,
                             .damping = f->damping};
    for (int i = 0; i < 2; i++)
        r->bodies[t->bodies[i]].attached = true;
    if (f->stiffness > 0 && t->rest < 0)
        tml_export_leave_out(r, e->place, "force %s: its length at rest is below zero, and taken as zero", e->name);
    t->rest = fmax(t->rest, 0);
    if (f->stiffness == 0 && (f->value != 0 || f->varies))
        add_actuator(r, e->name, -1, r->tendon_count - 1, factor * f->value);
    if (f->varies)
        tml_export_leave_out(r, e->place, "force %s: %s", e->name, varying);
}

/* ---- forces ---- */

/* Friction of a force, constant and the same both ways; 0: none of the kind. */
static double friction_of(const tml_export_robot_of *r, const tml_interaction *is)
{
    const tml_workspace *w = r->e->work;
    if (is->kind != TML_FRICTION || is->one_way || is->sliding_back || is->holding_back || !is->sliding ||
        !tml_expression_is_constant(is->sliding) || !tml_expression_is_constant(is->holding))
        return 0;
    const double sliding = tml_expression_value(is->sliding, w->inputs, w->expression);
    return sliding == tml_expression_value(is->holding, w->inputs, w->expression) ? sliding : 0;
}

static const tml_interaction *interaction_of(const tml_export_robot_of *r, int law)
{
    const tml_system *s = r->system;
    for (int i = 0; i < s->interaction_count; i++)
        for (int k = 0; k < s->interactions[i].size; k++)
            if (s->interactions[i].law[k] == law)
                return &s->interactions[i];
    return NULL;
}

/* In the plane the angle of a body on its parent is the coordinate of the hinge between them, by a sign, and a constant. -1: it is another one. */
static int hinge_along(const tml_export_robot_of *r, const tml_terms *terms, double *sign, double *constant)
{
    const tml_system *s = r->system;
    const tml_term *term = &s->terms[terms->first];
    const tml_measure *m = tml_terms_is_measure(terms) ? &s->measures[term->measure] : NULL;
    for (int back = 0; m && !s->space && m->kind == TML_ANGLE && back < 2; back++) {
        const int child = back ? m->body1 : m->body2, parent = back ? m->body2 : m->body1;
        const tml_export_body *b = &r->bodies[child];
        const tml_export_motion *by = child && b->motion_count == 1 ? &r->motions[b->motions[0]] : NULL;
        if (!by || b->parent != parent || by->kind != TML_EXPORT_HINGE)
            continue;
        *sign = (back ? -1 : 1) * term->coefficient * by->axis.z;
        *constant = term->coefficient * r->e->work->value[term->measure] - *sign * by->q[0];
        return b->motions[0];
    }
    return -1;
}

/* Whether it has found its place. */
static bool take_law(tml_export_robot_of *r, const tml_element *e, int index)
{
    const tml_system *s = r->system;
    const tml_force_law *law = &tml_system_laws_on(s)[index];
    const tml_interaction *dry = interaction_of(r, index);
    double sign, constant = 0;
    int motion = tml_export_motion_along(r, &law->terms, &sign);
    motion = motion < 0 ? hinge_along(r, &law->terms, &sign, &constant) : motion;
    if (dry) {
        const double friction = friction_of(r, dry);
        if (motion < 0 || friction == 0)
            return false;
        r->motions[motion].friction += friction;
        return true;
    }
    if (motion >= 0) {
        linear f = of_law(r, index);
        f.value -= f.stiffness * constant;
        along_motion(r, e, &f, sign, motion);
        return true;
    }
    const tml_measure *m = tml_terms_is_measure(&law->terms) ? &s->measures[s->terms[law->terms.first].measure] : NULL;
    if (!m || m->kind != TML_DISTANCE)
        return false;
    const linear f = of_law(r, index);
    between_points(r, e, &f, m, s->terms[law->terms.first].coefficient);
    return true;
}

static void take_force(tml_export_robot_of *r, int index)
{
    const tml_force *force = &r->system->forces[index];
    const tml_element *e = &r->model->forces[index];
    if (r->resolved->force_off[index]) {
        tml_export_leave_out(r, e->place, "force %s: it is off at the start", e->name);
        return;
    }
    bool all = force->law_count > 0;
    for (int k = 0; k < force->law_count; k++) {
        const tml_force_law *law = &tml_system_laws_on(r->system)[force->first_law + k];
        const bool nothing = !law->value && law->k == 0 && law->c == 0 && law->preload == 0;
        all &= nothing || take_law(r, e, force->first_law + k);
    }
    if (!all)
        tml_export_leave_out(r, e->place, "force %s: %s has no %s of this form", e->name, r->format, e->kind);
}

void tml_export_forces(tml_export_robot_of *r)
{
    tml_workspace_measure(r->e->work, 0, r->system->measure_count);
    tml_workspace_read_inputs(r->e->work);
    for (int i = 0; i < r->system->force_count; i++)
        take_force(r, i);
}
