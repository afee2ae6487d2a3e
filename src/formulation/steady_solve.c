/* steady_solve.c - damped Newton for left(x, lambda) = 0, phi(x) = 0.
 *
 * With Z the motions that cut joints leave free, n the least closing of phi, and, where the speeds vary, one more equation
 * t . x + t_p p = 0 (pseudo-arclength):
 *
 *   x = n + Z z,   [Z'K Z  Z'slope; t'Z  t_p] [z; p] = -[Z'(left + K n); t.(way gone + n)],   C' dlambda = -(left + K x + slope p)
 *
 * redundant rows by least norm. A step is shortened until the next one, by the same matrix, would be shorter (Deuflhard).
 */
#include "formulation/steady_solve.h"
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { STEPS_MOST = 60, HALVES_MOST = 12, CLOSE_MOST = 60 };
static const double CAP = 0.7;        /* sizes, rad: the longest step */
static const double FAR = 1e3;        /* sizes: nothing is looked for beyond */
static const double DONE = 1e-13;     /* a step after which only rounding is left */
static const double NEAR = 1e-5;      /* steps that may be rounding, where forces are stiff */
static const double SINGULAR = 1e-14; /* reciprocal condition */

tml_steady_solver *tml_steady_solver_make(tml_steady *s, double tolerance)
{
    tml_steady_solver *v = TML_NEW(s->arena, tml_steady_solver);
    const size_t n = (size_t)s->n + 1;
    *v = (tml_steady_solver){.s = s, .tolerance = tolerance, .most = STEPS_MOST};
    double **const vectors[] = {&v->x, &v->moved, &v->next, &v->normal, &v->reach, &v->b, &v->values};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = TML_NEW_ARRAY(s->arena, double, n);
    v->more = TML_NEW_ARRAY(s->arena, double, s->rows + 1);
    v->A = TML_NEW_ARRAY(s->arena, double, n *n);
    v->factors = TML_NEW_ARRAY(s->arena, double, n *n);
    v->pivots = TML_NEW_ARRAY(s->arena, int, n);
    v->trial = tml_steady_point_make(s);
    return v;
}

double tml_steady_length(const tml_steady *s, const double *x, double part)
{
    double sum = part * part;
    for (int k = 0; k < s->n; k++)
        sum += x[k] * x[k] / (s->system->size * s->system->size);
    return sqrt(sum);
}

/* ---- the linear equations ---- */

/* y = K x */
static void times_K(const tml_steady *s, const double *x, double *y)
{
    const size_t n = (size_t)s->n;
    memset(y, 0, n * sizeof(double));
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; x[k] != 0 && i < n; i++)
            y[i] += s->K[k * n + i] * x[k];
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* t . x with lengths in sizes */
static double along(const tml_steady *s, const tml_steady_direction *t, const double *x, double part)
{
    return dot(t->x, x, s->n) / (s->system->size * s->system->size) + t->part * part;
}

/* A = [Z'K Z  Z'slope; t'Z  t_p] and its factors. */
static void factor(tml_steady_solver *v, const tml_steady_direction *t)
{
    const tml_steady *s = v->s;
    const double *Z = tml_range_free(&s->range);
    const int m = s->free_count, order = v->order = m + (t != NULL);
    const size_t n = (size_t)s->n, N = (size_t)order;
    double norm = 0, condition = 0;
    for (int k = 0; k < m; k++) {
        times_K(s, Z + (size_t)k * n, v->reach);
        for (int i = 0; i < m; i++)
            v->A[(size_t)k * N + (size_t)i] = dot(Z + (size_t)i * n, v->reach, s->n);
        if (t)
            v->A[(size_t)k * N + (size_t)m] = along(s, t, Z + (size_t)k * n, 0);
    }
    for (int i = 0; t && i < m; i++)
        v->A[(size_t)m * N + (size_t)i] = dot(Z + (size_t)i * n, s->slope, s->n);
    if (t)
        v->A[(size_t)m * N + (size_t)m] = t->part;
    v->singular = false;
    if (order == 0)
        return;
    for (size_t k = 0; k < N; k++) {
        double sum = 0;
        for (size_t i = 0; i < N; i++)
            sum += fabs(v->A[k * N + i]);
        norm = fmax(norm, sum);
    }
    memcpy(v->factors, v->A, N * N * sizeof(double));
    const lapack_int flag = LAPACKE_dgetrf(LAPACK_COL_MAJOR, order, order, v->factors, order, v->pivots);
    if (flag < 0 || (flag == 0 && LAPACKE_dgecon(LAPACK_COL_MAJOR, '1', order, v->factors, order, norm, &condition)))
        tml_arena_give_up(v->s->arena);
    v->singular = flag > 0 || !(condition > SINGULAR);
}

/* b = A^-1 b, of least norm where A is singular */
static void solve_b(tml_steady_solver *v)
{
    const int n = v->order;
    lapack_int flag = 0;
    if (n == 0)
        return;
    if (!v->singular)
        flag = LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', n, 1, v->factors, n, v->pivots, v->b, n);
    else {
        lapack_int rank;
        memcpy(v->factors, v->A, (size_t)n * (size_t)n * sizeof(double));
        flag = LAPACKE_dgelsd(LAPACK_COL_MAJOR, n, n, 1, v->factors, n, v->b, n, v->values, 1e-12, &rank);
    }
    if (flag)
        tml_arena_give_up(v->s->arena);
}

/* The step x, *part for what is left, and the gaps phi. */
static void step(tml_steady_solver *v, const double *left, const double *phi, double passed, const double *moved,
                 double *x, double *part)
{
    const tml_steady *s = v->s;
    const double *Z = tml_range_free(&s->range);
    const size_t n = (size_t)s->n;
    const int m = s->free_count;
    tml_range_reach(&s->range, phi, v->normal);
    for (size_t i = 0; i < n; i++)
        v->normal[i] = -v->normal[i];
    times_K(s, v->normal, v->reach);
    for (size_t i = 0; i < n; i++)
        v->reach[i] += left[i];
    for (int k = 0; k < m; k++)
        v->b[k] = -dot(Z + (size_t)k * n, v->reach, s->n);
    if (v->across)
        v->b[m] = -along(s, v->across, moved, passed) - along(s, v->across, v->normal, 0);
    solve_b(v);
    memcpy(x, v->normal, n * sizeof(double));
    for (int k = 0; k < m; k++)
        for (size_t i = 0; i < n; i++)
            x[i] += v->b[k] * Z[(size_t)k * n + i];
    *part = v->across ? v->b[m] : 0;
}

/* more = dlambda of a step */
static void multipliers(tml_steady_solver *v)
{
    const tml_steady *s = v->s;
    if (s->rows == 0)
        return;
    times_K(s, v->x, v->reach);
    for (int i = 0; i < s->n; i++)
        v->reach[i] = -(v->reach[i] + s->left[i] + s->slope[i] * v->part);
    if (!tml_range_combine(&s->range, v->reach, v->more))
        tml_arena_give_up(s->arena);
}

/* ---- one step ---- */

/* The longest factor a step may have. */
static double cap(const tml_steady_solver *v, const tml_steady_point *at)
{
    const tml_steady *s = v->s;
    const double far = tml_steady_far(s, at->q);
    double most = 1;
    for (int k = 0; k < s->n; k++) {
        const double longest = CAP * (s->slides[s->free[k]] ? far : s->system->size);
        most = fmax(most, fabs(v->x[k]) / longest);
    }
    return 1 / most;
}

/* Trial point a factor along the step; the step that the same matrix would make next. False: not finite there. */
static bool look(tml_steady_solver *v, const tml_steady_point *at, double factor, double *next)
{
    tml_steady *s = v->s;
    double *u = s->trial[3], *r = s->trial[0], *left = s->trial[1], *moved = s->trial[2], part;
    tml_steady_displace(s, at, v->x, factor, &v->trial);
    v->trial.part = at->part + factor * v->part;
    for (int i = 0; i < s->rows; i++)
        v->trial.lambda[i] = at->lambda[i] + factor * v->more[i];
    tml_steady_speeds(s, v->trial.part, u);
    if (tml_steady_forces(s, v->trial.q, u, v->trial.lambda, r))
        return false;
    for (int k = 0; k < s->n; k++) {
        left[k] = r[s->free[k]] / s->unit[s->free[k]];
        moved[k] = v->moved[k] + factor * v->x[k];
    }
    step(v, left, s->work->phi, v->passed + factor * v->part, moved, v->next, &part);
    *next = tml_steady_length(s, v->next, part);
    return isfinite(*next);
}

/* Takes the step, or a part of it. False: none makes it better. */
static bool take(tml_steady_solver *v, tml_steady_point *at, double length)
{
    double factor = cap(v, at), next;
    for (int i = 0; i < HALVES_MOST; i++, factor /= 2) {
        if (!look(v, at, factor, &next) || (!v->deflate && next > (1 - factor / 4) * length))
            continue;
        for (int k = 0; k < v->s->n; k++)
            v->moved[k] += factor * v->x[k];
        v->passed += factor * v->part;
        tml_steady_copy(v->s, &v->trial, at);
        return true;
    }
    return false;
}

static bool ran_away(const tml_steady_solver *v)
{
    for (int k = 0; k < v->s->n; k++)
        if (fabs(v->moved[k]) > FAR * v->s->system->size)
            return true;
    return false;
}

/* ---- the search ---- */

static tml_steady_end finish(tml_steady_solver *v, tml_steady_point *at)
{
    tml_steady *s = v->s;
    if (tml_steady_evaluate(s, at))
        return TML_STEADY_STUCK;
    tml_steady_balance(s, at);
    tml_steady_accept(s, at);
    const double far = tml_steady_far(s, at->q);
    return s->residual <= tml_steady_enough(s, v->tolerance) && s->gap <= 1e-12 * far ? TML_STEADY_FOUND
                                                                                      : TML_STEADY_STUCK;
}

tml_steady_end tml_steady_solve(tml_steady_solver *v, tml_steady_point *at)
{
    tml_steady *s = v->s;
    double before = INFINITY;
    memset(v->moved, 0, (size_t)s->n * sizeof(double));
    v->passed = 0;
    for (v->iterations = 0; v->iterations < v->most; v->iterations++) {
        if (tml_steady_evaluate(s, at))
            return v->iterations ? TML_STEADY_STUCK : TML_STEADY_NOT_FINITE;
        tml_steady_accept(s, at);
        tml_steady_balance(s, at);
        if (tml_steady_stiffen(s, at))
            return v->iterations ? TML_STEADY_STUCK : TML_STEADY_NOT_FINITE;
        factor(v, v->across);
        step(v, s->left, s->work->phi, v->passed, v->moved, v->x, &v->part);
        const double length = tml_steady_length(s, v->x, v->part);
        if (!isfinite(length))
            return TML_STEADY_STUCK;
        if (length <= 4 * DBL_EPSILON || (length < NEAR && length > 0.25 * before))
            return finish(v, at);
        const double factor_of = v->deflate && length > NEAR ? v->deflate(v->context, at, v->x) : 1;
        for (int k = 0; k < s->n; k++)
            v->x[k] *= factor_of;
        multipliers(v);
        if (!take(v, at, length)) {
            v->iterations += length < NEAR;
            return length < NEAR ? finish(v, at) : TML_STEADY_STUCK;
        }
        if (length < DONE) {
            v->iterations++;
            return finish(v, at);
        }
        if (ran_away(v))
            return TML_STEADY_RUNS_AWAY;
        before = length;
    }
    return TML_STEADY_TIRED;
}

bool tml_steady_close(tml_steady_solver *v, tml_steady_point *at)
{
    tml_steady *s = v->s;
    for (int i = 0; i < CLOSE_MOST && s->rows; i++) {
        if (tml_steady_evaluate(s, at))
            return false;
        tml_steady_accept(s, at);
        if (s->gap <= 1e-9 * s->system->size)
            return true;
        tml_range_reach(&s->range, s->work->phi, v->x);
        for (int k = 0; k < s->n; k++)
            v->x[k] = -v->x[k];
        tml_steady_displace(s, at, v->x, cap(v, at), at);
    }
    return s->rows == 0;
}

bool tml_steady_crossing(tml_steady_solver *v, const tml_steady_direction *before, tml_steady_direction *t)
{
    const tml_steady *s = v->s;
    const double *Z = tml_range_free(&s->range);
    factor(v, before);
    const int n = v->order;
    double *V = v->factors;
    if (LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'O', n, n, v->A, n, v->values, NULL, 1, V, n, v->b) != 0)
        return false;
    memset(t->x, 0, (size_t)s->n * sizeof(double));
    for (int k = 0; k < s->free_count; k++) /* the last row of V' */
        for (int i = 0; i < s->n; i++)
            t->x[i] += v->A[(size_t)k * (size_t)n + (size_t)n - 1] * Z[(size_t)k * (size_t)s->n + (size_t)i];
    t->part = v->A[(size_t)(n - 1) * (size_t)n + (size_t)n - 1];
    const double length = tml_steady_length(s, t->x, t->part);
    for (int i = 0; i < s->n; i++)
        t->x[i] /= length;
    t->part /= length;
    return isfinite(t->part);
}

bool tml_steady_tangent(tml_steady_solver *v, const tml_steady_direction *before, tml_steady_direction *t, int *sign,
                        double *logarithm)
{
    const tml_steady *s = v->s;
    const double *Z = tml_range_free(&s->range);
    factor(v, before);
    memset(v->b, 0, (size_t)v->order * sizeof(double));
    v->b[s->free_count] = 1;
    solve_b(v);
    memset(v->x, 0, (size_t)s->n * sizeof(double));
    for (int k = 0; k < s->free_count; k++)
        for (int i = 0; i < s->n; i++)
            v->x[i] += v->b[k] * Z[(size_t)k * (size_t)s->n + (size_t)i];
    const double part = v->b[s->free_count], length = tml_steady_length(s, v->x, part);
    if (!(length > 0) || !isfinite(length))
        return false;
    for (int i = 0; i < s->n; i++)
        t->x[i] = v->x[i] / length;
    t->part = part / length;
    factor(v, t);
    *sign = 1, *logarithm = 0;
    for (int i = 0; i < v->order; i++) {
        const double pivot = v->factors[(size_t)i * (size_t)(v->order + 1)];
        *sign *= (pivot < 0 ? -1 : 1) * (v->pivots[i] != i + 1 ? -1 : 1);
        *logarithm += log(fmax(fabs(pivot), 1e-300));
    }
    return true;
}
