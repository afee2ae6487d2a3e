/* settled_states.c - Newton's method for states that depend on themselves alone. */
#include "analysis/statics/settled_states.h"
#include "dynamics/tangent/state_derivatives.h"
#include "linalg/lapack.h"
#include <math.h>
#include <string.h>

enum { MAX_STEPS = 20 };
static const double AT_REST = 1e-13; /* of the change of a state, to its size */

typedef struct {
    const tml_system *s;
    tml_workspace *work;
    int n;              /* states */
    bool *own;          /* (n) of the set */
    double *J;          /* (n x n) by columns */
    double *rate, *x;   /* (n) */
    double *A, *step;   /* of the set */
    double *gradient;   /* (inputs) */
    lapack_int *pivots; /* (n) */
} settling;

static void put_force(void *context, int i, int state, double value)
{
    (void)context, (void)i, (void)state, (void)value;
}

static void put_rate(void *context, int state, int j, double position, double velocity)
{
    settling *z = context;
    (void)j, (void)velocity; /* at rest */
    if (position != 0)
        z->own[state] = false;
}

static void put_coupling(void *context, int state, int other, double value)
{
    settling *z = context;
    z->J[other * z->n + state] += value;
}

static void evaluate(settling *z, const tml_state *at, const double *zeros)
{
    const tml_state_sink sink = {z, put_force, put_rate, put_coupling};
    memset(z->J, 0, (size_t)(z->n * z->n) * sizeof(double));
    tml_workspace_set_states(z->work, z->x);
    tml_workspace_evaluate(z->work, at->t, at->q, zeros);
    tml_workspace_state_rates(z->work, z->rate);
    tml_state_entries(z->work, &sink, z->gradient);
}

/* Whether its rate depends on accelerations or forces, which only the equations of motion tell. */
static bool uses_results(const tml_system *s, int state)
{
    for (int i = 0; i < s->input_count; i++)
        if ((s->inputs[i].what == TML_INPUT_RESULT || s->inputs[i].what == TML_INPUT_UNKNOWN) &&
            tml_expression_uses(s->states[state].rate, i))
            return true;
    return false;
}

/* Leaves those of the set that depend on none outside of it. */
static void close_set(settling *z)
{
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < z->n; i++)
            for (int j = 0; j < z->n && z->own[i]; j++)
                if (!z->own[j] && z->J[j * z->n + i] != 0)
                    z->own[i] = false, again = true;
    }
}

/* One step of Newton's method in the set: its size to that of the states; INFINITY: there is none. */
static double take_step(settling *z)
{
    int count = 0;
    double change = 0;
    for (int j = 0; j < z->n; j++)
        count += z->own[j];
    for (int j = 0, column = 0; j < z->n; j++) {
        if (!z->own[j])
            continue;
        for (int i = 0, row = 0; i < z->n; i++)
            if (z->own[i])
                z->A[column * count + row++] = z->J[j * z->n + i];
        z->step[column++] = -z->rate[j];
    }
    if (count && LAPACKE_dgesv_work(LAPACK_COL_MAJOR, count, 1, z->A, count, z->pivots, z->step, count))
        return INFINITY;
    for (int i = 0, row = 0; i < z->n; i++) {
        if (!z->own[i])
            continue;
        const double d = z->step[row++];
        z->x[i] += d;
        change = isfinite(d) ? fmax(change, d == 0 ? 0 : fabs(d) / fmax(fabs(z->x[i]), fabs(d))) : INFINITY;
    }
    return change;
}

void tml_states_settle(tml_task *task)
{
    const tml_system *s = task->system;
    const int n = s->state_count;
    tml_arena *scratch = tml_arena_part(task->arena);
    double *zeros = TML_NEW_ARRAY(scratch, double, s->nv + 1);
    settling z = {.s = s, .n = n, .work = tml_workspace_make(s, scratch)};
    z.own = TML_NEW_ARRAY(scratch, bool, n + 1);
    z.J = TML_NEW_ARRAY(scratch, double, n *n + 1);
    z.A = TML_NEW_ARRAY(scratch, double, n *n + 1);
    z.rate = TML_NEW_ARRAY(scratch, double, n + 1);
    z.step = TML_NEW_ARRAY(scratch, double, n + 1);
    z.x = TML_NEW_ARRAY(scratch, double, n + 1);
    z.gradient = TML_NEW_ARRAY(scratch, double, s->input_count + 1);
    z.pivots = TML_NEW_ARRAY(scratch, lapack_int, n + 1);
    memcpy(z.x, task->state->states, (size_t)n * sizeof(double));
    memcpy(z.work->unwrapped, task->state->unwrapped, (size_t)s->measure_count * sizeof(double));
    for (int i = 0; i < n; i++)
        z.own[i] = !uses_results(s, i);
    double change = INFINITY;
    for (int k = 0; k < MAX_STEPS && change > AT_REST; k++) {
        evaluate(&z, task->state, zeros);
        close_set(&z);
        change = take_step(&z);
        if (!isfinite(change))
            break;
    }
    if (change <= AT_REST)
        memcpy(task->state->states, z.x, (size_t)n * sizeof(double));
    tml_arena_free(scratch);
}
