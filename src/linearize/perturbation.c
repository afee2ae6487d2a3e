/* perturbation.c - changes of positions, forces and multipliers along a small motion; then of channels. */
#include "linearize/perturbation.h"
#include "linearize/result_feedback.h"
#include <math.h>
#include <string.h>

static const double STEP = 0.004;    /* of the size, or rad */
static const double KINK = 0.1;      /* of the change: a smaller second difference is no kink */
static const double ROUNDING = 1e-9; /* of the values */
static const double NOISE = 1e-13;   /* of the largest force */

/* Of y, and of its rates. */
static int count_of(const tml_linear *l)
{
    return l->positions > l->all ? l->positions : l->all;
}

tml_perturbation *tml_perturbation_make(tml_linear *l, const double *q, bool undamped, tml_arena *arena)
{
    const tml_system *s = l->system;
    tml_perturbation *p = TML_NEW(arena, tml_perturbation);
    *p = (tml_perturbation){.l = l, .q = q, .undamped = undamped, .law = -1};
    p->work = tml_workspace_make(s, arena);
    p->laws = tml_row_derivatives_make(s, s->law_count, arena);
    p->inputs = tml_row_derivatives_make(s, s->input_count, arena);
    for (int i = 0; i < s->law_count; i++)
        tml_row_derivatives_add_sum(&p->laws, l->work, &s->laws[i].terms, NULL);
    for (int i = 0; i < s->input_count; i++)
        tml_row_derivatives_add_terms(&p->inputs, l->work, &s->inputs[i].term, s->inputs[i].term.measure >= 0, NULL);
    p->gradient = TML_NEW_ARRAY(arena, double, s->law_count * s->input_count + 1);
    for (int i = 0; i < s->law_count; i++)
        if (s->laws[i].value)
            tml_expression_gradient(s->laws[i].value, l->work->inputs, l->work->expression, s->laws[i].factor,
                                    p->gradient + (size_t)i * (size_t)s->input_count);
    double **const bodies[] = {&p->dq, &p->dv, &p->da, &p->force, &p->moved_v, &p->moved_a};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        *bodies[i] = TML_NEW_ARRAY(arena, double, s->nv + 1);
    double **const coordinates[] = {&p->y, &p->y1, &p->y2};
    for (size_t i = 0; i < sizeof coordinates / sizeof *coordinates; i++)
        *coordinates[i] = TML_NEW_ARRAY(arena, double, count_of(l) + 1);
    p->states = TML_NEW_ARRAY(arena, double, s->state_count + 1);
    p->parameters = TML_NEW_ARRAY(arena, double, s->input_count + 1);
    p->df = TML_NEW_ARRAY(arena, double, s->law_count + 1);
    p->dlambda = TML_NEW_ARRAY(arena, double, l->rows + 1);
    p->moved_lambda = TML_NEW_ARRAY(arena, double, l->rows + 1);
    p->moved_q = TML_NEW_ARRAY(arena, double, s->nq + 1);
    p->row = TML_NEW_ARRAY(arena, double, tml_channels_count(s) + 1);
    p->values = TML_NEW_ARRAY(arena, double, 9 * tml_channels_count(s) + 9);
    return p;
}

void tml_perturbation_clear(tml_perturbation *p)
{
    const size_t size = (size_t)count_of(p->l) * sizeof(double);
    memset(p->y, 0, size);
    memset(p->y1, 0, size);
    memset(p->y2, 0, size);
    memset(p->states, 0, (size_t)p->l->system->state_count * sizeof(double));
    memset(p->parameters, 0, (size_t)p->l->system->input_count * sizeof(double));
    p->work_done = 0;
    p->law = -1;
    p->push = 0;
}

/* out (rows) += A (rows x columns) x */
static void add_times(const double *A, int rows, int columns, const double *x, double *out)
{
    for (int j = 0; j < columns; j++)
        for (int i = 0; x[j] != 0 && i < rows; i++)
            out[i] += A[(size_t)j * (size_t)rows + (size_t)i] * x[j];
}

double tml_perturbation_of_expression(const tml_perturbation *p, const double *gradient)
{
    const tml_system *s = p->l->system;
    double sum = 0;
    for (int k = 1; k < s->input_count; k++) {
        const double g = gradient[k];
        if (g != 0 && s->inputs[k].what == TML_INPUT_STATE)
            sum += g * p->states[s->inputs[k].index];
        sum += g * p->parameters[k];
        const bool rate = s->inputs[k].what == TML_INPUT_RATE;
        if (g != 0 && !(rate && p->undamped))
            sum += g * (rate ? tml_row_derivatives_times(&p->inputs, k, TML_DERIVATIVE_P, p->dq) +
                                   tml_row_derivatives_times(&p->inputs, k, TML_DERIVATIVE_J, p->dv)
                             : tml_row_derivatives_times(&p->inputs, k, TML_DERIVATIVE_J, p->dq));
    }
    return sum;
}

/* Changes of forces by their laws. */
static void find_forces(tml_perturbation *p)
{
    const tml_linear *l = p->l;
    const tml_system *s = l->system;
    for (int i = 0; i < s->law_count; i++) {
        const tml_force_law *law = &s->laws[i];
        if (law->value)
            p->df[i] = tml_perturbation_of_expression(p, p->gradient + (size_t)i * (size_t)s->input_count);
        else
            p->df[i] = -law->k * tml_row_derivatives_times(&p->laws, i, TML_DERIVATIVE_J, p->dq) -
                       (p->undamped ? 0 : law->c) * (tml_row_derivatives_times(&p->laws, i, TML_DERIVATIVE_P, p->dq) +
                                                     tml_row_derivatives_times(&p->laws, i, TML_DERIVATIVE_J, p->dv));
    }
    const double *by_force = p->law >= 0 && !p->holds_values ? tml_linear_feedback_of_force(l, p->law) : NULL;
    for (int k = 0; l->Xq && !p->holds_values && k < s->result_law_count; k++) {
        const int n = s->result_law_count;
        double dx = by_force ? p->push * by_force[k] : 0;
        for (int i = 0; i < l->n; i++)
            dx += l->Xq[i * n + k] * p->y[i] + l->Xv[i * n + k] * p->y1[i];
        for (int i = 0; i < s->state_count; i++)
            dx += l->Xs[i * n + k] * p->states[i];
        p->df[s->result_laws[k].law] += s->laws[s->result_laws[k].law].factor * dx;
    }
    if (p->law >= 0)
        p->df[p->law] += p->push;
}

void tml_perturbation_add_load(tml_perturbation *p, double *load)
{
    const tml_system *s = p->l->system;
    for (int i = 0; i < s->law_count; i++) {
        double change = 0;
        for (int k = 1; s->laws[i].value && k < s->input_count; k++)
            change += p->gradient[(size_t)i * (size_t)s->input_count + (size_t)k] * p->parameters[k];
        if (change != 0)
            tml_workspace_add_terms(p->l->work, &s->laws[i].terms, change, load);
    }
}

/* G' dlambda = M da - K dq - C dv - b u */
static void find_multipliers(tml_perturbation *p)
{
    const tml_linear *l = p->l;
    const int nv = l->system->nv;
    double *K = p->moved_v, *b = p->moved_a; /* not in use yet */
    tml_system_times_mass(l->system, p->da, p->force);
    memset(K, 0, (size_t)nv * sizeof(double));
    add_times(l->full_K, nv, nv, p->dq, K);
    add_times(l->full_C, nv, nv, p->dv, K);
    if (p->law >= 0) {
        if (p->holds_values)
            tml_linear_force_direction(l, p->law, b);
        else
            tml_linear_input_direction(l, p->law, b);
        for (int j = 0; j < nv; j++)
            K[j] += p->push * b[j];
    }
    if (l->Qs)
        add_times(l->Qs, nv, l->system->state_count, p->states, K);
    tml_perturbation_add_load(p, K);
    for (int j = 0; j < nv; j++)
        p->force[j] -= K[j];
    tml_linear_multipliers(p->l, p->force, p->dlambda);
}

void tml_perturbation_find(tml_perturbation *p)
{
    const tml_linear *l = p->l;
    const int nv = l->system->nv, all = l->all;
    memset(p->dq, 0, (size_t)nv * sizeof(double));
    memset(p->dv, 0, (size_t)nv * sizeof(double));
    memset(p->da, 0, (size_t)nv * sizeof(double));
    add_times(l->Sq, nv, l->positions, p->y, p->dq);
    add_times(l->S, nv, all, p->y1, p->dv);
    add_times(l->D, nv, l->positions, p->y, p->dv);
    add_times(l->S, nv, all, p->y2, p->da);
    add_times(l->Av, nv, all, p->y1, p->da);
    add_times(l->Aq, nv, l->positions, p->y, p->da);
    find_forces(p);
    find_multipliers(p);
}

/* ---- channels ---- */

static double largest(const tml_perturbation *p, const double *x)
{
    double max = 0;
    for (int j = 0; j < p->l->system->nv; j++)
        max = fmax(max, fabs(x[j]) * p->l->unit[j]);
    return max / p->l->system->size;
}

/* Of parameters, relative to what they are, or to 1. */
static double largest_parameter(const tml_perturbation *p)
{
    double max = 0;
    for (int k = 0; k < p->l->system->input_count; k++)
        max = fmax(max, fabs(p->parameters[k]) / fmax(1, fabs(p->l->work->inputs[k])));
    return max;
}

/* All channels after `step` times the changes. */
static void report(tml_perturbation *p, double step)
{
    const tml_linear *l = p->l;
    const tml_system *s = l->system;
    for (int j = 0; j < s->nv; j++) {
        p->moved_v[j] = step * p->dq[j];
        p->moved_a[j] = l->a[j] + step * p->da[j];
    }
    memcpy(p->moved_q, p->q, (size_t)s->nq * sizeof(double));
    tml_system_displace(s, p->moved_v, p->moved_q);
    for (int j = 0; j < s->nv; j++)
        p->moved_v[j] = l->v[j] + step * p->dv[j];
    for (int i = 0; i < l->rows; i++)
        p->moved_lambda[i] = l->lambda[i] + step * p->dlambda[i];
    tml_workspace_set_state(p->work, l->work->t, p->moved_q, p->moved_v);
    memcpy(p->work->unwrapped, l->work->value, (size_t)s->measure_count * sizeof(double));
    for (int i = 0; i < s->measure_count; i++)
        if (s->measures[i].wire)
            p->work->unwrapped[i] = l->work->unwrapped[i];
    tml_workspace_measure(p->work, 0, s->measure_count);
    for (int i = 0; i < s->state_count; i++)
        p->work->inputs[s->states[i].input] = l->work->inputs[s->states[i].input] + step * p->states[i];
    for (int i = 0; i < s->input_count; i++)
        if (s->inputs[i].what == TML_INPUT_PARAMETER)
            p->work->inputs[i] = l->work->inputs[i] + step * p->parameters[i];
    tml_workspace_forces(p->work); /* inputs of expressions, potential energy; the forces are replaced below */
    tml_workspace_constraints(p->work, s->row_count);
    for (int i = 0; i < l->all - l->n; i++)
        p->work->motion[3 * l->released[i] + 1] += step * p->y1[l->n + i];
    for (int i = 0; i < s->law_count; i++)
        p->work->force[i] = l->work->force[i] + step * p->df[i];
    tml_instant instant = {.single = true};
    if (p->past)
        instant = *p->past;
    instant.work = p->work, instant.t = l->work->t;
    instant.q = p->moved_q, instant.a = p->moved_a, instant.lambda = p->moved_lambda;
    instant.work_done += step * p->work_done;
    tml_channels_fill(&instant, p->row);
}

static double column_value(const tml_perturbation *p, int column)
{
    if (column == TML_POWER_COLUMN)
        return tml_workspace_power(p->work, p->moved_lambda);
    return column < 0 ? p->work->force[-1 - column] : p->row[column];
}

/* Second differences D_k = f(kh) - 2 f(0) + f(-kh) grow as k^2 where f is smooth, as k at a kink. noise: what is smaller is rounding of forces, that
 * of a torque that no joint can take. */
static bool has_kink(const double value[9], double noise)
{
    const double *f = value + 4, first = f[1] - 2 * f[0] + f[-1], last = f[4] - 2 * f[0] + f[-4];
    double max = 0, change = 0;
    for (int k = -4; k <= 4; k++) {
        max = fmax(max, fabs(f[k]));
        change = fmax(change, fabs(f[k] - f[0]));
    }
    return max > noise && fabs(last) > KINK * change && fabs(last) > ROUNDING * max && last / first < 8 &&
           last / first > 2;
}

void tml_perturbation_of_channels(tml_perturbation *p, const int *columns, int count, double *out, bool *kinks)
{
    static const double weight[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    const double turn = largest(p, p->dq), speed = largest(p, p->dv);
    const double given = largest_parameter(p), slow = turn > 0 ? STEP / turn : speed > 0 ? 1 / speed : 1;
    const double h = given > 0 ? fmin(slow, STEP / given) : slow;
    const double noise = NOISE * p->l->scale * fmax(1, p->l->system->size);
    for (int k = -4; k <= 4; k++) {
        report(p, k * h);
        for (int i = 0; i < count; i++)
            p->values[9 * i + 4 + k] = column_value(p, columns[i]);
    }
    for (int i = 0; i < count; i++) {
        const double *f = p->values + 9 * i + 4;
        out[i] = 0;
        for (int k = 1; k <= 4; k++)
            out[i] += weight[k - 1] * (f[k] - f[-k]) / h;
        if (kinks && has_kink(p->values + 9 * i, noise)) {
            out[i] = NAN;
            kinks[i] = true;
        }
    }
}
