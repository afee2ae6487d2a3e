/* real_time.c - a motion followed step by step, in pace with somebody's clock.
 *
 * t_k = t_0 + k h by the classical Runge-Kutta rule and one projection, as integrator rk4 does it: four evaluations. A step takes
 * no memory, waits for nothing and asks the operating system for nothing. Channels are found when the first of them is asked for.
 * Parameters that the caller wants to change are inputs of the forces' expressions, and constants nowhere.
 */
#include "analysis/dynamics/motion_state.h"
#include "analysis/dynamics/singular_departure.h"
#include "base/guard.h"
#include "base/options.h"
#include "integrate/runge_kutta.h"
#include "run/run.h"
#include <stdlib.h>
#include <string.h>

struct tml_live {
    tml_running running; /* first: it is handed back where the motion is to begin */
    tml_run_options run_options;
    tml_live_options options;
    tml_task task;
    tml_motion_request request;
    tml_motion_state moving;
    tml_single_steps *steps;
    double h, t;
    double start;  /* time; a singular start is left a moment before the first step */
    double count;  /* of steps since the start */
    double *row;   /* (channels) values at t */
    bool observed; /* row holds them */
    int *inputs;   /* (input_count) of the system */
};

/* ---- making it ---- */

static bool is_step(const tml_live *l, double step)
{
    if (step > 0 && step < INFINITY)
        return true;
    tml_log_raise(l->task.log, TML_E_WRONG_OPTION, l->task.element->place,
                  "a live motion needs a step greater than zero, not %g s", step);
    return false;
}

/* Where each input is among those of the system; one that is a constant somewhere would change there too late. */
static bool find_inputs(tml_live *l)
{
    const tml_system *s = l->task.system;
    const tml_model *model = l->task.model;
    const char **names = TML_NEW_ARRAY(l->task.arena, const char *, l->options.input_count + 1);
    bool good = true;
    l->inputs = TML_NEW_ARRAY(l->task.arena, int, l->options.input_count + 1);
    for (int i = 0; i < l->running.varying_count; i++) {
        const char *name = l->running.varying[i];
        const int parameter = tml_resolved_varying(l->task.resolved, name);
        int at = 1;
        while (at < s->input_count &&
               (s->inputs[at].what != TML_INPUT_PARAMETER || s->inputs[at].parameter != parameter))
            at++;
        l->inputs[i] = at;
        names[i] = model->parameters[parameter].name;
        const bool constant = l->task.resolved->parameter_read[parameter];
        if (constant || at == s->input_count) {
            tml_log_raise(l->task.log, TML_E_NOT_AN_INPUT, model->parameters[parameter].place,
                          constant ? "parameter %s cannot be an input: it is also read where numbers stay as they are; "
                                     "only values of forces can change"
                                   : "parameter %s cannot be an input: no value of a force contains it",
                          name);
            good = false;
        }
    }
    l->running.varying = names; /* the caller's need not stay */
    return good;
}

static void observe(tml_live *l)
{
    if (tml_motion_state_observe(&l->moving, l->t, l->moving.problem.y) == 0)
        tml_channels_fill(&l->moving.instant, l->row);
    else
        for (size_t i = 0; i < l->moving.table->column_count; i++)
            l->row[i] = NAN;
    l->observed = true;
}

/* The analysis `dynamics`, which is not run but begun. */
static tml_status begin(tml_running *running, int index)
{
    tml_live *l = (tml_live *)running;
    tml_assembly report;
    tml_singular_departure departure;
    running->varying = l->options.inputs;
    running->varying_count = (int)l->options.input_count;
    tml_status status = tml_running_prepare(running, index, &l->task);
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
    l->start = l->task.state->t;
    status = tml_singular_departure_find(&l->task, &report, l->start + l->h, &departure);
    if (status != TML_OK)
        return status;
    if (departure.q)
        tml_singular_departure_apply(&l->task, &departure);
    l->moving = (tml_motion_state){.task = &l->task, .request = &l->request};
    status = tml_motion_state_start(&l->moving, &report);
    if (status != TML_OK)
        return status;
    l->steps = tml_single_steps_make(&l->moving.problem, l->task.arena);
    if (!l->steps)
        return TML_NO_MEMORY;
    l->row = TML_NEW_ARRAY(l->task.arena, double, l->moving.table->column_count);
    l->t = l->moving.t0;
    observe(l);
    l->moving.instant.energy_start = tml_instant_energy(&l->moving.instant);
    l->observed = false;
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
    l->running = (tml_running){.model = model, .options = &l->run_options, .log = log, .take_last = begin};
    const tml_status status = tml_running_go(&l->running);
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
    tml_running_free(&live->running);
    tml_release(live);
}

/* ---- stepping ---- */

tml_status tml_live_step(tml_live *live)
{
    const tml_problem *p = &live->moving.problem;
    const double reached = live->start + (live->count + 1) * live->h;
    const bool late = live->t > live->start && live->count == 0;
    if (tml_single_step(live->steps, live->t, late ? reached - live->t : live->h, reached))
        return TML_FAILED;
    p->accept(p->context, reached, p->y);
    live->t = reached;
    live->count++;
    live->observed = false;
    return TML_OK;
}

void tml_live_reset(tml_live *live)
{
    tml_workspace_parameters(live->moving.e->work);
    tml_motion_state_rewind(&live->moving);
    live->t = live->moving.t0;
    live->count = 0;
    live->observed = false;
}

static tml_status explain(void *context)
{
    tml_live *live = context;
    tml_motion_state *m = &live->moving;
    const double *y = m->problem.y;
    live->task.arena = tml_arena_part(live->task.arena); /* given back: it may be asked after every step */
    tml_equations_to_bodies(m->e, live->t, y, y + m->e->nq, m->q, m->v);
    tml_motion_state_diagnose(m, live->t, m->q, m->v);
    return TML_OK;
}

void tml_live_explain(tml_live *live, tml_log *log)
{
    tml_arena *arena = live->task.arena;
    live->task.log = log;
    if (tml_guarded(arena, NULL, explain, live) == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    if (live->task.arena != arena)
        tml_arena_free(live->task.arena);
    live->task.arena = arena;
    live->observed = false;
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

const tml_table *tml_live_channels(const tml_live *live)
{
    return live->moving.table;
}

long tml_live_channel(const tml_live *live, const char *name)
{
    return tml_table_find(live->moving.table, name);
}

double tml_live_value(tml_live *live, long channel)
{
    if (channel < 0 || (size_t)channel >= live->moving.table->column_count)
        return NAN;
    if (!live->observed)
        observe(live);
    return live->row[channel];
}

long tml_live_input(const tml_live *live, const char *name)
{
    for (int i = 0; i < live->running.varying_count; i++)
        if (strcmp(live->running.varying[i], name) == 0)
            return i;
    return -1;
}

void tml_live_set(tml_live *live, long input, double value)
{
    if (input < 0 || input >= live->running.varying_count)
        return;
    live->moving.e->work->inputs[live->inputs[input]] = value;
    live->observed = false;
}
