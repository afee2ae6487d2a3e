/* articulated_plane.c - articulated-body algorithm (Featherstone ch. 7) in the plane: backward pass of articulated inertias and forces
 * to the ground, forward pass of accelerations.
 *
 * At a hinge S = (0, 0, +-1): D is the rotational inertia J about it, and only a mass is propagated to the parent:
 *   A' = A - B B'/J,  f' = f - B t/J                  t: the torque there
 * In the forward pass the angular acceleration of the body is (t - B.a)/J, a the acceleration of the hinge.
 */
#include "dynamics/tree/articulated.h"

enum { N = 3 };

/* ---- backward pass: articulated inertias and forces ---- */

/* Articulated inertia of a link: its body and its subtree. */
INLINE tml_articulated_inertia2 articulated_inertia(const tml_link *l, const tml_link2 *x)
{
    const double m = x->mass, J = x->inertia;
    tml_articulated_inertia2 I = {m, 0, m, -m * x->rho[1], m * x->rho[0], J, J};
    if (!l->leaf) {
        const tml_articulated_inertia2 *more = &x->from_children;
        I.xx += more->xx, I.xy += more->xy, I.yy += more->yy;
        I.x += more->x, I.y += more->y;
        I.J += more->J, I.pivot_scale += more->pivot_scale;
    }
    return I;
}

/* Articulated force f, t at the point of reference: applied to the body, minus the inertia forces of C and of the
 * centripetal acceleration of its centre of mass, plus the contribution of its children. */
INLINE void articulated_force(const tml_link *l, const tml_link2 *x, const double *force, double F[N])
{
    const double *Q = force + (l->body - 1) * N, *C = x->C, m = x->mass;
    const double fx = Q[0] - m * C[0], fy = Q[1] - m * C[1], ww = m * x->ww, m_alpha = m * C[2];
    F[0] = fx + (ww * x->rho[0] + m_alpha * x->rho[1]), F[1] = fy + (ww * x->rho[1] - m_alpha * x->rho[0]);
    F[2] = (Q[2] - x->inertia * C[2]) + (x->rho[0] * fy - x->rho[1] * fx);
    if (!l->leaf)
        F[0] += x->F[0], F[1] += x->F[1], F[2] += x->F[2];
}

/* Propagates f and its torque t to the parent's point of reference. */
INLINE void propagate_force(const tml_link *l, tml_link2 *p, double x, double y, double t)
{
    if (l->first)
        p->F[0] = x, p->F[1] = y, p->F[2] = t;
    else
        p->F[0] += x, p->F[1] += y, p->F[2] += t;
}

/* I_p += X' I X,  X = [1 0 -dy; 0 1 dx; 0 0 1] */
INLINE void propagate_inertia(const tml_link *l, const tml_link2 *x, tml_link2 *p, const tml_articulated_inertia2 *I,
                              double pivot_scale)
{
    const double dx = x->d[0], dy = x->d[1];
    tml_articulated_inertia2 to = *I, *P = &p->from_children;
    to.x += I->xy * dx - I->xx * dy;
    to.y += I->yy * dx - I->xy * dy;
    to.J += dx * (I->y + to.y) - dy * (I->x + to.x);
    to.pivot_scale = pivot_scale;
    if (!l->first) {
        to.xx += P->xx, to.xy += P->xy, to.yy += P->yy;
        to.x += P->x, to.y += P->y;
        to.J += P->J, to.pivot_scale += P->pivot_scale;
    }
    *P = to;
}

/* The rotational inertia that the masses contribute at the parent, before elimination. */
INLINE double pivot_scale_of(const tml_link2 *x, const tml_articulated_inertia2 *I)
{
    return (I->xx + I->yy) * (x->d[0] * x->d[0] + x->d[1] * x->d[1]);
}

/* The same for a mass alone. */
INLINE void propagate_mass(const tml_link *l, const tml_link2 *x, tml_link2 *p, double xx, double xy, double yy,
                           double pivot_scale)
{
    const double dx = x->d[0], dy = x->d[1], bx = xy * dx - xx * dy, by = yy * dx - xy * dy, J = dx * by - dy * bx;
    tml_articulated_inertia2 *P = &p->from_children;
    if (l->first) {
        *P = (tml_articulated_inertia2){xx, xy, yy, bx, by, J, pivot_scale};
    } else {
        P->xx += xx, P->xy += xy, P->yy += yy;
        P->x += bx, P->y += by;
        P->J += J, P->pivot_scale += pivot_scale;
    }
}

INLINE bool eliminate_hinge(const tml_link *l, tml_link2 *x, tml_link2 *p, const double *force, double *z)
{
    const tml_articulated_inertia2 I = articulated_inertia(l, x);
    if (!(I.J > MIN_INERTIA * I.pivot_scale))
        return false;
    const double inverse = 1 / I.J, root = sqrt(I.J), scale = x->sign * root * inverse;
    const double bx = I.x * inverse, by = I.y * inverse;
    const double xx = I.xx - I.x * bx, xy = I.xy - I.x * by, yy = I.yy - I.y * by;
    x->Y[0] = I.x * scale, x->Y[1] = I.y * scale, x->Y[2] = x->sign * root;
    x->L = root * inverse;
    if (l->parent)
        propagate_mass(l, x, p, xx, xy, yy, pivot_scale_of(x, &I));
    if (!force)
        return true;
    double F[N];
    articulated_force(l, x, force, F);
    z[l->first_v] = F[2] * scale;
    if (!l->parent)
        return true;
    const double fx = F[0] - bx * F[2], fy = F[1] - by * F[2];
    propagate_force(l, p, fx, fy, x->d[0] * fy - x->d[1] * fx);
    return true;
}

/* I a */
INLINE void times_inertia(const tml_articulated_inertia2 *I, const double *a, double *f)
{
    f[0] = I->xx * a[0] + I->xy * a[1] + I->x * a[2];
    f[1] = I->xy * a[0] + I->yy * a[1] + I->y * a[2];
    f[2] = I->x * a[0] + I->y * a[1] + I->J * a[2];
}

static bool eliminate_joint(const tml_link *l, tml_link2 *x, tml_link2 *p, const double *force, double *z)
{
    const tml_articulated_inertia2 I = articulated_inertia(l, x);
    for (int k = 0; k < l->coordinates; k++)
        times_inertia(&I, l->S + k * N, l->Y + k * N);
    if (!eliminate(l, N))
        return false;
    tml_articulated_inertia2 reduced = I;
    for (int k = 0; k < l->coordinates; k++) {
        const double *y = l->Y + k * N;
        reduced.xx -= y[0] * y[0], reduced.xy -= y[0] * y[1], reduced.yy -= y[1] * y[1];
        reduced.x -= y[0] * y[2], reduced.y -= y[1] * y[2], reduced.J -= y[2] * y[2];
    }
    if (l->parent)
        propagate_inertia(l, x, p, &reduced, I.J + pivot_scale_of(x, &I));
    if (!force)
        return true;
    double F[N];
    articulated_force(l, x, force, F);
    eliminate_force(l, F, z + l->first_v, N);
    if (l->parent)
        propagate_force(l, p, F[0], F[1], F[2] + (x->d[0] * F[1] - x->d[1] * F[0]));
    return true;
}

int tml_spanning_factor_plane(tml_spanning *t, const double *force, double *z)
{
    for (int i = t->count - 1; i >= 0; i--) {
        const tml_link *l = &t->links[i];
        tml_link2 *x = &t->plane[i], *p = &t->plane[l->parent_link];
        if (l->hinge ? !eliminate_hinge(l, x, p, force, z) : !eliminate_joint(l, x, p, force, z))
            return 1;
    }
    return 0;
}

/* ---- forward pass: accelerations ---- */

/* Acceleration of the point of reference due to the parent's alone. */
INLINE void parent_acceleration(const tml_link2 *x, const tml_link2 *p, double A[N])
{
    A[0] = p->A[0] - p->A[2] * x->d[1];
    A[1] = p->A[1] + p->A[2] * x->d[0];
    A[2] = p->A[2];
}

/* adds C at the centre of mass */
INLINE void add_bias_acceleration(const tml_link2 *x, double *centre)
{
    centre[0] += x->C[0] - (x->C[2] * x->rho[1] + x->ww * x->rho[0]);
    centre[1] += x->C[1] + (x->C[2] * x->rho[0] - x->ww * x->rho[1]);
    centre[2] += x->C[2];
}

/* Acceleration of the point of reference and of the centre of mass. */
INLINE void set_acceleration(tml_link2 *x, bool with_c, const double A[N], double *centre)
{
    x->A[0] = A[0], x->A[1] = A[1], x->A[2] = A[2];
    centre[0] = A[0] - A[2] * x->rho[1];
    centre[1] = A[1] + A[2] * x->rho[0];
    centre[2] = A[2];
    if (with_c)
        add_bias_acceleration(x, centre);
}

/* The angular acceleration of a hinge's body does not depend on its parent's: (t - B.a)/J */
INLINE void accelerate_hinge(const tml_link2 *x, double z, double *u, double A[N])
{
    const double k = x->sign * x->L, kx = k * x->Y[0], ky = k * x->Y[1];
    const double alpha = (k * z - kx * A[0]) - ky * A[1];
    *u = x->sign * (alpha - A[2]);
    A[2] = alpha;
}

INLINE void forward_pass(tml_spanning *t, const double *z, bool with_c, double *udot)
{
    for (int i = 0; i < t->count; i++) {
        const tml_link *l = &t->links[i];
        tml_link2 *x = &t->plane[i];
        double *u = udot + l->first_v, A[N];
        parent_acceleration(x, &t->plane[l->parent_link], A);
        if (l->hinge) {
            accelerate_hinge(x, z[l->first_v], u, A);
        } else {
            accelerate(l, z + l->first_v, A, u, N);
            add_motion(l, u, A, N);
        }
        set_acceleration(x, with_c, A, t->A + l->body * N);
    }
}

void tml_spanning_forward_pass_plane(tml_spanning *tree, const double *z, bool with_c, double *udot)
{
    if (with_c)
        forward_pass(tree, z, true, udot);
    else
        forward_pass(tree, z, false, udot);
}

void tml_spanning_velocity_plane(tml_spanning *t, const double *u, bool with_c)
{
    for (int i = 0; i < t->count; i++) {
        const tml_link *l = &t->links[i];
        double A[N];
        parent_acceleration(&t->plane[i], &t->plane[l->parent_link], A);
        add_motion(l, u + l->first_v, A, N);
        set_acceleration(&t->plane[i], with_c, A, t->A + l->body * N);
    }
}

void tml_spanning_bias_acceleration_plane(tml_spanning *t)
{
    for (int i = 0; i < t->count; i++) {
        double *centre = t->A + t->links[i].body * N;
        centre[0] = centre[1] = centre[2] = 0;
        add_bias_acceleration(&t->plane[i], centre);
    }
}
