/* plane_bodies.c - bodies of a planar tree written out: poses, velocities, columns of their Jacobian, bias accelerations, parents first.
 *
 * As in tree/kinematics_plane.c, between centres of mass: r from the parent's to the origin o of M, rho from o to its own,
 *   c = -w_p^2 r + 2 w_p x R_F s_v - w^2 rho,      a column of an ancestor is moved by (w x) the distance.
 * Where the parent is the joint's second body the signs of s, and of rho, change, and the Coriolis term rotates with the body.
 */
#include "dynamics/written_out/plane_writer.h"

static int link_number(tml_plane_writer *w, int link, int field)
{
    return tml_written_number(w, w->numbers->at.link[link] + field);
}

static tml_value2 link_vector(tml_plane_writer *w, int link, int field)
{
    return tml_written_vector(w, w->numbers->at.link[link] + field);
}

static void write_ground(tml_plane_writer *w)
{
    const int zero = tml_zero(w);
    tml_written_body *b = &w->bodies[0];
    *b = (tml_written_body){zero, zero, zero, tml_value_constant(w->g, 1), zero, zero, zero, zero, {zero, zero}, NULL};
}

static void make_columns(tml_plane_writer *w, tml_written_body *b)
{
    b->column = tml_arena_take(w->arena, sizeof *b->column * (size_t)(w->to->n + 1));
    for (int j = 0; j < w->to->n; j++)
        b->column[j][0] = b->column[j][1] = b->column[j][2] = tml_zero(w);
}

/* Columns of the ancestors, at a distance. */
static void move_columns(tml_plane_writer *w, const tml_written_body *p, tml_written_body *b)
{
    const int dx = tml_less(w, b->x, p->x), dy = tml_less(w, b->y, p->y);
    for (int j = 0; p->column && j < w->to->n; j++) {
        const int *from = p->column[j];
        b->column[j][0] = tml_less(w, from[0], tml_times(w, from[2], dy));
        b->column[j][1] = tml_plus(w, from[1], tml_times(w, from[2], dx));
        b->column[j][2] = from[2];
    }
}

/* What a joint adds to its zero pose: sums of S q. */
typedef struct {
    int x, y, angle;
} tml_value3;

static tml_value3 joint_sum(tml_plane_writer *w, int link, int first, bool pose)
{
    tml_value3 sum = {tml_zero(w), tml_zero(w), tml_zero(w)};
    if (pose)
        sum = (tml_value3){link_number(w, link, TML_LINK_POSE), link_number(w, link, TML_LINK_POSE + 1),
                           link_number(w, link, TML_LINK_POSE + 2)};
    for (int k = 0; k < w->e->relative->tree->links[link].coordinates; k++) {
        const int at = TML_LINK_SUBSPACE + 3 * k;
        sum.x = tml_plus(w, sum.x, tml_times(w, link_number(w, link, at), first + k));
        sum.y = tml_plus(w, sum.y, tml_times(w, link_number(w, link, at + 1), first + k));
        sum.angle = tml_plus(w, sum.angle, tml_times(w, link_number(w, link, at + 2), first + k));
    }
    return sum;
}

static void write_angle(tml_plane_writer *w, tml_written_body *b, int phi)
{
    b->phi = phi;
    tml_value_sine(w->g, phi, &b->s, &b->c);
}

/* x = x_p + r + rho, v and c by r, rho and the velocity `slide` that the joint adds, in the axes that rotate at w_slide. */
static void write_motion(tml_plane_writer *w, const tml_written_body *p, tml_written_body *b, tml_value2 r,
                         tml_value2 rho, tml_value2 slide, int w_slide)
{
    const int two = tml_value_constant(w->g, 2), turning = tml_times(w, two, w_slide);
    const int wp = tml_times(w, p->w, p->w), wb = tml_times(w, b->w, b->w);
    b->x = tml_plus(w, p->x, tml_plus(w, r.x, rho.x));
    b->y = tml_plus(w, p->y, tml_plus(w, r.y, rho.y));
    b->vx = tml_less(w, tml_plus(w, tml_less(w, p->vx, tml_times(w, p->w, r.y)), slide.x), tml_times(w, b->w, rho.y));
    b->vy = tml_plus(w, tml_plus(w, tml_plus(w, p->vy, tml_times(w, p->w, r.x)), slide.y), tml_times(w, b->w, rho.x));
    const int cx =
        tml_plus(w, tml_plus(w, tml_times(w, wp, r.x), tml_times(w, wb, rho.x)), tml_times(w, turning, slide.y));
    const int cy =
        tml_less(w, tml_plus(w, tml_times(w, wp, r.y), tml_times(w, wb, rho.y)), tml_times(w, turning, slide.x));
    b->bias = (tml_value2){tml_less(w, p->bias.x, cx), tml_less(w, p->bias.y, cy)};
}

static void write_hinge(tml_plane_writer *w, int link, const tml_link *l, const tml_written_body *p,
                        tml_written_body *b)
{
    const int sign = link_number(w, link, TML_LINK_SIGN), q = w->to->q + l->first_q, u = w->to->u + l->first_v;
    write_angle(w, b, tml_plus(w, p->phi, tml_plus(w, link_number(w, link, TML_LINK_ANGLE), tml_times(w, sign, q))));
    b->w = tml_plus(w, p->w, tml_times(w, sign, u));
    const tml_value2 r = tml_turned(w, (tml_value2){p->c, p->s}, link_vector(w, link, TML_LINK_NEAR));
    const tml_value2 rho = tml_turned(w, (tml_value2){b->c, b->s}, link_vector(w, link, TML_LINK_FAR));
    write_motion(w, p, b, r, rho, (tml_value2){tml_zero(w), tml_zero(w)}, tml_zero(w));
    move_columns(w, p, b);
    int *column = b->column[l->first_v];
    column[0] = tml_value_negate(w->g, tml_times(w, sign, rho.y));
    column[1] = tml_times(w, sign, rho.x);
    column[2] = sign;
}

static void add_columns(tml_plane_writer *w, int link, const tml_link *l, tml_written_body *b, tml_value2 R,
                        tml_value2 arm, bool reversed)
{
    for (int k = 0; k < l->coordinates; k++) {
        const int at = TML_LINK_SUBSPACE + 3 * k, turn = link_number(w, link, at + 2);
        const tml_value2 slide = tml_turned(w, R, link_vector(w, link, at));
        int *column = b->column[l->first_v + k];
        column[0] = tml_less(w, slide.x, tml_times(w, turn, arm.y));
        column[1] = tml_plus(w, slide.y, tml_times(w, turn, arm.x));
        column[2] = turn;
        for (int i = 0; reversed && i < 3; i++)
            column[i] = tml_value_negate(w->g, column[i]);
    }
}

/* A joint whose subspace is constant in F: the parent has frame F, or (reversed) frame M. */
static void write_joint(tml_plane_writer *w, int link, const tml_link *l, const tml_written_body *p,
                        tml_written_body *b)
{
    const bool reversed = l->branch->reversed;
    const tml_value3 pose = joint_sum(w, link, w->to->q + l->first_q, true),
                     speed = joint_sum(w, link, w->to->u + l->first_v, false);
    const int angle = tml_plus(w, p->phi, link_number(w, link, TML_LINK_ANGLE));
    write_angle(w, b, (reversed ? tml_less : tml_plus)(w, angle, pose.angle));
    b->w = (reversed ? tml_less : tml_plus)(w, p->w, speed.angle);
    const tml_value2 parent = {p->c, p->s}, own = {b->c, b->s};
    const tml_value2 R = tml_turned(w, reversed ? own : parent, link_vector(w, link, TML_LINK_FRAME));
    const tml_value2 place = tml_turned(w, R, (tml_value2){pose.x, pose.y});
    const tml_value2 near = tml_turned(w, parent, link_vector(w, link, TML_LINK_NEAR)),
                     far = tml_turned(w, own, link_vector(w, link, TML_LINK_FAR));
    tml_value2 slide = tml_turned(w, R, (tml_value2){speed.x, speed.y}), r = near, rho = far;
    if (reversed) {
        slide = (tml_value2){tml_value_negate(w->g, slide.x), tml_value_negate(w->g, slide.y)};
        rho = (tml_value2){tml_less(w, far.x, place.x), tml_less(w, far.y, place.y)};
    } else {
        r = (tml_value2){tml_plus(w, near.x, place.x), tml_plus(w, near.y, place.y)};
    }
    write_motion(w, p, b, r, rho, slide, reversed ? b->w : p->w);
    move_columns(w, p, b);
    add_columns(w, link, l, b, R, rho, reversed);
}

static void write_free(tml_plane_writer *w, const tml_link *l, tml_written_body *b)
{
    const int q = w->to->q + l->first_q, u = w->to->u + l->first_v, zero = tml_zero(w);
    b->x = q, b->y = q + 1;
    write_angle(w, b, q + 2);
    b->vx = u, b->vy = u + 1, b->w = u + 2;
    b->bias = (tml_value2){zero, zero};
    for (int k = 0; k < 3; k++)
        b->column[l->first_v + k][k] = tml_value_constant(w->g, 1);
}

void tml_write_bodies(tml_plane_writer *w)
{
    const tml_spanning *tree = w->e->relative->tree;
    write_ground(w);
    for (int i = 0; i < tree->count; i++) {
        const tml_link *l = &tree->links[i];
        const tml_written_body *p = &w->bodies[l->parent];
        tml_written_body *b = &w->bodies[l->body];
        make_columns(w, b);
        if (l->hinge)
            write_hinge(w, i, l, p, b);
        else if (l->joint)
            write_joint(w, i, l, p, b);
        else
            write_free(w, l, b);
    }
}
