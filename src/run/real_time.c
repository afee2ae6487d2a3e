/* real_time.c - the caller advances the motion, from one time to the next.
 *
 * t_k = t_0 + k h. Each step is integrated as a run is, by the integrator and to the tolerance of the model, through events and breaks of time; or, where
 * steps are fixed, by the classical Runge-Kutta method with one projection a step. The integrator begins anew at each t_k and knows from before
 * how long its own steps may be: so a step depends on the state alone, inputs may change at each t_k, and short steps need few stages
 * (integrate/runge_kutta.c). Explicit methods allocate no memory, do not wait, and make no system call. Channels are evaluated when the first of
 * them is read. Parameters that the caller wants to change are inputs of the expressions of forces, and constants nowhere else. Many contacts are stepped
 * over (live_steps.c).
 */
#include "run/real_time.h"
#include "analysis/dynamics/choose_integrator.h"
#include "analysis/dynamics/motion_advance.h"
#include "analysis/dynamics/motion_pieces.h"
#include "analysis/dynamics/singular_departure.h"
#include "base/guard.h"
#include "base/options.h"
#include "integrate/runge_kutta.h"
#include <stdlib.h>
#include <string.h>

static const double RESOLVED =
    0.2; /* fixed steps that are chosen: radians of the fastest oscillation in one, and so much of a decay */
static const double WHOLE =
    1e-9; /* relative: a step that is so little longer than a whole number of internal ones has that number */

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
    l->courses = TML_NEW_ARRAY(l->task.arena, tml_input_course, l->options.input_count + 1);
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

static tml_workspace *workspace_of(const tml_live *l)
{
    return l->stepping ? tml_live_steps_workspace(l->stepping) : l->motion.e->work;
}

static void fill_row(tml_live *l)
{
    if (l->stepping)
        tml_live_steps_observe(l->stepping, l->t, l->made > 0 ? l->made : 1, l->row);
    else if (tml_motion_state_observe(&l->motion, l->t, l->motion.problem.y) == 0)
        tml_channels_fill(&l->motion.instant, l->row);
    else
        for (size_t i = 0; i < l->table->column_count; i++)
            l->row[i] = NAN;
}

/* To look changes nothing: forces that depend on reactions are searched from those found last, which are inputs. */
static void observe(tml_live *l)
{
    tml_workspace *w = workspace_of(l);
    const size_t bytes = (size_t)w->system->input_count * sizeof(double);
    memcpy(l->kept_inputs, w->inputs, bytes);
    fill_row(l);
    memcpy(w->inputs, l->kept_inputs, bytes);
    l->motion.solved = 0;
    l->observed = true;
}

void tml_live_changed(tml_live *l)
{
    l->observed = false;
    tml_live_ode_forget(l);
}

void tml_live_forget_course(tml_live *l)
{
    l->motion.resumption = (tml_resumption){0};
    l->motion.event = NULL;
    l->stopped = -1;
    l->made = 0;
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
    l->kept_inputs = TML_NEW_ARRAY(l->task.arena, double, workspace_of(l)->system->input_count + 1);
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
    l->internal = l->options.fixed && l->options.internal_step > 0 ? l->options.internal_step : l->request.step;
    l->t = l->start;
    return finish(l, report);
}

/* Multistep methods begin slowly, and the motion begins anew at each step of the caller: only stiff motions have them. */
static void choose_method(tml_live *l)
{
    const tml_integrator_class *named = tml_integrator_find(l->request.integrator);
    const tml_integrator_class *stiff = tml_integrator_automatic(TML_FOR_STIFF_MOTION);
    if (named && !named->single_step && named != stiff)
        l->request.integrator = tml_integrator_automatic(TML_FOR_SMOOTH_MOTION)->name;
    l->request.output = l->h;
}

/* The longest internal step, where these are fixed: as asked for, as the model says, or by the rates of the motion. */
static void choose_internal_step(tml_live *l)
{
    tml_motion_state *m = &l->motion;
    if (!m->integrator.class->fixed_step)
        return;
    l->internal = l->options.fixed ? l->options.internal_step : l->request.step;
    if (l->internal > 0)
        return;
    const double rate = tml_fastest_rate(m, m->t0, m->problem.y);
    l->internal = rate > 0 ? fmin(l->h, RESOLVED / rate) : l->h;
}

/* What the integrator needs of a motion that is paced. */
static bool pace(tml_live *l)
{
    tml_problem *p = &l->motion.problem;
    p->paced = true;
    p->whole_end = tml_motion_state_can_become_stiff(&l->motion) ? INFINITY : 0; /* it may go on for ever */
    p->function_count = 0;
    p->event_count = l->events ? p->event_count : 0;                    /* none interrupts it */
    if (l->motion.integrator.class->single_step || l->motion.decay > 0) /* short steps may be explicit */
        p->workspace = tml_runge_kutta_workspace(p, l->task.arena);
    return p->workspace || !l->motion.integrator.class->single_step;
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
    l->h = l->options.step != 0 ? l->options.step : l->request.step > 0 ? l->request.step : l->request.output;
    l->request.time_count = 0;
    l->stopped = -1;
    if (!is_step(l, l->h) || (l->options.internal_step != 0 && !is_step(l, l->options.internal_step)))
        return TML_WRONG;
    choose_method(l);
    l->start = l->begin = l->task.state->t;
    if (l->request.contact.method == TML_CONTACT_STEPS)
        return begin_stepping(l, &report);
    status = tml_singular_departure_find(&l->task, &report, l->start + l->h, &departure);
    if (status != TML_OK)
        return status;
    if (departure.q)
        tml_singular_departure_apply(&l->task, &departure);
    l->motion = (tml_motion_state){.task = &l->task, .request = &l->request, .live = true, .pace = l->h};
    status = tml_motion_state_start(&l->motion, &report);
    if (status != TML_OK)
        return status;
    bool good;
    l->events = tml_live_events_make(&l->motion, &report, &good);
    if (!good)
        return TML_WRONG;
    choose_internal_step(l);
    l->table = l->motion.table;
    l->t = l->motion.t0;
    status = pace(l) ? finish(l, &report) : TML_NO_MEMORY;
    if (status != TML_OK)
        return status;
    tml_live_begin_energy(l);
    l->first = TML_NEW_ARRAY(l->task.arena, char, l->pieces.bytes + 1);
    tml_pieces_copy_out(&l->pieces, l->first);
    return TML_OK;
}

tml_status tml_live_make(const tml_model *model, const tml_live_options *options, tml_live **live, tml_log *log)
{
    return tml_live_make_by(NULL, model, options, live, log);
}

tml_status tml_live_make_by(const char *integrator, const tml_model *model, const tml_live_options *options,
                            tml_live **live, tml_log *log)
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
    if (l->options.start && !isfinite(*l->options.start)) {
        tml_log_raise(log, TML_E_WRONG_OPTION, TML_NOWHERE, "a live motion cannot begin at t = %g s",
                      *l->options.start);
        tml_release(l);
        return TML_WRONG;
    }
    l->run_options = (tml_run_options){.only = "dynamics",
                                       .integrator = l->options.fixed ? "rk4" : integrator,
                                       .formulation = l->options.formulation,
                                       .tolerance = l->options.tolerance};
    l->run_state = (tml_run_state){
        .model = model, .options = &l->run_options, .log = log, .take_last = begin, .start = l->options.start};
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

void tml_live_note_stop(tml_live *l)
{
    const tml_system *s = l->task.system;
    l->stopped = -1;
    for (int i = 0; i < s->event_count && l->motion.event; i++)
        if (strcmp(s->events[i].name, l->motion.event) == 0)
            l->stopped = i;
}

/* How many internal steps are in a step. */
static double internal_steps(const tml_live *l, double h)
{
    return l->internal > 0 ? fmax(1, ceil(h / l->internal * (1 - WHOLE))) : 1;
}

/* From the present time to `reached`, or as far as the motion goes. */
static tml_status advance(tml_live *l, double reached)
{
    tml_problem *p = &l->motion.problem;
    tml_statistics statistics = {.reached = l->t};
    p->t0 = l->t;
    if (l->internal > 0)
        p->step = (reached - l->t) / internal_steps(l, reached - l->t);
    l->motion.pace = reached - l->t;
    tml_motion_state_take_integrator(&l->motion);
    l->motion.solved = 0; /* a step depends on the state alone, not on what was evaluated before */
    l->motion.e->has_factors = false;
    if (l->events)
        tml_live_events_begin_step(l->events);
    const tml_status status =
        tml_motion_advance(&l->motion, l->events ? tml_live_events_run(l->events) : NULL, reached, &statistics);
    l->t = status == TML_OK && !l->motion.event ? reached : statistics.reached;
    if (l->events)
        tml_live_events_end_step(l->events, p->event_start == tml_live_events_run(l->events)->start && p->t0 == l->t);
    tml_live_note_stop(l);
    return l->stopped >= 0 ? TML_STOPPED : status;
}

/* The same where contacts are stepped over. */
static tml_status step_over(tml_live *l, double reached)
{
    const double begin = l->t, count = internal_steps(l, reached - begin);
    for (double k = 1; k <= count; k++) {
        const double t = k < count ? begin + k / count * (reached - begin) : reached;
        if (tml_live_steps_advance(l->stepping, l->t, t - l->t))
            return TML_FAILED;
        l->made = t - l->t;
        l->t = t;
    }
    return TML_OK;
}

tml_status tml_live_step(tml_live *live)
{
    const double reached = live->start + (live->count + 1) * live->h;
    if (live->stopped >= 0)
        return TML_STOPPED;
    const tml_status status = live->stepping ? step_over(live, reached) : advance(live, reached);
    live->count++;
    if (status != TML_OK) {
        live->start = live->t;
        live->count = 0;
    }
    tml_live_changed(live);
    return status;
}

const char *tml_live_stopped(const tml_live *live)
{
    return live->stopped >= 0 ? live->task.system->events[live->stopped].name : NULL;
}

void tml_live_reset(tml_live *live)
{
    if (live->stepping) {
        tml_live_steps_restart(live->stepping);
        tml_live_state_list(live); /* its memory is another */
        memset(live->courses, 0, live->options.input_count * sizeof *live->courses);
        tml_live_forget_course(live);
        live->t = live->start = live->begin;
        live->count = 0;
        tml_live_changed(live);
    } else {
        tml_live_put_pieces(live, live->first);
    }
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

double tml_live_internal_step(const tml_live *live)
{
    return live->internal;
}

double tml_live_start(const tml_live *live)
{
    return live->begin;
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

/* Inputs that change with time are read in all workspaces of the motion. Where impulses are of a system of their own, its inputs lie elsewhere: they
 * keep the value from the last event. */
void tml_live_connect_courses(tml_live *live)
{
    tml_workspace *works[2] = {workspace_of(live), live->events ? tml_live_events_workspace(live->events) : NULL};
    for (int k = 0; k < 2; k++)
        if (works[k] && works[k]->system == works[0]->system) {
            works[k]->courses = live->courses;
            works[k]->course_count = live->run_state.varying_count;
        }
}

tml_status tml_live_set_rates(tml_live *live, long input, const double *rates, size_t count)
{
    if (input < 0 || input >= live->run_state.varying_count || count > TML_COURSE_ORDER)
        return TML_WRONG;
    const tml_workspace *w = workspace_of(live);
    tml_input_course *c = &live->courses[input];
    *c = (tml_input_course){
        .input = live->inputs[input], .order = (int)count, .from = live->t, .value = w->inputs[live->inputs[input]]};
    memcpy(c->rate, rates, count * sizeof(double));
    tml_live_connect_courses(live);
    tml_live_changed(live);
    return TML_OK;
}

double tml_live_tolerance(const tml_live *live)
{
    return live->internal > 0 ? 0 : live->request.tolerance;
}

void tml_live_set(tml_live *live, long input, double value)
{
    if (input < 0 || input >= live->run_state.varying_count)
        return;
    live->courses[input].order = 0;
    if (live->stepping)
        tml_live_steps_set(live->stepping, live->inputs[input], value);
    else
        live->motion.e->work->inputs[live->inputs[input]] = value;
    if (live->events)
        tml_live_events_set(live->events, live->inputs[input], value);
    tml_live_changed(live);
}
