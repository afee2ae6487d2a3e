/* result_response.c - results as a function of the values of force laws: r(x) = r0 + R x, for the present modes of interactions. */
#include "dynamics/result_laws_state.h"
#include "system/kernel/interaction_motion.h"
#include <math.h>
#include <string.h>

static const double NOTHING = 1e-9; /* of what would stop the bodies: forces below are rounding */

static bool reads(const tml_system *s, int result)
{
    const int input = s->results[result].input;
    for (int k = 0; k < s->result_law_count; k++)
        if (tml_expression_uses(s->result_laws[k].value, input))
            return true;
    for (int i = 0; i < s->interaction_count; i++)
        for (int back = 0; back < 2; back++) {
            const tml_expression *holding = tml_interaction_holding(&s->interactions[i], back);
            if (holding && tml_expression_uses(holding, input))
                return true;
        }
    return false;
}

tml_result_laws *tml_result_laws_make(const tml_system *s, tml_arena *arena)
{
    if (!s->result_law_count)
        return NULL;
    tml_result_laws *x = TML_NEW(arena, tml_result_laws);
    *x = (tml_result_laws){.system = s, .count = s->result_law_count};
    x->result = TML_NEW_ARRAY(arena, int, s->result_count);
    for (int i = 0; i < s->result_count; i++)
        if (reads(s, i))
            x->result[x->read++] = i;
    const size_t n = (size_t)x->count, m = (size_t)x->read + n;
    x->active = TML_NEW_ARRAY(arena, int, n);
    x->held = TML_NEW_ARRAY(arena, int, n);
    x->begins = TML_NEW_ARRAY(arena, int, n);
    x->d = TML_NEW_ARRAY(arena, double, n);
    x->row = TML_NEW_ARRAY(arena, double, tml_channels_count(s));
    size_t *columns = TML_NEW_ARRAY(arena, size_t, x->read + 1);
    for (int j = 0; j < x->read; j++)
        columns[j] = s->results[x->result[j]].column;
    x->wanted = tml_channels_select(s, columns, x->read, arena);
    x->x = TML_NEW_ARRAY(arena, double, n);
    x->r = TML_NEW_ARRAY(arena, double, m);
    x->R = TML_NEW_ARRAY(arena, double, m *n);
    x->E = TML_NEW_ARRAY(arena, double, n *m);
    x->U = TML_NEW_ARRAY(arena, double, n *n);
    x->rho = TML_NEW_ARRAY(arena, double, n);
    x->begun = TML_NEW_ARRAY(arena, double, n);
    x->magnitude = TML_NEW_ARRAY(arena, double, n);
    x->forces = TML_NEW_ARRAY(arena, double, s->nv + 1);
    x->load = TML_NEW_ARRAY(arena, double, s->nv + 1);
    x->kept = TML_NEW_ARRAY(arena, double, n *n);
    x->weight = TML_NEW_ARRAY(arena, double, n);
    x->even = TML_NEW_ARRAY(arena, double, n);
    x->at = TML_NEW_ARRAY(arena, double, n);
    x->trial = TML_NEW_ARRAY(arena, double, n);
    x->results = TML_NEW_ARRAY(arena, double, m);
    x->residual = TML_NEW_ARRAY(arena, double, n);
    x->dx = TML_NEW_ARRAY(arena, double, n);
    x->J = TML_NEW_ARRAY(arena, double, n *n);
    x->gradient = TML_NEW_ARRAY(arena, double, s->input_count);
    x->size = TML_NEW_ARRAY(arena, double, n);
    x->slope = TML_NEW_ARRAY(arena, double, n *(size_t)s->input_count);
    x->inputs = TML_NEW_ARRAY(arena, double, s->input_count);
    x->pivot = TML_NEW_ARRAY(arena, lapack_int, n);
    return x;
}

/* ---- modes ---- */

static const tml_interaction *interaction_of(const tml_system *s, int law)
{
    const int i = s->result_laws[law].interaction;
    return i < 0 ? NULL : &s->interactions[i];
}

/* The direction of slip along a component: of the slip itself, on the side on which it was. A slip that is coming to rest keeps the direction
 * in which it did: at the instant of rest its own is rounding, and forces are those just before. */
static double slip_direction(const tml_workspace *work, const tml_interaction *is, const tml_interaction_mode *mode,
                             int component)
{
    const double *was = mode->direction;
    double u[3], speed = 0, side = 0;
    for (int k = 0; k < is->size; k++) {
        u[k] = tml_interaction_rate(work, is, k);
        speed = hypot(speed, u[k]);
        side += u[k] * was[k];
    }
    return is->size == 1 || speed <= mode->slow ? was[component] : copysign(u[component] / speed, side * u[component]);
}

/* The laws that are to be solved for, by the modes of their interactions; those of the others are zero. */
void tml_result_laws_find_active(tml_result_laws *laws, tml_workspace *work)
{
    const tml_system *s = laws->system;
    laws->n = 0;
    laws->m = laws->read;
    for (int k = 0; k < laws->count; k++) {
        const tml_interaction *is = interaction_of(s, k);
        const tml_interaction_mode *mode = is ? &work->modes[is - s->interactions] : NULL;
        const bool zero = is && (mode->kind == TML_OPEN || mode->kind == TML_RESTS ||
                                 (mode->kind == TML_BY_LAW && is->kind == TML_UNILATERAL));
        if (zero || !s->laws[s->result_laws[k].law].value) { /* or switched off */
            work->inputs[s->result_laws[k].input] = 0;
            continue;
        }
        const bool held = is && (mode->kind == TML_CLOSED || mode->kind == TML_STICKS);
        laws->held[laws->n] = held ? laws->m++ : -1;
        laws->begins[laws->n] = is && mode->kind == TML_SLIDES && mode->begins ? laws->m++ : -1;
        laws->active[laws->n++] = k;
    }
}

/* After the measures were found. */
void tml_result_laws_find_directions(tml_result_laws *laws, const tml_workspace *work)
{
    for (int k = 0; k < laws->n; k++) {
        const int law = laws->active[k];
        const tml_interaction *is = interaction_of(laws->system, law);
        const tml_interaction_mode *mode = is ? &work->modes[is - laws->system->interactions] : NULL;
        laws->d[k] = mode && mode->kind == TML_SLIDES
                         ? slip_direction(work, is, mode, laws->system->result_laws[law].component)
                         : 0;
    }
}

/* ---- results ---- */

int tml_result_laws_read_count(const tml_result_laws *laws)
{
    return laws->read;
}

void tml_result_laws_observe(const tml_result_laws *laws, const tml_instant *at, double *r)
{
    const tml_system *s = laws->system;
    if (laws->read)
        tml_channels_fill_selected(at, laws->wanted, laws->row);
    for (int j = 0; j < laws->read; j++)
        r[j] = tml_result_value(at->work, &s->results[laws->result[j]], laws->row);
}

void tml_result_laws_put_results(const tml_result_laws *laws, tml_workspace *work, const double *r)
{
    for (int j = 0; j < laws->read; j++)
        work->inputs[laws->system->results[laws->result[j]].input] = r[j];
}

void tml_result_laws_take_gradient(const tml_result_laws *laws, const double *gradient, double *by_r)
{
    for (int j = 0; j < laws->read; j++)
        by_r[j] += gradient[laws->system->results[laws->result[j]].input];
}

/* What active law k of an interaction acts along. */
static const tml_terms *along(const tml_result_laws *laws, int k)
{
    return &laws->system->laws[laws->system->result_laws[laws->active[k]].law].terms;
}

/* r (m) at an instant. */
static void observe(const tml_result_laws *laws, const tml_instant *at, double *r)
{
    tml_result_laws_observe(laws, at, r);
    for (int k = 0; k < laws->n; k++) {
        const int result = laws->held[k] >= 0 ? laws->held[k] : laws->begins[k];
        if (result >= 0)
            r[result] = tml_workspace_terms_acceleration(at->work, along(laws, k), at->a);
    }
}

static double magnitude_along(const tml_workspace *work, tml_term term, const double *a)
{
    const tml_system *s = work->system;
    double sum = 0;
    for (int side = 0; side < 2; side++) {
        const int body = side ? s->measures[term.measure].body2 : s->measures[term.measure].body1;
        const double *J = work->J + (size_t)(2 * term.measure + side) * (size_t)s->nvb;
        for (int i = 0; body && i < s->nvb; i++)
            sum += fabs(term.coefficient * J[i] * a[(body - 1) * s->nvb + i]);
    }
    return sum;
}

/* What an acceleration that is held is small against: that of the bodies under each force alone. */
static void find_magnitudes(const tml_result_problem *p, const tml_instant *at)
{
    tml_result_laws *laws = p->laws;
    const tml_system *s = laws->system;
    double *sum = laws->forces;
    if (!s->interaction_count)
        return;
    for (int i = 0; i < s->nv; i++)
        sum[i] = fabs(p->work->weight[i]);
    tml_workspace_add_magnitudes(p->work, p->by->rows, at->lambda, NULL, laws->gradient, sum);
    if (p->by->rows < s->rigid_row_count) { /* other joints: what moves a body */
        tml_system_times_mass(s, at->a, laws->load);
        for (int i = 0; i < s->nv; i++)
            sum[i] += fabs(laws->load[i]);
    }
    laws->largest = 0;
    for (int i = 0; i < s->nv; i++)
        laws->largest = fmax(laws->largest, sum[i] / tml_arm(s, i));
    for (int b = 1; b < s->nb; b++)
        tml_mass_divide(s, b, sum + (b - 1) * s->nvb, sum + (b - 1) * s->nvb);
    for (int k = 0; k < laws->n; k++) {
        if (laws->held[k] < 0)
            continue;
        const tml_terms *of = along(laws, k);
        laws->magnitude[k] = fabs(tml_workspace_sum(p->work, of).dd);
        for (int j = of->first; j < of->first + of->count; j++)
            laws->magnitude[k] +=
                magnitude_along(p->work, (tml_term){s->terms[j].measure, p->work->coefficient[j]}, sum);
    }
}

/* The results r (m) for values x (n), by the equations themselves. */
int tml_result_laws_respond(const tml_result_problem *p, const double *x, double *r)
{
    tml_result_laws *laws = p->laws;
    const tml_system *s = laws->system;
    tml_instant instant = {.work = p->work, .t = p->work->t, .single = true};
    for (int k = 0; k < laws->n; k++)
        p->work->inputs[s->result_laws[laws->active[k]].input] = x[k];
    const int flag = p->by->solve(p->by->context, &instant);
    if (flag)
        return flag;
    observe(laws, &instant, r);
    laws->largest_reaction = 0;
    for (int i = 0; instant.lambda && i < p->by->rows; i++)
        laws->largest_reaction = fmax(laws->largest_reaction, fabs(instant.lambda[i]));
    if (r == laws->r)
        find_magnitudes(p, &instant);
    return 0;
}

void tml_result_laws_set_inputs(const tml_result_laws *laws, tml_workspace *work, const double *x, const double *r)
{
    tml_result_laws_put_results(laws, work, r);
    for (int k = 0; k < laws->n; k++)
        work->inputs[laws->system->result_laws[laws->active[k]].input] = x[k];
}

void tml_result_laws_by_results(const tml_result_laws *laws, const double *gradient, double *by_x, double *by_r)
{
    tml_result_laws_take_gradient(laws, gradient, by_r);
    for (int k = 0; k < laws->n; k++)
        by_x[k] += gradient[laws->system->result_laws[laws->active[k]].input];
}

/* ---- as a function of the values ---- */

bool tml_result_laws_unit_response(const tml_result_problem *p, int k, double *R)
{
    tml_result_laws *laws = p->laws;
    const tml_system *s = laws->system;
    const tml_force_law *law = &s->laws[s->result_laws[laws->active[k]].law];
    if (!p->by->respond_to || laws->read)
        return false;
    memset(laws->load, 0, (size_t)s->nv * sizeof(double));
    tml_workspace_add_terms(p->work, &law->terms, law->factor, laws->load);
    const double *a = p->by->respond_to(p->by->context, k, laws->load);
    for (int i = 0; a && i < laws->n; i++)
        if (laws->held[i] >= 0)
            R[laws->held[i]] = tml_workspace_terms_rate(p->work, along(laws, i), a);
    return a != NULL;
}

double tml_result_laws_arm(const tml_result_laws *laws, int k)
{
    const tml_system *s = laws->system;
    const tml_force_law *law = &s->laws[s->result_laws[laws->active[k]].law];
    return tml_terms_turn(s, &law->terms) ? s->size : 1;
}

double tml_result_laws_largest(const tml_result_laws *laws, int k)
{
    return laws->largest * tml_result_laws_arm(laws, k);
}

double tml_result_laws_probe(const tml_result_problem *p, int k)
{
    const tml_system *s = p->laws->system;
    const double stopping = tml_workspace_kinetic(p->work) / s->size,
                 h = p->laws->largest > NOTHING * stopping ? p->laws->largest : stopping;
    return (h > 0 && isfinite(h) ? h : s->mass) * tml_result_laws_arm(p->laws, k);
}

/* R, of differences at x = 0. */
static int find_columns(const tml_result_problem *p, void (*note)(void *context, int active, double x))
{
    tml_result_laws *laws = p->laws;
    for (int k = 0; k < laws->n; k++) {
        if (tml_result_laws_unit_response(p, k, laws->R + k * laws->m)) {
            if (note)
                note(p->by->context, k, 0);
            continue;
        }
        const double h = tml_result_laws_probe(p, k);
        memset(laws->trial, 0, (size_t)laws->n * sizeof(double));
        laws->trial[k] = h;
        const int flag = tml_result_laws_respond(p, laws->trial, laws->R + k * laws->m);
        if (flag)
            return flag;
        if (note)
            note(p->by->context, k, h);
        for (int j = 0; j < laws->m; j++)
            laws->R[k * laws->m + j] = (laws->R[k * laws->m + j] - laws->r[j]) / h;
    }
    return 0;
}

void tml_result_laws_modes(tml_result_laws *laws, tml_workspace *work, tml_affine_results *affine)
{
    tml_result_laws_find_active(laws, work);
    *affine = (tml_affine_results){laws->n, laws->m, laws->read, laws->active, laws->held, laws->r, laws->R};
}

int tml_result_laws_affine(tml_result_laws *laws, tml_workspace *work, const tml_result_equations *by,
                           void (*note)(void *context, int active, double x), tml_affine_results *affine)
{
    const tml_system *s = laws->system;
    const tml_result_problem p = {laws, work, by};
    tml_result_laws_modes(laws, work, affine);
    for (int k = 0; k < laws->n; k++)
        laws->at[k] = work->inputs[s->result_laws[laws->active[k]].input];
    memset(laws->x, 0, (size_t)laws->n * sizeof(double));
    int flag = tml_result_laws_respond(&p, laws->x, laws->r);
    if (flag == 0 && note)
        note(by->context, -1, 0);
    if (flag == 0)
        flag = find_columns(&p, note);
    for (int k = 0; k < laws->n; k++) /* forces are as they were */
        work->inputs[s->result_laws[laws->active[k]].input] = laws->at[k];
    return flag;
}
