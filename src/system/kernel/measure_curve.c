/* measure_curve.c - measures of a point M beside a curve of body 1: value, Jacobian, rate and bias.
 *
 * They are functions s(y) of the coordinates y of M in the frame F of the curve (contact/wire.h). With u = F s_y:
 *   s' = u . (d' - w_1 x d),   s'' without accelerations = that of u . d with u attached to body 1, + y' s_yy y'
 */
#include "system/kernel/kernels.h"
#include <string.h>

tml_foot tml_kernel_foot(const tml_workspace *work, int measure, tml_vec3 y, bool third)
{
    return tml_wire_foot(work->system->measures[measure].wire, y, (int)work->unwrapped[measure], third,
                         (tml_jet *)work->expression);
}

tml_wire_function tml_kernel_curve_function(const tml_workspace *work, int measure, const tml_foot *foot, bool third)
{
    const tml_measure *m = &work->system->measures[measure];
    const bool across = m->kind == TML_CURVE && m->axis != TML_X;
    const tml_wire_quantity quantity = m->kind == TML_CURVE_FRAME   ? TML_WIRE_FRAME
                                       : m->kind == TML_CURVE_ANGLE ? TML_WIRE_ANGLE
                                       : across                     ? TML_WIRE_ACROSS
                                                                    : TML_WIRE_LENGTH;
    const int which = m->kind == TML_CURVE_FRAME ? m->component : across ? (int)m->axis - 1 : 0;
    return tml_wire_quantity_at(m->wire, foot, quantity, which, third, (tml_jet *)work->expression);
}

/* What two bodies are to a measure; in the plane with z = 0. */
typedef struct {
    tml_vec3 s1, s2;         /* arms */
    tml_vec3 d, ddot, dbias; /* from the origin of F to M */
    tml_vec3 w;              /* of body 1 */
    tml_mat3 F;              /* axes of the curve, ground axes */
    tml_mat3 R1, R2;
} span;

static tml_vec3 centripetal(tml_vec3 w, tml_vec3 r)
{
    return tml_cross(w, tml_cross(w, r));
}

static void attach(span *e, const tml_measure *m)
{
    const tml_vec3 x = tml_rotate(&e->R1, m->a1), y = tml_rotate(&e->R1, m->b1);
    e->F = tml_columns(x, y, tml_cross(x, y));
    e->s1 = tml_rotate(&e->R1, m->p1), e->s2 = tml_rotate(&e->R2, m->p2);
}

static span span_space(const tml_motion3 *A, const tml_motion3 *B, const tml_measure *m)
{
    span e = {.R1 = A->R, .R2 = B->R, .w = A->w};
    attach(&e, m);
    e.d = tml_sub(tml_add(B->x, e.s2), tml_add(A->x, e.s1));
    e.ddot = tml_sub(tml_add(B->v, tml_cross(B->w, e.s2)), tml_add(A->v, tml_cross(A->w, e.s1)));
    e.dbias = tml_sub(centripetal(B->w, e.s2), centripetal(A->w, e.s1));
    return e;
}

static tml_motion3 lift(const tml_motion2 *m)
{
    return (tml_motion3){.x = {m->x, m->y, 0},
                         .v = {m->vx, m->vy, 0},
                         .w = {0, 0, m->w},
                         .w_B = {0, 0, m->w},
                         .R = {{{m->c, -m->s, 0}, {m->s, m->c, 0}, {0, 0, 1}}}};
}

/* J of u . d with u attached to body 1. */
static void put_jacobian(const span *e, tml_vec3 u, bool space, double *J)
{
    const tml_vec3 turn1 = tml_rotate_back(&e->R1, tml_sub(tml_cross(u, e->d), tml_cross(e->s1, u))),
                   turn2 = tml_rotate_back(&e->R2, tml_cross(e->s2, u));
    if (space)
        memcpy(J, (double[]){-u.x, -u.y, -u.z, turn1.x, turn1.y, turn1.z, u.x, u.y, u.z, turn2.x, turn2.y, turn2.z},
               12 * sizeof *J);
    else
        memcpy(J, (double[]){-u.x, -u.y, turn1.z, u.x, u.y, turn2.z}, 6 * sizeof *J);
}

static void evaluate(tml_workspace *work, int i, const span *e, const tml_foot *foot)
{
    const tml_wire_function s = tml_kernel_curve_function(work, i, foot, false);
    const tml_vec3 u = tml_rotate(&e->F, (tml_vec3){s.d1[0], s.d1[1], s.d1[2]});
    const tml_vec3 v = tml_sub(e->ddot, tml_cross(e->w, e->d)), rate = tml_rotate_back(&e->F, v);
    const double y[3] = {rate.x, rate.y, rate.z};
    const bool space = work->system->space;
    put_jacobian(e, u, space, work->J + (size_t)i * (space ? 12 : 6));
    work->value[i] = s.value;
    work->rate[i] = tml_dot(u, v);
    work->foot[i] = foot->panel;
    work->bias[i] =
        tml_dot(u, e->dbias) + 2 * tml_dot(tml_cross(e->w, u), e->ddot) + tml_dot(centripetal(e->w, u), e->d);
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
            work->bias[i] += y[k] * s.d2[k][l] * y[l];
}

static bool same_foot(const tml_system *s, int a, int b)
{
    const tml_measure *x = &s->measures[a], *y = &s->measures[b]; /* each joint has a wire of its own */
    return x->wire == y->wire && x->body2 == y->body2;
}

int tml_kernel_leading_foot(const tml_system *system, int measure)
{
    int i = 0;
    while (!same_foot(system, i, measure))
        i++;
    return i;
}

int tml_kernel_curve(tml_workspace *work, int first, int last)
{
    const tml_measure *m = &work->system->measures[first];
    span e;
    if (work->system->space)
        e = span_space(&work->motion3[m->body1], &work->motion3[m->body2], m);
    else {
        const tml_motion3 A = lift(&work->motion2[m->body1]), B = lift(&work->motion2[m->body2]);
        e = span_space(&A, &B, m);
    }
    const tml_foot foot = tml_kernel_foot(work, first, tml_rotate_back(&e.F, e.d), false);
    int i = first;
    for (; i < last && same_foot(work->system, first, i) && work->unwrapped[i] == work->unwrapped[first]; i++)
        evaluate(work, i, &e, &foot);
    return i;
}
