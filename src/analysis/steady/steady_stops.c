/* steady_stops.c - relative equilibrium on rigid stops and contacts: which of them are closed, force >= 0, gap >= 0, one of them zero.
 *
 * Sets of closed gaps are tried from the start on: at first those that touch there; then the gap that is passed farthest is closed, and the one whose force pulls
 * most is opened. Closed gaps are rows (tml_system_hold) whose multipliers are the forces. If that leads to no state, none and then single ones
 * are tried.
 */
#include "analysis/steady/steady_stops.h"
#include "analysis/closed_facts.h"
#include "analysis/failure.h"
#include "analysis/held_interactions.h"
#include "assembly/close_near.h"
#include "system/kernel/interaction_motion.h"
#include <string.h>

static const double PASSES = 1e-9; /* of the size, or rad: a gap that is less than -this is passed */
static const double PULLS = 1e-9;  /* of the acting forces: a force that is less than -this pulls */
static const double SLIPS = 1e-9;  /* of the fastest speed */
enum { MAX_TRIALS = 100 };

static bool is_gap(const tml_steady_set *set, int i)
{
    return set->base->interactions[i].kind == TML_UNILATERAL;
}

/* ---- the present set ---- */

static bool make(tml_steady_task *t, const double *q, const double *v, const double *unwrapped)
{
    tml_task *task = t->task;
    tml_state *state = task->state;
    const tml_system *s = t->set->base;
    tml_assembly report = {.unwrapped = state->unwrapped};
    memcpy(state->q, q, (size_t)s->nq * sizeof(double));
    memcpy(state->v, v, (size_t)s->nv * sizeof(double));
    memcpy(state->unwrapped, unwrapped, (size_t)s->measure_count * sizeof(double));
    task->system = tml_system_hold(s, t->set->modes, false, q, unwrapped, task->arena);
    if (!tml_close_near(task->system, state->t, state->q, state->v, &report, task->arena))
        return false;
    state->non_unique = report.non_unique;
    return tml_steady_task_make(t, &report);
}

static const tml_held_row *row_of(const tml_system *s, int interaction)
{
    for (int i = 0; i < s->held_row_count; i++)
        if (s->held_rows[i].interaction == interaction)
            return &s->held_rows[i];
    return NULL;
}

static double margin_here(const tml_steady_task *t, const tml_steady_point *at, int i)
{
    const tml_system *s = t->s->system;
    const tml_interaction *is = &s->interactions[i];
    const tml_held_row *h = row_of(s, i);
    if (h)
        return at->lambda[h->row] * s->rows[h->row].scale / s->size / fmax(t->s->scale, 1e-300) / PULLS;
    return tml_interaction_gap(t->s->work, is) / tml_interaction_scale(s, is) / PASSES;
}

static void evaluate(tml_steady_task *t, const tml_steady_point *at)
{
    tml_steady_evaluate(t->s, at);
    tml_workspace_measure(t->s->work, 0, t->s->system->measure_count);
}

double tml_steady_set_margin(tml_steady_task *t, const tml_steady_point *at, int i)
{
    evaluate(t, at);
    return margin_here(t, at, i);
}

/* A gap that is passed comes first: what pulls may do so because of it. */
int tml_steady_set_violated(tml_steady_task *t, const tml_steady_point *at)
{
    double least[2] = {-1, -1};
    int worst[2] = {-1, -1};
    evaluate(t, at);
    for (int i = 0; i < t->set->base->interaction_count; i++) {
        const int closed = t->set->modes[i].kind == TML_CLOSED;
        const double margin = is_gap(t->set, i) ? margin_here(t, at, i) : 0;
        if (margin < least[closed])
            least[closed] = margin, worst[closed] = i;
    }
    return worst[0] >= 0 ? worst[0] : worst[1];
}

void tml_steady_set_change(tml_steady_task *t, int i)
{
    t->set->modes[i].kind = t->set->modes[i].kind == TML_CLOSED ? TML_OPEN : TML_CLOSED;
}

/* Friction of joints and closed contacts acts where they slip at a point; true: that was not so. */
static bool take_slips(tml_steady_task *t, const tml_steady_point *at)
{
    const tml_system *s = t->set->base;
    double fastest = 0;
    bool changed = false;
    evaluate(t, at);
    for (int k = 0; k < t->s->nv; k++)
        fastest = fmax(fastest, fabs(t->s->u[k]) * t->s->unit[k]);
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        double slip = 0;
        for (int k = 0; k < is->size; k++)
            slip = hypot(slip, t->s->work->rate[is->term[k].measure]);
        if (is->kind != TML_FRICTION)
            continue;
        const double speed = slip * tml_interaction_arm(s, is);
        const bool loaded = is->normal < 0 || t->set->modes[is->normal].kind == TML_CLOSED,
                   slides = loaded && speed > SLIPS * fastest;
        changed |= slides != (t->set->modes[i].kind == TML_BY_LAW);
        t->set->modes[i].kind = slides ? TML_BY_LAW : TML_OPEN;
    }
    return changed;
}

bool tml_steady_set_make(tml_steady_task *t, const double *q, const double *v, const double *unwrapped)
{
    bool made = make(t, q, v, unwrapped);
    if (made && take_slips(t, &t->at))
        made = make(t, q, v, unwrapped);
    return made;
}

/* ---- sets from the start on ---- */

typedef struct {
    tml_steady_task *t;   /* of the analysis */
    tml_steady_task each; /* of a trial */
    int violated;         /* an interaction; -1: none */
} trials;

/* Whether the present set has a state; `violated` says whether it is the right set. */
static bool has_state(trials *x)
{
    tml_task *task = x->t->task;
    const tml_steady_set *set = x->t->set;
    tml_log *log = task->log, unheard = {0};
    int iterations;
    task->log = &unheard;
    x->each = (tml_steady_task){.task = task, .request = x->t->request, .set = x->t->set};
    const bool found = tml_steady_set_make(&x->each, set->q, set->v, set->unwrapped) &&
                       tml_steady_find(&x->each, &iterations) == TML_OK;
    if (found) {
        evaluate(&x->each, &x->each.at);
        tml_steady_balance(x->each.s, &x->each.at);
        x->violated = tml_steady_set_violated(&x->each, &x->each.at);
    }
    task->log = log;
    tml_log_clear(&unheard);
    return found;
}

/* From a set that has a state to one that has the right one; false: there is none on this way. */
static bool improve(trials *x)
{
    for (int i = 0; i < MAX_TRIALS; i++) {
        if (x->violated < 0)
            return true;
        tml_steady_set_change(x->t, x->violated);
        if (!has_state(x))
            return false;
    }
    return false;
}

static void open_all(const tml_steady_set *set)
{
    for (int i = 0; i < set->base->interaction_count; i++)
        if (is_gap(set, i))
            set->modes[i].kind = TML_OPEN;
}

/* Those that touch at the start; false: none does. */
static bool close_touching(const tml_steady_task *t)
{
    const tml_steady_set *set = t->set;
    const tml_system *s = set->base;
    tml_arena *scratch = tml_arena_part(t->task->arena);
    tml_workspace *w = tml_workspace_make(s, scratch);
    bool any = false;
    memcpy(w->unwrapped, set->unwrapped, (size_t)s->measure_count * sizeof(double));
    tml_workspace_set_state(w, t->task->state->t, set->q, set->v);
    tml_workspace_measure(w, 0, s->measure_count);
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        if (!is_gap(set, i) || fabs(tml_interaction_gap(w, is)) > PASSES * tml_interaction_scale(s, is))
            continue;
        set->modes[i].kind = TML_CLOSED;
        any = true;
    }
    tml_arena_free(scratch);
    return any;
}

static void find_set(trials *x)
{
    const tml_steady_set *set = x->t->set;
    if (close_touching(x->t) && has_state(x) && improve(x))
        return;
    open_all(set);
    if (has_state(x) && improve(x))
        return;
    for (int i = 0; i < set->base->interaction_count && i < MAX_TRIALS; i++) {
        open_all(set);
        if (!is_gap(set, i))
            continue;
        set->modes[i].kind = TML_CLOSED;
        if (has_state(x) && improve(x))
            return;
    }
    open_all(set);
}

bool tml_steady_on_stops(tml_steady_task *t)
{
    tml_task *task = t->task;
    const tml_system *s = task->system;
    if (s->interaction_count == 0)
        return false;
    t->set = TML_NEW(task->arena, tml_steady_set);
    *t->set = (tml_steady_set){
        .base = s,
        .q = tml_arena_copy(task->arena, task->state->q, (size_t)s->nq * sizeof(double)),
        .v = tml_arena_copy(task->arena, task->state->v, (size_t)s->nv * sizeof(double)),
        .unwrapped = tml_arena_copy(task->arena, task->state->unwrapped, (size_t)s->measure_count * sizeof(double)),
        .modes = TML_NEW_ARRAY(task->arena, tml_interaction_mode, s->interaction_count + 1)};
    for (int i = 0; i < s->interaction_count; i++)
        t->set->modes[i].kind = is_gap(t->set, i) || s->interactions[i].normal >= 0 ? TML_OPEN : TML_BY_LAW;
    return true;
}

tml_status tml_steady_make_on_stops(tml_steady_task *t)
{
    trials x = {.t = t, .violated = -1};
    find_set(&x);
    /* where no set was found, the search without any says why */
    return tml_steady_set_make(t, t->set->q, t->set->v, t->set->unwrapped) ? TML_OK : TML_FAILED;
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
