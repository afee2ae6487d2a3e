/* motion_advance.c - integrates a motion to a time: from event to event, and from one break of time to the next.
 *
 * Each of them interrupts the integrator, which begins anew behind it.
 */
#include "analysis/dynamics/motion_advance.h"
#include "analysis/dynamics/contact_bridge.h"
#include <math.h>
#include <string.h>

static const double SAME_RATE = 1e-9; /* of what is characteristic: rates that do not jump */

static void add_statistics(tml_statistics *all, const tml_statistics *part)
{
    all->steps += part->steps;
    all->rejected += part->rejected;
    all->jacobians += part->jacobians;
    all->reached = part->reached;
    all->stopped = part->stopped;
    all->method = part->method;
}

/* Where what rolls touches at the beginning. */
static void begin_places(tml_motion_state *m)
{
    const double t = m->problem.t0, *y = m->problem.y;
    if (!m->places.count)
        return;
    m->e->class->place_bodies(m->e, t, y, y + m->e->nq);
    tml_touching_places_begin(&m->places, m->e->work, t);
}

tml_time_gap tml_motion_break_after(const tml_motion_state *m, double t, double until)
{
    const tml_system *s = m->task->system;
    return tml_time_crossings_find(m->time_crossings, t, until,
                                   tml_time_breaks_find(s->time_breaks, s->time_break_count, t));
}

/* Whether a rate jumps between the present time and a time just behind it. Work and losses follow from the others. */
static bool jumps_until(tml_motion_state *m, double after)
{
    const tml_problem *p = &m->problem;
    double *y = m->y, *now = m->derivative, *then = m->trial;
    bool jumps = false;
    memcpy(y, p->y, (size_t)p->n * sizeof(double));
    if (p->rate(m, p->t0, y, now) || p->rate(m, after, y, then))
        return false;
    for (int i = 0; i < tml_motion_state_loss(m); i++)
        if (i != tml_motion_state_work(m))
            jumps |= fabs(then[i] - now[i]) > SAME_RATE * m->rate * m->scale[i];
    return jumps;
}

/* A motion that begins at a break has rates of one side there; mostly these are those behind it, and nothing is to be crossed. */
tml_time_gap tml_motion_find_break(tml_motion_state *m, double until)
{
    const double t = m->problem.t0;
    tml_time_gap gap = tml_motion_break_after(m, t, until);
    if (gap.before <= t && t == m->t0 && !jumps_until(m, gap.after))
        gap = tml_motion_break_after(m, gap.after, until);
    m->problem.t1 = fmin(gap.before, until);
    return gap;
}

/* Rows up to t have been written. */
static void skip_rows(tml_problem *p, double t)
{
    for (; p->time_count && p->times[0] <= t; p->times++, p->time_count--)
        continue;
}

/* Crosses from one side of a break of time to the other: writes the rows that are due up to there, also the first row of a motion that begins at the
 * break, and keeps the values of events before the break, so that no event is lost. Velocities obey drivers whose speeds jump. Where the motion
 * cannot go on, the integrator finds it out and reports why. */
static tml_status cross_break(tml_motion_state *m, tml_time_gap gap, double until)
{
    tml_problem *p = &m->problem;
    const double t = fmin(gap.after, until);
    tml_certificate_interrupt(&m->certificate, p->t0);
    for (; p->time_count && p->times[0] <= t; p->times++, p->time_count--)
        if (p->output(m, p->times[0], p->y))
            break;
    if (p->event_count && p->events(m, p->t0, p->y, m->across))
        return TML_FAILED;
    if (p->project && p->project(m, t, p->y))
        tml_failure_find_cause(m->e->work, &m->cause);
    else
        tml_equations_accept(m->e, t, p->y, p->y + m->e->nq);
    m->residual_known = false;
    p->event_start = m->across;
    p->t0 = t;
    return TML_OK;
}

/* An explicit method has given up: the motion has become stiff. A method for stiff motions goes on from there. */
static tml_status become_stiff(tml_motion_state *m, double t)
{
    tml_problem *p = &m->problem;
    const char *before = m->integrator.class->name;
    m->stiff = true;
    tml_motion_state_take_integrator(m);
    if (!m->live) /* a live motion tells nobody, and its steps allocate nothing here */
        m->integrator.why = tml_arena_format(
            m->task->arena, "auto: stiff from t = %.6g s on, where stability or rounding held down %s", t, before);
    m->resumption = (tml_resumption){0};
    p->t0 = t;
    skip_rows(p, t);
    if (p->event_count && p->events(m, t, p->y, m->across))
        return TML_FAILED;
    p->event_start = m->across;
    m->residual_known = false;
    return TML_OK;
}

/* One run of the integrator, and what ends it; *goes_on: from there. */
static tml_status advance_part(tml_motion_state *m, tml_event_run *events, double until, tml_time_gap gap,
                               tml_statistics *statistics, bool *goes_on)
{
    tml_statistics part = {.reached = m->problem.t0};
    begin_places(m);
    if (m->time_steps)
        tml_time_steps_refresh(m->time_steps);
    tml_status status = m->integrator.class->run(&m->problem, &part, m->task->log);
    const bool interrupted = status == TML_OK && m->interrupted;
    if (interrupted)
        part.reached = m->event_time, part.stopped = false;
    add_statistics(statistics, &part);
    *goes_on = true;
    if (status == TML_OK && part.held_down && !part.stopped)
        return become_stiff(m, part.reached);
    if (interrupted)
        status = tml_event_run_act(events);
    if (status == TML_OK && m->places.jumped >= 0) {
        tml_touching_places_report(&m->places, m->task->system, m->task->log);
        return TML_WRONG;
    }
    const bool breaks = status == TML_OK && !interrupted && !part.stopped && m->problem.t1 < until;
    if (breaks) {
        m->problem.t0 = m->problem.t1;
        skip_rows(&m->problem, m->problem.t0);
        status = cross_break(m, gap, until);
    }
    *goes_on = interrupted || breaks;
    return status;
}

tml_status tml_motion_advance(tml_motion_state *m, tml_event_run *events, double until, tml_statistics *statistics)
{
    for (bool goes_on = true;;) {
        const tml_time_gap gap = tml_motion_find_break(m, until);
        if (m->problem.t0 >= m->problem.t1 && m->problem.t1 < until) { /* it begins there */
            if (cross_break(m, gap, until) != TML_OK)
                return TML_FAILED;
            if (m->problem.t0 >= until)
                return TML_OK;
            continue;
        }
        const tml_log_mark mark = tml_log_set_mark(m->task->log);
        tml_status status = advance_part(m, events, until, gap, statistics, &goes_on);
        if (status == TML_FAILED && tml_contact_bridge_cross(events, statistics->reached, mark)) {
            statistics->reached = m->problem.t0;
            status = TML_OK;
            goes_on = true;
        }
        if (!goes_on || status != TML_OK || m->event || m->problem.t0 >= until)
            return status == TML_WRONG ? TML_FAILED : status;
        if (tml_motion_state_progress(m, m->problem.t0)) { /* steps that events end are not reported otherwise */
            statistics->stopped = true;
            return TML_OK;
        }
    }
}
