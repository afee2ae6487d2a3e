/* contact_sweep.c - one contact at a time: its velocities, what is left of its conditions, the impulses that solve it alone.
 *
 * Alone, with u its velocities without it:  sticking  W P = -u;  or, where that is outside the cone, normal and tangents in turn
 *   P_n = max(0, -(u_n + W_nt P_t)/W_nn),   P_t = the nearest to P_t - (u_t + W_t P)/rho in the disc of radius mu P_n
 */
#include "dynamics/contact_sweep.h"
#include <string.h>

enum { LOCAL_STEPS = 8 };                /* of one sliding contact */
static const double LOCAL_CHANGE = 1e-4; /* of its impulses: the next sweep goes on from there */

/* Loops over the velocities of a body are unrolled: n is a constant after inlining. */
#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 6")

INLINE double product(const tml_contact_row *r, const double *v, const int n)
{
    const double *a = v + r->at[0], *b = v + r->at[1];
    double sum = 0;
    if (r->at[0] >= 0) {
        UNROLL
        for (int j = 0; j < n; j++)
            sum += r->J[j] * a[j];
    }
    if (r->at[1] >= 0) {
        UNROLL
        for (int j = 0; j < n; j++)
            sum += r->J[n + j] * b[j];
    }
    return sum;
}

INLINE void push(const tml_contact_row *r, double p, double *v, const int n)
{
    double *a = v + r->at[0], *b = v + r->at[1];
    if (r->at[0] >= 0) {
        UNROLL
        for (int j = 0; j < n; j++)
            a[j] += p * r->MJ[j];
    }
    if (r->at[1] >= 0) {
        UNROLL
        for (int j = 0; j < n; j++)
            b[j] += p * r->MJ[n + j];
    }
}

double tml_contact_speed(const tml_contact_solver *s, int row, const double *v)
{
    const tml_contact_row *r = &s->rows[row];
    return (s->n == 6 ? product(r, v, 6) : product(r, v, 3)) + r->offset;
}

void tml_contact_push(const tml_contact_solver *s, int row, double p, double *v)
{
    const tml_contact_row *r = &s->rows[row];
    for (int j = 0; r->X && j < s->nv; j++)
        v[j] += p * r->X[j];
    if (r->X)
        return;
    if (s->n == 6)
        push(r, p, v, 6);
    else
        push(r, p, v, 3);
}

double tml_contact_coupling(const tml_contact_solver *s, int i, int k)
{
    const tml_contact_row *a = &s->rows[i], *b = &s->rows[k];
    double sum = 0;
    if (b->X)
        return s->n == 6 ? product(a, b->X, 6) : product(a, b->X, 3);
    for (int side = 0; side < 2; side++)
        for (int other = 0; other < 2; other++)
            for (int j = 0; j < s->n && a->at[side] >= 0 && a->at[side] == b->at[other]; j++)
                sum += a->J[side * s->n + j] * b->MJ[other * s->n + j];
    return sum;
}

/* Gaussian elimination of a matrix of at most three rows; false: singular. */
static bool solve_small(const double W[3][3], int n, const double *right, double *x)
{
    double A[3][4];
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            A[i][k] = W[i][k];
        A[i][n] = right[i];
    }
    for (int i = 0; i < n; i++) {
        if (!(A[i][i] > 1e-14 * W[i][i]))
            return false;
        const double inverse = 1 / A[i][i];
        for (int k = i + 1; k < n; k++) {
            const double f = A[k][i] * inverse;
            for (int j = i; j <= n; j++)
                A[k][j] -= f * A[i][j];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        x[i] = A[i][n];
        for (int k = i + 1; k < n; k++)
            x[i] -= A[i][k] * x[k];
        x[i] /= A[i][i];
    }
    return true;
}

void tml_contact_find_local(const tml_contact_solver *s, tml_contact_block *c)
{
    for (int i = 0; i < c->size; i++)
        for (int k = 0; k < c->size; k++)
            c->W[i][k] = tml_contact_coupling(s, c->first + i, c->first + k);
    c->rho = 0;
    for (int i = tml_contact_normals(c); i < c->size; i++)
        c->rho += c->W[i][i];
    for (int k = 0; k < c->size; k++) { /* symmetric */
        const double unit[3] = {k == 0, k == 1, k == 2};
        if (!solve_small((const double(*)[3])c->W, c->size, unit, c->inverse[k]))
            c->inverse[0][0] = NAN;
    }
}

/* The nearest point of the disc of radius r. */
INLINE void clip(double *p, int n, double r)
{
    const double length = tml_contact_length(p, n);
    for (int i = 0; i < n && length > r; i++)
        p[i] *= r / length;
}

/* What is left of the conditions of one contact with velocities u, a velocity. */
INLINE double residual_of(const tml_contact_block *c, const double *u)
{
    const int tangent = tml_contact_normals(c);
    double worst = 0, p[3];
    if (tangent) {
        const double gap = u[0] + c->bounce, pressed = c->P[0] * c->W[0][0];
        worst = fabs(gap < pressed ? gap : pressed);
    }
    for (int i = tangent; i < c->size; i++)
        p[i - tangent] = c->rho * c->P[i] - (c->rho > 0 ? u[i] : 0);
    clip(p, c->size - tangent, c->rho * tml_contact_most_friction(c));
    for (int i = tangent; i < c->size; i++) {
        const double left = fabs(p[i - tangent] - c->rho * c->P[i]);
        worst = left > worst ? left : worst;
    }
    return worst;
}

/* The friction of a sliding contact, normal and tangents in turn; returns the largest change. */
INLINE double slide(const tml_contact_block *c, const double *right, double *P)
{
    const int tangent = tml_contact_normals(c), n = c->size - tangent;
    double p[3], change = 0;
    if (tangent) {
        double speed = -right[0];
        for (int k = 1; k < c->size; k++)
            speed += c->W[0][k] * P[k];
        const double normal = speed < 0 ? -speed / c->W[0][0] : 0;
        change = fabs(normal - P[0]);
        P[0] = normal;
    }
    for (int i = tangent; i < c->size; i++) {
        double speed = -right[i];
        for (int k = 0; k < c->size; k++)
            speed += c->W[i][k] * P[k];
        p[i - tangent] = P[i] - speed / c->rho;
    }
    clip(p, n, tangent ? c->friction * P[0] : c->limit);
    for (int i = tangent; i < c->size; i++) {
        const double moved = fabs(p[i - tangent] - P[i]);
        change = moved > change ? moved : change;
        P[i] = p[i - tangent];
    }
    return change;
}

/* P that solves one contact, with u its velocities without it. */
INLINE void solve_alone(const tml_contact_block *c, const double *u, double *P)
{
    const int tangent = tml_contact_normals(c), n = c->size - tangent;
    double right[3] = {0};
    for (int i = 0; i < c->size; i++)
        right[i] = -u[i] - (i == 0 && tangent ? c->bounce : 0);
    if (tangent && right[0] <= 0) {
        memset(P, 0, 3 * sizeof *P);
        return;
    }
    for (int i = 0; i < c->size; i++) {
        P[i] = 0;
        for (int k = 0; k < c->size; k++)
            P[i] += c->inverse[i][k] * right[k];
    }
    if ((!tangent || P[0] >= 0) && tml_contact_length(P + tangent, n) <= (tangent ? c->friction * P[0] : c->limit))
        return; /* not so where a number is not finite */
    for (int i = 0; i < c->size; i++)
        P[i] = c->P[i];
    for (int step = 0; step < LOCAL_STEPS; step++)
        if (slide(c, right, P) <= LOCAL_CHANGE * fabs(P[0]))
            break;
}

INLINE double sweep(tml_contact_solver *s, bool back, double *v, const int n)
{
    double worst = 0;
    for (int i = 0; i < s->contact_count; i++) {
        tml_contact_block *c = &s->contacts[back ? s->contact_count - 1 - i : i];
        const tml_contact_row *rows = s->rows + c->first;
        double u[3], P[3];
        for (int k = 0; k < c->size; k++)
            u[k] = product(&rows[k], v, n) + rows[k].offset;
        const double left = residual_of(c, u);
        worst = left > worst ? left : worst;
        for (int k = 0; k < c->size; k++)
            for (int j = 0; j < c->size; j++)
                u[k] -= c->W[k][j] * c->P[j];
        solve_alone(c, u, P);
        for (int k = 0; k < c->size; k++) {
            const double change = P[k] - c->P[k];
            if (rows[k].X)
                tml_contact_push(s, c->first + k, change, v);
            else
                push(&rows[k], change, v, n);
            c->P[k] = P[k];
        }
    }
    return worst;
}

double tml_contact_sweep(tml_contact_solver *s, bool back, double *v)
{
    s->sweeps++;
    return s->n == 6 ? sweep(s, back, v, 6) : sweep(s, back, v, 3);
}

double tml_contact_residual(const tml_contact_solver *s, int i, const double *v)
{
    const tml_contact_block *c = &s->contacts[i];
    double u[3];
    for (int k = 0; k < c->size; k++)
        u[k] = tml_contact_speed(s, c->first + k, v);
    return residual_of(c, u);
}

double tml_contact_largest_residual(const tml_contact_solver *s, const double *v)
{
    double worst = 0;
    for (int i = 0; i < s->contact_count; i++) {
        const double left = tml_contact_residual(s, i, v);
        worst = left > worst ? left : worst;
    }
    return worst;
}

double tml_contact_merit(const tml_contact_solver *s, const double *v)
{
    double sum = 0;
    for (int i = 0; i < s->contact_count; i++) {
        const double left = tml_contact_residual(s, i, v);
        sum += left * left;
    }
    return sum;
}
