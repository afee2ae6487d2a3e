/* impact.c - impulses of one impact, and what is reported of it. */
#include "analysis/dynamics/impact.h"
#include "analysis/dynamics/event_table.h"
#include "analysis/dynamics/interaction_state.h"
#include <math.h>
#include <string.h>

static const double ROUNDING = 1e-12; /* of the largest impulse */

static double limit(void *context, const tml_condition *of, tml_limit_kind kind, const double *P, const double *r,
                    double *by_x, double *by_r)
{
    tml_interaction_run *x = context;
    tml_workspace *w = x->r->impulse->work;
    const tml_system *s = w->system;
    const tml_interaction *is = &s->interactions[of->which];
    const int n = x->problem.n;
    for (int i = 0; i < s->result_law_count; i++)
        w->inputs[s->result_laws[i].input] = 0;
    for (int k = 0; k < n; k++)
        w->inputs[s->result_laws[x->of[k]].input] = P[k] + x->given[k];
    tml_result_laws_put_results(x->laws, w, r + n);
    memset(x->gradient, 0, (size_t)s->input_count * sizeof(double));
    const bool back = is->impulse_back && (kind == TML_LIMIT_SLIDING ? of->direction[0] < 0 : of->against > 0);
    const tml_expression *most = back                        ? is->impulse_back
                                 : kind == TML_LIMIT_SLIDING ? is->impulse_sliding
                                                             : is->impulse_holding;
    const double value = tml_expression_gradient(most, w->inputs, w->expression, 1, x->gradient);
    for (int k = 0; k < n; k++)
        by_x[k] += x->gradient[s->result_laws[x->of[k]].input];
    tml_result_laws_take_gradient(x->laws, x->gradient, by_r + n);
    return value;
}

/* What takes part: gaps at zero and friction, with what they act along. */
static void list_conditions(tml_interaction_run *x)
{
    const tml_system *s = x->r->rigid;
    tml_complementarity *p = &x->problem;
    bool poisson = false;
    p->n = p->count = 0;
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        const bool friction = is->kind == TML_FRICTION;
        const int normal = friction ? is->normal : i;
        if ((normal >= 0 && !tml_interaction_run_touches(x, normal)) || (friction && !is->impulse_sliding))
            continue;
        poisson |= is->poisson;
        x->list[p->count++] = (tml_condition){.kind = friction ? TML_CONDITION_FRICTION : TML_CONDITION_UNILATERAL,
                                              .which = i,
                                              .first = p->n,
                                              .size = is->size,
                                              .acceleration = p->n,
                                              .uneven = is->impulse_back != NULL,
                                              .mode = friction ? TML_STICKS : TML_CLOSED};
        for (int k = 0; k < is->size; k++) {
            x->lines[p->n] = (tml_impulse_line){is->along[k], is->brings, is->share};
            x->of[p->n++] = is->result_law[k];
        }
    }
    if (!poisson) /* otherwise a contact presses in the second phase by what it must at least, too */
        tml_interaction_run_link(x);
}

/* Part of a rate that no motion of the bodies gives: a belt runs under its slip, a relation changes with time. */
static double drift_of(const tml_workspace *w, const tml_terms *along)
{
    const tml_system *s = w->system;
    if (along->relation)
        return w->drift[along->relation - 1];
    const tml_term term = s->terms[along->first];
    const tml_measure *m = &s->measures[term.measure];
    return m->kind == TML_SLIP ? term.coefficient * m->offset : 0;
}

/* u: speeds before the impact; R: what unit impulses do to speeds, then to what loads the friction in joints. */
static void find_affine(tml_interaction_run *x)
{
    tml_complementarity *p = &x->problem;
    const tml_impulse *impulse = x->r->impulse;
    const tml_system *s = x->r->rigid;
    const int n = p->n, read = tml_result_laws_read_count(x->laws);
    tml_instant at = {.work = impulse->work, .t = impulse->work->t, .single = true, .q = x->r->m->q, .a = x->r->m->v};
    p->m = n + read;
    for (int k = 0; k < n; k++) {
        at.lambda = impulse->L + (size_t)k * (size_t)s->rigid_row_count;
        memcpy(x->R + k * p->m, impulse->A + k * n, (size_t)n * sizeof(double));
        tml_result_laws_observe(x->laws, &at, x->R + k * p->m + n);
        x->u[k] = impulse->m[k] + drift_of(impulse->work, &x->lines[k].along);
    }
    p->r0 = x->r0, p->R = x->R;
    p->limit = limit, p->context = x;
}

/* r0 of the impulses to be found: speeds that the others lead to, and what Newton's law adds to them. */
static void begin_phase(tml_interaction_run *x, const double *u, bool last)
{
    tml_complementarity *p = &x->problem;
    memset(x->r0, 0, (size_t)p->m * sizeof(double));
    memcpy(x->r0, u, (size_t)p->n * sizeof(double));
    for (int k = 0; k < p->n; k++) {
        p->x[k] = 0;
        for (int j = 0; x->given[k] != 0 && j < p->m; j++)
            x->r0[j] += p->R[k * p->m + j] * x->given[k];
    }
    for (int c = 0; c < p->count; c++) {
        const tml_interaction *is = &x->r->rigid->interactions[x->list[c].which];
        const int k = x->list[c].first;
        x->list[c].mode = is->kind == TML_FRICTION ? TML_STICKS : TML_CLOSED;
        if (last && is->kind == TML_UNILATERAL && !is->poisson && x->u[k] < 0)
            x->r0[k] += is->restitution * x->u[k];
    }
}

/* The impulses, in one phase or two. */
static tml_complementarity_outcome find_impulses(tml_interaction_run *x)
{
    tml_complementarity *p = &x->problem;
    bool expands = false;
    for (int c = 0; c < p->count; c++) {
        const tml_interaction *is = &x->r->rigid->interactions[x->list[c].which];
        expands |= is->poisson && is->restitution > 0;
    }
    memset(x->given, 0, (size_t)p->n * sizeof(double));
    begin_phase(x, x->u, !expands);
    tml_complementarity_outcome outcome = tml_complementarity_solve(p);
    if (outcome != TML_SOLVED || !expands)
        return outcome;
    memcpy(x->compression, p->x, (size_t)p->n * sizeof(double));
    for (int c = 0; c < p->count; c++) {
        const tml_interaction *is = &x->r->rigid->interactions[x->list[c].which];
        if (is->poisson)
            x->given[x->list[c].first] = is->restitution * p->x[x->list[c].first];
    }
    begin_phase(x, p->r, true);
    outcome = tml_complementarity_solve(p);
    for (int k = 0; k < p->n; k++)
        p->x[k] += x->compression[k] + x->given[k];
    return outcome;
}

/* Contacts that hold a body on both sides, as conjugate cams do, may close at speeds that are rounding and contradict each other: they are set to zero.
 * False: none is so slow. */
static bool forgive_rounding(tml_interaction_run *x)
{
    bool any = false;
    for (int c = 0; c < x->problem.count; c++) {
        const tml_interaction *is = &x->r->rigid->interactions[x->list[c].which];
        double *u = &x->u[x->list[c].first];
        if (is->kind != TML_UNILATERAL || !(*u < 0) || *u < -tml_interaction_slow(x->r->m, is))
            continue;
        *u = 0;
        any = true;
    }
    return any;
}

/* Speeds after the impact are r, without what Newton's law adds. */
static double speed_after(const tml_interaction_run *x, int k)
{
    double u = x->u[k];
    for (int j = 0; j < x->problem.n; j++)
        u += x->problem.R[j * x->problem.m + k] * x->problem.x[j];
    return u;
}

static const double GAIN = 1e-9; /* of what all impulses exchange: rounding */

/* Energy that the impulses have brought: sum of P (u- + u+)/2, below zero where it is lost. Joints and drivers are not in it. */
static double find_gain(tml_interaction_run *x, double t)
{
    const tml_complementarity *p = &x->problem;
    const tml_interaction *worst = NULL;
    double gain = 0, exchanged = 0, most = 0;
    bool newton = false;
    for (int c = 0; c < p->count; c++) {
        const tml_interaction *is = &x->r->rigid->interactions[x->list[c].which];
        for (int k = x->list[c].first; k < x->list[c].first + x->list[c].size; k++) {
            const double after = speed_after(x, k);
            gain += p->x[k] * (x->u[k] + after) / 2;
            exchanged += fabs(p->x[k]) * (fabs(x->u[k]) + fabs(after)) / 2;
        }
        if (is->kind != TML_UNILATERAL || !(p->x[x->list[c].first] > most))
            continue;
        most = p->x[x->list[c].first], worst = is;
        newton |= !is->poisson && is->restitution > 0;
    }
    if (!worst || !(gain > GAIN * exchanged) || x->gains++)
        return gain;
    tml_log_raise(x->r->m->task->log, TML_W_IMPACT_GAINS, worst->place,
                  "dynamics: at t = %.9g s the impact of %s gains %.6g J, which no impact does: %s", t, worst->name,
                  gain,
                  newton ? "Newton's restitution of speeds allows it where there is friction or several contacts; "
                           "impact: poisson, of impulses, does not if all restitutions are the same"
                         : "the restitutions of contacts that are struck together differ; make them the same");
    return gain;
}

/* Adds it to what has happened, and a row to the table. */
static tml_status report(tml_interaction_run *x, double t, double change)
{
    tml_event_run *r = x->r;
    tml_motion_state *m = r->m;
    const tml_system *s = r->rigid;
    const tml_complementarity *p = &x->problem;
    int closed = -1;
    double most = 0, largest = 0, *impulse = r->impulse->work->force;
    for (int k = 0; k < p->n; k++)
        largest = fmax(largest, fabs(p->x[k]));
    memset(x->P, 0, (size_t)x->forces * sizeof(double));
    memset(impulse, 0, (size_t)s->law_count * sizeof(double));
    for (int c = 0; c < p->count; c++) {
        const tml_condition *of = &x->list[c];
        tml_interaction_history *h = &x->history[of->which];
        for (int k = 0; k < of->size; k++) {
            x->P[x->first[of->which] + k] = p->x[of->first + k];
            impulse[s->interactions[of->which].law[k]] = p->x[of->first + k];
            if (s->interactions[of->which].brings)
                impulse[s->interactions[of->which].brings - 1] +=
                    s->interactions[of->which].share * p->x[of->first + k];
        }
        const tml_interaction *is = &s->interactions[of->which];
        if ((of->kind != TML_CONDITION_UNILATERAL && !is->impulse_back) || !(p->x[of->first] > ROUNDING * largest))
            continue;
        const double u = x->u[of->first];
        tml_interaction_run_add_low(x, of->which, t);
        h->struck = true;
        h->impacts += u < 0;
        h->impulse += p->x[of->first];
        h->ratio = h->latest > 0 ? p->x[of->first] / h->latest : 0;
        h->hop = t - h->struck_at;
        h->struck_at = t;
        h->latest = p->x[of->first];
        h->returned = is->poisson && u < 0 ? fmax(0, -speed_after(x, of->first) / u) : is->restitution;
        if (closed < 0 || -u > most)
            closed = of->which, most = -u;
    }
    if (closed < 0)
        return TML_OK;
    const tml_interaction *is = &s->interactions[closed];
    tml_instant impulses = m->instant;
    impulses.work = r->impulse->work;
    impulses.lambda = r->impulse->lambda;
    const tml_event event = {.name = is->name, .place = is->place, .acts = true};
    const tml_occurrence o = {t, x->history[closed].impacts, change, &impulses, x->P};
    return tml_event_table_add(r->table, r->facts, &event, &o);
}

/* Lists what takes part at the state of the motion, with what impulses do to it. */
static tml_status prepare(tml_interaction_run *x, double t, double *energy)
{
    tml_event_run *r = x->r;
    tml_motion_state *m = r->m;
    if (tml_motion_state_observe(m, t, m->problem.y))
        return tml_interaction_run_fail(x);
    *energy = tml_instant_energy(&m->instant);
    tml_event_run_take_measures(r);
    list_conditions(x);
    if (tml_impulse_begin(r->impulse, t, m->q, m->v))
        return tml_interaction_run_fail(x);
    tml_workspace_set_states(r->impulse->work, m->problem.y + tml_motion_state_states(m));
    tml_workspace_read_inputs(r->impulse->work);
    tml_impulse_respond(r->impulse, x->lines, x->problem.n, m->v);
    find_affine(x);
    return TML_OK;
}

/* Applies the impulses found; nothing is held by what was before the impact. */
static tml_status apply(tml_interaction_run *x, double t, double before, double gain)
{
    tml_event_run *r = x->r;
    tml_motion_state *m = r->m;
    tml_impulse_apply(r->impulse, x->problem.x, x->problem.n, m->v);
    tml_equations_from_bodies(m->e, t, m->q, m->v, m->problem.y, m->problem.y + m->e->nq);
    for (int i = 0; i < m->task->system->interaction_count; i++) {
        x->history[i].fired |= m->e->work->modes[i].kind == TML_CLOSED;
        m->e->work->modes[i].kind = TML_OPEN;
    }
    if (tml_motion_state_observe(m, t, m->problem.y))
        return tml_interaction_run_fail(x);
    const double change = tml_instant_energy(&m->instant) - before;
    m->problem.y[tml_motion_state_work(m)] += change;
    m->impact_loss -= gain;
    return report(x, t, change);
}

tml_status tml_impact(tml_interaction_run *x, double t, bool *none)
{
    double before;
    const tml_status status = prepare(x, t, &before);
    if (status != TML_OK)
        return status;
    tml_complementarity_outcome outcome = find_impulses(x);
    *none &= outcome != TML_SOLVED;
    /* rounding alone contradicts itself: the cams fit, and the message must not say that they do not */
    if (outcome != TML_SOLVED && !*none && forgive_rounding(x) && find_impulses(x) == TML_SOLVED)
        outcome = TML_NOT_FOUND;
    if (outcome != TML_SOLVED)
        return *none ? TML_OK : tml_interaction_run_refuse(x, outcome, t, "impulses");
    tml_impact_mark_undetermined(x);
    return apply(x, t, before, find_gain(x, t));
}

/* ---- impacts without collision ---- */

static const double SHORT_STEP = 1e-4; /* change of speeds by finite forces, of the largest slip */
static const double NO_JUMP = 1e-8;    /* of the impulse that would stop the largest slip */

/* The largest slip, the impulse that would stop it, and the largest acceleration of a gap. */
static void find_sizes(const tml_interaction_run *x, double *slip, double *impulse, double *acceleration)
{
    const tml_complementarity *p = &x->problem;
    *slip = *impulse = *acceleration = 0;
    for (int c = 0; c < p->count; c++)
        for (int k = x->list[c].first; k < x->list[c].first + x->list[c].size; k++) {
            const double response = p->R[k * p->m + k];
            if (x->list[c].kind == TML_CONDITION_UNILATERAL)
                *acceleration = fmax(*acceleration, fabs(x->free_acceleration[x->list[c].which]));
            else if (fabs(x->u[k]) > *slip)
                *slip = fabs(x->u[k]), *impulse = response > 0 ? *slip / response : 0;
        }
}

/* Impulses and finite forces of a step h, of which no speed is restored: u+ = u + h c + R P. */
static tml_complementarity_outcome find_impulses_of_step(tml_interaction_run *x, double h)
{
    memset(x->given, 0, (size_t)x->problem.n * sizeof(double));
    begin_phase(x, x->u, false);
    for (int c = 0; c < x->problem.count; c++)
        if (x->list[c].kind == TML_CONDITION_UNILATERAL)
            x->r0[x->list[c].first] += h * x->free_acceleration[x->list[c].which];
    return tml_complementarity_solve(&x->problem);
}

tml_status tml_impact_without_collision(tml_interaction_run *x, double t, bool *none)
{
    tml_complementarity *p = &x->problem;
    double before, slip, stopping, acceleration, largest = 0;
    const tml_status status = prepare(x, t, &before);
    if (status != TML_OK)
        return status;
    find_sizes(x, &slip, &stopping, &acceleration);
    const double h = SHORT_STEP * slip / acceleration;
    *none = true;
    if (!(slip > 0) || !(acceleration > 0) || find_impulses_of_step(x, h) != TML_SOLVED)
        return TML_OK;
    memcpy(x->compression, p->x, (size_t)p->n * sizeof(double));
    if (find_impulses_of_step(x, h / 2) != TML_SOLVED)
        return TML_OK;
    for (int k = 0; k < p->n; k++) { /* in the same modes P is affine in h */
        p->x[k] = 2 * p->x[k] - x->compression[k];
        largest = fmax(largest, fabs(p->x[k]));
    }
    if (!(largest > NO_JUMP * stopping))
        return TML_OK;
    *none = false;
    const double gain = find_gain(x, t);
    if (x->jams++ == 0)
        tml_log_raise(x->r->m->task->log, TML_W_JAMS, x->r->m->task->element->place,
                      "dynamics: at t = %.9g s no finite forces of contact and friction are possible (%s): friction "
                      "presses what slides ever harder (Painlevé's paradox); the slip ends in an impact without "
                      "collision, which takes %.6g J",
                      t, tml_interaction_run_names(x, x->r->m->task->arena), -gain);
    return apply(x, t, before, gain);
}
