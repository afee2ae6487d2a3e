/* motion.c - integration of an assembled state over time: from a singular start along its branch, the facts about the run. */
#include "analysis/dynamics/motion.h"
#include "analysis/dynamics/contact_bridge.h"
#include "analysis/dynamics/event_table.h"
#include "analysis/dynamics/gap_proofs.h"
#include "analysis/dynamics/motion_advance.h"
#include "analysis/dynamics/motion_state.h"
#include "analysis/dynamics/singular_departure.h"
#include "analysis/dynamics/waiting_motion.h"
#include "assembly/singular_configuration.h"
#include "base/clock.h"
#include <math.h>
#include <string.h>

static const double ROUNDING = 1e-9; /* of the energy scale: friction that has done nothing */

struct tml_motion {
    tml_motion_request request;
    tml_motion_state state;
    tml_event_run *events;
    tml_task task; /* of its own, where it waits */
};

static void add_output_facts(tml_motion_state *m)
{
    tml_output_facts(
        m->task->system, m->along,
        "integrals by the stages of every step, or by quadrature on its dense output; extrema by search on that",
        m->table);
}

/* How it was integrated. */
static void add_course(tml_motion_state *m, const tml_statistics *st)
{
    const tml_choice *choice = &m->integrator;
    tml_table_add_fact(m->table, "integrator", NAN, "%s: %s%s%s%s", choice->class->name, st->method,
                       choice->why[0] ? " (" : "", choice->why, choice->why[0] ? ")" : "");
}

/* What has ended it. */
static void add_end(tml_motion_state *m)
{
    if (m->event)
        tml_table_add_fact(m->table, "stopped", m->event_time, "event %s at t = %.12g s", m->event, m->event_time);
}

/* Those that a study looks at. */
static void add_wanted_facts(tml_motion_state *m, const tml_statistics *st)
{
    add_course(m, st);
    tml_table_add_fact(m->table, "steps", (double)st->steps, "%ld", st->steps);
    add_output_facts(m);
    add_end(m);
}

/* Adds the fact that tells where narrow pulses of time were looked for by samples alone, or not at all. */
static void add_unproven_of_time(tml_motion_state *m)
{
    const long cells = m->time_steps ? tml_time_steps_sampled(m->time_steps) : 0;
    const int given_up = m->time_steps ? tml_time_steps_given_up(m->time_steps) : 0;
    if (given_up > 0)
        tml_table_add_fact(m->table, "narrow pulses of time", given_up,
                           "%d function%s of time without a bound: features narrower than a step may be missed",
                           given_up, given_up == 1 ? "" : "s");
    else if (cells > 0)
        tml_table_add_fact(m->table, "narrow pulses of time", (double)cells,
                           "looked for by %d samples in each of %ld pieces of the motion, where bounds do not tell",
                           TML_TIME_SAMPLES, cells);
}

/* Where narrow forces of the motion were only looked for by samples. */
static void add_unproven(tml_motion_state *m)
{
    int samples = 0;
    const long steps = m->step_watch ? tml_step_watch_unproven(m->step_watch, &samples) : 0;
    const int too_long = m->task->system->narrow.too_long;
    if (too_long > 0)
        tml_table_add_fact(m->table, "forces not searched", too_long,
                           "%d expression%s of more than %d operations: features narrower than a step may be missed",
                           too_long, too_long == 1 ? "" : "s", TML_NARROW_OPERATIONS);
    if (m->step_watch && m->integrator.class->needs_dae)
        tml_table_add_fact(m->table, "narrow forces", NAN, "of positions and velocities are not looked for by %s",
                           m->integrator.class->name);
    else if (steps > 0)
        tml_table_add_fact(m->table, "narrow forces", (double)steps,
                           "looked for by at most %d samples, without a bound, in %ld steps", samples, steps);
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
    tml_contact_facts(m->task->system, &m->request->contact, t);
    add_course(m, st);
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
    if (m->proofs) {
        tml_gap_proofs_end(m->proofs, end);
        tml_gap_proofs_facts(m->proofs, t);
    }
    tml_certificate_warn(&m->certificate, m->task);
    if (m->e->system->has_friction) {
        const double lost = m->problem.y[tml_motion_state_loss(m)];
        const double some = lost > -ROUNDING * tml_certificate_scale(&m->certificate) ? fmax(lost, 0) : lost;
        tml_table_add_fact(t, "energy lost in friction", some, "%.9g J", some);
    }
    add_unproven_of_time(m);
    add_unproven(m);
    tml_penetration_fact(&m->penetration, m->task->system, t);
    tml_singular_passages_fact(&m->passages, end, t);
    const double part = m->request->tolerance; /* of velocities: slower ones are rounding, as at rest on springs */
    if (!(scale <= part * part * tml_motion_state_characteristic_energy(m)) &&
        tml_task_energy_error_is_large(m->task, m->e->work, error, scale))
        tml_log_raise(m->task->log, TML_W_ENERGY_BALANCE, m->task->element->place,
                      "dynamics: the energy balance is off by %.2g J of %.2g J: do not trust this run; use a smaller "
                      "tolerance%s",
                      error, scale, m->request->step > 0 ? " or step" : ", or another integrator");
    add_output_facts(m);
    tml_sizing_facts(m->sizing, m->along + m->task->system->output_count,
                     "rms by quadrature, peaks by search, on the dense output of every step", t);
    add_end(m);
}

static tml_status finish(tml_motion_state *m, tml_status status, const tml_statistics *st)
{
    const tml_system *s = m->task->system;
    const double *y = m->problem.y;
    tml_equations_to_bodies(m->e, st->reached, y, y + m->e->nq, m->task->state->q, m->task->state->v);
    if (status == TML_FAILED)
        tml_motion_state_diagnose(m, st->reached, m->task->state->q, m->task->state->v);
    memcpy(m->task->state->states, y + tml_motion_state_states(m), (size_t)s->state_count * sizeof(double));
    memcpy(m->task->state->unwrapped, m->e->work->unwrapped, (size_t)s->measure_count * sizeof(double));
    m->task->state->t = m->event ? m->event_time : st->reached;
    return status == TML_OK && st->stopped && !m->event ? TML_STOPPED : status;
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

/* Outputs between the start itself and where the integrator begins, a moment later. */
static void take_start(tml_motion_state *m, double t, const double *row)
{
    const tml_system *s = m->task->system;
    for (int i = 0; i < s->output_count; i++) {
        const double f = row[s->outputs[i].column];
        tml_along_take(&m->along[i], t, f);
        m->along[i].begin = t;
        m->along[i].integral = (m->t0 - t) * f;
        m->along[i].square = (m->t0 - t) * f * f;
    }
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
    y[tml_motion_state_work(m)] = (m->t0 - t) * tml_motion_state_power(e);
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
    take_start(m, t, row);
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

tml_status tml_motion_begin(tml_task *task, const tml_motion_request *request, const tml_assembly *report,
                            tml_motion **motion)
{
    tml_motion *x = *motion = TML_NEW(task->arena, tml_motion);
    tml_singular_departure departure;
    const double t = task->state->t;
    const double soonest = request->time_count > 1 ? request->times[1] : request->end;
    tml_status status = tml_singular_departure_find(task, report, soonest, &departure);
    if (status != TML_OK)
        return status;
    const double *q = tml_arena_copy(task->arena, task->state->q, (size_t)task->system->nq * sizeof(double));
    const double *v = tml_arena_copy(task->arena, task->state->v, (size_t)task->system->nv * sizeof(double));
    x->request = *request;
    if (departure.q)
        leave_start(task, &departure, &x->request);
    tml_motion_state *m = &x->state;
    *m = (tml_motion_state){.task = task, .request = &x->request};
    bool good = true;
    status = tml_motion_state_start(m, report);
    if (status == TML_OK)
        x->events = tml_event_run_make(m, report, &good);
    if (!good)
        status = m->out_of_memory ? TML_NO_MEMORY : TML_WRONG;
    if (status == TML_OK && departure.q)
        status = record_start(m, report->singular, t, q, v, departure.a);
    m->certifies = true;
    return status;
}

static tml_status end_motion(tml_motion *x, tml_status status, const tml_statistics *statistics, double cpu)
{
    if (x->state.task->model->wanted)
        add_wanted_facts(&x->state, statistics);
    else
        add_facts(&x->state, statistics, cpu);
    if (x->events) {
        tml_event_run_facts(x->events);
        tml_contact_bridge_facts(x->events);
    }
    const tml_system *s = x->state.task->system;
    for (int i = 0; i < s->event_count; i++)
        tml_event_table_rest(x->state.table, &s->events[i], x->state.recorded_count[i]);
    return finish(&x->state, status, statistics);
}

/* Whether nothing but its last row is wanted of a smooth motion. */
static bool is_plain(tml_motion *x)
{
    tml_motion_state *m = &x->state;
    const tml_problem *p = &m->problem;
    const tml_system *s = m->task->system;
    tml_motion_find_break(m, m->request->end);
    return m->task->model->wanted && !x->events && !m->interactions && !m->balanced && !m->places.count && !m->sizing &&
           !m->task->options->profile && m->integrator.class->automatic == TML_FOR_SMOOTH_MOTION && p->project &&
           p->event_count == 0 && p->function_count == 0 && p->followers == 0 && p->signal_count == 0 && !p->kinks &&
           !p->max_step && !s->state_watch_count && p->t1 == m->request->end && p->time_count == 2 &&
           p->times[0] == p->t0 && p->times[1] == p->t1 && p->n == 2 * m->e->nv + 1;
}

/* Whether a motion that the explicit method begins may go on with one for stiff motions. Motions of which several are computed in lanes may not, in lanes
 * or alone: they find the same. */
static bool may_become_stiff(tml_motion *x)
{
    return tml_motion_state_can_become_stiff(&x->state) && !tml_motion_can_wait(x);
}

tml_status tml_motion_go_on(tml_motion *x)
{
    x->state.problem.whole_end = may_become_stiff(x) ? x->state.request->end : 0;
    const bool timed = !x->state.task->model->wanted;
    tml_statistics statistics = {.reached = x->state.t0};
    const double begin = timed ? tml_cpu_time() : 0;
    const tml_status status = tml_motion_advance(&x->state, x->events, x->request.end, &statistics);
    return end_motion(x, status, &statistics, timed ? tml_cpu_time() - begin : 0);
}

/* ---- motions that wait ---- */

bool tml_motion_can_wait(tml_motion *x)
{
    return is_plain(x) && tml_plane_numbers_fit(x->state.e);
}

int tml_motion_wait(tml_motion *x, tml_runge_kutta_start *first)
{
    x->task = *x->state.task;
    x->state.task = &x->task;
    tml_equations_scales(x->state.e);
    if (x->state.time_steps)
        tml_time_steps_refresh(x->state.time_steps);
    return tml_runge_kutta_begin(&x->state.problem, first);
}

const tml_problem *tml_motion_problem(const tml_motion *x)
{
    return &x->state.problem;
}

const tml_equations *tml_motion_equations(const tml_motion *x)
{
    return x->state.e;
}

tml_status tml_motion_end_at(tml_motion *x, const double *y, const tml_statistics *statistics)
{
    const tml_problem *p = &x->state.problem;
    memcpy(p->y, y, (size_t)p->n * sizeof(double));
    if (p->output(p->context, p->t1, p->y))
        return TML_FAILED;
    return end_motion(x, TML_OK, statistics, 0);
}
