/* compile_pitch.c - teeth of wheels, or of a wheel and a rack, that one body carries: they keep step at a pitch point P of this body along g, and are
 * pushed apart there along e.
 *
 * A force g at P of a wheel with the axis a is one at the foot C of P on the axis, and the couple m = (P - C) x g: along the displacement of C, the angle about a
 * and, where m is not along a, the tilt of the axis:   s = g . c + (m . a) angle + v . a',   v = m x a in the carrier, a' the axis of the wheel.
 * On a rack it acts along -g . (P - p), g in the rack, p its point. The row is the difference of both: it keeps its value from the start on.
 */
#include "system/compile/mesh_scope.h"
#include "system/initial_guess.h"
#include <math.h>

enum { MAX_TERMS = 3, WHY = 320 };

/* A wheel or a rack as the carrier sees it. */
typedef struct {
    int body, carrier;
    tml_vec3 p, at;      /* the point of its joint: in its body, in the carrier */
    tml_mat3 axes, seen; /* the axes of its joint: in its body, in the carrier */
    bool slides;
    tml_vec3 drawn; /* where its point is drawn, in the carrier */
    double offset;  /* in the plane: its angle as drawn, back */
    bool shared;    /* its axis, but not its point is that of a joint of the carrier */
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

/* One whose axis other hinges fix in the carrier. */
static member member_at(const tml_joint *j, int carrier, tml_vec3 at, tml_vec3 axis)
{
    return (member){.body = j->body2,
                    .carrier = carrier,
                    .p = j->p2,
                    .at = at,
                    .axes = j->M,
                    .seen = tml_frame_with_z(axis),
                    .shared = true};
}

static tml_mat3 rotation_of(const tml_system *s, const double *q, int body, tml_vec3 *x)
{
    const double *at = q + (body - 1) * s->nqb;
    tml_quat r = {1, 0, 0, 0};
    *x = (tml_vec3){0};
    if (body) {
        r = s->space ? (tml_quat){at[3], at[4], at[5], at[6]} : tml_quat_about((tml_vec3){0, 0, 1}, at[2]);
        *x = (tml_vec3){at[0], at[1], s->space ? at[2] : 0};
    }
    return tml_quat_matrix(r);
}

/* Angles and places count from where it is drawn. */
static void count_from_drawing(const tml_builder *b, const double *q, member *w)
{
    tml_vec3 x0, x1;
    const tml_mat3 R0 = rotation_of(b->s, q, w->carrier, &x0), R1 = rotation_of(b->s, q, w->body, &x1);
    const tml_vec3 X = tml_rotate_back(&R0, tml_rotate(&R1, tml_mat3_column(&w->axes, TML_X))),
                   Z = tml_rotate_back(&R0, tml_rotate(&R1, tml_mat3_column(&w->axes, TML_Z)));
    w->drawn = tml_rotate_back(&R0, tml_sub(tml_add(x1, tml_rotate(&R1, w->p)), x0));
    w->offset =
        (w->carrier ? q[(w->carrier - 1) * b->s->nqb + 2] : 0) - (w->body ? q[(w->body - 1) * b->s->nqb + 2] : 0);
    if (w->slides)
        return;
    const tml_vec3 axis = tml_mat3_column(&w->seen, TML_Z), z = tml_scale(tml_dot(Z, axis) < 0 ? -1 : 1, axis),
                   x = tml_sub(X, tml_scale(tml_dot(X, z), z));
    if (w->shared)
        w->at = tml_add(w->at, tml_scale(tml_dot(tml_sub(w->drawn, w->at), z), z));
    if (tml_norm(x) > 0.1) /* drawn nearly as it is */
        w->seen = tml_columns(tml_scale(1 / tml_norm(x), x), tml_cross(z, tml_scale(1 / tml_norm(x), x)), z);
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

static int slide_terms(tml_builder *b, const member *w, tml_vec3 point, tml_vec3 along, tml_term out[MAX_TERMS],
                       double *drawn)
{
    const tml_frames f = {w->body, w->carrier, w->p, point, frame_along(carried(w, along)), frame_along(along),
                          0,       NULL};
    out[0] = tml_builder_measure(b, &(tml_row){.kind = TML_ALONG, .a = TML_X}, &f);
    out[0].coefficient *= -tml_norm(along);
    *drawn = -tml_dot(along, tml_sub(point, w->drawn));
    return 1;
}

/* The angle of a wheel, by its share of a force `along` at the pitch point. */
static tml_term turn_of(tml_builder *b, const member *w, double share)
{
    const tml_frames f = {w->carrier, w->body, w->at, w->p, w->seen, w->axes, b->s->space ? 0 : w->offset, NULL};
    tml_term term = tml_builder_measure(b, &(tml_row){.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}, &f);
    term.coefficient *= share;
    return term;
}

static double share_of(const tml_builder *b, const member *w, tml_vec3 point, tml_vec3 along)
{
    const tml_vec3 a = axis_of(b, w), out = tml_sub(point, w->at);
    return tml_dot(tml_cross(tml_sub(out, tml_scale(tml_dot(out, a), a)), along), a);
}

/* What a force `along` at the pitch point acts along, of a wheel or a rack, with or without its torque about the axis; drawn: its value as drawn. */
static int terms_of(tml_builder *b, const member *w, tml_vec3 point, tml_vec3 along, bool turns,
                    tml_term out[MAX_TERMS], double *drawn)
{
    static const double ROUNDING = 1e-14;
    if (w->slides)
        return slide_terms(b, w, point, along, out, drawn);
    const tml_vec3 a = axis_of(b, w);
    const double reach = tml_dot(tml_sub(point, w->at), a), share = share_of(b, w, point, along);
    const tml_vec3 foot = tml_add(w->at, tml_scale(reach, a)),
                   tilt = tml_cross(tml_cross(tml_sub(point, foot), along), a);
    const tml_vec3 p = tml_add(w->p, tml_scale(reach, tml_mat3_column(&w->axes, TML_Z)));
    const tml_frames at = {w->carrier, w->body, point, p, frame_along(along), w->axes, 0, NULL};
    int count = 1;
    out[0] = tml_builder_measure(b, &(tml_row){.kind = TML_ALONG, .a = TML_X}, &at);
    out[0].coefficient *= tml_norm(along);
    *drawn = tml_dot(along, tml_sub(foot, point));
    if (turns && fabs(share) > ROUNDING * b->s->size)
        out[count++] = turn_of(b, w, share);
    if (tml_norm(tilt) > ROUNDING * b->s->size) {
        const tml_frames lean = {w->carrier, w->body, w->at, w->p, frame_along(tilt), w->axes, 0, NULL};
        out[count] = tml_builder_measure(b, &(tml_row){.kind = TML_DOT, .a = TML_X, .b = TML_Z}, &lean);
        out[count++].coefficient *= tml_norm(tilt);
    }
    return count;
}

/* Of the second less that of the first. */
static tml_terms between(tml_builder *b, const member w[2], tml_vec3 point, tml_vec3 along, bool turns, double *rest)
{
    tml_term terms[2 * MAX_TERMS];
    double drawn[2];
    const int second = terms_of(b, &w[1], point, along, turns, terms, &drawn[1]),
              all = second + terms_of(b, &w[0], point, along, turns, terms + second, &drawn[0]);
    for (int i = second; i < all; i++)
        terms[i].coefficient *= -1;
    if (rest)
        *rest = drawn[1] - drawn[0];
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

/* A wheel turns about the axis of a hinge, a rack moves along that of a slide; NULL, or why not so. */
static const char *misfit(const tml_element *e, const tml_joint *j[2], int carrier)
{
    const bool slides = tml_word_index(e->joint->couples, "displacement") >= 0;
    return carrier < 0                      ? "no body carries both"
           : !j[0]->class->hinge            ? "the first joint is no pin"
           : slides && !j[1]->class->slider ? "the second joint is no slide"
           : !slides && !j[1]->class->hinge ? "the second joint is no pin"
                                            : NULL;
}

/* The wheels on the body that has both joints, else on one in which other hinges fix their axes. */
static bool find_members(struct tml_mesh_scope *m, const tml_joint *joint, member w[2])
{
    tml_builder *b = m->b;
    const tml_joint *j[2] = {&b->s->joints[joint->joint1], &b->s->joints[joint->joint2]};
    tml_vec3 at[2], axis[2];
    const int direct = tml_joints_carrier(j[0], j[1]),
              carrier = direct >= 0 ? direct : tml_builder_shared_carrier(b, j[0], j[1], at, axis);
    const char *why = misfit(m->e, j, carrier);
    if (why) {
        tml_log_raise(b->log, TML_E_TEETH, m->e->place, "joint %s: these wheels cannot mesh: %s", m->e->name, why);
        return false;
    }
    double *q = TML_NEW_ARRAY(b->arena, double, b->s->nq + 1), *v = TML_NEW_ARRAY(b->arena, double, b->s->nv + 1);
    tml_system_initial_guess(b->s, b->arena, q, v);
    for (int i = 0; i < 2; i++) {
        w[i] = direct >= 0 ? member_of(j[i], carrier) : member_at(j[i], carrier, at[i], axis[i]);
        count_from_drawing(b, q, &w[i]);
    }
    return true;
}

bool tml_mesh_place(struct tml_mesh_scope *m, tml_joint *joint, tml_mesh_terms *out)
{
    tml_builder *b = m->b;
    member w[2];
    tml_tooth tooth;
    if (!find_members(m, joint, w) || !find_tooth(m, w, &tooth))
        return false;
    const tml_vec3 around = tml_sub(tooth.along, tml_scale(tml_dot(tooth.along, axis_of(b, &w[0])), axis_of(b, &w[0])));
    out->row = between(b, w, tooth.point, tooth.along, true, &m->rest);
    out->apart = between(b, w, tooth.point, tooth.apart, true, NULL);
    out->around = tooth.rub > 0 ? between(b, w, tooth.point, around, false, NULL) : out->apart;
    out->turn = turn_of(b, &w[0], share_of(b, &w[0], tooth.point, tooth.along));
    joint->body1 = w[0].body, joint->body2 = w[1].body, joint->p1 = w[0].p, joint->p2 = w[1].p;
    m->period = tooth.pitch;
    m->load = tooth.load;
    m->lead = tooth.lead, m->rub = tooth.rub;
    return true;
}
