/* motion_state.c - the problem given to the integrator: a motion as y' = f(t, y), y = (q, v, W, s), with projection, output and events. */
#include "analysis/dynamics/motion_state.h"
#include "analysis/dynamics/choose_integrator.h"
#include "analysis/dynamics/gap_proofs.h"
#include "analysis/dynamics/interaction_run.h"
#include "base/clock.h"
#include "linalg/cholesky.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Error of one step relative to the requested tolerance, so that the accumulated error of a run stays close to it. */
static const double STEP_FRACTION = 0.03;
static const double SLACK_FRACTION = 1e-3; /* of that: error of the projection along the constraints */
static const double DRIFT_RATE = 10; /* of the rate of the motion: slower mechanisms drift as if they were this fast */
static const double DIFFERENCE = 1e-7; /* of Jacobians by finite differences */
static const double SPRING_DIFFERENCE =
    1e-10; /* the same where rigid contacts are springs: by less than these yield under weight */
/* Of the characteristic velocities: slower ones are resolved as if they were this fast; the same for a DAE, whose first step also
 * corrects rounding errors of the start. */
static const double SLOW_FRACTION = 0.1, SLOW_DAE = 0.25;
static const double OFTEN = 0.1; /* of the run: events that follow a clock may occur that often */
static const double GOLDEN_RATIO = 0.61803398874989484820;
enum {
    EVENT_SAMPLES = 256,
    MAX_TANGENT = 2000, /* coordinates and velocities up to which a dense Jacobian is stored */
    MAX_UNREPORTED =
        64 /* steps after which `progress` is called even if little was gained: so a slow run can be stopped */
};

/* ---- what integrators call ---- */

double tml_motion_state_power(const tml_equations *e)
{
    return tml_workspace_power(e->work, e->lambda);
}

/* Samples the certificate at an evaluation: of an accepted state, or of a stage where that is worthwhile. */
static void sample_certificate(tml_motion_state *m, double t, const double *y)
{
    const tml_equations *e = m->e;
    const bool state = y == m->problem.y && m->integrator.class->evaluates_steps;
    if (e->schur && e->rows)
        tml_singular_passages_sample(&m->passages, t, tml_schur_independence(e->schur), state);
    if (state)
        tml_certificate_take(&m->certificate, e, t, y[tml_motion_state_work(m)]);
}

static int evaluate(void *context, double t, const double *y, double *ydot)
{
    tml_motion_state *m = context;
    tml_equations *e = m->e;
    const double *at = m->balanced ? m->balanced : y;
    const int states = tml_motion_state_states(m);
    tml_workspace_set_states(e->work, y + states);
    const int flag = m->balanced ? tml_motion_state_evaluate_balanced(m, t, y) : tml_motion_state_solve(m, t, y);
    if (flag) {
        tml_failure_find_cause(e->work, &m->cause);
        return flag;
    }
    e->class->rate(e, at, at + e->nq, ydot);
    memcpy(ydot + e->nq, e->udot, (size_t)e->nv * sizeof(double));
    ydot[tml_motion_state_work(m)] = tml_motion_state_power(e);
    tml_workspace_state_rates(e->work, ydot + states);
    if (!tml_all_finite(ydot + states, e->system->state_count)) {
        tml_failure_find_cause(e->work, &m->cause);
        return 1;
    }
    if (e->system->has_friction)
        ydot[tml_motion_state_loss(m)] = tml_workspace_friction_power(e->work);
    if (m->interactions) {
        tml_interaction_run_note_guards(m->interactions, e->work, m->seen + e->system->event_count);
        tml_interaction_run_note_signals(e->work, m->signals);
    }
    if (m->certifies && (y == m->problem.y || m->passages.approaches))
        sample_certificate(m, t, y);
    return 0;
}

static int rate(void *context, double t, const double *y, double *ydot)
{
    tml_motion_state *m = context;
    if (!m->task->options->profile)
        return evaluate(m, t, y, ydot);
    const double begin = tml_cpu_time();
    const int flag = evaluate(m, t, y, ydot);
    m->inside += tml_cpu_time() - begin;
    m->timed++;
    return flag;
}

/* Steps end where a table of an output or event does. */
static int watched_rate(void *context, double t, const double *y, double *ydot)
{
    tml_motion_state *m = context;
    const int flag = rate(context, t, y, ydot);
    return flag ? flag : tml_failure_find_outside(m->e->work, m->task->system->state_watch_count, &m->cause);
}

/* Used if exact derivatives are not available: column by column, by finite differences. Powers are left out: nothing
 * depends on them. */
static int jacobian_by_differences(tml_motion_state *m, double t, const double *y, double *J)
{
    const size_t n = (size_t)tml_motion_state_size(m), W = (size_t)tml_motion_state_work(m),
                 loss = (size_t)tml_motion_state_loss(m);
    const double part = m->e->system->penalized_gap_count ? SPRING_DIFFERENCE : DIFFERENCE;
    memset(J, 0, n * n * sizeof(double));
    memcpy(m->trial, y, n * sizeof(double));
    if (evaluate(m, t, y, m->derivative))
        return 1;
    for (size_t j = 0; j < n; j++) {
        if (j == W || j == loss)
            continue;
        const double h = part * fmax(fabs(y[j]), m->scale[j]);
        double *column = J + j * n;
        m->trial[j] = y[j] + h;
        if (evaluate(m, t, m->trial, column))
            return 1;
        m->trial[j] = y[j];
        for (size_t i = 0; i < n; i++)
            column[i] = (column[i] - m->derivative[i]) / h;
        column[W] = 0;
        if (loss < n)
            column[loss] = 0;
    }
    return 0;
}

static int jacobian(void *context, double t, const double *y, double *J)
{
    tml_motion_state *m = context;
    if (!m->sparse && !m->tangent)
        return jacobian_by_differences(m, t, y, J);
    tml_workspace_set_states(m->e->work, y + tml_motion_state_states(m));
    if (m->sparse)
        return tml_tangent_sparse_ode(m->sparse, m->e->work, t, y, y + m->e->nq, J);
    return tml_tangent_ode(m->tangent, m->absolute, t, y, y + m->e->nq, J);
}

static int project(void *context, double t, double *y)
{
    tml_motion_state *m = context;
    const int flag = tml_motion_state_passes_jump(m, t, y) ? 1 : tml_equations_stabilize(m->e, t, y, y + m->e->nq);
    return flag || !m->interactions ? flag : tml_interaction_run_project(m->interactions, t, y, m->request->tolerance);
}

static int split(void *context, double t, const double *y, double *error, double *across)
{
    tml_motion_state *m = context;
    const int nq = m->e->nq;
    return tml_equations_split(m->e, t, y, y + nq, error, error + nq, across, across + nq);
}

static double independence(void *context)
{
    const tml_motion_state *m = context;
    return m->e->schur ? tml_schur_independence(m->e->schur) : 1;
}

static double drift(void *context, double t, const double *y)
{
    tml_motion_state *m = context;
    if (!(m->residual_known && m->residual_t == t)) /* otherwise sampled just now, at the end of the step */
        tml_certificate_place(m->e, t, y, y + m->e->nq, false);
    m->residual_known = false;
    const double rate = fmax(DRIFT_RATE * m->rate, tml_equations_max_speed(m->e));
    double max = 0;
    for (int i = 0; i < m->e->rows; i++)
        max = fmax(max, fmax(fabs(m->e->phi[i]), fabs(m->e->phidot[i]) / rate) / m->e->row_scale[i]);
    return max / m->request->tolerance;
}

/* For integrators that do not evaluate the states they accept. */
static void certify_step(tml_motion_state *m, double t, const double *y, bool measured)
{
    if (!m->certifies || m->integrator.class->evaluates_steps)
        return;
    tml_workspace_set_states(m->e->work, y + tml_motion_state_states(m));
    tml_certificate_place(m->e, t, y, y + m->e->nq, measured);
    tml_certificate_take(&m->certificate, m->e, t, y[tml_motion_state_work(m)]);
    m->residual_known = true;
    m->residual_t = t;
}

static void find_penetration(tml_motion_state *m, double t, const double *y)
{
    m->e->class->place_bodies(m->e, t, y, y + m->e->nq);
    tml_workspace_measure(m->e->work, 0, m->e->system->active_count);
    tml_penetration_take(&m->penetration, m->e->work, t);
}

int tml_motion_state_progress(tml_motion_state *m, double t)
{
    const double part = (t - m->t0) / (m->request->end - m->t0);
    const tml_run_options *options = m->task->options;
    const bool first =
        m->reported == 0 && part > 0; /* step: reported, so that the user sees when everything is ready */
    if (options->progress && (first || part >= m->reported + 1e-3 || ++m->unreported >= MAX_UNREPORTED)) {
        m->reported = part;
        m->unreported = 0;
        return options->progress(options->context, m->task->element->kind, part);
    }
    return 0;
}

static bool places_jump(tml_motion_state *m, double t, const double *y)
{
    m->e->class->place_bodies(m->e, t, y, y + m->e->nq);
    return tml_touching_places_advance(&m->places, m->e->work, t);
}

static int accept(void *context, double t, const double *y)
{
    tml_motion_state *m = context;
    if (m->interactions)
        tml_interaction_run_accept(m->interactions, t, y);
    if (m->e->system->penalized_gap_count)
        find_penetration(m, t, y);
    const bool measured = tml_equations_accept(m->e, t, y, y + m->e->nq);
    certify_step(m, t, y, measured);
    tml_motion_state_scale_work(m, y);
    tml_singular_passages_step(&m->passages);
    if (m->places.count && places_jump(m, t, y))
        return 1;
    return tml_motion_state_progress(m, t);
}

double tml_motion_state_rotation_rate(const tml_motion_state *m)
{
    const tml_system *s = m->task->system;
    const tml_workspace *w = m->e->work;
    double max = 0;
    for (int b = 1; b < s->nb; b++) {
        const double *a = m->e->a + (b - 1) * s->nvb;
        const double speed = s->space ? tml_norm(w->motion3[b].w) : fabs(w->motion2[b].w);
        const double alpha = s->space ? sqrt(a[3] * a[3] + a[4] * a[4] + a[5] * a[5]) : fabs(a[2]);
        max = fmax(max, speed + sqrt(alpha));
    }
    return max;
}

/* A step of a high-order method may span several revolutions: angles would not be unwrapped correctly, errors
 * misjudged, and events missed. No body may rotate by more than about a radian: w h + alpha h^2/2 < 1. */
static double max_step(void *context)
{
    const tml_motion_state *m = context;
    if (m->proofs)
        tml_gap_proofs_begin_step(m->proofs);
    double step = fmin(m->event_step, m->request->step_fraction / tml_motion_state_rotation_rate(m));
    step = m->task->system->join_event_count ? fmin(step, tml_motion_state_joins_step(m)) : step;
    step = m->has_springs ? fmin(step, tml_springs_max_step(m)) : step;
    return m->task->system->interaction_count ? fmin(step, tml_interactions_max_step(m)) : step;
}

/* Events that follow a clock, sin(w t), may occur many times where the motion itself is slow: max |g|/max |dg/dt| of any of their
 * expressions g, by samples over the run, everything but time as it is now. Of t - 2 it is as long as the run: no limit. */
static double event_step(const tml_motion_state *m)
{
    const tml_system *s = m->task->system;
    tml_workspace *w = m->e->work;
    double step = INFINITY, *gradient = TML_NEW_ARRAY(m->task->arena, double, s->input_count);
    const double now = w->inputs[0], span = m->request->end - m->t0;
    for (int i = 0; i < s->event_count; i++) {
        double size = 0, rate = 0;
        for (int k = 0; k < EVENT_SAMPLES && tml_expression_uses(s->events[i].when, 0); k++) {
            memset(gradient, 0, (size_t)s->input_count * sizeof(double));
            w->inputs[0] = m->t0 + span * fmod((k + 0.5) * GOLDEN_RATIO, 1);
            const double g = tml_expression_gradient(s->events[i].when, w->inputs, w->expression, 1, gradient);
            size = isfinite(g) ? fmax(size, fabs(g)) : size;
            rate = isfinite(gradient[0]) ? fmax(rate, fabs(gradient[0])) : rate;
        }
        step = size < OFTEN * span * rate ? fmin(step, size / rate) : step;
    }
    w->inputs[0] = now;
    return step;
}

int tml_motion_state_observe(tml_motion_state *m, double t, const double *y)
{
    tml_equations *e = m->e;
    double *q = m->y, *v = m->y + e->nq;
    memcpy(m->y, y, (size_t)(e->nq + e->nv) * sizeof(double));
    tml_workspace_set_states(e->work, y + tml_motion_state_states(m));
    if (tml_equations_stabilize(e, t, q, v) ||
        (m->interactions && tml_interaction_run_project(m->interactions, t, q, m->request->tolerance)))
        return -1;
    m->instant.work_done = y[tml_motion_state_work(m)];
    m->instant.friction_loss = e->system->has_friction ? y[tml_motion_state_loss(m)] : 0;
    m->instant.impact_loss = m->impact_loss;
    tml_equations_to_bodies(e, t, q, v, m->q, m->v);
    if (tml_equations_report(e, t, q, v))
        return -1;
    tml_task_observe(m->task, e, &m->instant, t, m->q);
    return 0;
}

void tml_motion_state_fill(tml_motion_state *m, double *row)
{
    if (!m->certificate.begun)
        m->instant.energy_start = tml_instant_energy(&m->instant) - m->instant.work_done;
    tml_channels_fill(&m->instant, row);
}

int tml_motion_state_output(void *context, double t, const double *y)
{
    tml_motion_state *m = context;
    double *row = tml_motion_state_observe(m, t, y) ? NULL : tml_table_append(m->table);
    if (!row)
        return -1;
    tml_motion_state_fill(m, row);
    if (tml_failure_find_outside(m->e->work, m->task->system->watch_count, &m->cause))
        return -1;
    for (int i = 0; i < m->task->system->output_count; i++)
        tml_along_take(&m->along[i], t, row[m->task->system->outputs[i].column]);
    tml_sizing_take(m->sizing, m->e->work, t, m->along + m->task->system->output_count);
    if (m->interactions)
        tml_interaction_run_sample(m->interactions, t);
    tml_certificate_take_row(&m->certificate, m->e, t, m->instant.work_done);
    m->certificate.position = fmax(m->certificate.position, m->instant.position); /* of the joints in the tree too */
    m->certificate.velocity = fmax(m->certificate.velocity, m->instant.velocity);
    return 0;
}

/* Whether forces begin or end at events: of compliant contacts and stops. */
static bool has_kinks(const tml_system *s)
{
    bool any = false;
    for (int i = 0; i < s->event_count; i++)
        any |= s->events[i].stiff || s->events[i].of_contact;
    return any;
}

/* ---- making ---- */

/* Makes everything a motion needs; false: impossible with this formulation. */
static bool make_state(tml_motion_state *m, const tml_assembly *report)
{
    tml_task *task = m->task;
    const tml_system *s = task->system;
    const tml_motion_request *request = m->request;
    m->e = request->formulation->make(s, report->rank, request->stabilization, task->element->place, task->arena,
                                      task->log);
    if (!m->e)
        return false;
    m->absolute = m->e->absolute;
    if (tml_failure_refuse_results(task, report->massless))
        return false;
    if (report->massless)
        tml_massless_set_span(report->massless, request->end - m->t0);
    if (report->massless && !tml_motion_state_balance(m, report))
        return false;
    const tml_integrator_class *named = tml_integrator_find(request->integrator); /* NULL: auto, which may select any */
    const bool wanted = (!named || named->needs_jacobian) && !s->results_move;    /* else by differences */
    if (wanted && m->absolute && tml_tangent_sparse_fits(s))
        m->sparse = tml_tangent_sparse_make(s, task->arena);
    else if (wanted && m->absolute && m->e->nq + m->e->nv < MAX_TANGENT)
        m->tangent = tml_tangent_make(s, task->arena);
    const int n = tml_motion_state_size(m);
    m->y = TML_NEW_ARRAY(task->arena, double, n);
    m->trial = TML_NEW_ARRAY(task->arena, double, n);
    m->derivative = TML_NEW_ARRAY(task->arena, double, n);
    m->scale = TML_NEW_ARRAY(task->arena, double, n);
    m->e->class->scales(m->e, m->scale);
    m->q = TML_NEW_ARRAY(task->arena, double, s->nq + 1);
    m->v = TML_NEW_ARRAY(task->arena, double, s->nv + 1);
    return true;
}

/* "absolute or implicit": the formulations that a DAE solver can take. */
static const char *formulations_with_dae(tml_arena *arena)
{
    const char *all = "";
    for (int i = 0; i < tml_formulation_class_count; i++)
        if (tml_formulation_classes[i]->has_dae)
            all = tml_arena_format(arena, "%s%s%s", all, all[0] ? " or " : "", tml_formulation_classes[i]->name);
    return all;
}

/* Whether the requested integrator can solve the problem; false with a message. */
void tml_motion_state_take_integrator(tml_motion_state *m)
{
    m->integrator = m->first_integrator;
    if (m->stiff)
        m->integrator.class = tml_integrator_automatic(TML_FOR_STIFF_MOTION);
    else if (tml_step_is_short_for_stiff_methods(m))
        m->integrator.class = tml_integrator_automatic(TML_FOR_SMOOTH_MOTION);
    m->e->slack = m->integrator.class->last_stage_near_end ? SLACK_FRACTION * STEP_FRACTION * m->request->tolerance : 0;
}

bool tml_motion_state_fits(const tml_motion_state *m, const tml_integrator_class *class)
{
    const bool by_differences = !m->absolute || m->e->system->results_move;
    return !class->needs_jacobian || m->tangent || m->sparse || (by_differences && m->e->nq + m->e->nv < MAX_TANGENT);
}

static bool integrator_fits(const tml_motion_state *m, const tml_integrator_class *class)
{
    tml_log *log = m->task->log;
    const tml_place place = m->task->element->place;
    if (!tml_motion_state_fits(m, class)) {
        tml_log_raise(log, TML_E_TOO_MANY_COORDINATES, place,
                      "dynamics: the mechanism is too large for %s; use integrator: %s%s", class->name,
                      tml_integrator_automatic(TML_FOR_MASSLESS_BODIES)->name,
                      m->absolute ? "" : " and formulation: absolute");
        return false;
    }
    if (class->needs_dae && !m->absolute) {
        tml_log_raise(log, TML_E_DAE_FORMULATION, place, "dynamics: %s needs formulation: %s, not %s", class->name,
                      formulations_with_dae(m->task->arena), m->e->class->name);
        return false;
    }
    if (class->needs_dae && m->e->system->interaction_count) {
        tml_log_raise(log, TML_E_NOT_WITH_DAE, place,
                      "dynamics: %s does not follow friction, stops and contacts from event to event: its unknowns are "
                      "multipliers of all rows, which cannot come and go; use integrator: auto, or contact: compliant",
                      class->name);
        return false;
    }
    if (class->needs_dae && m->request->stabilization.method != TML_STABILIZE_PROJECTION)
        tml_log_raise(log, TML_W_STABILIZATION_UNUSED, place,
                      "dynamics: %s enforces the constraints itself: stabilization is not used", class->name);
    return true;
}

void tml_motion_state_rewind(tml_motion_state *m)
{
    const tml_state *start = m->task->state;
    double *y = m->problem.y, *v = y + m->e->nq;
    m->cause = TML_NO_FAILURE_CAUSE;
    memcpy(m->e->work->unwrapped, start->unwrapped, (size_t)m->task->system->measure_count * sizeof(double));
    tml_equations_from_bodies(m->e, m->t0, start->q, start->v, y, v);
    y[tml_motion_state_work(m)] = 0;
    if (m->e->system->has_friction)
        y[tml_motion_state_loss(m)] = 0;
    m->tolerance = NULL;
    memcpy(y + tml_motion_state_states(m), start->states, (size_t)m->e->system->state_count * sizeof(double));
    accept(m, m->t0, y);
}

tml_status tml_motion_state_start(tml_motion_state *m, const tml_assembly *report)
{
    tml_task *task = m->task;
    const tml_system *s = task->system;
    const tml_motion_request *request = m->request;
    m->t0 = task->state->t;
    m->reported = -1;
    if (!make_state(m, report))
        return report->unbalanced ? TML_FAILED : TML_WRONG;
    const int n = tml_motion_state_size(m);
    double *y = m->problem.y = TML_NEW_ARRAY(task->arena, double, n);
    tml_motion_state_rewind(m);
    m->table = m->table ? m->table : tml_task_table(task);
    if (!m->table || !tml_table_reserve(m->table, (size_t)request->time_count + 1))
        return TML_NO_MEMORY;
    m->row = TML_NEW_ARRAY(task->arena, double, m->table->column_count + 1);
    m->sizing = task->model->wanted ? NULL : tml_sizing_make(task, !m->live);
    if (!m->along) {
        const int count = s->output_count + tml_sizing_count(m->sizing);
        m->along = TML_NEW_ARRAY(task->arena, tml_along, count + 1);
        m->searches = tml_outputs_begin(s, m->along) || tml_sizing_count(m->sizing) > 0;
        tml_sizing_begin(m->sizing, m->along + s->output_count);
    }
    m->read = m->searches && s->output_count ? tml_outputs_find_read(task) : NULL;
    m->table->stride = (size_t)(request->stride > 1 ? request->stride : 1);
    tml_workspace_set_states(m->e->work, y + tml_motion_state_states(m));
    for (int i = 0; i < s->interaction_count; i++)
        m->e->work->modes[i].kind = TML_OPEN; /* until modes are found */
    if (s->penalized_gap_count) {
        find_penetration(m, m->t0, y);
        tml_contact_springs_start(m->e->work);
    }
    if (tml_equations_solve(m->e, m->t0, y, y + m->e->nq)) {
        tml_failure_singular(task, m->e->work, "at the start");
        return TML_FAILED;
    }
    m->rate = tml_motion_state_rate(m, y + m->e->nq);
    tml_motion_state_scale_states(m, y + tml_motion_state_states(m), m->scale + tml_motion_state_states(m));
    for (int i = 0; i < m->e->nv; i++)
        m->scale[m->e->nq + i] *= m->rate;
    m->integrator = tml_choose_integrator(m, m->t0, y);
    if (!m->integrator.class || !integrator_fits(m, m->integrator.class))
        return TML_WRONG;
    for (int i = 0; i < m->e->nv; i++)
        m->scale[m->e->nq + i] *= m->integrator.class->needs_dae ? SLOW_DAE : SLOW_FRACTION;
    int guard = 0;
    const int event_count = s->event_count + tml_interaction_run_watched(s, &guard);
    int *directions = TML_NEW_ARRAY(task->arena, int, event_count + 1);
    bool *excursions = TML_NEW_ARRAY(task->arena, bool, s->event_count + 1);
    m->has_springs = tml_springs_find(s, excursions);
    for (int i = 0; i < event_count; i++)
        directions[i] = i < s->event_count ? s->events[i].direction : i < s->event_count + guard ? 0 : -1;
    bool *singular = TML_NEW_ARRAY(task->arena, bool, event_count + 1); /* slip of zero in a plane has no direction */
    for (int i = 0; i < s->interaction_count; i++)
        singular[s->event_count + guard + i] = s->interactions[i].size > 1;
    bool *sharp = TML_NEW_ARRAY(task->arena, bool, event_count + 1);
    for (int i = s->event_count - s->join_event_count; i < s->event_count; i++)
        sharp[i] = true;
    m->fired = TML_NEW_ARRAY(task->arena, bool, event_count + 1);
    m->recorded = TML_NEW_ARRAY(task->arena, double, event_count + 1);
    m->noise = TML_NEW_ARRAY(task->arena, double, event_count + 1);
    m->armed_from = TML_NEW_ARRAY(task->arena, double, event_count + 1);
    m->exceeded = TML_NEW_ARRAY(task->arena, double, event_count + 1);
    for (int i = 0; i < event_count; i++) {
        const bool needs_size = i < s->event_count && tml_event_needs_size(s, &s->events[i]);
        m->noise[i] = NAN, m->exceeded[i] = -INFINITY;
        m->armed_from[i] = needs_size ? INFINITY : -INFINITY;
    }
    m->recorded_count = TML_NEW_ARRAY(task->arena, long, event_count + 1);
    for (int i = 0; i < event_count; i++)
        m->recorded[i] = -INFINITY;
    m->watched = TML_NEW_ARRAY(task->arena, double, event_count + 1);
    m->across = TML_NEW_ARRAY(task->arena, double, event_count + 1);
    m->gradient = TML_NEW_ARRAY(task->arena, double, s->input_count + 1);
    if (m->e->massless)
        tml_motion_state_eliminate_massless(m);
    m->e->evaluations = 0;
    m->first_integrator = m->integrator;
    tml_motion_state_take_integrator(m);
    if (!(m->event_step > 0)) /* the same after a driver was switched */
        m->event_step = event_step(m);
    m->tolerance = tml_motion_state_tolerances(m, STEP_FRACTION * request->tolerance);
    const tml_stabilize method = m->balanced ? TML_STABILIZE_PROJECTION : request->stabilization.method;
    const bool projects =
        ((method == TML_STABILIZE_PROJECTION || method == TML_STABILIZE_DIRECT) && m->e->nq + m->e->rows > 0) ||
        s->interaction_count;
    m->places = tml_touching_places_make(s, task->arena);
    m->proofs = tml_gap_proofs_make(m, event_count, guard);
    const int signals = TML_SIGNALS * s->interaction_count;
    double *signal_scale = TML_NEW_ARRAY(task->arena, double, signals + 1);
    m->signals = TML_NEW_ARRAY(task->arena, double, signals + 1);
    for (int i = 0; i < signals; i++)
        m->signals[i] = NAN;
    tml_interaction_run_scale_signals(m, signal_scale);
    m->seen = s->interaction_count ? TML_NEW_ARRAY(task->arena, double, event_count) : NULL;
    for (int i = 0; m->seen && i < event_count; i++)
        m->seen[i] = NAN;
    m->problem = (tml_problem){
        .n = n,
        .t0 = m->t0,
        .t1 = request->end,
        .y = y,
        .relative = STEP_FRACTION * request->tolerance,
        .absolute = m->tolerance,
        .characteristic_rate = m->rate,
        .step = request->step,
        .first_step_factor = request->step_fraction,
        .max_step = s->space || s->event_count || s->interaction_count || s->join_event_count || m->has_springs ||
                            m->event_step < INFINITY || tml_system_watches_places(s, task->arena)
                        ? max_step
                        : NULL,
        .times = request->times,
        .time_count = request->time_count,
        .context = m,
        .rate = s->state_watch_count ? watched_rate : rate,
        .jacobian = jacobian,
        .pattern = m->sparse ? &m->sparse->J.pattern : NULL,
        .project = projects ? project : NULL,
        .split = split,
        .independence = independence,
        .drift = drift,
        .accept = accept,
        .output = tml_motion_state_output,
        .kinks = has_kinks(s),
        .event_count = event_count,
        .watched = s->event_count,
        .excursions = m->has_springs ? excursions : NULL,
        .rate_count = s->interaction_count,
        .events = tml_motion_state_events,
        .event_value = s->interaction_count ? tml_motion_state_event_value : NULL,
        .proofs = tml_gap_proofs_calls(m->proofs),
        .seen = m->seen,
        .signal_count = signals,
        .signals = m->signals,
        .signal_scale = signal_scale,
        .resumption = &m->resumption,
        .directions = directions,
        .singular = singular,
        .sharp = s->join_event_count ? sharp : NULL,
        .event = tml_motion_state_event,
        .function_count = m->searches ? s->output_count + tml_sizing_count(m->sizing) : 0,
        .functions = tml_motion_state_functions,
        .functions_here = tml_motion_state_evaluations_tell(m) ? tml_motion_state_functions_here : NULL,
        .along = m->along,
        .dae = m->integrator.class->needs_dae ? tml_dae_form_make(m, m->tolerance, report->independent) : NULL,
    };
    tml_motion_state_watch_features(m);
    return TML_OK;
}

void tml_motion_state_diagnose(tml_motion_state *m, double reached, const double *q, const double *v)
{
    const tml_bounded *late = m->task->system->watches + m->task->system->state_watch_count; /* found in a row */
    if (m->cause.t >= reached || (m->cause.watch && m->cause.watch >= late))
        tml_failure_report_cause(m->task, &m->cause, TML_NOTE);
    else {
        if (m->e->massless)
            tml_failure_note_hold(m->task, tml_massless_find_stability(m->e->massless, m->e->work, reached, q, v));
        tml_failure_position(m->task, m->e->work, m->e->rank, reached, q, v);
    }
}
