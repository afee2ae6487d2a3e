/* held_interactions.c - what stays closed and what keeps sticking in small motions about a state. */
#include "analysis/held_interactions.h"
#include "analysis/failure.h"
#include "dynamics/absolute/absolute.h"
#include "dynamics/instant_modes.h"
#include "system/kernel/interaction_motion.h"
#include <math.h>
#include <string.h>

static const double ROUNDING = 1e-9; /* of the largest force: as good as zero; of what friction holds: at its limit */

typedef struct {
    const tml_task *task;
    const tml_instant_modes *at;
    double largest; /* force */
    tml_interaction_mode *modes;
    tml_held_interactions *out;
} search;

static void name(search *x, const char **list, int interaction, const char *what)
{
    *list = tml_arena_format(x->task->arena, "%s%s%s %s", *list ? *list : "", *list ? ", " : "",
                             x->task->system->interactions[interaction].name, what);
}

/* As a force: torques are divided by the size. */
static double force_of(const search *x, const tml_condition *c)
{
    const tml_system *s = x->task->system;
    double size = 0;
    for (int k = 0; k < c->size; k++)
        size = hypot(size, x->at->problem.x[c->first + k]);
    return size / tml_interaction_arm(s, &s->interactions[c->which]);
}

/* As that of a length. */
static double acceleration_of(const search *x, const tml_condition *c)
{
    const tml_system *s = x->task->system;
    double size = 0;
    for (int k = 0; k < c->size; k++)
        size = hypot(size, x->at->problem.r[c->acceleration + k]);
    return size * tml_interaction_arm(s, &s->interactions[c->which]);
}

static void take_unilateral(search *x, const tml_condition *c)
{
    if (c->mode == TML_CLOSED && force_of(x, c) > ROUNDING * x->largest) {
        x->modes[c->which].kind = TML_CLOSED;
        name(x, &x->out->held, c->which, "closed");
    } else if (c->mode == TML_CLOSED || acceleration_of(x, c) <= ROUNDING * x->largest / x->task->system->mass)
        name(x, &x->out->open, c->which, "touches without force");
}

static void take_friction(search *x, tml_instant_modes *at, const tml_condition *c)
{
    const tml_system *s = x->task->system;
    const double unit = tml_interaction_arm(s, &s->interactions[c->which]);
    if (c->slips) {
        x->modes[c->which].kind = TML_BY_LAW;
        return;
    }
    if (c->mode != TML_STICKS && acceleration_of(x, c) > ROUNDING * x->largest / s->mass)
        return;
    const double most = tml_instant_modes_holding(at, c) / unit;
    if (!(most > ROUNDING * x->largest)) {
        name(x, &x->out->open, c->which, "sticks without load");
        return;
    }
    x->modes[c->which].kind = TML_STICKS;
    name(x, &x->out->held, c->which, "sticks");
    if (force_of(x, c) >= most * (1 - ROUNDING))
        name(x, &x->out->at_limit, c->which, "is at the limit of its friction");
}

/* The largest force on any body, of what acts and what holds. */
static double largest_force(const search *x)
{
    const tml_system *s = x->task->system;
    const tml_complementarity *p = &x->at->problem;
    double largest = s->mass * tml_norm(s->gravity) * 1e-3;
    for (int k = 0; k < p->count; k++)
        if (p->list[k].kind != TML_CONDITION_LAW)
            largest = fmax(largest, force_of(x, &p->list[k]));
    return largest;
}

static tml_status refuse(const tml_task *task, const tml_instant_modes *at)
{
    tml_failure_no_forces(task, tml_instant_modes_names(at, task->arena));
    return TML_FAILED;
}

static tml_status hold(tml_task *task, tml_assembly *report, const tml_interaction_mode *modes, bool rest,
                       const double *v)
{
    const tml_state *state = task->state;
    task->system = tml_system_hold(task->system, modes, rest, state->q, state->unwrapped, task->arena);
    tml_assembly_rank(task->system, state->t, state->q, v, report, task->arena);
    task->state->non_unique = report->non_unique;
    return TML_OK;
}

/* After `steady`, and of massless bodies at rest: what touches presses, as was found. Friction acts against the slip; in a contact without slip it
 * sticks, and so it does in a joint at rest. */
static tml_status hold_touching(tml_task *task, tml_assembly *report, bool rest, tml_held_interactions *out)
{
    const tml_system *s = task->system;
    const tml_state *state = task->state;
    const double *v = rest ? TML_NEW_ARRAY(task->arena, double, s->nv + 1) : state->v;
    tml_workspace *w = tml_workspace_make(s, task->arena);
    search x = {.task = task, .out = out};
    x.modes = TML_NEW_ARRAY(task->arena, tml_interaction_mode, s->interaction_count + 1);
    memcpy(w->unwrapped, state->unwrapped, (size_t)s->measure_count * sizeof(double));
    tml_workspace_set_state(w, state->t, state->q, v);
    tml_workspace_measure(w, 0, s->measure_count);
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        const double scale = ROUNDING * tml_interaction_scale(s, is);
        const bool loaded = is->normal < 0 || x.modes[is->normal].kind == TML_CLOSED;
        const double slip = tml_interaction_slip(w, is);
        x.modes[i].kind = TML_OPEN;
        if (is->kind == TML_FRICTION && loaded && slip > scale)
            x.modes[i].kind = TML_BY_LAW;
        else if (is->kind == TML_FRICTION && loaded && (is->normal >= 0 || rest))
            x.modes[i].kind = TML_STICKS;
        else if (is->kind == TML_UNILATERAL && tml_interaction_gap(w, is) <= scale)
            x.modes[i].kind = TML_CLOSED;
        else if (is->kind == TML_FRICTION && loaded)
            out->idle =
                tml_arena_format(task->arena, "%s%s%s", out->idle ? out->idle : "", out->idle ? ", " : "", is->name);
        if (x.modes[i].kind == TML_STICKS || x.modes[i].kind == TML_CLOSED)
            name(&x, &out->held, i, x.modes[i].kind == TML_STICKS ? "sticks" : "closed");
    }
    return hold(task, report, x.modes, rest, v);
}

/* Of the task, without what it holds; in a steady state with the speeds held that are given. In joint coordinates where the bodies' own masses do not do. */
static tml_equations *equations_of(const tml_task *task, const tml_assembly *report, bool steady, const double *v)
{
    const tml_state *state = task->state;
    const tml_stabilization none = {.method = TML_STABILIZE_NONE};
    const tml_formulation_class *class =
        task->system->singular_mass ? &tml_formulation_joint : &tml_formulation_absolute;
    const tml_system *s = task->system;
    tml_assembly driven = *report;
    if (s->singular_mass)
        s = tml_system_make_tree(s, task->arena);
    if (steady) {
        s = tml_system_hold_coordinates(s, state->held, NULL, state->held_count, task->arena);
        tml_assembly_rank(s, state->t, state->q, v, &driven, task->arena);
    }
    tml_equations *e = class->make(s, driven.rank, none, task->element->place, task->arena, NULL);
    for (int i = 0; e && i < s->measure_count; i++)
        for (int k = 0; k < task->system->measure_count; k++)
            if (task->system->measures[k].id == s->measures[i].id)
                e->work->unwrapped[i] = state->unwrapped[k];
    if (e)
        tml_workspace_set_states(e->work, state->states);
    return e;
}

/* The candidates at the state of the task; NULL: forces and accelerations cannot be found. */
static tml_instant_modes *begin(const tml_task *task, const tml_assembly *report, bool steady, const double *v)
{
    const tml_state *state = task->state;
    tml_equations *e = equations_of(task, report, steady, v);
    tml_instant_modes *at = e ? tml_instant_modes_make(e, task->arena) : NULL;
    double *q = e ? TML_NEW_ARRAY(task->arena, double, e->nq + 1) : NULL,
           *u = e ? TML_NEW_ARRAY(task->arena, double, e->nv + 1) : NULL;
    if (!at)
        return NULL;
    tml_equations_from_bodies(e, state->t, state->q, v, q, u);
    return tml_instant_modes_begin(at, state->t, q, u, NULL) ? NULL : at;
}

tml_status tml_task_hold(tml_task *task, tml_assembly *report, bool rest, tml_held_interactions *out)
{
    const tml_system *s = task->system;
    const tml_state *state = task->state;
    const double *v = rest ? TML_NEW_ARRAY(task->arena, double, s->nv + 1) : state->v;
    *out = (tml_held_interactions){0};
    if (!s->interaction_count)
        return TML_OK;
    const bool steady = !rest && state->held_count,
               massless = s->singular_mass ||
                          tml_massless_make(s, report->independent, state->t, state->q, state->unwrapped, task->arena),
               free = (massless && (!s->singular_mass || !steady)) || (steady && s->ignorable_count);
    tml_instant_modes *at = free ? NULL : begin(task, report, steady, v);
    if (!at && (massless || steady))
        return rest || steady ? hold_touching(task, report, rest, out) : TML_OK;
    if (!at)
        return TML_OK; /* as if nothing were held: what is wrong there is said later */
    if (tml_instant_modes_solve(at, at->laws.r0, at->laws.R) == TML_NO_SOLUTION)
        return refuse(task, at);
    search x = {.task = task, .at = at, .out = out};
    x.largest = largest_force(&x);
    x.modes = TML_NEW_ARRAY(task->arena, tml_interaction_mode, s->interaction_count + 1);
    for (int i = 0; i < s->interaction_count; i++)
        x.modes[i].kind = TML_OPEN;
    for (int k = 0; k < at->problem.count; k++)
        if (at->list[k].kind == TML_CONDITION_UNILATERAL)
            take_unilateral(&x, &at->list[k]);
        else if (at->list[k].kind == TML_CONDITION_FRICTION)
            take_friction(&x, at, &at->list[k]);
    return hold(task, report, x.modes, rest, v);
}

bool tml_task_touching(const tml_task *task, const char **names)
{
    const tml_system *s = task->system;
    const tml_state *state = task->state;
    tml_workspace *w = tml_workspace_make(s, task->arena);
    const char *list = NULL;
    bool apart = true;
    memcpy(w->unwrapped, state->unwrapped, (size_t)s->measure_count * sizeof(double));
    tml_workspace_set_state(w, state->t, state->q, state->v);
    tml_workspace_measure(w, 0, s->measure_count);
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        const double scale = ROUNDING * tml_interaction_scale(s, is), gap = tml_interaction_gap(w, is);
        if (is->kind != TML_UNILATERAL || gap > scale)
            continue;
        list = tml_arena_format(task->arena, "%s%s%s", list ? list : "", list ? ", " : "", is->name);
        if (gap < -scale)
            tml_failure_overlap(task, i, gap), apart = false;
    }
    *names = list ? tml_arena_format(task->arena, "%s touch%s", list, strchr(list, ',') ? "" : "es") : NULL;
    return apart;
}

void tml_held_facts(const tml_held_interactions *h, tml_table *table)
{
    if (h->held)
        tml_table_add_fact(table, "held", NAN, "%s", h->held);
    if (h->idle)
        tml_table_add_fact(table, "friction", 0, "of %s, which do%s not slip, is taken as none", h->idle,
                           strchr(h->idle, ',') ? "" : "es");
    if (h->open)
        tml_table_add_fact(table, "one-sided", NAN, "%s: taken as open; motions that press on it differ", h->open);
    if (h->at_limit)
        tml_table_add_fact(table, "not linear", NAN, "%s: it would slide to one side", h->at_limit);
}
