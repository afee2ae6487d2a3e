/* relation.c - functions of several measures: s = F(m, t).
 *
 *   s' = sum F_k m_k' + F_t,    s'' = sum F_k m_k'' + F'',   F'' the second derivative along m_k', t' = 1
 * F_k are the coefficients of its terms. F'' and all F_k follow from one backward sweep: the derivatives of F'' by second derivatives
 * of its inputs are F_k, those by first derivatives 2 sum_l F_kl m_l'.
 */
#include "system/kernel/relation.h"
#include <string.h>

/* Inputs as jets along the motion, and derivatives by them zero. */
static tml_jet *read_inputs(const tml_workspace *work, const tml_relation *r, bool moves)
{
    const tml_system *s = work->system;
    tml_jet *in = work->relation_inputs, *out = in + s->input_count;
    for (int i = 0; i < r->input_count; i++) {
        const int k = r->inputs[i].input;
        const tml_term term = s->inputs[k].term;
        if (r->inputs[i].term < 0)
            in[k] = (tml_jet){.f = k == 0 ? work->t : work->inputs[k], .d = moves && k == 0};
        else
            in[k] = (tml_jet){.f = term.coefficient * work->value[term.measure],
                              .d = moves ? term.coefficient * work->rate[term.measure] : 0};
        out[k] = (tml_jet){0};
    }
    return in;
}

static double coefficient_of(const tml_system *s, const tml_relation *r, int i)
{
    return s->inputs[r->inputs[i].input].term.coefficient;
}

static void relate(tml_workspace *work, const tml_relation *r, tml_jet *sum, double *drift)
{
    const tml_system *s = work->system;
    tml_jet *in = read_inputs(work, r, true), *by = in + s->input_count;
    *sum = tml_expression_jet_gradient(r->value, in, (tml_jet *)work->expression, (tml_jet){.dd = 1}, by);
    double *coefficient = work->coefficient + r->terms.first;
    *drift = 0;
    memset(coefficient, 0, (size_t)r->terms.count * sizeof *coefficient);
    for (int i = 0; i < r->input_count; i++)
        if (r->inputs[i].term >= 0)
            coefficient[r->inputs[i].term] += by[r->inputs[i].input].dd * coefficient_of(s, r, i);
        else if (r->inputs[i].input == 0)
            *drift = by[0].dd;
    for (int k = 0; k < r->terms.count; k++)
        sum->dd += coefficient[k] * work->bias[s->terms[r->terms.first + k].measure];
}

void tml_workspace_relate(tml_workspace *work)
{
    for (int i = 0; i < work->system->relation_count; i++)
        relate(work, &work->system->relations[i], &work->relations[i], &work->drift[i]);
}

double tml_relation_value(const tml_workspace *work, const tml_expression *of_values)
{
    const tml_system *s = work->system;
    tml_jet *in = work->relation_inputs;
    for (int i = 0; i < s->input_count; i++)
        if (s->inputs[i].what == TML_INPUT_VALUE && tml_expression_uses(of_values, i))
            in[i] = (tml_jet){.f = s->inputs[i].term.coefficient * work->value[s->inputs[i].term.measure]};
    return tml_expression_jet(of_values, in, (tml_jet *)work->expression).f;
}

void tml_relation_curvature(const tml_workspace *work, int relation,
                            double curvature[TML_MAX_RELATION_TERMS][TML_MAX_RELATION_TERMS])
{
    const tml_system *s = work->system;
    const tml_relation *r = &s->relations[relation - 1];
    for (int k = 0; k < r->terms.count; k++) { /* along the measure of one term */
        tml_jet *in = read_inputs(work, r, false), *by = in + s->input_count;
        for (int i = 0; i < r->input_count; i++)
            in[r->inputs[i].input].d = r->inputs[i].term == k ? coefficient_of(s, r, i) : 0;
        tml_expression_jet_gradient(r->value, in, (tml_jet *)work->expression, (tml_jet){.d = 1}, by);
        memset(curvature[k], 0, sizeof curvature[k]);
        for (int i = 0; i < r->input_count; i++)
            if (r->inputs[i].term >= 0)
                curvature[k][r->inputs[i].term] += by[r->inputs[i].input].f * coefficient_of(s, r, i);
    }
}

/* Second derivative of the measure of a term, for accelerations. */
static double acceleration_of(const tml_workspace *work, int term, const double *a)
{
    return tml_workspace_term_acceleration(work, (tml_term){work->system->terms[term].measure, 1}, a);
}

void tml_terms_weights(const tml_workspace *work, const tml_terms *terms, const double *a,
                       tml_term_weight weights[TML_MAX_RELATION_TERMS])
{
    const tml_system *s = work->system;
    for (int k = 0; k < terms->count; k++)
        weights[k] = (tml_term_weight){.c = work->coefficient[terms->first + k]};
    if (!terms->relation)
        return;
    const tml_relation *r = &s->relations[terms->relation - 1];
    tml_jet *in = read_inputs(work, r, true), *by = in + s->input_count;
    for (int i = 0; a && i < r->input_count; i++)
        if (r->inputs[i].term >= 0)
            in[r->inputs[i].input].dd =
                coefficient_of(s, r, i) * acceleration_of(work, r->terms.first + r->inputs[i].term, a);
    tml_expression_jet_gradient(r->value, in, (tml_jet *)work->expression, (tml_jet){.dd = 1}, by);
    for (int i = 0; i < r->input_count; i++) {
        const tml_jet *d = &by[r->inputs[i].input];
        if (r->inputs[i].term < 0)
            continue;
        weights[r->inputs[i].term].along += 0.5 * coefficient_of(s, r, i) * d->d;
        weights[r->inputs[i].term].third += coefficient_of(s, r, i) * d->f;
    }
}
