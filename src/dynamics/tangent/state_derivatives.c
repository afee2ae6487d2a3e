/* state_derivatives.c - derivatives of forces by states, of the states' rates by positions, velocities and states. */
#include "dynamics/tangent/state_derivatives.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

typedef struct {
    const tml_state_sink *sink;
    int state;
} force_column;

static void put_force(void *context, int i, double value)
{
    const force_column *c = context;
    c->sink->force(c->sink->context, i, c->state, value);
}

static void force_entries(const tml_workspace *work, const tml_state_sink *sink, double *gradient)
{
    const tml_system *s = work->system;
    for (int i = 0; i < s->law_count; i++) {
        const tml_force_law *law = &s->laws[i];
        if (!law->value)
            continue;
        memset(gradient, 0, (size_t)s->input_count * sizeof(double));
        tml_expression_gradient(law->value, work->inputs, work->expression, law->factor, gradient);
        for (int k = 0; k < s->state_count; k++) {
            force_column column = {sink, k};
            if (gradient[s->states[k].input] != 0)
                tml_tangent_law_direction(work, law, gradient[s->states[k].input], put_force, &column);
        }
    }
}

/* Through one input: the value or the rate of a measure. */
static void motion_entries(const tml_workspace *work, const tml_input *in, int state, double derivative,
                           const tml_state_sink *sink)
{
    const tml_system *s = work->system;
    const tml_measure *m = &s->measures[in->term.measure];
    const double d = derivative * in->term.coefficient;
    tml_measure_tangent of;
    tml_measure_differentiate(work, in->term.measure, NULL, &of);
    for (int j = 0; j < 12; j++) {
        const int column = tml_measure_velocity_index(s, m, j);
        if (column < 0)
            continue;
        const bool is_rate = in->what == TML_INPUT_RATE;
        sink->rate(sink->context, state, column, d * (is_rate ? of.q1[j] : of.q0[j]), is_rate ? d * of.q0[j] : 0);
    }
}

static void rate_entries(const tml_workspace *work, int state, const tml_state_sink *sink, double *gradient)
{
    const tml_system *s = work->system;
    memset(gradient, 0, (size_t)s->input_count * sizeof(double));
    tml_expression_gradient(s->states[state].rate, work->inputs, work->expression, 1, gradient);
    for (int i = 1; i < s->input_count; i++) {
        const tml_input *in = &s->inputs[i];
        if (gradient[i] == 0)
            continue;
        if (in->what == TML_INPUT_STATE)
            sink->coupling(sink->context, state, in->index, gradient[i]);
        else if (in->term.measure >= 0)
            motion_entries(work, in, state, gradient[i], sink);
    }
}

void tml_state_entries(const tml_workspace *work, const tml_state_sink *sink, double *gradient)
{
    if (sink->force)
        force_entries(work, sink, gradient);
    for (int k = 0; k < work->system->state_count; k++)
        rate_entries(work, k, sink, gradient);
}

/* ---- in a sparse matrix ---- */

static void mark_law(const tml_system *s, const tml_force_law *law, int column, tml_marks *marks)
{
    for (int t = law->terms.first; t < law->terms.first + law->terms.count; t++) {
        const tml_measure *m = &s->measures[s->terms[t].measure];
        const int bodies[2] = {m->body1, m->body2};
        for (int k = 0; k < 2; k++)
            if (bodies[k])
                tml_mark_block(marks, s->nq + (bodies[k] - 1) * s->nvb, s->nvb, column, 1);
    }
}

static void mark_rate(const tml_system *s, int state, int at, tml_marks *marks)
{
    tml_mark(marks, at + state, at + state);
    for (int i = 1; i < s->input_count; i++) {
        const tml_input *in = &s->inputs[i];
        if (!tml_expression_uses(s->states[state].rate, i))
            continue;
        if (in->what == TML_INPUT_STATE)
            tml_mark(marks, at + state, at + in->index);
        if (in->term.measure < 0)
            continue;
        const int bodies[2] = {s->measures[in->term.measure].body1, s->measures[in->term.measure].body2};
        for (int k = 0; k < 2; k++)
            if (bodies[k]) {
                tml_mark_block(marks, at + state, 1, (bodies[k] - 1) * s->nqb, s->nqb);
                tml_mark_block(marks, at + state, 1, s->nq + (bodies[k] - 1) * s->nvb, s->nvb);
            }
    }
}

void tml_state_mark(const tml_system *s, int at, tml_marks *marks)
{
    const tml_force_law *laws = tml_system_laws_on(s);
    for (int i = 0; i < s->law_count; i++)
        for (int k = 0; laws[i].value && k < s->state_count; k++)
            if (tml_expression_uses(laws[i].value, s->states[k].input))
                mark_law(s, &laws[i], at + k, marks);
    for (int k = 0; k < s->state_count; k++)
        mark_rate(s, k, at, marks);
}

typedef struct {
    const tml_tangent_matrix *J;
    int at;
    double factor;
} addition;

static void add_force(void *context, int i, int state, double value)
{
    const addition *a = context;
    tml_tangent_add(a->J, a->J->system->nq + i, a->at + state, a->factor * value);
}

static void add_rate(void *context, int state, int j, double position, double velocity)
{
    const addition *a = context;
    tml_tangent_add_displacement(a->J, a->at + state, j, a->factor * position);
    tml_tangent_add(a->J, a->at + state, a->J->system->nq + j, a->factor * velocity);
}

static void add_coupling(void *context, int state, int other, double value)
{
    const addition *a = context;
    tml_tangent_add(a->J, a->at + state, a->at + other, a->factor * value);
}

void tml_state_add(const tml_workspace *work, const tml_tangent_matrix *J, int at, double factor, double *gradient)
{
    addition a = {J, at, factor};
    const tml_state_sink sink = {&a, add_force, add_rate, add_coupling};
    tml_state_entries(work, &sink, gradient);
}

/* ---- by themselves ---- */

void tml_state_rates(const tml_workspace *work, double *rate, double *scale, double *gradient)
{
    const tml_system *s = work->system;
    for (int k = 0; k < s->state_count; k++) {
        memset(gradient, 0, (size_t)s->input_count * sizeof(double));
        rate[k] = tml_expression_gradient(s->states[k].rate, work->inputs, work->expression, 1, gradient);
        scale[k] = 0;
        for (int i = 1; i < s->input_count; i++)
            scale[k] += fabs(gradient[i] * work->inputs[i]);
    }
}

typedef struct {
    int n;
    double *A; /* (n x n) by columns */
} matrix;

static void skip_rate(void *context, int state, int j, double position, double velocity)
{
    (void)context, (void)state, (void)j, (void)position, (void)velocity;
}

static void put_coupling(void *context, int state, int other, double value)
{
    const matrix *m = context;
    m->A[(size_t)other * (size_t)m->n + (size_t)state] += value;
}

double tml_state_fastest_decay(const tml_workspace *work, tml_arena *arena)
{
    const int n = work->system->state_count;
    matrix m = {n, TML_NEW_ARRAY(arena, double, n *n + 1)};
    double *gradient = TML_NEW_ARRAY(arena, double, work->system->input_count),
           *values = TML_NEW_ARRAY(arena, double, 2 * n + 1), decay = 0;
    const tml_state_sink sink = {&m, NULL, skip_rate, put_coupling};
    tml_state_entries(work, &sink, gradient);
    if (n == 0 || LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', n, m.A, n, values, values + n, NULL, 1, NULL, 1) != 0)
        return 0;
    for (int i = 0; i < n; i++)
        decay = fmax(decay, -values[i]);
    return decay;
}
