/* motion_events.c - what the integrator watches in a motion: events of the user's, and where modes of contacts, stops and friction end.
 *
 * Where something is held, forces are needed, and so a whole solution; that at the end of a step is also the first of the next. A gap alone needs
 * the places of the bodies only. While a contact is open nothing depends on its gap and slips but what watches it: they are not evaluated.
 */
#include "analysis/dynamics/interaction_run.h"
#include "analysis/dynamics/motion_state.h"
#include <stdio.h>
#include <string.h>

static void evaluate_events(const tml_motion_state *m, double *g)
{
    const tml_system *s = m->task->system;
    const tml_workspace *w = m->e->work;
    if (m->interactions)
        tml_interaction_run_guards(m->interactions, w, g + s->event_count);
    for (int i = 0; i < s->event_count; i++)
        g[i] = tml_expression_value(s->events[i].when, w->inputs, w->expression);
}

int tml_motion_state_events(void *context, double t, const double *y, double *g)
{
    tml_motion_state *m = context;
    const tml_system *s = m->task->system;
    tml_workspace *w = m->e->work;
    if (s->events_use_results) {
        if (tml_motion_state_observe(m, t, y))
            return -1;
        tml_motion_state_fill(m, m->row);
        evaluate_events(m, g);
        return 0;
    }
    tml_workspace_set_states(w, y + tml_motion_state_states(m));
    if (m->interactions && tml_interaction_run_needs_forces(m->interactions)) {
        w->idle = tml_interaction_run_idle_slips(m->interactions);
        const int flag = tml_equations_solve(m->e, t, y, y + m->e->nq);
        w->idle = NULL;
        if (flag)
            return -1;
        m->solved = y == m->problem.y ? m->e->solutions : 0;
        m->solved_time = t;
        evaluate_events(m, g);
        return 0;
    }
    if (m->balanced) {
        memcpy(m->balanced, y, (size_t)(m->e->nq + m->e->nv) * sizeof(double));
        y = tml_massless_project(m->e->massless, w, t, m->balanced, m->balanced + m->e->nq) ? y : m->balanced;
    }
    w->idle = m->interactions ? tml_interaction_run_idle_slips(m->interactions) : NULL;
    m->e->class->place_bodies(m->e, t, y, y + m->e->nq);
    tml_workspace_measure(w, 0, s->active_count);
    tml_workspace_forces(w);
    w->idle = NULL;
    evaluate_events(m, g);
    return 0;
}

int tml_motion_state_event_value(void *context, double t, const double *y, int index, double *g)
{
    tml_motion_state *m = context;
    const tml_system *s = m->task->system;
    const int measure = index < s->event_count || s->events_use_results || m->balanced
                            ? -1
                            : tml_interaction_run_gap_of(m->interactions, index - s->event_count);
    if (measure < 0) {
        const int flag = tml_motion_state_events(context, t, y, m->watched);
        *g = m->watched[index];
        return flag;
    }
    m->e->class->place_bodies(m->e, t, y, y + m->e->nq);
    tml_workspace_measure(m->e->work, measure, measure + 1);
    *g = tml_interaction_run_gap_value(m->interactions, m->e->work, index - s->event_count);
    return 0;
}

int tml_motion_state_solve(tml_motion_state *m, double t, const double *y)
{
    tml_equations *e = m->e;
    if (y == m->problem.y && m->solved && m->solved == e->solutions && m->solved_time == t)
        return 0;
    e->work->idle = m->interactions ? tml_interaction_run_idle(m->interactions) : NULL;
    const int flag = tml_equations_solve(e, t, y, y + e->nq);
    e->work->idle = NULL;
    return flag;
}

/* What stops or changes the motion is done when the integrator has returned: it begins anew there. */
int tml_motion_state_event(void *context, double t, const double *y, int index)
{
    tml_motion_state *m = context;
    const tml_event *found = index < m->task->system->event_count ? &m->task->system->events[index] : NULL;
    char name[128]; /* not from the arena, which may jump past the integrator's memory */
    (void)y;
    if (!found || found->stop || found->acts || found->silent) {
        m->fired[index] = m->interrupted = true;
        m->event_time = t;
        return 1;
    }
    m->recorded[index] = t;
    snprintf(name, sizeof name, "event %s", found->name);
    tml_table_add_fact(m->table, name, t, "%.12g s", t);
    return 0;
}
