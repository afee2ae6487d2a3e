/* forces.c - applied forces: gravity, gyroscopic terms, force laws along measures.
 *
 * Q = m g, -w x J w (body axes), sum over force laws of J' f with
 *   f = preload - k (s - rest) - c (s' - rest')     V = k (s - rest)^2/2 - preload s
 *                                                   power of the damper -c (s' - rest')^2, of a moving rest f rest'
 *   f = factor expression(inputs)         power f s', less what a belt runs with
 * Stores of energy that belong to states count with the potential, what flows into them with the power.
 */
#include "system/kernel/workspace.h"
#include <math.h>
#include <string.h>

/* Inputs that change with time, at the time of the workspace. */
static void follow_courses(tml_workspace *work)
{
    for (int i = 0; i < work->course_count; i++) {
        const tml_input_course *c = &work->courses[i];
        double sum = 0;
        for (int k = c->order; k > 0; k--)
            sum = (sum + c->rate[k - 1]) * (work->t - c->from) / k;
        if (c->order)
            work->inputs[c->input] = c->value + sum;
    }
}

void tml_workspace_read_inputs(tml_workspace *work)
{
    const tml_system *s = work->system;
    work->inputs[0] = work->t;
    follow_courses(work);
    for (int i = 1; i < s->input_count; i++) {
        const tml_input *in = &s->inputs[i];
        if (in->what >= TML_INPUT_PARAMETER)
            continue;
        const double *from = in->what == TML_INPUT_RATE ? work->rate : work->value;
        work->inputs[i] = in->term.coefficient * from[in->term.measure];
    }
}

/* -w x J w, body axes */
static tml_vec3 gyroscopic(const tml_workspace *work, int body)
{
    const tml_vec3 w = work->motion3[body].w_B;
    return tml_cross(tml_rotate(&work->system->masses[body].inertia, w), w);
}

void tml_workspace_subtract_gyroscopic(const tml_workspace *work, int body, double *Q)
{
    const tml_vec3 torque = gyroscopic(work, body);
    Q[3] -= torque.x, Q[4] -= torque.y, Q[5] -= torque.z;
}

/* Weights, which are constant, and their potential; in space the gyroscopic terms too. */
static void gravity(tml_workspace *work)
{
    const tml_system *s = work->system;
    const double *W = work->weight;
    double *Q = work->Q, V = 0;
    for (int i = 1; !s->space && i < s->nb; i++, Q += 3, W += 3) {
        Q[0] = W[0], Q[1] = W[1], Q[2] = 0;
        V -= W[0] * work->motion2[i].x + W[1] * work->motion2[i].y;
    }
    for (int i = 1; s->space && i < s->nb; i++, Q += 6, W += 6) {
        const tml_vec3 gyro = gyroscopic(work, i), x = work->motion3[i].x;
        Q[0] = W[0], Q[1] = W[1], Q[2] = W[2];
        Q[3] = gyro.x, Q[4] = gyro.y, Q[5] = gyro.z;
        V -= W[0] * x.x + W[1] * x.y + W[2] * x.z;
    }
    work->potential = V;
}

static void add_generalized(const tml_system *s, int body, const double *J, double f, double *Q)
{
    if (body == 0)
        return;
    double *at = Q + (size_t)(body - 1) * (size_t)s->nvb;
    for (int j = 0; j < s->nvb; j++)
        at[j] += J[j] * f;
}

static void apply(tml_workspace *work, const tml_terms *terms, double f)
{
    const tml_system *s = work->system;
    const size_t n = (size_t)s->nvb;
    for (int k = terms->first; k < terms->first + terms->count; k++) {
        const tml_term *term = &s->terms[k];
        const tml_measure *m = &s->measures[term->measure];
        const double *J = work->J + (size_t)term->measure * 2 * n, along = f * work->coefficient[k];
        add_generalized(s, m->body1, J, along, work->Q);
        add_generalized(s, m->body2, J + n, along, work->Q);
    }
}

/* drift: what of the rate is no motion. */
static void sum_terms(const tml_workspace *work, const tml_terms *terms, double *value, double *rate, double *drift)
{
    *value = *rate = *drift = 0;
    if (terms->relation) {
        *value = work->relations[terms->relation - 1].f, *rate = work->relations[terms->relation - 1].d;
        *drift = work->drift[terms->relation - 1];
        return;
    }
    for (int k = terms->first; k < terms->first + terms->count; k++) {
        const tml_term *term = &work->system->terms[k];
        *value += term->coefficient * work->value[term->measure];
        *rate += term->coefficient * work->rate[term->measure];
    }
}

/* Along the line between two points: if they coincide there is no direction, and J is zero. */
static bool is_along_a_line(const tml_system *s, const tml_force_law *law)
{
    return law->terms.count == 1 && s->measures[s->terms[law->terms.first].measure].kind == TML_DISTANCE;
}

static bool is_off(const tml_system *s, const tml_store *store)
{
    return s->laws_on && store->law >= 0 && s->laws_on[store->law].value && !s->laws[store->law].value;
}

static void add_stores(tml_workspace *work)
{
    const tml_system *s = work->system;
    for (int i = 0; i < s->store_count; i++) {
        if (is_off(s, &s->stores[i]))
            continue;
        if (s->stores[i].energy)
            work->potential += tml_expression_value(s->stores[i].energy, work->inputs, work->expression);
        if (s->stores[i].power)
            work->power += tml_expression_value(s->stores[i].power, work->inputs, work->expression);
    }
}

void tml_workspace_state_stores(const tml_workspace *work, double *energy, double *power)
{
    const tml_system *s = work->system;
    *energy = *power = 0;
    for (int i = 0; i < s->store_count; i++) {
        const tml_store *store = &s->stores[i];
        if (is_off(s, store))
            continue;
        if (store->of_states && store->energy)
            *energy += tml_expression_value(store->energy, work->inputs, work->expression);
        if (store->of_states && store->power)
            *power += tml_expression_value(store->power, work->inputs, work->expression);
    }
}

void tml_workspace_forces(tml_workspace *work)
{
    const tml_system *s = work->system;
    const bool *idle = work->idle;
    gravity(work);
    tml_workspace_read_inputs(work);
    work->power = 0;
    for (int i = 0; i < s->law_count; i++) {
        const tml_force_law *law = &s->laws[i];
        double value, rate, drift, f;
        if (idle && law->unknown && idle[s->terms[law->terms.first].measure]) {
            work->force[i] = 0;
            continue;
        }
        sum_terms(work, &law->terms, &value, &rate, &drift);
        if (law->value) {
            f = law->factor * tml_expression_value(law->value, work->inputs, work->expression);
            work->power += f * (rate - drift - law->belt);
        } else {
            double fixed[3] = {law->rest}, *rest = fixed;
            if (law->motion)
                tml_workspace_target(work, law->rest, law->motion, rest = work->motion + 3 * (size_t)law->row);
            const double elongation = value - rest[0];
            rate -= rest[1];
            f = law->preload - law->k * elongation - law->c * rate;
            work->potential += 0.5 * law->k * elongation * elongation - law->preload * value;
            work->power += f * (rest[1] - drift) - law->c * rate * rate;
        }
        if (value == 0 && is_along_a_line(s, law))
            f = 0;
        work->force[i] = f;
        apply(work, &law->terms, f);
    }
    if (s->store_count)
        add_stores(work);
}

double tml_workspace_power(const tml_workspace *work, const double *lambda)
{
    const tml_system *s = work->system;
    double sum = work->power; /* plus the power of the drivers: their force times the speed they prescribe */
    for (int i = 0; i < s->drive_count; i++) {
        const tml_drive *d = &s->drives[i];
        if (d->law < 0)
            sum += lambda[d->row] * work->motion[3 * d->row + 1];
    }
    for (int i = 0; s->relation_count && i < s->row_count; i++)
        if (s->rows[i].terms.relation) /* an equation that contains t does work */
            sum += lambda[i] * work->motion[3 * i + 1];
    return sum;
}

double tml_workspace_friction_power(const tml_workspace *work)
{
    const tml_system *s = work->system;
    double sum = 0, value, rate, drift;
    for (int i = 0; i < s->law_count; i++)
        if (s->laws[i].friction) {
            sum_terms(work, &s->laws[i].terms, &value, &rate, &drift);
            sum -= work->force[i] * rate;
        }
    return sum;
}

void tml_workspace_take_held(const tml_workspace *work, const double *lambda)
{
    const tml_system *s = work->system;
    for (int i = 0; i < s->held_row_count; i++) {
        const tml_held_row *h = &s->held_rows[i];
        work->force[s->interactions[h->interaction].law[h->component]] = lambda[h->row];
    }
}

double tml_workspace_limit_force(const tml_workspace *work, int limit)
{
    const tml_limit *l = &work->system->limits[limit];
    if (l->law >= 0)
        return work->force[l->law];
    double force[2] = {0, 0};
    for (int upper = 0; upper < 2; upper++) {
        const int law = l->stop[upper] >= 0 ? work->system->interactions[l->stop[upper]].law[0] : l->spring[upper];
        force[upper] = law < 0 ? 0 : work->force[law];
    }
    return force[0] - force[1];
}

double tml_workspace_limit_excess(const tml_workspace *work, int limit)
{
    const tml_limit *l = &work->system->limits[limit];
    const tml_term term = work->system->coordinates[l->coordinate].term;
    const double q = term.coefficient * work->value[term.measure];
    return fmax(l->lower - q, q - l->upper);
}

static void add_magnitude(const tml_workspace *work, tml_terms terms, double f, const double *unit, double *sum)
{
    const tml_system *s = work->system;
    for (int k = terms.first; k < terms.first + terms.count && f != 0; k++) {
        const tml_term term = s->terms[k];
        const tml_measure *m = &s->measures[term.measure];
        const double *J = work->J + (size_t)term.measure * 2 * (size_t)s->nvb;
        for (int side = 0; side < 2; side++) {
            const int body = side ? m->body2 : m->body1, at = (body - 1) * s->nvb;
            for (int j = 0; body && j < s->nvb; j++)
                sum[at + j] += fabs(f * work->coefficient[k] * J[side * s->nvb + j]) / (unit ? unit[at + j] : 1);
        }
    }
}

/* What adds up in a force: its terms may cancel where it vanishes. */
static double law_magnitude(const tml_workspace *work, int law, double *gradient)
{
    const tml_system *s = work->system;
    double sum = 0;
    if (!s->laws[law].value || s->laws[law].unknown || tml_expression_is_constant(s->laws[law].value))
        return fabs(work->force[law]);
    memset(gradient, 0, (size_t)s->input_count * sizeof(double));
    tml_expression_gradient(s->laws[law].value, work->inputs, work->expression, s->laws[law].factor, gradient);
    for (int i = 1; i < s->input_count; i++)
        sum += gradient[i] != 0 ? fabs(gradient[i] * work->inputs[i]) : 0;
    return isfinite(sum) ? fmax(sum, fabs(work->force[law])) : fabs(work->force[law]);
}

void tml_workspace_add_magnitudes(const tml_workspace *work, int rows, const double *lambda, const double *unit,
                                  double *gradient, double *sum)
{
    const tml_system *s = work->system;
    for (int i = 0; i < s->law_count; i++)
        add_magnitude(work, s->laws[i].terms, law_magnitude(work, i, gradient), unit, sum);
    for (int i = 0; i < rows; i++)
        add_magnitude(work, s->rows[i].terms, lambda[i], unit, sum);
}
