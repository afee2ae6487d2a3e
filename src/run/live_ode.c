/* live_ode.c - a live motion as x' = f(t, x) for an integrator of the caller's: model exchange.
 *
 * x is what the motion itself integrates, y = (q, v, W, s, F). With loops, f(x) = f(P x), P the projection onto the joints: rates are those of a
 * mechanism whose joints are closed, and a distance from them that steps leave behind neither grows nor shrinks by itself. It is
 * taken away at the next event, or once it exceeds what the caller tolerates. Time is held at a break until that is passed, so that no
 * stage of a method sees both sides.
 */
#include "run/live_ode.h"
#include "analysis/dynamics/motion_advance.h"
#include "base/unit.h"
#include <math.h>
#include <string.h>

/* ---- names ---- */

static void name_one(tml_live_ode *o, int i, const char *name, const char *unit)
{
    o->names[i] = name;
    o->units[i] = unit;
}

/* Joint coordinates: q of a ball joint is a quaternion, v its angular velocity. */
static void name_tree(tml_live_ode *o, const tml_equations *e, tml_arena *arena)
{
    static const char *const parts[] = {"qw", "qx", "qy", "qz"};
    const tml_system *s = e->system;
    const tml_tree_coordinates c = tml_tree_coordinates_make(s, s->branches, arena);
    int at = 0;
    o->tree = TML_NEW_ARRAY(arena, int, e->nv + 1);
    for (int b = 0; b < s->nb - 1; b++) {
        const tml_branch *branch = &s->branches[b];
        for (int k = 0; k < branch->coordinates; k++, at++) {
            const tml_tree_coordinate *one = &c.list[at];
            if (one->ball < 0)
                name_one(o, branch->first_q + k, one->name, tml_unit_of_motion(one->is_rotation, 0));
            name_one(o, e->nq + branch->first_v + k, one->speed, tml_unit_of_motion(one->is_rotation, 1));
            o->tree[branch->first_v + k] = at;
        }
        const char *of = branch->joint >= 0 ? s->joints[branch->joint].name : s->masses[branch->body].name;
        for (int k = 0; branch->ball && k < 4; k++)
            name_one(o, branch->first_q + branch->coordinates - 3 + k, tml_arena_dotted(arena, of, parts[k]), "");
    }
}

/* Poses of bodies, and velocities; angular ones in space about the axes of the body. */
static void name_bodies(tml_live_ode *o, const tml_equations *e, tml_arena *arena)
{
    static const char *const plane[] = {"x", "y", "angle", "vx", "vy", "omega"}, *const space[] = {
                                                                                     "x",     "y",  "z",      "qw",
                                                                                     "qx",    "qy", "qz",     "vx",
                                                                                     "vy",    "vz", "spin_x", "spin_y",
                                                                                     "spin_z"};
    const tml_system *s = e->system;
    const char *const *names = s->space ? space : plane;
    const int lengths = s->space ? 3 : 2;
    for (int b = 1; b < s->nb; b++) {
        for (int k = 0; k < s->nqb; k++)
            name_one(o, (b - 1) * s->nqb + k, tml_arena_dotted(arena, s->masses[b].name, names[k]),
                     s->space && k >= lengths ? "" : tml_unit_of_motion(k >= lengths, 0));
        for (int k = 0; k < s->nvb; k++)
            name_one(o, e->nq + (b - 1) * s->nvb + k, tml_arena_dotted(arena, s->masses[b].name, names[s->nqb + k]),
                     tml_unit_of_motion(k >= lengths, 1));
    }
}

static void name_rest(tml_live_ode *o, const tml_motion_state *m)
{
    const tml_system *s = m->e->system;
    name_one(o, tml_motion_state_work(m), "energy.work", "J");
    for (int i = 0; i < s->state_count; i++)
        name_one(o, tml_motion_state_states(m) + i, s->states[i].name, s->states[i].unit);
    if (s->has_friction)
        name_one(o, tml_motion_state_loss(m), "energy.friction_loss", "J");
}

/* ---- making ---- */

/* The interval between breaks that the time is in; at a break: behind it. */
static void find_interval(tml_live *l)
{
    const tml_motion_state *m = &l->motion;
    const double ahead = m->request->end - m->t0; /* functions of time are looked at so far, and from there again */
    tml_time_gap gap = tml_motion_break_after(m, l->t, l->t + ahead);
    if (gap.before <= l->t) {
        l->t = gap.after;
        gap = tml_motion_break_after(m, l->t, l->t + ahead);
    }
    l->ode->begin = l->t;
    l->ode->end = m->time_crossings ? fmin(gap.before, l->t + ahead) : gap.before;
}

static bool has_form(const tml_live *l)
{
    const tml_equations *e = l->stepping ? NULL : l->motion.e;
    return e && !l->motion.balanced && !e->massless && (e->relative || (e->absolute && e->nq == e->system->nq));
}

void tml_live_ode_prepare(tml_live *l, const tml_assembly *report)
{
    const tml_motion_state *m = &l->motion;
    const tml_problem *p = &m->problem;
    tml_arena *arena = l->task.arena;
    if (!has_form(l))
        return;
    tml_live_ode *o = l->ode = TML_NEW(arena, tml_live_ode);
    *o = (tml_live_ode){.count = p->n, .rank = report->rank, .happened = NAN};
    o->names = TML_NEW_ARRAY(arena, const char *, p->n + 1);
    o->units = TML_NEW_ARRAY(arena, const char *, p->n + 1);
    double **const numbers[] = {&o->nominal, &o->z, &o->rates};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] = TML_NEW_ARRAY(arena, double, p->n + 1);
    o->values = TML_NEW_ARRAY(arena, double, p->event_count + 1);
    o->watched = TML_NEW_ARRAY(arena, int, p->event_count + 1);
    o->watched_count = l->events ? tml_live_events_watched(l->events, o->watched) : 0;
    if (m->e->relative)
        name_tree(o, m->e, arena);
    else
        name_bodies(o, m->e, arena);
    name_rest(o, m);
    for (int i = 0; i < p->n; i++) {
        const double size = p->absolute[i] / p->relative;
        o->nominal[i] = size > 0 && isfinite(size) ? size : 1;
    }
    const double t = l->t;
    find_interval(l);
    l->t = t; /* steps pass a break at the start themselves */
}

void tml_live_ode_pieces(tml_live *l)
{
    if (!l->ode)
        return;
    TML_PIECE(&l->pieces, &l->ode->begin, 1);
    TML_PIECE(&l->pieces, &l->ode->end, 1);
    TML_PIECE(&l->pieces, &l->ode->happened, 1);
}

/* ---- the state ---- */

static bool has(const tml_live *live, size_t index)
{
    return index < tml_live_ode_count(live);
}

size_t tml_live_ode_count(const tml_live *live)
{
    return live->ode ? (size_t)live->ode->count : 0;
}

const char *tml_live_ode_name(const tml_live *live, size_t index)
{
    return has(live, index) ? live->ode->names[index] : NULL;
}

const char *tml_live_ode_unit(const tml_live *live, size_t index)
{
    return has(live, index) ? live->ode->units[index] : NULL;
}

double tml_live_ode_nominal(const tml_live *live, size_t index)
{
    return has(live, index) ? live->ode->nominal[index] : NAN;
}

void tml_live_ode_get(const tml_live *live, double *x)
{
    if (live->ode)
        memcpy(x, live->motion.problem.y, tml_live_ode_count(live) * sizeof(double));
}

void tml_live_ode_set(tml_live *live, double t, const double *x)
{
    tml_live_ode *o = live->ode;
    if (!o)
        return;
    const double near = 1e-9 * fmax(1, fabs(t)); /* of a break: the caller's time is held there */
    live->t = t;
    if (t >= o->begin - near && t <= o->end + near)
        live->t = fmin(fmax(t, o->begin), o->end);
    else
        find_interval(live);
    memcpy(live->motion.problem.y, x, (size_t)o->count * sizeof(double));
    if (live->t != o->happened)
        o->happened = NAN;
    live->motion.solved = 0;
    tml_live_forget_course(live);
    live->start = live->t; /* steps are counted from here */
    live->count = 0;
    tml_live_changed(live);
}

/* ---- evaluation ---- */

int tml_live_ode_close(tml_live *live)
{
    const tml_problem *p = &live->motion.problem;
    tml_live_ode *o = live->ode;
    memcpy(o->z, p->y, (size_t)o->count * sizeof(double));
    for (int i = 0; i < o->count; i++)
        if (!isfinite(o->z[i]))
            return 1;
    live->motion.e->has_factors = false; /* what is found depends on x alone, not on where it was asked for before */
    return p->project ? p->project(p->context, live->t, o->z) : 0;
}

tml_status tml_live_ode_rates(tml_live *live, double *rates)
{
    const tml_problem *p = &live->motion.problem;
    if (!live->ode || tml_live_ode_close(live) || p->rate(p->context, live->t, live->ode->z, rates))
        return TML_FAILED;
    return TML_OK;
}

size_t tml_live_ode_watched(const tml_live *live)
{
    return live->ode ? (size_t)live->ode->watched_count : 0;
}

tml_status tml_live_ode_watch(tml_live *live, double *values)
{
    const tml_problem *p = &live->motion.problem;
    tml_live_ode *o = live->ode;
    if (!o || !o->watched_count)
        return o ? TML_OK : TML_FAILED;
    if (tml_live_ode_close(live) || p->events(p->context, live->t, o->z, o->values))
        return TML_FAILED;
    for (int i = 0; i < o->watched_count; i++) {
        const double now = o->values[o->watched[i]], side = tml_live_events_side(live->events, o->watched[i]);
        values[i] = live->t == o->happened || isnan(now) ? side : now;
        values[i] = isnan(values[i]) ? 1 : values[i];
    }
    return TML_OK;
}

double tml_live_ode_break(const tml_live *live)
{
    return live->ode ? live->ode->end : INFINITY;
}

/* ---- steps and events ---- */

/* The largest distance of x from the state with its loops closed, relative to nominal values. */
static double openness(const tml_live *live)
{
    const tml_live_ode *o = live->ode;
    double largest = 0;
    for (int i = 0; i < o->count; i++)
        largest = fmax(largest, fabs(o->z[i] - live->motion.problem.y[i]) / o->nominal[i]);
    return largest;
}

tml_status tml_live_ode_accept(tml_live *live, double tolerance, bool *due)
{
    const tml_problem *p = &live->motion.problem;
    *due = false;
    if (!live->ode || tml_live_ode_close(live))
        return TML_FAILED;
    const bool open = openness(live) > tolerance;
    p->accept(p->context, live->t, p->y);
    if (live->events && tml_live_events_look(live->events, live->t, due))
        return TML_FAILED;
    *due |= open || live->t >= live->ode->end;
    tml_live_changed(live);
    return TML_OK;
}

/* value: what crosses zero here, whatever it is; -1: all that does. */
static tml_status go_through(tml_live *live, int value)
{
    const tml_problem *p = &live->motion.problem;
    tml_live_ode *o = live->ode;
    if (!o || tml_live_ode_close(live))
        return TML_FAILED;
    memcpy(p->y, o->z, (size_t)o->count * sizeof(double));
    live->motion.solved = 0;
    p->accept(p->context, live->t, p->y);
    if (value < 0 && live->t >= o->end)
        find_interval(live);
    const bool failed = live->events && (value < 0 ? tml_live_events_happen(live->events, live->t)
                                                   : tml_live_events_fire(live->events, live->t, value));
    tml_live_note_stop(live);
    o->happened = live->t;
    live->start = live->t;
    live->count = 0;
    live->motion.solved = 0;
    if (live->motion.time_crossings) /* those that depend on what the events have set */
        find_interval(live);
    tml_live_changed(live);
    return failed ? TML_FAILED : TML_OK;
}

tml_status tml_live_ode_event(tml_live *live)
{
    return go_through(live, -1);
}

tml_status tml_live_ode_fire(tml_live *live, int value)
{
    return go_through(live, value);
}
