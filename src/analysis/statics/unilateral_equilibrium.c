/* unilateral_equilibrium.c - the active set of closed gaps, and where it changes. */
#include "analysis/statics/unilateral_equilibrium.h"
#include "analysis/closed_facts.h"
#include "analysis/failure.h"
#include "analysis/held_interactions.h"
#include "assembly/close_near.h"
#include "system/kernel/interaction_motion.h"
#include <math.h>
#include <string.h>

enum { SAMPLES = 8, MAX_BISECTIONS = 50, MAX_CHANGES = 60, MAX_DENSE = 1500 };
static const double OVERLAPS = 1e-9;  /* of the size, or rad: at the start */
static const double PASSES = 1e-10;   /* of the size, or rad: a gap that is less than -this is passed */
static const double JUMPS = 1e-6;     /* of the size, or rad: a gap from which it is not passed in a short step */
static const double TOUCHES = 1e-9;   /* of the size, or rad: a gap at zero */
static const double PULLS = 1e-10;    /* of the acting forces: a force that is less than -this pulls */
static const double PROGRESS = 1e-12; /* of a step */

struct tml_unilateral {
    tml_task *task;
    const tml_assembly *report;
    const tml_system *system; /* that of the task at first */
    double tolerance;
    tml_arena *arena;     /* of the present search; NULL: none yet */
    tml_equilibrium **eq; /* of the present search */
    tml_workspace *probe;
    double *step, *q;            /* (nv), (nq) */
    double *landing;             /* (nq) where the step ends that passes a surface */
    tml_interaction_mode *modes; /* (interaction_count) CLOSED: held */
    double *gaps;                /* (interaction_count) */
    int added, dropped;          /* interactions; -1: none */
    tml_friction_hold *held;
};

static const tml_interaction *interaction(const tml_unilateral *u, int i)
{
    return &u->system->interactions[i];
}

static double scale_of(const tml_unilateral *u, int i)
{
    return tml_interaction_scale(u->system, interaction(u, i));
}

/* At the configuration that probe holds. */
static double gap_of(const tml_unilateral *u, int i)
{
    return tml_interaction_gap(u->probe, interaction(u, i));
}

static void place(const tml_unilateral *u, const double *q, const double *unwrapped)
{
    memcpy(u->probe->unwrapped, unwrapped, (size_t)u->system->measure_count * sizeof(double));
    tml_workspace_set_state(u->probe, u->task->state->t, q, u->step); /* velocities do not matter */
    tml_workspace_measure(u->probe, 0, u->system->measure_count);
}

static bool is_open(const tml_unilateral *u, int i)
{
    return interaction(u, i)->kind == TML_UNILATERAL && u->modes[i].kind != TML_CLOSED;
}

/* A gap that is passed; -1: none is. */
static int find_passed(const tml_unilateral *u)
{
    for (int i = 0; i < u->system->interaction_count; i++)
        if (is_open(u, i) && gap_of(u, i) < -PASSES * scale_of(u, i))
            return i;
    return -1;
}

/* ---- steps ---- */

/* A part of a step from a configuration; the gap that is passed there. */
static int passed_at(const tml_unilateral *u, const double *from, const double *step, double part)
{
    const tml_equilibrium *eq = *u->eq;
    memcpy(u->q, from, (size_t)u->system->nq * sizeof(double));
    for (int j = 0; j < u->system->nv; j++)
        u->step[j] = part * step[j] / eq->unit[j];
    tml_system_displace(u->system, u->step, u->q);
    place(u, u->q, eq->work->unwrapped);
    return find_passed(u);
}

/* Of the gaps that become less between two near places of a step, the one that is closed at the first, where probe is left; -1: none is. A point that
 * comes into the material through one side of a curve is inside of its other sides, too: their gaps jump, and are not closed. */
static int find_closing(const tml_unilateral *u, const double *from, const double *step, double good, double bad)
{
    int closing = -1;
    double least = JUMPS;
    passed_at(u, from, step, bad);
    for (int i = 0; i < u->system->interaction_count; i++)
        u->gaps[i] = is_open(u, i) ? gap_of(u, i) : INFINITY;
    passed_at(u, from, step, good);
    for (int i = 0; i < u->system->interaction_count; i++)
        if (u->gaps[i] < gap_of(u, i) && gap_of(u, i) / scale_of(u, i) < least)
            least = gap_of(u, i) / scale_of(u, i), closing = i;
    return closing;
}

/* Looks along the step, so that none jumps over a body. */
static tml_step_verdict judge(void *context, const double *from, const double *step, const double *q)
{
    tml_unilateral *u = context;
    double good = 0, bad = NAN;
    int passed = -1;
    for (int k = 1; k <= SAMPLES && passed < 0; k++) {
        bad = (double)k / SAMPLES;
        if (k == SAMPLES) { /* there the joints are closed */
            place(u, q, (*u->eq)->work->unwrapped);
            passed = find_passed(u);
            break;
        }
        passed = passed_at(u, from, step, bad);
        good = passed < 0 ? bad : good;
    }
    if (passed < 0)
        return TML_STEP_GOOD;
    for (int i = 0; i < MAX_BISECTIONS && bad - good > PROGRESS; i++) {
        const double middle = 0.5 * (good + bad);
        const int there = passed_at(u, from, step, middle);
        passed = there >= 0 ? there : passed;
        *(there >= 0 ? &bad : &good) = middle;
    }
    passed = find_closing(u, from, step, good, bad);
    if (passed < 0)
        return TML_STEP_GOOD;
    if (passed == u->dropped && good < PROGRESS)
        return TML_STEP_TOO_LONG;
    memcpy(u->landing, u->q, (size_t)u->system->nq * sizeof(double));
    u->added = passed;
    return TML_STEP_ENDS;
}

/* The row that pulls most; -1: none does. */
static int find_pulling(const tml_unilateral *u)
{
    const tml_equilibrium *eq = *u->eq;
    const tml_system *s = eq->system;
    double least = -PULLS * eq->scale;
    int pulling = -1;
    for (int i = 0; i < s->held_row_count; i++) {
        const tml_held_row *h = &s->held_rows[i];
        const double force = eq->lambda[h->row] / (s->size / s->rows[h->row].scale);
        if (force < least)
            least = force, pulling = h->interaction;
    }
    return pulling;
}

static bool accept(void *context)
{
    tml_unilateral *u = context;
    u->dropped = find_pulling(u);
    return u->dropped < 0;
}

/* ---- the set ---- */

/* A belt slips under what rests on it: its friction acts where the contact is closed. */
static void take_belts(tml_unilateral *u)
{
    for (int i = 0; i < u->system->interaction_count; i++) {
        const tml_interaction *is = interaction(u, i);
        bool runs = false;
        for (int k = 0; k < is->size; k++)
            runs |= u->system->measures[is->term[k].measure].kind == TML_SLIP &&
                    u->system->measures[is->term[k].measure].offset != 0;
        if (is->kind == TML_FRICTION && is->normal >= 0)
            u->modes[i].kind = runs && u->modes[is->normal].kind == TML_CLOSED ? TML_BY_LAW : TML_OPEN;
    }
}

/* Closes what is held, from the positions of the state; false: it does not close. */
static bool hold(tml_unilateral *u, const tml_system **system, tml_assembly *report)
{
    tml_state *state = u->task->state;
    take_belts(u);
    const double *v = TML_NEW_ARRAY(u->arena, double, u->system->nv + 1);
    *system = tml_system_hold(u->system, u->modes, true, state->q, state->unwrapped, u->arena);
    *report = (tml_assembly){.unwrapped = state->unwrapped};
    return tml_close_near(*system, state->t, state->q, v, report, u->arena);
}

static void new_arena(tml_unilateral *u)
{
    if (u->arena)
        tml_arena_free(u->arena);
    u->arena = tml_arena_part(u->task->arena);
}

/* One search with the present set. */
static tml_equilibrium_result search(tml_unilateral *u, tml_equilibrium **eq)
{
    const tml_step_guard guard = {u, judge, accept};
    const tml_system *system;
    tml_assembly report;
    u->eq = eq;
    hold(u, &system, &report);
    const tml_static_search request = {u->task, system, &report, u->tolerance, &guard};
    const tml_equilibrium_result found = tml_static_search_run(&request, eq, u->arena);
    memcpy(u->task->state->unwrapped, (*eq)->work->unwrapped, (size_t)system->measure_count * sizeof(double));
    return found;
}

/* Where a surface was met: friction may hold it there. */
static bool friction_holds(tml_unilateral *u)
{
    const tml_system *system;
    tml_assembly report;
    if (!hold(u, &system, &report))
        return false;
    u->held = tml_friction_hold_find(u->task, u->report);
    return u->held != NULL;
}

/* All gaps that touch are held, with the forces found; their rows show which of these forces are unique. */
static tml_equilibrium *hold_all(tml_unilateral *u, tml_equilibrium *found)
{
    tml_task *task = u->task;
    const tml_state *state = task->state;
    const tml_system *with = found->system;
    tml_assembly report;
    if (with->nv > MAX_DENSE)
        return found;
    place(u, state->q, state->unwrapped);
    for (int i = 0; i < u->system->interaction_count; i++)
        if (interaction(u, i)->kind == TML_UNILATERAL && gap_of(u, i) <= TOUCHES * scale_of(u, i))
            u->modes[i].kind = TML_CLOSED;
    take_belts(u);
    const tml_system *s = tml_system_hold(u->system, u->modes, true, state->q, state->unwrapped, task->arena);
    tml_assembly_rank(s, state->t, state->q, state->v, &report, task->arena);
    tml_equilibrium *eq =
        tml_equilibrium_make(s, state->t, report.rank, report.independent, &tml_equilibrium_dense, task->arena);
    memcpy(eq->work->unwrapped, state->unwrapped, (size_t)s->measure_count * sizeof(double));
    tml_workspace_set_states(eq->work, state->states);
    u->eq = &eq;
    if (tml_equilibrium_evaluate(eq, state->q))
        return found;
    tml_workspace_measure(eq->work, 0, s->measure_count);
    task->state->non_unique = report.non_unique;
    if (find_pulling(u) < 0)
        return eq;
    memset(eq->lambda, 0, (size_t)s->row_count * sizeof(double)); /* others share the load, which those found do */
    memcpy(eq->lambda, found->lambda, (size_t)u->system->row_count * sizeof(double));
    for (int a = 0; a < s->held_row_count; a++)
        for (int b = 0; b < with->held_row_count; b++)
            if (s->held_rows[a].interaction == with->held_rows[b].interaction)
                eq->lambda[s->held_rows[a].row] = found->lambda[with->held_rows[b].row];
    return eq;
}

tml_equilibrium_result tml_unilateral_find(tml_unilateral *u, tml_equilibrium **eq)
{
    tml_state *state = u->task->state;
    tml_equilibrium_result found;
    const int count = tml_system_gaps(u->system);
    int iterations = 0;
    for (int changes = 0;; changes++) {
        new_arena(u);
        u->added = -1;
        found = search(u, eq);
        found.iterations = iterations += found.iterations;
        if (found.end == TML_EQUILIBRIUM_FOUND)
            u->dropped = find_pulling(u);
        const bool goes_on =
            found.end == TML_EQUILIBRIUM_CHANGED || (found.end == TML_EQUILIBRIUM_FOUND && u->dropped >= 0);
        if (!goes_on)
            break;
        if (changes == MAX_CHANGES + 4 * count) {
            found.end = TML_EQUILIBRIUM_MAX_ITERATIONS;
            break;
        }
        if (u->added >= 0) {
            u->modes[u->added].kind = TML_CLOSED;
            u->dropped = -1;
            memcpy(state->q, u->landing, (size_t)u->system->nq * sizeof(double));
            if (friction_holds(u))
                return found;
        } else
            u->modes[u->dropped].kind = TML_OPEN;
    }
    if (found.end == TML_EQUILIBRIUM_FOUND)
        *eq = hold_all(u, *eq);
    return found;
}

tml_friction_hold *tml_unilateral_held(const tml_unilateral *u)
{
    return u->held;
}

/* ---- making and reporting ---- */

tml_unilateral *tml_unilateral_make(tml_task *task, const tml_assembly *report, double tolerance)
{
    const tml_system *s = task->system;
    if (tml_system_gaps(s) == 0)
        return NULL;
    tml_unilateral *u = TML_NEW(task->arena, tml_unilateral);
    *u = (tml_unilateral){
        .task = task, .report = report, .system = s, .tolerance = tolerance, .added = -1, .dropped = -1};
    u->probe = tml_workspace_make(s, task->arena);
    u->step = TML_NEW_ARRAY(task->arena, double, s->nv + 1);
    u->q = TML_NEW_ARRAY(task->arena, double, s->nq + 1);
    u->landing = TML_NEW_ARRAY(task->arena, double, s->nq + 1);
    u->modes = TML_NEW_ARRAY(task->arena, tml_interaction_mode, s->interaction_count + 1);
    u->gaps = TML_NEW_ARRAY(task->arena, double, s->interaction_count + 1);
    for (int i = 0; i < s->interaction_count; i++)
        u->modes[i].kind = TML_OPEN;
    return u;
}

bool tml_unilateral_starts_apart(const tml_unilateral *u)
{
    bool good = true;
    place(u, u->task->state->q, u->task->state->unwrapped);
    for (int i = 0; i < u->system->interaction_count; i++) {
        const tml_interaction *is = interaction(u, i);
        if (is->kind != TML_UNILATERAL || gap_of(u, i) >= -OVERLAPS * scale_of(u, i))
            continue;
        tml_failure_overlap(u->task, i, gap_of(u, i));
        good = false;
    }
    return good;
}

static bool has_force(const tml_equilibrium *eq, const tml_held_row *h)
{
    return eq->lambda[h->row] / (eq->system->size / eq->system->rows[h->row].scale) > PULLS * eq->scale;
}

const char *tml_unilateral_idle(const tml_unilateral *u, const tml_equilibrium *eq)
{
    const tml_system *s = eq->system;
    const char *names = "";
    int count = 0;
    for (int i = 0; i < s->held_row_count; i++)
        if (!has_force(eq, &s->held_rows[i]) && count++ < TML_CLOSED_NAMED)
            names = tml_arena_format(u->task->arena, "%s%s%s", names, count > 1 ? ", " : "",
                                     s->interactions[s->held_rows[i].interaction].name);
    return names;
}

void tml_unilateral_facts(tml_unilateral *u, tml_equilibrium *eq, tml_table *table)
{
    const tml_system *s = eq->system;
    const bool *non_unique = u->task->state->non_unique;
    for (int i = 0; i < s->held_row_count; i++) {
        const tml_held_row *h = &s->held_rows[i];
        tml_closed_fact(u->task, table, i, h->interaction, has_force(eq, h) ? eq->lambda[h->row] : 0,
                        non_unique && non_unique[h->row] ? ", not unique: one of several possible" : "");
    }
    tml_closed_count_fact(table, s->held_row_count);
    u->task->system = s;
}
