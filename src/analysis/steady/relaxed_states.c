/* relaxed_states.c - another start for steady states: the bodies as they are, and states where they come to rest by themselves, followed in time.
 *
 *   (1 - h J) d = h r,    J = dr/ds       implicit Euler, linearly; h grows as long as no state changes by more than a part of itself
 *
 * Newton's method overshoots where rates grow as roots of states, as flow through a valve does with the pressure; in time they come near from one side. A state that is
 * above zero stays so.
 */
#include "analysis/steady/steady_task.h"
#include "dynamics/tangent/state_derivatives.h"
#include "linalg/lapack.h"
#include <math.h>
#include <string.h>

enum { MAX_STEPS = 400 };
static const double MOST = 0.2;      /* of a state, or of what it comes to: its change in a step */
static const double GROWTH = 1.6;    /* of h, from one step to the next */
static const double SETTLED = 1e-12; /* change of all states, in a step that is long */

typedef struct {
    int n;
    double *J, *A, *rate, *step; /* J: (n x n) by columns */
    lapack_int *pivots;
} relaxation;

static void put_force(void *context, int i, int state, double value)
{
    (void)context, (void)i, (void)state, (void)value;
}

static void put_rate(void *context, int state, int j, double position, double velocity)
{
    (void)context, (void)state, (void)j, (void)position, (void)velocity;
}

static void put_coupling(void *context, int state, int other, double value)
{
    const relaxation *x = context;
    x->J[other * x->n + state] += value;
}

static bool evaluate(tml_steady *s, const tml_steady_point *at, relaxation *x)
{
    const tml_state_sink sink = {x, put_force, put_rate, put_coupling};
    memset(x->J, 0, (size_t)(x->n * x->n) * sizeof(double));
    if (tml_steady_evaluate(s, at))
        return false;
    tml_workspace_state_rates(s->work, x->rate);
    tml_state_entries(s->work, &sink, s->gradient);
    return true;
}

/* The step over h; false: there is none. */
static bool find_step(relaxation *x, double h)
{
    for (int j = 0; j < x->n; j++) {
        for (int i = 0; i < x->n; i++)
            x->A[j * x->n + i] = (i == j) - h * x->J[j * x->n + i];
        x->step[j] = h * x->rate[j];
    }
    if (LAPACKE_dgesv_work(LAPACK_COL_MAJOR, x->n, 1, x->A, x->n, x->pivots, x->step, x->n))
        return false;
    for (int j = 0; j < x->n; j++)
        if (!isfinite(x->step[j]))
            return false;
    return true;
}

/* The largest change of a state, relative to its size. */
static double change_of(const relaxation *x, const double *states)
{
    double most = 0;
    for (int i = 0; i < x->n; i++)
        if (x->step[i] != 0)
            most = fmax(most, fabs(x->step[i]) / (fabs(states[i]) > 0 ? fabs(states[i]) : INFINITY));
    return most;
}

bool tml_steady_relax_states(tml_steady *s, tml_steady_point *at)
{
    const int n = s->states;
    if (!n)
        return false;
    tml_arena *scratch = tml_arena_part(s->arena);
    relaxation x = {.n = n};
    x.J = TML_NEW_ARRAY(scratch, double, n *n);
    x.A = TML_NEW_ARRAY(scratch, double, n *n);
    x.rate = TML_NEW_ARRAY(scratch, double, n);
    x.step = TML_NEW_ARRAY(scratch, double, n);
    x.pivots = TML_NEW_ARRAY(scratch, lapack_int, n);
    double *states = at->q + s->tree_nq, h = 1e-3 / fmax(s->fastest, 1e-12);
    bool settled = false;
    for (int k = 0; k < MAX_STEPS && !settled && evaluate(s, at, &x); k++) {
        bool fits = find_step(&x, h);
        for (int halved = 0; halved < 40 && (!fits || change_of(&x, states) > MOST); halved++)
            fits = find_step(&x, h /= 2);
        if (!fits)
            break;
        settled = change_of(&x, states) < SETTLED && h * s->fastest > 1;
        for (int i = 0; i < n; i++)
            states[i] += x.step[i];
        h *= GROWTH;
    }
    tml_arena_free(scratch);
    return settled;
}
