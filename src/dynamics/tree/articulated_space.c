/* articulated_space.c - articulated-body algorithm (Featherstone ch. 7) in space: backward pass of articulated inertias and forces to
 * the ground, forward pass of accelerations.
 *
 * At a hinge S = (0, a), a its axis: with b = B a, j = J a, D = a.j
 *   A' = A - b b'/D,  B' = B - b j'/D,  J' = J - j j'/D
 */
#include "dynamics/tree/articulated.h"

enum { N = 6 };

/* ---- symmetric matrices and vectors ---- */

INLINE tml_vec3 times(const tml_sym3 *A, tml_vec3 u)
{
    return (tml_vec3){A->xx * u.x + A->xy * u.y + A->xz * u.z, A->xy * u.x + A->yy * u.y + A->yz * u.z,
                      A->xz * u.x + A->yz * u.y + A->zz * u.z};
}

INLINE double trace(const tml_sym3 *A)
{
    return A->xx + A->yy + A->zz;
}

INLINE void add_sym(tml_sym3 *A, const tml_sym3 *B)
{
    A->xx += B->xx, A->xy += B->xy, A->xz += B->xz;
    A->yy += B->yy, A->yz += B->yz, A->zz += B->zz;
}

/* A -= a b', where that is symmetric */
INLINE void subtract_outer_sym(tml_sym3 *A, tml_vec3 a, tml_vec3 b)
{
    A->xx -= a.x * b.x, A->xy -= a.x * b.y, A->xz -= a.x * b.z;
    A->yy -= a.y * b.y, A->yz -= a.y * b.z, A->zz -= a.z * b.z;
}

INLINE void subtract_outer(tml_mat3 *B, tml_vec3 a, tml_vec3 b)
{
    B->m[0][0] -= a.x * b.x, B->m[0][1] -= a.x * b.y, B->m[0][2] -= a.x * b.z;
    B->m[1][0] -= a.y * b.x, B->m[1][1] -= a.y * b.y, B->m[1][2] -= a.y * b.z;
    B->m[2][0] -= a.z * b.x, B->m[2][1] -= a.z * b.y, B->m[2][2] -= a.z * b.z;
}

/* R J R' */
INLINE tml_sym3 rotate_inertia(const tml_mat3 *R, const tml_sym3 *J)
{
    tml_vec3 r[3], RJ[3];
    UNROLL
    for (int i = 0; i < 3; i++)
        r[i] = vec_at(R->m[i]), RJ[i] = times(J, r[i]);
    return (tml_sym3){tml_dot(RJ[0], r[0]), tml_dot(RJ[0], r[1]), tml_dot(RJ[0], r[2]),
                      tml_dot(RJ[1], r[1]), tml_dot(RJ[1], r[2]), tml_dot(RJ[2], r[2])};
}

/* ---- backward pass: articulated inertias and forces ---- */

/* Articulated inertia of a link: its body and its subtree. */
INLINE tml_articulated_inertia3 articulated_inertia(const tml_link *l, const tml_link3 *x, const tml_sym3 *own)
{
    const double m = x->mass;
    const tml_vec3 b = tml_scale(m, vec_at(x->rho));
    tml_articulated_inertia3 I = {{m, 0, 0, m, 0, m}, {{{0, b.z, -b.y}, {-b.z, 0, b.x}, {b.y, -b.x, 0}}}, *own, 0};
    I.pivot_scale = trace(&I.J);
    if (!l->leaf) {
        const tml_articulated_inertia3 *more = &x->from_children;
        add_sym(&I.A, &more->A), add_sym(&I.J, &more->J);
        UNROLL
        for (int i = 0; i < 3; i++)
            UNROLL
        for (int k = 0; k < 3; k++)
            I.B.m[i][k] += more->B.m[i][k];
        I.pivot_scale += more->pivot_scale;
    }
    return I;
}

/* Articulated force f, t at the point of reference: applied to the body, minus the inertia forces of C and of the
 * centripetal acceleration of its centre of mass, plus the contribution of its children. own: the body's rotational
 * inertia about that point. */
INLINE void articulated_force(const tml_link *l, const tml_link3 *x, const tml_workspace *work, const tml_sym3 *own,
                              const double *force, tml_vec3 *f, tml_vec3 *t)
{
    const double *Q = force + (l->body - 1) * N;
    const tml_vec3 rho = vec_at(x->rho), alpha = vec_at(x->C + 3), torque = vec_at(Q + 3);
    const tml_vec3 linear = tml_sub(vec_at(Q), tml_scale(x->mass, tml_add(vec_at(x->C), vec_at(x->centripetal))));
    *f = tml_sub(linear, tml_scale(x->mass, tml_cross(alpha, rho)));
    *t = tml_add(tml_sub(tml_rotate(&work->motion3[l->body].R, torque), times(own, alpha)), tml_cross(rho, linear));
    if (!l->leaf)
        *f = tml_add(*f, vec_at(x->F)), *t = tml_add(*t, vec_at(x->F + 3));
}

/* F_p += X' F */
INLINE void propagate_force(const tml_link *l, const tml_link3 *x, tml_link3 *p, tml_vec3 f, tml_vec3 t)
{
    t = tml_add(t, tml_cross(vec_at(x->d), f));
    if (!l->first)
        f = tml_add(f, vec_at(p->F)), t = tml_add(t, vec_at(p->F + 3));
    put_vec(f, p->F), put_vec(t, p->F + 3);
}

/* I_p += X' I X: with d~ the matrix of d x and M = B - A d~/2:  A_p += A, B_p += B - A d~, J_p += J + d~ M + (d~ M)' */
INLINE void propagate_inertia(const tml_link *l, const tml_link3 *x, tml_link3 *p, const tml_articulated_inertia3 *I,
                              double pivot_scale)
{
    const tml_vec3 d = vec_at(x->d),
                   a[3] = {{I->A.xx, I->A.xy, I->A.xz}, {I->A.xy, I->A.yy, I->A.yz}, {I->A.xz, I->A.yz, I->A.zz}};
    tml_articulated_inertia3 to = *I, *P = &p->from_children;
    tml_vec3 M[3];
    UNROLL
    for (int i = 0; i < 3; i++) { /* rows of -A d~: d x a */
        const tml_vec3 b = tml_cross(d, a[i]);
        M[i] = tml_add(vec_at(I->B.m[i]), tml_scale(0.5, b));
        to.B.m[i][0] += b.x, to.B.m[i][1] += b.y, to.B.m[i][2] += b.z;
    }
    to.J.xx += 2 * (d.y * M[2].x - d.z * M[1].x);
    to.J.yy += 2 * (d.z * M[0].y - d.x * M[2].y);
    to.J.zz += 2 * (d.x * M[1].z - d.y * M[0].z);
    to.J.xy += (d.y * M[2].y - d.z * M[1].y) + (d.z * M[0].x - d.x * M[2].x);
    to.J.xz += (d.y * M[2].z - d.z * M[1].z) + (d.x * M[1].x - d.y * M[0].x);
    to.J.yz += (d.z * M[0].z - d.x * M[2].z) + (d.x * M[1].y - d.y * M[0].y);
    to.pivot_scale = pivot_scale;
    if (!l->first) {
        add_sym(&to.A, &P->A), add_sym(&to.J, &P->J);
        UNROLL
        for (int i = 0; i < 3; i++)
            UNROLL
        for (int k = 0; k < 3; k++)
            to.B.m[i][k] += P->B.m[i][k];
        to.pivot_scale += P->pivot_scale;
    }
    *P = to;
}

/* The rotational inertia propagated to the parent, before elimination. */
INLINE double pivot_scale_of(const tml_link3 *x, const tml_articulated_inertia3 *I)
{
    return trace(&I->J) + trace(&I->A) * tml_dot(vec_at(x->d), vec_at(x->d));
}

/* I (v, w) */
INLINE void times_inertia(const tml_articulated_inertia3 *I, tml_vec3 v, tml_vec3 w, tml_vec3 *f, tml_vec3 *t)
{
    *f = tml_add(times(&I->A, v), tml_rotate(&I->B, w));
    *t = tml_add(tml_rotate_back(&I->B, v), times(&I->J, w));
}

INLINE bool eliminate_hinge(const tml_link *l, tml_link3 *x, tml_link3 *p, const tml_workspace *work,
                            const double *force, double *z)
{
    const tml_sym3 own = rotate_inertia(&work->motion3[l->body].R, &x->inertia);
    tml_articulated_inertia3 I = articulated_inertia(l, x, &own);
    const tml_vec3 a = vec_at(x->S + 3), b = tml_rotate(&I.B, a), j = times(&I.J, a);
    const double D = tml_dot(a, j);
    if (!(D > MIN_INERTIA * I.pivot_scale))
        return false;
    const double inverse = 1 / D, scale = sqrt(D) * inverse;
    x->L = scale;
    put_vec(tml_scale(scale, b), x->Y), put_vec(tml_scale(scale, j), x->Y + 3);
    const tml_vec3 bD = tml_scale(inverse, b), jD = tml_scale(inverse, j);
    if (l->parent) { /* the ground feels nothing */
        const double pivot_scale = pivot_scale_of(x, &I);
        subtract_outer_sym(&I.A, b, bD), subtract_outer(&I.B, b, jD), subtract_outer_sym(&I.J, j, jD);
        propagate_inertia(l, x, p, &I, pivot_scale);
    }
    if (!force)
        return true;
    tml_vec3 f, t;
    articulated_force(l, x, work, &own, force, &f, &t);
    const double torque = tml_dot(a, t);
    z[l->first_v] = scale * torque;
    if (l->parent)
        propagate_force(l, x, p, tml_sub(f, tml_scale(torque, bD)), tml_sub(t, tml_scale(torque, jD)));
    return true;
}

static bool eliminate_joint(const tml_link *l, tml_link3 *x, tml_link3 *p, const tml_workspace *work,
                            const double *force, double *z)
{
    const tml_sym3 own = rotate_inertia(&work->motion3[l->body].R, &x->inertia);
    tml_articulated_inertia3 I = articulated_inertia(l, x, &own);
    tml_vec3 f, t;
    for (int k = 0; k < l->coordinates; k++) {
        times_inertia(&I, vec_at(l->S + k * N), vec_at(l->S + k * N + 3), &f, &t);
        put_vec(f, l->Y + k * N), put_vec(t, l->Y + k * N + 3);
    }
    if (!eliminate(l, N))
        return false;
    if (l->parent) {
        const double pivot_scale = pivot_scale_of(x, &I);
        for (int k = 0; k < l->coordinates; k++) {
            const tml_vec3 y = vec_at(l->Y + k * N), w = vec_at(l->Y + k * N + 3);
            subtract_outer_sym(&I.A, y, y), subtract_outer(&I.B, y, w), subtract_outer_sym(&I.J, w, w);
        }
        propagate_inertia(l, x, p, &I, pivot_scale);
    }
    if (!force)
        return true;
    double F[N];
    articulated_force(l, x, work, &own, force, &f, &t);
    put_vec(f, F), put_vec(t, F + 3);
    eliminate_force(l, F, z + l->first_v, N);
    if (l->parent)
        propagate_force(l, x, p, vec_at(F), vec_at(F + 3));
    return true;
}

int tml_spanning_factor_space(tml_spanning *t, const tml_workspace *work, const double *force, double *z)
{
    for (int i = t->count - 1; i >= 0; i--) {
        const tml_link *l = &t->links[i];
        tml_link3 *x = &t->space[i], *p = &t->space[l->parent_link];
        if (x->hinge ? !eliminate_hinge(l, x, p, work, force, z) : !eliminate_joint(l, x, p, work, force, z))
            return 1;
    }
    return 0;
}

/* ---- forward pass: accelerations ---- */

/* Acceleration of the point of reference due to the parent's alone. */
INLINE void parent_acceleration(const tml_link3 *x, const tml_link3 *p, tml_vec3 *a, tml_vec3 *alpha)
{
    *alpha = vec_at(p->A + 3);
    *a = tml_add(vec_at(p->A), tml_cross(*alpha, vec_at(x->d)));
}

/* C at the centre of mass */
INLINE tml_vec3 bias_acceleration(const tml_link3 *x)
{
    return tml_add(tml_add(vec_at(x->C), vec_at(x->centripetal)), tml_cross(vec_at(x->C + 3), vec_at(x->rho)));
}

/* Acceleration of the point of reference and of the centre of mass. */
INLINE void set_acceleration(tml_link3 *x, bool with_c, tml_vec3 a, tml_vec3 alpha, double *centre)
{
    put_vec(a, x->A), put_vec(alpha, x->A + 3);
    a = tml_add(a, tml_cross(alpha, vec_at(x->rho)));
    if (with_c)
        a = tml_add(a, bias_acceleration(x)), alpha = tml_add(alpha, vec_at(x->C + 3));
    put_vec(a, centre), put_vec(alpha, centre + 3);
}

INLINE void forward_pass(tml_spanning *t, const double *z, bool with_c, double *udot)
{
    for (int i = 0; i < t->count; i++) {
        const tml_link *l = &t->links[i];
        tml_link3 *x = &t->space[i];
        double *u = udot + l->first_v;
        tml_vec3 a, alpha;
        parent_acceleration(x, &t->space[l->parent_link], &a, &alpha);
        if (x->hinge) {
            u[0] = x->L * ((z[l->first_v] - tml_dot(vec_at(x->Y + 3), alpha)) - tml_dot(vec_at(x->Y), a));
            alpha = tml_add(alpha, tml_scale(u[0], vec_at(x->S + 3)));
        } else {
            double A[N];
            put_vec(a, A), put_vec(alpha, A + 3);
            accelerate(l, z + l->first_v, A, u, N);
            add_motion(l, u, A, N);
            a = vec_at(A), alpha = vec_at(A + 3);
        }
        set_acceleration(x, with_c, a, alpha, t->A + l->body * N);
    }
}

void tml_spanning_forward_pass_space(tml_spanning *tree, const double *z, bool with_c, double *udot)
{
    if (with_c)
        forward_pass(tree, z, true, udot);
    else
        forward_pass(tree, z, false, udot);
}

void tml_spanning_velocity_space(tml_spanning *t, const double *u, bool with_c)
{
    for (int i = 0; i < t->count; i++) {
        const tml_link *l = &t->links[i];
        tml_vec3 a, alpha;
        double A[N];
        parent_acceleration(&t->space[i], &t->space[l->parent_link], &a, &alpha);
        put_vec(a, A), put_vec(alpha, A + 3);
        add_motion(l, u + l->first_v, A, N);
        set_acceleration(&t->space[i], with_c, vec_at(A), vec_at(A + 3), t->A + l->body * N);
    }
}

void tml_spanning_bias_acceleration_space(tml_spanning *t)
{
    for (int i = 0; i < t->count; i++) {
        double *centre = t->A + t->links[i].body * N;
        put_vec(bias_acceleration(&t->space[i]), centre), put_vec(vec_at(t->space[i].C + 3), centre + 3);
    }
}
