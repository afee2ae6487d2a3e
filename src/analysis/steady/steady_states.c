/* steady_states.c - states s of the user's as coordinates of a relative equilibrium: their units, rates and what is said of them.
 *
 * A state is measured in units of its magnitude m, its rate in units of R, so that both are comparable to lengths and forces:
 *   m_i = max(|s_i|, |r_i / (dr_i/ds_i)|, F / |dQ/ds_i|),   R_i = |r_i| + sum_k |dr_i/ds_k| m_k + |dr_i/dq| size,   F: acting forces
 */
#include "analysis/steady/steady_task.h"
#include "dynamics/tangent/state_derivatives.h"
#include "linalg/lapack.h"
#include <math.h>
#include <string.h>

static const double AT_REST = 1e-11;   /* of what adds up in a rate, and of the rate R of the state */
static const double DEPENDENT = 1e-10; /* singular value: smaller ones are errors of the differences */
static const double PART = 1e-6;       /* of a direction in which nothing changes: a smaller component is none */

void tml_steady_move(const tml_steady *s, const double *d, double *q)
{
    tml_spanning_displace(s->tree, d, q);
    for (int i = 0; i < s->states; i++)
        q[s->tree_nq + i] += d[s->tree_nv + i];
}

/* ---- units ---- */

typedef struct {
    const tml_steady *s;
    double force;                 /* F */
    double *magnitude, *R, *rate; /* (states) m, R, r */
    double *Q;                    /* (states) the largest |dQ/ds|, N */
    double *J;                    /* (states x states) by columns */
} scales;

static double unit_of(const tml_steady *s, int coordinate)
{
    return tml_is_rotation(s->system, coordinate) ? s->system->size : 1;
}

static void put_force(void *context, int i, int state, double value)
{
    const scales *x = context;
    x->Q[state] = fmax(x->Q[state], fabs(value) / unit_of(x->s, i));
}

static void put_rate(void *context, int state, int j, double position, double velocity)
{
    const scales *x = context;
    (void)velocity; /* prescribed */
    x->R[state] += fabs(position) * x->s->system->size / unit_of(x->s, j);
}

static void put_coupling(void *context, int state, int other, double value)
{
    const scales *x = context;
    x->J[other * x->s->states + state] += value;
}

static bool matters(const tml_system *s, int state)
{
    const int input = s->states[state].input;
    for (int i = 0; i < s->state_count; i++)
        if (tml_expression_uses(s->states[i].rate, input))
            return true;
    for (int i = 0; i < s->law_count; i++)
        if (s->laws[i].value && tml_expression_uses(s->laws[i].value, input))
            return true;
    return false;
}

void tml_steady_scale_states(tml_steady *s, const tml_steady_point *at)
{
    const int n = s->states;
    tml_arena *scratch = tml_arena_part(s->arena);
    double *work = TML_NEW_ARRAY(scratch, double, n *(n + 4) + 1);
    scales x = {.s = s, .magnitude = work, .R = work + n, .rate = work + 2 * n, .Q = work + 3 * n, .J = work + 4 * n};
    const tml_state_sink sink = {&x, put_force, put_rate, put_coupling};
    tml_steady_evaluate(s, at);
    x.force = s->scale > 0 && isfinite(s->scale) ? s->scale : 1;
    tml_workspace_state_rates(s->work, x.rate);
    tml_state_entries(s->work, &sink, s->gradient);
    for (int i = 0; i < n; i++) {
        s->matters[i] = matters(s->system, i);
        x.magnitude[i] = fmax(x.magnitude[i], fabs(at->q[s->tree_nq + i]));
        if (x.J[i * (n + 1)] != 0)
            x.magnitude[i] = fmax(x.magnitude[i], fabs(x.rate[i] / x.J[i * (n + 1)]));
        if (x.Q[i] > 0)
            x.magnitude[i] = fmax(x.magnitude[i], x.force / x.Q[i]);
        if (!(x.magnitude[i] > 0) || !isfinite(x.magnitude[i]))
            x.magnitude[i] = 1;
        s->unit[s->tree_nv + i] = s->system->size / x.magnitude[i];
    }
    s->fastest = 0;
    for (int i = 0; i < n; i++) {
        x.R[i] += fabs(x.rate[i]);
        for (int k = 0; k < n; k++)
            x.R[i] += fabs(x.J[k * n + i]) * x.magnitude[k];
        s->rate_scale[i] = x.R[i];
        s->rate_force[i] = x.R[i] > 0 && isfinite(x.R[i]) ? x.force / x.R[i] : 1;
        s->fastest = fmax(s->fastest, x.R[i] / x.magnitude[i]);
    }
    tml_arena_free(scratch);
}

/* ---- rates ---- */

void tml_steady_state_rates(const tml_steady *s, double *rate, double *scale)
{
    tml_state_rates(s->work, rate, scale, s->gradient);
}

bool tml_steady_states_rest(const tml_steady *s, int *fastest)
{
    if (!s->states)
        return true;
    tml_arena *scratch = tml_arena_part(s->arena);
    double *rate = TML_NEW_ARRAY(scratch, double, s->states), *scale = TML_NEW_ARRAY(scratch, double, s->states);
    double worst = 0;
    tml_steady_state_rates(s, rate, scale);
    for (int i = 0; i < s->states; i++) {
        const double all = scale[i] + s->rate_scale[i];
        const double ratio = rate[i] == 0 ? 0 : all > 0 ? fabs(rate[i]) / all : INFINITY;
        if (!(ratio <= worst)) {
            worst = ratio;
            if (fastest)
                *fastest = i;
        }
    }
    tml_arena_free(scratch);
    return worst <= AT_REST;
}

bool tml_steady_report_moving_state(tml_steady_task *t)
{
    tml_steady *s = t->s;
    int fastest = 0;
    if (!s->states || tml_steady_evaluate(s, &t->at))
        return false;
    tml_steady_balance(s, &t->at);
    if (s->max_residual > tml_steady_residual_tolerance(s, t->request.tolerance) || tml_steady_states_rest(s, &fastest))
        return false;
    if (tml_steady_check(t, &t->at, true) != TML_OK) /* its rate changes while the mechanism moves */
        return true;
    const tml_state_variable *v = &t->task->system->states[fastest];
    double *rate = TML_NEW_ARRAY(t->task->arena, double, 2 * s->states);
    tml_steady_evaluate(s, &t->at);
    tml_steady_state_rates(s, rate, rate + s->states);
    tml_log_raise(t->task->log, TML_E_NO_STEADY_STATE, v->place,
                  "%s: state %s does not come to rest: its rate is %.4g %s/s", t->task->element->kind, v->name,
                  rate[fastest], v->unit[0] ? v->unit : "1");
    return true;
}

/* ---- states that nothing determines ---- */

void tml_steady_free_states_fact(tml_steady_task *t)
{
    tml_steady *s = t->s;
    if (!s->states)
        return;
    tml_steady_factor(t->v, NULL);
    const int m = t->v->order;
    tml_arena *arena = t->task->arena;
    double *Vt = TML_NEW_ARRAY(arena, double, m *m + 2 * m + 1), *values = Vt + m * m, *work = values + m;
    bool *free = TML_NEW_ARRAY(arena, bool, s->states + 1);
    if (!tml_lapack_done(LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'A', m, m, t->v->A, m, values, NULL, 1, Vt, m, work),
                         arena))
        return;
    for (int i = 0; i < s->states; i++) { /* the last of the null space of the rows are the states themselves */
        double sum = 0;
        for (int k = 0; k < m; k++)
            sum = hypot(sum, values[k] > DEPENDENT * values[0] ? 0 : Vt[(m - s->states + i) * m + k]);
        free[i] = sum > PART;
    }
    memcpy(t->task->state->states, t->at.q + s->tree_nq, (size_t)s->states * sizeof(double));
    tml_task_free_states_fact(t->task, t->table, free);
}
