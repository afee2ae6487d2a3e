/* motion_features.c - the callbacks by which an integrator passes over no narrow force: of time before a step (expression/time_steps.h), of the motion after
 * its stages (expression/step_watch.h).
 */
#include "analysis/dynamics/motion_state.h"

static double time_step(void *context, double t, int cells)
{
    const tml_motion_state *m = context;
    return tml_time_steps_longest(m->time_steps, t, cells);
}

static void begin_step(void *context, double t)
{
    tml_step_watch_begin(((tml_motion_state *)context)->step_watch, t);
}

static void see_state(void *context, double t)
{
    const tml_motion_state *m = context;
    tml_step_watch_note(m->step_watch, t, m->e->work->inputs);
}

static void see_inputs(void *context, double t, const double *inputs)
{
    tml_step_watch_note(((tml_motion_state *)context)->step_watch, t, inputs);
}

static double good_part(void *context, double end)
{
    return tml_step_watch_part(((tml_motion_state *)context)->step_watch, end);
}

void tml_motion_state_watch_features(tml_motion_state *m)
{
    const tml_system *s = m->task->system;
    const double span = m->request->end - m->t0, *inputs = m->e->work->inputs;
    m->time_steps = tml_time_steps_make(m->task->arena, s->narrow.time, s->narrow.time_count, inputs, s->input_count,
                                        m->t0, span, m->live);
    m->step_watch = tml_step_watch_make(m->task->arena, s->narrow.motion, s->narrow.motion_count, s->input_count);
    m->time_crossings =
        tml_time_crossings_make(m->task->arena, s->time_crossings, s->time_crossing_count, inputs, s->input_count);
    if (m->time_steps)
        m->problem.time_step = time_step;
    if (!m->step_watch)
        return;
    m->problem.begin_step = begin_step;
    m->problem.see_state = see_state;
    m->problem.see_inputs = see_inputs;
    m->problem.good_part = good_part;
}
