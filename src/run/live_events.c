/* live_events.c - events inside the fixed steps of a live motion.
 *
 * A step whose end lies beyond a zero of what is watched is made again, shorter: the length at which the first of them crosses zero is
 * bracketed, by steps of the same method, to rounding. There events act and modes change as in a run, and a step leads from there to the end.
 * Crossings that turn back within a step are not seen. Nothing is recorded, and memory is allocated only where a factorization needs some.
 */
#include "run/live_events.h"
#include "analysis/dynamics/interaction_run.h"
#include "analysis/dynamics/motion_pieces.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_EVENTS = 1000, MAX_BRACKETING = 100 }; /* in one step */
static const double ROUNDING = 4e-16;             /* of the time */
static const double NEAR_ZERO =
    1e-10; /* of the largest value so far: where the caller says that one crosses zero, it does */
static const double BEYOND = 1e-10; /* of a step: so much later rates that jump have jumped */

struct tml_live_events {
    tml_motion_state *m;
    tml_event_run *run;
    double *y, *rate;  /* (n) at the beginning of a step; where rates jump in it */
    double *g, *g_end; /* (event_count) there, and at its end */
    double *largest;   /* (event_count) of what a caller who integrates has seen */
    bool *force_off;   /* (force_count) at the start */
};

static bool is_watched(const tml_live_events *x, int i)
{
    const tml_system *s = x->m->task->system;
    if (i >= s->event_count)
        return i < x->m->problem.event_count - x->m->problem.rate_count;
    return s->events[i].acts || s->events[i].silent;
}

static bool crosses(const tml_live_events *x, int i)
{
    const double from = x->g[i], to = x->g_end[i];
    const int direction = x->m->problem.directions[i];
    if (!is_watched(x, i) || from == 0 || isnan(from) || isnan(to) || (to != 0 && (from > 0) == (to > 0)))
        return false;
    return direction == 0 || (direction > 0) == (to > from);
}

/* The earliest crossing within a step of length h by linear interpolation; infinite: none. */
static double earliest(const tml_live_events *x, double h)
{
    double first = INFINITY;
    for (int i = 0; i < x->m->problem.event_count; i++)
        if (crosses(x, i))
            first = fmin(first, h * x->g[i] / (x->g[i] - x->g_end[i]));
    return first;
}

static int step_to(tml_live_events *x, tml_single_steps *steps, double t, double end)
{
    tml_problem *p = &x->m->problem;
    memcpy(p->y, x->y, (size_t)p->n * sizeof(double));
    return tml_single_step(steps, t, end - t, end) || p->events(p->context, end, p->y, x->g_end);
}

/* Whether rates jump at one of the crossings at the end of the step to b; `there`: it was the last that was made. */
static bool jumps(tml_live_events *x, tml_single_steps *steps, double t, double b, bool there)
{
    const tml_problem *p = &x->m->problem;
    bool any = false;
    if (!p->sharp || (!there && step_to(x, steps, t, b)))
        return false;
    for (int i = 0; i < p->event_count; i++)
        any |= p->sharp[i] && crosses(x, i);
    return any;
}

/* Across a jump of the rates at b: by a step that ends before it, none of whose stages has seen it, and straight on from there. */
static int cross_jump(tml_live_events *x, tml_single_steps *steps, double t, double b, double *end)
{
    const tml_problem *p = &x->m->problem;
    const double margin = BEYOND * (*end - t), before = fmax(t, b - margin), after = fmin(b + margin, *end);
    if (step_to(x, steps, t, before) || p->rate(p->context, before, p->y, x->rate))
        return 1;
    for (int i = 0; i < p->n; i++)
        p->y[i] += (after - before) * x->rate[i];
    *end = after;
    return p->events(p->context, after, p->y, x->g_end);
}

/* Where the first crossing is, between t and *end, whose step has one: the state there, just beyond it. */
static int locate(tml_live_events *x, tml_single_steps *steps, double t, double *end)
{
    double a = t, b = *end, last = b;
    for (int k = 0; k < MAX_BRACKETING && b - a > ROUNDING * fmax(fabs(a), fabs(b)); k++) {
        const double guess = t + earliest(x, last - t);
        double c = k % 3 < 2 && last == b && guess > a && guess < b ? guess : 0.5 * (a + b);
        if (k % 3 == 1 && c + 4 * ROUNDING * fabs(b) < b)
            c += 2 * ROUNDING * fmax(fabs(a), fabs(b)); /* to the other side of it */
        if (!(c > a && c < b))
            break;
        if (step_to(x, steps, t, c))
            return 1;
        if (isfinite(earliest(x, c - t)))
            b = c;
        else
            a = c;
        last = c;
    }
    if (jumps(x, steps, t, b, last == b))
        return cross_jump(x, steps, t, b, end);
    *end = b;
    return last == b ? 0 : step_to(x, steps, t, b);
}

/* Those that have fired, at the state just reached. */
static int act_fired(tml_live_events *x, double t)
{
    tml_motion_state *m = x->m;
    m->event_time = t;
    m->interrupted = true;
    const tml_status status = tml_event_run_act(x->run);
    m->event = NULL; /* a live motion goes on */
    memcpy(x->g, x->run->start, (size_t)m->problem.event_count * sizeof(double));
    return status != TML_OK;
}

/* Events at the state just reached, which has one. */
static int act(tml_live_events *x, double t)
{
    for (int i = 0; i < x->m->problem.event_count; i++)
        x->m->fired[i] = crosses(x, i);
    return act_fired(x, t);
}

int tml_live_events_advance(tml_live_events *x, tml_single_steps *steps, double *t, double reached)
{
    tml_problem *p = &x->m->problem;
    const size_t size = (size_t)p->n * sizeof(double);
    for (int k = 0; k < MAX_EVENTS && *t < reached; k++) {
        double end = reached;
        memcpy(x->y, p->y, size);
        const int flag = step_to(x, steps, *t, end);
        if (!flag && !isfinite(earliest(x, end - *t))) {
            memcpy(x->g, x->g_end, (size_t)p->event_count * sizeof(double));
            return 0;
        }
        if (flag || locate(x, steps, *t, &end)) {
            memcpy(p->y, x->y, size);
            return 1;
        }
        p->accept(p->context, end, p->y);
        *t = end;
        if (act(x, end))
            return 1;
    }
    return *t < reached;
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

int tml_live_events_look(tml_live_events *x, double t, bool *crossed)
{
    if (evaluate(x, t))
        return 1;
    *crossed = isfinite(earliest(x, 1));
    for (int i = 0; !*crossed && i < x->m->problem.event_count; i++)
        if (x->g_end[i] != 0 && !isnan(x->g_end[i]))
            x->g[i] = x->g_end[i];
    return 0;
}

/* The caller has found a crossing to its own rounding: a value that has come so near to zero that rounding decides its sign has crossed. */
int tml_live_events_happen(tml_live_events *x, double t)
{
    if (evaluate(x, t))
        return 1;
    for (int i = 0; i < x->m->problem.event_count; i++)
        if (fabs(x->g_end[i]) <= fmin(NEAR_ZERO * x->largest[i], fabs(x->g[i])) && (x->g[i] > 0) == (x->g_end[i] > 0))
            x->g_end[i] = copysign(DBL_MIN, -x->g[i]);
    return isfinite(earliest(x, 1)) && act(x, t);
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

void tml_live_events_reset(tml_live_events *x)
{
    const tml_task *task = x->m->task;
    memcpy(task->resolved->force_off, x->force_off, (size_t)task->model->force_count * sizeof(bool));
    tml_system_switch_forces(task->system, task->resolved->force_off);
    tml_workspace_parameters(x->run->impulse->work);
}

int tml_live_events_restart(tml_live_events *x, double t)
{
    return !tml_event_run_restart(x->run, t) || start(x, t);
}

void tml_live_events_pieces(tml_live_events *x, tml_pieces *pieces)
{
    TML_PIECE(pieces, x->g, x->m->problem.event_count);
    TML_PIECE(pieces, x->largest, x->m->problem.event_count);
    tml_event_run_pieces(x->run, pieces);
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
    if (s->contact_penalty.stiffness > 0)
        return refuse(
            m, m->task->element->place,
            "a live motion cannot have contact: compliant: its steps are fixed, and springs that stand for rigid "
            "contacts need shorter ones; use contact: events");
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
    x->y = TML_NEW_ARRAY(arena, double, m->problem.n);
    x->rate = TML_NEW_ARRAY(arena, double, m->problem.n);
    x->g = TML_NEW_ARRAY(arena, double, m->problem.event_count);
    x->g_end = TML_NEW_ARRAY(arena, double, m->problem.event_count);
    x->largest = TML_NEW_ARRAY(arena, double, m->problem.event_count);
    x->force_off = TML_NEW_ARRAY(arena, bool, m->task->model->force_count + 1);
    memcpy(x->force_off, m->task->resolved->force_off, (size_t)m->task->model->force_count * sizeof(bool));
    *good = start(x, m->t0) == 0;
    return x;
}
