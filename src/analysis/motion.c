/* motion.c - from an assembled state through time: the equations handed to an integrator, output, certificate. */
#include "analysis/motion.h"
#include "analysis/choose.h"
#include "analysis/moving.h"
#include "analysis/stuck.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

/* Error of one step as a part of the tolerance asked for, so that what adds up over a run stays near it. */
static const double STEP_PART = 0.03;
enum {
    UNTOLD_MOST = 64
}; /* steps after which `progress` is asked though little was gained: a slow run can be stopped */

/* An energy error above this part of the energy at play is said aloud. */
static const double ENERGY_DOUBT = 1e-3;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double tml_moving_power(const tml_equations *e)
{
    double sum = e->work->power; /* and of the drivers: their force times the speed they prescribe */
    for (int i = 0; i < e->system->drive_count; i++) {
        const int row = e->system->drives[i].row;
        sum += e->lambda[row] * e->work->motion[3 * row + 1];
    }
    return sum;
}

static int evaluate(void *context, double t, const double *y, double *ydot)
{
    tml_moving *m = context;
    const tml_system *s = m->task->system;
    const int flag = tml_equations_solve(m->e, t, y, y + s->nq);
    if (flag) {
        tml_stuck_find(m->e->work, &m->culprit);
        return flag;
    }
    tml_system_rate(s, y, y + s->nq, ydot);
    memcpy(ydot + s->nq, m->e->a, (size_t)s->nv * sizeof(double));
    ydot[s->nq + s->nv] = tml_moving_power(m->e);
    return 0;
}

static int rate(void *context, double t, const double *y, double *ydot)
{
    tml_moving *m = context;
    if (!m->task->options->profile)
        return evaluate(m, t, y, ydot);
    const double begin = now();
    const int flag = evaluate(m, t, y, ydot);
    m->inside += now() - begin;
    return flag;
}

static int jacobian(void *context, double t, const double *y, double *J)
{
    tml_moving *m = context;
    if (m->sparse)
        return tml_tangent_sparse_ode(m->sparse, m->e->work, t, y, y + m->task->system->nq, J);
    return tml_tangent_ode(m->tangent, m->e, t, y, y + m->task->system->nq, J);
}

static int project(void *context, double t, double *y)
{
    tml_moving *m = context;
    return tml_equations_project(m->e, t, y, y + m->task->system->nq);
}

static int split(void *context, double t, const double *y, double *error, double *across)
{
    tml_moving *m = context;
    const tml_system *s = m->task->system;
    return tml_equations_split(m->e, t, y, y + s->nq, error, error + s->nq, across, across + s->nq);
}

static double drift(void *context, double t, const double *y)
{
    tml_moving *m = context;
    const tml_system *s = m->task->system;
    double position, velocity;
    tml_equations_residual(m->e, t, y, y + s->nq, &position, &velocity);
    return fmax(position, 0.1 * velocity) / (m->request->tolerance * s->size);
}

static int accept(void *context, double t, const double *y)
{
    tml_moving *m = context;
    const tml_system *s = m->task->system;
    if (s->space) {
        tml_work_move(m->e->work, t, y, y + s->nq);
        tml_work_measure(m->e->work, 0, s->measure_count);
        tml_work_accept_turns(m->e->work);
    }
    const double part = (t - m->t0) / (m->request->end - m->t0);
    const tml_run_options *options = m->task->options;
    if (options->progress && (part >= m->told + 1e-3 || ++m->untold >= UNTOLD_MOST)) {
        m->told = part;
        m->untold = 0;
        return options->progress(options->context, m->task->element->kind, part);
    }
    return 0;
}

static int output(void *context, double t, const double *y)
{
    tml_moving *m = context;
    const tml_system *s = m->task->system;
    memcpy(m->q, y, (size_t)s->nq * sizeof(double));
    memcpy(m->v, y + s->nq, (size_t)s->nv * sizeof(double));
    if (m->request->stabilization.way == TML_STABILIZE_PROJECTION && tml_equations_project(m->e, t, m->q, m->v))
        return -1;
    m->instant.work_done = y[s->nq + s->nv];
    if (tml_task_record(m->task, m->table, m->e, &m->instant, t, m->q, m->v) != TML_OK)
        return -1;
    const double kinetic = tml_work_kinetic(m->e->work), energy = tml_instant_energy(&m->instant);
    if (t == m->t0) {
        m->instant.energy_start = energy;
        tml_channels_fill(&m->instant, m->table->values + (m->table->row_count - 1) * m->table->column_count);
        m->energy_low = m->energy_high = m->e->work->potential;
    }
    m->energy_low = fmin(m->energy_low, fmin(m->e->work->potential, m->e->work->potential - kinetic));
    m->energy_high = fmax(m->energy_high, m->e->work->potential + kinetic);
    m->worst_position = fmax(m->worst_position, m->instant.position);
    m->worst_velocity = fmax(m->worst_velocity, m->instant.velocity);
    m->worst_energy = fmax(m->worst_energy, fabs(energy - m->instant.work_done - m->instant.energy_start));
    return 0;
}

static int events(void *context, double t, const double *y, double *g)
{
    tml_moving *m = context;
    const tml_system *s = m->task->system;
    tml_work *w = m->e->work;
    tml_work_move(w, t, y, y + s->nq);
    tml_work_measure(w, 0, s->active_count);
    tml_work_forces(w);
    for (int i = 0; i < s->event_count; i++)
        g[i] = tml_expression_value(s->events[i].when, w->inputs, w->expression);
    return 0;
}

static int event(void *context, double t, const double *y, int index)
{
    tml_moving *m = context;
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

/* Absolute tolerances: lengths as a part of the size, angles in rad, work as a part of the energy at hand. */
static double *absolute_tolerances(const tml_task *task, double tolerance, double energy)
{
    const tml_system *s = task->system;
    double *a = TML_NEW_ARRAY(task->arena, double, s->nq + s->nv + 1);
    const int lin = s->space ? 3 : 2;
    for (int i = 0; i < s->nq; i++)
        a[i] = tolerance * (i % s->nqb < lin ? s->size : 1);
    for (int i = 0; i < s->nv; i++)
        a[s->nq + i] = tolerance * (i % s->nvb < lin ? s->size : 1);
    a[s->nq + s->nv] = tolerance * energy;
    return a;
}

static double energy_scale(const tml_system *s, tml_work *w)
{
    double mass = 0;
    for (int i = 1; i < s->nb; i++)
        mass += s->masses[i].mass;
    const double scale =
        fmax(fmax(tml_work_kinetic(w), fabs(w->potential)), fmax(mass * tml_norm(s->gravity) * s->size, 1e-9 * mass));
    return scale > 0 ? scale : 1; /* without any mass: a driven mechanism under forces, or nothing at all */
}

static void certify(tml_moving *m, const tml_statistics *st, const tml_choice *choice, double cpu)
{
    tml_table *t = m->table;
    const double scale = m->energy_high - m->energy_low;
    tml_table_add_fact(t, "formulation", NAN, "absolute coordinates, %d equations of motion, %d constraints (rank %d)",
                       m->task->system->nv, m->task->system->row_count, m->e->rank);
    tml_table_add_fact(t, "integrator", NAN, "%s: %s%s%s%s", choice->class->name, st->method,
                       choice->why[0] ? " (" : "", choice->why, choice->why[0] ? ")" : "");
    tml_table_add_fact(t, "linear solver", NAN, "%s", tml_saddle_way_name(m->e->saddle->way));
    tml_table_add_fact(t, "steps", (double)st->steps, "%ld", st->steps);
    tml_table_add_fact(t, "rejected steps", (double)st->rejected, "%ld", st->rejected);
    tml_table_add_fact(t, "evaluations", (double)m->e->evaluations, "%ld", m->e->evaluations);
    if (st->jacobians)
        tml_table_add_fact(t, "Jacobians", (double)st->jacobians, "%ld", st->jacobians);
    tml_table_add_fact(t, "CPU time", cpu, "%.4g s", cpu);
    const double each = m->e->evaluations ? cpu / (double)m->e->evaluations : 0;
    tml_table_add_fact(t, "time per evaluation", each, "%.4g us", 1e6 * each);
    if (m->task->options->profile) {
        tml_table_add_fact(t, "inside an evaluation", m->inside / fmax(1, (double)m->e->evaluations), "%.4g us",
                           1e6 * m->inside / fmax(1, (double)m->e->evaluations));
        tml_table_add_fact(t, "share outside evaluations", 1 - m->inside / fmax(cpu, 1e-12), "%.3g %%",
                           100 * (1 - m->inside / fmax(cpu, 1e-12)));
    }
    tml_table_add_fact(t, "worst position residual", m->worst_position, "%.3g", m->worst_position);
    tml_table_add_fact(t, "worst velocity residual", m->worst_velocity, "%.3g", m->worst_velocity);
    tml_table_add_fact(t, "worst energy error", m->worst_energy, "%.3g J", m->worst_energy);
    tml_table_add_fact(t, "energy scale", scale, "%.3g J", scale);
    const double at_least = 1e-6 * energy_scale(m->task->system, m->e->work); /* a mechanism at rest has hardly any */
    if (m->worst_energy > ENERGY_DOUBT * fmax(scale, at_least))
        tml_log_add(m->task->log, TML_WARNING, m->task->element->place,
                    "dynamics: the energy balance is off by %.2g J of %.2g J: do not trust this run; take a smaller "
                    "tolerance%s",
                    m->worst_energy, scale, m->request->step > 0 ? " or step" : ", or another integrator");
    if (m->event)
        tml_table_add_fact(t, "stopped", m->event_time, "event %s at t = %.12g s", m->event, m->event_time);
}

static tml_status finish(tml_moving *m, tml_status status, const tml_problem *p, const tml_statistics *st)
{
    const tml_system *s = m->task->system;
    if (status == TML_FAILED && m->culprit.t >= st->reached)
        tml_stuck_blame(m->task, &m->culprit, TML_NOTE);
    else if (status == TML_FAILED)
        tml_stuck_position(m->task, m->e->work, m->e->rank, st->reached, p->y, p->y + s->nq);
    memcpy(m->task->state->q, p->y, (size_t)s->nq * sizeof(double));
    memcpy(m->task->state->v, p->y + s->nq, (size_t)s->nv * sizeof(double));
    memcpy(m->task->state->turn, m->e->work->turn, (size_t)s->measure_count * sizeof(double));
    m->task->state->t = m->event ? m->event_time : st->reached;
    return status == TML_OK && st->stopped && !m->event ? TML_STOPPED : status;
}

tml_status tml_motion_run(tml_task *task, const tml_motion_request *request, const tml_assembly *report)
{
    const tml_system *s = task->system;
    const int n = s->nq + s->nv + 1;
    tml_moving m = {.task = task, .request = request, .t0 = task->state->t, .told = -1, .culprit = TML_NO_CULPRIT};
    tml_stabilization stabilization = request->stabilization;
    m.e = tml_equations_make(s, report->rank, stabilization, task->arena);
    const bool wanted = strcmp(request->integrator, "auto") == 0 || strcmp(request->integrator, "bdf") == 0;
    if (wanted && tml_tangent_sparse_fits(s))
        m.sparse = tml_tangent_sparse_make(s, task->arena);
    else if (wanted && n <= 2000)
        m.tangent = tml_tangent_make(s, task->arena);
    memcpy(m.e->work->turn, task->state->turn, (size_t)s->measure_count * sizeof(double));
    m.q = TML_NEW_ARRAY(task->arena, double, s->nq + 1);
    m.v = TML_NEW_ARRAY(task->arena, double, s->nv + 1);
    double *y = TML_NEW_ARRAY(task->arena, double, n);
    memcpy(y, task->state->q, (size_t)s->nq * sizeof(double));
    memcpy(y + s->nq, task->state->v, (size_t)s->nv * sizeof(double));
    m.table = tml_task_table(task);
    if (!m.table || !tml_table_reserve(m.table, (size_t)request->time_count + 1))
        return TML_NO_MEMORY;
    if (tml_equations_solve(m.e, m.t0, y, y + s->nq)) {
        tml_stuck_singular(task, m.e->work, "at the start");
        return TML_FAILED;
    }
    accept(&m, m.t0, y);
    const tml_choice choice = tml_choose_integrator(&m, m.t0, y);
    if (!choice.class)
        return TML_WRONG;
    if (choice.class->needs_jacobian && !m.tangent && !m.sparse) {
        tml_log_error(task->log, task->element->place, "dynamics: the mechanism is too large for %s; take dae",
                      choice.class->name);
        return TML_WRONG;
    }
    if (choice.class->needs_dae && stabilization.way != TML_STABILIZE_PROJECTION)
        tml_log_add(task->log, TML_WARNING, task->element->place,
                    "dynamics: dae keeps the constraints in its own way: stabilization is not used");
    int *directions = TML_NEW_ARRAY(task->arena, int, s->event_count + 1);
    for (int i = 0; i < s->event_count; i++)
        directions[i] = s->events[i].direction;
    m.e->evaluations = 0;
    const double *absolute = absolute_tolerances(task, STEP_PART * request->tolerance, energy_scale(s, m.e->work));
    const tml_problem problem = {
        .n = n,
        .t0 = m.t0,
        .t1 = request->end,
        .y = y,
        .relative = STEP_PART * request->tolerance,
        .absolute = absolute,
        .step = request->step,
        .times = request->times,
        .time_count = request->time_count,
        .context = &m,
        .rate = rate,
        .jacobian = jacobian,
        .pattern = m.sparse ? &m.sparse->J.pattern : NULL,
        .project = stabilization.way == TML_STABILIZE_PROJECTION ? project : NULL,
        .split = split,
        .drift = drift,
        .accept = accept,
        .output = output,
        .event_count = s->event_count,
        .events = events,
        .directions = directions,
        .event = event,
        .dae = choice.class->needs_dae ? tml_dae_form_make(&m, absolute, report->independent) : NULL,
    };
    tml_statistics statistics = {.reached = m.t0};
    const double begin = now();
    const tml_status status = choice.class->run(&problem, &statistics, task->log);
    certify(&m, &statistics, &choice, now() - begin);
    return finish(&m, status, &problem, &statistics);
}
