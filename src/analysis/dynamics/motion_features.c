/* motion_features.c - the callbacks by which an integrator passes over no narrow force: of time before a step (expression/time_steps.h), of the motion after
 * its stages (expression/step_watch.h).
 */
#include "analysis/dynamics/interaction_run.h"
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

static bool pass_state(void *context, double t, double end, const double *y, bool counts)
{
    tml_motion_state *m = context;
    tml_workspace *w = m->e->work;
    w->idle = m->interactions ? tml_interaction_run_idle_slips(m->interactions) : NULL;
    m->e->class->place_bodies(m->e, t, y, y + m->e->nq);
    m->solved = 0; /* the workspace is elsewhere now */
    tml_workspace_measure(w, 0, m->task->system->active_count);
    w->idle = NULL;
    tml_workspace_set_states(w, y + tml_motion_state_states(m));
    tml_workspace_read_inputs(w);
    if (!counts)
        return tml_step_watch_pass(m->step_watch, t, end, w->inputs);
    tml_step_watch_note(m->step_watch, t, w->inputs);
    return true;
}

static double good_part(void *context, double end)
{
    return tml_step_watch_part(((tml_motion_state *)context)->step_watch, end);
}

/* Whether a body of the plane may rotate: not where rows hold the angles between all bodies and the ground. held: (nb) scratch space. */
static bool rotates(const tml_system *s, bool *held)
{
    bool found = held[0] = true, all = true;
    while (found) {
        found = false;
        for (int i = 0; i < s->rigid_row_count; i++) {
            const tml_constraint *row = &s->rows[i];
            const tml_measure *m = &s->measures[s->terms[row->terms.first].measure];
            if (!tml_terms_is_measure(&row->terms) || row->motion || m->kind != TML_ANGLE ||
                held[m->body1] == held[m->body2])
                continue;
            found = held[m->body1] = held[m->body2] = true;
        }
    }
    for (int b = 0; b < s->nb; b++)
        all &= held[b];
    return !all;
}

bool tml_system_watches_places(const tml_system *s, tml_arena *arena)
{
    if (s->narrow.motion_count == 0 || !rotates(s, TML_NEW_ARRAY(arena, bool, s->nb + 1)))
        return false;
    for (int i = 0; i < s->narrow.motion_count; i++)
        for (int k = 0; k < s->input_count; k++) {
            const tml_input *in = &s->inputs[k];
            if ((in->what == TML_INPUT_VALUE || in->what == TML_INPUT_RATE) &&
                !s->measures[in->term.measure].is_rotation && tml_expression_uses(s->narrow.motion[i].e, k))
                return true;
        }
    return false;
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
    m->problem.pass_state = pass_state;
    m->problem.good_part = good_part;
}
