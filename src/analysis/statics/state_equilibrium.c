/* state_equilibrium.c - one step of Newton's method for the states of the user's, at an equilibrium of the bodies. */
#include "analysis/statics/state_equilibrium.h"
#include "dynamics/tangent/state_derivatives.h"
#include "dynamics/tangent/tangent.h"
#include "linalg/lapack.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double AT_REST = 1e-12;       /* of what adds up in a rate */
static const double REGULARIZATION = 1e-9; /* of the largest stiffness */
static const double DEPENDENT = 1e-13;     /* singular value of J: smaller ones are rounding */
static const double PART = 1e-6;           /* of a direction in which nothing changes: a smaller component is none */
static const double SHORTEST = 1e-4;       /* part of a step */
static const double NEARER = 0.25;         /* of the part of a step: by which it comes nearer at least */
enum { MAX_FOLLOWED = 40 };                /* steps where Newton's method has none, */
static const double FIRST = 0.1;           /* of the time in which a state doubles, */
static const double LONGER = 1.5;          /* than the one before */
static const double REMOVED = 1e-9;        /* of a rate and what adds up in it: what a step may leave */

tml_state_equilibrium *tml_state_equilibrium_make(const tml_system *system, double *s, tml_arena *arena)
{
    const size_t nv = (size_t)system->nv, n = (size_t)system->state_count;
    tml_state_equilibrium *x = TML_NEW(arena, tml_state_equilibrium);
    *x = (tml_state_equilibrium){.s = s, .arena = arena};
    x->largest = TML_NEW_ARRAY(arena, double, n + 1);
    x->rate = TML_NEW_ARRAY(arena, double, n + 1);
    x->step = TML_NEW_ARRAY(arena, double, n + 1);
    x->last = TML_NEW_ARRAY(arena, double, n + 1);
    x->scale = TML_NEW_ARRAY(arena, double, n + 1);
    x->remaining = TML_NEW_ARRAY(arena, double, n + 1);
    x->free = TML_NEW_ARRAY(arena, bool, n + 1);
    x->Qs = TML_NEW_ARRAY(arena, double, nv *n + 1);
    x->rq = TML_NEW_ARRAY(arena, double, nv *n + 1);
    x->J = TML_NEW_ARRAY(arena, double, n *n + 1);
    x->force = TML_NEW_ARRAY(arena, double, nv + 1);
    x->moved = TML_NEW_ARRAY(arena, double, nv + 1);
    return x;
}

static void put_force(void *context, int i, int state, double value)
{
    const tml_state_equilibrium *x = context;
    x->Qs[state * x->eq->system->nv + i] += value / x->eq->unit[i];
}

static void put_rate(void *context, int state, int j, double position, double velocity)
{
    const tml_state_equilibrium *x = context;
    (void)velocity; /* at rest */
    x->rq[state * x->eq->system->nv + j] += position / x->eq->unit[j];
    x->scale[state] += fabs(position) * (tml_is_rotation(x->eq->system, j) ? 1 : x->eq->system->size);
}

static void put_coupling(void *context, int state, int other, double value)
{
    const tml_state_equilibrium *x = context;
    x->J[other * x->eq->system->state_count + state] += value;
    x->scale[state] += fabs(value * x->largest[other]);
}

typedef struct {
    tml_state_equilibrium *x;
    int state;
} column_of;

static void put_column(void *context, int i, double value)
{
    const column_of *c = context;
    put_force(c->x, i, c->state, value);
}

/* dQ/ds of laws that depend on accelerations, which are zero here, as of a motor with a rotor: their values are unknowns, so that the laws themselves
 * do not show it. Feedback by reactions is left out: it makes steps shorter, no others. */
static void add_result_laws(tml_state_equilibrium *x)
{
    const tml_workspace *work = x->eq->work;
    const tml_system *s = x->eq->system;
    double *gradient = x->eq->gradient;
    for (int k = 0; k < s->result_law_count; k++) {
        const tml_force_law *law = &s->laws[s->result_laws[k].law];
        if (s->result_laws[k].interaction >= 0 || !law->value)
            continue;
        memset(gradient, 0, (size_t)s->input_count * sizeof(double));
        tml_expression_gradient(s->result_laws[k].value, work->inputs, work->expression, law->factor, gradient);
        for (int j = 0; j < s->state_count; j++)
            if (gradient[s->states[j].input] != 0)
                tml_tangent_law_direction(work, law, gradient[s->states[j].input], put_column, &(column_of){x, j});
    }
}

/* Adds dr/dq dq/ds for one state: where the bodies go when it changes. */
static void add_motion(tml_state_equilibrium *x, int state)
{
    tml_equilibrium *eq = x->eq;
    const int nv = eq->system->nv, n = eq->system->state_count;
    double *phi = eq->work->phi;
    memcpy(x->force, x->Qs + state * nv, (size_t)nv * sizeof(double));
    for (int i = 0; i < eq->system->row_count; i++)
        phi[i] = 0; /* the constraints hold */
    eq->class->project(eq, x->force, x->force);
    if (!tml_equilibrium_solve(eq, 0, 0, true, x->force, x->moved) &&
        !tml_equilibrium_solve(eq, 0, REGULARIZATION * eq->max_stiffness, true, x->force, x->moved))
        return;
    for (int k = 0; k < n; k++)
        for (int j = 0; j < nv; j++)
            x->J[state * n + k] += x->rq[k * nv + j] * x->moved[j];
}

typedef tml_state_decomposition decomposition;

static double norm(const double *x, int count, int stride)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum = hypot(sum, x[i * stride]);
    return sum > 0 ? sum : 1;
}

static bool decompose(tml_state_equilibrium *x, decomposition *d)
{
    const int n = x->eq->system->state_count;
    double *work = TML_NEW_ARRAY(x->arena, double, 3 * n * n + 4 * n);
    *d = (decomposition){
        work, work + n * n, work + 2 * n * n, work + 3 * n * n, work + 3 * n * n + n, work + 3 * n * n + 2 * n, 0};
    memcpy(d->A, x->J, (size_t)(n * n) * sizeof(double));
    for (int i = 0; i < n; i++) {
        d->row[i] = norm(d->A + i, n, n);
        for (int j = 0; j < n; j++)
            d->A[j * n + i] /= d->row[i];
    }
    for (int j = 0; j < n; j++) {
        d->column[j] = norm(d->A + j * n, n, 1);
        for (int i = 0; i < n; i++)
            d->A[j * n + i] /= d->column[j];
    }
    const lapack_int flag = LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'A', 'A', n, n, d->A, n, d->values, d->U, n, d->Vt, n,
                                           work + 3 * n * n + 3 * n);
    while (d->rank < n && d->values[d->rank] > DEPENDENT)
        d->rank++;
    return tml_lapack_done(flag, x->arena);
}

static void find_free(tml_state_equilibrium *x, const decomposition *d)
{
    const int n = x->eq->system->state_count;
    for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int k = d->rank; k < n; k++)
            sum = hypot(sum, d->Vt[j * n + k]);
        x->free[j] = sum > PART;
    }
}

/* The step by a decomposition that removes the rates. */
static void solve_by(const tml_state_equilibrium *x, const decomposition *d, double *step)
{
    const int n = x->eq->system->state_count;
    memset(step, 0, (size_t)n * sizeof(double));
    for (int k = 0; k < d->rank; k++) {
        double along = 0;
        for (int i = 0; i < n; i++)
            along -= d->U[k * n + i] * x->rate[i] / d->row[i];
        for (int j = 0; j < n; j++)
            step[j] += d->Vt[j * n + k] * along / d->values[k] / d->column[j];
    }
}

/* Of a step, each state in what J makes of it. */
static double length_of(const decomposition *d, const double *step, int n)
{
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum = hypot(sum, step[j] * d->column[j]);
    return sum;
}

/* Takes half of the last step back where it has come no nearer; false: it has, or is too short. */
static bool turn_back(tml_state_equilibrium *x)
{
    const int n = x->eq->system->state_count;
    if (!(x->part > SHORTEST))
        return false;
    solve_by(x, &x->before, x->step);
    if (length_of(&x->before, x->step, n) <= (1 - NEARER * x->part) * x->length)
        return false;
    x->part /= 2;
    for (int j = 0; j < n; j++)
        x->s[j] -= x->last[j] /= 2;
    return true;
}

/* x of minimum norm that removes the rates, and what it leaves of them. */
static void solve(tml_state_equilibrium *x, const decomposition *d)
{
    const int n = x->eq->system->state_count;
    solve_by(x, d, x->step);
    for (int i = 0; i < n; i++) {
        x->remaining[i] = x->rate[i];
        for (int j = 0; j < n; j++)
            x->remaining[i] += x->J[j * n + i] * x->step[j];
    }
}

static bool is_removed(const tml_state_equilibrium *x, const decomposition *d)
{
    const int n = x->eq->system->state_count;
    const double length = length_of(d, x->step, n);
    for (int i = 0; i < n; i++)
        if (!isfinite(x->step[i]) ||
            !(fabs(x->remaining[i]) <= REMOVED * (fabs(x->rate[i]) + x->scale[i] + d->row[i] * length)))
            return false;
    return true;
}

/* A step of the implicit Euler method where Newton's has none, as of a pressure whose flow is choked and does not depend on it: (1/h - J) x = r, h longer from step to
 * step. False: too many, or there is none. */
static bool follow(tml_state_equilibrium *x)
{
    const int n = x->eq->system->state_count;
    double *A = TML_NEW_ARRAY(x->arena, double, n *n), h = INFINITY;
    lapack_int *pivot = TML_NEW_ARRAY(x->arena, lapack_int, n);
    if (x->followed++ >= MAX_FOLLOWED)
        return false;
    for (int i = 0; i < n && x->followed == 1; i++)
        if (x->rate[i] != 0 && x->s[i] != 0)
            h = fmin(h, FIRST * fabs(x->s[i] / x->rate[i]));
    x->h = x->followed == 1 ? h : LONGER * x->h;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            A[j * n + i] = (i == j) / x->h - x->J[j * n + i];
    memcpy(x->step, x->rate, (size_t)n * sizeof(double));
    if (!isfinite(x->h) || !tml_all_finite(A, n * n) ||
        LAPACKE_dgesv(LAPACK_COL_MAJOR, n, 1, A, n, pivot, x->step, n) != 0 || !tml_all_finite(x->step, n))
        return false;
    for (int i = 0; i < n; i++)
        x->s[i] += x->step[i];
    x->part = 0;
    return true;
}

tml_states_step tml_state_equilibrium_step(tml_state_equilibrium *x, tml_equilibrium *eq)
{
    const tml_system *s = eq->system;
    const size_t n = (size_t)s->state_count, size = (size_t)s->nv * n * sizeof(double);
    const tml_state_sink sink = {x, put_force, put_rate, put_coupling};
    x->eq = eq;
    for (size_t i = 0; i < n; i++)
        x->largest[i] = fmax(x->largest[i], fabs(x->s[i]));
    memset(x->Qs, 0, size);
    memset(x->rq, 0, size);
    memset(x->J, 0, n * n * sizeof(double));
    memset(x->scale, 0, n * sizeof(double));
    tml_workspace_state_rates(x->eq->work, x->rate);
    tml_state_entries(x->eq->work, &sink, x->eq->gradient);
    add_result_laws(x);
    bool rests = true;
    for (size_t i = 0; i < n; i++)
        rests &= fabs(x->rate[i]) <= AT_REST * x->scale[i];
    memcpy(x->remaining, x->rate, n * sizeof(double));
    if (!rests && turn_back(x))
        return TML_STATES_MOVED;
    for (int k = 0; k < s->state_count; k++)
        add_motion(x, k);
    decomposition d;
    if (!decompose(x, &d))
        return TML_STATES_SINGULAR;
    find_free(x, &d);
    if (rests)
        return TML_STATES_AT_REST;
    solve(x, &d);
    if (!is_removed(x, &d)) {
        memcpy(x->remaining, x->rate, n * sizeof(double));
        return follow(x) ? TML_STATES_MOVED : TML_STATES_SINGULAR;
    }
    memcpy(x->remaining, x->rate, n * sizeof(double));
    for (size_t i = 0; i < n; i++)
        x->s[i] += x->last[i] = x->step[i];
    x->before = d, x->part = 1, x->length = length_of(&d, x->step, s->state_count);
    return TML_STATES_MOVED;
}

/* Whether a state that cannot rest is the better one to name: a free one, then the faster one. */
static bool comes_first(const tml_state_equilibrium *x, int i, int other)
{
    const bool free = x->free[i] && x->remaining[i] != 0, other_free = x->free[other] && x->remaining[other] != 0;
    return free != other_free ? free
                              : fabs(x->remaining[i]) * x->scale[other] > fabs(x->remaining[other]) * x->scale[i];
}

int tml_state_equilibrium_fastest(const tml_state_equilibrium *x)
{
    int fastest = 0;
    for (int i = 1; i < x->eq->system->state_count; i++)
        fastest = comes_first(x, i, fastest) ? i : fastest;
    return fastest;
}
