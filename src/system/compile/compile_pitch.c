/* compile_pitch.c - teeth of wheels, or of a wheel and a rack, that one body carries: they keep step at a pitch point P of this body along g, and are
 * pushed apart there along e.
 *
 * A force g at P of a wheel with the axis a is one at the foot C of P on the axis, and the couple m = (P - C) x g: along the displacement of C, the angle about a
 * and, where m is not along a, the tilt of the axis:   s = g . c + (m . a) angle + v . a',   v = m x a in the carrier, a' the axis of the wheel.
 * On a rack it acts along -g . (P - p), g in the rack, p its point. The row is the difference of both: it keeps its value from the start on.
 */
#include "system/compile/mesh_scope.h"
#include <math.h>

enum { MAX_TERMS = 3, WHY = 320 };

/* A wheel or a rack as the carrier sees it. */
typedef struct {
    int body, carrier;
    tml_vec3 p, at;      /* the point of its joint: in its body, in the carrier */
    tml_mat3 axes, seen; /* the axes of its joint: in its body, in the carrier */
    bool slides;
} member;

static member member_of(const tml_joint *j, int carrier)
{
    const bool first = j->body1 == carrier;
    return (member){.body = first ? j->body2 : j->body1,
                    .carrier = carrier,
                    .p = first ? j->p2 : j->p1,
                    .at = first ? j->p1 : j->p2,
                    .axes = first ? j->M : j->F,
                    .seen = first ? j->F : j->M,
                    .slides = j->class->slider};
}

/* Its axis in the carrier: of a slide in the plane x. */
static tml_vec3 axis_of(const tml_builder *b, const member *w)
{
    return tml_mat3_column(&w->seen, w->slides && !b->s->space ? TML_X : TML_Z);
}

/* Axes of which x is along a vector. */
static tml_mat3 frame_along(tml_vec3 x)
{
    const tml_mat3 R = tml_frame_with_z(tml_scale(1 / tml_norm(x), x));
    return tml_columns(tml_mat3_column(&R, TML_Z), tml_mat3_column(&R, TML_X), tml_mat3_column(&R, TML_Y));
}

/* A vector of the carrier in the body, as they are joined. */
static tml_vec3 carried(const member *w, tml_vec3 v)
{
    return tml_rotate(&w->axes, tml_rotate_back(&w->seen, v));
}

static int slide_terms(tml_builder *b, const member *w, tml_vec3 point, tml_vec3 along, tml_term out[MAX_TERMS])
{
    const tml_frames f = {w->body, w->carrier, w->p, point, frame_along(carried(w, along)), frame_along(along), 0};
    out[0] = tml_builder_measure(b, &(tml_row){.kind = TML_ALONG, .a = TML_X}, &f);
    out[0].coefficient *= -tml_norm(along);
    return 1;
}

/* What a force `along` at the pitch point acts along, of a wheel or a rack. */
static int terms_of(tml_builder *b, const member *w, tml_vec3 point, tml_vec3 along, tml_term out[MAX_TERMS])
{
    static const double ROUNDING = 1e-14;
    if (w->slides)
        return slide_terms(b, w, point, along, out);
    const tml_vec3 a = axis_of(b, w);
    const double reach = tml_dot(tml_sub(point, w->at), a);
    const tml_vec3 foot = tml_add(w->at, tml_scale(reach, a)), m = tml_cross(tml_sub(point, foot), along),
                   tilt = tml_cross(m, a);
    const tml_frames at = {w->carrier,
                           w->body,
                           point,
                           tml_add(w->p, tml_scale(reach, tml_mat3_column(&w->axes, TML_Z))),
                           frame_along(along),
                           w->axes,
                           0},
                     turn = {w->carrier, w->body, w->at, w->p, w->seen, w->axes, 0};
    int count = 1;
    out[0] = tml_builder_measure(b, &(tml_row){.kind = TML_ALONG, .a = TML_X}, &at);
    out[0].coefficient *= tml_norm(along);
    if (fabs(tml_dot(m, a)) > ROUNDING * b->s->size) {
        out[count] = tml_builder_measure(b, &(tml_row){.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}, &turn);
        out[count++].coefficient *= tml_dot(m, a);
    }
    if (tml_norm(tilt) > ROUNDING * b->s->size) {
        const tml_frames lean = {w->carrier, w->body, w->at, w->p, frame_along(tilt), w->axes, 0};
        out[count] = tml_builder_measure(b, &(tml_row){.kind = TML_DOT, .a = TML_X, .b = TML_Z}, &lean);
        out[count++].coefficient *= tml_norm(tilt);
    }
    return count;
}

/* Of the second less that of the first. */
static tml_terms between(tml_builder *b, const member w[2], tml_vec3 point, tml_vec3 along)
{
    tml_term terms[2 * MAX_TERMS];
    const int second = terms_of(b, &w[1], point, along, terms),
              all = second + terms_of(b, &w[0], point, along, terms + second);
    for (int i = second; i < all; i++)
        terms[i].coefficient *= -1;
    return tml_builder_terms(b, terms, all);
}

static bool find_tooth(struct tml_mesh_scope *m, const member w[2], tml_tooth *tooth)
{
    tml_builder *b = m->b;
    double par[TML_MAX_JOINT_FIELDS] = {0};
    char why[WHY];
    tml_toothed_pair pair = {.par = par, .size = b->s->size, .at = {w[0].at, w[1].at}};
    if (!tml_builder_joint_parameters(b, m->e, NULL, par) || !tml_mesh_read_teeth(b, m->e, pair.teeth))
        return false;
    for (int i = 0; i < 2; i++)
        pair.axis[i] = axis_of(b, &w[i]);
    if (m->form->place(&pair, tooth, why, sizeof why))
        return true;
    tml_log_raise(b->log, TML_E_TEETH, m->e->place, "joint %s: these wheels cannot mesh: %s", m->e->name, why);
    return false;
}

/* A wheel turns about the axis of a hinge, a rack moves along that of a slide; false with a message. */
static bool check_members(const tml_builder *b, const tml_element *e, const tml_joint *j[2], int carrier)
{
    const bool slides = tml_word_index(e->joint->couples, "displacement") >= 0;
    const char *why = carrier < 0                      ? "no body carries both"
                      : !j[0]->class->hinge            ? "the first joint is no hinge"
                      : slides && !j[1]->class->slider ? "the second joint is no slide"
                      : !slides && !j[1]->class->hinge ? "the second joint is no hinge"
                                                       : NULL;
    if (why)
        tml_log_raise(b->log, TML_E_TEETH, e->place, "joint %s: these wheels cannot mesh: %s", e->name, why);
    return !why;
}

bool tml_mesh_place(struct tml_mesh_scope *m, tml_joint *joint, tml_terms *row, tml_terms *apart)
{
    const tml_joint *j[2] = {&m->b->s->joints[joint->joint1], &m->b->s->joints[joint->joint2]};
    const int carrier = tml_joints_carrier(j[0], j[1]);
    tml_tooth tooth;
    if (!check_members(m->b, m->e, j, carrier))
        return false;
    const member w[2] = {member_of(j[0], carrier), member_of(j[1], carrier)};
    if (!find_tooth(m, w, &tooth))
        return false;
    *row = between(m->b, w, tooth.point, tooth.along);
    *apart = between(m->b, w, tooth.point, tooth.apart);
    joint->body1 = w[0].body, joint->body2 = w[1].body, joint->p1 = w[0].p, joint->p2 = w[1].p;
    m->period = tooth.pitch;
    m->load = tooth.load;
    return true;
}
