/* articulated_plane.c - articulated bodies in the plane: inertias and forces towards the ground, accelerations from it.
 *
 * At a hinge S = (0, 0, +-1): D is the turning inertia J felt there, and nothing but a mass is handed on from it:
 *   A' = A - B B'/J,  f' = f - B t/J - A' c           t: the torque felt
 * From there the turning acceleration of the body is (t - B.a)/J, a that of the hinge.
 */
#include "formulation/articulated.h"

enum { N = 3 };

/* ---- inertias and forces towards the ground ---- */

/* What a limb feels: its body and all that hangs on it. */
INLINE tml_felt2 felt_at(const tml_limb *l)
{
    const double m = l->mass, J = l->inertia.zz;
    tml_felt2 I = {m, 0, m, -m * l->rho[1], m * l->rho[0], J, J};
    if (!l->leaf) {
        const tml_felt2 *more = l->felt2;
        I.xx += more->xx, I.xy += more->xy, I.yy += more->yy;
        I.x += more->x, I.y += more->y;
        I.J += more->J, I.made += more->made;
    }
    return I;
}

/* f, t at the point of reference: on the body, less what its centre of mass needs for circling, and handed on. */
INLINE void force_at(const tml_limb *l, const double *force, double F[N])
{
    const double *Q = force + (l->body - 1) * N;
    F[0] = Q[0] - l->mass * l->spin[0], F[1] = Q[1] - l->mass * l->spin[1];
    F[2] = Q[2] + (l->rho[0] * F[1] - l->rho[1] * F[0]);
    if (!l->leaf)
        F[0] += l->F[0], F[1] += l->F[1], F[2] += l->F[2];
}

/* F_p += X' F */
INLINE void hand_on_force(const tml_limb *l, const tml_limb *p, const double F[N])
{
    const double t = F[2] + (l->d[0] * F[1] - l->d[1] * F[0]);
    if (l->first)
        p->F[0] = F[0], p->F[1] = F[1], p->F[2] = t;
    else
        p->F[0] += F[0], p->F[1] += F[1], p->F[2] += t;
}

/* I_p += X' I X,  X = [1 0 -dy; 0 1 dx; 0 0 1] */
INLINE void hand_on_inertia(const tml_limb *l, const tml_limb *p, const tml_felt2 *I, double made)
{
    const double dx = l->d[0], dy = l->d[1];
    tml_felt2 to = *I, *P = p->felt2;
    to.x += I->xy * dx - I->xx * dy;
    to.y += I->yy * dx - I->xy * dy;
    to.J += dx * (I->y + to.y) - dy * (I->x + to.x);
    to.made = made;
    if (!l->first) {
        to.xx += P->xx, to.xy += P->xy, to.yy += P->yy;
        to.x += P->x, to.y += P->y;
        to.J += P->J, to.made += P->made;
    }
    *P = to;
}

/* The turning inertia that masses make when handed on before they give way. */
INLINE double made_of(const tml_limb *l, const tml_felt2 *I)
{
    return (I->xx + I->yy) * (l->d[0] * l->d[0] + l->d[1] * l->d[1]);
}

INLINE bool pass_hinge(const tml_limb *l, const tml_limb *p, const double *force, double *z)
{
    const tml_felt2 I = felt_at(l);
    if (!(I.J > INERTIA_LEAST * I.made))
        return false;
    const double inverse = 1 / I.J, root = sqrt(I.J), scale = l->sign * root * inverse;
    const double x = I.x * inverse, y = I.y * inverse;
    const tml_felt2 left = {.xx = I.xx - I.x * x, .xy = I.xy - I.x * y, .yy = I.yy - I.y * y};
    l->Y[0] = I.x * scale, l->Y[1] = I.y * scale, l->Y[2] = l->sign * root;
    l->L[0] = root * inverse;
    if (l->parent)
        hand_on_inertia(l, p, &left, made_of(l, &I));
    if (!force)
        return true;
    double F[N];
    force_at(l, force, F);
    z[0] = F[2] * scale;
    if (!l->parent)
        return true;
    const double cx = l->c[0] + p->spin[0], cy = l->c[1] + p->spin[1];
    const double handed[N] = {F[0] - x * F[2] - (left.xx * cx + left.xy * cy),
                              F[1] - y * F[2] - (left.xy * cx + left.yy * cy), 0};
    hand_on_force(l, p, handed);
    return true;
}

/* I a */
INLINE void times_inertia(const tml_felt2 *I, const double *a, double *f)
{
    f[0] = I->xx * a[0] + I->xy * a[1] + I->x * a[2];
    f[1] = I->xy * a[0] + I->yy * a[1] + I->y * a[2];
    f[2] = I->x * a[0] + I->y * a[1] + I->J * a[2];
}

static bool pass_joint(const tml_limb *l, const tml_limb *p, const double *force, double *z)
{
    const tml_felt2 I = felt_at(l);
    for (int k = 0; k < l->freedoms; k++)
        times_inertia(&I, l->S + k * N, l->Y + k * N);
    if (!eliminate(l, N))
        return false;
    tml_felt2 left = I;
    for (int k = 0; k < l->freedoms; k++) {
        const double *y = l->Y + k * N;
        left.xx -= y[0] * y[0], left.xy -= y[0] * y[1], left.yy -= y[1] * y[1];
        left.x -= y[0] * y[2], left.y -= y[1] * y[2], left.J -= y[2] * y[2];
    }
    if (l->parent)
        hand_on_inertia(l, p, &left, I.J + made_of(l, &I));
    if (!force)
        return true;
    double F[N], held[N];
    force_at(l, force, F);
    absorb(l, F, z, N);
    times_inertia(&left, (double[]){l->c[0] + p->spin[0], l->c[1] + p->spin[1], l->c[2]}, held);
    F[0] -= held[0], F[1] -= held[1], F[2] -= held[2];
    if (l->parent)
        hand_on_force(l, p, F);
    return true;
}

INLINE int factor_all(tml_spanning *t, const double *force, double *z)
{
    for (int i = t->count - 1; i >= 0; i--) {
        const tml_limb *l = &t->limbs[i], *p = &t->limbs[l->up];
        if (l->hinge ? !pass_hinge(l, p, force, z + l->at) : !pass_joint(l, p, force, z + l->at))
            return 1;
    }
    return 0;
}

int tml_spanning_factor_plane(tml_spanning *tree, const double *force, double *z)
{
    return factor_all(tree, force, z);
}

/* ---- accelerations from the ground ---- */

/* At the point of reference, by the parent's acceleration alone. */
INLINE void carry(const tml_limb *l, const double *P, bool with_c, double A[N])
{
    A[0] = P[0] - P[2] * l->r[1], A[1] = P[1] + P[2] * l->r[0], A[2] = P[2];
    if (with_c)
        A[0] += l->c[0], A[1] += l->c[1], A[2] += l->c[2];
}

/* From there to the centre of mass. */
INLINE void settle(const tml_limb *l, bool with_c, double A[N], double *to)
{
    to[0] = A[0] - A[2] * l->rho[1], to[1] = A[1] + A[2] * l->rho[0], to[2] = A[2];
    if (with_c)
        to[0] += l->spin[0], to[1] += l->spin[1];
}

INLINE void spread_all(tml_spanning *t, const double *z, bool with_c, double *udot)
{
    for (int i = 0; i < t->count; i++) {
        const tml_limb *l = &t->limbs[i];
        double *u = udot + l->at, A[N];
        carry(l, t->A + l->parent * N, with_c, A);
        if (l->hinge) {
            const double turn = l->sign * l->L[0] * (z[l->at] - l->Y[0] * A[0] - l->Y[1] * A[1]);
            u[0] = l->sign * (turn - A[2]);
            A[2] = turn;
        } else {
            accelerate(l, z + l->at, A, u, N);
            add_motion(l, u, A, N);
        }
        settle(l, with_c, A, t->A + l->body * N);
    }
}

void tml_spanning_spread_plane(tml_spanning *tree, const double *z, bool with_c, double *udot)
{
    if (with_c)
        spread_all(tree, z, true, udot);
    else
        spread_all(tree, z, false, udot);
}

void tml_spanning_velocity_plane(tml_spanning *t, const double *u, bool with_c)
{
    for (int i = 0; i < t->count; i++) {
        const tml_limb *l = &t->limbs[i];
        double A[N];
        carry(l, t->A + l->parent * N, with_c, A);
        add_motion(l, u + l->at, A, N);
        settle(l, with_c, A, t->A + l->body * N);
    }
}
