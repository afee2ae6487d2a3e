/* state_scales.c - characteristic magnitudes of the states of the user's, from which their tolerances follow.
 *
 * A state changes at the rate it has at the start, and by what the characteristic motion of the bodies, the time and the other states
 * add to that, |dr/dq| Q + |dr/dv| V + |dr/dt| T + |dr/ds| S, for as long as the motion takes to change or the state to decay:
 *   S = max(|s|, (|r| + change)/max(rate of the motion, |dr/ds| of itself))
 */
#include "analysis/dynamics/motion_state.h"
#include "dynamics/tangent/state_derivatives.h"
#include <math.h>
#include <string.h>

enum { PASSES = 4 }; /* of states that drive each other */

typedef struct {
    const tml_system *system;
    double speed;     /* characteristic rate of the motion, 1/s */
    double *change;   /* (state_count) by motion */
    double *coupling; /* (state_count x state_count) |dr/ds| by columns */
} sums;

static void skip_force(void *context, int i, int state, double value)
{
    (void)context, (void)i, (void)state, (void)value;
}

static void add_motion(void *context, int state, int j, double position, double velocity)
{
    sums *x = context;
    const double length = tml_is_rotation(x->system, j) ? 1 : x->system->size;
    x->change[state] += (fabs(position) + fabs(velocity) * x->speed) * length;
}

static void add_coupling(void *context, int state, int other, double value)
{
    sums *x = context;
    x->coupling[other * x->system->state_count + state] += fabs(value);
}

static void add_time(tml_workspace *work, double span, double *gradient, double *change)
{
    const tml_system *s = work->system;
    for (int k = 0; k < s->state_count; k++) {
        memset(gradient, 0, (size_t)s->input_count * sizeof(double));
        tml_expression_gradient(s->states[k].rate, work->inputs, work->expression, 1, gradient);
        change[k] += fabs(gradient[0]) * span;
    }
}

void tml_motion_state_scale_states(tml_motion_state *m, const double *states, double *scale)
{
    const tml_system *s = m->task->system;
    const int n = s->state_count;
    tml_workspace *work = m->e->work;
    double *gradient = TML_NEW_ARRAY(m->task->arena, double, s->input_count),
           *rate = TML_NEW_ARRAY(m->task->arena, double, n);
    sums x = {s, m->rate, TML_NEW_ARRAY(m->task->arena, double, n), TML_NEW_ARRAY(m->task->arena, double, n *n)};
    const tml_state_sink sink = {&x, skip_force, add_motion, add_coupling};
    tml_state_entries(work, &sink, gradient);
    add_time(work, fmin(m->request->end - m->t0, 1 / m->rate), gradient, x.change);
    tml_workspace_state_rates(work, rate);
    for (int pass = 0; pass < PASSES; pass++)
        for (int k = 0; k < n; k++) {
            double change = fabs(rate[k]) + x.change[k];
            for (int l = 0; l < n; l++)
                change += l != k ? x.coupling[l * n + k] * (pass ? scale[l] : fabs(states[l])) : 0;
            scale[k] = fmax(fabs(states[k]), change / fmax(m->rate, x.coupling[k * n + k]));
        }
    for (int k = 0; k < n; k++)
        if (!(scale[k] > 0 && isfinite(scale[k])))
            scale[k] = 1;
}
