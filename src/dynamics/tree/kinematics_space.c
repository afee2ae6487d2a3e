/* kinematics_space.c - forward kinematics of a spatial tree: poses, velocities and bias accelerations of bodies from joint coordinates,
 * parents first.
 *
 * As in the plane, with vectors: frame F on the joint's first body, M on its second, o the origin of M, r from the parent's centre of
 * mass to o, rho from o to the body's, s = R_F S u the relative velocity and b = R_F (dS/dt) u, all in ground axes:
 *   w = w_p + s_w,  v = v_p + w_p x r + s_v + w x rho
 *   c_w = b_w + w_p x s_w,  c_v = w_p x (w_p x r) + 2 w_p x s_v + b_v + c_w x rho + w x (w x rho)
 * This is c between centres of mass; between points of reference w_p x (w_p x rho_p) of the parent is added, and the part beyond the
 * point of reference, w x (w x rho) at a hinge, is left out: `centripetal` holds it.
 * The rotation of a ball joint is a quaternion of M in F, its velocity the angular velocity in the axes of F.
 */
#include "dynamics/tree/link.h"
#include "elementary/elementary.h"
#include <string.h>

enum { MAX_DOF = 6 };
#define ONE                                                                                                            \
    {                                                                                                                  \
        {1, 0, 0}, {0, 1, 0},                                                                                          \
        {                                                                                                              \
            0, 0, 1                                                                                                    \
        }                                                                                                              \
    }

typedef struct {
    tml_pose3 pose;
    tml_twist3 S[MAX_DOF], speed, bias; /* in the axes of F */
} joint_motion;

static tml_twist3 combined(const tml_twist3 *S, const double *u, int count)
{
    tml_twist3 sum = {0};
    for (int k = 0; k < count; k++) {
        sum.w = tml_add(sum.w, tml_scale(u[k], S[k].w));
        sum.v = tml_add(sum.v, tml_scale(u[k], S[k].v));
    }
    return sum;
}

static void add_ball(joint_motion *m, int at, const double *q)
{
    m->pose.R = tml_quat_matrix((tml_quat){q[0], q[1], q[2], q[3]});
    for (int k = 0; k < 3; k++)
        m->S[at + k] = (tml_twist3){.w = tml_unit_axis((tml_axis)k)};
}

static joint_motion motion_of(const tml_link *l, const double *q, const double *u)
{
    joint_motion m = {0};
    const tml_joint *j = l->joint;
    const int plain = l->coordinates - 3 * l->branch->ball;
    double at[MAX_DOF] = {0}, speed[MAX_DOF] = {0};
    memcpy(at, q, (size_t)plain * sizeof(double));
    memcpy(speed, u, (size_t)plain * sizeof(double));
    if (!j) { /* free relative to its parent */
        m.pose.p = (tml_vec3){q[0], q[1], q[2]};
        for (int k = 0; k < 3; k++)
            m.S[k].v = tml_unit_axis((tml_axis)k);
    } else {
        m.pose = j->class->pose3(j->par, at);
        j->class->subspace3(j->par, at, m.S);
        if (j->class->bias3)
            m.bias = j->class->bias3(j->par, at, speed);
    }
    if (l->branch->ball)
        add_ball(&m, plain, q + plain);
    m.speed = combined(m.S, u, l->coordinates);
    return m;
}

static tml_twist3 on_ground(const tml_mat3 *R, tml_twist3 s, double sign)
{
    return (tml_twist3){tml_scale(sign, tml_rotate(R, s.w)), tml_scale(sign, tml_rotate(R, s.v))};
}

static void set_link(const tml_link *l, const joint_motion *m, double sign, const tml_mat3 *R, tml_vec3 arm,
                     tml_twist3 c)
{
    for (int k = 0; k < l->coordinates; k++) {
        const tml_twist3 s = on_ground(R, m->S[k], sign);
        const tml_vec3 v = tml_add(s.v, tml_cross(s.w, arm));
        put_vec(v, l->S + 6 * k), put_vec(s.w, l->S + 6 * k + 3);
    }
    put_vec(c.v, l->c), put_vec(c.w, l->c + 3);
}

static tml_vec3 centripetal_at(tml_vec3 w, tml_vec3 r)
{
    return tml_cross(w, tml_cross(w, r));
}

/* x, v, w of a body; `arm`: from o to its centre of mass, r: from the parent's centre of mass to o. */
static void move_body(const tml_motion3 *P, tml_motion3 *C, tml_vec3 r, tml_vec3 arm, tml_twist3 s)
{
    C->x = tml_add(P->x, tml_add(r, arm));
    C->w = tml_add(P->w, s.w);
    C->v = tml_add(tml_add(P->v, tml_cross(P->w, r)), tml_add(s.v, tml_cross(C->w, arm)));
    C->w_B = tml_rotate_back(&C->R, C->w);
}

/* The relative velocity s rotates with w_F, the angular velocity of the body that has F. */
static tml_twist3 bias_of(const tml_motion3 *P, const tml_motion3 *C, tml_vec3 w_F, tml_vec3 r, tml_vec3 arm,
                          tml_twist3 s, tml_twist3 b)
{
    tml_twist3 c;
    c.w = tml_add(b.w, tml_cross(w_F, s.w));
    c.v = tml_add(tml_add(centripetal_at(P->w, r), b.v), tml_scale(2, tml_cross(w_F, s.v)));
    c.v = tml_add(c.v, tml_add(tml_cross(c.w, arm), centripetal_at(C->w, arm)));
    return c;
}

/* The parent has frame F. */
static void place_second(const tml_link *l, const tml_motion3 *P, tml_motion3 *C, const joint_motion *m,
                         const tml_joint *j)
{
    const tml_mat3 R = tml_mat3_product(&P->R, &j->F), back = tml_mat3_transpose(&j->M);
    const tml_mat3 RM = tml_mat3_product(&R, &m->pose.R);
    const tml_twist3 s = on_ground(&R, m->speed, 1);
    C->R = tml_mat3_product(&RM, &back);
    const tml_vec3 r = tml_add(tml_rotate(&P->R, j->p1), tml_rotate(&R, m->pose.p));
    const tml_vec3 arm = tml_scale(-1, tml_rotate(&C->R, j->p2));
    move_body(P, C, r, arm, s);
    set_link(l, m, 1, &R, arm, bias_of(P, C, P->w, r, arm, s, on_ground(&R, m->bias, 1)));
}

/* The parent has frame M. */
static void place_first(const tml_link *l, const tml_motion3 *P, tml_motion3 *C, const joint_motion *m,
                        const tml_joint *j)
{
    const tml_mat3 RM = tml_mat3_product(&P->R, &j->M), inverse = tml_mat3_transpose(&m->pose.R);
    const tml_mat3 R = tml_mat3_product(&RM, &inverse), back = tml_mat3_transpose(&j->F);
    const tml_twist3 s = on_ground(&R, m->speed, -1);
    C->R = tml_mat3_product(&R, &back);
    const tml_vec3 r = tml_rotate(&P->R, j->p2);
    const tml_vec3 arm = tml_scale(-1, tml_add(tml_rotate(&C->R, j->p1), tml_rotate(&R, m->pose.p)));
    move_body(P, C, r, arm, s);
    set_link(l, m, -1, &R, arm, bias_of(P, C, C->w, r, arm, s, on_ground(&R, m->bias, -1)));
}

/* A joint coordinate counts full revolutions, however long the step was: its angle is unwrapped from there. */
static void unwrap_angles(const tml_link *l, tml_workspace *work, const double *q)
{
    const tml_system *s = work->system;
    for (int k = 0; l->joint && k < l->coordinates - 3 * l->branch->ball; k++) {
        const tml_term term = s->coordinates[l->joint->first_coordinate + k].term;
        work->unwrapped[term.measure] = term.coefficient * q[k];
    }
}

/* A column of R_P R_PB. */
INLINE tml_vec3 rotated_column(const tml_mat3 *R, const tml_hinge3 *h, tml_axis k, double c, double s)
{
    const tml_vec3 x = tml_mat3_column(&h->cosine, k), y = tml_mat3_column(&h->sine, k);
    return tml_rotate(R, tml_add(tml_mat3_column(&h->constant, k), tml_add(tml_scale(c, x), tml_scale(s, y))));
}

/* C = X C_p + c */
INLINE void set_bias_acceleration(tml_link3 *x, const tml_link3 *p)
{
    const tml_vec3 alpha = vec_at(p->C + 3);
    put_vec(tml_add(tml_add(vec_at(p->C), vec_at(x->c)), tml_cross(alpha, vec_at(x->d))), x->C);
    put_vec(tml_add(alpha, vec_at(x->c + 3)), x->C + 3);
}

/* A hinge, the most common joint: a rotation about its axis, in either direction. */
static inline void place_hinge(tml_link3 *x, const tml_link3 *p, const tml_motion3 *P, tml_motion3 *C, double q,
                               double u)
{
    const tml_hinge3 *h = x->hinge;
    const tml_sine_cosine turn = tml_sincos(q);
    const double c = turn.cosine, s = turn.sine;
    C->R = tml_columns(rotated_column(&P->R, h, TML_X, c, s), rotated_column(&P->R, h, TML_Y, c, s),
                       rotated_column(&P->R, h, TML_Z, c, s));
    const tml_vec3 axis = tml_rotate(&P->R, h->axis), r = tml_rotate(&P->R, h->near), rho = tml_rotate(&C->R, h->far);
    const tml_vec3 w = tml_scale(u, axis), w_x_r = tml_cross(P->w, r);
    C->w = tml_add(P->w, w);
    C->w_B = tml_rotate_back(&C->R, C->w);
    const tml_vec3 w_x_rho = tml_cross(C->w, rho);
    C->x = tml_add(P->x, tml_add(r, rho));
    C->v = tml_add(P->v, tml_add(w_x_r, w_x_rho));
    put_vec(tml_add(tml_cross(P->w, w_x_r), vec_at(p->centripetal)), x->c), put_vec(tml_cross(P->w, w), x->c + 3);
    put_vec(axis, x->S + 3);
    put_vec(tml_add(vec_at(p->rho), r), x->d), put_vec(rho, x->rho);
    put_vec(tml_cross(C->w, w_x_rho), x->centripetal);
    set_bias_acceleration(x, p);
}

/* Any other joint: its point of reference is the centre of mass. */
static void place_joint(const tml_link *l, tml_link3 *x, const tml_link3 *p, const tml_motion3 *P, tml_motion3 *C,
                        const double *q, const double *u)
{
    static const tml_joint nowhere = {.F = {ONE}, .M = {ONE}};
    const joint_motion m = motion_of(l, q, u);
    if (l->branch->reversed)
        place_first(l, P, C, &m, l->joint);
    else
        place_second(l, P, C, &m, l->joint ? l->joint : &nowhere);
    put_vec(tml_add(vec_at(p->rho), tml_sub(C->x, P->x)), x->d);
    put_vec(tml_add(vec_at(x->c), vec_at(p->centripetal)), x->c);
    set_bias_acceleration(x, p);
}

/* The angle of a hinge, s = q/k with k = 1 or -1, has the rate s' = (a_B . w_B - a_P . w_P)/k, a the axis on body and parent, in axes of each: its Jacobian is
 * constant, and there is no bias. */
static void put_jacobian(const tml_link *l, const tml_hinge3 *h, tml_workspace *work)
{
    double *J = work->J + (size_t)h->term.measure * 12;
    const bool second = work->system->measures[h->term.measure].body2 == l->body;
    memset(J, 0, 12 * sizeof *J);
    put_vec(tml_scale(h->term.coefficient, h->own_axis), J + (second ? 9 : 3));
    put_vec(tml_scale(-h->term.coefficient, h->axis), J + (second ? 3 : 9));
    work->bias[h->term.measure] = 0;
}

static void put_jacobians(const tml_spanning *tree, tml_workspace *work)
{
    for (int i = 0; i < tree->count; i++)
        if (tree->space[i].hinge)
            put_jacobian(&tree->links[i], tree->space[i].hinge, work);
    work->placed_by_tree = true;
}

static void place_angle(const tml_term *term, tml_workspace *work, double q, double u)
{
    const double angle = term->coefficient * q;
    work->value[term->measure] = work->unwrapped[term->measure] = angle;
    work->rate[term->measure] = term->coefficient * u;
}

void tml_spanning_place_space(tml_spanning *tree, tml_workspace *work, const double *q, const double *u)
{
    if (work->of_tree && !work->placed_by_tree)
        put_jacobians(tree, work);
    for (int i = 0; i < tree->count; i++) {
        const tml_link *l = &tree->links[i];
        tml_link3 *x = &tree->space[i], *p = &tree->space[l->parent_link];
        const tml_motion3 *P = &work->motion3[l->parent];
        tml_motion3 *C = &work->motion3[l->body];
        if (x->hinge) {
            place_angle(&x->hinge->term, work, q[l->first_q], u[l->first_v]);
            place_hinge(x, p, P, C, q[l->first_q], u[l->first_v]);
        } else {
            unwrap_angles(l, work, q + l->first_q);
            place_joint(l, x, p, P, C, q + l->first_q, u + l->first_v);
        }
    }
}
