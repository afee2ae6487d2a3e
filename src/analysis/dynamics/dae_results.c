/* dae_results.c - equations of forces that depend on results, and their derivatives: exact by what the expressions read, of which positions
 * and results are differentiated by differences.
 */
#include "analysis/dynamics/dae_results.h"
#include <math.h>
#include <string.h>

static const double STEP = 1e-5; /* of the size, of rad; per second; of the largest multiplier */

static int count(const tml_dae_results *r)
{
    return r->m->e->system->result_law_count;
}

tml_dae_results *tml_dae_results_make(const tml_dae_results *of, tml_arena *arena)
{
    const tml_system *s = of->m->e->system;
    tml_dae_results *r = tml_arena_copy(arena, of, sizeof *of);
    r->row = TML_NEW_ARRAY(arena, double, tml_channels_count(s));
    r->lambda_of = TML_NEW_ARRAY(arena, double, s->row_count + 1);
    r->slope = TML_NEW_ARRAY(arena, double, count(r) * s->input_count);
    r->ahead = TML_NEW_ARRAY(arena, double, s->input_count);
    r->z = TML_NEW_ARRAY(arena, double, r->n);
    r->rate = TML_NEW_ARRAY(arena, double, r->n);
    return r;
}

void tml_dae_results_mark(const tml_dae_results *r, tml_marks *marks)
{
    const tml_system *s = r->m->e->system;
    tml_mark_block(marks, r->x, count(r), 0, r->n);
    for (int k = 0; k < count(r); k++) {
        const tml_terms terms = s->laws[s->result_laws[k].law].terms;
        for (int i = terms.first; i < terms.first + terms.count; i++) {
            const tml_measure *m = &s->measures[s->terms[i].measure];
            for (int side = 0; side < 2; side++)
                if (side ? m->body2 : m->body1)
                    tml_mark_block(marks, r->v + ((side ? m->body2 : m->body1) - 1) * s->nvb, s->nvb, r->x + k, 1);
        }
    }
}

void tml_dae_results_set(const tml_dae_results *r, const double *z)
{
    for (int k = 0; k < count(r); k++)
        r->m->e->work->inputs[r->m->e->system->result_laws[k].input] = z[r->x + k];
}

void tml_dae_results_get(const tml_dae_results *r, double *z)
{
    for (int k = 0; k < count(r); k++)
        z[r->x + k] = r->m->e->work->inputs[r->m->e->system->result_laws[k].input];
}

/* Results as inputs of expressions; work is evaluated at z. */
static void observe(const tml_dae_results *r, const double *z, const double *rate)
{
    const tml_system *s = r->m->e->system;
    tml_workspace *work = r->m->e->work;
    tml_workspace_measure(work, s->active_count, s->measure_count);
    memset(r->lambda_of, 0, (size_t)s->row_count * sizeof(double));
    for (int k = 0; k < r->kept_count; k++)
        r->lambda_of[r->kept[k]] = z[r->lambda + k];
    const tml_instant at = {
        .work = work, .t = work->t, .q = z, .a = rate + r->v, .lambda = r->lambda_of, .single = true};
    tml_channels_fill(&at, r->row);
}

static bool is_on(const tml_system *s, int k)
{
    return s->laws[s->result_laws[k].law].value != NULL;
}

void tml_dae_results_residual(const tml_dae_results *r, const double *z, const double *rate, double *F)
{
    const tml_system *s = r->m->e->system;
    const tml_workspace *work = r->m->e->work;
    observe(r, z, rate);
    for (int k = 0; k < count(r); k++)
        F[r->x + k] =
            (is_on(s, k) ? tml_expression_value(s->result_laws[k].value, work->inputs, work->expression) : 0) -
            z[r->x + k];
}

/* ---- derivatives ---- */

/* Everything at r->z, r->rate. */
static void evaluate_moved(const tml_dae_results *r, double t)
{
    tml_dae_results_set(r, r->z);
    tml_workspace_evaluate(r->m->e->work, t, r->z, r->z + r->v);
    observe(r, r->z, r->rate);
}

typedef enum { POSITION, VELOCITY, ACCELERATION, UNKNOWN } part;

static void move(const tml_dae_results *r, const double *z, const double *rate, part what, int j, double h)
{
    const tml_system *s = r->m->e->system;
    memcpy(r->z, z, (size_t)r->n * sizeof(double));
    memcpy(r->rate, rate, (size_t)r->n * sizeof(double));
    if (what == POSITION) {
        double *d = r->rate + r->v; /* for a moment */
        memset(d, 0, (size_t)s->nv * sizeof(double));
        d[j] = h;
        tml_system_displace(s, d, r->z);
        memcpy(d, rate + r->v, (size_t)s->nv * sizeof(double));
    } else if (what == ACCELERATION) {
        r->rate[r->v + j] += h;
    } else {
        r->z[(what == VELOCITY ? r->v : 0) + j] += h;
    }
}

static void add_derivative(const tml_dae_results *r, double t, const double *z, const double *rate, part what, int j,
                           double h, double factor, const tml_tangent_matrix *J)
{
    const tml_system *s = r->m->e->system;
    const double *inputs = r->m->e->work->inputs;
    move(r, z, rate, what, j, h);
    evaluate_moved(r, t);
    memcpy(r->ahead, inputs, (size_t)s->input_count * sizeof(double));
    move(r, z, rate, what, j, -h);
    evaluate_moved(r, t);
    for (int k = 0; k < count(r); k++) {
        double sum = 0;
        for (int i = 0; i < s->input_count; i++)
            if (r->slope[k * s->input_count + i] != 0)
                sum += r->slope[k * s->input_count + i] * (r->ahead[i] - inputs[i]) / (2 * h);
        if (what == POSITION)
            tml_tangent_add_displacement(J, r->x + k, j, factor * sum);
        else
            tml_tangent_add(J, r->x + k, (what == UNKNOWN ? 0 : r->v) + j, factor * sum);
    }
}

typedef struct {
    const tml_tangent_matrix *J;
    int first, column;
} force_column;

static void put_force(void *context, int i, double value)
{
    const force_column *c = context;
    tml_tangent_add(c->J, c->first + i, c->column, -value);
}

void tml_dae_results_jacobian(const tml_dae_results *r, double t, double c, const double *z, const double *rate,
                              const tml_tangent_matrix *J)
{
    const tml_system *s = r->m->e->system;
    const tml_workspace *work = r->m->e->work;
    const int nv = s->nv, inputs = s->input_count;
    double largest = 0;
    memcpy(r->z, z, (size_t)r->n * sizeof(double));
    memcpy(r->rate, rate, (size_t)r->n * sizeof(double));
    evaluate_moved(r, t);
    memset(r->slope, 0, (size_t)(count(r) * inputs) * sizeof(double));
    for (int k = 0; k < count(r); k++) {
        force_column column = {J, r->v, r->x + k};
        const tml_force_law *law = &s->laws[s->result_laws[k].law];
        if (is_on(s, k))
            tml_expression_gradient(s->result_laws[k].value, work->inputs, work->expression, 1, r->slope + k * inputs);
        tml_tangent_law_direction(work, law, law->factor, put_force, &column);
        tml_tangent_add(J, r->x + k, r->x + k, -1);
        for (int i = 0; i < s->state_count; i++)
            tml_tangent_add(J, r->x + k, nv + s->nq + 1 + i, r->slope[k * inputs + s->states[i].input]);
    }
    for (int i = r->lambda; i < r->n; i++)
        largest = fmax(largest, fabs(z[i]));
    largest = largest > 0 ? largest : 1;
    for (int j = 0; j < nv; j++) {
        const double unit = tml_is_rotation(s, j) ? 1 : s->size;
        add_derivative(r, t, z, rate, POSITION, j, STEP * unit, 1, J);
        add_derivative(r, t, z, rate, VELOCITY, j, STEP * unit, 1, J);
        add_derivative(r, t, z, rate, ACCELERATION, j, unit, c, J);
    }
    for (int k = 0; k < r->kept_count; k++)
        add_derivative(r, t, z, rate, UNKNOWN, r->lambda + k, largest, 1, J);
    for (int k = 0; k < count(r); k++)
        add_derivative(r, t, z, rate, UNKNOWN, r->x + k, largest, 1, J);
}
