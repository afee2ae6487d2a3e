/* kinematics_plane.c - forward kinematics of a planar tree: poses, velocities and bias accelerations of bodies from joint coordinates,
 * parents first.
 *
 * Frame F on the joint's first body, M on its second, p and the velocity s of M in the axes of F, r from the parent's centre of mass to
 * the origin o of M, rho from o to the body's centre of mass:
 *   w = w_p + s_w,  v = v_p + w_p x r + R_F s_v + w x rho
 *   c = -w_p^2 r + 2 w_p x R_F s_v + R_F b_v + b_w x rho - w^2 rho         (b: (dS/dt) u)
 * This is c between centres of mass; between points of reference -w_p^2 rho_p of the parent is added, and at a hinge only -w_p^2 d
 * remains. Where the body is the joint's first one and its parent the second, M is fixed to the parent: s and b change sign, and the
 * Coriolis term rotates with the body.
 */
#include "dynamics/tree/spanning_tree.h"
#include "elementary/elementary.h"
#include <math.h>

enum { MAX_DOF = 3 };

static inline tml_vec2 rotate(tml_vec2 R, tml_vec2 a)
{
    return tml_rotate2(R.x, R.y, a);
}

/* Product of two rotations, as complex numbers. */
static inline tml_vec2 times(tml_vec2 a, tml_vec2 b)
{
    return (tml_vec2){a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

/* The joint's frame F in its body. */
static inline tml_vec2 frame_of(const tml_link *l)
{
    return (tml_vec2){l->joint->F.m[0][0], l->joint->F.m[1][0]};
}

typedef struct {
    tml_pose2 pose;
    tml_twist2 S[MAX_DOF], speed, bias;
} joint_motion;

static inline joint_motion motion_of(const tml_link *l, const double *q, const double *u)
{
    joint_motion m = {0};
    const tml_joint *j = l->joint;
    m.pose = j->class->pose2(j->par, q);
    j->class->subspace2(j->par, q, m.S);
    if (j->class->bias2)
        m.bias = j->class->bias2(j->par, q, u);
    for (int k = 0; k < l->coordinates; k++)
        m.speed.x += m.S[k].x * u[k], m.speed.y += m.S[k].y * u[k], m.speed.angle += m.S[k].angle * u[k];
    return m;
}

/* Free relative to a moving parent: x, y, phi in its axes, from its centre of mass. */
static void place_free_of_parent(const tml_link *l, const tml_motion2 *P, tml_motion2 *C, const double *q,
                                 const double *u)
{
    const tml_vec2 R = {P->c, P->s}, r = rotate(R, (tml_vec2){q[0], q[1]}), slide = rotate(R, (tml_vec2){u[0], u[1]});
    const double phi = P->phi + q[2];
    const tml_sine_cosine turn = tml_sincos(phi);
    *C = (tml_motion2){
        P->x + r.x, P->y + r.y, phi, turn.cosine, turn.sine, P->vx - P->w * r.y + slide.x, P->vy + P->w * r.x + slide.y,
        P->w + u[2]};
    const double S[9] = {R.x, R.y, 0, -R.y, R.x, 0, 0, 0, 1};
    for (int i = 0; i < 9; i++)
        l->S[i] = S[i];
    l->c[0] = -P->w * P->w * r.x - 2 * P->w * slide.y;
    l->c[1] = -P->w * P->w * r.y + 2 * P->w * slide.x;
    l->c[2] = 0;
}

static void place_free(const tml_link *l, tml_motion2 *C, const double *q, const double *u)
{
    const tml_sine_cosine turn = tml_sincos(q[2]);
    *C = (tml_motion2){q[0], q[1], q[2], turn.cosine, turn.sine, u[0], u[1], u[2]};
    for (int i = 0; i < 9; i++)
        l->S[i] = i % 4 == 0;
    l->c[0] = l->c[1] = l->c[2] = 0;
}

static inline void set_link(const tml_link *l, const joint_motion *m, double sign, tml_vec2 R, tml_vec2 arm, tml_vec2 c)
{
    for (int k = 0; k < l->coordinates; k++) {
        const tml_vec2 slide = rotate(R, (tml_vec2){m->S[k].x, m->S[k].y});
        l->S[3 * k] = sign * (slide.x - m->S[k].angle * arm.y);
        l->S[3 * k + 1] = sign * (slide.y + m->S[k].angle * arm.x);
        l->S[3 * k + 2] = sign * m->S[k].angle;
    }
    l->c[0] = c.x, l->c[1] = c.y, l->c[2] = sign * m->bias.angle;
}

/* A hinge, the most common joint: only its angle enters, in either direction. */
static inline void place_hinge(tml_link2 *x, const tml_link2 *p, const tml_motion2 *P, tml_motion2 *C, double q,
                               double u)
{
    const double phi = P->phi + (x->angle + x->sign * q), w = P->w + x->sign * u;
    const tml_sine_cosine turn = tml_sincos(phi);
    const double c = turn.cosine, s = turn.sine;
    const tml_vec2 r = tml_rotate2(P->c, P->s, x->near), rho = tml_rotate2(c, s, x->far);
    *C = (tml_motion2){P->x + r.x + rho.x,
                       P->y + r.y + rho.y,
                       phi,
                       c,
                       s,
                       P->vx - P->w * r.y - w * rho.y,
                       P->vy + P->w * r.x + w * rho.x,
                       w};
    x->d[0] = p->rho[0] + r.x, x->d[1] = p->rho[1] + r.y;
    x->rho[0] = rho.x, x->rho[1] = rho.y;
    x->ww = w * w;
    x->C[0] = p->C[0] - (p->C[2] * x->d[1] + p->ww * x->d[0]);
    x->C[1] = p->C[1] + (p->C[2] * x->d[0] - p->ww * x->d[1]);
    x->C[2] = p->C[2];
}

/* The parent has frame F. */
static inline void place_second(const tml_link *l, const tml_link2 *x, const tml_motion2 *P, tml_motion2 *C,
                                const joint_motion *m)
{
    const tml_vec2 body = {P->c, P->s}, R = times(body, frame_of(l));
    const tml_vec2 r = tml_add2(rotate(body, x->near), rotate(R, (tml_vec2){m->pose.x, m->pose.y}));
    const tml_vec2 slide = rotate(R, (tml_vec2){m->speed.x, m->speed.y});
    C->phi = P->phi + x->angle + m->pose.angle;
    const tml_sine_cosine turn = tml_sincos(C->phi);
    C->c = turn.cosine, C->s = turn.sine;
    C->w = P->w + m->speed.angle;
    const tml_vec2 rho = rotate((tml_vec2){C->c, C->s}, x->far);
    C->x = P->x + r.x + rho.x, C->y = P->y + r.y + rho.y;
    C->vx = P->vx - P->w * r.y + slide.x - C->w * rho.y;
    C->vy = P->vy + P->w * r.x + slide.y + C->w * rho.x;
    tml_vec2 c = rotate(R, (tml_vec2){m->bias.x, m->bias.y});
    c.x += -P->w * P->w * r.x - 2 * P->w * slide.y - m->bias.angle * rho.y - C->w * C->w * rho.x;
    c.y += -P->w * P->w * r.y + 2 * P->w * slide.x + m->bias.angle * rho.x - C->w * C->w * rho.y;
    set_link(l, m, 1, R, rho, c);
}

/* The parent has frame M. */
static inline void place_first(const tml_link *l, const tml_link2 *x, const tml_motion2 *P, tml_motion2 *C,
                               const joint_motion *m)
{
    const tml_vec2 r = rotate((tml_vec2){P->c, P->s}, x->near);
    C->phi = P->phi + x->angle - m->pose.angle;
    const tml_sine_cosine turn = tml_sincos(C->phi);
    C->c = turn.cosine, C->s = turn.sine;
    C->w = P->w - m->speed.angle;
    const tml_vec2 body = {C->c, C->s}, R = times(body, frame_of(l));
    const tml_vec2 rho = tml_sub2(rotate(R, (tml_vec2){m->pose.x, m->pose.y}), rotate(body, x->far));
    const tml_vec2 slide = rotate(R, (tml_vec2){m->speed.x, m->speed.y});
    C->x = P->x + r.x - rho.x, C->y = P->y + r.y - rho.y;
    C->vx = P->vx - P->w * r.y - slide.x + C->w * rho.y;
    C->vy = P->vy + P->w * r.x - slide.y - C->w * rho.x;
    tml_vec2 c = tml_scale2(-1, rotate(R, (tml_vec2){m->bias.x, m->bias.y}));
    c.x += -P->w * P->w * r.x + 2 * C->w * slide.y - m->bias.angle * rho.y + C->w * C->w * rho.x;
    c.y += -P->w * P->w * r.y - 2 * C->w * slide.x + m->bias.angle * rho.x + C->w * C->w * rho.y;
    set_link(l, m, -1, R, tml_scale2(-1, rho), c);
}

/* Any other joint: its point of reference is the centre of mass. */
static void place_joint(const tml_link *l, tml_link2 *x, const tml_link2 *p, const tml_motion2 *P, tml_motion2 *C,
                        const double *q, const double *u)
{
    if (l->joint) {
        const joint_motion m = motion_of(l, q, u);
        if (l->branch->reversed)
            place_first(l, x, P, C, &m);
        else
            place_second(l, x, P, C, &m);
    } else if (l->parent) {
        place_free_of_parent(l, P, C, q, u);
    } else {
        place_free(l, C, q, u);
    }
    x->d[0] = p->rho[0] + (C->x - P->x), x->d[1] = p->rho[1] + (C->y - P->y);
    x->ww = C->w * C->w;
    l->c[0] -= p->ww * p->rho[0], l->c[1] -= p->ww * p->rho[1];
    x->C[0] = p->C[0] - p->C[2] * x->d[1] + l->c[0];
    x->C[1] = p->C[1] + p->C[2] * x->d[0] + l->c[1];
    x->C[2] = p->C[2] + l->c[2];
}

void tml_spanning_place_plane(tml_spanning *tree, tml_workspace *work, const double *q, const double *u)
{
    for (int i = 0; i < tree->count; i++) {
        const tml_link *l = &tree->links[i];
        tml_link2 *x = &tree->plane[i], *p = &tree->plane[l->parent_link];
        const tml_motion2 *P = &work->motion2[l->parent];
        tml_motion2 *C = &work->motion2[l->body];
        if (l->hinge)
            place_hinge(x, p, P, C, q[l->first_q], u[l->first_v]);
        else
            place_joint(l, x, p, P, C, q + l->first_q, u + l->first_v);
    }
}
