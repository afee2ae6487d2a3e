/* gap_proofs.c - states of gaps at both ends of a step and in between, and what is proven of them (gap_proofs.h). */
#include "analysis/dynamics/gap_proofs.h"
#include "analysis/dynamics/event_proofs.h"
#include "analysis/dynamics/interaction_state.h"
#include "contact/touch.h"
#include "system/kernel/gap_path.h"
#include <string.h>

static const double IN_TOUCH = 1e-11; /* of the size, or rad: a gap that is taken as zero */
static const double AT_ZERO = 1e-9;   /* of these: a gap that hardly changes, and is zero in a whole step */
enum { FEW = 3 };                     /* grazing gaps that are named */

typedef struct {
    tml_gap_path path;
    int interaction; /* stop or rigid contact; -1: the event of a compliant one */
    int coupler;     /* its number among the proofs of events, where the cubic of the gap is not enough; -1 */
    bool watch;      /* the gap of two polyhedra as a whole, in place of that of their edges */
    const char *name;
    double touch; /* value that is taken as zero */
} gap;

/* A gap that came near to zero and turned back. */
typedef struct {
    int event;
    double t, value;
} graze;

/* What was found of gaps and events, and is to be told. */
typedef struct {
    graze grazes[FEW]; /* the first of them */
    int graze_count;
    long undecided;
    double undecided_time, undecided_length;
    int undecided_event;
} findings;

struct tml_gap_proofs {
    tml_proofs calls;
    tml_motion_state *m;
    tml_event_proofs *events; /* of the user's events; NULL: there are none */
    int count;
    gap *gaps;                  /* (count) */
    int *of_event;              /* (event_count) gap; -1: none */
    double *near;               /* (event_count) */
    tml_gap_state *start, *end; /* (count) */
    tml_gap_state between[TML_PROOF_DEPTH];
    double *second; /* (count) g'' at the start of the step, of smooth gaps */
    tml_motion2 *motion2;
    tml_motion3 *motion3;
    double *a;          /* (nv) */
    bool known;         /* these are of the start of the present step */
    bool wanted;        /* the last step needed accelerations */
    bool samples_edges; /* two polyhedra touched, whose edges were looked at in samples meanwhile */
    findings step, all; /* of the present step, and of those before it */
};

/* ---- what the integrator asks ---- */

static bool applies(void *context, int event, double value)
{
    const tml_gap_proofs *p = context;
    const int k = p->of_event[event];
    if (k < 0)
        return tml_event_proofs_apply(p->events, event);
    if (!(value > 0))
        return false;
    const gap *g = &p->gaps[k];
    return g->interaction < 0 || p->m->e->work->modes[g->interaction].kind != TML_CLOSED;
}

static tml_gap_state *state_of(tml_gap_proofs *p, int k, int slot)
{
    return slot == TML_PROOF_START ? &p->start[k]
           : slot == TML_PROOF_END ? &p->end[k]
                                   : &p->between[slot - TML_PROOF_BETWEEN];
}

static void keep(void *context, int event, int slot, double t, double value)
{
    tml_gap_proofs *p = context;
    const int k = p->of_event[event];
    if (k < 0) {
        tml_event_proofs_keep(p->events, event, slot, t);
        return;
    }
    const gap *g = &p->gaps[k];
    if (g->coupler >= 0)
        tml_event_proofs_keep(p->events, g->coupler, slot, t);
    const tml_workspace *w = p->m->e->work;
    double measured = value;
    if (g->watch)
        measured = w->value[g->path.measure];
    else if (g->interaction < 0)
        measured = value == 0 ? 0 : tml_workspace_sum(w, &g->path.along).f + g->path.offset;
    tml_gap_path_read(&g->path, w, measured, state_of(p, k, slot));
    state_of(p, k, slot)->t = t;
}

static bool stays(void *context, int event, tml_proof_knowledge knowledge, int from, int middle, int to)
{
    static const tml_path_knowledge by[] = {TML_PATH_ENDS_ONLY, TML_PATH_MIDDLE, TML_PATH_ACCELERATIONS};
    tml_gap_proofs *p = context;
    const int k = p->of_event[event];
    if (k < 0)
        return tml_event_proofs_stay(p->events, event, knowledge == TML_PROOF_BY_MIDDLE, from, middle, to);
    const gap *g = &p->gaps[k];
    if (g->coupler >= 0)
        return tml_event_proofs_stay(p->events, g->coupler, knowledge == TML_PROOF_BY_MIDDLE, from, middle, to);
    const tml_gap_state *a = state_of(p, k, from), *b = state_of(p, k, to);
    const double near = p->near[event];
    return tml_gap_path_stays_open(&g->path, by[knowledge], a, middle < 0 ? NULL : state_of(p, k, middle), b,
                                   fmin(a->value, b->value) > 2 * near ? near : -g->touch);
}

/* Between two states near zero that hardly change a gap is zero, to the tolerance: what its sign is between them nothing can tell. */
static bool touches(void *context, int event)
{
    tml_gap_proofs *p = context;
    const int k = p->of_event[event];
    if (k < 0)
        return false;
    const tml_gap_state *a = &p->start[k], *b = &p->end[k];
    const bool touching = fmax(fabs(a->value), fabs(b->value)) + (fabs(a->rate) + fabs(b->rate)) * (b->t - a->t) <=
                          fmax(p->near[event], AT_ZERO * p->gaps[k].touch / IN_TOUCH);
    p->samples_edges |= touching && p->gaps[k].watch;
    return touching;
}

static bool vanishes(void *context, int event, int slot)
{
    tml_gap_proofs *p = context;
    const int k = p->of_event[event];
    return k < 0 ? tml_event_proofs_vanish(p->events, event, slot)
                 : fabs(state_of(p, k, slot)->value) <= p->gaps[k].touch;
}

static bool is_smooth(const gap *g)
{
    return g->path.bound == TML_GAP_SMOOTH || g->path.bound == TML_GAP_NUMBER;
}

static bool accelerate(void *context, double t, const double *y)
{
    tml_gap_proofs *p = context;
    tml_motion_state *m = p->m;
    if (!p->count)
        return false;
    p->wanted = true;
    if (!p->known || tml_motion_state_solve_end(m, t, y))
        return false;
    const tml_workspace *w = m->e->work;
    const tml_bodies_motion from = {p->motion2, p->motion3, p->a}, to = {w->motion2, w->motion3, m->e->a};
    for (int k = 0; k < p->count; k++) {
        const gap *g = &p->gaps[k];
        if (is_smooth(g)) {
            p->start[k].second = p->second[k];
            p->end[k].second = tml_workspace_terms_acceleration(w, &g->path.along, m->e->a);
        } else {
            p->start[k].yddot = tml_gap_path_acceleration(&g->path, m->task->system, &from);
            p->end[k].yddot = tml_gap_path_acceleration(&g->path, m->task->system, &to);
        }
    }
    return true;
}

static void add_graze(findings *f, graze g)
{
    for (int i = 0; i < f->graze_count; i++)
        if (f->grazes[i].event == g.event && f->grazes[i].t == g.t)
            return;
    if (f->graze_count < FEW)
        f->grazes[f->graze_count++] = g;
}

static void grazes(void *context, int event, double t, double value)
{
    tml_gap_proofs *p = context;
    if (p->of_event[event] >= 0)
        add_graze(&p->step, (graze){event, t, value});
}

static void undecided(void *context, int event, double t, double length)
{
    tml_gap_proofs *p = context;
    if (!p->step.undecided++)
        p->step.undecided_time = t, p->step.undecided_event = event;
    p->step.undecided_length += length;
}

/* Keeps what was found of a step until a time: the motion was interrupted there, or has gone on. */
static void keep_findings(tml_gap_proofs *p, double until)
{
    for (int i = 0; i < p->step.graze_count; i++)
        if (p->step.grazes[i].t < until)
            add_graze(&p->all, p->step.grazes[i]);
    if (p->step.undecided && p->step.undecided_time < until) {
        if (!p->all.undecided)
            p->all.undecided_time = p->step.undecided_time, p->all.undecided_event = p->step.undecided_event;
        p->all.undecided += p->step.undecided;
        p->all.undecided_length += p->step.undecided_length;
    }
    p->step = (findings){0};
}

static int begin(void *context, double t, const double *y)
{
    tml_gap_proofs *p = context;
    tml_motion_state *m = p->m;
    tml_workspace *w = m->e->work;
    p->known = false;
    keep_findings(p, t);
    w->idle = m->interactions ? tml_interaction_run_idle_slips(m->interactions) : NULL;
    m->e->class->place_bodies(m->e, t, y, y + m->e->nq);
    tml_workspace_measure(w, 0, m->task->system->active_count);
    w->idle = NULL;
    if (p->events) {
        tml_workspace_set_states(w, y + tml_motion_state_states(m));
        tml_workspace_read_inputs(w);
    }
    for (int i = 0; i < m->problem.event_count; i++) {
        const gap *g = p->of_event[i] < 0 ? NULL : &p->gaps[p->of_event[i]];
        if (applies(p, i, 1))
            keep(p, i, TML_PROOF_START, t,
                 !g || g->interaction < 0 ? 1 : tml_interaction_gap(w, &w->system->interactions[g->interaction]));
    }
    return 0;
}

static void advance(void *context)
{
    tml_gap_proofs *p = context;
    tml_gap_state *start = p->start;
    keep_findings(p, INFINITY);
    p->start = p->end;
    p->end = start;
    p->known = false;
    if (p->events)
        tml_event_proofs_advance(p->events);
}

/* ---- making ---- */

static const char *name_of(const tml_motion_state *m, const tml_event *e)
{
    const char *dot = strrchr(e->name, '.'); /* "hit.begins" */
    return dot ? tml_arena_format(m->task->arena, "%.*s", (int)(dot - e->name), e->name) : e->name;
}

static void add(tml_gap_proofs *p, int event, const tml_terms *along, double offset, gap g)
{
    const tml_system *s = p->m->task->system;
    const double scale = tml_terms_scale(s, along);
    g.path = tml_gap_path_of(s, along, offset, p->m->task->arena);
    g.touch = IN_TOUCH * scale;
    p->near[event] = fmax(p->m->request->tolerance * scale, g.touch);
    p->of_event[event] = p->count;
    p->gaps[p->count++] = g;
}

/* Gaps of stops and rigid contacts; of two polyhedra that of their nearest points stands for those of edges. */
static void add_interactions(tml_gap_proofs *p, int first_guard)
{
    const tml_workspace *w = p->m->e->work;
    const tml_system *s = w->system;
    const int rooms = tml_interaction_run_rooms(w, NULL, NULL);
    int room = s->event_count + first_guard - rooms;
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        const bool has_room = tml_interaction_keeps_face(w, i), watch = tml_interaction_is_watch(w, i);
        if (is->kind == TML_UNILATERAL)
            add(p, watch ? room : s->event_count + first_guard + i, &is->along[0], is->offset,
                (gap){.interaction = i,
                      .coupler = tml_event_proofs_of_coupler(p->events, is),
                      .watch = watch,
                      .name = is->name});
        room += has_room;
    }
}

tml_gap_proofs *tml_gap_proofs_make(tml_motion_state *m, int event_count, int first_guard)
{
    const tml_system *s = m->task->system;
    tml_arena *arena = m->task->arena;
    if (!s->interaction_count && !s->event_count)
        return NULL;
    tml_gap_proofs *p = TML_NEW(arena, tml_gap_proofs);
    *p = (tml_gap_proofs){.m = m, .events = tml_event_proofs_make(m)};
    p->of_event = TML_NEW_ARRAY(arena, int, event_count);
    p->near = TML_NEW_ARRAY(arena, double, event_count);
    p->gaps = TML_NEW_ARRAY(arena, gap, s->interaction_count + s->event_count);
    for (int i = 0; i < event_count; i++)
        p->of_event[i] = -1;
    for (int i = 0; i < s->event_count; i++)
        if (tml_event_begins_contact(&s->events[i]))
            add(p, i, &s->events[i].gap, s->events[i].offset,
                (gap){.interaction = -1, .coupler = -1, .name = name_of(m, &s->events[i])});
    add_interactions(p, first_guard);
    p->start = TML_NEW_ARRAY(arena, tml_gap_state, p->count + 1);
    p->end = TML_NEW_ARRAY(arena, tml_gap_state, p->count + 1);
    p->second = TML_NEW_ARRAY(arena, double, p->count + 1);
    p->motion2 = s->space ? NULL : TML_NEW_ARRAY(arena, tml_motion2, s->nb);
    p->motion3 = s->space ? TML_NEW_ARRAY(arena, tml_motion3, s->nb) : NULL;
    p->a = TML_NEW_ARRAY(arena, double, s->nv + 1);
    p->calls = (tml_proofs){.applies = applies,
                            .keep = keep,
                            .stays = stays,
                            .touches = touches,
                            .vanishes = vanishes,
                            .accelerate = accelerate,
                            .begin = begin,
                            .advance = advance,
                            .grazes = grazes,
                            .undecided = undecided,
                            .near = p->near,
                            .context = p};
    return p;
}

void tml_gap_proofs_take_over(tml_gap_proofs *p, const tml_gap_proofs *before, tml_motion_state *m)
{
    p->m = m;
    if (p->events)
        tml_event_proofs_take_over(p->events, m);
    if (!before)
        return;
    p->all = before->all;
    p->step = before->step;
    p->samples_edges = before->samples_edges;
}

const tml_proofs *tml_gap_proofs_calls(const tml_gap_proofs *p)
{
    return p ? &p->calls : NULL;
}

void tml_gap_proofs_begin_step(tml_gap_proofs *p)
{
    const tml_motion_state *m = p->m;
    const tml_workspace *w = m->e->work;
    const size_t bodies = (size_t)m->task->system->nb;
    if (m->task->system->space)
        memcpy(p->motion3, w->motion3, bodies * sizeof *p->motion3);
    else
        memcpy(p->motion2, w->motion2, bodies * sizeof *p->motion2);
    memcpy(p->a, m->e->a, (size_t)m->task->system->nv * sizeof *p->a);
    for (int k = 0; k < p->count; k++)
        if (is_smooth(&p->gaps[k]))
            p->second[k] = tml_workspace_terms_acceleration(w, &p->gaps[k].path.along, m->e->a);
    if (p->events)
        tml_event_proofs_begin_step(p->events);
    p->known = true;
    p->wanted = false;
}

bool tml_gap_proofs_want_accelerations(const tml_gap_proofs *p)
{
    return p && p->wanted;
}

/* ---- what is told ---- */

void tml_gap_proofs_end(tml_gap_proofs *p, double until)
{
    keep_findings(p, until);
}

static const char *name_of_event(const tml_gap_proofs *p, int event)
{
    return p->of_event[event] < 0 ? p->m->task->system->events[event].name : p->gaps[p->of_event[event]].name;
}

/* Fixed steps do not end before pulses of drivers and forces: what these do between their stages is not in the motion that is proven. */
static const char *how_far(const tml_gap_proofs *p)
{
    const tml_narrow_features *narrow = &p->m->task->system->narrow;
    const bool sharp = narrow->time_count + narrow->motion_count + narrow->too_long > 0;
    return p->m->integrator.class->fixed_step && sharp
               ? " along the motion of the fixed steps, which may pass over what drivers and forces do in a short time"
               : ", by bounds of the motion";
}

/* What the gaps of heightfields are worth; false: there are none. */
static bool tell_heightfields(const tml_gap_proofs *p, tml_table *table)
{
    const tml_system *s = p->m->task->system;
    bool any = false, curves = false;
    for (int k = 0; k < p->count; k++) {
        const int measure = p->gaps[k].path.measure;
        const tml_candidate *c = measure < 0 ? NULL : s->measures[measure].candidate;
        if (!c || c->other->kind != TML_SOLID_HEIGHTFIELD)
            continue;
        any = true;
        curves |= c->kind == TML_TOUCH_CURVE;
    }
    if (any)
        tml_table_add_fact(table, "heightfields", NAN,
                           "gaps are to the nearest place of all of a table; beyond its borders to one found locally%s",
                           curves ? ", and of edges, rims and capsules to the nearest of samples along them" : "");
    return any;
}

/* What is true of all steps together. */
static void tell_proven(const tml_gap_proofs *p, tml_table *table)
{
    const tml_task *task = p->m->task;
    const tml_system *s = task->system;
    const char *sampled = "";
    bool events = false;
    for (int i = 0; i < s->event_count; i++) {
        events |= tml_event_proofs_apply(p->events, i) && !s->events[i].silent;
        if (tml_event_is_sampled(s, i) && !s->events[i].silent)
            sampled = tml_arena_format(task->arena, "%s%s%s", sampled, sampled[0] ? ", " : "", s->events[i].name);
    }
    if (sampled[0])
        tml_table_add_fact(table, "events sampled", NAN,
                           "%s: with forces in its expression, looked at at the ends of steps", sampled);
    const bool heightfields = tell_heightfields(p, table);
    if (p->samples_edges)
        tml_table_add_fact(table, "edges sampled", NAN,
                           "of polyhedra that touch elsewhere, at the ends of steps and where their gap is least");
    if (p->all.undecided == 0 && (p->count || events))
        tml_table_add_fact(
            table, "between ends of steps", 0, "no %s%s%s passes unseen%s%s%s%s", p->count ? "gap" : "",
            p->count && events ? " or " : "", events ? "event of time, positions, speeds or states" : "", how_far(p),
            heightfields ? ", those of heightfields as far as told there" : "",
            events ? ", but for crossings narrower than a millionth of a step or than the tolerance allows" : "",
            s->interaction_count ? "; where pressure ends or slip changes, by every "
                                   "stage and by extrema between them that come near zero"
                                 : "");
}

void tml_gap_proofs_facts(const tml_gap_proofs *p, tml_table *table)
{
    const tml_task *task = p->m->task;
    for (int i = 0; i < p->all.graze_count; i++) {
        const graze *g = &p->all.grazes[i];
        const gap *of = &p->gaps[p->of_event[g->event]];
        tml_table_add_fact(table, tml_arena_format(task->arena, "%s grazes", of->name), g->t,
                           "t = %.9g s: a gap of %.2g %s is left, within the tolerance", g->t, g->value,
                           tml_terms_turn(task->system, &of->path.along) ? "rad" : "m");
    }
    tell_proven(p, table);
    if (p->all.undecided)
        tml_log_raise(
            task->log, TML_W_GAP_NOT_BOUNDED, task->element->place,
            "%s: whether %s crosses zero within steps could not be proven in %ld of them, over %.2g s in all, first at "
            "t = %.6g s: there it was looked at in samples only",
            task->element->kind, name_of_event(p, p->all.undecided_event), p->all.undecided, p->all.undecided_length,
            p->all.undecided_time);
}
