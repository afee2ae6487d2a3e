/* contact_solver.c - projected Gauss-Seidel and Newton's method for contacts with Coulomb friction. */
#include "dynamics/contact_solver.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

enum {
    SWEEPS = 40,     /* between two tries of Newton's method */
    MAX_ROUNDS = 60, /* of both */
    NEWTON_STEPS = 20,
    MAX_DENSE = 1200, /* rows up to which Newton's method is tried */
    LOCAL_STEPS = 30, /* of one sliding contact */
};
static const double REGULARIZATION = 1e-12; /* of the diagonal: contacts more than needed have no unique impulses */

tml_contact_solver *tml_contact_solver_make(int nv, int n, tml_arena *arena)
{
    tml_contact_solver *s = TML_NEW(arena, tml_contact_solver);
    *s = (tml_contact_solver){.nv = nv, .n = n, .arena = arena};
    return s;
}

double tml_contact_speed(const tml_contact_solver *s, int row, const double *v)
{
    const tml_contact_row *r = &s->rows[row];
    double sum = 0;
    for (int side = 0; side < 2; side++)
        for (int j = 0; j < s->n && r->at[side] >= 0; j++)
            sum += r->J[side * s->n + j] * v[r->at[side] + j];
    return sum;
}

void tml_contact_push(const tml_contact_solver *s, int row, double p, double *v)
{
    const tml_contact_row *r = &s->rows[row];
    if (r->X)
        for (int j = 0; j < s->nv; j++)
            v[j] += p * r->X[j];
    else
        for (int side = 0; side < 2; side++)
            for (int j = 0; j < s->n && r->at[side] >= 0; j++)
                v[r->at[side] + j] += p * r->MJ[side * s->n + j];
}

/* J_i X_k */
static double coupling(const tml_contact_solver *s, int i, int k)
{
    const tml_contact_row *a = &s->rows[i], *b = &s->rows[k];
    double sum = 0;
    if (b->X)
        return tml_contact_speed(s, i, b->X);
    for (int side = 0; side < 2; side++)
        for (int other = 0; other < 2; other++)
            for (int j = 0; j < s->n && a->at[side] >= 0 && a->at[side] == b->at[other]; j++)
                sum += a->J[side * s->n + j] * b->MJ[other * s->n + j];
    return sum;
}

/* Number of normals: 1, or 0 of friction alone. */
static int normals(const tml_contact_block *c)
{
    return c->limit < 0 ? 1 : 0;
}

static void find_local(const tml_contact_solver *s, tml_contact_block *c)
{
    for (int i = 0; i < c->size; i++)
        for (int k = 0; k < c->size; k++)
            c->W[i][k] = coupling(s, c->first + i, c->first + k);
    c->rho = 0;
    for (int i = normals(c); i < c->size; i++)
        c->rho += c->W[i][i];
}

static double most_friction(const tml_contact_block *c)
{
    return c->limit < 0 ? c->friction * c->P[0] : c->limit;
}

static double length_of(const double *p, int n)
{
    return n == 0 ? 0 : n == 1 ? fabs(p[0]) : n == 2 ? hypot(p[0], p[1]) : hypot(hypot(p[0], p[1]), p[2]);
}

/* The nearest point of the disc of radius r. */
static void clip(double *p, int n, double r)
{
    const double length = length_of(p, n);
    for (int i = 0; i < n && length > r; i++)
        p[i] *= r / length;
}

/* What is left of the conditions of one contact, a velocity. */
static double contact_residual(const tml_contact_solver *s, const tml_contact_block *c, const double *v)
{
    const int tangent = normals(c);
    double worst = 0, p[3] = {0};
    if (tangent) {
        const double u = tml_contact_speed(s, c->first, v) + c->bounce;
        worst = fabs(fmin(u, c->P[0] * c->W[0][0]));
    }
    for (int i = tangent; i < c->size && c->rho > 0; i++)
        p[i - tangent] = c->P[i] - tml_contact_speed(s, c->first + i, v) / c->rho;
    clip(p, c->size - tangent, most_friction(c));
    for (int i = tangent; i < c->size; i++)
        worst = fmax(worst, fabs(p[i - tangent] - c->P[i]) * c->rho);
    return worst;
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
        for (int k = i + 1; k < n; k++)
            for (int j = n; j >= i; j--)
                A[k][j] -= A[k][i] / A[i][i] * A[i][j];
    }
    for (int i = n - 1; i >= 0; i--) {
        x[i] = A[i][n];
        for (int k = i + 1; k < n; k++)
            x[i] -= A[i][k] * x[k];
        x[i] /= A[i][i];
    }
    return true;
}

/* P that solves one contact, with u (size) its velocities without it. Sliding: normal and direction in turn, until both rest. */
static void solve_alone(const tml_contact_block *c, const double *u, double *P)
{
    const int tangent = normals(c), n = c->size - tangent;
    double right[3] = {0};
    for (int i = 0; i < c->size; i++)
        right[i] = -u[i] - (i == 0 && tangent ? c->bounce : 0), P[i] = c->P[i];
    if (tangent && right[0] <= 0) {
        memset(P, 0, 3 * sizeof *P);
        return;
    }
    if (solve_small(c->W, c->size, right, P) && (!tangent || P[0] >= 0)) {
        if (length_of(P + tangent, n) <= (tangent ? c->friction * P[0] : c->limit))
            return;
    }
    for (int i = 0; i < c->size; i++)
        P[i] = c->P[i];
    for (int step = 0; step < LOCAL_STEPS; step++) {
        double change = 0, before[3];
        memcpy(before, P, sizeof before);
        if (tangent) {
            double speed = -right[0];
            for (int k = 1; k < c->size; k++)
                speed += c->W[0][k] * P[k];
            P[0] = fmax(0, -speed / c->W[0][0]);
        }
        double p[3] = {0};
        for (int i = tangent; i < c->size; i++) {
            double speed = -right[i];
            for (int k = 0; k < c->size; k++)
                speed += c->W[i][k] * P[k];
            p[i - tangent] = P[i] - speed / c->rho;
        }
        clip(p, n, tangent ? c->friction * P[0] : c->limit);
        for (int i = tangent; i < c->size; i++)
            P[i] = p[i - tangent];
        double size = 0;
        for (int i = 0; i < c->size; i++)
            change = fmax(change, fabs(P[i] - before[i])), size = fmax(size, fabs(P[i]));
        if (change <= 1e-15 * size)
            break;
    }
}

/* One sweep; returns the largest residual before each contact was solved. */
static double sweep(tml_contact_solver *s, double *v)
{
    double worst = 0;
    for (int i = 0; i < s->contact_count; i++) {
        tml_contact_block *c = &s->contacts[i];
        double u[3], P[3];
        worst = fmax(worst, contact_residual(s, c, v));
        for (int k = 0; k < c->size; k++) {
            u[k] = tml_contact_speed(s, c->first + k, v);
            for (int j = 0; j < c->size; j++)
                u[k] -= c->W[k][j] * c->P[j];
        }
        solve_alone(c, u, P);
        for (int k = 0; k < c->size; k++)
            if (P[k] != c->P[k]) {
                tml_contact_push(s, c->first + k, P[k] - c->P[k], v);
                c->P[k] = P[k];
            }
    }
    return worst;
}

static double largest_residual(const tml_contact_solver *s, const double *v)
{
    double worst = 0;
    for (int i = 0; i < s->contact_count; i++)
        worst = fmax(worst, contact_residual(s, &s->contacts[i], v));
    return worst;
}

/* ---- Newton's method ---- */

typedef struct {
    double *A, *right, *before, *v; /* (m x m) by rows, (m), (row_count), (nv) */
    int *number;                    /* (row_count) among the unknowns; -1: its impulse is zero */
    lapack_int *pivot;
    const double *W; /* (row_count x row_count) */
} newton;

/* Equations of one contact that is closed: u = 0, or, where it slides, P_t + limit d = 0 with d = u_t/|u_t|. */
static void contact_equations(const tml_contact_solver *s, const tml_contact_block *c, const double *v, newton *x,
                              int m)
{
    const int tangent = normals(c), n = c->size - tangent, rows = s->row_count;
    double u[3] = {0}, p[3] = {0}, d[3] = {0};
    for (int i = 0; i < c->size; i++)
        u[i] = tml_contact_speed(s, c->first + i, v) + (i == 0 && tangent ? c->bounce : 0);
    for (int i = 0; i < n; i++)
        p[i] = c->P[tangent + i] - (c->rho > 0 ? u[tangent + i] / c->rho : 0);
    const double length = length_of(p, n);
    const double most = most_friction(c);
    const bool slides = length > most;
    for (int i = 0; i < n && length > 0; i++)
        d[i] = p[i] / length;
    for (int i = 0; i < c->size; i++) {
        const int at = x->number[c->first + i];
        double *row = x->A + (size_t)at * (size_t)m;
        const bool stands = (i == 0 && tangent) || !slides;
        x->right[at] = stands ? -u[i] : -(c->P[i] - most * d[i - tangent]) * c->rho;
        for (int k = 0; k < rows; k++) {
            if (x->number[k] < 0)
                continue;
            if (stands) {
                row[x->number[k]] = x->W[(size_t)(c->first + i) * (size_t)rows + (size_t)k];
                continue;
            }
            /* d p/|p| = (1 - d d')/|p| dp, dp = dP - W dP/rho */
            double sum = 0;
            for (int j = 0; j < n; j++) {
                const int other = c->first + tangent + j;
                const double dp = (other == k) - x->W[(size_t)other * (size_t)rows + (size_t)k] / c->rho;
                sum += ((j == i - tangent) - d[i - tangent] * d[j]) * dp;
            }
            row[x->number[k]] = c->rho * ((c->first + i == k) - most / length * sum -
                                          (tangent && k == c->first ? c->friction * d[i - tangent] : 0));
        }
        row[at] += REGULARIZATION * fmax(c->rho, c->W[0][0]);
    }
}

/* Which contacts take part: those that press or are about to; P of the others is zero. Returns the number of unknowns. */
static int choose_closed(tml_contact_solver *s, double *v, int *number)
{
    int m = 0;
    for (int i = 0; i < s->contact_count; i++) {
        tml_contact_block *c = &s->contacts[i];
        const bool closed = c->limit >= 0 || c->P[0] * c->W[0][0] > tml_contact_speed(s, c->first, v) + c->bounce;
        for (int k = 0; k < c->size; k++) {
            number[c->first + k] = closed ? m++ : -1;
            if (!closed && c->P[k] != 0) {
                tml_contact_push(s, c->first + k, -c->P[k], v);
                c->P[k] = 0;
            }
        }
    }
    return m;
}

static bool newton_step(tml_contact_solver *s, newton *x, double *v)
{
    const int m = choose_closed(s, v, x->number);
    if (m == 0)
        return false;
    for (int i = 0; i < s->contact_count; i++)
        if (x->number[s->contacts[i].first] >= 0)
            contact_equations(s, &s->contacts[i], v, x, m);
    if (LAPACKE_dgesv_work(LAPACK_ROW_MAJOR, m, 1, x->A, m, x->pivot, x->right, 1) != 0)
        return false;
    for (int i = 0; i < s->contact_count; i++)
        for (int k = 0; k < s->contacts[i].size; k++) {
            const int row = s->contacts[i].first + k, at = x->number[row];
            if (at < 0 || !isfinite(x->right[at]))
                continue;
            s->contacts[i].P[k] += x->right[at];
            tml_contact_push(s, row, x->right[at], v);
        }
    return true;
}

static void prepare_newton(tml_contact_solver *s, newton *x)
{
    const size_t rows = (size_t)s->row_count;
    if (s->W_capacity < s->row_count) {
        s->W_capacity = s->row_count + s->row_count / 2;
        const size_t most = (size_t)s->W_capacity;
        s->W = TML_NEW_ARRAY(s->arena, double, 2 * most * most + 2 * most + (size_t)s->nv + 2 * most);
    }
    const size_t most = (size_t)s->W_capacity;
    x->W = s->W, x->A = s->W + most * most, x->right = x->A + most * most, x->before = x->right + most;
    x->v = x->before + most;
    x->number = (int *)(x->v + s->nv);
    x->pivot = (lapack_int *)(x->number + most);
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < rows; k++)
            s->W[i * rows + k] = coupling(s, (int)i, (int)k);
}

/* Steps while the residual falls; the best state is kept. */
static double polish(tml_contact_solver *s, double tolerance, double *v)
{
    newton x;
    double best = largest_residual(s, v);
    prepare_newton(s, &x);
    for (int step = 0; step < NEWTON_STEPS && best > tolerance; step++) {
        memcpy(x.v, v, (size_t)s->nv * sizeof *v);
        for (int i = 0; i < s->contact_count; i++)
            for (int k = 0; k < s->contacts[i].size; k++)
                x.before[s->contacts[i].first + k] = s->contacts[i].P[k];
        const bool moved = newton_step(s, &x, v);
        const double now = moved ? largest_residual(s, v) : INFINITY;
        s->newton_steps++;
        if (!(now < best)) {
            memcpy(v, x.v, (size_t)s->nv * sizeof *v);
            for (int i = 0; i < s->contact_count; i++)
                for (int k = 0; k < s->contacts[i].size; k++)
                    s->contacts[i].P[k] = x.before[s->contacts[i].first + k];
            break;
        }
        best = now;
    }
    return best;
}

bool tml_contact_solver_solve(tml_contact_solver *s, double tolerance, double *v)
{
    s->sweeps = s->newton_steps = 0;
    s->residual = 0;
    if (s->contact_count == 0)
        return true;
    for (int i = 0; i < s->contact_count; i++)
        find_local(s, &s->contacts[i]);
    s->residual = largest_residual(s, v);
    for (int round = 0; round < MAX_ROUNDS && s->residual > tolerance; round++) {
        for (int k = 0; k < SWEEPS && s->residual > tolerance; k++, s->sweeps++) {
            sweep(s, v);
            s->residual = largest_residual(s, v);
        }
        if (s->residual > tolerance && s->row_count <= MAX_DENSE)
            s->residual = polish(s, tolerance, v);
    }
    return s->residual <= tolerance;
}
