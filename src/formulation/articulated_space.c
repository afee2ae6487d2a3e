/* articulated_space.c - articulated bodies in space: inertias and forces towards the ground, accelerations from it.
 *
 * At a hinge S = (0, a), a its axis: with b = B a, j = J a, D = a.j
 *   A' = A - b b'/D,  B' = B - b j'/D,  J' = J - j j'/D
 */
#include "formulation/articulated.h"

enum { N = 6 };

/* ---- symmetric matrices and vectors ---- */

INLINE tml_vec3 at(const double *x)
{
    return (tml_vec3){x[0], x[1], x[2]};
}

INLINE void put(tml_vec3 a, double *to)
{
    to[0] = a.x, to[1] = a.y, to[2] = a.z;
}

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

/* A -= a b' + ... where that is symmetric */
INLINE void take_off_sym(tml_sym3 *A, tml_vec3 a, tml_vec3 b)
{
    A->xx -= a.x * b.x, A->xy -= a.x * b.y, A->xz -= a.x * b.z;
    A->yy -= a.y * b.y, A->yz -= a.y * b.z, A->zz -= a.z * b.z;
}

INLINE void take_off(tml_mat3 *B, tml_vec3 a, tml_vec3 b)
{
    B->m[0][0] -= a.x * b.x, B->m[0][1] -= a.x * b.y, B->m[0][2] -= a.x * b.z;
    B->m[1][0] -= a.y * b.x, B->m[1][1] -= a.y * b.y, B->m[1][2] -= a.y * b.z;
    B->m[2][0] -= a.z * b.x, B->m[2][1] -= a.z * b.y, B->m[2][2] -= a.z * b.z;
}

/* R J R' */
INLINE tml_sym3 turned(const tml_mat3 *R, const tml_sym3 *J)
{
    tml_vec3 r[3], RJ[3];
    UNROLL
    for (int i = 0; i < 3; i++)
        r[i] = at(R->m[i]), RJ[i] = times(J, r[i]);
    return (tml_sym3){tml_dot(RJ[0], r[0]), tml_dot(RJ[0], r[1]), tml_dot(RJ[0], r[2]),
                      tml_dot(RJ[1], r[1]), tml_dot(RJ[1], r[2]), tml_dot(RJ[2], r[2])};
}

/* ---- inertias and forces towards the ground ---- */

/* What a limb feels: its body and all that hangs on it. */
INLINE tml_felt3 felt_at(const tml_limb *l, const tml_work *work)
{
    const double m = l->mass, x = m * l->rho[0], y = m * l->rho[1], z = m * l->rho[2];
    tml_felt3 I = {
        {m, 0, 0, m, 0, m}, {{{0, z, -y}, {-z, 0, x}, {y, -x, 0}}}, turned(&work->motion3[l->body].R, &l->inertia), 0};
    I.made = trace(&I.J);
    if (!l->leaf) {
        const tml_felt3 *more = l->felt3;
        add_sym(&I.A, &more->A), add_sym(&I.J, &more->J);
        UNROLL
        for (int i = 0; i < 3; i++)
            UNROLL
        for (int k = 0; k < 3; k++)
            I.B.m[i][k] += more->B.m[i][k];
        I.made += more->made;
    }
    return I;
}

/* f, t at the point of reference: on the body, less what its centre of mass needs for circling, and handed on. */
INLINE void force_at(const tml_limb *l, const tml_work *work, const double *force, tml_vec3 *f, tml_vec3 *t)
{
    const double *Q = force + (l->body - 1) * N;
    *f = tml_sub(at(Q), tml_scale(l->mass, at(l->spin)));
    *t = tml_add(tml_turn(&work->motion3[l->body].R, at(Q + 3)), tml_cross(at(l->rho), *f));
    if (!l->leaf)
        *f = tml_add(*f, at(l->F)), *t = tml_add(*t, at(l->F + 3));
}

/* F_p += X' F */
INLINE void hand_on_force(const tml_limb *l, const tml_limb *p, tml_vec3 f, tml_vec3 t)
{
    t = tml_add(t, tml_cross(at(l->d), f));
    if (!l->first)
        f = tml_add(f, at(p->F)), t = tml_add(t, at(p->F + 3));
    put(f, p->F), put(t, p->F + 3);
}

/* I_p += X' I X: with d~ the matrix of d x and M = B - A d~/2:  A_p += A, B_p += B - A d~, J_p += J + d~ M + (d~ M)' */
INLINE void hand_on_inertia(const tml_limb *l, const tml_limb *p, const tml_felt3 *I, double made)
{
    const tml_vec3 d = at(l->d),
                   a[3] = {{I->A.xx, I->A.xy, I->A.xz}, {I->A.xy, I->A.yy, I->A.yz}, {I->A.xz, I->A.yz, I->A.zz}};
    tml_felt3 to = *I, *P = p->felt3;
    tml_vec3 M[3];
    UNROLL
    for (int i = 0; i < 3; i++) { /* rows of -A d~: d x a */
        const tml_vec3 b = tml_cross(d, a[i]);
        M[i] = tml_add(at(I->B.m[i]), tml_scale(0.5, b));
        to.B.m[i][0] += b.x, to.B.m[i][1] += b.y, to.B.m[i][2] += b.z;
    }
    to.J.xx += 2 * (d.y * M[2].x - d.z * M[1].x);
    to.J.yy += 2 * (d.z * M[0].y - d.x * M[2].y);
    to.J.zz += 2 * (d.x * M[1].z - d.y * M[0].z);
    to.J.xy += (d.y * M[2].y - d.z * M[1].y) + (d.z * M[0].x - d.x * M[2].x);
    to.J.xz += (d.y * M[2].z - d.z * M[1].z) + (d.x * M[1].x - d.y * M[0].x);
    to.J.yz += (d.z * M[0].z - d.x * M[2].z) + (d.x * M[1].y - d.y * M[0].y);
    to.made = made;
    if (!l->first) {
        add_sym(&to.A, &P->A), add_sym(&to.J, &P->J);
        UNROLL
        for (int i = 0; i < 3; i++)
            UNROLL
        for (int k = 0; k < 3; k++)
            to.B.m[i][k] += P->B.m[i][k];
        to.made += P->made;
    }
    *P = to;
}

/* The turning inertia that is handed on before anything gives way. */
INLINE double made_of(const tml_limb *l, const tml_felt3 *I)
{
    return trace(&I->J) + trace(&I->A) * tml_dot(at(l->d), at(l->d));
}

/* I (v, w) */
INLINE void times_inertia(const tml_felt3 *I, tml_vec3 v, tml_vec3 w, tml_vec3 *f, tml_vec3 *t)
{
    *f = tml_add(times(&I->A, v), tml_turn(&I->B, w));
    *t = tml_add(tml_turn_back(&I->B, v), times(&I->J, w));
}

INLINE bool pass_hinge(const tml_limb *l, const tml_limb *p, const tml_work *work, const double *force, double *z)
{
    tml_felt3 I = felt_at(l, work);
    const tml_vec3 a = at(l->S + 3), b = tml_turn(&I.B, a), j = times(&I.J, a);
    const double D = tml_dot(a, j);
    if (!(D > INERTIA_LEAST * I.made))
        return false;
    const double inverse = 1 / D, scale = sqrt(D) * inverse, made = made_of(l, &I);
    l->L[0] = scale;
    put(tml_scale(scale, b), l->Y), put(tml_scale(scale, j), l->Y + 3);
    const tml_vec3 bD = tml_scale(inverse, b), jD = tml_scale(inverse, j);
    take_off_sym(&I.A, b, bD), take_off(&I.B, b, jD), take_off_sym(&I.J, j, jD);
    if (l->parent)
        hand_on_inertia(l, p, &I, made);
    if (!force)
        return true;
    tml_vec3 f, t, held_f, held_t;
    force_at(l, work, force, &f, &t);
    const double pull = tml_dot(a, t);
    z[0] = scale * pull;
    times_inertia(&I, tml_add(at(l->c), at(p->spin)), at(l->c + 3), &held_f, &held_t);
    f = tml_sub(tml_sub(f, tml_scale(pull, bD)), held_f);
    t = tml_sub(tml_sub(t, tml_scale(pull, jD)), held_t);
    if (l->parent)
        hand_on_force(l, p, f, t);
    return true;
}

static bool pass_joint(const tml_limb *l, const tml_limb *p, const tml_work *work, const double *force, double *z)
{
    tml_felt3 I = felt_at(l, work);
    tml_vec3 f, t, held_f, held_t;
    for (int k = 0; k < l->freedoms; k++) {
        times_inertia(&I, at(l->S + k * N), at(l->S + k * N + 3), &f, &t);
        put(f, l->Y + k * N), put(t, l->Y + k * N + 3);
    }
    if (!eliminate(l, N))
        return false;
    const double made = made_of(l, &I);
    for (int k = 0; k < l->freedoms; k++) {
        const tml_vec3 y = at(l->Y + k * N), w = at(l->Y + k * N + 3);
        take_off_sym(&I.A, y, y), take_off(&I.B, y, w), take_off_sym(&I.J, w, w);
    }
    if (l->parent)
        hand_on_inertia(l, p, &I, made);
    if (!force)
        return true;
    double F[N];
    force_at(l, work, force, &f, &t);
    put(f, F), put(t, F + 3);
    absorb(l, F, z, N);
    times_inertia(&I, tml_add(at(l->c), at(p->spin)), at(l->c + 3), &held_f, &held_t);
    if (l->parent)
        hand_on_force(l, p, tml_sub(at(F), held_f), tml_sub(at(F + 3), held_t));
    return true;
}

int tml_spanning_factor_space(tml_spanning *t, const tml_work *work, const double *force, double *z)
{
    for (int i = t->count - 1; i >= 0; i--) {
        const tml_limb *l = &t->limbs[i], *p = &t->limbs[l->up];
        if (l->hinge ? !pass_hinge(l, p, work, force, z + l->at) : !pass_joint(l, p, work, force, z + l->at))
            return 1;
    }
    return 0;
}

/* ---- accelerations from the ground ---- */

/* At the point of reference, by the parent's acceleration alone. */
INLINE void carry(const tml_limb *l, const double *P, bool with_c, tml_vec3 *a, tml_vec3 *turn)
{
    *turn = at(P + 3);
    *a = tml_add(at(P), tml_cross(*turn, at(l->r)));
    if (with_c)
        *a = tml_add(*a, at(l->c)), *turn = tml_add(*turn, at(l->c + 3));
}

/* From there to the centre of mass. */
INLINE void settle(const tml_limb *l, bool with_c, tml_vec3 a, tml_vec3 turn, double *to)
{
    a = tml_add(a, tml_cross(turn, at(l->rho)));
    put(with_c ? tml_add(a, at(l->spin)) : a, to), put(turn, to + 3);
}

INLINE void spread_all(tml_spanning *t, const double *z, bool with_c, double *udot)
{
    for (int i = 0; i < t->count; i++) {
        const tml_limb *l = &t->limbs[i];
        double *u = udot + l->at;
        tml_vec3 a, turn;
        carry(l, t->A + l->parent * N, with_c, &a, &turn);
        if (l->hinge) {
            u[0] = l->L[0] * (z[l->at] - tml_dot(at(l->Y), a) - tml_dot(at(l->Y + 3), turn));
            turn = tml_add(turn, tml_scale(u[0], at(l->S + 3)));
        } else {
            double A[N];
            put(a, A), put(turn, A + 3);
            accelerate(l, z + l->at, A, u, N);
            add_motion(l, u, A, N);
            a = at(A), turn = at(A + 3);
        }
        settle(l, with_c, a, turn, t->A + l->body * N);
    }
}

void tml_spanning_spread_space(tml_spanning *tree, const double *z, bool with_c, double *udot)
{
    if (with_c)
        spread_all(tree, z, true, udot);
    else
        spread_all(tree, z, false, udot);
}

void tml_spanning_velocity_space(tml_spanning *t, const double *u, bool with_c)
{
    for (int i = 0; i < t->count; i++) {
        const tml_limb *l = &t->limbs[i];
        tml_vec3 a, turn;
        double A[N];
        carry(l, t->A + l->parent * N, with_c, &a, &turn);
        put(a, A), put(turn, A + 3);
        add_motion(l, u + l->at, A, N);
        settle(l, with_c, at(A), at(A + 3), t->A + l->body * N);
    }
}
