/* export_tree.c - the spanning tree as bodies and single motions.
 *
 * With the frames F and M of a joint, q its coordinates and Z its pose at zero, a joint is made of single motions where
 *   X(q) = exp(s_1 q_1) ... exp(s_n q_n) Z,     s_k the screw of coordinate k at zero, in F,
 * each a rotation about or a translation along an axis. Whether that holds is tried at a pose: no kind is asked for its name. */
#include "exchange/export_robot.h"
#include "model/joint_pose.h"
#include <math.h>
#include <string.h>

enum { MAX_COORDINATES = 6 };
static const double ROUNDING = 1e-12;
static const tml_mat3 one = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

typedef struct {
    bool turns;
    tml_vec3 axis, at; /* unit vector; a point of the axis */
} screw;

/* ---- poses of a joint ---- */

/* M in F. */
static tml_placement pose_of(const tml_system *s, const tml_joint *j, const double *q)
{
    if (s->space && j) {
        const tml_pose3 pose = j->class->pose3(j->par, q);
        return (tml_placement){pose.R, pose.p};
    }
    if (s->space)
        return (tml_placement){one, {q[0], q[1], q[2]}};
    const tml_pose2 pose = j ? j->class->pose2(j->par, q) : (tml_pose2){q[0], q[1], q[2]};
    return (tml_placement){tml_rotation_about(TML_Z, pose.angle), {pose.x, pose.y, 0}};
}

/* Velocities of M in F at zero. */
static void twists_of(const tml_system *s, const tml_joint *j, tml_twist3 *S)
{
    const double zero[MAX_COORDINATES] = {0};
    tml_twist2 plane[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (s->space && j) {
        j->class->subspace3(j->par, zero, S);
        return;
    }
    for (int k = 0; s->space && k < 3; k++)
        S[k] = (tml_twist3){.v = tml_unit_axis((tml_axis)k)};
    if (!s->space && j)
        j->class->subspace2(j->par, zero, plane);
    for (int k = 0; !s->space && k < 3; k++)
        S[k] = (tml_twist3){.w = {0, 0, plane[k].angle}, .v = {plane[k].x, plane[k].y, 0}};
}

/* False: it rotates and slides at once, or by another measure than its angle. */
static bool screw_of(tml_twist3 s, tml_vec3 at, screw *out)
{
    const double w = tml_norm(s.w), v = tml_norm(s.v);
    out->turns = w > ROUNDING;
    out->axis = out->turns ? s.w : s.v;
    out->at = out->turns ? tml_add(at, tml_cross(s.w, s.v)) : at;
    return fabs((out->turns ? w : v) - 1) < ROUNDING && (!out->turns || fabs(tml_dot(s.w, s.v)) < ROUNDING * (1 + v));
}

static tml_placement moved(const screw *s, double q)
{
    if (!s->turns)
        return (tml_placement){one, tml_scale(q, s->axis)};
    const tml_mat3 R = tml_quat_matrix(tml_quat_about(s->axis, q));
    return (tml_placement){R, tml_sub(s->at, tml_rotate(&R, s->at))};
}

static bool same(const tml_placement *a, const tml_placement *b)
{
    double most = tml_norm(tml_sub(a->p, b->p)) / (1 + tml_norm(a->p));
    for (int i = 0; i < 9; i++)
        most = fmax(most, fabs(a->R.m[i / 3][i % 3] - b->R.m[i / 3][i % 3]));
    return most < ROUNDING;
}

/* Whether its coordinates are such motions, one after the other. */
static bool find_screws(const tml_system *s, const tml_joint *j, int count, screw *screws)
{
    double q[MAX_COORDINATES] = {0};
    tml_twist3 S[MAX_COORDINATES] = {0};
    const tml_placement zero = pose_of(s, j, q);
    tml_placement product = tml_placement_of((tml_vec3){0}, (tml_vec3){0});
    twists_of(s, j, S);
    for (int k = 0; k < count; k++) {
        q[k] = 0.7 - 0.3 * k;
        if (!screw_of(S[k], zero.p, &screws[k]))
            return false;
        const tml_placement step = moved(&screws[k], q[k]);
        product = tml_placement_times(&product, &step);
    }
    product = tml_placement_times(&product, &zero);
    const tml_placement there = pose_of(s, j, q);
    return same(&product, &there);
}

/* ---- points and frames ---- */

static tml_vec3 com_of(const tml_export_robot_of *r, int body)
{
    return r->system->masses[body].com;
}

tml_vec3 tml_export_point(const tml_export_robot_of *r, int body, tml_vec3 from_com)
{
    const tml_vec3 p = tml_add(com_of(r, body), from_com);
    return body ? p : tml_rotate(&r->upright, p);
}

/* A frame of a joint in the frame of its body; the ground as it is, not yet laid. */
static tml_placement frame_of(const tml_export_robot_of *r, const tml_branch *b, bool second)
{
    const tml_joint *j = b->joint >= 0 ? &r->system->joints[b->joint] : NULL;
    if (!j)
        return (tml_placement){one, com_of(r, second ? b->body : b->parent)};
    return (tml_placement){second ? j->M : j->F,
                           tml_add(com_of(r, second ? j->body2 : j->body1), second ? j->p2 : j->p1)};
}

/* The pose of a branch's body in its parent. */
static tml_placement placed_by(const tml_export_robot_of *r, const tml_branch *b, const tml_placement *joint_pose)
{
    const tml_placement F = frame_of(r, b, false), M = frame_of(r, b, true), M_back = tml_placement_inverse(&M),
                        F_back = tml_placement_inverse(&F), back = tml_placement_inverse(joint_pose);
    const tml_placement first = tml_placement_times(b->reversed ? &M : &F, b->reversed ? &back : joint_pose);
    return tml_placement_times(&first, b->reversed ? &F_back : &M_back);
}

/* ---- motions ---- */

static tml_export_motion *add_motion(tml_export_robot_of *r, tml_export_body *body, const tml_branch *b,
                                     tml_export_motion_kind kind)
{
    const tml_joint *j = b->joint >= 0 ? &r->system->joints[b->joint] : NULL;
    TML_GROW(r->arena, r->motions, r->motion_count, r->motion_capacity);
    body->motions[body->motion_count++] = r->motion_count;
    tml_export_motion *m = &r->motions[r->motion_count++];
    *m = (tml_export_motion){.kind = kind, .joint = b->joint, .coordinate = -1};
    m->name = j ? j->name : tml_arena_format(r->arena, "%s.free", body->name);
    m->place = j ? j->place : body->place;
    return m;
}

/* Screws in F as axes in the body's frame at zero: F is on the parent, or on the body itself, seen from which it moves the other way. */
static void add_screws(tml_export_robot_of *r, tml_export_body *body, const tml_branch *b, const screw *screws,
                       int count, const tml_placement *own_zero)
{
    const tml_joint *j = b->joint >= 0 ? &r->system->joints[b->joint] : NULL;
    const tml_placement F = frame_of(r, b, false), back = tml_placement_inverse(own_zero),
                        seen = b->reversed ? F : tml_placement_times(&back, &F);
    for (int i = 0; i < count; i++) {
        const int k = b->reversed ? count - 1 - i : i;
        tml_export_motion *m = add_motion(r, body, b, screws[k].turns ? TML_EXPORT_HINGE : TML_EXPORT_SLIDE);
        m->axis = tml_scale(b->reversed ? -1 : 1, tml_rotate(&seen.R, screws[k].axis));
        m->at = tml_placed(&seen, screws[k].at);
        m->q[0] = r->q[b->first_q + k];
        m->u[0] = r->u[b->first_v + k];
        if (!j) {
            m->name = tml_arena_format(r->arena, "%s.free%d", body->name, k + 1);
            continue;
        }
        m->coordinate = j->first_coordinate + k;
        r->motion_of[m->coordinate] = r->motion_count - 1;
        if (j->coordinate_count > 1)
            m->name = tml_arena_format(r->arena, "%s.%s", j->name, r->system->coordinates[m->coordinate].name);
    }
}

/* The rotation of the body from zero on, and its angular velocity in its own axes. */
static void start_ball(const tml_export_robot_of *r, const tml_branch *b, const tml_placement *zero, double *q,
                       double *u)
{
    const int plain = b->coordinates - 3;
    const double *c = r->q + b->first_q + plain, *w = r->u + b->first_v + plain;
    const tml_placement M_in_F = {.R = tml_quat_matrix((tml_quat){c[0], c[1], c[2], c[3]})},
                        now = placed_by(r, b, &M_in_F), F = frame_of(r, b, false);
    const tml_mat3 back = tml_mat3_transpose(&zero->R), turned = tml_mat3_product(&back, &now.R);
    const tml_quat turn = tml_quat_of_matrix(&turned);
    const tml_vec3 in_F = tml_rotate(&F.R, (tml_vec3){w[0], w[1], w[2]}),
                   rate = b->reversed ? tml_scale(-1, in_F) : tml_rotate_back(&now.R, in_F);
    q[0] = turn.w, q[1] = turn.x, q[2] = turn.y, q[3] = turn.z;
    u[0] = rate.x, u[1] = rate.y, u[2] = rate.z;
}

static void add_ball(tml_export_robot_of *r, tml_export_body *body, const tml_branch *b, const tml_placement *zero)
{
    tml_export_motion *m = add_motion(r, body, b, TML_EXPORT_BALL);
    const tml_placement own = frame_of(r, b, !b->reversed);
    m->at = own.p;
    start_ball(r, b, zero, m->q, m->u);
}

/* Where the body's frame is on the ground, and how it moves. */
static void add_free(tml_export_robot_of *r, tml_export_body *body, const tml_branch *b)
{
    tml_export_motion *m = add_motion(r, body, b, TML_EXPORT_FREE);
    const tml_motion3 *is = &r->e->work->motion3[b->body];
    const tml_vec3 arm = tml_rotate(&is->R, com_of(r, b->body)), x = tml_sub(is->x, arm),
                   v = tml_sub(is->v, tml_cross(is->w, arm));
    const tml_quat q = tml_quat_of_matrix(&is->R);
    memcpy(m->q, (double[]){x.x, x.y, x.z, q.w, q.x, q.y, q.z}, sizeof m->q);
    memcpy(m->u, (double[]){v.x, v.y, v.z, is->w_B.x, is->w_B.y, is->w_B.z}, sizeof m->u);
}

static void refuse(tml_export_robot_of *r, const tml_joint *j)
{
    r->failed = true;
    tml_log_raise(r->log, TML_E_EXPORT_JOINT, j ? j->place : TML_NOWHERE,
                  "joint %s: %s is not made of rotations and slides, which %s has", j ? j->name : "",
                  j ? j->class->name : "", r->format);
}

static void add_branch(tml_export_robot_of *r, const tml_branch *b)
{
    const tml_joint *j = b->joint >= 0 ? &r->system->joints[b->joint] : NULL;
    const bool free = b->ball && b->coordinates == 6, ball = b->ball && (r->balls || free);
    const int plain = free ? 0 : b->coordinates - 3 * ball;
    const double zero[MAX_COORDINATES] = {0};
    screw screws[MAX_COORDINATES];
    tml_export_body *body = &r->bodies[b->body];
    const tml_placement at_zero = pose_of(r->system, j, zero);
    body->parent = b->parent;
    body->held_by = j ? j->name : NULL;
    body->in_parent = placed_by(r, b, &at_zero);
    body->motions = TML_NEW_ARRAY(r->arena, int, MAX_COORDINATES);
    if (free && (b->parent == 0 || !r->loops)) {
        add_free(r, body, b);
    } else if (!find_screws(r->system, j, free ? 3 : plain, screws)) {
        refuse(r, j);
        return;
    } else {
        const tml_placement zero_pose = body->in_parent;
        if (ball && b->reversed)
            add_ball(r, body, b, &zero_pose);
        add_screws(r, body, b, screws, free ? 3 : plain, &zero_pose);
        if (ball && !b->reversed)
            add_ball(r, body, b, &zero_pose);
    }
    if (b->parent == 0)
        body->in_parent = tml_placement_times(&(tml_placement){.R = r->upright}, &body->in_parent);
    body->zero = tml_placement_times(&r->bodies[b->parent].zero, &body->in_parent);
}

/* ---- bodies ---- */

/* The plane knows inertia about its normal alone: the others are taken to be as large, and have no effect. */
static void set_mass(const tml_export_robot_of *r, int i)
{
    const tml_mass *m = &r->system->masses[i];
    tml_export_body *is = &r->bodies[i];
    *is = (tml_export_body){.name = m->name, .place = m->written->place};
    is->zero = tml_placement_of((tml_vec3){0}, (tml_vec3){0});
    is->mass = m->mass;
    is->com = m->com;
    for (int k = 0; k < 9; k++)
        is->inertia.m[k / 3][k % 3] = r->system->space ? m->inertia.m[k / 3][k % 3] : (k % 4 == 0) * m->inertia.m[2][2];
}

static void check_rotation(tml_export_robot_of *r, int i)
{
    if (!r->system->masses[i].ignorable_count)
        return;
    r->failed = true;
    tml_log_raise(
        r->log, TML_E_EXPORT_MASSLESS, r->bodies[i].place,
        "body %s has no inertia about an axis, and nothing acts about it: here it does not rotate about it, in "
        "%s it would; give it an inertia",
        r->bodies[i].name, r->format);
}

void tml_export_tree(tml_export_robot_of *r)
{
    const tml_system *s = r->system;
    static const tml_mat3 laid = {{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}};
    r->upright = s->space ? one : laid;
    r->gravity = tml_rotate(&r->upright, s->gravity);
    r->bodies = TML_NEW_ARRAY(r->arena, tml_export_body, s->nb);
    r->motion_of = TML_NEW_ARRAY(r->arena, int, s->coordinate_count + 1);
    for (int i = 0; i < s->coordinate_count; i++)
        r->motion_of[i] = -1;
    for (int i = 0; i < s->nb; i++)
        set_mass(r, i);
    for (int i = 0; i < s->nb - 1; i++)
        add_branch(r, &s->branches[i]);
    for (int i = 1; i < s->nb; i++)
        check_rotation(r, i);
}
