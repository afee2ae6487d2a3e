/* joint_coordinates.c - joint coordinates: computed from a state, their rates and displacements; ball joints as quaternions.
 *
 * The quaternion r of a ball joint rotates M in F, its angular velocity w is in the axes of F: r' = w r / 2; a small rotation d in the
 * axes of F takes r to exp(d) r.
 */
#include "dynamics/tree/spanning_tree.h"
#include <string.h>

static tml_quat quat_at(const double *q)
{
    return (tml_quat){q[0], q[1], q[2], q[3]};
}

static void put_quat(tml_quat r, double *q)
{
    q[0] = r.w, q[1] = r.x, q[2] = r.y, q[3] = r.z;
}

static void read_plain(const tml_link *l, const tml_workspace *work, double *q, double *u)
{
    const tml_system *s = work->system;
    for (int k = 0; k < l->coordinates - 3 * l->branch->ball; k++) {
        const tml_term term = s->coordinates[l->joint->first_coordinate + k].term;
        q[k] = term.coefficient * work->value[term.measure];
        u[k] = term.coefficient * work->rate[term.measure];
    }
}

static void read_ball(const tml_link *l, const tml_workspace *work, double *q, double *u)
{
    const int plain = l->coordinates - 3;
    const tml_motion3 *A = &work->motion3[l->joint ? l->joint->body1 : l->parent],
                      *B = &work->motion3[l->joint ? l->joint->body2 : l->body];
    const tml_mat3 F = l->joint ? tml_mat3_product(&A->R, &l->joint->F) : A->R,
                   M = l->joint ? tml_mat3_product(&B->R, &l->joint->M) : B->R;
    const tml_mat3 back = tml_mat3_transpose(&F), R = tml_mat3_product(&back, &M);
    put_quat(tml_quat_of_matrix(&R), q + plain);
    const tml_vec3 w = tml_rotate_back(&F, tml_sub(B->w, A->w));
    u[plain] = w.x, u[plain + 1] = w.y, u[plain + 2] = w.z;
}

static void read_free(const tml_link *l, const tml_workspace *work, double *q, double *u)
{
    if (work->system->space) {
        const tml_motion3 *m = &work->motion3[l->body], *P = &work->motion3[l->parent];
        const tml_vec3 d = tml_sub(m->x, P->x), v = tml_sub(tml_sub(m->v, P->v), tml_cross(P->w, d));
        const tml_vec3 place = l->parent ? tml_rotate_back(&P->R, d) : m->x,
                       speed = l->parent ? tml_rotate_back(&P->R, v) : m->v;
        q[0] = place.x, q[1] = place.y, q[2] = place.z;
        u[0] = speed.x, u[1] = speed.y, u[2] = speed.z;
    } else if (l->parent) {
        const tml_motion2 *m = &work->motion2[l->body], *P = &work->motion2[l->parent];
        const double dx = m->x - P->x, dy = m->y - P->y, vx = m->vx - P->vx + P->w * dy, vy = m->vy - P->vy - P->w * dx;
        q[0] = P->c * dx + P->s * dy, q[1] = P->c * dy - P->s * dx, q[2] = m->phi - P->phi;
        u[0] = P->c * vx + P->s * vy, u[1] = P->c * vy - P->s * vx, u[2] = m->w - P->w;
    } else {
        const tml_motion2 *m = &work->motion2[l->body];
        q[0] = m->x, q[1] = m->y, q[2] = m->phi;
        u[0] = m->vx, u[1] = m->vy, u[2] = m->w;
    }
}

void tml_spanning_read(const tml_spanning *tree, const tml_workspace *work, double *q, double *u)
{
    for (int i = 0; i < tree->count; i++) {
        const tml_link *l = &tree->links[i];
        double *at = q + l->branch->first_q, *speed = u + l->first_v;
        if (l->joint)
            read_plain(l, work, at, speed);
        else
            read_free(l, work, at, speed);
        if (l->branch->ball)
            read_ball(l, work, at, speed);
    }
}

void tml_spanning_rate(const tml_spanning *tree, const double *q, const double *u, double *qdot)
{
    if (tree->plain) {
        memcpy(qdot, u, (size_t)tree->system->tree_nv * sizeof(double));
        return;
    }
    for (int i = 0; i < tree->count; i++) {
        const tml_link *l = &tree->links[i];
        const int plain = l->coordinates - 3 * l->branch->ball, at = l->branch->first_q;
        for (int k = 0; k < plain; k++)
            qdot[at + k] = u[l->first_v + k];
        if (!l->branch->ball)
            continue;
        const double *p = q + at + plain, *w = u + l->first_v + plain;
        const tml_quat r = tml_quat_product((tml_quat){0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]}, quat_at(p));
        put_quat(r, qdot + at + plain);
    }
}

void tml_spanning_displace(const tml_spanning *tree, const double *d, double *q)
{
    for (int i = 0; i < tree->count; i++) {
        const tml_link *l = &tree->links[i];
        const int plain = l->coordinates - 3 * l->branch->ball, at = l->branch->first_q;
        for (int k = 0; k < plain; k++)
            q[at + k] += d[l->first_v + k];
        if (!l->branch->ball)
            continue;
        const double *rotation = d + l->first_v + plain;
        const tml_quat r =
            tml_quat_product(tml_quat_exp((tml_vec3){rotation[0], rotation[1], rotation[2]}), quat_at(q + at + plain));
        put_quat(tml_quat_unit(r), q + at + plain);
    }
}

void tml_spanning_to_displacement(const tml_spanning *tree, const double *q, const double *dq, double *d)
{
    for (int i = 0; i < tree->count; i++) {
        const tml_link *l = &tree->links[i];
        const int plain = l->coordinates - 3 * l->branch->ball, at = l->branch->first_q;
        memcpy(d + l->first_v, dq + at, (size_t)plain * sizeof(double));
        if (!l->branch->ball)
            continue;
        const double *p = q + at + plain;
        const tml_quat rotation = tml_quat_product(quat_at(dq + at + plain), (tml_quat){p[0], -p[1], -p[2], -p[3]});
        memcpy(d + l->first_v + plain, (double[]){2 * rotation.x, 2 * rotation.y, 2 * rotation.z}, 3 * sizeof(double));
    }
}

void tml_spanning_to_coordinates(const tml_spanning *tree, const double *q, const double *d, double *dq)
{
    for (int i = 0; i < tree->count; i++) {
        const tml_link *l = &tree->links[i];
        const int plain = l->coordinates - 3 * l->branch->ball, at = l->branch->first_q;
        memcpy(dq + at, d + l->first_v, (size_t)plain * sizeof(double));
        if (!l->branch->ball)
            continue;
        const double *rotation = d + l->first_v + plain;
        put_quat(tml_quat_product((tml_quat){0, 0.5 * rotation[0], 0.5 * rotation[1], 0.5 * rotation[2]},
                                  quat_at(q + at + plain)),
                 dq + at + plain);
    }
}
