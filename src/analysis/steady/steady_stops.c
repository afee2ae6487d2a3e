/* steady_stops.c - relative equilibrium on rigid stops and contacts: which of them are closed, force >= 0, gap >= 0, one of them zero.
 *
 * Sets of closed gaps are tried from the start on: none at first; then the gap that is passed farthest is closed, and the one whose force pulls
 * most is opened. Closed gaps are rows (tml_system_hold) whose multipliers are the forces. If there is no state without any, single ones are
 * tried.
 */
#include "analysis/closed_facts.h"
#include "analysis/failure.h"
#include "analysis/steady/steady_task.h"
#include "assembly/close_near.h"
#include <math.h>
#include <string.h>

static const double PASSES = 1e-9; /* of the size, or rad: a gap that is less than -this is passed */
static const double PULLS = 1e-9;  /* of the acting forces: a force that is less than -this pulls */
static const double SLIPS = 1e-9;  /* of the fastest speed */
enum { MAX_TRIALS = 100 };

typedef struct {
    tml_steady_task *t;   /* of the analysis */
    tml_steady_task each; /* of a trial */
    const tml_system *base;
    const double *q, *v, *unwrapped; /* the start */
    tml_interaction_mode *modes;     /* (interaction_count) */
    tml_assembly report;
    int passed, pulling; /* interactions; -1: none */
} trials;

static bool is_gap(const trials *x, int i)
{
    return x->base->interactions[i].kind == TML_UNILATERAL;
}

/* The system with the present set, at the start with its gaps closed. */
static bool close_set(trials *x)
{
    tml_task *task = x->t->task;
    tml_state *state = task->state;
    const tml_system *s = x->base;
    memcpy(state->q, x->q, (size_t)s->nq * sizeof(double));
    memcpy(state->v, x->v, (size_t)s->nv * sizeof(double));
    memcpy(state->unwrapped, x->unwrapped, (size_t)s->measure_count * sizeof(double));
    task->system = tml_system_hold(s, x->modes, false, x->q, x->unwrapped, task->arena);
    x->report = (tml_assembly){.unwrapped = state->unwrapped};
    return tml_close_near(task->system, state->t, state->q, state->v, &x->report, task->arena);
}

/* The gap that is passed farthest, and the one that pulls most, at the solution of a trial. */
static void find_wrong(trials *x)
{
    tml_steady *s = x->each.s;
    const tml_system *sys = s->system;
    double least = -PASSES, weakest = -PULLS;
    x->passed = x->pulling = -1;
    tml_steady_evaluate(s, &x->each.at);
    tml_steady_balance(s, &x->each.at);
    tml_workspace_measure(s->work, 0, sys->measure_count);
    for (int i = 0; i < sys->interaction_count; i++) {
        const tml_interaction *is = &sys->interactions[i];
        const double gap = is->term[0].coefficient * s->work->value[is->term[0].measure] + is->offset;
        if (is_gap(x, i) && gap < least * tml_measure_scale(sys, is->term[0].measure))
            least = gap / tml_measure_scale(sys, is->term[0].measure), x->passed = i;
    }
    for (int i = 0; i < sys->held_row_count; i++) {
        const tml_held_row *h = &sys->held_rows[i];
        const double force = x->each.at.lambda[h->row] * sys->rows[h->row].scale / sys->size;
        if (force < weakest * s->scale)
            weakest = force / s->scale, x->pulling = h->interaction;
    }
}

/* Whether the present set has a state; find_wrong says whether it is the right set. */
static bool has_state(trials *x)
{
    tml_task *task = x->t->task;
    tml_log *log = task->log, unheard = {0};
    int iterations;
    task->log = &unheard;
    x->each = (tml_steady_task){.task = task, .request = x->t->request};
    const bool found =
        close_set(x) && tml_steady_task_make(&x->each, &x->report) && tml_steady_find(&x->each, &iterations) == TML_OK;
    if (found)
        find_wrong(x);
    task->log = log;
    tml_log_clear(&unheard);
    return found;
}

/* From a set that has a state to one that has the right one; false: there is none on this way. */
static bool improve(trials *x)
{
    for (int i = 0; i < MAX_TRIALS; i++) {
        if (x->passed < 0 && x->pulling < 0)
            return true;
        const int change = x->passed >= 0 ? x->passed : x->pulling;
        x->modes[change].kind = x->passed >= 0 ? TML_CLOSED : TML_OPEN;
        if (!has_state(x))
            return false;
    }
    return false;
}

static void open_all(trials *x)
{
    for (int i = 0; i < x->base->interaction_count; i++)
        if (is_gap(x, i))
            x->modes[i].kind = TML_OPEN;
}

static bool find_set(trials *x)
{
    if (has_state(x) && improve(x))
        return true;
    for (int i = 0; i < x->base->interaction_count && i < MAX_TRIALS; i++) {
        open_all(x);
        if (!is_gap(x, i))
            continue;
        x->modes[i].kind = TML_CLOSED;
        if (has_state(x) && improve(x))
            return true;
    }
    open_all(x);
    return false;
}

/* A closed contact with friction that slips: its force would depend on the multiplier of the gap. */
static const tml_interaction *slipping_contact(trials *x)
{
    const tml_system *s = x->base;
    const tml_workspace *w = x->each.s->work;
    double fastest = 0;
    for (int k = 0; k < x->each.s->nv; k++)
        fastest = fmax(fastest, fabs(x->each.s->u[k]) * x->each.s->unit[k]);
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        for (int k = 0; is->normal >= 0 && x->modes[is->normal].kind == TML_CLOSED && k < is->size; k++)
            if (fabs(w->rate[is->term[k].measure]) > SLIPS * fastest)
                return is;
    }
    return NULL;
}

bool tml_steady_on_stops(const tml_steady_task *t)
{
    const tml_system *s = t->task->system;
    for (int i = 0; i < s->interaction_count && t->request.swept < 0 && !t->request.all; i++)
        if (s->interactions[i].kind == TML_UNILATERAL)
            return true;
    return false;
}

tml_status tml_steady_make_on_stops(tml_steady_task *t)
{
    tml_task *task = t->task;
    const tml_system *s = task->system;
    trials x = {.t = t, .base = s, .passed = -1, .pulling = -1};
    x.q = tml_arena_copy(task->arena, task->state->q, (size_t)s->nq * sizeof(double));
    x.v = tml_arena_copy(task->arena, task->state->v, (size_t)s->nv * sizeof(double));
    x.unwrapped = tml_arena_copy(task->arena, task->state->unwrapped, (size_t)s->measure_count * sizeof(double));
    x.modes = TML_NEW_ARRAY(task->arena, tml_interaction_mode, s->interaction_count + 1);
    for (int i = 0; i < s->interaction_count; i++)
        x.modes[i].kind = is_gap(&x, i) || s->interactions[i].normal >= 0 ? TML_OPEN : TML_BY_LAW;
    const bool found = find_set(&x);
    const tml_interaction *slips = found ? slipping_contact(&x) : NULL;
    if (slips) {
        tml_failure_rigid_contact(task, slips->name, slips->place,
                                  "it slides, and the load of its friction is not found");
        return TML_FAILED;
    }
    if (!close_set(&x) || !tml_steady_task_make(t, &x.report))
        return TML_FAILED;
    task->state->non_unique = x.report.non_unique;
    return TML_OK; /* where no set was found, the search without any says why */
}

void tml_steady_closed_facts(tml_steady_task *t)
{
    const tml_system *s = t->task->system;
    for (int i = 0; i < s->held_row_count; i++) {
        const tml_held_row *h = &s->held_rows[i];
        tml_closed_fact(t->task, t->table, i, h->interaction, t->lambda[h->row], "");
    }
    tml_closed_count_fact(t->table, s->held_row_count);
}
