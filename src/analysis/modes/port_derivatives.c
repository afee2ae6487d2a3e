/* port_derivatives.c - derivatives of channels with respect to states and inputs: C and D.
 *
 * Along each state and each input, the quantities from which channels are computed change by exact amounts: dq, dv, da
 * from the linearized equations, forces df by the gradients of their laws, multipliers by G' dlambda = M da - K dq - C
 * dv - b u. Channels are smooth functions of these, differentiated by central differences of order 8: to about 12
 * digits.
 */
#include "analysis/modes/ports.h"
#include <math.h>
#include <string.h>

static const double STEP = 0.004;    /* of the size, or rad */
static const double KINK = 0.1;      /* of the change: a smaller second difference is no kink */
static const double ROUNDING = 1e-9; /* of the values */

typedef struct {
    const tml_ports *p;
    tml_linear *l;
    const tml_state_space *space;
    const double *q;
    bool undamped;
    tml_workspace *work;                         /* perturbed */
    tml_row_derivatives laws, inputs;            /* derivatives of what force laws and expressions read */
    double *gradient;                            /* (law_count x input_count) of expressions */
    double *dq, *dv, *da, *df, *dlambda, *force; /* (nv), (nv), (nv), (law_count), (rows), (nv) */
    double *values;                              /* (output_count x 9) at multiples of a step, -4 to 4 */
    double *perturbed_q, *perturbed_v, *perturbed_a, *perturbed_lambda, *row, *z, *rate, *second, *y, *y1, *y2;
    tml_arena *arena;
} perturbation;

static double *vector(perturbation *a, int count)
{
    return TML_NEW_ARRAY(a->arena, double, count + 1);
}

static void make(perturbation *a)
{
    const tml_system *s = a->l->system;
    const int states = a->space->states, all = a->space->all;
    a->work = tml_workspace_make(s, a->arena);
    a->laws = tml_row_derivatives_make(s, s->law_count, a->arena);
    a->inputs = tml_row_derivatives_make(s, s->input_count, a->arena);
    for (int i = 0; i < s->law_count; i++)
        tml_row_derivatives_add_terms(&a->laws, a->l->work, s->terms + s->laws[i].terms.first, s->laws[i].terms.count,
                                      NULL);
    for (int i = 0; i < s->input_count; i++)
        tml_row_derivatives_add_terms(&a->inputs, a->l->work, &s->inputs[i].term, s->inputs[i].term.measure >= 0, NULL);
    a->gradient = vector(a, s->law_count * s->input_count);
    for (int i = 0; i < s->law_count; i++)
        if (s->laws[i].value)
            tml_expression_gradient(s->laws[i].value, a->l->work->inputs, a->l->work->expression, s->laws[i].factor,
                                    a->gradient + (size_t)i * (size_t)s->input_count);
    double **const bodies[] = {&a->dq, &a->dv, &a->da, &a->force, &a->perturbed_v, &a->perturbed_a};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        *bodies[i] = vector(a, s->nv);
    a->df = vector(a, s->law_count);
    a->dlambda = vector(a, a->l->rows), a->perturbed_lambda = vector(a, a->l->rows);
    a->perturbed_q = vector(a, s->nq), a->row = vector(a, (int)a->p->channel_count);
    a->values = vector(a, 9 * a->p->output_count);
    a->z = vector(a, states), a->rate = vector(a, states), a->second = vector(a, states);
    a->y = vector(a, all), a->y1 = vector(a, all), a->y2 = vector(a, all);
}

/* out (rows) += A (rows x columns) x */
static void add_times(const double *A, int rows, int columns, const double *x, double *out)
{
    for (int j = 0; j < columns; j++)
        for (int i = 0; x[j] != 0 && i < rows; i++)
            out[i] += A[(size_t)j * (size_t)rows + (size_t)i] * x[j];
}

/* y, y', y'' along state `state` (or -1) and input `input` (or -1): y = E z + F u, y' = E z', y'' = E A z' */
static void find_coordinates(perturbation *a, int state, int input)
{
    const tml_state_space *s = a->space;
    double *const vectors[] = {a->z, a->rate, a->second}, *const ys[] = {a->y, a->y1, a->y2};
    for (int i = 0; i < 3; i++) {
        memset(vectors[i], 0, (size_t)s->states * sizeof(double));
        memset(ys[i], 0, (size_t)s->all * sizeof(double));
    }
    if (state >= 0)
        a->z[state] = 1;
    add_times(s->A, s->states, s->states, a->z, a->rate);
    for (int i = 0; input >= 0 && i < s->states; i++)
        a->rate[i] += s->B[(size_t)input * (size_t)s->states + (size_t)i];
    add_times(s->A, s->states, s->states, a->rate, a->second);
    for (int i = 0; i < 3; i++)
        add_times(s->E, s->all, s->states, vectors[i], ys[i]);
    for (int i = 0; input >= 0 && i < s->all; i++)
        a->y[i] += s->F[(size_t)input * (size_t)s->all + (size_t)i];
}

/* Changes of forces by their laws. */
static void find_forces(perturbation *a, int input)
{
    const tml_system *s = a->l->system;
    for (int i = 0; i < s->law_count; i++) {
        const tml_force_law *law = &s->laws[i];
        double sum = 0;
        if (!law->value)
            sum = -law->k * tml_row_derivatives_times(&a->laws, i, TML_DERIVATIVE_J, a->dq) -
                  (a->undamped ? 0 : law->c) * (tml_row_derivatives_times(&a->laws, i, TML_DERIVATIVE_P, a->dq) +
                                                tml_row_derivatives_times(&a->laws, i, TML_DERIVATIVE_J, a->dv));
        for (int k = 1; law->value && k < s->input_count; k++) {
            const double g = a->gradient[(size_t)i * (size_t)s->input_count + (size_t)k];
            if (g != 0 && s->inputs[k].what == TML_INPUT_STATE)
                sum += g * a->z[a->space->states - s->state_count + s->inputs[k].index];
            const bool rate = s->inputs[k].what == TML_INPUT_RATE;
            if (g != 0 && !(rate && a->undamped))
                sum += g * (rate ? tml_row_derivatives_times(&a->inputs, k, TML_DERIVATIVE_P, a->dq) +
                                       tml_row_derivatives_times(&a->inputs, k, TML_DERIVATIVE_J, a->dv)
                                 : tml_row_derivatives_times(&a->inputs, k, TML_DERIVATIVE_J, a->dq));
        }
        a->df[i] = sum;
    }
    if (input >= 0 && a->p->inputs[input].law >= 0)
        a->df[a->p->inputs[input].law] += a->p->inputs[input].factor;
}

/* G' dlambda = M da - K dq - C dv - b u */
static void find_multipliers(perturbation *a, int input)
{
    const tml_linear *l = a->l;
    const int nv = l->system->nv;
    double *K = a->perturbed_v, *push = a->perturbed_a; /* not in use yet */
    tml_system_times_mass(l->system, a->da, a->force);
    memset(K, 0, (size_t)nv * sizeof(double));
    add_times(l->full_K, nv, nv, a->dq, K);
    add_times(l->full_C, nv, nv, a->dv, K);
    if (input >= 0 && a->p->inputs[input].law >= 0) {
        tml_linear_force_direction(l, a->p->inputs[input].law, push);
        for (int j = 0; j < nv; j++)
            K[j] += a->p->inputs[input].factor * push[j];
    }
    if (l->Qs)
        add_times(l->Qs, nv, l->system->state_count, a->z + a->space->states - l->system->state_count, K);
    for (int j = 0; j < nv; j++)
        a->force[j] -= K[j];
    tml_linear_multipliers(a->l, a->force, a->dlambda);
}

static void find_changes(perturbation *a, int state, int input)
{
    const tml_linear *l = a->l;
    const int nv = l->system->nv, all = a->space->all;
    find_coordinates(a, state, input);
    memset(a->dq, 0, (size_t)nv * sizeof(double));
    memset(a->dv, 0, (size_t)nv * sizeof(double));
    memset(a->da, 0, (size_t)nv * sizeof(double));
    add_times(l->S, nv, all, a->y, a->dq);
    add_times(l->S, nv, all, a->y1, a->dv);
    add_times(l->D, nv, all, a->y, a->dv);
    add_times(l->S, nv, all, a->y2, a->da);
    add_times(l->Av, nv, all, a->y1, a->da);
    add_times(l->Aq, nv, all, a->y, a->da);
    find_forces(a, input);
    find_multipliers(a, input);
}

/* ---- channels ---- */

static double largest(const perturbation *a, const double *x)
{
    double max = 0;
    for (int j = 0; j < a->l->system->nv; j++)
        max = fmax(max, fabs(x[j]) * a->l->unit[j]);
    return max / a->l->system->size;
}

/* All channels after `step` times the changes. */
static void report(perturbation *a, double step)
{
    const tml_linear *l = a->l;
    const tml_system *s = l->system;
    for (int j = 0; j < s->nv; j++) {
        a->perturbed_v[j] = step * a->dq[j];
        a->perturbed_a[j] = l->a[j] + step * a->da[j];
    }
    memcpy(a->perturbed_q, a->q, (size_t)s->nq * sizeof(double));
    tml_system_displace(s, a->perturbed_v, a->perturbed_q);
    for (int j = 0; j < s->nv; j++)
        a->perturbed_v[j] = l->v[j] + step * a->dv[j];
    for (int i = 0; i < l->rows; i++)
        a->perturbed_lambda[i] = l->lambda[i] + step * a->dlambda[i];
    tml_workspace_set_state(a->work, l->work->t, a->perturbed_q, a->perturbed_v);
    memcpy(a->work->unwrapped, l->work->value, (size_t)s->measure_count * sizeof(double));
    tml_workspace_measure(a->work, 0, s->measure_count);
    for (int i = 0; i < s->state_count; i++)
        a->work->inputs[s->states[i].input] =
            l->work->inputs[s->states[i].input] + step * a->z[a->space->states - s->state_count + i];
    tml_workspace_forces(a->work); /* inputs of expressions, potential energy; the forces are replaced below */
    tml_workspace_constraints(a->work, s->row_count);
    for (int i = 0; i < l->all - l->n; i++)
        a->work->motion[3 * l->released[i] + 1] += step * (a->space->all > l->n ? a->y1[l->n + i] : 0);
    for (int i = 0; i < s->law_count; i++)
        a->work->force[i] = l->work->force[i] + step * a->df[i];
    const tml_instant instant = {.work = a->work,
                                 .t = l->work->t,
                                 .q = a->perturbed_q,
                                 .a = a->perturbed_a,
                                 .lambda = a->perturbed_lambda,
                                 .single = true};
    tml_channels_fill(&instant, a->row);
}

/* Second differences D_k = f(kh) - 2 f(0) + f(-kh) grow as k^2 where f is smooth, as k at a kink. */
static bool has_kink(const double value[9])
{
    const double *f = value + 4, first = f[1] - 2 * f[0] + f[-1], last = f[4] - 2 * f[0] + f[-4];
    double max = 0, change = 0;
    for (int k = -4; k <= 4; k++) {
        max = fmax(max, fabs(f[k]));
        change = fmax(change, fabs(f[k] - f[0]));
    }
    return fabs(last) > KINK * change && fabs(last) > ROUNDING * max && last / first < 8 && last / first > 2;
}

static void differentiate(perturbation *a, double *out)
{
    static const double weight[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    const double turn = largest(a, a->dq), speed = largest(a, a->dv);
    const double h = turn > 0 ? STEP / turn : speed > 0 ? 1 / speed : 1;
    const int count = a->p->output_count;
    for (int k = -4; k <= 4; k++) {
        report(a, k * h);
        for (int i = 0; i < count; i++)
            a->values[9 * i + 4 + k] = a->row[a->p->outputs[i]];
    }
    for (int i = 0; i < count; i++) {
        const double *f = a->values + 9 * i + 4;
        out[i] = 0;
        for (int k = 1; k <= 4; k++)
            out[i] += weight[k - 1] * (f[k] - f[-k]) / h;
        if (has_kink(a->values + 9 * i)) {
            out[i] = NAN;
            a->p->kinks[i] = true;
        }
    }
}

void tml_ports_derivatives(const tml_ports *p, tml_linear *l, const tml_state_space *space, const double *q,
                           bool undamped, double *C, double *D)
{
    perturbation a = {.p = p, .l = l, .space = space, .q = q, .undamped = undamped, .arena = l->arena};
    make(&a);
    for (int i = 0; i < space->states; i++) {
        find_changes(&a, i, -1);
        differentiate(&a, C + (size_t)i * (size_t)p->output_count);
    }
    for (int i = 0; i < space->inputs; i++) {
        find_changes(&a, -1, i);
        differentiate(&a, D + (size_t)i * (size_t)p->output_count);
    }
}
