/* live_events.c - events in a live motion. Its own steps locate them as a run does; for an integrator of the caller's, this tells which values have crossed
 * zero. At an event things act and modes change as in a run, but nothing is recorded.
 */
#include "run/live_events.h"
#include "analysis/dynamics/interaction_run.h"
#include "analysis/dynamics/motion_pieces.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double NEAR_ZERO =
    1e-10; /* of the largest value so far: where the caller says that one crosses zero, it does */
static const double AHEAD = 1e-6; /* of the characteristic time: so much later values tell in which sense they change */

struct tml_live_events {
    tml_motion_state *m;
    tml_event_run *run;
    double *g,
        *g_end; /* (event_count) where the last step ended or something has happened last; at a state that is looked at */
    double *largest;            /* (event_count) of what a caller who integrates has seen */
    double *y, *ydot, *g_ahead; /* (n), (n), (event_count): the state a little later, its rate, the values there */
    bool begun;                 /* g is known: the motion has left its start */
};

static bool is_watched(const tml_live_events *x, int i)
{
    const tml_system *s = x->m->task->system;
    if (i >= s->event_count)
        return i < x->m->problem.event_count - x->m->problem.rate_count;
    return s->events[i].acts || s->events[i].stop || s->events[i].silent;
}

static bool crosses(const tml_live_events *x, int i)
{
    const double from = x->g[i], to = x->g_end[i];
    const int direction = x->m->problem.directions[i];
    if (!is_watched(x, i) || from == 0 || isnan(from) || isnan(to) || (to != 0 && (from > 0) == (to > 0)))
        return false;
    return direction == 0 || (direction > 0) == (to > from);
}

static bool any_crosses(const tml_live_events *x)
{
    bool any = false;
    for (int i = 0; i < x->m->problem.event_count; i++)
        any |= crosses(x, i);
    return any;
}

/* Those that have fired, at the state that the caller has reached. */
static int act_fired(tml_live_events *x, double t)
{
    tml_motion_state *m = x->m;
    m->event_time = t;
    m->interrupted = true;
    if (m->interactions)
        m->interactions->coarse = true;
    const tml_status status = tml_event_run_act(x->run);
    if (m->interactions)
        m->interactions->coarse = false;
    tml_live_events_end_step(x, true);
    return status != TML_OK;
}

/* Events at the state just reached, which has one. */
static int act(tml_live_events *x, double t)
{
    for (int i = 0; i < x->m->problem.event_count; i++)
        x->m->fired[i] = crosses(x, i);
    return act_fired(x, t);
}

tml_event_run *tml_live_events_run(const tml_live_events *x)
{
    return x->run;
}

void tml_live_events_begin_step(tml_live_events *x)
{
    tml_problem *p = &x->m->problem;
    p->event_start = x->begun ? x->g : x->run->interactions ? x->run->start : NULL;
    p->event_end = x->g;
    if (x->run->interactions) /* gaps limit the step: they are those of this state, whatever was evaluated before */
        p->events(p->context, p->t0, p->y, x->g_end);
}

void tml_live_events_end_step(tml_live_events *x, bool interrupted)
{
    x->begun = true;
    if (interrupted)
        memcpy(x->g, x->run->start, (size_t)x->m->problem.event_count * sizeof(double));
}

/* ---- for an integrator of the caller's ---- */

int tml_live_events_watched(const tml_live_events *x, int *which)
{
    int count = 0;
    for (int i = 0; i < x->m->problem.event_count; i++)
        if (is_watched(x, i))
            which[count++] = i;
    return count;
}

double tml_live_events_side(const tml_live_events *x, int value)
{
    return x->g[value];
}

static int evaluate(tml_live_events *x, double t)
{
    const tml_problem *p = &x->m->problem;
    if (p->events(p->context, t, p->y, x->g_end))
        return 1;
    for (int i = 0; i < p->event_count; i++)
        x->largest[i] = fmax(x->largest[i], fabs(x->g_end[i]));
    return 0;
}

/* So near to zero that rounding decides its sign. */
static bool is_near_zero(const tml_live_events *x, int i, const double *g)
{
    return fabs(g[i]) <= NEAR_ZERO * x->largest[i];
}

/* What lies so near to zero keeps the side, and the value, that it had before. */
int tml_live_events_look(tml_live_events *x, double t, bool *crossed)
{
    if (evaluate(x, t))
        return 1;
    *crossed = any_crosses(x);
    x->begun = true;
    for (int i = 0; !*crossed && i < x->m->problem.event_count; i++)
        if (!is_near_zero(x, i, x->g_end) && !isnan(x->g_end[i]))
            x->g[i] = x->g_end[i];
    return 0;
}

/* Values a little later, where the motion goes on as it does now. False: they are not known. */
static bool look_ahead(tml_live_events *x, double t)
{
    const tml_problem *p = &x->m->problem;
    const double rate = p->characteristic_rate > 0 ? p->characteristic_rate : 1 / (x->m->request->end - x->m->t0);
    const double h = AHEAD / rate;
    if (p->rate(p->context, t, p->y, x->ydot))
        return false;
    for (int i = 0; i < p->n; i++)
        x->y[i] = p->y[i] + h * x->ydot[i];
    const int flag = p->events(p->context, t + h, x->y, x->g_ahead);
    x->m->solved = 0;
    return p->events(p->context, t, p->y, x->g_end) == 0 && flag == 0; /* what acts finds the bodies here */
}

/* The caller has found a crossing to its own rounding: a value near zero is on the side to which it goes. So the caller finds crossings that it stops short of, and
 * none again just behind an event, from where the value goes back. Where a value stays near zero, it has crossed if it was farther away before. */
int tml_live_events_happen(tml_live_events *x, double t)
{
    bool near = false;
    if (evaluate(x, t))
        return 1;
    for (int i = 0; i < x->m->problem.event_count; i++)
        near |= is_near_zero(x, i, x->g_end);
    const bool ahead = near && look_ahead(x, t);
    for (int i = 0; i < x->m->problem.event_count; i++) {
        if (!is_near_zero(x, i, x->g_end))
            continue;
        if (ahead && !isnan(x->g_ahead[i]) && !is_near_zero(x, i, x->g_ahead))
            x->g_end[i] = copysign(DBL_MIN, x->g_ahead[i]);
        else if (fabs(x->g_end[i]) <= fabs(x->g[i]) && (x->g[i] > 0) == (x->g_end[i] > 0))
            x->g_end[i] = copysign(DBL_MIN, -x->g[i]);
    }
    return any_crosses(x) && act(x, t);
}

int tml_live_events_fire(tml_live_events *x, double t, int value)
{
    for (int i = 0; i < x->m->problem.event_count; i++)
        x->m->fired[i] = i == value;
    return act_fired(x, t);
}

static int start(tml_live_events *x, double t)
{
    tml_motion_state *m = x->m;
    if (m->problem.event_start)
        memcpy(x->g, x->run->start, (size_t)m->problem.event_count * sizeof(double));
    else if (m->problem.events(m, t, m->problem.y, x->g))
        return 1;
    return 0;
}

int tml_live_events_restart(tml_live_events *x, double t)
{
    x->begun = false;
    return !tml_event_run_restart(x->run, t) || start(x, t);
}

void tml_live_events_pieces(tml_live_events *x, tml_pieces *pieces)
{
    TML_PIECE(pieces, x->g, x->m->problem.event_count);
    TML_PIECE(pieces, &x->begun, 1);
    TML_PIECE(pieces, x->largest, x->m->problem.event_count);
    tml_event_run_pieces(x->run, pieces);
}

tml_workspace *tml_live_events_workspace(const tml_live_events *x)
{
    return x->run->impulse->work;
}

void tml_live_events_set(tml_live_events *x, int input, double value)
{
    tml_event_run_set_input(x->run, &x->m->task->system->inputs[input], value);
}

static bool refuse(const tml_motion_state *m, tml_place place, const char *why)
{
    tml_log_raise(m->task->log, TML_E_NO_EVENTS_HERE, place, "%s", why);
    return false;
}

/* What needs a system of its own, or another integrator. */
static bool can_follow(const tml_motion_state *m)
{
    const tml_system *s = m->task->system;
    tml_arena *arena = m->task->arena;
    for (int i = 0; i < s->event_count; i++)
        for (int k = s->events[i].first_action; k < s->events[i].first_action + s->events[i].action_count; k++)
            for (int j = s->actions[k].first; j < s->actions[k].first + s->actions[k].count; j++)
                if (s->assignments[j].what == TML_SET_DRIVER)
                    return refuse(m, s->events[i].place,
                                  tml_arena_format(arena,
                                                   "event %s cannot switch driver %s in a live motion: its steps would "
                                                   "have to compile another system",
                                                   s->events[i].name, s->assignments[j].name));
    if (s->contact_penalty.stiffness > 0 && m->integrator.class->fixed_step)
        return refuse(
            m, m->task->element->place,
            "a live motion of fixed steps cannot have contact: compliant: springs that stand for rigid contacts need "
            "shorter ones; use contact: events, or steps by the tolerance");
    return true;
}

tml_live_events *tml_live_events_make(tml_motion_state *m, const tml_assembly *report, bool *good)
{
    tml_arena *arena = m->task->arena;
    *good = can_follow(m);
    tml_event_run *run = *good ? tml_event_run_make(m, report, good) : NULL;
    if (!run || !*good)
        return NULL;
    tml_live_events *x = TML_NEW(arena, tml_live_events);
    *x = (tml_live_events){.m = m, .run = run};
    x->g = TML_NEW_ARRAY(arena, double, m->problem.event_count);
    x->g_end = TML_NEW_ARRAY(arena, double, m->problem.event_count);
    x->largest = TML_NEW_ARRAY(arena, double, m->problem.event_count);
    x->y = TML_NEW_ARRAY(arena, double, m->problem.n + 1);
    x->ydot = TML_NEW_ARRAY(arena, double, m->problem.n + 1);
    x->g_ahead = TML_NEW_ARRAY(arena, double, m->problem.event_count);
    *good = start(x, m->t0) == 0;
    return x;
}
