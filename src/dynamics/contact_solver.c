/* contact_solver.c - projected Gauss-Seidel and Newton's method for contacts with Coulomb friction. */
#include "dynamics/contact_solver.h"
#include "linalg/sparse_lu.h"
#include <math.h>
#include <string.h>

enum {
    SWEEPS = 40,      /* between two tries of Newton's method */
    MAX_ROUNDS = 15,  /* of both */
    MANY_ROUNDS = 10, /* of sweeps alone, with many contacts */
    NEWTON_STEPS = 30,
    MAX_WORSE = 6,    /* steps in a row that do not lower the residual */
    LOCAL_STEPS = 30, /* of one sliding contact */
};
static const double REGULARIZATION = 1e-11; /* of the diagonal: contacts more than needed have no unique impulses */

tml_contact_solver *tml_contact_solver_make(int nv, int n, tml_arena *arena)
{
    tml_contact_solver *s = TML_NEW(arena, tml_contact_solver);
    *s = (tml_contact_solver){.nv = nv, .n = n, .arena = arena, .scratch = tml_arena_part(arena)};
    return s;
}

static double product(const tml_contact_solver *s, int row, const double *v)
{
    const tml_contact_row *r = &s->rows[row];
    double sum = 0;
    for (int side = 0; side < 2; side++)
        for (int j = 0; j < s->n && r->at[side] >= 0; j++)
            sum += r->J[side * s->n + j] * v[r->at[side] + j];
    return sum;
}

double tml_contact_speed(const tml_contact_solver *s, int row, const double *v)
{
    return product(s, row, v) + s->rows[row].offset;
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
        return product(s, i, b->X);
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
    int *number;      /* (row_count) among the unknowns; -1: its impulse is zero */
    double *right;    /* (row_count) */
    int *first_of;    /* (bodies + 1) into contacts_of: the contacts of each body */
    int *contacts_of; /* (2 contact_count) */
    int *seen;        /* (contact_count) the last contact that met it as a neighbour */
} newton;

/* What the equations of one contact are: u = 0, or, where it slides, P_t - limit d = 0 with d along P_t - u_t/rho. */
typedef struct {
    bool slides;
    double d[3], length, most;
} sliding;

static sliding sliding_of(const tml_contact_solver *s, const tml_contact_block *c, const double *v)
{
    const int tangent = normals(c), n = c->size - tangent;
    sliding f = {.most = most_friction(c)};
    for (int i = 0; i < n; i++) {
        const double u = tml_contact_speed(s, c->first + tangent + i, v);
        f.d[i] = c->P[tangent + i] - (c->rho > 0 ? u / c->rho : 0);
    }
    f.length = length_of(f.d, n);
    f.slides = f.length > f.most && (f.most > 0 || c->limit >= 0); /* without a load yet: it sticks */
    for (int i = 0; i < n && f.length > 0; i++)
        f.d[i] /= f.length;
    return f;
}

static void set_right(const tml_contact_solver *s, const tml_contact_block *c, const sliding *f, const double *v,
                      newton *x)
{
    const int tangent = normals(c);
    for (int i = 0; i < c->size; i++) {
        const bool stands = (i == 0 && tangent) || !f->slides;
        const double u = tml_contact_speed(s, c->first + i, v) + (i == 0 && tangent ? c->bounce : 0);
        x->right[x->number[c->first + i]] = stands ? -u : -(c->P[i] - f->most * f->d[i - tangent]) * c->rho;
    }
}

/* Derivatives of the equations of contact c by the impulses of contact k: d p/|p| = (1 - d d')/|p| dp, dp = dP - W dP/rho. */
static void set_block(const tml_contact_solver *s, const tml_contact_block *c, const sliding *f,
                      const tml_contact_block *k, const newton *x, tml_lu *lu)
{
    const int tangent = normals(c), n = c->size - tangent;
    double W[3][3];
    for (int i = 0; i < c->size; i++)
        for (int j = 0; j < k->size; j++)
            W[i][j] = c == k ? c->W[i][j] : coupling(s, c->first + i, k->first + j);
    for (int i = 0; i < c->size; i++)
        for (int j = 0; j < k->size; j++) {
            double value = W[i][j];
            if (f->slides && i >= tangent) {
                double turned = 0;
                for (int l = 0; l < n; l++) {
                    const double dp = (c == k && tangent + l == j) - W[tangent + l][j] / c->rho;
                    turned += ((l == i - tangent) - f->d[i - tangent] * f->d[l]) * dp;
                }
                const double grows = c == k && tangent && j == 0 ? c->friction * f->d[i - tangent] : 0;
                value = c->rho * ((c == k && i == j) - f->most / f->length * turned - grows);
            }
            if (c == k && i == j)
                value += REGULARIZATION * fmax(c->rho, c->W[0][0]);
            lu->value[tml_pattern_find(&lu->pattern, x->number[c->first + i], x->number[k->first + j])] = value;
        }
}

static int body_of(const tml_contact_solver *s, const tml_contact_block *c, int side)
{
    const int at = s->rows[c->first].at[side];
    return at < 0 ? -1 : at / s->n;
}

/* Lists the contacts of each body; through joints every contact meets every other. */
static void find_neighbours(const tml_contact_solver *s, newton *x, tml_arena *arena)
{
    const int bodies = s->nv / s->n;
    x->first_of = TML_NEW_ARRAY(arena, int, bodies + 2);
    x->contacts_of = TML_NEW_ARRAY(arena, int, 2 * s->contact_count + 1);
    x->seen = TML_NEW_ARRAY(arena, int, s->contact_count + 1);
    for (int i = 0; i < s->contact_count; i++)
        for (int side = 0; side < 2; side++)
            if (body_of(s, &s->contacts[i], side) >= 0)
                x->first_of[body_of(s, &s->contacts[i], side) + 2]++;
    for (int b = 0; b < bodies; b++)
        x->first_of[b + 2] += x->first_of[b + 1];
    for (int i = 0; i < s->contact_count; i++)
        for (int side = 0; side < 2; side++)
            if (body_of(s, &s->contacts[i], side) >= 0)
                x->contacts_of[x->first_of[body_of(s, &s->contacts[i], side) + 1]++] = i;
    for (int i = 0; i < s->contact_count; i++)
        x->seen[i] = -1;
}

/* Neighbours of contact i that take part, into list (contact_count). */
static int neighbours(const tml_contact_solver *s, newton *x, int i, int *list)
{
    const bool all = s->rows[s->contacts[i].first].X != NULL;
    int count = 0;
    for (int k = 0; all && k < s->contact_count; k++)
        if (x->number[s->contacts[k].first] >= 0)
            list[count++] = k;
    for (int side = 0; side < 2 && !all; side++) {
        const int body = body_of(s, &s->contacts[i], side);
        for (int j = body < 0 ? 0 : x->first_of[body]; body >= 0 && j < x->first_of[body + 1]; j++) {
            const int k = x->contacts_of[j];
            if (x->seen[k] != i && x->number[s->contacts[k].first] >= 0)
                list[count++] = k;
            x->seen[k] = i;
        }
    }
    return count;
}

static tml_pattern find_pattern(const tml_contact_solver *s, newton *x, int m, int *list, tml_arena *arena)
{
    tml_marks marks = {.arena = arena};
    for (int i = 0; i < s->contact_count; i++) {
        const tml_contact_block *c = &s->contacts[i];
        const int count = x->number[c->first] < 0 ? 0 : neighbours(s, x, i, list);
        for (int k = 0; k < count; k++) {
            const tml_contact_block *other = &s->contacts[list[k]];
            tml_mark_block(&marks, x->number[c->first], c->size, x->number[other->first], other->size);
        }
    }
    for (int i = 0; i < s->contact_count; i++)
        x->seen[i] = -1;
    return tml_pattern_make(&marks, m);
}

/* Which contacts take part: those that press or are about to; P of the others is zero. Returns the number of unknowns. */
static int choose_closed(tml_contact_solver *s, double *v, int *number)
{
    int m = 0;
    for (int i = 0; i < s->contact_count; i++) {
        tml_contact_block *c = &s->contacts[i];
        const bool closed = c->limit >= 0 || c->P[0] * c->W[0][0] >= tml_contact_speed(s, c->first, v) + c->bounce;
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

static bool newton_step(tml_contact_solver *s, newton *x, double *v, tml_arena *arena)
{
    const int m = choose_closed(s, v, x->number);
    if (m == 0)
        return false;
    int *list = TML_NEW_ARRAY(arena, int, s->contact_count);
    tml_lu *lu = tml_lu_make(find_pattern(s, x, m, list, arena), arena);
    for (int i = 0; i < s->contact_count; i++) {
        const tml_contact_block *c = &s->contacts[i];
        if (x->number[c->first] < 0)
            continue;
        const sliding f = sliding_of(s, c, v);
        set_right(s, c, &f, v, x);
        const int count = neighbours(s, x, i, list);
        for (int k = 0; k < count; k++)
            set_block(s, c, &f, &s->contacts[list[k]], x, lu);
    }
    if (!(tml_lu_factor(lu, true) > 0))
        return false;
    tml_lu_solve(lu, x->right);
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

/* The residual may rise while contacts open and close: the best state is kept. */
typedef struct {
    double residual, *P, *v; /* (row_count), (nv) */
} kept;

static void keep(const tml_contact_solver *s, double residual, const double *v, kept *k)
{
    k->residual = residual;
    memcpy(k->v, v, (size_t)s->nv * sizeof *v);
    for (int i = 0; i < s->contact_count; i++)
        memcpy(k->P + s->contacts[i].first, s->contacts[i].P, (size_t)s->contacts[i].size * sizeof(double));
}

static double polish(tml_contact_solver *s, double tolerance, double *v)
{
    tml_arena *arena = s->scratch;
    newton x = {.number = TML_NEW_ARRAY(arena, int, s->row_count), .right = TML_NEW_ARRAY(arena, double, s->row_count)};
    kept best = {.P = TML_NEW_ARRAY(arena, double, s->row_count), .v = TML_NEW_ARRAY(arena, double, s->nv)};
    keep(s, largest_residual(s, v), v, &best);
    find_neighbours(s, &x, arena);
    for (int step = 0, worse = 0; step < NEWTON_STEPS && worse < MAX_WORSE && best.residual > tolerance; step++) {
        if (!newton_step(s, &x, v, arena))
            break;
        const double now = largest_residual(s, v);
        s->newton_steps++;
        worse = now < best.residual ? 0 : worse + 1;
        if (now < best.residual)
            keep(s, now, v, &best);
        if (!isfinite(now))
            break;
    }
    memcpy(v, best.v, (size_t)s->nv * sizeof *v);
    for (int i = 0; i < s->contact_count; i++)
        memcpy(s->contacts[i].P, best.P + s->contacts[i].first, (size_t)s->contacts[i].size * sizeof(double));
    const double residual = best.residual;
    tml_arena_free(arena);
    return residual;
}

bool tml_contact_solver_solve(tml_contact_solver *s, double tolerance, double *v)
{
    s->sweeps = s->newton_steps = 0;
    s->residual = 0;
    if (s->contact_count == 0)
        return true;
    for (int i = 0; i < s->contact_count; i++)
        find_local(s, &s->contacts[i]);
    const bool few = s->row_count <= TML_FEW_CONTACT_ROWS;
    s->residual = largest_residual(s, v);
    for (int round = 0; round < (few ? MAX_ROUNDS : MANY_ROUNDS) && s->residual > tolerance; round++) {
        for (int k = 0; k < SWEEPS && s->residual > tolerance; k++, s->sweeps++) {
            s->residual = sweep(s, v);
            if (s->residual <= tolerance) /* when each was met: now of all at once */
                s->residual = largest_residual(s, v);
        }
        s->residual = largest_residual(s, v);
        if (s->residual > tolerance)
            s->residual = polish(s, tolerance, v);
    }
    return s->residual <= tolerance;
}
