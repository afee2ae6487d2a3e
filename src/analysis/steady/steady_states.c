/* steady_states.c - relative equilibrium with the states s of the user's at rest: r(q(s), u, s) = 0.
 *
 * Newton's method in s around the search for the relative equilibrium q(s); the derivative of r by differences, each with the
 * equilibrium found again, so that states that only their loop through the mechanism brings to rest (an integrator) are found too.
 */
#include "analysis/steady/steady_task.h"
#include "dynamics/tangent/state_derivatives.h"
#include "linalg/lapack.h"
#include <math.h>
#include <string.h>

enum { MAX_STEPS = 50 };
static const double AT_REST = 1e-11;   /* of what adds up in a rate */
static const double DIFFERENCE = 1e-6; /* of a state */
static const double ZERO = 1e-12;      /* a state that was never larger tells nothing of its magnitude: 1 is taken */
static const double SAME = 4e-16;      /* a step shorter than this, relative to the state, is rounding */
static const double DEPENDENT = 1e-10; /* pivot relative to its row: smaller ones are errors of the differences */

void tml_steady_state_rates(const tml_steady *s, double *rate, double *scale)
{
    tml_state_rates(s->work, rate, scale, s->gradient);
}

typedef struct {
    tml_steady_task *t;
    int n;
    double *s, *rate, *scale; /* (n) */
    double *J, *step;         /* (n x n) by columns, (n) */
    double *other, *unused;   /* (n) */
    double *largest;          /* (n) magnitudes so far */
    lapack_int *pivots;
    tml_steady_point at;
} search;

static search make(tml_steady_task *t)
{
    const int n = t->task->system->state_count;
    tml_arena *arena = t->task->arena;
    return (search){.t = t,
                    .n = n,
                    .s = t->task->state->states,
                    .rate = TML_NEW_ARRAY(arena, double, n),
                    .scale = TML_NEW_ARRAY(arena, double, n),
                    .J = TML_NEW_ARRAY(arena, double, n *n),
                    .step = TML_NEW_ARRAY(arena, double, n),
                    .other = TML_NEW_ARRAY(arena, double, n),
                    .unused = TML_NEW_ARRAY(arena, double, n),
                    .largest = TML_NEW_ARRAY(arena, double, n),
                    .pivots = TML_NEW_ARRAY(arena, lapack_int, n),
                    .at = tml_steady_point_make(t->s)};
}

/* dr/ds with the mechanism in equilibrium; false: it is not found beside this state. */
static bool differentiate(search *x)
{
    for (int k = 0; k < x->n; k++) {
        x->largest[k] = fmax(x->largest[k], fabs(x->s[k]));
        const double before = x->s[k], h = DIFFERENCE * (x->largest[k] > ZERO ? x->largest[k] : 1);
        x->s[k] += h;
        tml_workspace_set_states(x->t->s->work, x->s);
        tml_steady_copy(x->t->s, &x->t->at, &x->at);
        const bool found = tml_steady_solve(x->t->v, &x->at) == TML_STEADY_CONVERGED;
        tml_steady_evaluate(x->t->s, &x->at);
        tml_steady_state_rates(x->t->s, x->other, x->unused);
        const double taken = x->s[k] - before;
        x->s[k] = before;
        tml_workspace_set_states(x->t->s->work, x->s);
        if (!found)
            return false;
        for (int i = 0; i < x->n; i++)
            x->J[k * x->n + i] = (x->other[i] - x->rate[i]) / taken;
    }
    return true;
}

/* s after a step of Newton's method; false: some state changes whatever its value. */
static bool take_step(search *x, bool *moved)
{
    const int n = x->n;
    for (int i = 0; i < n; i++) {
        double largest = 0;
        for (int j = 0; j < n; j++)
            largest = fmax(largest, fabs(x->J[j * n + i]));
        for (int j = 0; largest > 0 && j < n; j++)
            x->J[j * n + i] /= largest;
        x->step[i] = -x->rate[i] / (largest > 0 ? largest : 1);
    }
    if (LAPACKE_dgesv(LAPACK_COL_MAJOR, n, 1, x->J, n, x->pivots, x->step, n) != 0)
        return false;
    *moved = false;
    for (int i = 0; i < n; i++) {
        if (!isfinite(x->step[i]) || fabs(x->J[i * (n + 1)]) < DEPENDENT)
            return false;
        *moved |= fabs(x->step[i]) > SAME * fabs(x->s[i]);
        x->s[i] += x->step[i];
    }
    return true;
}

static bool rests(const search *x)
{
    for (int i = 0; i < x->n; i++)
        if (!(fabs(x->rate[i]) <= AT_REST * x->scale[i]))
            return false;
    return true;
}

static tml_status report(const search *x)
{
    int fastest = 0;
    for (int i = 1; i < x->n; i++)
        if (fabs(x->rate[i]) * x->scale[fastest] > fabs(x->rate[fastest]) * x->scale[i])
            fastest = i;
    const tml_state_variable *v = &x->t->task->system->states[fastest];
    tml_log_raise(x->t->task->log, TML_E_NO_STEADY_STATE, v->place,
                  "steady: state %s does not come to rest: its rate is %.4g %s%s", v->name, x->rate[fastest],
                  v->unit[0] ? v->unit : "1", "/s");
    return TML_FAILED;
}

tml_status tml_steady_find_with_states(tml_steady_task *t, int *iterations)
{
    if (!t->task->system->state_count)
        return tml_steady_find(t, iterations);
    search x = make(t);
    bool moved = true;
    for (int i = 0;; i++) {
        tml_workspace_set_states(t->s->work, x.s);
        const tml_status status = tml_steady_find(t, iterations);
        if (status != TML_OK)
            return status;
        tml_steady_evaluate(t->s, &t->at);
        tml_steady_state_rates(t->s, x.rate, x.scale);
        if (rests(&x) || !moved)
            return TML_OK;
        if (i == MAX_STEPS || !differentiate(&x) || !take_step(&x, &moved))
            return report(&x);
    }
}
