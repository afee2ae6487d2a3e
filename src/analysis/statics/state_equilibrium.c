/* state_equilibrium.c - one step of Newton's method for the states of the user's, at an equilibrium of the bodies. */
#include "analysis/statics/state_equilibrium.h"
#include "dynamics/tangent/state_derivatives.h"
#include "linalg/lapack.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double AT_REST = 1e-12;       /* of what adds up in a rate */
static const double REGULARIZATION = 1e-9; /* of the largest stiffness */
static const double DEPENDENT = 1e-13;     /* pivot, relative to its row: smaller ones are rounding */

tml_state_equilibrium *tml_state_equilibrium_make(tml_equilibrium *eq, double *s, tml_arena *arena)
{
    const size_t nv = (size_t)eq->system->nv, n = (size_t)eq->system->state_count;
    tml_state_equilibrium *x = TML_NEW(arena, tml_state_equilibrium);
    *x = (tml_state_equilibrium){.eq = eq, .s = s, .arena = arena};
    x->rate = TML_NEW_ARRAY(arena, double, n + 1);
    x->step = TML_NEW_ARRAY(arena, double, n + 1);
    x->scale = TML_NEW_ARRAY(arena, double, n + 1);
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
    x->scale[state] += fabs(value * x->s[other]);
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

static bool solve(tml_state_equilibrium *x)
{
    const int n = x->eq->system->state_count;
    lapack_int *pivots = TML_NEW_ARRAY(x->arena, lapack_int, n + 1);
    double *largest = TML_NEW_ARRAY(x->arena, double, n + 1);
    for (int i = 0; i < n; i++) {
        x->step[i] = -x->rate[i];
        for (int j = 0; j < n; j++)
            largest[i] = fmax(largest[i], fabs(x->J[j * n + i]));
        for (int j = 0; largest[i] > 0 && j < n; j++)
            x->J[j * n + i] /= largest[i];
        x->step[i] /= largest[i] > 0 ? largest[i] : 1;
    }
    const lapack_int flag = LAPACKE_dgesv(LAPACK_COL_MAJOR, n, 1, x->J, n, pivots, x->step, n);
    bool regular = tml_lapack_done(flag, x->arena);
    for (int i = 0; i < n; i++)
        regular &= fabs(x->J[i * (n + 1)]) > DEPENDENT && isfinite(x->step[i]);
    return regular;
}

tml_states_step tml_state_equilibrium_step(tml_state_equilibrium *x)
{
    const tml_system *s = x->eq->system;
    const size_t n = (size_t)s->state_count, size = (size_t)s->nv * n * sizeof(double);
    const tml_state_sink sink = {x, put_force, put_rate, put_coupling};
    memset(x->Qs, 0, size);
    memset(x->rq, 0, size);
    memset(x->J, 0, n * n * sizeof(double));
    memset(x->scale, 0, n * sizeof(double));
    tml_workspace_state_rates(x->eq->work, x->rate);
    tml_state_entries(x->eq->work, &sink, x->eq->gradient);
    bool rests = true;
    for (size_t i = 0; i < n; i++)
        rests &= fabs(x->rate[i]) <= AT_REST * x->scale[i];
    if (rests)
        return TML_STATES_AT_REST;
    for (int k = 0; k < s->state_count; k++)
        add_motion(x, k);
    if (!solve(x))
        return TML_STATES_SINGULAR;
    for (size_t i = 0; i < n; i++)
        x->s[i] += x->step[i];
    return TML_STATES_MOVED;
}

int tml_state_equilibrium_fastest(const tml_state_equilibrium *x)
{
    int fastest = 0;
    for (int i = 1; i < x->eq->system->state_count; i++)
        if (fabs(x->rate[i]) * x->scale[fastest] > fabs(x->rate[fastest]) * x->scale[i])
            fastest = i;
    return fastest;
}
