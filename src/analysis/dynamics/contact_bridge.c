/* contact_bridge.c - short stretches of a motion that are stepped through, where it cannot go on from event to event.
 *
 * At an instant at which no modes of contacts and friction are found, or the equations of the modes found are singular, steps of Moreau's midpoint rule
 * (dynamics/time_step.h) lead on:
 *   q_m = q + h/2 v,   M (v+ - v) = h Q + G' L + J' P,   0 <= P_n perpendicular to u_n+ + e u_n >= 0,   q+ = q_m + h/2 v+
 * They need no modes, and have a solution wherever finite forces do not. The gaps, slips and features of polyhedra are others after a stretch; there the modes are looked for anew.
 * Where they are not found, the next stretch is GROWTH times as long.
 */
#include "analysis/dynamics/contact_bridge.h"
#include "analysis/dynamics/interaction_state.h"
#include "dynamics/time_step.h"
#include <math.h>
#include <string.h>

enum { STEPS = 4 };                                 /* of a stretch */
static const double SHORTEST = 1e-5, LONGEST = 0.1; /* of the characteristic time: a stretch */
static const double GROWTH = 4;                     /* from one stretch to the next */
static const double SOON = 30;                      /* stretches: a stretch so soon after the last one continues it */
static const double TOLERANCE = 1e-13;              /* of the velocities: conditions of contacts in a step */
static const double UNSOLVED = 1e-3; /* of the velocities: what is left of the conditions ends the motion */
static const double GAIN = 0.1;      /* of the energy: a stretch that gains more is discarded */

typedef struct tml_contact_bridge {
    tml_event_run *events;
    tml_time_step *step;
    tml_instant instant;      /* of a step */
    const tml_system *system; /* of `step` */
    double *states;           /* (state_count) of the user's */
    double *before;           /* (event_count) values of events at the beginning of the latest stretch */
    double total;             /* length of all, s */
    long count;
} tml_contact_bridge;

/* Whether each gap is one between two bodies, in rigid joints: steps know no others. */
static bool fits(const tml_motion_state *m)
{
    const tml_system *s = m->task->system;
    for (int i = 0; i < s->interaction_count; i++)
        if (s->interactions[i].kind == TML_UNILATERAL && !tml_terms_is_measure(&s->interactions[i].along[0]))
            return false;
    return s->interaction_count > 0 && !(s->penalty_stiffness > 0) && !m->e->massless;
}

/* The bridge of a motion; NULL: it has no contacts, stops or friction, or such that cannot be stepped through. */
static tml_contact_bridge *bridge_of(tml_event_run *r)
{
    if (!r || !r->interactions || !fits(r->m))
        return NULL;
    if (!r->bridge) {
        tml_arena *arena = r->m->task->arena;
        r->bridge = TML_NEW(arena, tml_contact_bridge);
        *r->bridge = (tml_contact_bridge){.events = r};
        r->bridge->states = TML_NEW_ARRAY(arena, double, r->m->task->system->state_count + 1);
        r->bridge->before = TML_NEW_ARRAY(arena, double, r->m->problem.event_count + 1);
    }
    return r->bridge;
}

/* The steps of the present system, which is another one after drivers were switched. False: its equations are singular. */
static bool begin(tml_contact_bridge *b, double t)
{
    tml_motion_state *m = b->events->m;
    const tml_system *s = m->task->system;
    if (b->system != s)
        b->step = tml_time_step_make(s, m->e->rank, m->task->arena);
    b->system = s;
    memcpy(b->step->work->inputs, m->e->work->inputs, (size_t)s->input_count * sizeof(double));
    memcpy(b->step->work->unwrapped, m->e->work->unwrapped, (size_t)s->measure_count * sizeof(double));
    memset(b->step->impulse, 0, 3 * (size_t)s->interaction_count * sizeof(double));
    memcpy(b->states, m->problem.y + tml_motion_state_states(m), (size_t)s->state_count * sizeof(double));
    tml_workspace_set_states(b->step->work, b->states);
    tml_equations_to_bodies(m->e, t, m->problem.y, m->problem.y + m->e->nq, m->q, m->v);
    return tml_time_step_begin(b->step, t, m->q, m->v) == 0;
}

/* The state at the end of a stretch becomes that of the motion, all contacts open until their modes are found. */
static void take_state(tml_contact_bridge *b, double t, double work, double friction, double impacts)
{
    tml_motion_state *m = b->events->m;
    const tml_system *s = m->task->system;
    double *y = m->problem.y;
    memcpy(m->e->work->unwrapped, b->step->work->unwrapped, (size_t)s->measure_count * sizeof(double));
    tml_equations_from_bodies(m->e, t, m->q, m->v, y, y + m->e->nq);
    memcpy(y + tml_motion_state_states(m), b->states, (size_t)s->state_count * sizeof(double));
    y[tml_motion_state_work(m)] += b->step->work_done - work;
    if (m->e->system->has_friction)
        y[tml_motion_state_loss(m)] += b->step->friction_loss - friction;
    m->impact_loss += b->step->impact_loss - impacts;
    for (int i = 0; i < s->interaction_count; i++) {
        tml_interaction_run_hold(m->e->work, i, TML_NO_FACE);
        m->e->work->modes[i].kind = TML_OPEN;
    }
}

/* Whether the last step fulfils the conditions of its contacts; the solver passes over those along which drivers prescribe the motion. */
static bool holds(const tml_contact_bridge *b)
{
    const tml_contact_solver *solver = b->step->solver;
    double worst = solver->residual;
    for (int i = 0; i < solver->contact_count; i++) {
        const tml_contact_block *c = &solver->contacts[i];
        if (c->limit < 0)
            worst = fmax(worst, -c->bounce - tml_contact_speed(solver, c->first, b->events->m->v));
    }
    return worst <= UNSOLVED * b->step->scale;
}

static double kinetic_energy(const tml_contact_bridge *b, double t)
{
    const tml_motion_state *m = b->events->m;
    tml_workspace_evaluate(b->step->work, t, m->q, m->v);
    return tml_workspace_kinetic(b->step->work);
}

/* Whether the energy is what it may be after a stretch that began with `before`: impacts and friction take energy. Near singular configurations Newton's
 * rule of restitution can multiply it. */
static bool keeps_energy(const tml_contact_bridge *b, double t, double before, double work)
{
    const double scale = before + tml_motion_state_characteristic_energy(b->events->m);
    return kinetic_energy(b, t) - before - fmax(work, 0) <= GAIN * scale;
}

/* Steps from t to `end`; false: there is no solution, the conditions of contacts are not met, or energy comes from nowhere. */
static bool advance(tml_contact_bridge *b, double t, double end)
{
    tml_motion_state *m = b->events->m;
    if (!begin(b, t))
        return false;
    const double work = b->step->work_done, friction = b->step->friction_loss, impacts = b->step->impact_loss;
    const double energy = kinetic_energy(b, t);
    for (int k = 0; k < STEPS; k++) {
        const double from = t + (end - t) * k / STEPS, to = k + 1 < STEPS ? t + (end - t) * (k + 1) / STEPS : end;
        if (tml_time_step_advance(b->step, from, to - from, TOLERANCE, m->q, m->v, b->states) || !holds(b))
            return false;
        tml_time_step_observe(b->step, to, to - from, m->q, m->v, &b->instant);
    }
    if (!keeps_energy(b, end, energy, b->step->work_done - work))
        return false;
    take_state(b, end, work, friction, impacts);
    return true;
}

/* Impacts and modes at the end of a stretch. Events of the user's that lie within it occur at the beginning of the next step. */
static bool resume(tml_contact_bridge *b, double t)
{
    tml_event_run *r = b->events;
    tml_motion_state *m = r->m;
    memset(m->fired, 0, (size_t)m->problem.event_count * sizeof *m->fired);
    m->event_time = t;
    m->cause = TML_NO_FAILURE_CAUSE;
    m->places.jumped = -1;
    m->solved = 0;
    m->resumption = (tml_resumption){0};
    r->interactions->counted = 0;
    r->interactions->counted_from = t;
    m->problem.t0 = t;
    if (tml_event_run_act(r) != TML_OK)
        return false;
    for (int i = 0; i < m->task->system->event_count; i++)
        if ((b->before[i] < 0) != (r->start[i] < 0))
            r->start[i] = b->before[i];
    return true;
}

/* A copy of the text of the last error raised since `mark`. */
static const char *find_reason(const tml_log *log, tml_log_mark mark, tml_arena *arena)
{
    for (size_t i = log ? log->count : 0; i-- > mark.messages;)
        if (log->messages[i].severity == TML_ERROR)
            return tml_arena_format(arena, "%s", log->messages[i].text);
    return "the equations of contacts and friction have no solution";
}

static void warn(const tml_contact_bridge *b, double t, const char *why)
{
    const tml_task *task = b->events->m->task;
    if (b->count == 1)
        tml_log_raise(
            task->log, TML_W_STEPPED_THROUGH, task->element->place,
            "dynamics: from t = %.9g s to %.9g s contacts were stepped through by Moreau's rule, of order one, "
            "since from event to event the motion could not go on: %s",
            t, b->events->stretch.end, why);
}

/* The end of a stretch that begins at t: no later than the next row, kink of time or the end of the motion. */
static double end_of(const tml_motion_state *m, double t, double length)
{
    double end = fmin(t + length, m->problem.t1);
    for (int i = 0; i < m->problem.time_count && m->problem.times[i] <= end; i++)
        if (m->problem.times[i] > t)
            return m->problem.times[i];
    return end;
}

static bool is_due(const tml_motion_state *m, double t)
{
    return m->problem.time_count && m->problem.times[0] <= t;
}

/* The row at the end of a stretch, unless an impact has added one. */
static bool add_row(tml_motion_state *m, double t)
{
    const tml_table *table = m->table;
    const bool there = table->row_count && table->values[(table->row_count - 1) * table->column_count] >= t;
    for (; is_due(m, t); m->problem.times++)
        m->problem.time_count--;
    return there || tml_motion_state_output(m, t, m->problem.y) == 0;
}

bool tml_contact_bridge_cross(tml_event_run *events, double t, tml_log_mark mark)
{
    tml_contact_bridge *b = bridge_of(events);
    if (!b)
        return false;
    tml_motion_state *m = b->events->m;
    tml_stretch *latest = &b->events->stretch;
    const double begin = t, least = SHORTEST / m->rate, longest = LONGEST / m->rate;
    const char *why = b->count ? "" : find_reason(m->task->log, mark, m->task->arena);
    latest->length = t - latest->end <= SOON * latest->length ? fmin(GROWTH * latest->length, longest) : least;
    m->problem.events(m, t, m->problem.y, b->before);
    for (; latest->length <= longest; latest->length *= GROWTH) {
        const double end = end_of(m, t, latest->length);
        if (!(end > t) || !advance(b, t, end))
            return false;
        tml_log_take_back(m->task->log, mark);
        const bool row = is_due(m, end), good = resume(b, end);
        if (row && !add_row(m, end))
            return false;
        t = end;
        if (!good)
            continue;
        b->count++;
        b->total += end - begin;
        latest->end = end;
        warn(b, begin, why);
        return true;
    }
    return false;
}

void tml_contact_bridge_facts(const tml_event_run *events)
{
    const tml_contact_bridge *b = events->bridge;
    if (b && b->count)
        tml_table_add_fact(events->m->table, "stepped through", (double)b->count,
                           "%ld stretch%s, %.3g s in all, by Moreau's rule: order one", b->count,
                           b->count == 1 ? "" : "es", b->total);
}
