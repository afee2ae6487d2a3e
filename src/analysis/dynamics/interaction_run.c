/* interaction_run.c - stops, contacts and friction at one instant: impacts, then modes, until nothing changes any more. */
#include "analysis/dynamics/impact.h"
#include "analysis/dynamics/interaction_state.h"
#include "analysis/failure.h"
#include "elementary/elementary.h"
#include <string.h>

static const double KNOWN = 1e-13;      /* of the size, or rad: what a gap is known to where it is located, */
static const double ACCURATE = 1e-4;    /* of the tolerance: or is accurate to */
static const double NEARLY = 1e-9;      /* of the size, or rad: the same where no impulses keep the bodies apart */
static const double OVERLAPS = 1e-9;    /* of the size, or rad: at the start */
static const double AS_RETURNED = 1e-5; /* by so much bounces shrink as their restitution says */
static const double LOW_BOUNCE = 1e-11; /* of the size, or rad: a bounce that is not followed */
static const double SHORT = 1e-7;       /* of the characteristic time: in which so many changes lead nowhere */
enum { MAX_PASSES = 40, MAX_AT_ONCE = 200, MANY = 1000 };

/* ---- making ---- */

static bool starts_apart(const tml_interaction_run *x)
{
    const tml_motion_state *m = x->r->m;
    const tml_workspace *w = m->e->work;
    bool good = true;
    for (int i = 0; i < w->system->interaction_count; i++) {
        const tml_interaction *is = &w->system->interactions[i];
        if (is->kind != TML_UNILATERAL ||
            tml_interaction_gap(w, is) >= -OVERLAPS * tml_interaction_scale(w->system, is))
            continue;
        tml_failure_overlap(m->task, i, tml_interaction_gap(w, is));
        good = false;
    }
    return good;
}

/* Bodies and all measures at the state of the motion. */
static void place(tml_interaction_run *x, double t)
{
    const tml_motion_state *m = x->r->m;
    m->e->class->place_bodies(m->e, t, m->problem.y, m->problem.y + m->e->nq);
    tml_workspace_measure(m->e->work, 0, m->e->system->measure_count);
    tml_workspace_read_inputs(m->e->work);
}

void tml_interaction_run_reset(tml_interaction_run *x)
{
    const tml_system *s = x->r->m->task->system;
    memset(x->sides, 0, (size_t)x->first_guard * sizeof *x->sides);
    for (int i = 0; i < s->interaction_count; i++)
        x->history[i] = (tml_interaction_history){.resting = NAN, .rocking = NAN, .let_go = NAN};
    x->last = x->counted_from = -INFINITY;
    x->at_once = x->counted = 0;
}

tml_interaction_run *tml_interaction_run_make(tml_event_run *r, bool *good)
{
    const tml_motion_state *m = r->m;
    const tml_system *s = m->task->system;
    tml_arena *arena = m->task->arena;
    if (!s->interaction_count)
        return NULL;
    tml_interaction_run *x = TML_NEW(arena, tml_interaction_run);
    const int n = s->result_law_count, results = s->result_count + n;
    *x = (tml_interaction_run){.r = r, .last = -INFINITY, .longest_step = INFINITY, .share_moves = INFINITY};
    x->history = TML_NEW_ARRAY(arena, tml_interaction_history, s->interaction_count);
    x->latest = TML_NEW_ARRAY(arena, tml_interaction_mode, s->interaction_count);
    x->reported = TML_NEW_ARRAY(arena, tml_interaction_mode, s->interaction_count);
    x->first = TML_NEW_ARRAY(arena, int, s->interaction_count);
    for (int i = 0; i < s->interaction_count; i++) {
        x->first[i] = x->forces;
        x->forces += s->interactions[i].size;
    }
    x->kinks = TML_NEW_ARRAY(arena, int, s->interaction_count);
    x->rooms = TML_NEW_ARRAY(arena, double, s->interaction_count);
    tml_interaction_run_make_features(x);
    tml_interaction_run_count_kinks(x);
    tml_interaction_run_find_alone(x);
    x->sides = TML_NEW_ARRAY(arena, double, x->first_guard + 1);
    tml_interaction_run_reset(x);
    x->list = TML_NEW_ARRAY(arena, tml_condition, n);
    x->r0 = TML_NEW_ARRAY(arena, double, results);
    x->R = TML_NEW_ARRAY(arena, double, results *n);
    x->u = TML_NEW_ARRAY(arena, double, x->forces);
    x->given = TML_NEW_ARRAY(arena, double, x->forces);
    x->compression = TML_NEW_ARRAY(arena, double, x->forces);
    x->V = TML_NEW_ARRAY(arena, double, (m->e->nv > s->nv ? m->e->nv : s->nv) * (n + 1));
    x->P = TML_NEW_ARRAY(arena, double, x->forces);
    x->free_acceleration = TML_NEW_ARRAY(arena, double, s->interaction_count);
    x->lines = TML_NEW_ARRAY(arena, tml_impulse_line, x->forces);
    x->of = TML_NEW_ARRAY(arena, int, x->forces);
    x->gradient = TML_NEW_ARRAY(arena, double, s->input_count);
    x->small = TML_NEW_ARRAY(arena, double, n *n);
    x->right = TML_NEW_ARRAY(arena, double, n);
    x->correction = TML_NEW_ARRAY(arena, double, n);
    x->problem.x = TML_NEW_ARRAY(arena, double, n);
    x->problem.r = TML_NEW_ARRAY(arena, double, results);
    x->problem.work = TML_NEW_ARRAY(arena, double, tml_complementarity_work(n, results));
    x->problem.list = x->list;
    x->laws = tml_result_laws_make(r->rigid, arena);
    place(x, m->t0);
    *good = starts_apart(x);
    return x;
}

/* ---- one instant ---- */

/* Whether a gap opens because others were struck at this instant: a block that rocks from corner to corner. */
static bool rocks(const tml_interaction_run *x, int i)
{
    bool others = false;
    for (int k = 0; k < x->r->m->task->system->interaction_count; k++)
        others |= x->history[k].struck;
    return others && !x->history[i].struck && x->history[i].impacts > 0;
}

/* A block has been struck at one corner, plastically, and what it would still rise about this corner is no longer followed. The strikes of one corner shrink like a geometric
 * series, which ends at  t + hop ratio/(1 - ratio). */
static void note_rocking(tml_interaction_run *x, double t)
{
    for (int i = 0; i < x->r->m->task->system->interaction_count; i++) {
        tml_interaction_history *h = &x->history[i];
        if (h->struck && h->returned == 0 && h->impacts > 2 && h->ratio > 0 && h->ratio < 1)
            h->rocking = t + h->hop * h->ratio / (1 - h->ratio);
    }
}

/* Bounces that have become too low to be followed: their sum is a closed gap. True: there is one, at rest now. What was at rest before has its
 * mode. */
static bool end_bounces(tml_interaction_run *x, double t)
{
    tml_motion_state *m = x->r->m;
    tml_workspace *w = m->e->work;
    const tml_system *s = w->system;
    bool any = false;
    if (tml_equations_solve(m->e, t, m->problem.y, m->problem.y + m->e->nq))
        return false;
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        const double u = tml_interaction_rate(w, is, 0), e = x->history[i].returned;
        const bool bounces = x->history[i].struck && e > 0 && e < 1;
        if (is->kind != TML_UNILATERAL || w->modes[i].kind == TML_CLOSED ||
            tml_interaction_gap(w, is) > TML_TOUCHES * tml_interaction_scale(s, is) ||
            !(u > tml_interaction_slow(x->r->m, is)) || !(bounces || rocks(x, i)))
            continue;
        const double a = tml_interaction_acceleration(w, is, 0, m->e->a);
        if (!(a < 0 && u * u <= -2 * a * LOW_BOUNCE * tml_interaction_scale(s, is)))
            continue;
        w->modes[i].kind = TML_CLOSED;
        any = true;
        if (!bounces) {
            note_rocking(x, t);
            continue;
        }
        tml_interaction_history *h = &x->history[i];
        h->low_since = t;
        const bool rubs = h->impacts > 2 && h->ratio > 0 && h->ratio < 1 && fabs(h->ratio - e) > AS_RETURNED;
        h->low_ratio = rubs ? h->ratio : e;
        h->low_hop = rubs ? h->ratio * h->hop : -2 * u / a;
        h->low_impulse = h->latest * h->low_ratio;
        h->resting = t + h->low_hop / (1 - h->low_ratio);
    }
    return any;
}

/* Speeds towards each other that are taken as zero. Surfaces that come to touch tangentially, as a pin does that enters a slot, have no speed there. Located where their
 * gap is zero to rounding they have one, that of a fall from so low at the present acceleration, u^2 = 2 c height: no impact. */
static void find_slow(tml_interaction_run *x, double height)
{
    const tml_motion_state *m = x->r->m;
    const tml_workspace *w = m->e->work;
    for (int i = 0; i < w->system->interaction_count; i++) {
        const tml_interaction *is = &w->system->interactions[i];
        x->history[i].slow = tml_interaction_slow(m, is);
        if (is->kind != TML_UNILATERAL || !tml_interaction_run_touches(x, i))
            continue;
        const double c = tml_interaction_acceleration(w, is, 0, m->e->a),
                     left = c > 0 ? fmax(tml_interaction_gap(w, is), 0) : 0; /* in which it comes to a stop by itself */
        x->history[i].slow =
            fmax(x->history[i].slow, sqrt(2 * fabs(c) * (left + height * tml_interaction_scale(w->system, is))));
    }
}

/* Whether a gap that is held from here on, or open without an impact, had a speed. */
static bool grazes(const tml_interaction_run *x)
{
    const tml_workspace *w = x->r->m->e->work;
    for (int i = 0; i < w->system->interaction_count; i++)
        if (w->system->interactions[i].kind == TML_UNILATERAL && tml_interaction_run_touches(x, i) &&
            tml_interaction_rate(w, &w->system->interactions[i], 0) <
                -tml_interaction_slow(x->r->m, &w->system->interactions[i]))
            return true;
    return false;
}

/* What such a gap, or one that bounces no more, loses, as in an impact. */
static void add_loss(tml_motion_state *m, double change)
{
    m->problem.y[tml_motion_state_work(m)] += change;
    m->instant.work_done += change;
    m->impact_loss -= change;
    m->instant.impact_loss = m->impact_loss;
}

static bool approaches(const tml_interaction_run *x)
{
    const tml_workspace *w = x->r->m->e->work;
    const tml_system *s = w->system;
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        if ((is->kind == TML_UNILATERAL || is->impulse_back) && tml_interaction_rate(w, is, 0) < -x->history[i].slow &&
            (is->impulse_back || tml_interaction_run_touches(x, i)))
            return true;
    }
    return false;
}

bool tml_interaction_run_touches(const tml_interaction_run *x, int i)
{
    const tml_workspace *w = x->r->m->e->work;
    const tml_interaction *is = &w->system->interactions[i];
    if (x->history[i].parts)
        return false;
    return w->modes[i].kind == TML_CLOSED || x->history[i].fired ||
           tml_interaction_gap(w, is) <= TML_TOUCHES * tml_interaction_scale(w->system, is);
}

static void report_chatter(const tml_interaction_run *x, double t, const char *how)
{
    tml_log_raise(x->r->m->task->log, TML_E_CHATTER, x->r->m->task->element->place,
                  "dynamics: at t = %.9g s contacts and friction change %s (%s); `contact: time_stepping` or `contact: "
                  "compliant` goes on",
                  t, how, tml_interaction_run_names(x, x->r->m->task->arena));
}

/* Changes without end: at one instant, or so many in so short a time that the motion gets nowhere. */
static bool chatters(tml_interaction_run *x, double t)
{
    const double counted_from = x->counted_from;
    x->at_once = t - x->last <= 1e-13 * fmax(fabs(t), fabs(x->last)) ? x->at_once + 1 : 0;
    x->last = t;
    if (x->at_once >= MAX_AT_ONCE) {
        report_chatter(x, t, "without end");
        return true;
    }
    if (++x->counted < MANY)
        return false;
    x->counted = 0;
    x->counted_from = t;
    if (!(t - counted_from <= SHORT / x->r->m->rate))
        return false;
    report_chatter(x, t, tml_arena_format(x->r->m->task->arena, "%d times within %.2g s", (int)MANY, t - counted_from));
    return true;
}

tml_status tml_interaction_run_settle(tml_interaction_run *x, double t, bool *moved)
{
    tml_motion_state *m = x->r->m;
    const tml_system *s = m->task->system;
    const bool starts = x->last == -INFINITY; /* there were no modes before */
    if (chatters(x, t))
        return TML_FAILED;
    const int guard = x->first_guard;
    for (int i = 0; i < s->interaction_count; i++)
        x->history[i].fired = m->fired[s->event_count + guard + i], x->history[i].struck = false;
    if (tml_equations_stabilize(m->e, t, m->problem.y, m->problem.y + m->e->nq) || /* gaps are no better than joints */
        tml_interaction_run_leave_faces(x, t, m->fired + s->event_count + guard))
        return tml_interaction_run_fail(x);
    for (int pass = 0; pass < MAX_PASSES; pass++) {
        place(x, t);
        if (tml_interaction_run_find_faces(x))
            place(x, t);
        if (tml_interaction_run_drop_twins(x))
            place(x, t);
        find_slow(x, fmin(fmax(KNOWN, ACCURATE * m->request->tolerance), 0.5 * LOW_BOUNCE));
        if (approaches(x)) {
            find_slow(x, NEARLY);
            bool none = !approaches(x);
            const tml_status status = tml_impact(x, t, &none);
            if (status != TML_OK)
                return status;
            *moved |= !none;
            if (!none)
                continue;
        }
        const bool touching = grazes(x);
        const double before = starts ? 0 : tml_instant_energy(&m->instant); /* at the start none was there before */
        bool jams = false, stays = false;
        tml_status status = tml_interaction_run_decide(x, t, starts ? NULL : &jams);
        if (status == TML_OK && jams)
            status = tml_impact_without_collision(x, t, &stays);
        if (status == TML_OK && stays)
            status = tml_interaction_run_decide(x, t, NULL);
        if (status != TML_OK)
            return status;
        *moved |= jams && !stays;
        if (jams && !stays)
            continue;
        const bool ended = end_bounces(x, t);
        tml_interaction_run_end_faces(x);
        if (tml_interaction_run_project(x, t, m->problem.y, 0))
            return tml_interaction_run_fail(x);
        if (tml_motion_state_observe(m, t, m->problem.y))
            return tml_interaction_run_fail(x);
        if (!starts && (touching || ended))
            add_loss(m, tml_instant_energy(&m->instant) - before);
        if (ended)
            continue;
        tml_interaction_run_start_guards(x);
        for (int i = 0; i < s->interaction_count; i++)
            if (m->e->work->modes[i].begins) /* not as smooth as before: a slip that sets in turns */
                m->resumption.step = 0;
        tml_interaction_run_keep_modes(x, t, starts);
        return TML_OK;
    }
    report_chatter(x, t, "without end");
    return TML_FAILED;
}

/* The n-th of them ends at since + hop (1 - e^n)/(1 - e), with the impulse P e^(n - 1); e: the restitution, or with friction on the way up and down what
 * the bounces before have shown. */
void tml_interaction_run_add_low(tml_interaction_run *x, int i, double until)
{
    tml_interaction_history *h = &x->history[i];
    const double e = h->low_ratio, left = 1 - (until - h->low_since) * (1 - e) / h->low_hop;
    if (!(h->low_impulse > 0))
        return;
    h->impulse += h->low_impulse * (left > 0 ? 1 - tml_pow(e, floor(tml_ln(left) / tml_ln(e))) : 1) / (1 - e);
    h->low_impulse = 0;
}

void tml_interaction_run_sample(tml_interaction_run *x, double t)
{
    const tml_workspace *w = x->r->m->e->work;
    for (int i = 0; i < w->system->interaction_count; i++) {
        const tml_interaction *is = &w->system->interactions[i];
        const double depth =
            is->kind == TML_UNILATERAL ? -tml_interaction_gap(w, is) / tml_interaction_scale(w->system, is) : 0;
        if (depth > x->overlap)
            x->overlap = depth, x->overlap_time = t, x->overlapping = i;
    }
}

static void add_history(tml_interaction_run *x, int i, double end)
{
    const tml_system *s = x->r->m->task->system;
    const tml_interaction *is = &s->interactions[i];
    const tml_interaction_history *h = &x->history[i];
    const bool low = h->low_impulse > 0, past = h->resting <= end;
    tml_table *table = x->r->m->table;
    tml_arena *arena = x->r->m->task->arena;
    tml_interaction_run_add_low(x, i, end);
    if (h->impacts)
        tml_table_add_fact(table, tml_arena_format(arena, "impacts of %s", is->name), (double)h->impacts,
                           "%ld%s; sum of impulses %.12g %s", h->impacts,
                           low ? ", then lower ones than are followed" : "", h->impulse,
                           tml_interaction_turns(s, is) ? "N m s" : "N s");
    if (!isnan(h->resting))
        tml_table_add_fact(table, tml_arena_format(arena, "bounces of %s %s", is->name, past ? "end" : "would end"),
                           h->resting, "%.12g s%s", h->resting, past ? "" : ", after the end of the motion");
}

static void add_rocking(tml_interaction_run *x, int i, double end)
{
    const double rocking = x->history[i].rocking;
    const char *ends = rocking <= end ? "ends" : "would end";
    if (!isnan(rocking))
        tml_table_add_fact(x->r->m->table,
                           tml_arena_format(x->r->m->task->arena, "rocking on %s %s",
                                            x->r->m->task->system->interactions[i].name, ends),
                           rocking, "%.12g s%s", rocking, rocking <= end ? "" : ", after the end of the motion");
}

void tml_interaction_run_facts(tml_interaction_run *x)
{
    const tml_system *s = x->r->m->task->system;
    tml_table *table = x->r->m->table;
    const double end = table->row_count ? table->values[(table->row_count - 1) * table->column_count] : x->r->m->t0;
    long impacts = 0;
    bool friction = false;
    for (int i = 0; i < s->interaction_count; i++) {
        impacts += x->history[i].impacts;
        friction |= s->interactions[i].kind == TML_FRICTION;
        add_history(x, i, end);
        add_rocking(x, i, end);
    }
    if (x->changes)
        tml_table_add_fact(table, "changes of contact and friction", (double)x->changes,
                           "%ld: rows of the table of events", x->changes);
    if (x->share_moves < INFINITY)
        tml_table_add_fact(
            table, "motion not unique", x->share_moves,
            "from t = %.9g s on: contacts can share their loads in several ways, and where friction slips "
            "these move the bodies differently; the smallest forces were taken",
            x->share_moves);
    if (x->overlap > 0) {
        const tml_interaction *is = &s->interactions[x->overlapping];
        const double depth = x->overlap * tml_interaction_scale(s, is);
        tml_table_add_fact(table, "deepest overlap in a row", depth, "%.3g %s: %s, t = %.6g s", depth,
                           tml_interaction_turns(s, is) ? "rad" : "m", is->name, x->overlap_time);
    }
    if (impacts)
        tml_table_add_fact(table, "energy lost in impacts", x->r->m->impact_loss, "%.9g J in %ld impact%s%s",
                           x->r->m->impact_loss, impacts, impacts == 1 ? "" : "s",
                           friction ? ", with what friction takes in them" : "");
}
