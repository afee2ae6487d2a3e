/* motion_events.c - what the integrator watches in a motion: events of the user's, and where modes of contacts, stops and friction end.
 *
 * Where something is held, forces are needed, and so a whole solution; that at the end of a step is also the first of the next. A gap alone needs
 * the places of the bodies only. While a contact is open nothing depends on its gap and slips but what watches it: they are not evaluated.
 */
#include "analysis/dynamics/event_table.h"
#include "analysis/dynamics/gap_proofs.h"
#include "analysis/dynamics/interaction_run.h"
#include "analysis/dynamics/motion_state.h"
#include <math.h>
#include <string.h>

static const double NOISE = 1e-3; /* of the tolerance: what a quantity may be off where it is at rest */

bool tml_event_needs_size(const tml_system *s, const tml_event *event)
{
    for (int k = event->first_action; k < event->first_action + event->action_count; k++)
        if (s->actions[k].what != TML_DO_COUNT && s->actions[k].what != TML_DO_STOP)
            return false;
    return !event->silent && !event->of_contact;
}

/* The scale of what an expression reads: errors of it are a part of this. */
static double input_scale(const tml_motion_state *m, int input)
{
    const tml_system *s = m->task->system;
    const tml_input *in = &s->inputs[input];
    const double value = fabs(m->e->work->inputs[input]);
    if (in->what != TML_INPUT_VALUE && in->what != TML_INPUT_RATE)
        return value;
    const double size = fabs(in->term.coefficient) * tml_measure_scale(s, in->term.measure);
    return value + size * (in->what == TML_INPUT_RATE ? m->rate : 1);
}

/* Errors of an expression by those of what it reads: sum |dg/dx| NOISE tolerance (scale of x). */
static double find_noise(const tml_motion_state *m, const tml_event *event)
{
    const tml_system *s = m->task->system;
    const tml_workspace *w = m->e->work;
    double sum = 0;
    memset(m->gradient, 0, (size_t)s->input_count * sizeof(double));
    tml_expression_gradient(event->when, w->inputs, w->expression, 1, m->gradient);
    for (int i = 0; i < s->input_count; i++)
        if (m->gradient[i] != 0)
            sum += fabs(m->gradient[i]) * input_scale(m, i);
    return NOISE * m->request->tolerance * sum;
}

/* Keeps when the expressions have exceeded their noise. */
static void watch_noise(const tml_motion_state *m, double t, const double *g)
{
    const tml_system *s = m->task->system;
    for (int i = 0; i < s->event_count; i++) {
        if (m->armed_from[i] == -INFINITY)
            continue;
        if (isnan(m->noise[i]))
            m->noise[i] = find_noise(m, &s->events[i]);
        if (!(fabs(g[i]) > m->noise[i]))
            continue;
        m->armed_from[i] = fmin(m->armed_from[i], t);
        m->exceeded[i] = fmax(m->exceeded[i], t);
    }
}

/* Whether a crossing counts. One that does makes the next count where the expression goes on to exceed its noise. */
static bool counts(tml_motion_state *m, int index, double t)
{
    if (m->armed_from[index] == -INFINITY)
        return true;
    if (!(t > m->armed_from[index]))
        return false;
    m->armed_from[index] = m->exceeded[index] > t ? t : INFINITY;
    m->noise[index] = find_noise(m, &m->task->system->events[index]);
    return true;
}

static void evaluate_events(const tml_motion_state *m, double t, double *g)
{
    const tml_system *s = m->task->system;
    const tml_workspace *w = m->e->work;
    if (m->interactions)
        tml_interaction_run_guards(m->interactions, w, g + s->event_count);
    for (int i = 0; i < s->event_count; i++)
        g[i] = tml_expression_value(s->events[i].when, w->inputs, w->expression);
    watch_noise(m, t, g);
}

/* A solution that is kept where it is of the state of the problem: the next step begins with it. */
static int solve(tml_motion_state *m, double t, const double *y)
{
    tml_workspace *w = m->e->work;
    w->idle = m->interactions ? tml_interaction_run_idle_slips(m->interactions) : NULL;
    const int flag = tml_equations_solve(m->e, t, y, y + m->e->nq);
    w->idle = NULL;
    m->solved = !flag && y == m->problem.y ? m->e->solutions : 0;
    m->solved_time = t;
    return flag;
}

int tml_motion_state_solve_end(tml_motion_state *m, double t, const double *y)
{
    if (m->balanced || m->task->system->events_use_results)
        return 1;
    return m->solved && m->solved == m->e->solutions && m->solved_time == t && y == m->problem.y ? 0 : solve(m, t, y);
}

static bool needs_solution(const tml_motion_state *m, const double *y)
{
    return (m->interactions && tml_interaction_run_needs_forces(m->interactions)) ||
           (y == m->problem.y && !m->balanced && tml_gap_proofs_want_accelerations(m->proofs));
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
        evaluate_events(m, t, g);
        return 0;
    }
    tml_workspace_set_states(w, y + tml_motion_state_states(m));
    if (needs_solution(m, y)) {
        if (solve(m, t, y))
            return -1;
        evaluate_events(m, t, g);
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
    evaluate_events(m, t, g);
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
    m->solved = 0; /* the workspace is elsewhere now */
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
    (void)y;
    if (!counts(m, index, t))
        return 0;
    if (found && found->told && !m->live)
        tml_event_table_record(m->events, m->table, found, t, ++m->recorded_count[index]);
    if (!found || found->stop || found->acts || found->silent) {
        m->fired[index] = m->interrupted = true;
        m->event_time = t;
        return 1;
    }
    m->recorded[index] = t;
    if (!m->live)
        tml_event_table_record(m->events, m->table, found, t, ++m->recorded_count[index]);
    return 0;
}
