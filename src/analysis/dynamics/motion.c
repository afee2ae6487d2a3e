/* motion.c - integration of an assembled state over time: the problem given to the integrator, output, certificate. */
#include "analysis/dynamics/motion.h"
#include "analysis/dynamics/choose_integrator.h"
#include "analysis/dynamics/motion_state.h"
#include "analysis/dynamics/singular_departure.h"
#include "analysis/failure.h"
#include "assembly/singular_configuration.h"
#include "base/clock.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Error of one step relative to the requested tolerance, so that the accumulated error of a run stays close to it. */
static const double STEP_FRACTION = 0.03;
static const double SLACK_FRACTION = 1e-3; /* of that: error of the projection along the constraints */
static const double DRIFT_RATE = 10; /* of the rate of the motion: slower mechanisms drift as if they were this fast */
static const double DIFFERENCE = 1e-7; /* of Jacobians by finite differences */
static const double SLOW_FRACTION =
    0.1; /* of the characteristic velocities: slower ones are resolved as if they were this fast */
static const double SLOW_DAE =
    0.25;                    /* the same for a DAE, whose first step also corrects rounding errors of the start */
enum { MAX_TANGENT = 2000 }; /* coordinates and velocities up to which a dense Jacobian is stored */
enum {
    MAX_UNREPORTED = 64
}; /* steps after which `progress` is called even if little was gained: so a slow run can be stopped */

double tml_motion_state_power(const tml_equations *e)
{
    double sum = e->work->power; /* plus the power of the drivers: their force times the speed they prescribe */
    for (int i = 0; i < e->system->drive_count; i++) {
        const tml_drive *d = &e->system->drives[i];
        if (d->law < 0)
            sum += e->lambda[d->row] * e->work->motion[3 * d->row + 1];
    }
    return sum;
}

/* Samples the certificate at an evaluation: of an accepted state, or of a stage where that is worthwhile. */
static void sample_certificate(tml_motion_state *m, double t, const double *y)
{
    const tml_equations *e = m->e;
    const bool state = y == m->problem.y && m->integrator.class->evaluates_steps;
    if (e->schur && e->rows)
        tml_singular_passages_sample(&m->passages, t, tml_schur_independence(e->schur), state);
    if (state)
        tml_certificate_take(&m->certificate, e, t, y[e->nq + e->nv]);
}

static int evaluate(void *context, double t, const double *y, double *ydot)
{
    tml_motion_state *m = context;
    tml_equations *e = m->e;
    const double *at = m->balanced ? m->balanced : y;
    const int flag =
        m->balanced ? tml_motion_state_evaluate_balanced(m, t, y) : tml_equations_solve(e, t, y, y + e->nq);
    if (flag) {
        tml_failure_find_cause(e->work, &m->cause);
        return flag;
    }
    e->class->rate(e, at, at + e->nq, ydot);
    memcpy(ydot + e->nq, e->udot, (size_t)e->nv * sizeof(double));
    ydot[e->nq + e->nv] = tml_motion_state_power(e);
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

/* Used if exact derivatives are not available: column by column, by finite differences. The power is left out: nothing
 * depends on it. */
static int jacobian_by_differences(tml_motion_state *m, double t, const double *y, double *J)
{
    const size_t n = (size_t)m->e->nq + (size_t)m->e->nv + 1;
    memset(J, 0, n * n * sizeof(double));
    memcpy(m->trial, y, n * sizeof(double));
    if (evaluate(m, t, y, m->derivative))
        return 1;
    for (size_t j = 0; j + 1 < n; j++) {
        const double h = DIFFERENCE * fmax(fabs(y[j]), m->scale[j]);
        double *column = J + j * n;
        m->trial[j] = y[j] + h;
        if (evaluate(m, t, m->trial, column))
            return 1;
        m->trial[j] = y[j];
        for (size_t i = 0; i + 1 < n; i++)
            column[i] = (column[i] - m->derivative[i]) / h;
        column[n - 1] = 0;
    }
    return 0;
}

static int jacobian(void *context, double t, const double *y, double *J)
{
    tml_motion_state *m = context;
    if (!m->absolute)
        return jacobian_by_differences(m, t, y, J);
    if (m->sparse)
        return tml_tangent_sparse_ode(m->sparse, m->e->work, t, y, y + m->e->nq, J);
    return tml_tangent_ode(m->tangent, m->absolute, t, y, y + m->e->nq, J);
}

static int project(void *context, double t, double *y)
{
    tml_motion_state *m = context;
    return tml_equations_stabilize(m->e, t, y, y + m->e->nq);
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
    tml_certificate_place(m->e, t, y, y + m->e->nq, measured);
    tml_certificate_take(&m->certificate, m->e, t, y[m->e->nq + m->e->nv]);
    m->residual_known = true;
    m->residual_t = t;
}

static int accept(void *context, double t, const double *y)
{
    tml_motion_state *m = context;
    const bool measured = tml_equations_accept(m->e, t, y, y + m->e->nq);
    certify_step(m, t, y, measured);
    tml_singular_passages_step(&m->passages);
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
    return m->request->step_fraction / tml_motion_state_rotation_rate(m);
}

int tml_motion_state_observe(tml_motion_state *m, double t, const double *y)
{
    tml_equations *e = m->e;
    double *q = m->y, *v = m->y + e->nq;
    memcpy(m->y, y, (size_t)(e->nq + e->nv) * sizeof(double));
    if (tml_equations_stabilize(e, t, q, v))
        return -1;
    m->instant.work_done = y[e->nq + e->nv];
    tml_equations_to_bodies(e, t, q, v, m->q, m->v);
    if (tml_equations_report(e, t, q, v))
        return -1;
    tml_task_observe(m->task, e, &m->instant, t, m->q);
    return 0;
}

static int output(void *context, double t, const double *y)
{
    tml_motion_state *m = context;
    double *row = tml_motion_state_observe(m, t, y) ? NULL : tml_table_append(m->table);
    if (!row)
        return -1;
    if (!m->certificate.begun)
        m->instant.energy_start = tml_instant_energy(&m->instant) - m->instant.work_done;
    tml_channels_fill(&m->instant, row);
    tml_certificate_take_row(&m->certificate, m->e, t, m->instant.work_done);
    m->certificate.position = fmax(m->certificate.position, m->instant.position); /* of the joints in the tree too */
    m->certificate.velocity = fmax(m->certificate.velocity, m->instant.velocity);
    return 0;
}

static int events(void *context, double t, const double *y, double *g)
{
    tml_motion_state *m = context;
    const tml_system *s = m->task->system;
    tml_workspace *w = m->e->work;
    if (m->balanced) {
        memcpy(m->balanced, y, (size_t)(m->e->nq + m->e->nv) * sizeof(double));
        y = tml_massless_project(m->e->massless, w, t, m->balanced, m->balanced + m->e->nq) ? y : m->balanced;
    }
    m->e->class->place_bodies(m->e, t, y, y + m->e->nq);
    tml_workspace_measure(w, 0, s->active_count);
    tml_workspace_forces(w);
    for (int i = 0; i < s->event_count; i++)
        g[i] = tml_expression_value(s->events[i].when, w->inputs, w->expression);
    return 0;
}

static int event(void *context, double t, const double *y, int index)
{
    tml_motion_state *m = context;
    const tml_event *found = &m->task->system->events[index];
    char name[128]; /* not from the arena, which may jump past the integrator's memory */
    snprintf(name, sizeof name, "event %s", found->name);
    tml_table_add_fact(m->table, name, t, "%.12g s", t);
    if (!found->stop)
        return 0;
    m->event = found->name;
    m->event_time = t;
    const size_t rows = m->table->row_count;
    if (!rows || m->table->values[(rows - 1) * m->table->column_count] < t)
        if (output(m, t, y) < 0)
            return -1;
    return 1;
}

/* Velocities that the available energy can produce, relative to the size, 1/s. Weights do work over the size of the
 * mechanism. */
static double rate_of_energy(const tml_motion_state *m)
{
    const tml_system *s = m->task->system;
    const tml_workspace *w = m->e->work;
    double stretched = w->potential;
    for (int b = 1; b < s->nb; b++) {
        const tml_vec3 x = s->space ? w->motion3[b].x : (tml_vec3){w->motion2[b].x, w->motion2[b].y, 0};
        stretched += s->masses[b].mass * tml_dot(s->gravity, x);
    }
    const double energy = tml_workspace_kinetic(w) + fabs(stretched) + s->mass * tml_norm(s->gravity) * s->size;
    return sqrt(2 * energy / s->mass) / s->size;
}

/* Characteristic rate of the motion, 1/s: the unit of its velocities, with coordinates divided by their scales.
 * Determined at the start from the velocities, from the accelerations as far as the available energy can turn them
 * into velocities, and from the length of the run. */
static double rate_of(const tml_motion_state *m, const double *v)
{
    const tml_equations *e = m->e;
    const double span = m->request->end - m->t0;
    double speed = 0, acceleration = 0;
    for (int i = 0; i < e->nv; i++) {
        const double scale = m->scale[e->nq + i];
        speed += v[i] * v[i] / (scale * scale);
        acceleration += e->udot[i] * e->udot[i] / (scale * scale);
    }
    speed = sqrt(speed / fmax(1, e->nv));
    acceleration = sqrt(sqrt(acceleration / fmax(1, e->nv)));
    const double rate = fmax(speed, fmin(acceleration, rate_of_energy(m)));
    const double slowest = span > 0 && isfinite(span) ? 1 / span : 0;
    return rate > slowest && isfinite(rate) ? rate : slowest > 0 ? slowest : 1;
}

/* Energy of the whole mass at the characteristic velocity. */
static double characteristic_energy(const tml_motion_state *m)
{
    const tml_system *s = m->task->system;
    return m->rate * m->rate * s->mass * s->size * s->size;
}

/* Absolute tolerances: lengths relative to the size, angles in rad, velocities relative to the same per unit of time,
 * work relative to the available energy. */
static double *absolute_tolerances(const tml_motion_state *m, double tolerance)
{
    const int n = m->e->nq + m->e->nv;
    const double energy = fmax(fmax(tml_task_energy(m->task->system, m->e->work), 1e-6 * characteristic_energy(m)),
                               fabs(tml_motion_state_power(m->e)) / m->rate);
    double *a = TML_NEW_ARRAY(m->task->arena, double, n + 1);
    for (int i = 0; i < n; i++)
        a[i] = tolerance * m->scale[i];
    a[n] = tolerance * energy;
    return a;
}

static void add_facts(tml_motion_state *m, const tml_statistics *st, double cpu)
{
    const tml_choice *choice = &m->integrator;
    tml_table *t = m->table;
    const double end = m->event ? m->event_time : INFINITY;
    tml_certificate_end(&m->certificate, end);
    const double scale = tml_certificate_scale(&m->certificate), error = m->certificate.energy;
    const char *why = m->request->why;
    tml_table_add_fact(t, "formulation", NAN, "%s: %s, %d equation%s of motion, %d constraint%s (rank %d)%s%s%s",
                       m->e->class->name, m->e->description, m->e->nv, m->e->nv == 1 ? "" : "s", m->e->rows,
                       m->e->rows == 1 ? "" : "s", m->e->own_rank, why[0] ? " (" : "", why, why[0] ? ")" : "");
    if (m->task->system->penalty_stiffness > 0)
        tml_table_add_fact(t, "stiffness of joints", m->task->system->penalty_stiffness, "%.4g N/m",
                           m->task->system->penalty_stiffness);
    tml_table_add_fact(t, "integrator", NAN, "%s: %s%s%s%s", choice->class->name, st->method,
                       choice->why[0] ? " (" : "", choice->why, choice->why[0] ? ")" : "");
    if (choice->class->fixed_step)
        tml_table_add_fact(t, "step", m->request->step, "%.6g s", m->request->step);
    else
        tml_table_add_fact(t, "tolerance", m->request->tolerance, "%.3g", m->request->tolerance);
    tml_table_add_fact(t, "linear solver", NAN, "%s", m->e->solver);
    tml_table_add_fact(t, "steps", (double)st->steps, "%ld", st->steps);
    tml_table_add_fact(t, "rejected steps", (double)st->rejected, "%ld", st->rejected);
    tml_table_add_fact(t, "evaluations", (double)m->e->evaluations, "%ld", m->e->evaluations);
    if (st->jacobians)
        tml_table_add_fact(t, "Jacobians", (double)st->jacobians, "%ld", st->jacobians);
    tml_table_add_fact(t, "CPU time", cpu, "%.4g s", cpu);
    const double each = m->e->evaluations ? cpu / (double)m->e->evaluations : 0;
    tml_table_add_fact(t, "time per evaluation", each, "%.4g us", 1e6 * each);
    if (m->timed) {
        const double inside = m->inside / (double)m->timed;
        tml_table_add_fact(t, "inside an evaluation", inside, "%.4g us", 1e6 * inside);
        tml_table_add_fact(t, "share outside evaluations", 1 - m->inside / fmax(cpu, 1e-12), "%.3g %%",
                           100 * (1 - m->inside / fmax(cpu, 1e-12)));
    }
    tml_table_add_fact(t, "bounds taken at", NAN, "all %ld steps and %zu rows%s", st->steps, t->row_count,
                       m->task->system->joint_count ? "; reactions at rows" : "");
    tml_certificate_facts(&m->certificate, m->task->system, t);
    tml_certificate_warn(&m->certificate, m->task);
    tml_singular_passages_fact(&m->passages, end, t);
    const double part = m->request->tolerance; /* of velocities: slower ones are rounding, as at rest on springs */
    if (!(scale <= part * part * characteristic_energy(m)) &&
        tml_task_energy_error_is_large(m->task, m->e->work, error, scale))
        tml_log_raise(m->task->log, TML_W_ENERGY_BALANCE, m->task->element->place,
                      "dynamics: the energy balance is off by %.2g J of %.2g J: do not trust this run; use a smaller "
                      "tolerance%s",
                      error, scale, m->request->step > 0 ? " or step" : ", or another integrator");
    if (m->event)
        tml_table_add_fact(t, "stopped", m->event_time, "event %s at t = %.12g s", m->event, m->event_time);
}

void tml_motion_state_diagnose(tml_motion_state *m, double reached, const double *q, const double *v)
{
    if (m->cause.t >= reached)
        tml_failure_report_cause(m->task, &m->cause, TML_NOTE);
    else {
        if (m->e->massless)
            tml_failure_note_hold(m->task, tml_massless_find_stability(m->e->massless, m->e->work, reached, q, v));
        tml_failure_position(m->task, m->e->work, m->e->rank, reached, q, v);
    }
}

static tml_status finish(tml_motion_state *m, tml_status status, const tml_statistics *st)
{
    const tml_system *s = m->task->system;
    const double *y = m->problem.y;
    tml_equations_to_bodies(m->e, st->reached, y, y + m->e->nq, m->task->state->q, m->task->state->v);
    if (status == TML_FAILED)
        tml_motion_state_diagnose(m, st->reached, m->task->state->q, m->task->state->v);
    memcpy(m->task->state->unwrapped, m->e->work->unwrapped, (size_t)s->measure_count * sizeof(double));
    m->task->state->t = m->event ? m->event_time : st->reached;
    return status == TML_OK && st->stopped && !m->event ? TML_STOPPED : status;
}

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
    if (report->massless)
        tml_massless_set_span(report->massless, request->end - m->t0);
    if (report->massless && !tml_motion_state_balance(m, report))
        return false;
    const tml_integrator_class *named = tml_integrator_find(request->integrator); /* NULL: auto, which may select any */
    const bool wanted = !named || named->needs_jacobian;
    if (wanted && m->absolute && tml_tangent_sparse_fits(s))
        m->sparse = tml_tangent_sparse_make(s, task->arena);
    else if (wanted && m->absolute && m->e->nq + m->e->nv < MAX_TANGENT)
        m->tangent = tml_tangent_make(s, task->arena);
    const int n = m->e->nq + m->e->nv + 1;
    m->y = TML_NEW_ARRAY(task->arena, double, n);
    m->trial = TML_NEW_ARRAY(task->arena, double, n);
    m->derivative = TML_NEW_ARRAY(task->arena, double, n);
    m->scale = TML_NEW_ARRAY(task->arena, double, n);
    m->e->class->scales(m->e, m->scale);
    m->q = TML_NEW_ARRAY(task->arena, double, s->nq + 1);
    m->v = TML_NEW_ARRAY(task->arena, double, s->nv + 1);
    return true;
}

/* Whether the requested integrator can solve the problem; false with a message. */
static bool integrator_fits(const tml_motion_state *m, const tml_integrator_class *class)
{
    tml_log *log = m->task->log;
    const tml_place place = m->task->element->place;
    if (class->needs_jacobian && !m->tangent && !m->sparse && (m->absolute || m->e->nq + m->e->nv >= MAX_TANGENT)) {
        tml_log_raise(log, TML_E_TOO_MANY_COORDINATES, place,
                      "dynamics: the mechanism is too large for %s; take integrator: %s%s", class->name,
                      tml_integrator_automatic(TML_FOR_MASSLESS_BODIES)->name,
                      m->absolute ? "" : " and formulation: absolute");
        return false;
    }
    if (class->needs_dae && !m->absolute) {
        tml_log_raise(log, TML_E_DAE_FORMULATION, place, "dynamics: %s needs formulation: absolute or implicit, not %s",
                      class->name, m->e->class->name);
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
    v[m->e->nv] = 0; /* work done */
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
    const int n = m->e->nq + m->e->nv + 1;
    double *y = m->problem.y = TML_NEW_ARRAY(task->arena, double, n);
    tml_motion_state_rewind(m);
    m->table = tml_task_table(task);
    if (!m->table || !tml_table_reserve(m->table, (size_t)request->time_count + 1))
        return TML_NO_MEMORY;
    m->table->stride = (size_t)(request->stride > 1 ? request->stride : 1);
    if (tml_equations_solve(m->e, m->t0, y, y + m->e->nq)) {
        tml_failure_singular(task, m->e->work, "at the start");
        return TML_FAILED;
    }
    m->rate = rate_of(m, y + m->e->nq);
    for (int i = 0; i < m->e->nv; i++)
        m->scale[m->e->nq + i] *= m->rate;
    m->integrator = tml_choose_integrator(m, m->t0, y);
    if (!m->integrator.class || !integrator_fits(m, m->integrator.class))
        return TML_WRONG;
    for (int i = 0; i < m->e->nv; i++)
        m->scale[m->e->nq + i] *= m->integrator.class->needs_dae ? SLOW_DAE : SLOW_FRACTION;
    int *directions = TML_NEW_ARRAY(task->arena, int, s->event_count + 1);
    for (int i = 0; i < s->event_count; i++)
        directions[i] = s->events[i].direction;
    if (m->e->massless)
        tml_motion_state_eliminate_massless(m);
    m->e->evaluations = 0;
    m->e->slack = m->integrator.class->last_stage_near_end ? SLACK_FRACTION * STEP_FRACTION * request->tolerance : 0;
    const double *absolute = absolute_tolerances(m, STEP_FRACTION * request->tolerance);
    const tml_stabilize method = m->balanced ? TML_STABILIZE_PROJECTION : request->stabilization.method;
    const bool projects =
        (method == TML_STABILIZE_PROJECTION || method == TML_STABILIZE_DIRECT) && m->e->nq + m->e->rows > 0;
    m->problem = (tml_problem){
        .n = n,
        .t0 = m->t0,
        .t1 = request->end,
        .y = y,
        .relative = STEP_FRACTION * request->tolerance,
        .absolute = absolute,
        .characteristic_rate = m->rate,
        .step = request->step,
        .first_step_factor = request->step_fraction,
        .max_step = s->space || (!m->absolute && s->event_count) ? max_step : NULL,
        .times = request->times,
        .time_count = request->time_count,
        .context = m,
        .rate = rate,
        .jacobian = jacobian,
        .pattern = m->sparse ? &m->sparse->J.pattern : NULL,
        .project = projects ? project : NULL,
        .split = split,
        .independence = independence,
        .drift = drift,
        .accept = accept,
        .output = output,
        .event_count = s->event_count,
        .events = events,
        .directions = directions,
        .event = event,
        .dae = m->integrator.class->needs_dae ? tml_dae_form_make(m, absolute, report->independent) : NULL,
    };
    return TML_OK;
}

/* Reactions of joints that are singular at the start are undetermined there, and may be unbounded nearby. */
static const double *without_singular(const tml_singular *x, const double *all, int rows, tml_arena *arena)
{
    double *lambda = tml_arena_copy(arena, all, (size_t)rows * sizeof(double));
    for (int i = 0; i < x->part_count; i++)
        for (int k = 0; x->parts[i].space && k < x->parts[i].space->m; k++)
            lambda[x->parts[i].space->row[k]] = NAN;
    return lambda;
}

/* Records the row at the start itself, which the motion has left along its branch: accelerations are their limit. Work
 * done until then is added to the state. */
static tml_status record_start(tml_motion_state *m, const tml_singular *x, double t, const double *q, const double *v,
                               const double *a)
{
    const tml_system *s = m->task->system;
    tml_equations *e = m->e;
    double *y = m->problem.y, *row = tml_table_append(m->table);
    if (!row)
        return TML_NO_MEMORY;
    if (tml_motion_state_observe(m, m->t0, y))
        return TML_FAILED;
    y[e->nq + e->nv] = (m->t0 - t) * tml_motion_state_power(e);
    tml_workspace_set_state(e->work, t, q, v);
    tml_workspace_measure(e->work, 0, s->measure_count);
    tml_workspace_forces(e->work);
    tml_workspace_constraints(e->work, s->rigid_row_count);
    memcpy(e->a, a, (size_t)s->nv * sizeof(double));
    tml_task_observe(m->task, e, &m->instant, t, q);
    m->instant.work_done = 0;
    m->instant.energy_start = tml_instant_energy(&m->instant);
    m->instant.lambda = without_singular(x, e->lambda, s->rigid_row_count, m->task->arena);
    tml_channels_fill(&m->instant, row);
    tml_certificate_take_row(&m->certificate, e, t, 0);
    return TML_OK;
}

/* Leaves a singular start: state and request continue slightly later. */
static void leave_start(tml_task *task, const tml_singular_departure *d, tml_motion_request *request)
{
    tml_singular_departure_apply(task, d);
    while (request->time_count && request->times[0] <= d->t)
        request->times++, request->time_count--;
}

tml_status tml_motion_run(tml_task *task, const tml_motion_request *request, const tml_assembly *report)
{
    tml_motion_request later = *request;
    tml_singular_departure departure;
    const double t = task->state->t;
    const double soonest = request->time_count > 1 ? request->times[1] : request->end;
    tml_status status = tml_singular_departure_find(task, report, soonest, &departure);
    if (status != TML_OK)
        return status;
    const double *q = tml_arena_copy(task->arena, task->state->q, (size_t)task->system->nq * sizeof(double));
    const double *v = tml_arena_copy(task->arena, task->state->v, (size_t)task->system->nv * sizeof(double));
    if (departure.q)
        leave_start(task, &departure, &later);
    tml_motion_state m = {.task = task, .request = &later};
    status = tml_motion_state_start(&m, report);
    if (status == TML_OK && departure.q)
        status = record_start(&m, report->singular, t, q, v, departure.a);
    if (status != TML_OK)
        return status;
    tml_statistics statistics = {.reached = m.t0};
    const double begin = tml_cpu_time();
    m.certifies = true;
    status = m.integrator.class->run(&m.problem, &statistics, task->log);
    add_facts(&m, &statistics, tml_cpu_time() - begin);
    return finish(&m, status, &statistics);
}
