/* event_run.c - events that act, and when their expressions cross zero next.
 *
 * After an instant the expression of an event that has just occurred is zero up to rounding. Its sign is that of its rate there,
 *   d when/dt = sum d when/d input . rate of the input     (accelerations for speeds),
 * so that a crossing soon after is seen, and none is seen twice. Where the rate vanishes too, the state a moment ahead decides.
 */
#include "analysis/dynamics/event_run.h"
#include "analysis/dynamics/event_table.h"
#include "analysis/dynamics/interaction_run.h"
#include "analysis/failure.h"
#include "base/text.h"
#include <math.h>
#include <string.h>

static const double SIGNED_ZERO = 1e-100; /* an expression that is zero now, with the sign that it takes on */
static const double NEAR_ZERO = 1e-9;     /* of what an expression changes by in a characteristic time */
static const double NO_RATE = 1e-12;      /* of its rate before the event: at rest */
static const double AHEAD = 1e-4;         /* of the characteristic time */
static const double HELD = 1e-3;      /* of what it moves by when it is let go, ahead: it was at zero, and at rest */
static const double ROUNDING = 1e-14; /* of what adds up in an expression */

/* ---- making ---- */

/* Measures of the motion by those of the rigid system. */
static const int *same_measures(const tml_system *motion, const tml_system *rigid, tml_arena *arena)
{
    int *by_id = TML_NEW_ARRAY(arena, int, motion->measure_count + 1),
        *same = TML_NEW_ARRAY(arena, int, rigid->measure_count + 1);
    for (int i = 0; i < motion->measure_count; i++)
        by_id[motion->measures[i].id] = i;
    for (int i = 0; i < rigid->measure_count; i++)
        same[i] = rigid->measures[i].id < motion->measure_count ? by_id[rigid->measures[i].id] : 0;
    return same;
}

static bool changes_speeds(const tml_system *s)
{
    for (int i = 0; i < s->assignment_count; i++)
        if (s->assignments[i].what == TML_SET_SPEED || s->assignments[i].what == TML_SET_IMPULSE)
            return true;
    return false;
}

static bool can_act(const tml_motion_state *m)
{
    if (!m->e->massless || !changes_speeds(m->task->system))
        return true;
    tml_log_raise(
        m->task->log, TML_E_NO_EVENTS_HERE, m->task->element->place,
        "dynamics: events cannot change speeds where massless bodies are held by springs alone: their velocities "
        "follow from the balance of forces; give these bodies a mass");
    return false;
}

/* The rigid system of a motion with penalized joints, its drivers of speeds begun where the motion is; NULL with messages. */
static const tml_system *start_enforced(const tml_motion_state *m)
{
    tml_arena *arena = m->task->arena;
    const tml_state *state = m->task->state;
    const tml_system *rigid = tml_task_enforced(m->task);
    if (!rigid)
        return NULL;
    const int *same = same_measures(m->task->system, rigid, arena);
    double *angles = TML_NEW_ARRAY(arena, double, rigid->measure_count + 1);
    for (int i = 0; i < rigid->measure_count; i++)
        angles[i] = state->unwrapped[same[i]];
    const tml_target_start from = {state->t, m->request->end, state->q, state->v, angles, false};
    return tml_system_start_targets(rigid, &from, arena);
}

bool tml_event_run_set_up(tml_event_run *r, const tml_assembly *report)
{
    tml_motion_state *m = r->m;
    const tml_system *s = m->task->system;
    tml_arena *arena = m->task->arena;
    int rank = report->rank;
    r->rigid = s;
    if (s->penalty_stiffness > 0) {
        tml_assembly enforced = {0};
        r->rigid = start_enforced(m);
        if (!r->rigid)
            return false;
        tml_assembly_rank(r->rigid, m->t0, m->task->state->q, m->task->state->v, &enforced, arena);
        rank = enforced.rank;
    }
    int forces = r->rigid->assignment_count;
    for (int i = 0, n = 0; i < s->interaction_count; i++) {
        n += s->interactions[i].size;
        forces = n > forces ? n : forces;
    }
    r->impulse = tml_impulse_make(r->rigid, rank, forces, arena);
    r->same = same_measures(s, r->rigid, arena);
    r->lambda = TML_NEW_ARRAY(arena, double, r->rigid->rigid_row_count + 1);
    r->before = TML_NEW_ARRAY(arena, double, s->nv + s->result_law_count + 1);
    r->ahead = TML_NEW_ARRAY(arena, double, tml_motion_state_size(m));
    return true;
}

/* An event of time alone that is zero where the motion starts was probably meant to act there. */
static void note_zero_start(const tml_event_run *r, const tml_event *event)
{
    const tml_workspace *w = r->m->e->work;
    const tml_system *s = w->system;
    for (int i = 1; i < s->input_count; i++)
        if (s->inputs[i].what != TML_INPUT_PARAMETER && tml_expression_uses(event->when, i))
            return;
    memcpy(r->gradient, w->inputs, (size_t)s->input_count * sizeof(double));
    r->gradient[0] = r->m->t0;
    if (tml_expression_value(event->when, r->gradient, w->expression) == 0)
        tml_log_raise(
            r->m->task->log, TML_N_EVENT_AT_START, event->place,
            "event %s: its expression is zero at the start, t = %.9g s: it does not occur there, but where the "
            "expression crosses zero",
            event->name, r->m->t0);
}

/* Impacts and modes at the start. */
static bool start_interactions(tml_event_run *r)
{
    bool good = true;
    r->m->interactions = r->interactions = tml_interaction_run_make(r, &good);
    return good && tml_event_run_settle_start(r, r->m->t0);
}

/* The table of events; false: memory has run out. */
static bool make_table(tml_motion_state *m, const tml_system *s)
{
    m->events = tml_event_table_make(m->task, s);
    return !(m->out_of_memory = m->events == NULL);
}

tml_event_run *tml_event_run_make(tml_motion_state *m, const tml_assembly *report, bool *good)
{
    const tml_system *s = m->task->system;
    tml_arena *arena = m->task->arena;
    const int event_count = m->problem.event_count;
    bool interrupts = s->interaction_count, acts = s->interaction_count;
    bool records = acts; /* a change of contacts, or an event of the user's */
    for (int i = 0; i < s->event_count; i++) {
        const tml_event *event = &s->events[i];
        acts |= event->acts, interrupts |= event->acts || event->stop || event->silent;
        records |= event->acts || event->told || !(event->silent || event->of_contact);
    }
    records = records && !m->live;
    *good = !acts || can_act(m);
    if (*good && records && !interrupts)
        *good = make_table(m, s);
    if (!interrupts || !*good)
        return NULL;
    tml_event_run *r = TML_NEW(arena, tml_event_run);
    *r = (tml_event_run){.m = m, .stretch.end = -INFINITY};
    *good = tml_event_run_set_up(r, report);
    if (!*good)
        return NULL;
    r->now = TML_NEW_ARRAY(arena, double, event_count);
    r->start = TML_NEW_ARRAY(arena, double, event_count);
    r->ahead_values = TML_NEW_ARRAY(arena, double, event_count);
    r->rate_before = TML_NEW_ARRAY(arena, double, s->event_count);
    r->gradient = TML_NEW_ARRAY(arena, double, s->input_count);
    r->values = TML_NEW_ARRAY(arena, double, s->assignment_count + 1);
    r->speeds = TML_NEW_ARRAY(arena, double, s->assignment_count + 1);
    r->lines = TML_NEW_ARRAY(arena, tml_impulse_line, s->assignment_count + 1);
    r->occurrences = TML_NEW_ARRAY(arena, tml_occurrences, s->event_count);
    for (int i = 0; i < s->event_count; i++)
        if (s->events[i].acts && !s->events[i].of_contact)
            note_zero_start(r, &s->events[i]);
    *good = !records || make_table(m, r->rigid);
    r->table = records ? m->events : NULL;
    r->facts = m->live ? NULL : m->table;
    if (*good)
        *good = start_interactions(r);
    return r;
}

/* ---- when ---- */

/* d when/dt at the state last observed. */
static double rate_of(tml_event_run *r, int event)
{
    const tml_system *s = r->m->task->system;
    const tml_workspace *w = r->m->e->work;
    double sum = 0;
    memset(r->gradient, 0, (size_t)s->input_count * sizeof(double));
    tml_expression_gradient(s->events[event].when, w->inputs, w->expression, 1, r->gradient);
    for (int i = 0; i < s->input_count; i++) {
        const tml_input *in = &s->inputs[i];
        if (r->gradient[i] == 0)
            continue;
        double rate = 0;
        if (in->what == TML_INPUT_RESULT || in->what == TML_INPUT_OUTPUT)
            return 0; /* not known: the state a moment ahead decides */
        if (in->what == TML_INPUT_TIME)
            rate = 1;
        else if (in->what == TML_INPUT_VALUE)
            rate = in->term.coefficient * w->rate[in->term.measure];
        else if (in->what == TML_INPUT_RATE)
            rate = tml_workspace_term_acceleration(w, in->term, r->m->e->a);
        else if (in->what == TML_INPUT_STATE)
            rate = tml_expression_value(s->states[in->index].rate, w->inputs, w->expression);
        sum += r->gradient[i] * rate;
    }
    return sum;
}

/* Rounding errors of the expression whose rate was found last. */
static double rounding_of(const tml_event_run *r)
{
    const tml_workspace *w = r->m->e->work;
    double sum = 0;
    for (int i = 0; i < w->system->input_count; i++)
        sum += fabs(r->gradient[i] * w->inputs[i]);
    return ROUNDING * sum;
}

/* The expression a moment after the state last solved for, by its accelerations. */
static double value_ahead(tml_event_run *r, int event, double t, double *g)
{
    tml_motion_state *m = r->m;
    const tml_equations *e = m->e;
    const double *y = m->problem.y, h = AHEAD / m->rate;
    const int states = tml_motion_state_states(m), size = tml_motion_state_size(m);
    double *v = r->ahead + e->nq;
    memcpy(r->ahead, y, (size_t)size * sizeof(double));
    for (int i = 0; i < e->nv; i++)
        v[i] = y[e->nq + i] + 0.5 * h * e->udot[i];
    e->class->rate(e, y, v, r->ahead);
    for (int i = 0; i < e->nq; i++)
        r->ahead[i] = y[i] + h * r->ahead[i];
    for (int i = 0; i < e->nv; i++)
        v[i] = y[e->nq + i] + h * e->udot[i];
    tml_workspace_state_rates(m->e->work, r->ahead + states);
    for (int i = states; i < tml_motion_state_loss(m); i++)
        r->ahead[i] = y[i] + h * r->ahead[i];
    m->problem.events(m, t + h, r->ahead, g);
    return g[event];
}

static bool crosses(const tml_event *event, double from, double to)
{
    const bool other_side = (from < 0 && to >= 0) || (from > 0 && to <= 0);
    return other_side && (event->direction == 0 || (event->direction > 0) == (to > from));
}

/* The value ahead, and everything at the instant again. NAN: it cannot be evaluated. */
static double look_ahead(tml_event_run *r, int event, double t)
{
    const double there = value_ahead(r, event, t, r->ahead_values);
    return tml_motion_state_observe(r->m, t, r->m->problem.y) ? NAN : there;
}

/* An expression that crossed zero before, was held there since and now leaves it does not cross it again: it has the sign of where it goes. */
static void leave_zero(tml_event_run *r, int event, double t)
{
    if (!r->occurrences[event].count)
        return;
    const double rate = rate_of(r, event), there = look_ahead(r, event, t);
    const double held = fmax(fabs(r->now[event]), AHEAD / r->m->rate * fabs(rate));
    if (held <= HELD * fabs(there))
        r->start[event] = copysign(SIGNED_ZERO, there);
}

/* Whether an event has occurred at the instant, to interrupt the motion or only to be recorded. */
static bool has_occurred(const tml_motion_state *m, int event, double t)
{
    return m->fired[event] || tml_is_same_instant(t, m->recorded[event]);
}

/* A spring in place of a contact that does not act yet where its gap is closed, by rounding: it begins at once. */
static bool is_late(const tml_event_run *r, int event)
{
    const tml_event *e = &r->m->task->system->events[event];
    return e->of_contact && e->touch >= 0 && e->direction < 0 && r->now[event] <= 0 &&
           r->m->e->work->inputs[e->touch] == 0;
}

/* The values just after the instant; events that have occurred are zero there. Returns an event that would occur again at once; -1: none. */
static int find_start(tml_event_run *r, double t)
{
    tml_motion_state *m = r->m;
    const tml_system *s = m->task->system;
    int again = -1;
    memcpy(r->start, r->now, (size_t)s->event_count * sizeof(double));
    for (int i = 0; i < s->event_count; i++) {
        if (!has_occurred(m, i, t) && !has_occurred(m, i + s->events[i].partner, t)) {
            leave_zero(r, i, t);
            if (is_late(r, i))
                r->start[i] = SIGNED_ZERO;
            continue;
        }
        const double rate = rate_of(r, i), before = r->rate_before[i];
        if (s->events[i].of_contact && rate == before) { /* it goes on as it came, however slowly */
            r->start[i] = copysign(SIGNED_ZERO, s->events[i + (m->fired[i] ? 0 : s->events[i].partner)].direction);
            continue;
        }
        if (rate == 0 && before == 0) { /* its rate is not known, or it jumps, and may not have jumped yet */
            r->start[i] = copysign(SIGNED_ZERO, look_ahead(r, i, t));
            continue;
        }
        if (fabs(r->now[i]) > NEAR_ZERO * fmax(fabs(before), fabs(rate)) / m->rate)
            continue; /* it has jumped */
        if (fabs(rate) > NO_RATE * fabs(before)) {
            r->start[i] = copysign(SIGNED_ZERO, rate);
            continue;
        }
        const double rounding = rounding_of(r), there = look_ahead(r, i, t);
        const bool moves = fabs(there) > fmax(rounding, NEAR_ZERO * AHEAD * AHEAD * fabs(before) / m->rate);
        r->start[i] = moves ? copysign(SIGNED_ZERO, there) : 0;
        /* it leaves where it came from, or stays: otherwise it goes on in the direction of its crossing */
        if (moves && (there > 0) == (before > 0) && s->events[i].acts && !s->events[i].of_contact && again < 0)
            again = i;
    }
    return again;
}

/* ---- what ---- */

void tml_event_run_take_measures(tml_event_run *r)
{
    const tml_workspace *from = r->m->e->work;
    tml_workspace *to = r->impulse->work;
    for (int i = 0; i < r->rigid->measure_count; i++) {
        to->unwrapped[i] = from->unwrapped[r->same[i]];
        to->face[i] = from->face[r->same[i]];
    }
}

/* The values of an action's assignments at the present state of the bodies; +1: the equations are singular there. */
static int evaluate(tml_event_run *r, const tml_action *action, double t)
{
    const tml_motion_state *m = r->m;
    tml_workspace *w = r->impulse->work;
    tml_event_run_take_measures(r);
    const int flag = tml_impulse_begin(r->impulse, t, m->q, m->v);
    tml_workspace_set_states(w, m->problem.y + tml_motion_state_states(m));
    tml_workspace_read_inputs(w);
    for (int i = 0; i < action->count; i++)
        r->values[i] = tml_expression_value(r->rigid->assignments[action->first + i].value, w->inputs, w->expression);
    return flag;
}

static tml_status refuse(const tml_event_run *r, const tml_event *event, const tml_assignment *a, double t,
                         double value)
{
    if (!isfinite(value))
        tml_log_raise(r->m->task->log, TML_E_NOT_FINITE, a->place,
                      "event %s: the value of %s is not finite at t = %.9g s", event->name, a->name, t);
    else
        tml_log_raise(
            r->m->task->log, TML_E_NO_IMPULSE, a->place,
            "event %s: no impulse gives %s the value %.6g at t = %.9g s: joints, drivers or the other speeds that "
            "it sets determine it",
            event->name, a->name, value, t);
    return TML_FAILED;
}

static tml_status act(tml_event_run *r, const tml_event *event, const tml_action *action, double t)
{
    tml_motion_state *m = r->m;
    const tml_assignment *all = &r->rigid->assignments[action->first];
    int speeds = 0, pushes = 0;
    if (action->what == TML_DO_SWITCH)
        return tml_event_run_switch(r, event, action, t);
    if (action->what != TML_DO_SET && action->what != TML_DO_IMPULSE)
        return TML_OK;
    const int singular = evaluate(r, action, t);
    for (int i = 0; i < action->count; i++) {
        if (!isfinite(r->values[i]))
            return refuse(r, event, &all[i], t, r->values[i]);
        if (all[i].what == TML_SET_PARAMETER)
            tml_event_run_set_input(r, &r->rigid->inputs[all[i].index], r->values[i]);
        else if (all[i].what == TML_SET_STATE)
            m->problem.y[tml_motion_state_states(m) + all[i].index] = r->values[i];
        else if (all[i].what == TML_SET_IMPULSE)
            tml_impulse_add(r->impulse, &all[i].along, r->values[i]), pushes++;
        else
            r->lines[speeds] = (tml_impulse_line){.along = all[i].along}, r->speeds[speeds++] = r->values[i];
    }
    if (speeds + pushes == 0)
        return TML_OK;
    const int solved = singular ? 0 : tml_impulse_solve(r->impulse, r->lines, r->speeds, speeds, m->v);
    for (int i = 0, k = 0; (singular || solved < speeds) && i < action->count; i++)
        if (all[i].what == TML_SET_IMPULSE ? singular : all[i].what == TML_SET_SPEED && k++ == solved)
            return refuse(r, event, &all[i], t, r->values[i]);
    for (int i = 0; i < r->rigid->rigid_row_count; i++)
        r->lambda[i] += r->impulse->lambda[i];
    tml_equations_from_bodies(m->e, t, m->q, m->v, m->problem.y, m->problem.y + m->e->nq);
    return TML_OK;
}

/* An event that left its expression at zero does not occur again where it goes on: it has crossed once. */
static void warn_not_held(tml_event_run *r, int event, double t)
{
    const tml_event *e = &r->m->task->system->events[event];
    if (!r->occurrences[event].not_held)
        tml_log_raise(
            r->m->task->log, TML_W_EVENT_NOT_HELD, e->place,
            "event %s: after it, at t = %.9g s, its expression is zero and goes on in the direction in which it "
            "crossed zero: the event has occurred, and does not occur again there; to hold it, switch a driver on, or "
            "stop",
            e->name, t);
    r->occurrences[event].not_held = true;
}

/* ---- one instant ---- */

/* The first in the order written that is yet to act; event_count: none. */
static int next_pending(const tml_event_run *r)
{
    int i = 0;
    while (i < r->m->task->system->event_count && !r->occurrences[i].pending)
        i++;
    return i;
}

/* Events that occur because another has acted: their expressions have jumped across zero. */
static void find_caused(tml_event_run *r, double t)
{
    tml_motion_state *m = r->m;
    const tml_system *s = m->task->system;
    memcpy(r->start, r->now, (size_t)s->event_count * sizeof(double));
    m->problem.events(m, t, m->problem.y, r->now);
    for (int i = 0; i < s->event_count; i++)
        if (!has_occurred(m, i, t) && !s->events[i].silent && t > m->armed_from[i] &&
            crosses(&s->events[i], r->start[i], r->now[i]))
            m->fired[i] = r->occurrences[i].pending = true;
}

/* One event at the state last observed, which is observed again after it. */
static tml_status act_one(tml_event_run *r, int index, double t)
{
    tml_motion_state *m = r->m;
    const tml_event *event = &r->rigid->events[index];
    const double before = tml_instant_energy(&m->instant);
    double limit = t;
    memset(r->lambda, 0, (size_t)r->rigid->rigid_row_count * sizeof(double));
    memset(r->impulse->work->force, 0, (size_t)r->rigid->law_count * sizeof(double));
    for (int k = event->first_action; k < event->first_action + event->action_count; k++) {
        const tml_status status = act(r, event, &r->rigid->actions[k], t);
        if (status != TML_OK)
            return status;
    }
    if (tml_motion_state_observe(m, t, m->problem.y))
        return TML_FAILED;
    const bool zeno = tml_event_run_shrinks(r, index, t, &limit);
    const double change = tml_instant_energy(&m->instant) - before;
    tml_instant impulses = m->instant;
    impulses.work = r->impulse->work;
    impulses.lambda = r->lambda;
    m->problem.y[tml_motion_state_work(m)] += change;
    m->instant.work_done += change;
    if (event->stop)
        m->event = event->name;
    else if (zeno)
        tml_event_run_warn_zeno(r, index, limit);
    const tml_occurrence o = {t, r->occurrences[index].count, change, &impulses, NULL};
    return tml_event_table_add(r->table, r->facts, event, &o);
}

/* What lay beyond the instant has not happened: an event whose expression is zero there counts again where that leaves zero at once. */
static void forget_beyond(tml_event_run *r, double t)
{
    tml_motion_state *m = r->m;
    for (int i = 0; i < m->task->system->event_count; i++) {
        const bool at_zero = m->armed_from[i] >= t || fabs(r->now[i]) <= m->noise[i];
        if (m->armed_from[i] == -INFINITY || !at_zero)
            continue;
        const double ahead = AHEAD / m->rate * fabs(rate_of(r, i));
        m->armed_from[i] = ahead > m->noise[i] ? t : INFINITY;
        m->exceeded[i] = fmin(m->exceeded[i], t);
    }
}

/* The problem of the motion from here on. */
static tml_status go_on(tml_event_run *r, double t)
{
    tml_motion_state *m = r->m;
    tml_problem *p = &m->problem;
    const int again = find_start(r, t);
    forget_beyond(r, t);
    if (again >= 0 && !m->event)
        warn_not_held(r, again, t);
    tml_equations_accept(m->e, t, p->y, p->y + m->e->nq);
    p->t0 = t;
    p->event_start = r->start;
    tml_event_rows_skip_times(p, t);
    memset(m->fired, 0, (size_t)p->event_count * sizeof(bool));
    m->interrupted = m->residual_known = false;
    return TML_OK;
}

/* Whether nothing but kinks of force laws has interrupted the motion. */
static bool only_silent(const tml_event_run *r)
{
    const tml_system *s = r->m->task->system;
    bool only = true;
    for (int i = 0; i < r->m->problem.event_count; i++)
        only &= !r->m->fired[i] || (i < s->event_count && s->events[i].silent);
    return only;
}

static tml_status fail(const tml_event_run *r)
{
    tml_failure_singular(r->m->task, r->m->e->work, "where events occur");
    return TML_FAILED;
}

tml_status tml_event_run_act(tml_event_run *r)
{
    tml_motion_state *m = r->m;
    const tml_system *s = m->task->system;
    const double t = m->event_time;
    const size_t rows = m->table->row_count;
    const bool silent = only_silent(r);
    bool acts = false, named = false;
    tml_certificate_interrupt(&m->certificate, t);
    if (r->interactions && tml_interaction_run_report_changes(r->interactions, t) != TML_OK)
        return TML_NO_MEMORY;
    if (silent ? tml_motion_state_observe(m, t, m->problem.y) : tml_event_rows_begin(r, t))
        return fail(r);
    m->problem.events(m, t, m->problem.y, r->now);
    if (tml_motion_state_observe(m, t, m->problem.y))
        return fail(r);
    for (int i = 0; i < s->event_count; i++) {
        r->occurrences[i].pending = m->fired[i] && !s->events[i].silent;
        r->occurrences[i].count += m->fired[i] && s->events[i].silent;
        r->rate_before[i] = rate_of(r, i);
    }
    memcpy(r->before, m->e->a, (size_t)s->nv * sizeof(double));
    for (int k = 0; k < s->result_law_count; k++)
        r->before[s->nv + k] = m->e->work->inputs[s->result_laws[k].input];
    for (int i; (i = next_pending(r)) < s->event_count;) {
        r->occurrences[i].pending = false;
        const tml_status status = act_one(r, i, t);
        if (status != TML_OK)
            return status;
        named = true;
        acts |= s->events[i].acts;
        if (s->events[i].acts)
            find_caused(r, t);
    }
    if (!silent)
        m->table->stride = 1;
    if (r->interactions) {
        const tml_status status = tml_interaction_run_settle(r->interactions, t, &acts);
        if (status != TML_OK)
            return status;
        acts |= !silent && (tml_event_rows_differ(r) || tml_interaction_run_has_changed(r->interactions));
        if (!acts && !named)
            m->table->row_count = rows;
    }
    if (acts && tml_event_rows_end(r, t))
        return fail(r);
    return go_on(r, t);
}

void tml_event_run_facts(const tml_event_run *r)
{
    const tml_system *s = r->m->task->system;
    if (r->interactions && tml_interaction_run_report_changes(r->interactions, INFINITY) == TML_OK)
        tml_interaction_run_facts(r->interactions);
    for (int i = 0; i < s->event_count; i++) {
        tml_text name = {0};
        if (s->events[i].silent)
            continue;
        tml_event_table_rest(r->m->table, &s->events[i], r->occurrences[i].count);
        tml_text_add(&name, "count of %s", s->events[i].name);
        if (s->events[i].counts && !name.failed)
            tml_table_add_fact(r->m->table, name.data, (double)r->occurrences[i].count, "%ld", r->occurrences[i].count);
        tml_text_free(&name);
    }
}
