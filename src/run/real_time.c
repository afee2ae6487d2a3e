/* real_time.c - real-time stepping: the caller advances the motion.
 *
 * t_k = t_0 + k h by the classical Runge-Kutta method and one projection, as in integrator rk4: four evaluations. A
 * step allocates no memory, does not wait, and makes no system call; one in which contacts change takes longer (live_events.c). Channels are evaluated when the first of them is
 * read. Parameters that the caller wants to change are inputs of the expressions of forces, and constants nowhere
 * else. Many contacts are stepped over (live_steps.c).
 */
#include "run/real_time.h"
#include "analysis/dynamics/motion_pieces.h"
#include "analysis/dynamics/singular_departure.h"
#include "base/guard.h"
#include "base/options.h"
#include <stdlib.h>
#include <string.h>

/* ---- making ---- */

static bool is_step(const tml_live *l, double step)
{
    if (step > 0 && step < INFINITY)
        return true;
    tml_log_raise(l->task.log, TML_E_WRONG_OPTION, l->task.element->place,
                  "a live motion needs a step greater than zero, not %g s", step);
    return false;
}

/* Index of each input among those of the system; a parameter that is also read as a constant would change there too
 * late. */
static bool find_inputs(tml_live *l)
{
    const tml_system *s = l->task.system;
    const tml_model *model = l->task.model;
    const char **names = TML_NEW_ARRAY(l->task.arena, const char *, l->options.input_count + 1);
    bool good = true;
    l->inputs = TML_NEW_ARRAY(l->task.arena, int, l->options.input_count + 1);
    for (int i = 0; i < l->run_state.varying_count; i++) {
        const char *name = l->run_state.varying[i];
        const int parameter = tml_resolved_varying(l->task.resolved, name, NULL);
        int at = 1;
        while (at < s->input_count && (s->inputs[at].what != TML_INPUT_PARAMETER || s->inputs[at].index != parameter))
            at++;
        l->inputs[i] = at;
        names[i] = model->parameters[parameter].name;
        const bool constant = l->task.resolved->parameter_read[parameter];
        if (constant || at == s->input_count) {
            tml_log_raise(
                l->task.log, TML_E_NOT_AN_INPUT, model->parameters[parameter].place,
                constant
                    ? "parameter %s cannot be an input: it is also used as a constant; only values of forces can change"
                    : "parameter %s cannot be an input: no value of a force contains it",
                name);
            good = false;
        }
    }
    l->run_state.varying = names; /* the caller's array may be freed */
    return good;
}

static void observe(tml_live *l)
{
    if (l->stepping)
        tml_live_steps_observe(l->stepping, l->t, l->count > 0 ? l->h : 1, l->row);
    else if (tml_motion_state_observe(&l->motion, l->t, l->motion.problem.y) == 0)
        tml_channels_fill(&l->motion.instant, l->row);
    else
        for (size_t i = 0; i < l->table->column_count; i++)
            l->row[i] = NAN;
    l->observed = true;
}

void tml_live_changed(tml_live *l)
{
    l->observed = false;
    tml_live_ode_forget(l);
}

void tml_live_begin_energy(tml_live *l)
{
    observe(l);
    l->motion.instant.energy_start = tml_instant_energy(&l->motion.instant) - l->motion.instant.work_done;
    tml_live_changed(l);
}

/* What steps and their channels need besides. */
static tml_status finish(tml_live *l, const tml_assembly *report)
{
    l->messages = tml_log_make();
    if (!l->messages)
        return TML_NO_MEMORY;
    l->task.log = l->messages; /* the caller's may be freed */
    l->row = TML_NEW_ARRAY(l->task.arena, double, l->table->column_count);
    tml_live_ode_prepare(l, report);
    tml_live_state_prepare(l);
    return TML_OK;
}

/* Contacts that are stepped over. */
static tml_status begin_stepping(tml_live *l, const tml_assembly *report)
{
    l->stepping = tml_live_steps_make(&l->task, report);
    if (!l->stepping)
        return TML_WRONG;
    l->table = tml_live_steps_table(l->stepping);
    l->t = l->start;
    return finish(l, report);
}

/* The analysis `dynamics`, started but not run. */
static tml_status begin(tml_run_state *run_state, int index)
{
    tml_live *l = (tml_live *)run_state;
    tml_assembly report;
    tml_singular_departure departure;
    run_state->varying = l->options.inputs;
    run_state->varying_count = (int)l->options.input_count;
    tml_status status = tml_run_state_prepare(run_state, index, &l->task);
    if (status == TML_OK && !find_inputs(l))
        status = TML_WRONG;
    if (status == TML_OK)
        status = tml_dynamics_request(&l->task, &l->request, &report);
    if (status != TML_OK)
        return status;
    l->h = l->options.step != 0 ? l->options.step : l->request.step;
    l->request.time_count = 0;
    if (!is_step(l, l->h))
        return TML_WRONG;
    l->start = l->begin = l->task.state->t;
    if (l->request.contact.method == TML_CONTACT_STEPS)
        return begin_stepping(l, &report);
    status = tml_singular_departure_find(&l->task, &report, l->start + l->h, &departure);
    if (status != TML_OK)
        return status;
    if (departure.q)
        tml_singular_departure_apply(&l->task, &departure);
    l->motion = (tml_motion_state){.task = &l->task, .request = &l->request, .live = true};
    status = tml_motion_state_start(&l->motion, &report);
    if (status != TML_OK)
        return status;
    bool good;
    l->events = tml_live_events_make(&l->motion, &report, &good);
    if (!good)
        return TML_WRONG;
    l->steps = tml_single_steps_make(&l->motion.problem, l->task.arena);
    l->table = l->motion.table;
    l->t = l->motion.t0;
    status = l->steps ? finish(l, &report) : TML_NO_MEMORY;
    if (status != TML_OK)
        return status;
    tml_live_begin_energy(l);
    return TML_OK;
}

tml_status tml_live_make(const tml_model *model, const tml_live_options *options, tml_live **live, tml_log *log)
{
    tml_live *l = tml_allocate(sizeof *l);
    *live = NULL;
    if (!l) {
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
        return TML_NO_MEMORY;
    }
    *l = (tml_live){0};
    if (!tml_options_copy(&l->options, sizeof l->options, options, log)) {
        tml_release(l);
        return TML_WRONG;
    }
    l->run_options = (tml_run_options){.only = "dynamics", .integrator = "rk4", .formulation = l->options.formulation};
    l->run_state = (tml_run_state){.model = model, .options = &l->run_options, .log = log, .take_last = begin};
    const tml_status status = tml_run_state_go(&l->run_state);
    if (status == TML_OK)
        *live = l;
    else
        tml_live_free(l);
    return status;
}

void tml_live_free(tml_live *live)
{
    if (!live)
        return;
    tml_live_ode_forget(live);
    tml_run_state_free(&live->run_state);
    tml_log_free(live->messages);
    tml_release(live);
}

/* ---- stepping ---- */

/* From the present time to another, in which nothing that depends on time has a kink. */
static int advance(tml_live *live, double h, double reached)
{
    return live->events ? tml_live_events_advance(live->events, live->steps, &live->t, reached)
                        : tml_single_step(live->steps, live->t, h, reached);
}

/* A step that is divided where what drives or loads the motion has a kink; h: its length. */
static int advance_across_breaks(tml_live *live, double h, double reached)
{
    const tml_system *s = live->task.system;
    for (;;) {
        const tml_time_gap gap = tml_time_breaks_find(s->time_breaks, s->time_break_count, live->t);
        if (gap.before >= reached)
            return advance(live, h, reached);
        if (gap.before > live->t && advance(live, gap.before - live->t, gap.before))
            return 1;
        live->t = fmin(gap.after, reached);
        h = reached - live->t;
        if (h <= 0)
            return 0;
    }
}

tml_status tml_live_step(tml_live *live)
{
    const tml_problem *p = &live->motion.problem;
    const double reached = live->start + (live->count + 1) * live->h;
    const bool late = live->t > live->start && live->count == 0;
    live->motion.solved = 0; /* a step depends on the state alone, not on how it was reached */
    if (live->stepping ? tml_live_steps_advance(live->stepping, live->t, live->h)
                       : advance_across_breaks(live, late ? reached - live->t : live->h, reached))
        return TML_FAILED;
    if (!live->stepping)
        p->accept(p->context, reached, p->y);
    live->t = reached;
    live->count++;
    tml_live_changed(live);
    return TML_OK;
}

void tml_live_reset(tml_live *live)
{
    if (live->stepping) {
        tml_live_steps_restart(live->stepping);
        tml_live_state_list(live); /* its memory is another */
    } else {
        tml_workspace_parameters(live->motion.e->work);
        tml_motion_state_rewind(&live->motion);
    }
    if (live->events) {
        tml_live_events_reset(live->events);
        tml_live_events_restart(live->events, live->motion.t0); /* as when it was made: it cannot fail */
    }
    live->t = live->stepping ? live->begin : live->motion.t0;
    live->start = live->begin;
    live->count = 0;
    tml_live_changed(live);
}

static tml_status explain(void *context)
{
    tml_live *live = context;
    tml_motion_state *m = &live->motion;
    const double *y = m->problem.y;
    live->task.arena = tml_arena_part(live->task.arena); /* freed again: it may be called after every step */
    tml_equations_to_bodies(m->e, live->t, y, y + m->e->nq, m->q, m->v);
    tml_motion_state_diagnose(m, live->t, m->q, m->v);
    return TML_OK;
}

void tml_live_explain(tml_live *live, tml_log *log)
{
    tml_arena *arena = live->task.arena;
    live->task.log = log;
    tml_log_repeat_all(log, live->messages);
    tml_log_clear(live->messages);
    if (!live->stepping && tml_guarded(arena, NULL, explain, live) == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    if (live->task.arena != arena)
        tml_arena_free(live->task.arena);
    live->task.arena = arena;
    live->task.log = live->messages;
    tml_live_changed(live);
}

/* ---- reading and writing ---- */

double tml_live_time(const tml_live *live)
{
    return live->t;
}

double tml_live_step_size(const tml_live *live)
{
    return live->h;
}

double tml_live_end(const tml_live *live)
{
    return live->request.end;
}

/* The first step from a singular start, which was left slightly after `start`, ends a step after `start`, unless the new step is shorter
 * than that. */
tml_status tml_live_set_step_size(tml_live *live, double step)
{
    if (!(step > 0 && step < INFINITY))
        return TML_WRONG;
    if (!live->observed)
        observe(live); /* contacts that are stepped over: their forces are impulses by the step that was made */
    if (live->count > 0 || live->t >= live->start + step) {
        live->start = live->t;
        live->count = 0;
    }
    live->h = step;
    return TML_OK;
}

const tml_table *tml_live_channels(const tml_live *live)
{
    return live->table;
}

long tml_live_channel(const tml_live *live, const char *name)
{
    return tml_table_find(live->table, name);
}

double tml_live_value(tml_live *live, long channel)
{
    if (channel < 0 || (size_t)channel >= live->table->column_count)
        return NAN;
    if (!live->observed)
        observe(live);
    return live->row[channel];
}

long tml_live_input(const tml_live *live, const char *name)
{
    for (int i = 0; i < live->run_state.varying_count; i++)
        if (strcmp(live->run_state.varying[i], name) == 0)
            return i;
    return -1;
}

void tml_live_set(tml_live *live, long input, double value)
{
    if (input < 0 || input >= live->run_state.varying_count)
        return;
    if (live->stepping)
        tml_live_steps_set(live->stepping, live->inputs[input], value);
    else
        live->motion.e->work->inputs[live->inputs[input]] = value;
    if (live->events)
        tml_live_events_set(live->events, live->inputs[input], value);
    tml_live_changed(live);
}
