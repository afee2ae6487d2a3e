/* event_switch.c - forces and drivers that an event switches on or off.
 *
 * A force that is off has laws that are zero. Each set of drivers has a system of its own, compiled between two runs of the integrator: the
 * motion goes on in it from the same positions. Velocities change by the impulse of the rows that were added,
 *   M (v+ - v-) = G' L,   G v+ = rate of the targets.
 */
#include "analysis/dynamics/gap_proofs.h"
#include "analysis/dynamics/interaction_run.h"
#include <math.h>
#include <string.h>

static const double APART = 1e-6; /* of the size, or rad: a driver elsewhere than its coordinate */

/* ---- the new system ---- */

/* Parameters keep the values that events have given them. */
static void keep_parameters(const tml_motion_state *m, tml_resolved *view)
{
    const tml_system *s = m->e->work->system;
    view->parameters =
        tml_arena_copy(view->arena, view->parameters, (size_t)(view->model->parameter_count) * sizeof(double));
    for (int i = 1; i < s->input_count; i++)
        if (s->inputs[i].what == TML_INPUT_PARAMETER)
            view->parameters[s->inputs[i].index] = m->e->work->inputs[i];
}

/* The same set of drivers was on before. */
static bool find_system(const tml_event_run *r, tml_task *task)
{
    const tml_model *model = task->model;
    const tml_switched_system *x = r->systems;
    while (x && memcmp(x->driver_off, task->resolved->driver_off, (size_t)model->driver_count * sizeof(bool)) != 0)
        x = x->next;
    if (!x)
        return false;
    memcpy(x->resolved->driver_off, x->driver_off, (size_t)model->driver_count * sizeof(bool));
    memcpy(x->resolved->force_off, task->resolved->force_off, (size_t)model->force_count * sizeof(bool));
    task->resolved = x->resolved;
    task->system = x->system;
    task->prepared = NULL;
    keep_parameters(r->m, task->resolved);
    tml_system_switch_forces(task->system, task->resolved->force_off);
    return true;
}

static void keep_system(tml_event_run *r, const tml_task *task)
{
    tml_switched_system *x = TML_NEW(task->arena, tml_switched_system);
    *x = (tml_switched_system){.next = r->systems, .resolved = task->resolved, .system = task->system};
    x->driver_off =
        tml_arena_copy(task->arena, task->resolved->driver_off, (size_t)task->model->driver_count * sizeof(bool));
    r->systems = x;
}

/* The task with the drivers that are on now; false with messages. */
static bool compile(const tml_motion_state *m, tml_task *task)
{
    const tml_analysis_class *class = tml_analysis_find(task->element->kind);
    tml_treatment treatment = class->treatment(task);
    treatment.kind = m->request->formulation->treatment;
    treatment.stiffness = task->system->penalty_stiffness;
    treatment.contact = task->system->contact_penalty;
    task->resolved = tml_resolved_view(task->resolved, task->arena, task->log);
    keep_parameters(m, task->resolved);
    task->system = tml_system_compile(task->resolved, task->element, NULL, task->arena, task->log);
    task->prepared = NULL;
    return task->system && tml_task_treat(task, &treatment);
}

/* The state of the task is that of the motion; angles in the order of the new system. */
static void hand_over(const tml_motion_state *m, const tml_system *to, double t)
{
    const tml_system *from = m->task->system;
    tml_state *state = m->task->state;
    double *angles = TML_NEW_ARRAY(m->task->arena, double, from->measure_count + 1);
    for (int i = 0; i < from->measure_count; i++)
        angles[from->measures[i].id] = m->e->work->unwrapped[i];
    for (int i = 0; i < to->measure_count; i++)
        state->unwrapped[i] = angles[to->measures[i].id];
    memcpy(state->q, m->q, (size_t)to->nq * sizeof(double));
    memcpy(state->v, m->v, (size_t)to->nv * sizeof(double));
    memcpy(state->states, m->problem.y + tml_motion_state_states(m), (size_t)to->state_count * sizeof(double));
    state->t = t;
}

/* ---- whether it can go on ---- */

static bool agrees(const tml_event_run *r, const tml_workspace *w, const tml_event *event, double t)
{
    const tml_system *s = w->system;
    for (int i = 0; i < s->drive_count; i++) {
        const tml_drive *d = &s->drives[i];
        const double apart = w->phi[d->row];
        if (fabs(apart) <= APART * s->rows[d->row].scale)
            continue;
        tml_log_raise(
            r->m->task->log, TML_E_SWITCH_ON_APART, event->place,
            "event %s: driver %s cannot be switched on at t = %.9g s: %s is %.6g %s there, the driver asks for %.6g",
            event->name, d->name, t, s->rows[d->row].name, w->motion[3 * d->row] + apart, d->is_rotation ? "rad" : "m",
            w->motion[3 * d->row]);
        return false;
    }
    return true;
}

static tml_status refuse(const tml_event_run *r, const tml_event *event, double t, const char *why)
{
    tml_log_raise(r->m->task->log, TML_E_NO_IMPULSE, event->place,
                  "event %s: no impulse gives the drivers their speeds at t = %.9g s: %s", event->name, t, why);
    return TML_FAILED;
}

/* Impulses of joints that were exerted before, at this instant. */
static void keep_impulses(const tml_event_run *r, const tml_system *before, const double *lambda)
{
    for (int i = 0; i < before->rigid_row_count; i++)
        for (int k = 0; before->rows[i].joint >= 0 && k < r->rigid->rigid_row_count; k++)
            if (r->rigid->rows[k].terms.first == before->rows[i].terms.first)
                r->lambda[k] += lambda[i];
}

/* ---- the motion goes on ---- */

/* What events of contacts have kept. */
static void keep_memory(const tml_workspace *from, tml_workspace *to)
{
    for (int i = 1; i < to->system->input_count; i++)
        for (int k = 1; to->system->inputs[i].what == TML_INPUT_MEMORY && k < from->system->input_count; k++)
            if (from->system->inputs[k].what == TML_INPUT_MEMORY &&
                from->system->inputs[k].index == to->system->inputs[i].index)
                to->inputs[i] = from->inputs[k];
}

static tml_status restart(tml_motion_state *m, const tml_assembly *report)
{
    const int W = tml_motion_state_work(m);
    const double work = m->problem.y[W];
    const double loss = m->e->system->has_friction ? m->problem.y[tml_motion_state_loss(m)] : 0;
    tml_motion_state next = {
        .task = m->task,
        .request = m->request,
        .table = m->table,
        .events = m->events,
        .along = m->along,
        .searches = m->searches,
        .interactions = m->interactions,
        .impact_loss = m->impact_loss,
        .penetration = m->penetration,
        .passages = {.count = m->passages.count, .first_t = m->passages.first_t, .last_t = m->passages.last_t},
        .certificate = m->certificate,
        .instant.energy_start = m->instant.energy_start,
        .event = m->event,
        .event_time = m->event_time,
        .event_step = m->event_step,
        .inside = m->inside,
        .timed = m->timed};
    const tml_status status = tml_motion_state_start(&next, report);
    if (status != TML_OK)
        return status;
    memcpy(next.fired, m->fired, (size_t)next.problem.event_count * sizeof(bool));
    memcpy(next.recorded, m->recorded, (size_t)next.problem.event_count * sizeof(double));
    memcpy(next.noise, m->noise, (size_t)next.problem.event_count * sizeof(double));
    memcpy(next.armed_from, m->armed_from, (size_t)next.problem.event_count * sizeof(double));
    memcpy(next.exceeded, m->exceeded, (size_t)next.problem.event_count * sizeof(double));
    memcpy(next.recorded_count, m->recorded_count, (size_t)next.problem.event_count * sizeof(long));
    next.certifies = true;
    keep_memory(m->e->work, next.e->work);
    next.e->evaluations += m->e->evaluations;
    next.problem.context = m;
    next.problem.resumption = &m->resumption;
    next.problem.y[tml_motion_state_work(&next)] = work;
    if (next.e->system->has_friction)
        next.problem.y[tml_motion_state_loss(&next)] = loss;
    next.problem.times = m->problem.times;
    next.problem.time_count = m->problem.time_count;
    if (next.proofs)
        tml_gap_proofs_take_over(next.proofs, m->proofs, m);
    *m = next;
    return TML_OK;
}

/* In the system that the task now has. */
static tml_status go_over(tml_event_run *r, const tml_event *event, double t)
{
    tml_motion_state *m = r->m;
    tml_task *task = m->task;
    const tml_system *before = r->rigid;
    const double *lambda = r->lambda;
    tml_assembly report = {0};
    tml_assembly_rank(task->system, t, task->state->q, task->state->v, &report, task->arena);
    if (tml_massless_make(task->system, report.independent, t, task->state->q, task->state->unwrapped, task->arena))
        return refuse(r, event, t, "massless bodies would be held by springs alone");
    if (!tml_event_run_set_up(r, &report))
        return TML_FAILED;
    keep_impulses(r, before, lambda);
    for (int i = 0; i < r->rigid->measure_count; i++)
        r->impulse->work->unwrapped[i] = task->state->unwrapped[r->same[i]];
    const int singular = tml_impulse_begin(r->impulse, t, task->state->q, task->state->v);
    if (!agrees(r, r->impulse->work, event, t))
        return TML_FAILED;
    if (singular || tml_impulse_solve(r->impulse, r->lines, r->speeds, 0, task->state->v) != 0)
        return refuse(r, event, t, "the equations are singular there");
    for (int i = 0; i < r->rigid->rigid_row_count; i++)
        r->lambda[i] += r->impulse->lambda[i];
    const tml_status status = restart(m, &report);
    if (status == TML_OK)
        tml_equations_to_bodies(m->e, t, m->problem.y, m->problem.y + m->e->nq, m->q, m->v);
    return status;
}

static tml_status switch_drivers(tml_event_run *r, const tml_event *event, double t)
{
    tml_task *task = r->m->task, with = *task;
    const tml_task before = *task;
    if (!find_system(r, &with)) {
        if (!compile(r->m, &with))
            return TML_FAILED;
        keep_system(r, &with);
    }
    hand_over(r->m, with.system, t);
    const tml_state *state = task->state;
    const tml_target_start from = {t, r->m->request->end, state->q, state->v, state->unwrapped, false};
    with.system = tml_system_start_targets(with.system, &from, task->arena);
    *task = with;
    const tml_status status = go_over(r, event, t);
    if (status != TML_OK)
        *task = before; /* where the motion ends */
    return status;
}

tml_status tml_event_run_switch(tml_event_run *r, const tml_event *event, const tml_action *action, double t)
{
    tml_task *task = r->m->task;
    bool drivers = false;
    for (int i = action->first; i < action->first + action->count; i++) {
        const tml_assignment *a = &r->rigid->assignments[i];
        bool *off =
            a->what == TML_SET_FORCE ? &task->resolved->force_off[a->index] : &task->resolved->driver_off[a->index];
        drivers |= a->what == TML_SET_DRIVER && *off == a->on;
        *off = !a->on;
    }
    tml_system_switch_forces(task->system, task->resolved->force_off);
    const tml_status status = drivers ? switch_drivers(r, event, t) : TML_OK;
    if (r->interactions)
        tml_interaction_run_find_alone(r->interactions);
    return status;
}
